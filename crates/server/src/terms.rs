//! On what terms a table is played: who finds it, who may look on, with which decks, with how much time.

use serde::{Deserialize, Serialize};

use crate::games::Games;
use crate::room::{Refusal, visible};

/// The longest note of a table, in characters.
const LONGEST_NOTE: usize = 80;
/// The longest password of a table, in bytes.
pub const LONGEST_PASSWORD: usize = 200;
/// Seconds of a clock at most: three hours, of a move thirty days; of a delay or an increment five minutes.
const LONGEST_CLOCK: u32 = 3 * 3600;
const LONGEST_MOVE: u32 = 30 * 24 * 3600;
const LONGEST_EXTRA: u32 = 300;

/// Who finds a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Visibility {
    /// Everybody: it stands in the lobby.
    Open,
    /// Whoever has its link.
    #[default]
    Link,
    /// It stands in the lobby; who sits down gives its password.
    Password,
}

/// What those see who have no seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Watching {
    /// What lies open.
    #[default]
    Open,
    /// All that any seat knows, at once: whoever sits down has to agree.
    Hands,
    /// Nothing while the game goes on.
    Nobody,
}

/// Which decks may be played.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct Legality {
    /// The format by whose rules decks are built: `joust`, `melee`, `starter`.
    pub format: String,
    /// A restricted list, as `maester deck check --list` names it; a room keeps its full name.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub list: Option<String>,
}

/// How much time the seats have. Bots have all the time in the world.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Clock {
    /// So many seconds for the whole game. The first `delay` seconds of every decision cost nothing; every answer adds `increment`.
    Chess {
        seconds: u32,
        #[serde(default)]
        delay: u32,
        #[serde(default)]
        increment: u32,
    },
    /// So many seconds in every round of the game; what is left over is lost.
    Round { seconds: u32 },
    /// So many seconds for every decision.
    Move { seconds: u32 },
}

/// The terms of a table.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(default, deny_unknown_fields)]
pub struct Terms {
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Visibility>"))]
    pub visibility: Visibility,
    /// A line about the table, for the lobby.
    #[serde(skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<String>"))]
    pub note: String,
    /// Which decks may be played; left out: any that the rules engine can play.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub legality: Option<Legality>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub clock: Option<Clock>,
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<Watching>"))]
    pub watching: Watching,
    /// Who looks on says nothing; else they talk among themselves, and the players read it after the game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[cfg_attr(feature = "ts", ts(optional, as = "Option<bool>"))]
    pub silent: bool,
}

impl Terms {
    /// Whether nothing was agreed on beyond what is usual.
    pub fn is_usual(&self) -> bool {
        *self == Terms::default()
    }

    /// Whether the table stands in the lobby.
    pub fn is_listed(&self) -> bool {
        self.visibility != Visibility::Link
    }

    /// The same in the words that a room keeps; an error that says what is wrong.
    pub fn checked(mut self, games: &Games, kind: &str) -> Result<Terms, Refusal> {
        self.note = visible(&self.note);
        let length = self.note.chars().count();
        if length > LONGEST_NOTE {
            return Err(wrong(format!("the note of a table has at most {LONGEST_NOTE} characters, not {length}")));
        }
        if let Some(legality) = self.legality.take() {
            self.legality = Some(games.kind(kind)?.legality(&legality)?);
        }
        if let Some(clock) = self.clock {
            clock.checked()?;
        }
        Ok(self)
    }
}

impl Clock {
    fn checked(self) -> Result<(), Refusal> {
        let (seconds, most, extra) = match self {
            Clock::Chess { seconds, delay, increment } => (seconds, LONGEST_CLOCK, delay.max(increment)),
            Clock::Round { seconds } => (seconds, LONGEST_CLOCK, 0),
            Clock::Move { seconds } => (seconds, LONGEST_MOVE, 0),
        };
        if !(1..=most).contains(&seconds) {
            return Err(wrong(format!("this clock has 1 to {most} seconds, not {seconds}")));
        }
        if extra > LONGEST_EXTRA {
            return Err(wrong(format!("a delay or an increment has at most {LONGEST_EXTRA} seconds, not {extra}")));
        }
        Ok(())
    }
}

fn wrong(message: String) -> Refusal {
    Refusal::new("bad_request", message)
}
