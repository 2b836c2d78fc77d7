//! A game as a file: write, read, verify.
//!
//! A [`Replay`] is JSON that describes itself: which game under which rules, how chance began, and every step in order. Running it
//! again gives the same state; checkpoints and the final hash prove it ([`Report`]). [`Recorder`] plays a game and writes the steps down.
//!
//! Steps are counted from 1 in messages: step 1 is the first in the file.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::chance::ALGORITHM;
pub use crate::marks::{CONCEDED, Concession, DRAWN, KINDS, Mark, drawn, plain, seats_named};
pub use crate::recorder::Recorder;
pub use crate::run::Report;
use crate::{Applied, ChanceError, Game, Illegal, Outcome, Pick, Seat, SetupError, Sink, StateHash};

/// What the field `format` of a replay says.
pub const FORMAT: &str = "maester-replay";
/// The version of the file format that this program reads and writes.
pub const VERSION: u32 = 1;

/// A game as a file.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Replay {
    /// Always [`FORMAT`].
    pub format: String,
    /// The version of the file format.
    pub version: u32,
    /// [`Game::KIND`].
    pub game: String,
    /// [`Game::rules_id`]; a replay never runs under other rules.
    pub rules: String,
    /// [`ALGORITHM`]: how seeds become outcomes.
    pub algorithm: String,
    /// [`Game::Setup`].
    pub setup: Value,
    pub start: Start,
    pub steps: Vec<Step>,
    /// Hashes on the way, ascending by `after`.
    #[serde(default)]
    pub checkpoints: Vec<Checkpoint>,
    /// Where the steps lead; `None` when nobody wrote it down.
    #[serde(default)]
    pub end: Option<End>,
    /// Remarks that change nothing when the game is run.
    #[serde(default)]
    pub marks: Vec<Mark>,
    /// What the players are called, by seat; empty when nobody wrote it down.
    #[serde(default)]
    pub players: Vec<String>,
    /// What was published of the seed before the game began, and what proves it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub commitment: Option<Commitment>,
}

/// What a table publishes before a game begins, so that nobody can choose the chance afterwards: the BLAKE3 hash of `seed:salt`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Commitment {
    /// As hexadecimal digits.
    pub hash: String,
    /// A decimal number, as text.
    pub seed: String,
    pub salt: String,
}

impl Commitment {
    /// What is published of this seed.
    pub fn publish(seed: &str, salt: &str) -> String {
        blake3::hash(format!("{seed}:{salt}").as_bytes()).to_hex().to_string()
    }
}

/// Where chance, or the whole game, begins.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Start {
    /// A new game with this seed. Written as text: JSON numbers do not hold 64 bits everywhere.
    Seed(
        #[serde(with = "as_text")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        u64,
    ),
    /// A new game with these outcomes of chance.
    Script(Vec<u32>),
    /// A running game: its whole state, chance included (an edited position, or a game carried over from older rules).
    Position(Value),
}

/// One thing that was done with the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub enum Step {
    /// A whole answer to decision number `decision` of `seat`.
    Answer { seat: Seat, decision: u32, picks: Vec<Pick> },
    /// The seat took back its answer or its draft.
    Withdraw { seat: Seat },
    /// The seat gave up; the others play on.
    Concede { seat: Seat },
    /// Picks of an answer that is not complete yet.
    Draft { seat: Seat, decision: u32, picks: Vec<Pick> },
    /// From here on chance follows another seed (an agreed undo past a draw).
    Rekey {
        #[serde(with = "as_text")]
        #[cfg_attr(feature = "schema", schemars(with = "String"))]
        seed: u64,
    },
    /// The players agreed to change the table ([`Game::edit`]) as this seat proposed.
    Edit { seat: Seat, edits: Vec<Value> },
}

/// The hash of the state after so many steps.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct Checkpoint {
    pub after: u32,
    pub hash: StateHash,
}

/// Where the steps of a replay lead.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
pub struct End {
    pub hash: StateHash,
    /// `None` when the game still runs.
    pub outcome: Option<Outcome>,
}

/// Why a replay cannot be read or does not hold.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ReplayError {
    #[error("this is not a replay: {0}")]
    NotAReplay(String),
    #[error("the file is cut short: it ends in line {line}, in the middle of the replay")]
    CutShort { line: usize },
    #[error("the file is a replay of format version {found}; this program reads version {VERSION}")]
    Version { found: String },
    #[error("the replay is damaged: {0}")]
    Malformed(String),
    #[error("the replay is of the game `{found}`, not of `{expected}`")]
    OtherGame { found: String, expected: String },
    #[error("the replay was played under the rules `{found}`; these are `{expected}`")]
    OtherRules { found: String, expected: String },
    #[error("the replay draws chance by `{found}`; this program draws by `{expected}`")]
    OtherAlgorithm { found: String, expected: String },
    #[error("the game cannot be set up: {0}")]
    Setup(SetupError),
    #[error("step {step} of {steps} ({what}) is not legal there: {why}")]
    Step { step: u32, steps: u32, what: String, why: Illegal },
    #[error(
        "after step {after} the state has hash {found}, the file says {expected}: \
         one of the steps {} to {after} (or the start) is not what was played", since + 1
    )]
    Hash { since: u32, after: u32, expected: StateHash, found: StateHash },
    #[error("the replay says of the end: {expected}; but it is: {found}")]
    Outcome { expected: String, found: String },
    #[error("mark {number} ({kind:?} after step {after}) cannot be true: {why}")]
    Mark { number: u32, kind: String, after: u32, why: String },
    #[error("the replay names {names} players, but {seats} seats are at the table")]
    Players { names: usize, seats: usize },
    #[error("the seed was not the one that was committed to: {0}")]
    Commitment(String),
    #[error("after step {after}: {error}")]
    Chance { after: u32, error: ChanceError },
}

/// Picks in words.
struct Picks<'a>(&'a [Pick]);

impl std::fmt::Display for Picks<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            [] => write!(f, "no pick"),
            [one] => write!(f, "pick {one}"),
            many => write!(f, "picks {}", many.iter().map(Pick::to_string).collect::<Vec<_>>().join(", ")),
        }
    }
}

impl std::fmt::Display for Step {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Step::Answer { seat, decision, picks } => write!(f, "{seat} answers decision {decision} with {}", Picks(picks)),
            Step::Withdraw { seat } => write!(f, "{seat} withdraws"),
            Step::Concede { seat } => write!(f, "{seat} concedes"),
            Step::Draft { seat, decision, picks } => write!(f, "{seat} begins to answer decision {decision} with {}", Picks(picks)),
            Step::Rekey { seed } => write!(f, "chance is re-keyed to {seed}"),
            Step::Edit { seat, edits } => {
                let edits: Vec<String> = edits.iter().map(Value::to_string).collect();
                write!(f, "the table is changed as {seat} proposed: {}", edits.join(", "))
            }
        }
    }
}

impl Step {
    /// Whose step it is.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Step::Answer { seat, .. } | Step::Withdraw { seat } | Step::Concede { seat } | Step::Draft { seat, .. } => Some(*seat),
            Step::Edit { seat, .. } => Some(*seat),
            Step::Rekey { .. } => None,
        }
    }

    /// Does this step with the game. On an error nothing has changed. A seat that does not exist and a stale decision number are
    /// errors too.
    pub fn take<G: Game, S: Sink<G::Event>>(&self, game: &mut G, rules: &G::Rules, sink: &mut S) -> Result<(), Illegal> {
        match self {
            Step::Answer { seat, decision, picks } => {
                check_decision(game, *seat, *decision)?;
                game.answer(rules, *seat, picks, sink)?;
            }
            Step::Withdraw { seat } => {
                check_seat(game, *seat)?;
                game.withdraw(rules, *seat)?;
            }
            Step::Concede { seat } => {
                check_seat(game, *seat)?;
                game.concede(rules, *seat, sink)?;
            }
            Step::Draft { seat, decision, picks } => {
                check_decision(game, *seat, *decision)?;
                let mut trial = game.clone();
                for pick in picks {
                    if trial.apply(rules, *seat, *pick, sink)? != Applied::Drafting {
                        return Err(Illegal::new("not_listed", "the picks of a draft must leave the answer open"));
                    }
                }
                *game = trial;
            }
            Step::Rekey { seed } => game.rekey(rules, *seed)?,
            Step::Edit { seat, edits } => {
                check_seat(game, *seat)?;
                game.edit(rules, *seat, edits, sink)?;
            }
        }
        Ok(())
    }
}

pub(crate) fn check_seat<G: Game>(game: &G, seat: Seat) -> Result<(), Illegal> {
    match seat.index() < game.seats() {
        true => Ok(()),
        false => Err(Illegal::new("not_asked", format!("there is no seat {seat} at this table of {}", game.seats()))),
    }
}

pub(crate) fn check_decision<G: Game>(game: &G, seat: Seat, decision: u32) -> Result<(), Illegal> {
    check_seat(game, seat)?;
    match game.decision(seat) {
        Some(owed) if owed == decision => Ok(()),
        Some(owed) => {
            Err(Illegal::new("stale", format!("the answer is to decision {decision} of {seat}, which is asked decision {owed} now")))
        }
        None if game.outcome().is_some() => Err(Illegal::new("over", "the game is over")),
        None => Err(Illegal::new("not_asked", format!("{seat} owes no decision now"))),
    }
}

impl Replay {
    /// A replay without steps.
    pub fn new<G: Game>(rules: &G::Rules, setup: &G::Setup, start: Start) -> Result<Replay, ReplayError> {
        Ok(Replay {
            format: FORMAT.to_owned(),
            version: VERSION,
            game: G::KIND.to_owned(),
            rules: G::rules_id(rules),
            algorithm: ALGORITHM.to_owned(),
            setup: serde_json::to_value(setup).map_err(|error| ReplayError::Malformed(format!("the setup has no JSON form: {error}")))?,
            start,
            steps: Vec::new(),
            checkpoints: Vec::new(),
            end: None,
            marks: Vec::new(),
            players: Vec::new(),
            commitment: None,
        })
    }

    /// Reads a file. Never panics, whatever the bytes are.
    pub fn read(bytes: &[u8]) -> Result<Replay, ReplayError> {
        let text = std::str::from_utf8(bytes).map_err(|_| ReplayError::NotAReplay("it is not text".to_owned()))?;
        let value: Value = serde_json::from_str(text).map_err(|error| match error.is_eof() {
            true => ReplayError::CutShort { line: error.line() },
            false => ReplayError::NotAReplay(format!("it is not JSON ({error})")),
        })?;
        if value.get("format").and_then(Value::as_str) != Some(FORMAT) {
            return Err(ReplayError::NotAReplay(format!("its `format` is not `{FORMAT}`")));
        }
        if value.get("version").and_then(Value::as_u64) != Some(u64::from(VERSION)) {
            return Err(ReplayError::Version { found: value.get("version").map_or("(none)".to_owned(), Value::to_string) });
        }
        crate::json::read(value).map_err(ReplayError::Malformed)
    }

    /// The file: JSON with one step a line, so that two replays can be compared line by line.
    pub fn write(&self) -> String {
        fn json<T: Serialize>(value: &T) -> String {
            serde_json::to_string(value).expect("strings, numbers and JSON values have a JSON form")
        }
        fn list<T: Serialize>(items: &[T]) -> String {
            let lines: Vec<String> = items.iter().map(|item| format!("\n    {}", json(item))).collect();
            if lines.is_empty() { "[]".to_owned() } else { format!("[{}\n  ]", lines.join(",")) }
        }
        let fields = [
            ("format", json(&self.format)),
            ("version", json(&self.version)),
            ("game", json(&self.game)),
            ("rules", json(&self.rules)),
            ("algorithm", json(&self.algorithm)),
            ("setup", json(&self.setup)),
            ("start", json(&self.start)),
            ("steps", list(&self.steps)),
            ("checkpoints", list(&self.checkpoints)),
            ("end", json(&self.end)),
            ("marks", list(&self.marks)),
            ("players", json(&self.players)),
        ];
        let commitment = self.commitment.as_ref().map(|commitment| ("commitment", json(commitment)));
        let mut out = "{".to_owned();
        for (i, (name, value)) in fields.iter().chain(&commitment).enumerate() {
            write!(out, "{}\n  \"{name}\": {value}", if i == 0 { "" } else { "," }).expect("writing to a string");
        }
        out + "\n}\n"
    }
}

/// A 64-bit number as decimal text.
mod as_text {
    use serde::{Deserialize, Deserializer, Serializer};

    pub fn serialize<S: Serializer>(number: &u64, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(number)
    }

    pub fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
        let text = String::deserialize(deserializer)?;
        text.parse()
            .map_err(|_| serde::de::Error::custom(format!("a seed is a whole number from 0 to {}, as text, not {text:?}", u64::MAX)))
    }
}

#[cfg(test)]
#[path = "replay_tests.rs"]
mod tests;
