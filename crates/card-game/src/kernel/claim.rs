//! Claim (RR.fw.4.2.4): on whom it falls and what it does to that player.

use table::{Seat, SelectRule};

use super::ask::{List, Topic};
use super::challenge::{Pc, Steps};
use super::derive::PlotStat;
use super::eval::Ctx;
use super::event::{Ev, Kind, Verb};
use super::run::Run;
use super::state::{Frame, Id, State, Zone};
use super::tell::name;
use crate::lang::ast::{Act, Destination};
use crate::lang::raw::OfType;
use crate::rules::Rules;
use crate::view::What as Told;
use crate::words::{CardType, ChallengeType};

/// So much claim of a type, by the winner, on the player who suffers it.
#[derive(Clone, Copy)]
pub(super) struct Claim {
    pub kind: ChallengeType,
    pub amount: usize,
    pub winner: Seat,
    pub on: Seat,
}

impl State {
    /// Step 4.2.4: on the defending player, or on whom an effect made it fall.
    pub(super) fn claim(&mut self, rules: &Rules, mut c: Steps, attacker: Seat, defender: Seat, kind: ChallengeType) {
        let amount = self.plot_value(rules, attacker, PlotStat::Claim).max(0) as usize;
        let on = self.challenge.as_ref().and_then(|c| c.claim_on).unwrap_or(defender);
        let chosen = std::mem::take(&mut c.asked).then(|| self.answer_cards());
        let claim = Claim { kind, amount, winner: attacker, on };
        let Some(mut events) = self.claimed(rules, claim, chosen, &[]) else {
            c.asked = true;
            return self.push(Frame::Challenge(c));
        };
        for ev in &mut events {
            ev.seat = Some(attacker);
        }
        self.tell_claim(claim);
        // Claim counts as applied also where nothing happens (CR.4).
        events.push(Ev { done: true, seat: Some(on), ..Ev::new(Kind::ClaimApplied { kind, recipient: on }) });
        c.pc = Pc::Keywords;
        self.push(Frame::Challenge(c));
        self.batch(events);
    }

    /// What claim does; `None` if the player on whom it falls is asked first, whose answer is `chosen` then. `spared` are cards that
    /// whatever applies the claim does not affect.
    pub(super) fn claimed(&mut self, rules: &Rules, claim: Claim, chosen: Option<Vec<Id>>, spared: &[Id]) -> Option<Vec<Ev>> {
        let Claim { kind, amount, winner, on } = claim;
        let mut events = Vec::new();
        match kind {
            ChallengeType::Military => {
                let chosen = match chosen {
                    Some(chosen) => chosen,
                    None => {
                        let able = self.claimable(rules, on, spared);
                        if able.len() > amount && amount > 0 {
                            self.ask(on, Topic::Claim, None, List::cards(able, SelectRule::exactly(amount as u16)));
                            return None;
                        }
                        able.into_iter().take(amount).collect()
                    }
                };
                for card in chosen {
                    let can_save = !self.der(card).cannot(Act::BeSaved);
                    let kind = Kind::Leave { card, verb: Verb::Kill, to: Destination::DeadPile, can_save, saved: false, snap: None };
                    events.push(Ev::new(kind));
                }
            }
            ChallengeType::Intrigue => {
                let mut hand = self.player(on).hand.clone();
                hand.sort_unstable();
                for _ in 0..amount.min(hand.len()) {
                    let at = self.chance.below(hand.len() as u32) as usize;
                    let card = hand.remove(at);
                    events.push(Ev::new(Kind::Move { card, to: Destination::DiscardPile, from: Zone::Hand, discard: true, by: None }));
                }
            }
            ChallengeType::Power => {
                let (from, to) = (self.player(on).faction_card, self.player(winner).faction_card);
                if amount > 0 && self.card(from).power > 0 && from != to {
                    events.push(Ev::new(Kind::MovePower { from, to, n: amount as i32 }));
                }
            }
        }
        Some(events)
    }

    /// Characters that may be chosen for military claim: not those that cannot be killed (RR.glossary.military_claim.5).
    fn claimable(&self, rules: &Rules, seat: Seat, spared: &[Id]) -> Vec<Id> {
        let able = |id: &Id| {
            let der = self.der(*id);
            der.controller == seat
                && self.kind(rules, *id) == CardType::Character
                && !der.cannot(Act::BeKilled)
                && !der.cannot(Act::LeavePlay)
                && !spared.contains(id)
        };
        self.play.iter().copied().filter(able).collect()
    }

    fn tell_claim(&mut self, claim: Claim) {
        let Claim { kind, amount, on, .. } = claim;
        self.tell("RR.fw.4.2.4", |_| {
            (Told::Claim { kind, amount: amount as i32 }, format!("{} claim {amount} is applied to {}.", kind.title(), name(on)))
        });
    }

    /// The claim of an effect: by the plot of the effect's player, who counts as the winner. It is no claim of a challenge, so nothing
    /// that speaks of claim being applied for a challenge sees it.
    fn claim_of(&self, ctx: &Ctx, kind: OfType, on: Seat) -> Option<Claim> {
        let kind = ctx.kind_of(kind)?;
        let amount = self.plot_value(ctx.rules, ctx.you, PlotStat::Claim).max(0) as usize;
        Some(Claim { kind, amount, winner: ctx.you, on })
    }

    /// The verb `ApplyClaim`: its events, or `None` if somebody is asked.
    pub(super) fn apply_claim(&mut self, rules: &Rules, run: &mut Run, kind: OfType, on: Seat) -> Option<Vec<Ev>> {
        let chosen = std::mem::take(&mut run.asked).then(|| self.answer_cards());
        let ctx = Ctx::inst(self, rules, &run.inst);
        let Some(claim) = self.claim_of(&ctx, kind, on) else { return Some(Vec::new()) };
        let spared: Vec<Id> = self.play.iter().copied().filter(|id| *id != run.inst.card && ctx.immune(*id)).collect();
        let events = self.claimed(rules, claim, chosen, &spared)?;
        self.tell_claim(claim);
        Some(events.into_iter().map(|ev| self.ev(run, ev.kind)).collect())
    }

    /// Whether claim by an effect would do anything.
    pub(super) fn claim_matters(&self, ctx: &Ctx, kind: OfType, on: Seat) -> bool {
        let Some(claim) = self.claim_of(ctx, kind, on) else { return true };
        let p = self.player(on);
        claim.amount > 0
            && match claim.kind {
                ChallengeType::Military => self.claimable(ctx.rules, on, &[]).iter().any(|id| !ctx.immune(*id)),
                ChallengeType::Intrigue => !p.hand.is_empty(),
                ChallengeType::Power => on != claim.winner && self.card(p.faction_card).power > 0,
            }
    }
}
