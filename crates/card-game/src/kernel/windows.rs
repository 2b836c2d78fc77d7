//! Action windows (RR.window.action): who may do what, who is asked.

use super::ask::{List, Topic};
use super::eval::Ctx;
use super::framework::*;
use super::initiate::{Initiate, What};
use super::state::{Frame, Inst, State, Zone};
use crate::rules::Rules;
use crate::view::Action;
use crate::words::Phase;
use smallvec::SmallVec;
use table::Seat;

impl State {
    /// Opens a plain action window on top of the stack.
    pub fn action_window(&mut self, step: &str) {
        self.step(step);
        self.push(Frame::Window(Window { marshaling: false, turn: self.first_player, passes: 0, asked: false }));
    }

    pub(super) fn step_window(&mut self, rules: &Rules, mut w: Window) {
        self.busy += 1;
        if w.asked {
            w.asked = false;
            let seat = w.turn;
            let action = self.answer_one();
            w.turn = self.next(seat);
            let what = match action {
                Action::Use { card, ability, .. } => Some(What::Ability(self.instance(card, ability - 1, seat, None))),
                Action::Marshal { card } => Some(What::Marshal { card, seat }),
                Action::IntoShadows { card } => Some(What::IntoShadows { card, seat }),
                Action::Ambush { card, gold } => Some(What::Ambush { card, seat, gold }),
                Action::OutOfShadows { card, gold } => Some(What::OutOfShadows { card, seat, gold }),
                _ => None,
            };
            match what {
                Some(what) => {
                    w.passes = 0;
                    self.push(Frame::Window(w));
                    return self.push(Frame::Initiate(Initiate::new(what)));
                }
                None => w.passes += 1,
            }
        }
        if w.marshaling && self.active.is_some_and(|seat| self.player(seat).eliminated) {
            // The next player becomes active (AMB.26).
            return;
        }
        while w.passes < self.alive() as u8 {
            if self.player(w.turn).eliminated {
                w.turn = self.next(w.turn);
            }
            let mut list = Vec::new();
            self.actions(rules, w.turn, w.marshaling, &mut list);
            if !list.is_empty() || self.could_act(rules, w.turn, w.marshaling) {
                list.push(Action::Pass);
                let topic = if w.marshaling && self.active == Some(w.turn) { Topic::Marshaling } else { Topic::ActionWindow };
                self.ask(w.turn, topic, None, List::One(list));
                w.asked = true;
                return self.push(Frame::Window(w));
            }
            w.passes += 1;
            w.turn = self.next(w.turn);
        }
    }

    /// Everything a seat may do at an opportunity of an action window, a pass aside.
    pub fn actions(&self, rules: &Rules, seat: Seat, marshaling: bool, list: &mut Vec<Action>) {
        self.entries(rules, seat, marshaling, list);
        let p = self.player(seat);
        let anybodys = self.voices().iter().copied();
        let mut seen: SmallVec<[u16; 8]> = SmallVec::new();
        let reached = self.reached(rules, seat);
        let own = p.agendas.iter().chain(&p.hand).chain(&p.shadows).chain(&reached).copied();
        for card in anybodys.chain(own) {
            let def = self.card(card).def;
            let entry = &rules.cards[def as usize];
            if !entry.actions && !self.has_gift(card) {
                continue;
            }
            let hand = self.card(card).zone == Zone::Hand;
            if hand && seen.contains(&def) {
                continue;
            }
            if hand {
                seen.push(def);
            }
            for (n, ability) in self.abilities_of(rules, def, card).filter(|(_, a)| a.is_action()) {
                let (any, phase) = ability.triggered().map_or((false, None), |t| (t.any_player, t.phase));
                if phase.is_some_and(|phase| phase != self.phase) {
                    continue;
                }
                if !any && self.controller(card) != seat && !reached.contains(&card) {
                    continue;
                }
                if self.may_use(rules, &self.instance(card, n, seat, None)).is_ok() {
                    list.push(Action::Use { card, ability: n + 1, on: None });
                }
            }
        }
    }

    /// Whether by open information a seat's hidden cards might hold an action for this window.
    pub(super) fn could_act(&self, rules: &Rules, seat: Seat, marshaling: bool) -> bool {
        let p = self.player(seat);
        if p.hand.is_empty() && p.shadows.is_empty() {
            return false;
        }
        if (marshaling && self.active == Some(seat)) || !p.shadows.is_empty() || (self.phase == Phase::Challenges && rules.any_ambush) {
            return true;
        }
        if !p.hand.is_empty() && rules.marshal_phases >> self.phase as u16 & 1 != 0 {
            return true;
        }
        // Open cards that would do something if the hidden ones were right.
        let mine = self.voices().iter().chain(&p.agendas).copied().filter(|id| self.controller(*id) == seat);
        let open = mine.chain(self.reached(rules, seat)).any(|card| {
            self.abilities_of(rules, self.card(card).def, card)
                .any(|(n, a)| a.is_action() && self.may_use(rules, &Inst { open: true, ..self.instance(card, n, seat, None) }).is_ok())
        });
        open || rules.hidden.iter().any(|(def, n)| {
            let ability = &rules.cards[*def as usize].abilities[*n as usize];
            ability.is_action()
                && ability.triggered().is_some_and(|t| {
                    let ctx = Ctx::of(self, rules, p.faction_card, seat);
                    t.phase.is_none_or(|phase| phase == self.phase) && t.only_if.iter().all(|c| ctx.cond(c))
                })
        })
    }
}
