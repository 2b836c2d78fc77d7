//! Claim (RR.fw.4.2.4): on whom it falls and what it does to that player.

use smallvec::SmallVec;
use table::{Seat, SeatSet, SelectItem, SelectRule};

use super::ask::{List, Topic};
use super::batch::Batch;
use super::challenge::{Pc, Steps};
use super::derive::PlotStat;
use super::eval::Ctx;
use super::event::{Ev, Kind, Verb};
use super::run::Run;
use super::state::{Frame, Id, Instead, State, Zone};
use super::tell::name;
use crate::lang::ast::{Act, Destination, PlayerModifier};
use crate::lang::raw::OfType;
use crate::options::Nobody;
use crate::rules::Rules;
use crate::view::{Action, What as Told};
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
    /// Before step 4.2.4: on whom claim is to fall. It is the defending player alone (RR.melee.challenges.6), unless the attacking player
    /// may pick others for a claim of intrigue (RR.melee.whispers.1); what interrupts each of these claims follows.
    pub(super) fn claim_due(&mut self, rules: &Rules, mut c: Steps, attacker: Seat, defender: Seat, kind: ChallengeType) {
        let won = self.challenge.as_ref().and_then(|c| c.result).is_some_and(|r| r.winner == Some(attacker));
        c.pc = Pc::Keywords;
        if !won || self.player(attacker).eliminated {
            return self.push(Frame::Challenge(c));
        }
        let mut on: SmallVec<[Seat; 8]> = SmallVec::new();
        let mut picks = false;
        if std::mem::take(&mut c.asked) {
            picks = true;
            on.extend(self.answer_taken().iter().filter_map(|a| if let Action::Player { seat } = a { Some(*seat) } else { None }));
        } else if kind == ChallengeType::Intrigue
            && self.titles.is_some()
            && self.listed(rules, attacker).any(|(_, m)| matches!(m, PlayerModifier::IntrigueClaimAgainstAny))
        {
            self.step("RR.fw.4.2.4");
            let of: Vec<Action> = self.opponents(attacker).map(|seat| Action::Player { seat }).collect();
            let items = vec![SelectItem::default(); of.len()];
            let rule = SelectRule::up_to(of.len() as u16);
            self.ask(attacker, Topic::ClaimOn, None, List::Set { of, items, rule });
            c.pc = Pc::ClaimInterrupts;
            c.asked = true;
            return self.push(Frame::Challenge(c));
        }
        // Nobody picked: the ability is not used (AMB.28).
        if on.is_empty() && !(picks && rules.melee.nobody == Nobody::NobodySuffers) {
            on.push(defender);
        }
        on.retain(|seat| !self.player(*seat).eliminated);
        if on.is_empty() {
            return self.push(Frame::Challenge(c));
        }
        self.step("RR.fw.4.2.4");
        c.pc = Pc::Claim;
        self.push(Frame::Challenge(c));
        let applied = |seat| Ev { seat: Some(seat), ..Ev::new(Kind::ClaimApplied { kind, recipient: seat }) };
        // Its reactions share the window of what it does (CR.2).
        self.push(Frame::Batch(Batch { hold: true, ..Batch::new(on.into_iter().map(applied).collect()) }));
    }

    /// Step 4.2.4: on the defending player, or on whom an effect made it fall; nobody suffers it twice (FAQ.q.whispers). Of several each
    /// chooses in player order, then all happens at once (AMB.13). A replacement comes in its place (RR.glossary.replacement_effects.2).
    pub(super) fn claim(&mut self, rules: &Rules, mut c: Steps, attacker: Seat, defender: Seat) {
        let Some(challenge) = &self.challenge else { return };
        let (falls, kind) = (challenge.claim_on, challenge.kind);
        let falls = if falls.is_empty() { SeatSet::one(defender) } else { falls };
        let on: SmallVec<[Seat; 8]> = self.order().into_iter().filter(|seat| falls.contains(*seat)).collect();
        // Claim counts as applied also where nothing happens, and where it is replaced (CR.4).
        let applied = |on: Seat| Ev { done: true, seat: Some(on), ..Ev::new(Kind::ClaimApplied { kind, recipient: on }) };
        let kind = match challenge.instead.clone() {
            Instead::Nothing => kind,
            Instead::Claim(kind) => kind,
            Instead::Effects(inst, pc) => {
                self.tell("RR.glossary.replacement_effects.1", |s| {
                    (Told::Note, format!("{} replaces what claim does.", s.tag(rules, inst.card)))
                });
                c.pc = Pc::Keywords;
                self.push(Frame::Challenge(c));
                // Reactions to claim share the window of those to what happens in its place (CR.2).
                return self.push(Frame::Run(Run { chain: Some(on.into_iter().map(applied).collect()), ..Run::at(*inst, pc) }));
            }
        };
        let amount = self.plot_value(rules, attacker, PlotStat::Claim).max(0) as usize;
        if std::mem::take(&mut c.asked) {
            c.left.extend(self.answer_cards());
            c.at += 1;
        }
        while let Some(seat) = on.get(c.at as usize).copied().filter(|_| kind == ChallengeType::Military) {
            let Some(chosen) = self.victims(rules, Claim { kind, amount, winner: attacker, on: seat }, &[]) else {
                c.asked = true;
                return self.push(Frame::Challenge(c));
            };
            c.left.extend(chosen);
            c.at += 1;
        }
        let mut events = Vec::new();
        let chosen = std::mem::take(&mut c.left);
        for seat in on.iter().copied() {
            let claim = Claim { kind, amount, winner: attacker, on: seat };
            let own = chosen.iter().copied().filter(|id| self.der(*id).controller == seat).collect();
            events.extend(self.claimed(rules, claim, Some(own), &[]).unwrap_or_default());
            self.tell_claim(claim);
        }
        for ev in &mut events {
            (ev.seat, ev.claim) = (Some(attacker), true);
        }
        events.extend(on.into_iter().map(applied));
        c.at = 0;
        c.pc = Pc::Keywords;
        self.push(Frame::Challenge(c));
        self.batch(events);
    }

    /// The characters that military claim kills; `None` if their controller is asked.
    fn victims(&mut self, rules: &Rules, claim: Claim, spared: &[Id]) -> Option<Vec<Id>> {
        let able = self.claimable(rules, claim.on, spared);
        if able.len() > claim.amount && claim.amount > 0 {
            self.ask(claim.on, Topic::Claim, None, List::cards(able, SelectRule::exactly(claim.amount as u16)));
            return None;
        }
        Some(able.into_iter().take(claim.amount).collect())
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
                    None => self.victims(rules, claim, spared)?,
                };
                for card in chosen {
                    let can_save = !self.der(card).cannot(Act::BeSaved);
                    let kind = Kind::Leave { card, verb: Verb::Kill, to: Destination::DeadPile, can_save, saved: false, snap: None };
                    events.push(Ev::new(kind));
                }
            }
            ChallengeType::Intrigue => {
                let mut hand = self.player(on).hand.clone();
                // By card, not by id: which one it is does not hang on how the cards are numbered.
                hand.sort_unstable_by_key(|id| (self.card(*id).def, *id));
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
        Some(events.into_iter().map(|ev| Ev { claim: true, ..self.ev(run, ev.kind) }).collect())
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
