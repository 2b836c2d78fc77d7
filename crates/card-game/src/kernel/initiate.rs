//! Initiating abilities, marshaling, ambush and coming out of shadows: one procedure (RR.init).

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Seat, SelectItem, SelectRule};

use super::ask::{List, Topic, cards};
use super::derive::Listed;
use super::eval::Ctx;
use super::event::{Ev, Kind, Verb};
use super::potential::Entry;
use super::run::Run;
use super::state::{CardRef, Frame, Id, Inst, State, Until, UseCount, Val, Zone};
use super::tell::name;
use crate::lang::ast::*;
use crate::lang::raw::{Many, What as Target};
use crate::rules::{AbilityRules, Rules, Rulings};
use crate::view::{Action, What as Told};
use crate::words::{CardType, Phase};

/// Why something cannot be done: a sentence and the rule.
pub type Reason = (&'static str, &'static str);

/// What is being initiated.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum What {
    Ability(Inst),
    Marshal { card: Id, seat: Seat },
    IntoShadows { card: Id, seat: Seat },
    Ambush { card: Id, seat: Seat, gold: i32 },
    OutOfShadows { card: Id, seat: Seat, gold: i32 },
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// X and the cards that pay.
    Costs,
    Paid,
    Targets,
    Imminent,
    Resolve,
    After,
    Host,
    End,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Initiate {
    pub what: What,
    pub stage: Stage,
    pub asked: bool,
    /// Next cost or target that is due.
    pub at: u8,
    pub x_known: bool,
    /// Cards picked for costs: (which cost, card).
    pub paid: SmallVec<[(u8, Id); 2]>,
    /// Targets that were legal at RR.init.1, by choice (ruling set `faq-4.1`).
    pub legal: Vec<Vec<CardRef>>,
    /// Whether the card is an event that is being played, from where.
    pub event: bool,
}

impl Initiate {
    pub fn new(what: What) -> Initiate {
        Initiate { what, stage: Stage::Costs, asked: false, at: 0, x_known: false, paid: SmallVec::new(), legal: Vec::new(), event: false }
    }
}

impl State {
    fn ability<'a>(&self, rules: &'a Rules, inst: &Inst) -> &'a AbilityRules {
        &rules.cards[inst.def as usize].abilities[inst.ability as usize]
    }

    // --- may it be used?

    /// Whether an ability may be initiated now by its controller (RR.init.1, .2; RR.ab.can_initiate).
    pub fn may_use(&self, rules: &Rules, inst: &Inst) -> Result<(), Reason> {
        let ability = self.ability(rules, inst);
        let Some(t) = ability.triggered() else { return Err(("This is no ability that is initiated.", "RR.ab.kinds")) };
        if ability.blank {
            return Err(("This ability is blank.", "RR.glossary.blank.1"));
        }
        let entry = &rules.cards[inst.def as usize];
        let seat = inst.controller;
        let card = self.card(inst.card);
        let kind = entry.def.kind;
        let named = |zone: ZoneName| t.from.as_ref().is_some_and(|from| from.contains(&zone));
        let place = match card.zone {
            Zone::Play | Zone::RevealedPlot => {
                kind != CardType::Event && self.speaks(inst.card) && (t.from.is_none() || named(ZoneName::Play))
            }
            Zone::Agenda => kind == CardType::Agenda,
            Zone::Hand => kind == CardType::Event && t.from.is_none() || named(ZoneName::Hand),
            Zone::Shadows => (kind == CardType::Event && entry.has(KeywordName::Shadow)) && t.from.is_none() || named(ZoneName::Shadows),
            Zone::Discard => named(ZoneName::DiscardPile) || self.just_left(rules, inst),
            Zone::Dead => named(ZoneName::DeadPile) || self.just_left(rules, inst),
            Zone::Deck => self.just_left(rules, inst),
            _ => false,
        };
        if !place {
            return Err(("It cannot be used from where it is.", "RR.ab.can_initiate.5"));
        }
        if !ability.is_forced() && self.cache.players[seat.index()].cannot_trigger {
            return Err(("You cannot trigger card abilities now.", "FAQ.q.catelyn"));
        }
        if t.phase.is_some_and(|p| p != self.phase) {
            return Err(("It can only be used in another phase.", "RR.glossary.actions.1"));
        }
        let ctx = Ctx::inst(self, rules, inst);
        if !t.only_if.iter().all(|c| ctx.cond(c)) {
            return Err(("Its play restrictions are not met.", "RR.glossary.play_restrictions.1"));
        }
        if let Some(limit) = t.limit
            && self.used_up(inst, limit, Some(CardRef { id: inst.card, gen_: inst.gen_ }))
        {
            return Err(("Its limit is used up.", "RR.glossary.limits.1"));
        }
        if let Some(max) = t.max
            && self.used_up(inst, max, None)
        {
            return Err(("Its maximum is used up.", "RR.glossary.limits.4"));
        }
        if kind == CardType::Event {
            self.may_play(rules, inst.card, seat)?;
        }
        self.can_pay(rules, inst, t, kind)?;
        // With X chosen at payment, some X must do.
        if self.chooses_x(inst, rules, t) {
            let most = self.most_x(rules, inst, t);
            let some = (0..=most).any(|x| {
                let trial = Inst { x, ..inst.clone() };
                self.can_resolve(rules, &trial, t).is_ok()
            });
            return if some { Ok(()) } else { Err(("It has no legal target.", "RR.glossary.target.2")) };
        }
        self.can_resolve(rules, inst, t)
    }

    /// Enough legal targets, and an effect that would change the game.
    fn can_resolve(&self, rules: &Rules, inst: &Inst, t: &Triggered) -> Result<(), Reason> {
        self.can_choose(rules, inst, t, 0)
    }

    /// The same from the choice `at` on: some way of making the choices must do, where one depends on another
    /// (RR.glossary.target.2, RR.ab.can_initiate.1).
    fn can_choose(&self, rules: &Rules, inst: &Inst, t: &Triggered, at: usize) -> Result<(), Reason> {
        let ctx = Ctx::inst(self, rules, inst);
        let Some(choice) = t.choose.get(at) else {
            let would = ctx.would_any(&t.effect, &t.effect);
            return if would { Ok(()) } else { Err(("Its effect would not change the game.", "RR.ab.can_initiate.1")) };
        };
        match choice {
            Choice::Cards(pick) => {
                let candidates = ctx.choosable(pick, &t.effect);
                let (rule, items) = self.select_rule(&ctx, pick, &candidates);
                let enough = rule.possible(&items) && (pick.up_to.is_some() || pick.any || candidates.len() >= rule.min as usize);
                let some = !candidates.is_empty() || (pick.up_to.is_some() && !only_about(&t.effect, pick.name.0));
                if !enough || !some {
                    return Err(("It has no legal target.", "RR.glossary.target.2"));
                }
                if candidates.is_empty() || !cards_after(t, at) {
                    return self.can_choose(rules, inst, t, at + 1);
                }
                let first = self.chosen_then(rules, inst, t, at, self.one_card(candidates[0]));
                first.or_else(|reason| {
                    let another = candidates[1..].iter().any(|id| self.chosen_then(rules, inst, t, at, self.one_card(*id)).is_ok());
                    if another { Ok(()) } else { Err(reason) }
                })
            }
            Choice::Opponent(_) => {
                if self.opponents(inst.controller).any(|seat| self.chosen_then(rules, inst, t, at, Val::Seat(seat)).is_ok()) {
                    Ok(())
                } else {
                    Err(("No opponent could be chosen for it.", "RR.glossary.target.2"))
                }
            }
            Choice::Player(_) => {
                if self.order().into_iter().any(|seat| self.chosen_then(rules, inst, t, at, Val::Seat(seat)).is_ok()) {
                    Ok(())
                } else {
                    Err(("Its effect would not change the game.", "RR.ab.can_initiate.1"))
                }
            }
        }
    }

    /// Whether the choices after this one can be made if it is made so.
    fn chosen_then(&self, rules: &Rules, inst: &Inst, t: &Triggered, at: usize, value: Val) -> Result<(), Reason> {
        let mut trial = inst.clone();
        trial.binds.push((choice_slot(&t.choose[at]), value));
        self.can_choose(rules, &trial, t, at + 1)
    }

    fn one_card(&self, id: Id) -> Val {
        Val::Cards(smallvec::smallvec![self.refer(id)])
    }

    /// Whether the effect would change the game with this player bound.
    fn seat_matters(&self, rules: &Rules, inst: &Inst, slot: u8, seat: Seat, effects: &[Effect]) -> bool {
        let mut trial = inst.clone();
        trial.binds.push((slot, Val::Seat(seat)));
        Ctx::inst(self, rules, &trial).would_any(effects, effects)
    }

    /// A reaction or interrupt to this very card's leaving play may be used from where it lies now.
    fn just_left(&self, rules: &Rules, inst: &Inst) -> bool {
        // Only an ability that speaks of its own card leaving makes sense from elsewhere (RR.ab.can_initiate.5).
        let own = self.ability(rules, inst).triggered().and_then(|t| t.when.as_ref()).is_some_and(about_itself);
        own && match inst.event.as_deref().map(|e| &e.kind) {
            Some(Kind::Leave { card, snap: Some(snap), .. }) => *card == inst.card && snap.der.blank == 0,
            _ => false,
        }
    }

    fn used_up(&self, inst: &Inst, limit: Limit, card: Option<CardRef>) -> bool {
        let (n, _) = self.limit_of(limit);
        self.uses
            .iter()
            .filter(|u| u.card == card && u.def == inst.def && u.ability == inst.ability && u.seat == inst.controller)
            .any(|u| u.count >= n)
    }

    fn limit_of(&self, limit: Limit) -> (u8, Until) {
        match limit {
            Limit::PerChallenge(n) => (n, self.until(Span::Challenge)),
            Limit::PerPhase(n) => (n, self.until(Span::Phase)),
            Limit::PerRound(n) => (n, self.until(Span::Round)),
            Limit::PerGame(n) => (n, Until::Forever),
        }
    }

    /// Counted when the ability is initiated, also when it is cancelled later (RR.init.b).
    fn count_use(&mut self, inst: &Inst, t: &Triggered) {
        let uses = [
            t.limit.map(|l| (l, Some(CardRef { id: inst.card, gen_: inst.gen_ }))),
            // A maximum counts all copies by title, per player.
            t.max.map(|m| (m, None)),
        ];
        for (limit, card) in uses.into_iter().flatten() {
            let (_, until) = self.limit_of(limit);
            let found = self
                .uses
                .iter_mut()
                .find(|u| u.card == card && u.def == inst.def && u.ability == inst.ability && u.seat == inst.controller);
            match found {
                Some(u) => u.count += 1,
                None => self.uses.push(UseCount { card, def: inst.def, ability: inst.ability, seat: inst.controller, until, count: 1 }),
            }
        }
    }

    /// Restrictions on playing an event: limited, cannot play.
    fn may_play(&self, rules: &Rules, card: Id, seat: Seat) -> Result<(), Reason> {
        let entry = &rules.cards[self.card(card).def as usize];
        if entry.has(KeywordName::Limited) && self.limited_used(seat) {
            return Err(("You have marshaled or played a limited card this round.", "RR.glossary.limited.1"));
        }
        if entry.def.cost == Some(PrintedCost::Dash) && self.card(card).zone == Zone::Hand {
            return Err(("A card with cost - cannot be played from hand.", "RR.glossary.shadows.11"));
        }
        for (listed, modifier) in self.listed(rules, seat) {
            if let PlayerModifier::CannotPlay(filter) = modifier
                && Ctx::of(self, rules, listed.source, listed.you).fits(filter, card)
            {
                return Err(("A card forbids playing it.", "RR.golden.cannot"));
            }
        }
        Ok(())
    }

    fn limited_used(&self, seat: Seat) -> bool {
        i32::from(self.player(seat).limited) > i32::from(self.cache.players[seat.index()].extra_limited)
    }

    // --- costs

    /// The gold that a seat would pay for a card (RR.init.3): printed cost or shadow or ambush cost, with reducers, at least 0.
    pub fn cost_of(&self, rules: &Rules, card: Id, seat: Seat, base: i32, how: Means2) -> i32 {
        let mut cost = base;
        let entry = &rules.cards[self.card(card).def as usize];
        for ability in entry.abilities.iter().filter(|a| !a.blank) {
            if let Some(constant) = ability.constant() {
                let ctx = Ctx::of(self, rules, card, seat);
                for modifier in constant.gets.iter() {
                    if let Modifier::CostLess(n) = modifier
                        && constant.to.is_none()
                        && constant.only_if.iter().all(|c| ctx.cond(c))
                    {
                        cost -= ctx.num(n);
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

    fn reducer_fits(&self, rules: &Rules, r: &super::state::Reducer, card: Id, how: Means2) -> bool {
        let code = &rules.cards[r.at.0 as usize].abilities[r.at.1 as usize].code;
        let Some(crate::rules::Instr::Verb(Effect::ReduceNext { of, how: means, .. })) = code.get(r.at.2 as usize) else { return false };
        means.contains(&how) && Ctx::of(self, rules, r.source, r.player).fits(of, card)
    }

    fn listed_reduction(&self, rules: &Rules, listed: &Listed, modifier: &PlayerModifier, card: Id, how: Means2) -> i32 {
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
    fn first_used(&self, rules: &Rules, listed: &Listed) -> bool {
        let place = (listed.def, listed.ability, listed.at);
        self.firsts.iter().any(|(seat, n, _)| *seat == listed.player && rules.firsts[*n as usize] == place)
    }

    /// The first fitting card uses up "next" and "first" reducers, also if nothing was left to reduce (AMB.21).
    fn use_reducers(&mut self, rules: &Rules, card: Id, seat: Seat, how: Means2) {
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
    fn event_cost(&self, rules: &Rules, inst: &Inst, t: &Triggered) -> i32 {
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
    fn chooses_x(&self, inst: &Inst, rules: &Rules, t: &Triggered) -> bool {
        let entry = &rules.cards[inst.def as usize];
        (entry.def.kind == CardType::Event && entry.def.cost == Some(PrintedCost::X) && t.x.is_none()) || t.cost.contains(&Cost::PayX)
    }

    fn most_x(&self, rules: &Rules, inst: &Inst, t: &Triggered) -> i32 {
        let gold = self.player(inst.controller).gold;
        if t.cost.contains(&Cost::PayX) {
            return gold;
        }
        // Reductions let X be larger than the gold (RR.glossary.x.2).
        let reduction = 100 - self.cost_of(rules, inst.card, inst.controller, 100, Means2::Play);
        gold + reduction
    }

    /// The cards that may pay a cost that asks for one of several.
    fn payers(&self, rules: &Rules, inst: &Inst, cost: &Cost, taken: &[(u8, Id)]) -> SmallVec<[Id; 8]> {
        let ctx = Ctx::inst(self, rules, inst);
        let mut ids = match cost_target(cost) {
            Some(target) => ctx.cards(target),
            None => SmallVec::new(),
        };
        // One card pays for one of several cards asked for; a cost that means this very card may be paid with what another kneels
        // or stands at the same time: kneel and sacrifice it. Opponents' elements never pay (RR.glossary.costs.3).
        let this_card = matches!(cost_target(cost), Some(Target::Ref(_)));
        ids.retain(|id| {
            (this_card || !taken.iter().any(|(_, t)| t == id))
                && (self.controller(*id) == inst.controller || matches!(cost_target(cost), Some(Target::Ref(Ref::Host))))
                && match cost {
                    Cost::Kneel(_) => self.in_play(*id) && !self.card(*id).kneeling && !self.der(*id).cannot(Act::Kneel),
                    Cost::Stand(_) => self.in_play(*id) && self.card(*id).kneeling,
                    Cost::Sacrifice(_) => self.in_play(*id) && !self.der(*id).cannot(Act::BeSacrificed),
                    Cost::Kill(_) => self.in_play(*id) && !self.der(*id).cannot(Act::BeKilled),
                    Cost::ReturnToHand(_) => self.in_play(*id) && !self.der(*id).cannot(Act::BeReturned),
                    _ => true,
                }
        });
        ids
    }

    fn can_pay(&self, rules: &Rules, inst: &Inst, t: &Triggered, kind: CardType) -> Result<(), Reason> {
        let ctx = Ctx::inst(self, rules, inst);
        let player = self.player(inst.controller);
        let mut gold = 0;
        if kind == CardType::Event && !self.chooses_x(inst, rules, t) {
            gold += self.event_cost(rules, inst, t);
        }
        for cost in t.cost.iter() {
            let ok = match cost {
                Cost::KneelFaction => !self.card(player.faction_card).kneeling,
                Cost::Gold(n) => {
                    gold += ctx.num(n);
                    true
                }
                Cost::PayX => true,
                Cost::GoldFrom(r, n) => ctx.card(*r).is_some_and(|id| i32::from(self.card(id).gold) >= ctx.num(n)),
                Cost::DiscardFromHand(n, filter) => {
                    let fitting = player.hand.iter().filter(|id| **id != inst.card && ctx.fits(filter, **id)).count() as i32;
                    fitting >= ctx.num(n)
                }
                Cost::DiscardToken(word, r) => {
                    let token = rules.token(word);
                    ctx.card(*r).is_some_and(|id| self.card(id).tokens.iter().any(|(t, n)| *t == token && *n > 0))
                }
                Cost::DiscardPower(r, n) => ctx.card(*r).is_some_and(|id| i32::from(self.card(id).power) >= ctx.num(n)),
                Cost::FactionPower(n) => i32::from(self.card(player.faction_card).power) >= ctx.num(n),
                choice => !self.payers(rules, inst, choice, &[]).is_empty(),
            };
            if !ok {
                return Err(("Its cost cannot be paid.", "RR.ab.can_initiate.2"));
            }
        }
        if gold > player.gold { Err(("You have not enough gold.", "RR.init.2")) } else { Ok(()) }
    }

    /// The payment of all costs at once (RR.init.4), as one batch.
    fn payment(&self, rules: &Rules, i: &Initiate, inst: &Inst, t: &Triggered) -> Vec<Ev> {
        let ctx = Ctx::inst(self, rules, inst);
        let seat = inst.controller;
        let mut events = Vec::new();
        let mut add = |kind| events.push(Ev { cost: true, seat: Some(seat), source: Some(inst.card), ..Ev::new(kind) });
        let leave = |card, verb, to| Kind::Leave { card, verb, to, can_save: false, saved: false, snap: None };
        let mut gold = 0;
        if i.event {
            gold += self.event_cost(rules, inst, t);
        }
        for (at, cost) in t.cost.iter().enumerate() {
            let chosen = |at: usize| i.paid.iter().filter(move |(c, _)| *c == at as u8).map(|(_, id)| *id);
            match cost {
                Cost::Kneel(_) => chosen(at).for_each(|card| add(Kind::Kneel { card })),
                Cost::KneelFaction => add(Kind::Kneel { card: self.player(seat).faction_card }),
                Cost::Stand(_) => chosen(at).for_each(|card| add(Kind::Stand { card })),
                Cost::Sacrifice(_) => chosen(at).for_each(|card| add(leave(card, Verb::Sacrifice, Destination::DiscardPile))),
                Cost::Kill(_) => chosen(at).for_each(|card| add(leave(card, Verb::Kill, Destination::DeadPile))),
                Cost::Discard(_) => chosen(at).for_each(|card| add(leave(card, Verb::Discard, Destination::DiscardPile))),
                Cost::ReturnToHand(_) => chosen(at).for_each(|card| add(leave(card, Verb::Return, Destination::Hand))),
                Cost::RemoveFromGame(_) => chosen(at).for_each(|card| {
                    let to = Destination::RemovedFromGame;
                    if self.in_play(card) {
                        add(leave(card, Verb::Move, to));
                    } else {
                        add(Kind::Move { card, to, from: self.card(card).zone, discard: false, by: None });
                    }
                }),
                Cost::IntoShadows(_) => chosen(at).for_each(|card| add(leave(card, Verb::Move, Destination::Shadows))),
                Cost::ShuffleIntoDeck(_) => chosen(at).for_each(|card| add(leave(card, Verb::Move, Destination::ShuffledIntoDeck))),
                Cost::Gold(n) => gold += ctx.num(n),
                Cost::PayX => gold += inst.x,
                Cost::GoldFrom(r, n) => {
                    if let Some(card) = ctx.card(*r) {
                        add(Kind::Gold { seat, card: Some(card), n: -ctx.num(n) });
                    }
                }
                Cost::DiscardFromHand(..) => chosen(at).for_each(|card| {
                    add(Kind::Move { card, to: Destination::DiscardPile, from: Zone::Hand, discard: true, by: None });
                }),
                Cost::DiscardToken(word, r) => {
                    if let Some(card) = ctx.card(*r) {
                        add(Kind::Token { card, token: rules.token(word), n: -1 });
                    }
                }
                Cost::DiscardPower(r, n) => {
                    if let Some(card) = ctx.card(*r) {
                        add(Kind::Power { card, n: -ctx.num(n) });
                    }
                }
                Cost::FactionPower(n) => add(Kind::Power { card: self.player(seat).faction_card, n: -ctx.num(n) }),
            }
        }
        if gold > 0 {
            add(Kind::Gold { seat, card: None, n: -gold });
        }
        events
    }

    // --- the procedure

    pub fn step_initiate(&mut self, rules: &Rules, i: Initiate) {
        match i.what.clone() {
            What::Ability(inst) => self.step_ability(rules, i, inst),
            _ => self.step_entry(rules, i),
        }
    }

    fn step_ability(&mut self, rules: &Rules, mut i: Initiate, mut inst: Inst) {
        let ability = self.ability(rules, &inst);
        let Some(t) = ability.triggered() else { return };
        let seat = inst.controller;
        match i.stage {
            Stage::Costs => {
                if i.asked {
                    i.asked = false;
                    let answer = self.answer_taken();
                    match answer.first() {
                        Some(Action::Number { n }) => {
                            inst.x = *n;
                            i.x_known = true;
                            if rules.rulings == Rulings::Faq41 {
                                i.legal = self.legal_targets(rules, &inst, t);
                            }
                        }
                        _ => {
                            i.paid.extend(cards(&answer).into_iter().map(|id| (i.at, id)));
                            i.at += 1;
                        }
                    }
                } else if i.at == 0 && !i.x_known {
                    i.event = rules.cards[inst.def as usize].def.kind == CardType::Event
                        && matches!(self.card(inst.card).zone, Zone::Hand | Zone::Shadows);
                    if let Some(x) = &t.x {
                        inst.x = Ctx::inst(self, rules, &inst).num(x);
                    }
                    if rules.rulings == Rulings::Faq41 && !self.chooses_x(&inst, rules, t) {
                        i.legal = self.legal_targets(rules, &inst, t);
                    }
                }
                if !i.x_known && self.chooses_x(&inst, rules, t) {
                    let most = self.most_x(rules, &inst, t);
                    let list = (0..=most)
                        .filter(|x| self.can_resolve(rules, &Inst { x: *x, ..inst.clone() }, t).is_ok())
                        .map(|n| Action::Number { n })
                        .collect();
                    self.ask(seat, Topic::X, Some(inst.card), List::One(list));
                    i.asked = true;
                    i.what = What::Ability(inst);
                    return self.push(Frame::Initiate(i));
                }
                while let Some(cost) = t.cost.get(i.at as usize) {
                    let (candidates, count) = match cost {
                        Cost::DiscardFromHand(n, filter) => {
                            let ctx = Ctx::inst(self, rules, &inst);
                            let ids: SmallVec<[Id; 8]> =
                                self.player(seat).hand.iter().copied().filter(|id| *id != inst.card && ctx.fits(filter, *id)).collect();
                            (ids, ctx.num(n) as u16)
                        }
                        c if cost_target(c).is_some() => (self.payers(rules, &inst, c, &i.paid), 1),
                        _ => {
                            i.at += 1;
                            continue;
                        }
                    };
                    if candidates.len() <= count as usize {
                        i.paid.extend(candidates.iter().map(|id| (i.at, *id)));
                        i.at += 1;
                        continue;
                    }
                    self.ask(seat, Topic::CostCard, Some(inst.card), self.card_list(candidates, SelectRule::exactly(count)));
                    i.asked = true;
                    i.what = What::Ability(inst);
                    return self.push(Frame::Initiate(i));
                }
                if let Some(slot) = ability.cost_name {
                    let refs = i.paid.iter().map(|(_, id)| self.refer(*id)).collect();
                    inst.binds.push((slot, Val::Cards(refs)));
                }
                let events = self.payment(rules, &i, &inst, t);
                if i.event {
                    self.use_reducers(rules, inst.card, seat, Means2::Play);
                }
                self.batch_ok = true;
                i.stage = Stage::Paid;
                i.what = What::Ability(inst);
                self.push(Frame::Initiate(i));
                if !events.is_empty() {
                    self.batch(events);
                }
            }
            Stage::Paid => {
                // A part that was prevented ends the process; the rest stays paid (RR.glossary.costs.4).
                if !self.batch_ok {
                    return;
                }
                i.stage = Stage::Targets;
                i.at = 0;
                i.what = What::Ability(inst);
                self.push(Frame::Initiate(i));
            }
            Stage::Targets => {
                if i.asked {
                    i.asked = false;
                    let answer = self.answer_taken();
                    self.bind_choice(&mut inst, &t.choose[i.at as usize], &answer);
                    i.at += 1;
                }
                while let Some(choice) = t.choose.get(i.at as usize) {
                    let allowed = i.legal.get(i.at as usize).filter(|_| rules.rulings == Rulings::Faq41).cloned();
                    match self.ask_choice(rules, &inst, choice, &t.effect, allowed.as_deref(), Topic::Target) {
                        Asked::Question => {
                            i.asked = true;
                            i.what = What::Ability(inst);
                            return self.push(Frame::Initiate(i));
                        }
                        Asked::Bound(value) => {
                            inst.binds.push((choice_slot(choice), value));
                            i.at += 1;
                        }
                        Asked::Impossible => {
                            // No legal target is left: it resolves without success, costs stay paid (RR.init.d).
                            self.count_use(&inst, t);
                            if i.event {
                                self.play_event(rules, &inst);
                                i.stage = Stage::After;
                                i.what = What::Ability(inst);
                                self.push(Frame::Initiate(i));
                            }
                            return;
                        }
                    }
                }
                self.count_use(&inst, t);
                if i.event {
                    self.play_event(rules, &inst);
                }
                self.tell_use(rules, &inst, i.event);
                i.stage = Stage::Resolve;
                i.what = What::Ability(inst.clone());
                self.push(Frame::Initiate(i));
                // The initiation is imminent: cancels (RR.init.6).
                let ev = Ev { source: Some(inst.card), seat: Some(seat), ..Ev::new(Kind::Effects { inst: Box::new(inst) }) };
                self.batch(vec![ev]);
            }
            Stage::Resolve => {
                i.stage = Stage::After;
                let go = self.batch_ok;
                i.what = What::Ability(inst.clone());
                self.push(Frame::Initiate(i));
                if go {
                    self.push(Frame::Run(Run::new(inst)));
                } else {
                    let card = inst.card;
                    self.tell("RR.glossary.cancel.2", |s| {
                        (Told::Cancelled { card }, format!("The effects of {} are cancelled.", s.tag(rules, card)))
                    });
                }
            }
            Stage::After => {
                #[allow(clippy::collapsible_match)]
                if i.event {
                    // To the discard pile before the reactions to its being played (RR.init.7).
                    let card = inst.card;
                    if self.card(card).zone == Zone::BeingPlayed {
                        self.relocate(rules, card, Destination::DiscardPile);
                        self.tell_move(rules, "RR.init.7", card, Zone::BeingPlayed, "played", |tag| {
                            format!("{tag} goes to the discard pile.")
                        });
                    }
                    let ev = Ev { source: Some(card), seat: Some(seat), ..Ev::new(Kind::Played { card, seat }) };
                    self.batch(vec![ev]);
                }
            }
            _ => {}
        }
    }

    /// An event leaves the hand while it is played (RS.5 tells nothing else apart); prized pays at once (RR.glossary.prized.2).
    fn play_event(&mut self, rules: &Rules, inst: &Inst) {
        let card = inst.card;
        let entry = &rules.cards[inst.def as usize];
        let (limited, prized) = (entry.has(KeywordName::Limited), entry.prized);
        self.pull(card);
        let c = self.card_mut(card);
        c.zone = Zone::BeingPlayed;
        c.base = inst.controller;
        c.known = table::SeatSet(u16::MAX);
        self.cache.fresh = false;
        if limited {
            self.player_mut(inst.controller).limited += 1;
        }
        if prized > 0 {
            self.pay_prize(rules, inst.controller, i32::from(prized));
        }
    }

    fn tell_use(&mut self, rules: &Rules, inst: &Inst, event: bool) {
        let (card, seat) = (inst.card, inst.controller);
        let targets: Vec<Id> = inst
            .binds
            .iter()
            .flat_map(|(_, v)| if let Val::Cards(c) = v { c.iter().map(|c| c.id).collect::<Vec<_>>() } else { Vec::new() })
            .filter(|id| *id != card && (self.in_play(*id) || self.card(*id).known.contains(seat)))
            .filter(|id| self.in_play(*id) || matches!(self.card(*id).zone, Zone::Discard | Zone::Dead))
            .collect();
        self.tell(if event { "RR.glossary.event_cards.2" } else { "RR.init.7" }, |s| {
            let code = Some(rules.cards[inst.def as usize].def.code.clone());
            let how = if event { "event" } else { "ability" };
            let verb = if event { "plays" } else { "uses" };
            let on = if targets.is_empty() { String::new() } else { format!(", choosing {}", s.tags(rules, &targets)) };
            (Told::Used { seat, card, code, how: how.to_owned() }, format!("{} {verb} {}{on}.", name(seat), s.tag(rules, card)))
        });
    }

    /// The targets that are legal now, for each choice; of one that depends on another choice, those that some choice allows.
    fn legal_targets(&self, rules: &Rules, inst: &Inst, t: &Triggered) -> Vec<Vec<CardRef>> {
        let mut out = vec![Vec::new(); t.choose.len()];
        self.gather_legal(rules, inst, t, 0, &mut out);
        out
    }

    fn gather_legal(&self, rules: &Rules, inst: &Inst, t: &Triggered, at: usize, out: &mut Vec<Vec<CardRef>>) {
        let Some(choice) = t.choose.get(at) else { return };
        let values: Vec<Val> = match choice {
            Choice::Cards(pick) => {
                let ids = Ctx::inst(self, rules, inst).choosable(pick, &t.effect);
                for id in &ids {
                    let card = self.refer(*id);
                    if !out[at].contains(&card) {
                        out[at].push(card);
                    }
                }
                ids.into_iter().map(|id| self.one_card(id)).collect()
            }
            Choice::Opponent(_) => self.opponents(inst.controller).map(Val::Seat).collect(),
            Choice::Player(_) => self.order().into_iter().map(Val::Seat).collect(),
        };
        if cards_after(t, at) {
            for value in values {
                let mut trial = inst.clone();
                trial.binds.push((choice_slot(choice), value));
                self.gather_legal(rules, &trial, t, at + 1, out);
            }
        }
    }

    // --- choices, shared with running effects

    /// The rule and the items of a choice among candidates.
    pub fn select_rule(&self, ctx: &Ctx, pick: &Pick, candidates: &[Id]) -> (SelectRule, Vec<SelectItem>) {
        let n = candidates.len() as u16;
        let mut rule = match (&pick.count, &pick.up_to, pick.any) {
            (_, _, true) => SelectRule { max: n, ..SelectRule::any() },
            (_, Some(most), _) => SelectRule::up_to(ctx.num(most).max(0) as u16),
            (Some(count), ..) => SelectRule::exactly(ctx.num(count).max(0) as u16),
            _ => SelectRule::exactly(1),
        };
        let stat = |id: Id| match pick.sum.as_ref().map(|(s, _)| *s) {
            Some(Stat::Str) => i32::from(self.der(id).strength),
            Some(Stat::PrintedCost) => ctx.rules.cards[self.card(id).def as usize].cost().unwrap_or(0),
            Some(Stat::Power) => i32::from(self.card(id).power),
            None => 0,
        };
        match pick.sum.as_ref().map(|(_, cmp)| cmp) {
            Some(Cmp::AtMost(n)) => rule.sum_at_most = Some(ctx.num(n)),
            Some(Cmp::AtLeast(n)) => rule.sum_at_least = Some(ctx.num(n)),
            _ => {}
        }
        if pick.distinct.is_some() {
            rule.per_key = Some(1);
        }
        let items = candidates
            .iter()
            .map(|id| {
                let key = match (pick.distinct, pick.same) {
                    (Some(Same::Controller), _) => u32::from(self.controller(*id).0),
                    (Some(Same::Title), _) => u32::from(self.card(*id).def),
                    _ => 0,
                };
                SelectItem { value: stat(*id), key, ..SelectItem::default() }
            })
            .collect();
        (rule, items)
    }

    /// A list of cards to pick from. Copies in one hidden area are one candidate after the other.
    pub fn card_list(&self, candidates: impl IntoIterator<Item = Id>, rule: SelectRule) -> List {
        let mut ids: Vec<Id> = candidates.into_iter().collect();
        ids.sort_by_key(|id| match self.card(*id).zone {
            Zone::Hand | Zone::Deck | Zone::Discard => (1, self.card(*id).def, *id),
            _ => (0, 0, *id),
        });
        let items = (0..ids.len())
            .map(|i| {
                let twin = i > 0
                    && matches!(self.card(ids[i]).zone, Zone::Hand | Zone::Deck | Zone::Discard)
                    && self.card(ids[i]).zone == self.card(ids[i - 1]).zone
                    && self.card(ids[i]).def == self.card(ids[i - 1]).def;
                SelectItem { twin, ..SelectItem::default() }
            })
            .collect();
        List::Set { of: ids.into_iter().map(|card| Action::Card { card }).collect(), items, rule }
    }

    /// Asks for a choice, or binds it where there is nothing to decide.
    pub fn ask_choice(
        &mut self,
        rules: &Rules,
        inst: &Inst,
        choice: &Choice,
        root: &[Effect],
        allowed: Option<&[CardRef]>,
        topic: Topic,
    ) -> Asked {
        let ctx = Ctx::inst(self, rules, inst);
        match choice {
            Choice::Cards(pick) => {
                let mut candidates = ctx.choosable(pick, root);
                if let Some(allowed) = allowed {
                    candidates.retain(|id| allowed.contains(&self.refer(*id)));
                }
                if let Some((t, at)) = self.choice_of(rules, inst, choice, topic).filter(|(t, at)| cards_after(t, *at)) {
                    candidates.retain(|id| self.chosen_then(rules, inst, t, at, self.one_card(*id)).is_ok());
                }
                let by = pick.by.and_then(|who| ctx.seat(who)).unwrap_or_else(|| {
                    if pick.by.is_none() {
                        inst.them.filter(|_| topic == Topic::EffectCards).unwrap_or(inst.controller)
                    } else {
                        inst.controller
                    }
                });
                let (mut rule, mut items) = self.select_rule(&ctx, pick, &candidates);
                if topic == Topic::EffectCards && pick.count.is_none() && pick.up_to.is_none() && !pick.any {
                    rule.min = rule.min.min(candidates.len() as u16);
                }
                if topic == Topic::EffectCards {
                    // As much as possible (RR.glossary.effects.3).
                    rule.min = rule.min.min(candidates.len() as u16);
                }
                if candidates.is_empty() {
                    return if topic == Topic::EffectCards || pick.up_to.is_some() {
                        Asked::Bound(Val::Cards(SmallVec::new()))
                    } else {
                        Asked::Impossible
                    };
                }
                if !rule.possible(&items) {
                    return Asked::Impossible;
                }
                let list = if pick.sum.is_none() && pick.distinct.is_none() {
                    self.card_list(candidates, rule)
                } else {
                    // Sets with a sum are picked in the order of the table.
                    let of = candidates.iter().map(|card| Action::Card { card: *card }).collect();
                    items.iter_mut().for_each(|i| i.twin = false);
                    List::Set { of, items, rule }
                };
                let list = match pick.same {
                    Some(Same::Controller) => self.same_controller(list),
                    _ => list,
                };
                self.ask(by, topic, Some(inst.card), list);
                Asked::Question
            }
            Choice::Opponent(bind) => {
                let seats: SmallVec<[Seat; 8]> = self
                    .opponents(inst.controller)
                    .filter(|s| topic == Topic::EffectCards || self.seat_matters(rules, inst, bind.0, *s, root))
                    .filter(|s| {
                        let choice = self.choice_of(rules, inst, choice, topic);
                        choice.is_none_or(|(t, at)| self.chosen_then(rules, inst, t, at, Val::Seat(*s)).is_ok())
                    })
                    .collect();
                match seats.len() {
                    0 => Asked::Impossible,
                    1 => Asked::Bound(Val::Seat(seats[0])),
                    _ => {
                        let list = seats.into_iter().map(|seat| Action::Player { seat }).collect();
                        self.ask(inst.controller, Topic::ChooseOpponent, Some(inst.card), List::One(list));
                        Asked::Question
                    }
                }
            }
            Choice::Player(_) => {
                let after = self.choice_of(rules, inst, choice, topic).filter(|(t, at)| cards_after(t, *at));
                let fits = |s: &Seat| after.is_none_or(|(t, at)| self.chosen_then(rules, inst, t, at, Val::Seat(*s)).is_ok());
                let list: Vec<Action> = self.order().into_iter().filter(fits).map(|seat| Action::Player { seat }).collect();
                if list.is_empty() {
                    return Asked::Impossible;
                }
                self.ask(inst.controller, Topic::ChoosePlayer, Some(inst.card), List::One(list));
                Asked::Question
            }
        }
    }

    /// The place of a target among the ability's choices.
    fn choice_of<'a>(&self, rules: &'a Rules, inst: &Inst, choice: &Choice, topic: Topic) -> Option<(&'a Triggered, usize)> {
        let t = self.ability(rules, inst).triggered().filter(|_| topic == Topic::Target)?;
        t.choose.iter().position(|c| choice_slot(c) == choice_slot(choice)).map(|at| (t, at))
    }

    /// All chosen must have one controller: the controller is the shared key.
    fn same_controller(&self, list: List) -> List {
        let List::Set { of, items, rule } = list else { return list };
        let mut sorted: Vec<(Action, SelectItem)> = of.into_iter().zip(items).collect();
        sorted.sort_by_key(|(a, _)| if let Action::Card { card } = a { self.controller(*card) } else { Seat(0) });
        let items = sorted
            .iter()
            .map(|(a, i)| {
                let key = if let Action::Card { card } = a { u32::from(self.controller(*card).0) } else { 0 };
                SelectItem { key: super::ask::SAME + key, ..*i }
            })
            .collect();
        List::Set { of: sorted.into_iter().map(|(a, _)| a).collect(), items, rule }
    }

    pub fn bind_choice(&self, inst: &mut Inst, choice: &Choice, answer: &[Action]) {
        let value = match choice {
            Choice::Cards(_) => Val::Cards(cards(answer).into_iter().map(|id| self.refer(id)).collect()),
            Choice::Opponent(_) | Choice::Player(_) => match answer.first() {
                Some(Action::Player { seat }) => Val::Seat(*seat),
                _ => Val::Seat(inst.controller),
            },
        };
        let slot = choice_slot(choice);
        inst.binds.retain(|(s, _)| *s != slot);
        inst.binds.push((slot, value));
    }

    // --- marshaling, ambush, shadows

    /// The shadow cost of a card in shadows: the lowest X of its shadow keywords.
    pub fn shadow_cost(&self, rules: &Rules, card: Id) -> Option<i32> {
        let ctx = Ctx { it: Some(card), ..Ctx::of(self, rules, card, self.card(card).owner) };
        let keywords = &rules.cards[self.card(card).def as usize].def.keywords;
        keywords.iter().filter_map(|k| if let Keyword::Shadow(n) = k { Some(ctx.num(n)) } else { None }).min()
    }

    /// The ambush costs of a card in hand: printed and gained (RR.glossary.ambush.3).
    pub fn ambush_costs(&self, rules: &Rules, card: Id, seat: Seat) -> SmallVec<[i32; 2]> {
        let ctx = Ctx { it: Some(card), ..Ctx::of(self, rules, card, seat) };
        let keywords = &rules.cards[self.card(card).def as usize].def.keywords;
        let mut out: SmallVec<[i32; 2]> =
            keywords.iter().filter_map(|k| if let Keyword::Ambush(n) = k { Some(ctx.num(n)) } else { None }).collect();
        for (listed, modifier) in self.listed(rules, seat) {
            if let PlayerModifier::HandKeyword(filter, Keyword::Ambush(n)) = modifier {
                let ctx = Ctx { it: Some(card), ..Ctx::of(self, rules, listed.source, listed.you) };
                if ctx.fits(filter, card) {
                    out.push(ctx.num(n));
                }
            }
        }
        out.dedup();
        out
    }

    /// Whether the card itself permits marshaling it as an action in this phase (RR.glossary.play_restrictions.2).
    fn marshals_as_action(&self, rules: &Rules, card: Id, seat: Seat) -> bool {
        if rules.marshal_phases >> self.phase as u16 & 1 == 0 {
            return false;
        }
        let abilities = rules.cards[self.card(card).def as usize].abilities.iter().filter(|a| !a.blank);
        abilities.filter_map(AbilityRules::constant).any(|constant| {
            let ctx = Ctx::of(self, rules, card, seat);
            constant.gets.iter().any(|m| matches!(m, Modifier::MarshalIn(phase) if *phase == self.phase))
                && constant.only_if.iter().all(|c| ctx.cond(c))
        })
    }

    /// Whether a card may be marshaled from hand now, and for how much (RR.glossary.marshal).
    pub fn may_marshal(&self, rules: &Rules, card: Id, seat: Seat) -> Result<i32, Reason> {
        let entry = &rules.cards[self.card(card).def as usize];
        let def = &entry.def;
        if !matches!(def.kind, CardType::Character | CardType::Location | CardType::Attachment) {
            return Err(("Only characters, locations and attachments are marshaled.", "RR.glossary.marshal.3"));
        }
        let duplicate = match self.unique_entry(rules, card, seat) {
            Entry::No(rule) => return Err(("Another copy of this unique card forbids it.", rule)),
            Entry::Duplicate(_) => true,
            Entry::Yes => false,
        };
        if duplicate {
            return Ok(0);
        }
        if def.cost == Some(PrintedCost::Dash) {
            return Err(("A card with cost - cannot be marshaled from hand.", "RR.glossary.shadows.11"));
        }
        if entry.has(KeywordName::Limited) && self.limited_used(seat) {
            return Err(("You have marshaled or played a limited card this round.", "RR.glossary.limited.1"));
        }
        for (listed, modifier) in self.listed(rules, seat) {
            if let PlayerModifier::CannotMarshal(filter) = modifier
                && Ctx::of(self, rules, listed.source, listed.you).fits(filter, card)
            {
                return Err(("A card forbids marshaling it.", "RR.golden.cannot"));
            }
        }
        if def.kind == CardType::Attachment && !self.play.iter().any(|host| self.may_host(rules, card, *host, seat)) {
            return Err(("It has no eligible host.", "RR.glossary.attachment_cards.2"));
        }
        let cost = self.cost_of(rules, card, seat, entry.cost().unwrap_or(0), Means2::Marshal);
        if cost > self.player(seat).gold { Err(("You have not enough gold.", "RR.init.2")) } else { Ok(cost) }
    }

    /// The seat's ways to bring cards into play beside abilities: marshaling (active player), ambush, shadows.
    pub fn entries(&self, rules: &Rules, seat: Seat, marshaling: bool, list: &mut Vec<Action>) {
        let mut seen: SmallVec<[u16; 8]> = SmallVec::new();
        for card in &self.player(seat).hand {
            let def = self.card(*card).def;
            if seen.contains(&def) {
                continue;
            }
            seen.push(def);
            let entry = &rules.cards[def as usize];
            if marshaling && self.active == Some(seat) {
                if self.may_marshal(rules, *card, seat).is_ok() {
                    list.push(Action::Marshal { card: *card });
                }
                if entry.has(KeywordName::Shadow)
                    && self.player(seat).gold >= self.cost_of(rules, *card, seat, 2, Means2::OutOfShadows).min(2)
                {
                    list.push(Action::IntoShadows { card: *card });
                }
            }
            if !(marshaling && self.active == Some(seat))
                && self.marshals_as_action(rules, *card, seat)
                && self.may_marshal(rules, *card, seat).is_ok()
            {
                list.push(Action::Marshal { card: *card });
            }
            if self.phase == Phase::Challenges {
                for cost in self.ambush_costs(rules, *card, seat) {
                    let cost = self.cost_of(rules, *card, seat, cost, Means2::Ambush);
                    if cost <= self.player(seat).gold && self.may_enter(rules, *card, seat).is_some() {
                        list.push(Action::Ambush { card: *card, gold: cost });
                    }
                }
            }
        }
        for card in &self.player(seat).shadows {
            let def = self.card(*card).def;
            if rules.cards[def as usize].def.kind == CardType::Event {
                continue;
            }
            if let Some(cost) = self.shadow_cost(rules, *card) {
                let cost = self.cost_of(rules, *card, seat, cost, Means2::OutOfShadows);
                let legal = self.may_enter(rules, *card, seat).is_some()
                    || (rules.cards[def as usize].def.kind == CardType::Attachment
                        && !matches!(self.unique_entry(rules, *card, seat), Entry::No(_)));
                if cost <= self.player(seat).gold && legal {
                    list.push(Action::OutOfShadows { card: *card, gold: cost });
                }
            }
        }
    }

    fn step_entry(&mut self, rules: &Rules, mut i: Initiate) {
        let (card, seat, means, how) = match i.what {
            What::Marshal { card, seat } => (card, seat, Means::Marshaled, Means2::Marshal),
            What::Ambush { card, seat, .. } => (card, seat, Means::Ambush, Means2::Ambush),
            What::OutOfShadows { card, seat, .. } => (card, seat, Means::OutOfShadows, Means2::OutOfShadows),
            What::IntoShadows { card, seat } => (card, seat, Means::PutIntoPlay, Means2::Marshal),
            What::Ability(_) => return,
        };
        let def = self.card(card).def as usize;
        match i.stage {
            Stage::Costs => {
                let gold = match i.what {
                    What::Marshal { .. } => self.may_marshal(rules, card, seat).unwrap_or(0),
                    What::Ambush { gold, .. } | What::OutOfShadows { gold, .. } => gold,
                    _ => 2,
                };
                let duplicate = matches!(self.unique_entry(rules, card, seat), Entry::Duplicate(_));
                if !duplicate && !matches!(i.what, What::IntoShadows { .. }) {
                    self.use_reducers(rules, card, seat, how);
                }
                if matches!(i.what, What::Marshal { .. }) && !duplicate && rules.cards[def].has(KeywordName::Limited) {
                    self.player_mut(seat).limited += 1;
                }
                i.stage = Stage::Host;
                self.batch_ok = true;
                self.push(Frame::Initiate(i));
                if gold > 0 {
                    let kind = Kind::Gold { seat, card: None, n: -gold };
                    self.batch(vec![Ev { cost: true, seat: Some(seat), source: Some(card), ..Ev::new(kind) }]);
                }
            }
            Stage::Host => {
                if let What::IntoShadows { .. } = i.what {
                    self.relocate(rules, card, Destination::Shadows);
                    self.tell_apart("RR.glossary.shadows.1", 1 << seat.0, |s| {
                        let moved =
                            |card, code| Told::Moved { card, code, seat, from: Zone::Hand, to: Zone::Shadows, how: "shadows".to_owned() };
                        let code = Some(rules.cards[s.card(card).def as usize].def.code.clone());
                        (
                            (moved(Some(card), code), format!("{} puts {} into shadows.", name(seat), s.tag(rules, card))),
                            Some((moved(Some(card), None), format!("{} puts a card into shadows.", name(seat)))),
                        )
                    });
                    return;
                }
                let attachment = rules.cards[def].def.kind == CardType::Attachment;
                let over = match self.unique_entry(rules, card, seat) {
                    Entry::Duplicate(over) => Some(over),
                    Entry::Yes => None,
                    Entry::No(_) => return,
                };
                let mut host = None;
                if i.asked {
                    i.asked = false;
                    host = self.answer_cards().first().copied();
                } else if attachment && over.is_none() {
                    let hosts: Vec<Id> = self.play.iter().copied().filter(|h| self.may_host(rules, card, *h, seat)).collect();
                    match hosts.len() {
                        0 => {
                            // Without a host it is discarded without entering play (RR.glossary.shadows.5).
                            let from = self.card(card).zone;
                            self.relocate(rules, card, Destination::DiscardPile);
                            self.tell_move(rules, "RR.glossary.shadows.5", card, from, "discard", |tag| {
                                format!("{tag} has no host and is discarded.")
                            });
                            return;
                        }
                        1 => host = Some(hosts[0]),
                        _ => {
                            self.ask(
                                seat,
                                Topic::Host,
                                Some(card),
                                List::One(hosts.into_iter().map(|card| Action::Card { card }).collect()),
                            );
                            i.asked = true;
                            return self.push(Frame::Initiate(i));
                        }
                    }
                }
                let from = self.card(card).zone;
                let in_challenge = self.challenge.as_ref().is_some_and(|c| !c.over);
                let kind = Kind::Enter { card, seat, means, host, duplicate_on: over, knelt: false, from, in_challenge };
                self.batch(vec![Ev { seat: Some(seat), source: Some(card), ..Ev::new(kind) }]);
            }
            _ => {}
        }
    }
}

/// Whether a triggering condition is this very card's leaving play.
fn about_itself(when: &When) -> bool {
    let own = |f: &crate::lang::raw::Filter| f.0.iter().any(|p| matches!(p, Pred::Is(Target::Ref(Ref::This))));
    match when {
        When::Leaves(f) | When::Killed(f) | When::Sacrificed(f) | When::SacrificedOrKilled(f) | When::Discarded(f) => own(f),
        When::Any(list) => list.iter().any(about_itself),
        _ => false,
    }
}

/// What came of asking.
pub enum Asked {
    Question,
    Bound(Val),
    Impossible,
}

pub fn choice_slot(choice: &Choice) -> u8 {
    match choice {
        Choice::Cards(pick) => pick.name.0,
        Choice::Opponent(bind) | Choice::Player(bind) => bind.0,
    }
}

/// Whether cards are chosen after this choice, which may depend on it.
fn cards_after(t: &Triggered, at: usize) -> bool {
    t.choose[at + 1..].iter().any(|c| matches!(c, Choice::Cards(_)))
}

/// The card that a cost asks for, if it is about a card.
fn cost_target(cost: &Cost) -> Option<&Target> {
    match cost {
        Cost::Kneel(w)
        | Cost::Stand(w)
        | Cost::Sacrifice(w)
        | Cost::Kill(w)
        | Cost::ReturnToHand(w)
        | Cost::RemoveFromGame(w)
        | Cost::IntoShadows(w)
        | Cost::ShuffleIntoDeck(w)
        | Cost::Discard(w) => Some(w),
        _ => None,
    }
}

/// Whether every verb of the effect is about this name: then nothing happens with none chosen.
fn only_about(effects: &Many<Effect>, slot: u8) -> bool {
    effects.iter().all(|e| {
        let targets = super::potential::targets_of(e);
        !targets.is_empty() && targets.iter().any(|w| super::potential::name_of(w) == Some(slot))
    })
}
