//! The card pool: every card that is defined, and what is known of those that are not defined yet.

mod facts;
mod list;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub use facts::{Fact, Pack, packs};

use crate::lang::ast::Def;
use crate::lang::load::{CardError, load};
use crate::lang::near;
use crate::words::{CardType, Faction};

include!(concat!(env!("OUT_DIR"), "/card_files.rs"));

/// A card that is known: its name and the facts that decks are judged by.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Card {
    pub code: String,
    pub name: String,
    pub kind: CardType,
    pub faction: Faction,
    pub loyal: bool,
    /// Copies that a deck may hold (RR.glossary.deck_limits.1, RR.glossary.plot_deck_limit.1).
    pub limit: u32,
    /// Where it was published; none for a card of somebody's own.
    pub pack: Option<Pack>,
    /// Copies in one copy of its pack.
    pub copies: u32,
    /// Place of its definition in [`Pool::defs`]; none while it is not implemented.
    pub def: Option<usize>,
}

/// All cards that games can be played with, and the names of all others.
#[derive(Clone, Debug, Default)]
pub struct Pool {
    /// The definitions, sorted by code.
    pub defs: Vec<Def>,
    /// Every known card, sorted by code.
    cards: Vec<Card>,
    /// Places in `cards` by [`key`] of the name, earliest printing first.
    names: BTreeMap<String, Vec<usize>>,
}

impl Pool {
    /// The cards that are compiled in.
    ///
    /// # Panics
    /// If one of those files does not read, which a test rules out.
    pub fn builtin() -> &'static Pool {
        static POOL: OnceLock<Pool> = OnceLock::new();
        POOL.get_or_init(|| {
            Pool::from_files(CARD_FILES.iter().copied()).unwrap_or_else(|errors| {
                let lines: Vec<String> = errors.iter().map(CardError::to_string).collect();
                panic!("the compiled-in cards do not read:\n{}", lines.join("\n"))
            })
        })
    }

    /// The cards of these files, given as name and text; every error of every file if there is one.
    pub fn from_files<'a>(files: impl IntoIterator<Item = (&'a str, &'a str)>) -> Result<Pool, Vec<CardError>> {
        let mut places: BTreeMap<String, (String, usize)> = BTreeMap::new();
        let mut defs = Vec::new();
        let mut errors = Vec::new();
        for (file, text) in files {
            match load(file, text) {
                Ok(found) => defs.extend(found.into_iter().filter(|def| {
                    let line = line_of(text, &def.code);
                    let Some((other, at)) = places.insert(def.code.clone(), (file.to_owned(), line)) else { return true };
                    let line = if other == file { last_line_of(text, &def.code) } else { line };
                    let message = format!("the code {} is defined twice, first at {other}:{at}", def.code);
                    errors.push(CardError { file: file.to_owned(), line, card: format!("{} {}", def.code, def.name), message });
                    false
                })),
                Err(found) => errors.extend(found),
            }
        }
        if errors.is_empty() { Ok(Pool::new(defs)) } else { Err(errors) }
    }

    /// The cards that are compiled in and those of every `.ron` file in and below a folder.
    pub fn with_folder(folder: &Path) -> Result<Pool, Vec<CardError>> {
        let mut paths = Vec::new();
        let mut errors = Vec::new();
        walk(folder, &mut paths, &mut errors);
        paths.sort();
        let mut files = Vec::new();
        for path in paths {
            match fs::read_to_string(&path) {
                Ok(text) => files.push((path.display().to_string(), text)),
                Err(error) => errors.push(unreadable(&path, &error.to_string())),
            }
        }
        let own = files.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        match Pool::from_files(CARD_FILES.iter().copied().chain(own)) {
            Ok(pool) if errors.is_empty() => Ok(pool),
            Ok(_) => Err(errors),
            Err(more) => {
                errors.extend(more);
                Err(errors)
            }
        }
    }

    /// A pool of these definitions; no code may be there twice.
    pub fn new(mut defs: Vec<Def>) -> Pool {
        defs.sort_by(|a, b| a.code.cmp(&b.code));
        let mut cards: BTreeMap<String, Card> = facts::facts().iter().map(|fact| (fact.code.to_owned(), known(fact))).collect();
        for (place, def) in defs.iter().enumerate() {
            let printed = cards.get(&def.code);
            let (pack, copies) = (printed.and_then(|card| card.pack), printed.map_or(1, |card| card.copies));
            cards.insert(def.code.clone(), defined(def, place, pack, copies));
        }
        let cards: Vec<Card> = cards.into_values().collect();
        let mut names: BTreeMap<String, Vec<usize>> = BTreeMap::new();
        for (place, card) in cards.iter().enumerate() {
            names.entry(key(&card.name)).or_default().push(place);
        }
        for places in names.values_mut() {
            places.sort_by_key(|&place| (cards[place].pack.map_or(usize::MAX, |pack| pack.order), place));
        }
        Pool { defs, cards, names }
    }

    /// The definition of a card by its code.
    pub fn find(&self, code: &str) -> Option<&Def> {
        self.defs.binary_search_by(|def| def.code.as_str().cmp(code)).ok().map(|place| &self.defs[place])
    }

    /// The definitions of every version of a title (RR.glossary.copy.1).
    pub fn by_name<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a Def> + 'a {
        self.defs.iter().filter(move |def| def.name == name)
    }

    /// A known card, defined or not, by its code.
    pub fn card(&self, code: &str) -> Option<&Card> {
        self.cards.binary_search_by(|card| card.code.as_str().cmp(code)).ok().map(|place| &self.cards[place])
    }

    /// Every known card, defined or not, sorted by code.
    pub fn cards(&self) -> &[Card] {
        &self.cards
    }

    /// The known cards of a name as people write it (case, quotes and other marks do not matter), the earliest printing first.
    pub fn cards_named(&self, name: &str) -> Vec<&Card> {
        let all: Vec<&Card> = self.names.get(&key(name)).into_iter().flatten().map(|&place| &self.cards[place]).collect();
        let exact: Vec<&Card> = all.iter().copied().filter(|card| card.name == name.trim()).collect();
        if exact.is_empty() { all } else { exact }
    }

    /// The name of a known card that is nearest to what somebody wrote.
    pub fn nearest_name(&self, name: &str) -> Option<&str> {
        let wanted: String = key(name).chars().take(40).collect();
        if wanted.is_empty() {
            return None;
        }
        let near = near::nearest(&wanted, self.names.keys().map(String::as_str));
        let part = if wanted.chars().count() > 2 && near::distance(&wanted, near) > 1 + wanted.chars().count() / 6 {
            // Far from every name, but perhaps a piece of one: "Tyrion".
            let earliest = |places: &[usize]| places.iter().map(|&place| self.cards[place].pack.map(|pack| pack.order)).min();
            let longer = self.names.iter().filter(|(key, _)| key.contains(&wanted));
            let best = longer.min_by_key(|(key, places)| (!key.starts_with(&wanted), earliest(places), key.len()));
            best.map_or(near, |(key, _)| key.as_str())
        } else {
            near
        };
        let place = self.names.get(part)?.first()?;
        Some(&self.cards[*place].name)
    }

    /// The known card whose code is nearest to what somebody wrote; of equals the one that starts alike.
    pub fn nearest_code(&self, code: &str) -> Option<&Card> {
        let wanted: String = code.chars().take(12).collect();
        let differs_at = |code: &str| wanted.bytes().zip(code.bytes()).position(|(a, b)| a != b).unwrap_or(code.len());
        self.cards.iter().min_by_key(|card| (near::distance(&wanted, &card.code), std::cmp::Reverse(differs_at(&card.code))))
    }

    /// Every known card as `cards list --json` prints it.
    pub fn list_json(&self) -> Vec<serde_json::Value> {
        self.cards.iter().map(|card| list::json(card, card.def.map(|place| &self.defs[place]))).collect()
    }
}

/// What names are compared by: their letters and digits, small.
pub(crate) fn key(name: &str) -> String {
    name.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
}

fn known(fact: &Fact) -> Card {
    Card {
        code: fact.code.to_owned(),
        name: fact.name.to_owned(),
        kind: fact.kind,
        faction: fact.faction,
        loyal: fact.loyal,
        limit: fact.limit,
        pack: Some(fact.pack),
        copies: fact.copies,
        def: None,
    }
}

fn defined(def: &Def, place: usize, pack: Option<Pack>, copies: u32) -> Card {
    Card {
        code: def.code.clone(),
        name: def.name.clone(),
        kind: def.kind,
        faction: def.faction,
        loyal: def.loyal,
        limit: limit(def),
        pack,
        copies,
        def: Some(place),
    }
}

/// Copies that a deck may hold: what the card says, else three of a draw deck's title, two of a plot (RR.deck.core.3, RR.deck.core.5).
fn limit(def: &Def) -> u32 {
    def.deck_limit.map_or_else(
        || match def.kind {
            CardType::Plot => 2,
            CardType::Agenda | CardType::Title | CardType::FactionCard => 1,
            CardType::Character | CardType::Location | CardType::Attachment | CardType::Event => 3,
        },
        u32::from,
    )
}

/// The line on which a card's code first stands in its file.
fn line_of(text: &str, code: &str) -> usize {
    code_lines(text, code).next().unwrap_or(1)
}

fn last_line_of(text: &str, code: &str) -> usize {
    code_lines(text, code).last().unwrap_or(1)
}

fn code_lines<'a>(text: &'a str, code: &str) -> impl Iterator<Item = usize> + 'a {
    let quoted = format!("{code:?}");
    text.lines().enumerate().filter(move |(_, line)| line.contains("code") && line.contains(&quoted)).map(|(at, _)| at + 1)
}

/// Every `.ron` file in and below a folder.
fn walk(folder: &Path, paths: &mut Vec<PathBuf>, errors: &mut Vec<CardError>) {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return errors.push(unreadable(folder, &error.to_string())),
    };
    for entry in entries {
        match entry.and_then(|entry| Ok((entry.path(), entry.file_type()?))) {
            Ok((path, kind)) if kind.is_dir() => walk(&path, paths, errors),
            Ok((path, _)) if path.extension().is_some_and(|e| e == "ron") => paths.push(path),
            Ok(_) => {}
            Err(error) => errors.push(unreadable(folder, &error.to_string())),
        }
    }
}

fn unreadable(path: &Path, message: &str) -> CardError {
    CardError { file: path.display().to_string(), line: 0, card: "file".to_owned(), message: message.to_owned() }
}
