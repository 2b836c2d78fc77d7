//! Whether an ability may be initiated: timing, restrictions, limits, targets (RR.init.1, RR.ab.can_initiate).

use table::Seat;

use super::eval::Ctx;
use super::event::Kind;
use super::state::{CardRef, Id, Inst, Mod, State, Until, UseCount, Val, Zone};
use crate::lang::ast::*;
use crate::rules::Rules;
use crate::words::CardType;

use super::initiate::{Reason, about_itself, cards_after, choice_slot, cost_target, only_about};

impl State {
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
        // A gained ability is one of the card that has gained it, printed on whatever card, and not blanked with its text.
        let kind = if ability.gift { self.kind(rules, inst.card) } else { entry.def.kind };
        let gained = || self.cache.gifts.iter().any(|g| (g.card, g.def, g.ability) == (inst.card, inst.def, inst.ability));
        let speaks = if ability.gift { gained() } else { self.speaks(inst.card) };
        let named = |zone: ZoneName| t.from.as_ref().is_some_and(|from| from.contains(&zone));
        let as_in_hand = || kind == CardType::Event && t.from.is_none() && self.as_in_hand(rules, inst.card, seat).is_some();
        let place = match card.zone {
            Zone::Play | Zone::RevealedPlot => kind != CardType::Event && speaks && (t.from.is_none() || named(ZoneName::Play)),
            Zone::Agenda => kind == CardType::Agenda,
            Zone::Hand => kind == CardType::Event && t.from.is_none() || named(ZoneName::Hand) || self.just_left(rules, inst),
            Zone::Shadows => {
                let played = kind == CardType::Event && entry.has(KeywordName::Shadow) && t.from.is_none();
                played || named(ZoneName::Shadows) || self.just_left(rules, inst)
            }
            Zone::Discard => named(ZoneName::DiscardPile) || self.just_left(rules, inst) || as_in_hand(),
            Zone::Dead => named(ZoneName::DeadPile) || self.just_left(rules, inst) || as_in_hand(),
            Zone::Deck => self.just_left(rules, inst),
            // Only an effect reaches there, and it counts as revealed then.
            Zone::UsedPlots => ability.kind() == Some(AbilityKind::WhenRevealed),
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
        // What X is, is counted before the costs are paid (RR.init.3).
        let counted = t.x.as_ref().map(|x| Inst { x: Ctx::inst(self, rules, inst).num(x), ..inst.clone() });
        let inst = counted.as_ref().unwrap_or(inst);
        let ctx = Ctx::inst(self, rules, inst);
        if !t.only_if.iter().all(|c| ctx.cond(c)) {
            return Err(("Its play restrictions are not met.", "RR.glossary.play_restrictions.1"));
        }
        if let Some(limit) = &t.limit
            && self.used_up(&ctx, inst, limit, Some(CardRef { id: inst.card, gen_: inst.gen_ }))
        {
            return Err(("Its limit is used up.", "RR.glossary.limits.1"));
        }
        if let Some(max) = &t.max
            && self.used_up(&ctx, inst, max, None)
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
    pub(super) fn can_resolve(&self, rules: &Rules, inst: &Inst, t: &Triggered) -> Result<(), Reason> {
        match self.with_payers(rules, inst, t, 0, &[]) {
            None => self.can_choose(rules, inst, t, 0),
            Some(trials) => {
                let mut why = ("It has no legal target.", "RR.glossary.target.2");
                let some = trials.iter().any(|(_, trial)| self.can_choose(rules, trial, t, 0).map_err(|reason| why = reason).is_ok());
                if some { Ok(()) } else { Err(why) }
            }
        }
    }

    /// Where an ability speaks of the card that pays for it: each card that may pay the first cost from `at` on that asks for one of
    /// several, and the ability with that card bound. The cost and the targets are one possibility (RR.init.1, RR.ab.can_initiate.1):
    /// nothing is paid with what leaves the ability without effect. None where nothing depends on it, or hidden cards are unknown.
    pub(super) fn with_payers(&self, rules: &Rules, inst: &Inst, t: &Triggered, at: usize, paid: &[(u8, Id)]) -> Option<Vec<(Id, Inst)>> {
        let slot = self.ability(rules, inst).cost_name?;
        if inst.binds.iter().any(|(s, _)| *s == slot) {
            return None;
        }
        for cost in t.cost.iter().skip(at) {
            let candidates = match cost {
                Cost::DiscardFromHand(n, filter) => {
                    let ctx = Ctx::inst(self, rules, inst);
                    if inst.open || ctx.num(n) != 1 {
                        return None;
                    }
                    self.player(inst.controller).hand.iter().copied().filter(|id| *id != inst.card && ctx.fits(filter, *id)).collect()
                }
                c if cost_target(c).is_some() => self.payers(rules, inst, c, paid),
                _ => continue,
            };
            if matches!(cost_target(cost), Some(crate::lang::raw::What::Ref(_))) {
                continue;
            }
            let bound = |id: Id| {
                let mut trial = inst.clone();
                let refs = paid_with(t, paid).chain([id]).map(|id| self.refer(id)).collect();
                trial.binds.push((slot, Val::Cards(refs)));
                (id, trial)
            };
            return Some(candidates.into_iter().map(bound).collect());
        }
        None
    }

    /// The same from the choice `at` on: some way of making the choices must do, where one depends on another
    /// (RR.glossary.target.2, RR.ab.can_initiate.1).
    pub(super) fn can_choose(&self, rules: &Rules, inst: &Inst, t: &Triggered, at: usize) -> Result<(), Reason> {
        let ctx = Ctx::inst(self, rules, inst);
        let Some(choice) = t.choose.get(at) else {
            let would = ctx.would_any(&t.effect, &t.effect);
            return if would { Ok(()) } else { Err(("Its effect would not change the game.", "RR.ab.can_initiate.1")) };
        };
        match choice {
            Choice::Cards(pick) => {
                let candidates = ctx.targets(t, pick);
                let (rule, items) = self.select_rule(&ctx, pick, &candidates);
                let enough = rule.possible(&items) && (pick.up_to.is_some() || pick.any || candidates.len() >= rule.min as usize);
                let some = !candidates.is_empty() || (pick.up_to.is_some() && !only_about(&t.effect, pick.name.0));
                if !enough || !some {
                    return Err(("It has no legal target.", "RR.glossary.target.2"));
                }
                if candidates.is_empty() {
                    return self.can_choose(rules, inst, t, at + 1);
                }
                // Where no verb is about the card but a number or a filter is made of it, which card it is decides.
                if !cards_after(t, at) {
                    let open = self.can_choose(rules, inst, t, at + 1);
                    let one = |id: &Id| self.chosen_then(rules, inst, t, at, self.one_card(*id)).is_ok();
                    return if open.is_err() && candidates.iter().any(one) { Ok(()) } else { open };
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
            Choice::ChallengeType(pick) => {
                if self.types_for(rules, inst, pick).any(|kind| self.chosen_then(rules, inst, t, at, Val::Type(kind)).is_ok()) {
                    Ok(())
                } else {
                    Err(("No challenge type could be chosen for it.", "RR.ab.can_initiate.1"))
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
    pub(super) fn chosen_then(&self, rules: &Rules, inst: &Inst, t: &Triggered, at: usize, value: Val) -> Result<(), Reason> {
        let mut trial = inst.clone();
        trial.binds.push((choice_slot(&t.choose[at]), value));
        self.can_choose(rules, &trial, t, at + 1)
    }

    pub(super) fn one_card(&self, id: Id) -> Val {
        Val::Cards(smallvec::smallvec![self.refer(id)])
    }

    /// Whether the effect would change the game with this player bound.
    pub(super) fn seat_matters(&self, rules: &Rules, inst: &Inst, slot: u8, seat: Seat, effects: &[Effect]) -> bool {
        let mut trial = inst.clone();
        trial.binds.push((slot, Val::Seat(seat)));
        Ctx::inst(self, rules, &trial).would_any(effects, effects)
    }

    /// A reaction or interrupt to this very card's leaving play may be used from where it lies now.
    pub(super) fn just_left(&self, rules: &Rules, inst: &Inst) -> bool {
        // Only an ability that speaks of its own card leaving makes sense from elsewhere (RR.ab.can_initiate.5).
        let own = self.ability(rules, inst).triggered().and_then(|t| t.when.as_ref()).is_some_and(about_itself);
        own && match inst.event.as_deref().map(|e| &e.kind) {
            Some(Kind::Leave { card, snap: Some(snap), .. }) => *card == inst.card && snap.der.blank == 0,
            _ => false,
        }
    }

    pub(super) fn used_up(&self, ctx: &Ctx, inst: &Inst, limit: &Limit, card: Option<CardRef>) -> bool {
        let (Limit::PerChallenge(n) | Limit::PerPhase(n) | Limit::PerRound(n) | Limit::PerGame(n)) = limit;
        let n = ctx.num(n);
        // A maximum counts by title: another version of the card is a copy of it (RR.glossary.limits.4, RR.glossary.copy.1). There the
        // same ability is the one that comes at the same place among those with a maximum.
        let same = |u: &UseCount| match card {
            Some(_) => u.def == inst.def && u.ability == inst.ability,
            None => {
                let title = |def: u16| &ctx.rules.cards[def as usize].def.name;
                title(u.def) == title(inst.def) && max_place(ctx.rules, u.def, u.ability) == max_place(ctx.rules, inst.def, inst.ability)
            }
        };
        let used = self.uses.iter().filter(|u| u.card == card && u.seat == inst.controller && same(u)).map(|u| i32::from(u.count));
        used.sum::<i32>() >= n
    }

    fn limit_until(&self, limit: &Limit) -> Until {
        match limit {
            Limit::PerChallenge(_) => self.until(Span::Challenge),
            Limit::PerPhase(_) => self.until(Span::Phase),
            Limit::PerRound(_) => self.until(Span::Round),
            Limit::PerGame(_) => Until::Forever,
        }
    }

    /// Counted when the ability is initiated, also when it is cancelled later (RR.init.b).
    pub(super) fn count_use(&mut self, inst: &Inst, t: &Triggered) {
        let uses = [
            t.limit.as_ref().map(|l| (l, Some(CardRef { id: inst.card, gen_: inst.gen_ }))),
            // A maximum counts all copies by title, per player.
            t.max.as_ref().map(|m| (m, None)),
        ];
        for (limit, card) in uses.into_iter().flatten() {
            let until = self.limit_until(limit);
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
    pub(super) fn may_play(&self, rules: &Rules, card: Id, seat: Seat) -> Result<(), Reason> {
        let entry = &rules.cards[self.card(card).def as usize];
        if entry.has(KeywordName::Limited) && self.limited_used(seat) {
            return Err(("You have marshaled or played a limited card this round.", "RR.glossary.limited.1"));
        }
        if entry.def.cost == Some(PrintedCost::Dash) && self.card(card).zone != Zone::Shadows {
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

    /// Whether a seat may use a card elsewhere as if it were in hand, and where an event goes then if not to the discard pile.
    pub(super) fn as_in_hand(&self, rules: &Rules, card: Id, seat: Seat) -> Option<Option<Destination>> {
        let here = self.refer(card);
        let lasting = self.lasting.iter().rev().filter(|l| l.controller == seat && l.cards.contains(&here));
        let given = lasting.flat_map(|l| &l.mods).find_map(|m| if let Mod::AsInHand(to) = m { Some(*to) } else { None });
        given.or_else(|| {
            let fits = self.listed(rules, seat).any(|(listed, modifier)| match modifier {
                PlayerModifier::AsInHand(filter) => {
                    let ctx = Ctx { them: Some(seat), ..Ctx::of(self, rules, listed.source, listed.you) };
                    ctx.fits(filter, card)
                }
                _ => false,
            });
            fits.then_some(None)
        })
    }

    /// The cards in piles that a seat may use as if they were in hand.
    pub(super) fn reached(&self, rules: &Rules, seat: Seat) -> Vec<Id> {
        let given = self.lasting.iter().any(|l| l.mods.iter().any(|m| matches!(m, Mod::AsInHand(_))));
        if !given && !self.listed(rules, seat).any(|(_, m)| matches!(m, PlayerModifier::AsInHand(_))) {
            return Vec::new();
        }
        let piles = self.players.iter().flat_map(|p| p.discard.iter().chain(&p.dead)).copied();
        piles.filter(|id| self.as_in_hand(rules, *id, seat).is_some()).collect()
    }

    pub(super) fn limited_used(&self, seat: Seat) -> bool {
        i32::from(self.player(seat).limited) > i32::from(self.cache.players[seat.index()].extra_limited)
    }
}

/// The cards paid for costs that ask for one of several; where no cost does, all that were paid.
pub(super) fn paid_with<'a>(t: &'a Triggered, paid: &'a [(u8, Id)]) -> impl Iterator<Item = Id> + 'a {
    let fixed = |cost: &Cost| matches!(cost_target(cost), Some(crate::lang::raw::What::Ref(_)));
    let any = t.cost.iter().any(|cost| !fixed(cost) && (cost_target(cost).is_some() || matches!(cost, Cost::DiscardFromHand(..))));
    paid.iter().filter(move |(at, _)| !any || t.cost.get(*at as usize).is_none_or(|cost| !fixed(cost))).map(|(_, id)| *id)
}

/// How many abilities of a definition before this one have a maximum.
fn max_place(rules: &Rules, def: u16, ability: u8) -> usize {
    let before = rules.cards[def as usize].abilities.iter().take(ability as usize);
    before.filter(|a| a.triggered().is_some_and(|t| t.max.is_some())).count()
}
