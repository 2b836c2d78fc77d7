//! A batch of simultaneous events and its windows (RR.trig): would-interrupts, forced interrupts, interrupts, the change itself,
//! immediate keyword hooks, delayed effects, forced reactions, reactions.

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::Seat;

use super::ask::{List, Topic};
use super::eval::Ctx;
use super::event::{Ev, Kind};
use super::initiate::{Initiate, What};
use super::state::{Frame, Id, Inst, Moment, State, Val, Zone};
use super::tell::name;
use crate::lang::ast::Keyword;
use crate::rules::{AbilityRules, Rules, bits};
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

    /// Runs the batch on top of the stack for one stage.
    pub fn step_batch(&mut self, rules: &Rules, mut b: Batch) {
        self.busy += 1;
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
                let hold = b.hold;
                b.stage = if hold { Stage::Done } else { Stage::Delayed };
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
                    b.stage = Stage::ForcedReactions;
                    self.push(Frame::Batch(b));
                }
            }
            Stage::Done => {
                self.batch_ok = b.events.iter().all(|e| e.done);
                if let Some(Frame::Run(run)) = self.stack.last_mut() {
                    run.heard(&b);
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
        b.stage = State::after(b.stage);
        b.passes = 0;
        b.turn = self.first_player;
        b.asked = false;
        self.push(Frame::Batch(b));
    }

    /// A window for optional abilities: first player first, until all pass in a row (RR.trig.4, .7).
    pub(super) fn window(&mut self, rules: &Rules, mut b: Batch) {
        if b.asked {
            b.asked = false;
            let seat = b.turn;
            match self.answer_one() {
                Action::Use { card, ability, on } => {
                    let at = self.event_for(rules, &b, card, ability - 1, on);
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

    /// Which stage an optional ability belongs to.
    pub(super) fn in_stage(ability: &AbilityRules, stage: Stage) -> bool {
        match stage {
            Stage::Would => ability.is_interrupt() && ability.is_would(),
            Stage::Interrupts | Stage::ForcedInterrupts => ability.is_interrupt() && !ability.is_would(),
            _ => ability.is_reaction(),
        }
    }

    /// The event of a batch that an ability is used on: the first that fits and was not used, about `on` if given.
    pub(super) fn event_for(&self, rules: &Rules, b: &Batch, card: Id, ability: u8, on: Option<Id>) -> usize {
        let fits = |at: &usize| {
            let ev = &b.events[*at];
            !b.used.contains(&(card, ability, *at as u8)) && self.reacts(rules, b, card, ability, ev)
        };
        let on_it = |at: &usize| on.is_none() || b.events[*at].card() == on;
        (0..b.events.len()).filter(on_it).find(fits).or_else(|| (0..b.events.len()).find(fits)).unwrap_or(0)
    }

    /// Whether an ability's triggering condition is this event, at this stage.
    pub(super) fn reacts(&self, rules: &Rules, b: &Batch, card: Id, ability: u8, ev: &Ev) -> bool {
        if ev.off || (b.stage >= Stage::Delayed) != ev.done {
            return false;
        }
        let (def, holder) = self.voice(b, card);
        let Some(entry) = rules.cards[def as usize].abilities.get(ability as usize) else { return false };
        let Some(when) = entry.triggered().and_then(|t| t.when.as_ref()) else { return false };
        let ctx = Ctx { ev: Some(ev), ..Ctx::of(self, rules, card, holder) };
        ctx.triggers(when)
    }

    /// Whose text a card speaks with in a batch, and "you" of it: what this batch has taken out of play speaks as it was then, also
    /// from a shuffled deck, where its id may stand for any card.
    pub(super) fn voice(&self, b: &Batch, card: Id) -> (u16, Seat) {
        let now = self.card(card);
        let left = b.events.iter().find_map(|ev| match &ev.kind {
            Kind::Leave { card: c, snap: Some(snap), .. } if *c == card && !self.in_play(card) => {
                (now.gen_.wrapping_sub(snap.card.gen_) <= 2).then_some((snap.def, snap.der.controller))
            }
            _ => None,
        });
        left.unwrap_or((now.def, self.controller(card)))
    }

    /// What a card is, or was when the batch that runs now took it out of play.
    pub fn def_of(&self, card: Id) -> u16 {
        if let Some(Frame::Batch(b)) = self.stack.last() { self.voice(b, card).0 } else { self.card(card).def }
    }

    /// An instance of an ability that answers an event of a batch.
    pub(super) fn answering(&self, b: &Batch, card: Id, ability: u8, seat: Seat, at: usize) -> Inst {
        Inst { def: self.voice(b, card).0, ..self.instance(card, ability, seat, Some(&b.events[at])) }
    }

    /// Cards whose interrupts or reactions a seat may use, of those that speak of these triggers: in play, events in hand or shadows,
    /// agendas, cards that just left play, and cards in piles.
    pub(super) fn speakers(&self, rules: &Rules, seat: Seat, b: &Batch, bits: u64) -> SmallVec<[Id; 8]> {
        let reactions = b.stage == Stage::Reactions;
        let speaks = |id: &Id| {
            let entry = &rules.cards[self.card(*id).def as usize];
            (if reactions { entry.reactions } else { entry.interrupts }) & bits != 0
        };
        let p = self.player(seat);
        let mut out: SmallVec<[Id; 8]> = SmallVec::new();
        out.extend(self.play.iter().copied().filter(|id| speaks(id) && self.der(*id).controller == seat));
        out.extend(p.agendas.iter().chain(&p.hand).chain(&p.shadows).copied().filter(|id| speaks(id)));
        for ev in &b.events {
            if let Kind::Leave { card, snap: Some(snap), .. } = &ev.kind
                && snap.der.controller == seat
                && !self.in_play(*card)
                && !out.contains(card)
            {
                out.push(*card);
            }
        }
        for card in p.discard.iter().chain(&p.dead) {
            if speaks(card) && !out.contains(card) {
                out.push(*card);
            }
        }
        out
    }

    /// Whether some open card of the seat could be used if its hidden cards were right: by open information alone.
    pub(super) fn could_use(&self, rules: &Rules, b: &Batch, seat: Seat, bits: u64) -> bool {
        let mut list = Vec::new();
        self.usable(rules, b, seat, bits, true, &mut list);
        !list.is_empty()
    }

    /// The abilities that a seat may use in this window. With `open` those of open cards, whatever the seat's hidden cards are.
    pub(super) fn usable(&self, rules: &Rules, b: &Batch, seat: Seat, bits: u64, open: bool, list: &mut Vec<Action>) {
        let reactions = b.stage == Stage::Reactions;
        for card in self.speakers(rules, seat, b, bits) {
            if open && matches!(self.card(card).zone, Zone::Hand | Zone::Shadows) {
                continue;
            }
            let entry = &rules.cards[self.voice(b, card).0 as usize];
            let mask = if reactions { entry.reactions } else { entry.interrupts };
            if mask & bits == 0 {
                continue;
            }
            for (n, ability) in entry.abilities.iter().enumerate() {
                if ability.trigger & bits == 0 || ability.is_forced() || !State::in_stage(ability, b.stage) {
                    continue;
                }
                let mut matches: SmallVec<[usize; 4]> = SmallVec::new();
                for (at, ev) in b.events.iter().enumerate() {
                    if ev.bits() & ability.trigger != 0
                        && !b.used.contains(&(card, n as u8, at as u8))
                        && self.reacts(rules, b, card, n as u8, ev)
                    {
                        let inst = Inst { open, ..self.answering(b, card, n as u8, seat, at) };
                        if self.may_use(rules, &inst).is_ok() {
                            matches.push(at);
                        }
                    }
                }
                match matches.len() {
                    0 => {}
                    1 => list.push(Action::Use { card, ability: n as u8 + 1, on: None }),
                    _ => {
                        for at in matches {
                            let action = Action::Use { card, ability: n as u8 + 1, on: b.events[at].card() };
                            if !list.contains(&action) {
                                list.push(action);
                            }
                        }
                    }
                }
            }
        }
        if b.stage == Stage::Would {
            // The duplicate's save: a triggered game ability of the duplicate's controller (RR.glossary.duplicates.2).
            for ev in b.events.iter().filter(|e| !e.off) {
                if let Kind::Leave { card, can_save: true, .. } = &ev.kind
                    && !ev.cost
                    && !self.terminal(*card, ev)
                    && self.duplicates_of(*card).any(|d| self.card(d).base == seat)
                {
                    list.push(Action::Save { card: *card });
                }
            }
        }
        dedup_twins(self, rules, seat, list);
    }

    /// A kill by a terminal condition, which a plain save does not remedy (RR.glossary.save.4).
    pub(super) fn terminal(&self, card: Id, ev: &Ev) -> bool {
        ev.source == Some(card) && self.der(card).killed_at_zero && self.der(card).strength == 0
    }

    /// Whether, by open information, a seat's hidden cards might hold something for this window.
    pub(super) fn could_hold(&self, rules: &Rules, b: &Batch, seat: Seat, bits: u64) -> bool {
        let p = self.player(seat);
        if (p.hand.is_empty() && p.shadows.is_empty()) || self.cache.players[seat.index()].cannot_trigger {
            return false;
        }
        rules.hidden.iter().any(|(def, n)| {
            let ability = &rules.cards[*def as usize].abilities[*n as usize];
            if ability.trigger & bits == 0 || ability.is_forced() || !State::in_stage(ability, b.stage) {
                return false;
            }
            let Some(t) = ability.triggered() else { return false };
            let Some(when) = &t.when else { return false };
            b.events.iter().any(|ev| {
                let ctx = Ctx { ev: Some(ev), ..Ctx::of(self, rules, p.faction_card, seat) };
                !ev.off && (b.stage != Stage::Reactions || ev.done) && ctx.triggers(when) && t.only_if.iter().all(|c| ctx.cond(c))
            })
        })
    }

    /// Forced abilities, one by one, ordered by the first player (RR.trig.3, .6).
    pub(super) fn forced(&mut self, rules: &Rules, mut b: Batch) {
        if b.asked {
            b.asked = false;
            if let Action::Use { card, ability, on } = self.answer_one() {
                let at = self.event_for(rules, &b, card, ability - 1, on);
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
                (if reactions { entry.reactions } else { entry.interrupts }) & bits != 0
            };
            let speakers: SmallVec<[Id; 8]> = self
                .play
                .iter()
                .copied()
                .chain(self.players.iter().flat_map(|p| p.agendas.iter().copied()))
                .filter(speaks)
                .chain(leavers.filter(|id| !self.in_play(*id)))
                .collect();
            for card in speakers {
                let (def, holder) = self.voice(&b, card);
                let entry = &rules.cards[def as usize];
                if (if reactions { entry.reactions } else { entry.interrupts }) & bits == 0 {
                    continue;
                }
                for (n, ability) in entry.abilities.iter().enumerate() {
                    if ability.trigger & bits == 0 || !ability.is_forced() || ability.is_reaction() != reactions {
                        continue;
                    }
                    for (at, ev) in b.events.iter().enumerate() {
                        if !b.used.contains(&(card, n as u8, at as u8)) && self.reacts(rules, &b, card, n as u8, ev) {
                            let inst = self.answering(&b, card, n as u8, holder, at);
                            if self.may_use(rules, &inst).is_ok() {
                                due.push((card, n as u8, at));
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

    /// An instance of a card's ability.
    pub fn instance(&self, card: Id, ability: u8, controller: Seat, event: Option<&Ev>) -> Inst {
        let c = self.card(card);
        Inst {
            card,
            gen_: c.gen_,
            def: c.def,
            ability,
            controller,
            binds: SmallVec::new(),
            x: 0,
            event: event.map(|e| Box::new(e.clone())),
            them: None,
            host: c.host,
            open: false,
        }
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
                    let prized = rules.cards[self.card(*card).def as usize].prized;
                    if prized > 0 && snap.der.keyword(crate::lang::ast::KeywordName::Prized) {
                        let of = snap.der.controller;
                        self.pay_prize(rules, of, i32::from(prized));
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
    pub fn pay_prize(&mut self, rules: &Rules, of: Seat, n: i32) {
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
                events.iter().filter(|e| e.done).any(|ev| match (d.at, &ev.kind) {
                    (Moment::EndOf(super::state::Until::Phase(n)), Kind::PhaseEnds(_)) => n == self.phase_no,
                    (Moment::EndOf(super::state::Until::Round(n)), Kind::RoundEnds) => n == self.round,
                    (Moment::EndOf(super::state::Until::Challenge(n)), Kind::ChallengeEnds) => n == self.challenges,
                    (Moment::Wins(n, seat), Kind::Result) => {
                        n == self.challenges && self.challenge.as_ref().and_then(|c| c.result).and_then(|r| r.winner) == Some(seat)
                    }
                    _ => false,
                })
            })
            .collect()
    }

    pub(super) fn occur(&mut self, rules: &Rules, b: &mut Batch) {
        let bits = b.bits();
        let before = self.strengths(rules);
        self.change(rules, &mut b.events);
        if bits & bits::RESULT != 0
            && let Some(card) = self.assault_kneel(rules)
        {
            // Its reactions share the window of those to the result (RR.glossary.assault.5).
            b.events.push(Ev { done: true, ..Ev::new(Kind::Kneel { card }) });
        }
        self.refresh(rules);
        let raised = before.map_or_else(SmallVec::new, |before| self.raised_since(&before));
        b.events.extend(raised.into_iter().map(|card| Ev { done: true, ..Ev::new(Kind::Raised { card }) }));
    }
}

/// Two copies of one card in a hand are one candidate: only the first is listed.
fn dedup_twins(st: &State, rules: &Rules, seat: Seat, list: &mut Vec<Action>) {
    let _ = rules;
    let mut seen: SmallVec<[(u16, u8, Option<Id>); 8]> = SmallVec::new();
    list.retain(|action| match action {
        Action::Use { card, ability, on } if st.player(seat).hand.contains(card) => {
            let key = (st.card(*card).def, *ability, *on);
            if seen.contains(&key) {
                false
            } else {
                seen.push(key);
                true
            }
        }
        _ => true,
    });
}
