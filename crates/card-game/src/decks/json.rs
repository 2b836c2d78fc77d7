//! Reading decks as the deck site's API gives them: a name, a faction, cards as codes with counts.

use std::fmt;

use serde::Deserialize;
use serde::de::{MapAccess, Visitor};
use serde_json::Value;

use super::builder::Builder;
use super::import::unreadable;
use super::{Deck, Kind, Problem, line, quoted};
use crate::lang::near;
use crate::pool::Pool;
use crate::words::Faction;

/// The fields that matter; what else the API gives (dates, descriptions, user) is about the deck, not of it.
#[derive(Deserialize)]
struct ApiDeck {
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    version: Option<Value>,
    #[serde(default)]
    faction_code: Option<String>,
    slots: Slots,
    #[serde(default)]
    agendas: Option<Vec<String>>,
    #[serde(default)]
    agenda_code: Option<String>,
}

/// Codes and counts in the order of the file, also a code that is there twice.
struct Slots(Vec<(String, Value)>);

impl<'de> Deserialize<'de> for Slots {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Slots, D::Error> {
        struct Pairs;
        impl<'de> Visitor<'de> for Pairs {
            type Value = Slots;
            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of codes and numbers")
            }
            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Slots, A::Error> {
                let mut slots = Vec::new();
                while let Some(slot) = map.next_entry()? {
                    slots.push(slot);
                }
                Ok(Slots(slots))
            }
        }
        deserializer.deserialize_map(Pairs)
    }
}

/// Reads one deck or a list of decks; `Err` if it is no JSON or no deck.
pub fn read(pool: &Pool, text: &str, found: &mut dyn FnMut((Deck, Vec<Problem>, Vec<Problem>))) -> Result<(), Problem> {
    let decks: Vec<ApiDeck> =
        if text.trim_start().starts_with('[') { serde_json::from_str(text) } else { serde_json::from_str(text).map(|deck| vec![deck]) }
            .map_err(|error| {
                let what = if error.is_data() { "this JSON is not a deck" } else { "this JSON is broken" };
                unreadable(Some(error.line().max(1)), format!("{what}: {error}"))
            })?;
    if decks.is_empty() {
        return Err(unreadable(Some(1), "the list of decks is empty".to_owned()));
    }
    let mut places = Places { text, from: 0 };
    for deck in decks {
        found(build(pool, deck, &mut places));
    }
    Ok(())
}

fn build(pool: &Pool, api: ApiDeck, places: &mut Places<'_>) -> (Deck, Vec<Problem>, Vec<Problem>) {
    let mut builder = Builder::new(pool);
    builder.deck.name = api.name.unwrap_or_default();
    builder.deck.version = match api.version {
        Some(Value::String(version)) => version,
        Some(version @ Value::Number(_)) => version.to_string(),
        _ => String::new(),
    };
    if let Some(code) = api.faction_code {
        let at = places.line_of(&code);
        match line::faction(&code) {
            Some(faction) => builder.faction(faction, at),
            None => {
                let near = near::nearest(&code.chars().take(40).collect::<String>(), Faction::ALL.iter().map(|f| f.word()));
                builder.problem(Kind::Faction, at, None, format!("no faction is called {}; the nearest is {near}", quoted(&code)));
            }
        }
    }
    let mut agendas = api.agendas.unwrap_or_default();
    agendas.extend(api.agenda_code.filter(|code| !agendas.contains(code)));
    for (code, count) in api.slots.0 {
        let at = places.next_key(&code);
        if builder.is_full() {
            builder.stopped(at);
            return builder.finish(None);
        }
        let Some(card) = builder.by_code(&code, at).and_then(|code| pool.card(&code)) else { continue };
        match count.as_u64().and_then(|count| u32::try_from(count).ok()) {
            // The API lists agendas among the cards too.
            Some(1) if agendas.contains(&code) => {}
            Some(count) => builder.add(card, count, at),
            None => builder.wrong_count(card, &count.to_string(), at),
        }
    }
    for code in agendas {
        let at = places.line_of(&code);
        if builder.is_full() {
            builder.stopped(at);
            break;
        }
        let Some(card) = builder.by_code(&code, at).and_then(|code| pool.card(&code)) else { continue };
        match card.kind {
            crate::words::CardType::Agenda => builder.add(card, 1, at),
            other => {
                let message = format!("{} is a card of type {other}, not an agenda", card.name);
                builder.problem(Kind::Illegal, at, Some(&card.name), message);
            }
        }
    }
    builder.finish(None)
}

/// Finds lines again, which the JSON reader does not tell: the keys of a file come in its order.
struct Places<'a> {
    text: &'a str,
    from: usize,
}

impl Places<'_> {
    /// The line of the next `"code":`.
    fn next_key(&mut self, code: &str) -> Option<usize> {
        let quoted = format!("\"{code}\"");
        let mut from = self.from;
        while let Some(at) = self.text.get(from..)?.find(&quoted).map(|at| from + at) {
            from = at + quoted.len();
            if self.text[from..].trim_start().starts_with(':') {
                self.from = from;
                return Some(self.line_at(at));
            }
        }
        None
    }

    /// The line of the first `"code"` that does not stand before a colon.
    fn line_of(&self, code: &str) -> Option<usize> {
        let quoted = format!("\"{code}\"");
        let mut found = self.text.match_indices(&quoted);
        found.find(|(at, _)| !self.text[at + quoted.len()..].trim_start().starts_with(':')).map(|(at, _)| self.line_at(at))
    }

    fn line_at(&self, at: usize) -> usize {
        1 + self.text[..at].matches('\n').count()
    }
}
