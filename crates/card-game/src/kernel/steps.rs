//! Steps of the round that count or ask: initiative, When Revealed, dominance, standing, reserve (RR.fw.1.3, .5.2, .6.2, .7.3).

use smallvec::SmallVec;
use table::{Seat, SelectRule};

use super::ask::{List, Topic, cards};
use super::derive::PlotStat;
use super::eval::Ctx;
use super::event::{Ev, Kind};
use super::framework::{Pc, Round};
use super::initiate::{Initiate, What};
use super::state::{Frame, Id, State, Zone};
use crate::lang::ast::{Body, Destination, PlayerModifier};
use crate::rules::Rules;
use crate::view::Action;
use crate::words::CardType;

impl State {
    /// Highest initiative, then lowest power, then by chance (RR.fw.1.3 I).
    pub(super) fn initiative_winner(&mut self, rules: &Rules) -> Seat {
        let order = self.order();
        let value = |s: &Seat| self.plot_value(rules, *s, PlotStat::Initiative);
        let best = order.iter().map(value).max().unwrap_or(0);
        let mut tied: SmallVec<[Seat; 8]> = order.iter().copied().filter(|s| value(s) == best).collect();
        let least = tied.iter().map(|s| self.power_of(*s)).min().unwrap_or(0);
        tied.retain(|s| self.power_of(*s) == least);
        tied.sort();
        let at = if tied.len() > 1 { self.chance.below(tied.len() as u32) as usize } else { 0 };
        tied[at]
    }

    /// Step III: each When Revealed ability, also where a plot has several, ordered by the first player, one after the other
    /// (RR.fw.1.3 III).
    pub(super) fn when_revealed(&mut self, rules: &Rules, mut r: Round) {
        let mut due: Vec<(Id, u8)> = Vec::new();
        for plot in &r.pending {
            for (n, ability) in rules.cards[self.card(*plot).def as usize].abilities.iter().enumerate() {
                if matches!(ability.ability.body, Body::WhenRevealed(_))
                    && !r.initiated.contains(&(*plot, n as u8))
                    && self.card(*plot).zone == Zone::RevealedPlot
                {
                    let inst = self.instance(*plot, n as u8, self.controller(*plot), None);
                    if self.may_use(rules, &inst).is_ok() {
                        due.push((*plot, n as u8));
                    }
                }
            }
        }
        let chosen = if r.asked {
            r.asked = false;
            match self.answer_one() {
                Action::Use { card, ability, .. } => Some((card, ability - 1)),
                _ => None,
            }
        } else if due.len() > 1 {
            let list = due.iter().map(|(card, n)| Action::Use { card: *card, ability: n + 1, on: None }).collect();
            self.ask(self.first_player, Topic::OrderWhenRevealed, None, List::One(list));
            r.asked = true;
            return self.push(Frame::Round(r));
        } else {
            due.first().copied()
        };
        match chosen {
            None => {
                r.pc = Pc::Recycle;
                r.pending.clear();
                r.initiated.clear();
                self.push(Frame::Round(r));
            }
            Some((plot, n)) => {
                r.initiated.push((plot, n));
                let inst = self.instance(plot, n, self.controller(plot), None);
                self.push(Frame::Round(r));
                self.push(Frame::Initiate(Initiate::new(What::Ability(inst))));
            }
        }
    }

    /// A player's total for dominance (RR.fw.5.2): standing characters, gold in the pool, card effects.
    pub fn dominance_total(&self, rules: &Rules, seat: Seat) -> i32 {
        let mut total = self.player(seat).gold + i32::from(self.cache.players[seat.index()].dominance);
        for id in self.play.iter().filter(|id| self.der(**id).controller == seat) {
            let der = self.der(*id);
            total += i32::from(der.dominance);
            if self.kind(rules, *id) == CardType::Character && !self.card(*id).kneeling && !der.no_dominance {
                total += i32::from(der.strength);
            }
        }
        total
    }

    /// Step 6.2: every kneeling card stands at once; a limit lets its player choose.
    pub(super) fn standing(&mut self, rules: &Rules, mut r: Round) {
        self.step("RR.fw.6.2");
        let order = self.order();
        if r.asked {
            r.asked = false;
            let chosen = self.answer_cards();
            r.pending.extend(chosen);
            r.at += 1;
        }
        while let Some(seat) = order.get(r.at as usize).copied() {
            let limit = self.stand_limit(rules, seat);
            if let Some((most, limited)) = limit
                && limited.len() > most
            {
                let list = self.card_list(limited, SelectRule::exactly(most as u16));
                self.ask(seat, Topic::StandLimit, None, list);
                r.asked = true;
                return self.push(Frame::Round(r));
            }
            r.at += 1;
        }
        let events: Vec<Ev> = self
            .play
            .iter()
            .filter(|id| self.card(**id).kneeling)
            .filter(|id| {
                let limit = self.stand_limit(rules, self.der(**id).controller);
                limit.is_none_or(|(most, limited)| !limited.contains(id) || limited.len() <= most || r.pending.contains(id))
            })
            .map(|card| Ev::new(Kind::Stand { card: *card }))
            .collect();
        r.pending.clear();
        r.at = 0;
        r.pc = Pc::StandWindow;
        self.push(Frame::Round(r));
        if !events.is_empty() {
            self.batch(events);
        }
    }

    /// How many of which kneeling cards a player may stand in the standing phase, if something limits it.
    pub(super) fn stand_limit(&self, rules: &Rules, seat: Seat) -> Option<(usize, Vec<Id>)> {
        self.listed(rules, seat)
            .filter_map(|(listed, modifier)| {
                let PlayerModifier::StandAtMost(n, filter) = modifier else { return None };
                let ctx = Ctx { them: Some(seat), ..Ctx::of(self, rules, listed.source, listed.you) };
                let limited: Vec<Id> = self
                    .play
                    .iter()
                    .copied()
                    .filter(|id| self.card(*id).kneeling && self.der(*id).controller == seat && ctx.fits(filter, *id))
                    .collect();
                Some((ctx.num(n).max(0) as usize, limited))
            })
            .min_by_key(|(n, _)| *n)
    }

    /// Used by effects that stand everything.
    pub fn stand_all(&mut self, _rules: &Rules) {
        for id in self.play.clone() {
            self.card_mut(id).kneeling = false;
        }
    }

    /// Step 7.3: in player order each player over the reserve discards down to it, all at once (CR.9).
    pub(super) fn reserve(&mut self, rules: &Rules, mut r: Round) {
        self.step("RR.fw.7.3");
        let order = self.order();
        if r.asked {
            r.asked = false;
            let Some((seat, answer)) = self.answers.pop() else { return self.push(Frame::Round(r)) };
            let chosen = cards(&answer);
            self.push(Frame::Round(r));
            let events = chosen
                .into_iter()
                .map(|card| Ev {
                    seat: Some(seat),
                    ..Ev::new(Kind::Move { card, to: Destination::DiscardPile, from: Zone::Hand, discard: true, by: None })
                })
                .collect();
            return self.batch(events);
        }
        // By seats, not by places in the order: what is discarded may end somebody's game.
        while let Some(seat) = order.iter().copied().find(|seat| !r.acted.contains(seat)) {
            r.acted.push(seat);
            let reserve = self.plot_value(rules, seat, PlotStat::Reserve).max(0) as usize;
            let hand = self.player(seat).hand.clone();
            if hand.len() > reserve {
                let n = (hand.len() - reserve) as u16;
                let list = self.card_list(hand, SelectRule::exactly(n));
                self.ask(seat, Topic::Reserve, None, list);
                r.asked = true;
                return self.push(Frame::Round(r));
            }
        }
        r.at = 0;
        r.pc = if self.titles.is_some() { Pc::ReturnTitles } else { Pc::TaxWindow };
        self.push(Frame::Round(r));
    }
}
