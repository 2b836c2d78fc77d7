//! Initiating abilities, marshaling, ambush and coming out of shadows: one procedure (RR.init).

use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use table::{Seat, SelectRule};

use super::ask::{List, Topic, cards};
use super::costs::fixed;
use super::eval::Ctx;
use super::event::{Ev, Kind};
use super::reads;
use super::run::Run;
use super::state::{CardRef, Frame, Id, Inst, State, Val, Zone};
use super::tell::name;
use super::usable::paid_with;
use crate::lang::ast::*;
use crate::lang::raw::{Many, What as Target};
use crate::rules::{AbilityRules, Rules, Rulings};
use crate::view::{Action, What as Told};
use crate::words::CardType;

/// Why something cannot be done: a sentence and the rule.
pub type Reason = (&'static str, &'static str);

/// What is being initiated.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub enum What {
    Ability(Inst),
    Marshal { card: Id, seat: Seat },
    IntoShadows { card: Id, seat: Seat },
    Ambush { card: Id, seat: Seat, gold: i32 },
    OutOfShadows { card: Id, seat: Seat, gold: i32 },
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Stage {
    /// X and the cards that pay.
    Costs,
    Paid,
    Targets,
    Imminent,
    Resolve,
    After,
    Host,
    End,
}

#[derive(Clone, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Initiate {
    pub what: What,
    pub stage: Stage,
    pub asked: bool,
    /// Next cost or target that is due.
    pub at: u8,
    pub x_known: bool,
    /// Cards picked for costs: (which cost, card).
    pub paid: SmallVec<[(u8, Id); 2]>,
    /// Targets that were legal at RR.init.1, by choice (ruling set `faq-4.1`).
    pub legal: Vec<Vec<CardRef>>,
    /// Whether the card is an event that is being played, from where.
    pub event: bool,
    /// Where the event goes then, if not to the discard pile.
    pub to: Option<Destination>,
    /// Which way of paying was chosen, where there are several.
    pub way: Option<u8>,
}

impl Initiate {
    pub fn new(what: What) -> Initiate {
        Initiate {
            what,
            stage: Stage::Costs,
            asked: false,
            at: 0,
            x_known: false,
            paid: SmallVec::new(),
            legal: Vec::new(),
            event: false,
            to: None,
            way: None,
        }
    }
}

impl State {
    pub(crate) fn ability<'a>(&self, rules: &'a Rules, inst: &Inst) -> &'a AbilityRules {
        &rules.cards[inst.def as usize].abilities[inst.ability as usize]
    }

    pub fn step_initiate(&mut self, rules: &Rules, i: Initiate) {
        if i.asked && self.answers.is_empty() {
            // It waited for somebody who is out of the game: it lapses (AMB.4).
            return;
        }
        match i.what.clone() {
            What::Ability(inst) => self.step_ability(rules, i, inst),
            _ => self.step_entry(rules, i),
        }
    }

    pub(super) fn step_ability(&mut self, rules: &Rules, mut i: Initiate, mut inst: Inst) {
        let ability = self.ability(rules, &inst);
        let Some(t) = ability.triggered() else { return };
        let seat = inst.controller;
        match i.stage {
            Stage::Costs => {
                if i.asked {
                    i.asked = false;
                    let answer = self.answer_taken();
                    match answer.first() {
                        Some(Action::Number { n }) => {
                            inst.x = *n;
                            i.x_known = true;
                            if rules.rulings == Rulings::Faq41 {
                                i.legal = self.legal_targets(rules, &inst, t);
                            }
                        }
                        Some(Action::Option { n }) => i.way = Some(*n),
                        _ => {
                            i.paid.extend(cards(&answer).into_iter().map(|id| (i.at, id)));
                            i.at += 1;
                        }
                    }
                } else if i.at == 0 && !i.x_known && i.way.is_none() {
                    if rules.cards[inst.def as usize].def.kind == CardType::Event {
                        let elsewhere = self.as_in_hand(rules, inst.card, seat).filter(|_| t.from.is_none());
                        i.event = elsewhere.is_some() || matches!(self.card(inst.card).zone, Zone::Hand | Zone::Shadows);
                        i.to = elsewhere.flatten();
                    }
                    if let Some(x) = &t.x {
                        inst.x = Ctx::inst(self, rules, &inst).num(x);
                    }
                    if rules.rulings == Rulings::Faq41 && !self.chooses_x(&inst, rules, t) {
                        i.legal = self.legal_targets(rules, &inst, t);
                    }
                }
                if !i.x_known && self.chooses_x(&inst, rules, t) {
                    let most = self.most_x(rules, &inst, t);
                    let list = (0..=most)
                        .filter(|x| self.can_resolve(rules, &Inst { x: *x, ..inst.clone() }, t).is_ok())
                        .map(|n| Action::Number { n })
                        .collect();
                    self.ask(seat, Topic::X, Some(inst.card), List::One(list));
                    i.asked = true;
                    i.what = What::Ability(inst);
                    return self.push(Frame::Initiate(i));
                }
                if let Some(ways) = t.cost.iter().find_map(Cost::ways).filter(|_| i.way.is_none()) {
                    let able: Vec<u8> =
                        (0..ways.len() as u8).filter(|n| self.can_pay_by(rules, &inst, t, i.event, Some(*n)).is_ok()).collect();
                    match able.as_slice() {
                        [] => return,
                        [only] => i.way = Some(*only),
                        _ => {
                            let list = able.into_iter().map(|n| Action::Option { n }).collect();
                            self.ask(seat, Topic::Either, Some(inst.card), List::One(list));
                            i.asked = true;
                            i.what = What::Ability(inst);
                            return self.push(Frame::Initiate(i));
                        }
                    }
                }
                let costs = super::costs::flat(t, i.way);
                while let Some(cost) = costs.get(i.at as usize).copied() {
                    let times = super::costs::times(&Ctx::inst(self, rules, &inst), cost) as u16;
                    let (candidates, count) = match cost.one() {
                        Cost::DiscardFromHand(n, filter) => {
                            let ctx = Ctx::inst(self, rules, &inst);
                            let ids: SmallVec<[Id; 8]> =
                                self.player(seat).hand.iter().copied().filter(|id| *id != inst.card && ctx.fits(filter, *id)).collect();
                            (ids, ctx.num(n) as u16 * times)
                        }
                        // More power of one card, not of several.
                        Cost::DiscardPower(..) => (self.payers(rules, &inst, cost, &i.paid), 1),
                        c if cost_target(c).is_some() => (self.payers(rules, &inst, cost, &i.paid), times),
                        _ => {
                            i.at += 1;
                            continue;
                        }
                    };
                    let mut candidates = candidates;
                    // What the costs after this one need is not spent on it.
                    if costs.len() > 1 && cost_target(cost).is_some() && !fixed(cost) {
                        let ctx = Ctx::inst(self, rules, &inst);
                        candidates.retain(|id| {
                            let taken: SmallVec<[(u8, Id); 4]> = i.paid.iter().copied().chain([(i.at, *id)]).collect();
                            !self.meant_by_another(&ctx, &costs, cost, *id)
                                && (count != 1 || self.cards_suffice(rules, &inst, &costs, i.at as usize + 1, &taken))
                        });
                    }
                    if !matches!(cost_target(cost), Some(Target::Ref(_)))
                        && let Some(trials) = self.with_payers(rules, &inst, t, i.at as usize, &i.paid)
                    {
                        candidates.retain(|id| trials.iter().any(|(c, trial)| c == id && self.can_choose(rules, trial, t, 0).is_ok()));
                    }
                    if candidates.len() <= count as usize {
                        i.paid.extend(candidates.iter().map(|id| (i.at, *id)));
                        i.at += 1;
                        continue;
                    }
                    self.ask(seat, Topic::CostCard, Some(inst.card), self.card_list(candidates, SelectRule::exactly(count)));
                    i.asked = true;
                    i.what = What::Ability(inst);
                    return self.push(Frame::Initiate(i));
                }
                if let Some(slot) = ability.cost_name {
                    let refs = paid_with(t, &i.paid).map(|id| self.refer(id)).collect();
                    inst.binds.push((slot, Val::Cards(refs)));
                    // Legal is what was so with this payment (FAQ.3.3).
                    if rules.rulings == Rulings::Faq41 {
                        i.legal = self.legal_targets(rules, &inst, t);
                    }
                }
                let events = self.payment(rules, &i, &inst, t);
                if i.event || self.card(inst.card).zone == Zone::Hand {
                    // Everybody sees which card is played, from here on, whatever comes of it.
                    self.card_mut(inst.card).known = table::SeatSet(u16::MAX);
                }
                self.tell_use(rules, &inst, i.event);
                if i.event {
                    self.use_reducers(rules, inst.card, seat, Means2::Play);
                }
                self.batch_ok = true;
                i.stage = Stage::Paid;
                i.what = What::Ability(inst);
                self.push(Frame::Initiate(i));
                if !events.is_empty() {
                    self.batch(events);
                }
            }
            Stage::Paid => {
                // A part that was prevented ends the process; the rest stays paid (RR.glossary.costs.4).
                if !self.batch_ok {
                    return;
                }
                i.stage = Stage::Targets;
                i.at = 0;
                i.what = What::Ability(inst);
                self.push(Frame::Initiate(i));
            }
            Stage::Targets => {
                if i.asked {
                    i.asked = false;
                    let answer = self.answer_taken();
                    self.bind_choice(&mut inst, &t.choose[i.at as usize], &answer);
                    i.at += 1;
                }
                while let Some(choice) = t.choose.get(i.at as usize) {
                    let allowed = i.legal.get(i.at as usize).filter(|_| rules.rulings == Rulings::Faq41).cloned();
                    match self.ask_choice(rules, &inst, choice, &t.effect, allowed.as_deref(), Topic::Target) {
                        Asked::Question => {
                            i.asked = true;
                            i.what = What::Ability(inst);
                            return self.push(Frame::Initiate(i));
                        }
                        Asked::Bound(value) => {
                            inst.binds.push((choice_slot(choice), value));
                            i.at += 1;
                        }
                        Asked::Impossible => {
                            // No legal target is left: it resolves without success, costs stay paid (RR.init.d).
                            self.count_use(&inst, t);
                            if i.event {
                                self.play_event(rules, &inst);
                                i.stage = Stage::After;
                                i.what = What::Ability(inst);
                                self.push(Frame::Initiate(i));
                            }
                            return;
                        }
                    }
                }
                self.count_use(&inst, t);
                if i.event {
                    self.play_event(rules, &inst);
                }
                self.tell_targets(rules, &inst, t);
                i.stage = Stage::Resolve;
                i.what = What::Ability(inst.clone());
                self.push(Frame::Initiate(i));
                // The initiation is imminent: cancels (RR.init.6).
                let ev = Ev { source: Some(inst.card), seat: Some(seat), ..Ev::new(Kind::Effects { inst: Box::new(inst) }) };
                self.batch(vec![ev]);
            }
            Stage::Resolve => {
                i.stage = Stage::After;
                let go = self.batch_ok;
                i.what = What::Ability(inst.clone());
                self.push(Frame::Initiate(i));
                if go {
                    self.push(Frame::Run(Run::new(inst)));
                } else {
                    let card = inst.card;
                    self.tell("RR.glossary.cancel.2", |s| {
                        (Told::Cancelled { card }, format!("The effects of {} are cancelled.", s.tag(rules, card)))
                    });
                }
            }
            Stage::After => {
                #[allow(clippy::collapsible_match)]
                if i.event {
                    // To the discard pile before the reactions to its being played (RR.init.7).
                    let card = inst.card;
                    let mut events = vec![Ev { source: Some(card), seat: Some(seat), ..Ev::new(Kind::Played { card, seat }) }];
                    if self.card(card).zone == Zone::BeingPlayed {
                        let to = i.to.unwrap_or(Destination::DiscardPile);
                        self.relocate(rules, card, to);
                        let owner = self.card(card).owner;
                        self.tell_move(rules, "RR.init.7", card, Zone::BeingPlayed, "played", |tag| {
                            format!("{tag} goes {}.", super::tell::place(to, owner))
                        });
                        // It has been placed there.
                        let kind = Kind::Move { card, to, from: Zone::BeingPlayed, discard: false, by: None };
                        events.push(Ev { done: true, source: Some(card), seat: Some(seat), ..Ev::new(kind) });
                    }
                    self.batch(events);
                }
            }
            _ => {}
        }
    }

    /// An event leaves the hand while it is played (RS.5 tells nothing else apart); prized pays at once (RR.glossary.prized.2).
    pub(super) fn play_event(&mut self, rules: &Rules, inst: &Inst) {
        let card = inst.card;
        let entry = &rules.cards[inst.def as usize];
        let (limited, prized) = (entry.has(KeywordName::Limited), entry.prized);
        self.pull(card);
        let c = self.card_mut(card);
        c.zone = Zone::BeingPlayed;
        c.base = inst.controller;
        c.known = table::SeatSet(u16::MAX);
        self.touch(reads::HANDS | reads::PILES);
        if limited {
            self.player_mut(inst.controller).limited += 1;
        }
        if prized > 0 {
            self.pay_prize(rules, inst.controller, card, i32::from(prized));
        }
    }

    /// What was chosen as the ability initiates (RR.init.5), as far as it is open.
    pub(super) fn tell_targets(&mut self, rules: &Rules, inst: &Inst, t: &Triggered) {
        let seat = inst.controller;
        for choice in t.choose.iter() {
            let Some((_, value)) = inst.binds.iter().find(|(slot, _)| *slot == choice_slot(choice)) else { continue };
            let open = |id: &Id| self.in_play(*id) || matches!(self.card(*id).zone, Zone::Discard | Zone::Dead);
            let cards: Vec<Id> = match value {
                Val::Cards(chosen) => chosen.iter().map(|c| c.id).filter(open).collect(),
                _ => Vec::new(),
            };
            let what = match value {
                Val::Cards(_) if cards.is_empty() => continue,
                Val::Cards(_) => self.tags(rules, &cards),
                Val::Seat(player) => name(*player),
                Val::Type(kind) => kind.word().to_owned(),
                _ => continue,
            };
            self.tell("RR.init.5", |_| (Told::Chose { seat, cards }, format!("{} chooses {what}.", name(seat))));
        }
    }

    /// An ability or event is used, before its costs are paid.
    pub(super) fn tell_use(&mut self, rules: &Rules, inst: &Inst, event: bool) {
        let (card, seat) = (inst.card, inst.controller);
        self.tell(if event { "RR.glossary.event_cards.2" } else { "RR.init.4" }, |s| {
            let code = Some(rules.cards[inst.def as usize].def.code.clone());
            let how = if event { "event" } else { "ability" };
            let verb = if event { "plays" } else { "uses" };
            (Told::Used { seat, card, code, how: how.to_owned() }, format!("{} {verb} {}.", name(seat), s.tag(rules, card)))
        });
    }

    /// The targets that are legal now, for each choice; of one that depends on another choice, those that some choice allows.
    pub(super) fn legal_targets(&self, rules: &Rules, inst: &Inst, t: &Triggered) -> Vec<Vec<CardRef>> {
        let mut out = vec![Vec::new(); t.choose.len()];
        match self.with_payers(rules, inst, t, 0, &[]) {
            None => self.gather_legal(rules, inst, t, 0, &mut out),
            Some(trials) => trials.iter().for_each(|(_, trial)| self.gather_legal(rules, trial, t, 0, &mut out)),
        }
        out
    }

    pub(super) fn gather_legal(&self, rules: &Rules, inst: &Inst, t: &Triggered, at: usize, out: &mut Vec<Vec<CardRef>>) {
        let Some(choice) = t.choose.get(at) else { return };
        let values: Vec<Val> = match choice {
            Choice::Cards(pick) => {
                let ids = Ctx::inst(self, rules, inst).targets(t, pick);
                for id in &ids {
                    let card = self.refer(*id);
                    if !out[at].contains(&card) {
                        out[at].push(card);
                    }
                }
                ids.into_iter().map(|id| self.one_card(id)).collect()
            }
            Choice::Opponent(_) => self.opponents(inst.controller).map(Val::Seat).collect(),
            Choice::Player(_) => self.order().into_iter().map(Val::Seat).collect(),
            Choice::ChallengeType(pick) => self.types_for(rules, inst, pick).map(Val::Type).collect(),
        };
        if cards_after(t, at) {
            for value in values {
                let mut trial = inst.clone();
                trial.binds.push((choice_slot(choice), value));
                self.gather_legal(rules, &trial, t, at + 1, out);
            }
        }
    }
}
/// Whether a triggering condition is this very card's leaving play.
pub(super) fn about_itself(when: &When) -> bool {
    let own = |f: &crate::lang::raw::Filter| f.0.iter().any(|p| matches!(p, Pred::Is(Target::Ref(Ref::This))));
    when.each().into_iter().any(|when| match when {
        When::Leaves(f)
        | When::Killed(f)
        | When::KilledForClaim(f)
        | When::Sacrificed(f)
        | When::SacrificedOrKilled(f)
        | When::Discarded(f) => own(f),
        When::Returned(f) => own(f),
        _ => false,
    })
}

/// What came of asking.
pub enum Asked {
    Question,
    Bound(Val),
    Impossible,
}

pub fn choice_slot(choice: &Choice) -> u8 {
    match choice {
        Choice::Cards(pick) => pick.name.0,
        Choice::Opponent(bind) | Choice::Player(bind) => bind.0,
        Choice::ChallengeType(pick) => pick.name.0,
    }
}

/// Whether cards are chosen after this choice, which may depend on it.
pub(super) fn cards_after(t: &Triggered, at: usize) -> bool {
    t.choose[at + 1..].iter().any(|c| matches!(c, Choice::Cards(_)))
}

/// The card that a cost asks for, if it is about a card.
pub(super) fn cost_target(cost: &Cost) -> Option<&Target> {
    match cost.one() {
        Cost::Kneel(w)
        | Cost::Stand(w)
        | Cost::Sacrifice(w)
        | Cost::Kill(w)
        | Cost::ReturnToHand(w)
        | Cost::RemoveFromGame(w)
        | Cost::IntoShadows(w)
        | Cost::ShuffleIntoDeck(w)
        | Cost::Discard(w)
        | Cost::DiscardPower(w, _) => Some(w),
        _ => None,
    }
}

/// Whether every verb of the effect is about this name: then nothing happens with none chosen.
pub(super) fn only_about(effects: &Many<Effect>, slot: u8) -> bool {
    effects.iter().all(|e| {
        let targets = super::verbs_of::targets_of(e);
        !targets.is_empty() && targets.iter().any(|w| super::verbs_of::name_of(w) == Some(slot))
    })
}
