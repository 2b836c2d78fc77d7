//! Effects that cannot all apply (RR.window.choice.3, RS.3, FAQ.1.6): the first player says which of them does.
//!
//! A layer is settled when working out its constant abilities from its own outcome gives that outcome again: then their order does not
//! matter. Where there is no such outcome, some of them stand in each other's way (two cards that blank each other; "gains X if the
//! other does not have X"). Of effects that set a value the latest counts (RR.glossary.modifiers.4); those that began at the same
//! moment and set it differently cannot both apply either.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::Seat;

use super::ask::{List, Topic};
use super::derive::{Der, Gift};
use super::modify::mod_layer;
use super::reads;
use super::state::{CardRef, Id, Mod, State};
use super::tell::name;
use crate::lang::raw::What;
use crate::rules::{AbilityRules, Layer, Rules, Rulings};
use crate::view::{Action, What as Told};

/// A decision of the first player: among the effects of these cards that of this one applies.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Precedence {
    pub among: SmallVec<[CardRef; 2]>,
    pub first: CardRef,
    /// The phase in which it was made.
    pub phase: u32,
}

/// Modifiers worked out, with whom they concern.
pub(super) type Work = Vec<(Option<Id>, Seat, Mod)>;

/// What one constant source does in a layer.
#[derive(Clone, PartialEq)]
struct Said {
    source: Id,
    work: Work,
    gifts: Vec<Gift>,
}

impl State {
    /// The constant abilities of a layer whose outcome may decide about themselves.
    pub(super) fn settled(&mut self, rules: &Rules, sources: &[Id], layer: Layer, work: &mut Work) {
        let mut here: SmallVec<[Id; 8]> = sources.iter().copied().filter(|id| self.speaks_in(rules, *id, layer)).collect();
        let listen = || here.iter().any(|id| self.listens(rules, *id, layer)) && here.iter().any(|id| self.reads_of(rules, *id, layer));
        if here.len() < 2 || !listen() {
            for source in here {
                self.constants_of(rules, source, layer, work);
                self.apply_mods(rules, work);
            }
            return;
        }
        loop {
            let start: Vec<(Id, Der)> = self.play.iter().map(|id| (*id, *self.der(*id))).collect();
            let gifts = self.cache.gifts.len();
            let mut said = self.said(rules, &here, layer);
            let first = said.clone();
            for _ in 0..here.len() + 2 {
                self.put(rules, &said, work);
                let again = self.said(rules, &here, layer);
                if again == said {
                    return;
                }
                self.back(&start, gifts);
                said = again;
            }
            // Which of them stand in each other's way: whoever applies alone and so changes what another says, in a circle.
            let n = here.len();
            let mut ways = vec![vec![false; n]; n];
            for (i, from) in ways.iter_mut().enumerate() {
                self.put(rules, &first[i..=i], work);
                let then = self.said(rules, &here, layer);
                self.back(&start, gifts);
                (0..n).for_each(|j| from[j] = j != i && then[j] != first[j]);
            }
            for k in 0..n {
                for i in 0..n {
                    for j in 0..n {
                        ways[i][j] |= ways[i][k] && ways[k][j];
                    }
                }
            }
            let Some(at) = (0..n).find(|i| ways[*i][*i]) else {
                // Only through others and never in a circle: as they came.
                return self.put(rules, &said, work);
            };
            let rivals: SmallVec<[Id; 4]> = (0..n).filter(|j| ways[at][*j] && ways[*j][at]).map(|j| here[j]).collect();
            let chosen = self.prevails(rules, &rivals);
            let i = here.iter().position(|id| *id == chosen).unwrap_or(0);
            self.put(rules, &first[i..=i], work);
            here.remove(i);
        }
    }

    /// Effects that set a value, in the order in which they began: the last counts (RR.glossary.modifiers.4).
    pub(super) fn set_in_order(&mut self, rules: &Rules, sources: &[Id], layer: Layer, work: &mut Work) {
        let mut due: SmallVec<[(u32, Option<Id>, usize); 4]> = SmallVec::new();
        let here = sources.iter().filter(|id| self.speaks_in(rules, **id, layer));
        due.extend(here.map(|id| (self.card(*id).since, Some(*id), 0)));
        due.extend(self.lasting.iter().enumerate().map(|(at, l)| (l.since, None, at)));
        // What began at the same moment: as it came into play.
        due.sort_by_key(|(since, ..)| *since);
        let mut at = 0;
        while at < due.len() {
            let now = due[at].0;
            let end = at + due[at..].iter().take_while(|d| d.0 == now).count();
            let mut together: SmallVec<[Id; 4]> = due[at..end].iter().filter_map(|d| d.1).collect();
            if together.len() > 1 {
                let said = self.said(rules, &together, layer);
                let sets = |m: &Mod| matches!(m, Mod::SetStr(_) | Mod::BaseIncome(_) | Mod::BaseInitiative(_));
                let against = |a: &Said, b: &Said| {
                    let differ = |x: &(Option<Id>, Seat, Mod)| b.work.iter().any(|y| x.0 == y.0 && sets(&x.2) && sets(&y.2) && x.2 != y.2);
                    a.work.iter().any(differ)
                };
                let rivals: SmallVec<[Id; 4]> = said.iter().filter(|a| said.iter().any(|b| against(a, b))).map(|a| a.source).collect();
                if rivals.len() > 1 {
                    let chosen = self.prevails(rules, &rivals);
                    together.retain(|id| *id != chosen);
                    together.push(chosen);
                }
            }
            for source in together {
                self.constants_of(rules, source, layer, work);
                self.apply_mods(rules, work);
            }
            for (_, source, lasting) in &due[at..end] {
                if source.is_none() {
                    let lasting = &self.lasting[*lasting];
                    for m in lasting.mods.iter().filter(|m| mod_layer(m) == layer) {
                        match lasting.player {
                            Some(seat) => work.push((None, seat, *m)),
                            None => {
                                work.extend(
                                    lasting.cards.iter().filter_map(|c| self.same(*c)).map(|id| (Some(id), lasting.controller, *m)),
                                );
                            }
                        }
                    }
                    self.apply_mods(rules, work);
                }
            }
            at = end;
        }
    }

    /// Which of the rivals applies: as the first player has decided; until that is asked, the one that came first.
    fn prevails(&mut self, rules: &Rules, rivals: &[Id]) -> Id {
        let refs: SmallVec<[CardRef; 2]> = rivals.iter().map(|id| self.refer(*id)).collect();
        let decided = self.precedence.iter().rev().find(|p| {
            // Both rulings: a further one that joins is a new question, one that is gone is none. By `reference` the first player
            // determines it whenever it matters: anew in each phase. By the FAQ once (RS.3).
            let holds = rules.rulings == Rulings::Faq41 || p.phase == self.phase_no;
            holds && refs.contains(&p.first) && refs.iter().all(|r| p.among.contains(r))
        });
        match decided {
            Some(p) => p.first.id,
            None => {
                if self.cache.rivals.is_empty() {
                    self.cache.rivals = refs;
                }
                rivals[0]
            }
        }
    }

    /// Asks the first player about effects that cannot all apply, or takes the answer. Whether it asked.
    pub(super) fn asks_precedence(&mut self, rules: &Rules) -> bool {
        if !self.rivals.is_empty() {
            let among = std::mem::take(&mut self.rivals);
            if let Action::Card { card } = self.answer_one()
                && let Some(first) = among.iter().copied().find(|c| c.id == card)
            {
                self.tell("RR.window.choice.3", |s| {
                    let all: Vec<Id> = among.iter().map(|c| c.id).collect();
                    let text =
                        format!("{} decides which of {} applies: {}.", name(s.first_player), s.tags(rules, &all), s.tag(rules, card));
                    (Told::Note, text)
                });
                let phase = self.phase_no;
                // A decision about these, or fewer, is replaced.
                self.precedence.retain(|p| !p.among.iter().all(|c| among.contains(c)));
                self.precedence.push(Precedence { among, first, phase });
                self.cache.fresh = false;
                self.refresh(rules);
            }
        }
        if self.cache.rivals.is_empty() || !self.answers.is_empty() {
            return false;
        }
        self.rivals = self.cache.rivals.clone();
        let list = self.rivals.iter().map(|c| Action::Card { card: c.id }).collect();
        self.ask(self.first_player, Topic::Rivals, None, List::One(list));
        true
    }

    fn speaks_in(&self, rules: &Rules, id: Id, layer: Layer) -> bool {
        let card = self.card(id);
        card.became.is_some() || rules.cards[card.def as usize].constant_layers & layer.bit() != 0
    }

    /// Whether what a card says in a layer depends on what other cards are.
    fn listens(&self, rules: &Rules, id: Id, layer: Layer) -> bool {
        let card = self.card(id);
        card.became.is_none()
            && rules.cards[card.def as usize].abilities.iter().filter(|a| a.layers & layer.bit() != 0).any(|a| {
                let constant = a.constant();
                constant.is_some_and(|c| layer == Layer::Blank || !c.only_if.is_empty() || matches!(c.to, Some(What::All(_))))
            })
    }

    /// Whether it reads what the layer itself decides: else its own outcome cannot change what it says.
    fn reads_of(&self, rules: &Rules, id: Id, layer: Layer) -> bool {
        let card = self.card(id);
        let bits = match card.became {
            Some(became) => self.became_reads(rules, became),
            None => all_reads(&rules.cards[card.def as usize].abilities, layer),
        };
        layer == Layer::Blank || bits & reads::of_layer(layer) != 0
    }

    fn said(&mut self, rules: &Rules, here: &[Id], layer: Layer) -> Vec<Said> {
        let kept = self.cache.gifts.len();
        here.iter()
            .map(|source| {
                let mut work = Vec::new();
                self.constants_of(rules, *source, layer, &mut work);
                let gifts = self.cache.gifts.split_off(kept);
                Said { source: *source, work, gifts }
            })
            .collect()
    }

    fn put(&mut self, rules: &Rules, said: &[Said], work: &mut Work) {
        for s in said {
            work.extend(s.work.iter().copied());
            self.cache.gifts.extend(s.gifts.iter().copied());
            self.apply_mods(rules, work);
        }
    }

    fn back(&mut self, start: &[(Id, Der)], gifts: usize) {
        for (id, der) in start {
            self.cache.der[id.0 as usize] = *der;
        }
        self.cache.gifts.truncate(gifts);
    }
}

/// What the abilities that work in a layer read.
fn all_reads(abilities: &[AbilityRules], layer: Layer) -> u16 {
    abilities.iter().filter(|a| a.layers & layer.bit() != 0).fold(0, |bits, a| bits | a.reads)
}
