//! Marshaling, ambush, into and out of shadows (RR.glossary.marshal, .ambush, .shadows).

use smallvec::SmallVec;
use table::Seat;

use super::ask::{List, Topic};
use super::eval::Ctx;
use super::event::{Ev, Kind};
use super::potential::Entry;
use super::state::{Frame, Id, State, Zone};
use super::tell::name;
use crate::lang::ast::*;
use crate::rules::{AbilityRules, Rules};
use crate::view::{Action, What as Told};
use crate::words::{CardType, Phase};

use super::initiate::{Initiate, Reason, Stage, What};

/// The gold that a card costs to be put into shadows (RR.glossary.shadows.1).
const INTO_SHADOWS: i32 = 2;

impl State {
    /// The shadow cost of a card in shadows: the lowest X of its shadow keywords.
    pub fn shadow_cost(&self, rules: &Rules, card: Id) -> Option<i32> {
        let ctx = Ctx { it: Some(card), ..Ctx::of(self, rules, card, self.card(card).owner) };
        let keywords = &rules.cards[self.card(card).def as usize].def.keywords;
        keywords.iter().filter_map(|k| if let Keyword::Shadow(n) = k { Some(ctx.num(n)) } else { None }).min()
    }

    /// The ambush costs of a card in hand: printed and gained (RR.glossary.ambush.3).
    pub fn ambush_costs(&self, rules: &Rules, card: Id, seat: Seat) -> SmallVec<[i32; 2]> {
        let ctx = Ctx { it: Some(card), ..Ctx::of(self, rules, card, seat) };
        let keywords = &rules.cards[self.card(card).def as usize].def.keywords;
        let mut out: SmallVec<[i32; 2]> =
            keywords.iter().filter_map(|k| if let Keyword::Ambush(n) = k { Some(ctx.num(n)) } else { None }).collect();
        for (listed, modifier) in self.listed(rules, seat) {
            if let PlayerModifier::HandKeyword(filter, Keyword::Ambush(n)) = modifier {
                let ctx = Ctx { it: Some(card), ..Ctx::of(self, rules, listed.source, listed.you) };
                if ctx.fits(filter, card) {
                    out.push(ctx.num(n));
                }
            }
        }
        out.dedup();
        out
    }

    /// Whether the card itself permits marshaling it as an action in this phase (RR.glossary.play_restrictions.2).
    pub(super) fn marshals_as_action(&self, rules: &Rules, card: Id, seat: Seat) -> bool {
        if rules.marshal_phases >> self.phase as u16 & 1 == 0 {
            return false;
        }
        let abilities = rules.cards[self.card(card).def as usize].abilities.iter().filter(|a| !a.blank);
        abilities.filter_map(AbilityRules::constant).any(|constant| {
            let ctx = Ctx::of(self, rules, card, seat);
            constant.gets.iter().any(|m| matches!(m, Modifier::MarshalIn(phase) if *phase == self.phase))
                && constant.only_if.iter().all(|c| ctx.cond(c))
        })
    }

    /// The cards of which this one may be marshaled as a duplicate because it says so. As a duplicate it costs nothing, and nothing that
    /// is printed on it counts (RR.glossary.duplicates.3, .8).
    pub(super) fn may_duplicate(&self, rules: &Rules, card: Id, seat: Seat) -> SmallVec<[Id; 4]> {
        let entry = &rules.cards[self.card(card).def as usize];
        if !entry.duplicates_others {
            return SmallVec::new();
        }
        let ctx = Ctx::of(self, rules, card, seat);
        let says = entry.abilities.iter().filter(|a| !a.blank).filter_map(AbilityRules::constant);
        let says = says.filter(|c| c.only_if.iter().all(|cond| ctx.cond(cond))).flat_map(|c| c.gets.iter());
        let filters = says.filter_map(|m| if let Modifier::MayBeDuplicateOf(filter) = m { Some(filter) } else { None });
        filters.flat_map(|filter| ctx.select(filter)).collect()
    }

    /// Whether a card may be marshaled from hand now, and for how much (RR.glossary.marshal).
    pub fn may_marshal(&self, rules: &Rules, card: Id, seat: Seat) -> Result<i32, Reason> {
        self.may_marshal_itself(rules, card, seat)
            .or_else(|why| if self.may_duplicate(rules, card, seat).is_empty() { Err(why) } else { Ok(0) })
    }

    /// The same for the card as what it is.
    fn may_marshal_itself(&self, rules: &Rules, card: Id, seat: Seat) -> Result<i32, Reason> {
        let entry = &rules.cards[self.card(card).def as usize];
        let def = &entry.def;
        if !matches!(def.kind, CardType::Character | CardType::Location | CardType::Attachment) {
            return Err(("Only characters, locations and attachments are marshaled.", "RR.glossary.marshal.3"));
        }
        let duplicate = match self.unique_entry(rules, card, seat) {
            Entry::No(rule) => return Err(("Another copy of this unique card forbids it.", rule)),
            Entry::Duplicate(_) => true,
            Entry::Yes => false,
        };
        if duplicate {
            return Ok(0);
        }
        if def.cost == Some(PrintedCost::Dash) {
            return Err(("A card with cost - cannot be marshaled from hand.", "RR.glossary.shadows.11"));
        }
        if entry.has(KeywordName::Limited) && self.limited_used(seat) {
            return Err(("You have marshaled or played a limited card this round.", "RR.glossary.limited.1"));
        }
        for (listed, modifier) in self.listed(rules, seat) {
            if let PlayerModifier::CannotMarshal(filter) = modifier
                && Ctx::of(self, rules, listed.source, listed.you).fits(filter, card)
            {
                return Err(("A card forbids marshaling it.", "RR.golden.cannot"));
            }
        }
        if def.kind == CardType::Attachment && !self.play.iter().any(|host| self.may_host(rules, card, *host, seat)) {
            return Err(("It has no eligible host.", "RR.glossary.attachment_cards.2"));
        }
        let cost = self.cost_of(rules, card, seat, entry.cost().unwrap_or(0), Means2::Marshal);
        if cost > self.player(seat).gold { Err(("You have not enough gold.", "RR.init.2")) } else { Ok(cost) }
    }

    /// The seat's ways to bring cards into play beside abilities: marshaling (active player), ambush, shadows.
    pub fn entries(&self, rules: &Rules, seat: Seat, marshaling: bool, list: &mut Vec<Action>) {
        let mut seen: SmallVec<[u16; 8]> = SmallVec::new();
        for card in self.player(seat).hand.iter().chain(&self.reached(rules, seat)) {
            let def = self.card(*card).def;
            if seen.contains(&def) {
                continue;
            }
            seen.push(def);
            let entry = &rules.cards[def as usize];
            if marshaling && self.active == Some(seat) {
                if self.may_marshal(rules, *card, seat).is_ok() {
                    list.push(Action::Marshal { card: *card });
                }
                // What makes coming out cheaper does not count (RR.glossary.shadows.1, RR.glossary.shadows.3).
                if entry.has(KeywordName::Shadow) && self.player(seat).gold >= INTO_SHADOWS {
                    list.push(Action::IntoShadows { card: *card });
                }
            }
            if !(marshaling && self.active == Some(seat))
                && self.marshals_as_action(rules, *card, seat)
                && self.may_marshal(rules, *card, seat).is_ok()
            {
                list.push(Action::Marshal { card: *card });
            }
            if self.phase == Phase::Challenges {
                for cost in self.ambush_costs(rules, *card, seat) {
                    let cost = self.cost_of(rules, *card, seat, cost, Means2::Ambush);
                    if cost <= self.player(seat).gold && self.may_enter(rules, *card, seat).is_some() {
                        list.push(Action::Ambush { card: *card, gold: cost });
                    }
                }
            }
        }
        for card in &self.player(seat).shadows {
            let def = self.card(*card).def;
            if rules.cards[def as usize].def.kind == CardType::Event {
                continue;
            }
            if let Some(cost) = self.shadow_cost(rules, *card) {
                let cost = self.cost_of(rules, *card, seat, cost, Means2::OutOfShadows);
                let legal = self.may_enter(rules, *card, seat).is_some()
                    || (rules.cards[def as usize].def.kind == CardType::Attachment
                        && !matches!(self.unique_entry(rules, *card, seat), Entry::No(_)));
                if cost <= self.player(seat).gold && legal {
                    list.push(Action::OutOfShadows { card: *card, gold: cost });
                }
            }
        }
    }

    pub(super) fn step_entry(&mut self, rules: &Rules, mut i: Initiate) {
        let (card, seat, means, how) = match i.what {
            What::Marshal { card, seat } => (card, seat, Means::Marshaled, Means2::Marshal),
            What::Ambush { card, seat, .. } => (card, seat, Means::Ambush, Means2::Ambush),
            What::OutOfShadows { card, seat, .. } => (card, seat, Means::OutOfShadows, Means2::OutOfShadows),
            What::IntoShadows { card, seat } => (card, seat, Means::PutIntoPlay, Means2::Marshal),
            What::Ability(_) => return,
        };
        let def = self.card(card).def as usize;
        match i.stage {
            Stage::Costs => {
                if std::mem::take(&mut i.asked) {
                    i.paid.extend(self.answer_cards().into_iter().map(|over| (0, over)));
                } else if matches!(i.what, What::Marshal { .. }) {
                    let over = self.may_duplicate(rules, card, seat);
                    if !over.is_empty() {
                        let itself = self.may_marshal_itself(rules, card, seat).is_ok();
                        let list = over.into_iter().map(|card| Action::Card { card }).chain(itself.then_some(Action::No)).collect();
                        self.ask(seat, Topic::DuplicateOf, Some(card), List::One(list));
                        i.asked = true;
                        return self.push(Frame::Initiate(i));
                    }
                }
                let chosen = !i.paid.is_empty();
                let gold = match i.what {
                    What::Marshal { .. } if chosen => 0,
                    What::Marshal { .. } => self.may_marshal(rules, card, seat).unwrap_or(0),
                    What::Ambush { gold, .. } | What::OutOfShadows { gold, .. } => gold,
                    _ => INTO_SHADOWS,
                };
                let duplicate = chosen || matches!(self.unique_entry(rules, card, seat), Entry::Duplicate(_));
                if !duplicate && !matches!(i.what, What::IntoShadows { .. }) {
                    self.use_reducers(rules, card, seat, how);
                }
                if matches!(i.what, What::Marshal { .. }) && !duplicate && rules.cards[def].has(KeywordName::Limited) {
                    self.player_mut(seat).limited += 1;
                }
                i.stage = Stage::Host;
                self.batch_ok = true;
                self.push(Frame::Initiate(i));
                if gold > 0 {
                    let kind = Kind::Gold { seat, card: None, n: -gold };
                    self.batch(vec![Ev { cost: true, seat: Some(seat), source: Some(card), ..Ev::new(kind) }]);
                }
            }
            Stage::Host => {
                if let What::IntoShadows { .. } = i.what {
                    self.relocate(rules, card, Destination::Shadows);
                    self.tell_apart("RR.glossary.shadows.1", 1 << seat.0, |s| {
                        let moved =
                            |card, code| Told::Moved { card, code, seat, from: Zone::Hand, to: Zone::Shadows, how: "shadows".to_owned() };
                        let code = Some(rules.cards[s.card(card).def as usize].def.code.clone());
                        (
                            (moved(Some(card), code), format!("{} puts {} into shadows.", name(seat), s.tag(rules, card))),
                            Some((moved(Some(card), None), format!("{} puts a card into shadows.", name(seat)))),
                        )
                    });
                    return;
                }
                let attachment = rules.cards[def].def.kind == CardType::Attachment;
                let chosen = i.paid.first().map(|(_, over)| *over);
                let over = match self.unique_entry(rules, card, seat) {
                    _ if chosen.is_some() => chosen,
                    Entry::Duplicate(over) => Some(over),
                    Entry::Yes => None,
                    Entry::No(_) => return,
                };
                let mut host = None;
                if i.asked {
                    i.asked = false;
                    host = self.answer_cards().first().copied();
                } else if attachment && over.is_none() {
                    let hosts: Vec<Id> = self.play.iter().copied().filter(|h| self.may_host(rules, card, *h, seat)).collect();
                    match hosts.len() {
                        0 => {
                            // Without a host it is discarded without entering play (RR.glossary.shadows.5).
                            let from = self.card(card).zone;
                            self.relocate(rules, card, Destination::DiscardPile);
                            self.tell_move(rules, "RR.glossary.shadows.5", card, from, "discard", |tag| {
                                format!("{tag} has no host and is discarded.")
                            });
                            return;
                        }
                        1 => host = Some(hosts[0]),
                        _ => {
                            self.ask(
                                seat,
                                Topic::Host,
                                Some(card),
                                List::One(hosts.into_iter().map(|card| Action::Card { card }).collect()),
                            );
                            i.asked = true;
                            return self.push(Frame::Initiate(i));
                        }
                    }
                }
                let from = self.card(card).zone;
                let in_challenge = self.challenge.as_ref().is_some_and(|c| !c.over);
                let kind = Kind::Enter { card, seat, means, host, duplicate_on: over, knelt: false, from, in_challenge };
                self.batch(vec![Ev { seat: Some(seat), source: Some(card), ..Ev::new(kind) }]);
            }
            _ => {}
        }
    }
}
