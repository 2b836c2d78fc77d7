//! Decks: what one is, reading and writing the formats that players use, judging them, and decks that are ready to play.
//!
//! [`import`] reads any of the formats, [`write`] writes each of them ([`export`]: plain text), [`legality::check`] judges a deck by a format's rules,
//! [`lists`] by what an event bans and restricts, [`random`] draws decks for the soak, and [`ready`] holds the decks that ship with the game. `line` is the grammar of one line, `text`, `json` and `octgn` read whole decks into a
//! `builder`, which knows the cards.

mod builder;
mod export;
mod forms;
mod import;
mod json;
pub mod legality;
mod line;
pub mod lists;
mod octgn;
pub mod random;
pub mod ready;
mod seat;
mod text;

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

pub use export::export;
pub use forms::{Form, as_json, write};
pub use import::{Import, import};
pub use legality::check;

use crate::pool::{Card, Pool};
use crate::words::Faction;

/// A deck as its owner brings it to the table (RR.deck.core). Cards are codes with counts, in the order they were read.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Deck {
    pub name: String,
    /// The owner's version, `1.0`; may be empty.
    #[serde(default)]
    pub version: String,
    /// The faction card; [`Faction::Neutral`] stands for none.
    pub faction: Faction,
    /// The agendas' codes, usually one or none.
    #[serde(default)]
    pub agendas: Vec<String>,
    /// The plot deck.
    pub plots: Vec<(String, u32)>,
    /// The draw deck.
    pub draw: Vec<(String, u32)>,
    /// What the deck was built for, where that is known.
    #[serde(default)]
    pub format: Option<Format>,
    /// The line of the file on which each card first stood, from 1.
    #[serde(skip)]
    pub lines: BTreeMap<String, usize>,
}

impl Default for Deck {
    fn default() -> Deck {
        Deck {
            name: String::new(),
            version: String::new(),
            faction: Faction::Neutral,
            agendas: Vec::new(),
            plots: Vec::new(),
            draw: Vec::new(),
            format: None,
            lines: BTreeMap::new(),
        }
    }
}

impl Deck {
    /// Cards in the plot deck.
    pub fn plot_count(&self) -> u32 {
        self.plots.iter().fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }

    /// Cards in the draw deck.
    pub fn draw_count(&self) -> u32 {
        self.draw.iter().fold(0, |sum, (_, count)| sum.saturating_add(*count))
    }
}

/// The cards of a deck that are known and not implemented, each once with its copies, in the deck's order. A game may be played with
/// them blank, if everybody agrees.
pub fn unwritten<'p>(pool: &'p Pool, deck: &Deck) -> Vec<(&'p Card, u32)> {
    let agendas = deck.agendas.iter().map(|code| (code, 1));
    let slots = agendas.chain(deck.plots.iter().chain(&deck.draw).map(|(code, count)| (code, *count)));
    slots.filter_map(|(code, count)| Some((pool.card(code)?, count))).filter(|(card, _)| card.def.is_none()).collect()
}

/// These cards as a sentence names them: `Old Nan (03010), Rickon Stark (03016)`.
pub fn named<'p>(cards: impl IntoIterator<Item = &'p Card>) -> String {
    let names: Vec<String> = cards.into_iter().map(|card| format!("{} ({})", card.name, card.code)).collect();
    names.join(", ")
}

/// What a deck is built for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Format {
    Joust,
    Melee,
    /// Like joust, without a least size of the draw deck.
    Starter,
}

impl Format {
    pub const ALL: [Format; 3] = [Format::Joust, Format::Melee, Format::Starter];

    /// The word on the command line and in data.
    pub const fn word(self) -> &'static str {
        match self {
            Format::Joust => "joust",
            Format::Melee => "melee",
            Format::Starter => "starter",
        }
    }
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Format {
    type Err = String;
    fn from_str(word: &str) -> Result<Format, String> {
        let found = Format::ALL.into_iter().find(|format| format.word().eq_ignore_ascii_case(word));
        found.ok_or_else(|| format!("a format is joust, melee or starter, not {word:?}"))
    }
}

/// What sort of problem it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The file or a line of it cannot be read.
    Unreadable,
    /// No card is called so.
    UnknownCard,
    /// The card is known, but has no definition yet: no game can be played with it.
    NotImplemented,
    /// A count that no deck can have.
    Count,
    /// The faction is missing, unknown, or there twice.
    Faction,
    /// Deck construction forbids it.
    Illegal,
    /// Nothing wrong; something the reader decided and the owner should know.
    Note,
}

/// Something wrong with a deck, or with the file it was read from.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Problem {
    pub kind: Kind,
    /// Line of the file, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The card concerned, as it is called or as it was written.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub card: Option<String>,
    pub message: String,
    /// The rule that forbids it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<&'static str>,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}: ")?;
        }
        f.write_str(&self.message)?;
        self.rule.map_or(Ok(()), |rule| write!(f, " ({rule})"))
    }
}

/// A faction as a deck list calls it: `House Stark`, `The Night's Watch`.
pub fn faction_name(faction: Faction) -> String {
    match faction {
        Faction::NightsWatch => "The Night's Watch".to_owned(),
        Faction::Neutral => "Neutral".to_owned(),
        house => format!("House {}", house.title()),
    }
}

/// What somebody wrote, fit for a message: without control characters, and not longer than a line.
fn short(text: &str) -> String {
    let mut short: String = text.trim().chars().take(60).map(|c| if c.is_control() { char::REPLACEMENT_CHARACTER } else { c }).collect();
    if text.trim().chars().nth(60).is_some() {
        short.push('…');
    }
    short
}

fn quoted(text: &str) -> String {
    format!("“{}”", short(text))
}
