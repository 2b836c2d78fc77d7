//! Redirecting a challenge (RR.melee.redirect): right after its initiation, before any reaction to it, once per round.

use smallvec::SmallVec;
use table::Seat;

use super::ask::{List, Topic};
use super::batch::Batch;
use super::challenge::{Pc, Steps};
use super::declare::Declaration;
use super::event::{Ev, Kind};
use super::state::{Frame, Id, State};
use super::tell::name;
use crate::lang::ast::PlayerModifier;
use crate::rules::Rules;
use crate::view::{Action, What as Told};

impl State {
    /// Who could redirect the challenge that was just initiated, with the card that lets them; in player order. Nobody can while the
    /// attacking player has but one opponent (RR.melee.redirect.6).
    pub(super) fn redirectors(&self, rules: &Rules) -> SmallVec<[(Seat, Id); 1]> {
        let mut out = SmallVec::new();
        let (Some(titles), Some(c)) = (&self.titles, &self.challenge) else { return out };
        if self.opponents(c.attacker).count() < 2 {
            return out;
        }
        let used = |id: Id, seat: Seat| {
            titles.redirects.iter().any(|(title, by)| *title == id && (*by == seat || !rules.melee.redirect_per_player))
        };
        for seat in self.order() {
            // The own challenge too, unless the table says otherwise (AMB.25).
            if seat == c.attacker && !rules.melee.redirect_own {
                continue;
            }
            let may = |(listed, m): (&super::derive::Listed, &PlayerModifier)| {
                (matches!(m, PlayerModifier::MayRedirect) && !used(listed.source, seat)).then_some(listed.source)
            };
            out.extend(self.listed(rules, seat).find_map(may).map(|source| (seat, source)));
        }
        out
    }

    /// The redirecting player only decides that it is redirected; the attacking player at once picks another opponent, with new stealth
    /// and assault targets (RR.melee.redirect.2, .3). Nothing is knelt or paid again.
    pub(super) fn redirect(&mut self, rules: &Rules, mut c: Steps) {
        let Some(challenge) = &self.challenge else { return };
        let (kind, attacker, defender) = (challenge.kind, challenge.attacker, challenge.defender);
        if std::mem::take(&mut c.asked) {
            let answer = self.answer_taken();
            if c.redirecting {
                c.redirecting = false;
                self.redirected(rules, &mut c, &answer);
                return self.attacked(c);
            }
            let by = self.redirectors(rules).get(c.at as usize).copied();
            match (answer.first(), by) {
                (Some(Action::Yes), Some((seat, source))) => {
                    if let Some(titles) = &mut self.titles {
                        titles.redirects.push((source, seat));
                    }
                    c.redirecting = true;
                    self.tell("RR.melee.redirect.1", |s| {
                        let text = format!("{} redirects the challenge with {}.", name(seat), s.tag(rules, source));
                        (
                            Told::Used {
                                seat,
                                card: source,
                                code: Some(rules.cards[s.card(source).def as usize].def.code.clone()),
                                how: "redirect".to_owned(),
                            },
                            text,
                        )
                    });
                }
                _ => c.at += 1,
            }
        }
        if c.redirecting {
            // Also one that the attacker could not have named (RR.melee.redirect.5).
            let attackers = self.challenge.as_ref().map(|c| c.attackers.clone()).unwrap_or_default();
            let others = self.opponents(attacker).filter(|s| *s != defender);
            let options = others.map(|seat| (kind, seat, attackers.clone())).collect();
            self.ask(attacker, Topic::Initiate, None, List::Challenge(Declaration { options, most: u16::MAX, redirect: true }));
        } else {
            let Some((seat, source)) = self.redirectors(rules).get(c.at as usize).copied() else { return self.attacked(c) };
            self.ask(seat, Topic::Redirect, Some(source), List::One(vec![Action::Yes, Action::Pass]));
        }
        c.asked = true;
        self.push(Frame::Challenge(c));
    }

    /// The challenge resolves against another opponent from now on; it was initiated against the first one (RR.melee.redirect.4).
    fn redirected(&mut self, rules: &Rules, c: &mut Steps, answer: &[Action]) {
        let Some(Action::Player { seat: to }) = answer.first().cloned() else { return };
        let Some(challenge) = &self.challenge else { return };
        let (kind, attacker, from) = (challenge.kind, challenge.attacker, challenge.defender);
        let attackers = challenge.attackers.clone();
        let declaration = Declaration { options: vec![(kind, to, attackers)], most: u16::MAX, redirect: true };
        let declared = declaration.declared(self, rules, answer);
        if let Some(challenge) = &mut self.challenge {
            challenge.defender = to;
            challenge.bypassed = declared.stealth.iter().map(|(_, id)| *id).collect();
            challenge.assaulted = declared.assault;
        }
        if let Some(past) = self.past.last_mut() {
            past.defender = to;
        }
        self.cache.fresh = false;
        self.refresh(rules);
        self.tell("RR.melee.redirect.2", |_| {
            let text = format!("The {} challenge of {} goes from {} to {}.", kind.word(), name(attacker), name(from), name(to));
            (Told::Redirected { from, to }, text)
        });
        c.pending.retain(|ev| !matches!(ev.kind, Kind::Bypassed { .. }));
        let bypassed = self.bypass_events(rules, attacker, declared.stealth);
        self.tell_assault(rules);
        c.pending.extend(bypassed);
    }

    /// Now come the reactions to everything that the initiation was.
    fn attacked(&mut self, mut c: Steps) {
        let mut events = std::mem::take(&mut c.pending);
        for ev in &mut events {
            ev.done = ev.done || matches!(ev.kind, Kind::Bypassed { .. });
        }
        c.pc = Pc::Attacked;
        c.at = 0;
        self.push(Frame::Challenge(c));
        self.push(Frame::Batch(Batch::reactions(events)));
    }

    /// Stealth as told and as events.
    pub(super) fn bypass_events(&mut self, rules: &Rules, seat: Seat, stealth: Vec<(Id, Id)>) -> Vec<Ev> {
        for (by, card) in stealth.iter().copied() {
            self.tell("RR.glossary.stealth.1", |s| {
                (Told::Bypassed { card, by }, format!("{} bypasses {}.", s.tag(rules, by), s.tag(rules, card)))
            });
        }
        let event = |(by, card)| Ev { source: Some(by), seat: Some(seat), ..Ev::new(Kind::Bypassed { card, by }) };
        stealth.into_iter().map(event).collect()
    }
}
