//! Choices of targets and of cards during effects (RR.init.5, RR.glossary.target).

use smallvec::SmallVec;
use table::{Seat, SelectItem, SelectRule};

use super::ask::{List, Topic, cards};
use super::eval::Ctx;
use super::run::bind;
use super::state::{CardRef, Frame, Id, Inst, State, Val, Zone};
use crate::lang::ast::*;
use crate::rules::Rules;
use crate::view::Action;
use crate::words::ChallengeType;

use super::initiate::{Asked, Initiate, What, cards_after, choice_slot};

impl State {
    /// The rule and the items of a choice among candidates.
    pub fn select_rule(&self, ctx: &Ctx, pick: &Pick, candidates: &[Id]) -> (SelectRule, Vec<SelectItem>) {
        let n = candidates.len() as u16;
        let mut rule = match (&pick.count, &pick.up_to, pick.any) {
            (_, _, true) => SelectRule { max: n, ..SelectRule::any() },
            (_, Some(most), _) => SelectRule::up_to(ctx.num(most).max(0) as u16),
            (Some(count), ..) => SelectRule::exactly(ctx.num(count).max(0) as u16),
            _ => SelectRule::exactly(1),
        };
        let stat = |id: Id| pick.sum.as_ref().map_or(0, |(stat, _)| ctx.stat(*stat, id));
        match pick.sum.as_ref().map(|(_, cmp)| cmp) {
            Some(Cmp::AtMost(n)) => rule.sum_at_most = Some(ctx.num(n)),
            Some(Cmp::AtLeast(n)) => rule.sum_at_least = Some(ctx.num(n)),
            _ => {}
        }
        if pick.distinct.is_some() {
            rule.per_key = Some(1);
        }
        let items = candidates
            .iter()
            .map(|id| {
                let key = match (pick.distinct, pick.same) {
                    (Some(Same::Controller), _) => u32::from(self.controller(*id).0),
                    (Some(Same::Title), _) => u32::from(self.card(*id).def),
                    _ => 0,
                };
                SelectItem { value: stat(*id), key, ..SelectItem::default() }
            })
            .collect();
        (rule, items)
    }

    /// A list of cards to pick from. Copies in one area of a player are one candidate after the other.
    pub fn card_list(&self, candidates: impl IntoIterator<Item = Id>, rule: SelectRule) -> List {
        let mut ids: Vec<Id> = candidates.into_iter().collect();
        ids.sort_by_key(|id| match self.card(*id).zone {
            Zone::Hand | Zone::Deck | Zone::Discard => (1, self.card(*id).def, self.card(*id).owner, *id),
            _ => (0, 0, Seat(0), *id),
        });
        let items = (0..ids.len())
            .map(|i| {
                let twin = i > 0
                    && matches!(self.card(ids[i]).zone, Zone::Hand | Zone::Deck | Zone::Discard)
                    && self.card(ids[i]).zone == self.card(ids[i - 1]).zone
                    && self.card(ids[i]).owner == self.card(ids[i - 1]).owner
                    && self.card(ids[i]).def == self.card(ids[i - 1]).def;
                SelectItem { twin, ..SelectItem::default() }
            })
            .collect();
        List::Set { of: ids.into_iter().map(|card| Action::Card { card }).collect(), items, rule }
    }

    /// Asks for a choice, or binds it where there is nothing to decide.
    pub fn ask_choice(
        &mut self,
        rules: &Rules,
        inst: &Inst,
        choice: &Choice,
        root: &[Effect],
        allowed: Option<&[CardRef]>,
        topic: Topic,
    ) -> Asked {
        let ctx = Ctx::inst(self, rules, inst);
        match choice {
            Choice::Cards(pick) => {
                let mut candidates = match self.choice_of(rules, inst, choice, topic) {
                    Some((t, _)) => ctx.targets(t, pick),
                    None => ctx.choosable(pick, root),
                };
                if let Some(allowed) = allowed {
                    candidates.retain(|id| allowed.contains(&self.refer(*id)));
                }
                if let Some((t, at)) = self.choice_of(rules, inst, choice, topic).filter(|(t, at)| cards_after(t, *at)) {
                    candidates.retain(|id| self.chosen_then(rules, inst, t, at, self.one_card(*id)).is_ok());
                }
                let by = pick.by.and_then(|who| ctx.seat(who)).unwrap_or_else(|| {
                    if pick.by.is_none() {
                        inst.them.filter(|_| topic == Topic::EffectCards).unwrap_or(inst.controller)
                    } else {
                        inst.controller
                    }
                });
                let (mut rule, mut items) = self.select_rule(&ctx, pick, &candidates);
                if topic == Topic::EffectCards && pick.count.is_none() && pick.up_to.is_none() && !pick.any {
                    rule.min = rule.min.min(candidates.len() as u16);
                }
                if topic == Topic::EffectCards {
                    // As much as possible (RR.glossary.effects.3).
                    let mut keys: SmallVec<[u32; 8]> = items.iter().map(|item| item.key).collect();
                    keys.sort_unstable();
                    keys.dedup();
                    rule.min = rule.min.min(if pick.distinct.is_some() { keys.len() } else { candidates.len() } as u16);
                }
                if candidates.is_empty() {
                    return if topic == Topic::EffectCards || pick.up_to.is_some() {
                        Asked::Bound(Val::Cards(SmallVec::new()))
                    } else {
                        Asked::Impossible
                    };
                }
                if !rule.possible(&items) {
                    return Asked::Impossible;
                }
                let list = if pick.sum.is_none() && pick.distinct.is_none() {
                    self.card_list(candidates, rule)
                } else {
                    // Sets with a sum are picked in the order of the table.
                    let of = candidates.iter().map(|card| Action::Card { card: *card }).collect();
                    items.iter_mut().for_each(|i| i.twin = false);
                    List::Set { of, items, rule }
                };
                let list = match pick.same {
                    Some(Same::Controller) => self.same_controller(list),
                    _ => list,
                };
                // A target that is chosen while the effect resolves (FAQ.def.choose).
                let topic = if pick.target { Topic::Target } else { topic };
                self.ask(by, topic, Some(inst.card), list);
                Asked::Question
            }
            Choice::Opponent(bind) => {
                let seats: SmallVec<[Seat; 8]> = self
                    .opponents(inst.controller)
                    .filter(|s| topic == Topic::EffectCards || self.seat_matters(rules, inst, bind.0, *s, root))
                    .filter(|s| {
                        let choice = self.choice_of(rules, inst, choice, topic);
                        choice.is_none_or(|(t, at)| self.chosen_then(rules, inst, t, at, Val::Seat(*s)).is_ok())
                    })
                    .collect();
                match seats.len() {
                    0 => Asked::Impossible,
                    1 => Asked::Bound(Val::Seat(seats[0])),
                    _ => {
                        let list = seats.into_iter().map(|seat| Action::Player { seat }).collect();
                        self.ask(inst.controller, Topic::ChooseOpponent, Some(inst.card), List::One(list));
                        Asked::Question
                    }
                }
            }
            Choice::ChallengeType(pick) => {
                let kinds: SmallVec<[ChallengeType; 3]> = self
                    .types_for(rules, inst, pick)
                    .filter(|kind| {
                        let choice = self.choice_of(rules, inst, choice, topic);
                        choice.is_none_or(|(t, at)| self.chosen_then(rules, inst, t, at, Val::Type(*kind)).is_ok())
                    })
                    .collect();
                match kinds.len() {
                    0 => Asked::Impossible,
                    1 => Asked::Bound(Val::Type(kinds[0])),
                    _ => {
                        let by = inst.them.filter(|_| topic == Topic::EffectCards).unwrap_or(inst.controller);
                        let list = kinds.into_iter().map(|kind| Action::Challengetype { kind }).collect();
                        self.ask(by, Topic::NameType, Some(inst.card), List::One(list));
                        Asked::Question
                    }
                }
            }
            Choice::Player(_) => {
                let after = self.choice_of(rules, inst, choice, topic).filter(|(t, at)| cards_after(t, *at));
                let fits = |s: &Seat| after.is_none_or(|(t, at)| self.chosen_then(rules, inst, t, at, Val::Seat(*s)).is_ok());
                let list: Vec<Action> = self.order().into_iter().filter(fits).map(|seat| Action::Player { seat }).collect();
                if list.is_empty() {
                    return Asked::Impossible;
                }
                self.ask(inst.controller, Topic::ChoosePlayer, Some(inst.card), List::One(list));
                Asked::Question
            }
        }
    }

    /// The challenge types that may be chosen.
    pub(super) fn types_for<'a>(
        &'a self,
        rules: &'a Rules,
        inst: &'a Inst,
        pick: &'a TypePick,
    ) -> impl Iterator<Item = ChallengeType> + 'a {
        ChallengeType::ALL.iter().copied().filter(move |kind| {
            let mut trial = inst.clone();
            bind(&mut trial, pick.name.0, Val::Type(*kind));
            let ctx = Ctx::inst(self, rules, &trial);
            pick.only_if.iter().all(|cond| ctx.cond(cond))
        })
    }

    /// Whether a card may not be the only one of the targets that are being chosen.
    pub(super) fn never_only(&self, rules: &Rules, action: &Action) -> bool {
        let Action::Card { card } = action else { return false };
        let (inst, later) = match self.stack.last() {
            Some(Frame::Initiate(Initiate { what: What::Ability(inst), .. })) => (inst, false),
            Some(Frame::Run(run)) => (&run.inst, true),
            _ => return false,
        };
        let ctx = Ctx::inst(self, rules, inst);
        let needs = |t: &Triggered| if later { ctx.needs_company_later(t, *card) } else { ctx.needs_company(t, *card) };
        self.ability(rules, inst).triggered().is_some_and(needs)
    }

    /// The place of a target among the ability's choices.
    pub(super) fn choice_of<'a>(&self, rules: &'a Rules, inst: &Inst, choice: &Choice, topic: Topic) -> Option<(&'a Triggered, usize)> {
        let t = self.ability(rules, inst).triggered().filter(|_| topic == Topic::Target)?;
        t.choose.iter().position(|c| choice_slot(c) == choice_slot(choice)).map(|at| (t, at))
    }

    /// All chosen must have one controller: the controller is the shared key.
    pub(super) fn same_controller(&self, list: List) -> List {
        let List::Set { of, items, rule } = list else { return list };
        let mut sorted: Vec<(Action, SelectItem)> = of.into_iter().zip(items).collect();
        sorted.sort_by_key(|(a, _)| if let Action::Card { card } = a { self.controller(*card) } else { Seat(0) });
        let items = sorted
            .iter()
            .map(|(a, i)| {
                let key = if let Action::Card { card } = a { u32::from(self.controller(*card).0) } else { 0 };
                SelectItem { key: super::ask::SAME + key, ..*i }
            })
            .collect();
        List::Set { of: sorted.into_iter().map(|(a, _)| a).collect(), items, rule }
    }

    pub fn bind_choice(&self, inst: &mut Inst, choice: &Choice, answer: &[Action]) {
        let value = match choice {
            Choice::Cards(_) => Val::Cards(cards(answer).into_iter().map(|id| self.refer(id)).collect()),
            Choice::Opponent(_) | Choice::Player(_) => match answer.first() {
                Some(Action::Player { seat }) => Val::Seat(*seat),
                _ => Val::Seat(inst.controller),
            },
            Choice::ChallengeType(_) => match answer.first() {
                Some(Action::Challengetype { kind }) => Val::Type(*kind),
                _ => return,
            },
        };
        let slot = choice_slot(choice);
        inst.binds.retain(|(s, _)| *s != slot);
        inst.binds.push((slot, value));
    }
}
