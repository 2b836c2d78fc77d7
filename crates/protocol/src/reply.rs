//! What is answered: `{"id": ..., "ok": {...}}` or `{"id": ..., "error": {"code", "message", "rule"}}`.

use schemars::JsonSchema;
use serde::Serialize;
use serde_json::Value;
use table::hosted::{EventRecord, PromptValue};
use table::replay::{Replay, plain, seats_named};
use table::{Illegal, Outcome, Seat, StateHash};

/// Why a request was refused. Nothing has changed.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Error {
    /// A stable word for programs: `not_json`, `bad_request`, `no_such_op`, `no_such_game`, `not_asked`, `stale`, `not_listed`,
    /// `incomplete`, `over`, `ambiguous`, `no_such_choice`, `bad_deck`, `bad_replay`, `bad_position`, `setup` ...
    pub code: String,
    /// What is wrong, where, and what would be right.
    pub message: String,
    /// The rule that forbids it, where a rule does.
    pub rule: Option<String>,
    /// For `ambiguous` and `no_such_choice`: what could have been meant.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub candidates: Option<Vec<Candidate>>,
}

impl Error {
    pub fn new(code: &str, message: impl Into<String>) -> Error {
        Error { code: code.to_owned(), message: message.into(), rule: None, candidates: None }
    }
}

impl From<Illegal> for Error {
    fn from(why: Illegal) -> Error {
        let why = in_words(why);
        Error { code: why.code, message: why.message, rule: why.rule, candidates: None }
    }
}

/// A sentence without the marks by which a client puts names into it: seats stand as `P1`, cards by their names.
pub(crate) fn words(sentence: &str) -> String {
    seats_named(&plain(sentence), Seat::to_string)
}

/// A reason for people as it is.
pub(crate) fn in_words(why: Illegal) -> Illegal {
    Illegal { message: words(&why.message), ..why }
}

/// A legal pick that a meaning could have been.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Candidate {
    pub index: u32,
    pub action: Value,
    pub label: String,
}

/// A seat that owes an answer.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
pub struct Owing {
    pub seat: Seat,
    pub decision: u32,
}

/// How a game stands.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Status {
    /// The handle.
    pub game: String,
    pub kind: String,
    pub seats: u8,
    /// Who may act; empty when the game is over.
    pub acting: Vec<Owing>,
    pub round: u32,
    /// How many answers were given since it began here or in its replay.
    pub answers: u32,
    /// `null` while the game runs.
    pub outcome: Option<Outcome>,
}

/// Reply to `answer`, `choose`, `auto`, `bot`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Moved {
    #[serde(flatten)]
    pub status: Status,
    /// How many answers were given.
    pub given: u32,
    /// What the viewer was told since.
    pub events: Vec<EventRecord>,
    /// What is asked now, seat by seat, if the request wanted it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub prompts: Option<Vec<PromptValue>>,
}

/// Reply to `info`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Program {
    pub name: String,
    pub version: String,
    /// Counts changes of the protocol that old clients would notice.
    pub protocol: u32,
    pub kinds: Vec<KindInfo>,
    pub ops: Vec<String>,
}

/// A game that can be held.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct KindInfo {
    pub kind: String,
    pub formats: Vec<String>,
    pub rulings: Vec<String>,
    pub bots: Vec<String>,
    /// Names of ready decks.
    pub decks: Vec<String>,
    /// The rules in force by default, as replays name them.
    pub rules: String,
}

/// Reply to `list`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Games {
    pub games: Vec<Status>,
}

/// Reply to `save`: the field that was asked for.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Saved {
    #[schemars(with = "Value")]
    Replay(Box<Replay>),
    Position(String),
}

/// Reply to `state`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Seen {
    /// The game's own view.
    pub view: Value,
    /// How many events the viewer was told: the `from` that gives only new ones.
    pub told: u64,
}

/// Reply to `prompt` and `preview`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Asked {
    /// `null` when the seat owes nothing.
    pub prompt: Option<PromptValue>,
}

/// Reply to `explain`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Reasons {
    pub reasons: Vec<Illegal>,
}

/// Reply to `hash`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Hashed {
    #[schemars(with = "String")]
    pub hash: StateHash,
}

/// Reply to `events`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Told {
    pub events: Vec<EventRecord>,
}

/// Reply to `drop`.
#[derive(Clone, PartialEq, Debug, Serialize, JsonSchema)]
pub struct Dropped {
    pub dropped: String,
}
