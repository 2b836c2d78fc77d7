//! Orders and what they do, marches apart: placing, raven, raid, consolidating power, mustering.

use table::Seat;

use super::Tokens;
use crate::action::{Action, Scope};
use crate::data::{AreaId, OrderId, OrderKind, Unit};
use crate::game::Rules;
use crate::rulings::{BannedOrders, ShortOrders};
use crate::state::{State, bits};

impl State {
    /// Areas in which `seat` has units, and so places orders (BG.plan.every-area).
    pub fn orderable(&self, seat: Seat) -> impl Iterator<Item = AreaId> {
        self.area_ids().filter(move |id| self.area(*id).owner == Some(seat) && self.area(*id).all() > 0)
    }

    /// How many tokens of each kind `seat` may still place, bans apart, after these picks; and the stars that are left.
    pub(crate) fn tokens_left(&self, rules: &Rules, seat: Seat, placed: impl Iterator<Item = OrderId>) -> (Tokens, u8) {
        let mut left = rules.tokens.clone();
        let mut stars = self.stars(rules, seat);
        for id in placed {
            left[id.index()] = left[id.index()].saturating_sub(1);
            if rules.special >> id.0 & 1 == 1 {
                stars = stars.saturating_sub(1);
            }
        }
        (left, stars)
    }

    pub(crate) fn banned(&self, rules: &Rules, order: OrderId) -> bool {
        self.all_banned(rules) >> order.0 & 1 == 1
    }

    /// The banned orders, as bits.
    pub(super) fn all_banned(&self, rules: &Rules) -> u16 {
        self.bans.iter().fold(0, |set, ban| set | rules.bans[*ban as usize])
    }

    /// How many more orders can be placed with what is left.
    pub(crate) fn eligible(&self, rules: &Rules, left: &[u8], stars: u8, banned_too: bool) -> u8 {
        let (mut plain, mut star) = (0, 0);
        let banned = if banned_too { 0 } else { self.all_banned(rules) };
        for (at, n) in left.iter().enumerate().filter(|(at, _)| banned >> at & 1 == 0) {
            if rules.special >> at & 1 == 1 { star += n } else { plain += n }
        }
        plain + star.min(stars)
    }

    pub(super) fn order_options(&self, rules: &Rules, seat: Seat, draft: &[Action], out: &mut Vec<Action>) {
        let mut areas = self.orderable(seat).skip(draft.len());
        let Some(area) = areas.next() else { return };
        let placed = draft.iter().filter_map(|pick| if let Action::Order { order, .. } = pick { Some(*order) } else { None });
        let (left, stars) = self.tokens_left(rules, seat, placed);
        let more = 1 + areas.count() as u8;
        let eligible = self.eligible(rules, &left, stars, false);
        let as_last = rules.rulings.banned_orders == BannedOrders::AsLast;
        // A banned token only when no other is left (BG.diff.banned-orders).
        let never = if as_last && eligible == 0 { 0 } else { self.all_banned(rules) } | if stars > 0 { 0 } else { rules.special };
        for (at, n) in left.iter().enumerate() {
            if *n > 0 && never >> at & 1 == 0 {
                out.push(Action::Order { area, order: OrderId(at as u8) });
            }
        }
        let all = self.eligible(rules, &left, stars, as_last);
        let gap = match rules.rulings.short_orders {
            // Every eligible token is placed; the short player chooses the gaps (BG.plan.short).
            ShortOrders::TurnOrder => more > all,
            ShortOrders::AtOnce => out.is_empty(),
        };
        if gap {
            out.push(Action::Leave { area });
        }
    }

    pub(super) fn raven_options(&self, rules: &Rules, seat: Seat, draft: &[Action], out: &mut Vec<Action>) {
        match draft.first() {
            None => {
                // BG.plan.raven-own, -legal: areas for which another token is left.
                let orders = self.own_orders(seat);
                let mut list = Vec::new();
                for (area, _) in &orders {
                    list.clear();
                    self.replacements(rules, seat, *area, &orders, &mut list);
                    if !list.is_empty() {
                        out.push(Action::Replace { area: *area });
                    }
                }
                out.extend([Action::Look, Action::Pass]);
            }
            Some(Action::Replace { area }) => self.replacements(rules, seat, *area, &self.own_orders(seat), out),
            Some(_) => {}
        }
    }

    pub(super) fn own_orders(&self, seat: Seat) -> Vec<(AreaId, OrderId)> {
        let own = self.area_ids().filter(|id| self.area(*id).owner == Some(seat));
        own.filter_map(|id| self.area(id).order.map(|order| (id, order))).collect()
    }

    pub(super) fn replacements(&self, rules: &Rules, seat: Seat, area: AreaId, orders: &[(AreaId, OrderId)], out: &mut Vec<Action>) {
        let (unused, _) = self.tokens_left(rules, seat, orders.iter().map(|(_, order)| *order));
        let (_, stars) = self.tokens_left(rules, seat, orders.iter().filter(|(id, _)| *id != area).map(|(_, order)| *order));
        for (at, n) in unused.iter().enumerate() {
            let order = OrderId(at as u8);
            // BG.plan.raven-legal; as the reference games are played, a banned token may be swapped in and leaves again.
            let legal = rules.rulings.banned_orders == BannedOrders::AsLast || !self.banned(rules, order);
            if *n > 0 && (!rules.board.order(order).star || stars > 0) && legal {
                out.push(Action::Order { area, order });
            }
        }
    }

    /// What an area's raid may remove (BG.raid.*).
    pub fn raid_targets(&self, rules: &Rules, seat: Seat, from: AreaId) -> Vec<AreaId> {
        let star = self.area(from).order.is_some_and(|order| rules.board.order(order).star);
        let board = rules.board.area(from);
        let reach = if board.is_land() {
            rules.land[from.index()]
        } else if board.is_port() {
            rules.sea[from.index()]
        } else {
            rules.land[from.index()] | rules.sea[from.index()] | rules.port[from.index()]
        };
        bits(reach)
            .filter(|id| {
                let area = self.area(*id);
                area.owner.is_some_and(|owner| owner != seat)
                    && area.order.is_some_and(|order| match rules.board.order(order).kind {
                        OrderKind::Raid | OrderKind::Support | OrderKind::ConsolidatePower => true,
                        OrderKind::Defense => star,
                        OrderKind::March => false,
                    })
            })
            .collect()
    }

    pub(super) fn raid_options(&self, rules: &Rules, seat: Seat, draft: &[Action], out: &mut Vec<Action>) {
        match draft.first() {
            None => out.extend(self.ordered(rules, seat, OrderKind::Raid).map(|area| Action::Use { area })),
            Some(Action::Use { area }) => {
                out.extend(self.raid_targets(rules, seat, *area).into_iter().map(|area| Action::Target { area }));
                out.push(Action::NoTarget);
            }
            Some(_) => {}
        }
    }

    /// Whether a Consolidate Power* may muster here (BG.cp.star, BG.cp.star-port).
    pub fn may_muster_instead(&self, rules: &Rules, area: AreaId) -> bool {
        rules.board.area(area).castle > 0
            && self.order_at(rules, area, OrderKind::ConsolidatePower).is_some_and(|order| rules.board.order(order).star)
    }

    pub(super) fn muster_options(&self, rules: &Rules, seat: Seat, scope: Scope, draft: &[Action], out: &mut Vec<Action>) {
        let mut armies = self.armies(seat);
        let mut spent = [0u8; 128];
        let mut stock: [i8; 4] = self.stocks(rules, seat).map(|n| n as i8);
        let mut footmen = [0i8; 128];
        let mut only = None;
        for pick in draft {
            match *pick {
                Action::Muster { area, unit, at } => {
                    armies.add(at, 1);
                    spent[area.index()] += unit.cost();
                    stock[unit.index()] -= 1;
                    if unit == Unit::Footman {
                        footmen[at.index()] += 1;
                    }
                    only = Some(area);
                }
                Action::Upgrade { area, unit } => {
                    spent[area.index()] += 1;
                    stock[unit.index()] -= 1;
                    stock[Unit::Footman.index()] += 1;
                    footmen[area.index()] -= 1;
                    only = Some(area);
                }
                _ => {}
            }
        }
        let limits = self.limits(rules, seat);
        let mut fits = |at: AreaId| {
            armies.add(at, 1);
            let fits = armies.fit(limits) && (!rules.board.area(at).is_port() || armies.of(at) <= rules.board.port_ships);
            armies.add(at, -1);
            fits
        };
        for (id, area) in rules.board.areas().filter(|(_, area)| area.castle > 0) {
            let in_scope = match scope {
                Scope::All => true,
                Scope::At(at) => at == id,
                Scope::One => only.is_none_or(|at| at == id),
            };
            if !in_scope || spent[id.index()] >= area.castle || self.controller(rules, id) != Some(seat) {
                continue;
            }
            let points = area.castle - spent[id.index()];
            for unit in [Unit::Footman, Unit::Knight, Unit::SiegeEngine] {
                if unit.cost() <= points && stock[unit.index()] > 0 && fits(id) {
                    out.push(Action::Muster { area: id, unit, at: id });
                }
            }
            if stock[Unit::Ship.index()] > 0 {
                // BG.muster.ship-where, BG.ports.muster, BG.ports.muster-blockade
                for at in area.port.into_iter().chain(bits(rules.sea[id.index()])) {
                    if self.area(at).owner.is_none_or(|owner| owner == seat) && !self.area(at).closed && fits(at) {
                        out.push(Action::Muster { area: id, unit: Unit::Ship, at });
                    }
                }
            }
            let standing = if self.area(id).owner == Some(seat) { self.area(id).units[Unit::Footman.index()] as i8 } else { 0 };
            if standing + footmen[id.index()] > 0 {
                for unit in [Unit::Knight, Unit::SiegeEngine] {
                    if stock[unit.index()] > 0 {
                        out.push(Action::Upgrade { area: id, unit });
                    }
                }
            }
        }
        out.push(Action::Done);
    }
}
