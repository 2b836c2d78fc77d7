//! Messages about what is said at a table, and who looks on there.

use serde::{Deserialize, Serialize};

/// Those who look on without a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Watchers {
    pub count: u32,
    /// Those with an account; the others are guests.
    pub names: Vec<String>,
}

/// Something that was said at the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct ChatLine {
    /// Counts what I have heard, from 0.
    pub seq: u64,
    /// The seat that said it.
    pub from: u8,
    /// The seat that alone was told; null: everybody.
    pub to: Option<u8>,
    /// Plain text: nothing in it is a mark.
    pub text: String,
}

/// What those who look on say among themselves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Gallery {
    /// Whether I may say something here (`POST /api/rooms/{id}/aside`).
    pub talks: bool,
    /// My number among those who have spoken.
    pub me: Option<u32>,
    /// What was said since the last `State` that this client got (all of it on connecting).
    pub lines: Vec<Aside>,
    /// Lines that an operator took away, by their numbers.
    #[cfg_attr(feature = "ts", ts(as = "Vec<u32>"))]
    pub removed: Vec<u64>,
    /// Those whom I do not want to hear, by their numbers.
    pub unheard: Vec<u32>,
}

/// Something that somebody said who looks on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Aside {
    /// Counts all of them, from 0.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seq: u64,
    /// Who said it: a number among those who have spoken, and a name.
    pub who: u32,
    pub name: String,
    /// Plain text: nothing in it is a mark.
    pub text: String,
}

/// `POST /api/rooms/{id}/aside`: says something to those who look on, as I do.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct SayAside {
    pub text: String,
    /// What I am called here from my first word on; who has an account is called by its name.
    #[serde(default)]
    pub name: String,
}
