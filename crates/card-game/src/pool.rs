//! The card pool: every card that is defined, and what is known of those that are not defined yet.

mod facts;
mod list;
mod near;
mod reading;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

pub use facts::{Fact, Pack, packs};
use reading::Reading;

use crate::lang::ast::Def;
use crate::lang::load::CardError;
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
        let mut reading = Reading::default();
        for (file, text) in files {
            reading.file(file, text, false);
        }
        reading.finish()
    }

    /// The cards that are compiled in and those of every `.ron` file in and below a folder.
    ///
    /// # Errors
    /// Everything that is wrong in any of its files; or that there is no such file.
    pub fn with_folder(folder: &Path) -> Result<Pool, Vec<CardError>> {
        Pool::of_folder(folder).map(|(pool, _)| pool)
    }

    /// [`Pool::with_folder`], and how many cards the folder's files hold. A card that is compiled in may stand there again as it is.
    pub fn of_folder(folder: &Path) -> Result<(Pool, usize), Vec<CardError>> {
        let mut reading = Reading::default();
        for (file, text) in CARD_FILES {
            reading.file(file, text, false);
        }
        let compiled_in = reading.read;
        let mut paths = Vec::new();
        walk(folder, &mut paths, &mut reading.errors);
        if paths.is_empty() && reading.errors.is_empty() {
            reading.errors.push(unreadable(folder, "there is no card file in or below this folder; card files are called *.ron"));
        }
        paths.sort();
        for path in paths {
            match read_file(&path) {
                Ok(text) => reading.file(&path.display().to_string(), &text, true),
                Err(error) => reading.errors.push(error),
            }
        }
        let cards = reading.read - compiled_in;
        reading.finish().map(|pool| (pool, cards))
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

    /// A known card that is not implemented, as it is played blank: its facts, and no text.
    pub fn blank(&self, code: &str) -> Option<Def> {
        let facts = facts::facts();
        let fact = || facts.binary_search_by(|fact| fact.code.cmp(code)).ok().map(|place| &facts[place]);
        self.card(code).filter(|card| card.def.is_none()).and_then(|_| fact()).map(Fact::blank)
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

    /// Every known card as `cards list --json` prints it.
    pub fn list_json(&self) -> Vec<serde_json::Value> {
        let facts = |card: &Card| card.def.is_none().then(|| self.blank(&card.code)).flatten();
        let defined = |card: &Card| card.def.map(|place| &self.defs[place]);
        self.cards.iter().map(|card| list::json(card, defined(card).or(facts(card).as_ref()))).collect()
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

/// Every `.ron` file in and below a folder.
fn walk(folder: &Path, paths: &mut Vec<PathBuf>, errors: &mut Vec<CardError>) {
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) => return errors.push(unreadable(folder, &error.to_string())),
    };
    for entry in entries {
        match entry.and_then(|entry| Ok((entry.path(), entry.file_type()?))) {
            Ok((path, kind)) if kind.is_dir() => walk(&path, paths, errors),
            Ok((path, _)) if path.extension().is_some_and(|e| e.eq_ignore_ascii_case("ron")) => paths.push(path),
            Ok(_) => {}
            Err(error) => errors.push(unreadable(folder, &error.to_string())),
        }
    }
}

/// The text of a card file, or why there is none.
fn read_file(path: &Path) -> Result<String, CardError> {
    let about = fs::metadata(path).map_err(|error| unreadable(path, &error.to_string()))?;
    if !about.is_file() {
        return Err(unreadable(path, "this is no file"));
    }
    if about.len() > MAX_BYTES {
        return Err(unreadable(path, &format!("the file has {} bytes; a card file has {MAX_BYTES} at most", about.len())));
    }
    let bytes = fs::read(path).map_err(|error| unreadable(path, &error.to_string()))?;
    String::from_utf8(bytes).map_err(|error| {
        let good = &error.as_bytes()[..error.utf8_error().valid_up_to()];
        let line = 1 + good.iter().filter(|byte| **byte == b'\n').count();
        CardError { line, ..unreadable(path, "this is not text (UTF-8)") }
    })
}

/// A card file is not larger.
const MAX_BYTES: u64 = 4 << 20;

fn unreadable(path: &Path, message: &str) -> CardError {
    CardError { file: path.display().to_string(), line: 0, card: "file".to_owned(), message: message.to_owned() }
}
