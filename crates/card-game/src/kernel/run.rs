//! Running effects: a range of flat code, a counter, bindings (architecture section 3).

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Seat, SeatSet, SelectItem, SelectRule};

use super::ask::{List, Topic, cards};
use super::batch::Batch;
use super::eval::Ctx;
use super::event::{Ev, Kind, Verb};
use super::initiate::{Asked, choice_slot};
use super::state::{Frame, Id, Inst, State, Val, Zone};
use super::tell::name;
use crate::lang::ast::*;
use crate::rules::{Instr, Rules};
use crate::view::{Action, What as Told};
use crate::words::{CardType, ChallengeType};

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
                    let possible = self.possible_options(rules, &run, starts.len());
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
                Instr::Chain => run.chain = Some(Vec::new()),
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
                    let most = spec.up_to.as_ref().map_or(1, |n| ctx.num(n)).max(0) as u16;
                    for id in looked {
                        self.card_mut(id).known.insert(seat);
                    }
                    self.tell("RR.glossary.search.1", |_| (Told::Note, format!("{} searches the deck.", name(seat))));
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
    pub(super) fn possible_options(&self, rules: &Rules, run: &Run, n: usize) -> Vec<u8> {
        let ability = &rules.cards[run.inst.def as usize].abilities[run.inst.ability as usize];
        let ctx = Ctx::inst(self, rules, &run.inst);
        let mut lists = None;
        if let Some(t) = ability.triggered() {
            super::potential::walk(&t.effect, &mut |e| {
                if let Effect::Either(options) = e
                    && options.len() == n
                {
                    lists.get_or_insert(options);
                }
            });
            if let Some(options) = lists {
                return (0..n).filter(|i| ctx.would_any(&options[*i], &t.effect)).map(|i| i as u8).collect();
            }
        }
        (0..n as u8).collect()
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
                (
                    (told(s), format!("{} looks at {}.", name(seat), s.tags(rules, shown))),
                    Some((Told::Note, format!("{} looks at cards.", name(seat)))),
                )
            });
        }
        for id in shown {
            let known = self.card(*id).known.0 | to;
            self.card_mut(*id).known = SeatSet(known);
        }
    }

    /// Does a verb: gathers its events or puts them on the stack. Whether the run must stop here.
    pub(super) fn verb(&mut self, rules: &Rules, run: &mut Run, effect: &Effect, pc: u16) -> bool {
        // Verbs that ask or do something beside events.
        let them = run.inst.them.unwrap_or(run.inst.controller);
        match effect {
            Effect::DiscardFromHand(n) => {
                if !run.asked {
                    let hand = self.player(them).hand.clone();
                    let n = (Ctx::inst(self, rules, &run.inst).num(n).max(0) as usize).min(hand.len());
                    if n < hand.len() && n > 0 {
                        let list = self.card_list(hand, SelectRule::exactly(n as u16));
                        self.ask(them, Topic::DiscardFromHand, Some(run.inst.card), list);
                        self.wait(run.clone(), pc);
                        return true;
                    }
                    let events = self.discards(run, &hand[..n]);
                    return self.emit(run, events);
                }
                run.asked = false;
                let chosen = self.answer_cards();
                let events = self.discards(run, &chosen);
                return self.emit(run, events);
            }
            Effect::DiscardRandom(n, name) => {
                let n = Ctx::inst(self, rules, &run.inst).num(n).max(0) as usize;
                let mut hand = self.player(them).hand.clone();
                hand.sort_unstable();
                let mut chosen = Vec::new();
                while chosen.len() < n && !hand.is_empty() {
                    let at = self.chance.below(hand.len() as u32) as usize;
                    chosen.push(hand.remove(at));
                }
                self.bind_cards(run, *name, &chosen);
                let events = self.discards(run, &chosen);
                return self.emit(run, events);
            }
            Effect::DiscardTop(n, name) => {
                let n = Ctx::inst(self, rules, &run.inst).num(n).max(0) as usize;
                let chosen: Vec<Id> = self.player(them).deck.iter().rev().take(n).copied().collect();
                self.bind_cards(run, *name, &chosen);
                let events = chosen
                    .iter()
                    .map(|card| {
                        self.ev(run, Kind::Move { card: *card, to: Destination::DiscardPile, from: Zone::Deck, discard: true, by: None })
                    })
                    .collect();
                return self.emit(run, events);
            }
            Effect::LookAtHand => {
                let hand = self.player(them).hand.clone();
                let you = run.inst.controller;
                self.show(rules, you, &hand, 1 << you.0, "RR.glossary.look.1");
                return false;
            }
            Effect::LookAtTop(n, name) | Effect::RevealTop(n, name) => {
                let n = Ctx::inst(self, rules, &run.inst).num(n).max(0) as usize;
                let top: Vec<Id> = self.player(them).deck.iter().rev().take(n).copied().collect();
                self.bind_cards(run, Some(*name), &top);
                let you = run.inst.controller;
                let (to, rule) = if matches!(effect, Effect::RevealTop(..)) {
                    (u16::MAX, "RR.glossary.reveal.1")
                } else {
                    (1 << you.0, "RR.glossary.look.1")
                };
                self.show(rules, you, &top, to, rule);
                return false;
            }
            Effect::RevealNewPlot => {
                if self.player(them).plot_deck.is_empty() {
                    run.ok = false;
                    return false;
                }
                if !run.asked {
                    let list = self.plot_list(them);
                    self.ask(them, Topic::ChoosePlot, Some(run.inst.card), list);
                    self.wait(run.clone(), pc);
                    return true;
                }
                run.asked = false;
                let Action::Card { card } = self.answer_one() else { return false };
                self.push(Frame::Run(run.clone()));
                self.reveal_aside(them, card);
                return true;
            }
            Effect::Reveal(what) => {
                let shown = Ctx::inst(self, rules, &run.inst).cards(what);
                self.show(rules, run.inst.controller, &shown, u16::MAX, "RR.glossary.reveal.1");
                return false;
            }
            Effect::NameChallengeType(bind_to) | Effect::NameIcon(bind_to) => {
                if !run.asked {
                    let list = ChallengeType::ALL.iter().map(|kind| Action::Challengetype { kind: *kind }).collect();
                    let topic = if matches!(effect, Effect::NameIcon(_)) { Topic::NameIcon } else { Topic::NameType };
                    self.ask(them, topic, Some(run.inst.card), List::One(list));
                    self.wait(run.clone(), pc);
                    return true;
                }
                run.asked = false;
                if let Action::Challengetype { kind } = self.answer_one() {
                    bind(&mut run.inst, bind_to.0, Val::Type(kind));
                    self.tell("RR.glossary.choose", |_| (Told::Note, format!("{} names {}.", name(them), kind.word())));
                }
                return false;
            }
            Effect::NameCardType(bind_to) => {
                if !run.asked {
                    let types = [CardType::Character, CardType::Location, CardType::Attachment, CardType::Event];
                    let list = types.iter().map(|kind| Action::Cardtype { kind: *kind }).collect();
                    self.ask(them, Topic::NameCardType, Some(run.inst.card), List::One(list));
                    self.wait(run.clone(), pc);
                    return true;
                }
                run.asked = false;
                if let Action::Cardtype { kind } = self.answer_one() {
                    bind(&mut run.inst, bind_to.0, Val::CardType(kind));
                    self.tell("RR.glossary.choose", |_| (Told::Note, format!("{} names {}.", name(them), kind.word())));
                }
                return false;
            }
            Effect::OrderBottom(what) | Effect::OrderTop(what) => {
                let ids = Ctx::inst(self, rules, &run.inst).cards(what);
                if !run.asked && ids.len() > 1 {
                    let list = ids.iter().map(|card| Action::Card { card: *card }).collect();
                    self.ask(run.inst.controller, Topic::OrderCards, Some(run.inst.card), List::Order(list));
                    self.wait(run.clone(), pc);
                    return true;
                }
                let order: Vec<Id> = if run.asked { cards(&self.answer_taken()) } else { ids.to_vec() };
                run.asked = false;
                // The first picked lies deepest.
                let (to, order): (_, Vec<Id>) = if matches!(effect, Effect::OrderBottom(_)) {
                    (Destination::DeckBottom, order.into_iter().rev().collect())
                } else {
                    (Destination::DeckTop, order)
                };
                let events = order
                    .into_iter()
                    .map(|card| self.ev(run, Kind::Move { card, to, from: self.card(card).zone, discard: false, by: None }))
                    .collect();
                return self.emit(run, events);
            }
            Effect::Save => {
                let card = run.inst.event.as_deref().and_then(Ev::card);
                run.ok &= self.mark_below(|ev| match &mut ev.kind {
                    Kind::Leave { card: c, saved, .. } if Some(*c) == card && !ev.off => {
                        ev.off = true;
                        *saved = true;
                        true
                    }
                    _ => false,
                });
                if let Some(card) = card {
                    self.tell("RR.glossary.save.1", |s| (Told::Saved { card }, format!("{} is saved.", s.tag(rules, card))));
                }
                return false;
            }
            Effect::Cancel => {
                run.ok &= self.mark_below(|ev| {
                    let hit = matches!(ev.kind, Kind::Effects { .. }) && !ev.off;
                    ev.off |= hit;
                    hit
                });
                return false;
            }
            Effect::InsteadTo(to) => {
                let card = run.inst.event.as_deref().and_then(Ev::card);
                // The latest replacement wins (RR.glossary.replacement_effects.3).
                run.ok &= self.mark_below(|ev| match &mut ev.kind {
                    Kind::Leave { card: c, to: t, .. } if Some(*c) == card && !ev.off => {
                        *t = *to;
                        true
                    }
                    _ => false,
                });
                return false;
            }
            Effect::ClaimFallsOn(who) => {
                // The latest replacement wins (RR.glossary.replacement_effects.3).
                let seat = Ctx::inst(self, rules, &run.inst).seat(*who);
                run.ok &= self.mark_below(|ev| match &mut ev.kind {
                    Kind::ClaimApplied { recipient, .. } if !ev.off && !ev.done => {
                        *recipient = seat.unwrap_or(*recipient);
                        seat.is_some()
                    }
                    _ => false,
                });
                return false;
            }
            Effect::ApplyClaim(kind, who) => {
                let Some(on) = Ctx::inst(self, rules, &run.inst).seat(*who) else {
                    run.ok = false;
                    return false;
                };
                let Some(events) = self.apply_claim(rules, run, *kind, on) else {
                    self.wait(run.clone(), pc);
                    return true;
                };
                return self.emit(run, events);
            }
            Effect::BecomeAttachment { on, .. } => {
                let host = Ctx::inst(self, rules, &run.inst).cards(on).first().copied().filter(|h| self.in_play(*h));
                match host {
                    Some(host) => self.become_attachment(&run.inst, pc, host),
                    None => run.ok = false,
                }
                return false;
            }
            Effect::AsDuplicate(what, on) => {
                let ctx = Ctx::inst(self, rules, &run.inst);
                let (card, over) = (ctx.cards(what).first().copied(), ctx.cards(on).first().copied().filter(|h| self.in_play(*h)));
                if let (Some(card), Some(over)) = (card, over) {
                    let controller = run.inst.controller;
                    self.pull(card);
                    let c = self.card_mut(card);
                    c.zone = Zone::Duplicate;
                    c.facedown = true;
                    c.base = controller;
                    c.host = Some(over);
                    c.known = SeatSet::one(controller);
                    self.duplicates.push(card);
                    self.cache.fresh = false;
                    self.tell("RR.glossary.duplicates.1", |s| {
                        (Told::Note, format!("{} gets a facedown card as a duplicate.", s.tag(rules, over)))
                    });
                } else {
                    run.ok = false;
                }
                return false;
            }
            Effect::EndChallenge => {
                if let Some(c) = &mut self.challenge {
                    c.over = true;
                }
                self.cache.fresh = false;
                return false;
            }
            _ => {}
        }
        let events = self.verb_events(rules, run, effect, pc);
        self.emit(run, events)
    }

    pub(super) fn bind_cards(&self, run: &mut Run, slot: Option<crate::lang::raw::Bind>, ids: &[Id]) {
        if let Some(slot) = slot {
            bind(&mut run.inst, slot.0, Val::Cards(ids.iter().map(|id| self.refer(*id)).collect()));
        }
    }

    pub(super) fn discards(&self, run: &Run, ids: &[Id]) -> Vec<Ev> {
        ids.iter()
            .map(|card| self.ev(run, Kind::Move { card: *card, to: Destination::DiscardPile, from: Zone::Hand, discard: true, by: None }))
            .collect()
    }

    /// A condition between effects: `Did`, however deep it stands, asks whether what came before resolved (RR.glossary.then.1).
    pub(super) fn run_cond(&self, rules: &Rules, run: &Run, cond: &Cond) -> bool {
        match cond {
            Cond::Did => run.ok,
            Cond::Not(c) => !self.run_cond(rules, run, c),
            Cond::All(list) => list.iter().all(|c| self.run_cond(rules, run, c)),
            Cond::Any(list) => list.iter().any(|c| self.run_cond(rules, run, c)),
            other => Ctx::inst(self, rules, &run.inst).cond(other),
        }
    }

    /// Gathers events or makes a batch of them.
    pub(super) fn emit(&mut self, run: &mut Run, events: Vec<Ev>) -> bool {
        if events.is_empty() {
            run.ok = false;
            return false;
        }
        if let Some(collect) = &mut run.collect {
            collect.extend(events);
            return false;
        }
        self.batch_of(run.clone(), events);
        true
    }

    /// Edits the topmost batch that has a fitting event.
    pub(super) fn mark_below(&mut self, mut f: impl FnMut(&mut Ev) -> bool) -> bool {
        for frame in self.stack.iter_mut().rev() {
            if let Frame::Batch(b) = frame {
                for ev in &mut b.events {
                    if f(ev) {
                        return true;
                    }
                }
            }
        }
        false
    }

    /// The event by which a card goes to where another one is, if it may.
    pub(super) fn to_place_of(&self, rules: &Rules, card: Id, other: Id) -> Option<Kind> {
        let to = match self.card(other).zone {
            Zone::Hand => Destination::Hand,
            Zone::Deck => Destination::DeckTop,
            Zone::Discard => Destination::DiscardPile,
            Zone::Dead => Destination::DeadPile,
            Zone::Shadows => Destination::Shadows,
            Zone::Play => {
                let (seat, in_challenge) = (self.controller(other), self.challenge.as_ref().is_some_and(|c| !c.over));
                let duplicate_on = self.may_enter(rules, card, seat)?;
                let attachment = self.kind(rules, card) == CardType::Attachment && duplicate_on.is_none();
                let host = attachment.then(|| self.play.iter().copied().find(|h| self.may_host(rules, card, *h, seat))).flatten();
                let (means, from) = (Means::PutIntoPlay, self.card(card).zone);
                return Some(Kind::Enter { card, seat, means, host, duplicate_on, knelt: false, from, in_challenge });
            }
            _ => return None,
        };
        if !self.in_play(card) {
            return Some(Kind::Move { card, to, from: self.card(card).zone, discard: false, by: None });
        }
        let der = self.der(card);
        let can_save = !der.cannot(Act::BeSaved);
        (!der.cannot(Act::LeavePlay)).then_some(Kind::Leave { card, verb: Verb::Move, to, can_save, saved: false, snap: None })
    }
}

/// Binds a name, in place of what it held.
pub fn bind(inst: &mut Inst, slot: u8, value: Val) {
    inst.binds.retain(|(s, _)| *s != slot);
    inst.binds.push((slot, value));
}

/// One item of a set without a stat.
pub fn plain_items(n: usize) -> Vec<SelectItem> {
    vec![SelectItem::default(); n]
}
