//! Messages about decks: a deck as it is edited, what is to be said of it, decks in other programs' forms, the shelf.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use super::BlankCard;

/// A deck in the making: it may be empty or illegal, but every card in it is known.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct DeckDraft {
    /// At most 60 characters.
    #[serde(default)]
    pub name: String,
    /// `stark`; empty while none is chosen.
    #[serde(default)]
    pub faction: String,
    /// Codes, in order.
    #[serde(default)]
    pub agendas: Vec<String>,
    /// Copies by code, plots too.
    #[serde(default)]
    pub cards: BTreeMap<String, u32>,
    /// `joust` (also when it is empty), `melee` or `starter`.
    #[serde(default)]
    pub format: String,
    /// The code of the restricted list that it is held against; empty for none.
    #[serde(default)]
    pub list: String,
    /// What its owner writes about it, at most 4000 characters.
    #[serde(default)]
    pub note: String,
}

/// Something that a deck's format, a list or a reader has against a deck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DeckProblem {
    /// `illegal`, `unreadable`, `unknown_card`, `not_implemented`, `count`, `faction`.
    pub kind: String,
    /// The line of the file that was read, from 1.
    pub line: Option<u32>,
    /// The card concerned, by its name.
    pub card: Option<String>,
    pub message: String,
    pub rule: Option<String>,
    /// Whether it is the restricted list that forbids it.
    pub by_list: bool,
}

/// `POST /api/decks/judge` with a [`DeckDraft`]: what is to be said of it now.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Judged {
    /// Nothing forbids it in its format and by its list.
    pub legal: bool,
    pub problems: Vec<DeckProblem>,
    /// Its cards that are not implemented: they are played blank.
    pub blank: Vec<BlankCard>,
    /// Cards of the draw deck and of the plot deck.
    pub cards: u32,
    pub plots: u32,
    /// The list it was held against.
    pub list: Option<DeckList>,
    /// The deck as text, as a table takes it.
    pub text: String,
    /// Why it cannot be brought to a table as it is.
    pub unplayable: Option<String>,
}

/// A dated list of banned and restricted cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DeckList {
    pub code: String,
    pub name: String,
    /// The day from which it counts, `2026-07-01`.
    pub date: String,
}

/// `POST /api/decks/read`: decks in any form.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ReadDecks {
    pub text: String,
}

/// The answer: the decks as far as they could be read, and everything that could not.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DecksRead {
    pub decks: Vec<DeckDraft>,
    pub problems: Vec<DeckProblem>,
    /// What the reader decided where the file left it open.
    pub notes: Vec<String>,
}

/// `POST /api/decks/write`: a deck in one of the forms `text`, `cycle`, `o8d`, `json`, `codes`.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct WriteDeck {
    pub deck: DeckDraft,
    pub form: String,
}

/// The answer: a file.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct DeckFile {
    /// `Wolves.o8d`
    pub file: String,
    pub text: String,
}

/// A deck in the list of my decks (`GET /api/me/decks`).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MyDeck {
    pub id: String,
    pub name: String,
    pub faction: String,
    /// By their names.
    pub agendas: Vec<String>,
    pub format: String,
    /// The restricted list, by its name.
    pub list: Option<String>,
    pub cards: u32,
    pub plots: u32,
    pub legal: bool,
    /// How much forbids it, and the first of it.
    pub problems: u32,
    pub problem: Option<String>,
    /// How many of its cards are not implemented.
    pub blank: u32,
    /// Why it cannot be brought to a table as it is.
    pub unplayable: Option<String>,
    /// Seconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub changed: i64,
}

/// One deck of mine (`GET /api/me/decks/{id}`; also the answer to `POST`).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct KeptDeck {
    pub id: String,
    /// To be sent along with a change.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: i64,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub changed: i64,
    pub deck: DeckDraft,
    pub judged: Judged,
}

/// `POST /api/me/decks/{id}`: the deck as it is now. `version` is that which was changed: what was changed elsewhere since is not lost.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct ChangeDeck {
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub version: i64,
    pub deck: DeckDraft,
}

/// `GET` and `POST /api/rooms/{id}/note`: what I wrote down about a table, for me alone. At most 4000 characters.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(deny_unknown_fields)]
pub struct RoomNote {
    pub text: String,
}
