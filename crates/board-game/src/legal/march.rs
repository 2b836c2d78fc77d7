//! Marches: where units can go, and whether what is picked can be completed.

use table::Seat;

use crate::action::Action;
use crate::data::{AreaId, OrderKind, Unit};
use crate::game::Rules;
use crate::state::{Armies, Force, State, bits, count};

/// A march as far as it is picked.
#[derive(Clone, Debug)]
pub struct March {
    pub from: AreaId,
    /// Units by destination, in the order of picks.
    pub moves: Vec<(Unit, AreaId)>,
    /// What stays, standing.
    pub left: Force,
    /// The one area that is attacked.
    pub attack: Option<AreaId>,
    pub armies: Armies,
}

impl State {
    /// The march that a draft describes so far.
    pub fn march_of(&self, seat: Seat, draft: &[Action]) -> March {
        let from = match draft.first() {
            Some(Action::Use { area }) => *area,
            _ => AreaId(0),
        };
        let mut march = March { from, moves: Vec::new(), left: self.area(from).units, attack: None, armies: self.armies(seat) };
        for pick in draft {
            if let Action::Move { unit, to } = pick {
                self.march_move(seat, &mut march, *unit, *to);
            }
        }
        march
    }

    pub(super) fn march_move(&self, seat: Seat, march: &mut March, unit: Unit, to: AreaId) {
        march.moves.push((unit, to));
        march.left[unit.index()] -= 1;
        march.armies.add(march.from, -1);
        march.armies.add(to, 1);
        if self.defended(seat, to) {
            march.attack = Some(to);
        }
    }

    pub(super) fn march_unmove(&self, march: &mut March, attack: Option<AreaId>) {
        if let Some((unit, to)) = march.moves.pop() {
            march.left[unit.index()] += 1;
            march.armies.add(march.from, 1);
            march.armies.add(to, -1);
            march.attack = attack;
        }
    }

    /// Whether the march may end like this: supply, ports, and strength against a neutral force (BG.march.supply, BG.neutral.fight).
    pub(super) fn march_ends(&self, rules: &Rules, seat: Seat, march: &March) -> bool {
        if !march.armies.fit(self.limits(rules, seat)) {
            return false;
        }
        if march.moves.iter().any(|(_, to)| rules.board.area(*to).is_port() && march.armies.of(*to) > rules.board.port_ships) {
            return false;
        }
        match march.attack {
            Some(at) if self.is_neutral(at) => self.neutral_reach(rules, seat, march, at) >= i16::from(self.area(at).force),
            _ => true,
        }
    }

    /// Whether an area is held by a neutral force alone.
    pub fn is_neutral(&self, id: AreaId) -> bool {
        let area = self.area(id);
        area.force > 0 && area.garrison.is_none() && area.owner.is_none()
    }

    /// The greatest strength that a march can bring against a neutral force, with all support that may be granted.
    pub(super) fn neutral_reach(&self, rules: &Rules, seat: Seat, march: &March, at: AreaId) -> i16 {
        let castle = rules.board.area(at).castle > 0;
        let value = |unit: Unit| -> i16 { [1, 2, if castle { 4 } else { 0 }, 1][unit.index()] };
        let own: i16 = march.moves.iter().filter(|(_, to)| *to == at).map(|(unit, _)| value(*unit)).sum();
        let order = self.area(march.from).order.map_or(0, |order| rules.board.order(order).bonus);
        let support: i16 = self
            .support_areas(rules, at)
            .filter(|id| rules.rulings.neutral_support || self.area(*id).owner == Some(seat))
            .map(|id| {
                let area = self.area(id);
                let units: i16 = Unit::ALL.iter().map(|unit| i16::from(area.units[unit.index()]) * value(*unit)).sum();
                units + area.order.map_or(0, |order| i16::from(rules.board.order(order).bonus))
            })
            .sum();
        own + i16::from(order) + support
    }

    /// Whether the march so far can be completed to one that may end.
    pub(super) fn march_completable(&self, rules: &Rules, seat: Seat, march: &mut March, reach: &[u128; 4], from: (usize, AreaId)) -> bool {
        if self.march_ends(rules, seat, march) {
            return true;
        }
        for unit in Unit::ALL.into_iter().skip(from.0) {
            if march.left[unit.index()] == 0 {
                continue;
            }
            let first = if unit.index() == from.0 { from.1 } else { AreaId(0) };
            for to in bits(reach[unit.index()] & (u128::MAX << first.0)) {
                if self.defended(seat, to) && march.attack.is_some_and(|other| other != to) {
                    continue;
                }
                let before = march.attack;
                self.march_move(seat, march, unit, to);
                let found = self.march_completable(rules, seat, march, reach, (unit.index(), to));
                self.march_unmove(march, before);
                if found {
                    return true;
                }
            }
        }
        false
    }

    pub(super) fn march_options(&self, rules: &Rules, seat: Seat, draft: &[Action], out: &mut Vec<Action>) {
        let Some(Action::Use { .. }) = draft.first() else {
            out.extend(self.ordered(rules, seat, OrderKind::March).map(|area| Action::Use { area }));
            return;
        };
        let mut march = self.march_of(seat, draft);
        if matches!(draft.last(), Some(Action::Done)) {
            out.extend([Action::LeaveToken, Action::NoToken]);
            return;
        }
        let by_land = march.left[..3].iter().any(|n| *n > 0);
        let lands = if by_land { self.destinations(rules, seat, march.from, false) } else { 0 };
        let seas = if march.left[3] > 0 { self.destinations(rules, seat, march.from, true) } else { 0 };
        let reach = [lands, lands, lands, seas];
        // Units and destinations in ascending order: each march has one way to be picked.
        let (first_unit, first_to) = match draft.last() {
            Some(Action::Move { unit, to }) => (unit.index(), *to),
            _ => (0, AreaId(0)),
        };
        for unit in Unit::ALL.into_iter().skip(first_unit) {
            if march.left[unit.index()] == 0 {
                continue;
            }
            let first = if unit.index() == first_unit { first_to } else { AreaId(0) };
            for to in bits(reach[unit.index()] & (u128::MAX << first.0)) {
                if self.defended(seat, to) && march.attack.is_some_and(|other| other != to) {
                    continue;
                }
                let before = march.attack;
                self.march_move(seat, &mut march, unit, to);
                let fine = self.march_completable(rules, seat, &mut march, &reach, (unit.index(), to));
                self.march_unmove(&mut march, before);
                if fine {
                    out.push(Action::Move { unit, to });
                }
            }
        }
        if self.march_ends(rules, seat, &march) {
            out.push(Action::Done);
        }
    }

    /// Whether a power token may be left behind (BG.march.token).
    pub fn may_leave_token(&self, rules: &Rules, seat: Seat, march: &March) -> bool {
        let area = self.area(march.from);
        rules.board.area(march.from).is_land()
            && count(&march.left) == 0
            && count(&area.routed) == 0
            && !march.moves.is_empty()
            && area.token.is_none()
            && rules.board.area(march.from).home != Some(self.player(seat).house)
            && self.player(seat).power > 0
    }
}
