//! Triggering conditions: whether an event holds one, from the point of view of an ability.

use super::eval::Ctx;
use super::event::{Kind, Verb};
use super::state::{Inst, Val};
use super::verbs_of::walk;
use crate::lang::ast::*;
use crate::lang::raw::Filter;
use crate::rules::any_type;

impl Ctx<'_> {
    /// Whether the event `self.ev` holds the triggering condition. `would` tells the would-interrupts from the plain ones.
    pub fn triggers(&self, when: &When) -> bool {
        let Some(ev) = self.ev else { return false };
        let st = self.st;
        match (when, &ev.kind) {
            (When::Any(list), _) => list.iter().any(|w| self.triggers(w)),
            (When::Win(w), Kind::Result) => self.challenge_when(w, true),
            (When::Lose(w), Kind::Result) => self.challenge_when(w, false),
            (When::Initiated(w), Kind::Initiated) => st.challenge.as_ref().is_some_and(|c| {
                any_type(&w.kind, c.kind)
                    && w.by.is_none_or(|who| self.seats(who).contains(&c.attacker))
                    && w.against.is_none_or(|who| self.seats(who).contains(&c.against))
            }),
            (When::DeclaredAttacker(f), Kind::Declared { card, attacking: true })
            | (When::DeclaredDefender(f), Kind::Declared { card, attacking: false }) => self.fits(f, *card),
            (When::Bypasses(f), Kind::Bypassed { by, .. }) => self.fits(f, *by),
            (When::Enters(w), Kind::Enter { card, means, in_challenge, duplicate_on: None, .. }) => {
                w.how.is_none_or(|how| how == *means) && (!w.during_challenge || *in_challenge) && self.fits(&w.card, *card)
            }
            (When::Enters(w), Kind::Title { card, .. }) => w.how.is_none() && !w.during_challenge && self.fits(&w.card, *card),
            (When::Marshal(f) | When::MarshalOrPlay(f), Kind::Enter { card, seat, means: Means::Marshaled, duplicate_on: None, .. }) => {
                *seat == self.you && self.fits(f, *card)
            }
            (When::Play(f) | When::MarshalOrPlay(f), Kind::Played { card, seat }) => *seat == self.you && self.fits(f, *card),
            (When::Leaves(f), Kind::Leave { card, .. }) => self.fits(f, *card),
            (When::Killed(f), Kind::Leave { card, verb: Verb::Kill, .. }) => self.fits(f, *card),
            (When::KilledForClaim(f), Kind::Leave { card, verb: Verb::Kill, .. }) => ev.claim && self.fits(f, *card),
            (When::Sacrificed(f), Kind::Leave { card, verb: Verb::Sacrifice, .. }) => self.fits(f, *card),
            (When::SacrificedOrKilled(f), Kind::Leave { card, verb: Verb::Sacrifice | Verb::Kill, .. }) => self.fits(f, *card),
            (When::Discarded(f), Kind::Leave { card, verb: Verb::Discard, .. }) => self.fits(f, *card),
            // Where a replacement sends it elsewhere, it is not returned to a hand.
            (When::Returned(f), Kind::Leave { card, verb: Verb::Return, to: Destination::Hand, .. }) => self.fits(f, *card),
            (When::WouldBeKilled(f), Kind::Leave { card, verb: Verb::Kill, can_save: true, .. }) => self.fits(f, *card),
            (When::WouldBeKilledOrDiscarded(f), Kind::Leave { card, verb: Verb::Kill | Verb::Discard, can_save: true, .. }) => {
                self.fits(f, *card)
            }
            (When::WouldLeave(f), Kind::Leave { card, can_save: true, .. }) => self.fits(f, *card),
            (When::Knelt(f), Kind::Kneel { card }) => self.fits(f, *card),
            (When::Stood(f), Kind::Stand { card }) => self.fits(f, *card),
            (When::GainsPower(f), Kind::Power { card, n, .. }) => *n > 0 && self.fits(f, *card),
            (When::GainsPowerUsing(keyword, f), Kind::Power { card, n, using }) => {
                *n > 0 && *using == Some(*keyword) && self.fits(f, *card)
            }
            (When::StrRaised(f), Kind::Raised { card }) => self.fits(f, *card),
            (When::PhaseBegins(phase), Kind::PhaseBegins(p)) => phase == p,
            (When::PhaseEnds(phase), Kind::PhaseEnds(p)) => phase == p,
            (When::AnyPhaseBegins, Kind::PhaseBegins(_))
            | (When::AnyPhaseEnds, Kind::PhaseEnds(_))
            | (When::RoundEnds, Kind::RoundEnds) => true,
            (When::WinDominance, Kind::Dominance { winner }) => *winner == Some(self.you),
            (When::LoseDominance, Kind::Dominance { winner }) => winner.is_some_and(|w| w != self.you),
            (When::RevealPlot(who), Kind::PlotsRevealed { seats }) => self.seats(*who).iter().any(|s| seats >> s.0 & 1 != 0),
            // A plot may answer its own reveal only once it is in play.
            (When::PlotIsRevealed(f), Kind::Reveal { card, .. }) => self.fits(f, *card),
            (When::ComparesInitiative, Kind::Comparing) => true,
            (When::IncomeCollected(who), Kind::Income { seat, .. }) => self.seats(*who).contains(seat),
            (When::EffectsWouldInitiate(w), Kind::Effects { inst }) => {
                let ability = &self.rules.cards[inst.def as usize].abilities[inst.ability as usize];
                let kind = ability.kind();
                let speaker = Ctx { it: Some(inst.card), ..*self };
                (w.kinds.is_empty() || kind.is_some_and(|k| w.kinds.contains(&k)))
                    && speaker.source_fits(&w.of, inst)
                    && w.choosing.as_ref().is_none_or(|f| self.chooses(f, inst))
                    && (w.doing.is_empty() || ability.triggered().is_some_and(|t| does(t, &w.doing)))
            }
            (When::Pillages { by, card }, Kind::Pillaged { card: c, by: b }) => self.fits(by, *b) && self.fits(card, *c),
            (When::ClaimApplied(w), Kind::ClaimApplied { kind, .. }) => {
                any_type(&w.kind, *kind)
                    && st.challenge.as_ref().is_some_and(|c| {
                        (!w.unopposed || c.result.is_some_and(|r| r.unopposed))
                            && match w.side {
                                None => true,
                                Some(Side::Attacker) => c.attacker == self.you,
                                Some(Side::Defender) => c.defender == self.you,
                            }
                    })
                    && w.with.as_ref().is_none_or(|f| st.play.iter().any(|id| st.participates(*id) && self.fits(f, *id)))
            }
            (When::BecomesFirstPlayer(who), Kind::FirstPlayer { seat }) => self.seats(*who).contains(seat),
            (When::UnopposedBonus(who), Kind::Bonus { seat, n, .. }) => *n > 0 && self.seats(*who).contains(seat),
            (When::WinInitiative, Kind::Initiative { winner }) => *winner == self.you,
            (When::Draws(who), Kind::Draw { seat, .. }) => self.seats(*who).contains(seat),
            (When::PlacedInDiscard(f), Kind::Leave { card, to: Destination::DiscardPile, .. })
            | (When::PlacedInDiscard(f), Kind::Move { card, to: Destination::DiscardPile, .. }) => self.fits(f, *card),
            (When::DiscardedFrom(zones, f), Kind::Move { card, from, discard: true, .. }) => {
                zones.iter().any(|z| z.is(*from)) && self.fits(f, *card)
            }
            _ => false,
        }
    }

    /// Whether a target that was chosen as the ability initiated fits (RR.init.5).
    fn chooses(&self, filter: &Filter, inst: &Inst) -> bool {
        let ability = &self.rules.cards[inst.def as usize].abilities[inst.ability as usize];
        let Some(t) = ability.triggered() else { return false };
        let targets = t.choose.iter().filter(|c| matches!(c, Choice::Cards(_))).map(super::initiate::choice_slot);
        let bound = |slot: u8| inst.binds.iter().find(|(s, _)| *s == slot).map(|(_, value)| value);
        targets.filter_map(bound).any(|value| match value {
            Val::Cards(cards) => cards.iter().any(|c| self.fits(filter, c.id)),
            _ => false,
        })
    }

    /// Whether the card whose ability initiates fits, with the initiating player as its controller.
    fn source_fits(&self, filter: &Filter, inst: &Inst) -> bool {
        filter.0.iter().all(|pred| match pred {
            Pred::Yours => inst.controller == self.you,
            Pred::Opponents => inst.controller != self.you,
            Pred::ControlledBy(who) => self.seats(*who).contains(&inst.controller),
            Pred::Any(filters) => filters.iter().any(|f| self.source_fits(f, inst)),
            other => self.is(other, inst.card),
        })
    }

    fn challenge_when(&self, w: &ChallengeWhen, win: bool) -> bool {
        let Some(c) = self.st.challenge.as_ref() else { return false };
        let Some(result) = c.result else { return false };
        let mine = if win { result.winner } else { result.loser };
        mine == Some(self.you)
            && any_type(&w.kind, c.kind)
            && match w.side {
                None => true,
                Some(Side::Attacker) => c.attacker == self.you,
                Some(Side::Defender) => c.defender == self.you,
            }
            && result.margin >= w.by
            && (!w.unopposed || result.unopposed)
            && w.with.as_ref().is_none_or(|f| self.st.play.iter().any(|id| self.st.participates(*id) && self.fits(f, *id)))
    }
}

/// Whether an ability does one of these things anywhere in its effect.
fn does(t: &Triggered, doing: &[Doing]) -> bool {
    let mut found = false;
    walk(&t.effect, &mut |e| {
        found |= doing.iter().any(|d| match d {
            Doing::Search => matches!(e, Effect::Search(_)),
        });
    });
    found
}
