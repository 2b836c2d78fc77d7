//! Running effects: a range of flat code, a counter, bindings (architecture section 3).

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Seat, SeatSet, SelectRule};

use super::ask::{List, Topic};
use super::batch::Batch;
use super::eval::Ctx;
use super::event::{Ev, Kind};
use super::initiate::{Asked, choice_slot};
use super::state::{Frame, Id, Inst, State, Val, Zone};
use super::tell::{count, name};
use crate::lang::ast::*;
use crate::rules::{Instr, Rules};
use crate::view::{Action, What as Told};

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Loop {
    /// Players still to come; `None` for `Repeat`.
    pub seats: Option<SmallVec<[Seat; 4]>>,
    pub left: u16,
    pub saved: Option<Seat>,
    /// Whether this loop opened the collection.
    pub collects: bool,
    /// Choices of `Each`, by player.
    pub picks: Vec<(Seat, u8, Val)>,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Run {
    pub inst: Inst,
    pub pc: u16,
    pub asked: bool,
    pub loops: SmallVec<[Loop; 1]>,
    /// Events that are gathered for one batch.
    pub collect: Option<Vec<Ev>>,
    /// Events of a chain of "then" whose reactions wait.
    pub chain: Option<Vec<Ev>>,
    /// Everything since the last `Then` resolved in full.
    pub ok: bool,
    /// Next choice of `Each`: player and choice.
    pub each: (u8, u8),
    /// Cards looked through by a search.
    pub found: Vec<Id>,
    /// What leaves play now cannot be saved.
    pub no_save: bool,
}

impl Run {
    pub fn new(inst: Inst) -> Run {
        Run::at(inst, 0)
    }

    pub fn at(inst: Inst, pc: u16) -> Run {
        Run {
            inst,
            pc,
            asked: false,
            loops: SmallVec::new(),
            collect: None,
            chain: None,
            ok: true,
            each: (0, 0),
            found: Vec::new(),
            no_save: false,
        }
    }

    /// A batch of this effect has ended.
    pub fn heard(&mut self, b: &Batch) {
        self.ok &= b.events.iter().all(|e| e.done && !e.off);
        if b.hold
            && let Some(chain) = &mut self.chain
        {
            chain.extend(b.events.iter().cloned());
        }
    }
}

impl State {
    /// Runs the effect on top of the stack up to its next batch, question or end.
    pub fn step_run(&mut self, rules: &Rules, mut run: Run) {
        if run.asked && self.answers.is_empty() {
            // It waited for somebody who is out of the game: it lapses (AMB.4).
            if let Some(events) = run.chain.take() {
                self.push(Frame::Batch(Batch::reactions(events)));
            }
            return;
        }
        let code = &rules.cards[run.inst.def as usize].abilities[run.inst.ability as usize].code;
        loop {
            let Some(instr) = code.get(run.pc as usize) else { return };
            let pc = run.pc;
            run.pc += 1;
            match instr {
                Instr::End => {
                    if let Some(events) = run.chain.take() {
                        self.push(Frame::Batch(Batch::reactions(events)));
                    }
                    return;
                }
                Instr::Verb(effect) => {
                    if self.verb(rules, &mut run, effect, pc) {
                        return;
                    }
                }
                Instr::Choose(choice) => {
                    if run.asked {
                        run.asked = false;
                        let answer = self.answer_taken();
                        self.bind_choice(&mut run.inst, choice, &answer);
                        continue;
                    }
                    let root = rules.cards[run.inst.def as usize].abilities[run.inst.ability as usize]
                        .triggered()
                        .map_or(&[][..], |t| &t.effect.0);
                    match self.ask_choice(rules, &run.inst, choice, root, None, Topic::EffectCards) {
                        Asked::Question => return self.wait(run, pc),
                        Asked::Bound(value) => {
                            if matches!(&value, Val::Cards(c) if c.is_empty()) {
                                run.ok = false;
                            }
                            bind(&mut run.inst, choice_slot(choice), value);
                        }
                        Asked::Impossible => run.ok = false,
                    }
                }
                Instr::Unless(cond, to) => {
                    if !self.run_cond(rules, &run, cond) {
                        run.pc = *to;
                    }
                }
                Instr::Jump(to) => run.pc = *to,
                Instr::Offer(who, body, otherwise) => {
                    if run.asked {
                        run.asked = false;
                        if self.answer_one() == Action::Yes {
                            continue;
                        }
                    } else {
                        let seats = Ctx::inst(self, rules, &run.inst).seats(*who).into_iter().collect();
                        run.loops.push(Loop { seats: Some(seats), left: 0, saved: run.inst.them, collects: false, picks: Vec::new() });
                    }
                    // Who could do nothing is not asked.
                    let mut asks = None;
                    while let Some(seats) = run.loops.last_mut().and_then(|l| l.seats.as_mut())
                        && !seats.is_empty()
                    {
                        let seat = seats.remove(0);
                        run.inst.them = Some(seat);
                        if Ctx::inst(self, rules, &run.inst).would_any(body, body) {
                            asks = Some(seat);
                            break;
                        }
                    }
                    if let Some(seat) = asks {
                        self.ask(seat, Topic::May, Some(run.inst.card), List::One(vec![Action::Yes, Action::No]));
                        return self.wait(run, pc);
                    }
                    run.inst.them = run.loops.pop().and_then(|l| l.saved);
                    run.pc = *otherwise;
                }
                Instr::Accepted => run.inst.them = run.loops.pop().and_then(|l| l.saved),
                Instr::May(to) => {
                    if run.asked {
                        run.asked = false;
                        if self.answer_one() == Action::No {
                            run.ok = false;
                            run.pc = *to;
                        }
                        continue;
                    }
                    let seat = run.inst.them.unwrap_or(run.inst.controller);
                    self.ask(seat, Topic::May, Some(run.inst.card), List::One(vec![Action::Yes, Action::No]));
                    return self.wait(run, pc);
                }
                Instr::Either(starts) => {
                    if run.asked {
                        run.asked = false;
                        if let Action::Option { n } = self.answer_one() {
                            run.pc = starts[n as usize];
                        }
                        continue;
                    }
                    let possible = self.possible_options(rules, &run, pc, starts.len());
                    match possible.len() {
                        0 => run.pc = starts[0],
                        1 => run.pc = starts[possible[0] as usize],
                        _ => {
                            let seat = run.inst.them.unwrap_or(run.inst.controller);
                            let list = possible.into_iter().map(|n| Action::Option { n }).collect();
                            self.ask(seat, Topic::Either, Some(run.inst.card), List::One(list));
                            return self.wait(run, pc);
                        }
                    }
                }
                Instr::For(who, end) => {
                    let seats = Ctx::inst(self, rules, &run.inst).seats(*who);
                    self.open_loop(&mut run, seats.into_iter().collect(), Vec::new(), *end);
                }
                Instr::Each(who, choices, end) => {
                    let seats = Ctx::inst(self, rules, &run.inst).seats(*who);
                    if run.each == (0, 0) && !run.asked {
                        run.loops.push(Loop { seats: None, left: 0, saved: run.inst.them, collects: false, picks: Vec::new() });
                    }
                    if run.asked {
                        run.asked = false;
                        let answer = self.answer_taken();
                        let choice = &choices[run.each.1 as usize];
                        self.bind_choice(&mut run.inst, choice, &answer);
                        let seat = seats[run.each.0 as usize];
                        self.each_bound(&mut run, seat, choice_slot(choice));
                        self.tell_chosen(rules, &run.inst, seat, choice_slot(choice));
                        run.each.1 += 1;
                    }
                    // One after the other in player order (RR.window.choice.1).
                    let mut question = false;
                    while (run.each.0 as usize) < seats.len() {
                        let seat = seats[run.each.0 as usize];
                        let Some(choice) = choices.get(run.each.1 as usize) else {
                            run.each = (run.each.0 + 1, 0);
                            continue;
                        };
                        run.inst.them = Some(seat);
                        let slot = choice_slot(choice);
                        run.inst.binds.retain(|(s, _)| *s != slot);
                        // "Each player without ... chooses": the others choose nothing.
                        let ctx = Ctx::inst(self, rules, &run.inst);
                        let concerned = match code.get(pc as usize + 1) {
                            Some(Instr::Unless(cond, to)) if to == end => ctx.unknown(cond, &[]) || ctx.cond(cond),
                            _ => true,
                        };
                        if !concerned {
                            run.each = (run.each.0 + 1, 0);
                            continue;
                        }
                        match self.ask_choice(rules, &run.inst, choice, &[], None, Topic::EffectCards) {
                            Asked::Question => {
                                question = true;
                                break;
                            }
                            Asked::Bound(value) => bind(&mut run.inst, slot, value),
                            Asked::Impossible => {}
                        }
                        self.each_bound(&mut run, seat, slot);
                        run.each.1 += 1;
                    }
                    if question {
                        return self.wait(run, pc);
                    }
                    run.each = (0, 0);
                    let gathered = run.loops.pop().expect("opened above");
                    run.inst.them = gathered.saved;
                    self.open_loop(&mut run, seats.into_iter().collect(), gathered.picks, *end);
                }
                Instr::ForEnd(start) => {
                    let Some(l) = run.loops.last_mut() else { continue };
                    let seats = l.seats.get_or_insert_default();
                    seats.retain(|seat| !self.players[seat.index()].eliminated);
                    if let Some(seat) = (!seats.is_empty()).then(|| seats.remove(0)) {
                        run.inst.them = Some(seat);
                        let picks: Vec<(u8, Val)> = l.picks.iter().filter(|(s, ..)| *s == seat).map(|(_, n, v)| (*n, v.clone())).collect();
                        picks.into_iter().for_each(|(n, v)| bind(&mut run.inst, n, v));
                        run.pc = *start;
                        continue;
                    }
                    let l = run.loops.pop().expect("just seen");
                    run.inst.them = l.saved;
                    if l.collects
                        && let Some(events) = run.collect.take()
                        && !events.is_empty()
                    {
                        return self.batch_of(run, events);
                    }
                }
                Instr::Repeat(n, end) => {
                    let n = Ctx::inst(self, rules, &run.inst).num(n);
                    if n <= 0 {
                        run.pc = end + 1;
                    } else {
                        run.loops.push(Loop { seats: None, left: n as u16, saved: None, collects: false, picks: Vec::new() });
                    }
                }
                Instr::RepeatEnd(start) => {
                    let Some(l) = run.loops.last_mut() else { continue };
                    l.left -= 1;
                    if l.left > 0 {
                        run.pc = *start;
                    } else {
                        run.loops.pop();
                    }
                }
                Instr::Together => run.collect = Some(Vec::new()),
                Instr::TogetherEnd => {
                    if let Some(events) = run.collect.take()
                        && !events.is_empty()
                    {
                        return self.batch_of(run, events);
                    }
                }
                Instr::NoSave(on) => run.no_save = *on,
                Instr::Chain => {
                    run.chain.get_or_insert_default();
                }
                Instr::Then(end) => {
                    // Only if what came before resolved in full (RR.glossary.then.1).
                    if run.ok { run.ok = true } else { run.pc = *end }
                }
                Instr::ChainEnd => {
                    if let Some(events) = run.chain.take()
                        && !events.is_empty()
                    {
                        self.push(Frame::Run(run));
                        return self.push(Frame::Batch(Batch::reactions(events)));
                    }
                }
                Instr::Search(spec) => {
                    let seat = run.inst.controller;
                    if run.asked {
                        run.asked = false;
                        let found = self.answer_cards();
                        let refs = found.iter().map(|id| self.refer(*id)).collect();
                        if let Some(slot) = self.found_slot(rules, &run.inst) {
                            bind(&mut run.inst, slot, Val::Cards(refs));
                        }
                        run.found = found;
                        continue;
                    }
                    let ctx = Ctx::inst(self, rules, &run.inst);
                    let deck = &self.player(seat).deck;
                    let top = spec.top.as_ref().map_or(deck.len(), |n| ctx.num(n).max(0) as usize).min(deck.len());
                    let fitting: Vec<Id> = deck.iter().rev().take(top).copied().filter(|id| ctx.fits(&spec.filter, *id)).collect();
                    // Looked at without showing (RR.glossary.search.1).
                    let looked: Vec<Id> = deck.iter().rev().take(top).copied().collect();
                    let some = || spec.up_to.as_ref().map_or(1, |n| ctx.num(n)).max(0) as u16;
                    let most = if spec.any { fitting.len() as u16 } else { some() };
                    self.look_through(rules, seat, &looked);
                    self.ask(seat, Topic::SearchCard, Some(run.inst.card), self.card_list(fitting, SelectRule::up_to(most)));
                    return self.wait(run, pc);
                }
                Instr::SearchEnd(take) => {
                    let seat = run.inst.controller;
                    let mut events = Vec::new();
                    if *take {
                        let found = std::mem::take(&mut run.found);
                        self.show(rules, seat, &found, u16::MAX, "RR.glossary.search.4");
                        for card in found {
                            events.push(
                                self.ev(&run, Kind::Move { card, to: Destination::Hand, from: Zone::Deck, discard: false, by: None }),
                            );
                        }
                    }
                    events.push(self.ev(&run, Kind::Shuffle { seat }));
                    return self.batch_of(run, events);
                }
            }
        }
    }

    pub(super) fn found_slot(&self, rules: &Rules, inst: &Inst) -> Option<u8> {
        rules.cards[inst.def as usize].abilities[inst.ability as usize].found_name
    }

    /// What one player chooses openly, the next player knows (RR.window.choice.1).
    pub(super) fn tell_chosen(&mut self, rules: &Rules, inst: &Inst, seat: Seat, slot: u8) {
        let Some((_, Val::Cards(chosen))) = inst.binds.iter().find(|(s, _)| *s == slot) else { return };
        let ids: Vec<Id> = chosen.iter().map(|c| c.id).collect();
        if ids.iter().all(|id| self.in_play(*id)) {
            self.tell("RR.window.choice.1", |s| {
                let what = if ids.is_empty() { "no card".to_owned() } else { s.tags(rules, &ids) };
                (Told::Note, format!("{} chooses {what}.", name(seat)))
            });
        }
    }

    pub(super) fn each_bound(&self, run: &mut Run, seat: Seat, slot: u8) {
        if let Some((_, value)) = run.inst.binds.iter().find(|(s, _)| *s == slot).cloned()
            && let Some(l) = run.loops.last_mut()
        {
            l.picks.push((seat, slot, value));
        }
    }

    pub(super) fn open_loop(&self, run: &mut Run, seats: SmallVec<[Seat; 4]>, picks: Vec<(Seat, u8, Val)>, end: u16) {
        let collects = run.collect.is_none() && seats.len() > 1;
        if collects {
            run.collect = Some(Vec::new());
        }
        run.loops.push(Loop { seats: Some(seats), left: 0, saved: run.inst.them, collects, picks });
        run.pc = end;
    }

    /// Waits for the answer to the question that was just asked, at the same instruction.
    pub(super) fn wait(&mut self, mut run: Run, pc: u16) {
        run.asked = true;
        run.pc = pc;
        self.push(Frame::Run(run));
    }

    pub(super) fn batch_of(&mut self, run: Run, events: Vec<Ev>) {
        let hold = run.chain.is_some();
        self.push(Frame::Run(run));
        self.push(Frame::Batch(Batch { hold, ..Batch::new(events) }));
    }

    pub(super) fn ev(&self, run: &Run, mut kind: Kind) -> Ev {
        // "Cannot be saved" (RR.glossary.save.3).
        if run.no_save
            && let Kind::Leave { can_save, .. } = &mut kind
        {
            *can_save = false;
        }
        Ev { source: Some(run.inst.card), seat: Some(run.inst.controller), ..Ev::new(kind) }
    }

    /// Which options of an `Either` would change something.
    pub(super) fn possible_options(&self, rules: &Rules, run: &Run, pc: u16, n: usize) -> Vec<u8> {
        let ability = &rules.cards[run.inst.def as usize].abilities[run.inst.ability as usize];
        let ctx = Ctx::inst(self, rules, &run.inst);
        let root = ability.triggered().map_or(&[][..], |t| &t.effect.0);
        match super::verbs_of::question_at(ability, pc) {
            Some(Effect::Either(options)) => (0..n).filter(|i| ctx.would_any(&options[*i], root)).map(|i| i as u8).collect(),
            _ => (0..n as u8).collect(),
        }
    }

    /// Shows cards to seats (bits; all: revealed), as something that is told.
    pub(super) fn show(&mut self, rules: &Rules, seat: Seat, shown: &[Id], to: u16, rule: &str) {
        if shown.is_empty() {
            return;
        }
        let told = |s: &State| {
            let codes = shown.iter().map(|id| rules.cards[s.card(*id).def as usize].def.code.clone()).collect();
            Told::Revealed { cards: shown.to_vec(), codes }
        };
        if to == u16::MAX {
            self.tell(rule, |s| (told(s), format!("{} reveals {}.", name(seat), s.tags(rules, shown))));
        } else {
            self.tell_apart(rule, to, |s| {
                // Whose cards, where they lie in one place.
                let at = |id: Id| (s.card(id).owner, s.card(id).zone);
                let whose = match at(shown[0]) {
                    _ if shown.iter().any(|id| at(*id) != at(shown[0])) => String::new(),
                    (owner, Zone::Hand) => format!(" in {}'s hand", name(owner)),
                    (owner, Zone::Deck) => format!(" of {}'s deck", name(owner)),
                    _ => String::new(),
                };
                (
                    (told(s), format!("{} looks at {}{whose}.", name(seat), s.tags(rules, shown))),
                    Some((Told::Note, format!("{} looks at {}{whose}.", name(seat), count(shown.len(), "card")))),
                )
            });
        }
        for id in shown {
            let known = self.card(*id).known.0 | to;
            self.card_mut(*id).known = SeatSet(known);
        }
    }

    /// A player looks through cards of the own deck. What a player comes to know is told to that player, else nobody who follows the
    /// game by what is told could tell from where the view has it; in words that would be a whole deck.
    fn look_through(&mut self, rules: &Rules, seat: Seat, looked: &[Id]) {
        self.tell_apart("RR.glossary.search.1", 1 << seat.0, |s| {
            let codes = looked.iter().map(|id| rules.cards[s.card(*id).def as usize].def.code.clone()).collect();
            let text = format!("{} searches the deck.", name(seat));
            ((Told::Revealed { cards: looked.to_vec(), codes }, text.clone()), Some((Told::Note, text)))
        });
        for id in looked {
            self.card_mut(*id).known.insert(seat);
        }
    }
}

/// Binds a name, in place of what it held.
pub fn bind(inst: &mut Inst, slot: u8, value: Val) {
    inst.binds.retain(|(s, _)| *s != slot);
    inst.binds.push((slot, value));
}
