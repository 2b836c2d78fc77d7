//! Deck construction: what a deck must and must not hold (RR.deck.core, RR.deck.agendas).

use std::collections::BTreeMap;

use super::{Deck, Format, Kind, Problem, faction_name, ready};
use crate::lang::ast::DeckRule;
use crate::pool::{Card, Pool};
use crate::words::{CardType, Faction};

/// Cards of a draw deck at least, in joust and melee (RR.deck.core).
const DRAW_DECK: u32 = 60;
/// Cards of a plot deck (RR.glossary.plot_deck.1).
const PLOT_DECK: u32 = 7;

/// Everything that forbids a deck in a format; nothing if it is legal.
///
/// A starter deck that was published with the game is legal card for card as it was published, although the Core Set's four lists pair
/// two factions and hold loyal cards of both. Changed by one card it is judged like any other.
pub fn check(pool: &Pool, deck: &Deck, format: Format) -> Vec<Problem> {
    if format == Format::Starter && ready::is_published(deck) {
        return Vec::new();
    }
    let mut judge = Judge { pool, deck, rules: Vec::new(), unknown_agenda: false, problems: Vec::new() };
    judge.faction_card();
    judge.agendas();
    judge.sizes(format);
    judge.plot_copies();
    judge.draw_copies();
    judge.factions();
    judge.agenda_rules();
    judge.problems
}

struct Judge<'a> {
    pool: &'a Pool,
    deck: &'a Deck,
    /// The agendas' rules, each with the agenda's name.
    rules: Vec<(&'a str, &'a DeckRule)>,
    /// An agenda whose rules are not known may permit anything.
    unknown_agenda: bool,
    problems: Vec<Problem>,
}

impl<'a> Judge<'a> {
    fn forbid(&mut self, card: Option<&Card>, rule: &'static str, message: String) {
        let line = card.and_then(|card| self.deck.lines.get(&card.code).copied());
        self.problems.push(Problem { kind: Kind::Illegal, line, card: card.map(|card| card.name.clone()), message, rule: Some(rule) });
    }

    /// The cards of a part of the deck that are known; importing has named the others.
    fn cards(&self, slots: &'a [(String, u32)]) -> Vec<(&'a Card, u32)> {
        let pool = self.pool;
        slots.iter().filter_map(|(code, count)| pool.card(code).map(|card| (card, *count))).collect()
    }

    /// Exactly one faction card (RR.deck.core, RR.glossary.faction.1); every code is a card's.
    fn faction_card(&mut self) {
        if self.deck.faction == Faction::Neutral {
            self.forbid(None, "RR.deck.core", "a deck has exactly one faction card, and this has none".to_owned());
        }
        let deck = self.deck;
        let codes = deck.plots.iter().chain(&deck.draw).map(|(code, _)| code).chain(&deck.agendas);
        for code in codes.filter(|code| self.pool.card(code).is_none()) {
            let line = deck.lines.get(code).copied();
            let message = format!("no card has the code {code}");
            self.problems.push(Problem { kind: Kind::UnknownCard, line, card: Some(code.clone()), message, rule: None });
        }
    }

    /// No agenda or one, never two of one title (RR.glossary.agenda_cards.1).
    fn agendas(&mut self) {
        let pool = self.pool;
        let agendas: Vec<&Card> = self.deck.agendas.iter().filter_map(|code| pool.card(code)).collect();
        for card in &agendas {
            if card.kind != CardType::Agenda {
                self.forbid(Some(card), "RR.deck.core", format!("{} is a card of type {}, not an agenda", card.name, card.kind));
            }
            match pool.find(&card.code) {
                Some(def) => self.rules.extend(def.deck.iter().map(|rule| (def.name.as_str(), rule))),
                None => {
                    self.unknown_agenda = true;
                    let message = format!("{} is not implemented yet; what it permits and forbids is not judged", card.name);
                    let line = self.deck.lines.get(&card.code).copied();
                    self.problems.push(Problem { kind: Kind::NotImplemented, line, card: Some(card.name.clone()), message, rule: None });
                }
            }
        }
        let names: Vec<&str> = agendas.iter().map(|card| card.name.as_str()).collect();
        let twice = |card: &&&Card| agendas.iter().filter(|other| other.name == card.name).count() > 1;
        if let [_, .., last] = agendas.as_slice()
            && !self.unknown_agenda
        {
            let message = format!("a deck has one agenda at most, and this has {}: {}", names.len(), names.join(", "));
            self.forbid(Some(last), "RR.glossary.agenda_cards.1", message);
        } else if let Some(card) = agendas.iter().find(twice) {
            // One that is not known may permit others beside it.
            self.forbid(Some(card), "RR.glossary.agenda_cards.1", format!("no agenda may be there twice, and {} is", card.name));
        }
    }

    /// Exactly 7 plots, at least 60 cards in the draw deck (RR.deck.core, RR.glossary.plot_deck.1).
    fn sizes(&mut self, format: Format) {
        let plots = self.deck.plot_count();
        if plots != PLOT_DECK && !self.unknown_agenda {
            let message = format!("a plot deck has exactly {PLOT_DECK} cards, and this has {plots}");
            self.forbid(None, "RR.glossary.plot_deck.1", message);
        }
        let draw = self.deck.draw_count();
        let least = match format {
            Format::Joust | Format::Melee => DRAW_DECK,
            Format::Starter => 1,
        };
        if draw < least {
            let cards = if least == 1 { "card" } else { "cards" };
            self.forbid(None, "RR.deck.core", format!("a draw deck has at least {least} {cards}, and this has {draw}"));
        }
    }

    /// At most one title twice, within its plot deck limit (RR.deck.core.3, RR.glossary.plot_deck_limit.1).
    fn plot_copies(&mut self) {
        let mut pairs: Vec<&Card> = Vec::new();
        for (card, count, limit) in titles(self.cards(&self.deck.plots)) {
            if card.kind != CardType::Plot {
                self.forbid(Some(card), "RR.deck.core", format!("{} is a card of type {}, not a plot", card.name, card.kind));
            }
            if count > limit {
                let message = format!("{count} copies of {}; its plot deck limit is {limit}", card.name);
                self.forbid(Some(card), "RR.glossary.plot_deck_limit.1", message);
            }
            if count > 1 {
                pairs.push(card);
            }
        }
        if let [_, second, ..] = pairs.as_slice()
            && !self.unknown_agenda
        {
            let names: Vec<&str> = pairs.iter().map(|card| card.name.as_str()).collect();
            let message = format!("one plot may be there twice, but these are: {}", names.join(", "));
            self.forbid(Some(second), "RR.deck.core.3", message);
        }
    }

    /// At most three of a title over all its versions, or what the card says (RR.deck.core.5, RR.glossary.copy.1,
    /// RR.glossary.deck_limits.1).
    fn draw_copies(&mut self) {
        for (card, count, limit) in titles(self.cards(&self.deck.draw)) {
            if matches!(card.kind, CardType::Plot | CardType::Agenda | CardType::Title | CardType::FactionCard) {
                let message = format!("{} is a card of type {}, which is no part of a draw deck", card.name, card.kind);
                self.forbid(Some(card), "RR.deck.core", message);
            } else if count > limit {
                let rule = if limit == 3 { "RR.deck.core.5" } else { "RR.glossary.deck_limits.1" };
                self.forbid(Some(card), rule, format!("{count} copies of {}, by title; at most {limit} may be there", card.name));
            }
        }
    }

    /// Every card is neutral or of the deck's faction, unless an agenda permits else: then not loyal ones, and only in the draw deck
    /// (RR.deck.core, RR.glossary.loyal.1, RR.glossary.deck.1).
    fn factions(&mut self) {
        let own = self.deck.faction;
        if own == Faction::Neutral {
            return;
        }
        let deck = self.deck;
        let invited = |judge: &Judge<'_>, card: &Card| {
            judge.unknown_agenda || judge.rules.iter().any(|(_, rule)| matches!(rule, DeckRule::MayInclude(f) if *f == card.faction))
        };
        for (slots, is_plot) in [(&deck.plots, true), (&deck.draw, false)] {
            for (card, _) in self.cards(slots) {
                if card.faction == Faction::Neutral || card.faction == own {
                    continue;
                }
                let theirs = faction_name(card.faction);
                if card.loyal {
                    let message = format!("{} is loyal to {theirs}: it is only for that faction's decks", card.name);
                    self.forbid(Some(card), "RR.glossary.loyal.1", message);
                } else if !invited(self, card) {
                    let message = format!("{} is of {theirs}, and the deck is {}", card.name, faction_name(own));
                    self.forbid(Some(card), "RR.deck.core", message);
                } else if is_plot && !self.unknown_agenda {
                    let message = format!("{} is of {theirs}: an agenda that invites cards into the deck means the draw deck", card.name);
                    self.forbid(Some(card), "RR.glossary.deck.1", message);
                }
            }
        }
    }

    /// What the agendas ask of the draw deck (RR.deck.agendas).
    fn agenda_rules(&mut self) {
        let draw = self.cards(&self.deck.draw);
        let of = |faction: Faction| draw.iter().filter(|(card, _)| card.faction == faction).map(|(_, count)| count).sum::<u32>();
        for (agenda, rule) in self.rules.clone() {
            let message = match rule {
                DeckRule::AtLeast(least, faction) if of(*faction) < *least => {
                    format!("{agenda} asks for at least {least} cards of {}, and there are {}", faction_name(*faction), of(*faction))
                }
                DeckRule::AtMostNeutral(most) if of(Faction::Neutral) > *most => {
                    format!("{agenda} allows at most {most} neutral cards in the draw deck, and there are {}", of(Faction::Neutral))
                }
                DeckRule::MayInclude(_) | DeckRule::AtLeast(..) | DeckRule::AtMostNeutral(_) => continue,
            };
            let card = self.deck.agendas.iter().filter_map(|code| self.pool.card(code)).find(|card| card.name == agenda);
            self.forbid(card, "RR.deck.agendas", message);
        }
    }
}

/// The cards by title (RR.glossary.copy.1): the first version in the deck, copies of all versions, the strictest of their limits.
fn titles(cards: Vec<(&Card, u32)>) -> Vec<(&Card, u32, u32)> {
    let mut titles: Vec<(&Card, u32, u32)> = Vec::new();
    let mut places: BTreeMap<&str, usize> = BTreeMap::new();
    for (card, count) in cards {
        let place = *places.entry(card.name.as_str()).or_insert(titles.len());
        match titles.get_mut(place) {
            Some((_, copies, limit)) => {
                *copies = copies.saturating_add(count);
                *limit = card.limit.min(*limit);
            }
            None => titles.push((card, count, card.limit)),
        }
    }
    titles
}
