//! The entries of a room's log: the whole truth of a room.
//!
//! Every entry is one line of JSON in the store. What is not here does not survive a restart, and need not: who is connected,
//! which windows a seat wants to stop in.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::agree::Talk;
use crate::clocks::Times;
use crate::terms::Terms;
use crate::wire::BlankCard;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::Seat;
use table::replay::Step;

/// One entry.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(tag = "entry", rename_all = "snake_case")]
#[allow(clippy::large_enum_variant)] // The largest stands once in a log, at its beginning.
pub enum Entry {
    /// The first entry of every log.
    Created(Created),
    /// An open seat was taken.
    Joined { seat: Seat, chair: Chair },
    /// Who sat here stands up before the game begins: the seat is open again.
    Stood { seat: Seat },
    /// The host of a table that waits, who sits here, closed it: no game begins there any more.
    Closed { seat: Seat },
    /// All seats are taken: the game begins with this setup (the game's own `Setup`).
    Started { setup: Value },
    /// All seats are taken: the game begins with this table, the whole state of the game.
    Laid { setup: Value, state: Value },
    /// A step of the game: a whole answer, or one that was taken back.
    Step { step: Step, by: By },
    /// A pass that is not shown before the window's bluff time is over; the step follows then.
    Held { step: Step, by: By },
    /// A seat gave up: the others win.
    Conceded { seat: Seat },
    /// A clock ran out: the seat gives up, which follows.
    Flagged { seat: Seat },
    /// How much time is left, after every change of a room with a clock.
    Time(Times),
    /// The players go on in another room.
    Rematch { room: String },
    /// A seat said something, to all or to one other seat.
    Said { seat: Seat, to: Option<Seat>, text: String },
    /// Somebody who looks on said something to the others who do.
    Aside { from: String, name: String, text: String },
    /// An operator took a line of the chat away, by its number among all: it stands in the log, and nobody is shown it.
    Moderated { line: u64 },
    /// What the players agree on.
    Agree(Talk),
    /// A program leaves: the game in a form that describes itself, for one with other rules.
    Rebase(Rebase),
    /// A program with other rules goes on from the last [`Entry::Rebase`].
    Resumed(Resumed),
    /// Who sits here took the file of a room that is paused: it tells all that is hidden.
    Opened { seat: Seat },
}

/// What never changes about a room, and who sits there at first.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Created {
    pub kind: String,
    /// The rules under which all that follows is to be read; a program with other rules shows the room as paused.
    pub rules: String,
    pub format: String,
    pub rulings: Option<String>,
    /// The seed of the game's chance. As text: JSON numbers do not hold 64 bits everywhere.
    pub seed: String,
    /// With the seed, what the room's commitment is made of.
    pub salt: String,
    /// The program that made the room.
    pub engine: String,
    pub chairs: Vec<Chair>,
    /// The bluff time in seconds.
    #[serde(default)]
    pub bluff: u32,
    /// The text of the position with which the game begins; nobody brings a deck then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// Cards that are not implemented may be played blank: everybody who sits here has agreed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub plays_blank: bool,
    /// The game is rated: who has an account and plays to the end wins or loses points by it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub rated: bool,
    #[serde(default, skip_serializing_if = "Terms::is_usual")]
    pub terms: Terms,
    /// The Argon2 hash of the table's password.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub password: Option<String>,
    /// For how many seconds a player may be away before the others may vote on the seat.
    #[serde(default = "grace")]
    pub grace: u32,
}

/// [`Created::grace`] where nobody wished for another.
pub fn grace() -> u32 {
    60
}

/// The game as a leaving program left it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Rebase {
    /// The rules of the steps before, and the program.
    pub rules: String,
    pub engine: String,
    /// How many of those steps there were, and how many of the last of them are not in the snapshot: something was half resolved.
    pub steps: u32,
    #[serde(default)]
    pub back: u32,
    /// The game's own form, with its name and version in `form`.
    pub snapshot: Value,
}

/// What goes on from a [`Rebase`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Resumed {
    /// The rules under which all that follows is to be read.
    pub rules: String,
    pub engine: String,
    /// The whole state, as these rules know it.
    pub state: Value,
    /// The seed of chance from here on, where steps were lost in which something may have been seen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<String>,
}

/// A place at the table and who sits in it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Chair {
    /// What the others call this player.
    pub name: String,
    /// The session that owns the seat.
    pub owner: Option<String>,
    /// The bot that plays here.
    pub bot: Option<String>,
    /// The deck's name, and the deck as text.
    pub deck_name: String,
    pub deck: String,
    /// Its cards that are not implemented, and played blank.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blank: Vec<BlankCard>,
}

impl Chair {
    /// Whether somebody may still sit down here.
    pub fn is_open(&self) -> bool {
        self.owner.is_none() && self.bot.is_none()
    }
}

/// Who took a step.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum By {
    Player,
    Bot,
    /// Nobody: it was the only legal answer.
    Auto,
    /// The players agreed on it.
    All,
}

impl Created {
    /// What the room publishes at its start, so that seed and salt, told at its end, can be checked against it: the BLAKE3 hash of
    /// `seed:salt`, the seed as a decimal number.
    pub fn commitment(&self) -> String {
        table::replay::Commitment::publish(&self.seed, &self.salt)
    }
}

/// An entry as it stands in the store.
pub fn line(entry: &Entry) -> String {
    serde_json::to_string(entry).expect("an entry is plain data")
}

/// An entry with when it was written: milliseconds since 1970. Logs of older programs have none.
pub fn stamped(entry: &Entry, at: u64) -> String {
    let mut line = line(entry);
    line.truncate(line.len() - 1);
    line + &format!(",\"at\":{at}}}")
}

/// When an entry was written.
pub fn at(line: &str) -> Option<u64> {
    #[derive(Deserialize)]
    struct At {
        at: Option<u64>,
    }
    serde_json::from_str::<At>(line).ok()?.at
}

/// Milliseconds since 1970. In tests whose clock stands still or jumps, this one does the same: it is as far ahead of the system's as
/// the runtime's clock is.
pub fn now() -> u64 {
    let system = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_millis() as i128);
    let (runtime, real) = (tokio::time::Instant::now().into_std(), std::time::Instant::now());
    let ahead = runtime.saturating_duration_since(real).as_millis() as i128 - real.saturating_duration_since(runtime).as_millis() as i128;
    u64::try_from(system + ahead).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_read_back() {
        let entries = [
            Entry::Created(Created {
                kind: "toy".into(),
                rules: "toy-1".into(),
                format: "bids".into(),
                rulings: None,
                seed: u64::MAX.to_string(),
                salt: "ab".into(),
                engine: "maester 0.1.0".into(),
                chairs: vec![Chair::default()],
                bluff: 3,
                position: None,
                plays_blank: false,
                rated: false,
                terms: Terms::default(),
                password: None,
                grace: 60,
            }),
            Entry::Held { step: Step::Answer { seat: Seat(1), decision: 7, picks: vec![3] }, by: By::Player },
            Entry::Step { step: Step::Answer { seat: Seat(1), decision: 7, picks: vec![3, 0] }, by: By::Auto },
            Entry::Step { step: Step::Withdraw { seat: Seat(0) }, by: By::Player },
            Entry::Said { seat: Seat(2), to: Some(Seat(0)), text: "a truce".into() },
            Entry::Aside { from: "g1".into(), name: "Dan".into(), text: "look at that".into() },
            Entry::Rematch { room: "x".into() },
            Entry::Rebase(Rebase {
                rules: "a".into(),
                engine: "b".into(),
                steps: 3,
                back: 1,
                snapshot: serde_json::json!({"form": "toy 1"}),
            }),
            Entry::Resumed(Resumed { rules: "c".into(), engine: "d".into(), state: Value::Null, seed: None }),
            Entry::Opened { seat: Seat(1) },
            Entry::Stood { seat: Seat(1) },
            Entry::Closed { seat: Seat(0) },
            Entry::Agree(Talk::Proposed { seat: Seat(0), number: 1, what: crate::agree::Topic::Undo { keep: 4 } }),
            Entry::Agree(Talk::Done { number: 1, seed: Some("9".into()) }),
            Entry::Step { step: Step::Edit { seat: Seat(0), edits: vec![serde_json::json!({"do": "coins"})] }, by: By::All },
        ];
        for entry in entries {
            assert_eq!(serde_json::from_str::<Entry>(&line(&entry)).unwrap(), entry);
            let stamped = stamped(&entry, 1_700_000_000_123);
            assert_eq!(serde_json::from_str::<Entry>(&stamped).unwrap(), entry, "a time is no obstacle");
            assert_eq!((at(&stamped), at(&line(&entry))), (Some(1_700_000_000_123), None));
        }
    }
}
