//! The forms in which decks go from program to program, and writing each of them. All of them are read by [`super::import()`].

use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use serde_json::{Value, json};

use super::{Deck, export, faction_name, octgn};
use crate::pool::{Pool, packs};
use crate::words::Faction;

/// How a deck is written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// The deck site's plain text, by kind of card.
    Text,
    /// The same by cycle, with each card's number in its pack.
    Cycle,
    /// OCTGN's XML.
    O8d,
    /// The deck site's JSON.
    Json,
    /// A code and a count a line, under the faction. The name is not in it.
    Codes,
}

impl Form {
    pub const ALL: [Form; 5] = [Form::Text, Form::Cycle, Form::O8d, Form::Json, Form::Codes];

    /// The word on the command line and in messages.
    pub const fn word(self) -> &'static str {
        match self {
            Form::Text => "text",
            Form::Cycle => "cycle",
            Form::O8d => "o8d",
            Form::Json => "json",
            Form::Codes => "codes",
        }
    }

    /// How the name of such a file ends.
    pub const fn ending(self) -> &'static str {
        match self {
            Form::Text | Form::Cycle | Form::Codes => "txt",
            Form::O8d => "o8d",
            Form::Json => "json",
        }
    }
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}

impl FromStr for Form {
    type Err = String;
    fn from_str(word: &str) -> Result<Form, String> {
        let found = Form::ALL.into_iter().find(|form| form.word().eq_ignore_ascii_case(word));
        found.ok_or_else(|| format!("a form is text, cycle, o8d, json or codes, not {word:?}"))
    }
}

/// The deck in this form.
pub fn write(pool: &Pool, deck: &Deck, form: Form) -> String {
    match form {
        Form::Text => export::export(pool, deck),
        Form::Cycle => export::by_cycle(pool, deck),
        Form::O8d => octgn::write(pool, deck),
        Form::Json => format!("{:#}\n", as_json(deck)),
        Form::Codes => codes(deck),
    }
}

/// The deck as the deck site's API gives it.
pub fn as_json(deck: &Deck) -> Value {
    let mut slots: BTreeMap<&str, u32> = BTreeMap::new();
    for (code, count) in deck.plots.iter().chain(&deck.draw) {
        *slots.entry(code).or_default() += count;
    }
    json!({
        "name": deck.name, "version": deck.version, "faction_code": deck.faction.word(), "agendas": deck.agendas, "slots": slots,
    })
}

fn codes(deck: &Deck) -> String {
    let faction = (deck.faction != Faction::Neutral).then(|| faction_name(deck.faction));
    let agendas = deck.agendas.iter().map(|code| format!("{code} x1"));
    let cards = deck.plots.iter().chain(&deck.draw).map(|(code, count)| format!("{code} x{count}"));
    let lines: Vec<String> = faction.into_iter().chain(agendas).chain(cards).collect();
    lines.join("\n") + "\n"
}

/// The cycles in order, each with the codes of its packs.
pub fn cycles() -> &'static [(&'static str, Vec<&'static str>)] {
    static CYCLES: OnceLock<Vec<(&str, Vec<&str>)>> = OnceLock::new();
    CYCLES.get_or_init(|| {
        let lines = include_str!("../../../../cards/cycles.tsv").lines().skip(1);
        let mut cycles: Vec<(&str, Vec<&str>)> =
            lines.filter_map(|line| line.split_once('\t')).map(|(name, packs)| (name, packs.split(' ').collect())).collect();
        // As the packs are: the earliest first, variants last.
        let first = |codes: &[&str]| packs().iter().find(|pack| codes.contains(&pack.code)).map_or(usize::MAX, |pack| pack.order);
        cycles.sort_by_key(|(_, codes)| first(codes));
        cycles
    })
}
