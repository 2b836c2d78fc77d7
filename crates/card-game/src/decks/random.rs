//! Decks drawn at random from every card that is implemented: half of them legal, half deliberately odd. Fuel for the soak.

use super::Deck;
use crate::lang::ast::DeckRule;
use crate::pool::{Card, Pool};
use crate::words::{CardType, Faction};
use table::contract::Dice;

/// Cards of a legal draw deck, and plots.
const DRAW: u32 = 60;
const PLOTS: u32 = 7;

/// The deck of this luck: the same luck draws the same deck from the same pool. Every second one is legal for joust.
pub fn random(pool: &Pool, luck: u64) -> Deck {
    let mut dice = Dice::new(luck);
    let legal = dice.below(2) == 0;
    let factions: Vec<Faction> = Faction::ALL.iter().copied().filter(|faction| *faction != Faction::Neutral).collect();
    let faction = factions[dice.below(factions.len() as u32) as usize];
    let cards: Vec<&Card> = pool.cards().iter().filter(|card| card.def.is_some()).collect();
    let name = format!("{} {luck:016x}", if legal { "legal" } else { "odd" });
    let mut drawing = Drawing { pool, dice, cards, deck: Deck { name, faction, ..Deck::default() } };
    if legal {
        drawing.legal();
    } else {
        drawing.odd();
    }
    drawing.deck
}

struct Drawing<'p> {
    pool: &'p Pool,
    dice: Dice,
    cards: Vec<&'p Card>,
    deck: Deck,
}

fn is_draw(card: &Card) -> bool {
    matches!(card.kind, CardType::Character | CardType::Location | CardType::Attachment | CardType::Event)
}

impl<'p> Drawing<'p> {
    fn one(&mut self, of: &[&'p Card]) -> Option<&'p Card> {
        let place = self.dice.below(of.len() as u32) as usize;
        of.get(place).copied()
    }

    fn those(&self, fits: impl Fn(&Card) -> bool) -> Vec<&'p Card> {
        self.cards.iter().copied().filter(|card| fits(card)).collect()
    }

    /// Copies of a title that are there already: a limit counts all its versions (RR.glossary.copy.1).
    fn copies(&self, card: &Card) -> u32 {
        let same = |code: &String| self.pool.card(code).is_some_and(|other| other.name == card.name);
        self.deck.draw.iter().filter(|(code, _)| same(code)).map(|(_, count)| count).sum()
    }

    /// The strictest limit of a title's versions.
    fn limit(&self, card: &Card) -> u32 {
        self.cards.iter().filter(|other| other.name == card.name).map(|other| other.limit).min().unwrap_or(card.limit)
    }

    /// A deck as RR.deck.core and RR.deck.agendas want it.
    fn legal(&mut self) {
        let own = self.deck.faction;
        let agendas = self.those(|card| card.kind == CardType::Agenda && [own, Faction::Neutral].contains(&card.faction));
        // One time in four no agenda.
        let agenda = if self.dice.below(4) == 0 { None } else { self.one(&agendas) };
        let rules: &[DeckRule] = agenda.and_then(|card| self.pool.find(&card.code)).map_or(&[], |def| &def.deck);
        // A banner of one's own faction invites nobody, and still wants its cards.
        self.deck.agendas.extend(agenda.map(|card| card.code.clone()));
        let guest =
            |card: &Card| !card.loyal && rules.iter().any(|rule| matches!(rule, DeckRule::MayInclude(faction) if *faction == card.faction));
        let fits = |card: &Card| card.faction == own || card.faction == Faction::Neutral || guest(card);
        for rule in rules {
            if let DeckRule::AtLeast(least, faction) = rule {
                let of = self.those(|card| is_draw(card) && card.faction == *faction && fits(card));
                self.fill(&of, *least);
            }
        }
        let neutral = rules.iter().find_map(|rule| if let DeckRule::AtMostNeutral(most) = rule { Some(*most) } else { None });
        if let Some(most) = neutral {
            let of = self.those(|card| is_draw(card) && card.faction == Faction::Neutral);
            let most = self.dice.below(most + 1);
            self.fill(&of, most);
        }
        let of = self.those(|card| is_draw(card) && fits(card) && (neutral.is_none() || card.faction != Faction::Neutral));
        let wanted = (DRAW + self.dice.below(16)).saturating_sub(self.deck.draw_count());
        self.fill(&of, wanted);
        let mut plots = self.those(|card| card.kind == CardType::Plot && [own, Faction::Neutral].contains(&card.faction));
        let mut pair = self.dice.below(2) == 0;
        while self.deck.plot_count() < PLOTS {
            let Some(card) = self.one(&plots) else { break };
            plots.retain(|other| other.name != card.name);
            let two = pair && self.limit(card) > 1 && self.deck.plot_count() + 2 <= PLOTS;
            pair &= !two;
            self.deck.plots.push((card.code.clone(), if two { 2 } else { 1 }));
        }
    }

    /// So many more cards of these, in legal numbers, as far as they go.
    fn fill(&mut self, of: &[&'p Card], mut wanted: u32) {
        let mut of = of.to_vec();
        while wanted > 0 {
            let Some(card) = self.one(&of) else { return };
            let most = self.limit(card).saturating_sub(self.copies(card)).min(wanted);
            let count = (1 + self.dice.below(3)).min(most);
            match self.deck.draw.iter_mut().find(|(code, _)| *code == card.code) {
                _ if count == 0 => of.retain(|other| other.code != card.code),
                Some((_, copies)) => *copies += count,
                None => self.deck.draw.push((card.code.clone(), count)),
            }
            wanted -= count;
        }
    }

    /// A deck that nobody would bring: of one type, of one title, tiny, huge, with many agendas, or of anything.
    fn odd(&mut self) {
        let types = [CardType::Character, CardType::Location, CardType::Attachment, CardType::Event];
        let (kind, all) = (types[self.dice.below(4) as usize], self.those(is_draw));
        let (titles, copies) = match self.dice.below(5) {
            0 => (1 + self.dice.below(3), 40),
            1 => (1 + self.dice.below(6), 2),
            2 => (60 + self.dice.below(100), 3),
            _ => (20 + self.dice.below(40), 4),
        };
        let of = if self.dice.below(3) == 0 { self.those(|card| card.kind == kind) } else { all };
        for _ in 0..titles {
            let count = 1 + self.dice.below(copies);
            let card = self.one(&of);
            self.deck.draw.extend(card.map(|card| (card.code.clone(), count)));
        }
        let (plots, agendas) = (self.those(|card| card.kind == CardType::Plot), self.those(|card| card.kind == CardType::Agenda));
        for _ in 0..2 + self.dice.below(12) {
            let card = self.one(&plots);
            self.deck.plots.extend(card.map(|card| (card.code.clone(), 1)));
        }
        for _ in 0..self.dice.below(4) {
            let card = self.one(&agendas);
            self.deck.agendas.extend(card.map(|card| card.code.clone()));
        }
    }
}
