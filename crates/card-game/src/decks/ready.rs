//! The decks that ship with the game: the Core Set's four published lists (starter), a joust deck of our own for each of the other
//! four factions, and published joust decks. They stand as text in `decks/`, in a folder by format.

use std::collections::BTreeMap;
use std::sync::OnceLock;

use super::{Deck, Format, Problem, import};
use crate::lang::near;
use crate::pool::{Pool, key};
use crate::words::Faction;

include!(concat!(env!("OUT_DIR"), "/deck_files.rs"));

/// The ready decks, starters first. One whose cards are not all defined yet is left out.
pub fn all() -> &'static [Deck] {
    static DECKS: OnceLock<Vec<Deck>> = OnceLock::new();
    DECKS.get_or_init(|| load(Pool::builtin()).into_iter().filter_map(|(_, deck)| deck.ok()).collect())
}

/// A ready deck by its name; case and marks do not matter.
pub fn find(name: &str) -> Option<&'static Deck> {
    all().iter().find(|deck| key(&deck.name) == key(name))
}

/// The names of the ready decks that are nearest to what somebody wrote, the nearest first.
pub fn nearest(name: &str) -> Vec<&'static str> {
    let wanted: String = key(name).chars().take(80).collect();
    let mut names: Vec<&str> = all().iter().map(|deck| deck.name.as_str()).collect();
    // A piece of a name is nearer than a name of the same length.
    names.sort_by_key(|name| (wanted.is_empty() || !key(name).contains(&wanted), near::distance(&wanted, &key(name))));
    names.truncate(3);
    names
}

/// Whether a deck is, card for card, one of the published starter decks.
pub fn is_published(deck: &Deck) -> bool {
    static STARTERS: OnceLock<Vec<Cards>> = OnceLock::new();
    let starters = STARTERS.get_or_init(|| {
        let names_only = Pool::new(Vec::new());
        let texts = DECK_FILES.iter().filter(|(path, _)| format_of(path) == Some(Format::Starter)).map(|(_, text)| text);
        texts.flat_map(|text| import(&names_only, text.as_bytes()).decks).map(|deck| cards(&deck)).collect()
    });
    starters.contains(&cards(deck))
}

type Cards = (Faction, Vec<String>, BTreeMap<String, u32>);

/// What makes a deck the same as another: faction, agendas, cards.
fn cards(deck: &Deck) -> Cards {
    let mut slots = BTreeMap::new();
    for (code, count) in deck.plots.iter().chain(&deck.draw) {
        let copies: &mut u32 = slots.entry(code.clone()).or_default();
        *copies = copies.saturating_add(*count);
    }
    (deck.faction, deck.agendas.clone(), slots)
}

/// The folder of a ready deck's file is its format.
fn format_of(path: &str) -> Option<Format> {
    path.split('/').next().and_then(|folder| folder.parse().ok())
}

/// Every file of a ready deck, read with this pool.
pub fn load(pool: &Pool) -> Vec<(&'static str, Result<Deck, Vec<Problem>>)> {
    let read = |&(path, text): &(&'static str, &'static str)| {
        (path, import(pool, text.as_bytes()).single().map(|deck| Deck { format: format_of(path), ..deck }))
    };
    let mut decks: Vec<_> = DECK_FILES.iter().map(read).collect();
    decks.sort_by_key(|(path, _)| (format_of(path) != Some(Format::Starter), *path));
    decks
}
