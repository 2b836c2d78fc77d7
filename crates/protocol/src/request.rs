//! What may be asked: one JSON object a line, `{"id": ..., "op": "...", ...}`.
//!
//! `id` is any JSON value and comes back with the reply. An unknown field is an error, not ignored.

use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;
use table::replay::Replay;
use table::{Pick, Seat, Viewer};

/// A seed of 64 bits: a number, or text where a program's numbers do not hold 64 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, JsonSchema)]
#[schemars(untagged)]
pub enum Seed {
    Number(u64),
    #[schemars(with = "String")]
    Text(u64),
}

impl Seed {
    pub fn number(self) -> u64 {
        match self {
            Seed::Number(seed) | Seed::Text(seed) => seed,
        }
    }
}

impl<'de> Deserialize<'de> for Seed {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Seed, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let text = value.as_str().and_then(|text| text.parse().ok()).map(Seed::Text);
        value.as_u64().map(Seed::Number).or(text).ok_or_else(|| {
            serde::de::Error::custom(format!("a seed is a whole number from 0 to 18446744073709551615, also as text, not {value}"))
        })
    }
}

/// Who looks: a seat's number from 0, `"spectator"` (what is open to all) or `"all"` (everything, for tools).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Looker(pub Viewer);

impl<'de> Deserialize<'de> for Looker {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Looker, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let seat = value.as_u64().and_then(|seat| u8::try_from(seat).ok()).map(|seat| Viewer::Seat(Seat(seat)));
        let named = match value.as_str() {
            Some("all") => Some(Viewer::All),
            Some("spectator") => Some(Viewer::Spectator),
            _ => None,
        };
        seat.or(named)
            .map(Looker)
            .ok_or_else(|| serde::de::Error::custom(format!("a viewer is a seat's number from 0, \"spectator\" or \"all\", not {value}")))
    }
}

impl JsonSchema for Looker {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Viewer".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "description": "Who looks: a seat's number from 0, \"spectator\" (what is open to all) or \"all\" (everything, for tools).",
            "anyOf": [{"type": "integer", "minimum": 0, "maximum": 255}, {"enum": ["spectator", "all"]}]
        })
    }
}

/// Declares the operations once: the struct of each, its name on the wire, and the list of all.
macro_rules! operations {
    ($($(#[$doc:meta])* $op:literal $name:ident { $($(#[$field_doc:meta])* $field:ident: $type:ty,)* })*) => {
        $(
            $(#[$doc])*
            #[derive(Clone, PartialEq, Debug, Deserialize, JsonSchema)]
            #[serde(deny_unknown_fields)]
            pub struct $name { $($(#[$field_doc])* pub $field: $type,)* }
        )*

        /// A request that was understood.
        #[derive(Clone, PartialEq, Debug)]
        pub enum Op { $($name(Box<$name>),)* }

        impl Op {
            /// The names of all operations.
            pub const NAMES: &'static [&'static str] = &[$($op),*];

            /// The operation `op` with these fields; `None` if there is no such operation.
            pub fn read(op: &str, fields: Value) -> Option<Result<Op, String>> {
                match op {
                    $($op => Some(table::json::read::<$name>(fields).map(|it| Op::$name(Box::new(it)))),)*
                    _ => None,
                }
            }
        }

        /// The schema of each operation's fields, by its name.
        pub(crate) fn schemas(generator: &mut schemars::SchemaGenerator) -> Vec<(&'static str, schemars::Schema)> {
            vec![$(($op, generator.subschema_for::<$name>())),*]
        }
    };
}

operations! {
    /// What this program is and which games it holds.
    "info" Info {}

    /// Begins a game. No deck is checked for legality unless `legality` asks for it, so that decks of any size serve for tests and
    /// puzzles.
    "new" New {
        /// Which game: `card` or `board`.
        #[serde(default = "card")]
        kind: String,
        /// How it is played. Card game: `joust` (default) or `melee`. Board game: `base` (default) or `tides` (with Tides of Battle).
        #[serde(default)]
        format: Option<String>,
        /// How many seats, where the decks do not say it.
        #[serde(default)]
        players: Option<u8>,
        /// What each seat brings. Card game: a ready deck's name, the deck as text or codes, or as a JSON object; default: ready decks in
        /// turn. Board game: the house, or null to draw one; default: the houses for that number of players.
        #[serde(default)]
        decks: Option<Vec<Value>>,
        /// Where chance begins. Default: a seed of the system's luck, told in the replay.
        #[serde(default)]
        seed: Option<Seed>,
        /// The outcomes of chance in order, instead of a seed.
        #[serde(default)]
        script: Option<Vec<u32>>,
        /// Card game: `reference` (default) or `faq-4.1`. Board game: `faq-v2` (default) or `recorded`, and
        /// options that differ from it after commas: `faq-v2,mace=ends,robb=anywhere`.
        #[serde(default)]
        rulings: Option<String>,
        /// Refuse decks that are not legal in this format.
        #[serde(default)]
        legality: Option<String>,
        /// Card game: cards of the decks that are known and not implemented are played blank, with their numbers and without any text.
        /// Without it such a deck is refused.
        #[serde(default)]
        blank: bool,
    }

    /// Holds a game that was saved: exactly one of the fields.
    "load" Load {
        /// A replay, as `save` gives it or as a room's file holds it: all its steps are run and its hashes compared.
        #[serde(default)]
        replay: Option<Replay>,
        /// A position text.
        #[serde(default)]
        position: Option<String>,
        /// The game that a position text is about.
        #[serde(default = "card")]
        kind: String,
    }

    /// The game as a file.
    "save" Save {
        game: String,
        /// `replay` (default): from its start to now. `snapshot`: as it stands, without how it came there, at any moment.
        /// `position`: what lies on the table, as text for people.
        #[serde(default, rename = "as")]
        form: Form,
    }

    /// The games that are held.
    "list" List {}

    /// Forgets a game.
    "drop" Drop {
        game: String,
    }

    /// A game's status, as `new` told it.
    "status" StatusOf {
        game: String,
    }

    /// What a viewer sees.
    "state" State {
        game: String,
        #[serde(default = "everything")]
        viewer: Looker,
    }

    /// What a seat is asked, with every legal pick.
    "prompt" Prompt {
        game: String,
        seat: Seat,
    }

    /// What may be picked after these picks of an unfinished answer; changes nothing.
    "preview" Preview {
        game: String,
        seat: Seat,
        /// The decision's number, to be sure that it is still asked.
        #[serde(default)]
        decision: Option<u32>,
        #[serde(default)]
        picks: Vec<Pick>,
    }

    /// Why a seat cannot use a thing now: a card's id as in the view.
    "explain" Explain {
        game: String,
        seat: Seat,
        thing: String,
    }

    /// A whole answer: the picks of one decision, all or none.
    "answer" Answer {
        game: String,
        seat: Seat,
        /// The decision's number: the answer is refused when the seat is asked another one by now.
        #[serde(default)]
        decision: Option<u32>,
        picks: Vec<Pick>,
        /// Who is told the events of the reply. Default: the seat that answers.
        #[serde(default)]
        viewer: Option<Looker>,
        /// Whether the reply holds what is asked next (`prompts`).
        #[serde(default)]
        prompts: bool,
    }

    /// A whole answer by meaning: each entry is an object of `legal[].action`'s fields (`{"verb":"marshal","card":"The Roseroad"}`), as
    /// many of them as make it plain; a card by id, code or name; or a text: a verb or a label. Cards of a set in any order.
    "choose" Choose {
        game: String,
        seat: Seat,
        #[serde(default)]
        decision: Option<u32>,
        /// One entry, or several for an answer of several picks.
        #[serde(alias = "choice")]
        choices: Vec<Value>,
        #[serde(default)]
        viewer: Option<Looker>,
        #[serde(default)]
        prompts: bool,
    }

    /// Takes back a seat's answer while others still owe theirs to the same question.
    "withdraw" Withdraw {
        game: String,
        seat: Seat,
    }

    /// Gives every answer that is forced, until somebody has a choice.
    "auto" Auto {
        game: String,
        #[serde(default)]
        prompts: bool,
    }

    /// A copy under a new handle.
    "fork" Fork {
        game: String,
    }

    /// Takes back the last answers; chance comes out as before.
    "undo" Undo {
        game: String,
        #[serde(default = "one")]
        answers: u32,
    }

    /// The state's hash.
    "hash" Hash {
        game: String,
    }

    /// What a viewer was told, from its event number `from` on.
    "events" Events {
        game: String,
        #[serde(default = "everything")]
        viewer: Looker,
        #[serde(default)]
        from: u64,
    }

    /// A bot gives answers for a seat; it sees what the seat sees.
    "bot" Bot {
        game: String,
        /// Default: whichever seat owes an answer.
        #[serde(default)]
        seat: Option<Seat>,
        /// `random`, `eager` or `steward` (card game).
        #[serde(default = "steward")]
        bot: String,
        /// At most so many answers; fewer when the seat owes none any more.
        #[serde(default = "one")]
        decisions: u32,
        /// The seed of the bot's luck, used when this bot first plays this seat of this game.
        #[serde(default)]
        seed: Option<Seed>,
        #[serde(default)]
        prompts: bool,
    }

    /// Changes the table, for positions and puzzles: all edits or none, validated, marked in the replay.
    "edit" Edit {
        game: String,
        /// One edit after the other; see the document of the game.
        edits: Vec<Value>,
    }
}

/// In which form a game is saved.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Form {
    #[default]
    Replay,
    Snapshot,
    Position,
}

fn card() -> String {
    "card".to_owned()
}
fn steward() -> String {
    "steward".to_owned()
}
fn one() -> u32 {
    1
}
fn everything() -> Looker {
    Looker(Viewer::All)
}
