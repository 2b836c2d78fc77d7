//! An answer by meaning: verbs and names instead of numbers.
//!
//! Each entry is compared with the legal picks of the moment. An object fits a pick when each of its fields equals the field of that
//! name in the pick's action; a text fits a pick of that verb or of that label, with its marks or in plain words. A card may be given
//! by its id, its code or its name. An entry that fits several picks is refused with those picks, unless they are the same to the one
//! who asks (copies of a card in one place): then the first is taken.

use std::collections::BTreeMap;

use serde_json::Value;
use table::hosted::{Hosted, PromptValue};
use table::{Choice, Pick, Seat, Viewer};

use crate::kind::short;
pub use crate::reply::Error;
use crate::reply::{Candidate, words};

/// Candidates that are told at once.
const TOLD: usize = 40;

/// The picks that `meanings` name for the decision that `seat` owes.
pub fn picks(game: &dyn Hosted, seat: Seat, meanings: &[Value]) -> Result<Vec<Pick>, Error> {
    let names = Names::of(&game.view_json(Viewer::Seat(seat)));
    let mut left: Vec<&Value> = meanings.iter().collect();
    let mut picks: Vec<Pick> = Vec::new();
    loop {
        let asked = game.options_after(seat, &picks)?;
        if asked.complete {
            return match left.first() {
                None => Ok(picks),
                Some(more) => Err(Error::new("not_listed", format!("the answer is complete without {}", short(&more.to_string())))),
            };
        }
        picks.push(next(&names, &asked, &mut left)?);
    }
}

/// The next pick; takes the entry that named it out of `left`.
fn next(names: &Names, asked: &PromptValue, left: &mut Vec<&Value>) -> Result<Pick, Error> {
    let closing = || asked.legal.iter().find(|choice| choice.action["verb"] == "done").map(|choice| choice.index);
    let only = || match asked.legal.as_slice() {
        [only] => Some(only.index),
        _ => None,
    };
    let Some(first) = left.first() else {
        return closing().or_else(only).ok_or_else(|| {
            let wanted = format!("the answer needs more: {}", words(&asked.prompt.text));
            Error { candidates: Some(candidates(asked.legal.iter())), ..Error::new("incomplete", wanted) }
        });
    };
    // Things of a set may be named in any order, picks of a set are ascending: of the entries up to the next closing one, the one whose
    // pick stands first in the list is taken. What is put in an order is taken as it is named.
    let ordered = asked.prompt.kind == table::PromptKind::Order;
    let run = if is_thing(first) && !ordered { left.iter().take_while(|entry| is_thing(entry)).count() } else { 1 };
    let mut best: Option<(usize, Pick)> = None;
    for (place, entry) in left.iter().take(run).enumerate() {
        match names.fitting(entry, &asked.legal).as_slice() {
            [] => {}
            [choice] => {
                if best.is_none_or(|(_, pick)| choice.index < pick) {
                    best = Some((place, choice.index));
                }
            }
            several if names.same(several) => {
                if best.is_none_or(|(_, pick)| several[0].index < pick) {
                    best = Some((place, several[0].index));
                }
            }
            several => {
                let message = format!("{} could be any of {} picks", short(&entry.to_string()), several.len());
                return Err(Error { candidates: Some(candidates(several.iter().copied())), ..Error::new("ambiguous", message) });
            }
        }
    }
    match best {
        Some((place, pick)) => {
            left.remove(place);
            Ok(pick)
        }
        // The set is closed before what comes next.
        None if is_thing(first) && !asked.prompt.drafted.is_empty() && closing().is_some() => Ok(closing().expect("just seen")),
        None => {
            let message = format!("nothing that is asked now fits {}: {}", short(&first.to_string()), words(&asked.prompt.text));
            Err(Error { candidates: Some(candidates(asked.legal.iter())), ..Error::new("no_such_choice", message) })
        }
    }
}

/// Whether an entry names a thing of a set: its verb is `card`, or it has none.
fn is_thing(entry: &Value) -> bool {
    entry.as_object().is_some_and(|fields| fields.get("verb").is_none_or(|verb| verb == "card"))
}

fn candidates<'a>(choices: impl Iterator<Item = &'a Choice>) -> Vec<Candidate> {
    choices.take(TOLD).map(|it| Candidate { index: it.index, action: it.action.clone(), label: it.label.clone() }).collect()
}

/// What else the ids in a view are called.
struct Names {
    /// By id: code, name, and where it lies as far as it matters for being the same.
    cards: BTreeMap<String, (String, String, String)>,
}

impl Names {
    fn of(view: &Value) -> Names {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let cards = view["cards"].as_array().into_iter().flatten().map(|card| {
            // Two cards are the same when nothing but their ids tells them apart.
            let mut rest = card.clone();
            if let Some(fields) = rest.as_object_mut() {
                fields.remove("id");
            }
            (text(&card["id"]), (text(&card["code"]), text(&card["name"]), rest.to_string()))
        });
        Names { cards: cards.collect() }
    }

    fn fitting<'a>(&self, entry: &Value, legal: &'a [Choice]) -> Vec<&'a Choice> {
        let exact: Vec<&Choice> = legal.iter().filter(|choice| self.fits(entry, choice)).collect();
        exact
    }

    fn fits(&self, entry: &Value, choice: &Choice) -> bool {
        match entry {
            Value::String(text) => {
                let (text, label) = (text.to_lowercase(), choice.label.to_lowercase());
                let said = || words(&choice.label).to_lowercase();
                label == text || choice.action["verb"].as_str() == Some(text.as_str()) || said() == text
            }
            Value::Object(fields) => fields.iter().all(|(name, wanted)| self.equal(wanted, &choice.action[name.as_str()])),
            _ => false,
        }
    }

    fn equal(&self, wanted: &Value, found: &Value) -> bool {
        if wanted == found {
            return true;
        }
        let (Some(wanted), Some(found)) = (wanted.as_str(), found.as_str()) else { return false };
        let alias = self.cards.get(found).is_some_and(|(code, name, _)| {
            !code.is_empty() && code == wanted || !name.is_empty() && name.to_lowercase() == wanted.to_lowercase()
        });
        alias || wanted.to_lowercase() == found.to_lowercase()
    }

    /// Whether these picks differ in nothing but the ids of cards that are the same.
    fn same(&self, choices: &[&Choice]) -> bool {
        let plain = |choice: &Choice| {
            let mut action = choice.action.clone();
            if let Some(fields) = action.as_object_mut() {
                for value in fields.values_mut() {
                    if let Some((_, _, rest)) = value.as_str().and_then(|id| self.cards.get(id)) {
                        *value = Value::String(rest.clone());
                    }
                }
            }
            action
        };
        choices.windows(2).all(|pair| plain(pair[0]) == plain(pair[1]))
    }
}
