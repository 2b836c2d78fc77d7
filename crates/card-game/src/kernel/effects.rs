//! What the verbs of a running effect do.

use table::{SeatSet, SelectRule};

use super::ask::{List, Topic, cards};
use super::eval::Ctx;
use super::event::{Ev, Kind, Verb};
use super::initiate::{Initiate, What};
use super::reads;
use super::run::{Run, bind};
use super::state::{Frame, Id, Instead, State, Val, Zone};
use super::tell::name;
use crate::lang::ast::*;
use crate::rules::Rules;
use crate::view::{Action, What as Told};
use crate::words::{CardType, ChallengeType};

impl State {
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
                // By card, not by id: which one it is does not hang on how the cards are numbered.
                hand.sort_unstable_by_key(|id| (self.card(*id).def, *id));
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
            Effect::LookAtTop(n, name) | Effect::RevealTop(n, name) | Effect::RevealBottom(n, name) => {
                let n = Ctx::inst(self, rules, &run.inst).num(n).max(0) as usize;
                let deck = &self.player(them).deck;
                let top: Vec<Id> = match effect {
                    Effect::RevealBottom(..) => deck.iter().take(n).copied().collect(),
                    _ => deck.iter().rev().take(n).copied().collect(),
                };
                self.bind_cards(run, Some(*name), &top);
                let you = run.inst.controller;
                let (to, rule) = if matches!(effect, Effect::RevealTop(..) | Effect::RevealBottom(..)) {
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
            Effect::NameTrait(bind_to, traits) => {
                if !run.asked {
                    let list = traits.iter().map(|t| Action::Trait { name: t.name().to_owned() }).collect();
                    self.ask(them, Topic::NameTrait, Some(run.inst.card), List::One(list));
                    self.wait(run.clone(), pc);
                    return true;
                }
                run.asked = false;
                if let Action::Trait { name: word } = self.answer_one()
                    && let Some(named) = traits.iter().find(|t| t.name() == word)
                {
                    bind(&mut run.inst, bind_to.0, Val::Trait(*named));
                    self.tell("RR.glossary.choose", |_| (Told::Note, format!("{} names {}.", name(them), named.name())));
                }
                return false;
            }
            Effect::NameKeyword(bind_to, of) => {
                if !run.asked {
                    let ctx = Ctx::inst(self, rules, &run.inst);
                    let of = ctx.keywords(of);
                    match of.len() {
                        0 => run.ok = false,
                        1 => bind(&mut run.inst, bind_to.0, Val::Keyword(of[0])),
                        _ => {
                            let list = of.into_iter().map(|k| Action::Keyword { keyword: format!("{k:?}") }).collect();
                            self.ask(them, Topic::NameKeyword, Some(run.inst.card), List::One(list));
                            self.wait(run.clone(), pc);
                            return true;
                        }
                    }
                    return false;
                }
                run.asked = false;
                let Action::Keyword { keyword } = self.answer_one() else { return false };
                let of = Ctx::inst(self, rules, &run.inst).keywords(of);
                if let Some(named) = of.into_iter().find(|k| format!("{k:?}") == keyword) {
                    bind(&mut run.inst, bind_to.0, Val::Keyword(named));
                    let word = keyword.to_lowercase();
                    self.tell("RR.glossary.choose", |_| (Told::Note, format!("{} names {word}.", name(them))));
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
                    let hit = matches!(&ev.kind, Kind::Effects { inst } if !rules.cards[inst.def as usize].abilities[inst.ability as usize].no_cancel)
                        && !ev.off;
                    ev.off |= hit;
                    hit
                });
                return false;
            }
            Effect::InsteadTo(to) => {
                let card = run.inst.event.as_deref().and_then(Ev::card);
                // The latest replacement wins (RR.glossary.replacement_effects.3).
                run.ok &= self.mark_below(|ev| match &mut ev.kind {
                    // Also what comes from a hand or a deck.
                    Kind::Leave { card: c, to: t, .. } | Kind::Move { card: c, to: t, .. } if Some(*c) == card && !ev.off && !ev.done => {
                        *t = *to;
                        true
                    }
                    _ => false,
                });
                return false;
            }
            Effect::InsteadAmount(n) => {
                let n = Ctx::inst(self, rules, &run.inst).num(n);
                let own = run.inst.event.as_deref().map(|e| (std::mem::discriminant(&e.kind), e.player(), e.card()));
                // The latest replacement wins (RR.glossary.replacement_effects.3).
                run.ok &= self.mark_below(|ev| {
                    let same = own == Some((std::mem::discriminant(&ev.kind), ev.player(), ev.card()));
                    same && !ev.off && !ev.done && ev.set_amount(n)
                });
                return false;
            }
            Effect::Initiate(kind, what) => {
                let ctx = Ctx::inst(self, rules, &run.inst);
                let mut due = Vec::new();
                for card in ctx.cards(what) {
                    due.extend(self.initiated_by(rules, *kind, card, run.inst.controller).filter(|i| self.may_use(rules, i).is_ok()));
                }
                run.ok &= !due.is_empty();
                if due.is_empty() {
                    return false;
                }
                self.push(Frame::Run(run.clone()));
                for inst in due.into_iter().rev() {
                    self.push(Frame::Initiate(Initiate::new(What::Ability(inst))));
                }
                return true;
            }
            Effect::ClaimFallsOn(who) => {
                // The latest replacement wins (RR.glossary.replacement_effects.3).
                let seat = Ctx::inst(self, rules, &run.inst).seat(*who);
                // Of several claims at once the one that was interrupted.
                let of = match run.inst.event.as_deref().map(|e| &e.kind) {
                    Some(Kind::ClaimApplied { recipient, .. }) => Some(*recipient),
                    _ => None,
                };
                run.ok &= self.mark_below(|ev| match &mut ev.kind {
                    Kind::ClaimApplied { recipient, .. } if !ev.off && !ev.done && of.is_none_or(|of| of == *recipient) => {
                        *recipient = seat.unwrap_or(*recipient);
                        seat.is_some()
                    }
                    _ => false,
                });
                return false;
            }
            // Of several replacements the latest is used, when the claim is applied (RR.glossary.replacement_effects.2, .3). It is one claim,
            // however many suffer it (FAQ.q.whispers).
            Effect::InsteadClaim(_) | Effect::InsteadOfClaim(_) => {
                let instead = match effect {
                    Effect::InsteadClaim(kind) => Instead::Claim(*kind),
                    _ => Instead::Effects(Box::new(run.inst.clone()), pc + 2),
                };
                match &mut self.challenge {
                    Some(c) => c.instead = instead,
                    None => run.ok = false,
                }
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
                    self.tell_apart("RR.glossary.duplicates.1", 1 << controller.0, |s| {
                        let (gets, card) = (s.tag(rules, over), s.tag(rules, card));
                        let all = format!("{gets} gets a facedown card as a duplicate.");
                        ((Told::Note, format!("{gets} gets {card} facedown as a duplicate.")), Some((Told::Note, all)))
                    });
                } else {
                    run.ok = false;
                }
                return false;
            }
            Effect::Name(name, filter) => {
                let named = Ctx::inst(self, rules, &run.inst).select(filter);
                self.bind_cards(run, Some(*name), &named);
                return false;
            }
            Effect::NameTop(n, name, filter) => {
                let named = Ctx::inst(self, rules, &run.inst).topmost(n, filter);
                run.ok &= !named.is_empty();
                self.bind_cards(run, Some(*name), &named);
                return false;
            }
            Effect::InsertPhase(phase) => {
                run.ok &= self.insert_phase(*phase);
                return false;
            }
            Effect::EndChallenge => {
                if let Some(c) = &mut self.challenge {
                    c.over = true;
                }
                self.touch(reads::CHALLENGE);
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
