//! A batch of simultaneous events and its windows (RR.trig): would-interrupts, forced interrupts, interrupts, the change itself,
//! immediate keyword hooks, delayed effects, forced reactions, reactions.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Seat, Viewer};

use super::ask::{List, Topic};
use super::eval::Ctx;
use super::event::{Ev, Kind};
use super::initiate::{Initiate, What};
use super::reads;
use super::state::{Frame, Id, Moment, State, Val};
use super::tell::name;
use crate::lang::ast::Keyword;
use crate::rules::{Rules, bits};
use crate::view::{Action, What as Told};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Stage {
    Would,
    ForcedInterrupts,
    Interrupts,
    Occur,
    Hooks,
    Settle,
    Delayed,
    ForcedReactions,
    Reactions,
    Done,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Batch {
    pub events: Vec<Ev>,
    pub stage: Stage,
    pub turn: Seat,
    pub passes: u8,
    /// Which (card, ability, event) were used in this batch (RR.trig.b).
    pub used: Vec<(Id, u8, u8)>,
    /// Part of a chain of "then": its reactions wait (FAQ.1.8).
    pub hold: bool,
    /// Whether somebody was asked and the answer is due.
    pub asked: bool,
    /// Next event whose hooks are due.
    pub hook: u8,
}

impl Batch {
    pub fn new(events: Vec<Ev>) -> Batch {
        Batch { events, stage: Stage::Would, turn: Seat(0), passes: 0, used: Vec::new(), hold: false, asked: false, hook: 0 }
    }

    /// Only the reactions to what has happened already.
    pub fn reactions(events: Vec<Ev>) -> Batch {
        Batch { stage: Stage::ForcedReactions, ..Batch::new(events) }
    }

    pub(super) fn bits(&self) -> u64 {
        self.events.iter().filter(|e| !e.off).map(Ev::bits).fold(0, |a, b| a | b)
    }
}

impl State {
    /// Puts events on the stack as one batch.
    pub fn batch(&mut self, events: Vec<Ev>) {
        self.push(Frame::Batch(Batch::new(events)));
    }

    /// Runs the batch on top of the stack for one stage; windows in which nobody has anything to say are one step with the next stage.
    pub fn step_batch(&mut self, rules: &Rules, mut b: Batch) {
        self.busy += 1;
        while !b.asked && b.used.is_empty() && self.silent(rules, &b) {
            self.busy += 1;
            self.next_stage(&mut b);
        }
        match b.stage {
            Stage::Would | Stage::Interrupts | Stage::Reactions => self.window(rules, b),
            Stage::ForcedInterrupts | Stage::ForcedReactions => self.forced(rules, b),
            Stage::Occur => {
                self.occur(rules, &mut b);
                b.stage = Stage::Hooks;
                self.push(Frame::Batch(b));
            }
            Stage::Hooks => self.hooks(rules, b),
            Stage::Settle => {
                b.stage = Stage::Delayed;
                if let Some(events) = self.settle(rules) {
                    b.stage = Stage::Settle;
                    self.push(Frame::Batch(b));
                    self.batch(events);
                } else {
                    self.push(Frame::Batch(b));
                }
            }
            Stage::Delayed => {
                let due = self.due(&b.events);
                let at = match self.first_due(&mut b, &due) {
                    Some(at) => Some(at),
                    None if due.len() > 1 => return self.push(Frame::Batch(b)),
                    None => due.first().copied(),
                };
                if let Some(at) = at {
                    self.push(Frame::Batch(b));
                    let delayed = self.delayed.remove(at);
                    self.push(Frame::Run(super::run::Run::at(delayed.inst, delayed.pc)));
                } else {
                    self.discard_orphans(rules, &b.events);
                    // Delayed effects come at once, reactions at the end of a chain of "then" (FAQ.1.8).
                    b.stage = if b.hold { Stage::Done } else { Stage::ForcedReactions };
                    self.push(Frame::Batch(b));
                }
            }
            Stage::Done => {
                self.batch_ok = b.events.iter().all(|e| e.done);
                match self.stack.last_mut() {
                    Some(Frame::Run(run)) => run.heard(&b),
                    Some(Frame::Challenge(c)) if b.hold => c.heard(b.events),
                    _ => {}
                }
            }
        }
    }

    /// The next stage of a batch whose window has closed.
    pub(super) fn after(stage: Stage) -> Stage {
        match stage {
            Stage::Would => Stage::ForcedInterrupts,
            Stage::ForcedInterrupts => Stage::Interrupts,
            Stage::Interrupts => Stage::Occur,
            Stage::ForcedReactions => Stage::Reactions,
            _ => Stage::Done,
        }
    }

    pub(super) fn advance_stage(&mut self, mut b: Batch) {
        self.next_stage(&mut b);
        self.push(Frame::Batch(b));
    }

    fn next_stage(&self, b: &mut Batch) {
        b.stage = State::after(b.stage);
        b.passes = 0;
        b.turn = self.first_player;
        b.asked = false;
    }

    /// Whether a stage is a window for which the pool has no ability at all.
    fn silent(&self, rules: &Rules, b: &Batch) -> bool {
        let pool = match b.stage {
            Stage::Would | Stage::Interrupts => rules.interrupts,
            Stage::ForcedInterrupts => rules.forced_interrupts,
            Stage::ForcedReactions => rules.forced_reactions,
            Stage::Reactions => rules.reactions,
            _ => return false,
        };
        b.bits() & pool == 0
    }

    /// A window for optional abilities: first player first, until all pass in a row (RR.trig.4, .7).
    pub(super) fn window(&mut self, rules: &Rules, mut b: Batch) {
        if b.asked {
            b.asked = false;
            let seat = b.turn;
            match self.answer_one() {
                Action::Use { card, ability, on } => {
                    let at = self.event_for(rules, &b, card, ability - 1, seat, on);
                    b.used.push((card, ability - 1, at as u8));
                    b.passes = 0;
                    b.turn = self.next(seat);
                    let inst = self.answering(&b, card, ability - 1, seat, at);
                    self.push(Frame::Batch(b));
                    self.push(Frame::Initiate(Initiate::new(What::Ability(inst))));
                    return;
                }
                Action::Save { card } => {
                    b.passes = 0;
                    b.turn = self.next(seat);
                    self.save_by_duplicate(rules, &mut b, card);
                    self.push(Frame::Batch(b));
                    return;
                }
                _ => {
                    b.passes += 1;
                    b.turn = self.next(seat);
                }
            }
        }
        let bits = b.bits() & if b.stage == Stage::Reactions { rules.reactions } else { rules.interrupts };
        if bits == 0 || (b.stage != Stage::Reactions && b.events.iter().all(|e| e.off)) {
            return self.advance_stage(b);
        }
        if b.passes == 0 && b.used.is_empty() {
            b.turn = self.first_player;
        }
        let alive = self.alive() as u8;
        if self.player(b.turn).eliminated {
            b.turn = self.next(b.turn);
        }
        while b.passes < alive {
            let mut list = Vec::new();
            self.usable(rules, &b, b.turn, bits, false, &mut list);
            if !list.is_empty() || self.could_hold(rules, &b, b.turn, bits) || self.could_use(rules, &b, b.turn, bits) {
                let topic = if b.stage == Stage::Reactions { Topic::Reactions } else { Topic::Interrupts };
                list.push(Action::Pass);
                let source = b.events.iter().find_map(Ev::card);
                self.ask(b.turn, topic, source, List::One(list));
                b.asked = true;
                return self.push(Frame::Batch(b));
            }
            b.passes += 1;
            b.turn = self.next(b.turn);
        }
        self.advance_stage(b);
    }

    /// The list of an open question that depends on a seat's hidden cards, made again.
    pub fn list_anew(&self, rules: &Rules, seat: Seat, topic: Topic) -> Option<List> {
        let mut list = Vec::new();
        match (topic, self.stack.last()) {
            (Topic::Interrupts | Topic::Reactions, Some(Frame::Batch(b))) => self.usable(rules, b, seat, b.bits(), false, &mut list),
            (Topic::ActionWindow | Topic::Marshaling, Some(Frame::Window(w))) => self.actions(rules, seat, w.marshaling, &mut list),
            (Topic::SetupCards, _) => return Some(self.setup_list(rules, seat)),
            (Topic::ChoosePlot, _) => return Some(self.plot_list(seat)),
            _ => return None,
        }
        list.push(Action::Pass);
        Some(List::One(list))
    }

    /// Forced abilities, one by one, ordered by the first player (RR.trig.3, .6).
    pub(super) fn forced(&mut self, rules: &Rules, mut b: Batch) {
        if b.asked {
            b.asked = false;
            if let Action::Use { card, ability, on } = self.answer_one() {
                let holder = self.voice(&b, card).1;
                let at = self.event_for(rules, &b, card, ability - 1, holder, on);
                return self.initiate_forced(b, card, ability - 1, at);
            }
        }
        let reactions = b.stage == Stage::ForcedReactions;
        let bits = b.bits() & if reactions { rules.forced_reactions } else { rules.forced_interrupts };
        let mut due: SmallVec<[(Id, u8, usize); 4]> = SmallVec::new();
        if bits != 0 {
            let leavers = b.events.iter().filter_map(|e| if let Kind::Leave { card, .. } = e.kind { Some(card) } else { None });
            let speaks = |id: &Id| {
                let entry = &rules.cards[self.card(*id).def as usize];
                (if reactions { entry.reactions } else { entry.interrupts }) & bits != 0 || self.has_gift(*id)
            };
            let play = if self.heard(reactions, bits) { self.voices() } else { &[] };
            let speakers: SmallVec<[Id; 8]> = play
                .iter()
                .copied()
                .chain(self.players.iter().flat_map(|p| p.agendas.iter().copied()))
                .filter(speaks)
                .chain(leavers.filter(|id| !self.in_play(*id)))
                .collect();
            for card in speakers {
                let (def, holder) = self.voice(&b, card);
                let entry = &rules.cards[def as usize];
                if (if reactions { entry.reactions } else { entry.interrupts }) & bits == 0 && !self.has_gift(card) {
                    continue;
                }
                for (n, ability) in self.abilities_of(rules, def, card) {
                    if ability.trigger & bits == 0 || !ability.is_forced() || ability.is_reaction() != reactions {
                        continue;
                    }
                    for (at, ev) in b.events.iter().enumerate() {
                        if !b.used.contains(&(card, n, at as u8)) && self.reacts(rules, &b, card, n, holder, ev) {
                            let inst = self.answering(&b, card, n, holder, at);
                            if self.may_use(rules, &inst).is_ok() {
                                due.push((card, n, at));
                            }
                        }
                    }
                }
            }
        }
        match due.len() {
            0 => self.advance_stage(b),
            1 => {
                let (card, n, at) = due[0];
                self.initiate_forced(b, card, n, at);
            }
            _ => {
                let mut list: Vec<Action> = Vec::new();
                for (card, n, at) in due {
                    let action = Action::Use { card, ability: n + 1, on: b.events[at].card() };
                    if !list.contains(&action) {
                        list.push(action);
                    }
                }
                self.ask(self.first_player, Topic::OrderForced, None, List::One(list));
                b.asked = true;
                self.push(Frame::Batch(b));
            }
        }
    }

    pub(super) fn initiate_forced(&mut self, mut b: Batch, card: Id, ability: u8, at: usize) {
        b.used.push((card, ability, at as u8));
        let holder = self.voice(&b, card).1;
        let inst = self.answering(&b, card, ability, holder, at);
        self.push(Frame::Batch(b));
        self.push(Frame::Initiate(Initiate::new(What::Ability(inst))));
    }

    /// The duplicate is discarded, the card above is saved; this cannot be cancelled.
    pub(super) fn save_by_duplicate(&mut self, rules: &Rules, b: &mut Batch, card: Id) {
        let Some(duplicate) = self.duplicates_of(card).next() else { return };
        if let Some(ev) = b.events.iter_mut().find(|e| !e.off && matches!(&e.kind, Kind::Leave { card: c, .. } if *c == card)) {
            ev.off = true;
            if let Kind::Leave { saved, .. } = &mut ev.kind {
                *saved = true;
            }
        }
        self.discard_duplicate(rules, duplicate);
        self.tell("RR.glossary.duplicates.2", |s| (Told::Saved { card }, format!("A duplicate saves {}.", s.tag(rules, card))));
    }

    /// Bestow and prized: right on entering or leaving, before reactions (RR.glossary.bestow.2, RR.glossary.prized).
    pub(super) fn hooks(&mut self, rules: &Rules, mut b: Batch) {
        if b.asked {
            b.asked = false;
            if let (Action::Number { n }, Kind::Enter { card, seat, .. }) = (self.answer_one(), b.events[b.hook as usize - 1].kind.clone())
                && n > 0
            {
                self.player_mut(seat).gold -= n;
                self.card_mut(card).gold += n as i16;
                self.touch(reads::GOLD);
                self.tell("RR.glossary.bestow.1", |s| {
                    (Told::Gold { seat, card: Some(card), amount: n }, format!("{} puts {n} gold on {}.", name(seat), s.tag(rules, card)))
                });
            }
        }
        while (b.hook as usize) < b.events.len() {
            let ev = &b.events[b.hook as usize];
            b.hook += 1;
            if !ev.done {
                continue;
            }
            match &ev.kind {
                Kind::Enter { card, seat, duplicate_on: None, .. } if self.in_play(*card) => {
                    let (card, seat) = (*card, *seat);
                    let most = self.bestow(rules, card).min(self.player(seat).gold);
                    if most > 0 {
                        let list = (0..=most).map(|n| Action::Number { n }).collect();
                        self.ask(seat, Topic::Bestow, Some(card), List::One(list));
                        b.asked = true;
                        return self.push(Frame::Batch(b));
                    }
                }
                Kind::Leave { card, snap: Some(snap), .. } => {
                    // Printed or gained.
                    let (card, of, prize) = (*card, snap.der.controller, snap.der.prize());
                    if prize > 0 {
                        self.pay_prize(rules, of, card, prize);
                    }
                }
                _ => {}
            }
        }
        b.stage = Stage::Settle;
        b.hook = 0;
        self.push(Frame::Batch(b));
    }

    /// The largest bestow value of a card (AMB.7).
    pub(super) fn bestow(&self, rules: &Rules, card: Id) -> i32 {
        if !self.speaks(card) {
            return 0;
        }
        let ctx = Ctx::of(self, rules, card, self.controller(card));
        let keywords = &rules.cards[self.card(card).def as usize].def.keywords;
        keywords.iter().filter_map(|k| if let Keyword::Bestow(n) = k { Some(ctx.num(n)) } else { None }).max().unwrap_or(0)
    }

    /// Each opponent of a player gains power for the faction (RR.glossary.prized).
    pub fn pay_prize(&mut self, rules: &Rules, of: Seat, prized: Id, n: i32) {
        self.tell("RR.glossary.prized.1", |s| {
            let what = if s.shows(Viewer::Spectator, prized) { s.tag(rules, prized) } else { "The card".to_owned() };
            (Told::Note, format!("{what} was prized {n}: each opponent of {} gains that much power.", name(of)))
        });
        for seat in self.opponents(of).collect::<SmallVec<[Seat; 8]>>() {
            let card = self.player(seat).faction_card;
            self.gain_power(rules, card, n);
        }
    }

    /// Of several delayed effects that are due at once the first player says which comes next (RR.window.choice.2). None: asked.
    pub(super) fn first_due(&mut self, b: &mut Batch, due: &[usize]) -> Option<usize> {
        let action = |at: usize| {
            let inst = &self.delayed[at].inst;
            let on = inst.binds.iter().find_map(|(_, v)| if let Val::Cards(c) = v { c.first().map(|c| c.id) } else { None });
            Action::Use { card: inst.card, ability: inst.ability + 1, on }
        };
        let actions: Vec<Action> = due.iter().map(|at| action(*at)).collect();
        if std::mem::take(&mut b.asked) {
            let answer = self.answer_one();
            return actions.iter().position(|a| *a == answer).or(Some(0)).and_then(|i| due.get(i).copied());
        }
        let mut list: Vec<Action> = Vec::new();
        for action in actions {
            if !list.contains(&action) {
                list.push(action);
            }
        }
        if list.len() < 2 {
            return due.first().copied();
        }
        self.ask(self.first_player, Topic::SimultaneousOrder, None, List::One(list));
        b.asked = true;
        None
    }

    /// The delayed effects that are due after these events.
    pub(super) fn due(&self, events: &[Ev]) -> SmallVec<[usize; 4]> {
        (0..self.delayed.len())
            .filter(|at| {
                let d = &self.delayed[*at];
                let comes = |at: &Moment, ev: &Ev| match (*at, &ev.kind) {
                    (Moment::EndOf(super::state::Until::Phase(n)), Kind::PhaseEnds(_)) => n == self.phase_no,
                    (Moment::EndOf(super::state::Until::Round(n)), Kind::RoundEnds) => n == self.round,
                    (Moment::EndOf(super::state::Until::Challenge(n)), Kind::ChallengeEnds) => n == self.challenges,
                    (Moment::Wins(n, seat), Kind::Result) => {
                        n == self.challenges && self.challenge.as_ref().and_then(|c| c.result).and_then(|r| r.winner) == Some(seat)
                    }
                    (Moment::Result(n), Kind::Result | Kind::ChallengeEnds) => n == self.challenges,
                    (Moment::WinsInitiative(n, seat), Kind::Initiative { winner }) => n == self.phase_no && *winner == seat,
                    (Moment::Leaves(card), Kind::Leave { snap: Some(snap), .. }) => snap.card == card,
                    _ => false,
                };
                events.iter().filter(|e| e.done).any(|ev| d.at.iter().any(|at| comes(at, ev)))
            })
            .collect()
    }

    /// "If you win this challenge": at once when it is won, before any reaction (RR.glossary.delayed_effects).
    fn won_for_winning(&mut self, rules: &Rules) -> Option<(Id, i32)> {
        self.refresh(rules);
        let winner = self.challenge.as_ref()?.result?.winner?;
        let n = i32::from(self.cache.players[winner.index()].power_for_winning);
        let card = self.player(winner).faction_card;
        (n > 0 && self.gain_power(rules, card, n)).then_some((card, n))
    }

    pub(super) fn occur(&mut self, rules: &Rules, b: &mut Batch) {
        let bits = b.bits();
        let before = self.strengths(rules);
        self.change(rules, &mut b.events);
        self.note_heaps(rules);
        if bits & bits::RESULT != 0
            && let Some(card) = self.assault_kneel(rules)
        {
            // Its reactions share the window of those to the result (RR.glossary.assault.5).
            b.events.push(Ev { done: true, ..Ev::new(Kind::Kneel { card }) });
        }
        if bits & bits::RESULT != 0
            && let Some((card, n)) = self.won_for_winning(rules)
        {
            b.events.push(Ev { done: true, ..Ev::new(Kind::Power { card, n, using: None }) });
        }
        self.refresh(rules);
        let raised = before.map_or_else(SmallVec::new, |before| self.raised_since(&before));
        b.events.extend(raised.into_iter().map(|card| Ev { done: true, ..Ev::new(Kind::Raised { card }) }));
    }
}
