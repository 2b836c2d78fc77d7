//! Filters, numbers and conditions, read from the state for one ability.

use smallvec::SmallVec;
use table::Seat;

use super::derive::{Der, PlotStat};
use super::event::{Ev, Kind, Snap, Verb};
use super::state::{CardRef, Id, Inst, State, Val, Zone, zone_of};
use crate::lang::ast::*;
use crate::lang::raw::{Filter, KeywordsOf, Many, Num, OfType, Use, What};
use crate::rules::{Rules, any_type};
use crate::words::{CardType, ChallengeType};

/// From whose point of view something is read: the bearer of the ability, "you", what is bound, the triggering event.
#[derive(Clone, Copy)]
pub struct Ctx<'a> {
    pub st: &'a State,
    pub rules: &'a Rules,
    pub this: Id,
    pub you: Seat,
    pub inst: Option<&'a Inst>,
    pub ev: Option<&'a Ev>,
    pub them: Option<Seat>,
    pub it: Option<Id>,
    /// A name that stands for this card while targets are weighed.
    pub trial: Option<(u8, Id)>,
    /// Hidden cards fit every filter: what open information allows.
    pub open: bool,
    /// While an effect is weighed: whether what stands before can be done. None: that is not known yet.
    pub did: Option<bool>,
}

type Ids = SmallVec<[Id; 8]>;

impl<'a> Ctx<'a> {
    /// The point of view of a card's constant text.
    pub fn of(st: &'a State, rules: &'a Rules, this: Id, you: Seat) -> Ctx<'a> {
        Ctx { st, rules, this, you, inst: None, ev: None, them: None, it: None, trial: None, open: false, did: None }
    }

    /// The point of view of an ability instance.
    pub fn inst(st: &'a State, rules: &'a Rules, inst: &'a Inst) -> Ctx<'a> {
        Ctx {
            st,
            rules,
            this: inst.card,
            you: inst.controller,
            inst: Some(inst),
            ev: inst.event.as_deref(),
            them: inst.them,
            it: None,
            trial: None,
            open: inst.open,
            did: None,
        }
    }

    /// Last-known information of the event's card, if it is another object now.
    fn snap(&self, id: Id) -> Option<&'a Snap> {
        match self.ev.map(|e| &e.kind) {
            Some(Kind::Leave { card, snap: Some(snap), .. }) if *card == id && self.st.card(id).gen_ != snap.card.gen_ => Some(snap),
            _ => None,
        }
    }

    fn der(&self, id: Id) -> &'a Der {
        match self.snap(id) {
            Some(snap) => &snap.der,
            None if self.st.in_play(id) => self.st.der(id),
            None => &self.rules.cards[self.st.card(id).def as usize].printed,
        }
    }

    fn controller(&self, id: Id) -> Seat {
        self.snap(id).map_or_else(|| self.st.controller(id), |s| s.der.controller)
    }

    // --- who

    /// The players a word means, in player order.
    pub fn seats(&self, who: Who) -> SmallVec<[Seat; 8]> {
        match who {
            Who::Opponent => self.st.opponents(self.you).collect(),
            Who::EachPlayer => self.st.order(),
            one => self.seat(one).into_iter().collect(),
        }
    }

    /// The player a word means; for `Opponent` the only opponent, else the first in order.
    pub fn seat(&self, who: Who) -> Option<Seat> {
        let challenge = self.st.challenge.as_ref();
        match who {
            Who::You => Some(self.you),
            Who::Opponent | Who::EachPlayer => self.st.opponents(self.you).next(),
            Who::Them => Some(self.them.unwrap_or(self.you)),
            Who::Winner => challenge.and_then(|c| c.result).and_then(|r| r.winner),
            Who::Loser => challenge.and_then(|c| c.result).and_then(|r| r.loser),
            Who::Attacker => challenge.map(|c| c.attacker),
            Who::Defender => challenge.map(|c| c.defender),
            Who::EventPlayer => self.ev.and_then(Ev::player),
            Who::FirstPlayer => Some(self.st.first_player),
            Who::The(name) => match self.value(name) {
                Some(Val::Seat(seat)) => Some(*seat),
                Some(Val::Cards(cards)) => cards.first().map(|c| self.controller(c.id)),
                _ => None,
            },
            Who::ControllerOf(r) => self.card(r).map(|id| self.controller(id)),
            Who::OwnerOf(r) => self.card(r).map(|id| self.st.card(id).owner),
        }
    }

    // --- what

    pub fn value(&self, name: Use) -> Option<&'a Val> {
        self.inst?.binds.iter().find(|(slot, _)| *slot == name.0).map(|(_, value)| value)
    }

    /// The challenge type that is meant; none where the name holds none yet.
    pub fn kind_of(&self, kind: OfType) -> Option<ChallengeType> {
        match kind {
            OfType::Is(kind) => Some(kind),
            OfType::Named(name) => self.value(name).and_then(|v| if let Val::Type(kind) = v { Some(*kind) } else { None }),
        }
    }

    /// The challenge type that was named; military before one was.
    pub fn named_type(&self, name: Use) -> ChallengeType {
        if let Some(Val::Type(kind)) = self.value(name) { *kind } else { ChallengeType::Military }
    }

    /// The keyword that was named.
    pub fn named_keyword(&self, name: Use) -> Option<KeywordName> {
        if let Some(Val::Keyword(keyword)) = self.value(name) { Some(*keyword) } else { None }
    }

    /// The keywords of which one can be named.
    pub fn keywords(&self, of: &KeywordsOf) -> SmallVec<[KeywordName; 4]> {
        match of {
            KeywordsOf::These(list) => list.iter().copied().collect(),
            KeywordsOf::On(what) => {
                let cards = self.cards(what);
                KeywordName::ALL.into_iter().filter(|k| cards.iter().any(|id| self.der(*id).keyword(*k))).collect()
            }
        }
    }

    fn named_cards(&self, name: Use) -> Ids {
        if let Some((slot, id)) = self.trial
            && slot == name.0
        {
            return smallvec::smallvec![id];
        }
        match self.value(name) {
            // A card that moved since is another object; in a pile where the same effect has put it, it is still meant (FAQ.2.4).
            Some(Val::Cards(cards)) => cards.iter().filter_map(|c| self.meant(*c)).collect(),
            _ => Ids::new(),
        }
    }

    fn meant(&self, card: CardRef) -> Option<Id> {
        let now = self.st.card(card.id).gen_;
        (now == card.gen_ || now == card.gen_ + 1).then_some(card.id)
    }

    pub fn card(&self, r: Ref) -> Option<Id> {
        match r {
            Ref::This => Some(self.this),
            Ref::Host => self.st.card(self.this).host.or_else(|| self.inst.and_then(|i| i.host)),
            Ref::Event => self.ev.and_then(Ev::card),
            Ref::By => self.ev.and_then(Ev::by),
            Ref::It => self.it,
            Ref::The(name) => self.named_cards(name).first().copied(),
            Ref::YourFaction => Some(self.st.player(self.you).faction_card),
            Ref::YourPlot => self.st.player(self.you).revealed,
            Ref::TheirFaction => self.seat(Who::Them).map(|s| self.st.player(s).faction_card),
            Ref::LoserFaction => self.seat(Who::Loser).map(|s| self.st.player(s).faction_card),
            Ref::WinnerFaction => self.seat(Who::Winner).map(|s| self.st.player(s).faction_card),
        }
    }

    /// The cards that a verb is about.
    pub fn cards(&self, what: &What) -> Ids {
        match what {
            What::Name(name) => self.named_cards(*name),
            What::Ref(r) => self.card(*r).into_iter().collect(),
            What::All(filter) => self.select(filter),
        }
    }

    /// Every card that fits a filter: in play, or in the zones it names.
    pub fn select(&self, filter: &Filter) -> Ids {
        let mut out = Ids::new();
        let mut zones = None;
        for pred in &filter.0 {
            match pred {
                Pred::In(z, who) => zones = Some((z, *who)),
                Pred::Is(what) => {
                    out.extend(self.cards(what).into_iter().filter(|id| self.fits(filter, *id)));
                    return out;
                }
                _ => {}
            }
        }
        match zones {
            None => out.extend(self.st.play.iter().copied().filter(|id| self.fits(filter, *id) && self.usual(filter, *id))),
            Some((zones, who)) => {
                let rest = Filter(filter.0.iter().filter(|p| !matches!(p, Pred::In(..))).cloned().collect());
                for seat in self.seats(who) {
                    for zone in zones.iter() {
                        let pile = match zone {
                            ZoneName::Play => {
                                out.extend(
                                    self.st
                                        .play
                                        .iter()
                                        .copied()
                                        .filter(|id| self.controller(*id) == seat && self.usual(filter, *id) && self.fits(&rest, *id)),
                                );
                                continue;
                            }
                            ZoneName::Hand => Zone::Hand,
                            ZoneName::Deck => Zone::Deck,
                            ZoneName::DiscardPile => Zone::Discard,
                            ZoneName::DeadPile => Zone::Dead,
                            ZoneName::Shadows => Zone::Shadows,
                            ZoneName::PlotDeck => Zone::PlotDeck,
                            ZoneName::UsedPile => Zone::UsedPlots,
                        };
                        if let Some(pile) = self.st.pile(seat, pile) {
                            out.extend(pile.iter().copied().filter(|id| self.fits(&rest, *id)));
                        }
                    }
                }
            }
        }
        out
    }

    /// So many of the topmost cards of each pile that fit; the last card of a pile is its top.
    pub fn topmost(&self, n: &Num, filter: &Filter) -> Ids {
        let n = self.num(n).max(0) as usize;
        let pile = |id: &Id| (self.st.card(*id).zone, self.st.card(*id).owner);
        let fitting = self.select(filter);
        fitting.chunk_by(|a, b| pile(a) == pile(b)).flat_map(|pile| pile.iter().rev().take(n).copied()).collect()
    }

    /// Faction cards and plots count only for filters that speak of them.
    fn usual(&self, filter: &Filter, id: Id) -> bool {
        match self.st.kind(self.rules, id) {
            CardType::FactionCard => names_type(filter, |p| matches!(p, Pred::FactionCard | Pred::AnyCard)),
            CardType::Plot | CardType::Title => names_type(filter, |p| matches!(p, Pred::Plot | Pred::Type(_) | Pred::AnyCard)),
            _ => true,
        }
    }

    pub fn fits(&self, filter: &Filter, id: Id) -> bool {
        if self.open && matches!(self.st.card(id).zone, Zone::Hand | Zone::Deck | Zone::Shadows | Zone::PlotDeck) {
            return true;
        }
        filter.0.iter().all(|pred| self.is(pred, id))
    }

    pub(super) fn is(&self, pred: &Pred, id: Id) -> bool {
        let st = self.st;
        let card = st.card(id);
        let def = || self.def(id);
        let kind = || self.snap(id).map_or_else(|| st.kind(self.rules, id), |s| s.kind);
        match pred {
            Pred::Character => kind() == CardType::Character,
            Pred::Location => kind() == CardType::Location,
            Pred::Attachment => kind() == CardType::Attachment,
            Pred::EventCard => kind() == CardType::Event,
            Pred::Plot => kind() == CardType::Plot,
            Pred::FactionCard => kind() == CardType::FactionCard,
            Pred::AnyCard => true,
            Pred::Type(t) => def().def.kind == *t,
            Pred::Trait(traits) => traits.iter().any(|t| self.der(id).traits.has(*t)),
            Pred::TraitNamed(name) => matches!(self.value(*name), Some(Val::Trait(t)) if self.der(id).traits.has(*t)),
            Pred::Faction(f) => self.der(id).faction(*f),
            // The symbol of the card is that of the faction card (RR.glossary.faction.2).
            Pred::InFaction => {
                let own = self.st.card(self.st.player(self.you).faction_card).def;
                self.der(id).faction(self.rules.cards[own as usize].def.faction)
            }
            Pred::Yours => self.controller(id) == self.you,
            Pred::Opponents => self.controller(id) != self.you,
            Pred::ControlledBy(who) => self.seats(*who).contains(&self.controller(id)),
            Pred::OwnedBy(who) => self.seats(*who).contains(&card.owner),
            Pred::Unique => def().def.unique,
            Pred::Loyal => def().def.loyal,
            Pred::Limited => self.der(id).keyword(KeywordName::Limited),
            Pred::Kneeling => self.snap(id).map_or(card.kneeling, |s| s.kneeling),
            Pred::Standing => !self.snap(id).map_or(card.kneeling, |s| s.kneeling),
            Pred::Attacking => self.snap(id).map_or_else(|| st.attacking(id), |s| s.attacking),
            Pred::Defending => self.snap(id).map_or_else(|| st.defending(id), |s| s.defending),
            Pred::Participating => self.snap(id).map_or_else(|| st.participates(id), |s| s.attacking || s.defending),
            // Those that are only considered to participate are participants too.
            Pred::Alone => {
                let others = |on_side: fn(&State, Id) -> bool| st.play.iter().any(|o| *o != id && on_side(st, *o));
                (st.attacking(id) && !others(State::attacking)) || (st.defending(id) && !others(State::defending))
            }
            Pred::Named(name) => def().def.name == *name,
            Pred::CopyOf(what) => {
                let cards = self.cards(what);
                cards.iter().any(|c| *c != id && self.rules.cards[st.card(*c).def as usize].def.name == def().def.name)
            }
            Pred::Cost(cmp) => def().cost().is_some_and(|n| self.at(id).compare(n, cmp)),
            Pred::Str(cmp) => kind() == CardType::Character && self.at(id).compare(i32::from(self.der(id).strength), cmp),
            Pred::PrintedStr(cmp) => def().def.strength.is_some_and(|n| self.at(id).compare(n, cmp)),
            Pred::Highest(stat, filter) => self.extreme(*stat, filter, id, |others, own| others <= own),
            Pred::Lowest(stat, filter) => self.extreme(*stat, filter, id, |others, own| others >= own),
            Pred::Power(cmp) => self.at(id).compare(i32::from(self.snap(id).map_or(card.power, |s| s.power)), cmp),
            Pred::Gold(cmp) => self.at(id).compare(i32::from(card.gold), cmp),
            Pred::Icon(t) => self.der(id).icon(*t),
            Pred::Keyword(k) => self.der(id).keyword(*k),
            Pred::HasAttachment(filter) => st.attachments_of(id).any(|a| self.fits(filter, a)),
            Pred::HasDuplicate => st.duplicates_of(id).next().is_some(),
            Pred::Token(name) => {
                let token = self.rules.token(name);
                card.tokens.iter().any(|(t, n)| *t == token && *n > 0)
            }
            Pred::Is(what) => match what {
                What::Ref(r) => self.card(*r) == Some(id),
                what => self.cards(what).contains(&id),
            },
            Pred::AttachedTo(what) => {
                let host = self.snap(id).map_or(card.host, |s| s.host);
                host.is_some_and(|h| self.cards(what).contains(&h))
            }
            Pred::In(zones, who) => {
                let there = zones.iter().any(|z| match z {
                    // A duplicate is in play (RR.glossary.in_play.1).
                    ZoneName::Play => st.in_play(id) || card.zone == Zone::Duplicate,
                    other => other.is(card.zone),
                });
                there && self.seats(*who).contains(&self.entered(id))
            }
            Pred::Not(filter) => !self.fits(filter, id),
            Pred::Any(filters) => filters.iter().any(|f| self.fits(f, id)),
            Pred::TypeIsNot(name) => match self.value(*name) {
                Some(Val::CardType(t)) => def().def.kind != *t,
                _ => true,
            },
            Pred::LeftBy(ways) => card.left.is_some_and(|(verb, phase)| {
                let way = match verb {
                    Verb::Kill => Some(Exit::Killed),
                    Verb::Discard | Verb::Rule => Some(Exit::Discarded),
                    Verb::Sacrifice => Some(Exit::Sacrificed),
                    _ => None,
                };
                phase == st.phase_no && way.is_some_and(|way| ways.contains(&way))
            }),
            Pred::EnteredBy(means) => card.entered.is_some_and(|(m, phase)| m == *means && phase == st.phase_no),
        }
    }

    /// Whether a card is one of those that fit, and none of them goes beyond its value.
    fn extreme(&self, stat: Stat, filter: &Filter, id: Id, within: fn(i32, i32) -> bool) -> bool {
        let all = self.select(filter);
        let own = self.stat(stat, id);
        all.contains(&id) && all.iter().all(|other| within(self.stat(stat, *other), own))
    }

    /// A value of a card.
    pub(super) fn stat(&self, stat: Stat, id: Id) -> i32 {
        match stat {
            Stat::Str => i32::from(self.der(id).strength),
            Stat::PrintedCost => self.def(id).cost().unwrap_or(0),
            Stat::Power => i32::from(self.st.card(id).power),
        }
    }

    /// Whose area a card counts as having entered: a sacrificed one its controller's, though it lies in its owner's (RR15.oop.2); the
    /// rules for kills and discards name the owner's own pile (RR.glossary.ownership.4).
    fn entered(&self, id: Id) -> Seat {
        let sacrificed = matches!(self.ev.map(|e| &e.kind), Some(Kind::Leave { verb: Verb::Sacrifice, .. }));
        match self.snap(id) {
            Some(snap) if sacrificed => snap.der.controller,
            Some(_) => self.st.card(id).owner,
            None => self.st.controller(id),
        }
    }

    /// The same point of view with `It` as this card.
    fn at(&self, id: Id) -> Ctx<'a> {
        Ctx { it: Some(id), ..*self }
    }

    /// The cards that a verb does something to: not the card of a past event once it has left the area where the event put it
    /// (FAQ.2.4).
    pub fn subjects(&self, what: &What) -> Ids {
        let gone = |ev: &Ev| match &ev.kind {
            Kind::Leave { card, to, snap: Some(snap), .. } if snap.kind != CardType::Plot => {
                let now = self.st.card(*card);
                now.zone != zone_of(*to) || now.gen_.wrapping_sub(snap.card.gen_) > 2
            }
            Kind::Move { card, to, .. } => self.st.card(*card).zone != zone_of(*to),
            _ => false,
        };
        if *what == What::Ref(Ref::Event) && self.ev.is_some_and(|ev| ev.done && gone(ev)) {
            return Ids::new();
        }
        self.cards(what)
    }

    // --- numbers

    pub fn num(&self, num: &Num) -> i32 {
        match num {
            Num::N(n) => *n,
            Num::Expr(e) => self.expr(e),
        }
    }

    fn expr(&self, e: &NumExpr) -> i32 {
        let st = self.st;
        let two = |a: &Num, b: &Num| (self.num(a), self.num(b));
        match e {
            NumExpr::Count(filter) => self.select(filter).len() as i32,
            NumExpr::Str(r) => self.card(*r).map_or(0, |id| i32::from(self.der(id).strength)),
            NumExpr::PrintedStr(r) => self.card(*r).map_or(0, |id| self.def(id).def.strength.unwrap_or(0)),
            // A printed X is what was chosen for the event that is being played (RR.glossary.printed.1, RR.glossary.x.2).
            NumExpr::PrintedCost(r) => match self.ev.map(|e| &e.kind) {
                Some(Kind::Effects { inst })
                    if *r == Ref::Event && self.rules.cards[inst.def as usize].def.cost == Some(PrintedCost::X) =>
                {
                    inst.x
                }
                _ => self.card(*r).map_or(0, |id| self.def(id).cost().unwrap_or(0)),
            },
            NumExpr::PowerOn(r) => self.card(*r).map_or(0, |id| i32::from(st.card(id).power)),
            NumExpr::GoldOn(r) => self.card(*r).map_or(0, |id| i32::from(st.card(id).gold)),
            NumExpr::TokensOn(name, r) => {
                let token = self.rules.token(name);
                self.card(*r).map_or(0, |id| st.card(id).tokens.iter().find(|(t, _)| *t == token).map_or(0, |(_, n)| i32::from(*n)))
            }
            NumExpr::GoldOf(who) => self.seat(*who).map_or(0, |s| st.player(s).gold),
            NumExpr::HandOf(who) => self.seat(*who).map_or(0, |s| st.player(s).hand.len() as i32),
            NumExpr::PowerOf(who) => self.seat(*who).map_or(0, |s| st.power_of(s)),
            NumExpr::ReserveOf(who) => self.seat(*who).map_or(0, |s| st.plot_value(self.rules, s, PlotStat::Reserve)),
            NumExpr::PrintedOf(value, who) => self.seat(*who).map_or(0, |s| st.printed_plot_value(self.rules, s, *value)),
            NumExpr::Players(who) => self.seats(*who).len() as i32,
            NumExpr::UsedPlotsOf(who) => self.seat(*who).map_or(0, |s| st.player(s).used.len() as i32),
            NumExpr::Margin => st.challenge.as_ref().and_then(|c| c.result).map_or(0, |r| r.margin),
            NumExpr::Amount => self.ev.map_or(0, Ev::amount),
            NumExpr::X => self.inst.map_or(0, |i| i.x),
            NumExpr::The(name) => match self.value(*name) {
                Some(Val::Num(n)) => *n,
                Some(Val::Cards(cards)) => cards.len() as i32,
                _ => 0,
            },
            NumExpr::Add(a, b) => self.num(a) + self.num(b),
            NumExpr::Sub(a, b) => self.num(a) - self.num(b),
            NumExpr::Mul(a, b) => self.num(a) * self.num(b),
            NumExpr::DivDown(a, b) => match two(a, b) {
                (_, 0) => 0,
                (a, b) => a.div_euclid(b),
            },
            NumExpr::Min(a, b) => self.num(a).min(self.num(b)),
            NumExpr::Max(a, b) => self.num(a).max(self.num(b)),
            NumExpr::If(cond, a, b) => self.num(if self.cond(cond) { a } else { b }),
        }
    }

    /// Whether a number is one of a card that hidden cards would name.
    fn unbound_in(&self, n: &Num) -> bool {
        let Num::Expr(e) = n else { return false };
        match &**e {
            NumExpr::Str(Ref::The(name)) | NumExpr::PrintedStr(Ref::The(name)) | NumExpr::PrintedCost(Ref::The(name)) => {
                self.value(*name).is_none() && self.trial.is_none_or(|(slot, _)| slot != name.0)
            }
            _ => false,
        }
    }

    fn def(&self, id: Id) -> &'a crate::rules::CardRules {
        &self.rules.cards[self.snap(id).map_or(self.st.card(id).def, |s| s.def) as usize]
    }

    pub fn compare(&self, n: i32, cmp: &Cmp) -> bool {
        let (Cmp::AtMost(bound) | Cmp::AtLeast(bound) | Cmp::Below(bound) | Cmp::Above(bound) | Cmp::Is(bound)) = cmp;
        if self.open && self.unbound_in(bound) {
            return true;
        }
        match cmp {
            Cmp::AtMost(m) => n <= self.num(m),
            Cmp::AtLeast(m) => n >= self.num(m),
            Cmp::Below(m) => n < self.num(m),
            Cmp::Above(m) => n > self.num(m),
            Cmp::Is(m) => n == self.num(m),
        }
    }

    // --- conditions

    pub fn cond(&self, cond: &Cond) -> bool {
        let st = self.st;
        let challenge = st.challenge.as_ref().filter(|c| !c.over);
        match cond {
            Cond::Exists(filter) => !self.select(filter).is_empty(),
            Cond::AtLeast(n, filter) => self.select(filter).len() as i32 >= self.num(n),
            Cond::FirstPlayer => st.first_player == self.you,
            Cond::Challenge(types) => challenge.is_some_and(|c| any_type(types, c.kind)),
            Cond::YouAttack => challenge.is_some_and(|c| c.attacker == self.you),
            Cond::YouDefend => challenge.is_some_and(|c| c.defender == self.you),
            Cond::YouParticipate => {
                challenge.is_some_and(|c| c.attackers.iter().chain(&c.defenders).any(|id| self.controller(*id) == self.you))
            }
            Cond::During(phase) => st.phase == *phase,
            Cond::Compare(n, cmp) => self.compare(self.num(n), cmp),
            Cond::Matches(what, filter) => {
                let cards = self.cards(what);
                !cards.is_empty() && cards.iter().all(|id| self.fits(filter, *id))
            }
            Cond::Happened(past) => self.happened(past),
            Cond::NthChallenge(nth) => challenge.is_some() && self.nth(nth),
            Cond::Not(cond) => !self.cond(cond),
            Cond::Any(list) => list.iter().any(|c| self.cond(c)),
            Cond::All(list) => list.iter().all(|c| self.cond(c)),
            Cond::Did => self.did.unwrap_or(true),
        }
    }

    fn happened(&self, past: &Past) -> bool {
        let who = self.seats(past.who);
        if past.drew || past.gave.is_some() {
            // Kept for the phase alone.
            let gave = |p: &super::state::Player| past.gave.is_some_and(|to| self.seats(to).iter().any(|to| p.gave.contains(*to)));
            let did = |seat: &Seat| (past.drew && self.st.player(*seat).drew) || gave(self.st.player(*seat));
            if past.span == Span::Phase && who.iter().any(did) {
                return true;
            }
        }
        let running = if self.st.challenge.is_some() { self.st.past.len().checked_sub(1) } else { None };
        self.st
            .past
            .iter()
            .enumerate()
            .filter(|(at, c)| match past.span {
                // The running challenge is the last one that began.
                Span::Challenge => running == Some(*at),
                Span::Phase => c.phase == self.st.phase_no,
                Span::Round => true,
            })
            .map(|(_, c)| c)
            .any(|c| {
                let side = |seat: &Seat| who.contains(seat) && (!past.defending || c.attacker != *seat);
                let has = |types: &Many<OfType>| types.iter().any(|t| self.kind_of(*t) == Some(c.kind));
                let against = past.against.is_none_or(|seat| self.seats(seat).contains(&c.against));
                (has(&past.won) && c.winner.as_ref().is_some_and(side))
                    || (has(&past.lost) && c.loser.as_ref().is_some_and(side))
                    || (has(&past.initiated) && who.contains(&c.attacker) && against)
            })
    }

    /// Whether the challenge that began last is one of those that are counted, and so many of them have begun.
    fn nth(&self, nth: &Nth) -> bool {
        let counts = |c: &&super::state::Past| {
            any_type(&nth.kind, c.kind)
                && nth.by.is_none_or(|who| self.seats(who).contains(&c.attacker))
                && nth.against.is_none_or(|who| self.seats(who).contains(&c.against))
                && (nth.span != Span::Phase || c.phase == self.st.phase_no)
        };
        let all = self.st.past.iter().filter(counts).count() as i32;
        self.st.past.last().is_some_and(|last| counts(&last)) && if nth.span == Span::Challenge { nth.n == 1 } else { all == nth.n }
    }

    /// Whether the running challenge is (or the next would be) the first of the type that a seat initiates this round.
    pub fn first_of(&self, kind: ChallengeType, seat: Seat) -> bool {
        match self.st.challenge.as_ref().filter(|c| !c.over) {
            Some(c) => c.attacker == seat && c.kind == kind && c.first_of_type,
            None => !self.st.past.iter().any(|p| p.attacker == seat && p.kind == kind),
        }
    }
}

impl ZoneName {
    /// Whether this names the place.
    pub(super) fn is(self, zone: Zone) -> bool {
        match self {
            ZoneName::Play => matches!(zone, Zone::Play | Zone::RevealedPlot),
            ZoneName::Hand => zone == Zone::Hand,
            ZoneName::Deck => zone == Zone::Deck,
            ZoneName::DiscardPile => zone == Zone::Discard,
            ZoneName::DeadPile => zone == Zone::Dead,
            ZoneName::Shadows => zone == Zone::Shadows,
            ZoneName::PlotDeck => zone == Zone::PlotDeck,
            ZoneName::UsedPile => zone == Zone::UsedPlots,
        }
    }
}

fn names_type(filter: &Filter, wanted: fn(&Pred) -> bool) -> bool {
    filter.0.iter().any(|p| match p {
        Pred::Any(filters) => filters.iter().any(|f| names_type(f, wanted)),
        p => wanted(p),
    })
}
