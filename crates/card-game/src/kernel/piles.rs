//! In which order cards that come to a pile at the same time lie there: their owner says (RR.glossary.dead_pile.5,
//! RR.glossary.discard_pile.3). That is asked only where it can matter, so as not to hold up play: the compiled cards say who reads
//! the order of a pile, and whether one of them is in this game.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::Seat;

use super::ask::{List, Topic};
use super::state::{CardRef, Id, State, Zone};
use super::tell::name;
use crate::lang::ast::{Effect, Pred, ZoneName};
use crate::lang::raw::Filter;
use crate::rules::{AbilityRules, Instr, Rules};
use crate::view::{Action, What as Told};

/// Piles whose order cards read: bits.
pub const DEAD: u8 = 1 << 0;
pub const DISCARD: u8 = 1 << 1;

/// The piles whose order these abilities read.
pub fn read_by(abilities: &[AbilityRules]) -> u8 {
    fn of(filter: &Filter) -> u8 {
        let bits = filter.0.iter().map(|pred| match pred {
            Pred::In(zones, _) => zones.iter().fold(0, |bits, zone| match zone {
                ZoneName::DeadPile => bits | DEAD,
                ZoneName::DiscardPile => bits | DISCARD,
                _ => bits,
            }),
            Pred::Any(list) => list.iter().map(of).fold(0, |a, b| a | b),
            _ => 0,
        });
        bits.fold(0, |a, b| a | b)
    }
    let code = abilities.iter().flat_map(|a| &a.code);
    let read = code.map(|i| if let Instr::Verb(Effect::NameTop(_, _, filter)) = i { of(filter) } else { 0 });
    read.fold(0, |a, b| a | b)
}

/// Cards of one owner that came to a pile at the same time, deepest first.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Heap {
    pub owner: Seat,
    pub zone: Zone,
    pub cards: SmallVec<[CardRef; 2]>,
}

/// What owners have yet to order.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize)]
pub struct Heaps {
    /// In player order.
    pub due: Vec<Heap>,
    /// Whether the owner of the first is being asked.
    pub asked: bool,
}

impl State {
    /// Notes which cards have come to a pile in this moment and must be ordered.
    pub(super) fn note_heaps(&mut self, rules: &Rules) {
        if rules.reads_piles == 0 {
            return;
        }
        // Last, because all cards of the game are looked through.
        let read = |bit: u8| self.cards.iter().any(|c| rules.cards[c.def as usize].reads_piles & bit != 0);
        for owner in self.order() {
            for (zone, bit) in [(Zone::Dead, DEAD), (Zone::Discard, DISCARD)] {
                let pile = self.pile(owner, zone).filter(|_| rules.reads_piles & bit != 0);
                let came = pile.into_iter().flatten().filter(|id| self.card(**id).since == self.clock);
                let cards: SmallVec<[CardRef; 2]> = came.map(|id| self.refer(*id)).collect();
                // Of cards that are all the same it does not matter which lies where.
                let differ =
                    |a: &CardRef, b: &CardRef| self.card(a.id).def != self.card(b.id).def || self.card(a.id).left != self.card(b.id).left;
                if cards.first().is_some_and(|first| cards.iter().any(|c| differ(first, c))) && read(bit) {
                    self.heaps.due.push(Heap { owner, zone, cards });
                }
            }
        }
    }

    /// Asks an owner for the order of cards, or takes the answer. Whether it asked.
    pub(super) fn asks_order(&mut self, rules: &Rules) -> bool {
        if std::mem::take(&mut self.heaps.asked) {
            let heap = self.heaps.due.remove(0);
            let order = self.answer_cards();
            self.lay(rules, &heap, &order);
        }
        if self.heaps.due.is_empty() || !self.answers.is_empty() {
            return false;
        }
        let heap = &self.heaps.due[0];
        let there = |c: &&CardRef| self.same(**c).is_some_and(|id| self.card(id).zone == heap.zone);
        let list: Vec<Action> = heap.cards.iter().filter(there).map(|c| Action::Card { card: c.id }).collect();
        let (owner, zone) = (heap.owner, heap.zone);
        if list.len() < 2 {
            self.heaps.due.remove(0);
            return self.asks_order(rules);
        }
        self.heaps.asked = true;
        let topic = if zone == Zone::Dead { Topic::OrderDead } else { Topic::OrderDiscard };
        self.ask(owner, topic, None, List::Order(list));
        true
    }

    /// The cards take the places that they have, in this order.
    fn lay(&mut self, rules: &Rules, heap: &Heap, order: &[Id]) {
        let Some(pile) = self.pile_mut(heap.owner, heap.zone) else { return };
        let places: Vec<usize> = (0..pile.len()).filter(|at| order.contains(&pile[*at])).collect();
        if order.is_empty() || places.len() != order.len() {
            return;
        }
        places.into_iter().zip(order).for_each(|(at, id)| pile[at] = *id);
        let (owner, top) = (heap.owner, order[order.len() - 1]);
        let (rule, word) =
            if heap.zone == Zone::Dead { ("RR.glossary.dead_pile.5", "dead pile") } else { ("RR.glossary.discard_pile.3", "discard pile") };
        self.tell(rule, |s| {
            let text = format!("{} orders the cards that came to the {word}: {} lies on top.", name(owner), s.tag(rules, top));
            (Told::Note, text)
        });
    }
}
