//! Puts a deck together from what the readers find, and writes down everything that is wrong.

use std::collections::BTreeSet;

use super::line::Entry;
use super::{Deck, Kind, Problem, faction_name, quoted, short};
use crate::lang::ast::DeckRule;
use crate::lang::near;
use crate::pool::{Card, Pool, key, packs};
use crate::words::{CardType, Faction};

/// Copies of one card that a line may ask for; the largest deck limit of the pool is 40.
const MAX_COPIES: u32 = 99;
/// Cards of a deck; engines count cards in sixteen bits, and people shuffle.
const MAX_CARDS: u32 = 1000;
/// After so many problems it is no deck list.
const MAX_PROBLEMS: usize = 100;

pub struct Builder<'p> {
    pool: &'p Pool,
    pub deck: Deck,
    faction_given: bool,
    cards: u32,
    /// Codes of the cards that are not implemented.
    missing: BTreeSet<String>,
    pub problems: Vec<Problem>,
    pub notes: Vec<Problem>,
}

impl<'p> Builder<'p> {
    pub fn new(pool: &'p Pool) -> Builder<'p> {
        Builder {
            pool,
            deck: Deck::default(),
            faction_given: false,
            cards: 0,
            missing: BTreeSet::new(),
            problems: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// Whether reading should stop: what comes is no deck.
    pub fn is_full(&self) -> bool {
        self.problems.len() - self.missing.len() >= MAX_PROBLEMS
    }

    /// Says that reading stopped.
    pub fn stopped(&mut self, line: Option<usize>) {
        let message = format!("this is the {MAX_PROBLEMS}th problem; what follows has not been read");
        self.problems.push(Problem { kind: Kind::Unreadable, line, card: None, message, rule: None });
    }

    pub fn problem(&mut self, kind: Kind, line: Option<usize>, card: Option<&str>, message: String) {
        self.problems.push(Problem { kind, line, card: card.map(short), message, rule: None });
    }

    pub fn note(&mut self, line: Option<usize>, card: Option<&str>, message: String) {
        self.notes.push(Problem { kind: Kind::Note, line, card: card.map(short), message, rule: None });
    }

    /// The faction card (RR.deck.core: exactly one).
    pub fn faction(&mut self, faction: Faction, line: Option<usize>) {
        if faction == Faction::Neutral {
            self.problem(Kind::Faction, line, None, "a deck's faction is one of the eight, never neutral".to_owned());
        } else if self.faction_given && faction != self.deck.faction {
            let message = format!("a second faction, {}; the first was {}", faction_name(faction), faction_name(self.deck.faction));
            self.problem(Kind::Faction, line, None, message);
        } else {
            self.deck.faction = faction;
            self.faction_given = true;
        }
    }

    /// A line about a card. `kind` is the heading it stands under.
    pub fn entry(&mut self, entry: &Entry<'_>, kind: Option<CardType>, line: Option<usize>) {
        let pool = self.pool;
        let card = match entry.code {
            Some(code) => self.by_code(code, line),
            None => self.by_name(entry.name, entry.pack, kind, line),
        };
        let Some(card) = card.and_then(|code| pool.card(&code)) else { return };
        if entry.code.is_some() && !entry.name.is_empty() && key(entry.name) != key(&card.name) {
            let message = format!("the code {} is {}, not {}", card.code, card.name, quoted(entry.name));
            return self.problem(Kind::UnknownCard, line, Some(&card.name), message);
        }
        if let Some(position) = entry.position
            && position.trim_start_matches('0') != card.code.get(2..).unwrap_or("").trim_start_matches('0')
        {
            let message = format!("{} is number {} there, not {}", card.name, card.code.get(2..).unwrap_or(""), quoted(position));
            return self.problem(Kind::UnknownCard, line, Some(&card.name), message);
        }
        match entry.count.map_or(Ok(1), str::parse) {
            Ok(count) => self.add(card, count, line),
            Err(_) => self.wrong_count(card, entry.count.unwrap_or(""), line),
        }
    }

    /// A card's code if there is such a card; otherwise a problem with the nearest one.
    pub fn by_code(&mut self, code: &str, line: Option<usize>) -> Option<String> {
        if let Some(card) = self.pool.card(code) {
            return Some(card.code.clone());
        }
        let near = self.pool.nearest_code(code).map(|card| format!("; the nearest is {} {}", card.code, card.name));
        self.problem(Kind::UnknownCard, line, Some(code), format!("no card has the code {}{}", quoted(code), near.unwrap_or_default()));
        None
    }

    fn by_name(&mut self, name: &str, pack: Option<&str>, kind: Option<CardType>, line: Option<usize>) -> Option<String> {
        if name.is_empty() {
            self.problem(Kind::Unreadable, line, None, "a line without a card's name".to_owned());
            return None;
        }
        let mut cards = self.pool.cards_named(name);
        if cards.is_empty() {
            let near = self.pool.nearest_name(name).map(|name| format!("; the nearest is {name}")).unwrap_or_default();
            self.problem(Kind::UnknownCard, line, Some(name), format!("no card is called {}{near}", quoted(name)));
            return None;
        }
        if let Some(wanted) = pack {
            let Some(found) = packs().iter().find(|p| key(p.name) == key(wanted) || key(p.code) == key(wanted)) else {
                let near = near::nearest(&wanted.chars().take(40).collect::<String>(), packs().iter().map(|p| p.name));
                let message = format!("{}: no pack is called {}; the nearest is {near}", cards[0].name, quoted(wanted));
                self.problem(Kind::UnknownCard, line, Some(name), message);
                return None;
            };
            let within: Vec<&Card> = cards.iter().copied().filter(|card| card.pack == Some(*found)).collect();
            if within.is_empty() {
                let others: Vec<&str> = cards.iter().map(|card| card.pack.map_or("no pack", |pack| pack.name)).collect();
                let message = format!("{} is not in {}; it is in {}", cards[0].name, found.name, others.join(", "));
                self.problem(Kind::UnknownCard, line, Some(name), message);
                return None;
            }
            cards = within;
        }
        let fits = cards.iter().find(|card| kind == Some(card.kind)).or(cards.first());
        fits.map(|card| card.code.clone())
    }

    /// A count that is no count.
    pub fn wrong_count(&mut self, card: &Card, count: &str, line: Option<usize>) {
        let message = format!("{}: a count is a number from 1 to {MAX_COPIES}, not {}", card.name, quoted(count));
        self.problem(Kind::Count, line, Some(&card.name), message);
    }

    /// So many copies of a card, added to those that are there.
    pub fn add(&mut self, card: &Card, count: u32, line: Option<usize>) {
        if !(1..=MAX_COPIES).contains(&count) {
            return self.wrong_count(card, &count.to_string(), line);
        }
        if self.cards + count > MAX_CARDS {
            let message = format!("{}: a deck of more than {MAX_CARDS} cards", card.name);
            return self.problem(Kind::Count, line, Some(&card.name), message);
        }
        let slots = match card.kind {
            CardType::Title | CardType::FactionCard => {
                let message = format!("{} is a {}, which is never part of a deck", card.name, card.kind.word());
                return self.problem(Kind::Illegal, line, Some(&card.name), message);
            }
            CardType::Agenda => {
                self.deck.agendas.extend((0..count).map(|_| card.code.clone()));
                None
            }
            CardType::Plot => Some(&mut self.deck.plots),
            _ => Some(&mut self.deck.draw),
        };
        if let Some(slots) = slots {
            match slots.iter_mut().find(|(code, _)| *code == card.code) {
                Some((_, copies)) => *copies += count,
                None => slots.push((card.code.clone(), count)),
            }
        }
        self.cards += count;
        if let Some(line) = line {
            self.deck.lines.entry(card.code.clone()).or_insert(line);
        }
        if card.def.is_none() && self.missing.insert(card.code.clone()) {
            let message = format!("{} ({}) is known, but not implemented yet", card.name, card.code);
            self.problem(Kind::NotImplemented, line, Some(&card.name), message);
        }
    }

    /// The deck is complete: what must be there and is not?
    pub fn finish(mut self, line: Option<usize>) -> (Deck, Vec<Problem>, Vec<Problem>) {
        if self.cards == 0 {
            self.problem(Kind::Unreadable, line, None, "there is no card in this deck".to_owned());
        } else if !self.faction_given && self.problems.iter().all(|p| p.kind != Kind::Faction) {
            match self.likely_faction() {
                Some(faction) => {
                    self.deck.faction = faction;
                    self.note(line, None, format!("no faction is named; by its cards the deck is {}", faction_name(faction)));
                }
                None => self.problem(Kind::Faction, line, None, "no faction is named, and the cards leave it open".to_owned()),
            }
        }
        (self.deck, self.problems, self.notes)
    }

    /// The one faction that the cards allow: that of the loyal cards, or the one that no agenda invites.
    fn likely_faction(&self) -> Option<Faction> {
        let cards = || self.deck.draw.iter().chain(&self.deck.plots).filter_map(|(code, _)| self.pool.card(code));
        let only = |mut factions: Vec<Faction>| {
            factions.sort();
            factions.dedup();
            if factions.len() == 1 { factions.pop() } else { None }
        };
        let rules = self.deck.agendas.iter().filter_map(|code| self.pool.find(code)).flat_map(|agenda| &agenda.deck);
        let guests: Vec<Faction> = rules.filter_map(|r| if let DeckRule::MayInclude(f) = r { Some(*f) } else { None }).collect();
        only(cards().filter(|card| card.loyal).map(|card| card.faction).collect())
            .or_else(|| only(cards().map(|card| card.faction).filter(|f| *f != Faction::Neutral && !guests.contains(f)).collect()))
    }
}
