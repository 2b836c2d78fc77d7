//! Declaring a challenge (RR.fw.4.2): what may be declared, and reading a declaration pick by pick.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Illegal, Seat, SelectItem, SelectRule};

use super::state::{Id, Past, State};
use crate::lang::ast::{Act, KeywordName};
use crate::options::Different;
use crate::rules::Rules;
use crate::view::Action;
use crate::words::{CardType, ChallengeType, Phase};

/// What a seat may declare: types and opponents with the characters that may attack.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Declaration {
    pub options: Vec<(ChallengeType, Seat, Vec<Id>)>,
    pub most: u16,
    /// Only the opponent is picked, of a challenge that is redirected; its attackers are those there are (RR.melee.redirect).
    pub redirect: bool,
}

enum Stage {
    Type,
    Attackers { of: Vec<Id>, picked: SmallVec<[u16; 8]> },
    Stealth { targets: Vec<Id> },
    Assault { targets: Vec<Id> },
    Complete,
}

/// What a complete declaration says.
#[derive(Clone, Debug, Default)]
pub struct Declared {
    pub attackers: Vec<Id>,
    /// (bypassing, bypassed)
    pub stealth: Vec<(Id, Id)>,
    pub assault: Option<Id>,
}

impl Declaration {
    fn rule(&self) -> SelectRule {
        SelectRule { min: 1, max: self.most, ..SelectRule::any() }
    }

    /// Reads a draft: type and opponent, attackers up to `Done`, a stealth choice for each attacker with stealth, an assault choice.
    fn read(&self, st: &State, rules: &Rules, draft: &[Action]) -> (Stage, Declared) {
        let mut declared = Declared::default();
        let mut picks = draft.iter();
        let option = match picks.next() {
            Some(Action::Challenge { kind, against }) => self.options.iter().find(|(k, s, _)| k == kind && s == against),
            Some(Action::Player { seat }) if self.redirect => self.options.iter().find(|(_, s, _)| s == seat),
            None => return (Stage::Type, declared),
            _ => None,
        };
        let Some((_, against, of)) = option else { return (Stage::Complete, declared) };
        if self.redirect {
            declared.attackers.clone_from(of);
        }
        let items = vec![SelectItem::default(); of.len()];
        let mut picked: SmallVec<[u16; 8]> = SmallVec::new();
        let mut next = Vec::new();
        loop {
            next.clear();
            if !self.redirect {
                self.rule().next(&items, &picked, &mut next);
            }
            if next.is_empty() {
                break;
            }
            match picks.next() {
                None => return (Stage::Attackers { of: of.clone(), picked }, declared),
                Some(Action::Card { card }) => {
                    if let Some(at) = of.iter().position(|id| id == card) {
                        picked.push(at as u16);
                        declared.attackers.push(*card);
                    }
                }
                Some(_) => break,
            }
        }
        for attacker in declared.attackers.clone() {
            if !st.der(attacker).keyword(KeywordName::Stealth) {
                continue;
            }
            let targets = st.stealth_targets(rules, *against);
            if targets.is_empty() {
                continue;
            }
            match picks.next() {
                None => return (Stage::Stealth { targets }, declared),
                Some(Action::Card { card }) => declared.stealth.push((attacker, *card)),
                Some(_) => {}
            }
        }
        let targets = st.assault_targets(rules, &declared.attackers, *against);
        if !targets.is_empty() {
            match picks.next() {
                None => return (Stage::Assault { targets }, declared),
                Some(Action::Card { card }) => declared.assault = Some(*card),
                Some(_) => {}
            }
        }
        (Stage::Complete, declared)
    }

    pub fn legal(&self, st: &State, rules: &Rules, _seat: Seat, draft: &[Action], out: &mut Vec<Action>) {
        match self.read(st, rules, draft).0 {
            Stage::Type if self.redirect => out.extend(self.options.iter().map(|(_, seat, _)| Action::Player { seat: *seat })),
            Stage::Type => {
                out.extend(self.options.iter().map(|(kind, against, _)| Action::Challenge { kind: *kind, against: *against }));
                out.push(Action::Pass);
            }
            Stage::Attackers { of, picked } => {
                let items = vec![SelectItem::default(); of.len()];
                let mut next = Vec::new();
                let closed = self.rule().next(&items, &picked, &mut next);
                out.extend(next.into_iter().map(|i| Action::Card { card: of[i as usize] }));
                if closed {
                    out.push(Action::Done);
                }
            }
            Stage::Stealth { targets } | Stage::Assault { targets } => {
                out.extend(targets.into_iter().map(|card| Action::Card { card }));
                out.push(Action::Pass);
            }
            Stage::Complete => {}
        }
    }

    /// What an answer says.
    pub(super) fn declared(&self, st: &State, rules: &Rules, answer: &[Action]) -> Declared {
        self.read(st, rules, answer).1
    }

    pub fn complete(&self, st: &State, rules: &Rules, _seat: Seat, draft: &[Action]) -> bool {
        matches!(self.read(st, rules, draft).0, Stage::Complete)
    }

    /// Which part of the answer is asked now, in a few words, for the prompt.
    pub fn part(&self, st: &State, rules: &Rules, draft: &[Action]) -> (&'static str, &'static str, String) {
        match self.read(st, rules, draft).0 {
            Stage::Type if self.redirect => {
                ("redirect_to", "RR.melee.redirect.2", "Your challenge is redirected: against whom?".to_owned())
            }
            Stage::Type | Stage::Complete => ("initiate", "RR.fw.4.2", "Initiate a challenge, or pass.".to_owned()),
            Stage::Attackers { .. } => ("attackers", "RR.fw.4.2", "Declare attackers.".to_owned()),
            Stage::Stealth { .. } => ("stealth", "RR.glossary.stealth.1", "Bypass which character by stealth?".to_owned()),
            Stage::Assault { .. } => ("assault", "RR.glossary.assault.1", "Target which location by assault?".to_owned()),
        }
    }
}

impl State {
    /// Challenges that a seat has initiated in this phase.
    fn initiated(&self, seat: Seat) -> impl Iterator<Item = &Past> {
        self.past.iter().filter(move |c| c.attacker == seat && c.phase == self.phase_no)
    }

    /// How many more challenges of a type a seat may initiate in this phase: one, and what abilities add (RR.melee.challenges.1).
    pub fn challenges_left(&self, seat: Seat, kind: ChallengeType) -> i32 {
        let p = &self.cache.players[seat.index()];
        let made = self.initiated(seat).filter(|c| c.kind == kind).count() as i32;
        let mut left = 1 + i32::from(p.extra[kind.index()]) + i32::from(p.elsewhere[kind.index()]) - made;
        if let Some(most) = p.max_challenges {
            left = left.min(i32::from(most) - self.initiated(seat).count() as i32);
        }
        if p.cannot_initiate >> kind.index() & 1 != 0 { 0 } else { left.max(0) }
    }

    /// Whether one more challenge of the type may be against this player, as far as further ones are "against a different opponent": of
    /// so many challenges of the type as go beyond the others, each has an opponent of its own (RR.melee.titles.4, AMB.24).
    pub(super) fn elsewhere(&self, rules: &Rules, seat: Seat, kind: ChallengeType, against: Seat) -> bool {
        let p = &self.cache.players[seat.index()];
        if p.elsewhere[kind.index()] == 0 {
            return true;
        }
        let of = |c: &Past| if rules.melee.different == Different::Initiated { c.against } else { c.defender };
        let mut all: SmallVec<[Seat; 4]> = self.initiated(seat).filter(|c| c.kind == kind).map(of).collect();
        all.push(against);
        let beyond = all.len() as i32 - 1 - i32::from(p.extra[kind.index()]);
        let alone = all.iter().filter(|s| all.iter().filter(|o| o == s).count() == 1).count() as i32;
        alone >= beyond
    }

    /// Every challenge that a seat may initiate now (RR.fw.4.2, RR.melee.challenges): not against the bearer of a title that the own one
    /// supports (RR20.support.1).
    pub fn declaration(&self, rules: &Rules, seat: Seat) -> Declaration {
        let p = &self.cache.players[seat.index()];
        let most = p.max_attackers.map_or(u16::MAX, |n| n.max(0) as u16);
        let mut options = Vec::new();
        if most == 0 {
            return Declaration { options, most, redirect: false };
        }
        let opponents: SmallVec<[Seat; 8]> =
            self.opponents(seat).filter(|s| self.titles.is_none() || self.supports(rules, seat, *s).is_none()).collect();
        for kind in ChallengeType::ALL {
            if self.challenges_left(seat, *kind) == 0 {
                continue;
            }
            let attackers = self.may_attack(rules, seat, *kind);
            if attackers.is_empty() {
                continue;
            }
            let free = |s: &Seat| p.not_against[kind.index()] >> s.0 & 1 == 0;
            for against in opponents.iter().copied().filter(|s| free(s) && self.elsewhere(rules, seat, *kind, *s)) {
                options.push((*kind, against, attackers.clone()));
            }
        }
        Declaration { options, most, redirect: false }
    }

    /// Why a seat may not initiate a challenge against a player.
    pub fn explain_attack(&self, rules: &Rules, seat: Seat, against: Seat) -> Vec<Illegal> {
        let mut out = Vec::new();
        let mut reason = |text: &str, rule: &str| out.push(Illegal::new("not_now", text).rule(rule));
        if seat == against || self.player(against).eliminated {
            reason("A challenge is initiated against an opponent.", "RR.fw.4.2");
            return out;
        }
        if let Some((text, rule)) = self.title_forbids(rules, seat, against) {
            reason(&text, rule);
        }
        let p = &self.cache.players[seat.index()];
        if p.not_against.iter().all(|not| not >> against.0 & 1 != 0) {
            reason("A card says that you cannot initiate challenges against this player.", "RR.glossary.cannot");
        }
        if self.active != Some(seat) || self.phase != Phase::Challenges {
            reason("Challenges are initiated by the active player of the challenges phase.", "RR.fw.4.2");
            return out;
        }
        for kind in ChallengeType::ALL {
            let barred = |kind: ChallengeType| p.not_against[kind.index()] >> against.0 & 1 != 0;
            if barred(*kind) && !p.not_against.iter().all(|not| not >> against.0 & 1 != 0) {
                let text = format!("A card says that you cannot initiate {} challenges against this player.", kind.word());
                reason(&text, "RR.glossary.cannot");
            } else if self.challenges_left(seat, *kind) == 0 {
                let text = format!("You have no {} challenge left: one of each type in all, not one for each opponent.", kind.word());
                reason(&text, "RR.melee.challenges.1");
            } else if !self.elsewhere(rules, seat, *kind, against) {
                let text = format!("Another {} challenge has to be against a different opponent.", kind.word());
                reason(&text, "RR.melee.titles.4");
            } else if self.may_attack(rules, seat, *kind).is_empty() {
                reason(&format!("You have no character that could attack in a {} challenge.", kind.word()), "RR.fw.4.2");
            }
        }
        out
    }

    /// Characters that may be declared as attackers: standing, with the icon.
    pub(super) fn may_attack(&self, rules: &Rules, seat: Seat, kind: ChallengeType) -> Vec<Id> {
        self.play.iter().copied().filter(|id| self.may_be_declared(rules, *id, seat, kind, Act::Attack)).collect()
    }

    /// What a declared attacker and a declared defender must be alike: a character of this player, standing, with the icon, that may
    /// (RR.fw.4.2, RR.fw.4.2.1). A defender may be allowed to kneel, or to lack the icon.
    pub(super) fn may_be_declared(&self, rules: &Rules, id: Id, seat: Seat, kind: ChallengeType, act: Act) -> bool {
        let der = self.der(id);
        let allowed = |types: u8| act == Act::Defend && types >> kind.index() & 1 != 0;
        der.controller == seat
            && self.kind(rules, id) == CardType::Character
            && (!self.card(id).kneeling || allowed(der.defends_kneeling))
            && (der.icon(kind) || allowed(der.defends_without))
            && !der.cannot(act)
            && !der.cannot(Act::Participate)
    }

    pub(super) fn stealth_targets(&self, rules: &Rules, against: Seat) -> Vec<Id> {
        self.play
            .iter()
            .copied()
            .filter(|id| {
                let der = self.der(*id);
                der.controller == against
                    && self.kind(rules, *id) == CardType::Character
                    && !der.keyword(KeywordName::Stealth)
                    && !der.cannot(Act::BeBypassed)
            })
            .collect()
    }

    /// Locations with lower printed cost than some attacker with assault (RR.glossary.assault.1, AMB.15).
    pub(super) fn assault_targets(&self, rules: &Rules, attackers: &[Id], against: Seat) -> Vec<Id> {
        let best = attackers
            .iter()
            .filter(|id| self.der(**id).keyword(KeywordName::Assault))
            .filter_map(|id| rules.cards[self.card(*id).def as usize].cost())
            .max();
        let Some(best) = best else { return Vec::new() };
        self.play
            .iter()
            .copied()
            .filter(|id| {
                self.der(*id).controller == against
                    && self.kind(rules, *id) == CardType::Location
                    && !self.der(*id).cannot(Act::BeTargetedByAssault)
                    && rules.cards[self.card(*id).def as usize].cost().is_some_and(|c| c < best)
            })
            .collect()
    }
}
