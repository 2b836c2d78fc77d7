//! Costs: what they are now, who can pay them, the payment (RR.init.2 to .4).

use smallvec::SmallVec;
use table::Seat;

use super::derive::Listed;
use super::eval::Ctx;
use super::event::{Ev, Kind, Verb};
use super::state::{Id, Inst, State, Zone};
use crate::lang::ast::*;
use crate::lang::raw::What as Target;
use crate::rules::Rules;
use crate::words::CardType;

use super::initiate::{Initiate, Reason, cost_target};

impl State {
    /// The gold that a seat would pay for a card (RR.init.3): printed cost or shadow or ambush cost, with reducers, at least 0.
    pub fn cost_of(&self, rules: &Rules, card: Id, seat: Seat, base: i32, how: Means2) -> i32 {
        let mut cost = base;
        let entry = &rules.cards[self.card(card).def as usize];
        for ability in entry.abilities.iter().filter(|a| !a.blank) {
            if let Some(constant) = ability.constant() {
                let ctx = Ctx::of(self, rules, card, seat);
                for modifier in constant.gets.iter() {
                    if let Modifier::CostLess { by, how: means } = modifier
                        && (means.is_empty() || means.contains(&how))
                        && constant.to.is_none()
                        && constant.only_if.iter().all(|c| ctx.cond(c))
                    {
                        cost -= ctx.num(by);
                    }
                }
            }
        }
        for r in self.reducers.iter().filter(|r| r.player == seat) {
            if self.reducer_fits(rules, r, card, how) {
                cost -= r.by;
            }
        }
        if self.cache.players[seat.index()].listed || !self.cache.listed.is_empty() {
            for (listed, modifier) in self.listed(rules, seat) {
                cost -= self.listed_reduction(rules, listed, modifier, card, how);
            }
        }
        cost.max(0)
    }

    pub(super) fn reducer_fits(&self, rules: &Rules, r: &super::state::Reducer, card: Id, how: Means2) -> bool {
        let code = &rules.cards[r.at.0 as usize].abilities[r.at.1 as usize].code;
        let Some(crate::rules::Instr::Verb(Effect::ReduceNext { of, how: means, .. })) = code.get(r.at.2 as usize) else { return false };
        means.contains(&how) && Ctx::of(self, rules, r.source, r.player).fits(of, card)
    }

    pub(super) fn listed_reduction(&self, rules: &Rules, listed: &Listed, modifier: &PlayerModifier, card: Id, how: Means2) -> i32 {
        let ctx = Ctx::of(self, rules, listed.source, listed.you);
        match modifier {
            PlayerModifier::Reduce { by, of, how: means } if means.contains(&how) && ctx.fits(of, card) => ctx.num(by),
            PlayerModifier::ReduceFirst { by, of, how: means, .. }
                if means.contains(&how) && ctx.fits(of, card) && !self.first_used(rules, listed) =>
            {
                ctx.num(by)
            }
            _ => 0,
        }
    }

    /// "The first each round" counts what was brought before the card that says so came into play.
    pub(super) fn first_used(&self, rules: &Rules, listed: &Listed) -> bool {
        let place = (listed.def, listed.ability, listed.at);
        self.firsts.iter().any(|(seat, n, _)| *seat == listed.player && rules.firsts[*n as usize] == place)
    }

    /// The first fitting card uses up "next" and "first" reducers, also if nothing was left to reduce (AMB.21).
    pub(super) fn use_reducers(&mut self, rules: &Rules, card: Id, seat: Seat, how: Means2) {
        let mut kept = Vec::new();
        for r in std::mem::take(&mut self.reducers) {
            if r.player != seat || !self.reducer_fits(rules, &r, card, how) {
                kept.push(r);
            }
        }
        self.reducers = kept;
        let mut used = Vec::new();
        for (n, place) in rules.firsts.iter().enumerate() {
            if let Some(PlayerModifier::ReduceFirst { of, how: means, span, .. }) = rules.player_modifier(*place)
                && means.contains(&how)
                && !self.firsts.iter().any(|(s, at, _)| *s == seat && *at == n as u16)
                && Ctx::of(self, rules, card, seat).fits(of, card)
            {
                used.push((seat, n as u16, self.until(*span)));
            }
        }
        self.firsts.extend(used);
    }

    /// The gold an event costs to play from where it is.
    pub(super) fn event_cost(&self, rules: &Rules, inst: &Inst, t: &Triggered) -> i32 {
        let entry = &rules.cards[inst.def as usize];
        let base = if self.card(inst.card).zone == Zone::Shadows {
            self.shadow_cost(rules, inst.card).unwrap_or(0)
        } else {
            match entry.def.cost {
                Some(PrintedCost::Gold(n)) => n,
                Some(PrintedCost::X) => match &t.x {
                    Some(x) => Ctx::inst(self, rules, inst).num(x),
                    None => inst.x,
                },
                _ => 0,
            }
        };
        self.cost_of(rules, inst.card, inst.controller, base, Means2::Play)
    }

    /// Whether the ability's controller chooses X at payment.
    pub(super) fn chooses_x(&self, inst: &Inst, rules: &Rules, t: &Triggered) -> bool {
        let entry = &rules.cards[inst.def as usize];
        (entry.def.kind == CardType::Event && entry.def.cost == Some(PrintedCost::X) && t.x.is_none()) || t.cost.contains(&Cost::PayX)
    }

    /// Whose pool pays the gold: that of the ability's controller, if the card names no other.
    pub(super) fn gold_payer(&self, rules: &Rules, inst: &Inst, t: &Triggered) -> Option<Seat> {
        t.pay_from.map_or(Some(inst.controller), |who| Ctx::inst(self, rules, inst).seat(who))
    }

    pub(super) fn most_x(&self, rules: &Rules, inst: &Inst, t: &Triggered) -> i32 {
        let gold = self.gold_payer(rules, inst, t).map_or(0, |seat| self.player(seat).gold);
        if t.cost.contains(&Cost::PayX) {
            return gold;
        }
        // Reductions let X be larger than the gold (RR.glossary.x.2).
        let reduction = 100 - self.cost_of(rules, inst.card, inst.controller, 100, Means2::Play);
        gold + reduction
    }

    /// The cards that may pay a cost that asks for one of several.
    pub(super) fn payers(&self, rules: &Rules, inst: &Inst, cost: &Cost, taken: &[(u8, Id)]) -> SmallVec<[Id; 8]> {
        let ctx = Ctx::inst(self, rules, inst);
        let mut ids = match cost_target(cost) {
            Some(target) => ctx.cards(target),
            None => SmallVec::new(),
        };
        // One card pays for one of several cards asked for; a cost that means this very card may be paid with what another kneels
        // or stands at the same time: kneel and sacrifice it. Opponents' elements never pay (RR.glossary.costs.3).
        let this_card = fixed(cost);
        ids.retain(|id| {
            (this_card || !taken.iter().any(|(_, t)| t == id))
                && (self.controller(*id) == inst.controller || matches!(cost_target(cost), Some(Target::Ref(Ref::Host))))
                && match cost.one() {
                    Cost::Kneel(_) => self.in_play(*id) && !self.card(*id).kneeling && !self.der(*id).cannot(Act::Kneel),
                    Cost::Stand(_) => self.in_play(*id) && self.card(*id).kneeling,
                    Cost::Sacrifice(_) => self.in_play(*id) && !self.der(*id).cannot(Act::BeSacrificed),
                    Cost::Kill(_) => self.in_play(*id) && !self.der(*id).cannot(Act::BeKilled),
                    Cost::ReturnToHand(_) => self.in_play(*id) && !self.der(*id).cannot(Act::BeReturned),
                    Cost::Discard(_) if self.in_play(*id) => !self.der(*id).cannot(Act::BeDiscarded),
                    // An event that is played is not paid with itself.
                    Cost::Discard(_) if *id == inst.card => this_card,
                    Cost::DiscardPower(_, n) => i32::from(self.card(*id).power) >= ctx.num(n) * times(&ctx, cost),
                    _ => true,
                }
        });
        ids
    }

    pub(super) fn can_pay(&self, rules: &Rules, inst: &Inst, t: &Triggered, kind: CardType) -> Result<(), Reason> {
        match t.cost.iter().find_map(Cost::ways) {
            None => self.can_pay_by(rules, inst, t, kind == CardType::Event, None),
            Some(ways) => {
                let by = |n: u8| self.can_pay_by(rules, inst, t, kind == CardType::Event, Some(n));
                (1..ways.len() as u8).fold(by(0), |paid, n| paid.or_else(|_| by(n)))
            }
        }
    }

    /// Whether the costs can be paid in this way, where there are several.
    pub(super) fn can_pay_by(&self, rules: &Rules, inst: &Inst, t: &Triggered, event: bool, way: Option<u8>) -> Result<(), Reason> {
        let ctx = Ctx::inst(self, rules, inst);
        let player = self.player(inst.controller);
        let mut gold = 0;
        if event && !self.chooses_x(inst, rules, t) {
            gold += self.event_cost(rules, inst, t);
        }
        for cost in flat(t, way) {
            let times = times(&ctx, cost);
            let ok = match cost.one() {
                Cost::KneelFaction => !self.card(player.faction_card).kneeling,
                Cost::Gold(n) => {
                    gold += ctx.num(n) * times;
                    true
                }
                Cost::PayX => true,
                Cost::GoldFrom(r, n) => ctx.card(*r).is_some_and(|id| i32::from(self.card(id).gold) >= ctx.num(n) * times),
                Cost::DiscardFromHand(n, filter) => {
                    let fitting = player.hand.iter().filter(|id| **id != inst.card && ctx.fits(filter, **id)).count() as i32;
                    fitting >= ctx.num(n) * times
                }
                Cost::DiscardToken(word, r) => {
                    let token = rules.token(word);
                    ctx.card(*r).is_some_and(|id| self.card(id).tokens.iter().any(|(t, n)| *t == token && i32::from(*n) >= times.max(1)))
                }
                Cost::DiscardPower(..) => !self.payers(rules, inst, cost, &[]).is_empty(),
                Cost::FactionPower(n) => i32::from(self.card(player.faction_card).power) >= ctx.num(n) * times,
                _ => self.payers(rules, inst, cost, &[]).len() as i32 >= times,
            };
            if !ok {
                return Err(("Its cost cannot be paid.", "RR.ab.can_initiate.2"));
            }
        }
        if !self.cards_suffice(rules, inst, &flat(t, way), 0, &[]) {
            return Err(("Its cost cannot be paid.", "RR.ab.can_initiate.2"));
        }
        let pool = self.gold_payer(rules, inst, t).map_or(0, |seat| self.player(seat).gold);
        if gold > pool { Err(("You have not enough gold.", "RR.init.2")) } else { Ok(()) }
    }

    /// Whether the costs from `at` on that ask for one of several cards can all be paid, each with cards of its own, beside what was
    /// taken for those before (RR.init.2): one card pays for one of them.
    pub(super) fn cards_suffice(&self, rules: &Rules, inst: &Inst, costs: &[&Cost], at: usize, taken: &[(u8, Id)]) -> bool {
        let several = |cost: &&&Cost| cost_target(cost).is_some() && !fixed(cost);
        if costs.iter().filter(|cost| cost_target(cost).is_some()).count() < 2 || !costs[at..].iter().any(|cost| several(&cost)) {
            return true;
        }
        let ctx = Ctx::inst(self, rules, inst);
        // Every card that is due, by those that may be it: a way to give each of them another one.
        let mut due: Vec<SmallVec<[Id; 8]>> = Vec::new();
        for cost in costs[at..].iter().filter(several) {
            let mut able = self.payers(rules, inst, cost, taken);
            able.retain(|id| !self.meant_by_another(&ctx, costs, cost, *id));
            let n = if let Cost::DiscardPower(..) = cost.one() { 1 } else { times(&ctx, cost) };
            due.extend((0..n.max(0)).map(|_| able.clone()));
        }
        let mut given: Vec<(Id, usize)> = Vec::new();
        (0..due.len()).all(|n| give(&due, n, &mut given, &mut Vec::new()))
    }

    /// Whether a card is the one that another cost of the same kind names: it pays that one.
    pub(super) fn meant_by_another(&self, ctx: &Ctx, costs: &[&Cost], cost: &Cost, id: Id) -> bool {
        let kind = std::mem::discriminant(cost.one());
        let same = |other: &&Cost| fixed(other) && std::mem::discriminant(other.one()) == kind;
        !fixed(cost) && costs.iter().copied().filter(same).any(|other| cost_target(other).is_some_and(|what| ctx.cards(what).contains(&id)))
    }

    /// The payment of all costs at once (RR.init.4), as one batch.
    pub(super) fn payment(&self, rules: &Rules, i: &Initiate, inst: &Inst, t: &Triggered) -> Vec<Ev> {
        let ctx = Ctx::inst(self, rules, inst);
        let seat = inst.controller;
        let mut events = Vec::new();
        let mut add = |kind| events.push(Ev { cost: true, seat: Some(seat), source: Some(inst.card), ..Ev::new(kind) });
        // A card out of play does not leave play, but its area.
        let leave = |card, verb, to| match self.in_play(card) {
            true => Kind::Leave { card, verb, to, can_save: false, saved: false, snap: None },
            false => Kind::Move { card, to, from: self.card(card).zone, discard: verb == Verb::Discard, by: None },
        };
        let mut gold = 0;
        if i.event {
            gold += self.event_cost(rules, inst, t);
        }
        for (at, cost) in flat(t, i.way).into_iter().enumerate() {
            let times = times(&ctx, cost);
            let chosen = |at: usize| i.paid.iter().filter(move |(c, _)| *c == at as u8).map(|(_, id)| *id);
            match cost.one() {
                Cost::Times(..) | Cost::Either(_) => {}
                Cost::Kneel(_) => chosen(at).for_each(|card| add(Kind::Kneel { card })),
                Cost::KneelFaction => add(Kind::Kneel { card: self.player(seat).faction_card }),
                Cost::Stand(_) => chosen(at).for_each(|card| add(Kind::Stand { card })),
                Cost::Sacrifice(_) => chosen(at).for_each(|card| add(leave(card, Verb::Sacrifice, Destination::DiscardPile))),
                Cost::Kill(_) => chosen(at).for_each(|card| add(leave(card, Verb::Kill, Destination::DeadPile))),
                Cost::Discard(_) => chosen(at).for_each(|card| add(leave(card, Verb::Discard, Destination::DiscardPile))),
                Cost::ReturnToHand(_) => chosen(at).for_each(|card| add(leave(card, Verb::Return, Destination::Hand))),
                Cost::RemoveFromGame(_) => chosen(at).for_each(|card| add(leave(card, Verb::Move, Destination::RemovedFromGame))),
                Cost::IntoShadows(_) => chosen(at).for_each(|card| add(leave(card, Verb::Move, Destination::Shadows))),
                Cost::ShuffleIntoDeck(_) => chosen(at).for_each(|card| add(leave(card, Verb::Move, Destination::ShuffledIntoDeck))),
                Cost::Gold(n) => gold += ctx.num(n) * times,
                Cost::PayX => gold += inst.x,
                Cost::GoldFrom(r, n) => {
                    if let Some(card) = ctx.card(*r) {
                        add(Kind::Gold { seat, card: Some(card), n: -ctx.num(n) * times });
                    }
                }
                Cost::DiscardFromHand(..) => chosen(at).for_each(|card| {
                    add(Kind::Move { card, to: Destination::DiscardPile, from: Zone::Hand, discard: true, by: None });
                }),
                Cost::DiscardToken(word, r) => {
                    if let Some(card) = ctx.card(*r) {
                        add(Kind::Token { card, token: rules.token(word), n: -times as i16 });
                    }
                }
                Cost::DiscardPower(_, n) => {
                    chosen(at).for_each(|card| add(Kind::Power { card, n: -ctx.num(n) * times, using: None }));
                }
                Cost::FactionPower(n) => add(Kind::Power { card: self.player(seat).faction_card, n: -ctx.num(n) * times, using: None }),
            }
        }
        let payer = self.gold_payer(rules, inst, t).unwrap_or(seat);
        if gold > 0 {
            add(Kind::Gold { seat: payer, card: None, n: -gold });
        }
        events
    }
}

/// The costs of an ability, with those of the way that was chosen where there are several.
pub(super) fn flat(t: &Triggered, way: Option<u8>) -> SmallVec<[&Cost; 4]> {
    let mut all = SmallVec::new();
    for cost in t.cost.iter() {
        match cost.ways() {
            Some(ways) => all.extend(way.and_then(|way| ways.get(way as usize)).into_iter().flat_map(|costs| costs.iter())),
            None => all.push(cost),
        }
    }
    all
}

/// Whether a cost names the very card that pays it.
pub(super) fn fixed(cost: &Cost) -> bool {
    matches!(cost_target(cost), Some(Target::Ref(_)))
}

/// Gives a card to what is due at this place, if need be by giving another to what has it.
fn give(due: &[SmallVec<[Id; 8]>], at: usize, given: &mut Vec<(Id, usize)>, tried: &mut Vec<Id>) -> bool {
    for id in &due[at] {
        if tried.contains(id) {
            continue;
        }
        tried.push(*id);
        let holder = given.iter().position(|(card, _)| card == id);
        match holder {
            None => given.push((*id, at)),
            Some(held) if give(due, given[held].1, given, tried) => {
                given.retain(|(card, _)| card != id);
                given.push((*id, at));
            }
            Some(_) => continue,
        }
        return true;
    }
    false
}

/// How often a cost is paid.
pub(super) fn times(ctx: &Ctx, cost: &Cost) -> i32 {
    if let Cost::Times(n, one) = cost { ctx.num(n) * times(ctx, one) } else { 1 }
}
