//! Challenges (RR.fw.4.2 to 4.2.6).

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Seat, SeatSet, SelectItem, SelectRule};

use super::ask::{List, Topic};
use super::batch::Batch;
use super::event::{Ev, Kind};
use super::reads;
use super::state::{Challenge, ChallengeResult, Frame, Ground, Id, Instead, Past, State};
use super::tell::name;
use crate::lang::ast::{Act, KeywordName};
use crate::rules::Rules;
use crate::view::{Action, What as Told};
use crate::words::ChallengeType;

/// Where a challenge stands.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Pc {
    /// Right after the initiation, where somebody may redirect it (melee).
    Redirect,
    Attacked,
    Defenders,
    Defended,
    Compare,
    Bonus,
    ClaimInterrupts,
    Claim,
    Keywords,
    End,
    Over,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Steps {
    pub pc: Pc,
    pub asked: bool,
    /// The keyword that is being resolved, and the characters that still may use it.
    pub keyword: Option<KeywordName>,
    pub left: Vec<Id>,
    /// Characters whose instance of it has resolved.
    pub used: Vec<Id>,
    /// Next of several who are asked in order.
    pub at: u8,
    /// The attacking player is asked to whom the challenge goes.
    pub redirecting: bool,
    /// What the initiation was, while it may be redirected: its reactions wait.
    pub pending: Vec<Ev>,
}

impl Steps {
    pub fn new(pc: Pc) -> Steps {
        Steps { pc, asked: false, keyword: None, left: Vec::new(), used: Vec::new(), at: 0, redirecting: false, pending: Vec::new() }
    }

    /// A batch of this challenge has ended.
    pub(super) fn heard(&mut self, events: Vec<Ev>) {
        if self.pc == Pc::Redirect {
            let bypassed = std::mem::replace(&mut self.pending, events);
            self.pending.extend(bypassed);
        }
    }
}

impl State {
    /// Everybody who participates, those that are only considered to included.
    pub(super) fn participants(&self) -> impl Iterator<Item = Id> + '_ {
        self.play.iter().copied().filter(|id| self.participates(*id))
    }

    /// A challenge is initiated: type, opponent, attackers, stealth and assault in one moment.
    pub fn commit_challenge(&mut self, rules: &Rules, seat: Seat, answer: &[Action]) {
        let Some(Action::Challenge { kind, against }) = answer.first().cloned() else { return };
        let declaration = self.declaration(rules, seat);
        let declared = declaration.declared(self, rules, answer);
        let before = self.strengths(rules);
        let first_of_type = !self.past.iter().any(|c| c.attacker == seat && c.kind == kind);
        self.challenges += 1;
        self.past.push(Past { phase: self.phase_no, kind, attacker: seat, against, defender: against, winner: None, loser: None });
        self.challenge = Some(Challenge {
            number: self.challenges,
            kind,
            attacker: seat,
            defender: against,
            against,
            attackers: declared.attackers.clone(),
            defenders: Vec::new(),
            bypassed: declared.stealth.iter().map(|(_, id)| *id).collect(),
            assaulted: declared.assault,
            defenders_declared: false,
            result: None,
            over: false,
            processed: 0,
            first_of_type,
            grounds: Vec::new(),
            claim_on: SeatSet::EMPTY,
            instead: Instead::Nothing,
        });
        self.touch(if declared.assault.is_some() { reads::ALL } else { reads::CHALLENGE });
        self.refresh(rules);
        self.tell("RR.fw.4.2", |s| {
            let attackers = declared.attackers.clone();
            let text = format!("{} attacks {}: {} challenge with {}.", name(seat), name(against), kind.word(), s.tags(rules, &attackers));
            (Told::Initiated { kind, attacker: seat, defender: against, attackers }, text)
        });
        let bypassed = self.bypass_events(rules, seat, declared.stealth);
        self.tell_assault(rules);
        let mut events = Vec::new();
        for card in &declared.attackers {
            if self.der(*card).no_kneel_attacking >> kind.index() & 1 == 0 {
                events.push(Ev { cost: true, ..Ev::new(Kind::Kneel { card: *card }) });
            }
        }
        events.push(Ev { seat: Some(seat), ..Ev::new(Kind::Initiated) });
        let declares = |card: &Id| Ev { seat: Some(seat), ..Ev::new(Kind::Declared { card: *card, attacking: true }) };
        events.extend(declared.attackers.iter().map(declares));
        // Taking part may raise STR by a constant ability.
        let raised = before.map_or_else(SmallVec::new, |before| self.raised_since(&before));
        events.extend(raised.into_iter().map(|card| Ev { done: true, ..Ev::new(Kind::Raised { card }) }));
        if self.titles.is_some() && !self.redirectors(rules).is_empty() {
            // A redirect comes before all reactions (RR.melee.redirect.1).
            self.push(Frame::Challenge(Steps { pending: bypassed, ..Steps::new(Pc::Redirect) }));
            return self.push(Frame::Batch(Batch { hold: true, ..Batch::new(events) }));
        }
        events.extend(bypassed);
        self.push(Frame::Challenge(Steps::new(Pc::Attacked)));
        self.batch(events);
    }

    pub fn step_challenge(&mut self, rules: &Rules, c: Steps) {
        let to = |mut c: Steps, pc: Pc| {
            c.pc = pc;
            Frame::Challenge(c)
        };
        let Some(challenge) = &self.challenge else { return };
        let (attacker, defender, kind) = (challenge.attacker, challenge.defender, challenge.kind);
        let gone = self.player(attacker).eliminated || self.player(defender).eliminated;
        if (challenge.over || (gone && challenge.result.is_none())) && c.pc < Pc::End {
            // Ended by an effect, or a player of it is out before the result (AMB.26): nobody wins or loses.
            return self.push(to(c, Pc::End));
        }
        match c.pc {
            Pc::Redirect => self.redirect(rules, c),
            Pc::Attacked => {
                self.push(to(c, Pc::Defenders));
                self.action_window("RR.fw.4.aw2");
            }
            Pc::Defenders => self.declare_defenders(rules, c, defender, kind),
            Pc::Defended => {
                self.push(to(c, Pc::Compare));
                self.action_window("RR.fw.4.aw3");
            }
            Pc::Compare => {
                self.step("RR.fw.4.2.2");
                self.compare(rules);
                self.push(to(c, Pc::Bonus));
                self.batch(vec![Ev::new(Kind::Result)]);
            }
            Pc::Bonus => {
                let result = challenge.result;
                self.push(to(c, Pc::ClaimInterrupts));
                let Some((r, winner, loser)) = result.and_then(|r| Some((r, r.winner?, r.loser?))) else { return };
                let unopposed = r.unopposed && winner == attacker && !self.cache.players[attacker.index()].no_unopposed;
                let rivals = self.rivals_bonus(rules, winner, loser);
                if unopposed || rivals {
                    self.step("RR.fw.4.2.3");
                    if unopposed {
                        self.tell("RR.fw.4.2.3", |_| (Told::Note, format!("The challenge of {} is unopposed.", name(winner))));
                    }
                    if rivals {
                        self.tell("RR.melee.rivals.1", |_| (Told::Note, format!("{} has beaten a rival.", name(winner))));
                    }
                    // What one player gets comes at once (RR.melee.rivals.3).
                    let kind = Kind::Bonus { seat: winner, n: u8::from(unopposed), rivals: u8::from(rivals) };
                    self.batch(vec![Ev { seat: Some(winner), ..Ev::new(kind) }]);
                }
            }
            Pc::ClaimInterrupts => self.claim_due(rules, c, attacker, defender, kind),
            Pc::Claim => self.claim(rules, c, attacker, defender),
            Pc::Keywords => self.keywords(rules, c),
            Pc::End => {
                self.step("RR.fw.4.2.6");
                self.push(to(c, Pc::Over));
                self.batch(vec![Ev::new(Kind::ChallengeEnds)]);
            }
            Pc::Over => {
                self.challenge = None;
                self.touch(reads::CHALLENGE);
            }
        }
    }

    pub(super) fn declare_defenders(&mut self, rules: &Rules, mut c: Steps, seat: Seat, kind: ChallengeType) {
        if c.asked {
            c.asked = false;
            let defenders = self.answer_cards();
            let before = self.strengths(rules);
            if let Some(challenge) = &mut self.challenge {
                challenge.defenders = defenders.clone();
                challenge.defenders_declared = true;
            }
            self.touch(reads::CHALLENGE);
            self.refresh(rules);
            self.tell("RR.fw.4.2.1", |s| {
                let text = if defenders.is_empty() {
                    format!("{} does not defend.", name(seat))
                } else {
                    format!("{} defends with {}.", name(seat), s.tags(rules, &defenders))
                };
                (Told::Defended { seat, defenders: defenders.clone() }, text)
            });
            let mut events: Vec<Ev> = defenders
                .iter()
                .filter(|id| self.der(**id).no_kneel_defending >> kind.index() & 1 == 0 && !self.card(**id).kneeling)
                .map(|card| Ev { cost: true, ..Ev::new(Kind::Kneel { card: *card }) })
                .collect();
            let declares = |card: &Id| Ev { seat: Some(seat), ..Ev::new(Kind::Declared { card: *card, attacking: false }) };
            events.extend(defenders.iter().map(declares));
            let raised = before.map_or_else(SmallVec::new, |before| self.raised_since(&before));
            events.extend(raised.into_iter().map(|card| Ev { done: true, ..Ev::new(Kind::Raised { card }) }));
            c.pc = Pc::Defended;
            self.push(Frame::Challenge(c));
            if !events.is_empty() {
                self.batch(events);
            }
            return;
        }
        self.step("RR.fw.4.2.1");
        let mut able = self.may_defend(rules, seat, kind);
        let most = self.cache.players[seat.index()].max_defenders.map_or(able.len() as u16, |n| n.max(0) as u16).min(able.len() as u16);
        if able.is_empty() || most == 0 {
            if let Some(challenge) = &mut self.challenge {
                challenge.defenders_declared = true;
            }
            self.tell("RR.fw.4.2.1", |_| (Told::Defended { seat, defenders: Vec::new() }, format!("{} cannot defend.", name(seat))));
            c.pc = Pc::Defended;
            return self.push(Frame::Challenge(c));
        }
        // "Must defend if able": as many of them as may defend (RR.words.3). Where more must than may, only they are to be had.
        let must = able.iter().filter(|id| self.der(**id).must_defend).count() as u16;
        let rule = if must > most { SelectRule::exactly(most) } else { SelectRule::up_to(most) };
        if must > most {
            able.retain(|id| self.der(*id).must_defend);
        }
        let items = able.iter().map(|id| SelectItem { must: must <= most && self.der(*id).must_defend, ..SelectItem::default() }).collect();
        let of = able.into_iter().map(|card| Action::Card { card }).collect();
        self.ask(seat, Topic::Defenders, None, List::Set { of, items, rule });
        c.asked = true;
        self.push(Frame::Challenge(c));
    }

    /// Characters that may be declared as defenders: standing, with the icon, not bypassed (RR.fw.4.2.1).
    pub fn may_defend(&self, rules: &Rules, seat: Seat, kind: ChallengeType) -> Vec<Id> {
        let Some(c) = &self.challenge else { return Vec::new() };
        let free = |id: &Id| !c.bypassed.contains(id) && !self.participates(*id);
        self.play.iter().copied().filter(|id| self.may_be_declared(rules, *id, seat, kind, Act::Defend) && free(id)).collect()
    }

    /// The side on which a card participates: whether it attacks.
    pub(super) fn side_of(&self, id: Id) -> Option<bool> {
        if self.attacking(id) { Some(true) } else { self.defending(id).then_some(false) }
    }

    /// Grounds of contribution that are over go, new ones come last: the latest decides, and when it is over, the one before it counts
    /// again (FAQ.2.10). Nothing is kept as long as no effect makes a character contribute.
    pub fn sort_grounds(&mut self) {
        let Some(c) = &self.challenge else { return };
        if !self.cache.any_contributes && c.grounds.is_empty() {
            return;
        }
        let mut grounds = c.grounds.clone();
        let effects = |id: Id, attacking: bool| self.der(id).contributes[usize::from(!attacking)];
        grounds.retain(|g| {
            self.in_play(g.card)
                && if g.effects == 0 { self.side_of(g.card) == Some(g.attacking) } else { effects(g.card, g.attacking) > 0 }
        });
        for card in self.play.iter().copied() {
            let mut ground = |attacking, effects: u8| {
                let at = grounds.iter().position(|g| g.card == card && g.attacking == attacking && (g.effects == 0) == (effects == 0));
                let old = at.map_or(0, |at| grounds[at].effects);
                match at {
                    Some(at) if effects <= old => grounds[at].effects = effects,
                    _ => {
                        at.map(|at| grounds.remove(at));
                        grounds.push(Ground { card, attacking, effects });
                    }
                }
            };
            if let Some(attacking) = self.side_of(card) {
                ground(attacking, 0);
            }
            for attacking in [true, false] {
                let n = effects(card, attacking);
                if n > 0 {
                    ground(attacking, n);
                }
            }
        }
        if let Some(c) = &mut self.challenge {
            c.grounds = grounds;
        }
    }

    /// The STR of both sides now (RR20.str.1).
    pub fn totals(&self) -> (i32, i32) {
        let Some(c) = &self.challenge else { return (0, 0) };
        let mut totals = (0, 0);
        for id in self.play.iter().copied() {
            let der = self.der(id);
            if der.no_contribute {
                continue;
            }
            // Each character once, for one side: on its latest ground (FAQ.2.10).
            let ground = c.grounds.iter().rev().find(|g| g.card == id).map(|g| g.attacking);
            match ground.or_else(|| self.side_of(id)) {
                Some(true) => totals.0 += i32::from(der.strength),
                Some(false) => totals.1 += i32::from(der.strength),
                None => {}
            }
        }
        totals.0 += i32::from(self.cache.players[c.attacker.index()].side);
        totals.1 += i32::from(self.cache.players[c.defender.index()].side);
        (totals.0.max(0), totals.1.max(0))
    }

    /// Step 4.2.2: the result is fixed here (RR.glossary.winning_a_challenge).
    pub(super) fn compare(&mut self, rules: &Rules) {
        let (attack, defense) = self.totals();
        let attacks = self.play.iter().any(|id| self.attacking(*id));
        let Some(c) = &self.challenge else { return };
        let defends = !c.defenders.is_empty();
        let (attacker, defender, number) = (c.attacker, c.defender, c.number);
        // Ties go to the attacker; a side needs STR and a participant, and the other side does not win instead.
        let winner =
            if attack >= defense { (attack > 0 && attacks).then_some(attacker) } else { (defense > 0 && defends).then_some(defender) };
        let loses = |w: Seat| if w == attacker { defender } else { attacker };
        // Who cannot lose does not lose, and the other does not win.
        let winner = winner.filter(|w| !self.cache.players[loses(*w).index()].cannot_lose);
        let loser = winner.map(loses);
        let unopposed = winner == Some(attacker) && defense == 0;
        let margin = winner.map_or(0, |_| (attack - defense).abs());
        let result = ChallengeResult { winner, loser, attack, defense, margin, unopposed };
        let _ = (rules, number);
        if let Some(c) = &mut self.challenge {
            c.result = Some(result);
        }
        if let Some(past) = self.past.last_mut() {
            past.winner = winner;
            past.loser = loser;
        }
        self.touch(reads::CHALLENGE);
        self.tell("RR.fw.4.2.2", |_| {
            let text = match winner {
                Some(w) if margin == 0 => format!("{attack} against {defense}: {} wins by 0 as the attacker.", name(w)),
                Some(w) => format!("{attack} against {defense}: {} wins by {margin}.", name(w)),
                None => format!("{attack} against {defense}: nobody wins."),
            };
            (Told::Result { winner, attack, defense, unopposed }, text)
        });
    }

    /// The location that assault blanks.
    pub(super) fn tell_assault(&mut self, rules: &Rules) {
        let Some(c) = &self.challenge else { return };
        let by = c.attackers.iter().copied().find(|id| self.der(*id).keyword(KeywordName::Assault));
        if let (Some(card), Some(by)) = (c.assaulted, by) {
            self.tell("RR.glossary.assault.1", |s| {
                (Told::Assaulted { card, by }, format!("{} targets {} by assault.", s.tag(rules, by), s.tag(rules, card)))
            });
        }
    }

    /// Right after the winner is determined, before any reaction (RR.glossary.assault.5).
    pub fn assault_kneel(&mut self, rules: &Rules) -> Option<Id> {
        let c = self.challenge.as_ref()?;
        let card = c.assaulted?;
        let won = c.result.is_some_and(|r| r.winner == Some(c.attacker));
        if won
            && c.attackers.iter().any(|id| self.der(*id).keyword(KeywordName::Assault))
            && !self.card(card).kneeling
            && !self.der(card).cannot(Act::Kneel)
        {
            self.card_mut(card).kneeling = true;
            self.touch(reads::KNEELING);
            self.tell("RR.glossary.assault.5", |s| (Told::Kneeled { card }, format!("{} kneels by assault.", s.tag(rules, card))));
            return Some(card);
        }
        None
    }
}
