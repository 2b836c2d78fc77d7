//! Messages about positions: tables as text (see `docs/position-text.md`).

use serde::{Deserialize, Deserializer, Serialize};
use serde_json::Value;

use super::NewRoom;

/// `POST /api/rooms` with a position instead of decks; answers `{"room": "...", "seat": ...}`, or 400 with `error.lines`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct NewPosition {
    /// `card`, also when it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub kind: Option<String>,
    /// The position text, at most 32 KiB.
    pub position: String,
    /// My seat, from 0 (default: the first).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub seat: Option<u8>,
    /// My name at the table.
    #[serde(default)]
    pub name: String,
    /// Who plays the other seats: `bot`, `open` (a link to share) or `self` (I play every seat).
    pub opponent: String,
    /// Bot name when `opponent` is `bot`: `random`, `eager`, `steward`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub bot: Option<String>,
    /// The bluff time in seconds (default: none).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub bluff: Option<u32>,
}

/// The body of `POST /api/rooms`: with decks, or with a position.
#[derive(Clone, Debug)]
pub enum RoomWish {
    Decks(Box<NewRoom>),
    Position(NewPosition),
}

impl<'de> Deserialize<'de> for RoomWish {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<RoomWish, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let wish = match value.get("position") {
            Some(_) => serde_json::from_value(value).map(RoomWish::Position),
            None => serde_json::from_value(value).map(Box::new).map(RoomWish::Decks),
        };
        wish.map_err(serde::de::Error::custom)
    }
}

/// `POST /api/positions/check`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct CheckPosition {
    /// `card`, also when it is left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub kind: Option<String>,
    /// The position text, at most 32 KiB.
    pub text: String,
    /// What this seat sees of it; left out: everything.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "ts", ts(optional))]
    pub viewer: Option<u8>,
}

/// What a position text comes to.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PositionCheck {
    /// Whether a game can go on from it.
    pub ok: bool,
    /// Everything that is wrong, in the order of the lines.
    pub errors: Vec<LineError>,
    pub seats: u8,
    pub format: String,
    pub rulings: String,
    /// The table (the game's own `View`); null when there are errors.
    pub view: Value,
    /// Who is asked what.
    pub asked: Vec<Asked>,
    /// The text in its usual form, with the names of the cards.
    pub text: Option<String>,
    /// Why it cannot be written again.
    pub note: Option<String>,
}

/// What is wrong in a line of a position text.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LineError {
    /// From 1.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub line: usize,
    pub what: String,
    /// What would be right, if that can be said.
    pub right: Option<String>,
}

impl LineError {
    /// In one sentence.
    pub fn sentence(&self) -> String {
        let right = self.right.as_ref().map_or(String::new(), |right| format!("; {right}"));
        format!("line {}: {}{right}", self.line, self.what)
    }
}

/// A seat and what it is asked.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Asked {
    pub seat: u8,
    pub text: String,
}

/// `GET /api/rooms/{id}/position` and `GET /api/rooms/{id}/replay/{step}/position`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PositionText {
    pub text: String,
    /// The step after which the table was so: the one that was asked for, or the last before it that has a text.
    pub step: u32,
    pub steps: u32,
}
