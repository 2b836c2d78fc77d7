//! What players agree on at the table: the words for it, in the log and over the wire.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::Seat;
use table::replay::Step;

/// What a seat proposes (`{"op":"propose","wish":…}`).
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "wish", rename_all = "snake_case", deny_unknown_fields)]
pub enum Wish {
    /// Back to before my last answer, or before the last `answers` of them.
    Undo {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        answers: Option<u32>,
    },
    /// What is half resolved is dropped: back to the last moment at which nothing was.
    Cancel {},
    /// The game ends without a winner.
    Draw {},
    /// No answer is taken until all want to go on.
    Pause {},
    Resume {},
    /// The table is changed: the game's own edits, one after the other.
    Repair {
        edits: Vec<Value>,
    },
    /// What becomes of a seat that left.
    Replace {
        seat: u8,
        by: By,
        /// The bot, where one takes the seat (default: the game's usual one).
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "ts", ts(optional))]
        bot: Option<String>,
    },
}

/// Who takes the seat of somebody who left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS), ts(rename = "ReplacedBy"))]
#[serde(rename_all = "snake_case")]
pub enum By {
    Bot,
    /// Whoever has the link: with the same deck and hand.
    Newcomer,
    /// The seat concedes.
    Nobody,
}

/// What is proposed, as it stands in the log: an undo says where it leads, so that all agree to the same.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "topic", rename_all = "snake_case")]
pub enum Topic {
    /// The game after its first `keep` steps.
    Undo {
        keep: u32,
    },
    Cancel {
        keep: u32,
    },
    Draw,
    Pause,
    Resume,
    Repair {
        edits: Vec<Value>,
        /// What they do, in words.
        told: Vec<String>,
    },
    Replace {
        seat: Seat,
        by: By,
        bot: Option<String>,
    },
}

/// An entry of the log about agreements.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "talk", rename_all = "snake_case")]
pub enum Talk {
    /// A seat proposes something; proposals are numbered from 1.
    Proposed {
        seat: Seat,
        number: u32,
        what: Topic,
    },
    Agreed {
        seat: Seat,
        number: u32,
    },
    /// Not agreed, or withdrawn by who proposed it.
    Declined {
        seat: Seat,
        number: u32,
    },
    /// All agreed: it is done here. An undo draws chance from another seed than before, if one is given.
    Done {
        number: u32,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seed: Option<String>,
    },
    /// It can no longer be done.
    Lapsed {
        number: u32,
    },
    /// A seat pressed "leave": the others need not wait for it.
    Left {
        seat: Seat,
    },
    /// It is here again.
    Returned {
        seat: Seat,
    },
}

/// What stands between the players (`State.agree`).
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default)]
pub struct Agreements {
    /// The open proposal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub open: Option<Proposal>,
    /// How the last one ended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub last: Option<Ended>,
    /// The players paused the game: no answer is taken.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub paused: bool,
    /// How many of my answers can be taken back.
    #[serde(skip_serializing_if = "none")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<u32>"))]
    pub undo: u32,
    /// I need nobody's consent: the others are bots.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub alone: bool,
    /// The seats that left, or are away for longer than this table waits: what becomes of them may be proposed.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u8>>"))]
    pub gone: Vec<u8>,
    /// The seats that took the file of this game while it was paused, with all cards in it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Vec<u8>>"))]
    pub opened: Vec<u8>,
}

fn none(n: &u32) -> bool {
    *n == 0
}

/// A proposal that is open.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Proposal {
    pub number: u32,
    /// Who proposed it.
    pub seat: u8,
    /// `undo`, `cancel`, `draw`, `pause`, `resume`, `repair`, `replace`.
    pub topic: String,
    /// One sentence a line; seats stand as `{P1}`, cards as in the game's log.
    pub told: Vec<String>,
    /// The seats that agreed, and those that are still to say something.
    pub agreed: Vec<u8>,
    pub asked: Vec<u8>,
}

/// How a proposal ended.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Ended {
    pub number: u32,
    pub seat: u8,
    pub topic: String,
    /// `done`, `declined`, `withdrawn`, `lapsed`.
    pub how: String,
    /// The seat that declined.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub by: Option<u8>,
}

impl Talk {
    /// The step with which an undo lets chance follow another seed.
    pub fn rekeys(&self) -> Option<Step> {
        let Talk::Done { seed, .. } = self else { return None };
        Some(Step::Rekey { seed: seed.as_ref()?.parse().ok()? })
    }
}

impl Topic {
    pub fn word(&self) -> &'static str {
        match self {
            Topic::Undo { .. } => "undo",
            Topic::Cancel { .. } => "cancel",
            Topic::Draw => "draw",
            Topic::Pause => "pause",
            Topic::Resume => "resume",
            Topic::Repair { .. } => "repair",
            Topic::Replace { .. } => "replace",
        }
    }
}
