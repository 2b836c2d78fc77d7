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

/// What a deck looks like, for those who bring something else.
const EXAMPLE: &str = r#"a deck looks like {"name": "Wolves", "faction_code": "stark", "slots": {"01141": 3}, "agendas": ["01027"]}"#;

/// Whether a text is JSON from end to end that can be no deck and no list of decks, and what it is then.
pub fn other_json(pool: &Pool, text: &str) -> Option<Problem> {
    let value: Value = serde_json::from_str(text).ok()?;
    match &value {
        Value::Object(_) => return None,
        Value::Array(items) if items.iter().all(Value::is_object) => return None,
        // One line of a list: a name in quotes, a code.
        Value::String(name) if !pool.cards_named(name).is_empty() => return None,
        Value::Number(_) if text.trim().len() == 5 || pool.card(text.trim()).is_some() => return None,
        _ => {}
    }
    Some(unreadable(Some(1), format!("this JSON is not a deck, but {}; {EXAMPLE}", described(&value))))
}

/// A value in words.
fn described(value: &Value) -> String {
    let plain = |value: &Value| match value {
        Value::Null => "null".to_owned(),
        Value::Bool(_) => "true or false".to_owned(),
        Value::Number(_) => "a number".to_owned(),
        Value::String(_) => "a text".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    };
    match value {
        Value::Array(items) => match items.iter().enumerate().find(|(_, item)| !item.is_object()) {
            Some((place, item)) => format!("a list whose entry {} is {}", place + 1, plain(item)),
            None => "a list".to_owned(),
        },
        Value::Object(fields) if fields.is_empty() => "an object without fields".to_owned(),
        Value::Object(fields) => {
            let names: Vec<String> = fields.keys().take(8).map(|name| quoted(name)).collect();
            format!("an object with {}{}", names.join(", "), if fields.len() > 8 { " and others" } else { "" })
        }
        other => plain(other),
    }
}

/// What is wrong with a text that should be one deck or several: as JSON, or as decks.
fn wrong(text: &str, error: &serde_json::Error) -> Problem {
    let line = Some(error.line().max(1));
    if !error.is_data() {
        return unreadable(line, format!("this JSON is broken: {error}"));
    }
    // Of a list the first that is no deck is described.
    let value = serde_json::from_str::<Value>(text).ok();
    let decks = value.iter().flat_map(|value| value.as_array().map_or(std::slice::from_ref(value), Vec::as_slice));
    match decks.into_iter().find(|deck| deck.get("slots").is_none()) {
        Some(deck) => unreadable(line, format!("this JSON is not a deck: it has no `slots`, and is {}; {EXAMPLE}", described(deck))),
        None => unreadable(line, format!("this JSON is not a deck: {error}; {EXAMPLE}")),
    }
}

/// Reads one deck or a list of decks; `Err` if it is no JSON or no deck.
pub fn read(pool: &Pool, text: &str, found: &mut dyn FnMut((Deck, Vec<Problem>, Vec<Problem>))) -> Result<(), Problem> {
    let decks: Vec<ApiDeck> =
        if text.trim_start().starts_with('[') { serde_json::from_str(text) } else { serde_json::from_str(text).map(|deck| vec![deck]) }
            .map_err(|error| wrong(text, &error))?;
    if decks.is_empty() {
        return Err(unreadable(Some(1), format!("the list of decks is empty; {EXAMPLE}")));
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
