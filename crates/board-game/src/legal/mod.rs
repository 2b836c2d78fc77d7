//! What may be picked: the list for each question, and when an answer is complete.

mod combat;
mod march;
mod orders;

pub use march::March;

use table::Seat;

use crate::action::{Action, Question};
use crate::data::{AreaId, OrderKind, Unit};
use crate::game::Rules;
use crate::rulings::SupportSplit;
use crate::state::{Armies, State};

/// Numbers of order tokens by kind.
pub(crate) type Tokens = arrayvec::ArrayVec<u8, 16>;

impl State {
    /// Every legal pick of `seat` now. See [`table::Game::legal`].
    pub fn options(&self, rules: &Rules, seat: Seat, out: &mut Vec<Action>) {
        out.clear();
        let Some(ask) = &self.ask else { return };
        let player = self.player(seat);
        if !ask.seats.contains(seat) || player.answer.is_some() {
            return;
        }
        let draft = player.draft.as_slice();
        match &ask.question {
            Question::Orders => self.order_options(rules, seat, draft, out),
            Question::Raven => self.raven_options(rules, seat, draft, out),
            Question::RavenCard { .. } => out.extend([Action::Keep, Action::Bottom]),
            Question::Raid => self.raid_options(rules, seat, draft, out),
            Question::March => self.march_options(rules, seat, draft, out),
            Question::Consolidate => match draft.first() {
                None => out.extend(self.ordered(rules, seat, OrderKind::ConsolidatePower).map(|area| Action::Use { area })),
                Some(_) => out.extend([Action::TakePower, Action::MusterInstead]),
            },
            Question::Muster { scope } => self.muster_options(rules, seat, *scope, draft, out),
            Question::BidTrack { .. } | Question::BidWildlings => out.extend((0..=player.power).map(|power| Action::Bid { power })),
            Question::Ties { .. } => self.tie_options(draft, out),
            Question::Name { among, .. } => out.extend(among.iter().map(|seat| Action::House { seat: *seat })),
            Question::Westeros { deck } => {
                out.extend((0..self.westeros_options(rules, *deck).len() as u8).map(|option| Action::Option { option }))
            }
            Question::WildOption => out.extend((0..self.wild_options(rules).len() as u8).map(|option| Action::Option { option })),
            Question::Reconcile => self.reconcile_options(rules, seat, draft, out),
            Question::Destroy { units, at_one_castle } => {
                let areas = self.destroy_areas(rules, seat, *units, *at_one_castle, draft);
                self.destroy_options(&areas, *units, *at_one_castle, draft, out);
            }
            Question::Downgrade { kept, .. } => {
                let swap = draft.len() < usize::from(*kept);
                let last = |action: &Action| match action {
                    Action::Downgrade { area } if swap => Some(*area),
                    Action::Destroy { area, .. } if !swap => Some(*area),
                    _ => None,
                };
                let from = draft.last().and_then(last).unwrap_or(AreaId(0));
                for area in self.area_ids().filter(|area| *area >= from && self.area(*area).owner == Some(seat)) {
                    let taken = draft
                        .iter()
                        .filter(|action| matches!(action, Action::Downgrade { area: a } | Action::Destroy { area: a, .. } if *a == area))
                        .count() as u8;
                    if self.area(area).units[Unit::Knight.index()] > taken {
                        out.push(if swap {
                            Action::Downgrade { area }
                        } else {
                            Action::Destroy { area, unit: Unit::Knight, routed: false }
                        });
                    }
                }
                self.keep_completable(seat, draft, &ask.question, out);
            }
            Question::UpgradeAnywhere { units } => {
                let unit = Unit::Knight;
                let from = match draft.last() {
                    Some(Action::Upgrade { area, .. }) => *area,
                    _ => AreaId(0),
                };
                if draft.len() < usize::from((*units).min(self.stock(rules, seat, unit))) {
                    for area in self.area_ids().filter(|area| *area >= from && self.area(*area).owner == Some(seat)) {
                        let taken = draft.iter().filter(|pick| matches!(pick, Action::Upgrade { area: a, .. } if *a == area)).count() as u8;
                        if self.area(area).units[Unit::Footman.index()] > taken {
                            out.push(Action::Upgrade { area, unit });
                        }
                    }
                }
                out.push(Action::Done);
            }
            Question::DiscardCard => out.extend(player.hand.iter().map(|card| Action::Card { card })),
            Question::TakeBackCard => {
                out.extend(player.discard.iter().map(|card| Action::Card { card }));
                out.push(Action::Pass);
            }
            Question::Track { tracks, .. } => out.extend(tracks.iter().map(|track| Action::Track { track: *track })),
            Question::Support => self.support_options(rules, seat, draft, out),
            Question::Refuse => {
                let last = match draft.last() {
                    Some(Action::Refuse { area }) => Some(*area),
                    _ => None,
                };
                out.extend(self.refusable(seat).into_iter().filter(|area| Some(*area) > last).map(|area| Action::Refuse { area }));
                out.push(Action::Done);
            }
            Question::HouseCard => out.extend(self.playable(seat).map(|card| Action::Card { card })),
            Question::PlayAnother { power } => {
                if *power > 0 {
                    out.push(Action::Pass);
                }
                let own = self.combat.as_ref().and_then(|combat| combat.cards[self.side(seat)]);
                out.extend(self.playable(seat).filter(|card| Some(*card) != own).map(|card| Action::Card { card }));
            }
            Question::Cancel | Question::Blade | Question::TidesAgain => out.extend([Action::Accept, Action::Pass]),
            Question::DestroyFighter { unit } => {
                let (area, standing, routed) = self.fighters(self.opponent(seat));
                for (force, routed) in [(standing, false), (routed, true)] {
                    if force[unit.index()] > 0 {
                        out.push(Action::Destroy { area, unit: *unit, routed });
                    }
                }
            }
            Question::RemoveOrder { areas, may } => {
                out.extend(areas.iter().map(|area| Action::Target { area: *area }));
                if *may {
                    out.push(Action::Pass);
                }
            }
            Question::UpgradeFighter { areas, to, .. } => {
                out.extend(areas.iter().map(|area| Action::Upgrade { area: *area, unit: *to }));
                out.push(Action::Pass);
            }
            Question::DiscardFromHand { of } => {
                out.extend(self.player(*of).hand.iter().map(|card| Action::Card { card }));
                out.push(Action::Pass);
            }
            Question::Casualties { .. } => {
                let (area, force, _) = self.fighters(seat);
                for unit in Unit::ALL {
                    let taken = draft.iter().filter(|pick| matches!(pick, Action::Destroy { unit: u, .. } if *u == unit)).count() as u8;
                    let late = matches!(draft.last(), Some(Action::Destroy { unit: last, .. }) if *last > unit);
                    if force[unit.index()] > taken && !late {
                        out.push(Action::Destroy { area, unit, routed: false });
                    }
                }
                self.keep_completable(seat, draft, &ask.question, out);
            }
            Question::Retreat { areas } => out.extend(areas.iter().map(|area| Action::Target { area: *area })),
            Question::Ships { most, .. } => out.extend((0..=*most).map(|count| Action::Ships { count })),
        }
    }

    /// Of picks in ascending order that must reach a number: those after which enough units are left.
    fn keep_completable(&self, seat: Seat, draft: &[Action], question: &Question, out: &mut Vec<Action>) {
        match question {
            Question::Casualties { units, .. } => {
                let (_, force, _) = self.fighters(seat);
                let mut after = 0;
                let mut keep: Vec<bool> = Vec::new();
                for action in out.iter().rev() {
                    let Action::Destroy { unit, .. } = action else { continue };
                    let taken = draft.iter().filter(|pick| matches!(pick, Action::Destroy { unit: u, .. } if u == unit)).count() as u8;
                    after += force[unit.index()] - taken;
                    keep.push(usize::from(after) + draft.len() >= usize::from(*units));
                }
                let mut keep = keep.into_iter().rev();
                out.retain(|_| keep.next().unwrap_or(true));
            }
            Question::Downgrade { units, kept } => {
                let goal =
                    if draft.len() < usize::from(*kept) { usize::from(*kept) - draft.len() } else { usize::from(*units) - draft.len() };
                let mut after = 0usize;
                let mut keep: Vec<bool> = Vec::new();
                for action in out.iter().rev() {
                    let (Action::Downgrade { area } | Action::Destroy { area, .. }) = action else { continue };
                    let taken = draft
                        .iter()
                        .filter(|pick| matches!(pick, Action::Downgrade { area: a } | Action::Destroy { area: a, .. } if a == area))
                        .count();
                    after += usize::from(self.area(*area).units[Unit::Knight.index()]) - taken;
                    keep.push(after >= goal);
                }
                let mut keep = keep.into_iter().rev();
                out.retain(|_| keep.next().unwrap_or(true));
            }
            _ => {}
        }
    }

    /// Whether the draft of `seat` is a whole answer.
    pub fn complete(&self, rules: &Rules, seat: Seat, question: &Question) -> bool {
        let draft = &self.player(seat).draft;
        let last = draft.last();
        match question {
            Question::Orders => draft.len() == self.orderable(seat).count(),
            Question::Raven => !matches!(last, Some(Action::Replace { .. }) | None),
            Question::Raid => draft.len() == 2,
            Question::March => match last {
                Some(Action::LeaveToken | Action::NoToken) => true,
                Some(Action::Done) => !self.may_leave_token(rules, seat, &self.march_of(seat, draft)),
                _ => false,
            },
            Question::Consolidate => match draft.first() {
                Some(Action::Use { area }) => draft.len() == 2 || !self.may_muster_instead(rules, *area),
                _ => false,
            },
            Question::Muster { .. } | Question::UpgradeAnywhere { .. } | Question::Refuse => matches!(last, Some(Action::Done)),
            Question::Ties { .. } => draft.len() == self.tie_groups().iter().map(|group| group.len() - 1).sum::<usize>(),
            Question::Reconcile => {
                let mut armies = self.armies(seat);
                draft.iter().for_each(|pick| {
                    if let Action::Destroy { area, .. } = pick {
                        armies.add(*area, -1);
                    }
                });
                armies.fit(self.limits(rules, seat))
            }
            Question::Destroy { units, .. } | Question::Casualties { units, .. } | Question::Downgrade { units, .. } => {
                draft.len() == usize::from(*units)
            }
            Question::Support => match rules.rulings.support_split {
                SupportSplit::House => !draft.is_empty(),
                SupportSplit::Each => draft.len() == self.supporters(rules, seat).len(),
            },
            _ => !draft.is_empty(),
        }
    }

    /// Seats with equal bids, from the highest bid down; only groups of two and more.
    pub(crate) fn tie_groups(&self) -> Vec<Vec<Seat>> {
        let mut groups: Vec<Vec<Seat>> = Vec::new();
        for bid in (0..=self.bids.iter().copied().max().unwrap_or(0)).rev() {
            let group: Vec<Seat> = self.seats().filter(|seat| self.bids.get(seat.index()) == Some(&bid)).collect();
            if group.len() > 1 {
                groups.push(group);
            }
        }
        groups
    }

    fn tie_options(&self, draft: &[Action], out: &mut Vec<Action>) {
        let mut done = 0;
        for group in self.tie_groups() {
            if draft.len() < done + group.len() - 1 {
                let named = &draft[done..];
                out.extend(group.iter().map(|seat| Action::House { seat: *seat }).filter(|action| !named.contains(action)));
                return;
            }
            done += group.len() - 1;
        }
    }

    /// The areas in which units may be destroyed for a wildling card.
    pub(crate) fn destroy_areas(&self, rules: &Rules, seat: Seat, units: u8, at_one_castle: bool, draft: &[Action]) -> Vec<AreaId> {
        match draft.first() {
            Some(Action::Destroy { area, .. }) if at_one_castle => vec![*area],
            _ => self.orderable(seat).filter(|id| !at_one_castle || self.castle_with(rules, *id, units)).collect(),
        }
    }

    /// Whether an area is a castle or stronghold that holds so many units.
    pub(crate) fn castle_with(&self, rules: &Rules, id: AreaId, units: u8) -> bool {
        rules.board.area(id).castle > 0 && self.area(id).all() >= units
    }

    fn destroy_options(&self, areas: &[AreaId], units: u8, at_one_castle: bool, draft: &[Action], out: &mut Vec<Action>) {
        let key =
            |action: &Action| if let Action::Destroy { area, unit, .. } = action { (*area, *unit) } else { (AreaId(0), Unit::Footman) };
        let last = draft.last().map(key);
        let need = usize::from(units) - draft.len();
        // From the back: how many units are left from this pick on; too few cannot be completed.
        let mut after = 0;
        for area in areas.iter().rev() {
            if at_one_castle {
                after = 0;
            }
            for unit in Unit::ALL.into_iter().rev() {
                let action = Action::Destroy { area: *area, unit, routed: false };
                let taken = draft.iter().filter(|pick| **pick == action).count() as u8;
                let n = self.area(*area).units[unit.index()] - taken;
                if n == 0 || last.is_some_and(|last| (*area, unit) < last) {
                    continue;
                }
                after += usize::from(n);
                if after >= need {
                    out.push(action);
                }
            }
        }
        out.reverse();
    }

    fn reconcile_options(&self, rules: &Rules, seat: Seat, draft: &[Action], out: &mut Vec<Action>) {
        let limits = self.limits(rules, seat);
        let mut armies = self.armies(seat);
        for pick in draft {
            if let Action::Destroy { area, .. } = pick {
                armies.add(*area, -1);
            }
        }
        for area in self.orderable(seat) {
            if armies.of(area) < 2 || (rules.rulings.reconcile_exact && !self.exactly_reconcilable(seat, limits, draft, area)) {
                continue;
            }
            // Routed units count and may be chosen (BG.supply.routed).
            let at = self.area(area);
            for (force, routed) in [(&at.units, false), (&at.routed, true)] {
                for unit in Unit::ALL {
                    let action = Action::Destroy { area, unit, routed };
                    let taken = draft.iter().filter(|pick| **pick == action).count() as u8;
                    if force[unit.index()] > taken {
                        out.push(action);
                    }
                }
            }
        }
    }

    /// Whether some removal that holds the draft and one more of `area` fits, while none of its units could have stayed
    /// (BG.diff.over-reconcile).
    fn exactly_reconcilable(&self, seat: Seat, limits: &[u8], draft: &[Action], area: AreaId) -> bool {
        let whole = self.armies(seat);
        let own: Vec<AreaId> = self.orderable(seat).filter(|id| whole.of(*id) > 1).collect();
        let at_least = |id: &AreaId| {
            let drafted = draft.iter().filter(|pick| matches!(pick, Action::Destroy { area: a, .. } if a == id)).count() as i8;
            drafted + i8::from(*id == area)
        };
        fn search(
            own: &[AreaId],
            at: usize,
            at_least: &dyn Fn(&AreaId) -> i8,
            removed: &mut Vec<i8>,
            armies: &mut Armies,
            limits: &[u8],
        ) -> bool {
            let Some(id) = own.get(at) else {
                if !armies.fit(limits) {
                    return false;
                }
                return own.iter().zip(removed.iter()).all(|(id, n)| {
                    if *n == 0 {
                        return true;
                    }
                    armies.add(*id, 1);
                    let fits = armies.fit(limits);
                    armies.add(*id, -1);
                    !fits
                });
            };
            let (least, most) = (at_least(id), armies.of(*id) as i8 - 1);
            for n in least..=most {
                armies.add(*id, -n);
                removed.push(n);
                let found = search(own, at + 1, at_least, removed, armies, limits);
                removed.pop();
                armies.add(*id, n);
                if found {
                    return true;
                }
            }
            false
        }
        search(&own, 0, &at_least, &mut Vec::new(), &mut whole.clone(), limits)
    }
}
