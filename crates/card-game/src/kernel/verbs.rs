//! The events of a verb.

use super::eval::Ctx;
use super::event::{Ev, Kind, Verb};
use super::modify::{resolve_all, resolve_player};
use super::run::*;
use super::state::{Became, Delayed, Id, Inst, Lasting, Mod, Moment, Reducer, State, Until, Zone};
use crate::lang::ast::*;
use crate::lang::raw::What;
use crate::rules::Rules;
use crate::words::CardType;
use smallvec::SmallVec;
use table::Seat;

impl State {
    /// The events of a verb.
    pub(super) fn verb_events(&self, rules: &Rules, run: &Run, effect: &Effect, pc: u16) -> Vec<Ev> {
        let inst = &run.inst;
        let ctx = Ctx::inst(self, rules, inst);
        let you = inst.controller;
        let them = inst.them.unwrap_or(you);
        let mut out = Vec::new();
        let targets = |what: &What| -> SmallVec<[Id; 8]> {
            let mut ids = ctx.subjects(what);
            ids.retain(|id| *id == inst.card || !ctx.immune(*id));
            ids
        };
        // What a "cannot" forbids is not done to the card (FAQ.2.1).
        let leave = |ids: SmallVec<[Id; 8]>, act: Act, verb: Verb, to: Destination, out: &mut Vec<Kind>| {
            for card in ids {
                if self.in_play(card) {
                    let der = self.der(card);
                    if !der.cannot(act) && !der.cannot(Act::LeavePlay) && self.kind(rules, card) != CardType::FactionCard {
                        let can_save = verb != Verb::Sacrifice && !der.cannot(Act::BeSaved);
                        out.push(Kind::Leave { card, verb, to, can_save, saved: false, snap: None });
                    }
                } else if self.card(card).zone != Zone::Removed {
                    out.push(Kind::Move { card, to, from: self.card(card).zone, discard: verb == Verb::Discard, by: None });
                }
            }
        };
        let faction = |seat: Seat| self.player(seat).faction_card;
        let mut kinds = Vec::new();
        match effect {
            Effect::Draw(n) => kinds.push(Kind::Draw { seat: them, n: ctx.num(n).max(0) as u16 }),
            Effect::GainGold(n) => kinds.push(Kind::Gold { seat: them, card: None, n: ctx.num(n) }),
            Effect::LoseGold(n) => kinds.push(Kind::Gold { seat: them, card: None, n: -ctx.num(n).min(self.player(them).gold) }),
            Effect::ReturnAllGold => kinds.push(Kind::Gold { seat: them, card: None, n: -self.player(them).gold }),
            Effect::GiveGold(n) => {
                let n = ctx.num(n).min(self.player(them).gold);
                if n > 0 {
                    kinds.push(Kind::Gold { seat: them, card: None, n: -n });
                    kinds.push(Kind::Gold { seat: you, card: None, n });
                    kinds.push(Kind::Gave { from: them, to: you });
                }
            }
            Effect::GainPower(n) => kinds.push(Kind::Power { card: faction(them), n: ctx.num(n), using: None }),
            Effect::Shuffle => kinds.push(Kind::Shuffle { seat: them }),
            Effect::Kneel(w) => kinds.extend(targets(w).into_iter().filter(|id| !self.card(*id).kneeling).map(|card| Kind::Kneel { card })),
            Effect::Stand(w) => kinds.extend(targets(w).into_iter().filter(|id| self.card(*id).kneeling).map(|card| Kind::Stand { card })),
            Effect::Kill(w) => leave(targets(w), Act::BeKilled, Verb::Kill, Destination::DeadPile, &mut kinds),
            Effect::Discard(w) => leave(targets(w), Act::BeDiscarded, Verb::Discard, Destination::DiscardPile, &mut kinds),
            Effect::Sacrifice(w) => leave(targets(w), Act::BeSacrificed, Verb::Sacrifice, Destination::DiscardPile, &mut kinds),
            Effect::ReturnToHand(w) | Effect::AddToHand(w) => {
                leave(targets(w), Act::BeReturned, Verb::Return, Destination::Hand, &mut kinds)
            }
            Effect::ShuffleIntoDeck(w) => leave(targets(w), Act::LeavePlay, Verb::Move, Destination::ShuffledIntoDeck, &mut kinds),
            Effect::DeckTop(w) => leave(targets(w), Act::LeavePlay, Verb::Move, Destination::DeckTop, &mut kinds),
            Effect::DeckBottom(w) => leave(targets(w), Act::LeavePlay, Verb::Move, Destination::DeckBottom, &mut kinds),
            // Placed there, not discarded.
            Effect::PlaceInDiscard(w) => leave(targets(w), Act::LeavePlay, Verb::Move, Destination::DiscardPile, &mut kinds),
            Effect::PlaceInDead(w) => leave(targets(w), Act::LeavePlay, Verb::Move, Destination::DeadPile, &mut kinds),
            Effect::RemoveFromGame(w) => leave(targets(w), Act::LeavePlay, Verb::Move, Destination::RemovedFromGame, &mut kinds),
            Effect::IntoShadows(w) => leave(targets(w), Act::LeavePlay, Verb::Move, Destination::Shadows, &mut kinds),
            Effect::PutIntoPlay(w) | Effect::PutIntoPlayKnelt(w) => {
                let knelt = matches!(effect, Effect::PutIntoPlayKnelt(_));
                let in_challenge = self.challenge.as_ref().is_some_and(|c| !c.over);
                for card in targets(w) {
                    if let Some(over) = self.may_enter(rules, card, them) {
                        let attachment = self.kind(rules, card) == CardType::Attachment && over.is_none();
                        let host = attachment.then(|| self.play.iter().copied().find(|h| self.may_host(rules, card, *h, them))).flatten();
                        let from = self.card(card).zone;
                        let means = Means::PutIntoPlay;
                        kinds.push(Kind::Enter { card, seat: them, means, host, duplicate_on: over, knelt, from, in_challenge });
                    }
                }
            }
            Effect::TakeControl(w) => {
                kinds.extend(
                    targets(w).into_iter().filter(|id| self.may_take(rules, *id, them)).map(|card| Kind::Control { card, seat: them }),
                );
            }
            Effect::PowerOn(w, n) => kinds.extend(targets(w).into_iter().map(|card| Kind::Power { card, n: ctx.num(n), using: None })),
            Effect::DiscardPower(w, n) => {
                kinds.extend(targets(w).into_iter().map(|card| Kind::Power { card, n: -ctx.num(n), using: None }))
            }
            Effect::MovePower(n, from, to) => {
                if let (Some(from), Some(to)) = (targets(from).first(), ctx.cards(to).first()) {
                    kinds.push(Kind::MovePower { from: *from, to: *to, n: ctx.num(n) });
                }
            }
            Effect::MoveGold(n, from, to) => {
                if let (Some(from), Some(to)) = (targets(from).first(), ctx.cards(to).first()) {
                    let n = ctx.num(n).min(i32::from(self.card(*from).gold));
                    kinds.push(Kind::Gold { seat: you, card: Some(*from), n: -n });
                    kinds.push(Kind::Gold { seat: you, card: Some(*to), n });
                }
            }
            Effect::GoldOn(w, n) => {
                kinds.extend(targets(w).into_iter().map(|card| Kind::Gold { seat: you, card: Some(card), n: ctx.num(n) }))
            }
            Effect::GoldFromPool(w, n) => {
                let n = ctx.num(n).min(self.player(them).gold);
                if n > 0
                    && let Some(card) = targets(w).first()
                {
                    kinds.push(Kind::Gold { seat: them, card: None, n: -n });
                    kinds.push(Kind::Gold { seat: them, card: Some(*card), n });
                }
            }
            Effect::Token(word, n, w) => {
                let token = rules.token(word);
                kinds.extend(targets(w).into_iter().map(|card| Kind::Token { card, token, n: ctx.num(n) as i16 }));
            }
            Effect::DiscardToken(word, n, w) => {
                let token = rules.token(word);
                kinds.extend(targets(w).into_iter().map(|card| Kind::Token { card, token, n: -ctx.num(n) as i16 }));
            }
            Effect::Attach(a, b) => {
                if let (Some(card), Some(host)) = (ctx.cards(a).first(), ctx.cards(b).first()) {
                    kinds.push(Kind::Attach { card: *card, host: *host });
                }
            }
            Effect::Switch(a, b) => {
                // Each goes where the other is, at one time; nothing moves without an item on each side (RR20.switch.1).
                if let (Some(a), Some(b)) = (targets(a).first().copied(), targets(b).first().copied())
                    && let (Some(first), Some(second)) = (self.to_place_of(rules, a, b), self.to_place_of(rules, b, a))
                {
                    kinds.extend([first, second]);
                }
            }
            Effect::PutUnder(w, host) => {
                if let Some(host) = ctx.cards(host).first().copied().filter(|h| self.in_play(*h)) {
                    let cards = targets(w).into_iter().filter(|id| !self.in_play(*id) && self.card(*id).zone != Zone::Removed);
                    kinds.extend(cards.map(|card| Kind::Under { card, host, from: self.card(card).zone }));
                }
            }
            Effect::RemoveFromChallenge(w) => {
                kinds.extend(targets(w).into_iter().filter(|id| self.participates(*id)).map(|card| Kind::Part { card }));
            }
            Effect::JoinAttack(w) => kinds.extend(targets(w).into_iter().map(|card| Kind::Join { card, attacking: true })),
            Effect::JoinDefense(w) => kinds.extend(targets(w).into_iter().map(|card| Kind::Join { card, attacking: false })),
            Effect::JoinYourSide(w) => {
                let side = self.challenge.as_ref().filter(|c| c.attacker == you || c.defender == you).map(|c| c.attacker == you);
                let able = targets(w).into_iter().filter(|id| self.in_play(*id) && !self.der(*id).cannot(Act::Participate));
                kinds.extend(able.filter_map(|card| side.map(|attacking| Kind::Join { card, attacking })));
            }
            Effect::Until(span, w, mods) => {
                // What may be used as if in hand lies elsewhere.
                let anywhere = mods.iter().all(|m| matches!(m, Modifier::AsInHand(_)));
                let there = |id: &Id| anywhere || self.in_play(*id) || self.card(*id).zone == Zone::ChosenPlot;
                let ids: SmallVec<[Id; 8]> = targets(w).into_iter().filter(there).collect();
                if self.still(*span) && !ids.is_empty() {
                    let resolved: SmallVec<[Mod; 2]> =
                        mods.iter().enumerate().flat_map(|(i, m)| resolve_all(&ctx, m, (inst.def, inst.ability, i as u8))).collect();
                    let lasting = Lasting {
                        until: self.until(*span),
                        cards: ids.iter().map(|id| self.refer(*id)).collect(),
                        player: None,
                        mods: resolved,
                        source: inst.card,
                        def: inst.def,
                        controller: you,
                        since: 0,
                    };
                    kinds.push(Kind::Last { lasting: Box::new(lasting) });
                }
            }
            Effect::Rule(_, rules_list) | Effect::RuleUntilPlot(rules_list) => {
                let until = if let Effect::Rule(span, _) = effect { self.until(*span) } else { Until::Plot(you) };
                let mods = rules_list.iter().enumerate().map(|(i, m)| resolve_player(&ctx, m, (inst.def, inst.ability, i as u8))).collect();
                let lasting = Lasting {
                    until,
                    cards: SmallVec::new(),
                    player: Some(them),
                    mods,
                    source: inst.card,
                    def: inst.def,
                    controller: you,
                    since: 0,
                };
                kinds.push(Kind::Last { lasting: Box::new(lasting) });
            }
            Effect::DefineX(n) => {
                let lasting = Lasting {
                    until: Until::Forever,
                    cards: smallvec::smallvec![self.refer(inst.card)],
                    player: None,
                    mods: smallvec::smallvec![Mod::X(ctx.num(n) as i16)],
                    source: inst.card,
                    def: inst.def,
                    controller: you,
                    since: 0,
                };
                kinds.push(Kind::Last { lasting: Box::new(lasting) });
            }
            Effect::ReduceNext { by, span, .. } => {
                let reducer = Reducer {
                    until: self.until(*span),
                    player: them,
                    by: ctx.num(by),
                    at: (inst.def, inst.ability, pc),
                    source: inst.card,
                };
                kinds.push(Kind::Reduce { reducer: Box::new(reducer) });
            }
            Effect::Delayed(at, _) => {
                let at = self.moments(&ctx, at);
                let mut kept = inst.clone();
                kept.binds = inst.binds.clone();
                kinds.push(Kind::Delay { delayed: Box::new(Delayed { at, inst: kept, pc: pc + 2 }) });
            }
            _ => {}
        }
        out.extend(kinds.into_iter().map(|kind| self.ev(run, kind)));
        out
    }

    /// The moments that a delayed effect waits for; the first that comes counts.
    fn moments(&self, ctx: &Ctx, at: &At) -> SmallVec<[Moment; 1]> {
        match at {
            At::EndOf(span) => smallvec::smallvec![Moment::EndOf(self.until(*span))],
            At::YouWin => smallvec::smallvec![Moment::Wins(self.challenges, ctx.you)],
            At::Result => smallvec::smallvec![Moment::Result(self.challenges)],
            At::YouWinInitiative => smallvec::smallvec![Moment::WinsInitiative(self.phase_no, ctx.you)],
            At::Leaves(r) => ctx.card(*r).map(|id| Moment::Leaves(self.refer(id))).into_iter().collect(),
            At::FirstOf(list) => list.iter().flat_map(|at| self.moments(ctx, at)).collect(),
        }
    }

    /// An event that is being played becomes an attachment (or another card turns facedown into a duplicate): done at once.
    pub fn become_attachment(&mut self, inst: &Inst, pc: u16, host: Id) {
        let card = inst.card;
        self.pull(card);
        let c = self.card_mut(card);
        c.zone = Zone::Play;
        c.base = inst.controller;
        c.host = Some(host);
        c.became = Some(Became { def: inst.def, ability: inst.ability, pc });
        self.play.push(card);
        self.cache.fresh = false;
    }
}
