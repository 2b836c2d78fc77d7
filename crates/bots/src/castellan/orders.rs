//! Orders: which area gets which token, the raven, raids.

use board_game::data::OrderKind;
use board_game::{Action, AreaId, OrderId};

use super::look::{Look, bit, bits, price, strength};
use super::march::{self, March, Terms, armies, excess};

/// What one more power token is worth.
pub fn power(look: &Look<'_>) -> i32 {
    match look.own().power {
        0..6 => 9,
        6..12 => 6,
        _ => 2,
    }
}

/// The power that Consolidate Power brings here (BG.cp.gain, BG.cp.sea, BG.ports.cp).
fn income(look: &Look<'_>, at: AreaId) -> i32 {
    let area = look.board.area(at);
    if area.is_land() {
        return 1 + i32::from(area.crowns);
    }
    let free = |sea: AreaId| look.area(sea).owner.is_none_or(|owner| owner == look.me);
    i32::from(area.is_port() && area.sea.is_none_or(free))
}

/// What a muster here is worth: what it costs, as far as supply leaves room; without room Footmen can still become Knights.
pub fn muster(look: &Look<'_>, at: AreaId) -> i32 {
    let points = i32::from(look.board.area(at).castle);
    let mut armies = armies(look);
    armies[at.index()] += points as u8;
    if excess(&armies, &look.own().limits) == 0 {
        return 20 * points;
    }
    let port = look.board.area(at).port.into_iter().chain(bits(look.map.sea[at.index()]));
    let afloat = port.into_iter().any(|to| {
        let mut armies = super::march::armies(look);
        armies[to.index()] += 1;
        look.area(to).owner.is_none_or(|owner| owner == look.me) && excess(&armies, &look.own().limits) == 0
    });
    if afloat { 12 * points } else { 8 * points.min(i32::from(look.units(at)[0])) }
}

struct Planner<'l, 'a> {
    look: &'l Look<'a>,
    /// Tokens that are left, and how many of them may be special.
    left: Vec<u8>,
    stars: u8,
    marches: Vec<March>,
    out: Vec<(AreaId, OrderId)>,
}

/// An order for each area with own units, as far as there are tokens.
pub fn plan(look: &Look<'_>) -> Vec<(AreaId, OrderId)> {
    let banned = |order: &&board_game::data::Order| look.view.bans.iter().any(|ban| ban.bans(order));
    let left = look.board.orders.iter().map(|order| if banned(&order) { 0 } else { order.count }).collect();
    let mut planner = Planner { look, left, stars: look.own().stars, marches: Vec::new(), out: Vec::new() };
    let mut areas = look.manned();
    planner.march(&mut areas);
    planner.others(areas);
    planner.out
}

impl Planner<'_, '_> {
    fn kind(&self, order: OrderId) -> OrderKind {
        self.look.board.order(order).kind
    }

    fn bonus(&self, order: OrderId) -> i32 {
        i32::from(self.look.board.order(order).bonus)
    }

    /// Tokens that may still be placed.
    fn tokens(&self) -> Vec<OrderId> {
        let all = self.left.iter().enumerate().filter(|(_, n)| **n > 0).map(|(at, _)| OrderId(at as u8));
        all.filter(|order| !self.look.board.order(*order).star || self.stars > 0).collect()
    }

    fn place(&mut self, at: AreaId, order: OrderId) {
        self.left[order.index()] -= 1;
        if self.look.board.order(order).star {
            self.stars -= 1;
        }
        self.out.push((at, order));
    }

    /// Marches first: the area whose best march is worth most beyond its other orders gets one, then the next.
    fn march(&mut self, areas: &mut Vec<AreaId>) {
        let marches = |planner: &Self| -> Vec<OrderId> {
            planner.tokens().into_iter().filter(|order| planner.kind(*order) == OrderKind::March).collect()
        };
        let count: usize = marches(self).into_iter().map(|order| usize::from(self.left[order.index()])).sum();
        let mut claimed = 0;
        let mut armies = armies(self.look);
        let mut helped: Vec<AreaId> = Vec::new();
        for _ in 0..count {
            let helpers = areas.iter().fold(0, |set, id| set | bit(*id));
            let free = areas.iter().filter(|id| !helped.contains(id));
            let best = free
                .map(|from| march::plan(self.look, *from, &Terms { bonus: 0, claimed, helpers, armies: &armies }))
                .map(|march| (march.gain - self.instead(march.from) / 2, march))
                .max_by_key(|(net, march)| (*net, std::cmp::Reverse(march.from)));
            let Some((_, march)) = best.filter(|(net, march)| *net > 0 && !march.moves.is_empty()) else { break };
            areas.retain(|id| *id != march.from);
            for (_, to) in &march.moves {
                armies[march.from.index()] -= 1;
                armies[to.index()] += 1;
                if !self.look.mine(*to) {
                    claimed |= bit(*to);
                }
            }
            helped.extend(march.helper);
            self.marches.push(march);
        }
        // Attacks get the strong tokens, the closest ones first.
        let mut order: Vec<usize> = (0..self.marches.len()).collect();
        order.sort_by_key(|at| {
            let march = &self.marches[*at];
            (march.attack.is_none(), march.ahead.abs())
        });
        for (rank, at) in order.iter().enumerate() {
            let last = self.marches.len() - rank;
            let mut tokens = marches(self);
            tokens.sort_by_key(|order| -self.bonus(*order));
            // Who fights nobody leaves the better tokens to others and special orders to other areas.
            let peaceful = self.marches[*at].attack.is_none();
            let token = if peaceful { tokens.iter().rev().take(last).next_back() } else { tokens.first() };
            match token.copied() {
                Some(token) => self.place(self.marches[*at].from, token),
                None => areas.push(self.marches[*at].from),
            }
        }
    }

    /// What the best order but a March is worth here, if it is still to be had.
    fn instead(&self, at: AreaId) -> i32 {
        self.tokens()
            .into_iter()
            .filter(|order| self.kind(*order) != OrderKind::March)
            .map(|order| self.value(at, order))
            .max()
            .unwrap_or(0)
    }

    /// Then the other tokens, the most valuable pair of area and token first.
    fn others(&mut self, mut areas: Vec<AreaId>) {
        areas.sort_unstable();
        while !areas.is_empty() {
            let tokens = self.tokens();
            let pairs = areas.iter().flat_map(|at| tokens.iter().map(move |order| (*at, *order)));
            let Some((_, at, order)) = pairs
                .map(|(at, order)| (self.value(at, order), at, order))
                .max_by_key(|(value, at, order)| (*value, std::cmp::Reverse((*at, *order))))
            else {
                break;
            };
            areas.retain(|id| *id != at);
            self.place(at, order);
        }
    }

    fn value(&self, at: AreaId, order: OrderId) -> i32 {
        // A special token is worth a little by itself: another area may need it.
        let star = i32::from(self.look.board.order(order).star);
        let value = match self.kind(order) {
            OrderKind::March => -20 - self.bonus(order),
            OrderKind::Defense => defence(self.look, at, self.bonus(order)),
            OrderKind::Support => self.support(at, self.bonus(order)),
            OrderKind::Raid => raid(self.look, at) + star,
            OrderKind::ConsolidatePower => consolidate(self.look, at, star > 0),
        };
        value - star
    }

    /// Support of planned attacks and of own areas that may be attacked.
    fn support(&self, at: AreaId, bonus: i32) -> i32 {
        let look = self.look;
        let units = look.units(at);
        let reaches = |area: AreaId| look.supporting(area) & bit(at) != 0;
        let attacks = self.marches.iter().filter_map(|march| march.attack.filter(|area| reaches(*area)).map(|area| (march, area)));
        let mut sum = 0;
        for (march, area) in attacks {
            let helps = strength(&units, look.board.area(area).castle > 0) + bonus;
            let ahead = if march.helper == Some(at) { march.ahead - helps + bonus } else { march.ahead };
            sum += match look.area(area).owner {
                Some(enemy) => march.prize * (look.odds(enemy, ahead + helps) - look.odds(enemy, ahead)) / 100,
                None if ahead < 0 && ahead + helps >= 0 => march.prize,
                None => 0,
            };
        }
        for area in look.ids().filter(|area| *area != at && look.mine(*area) && reaches(*area)) {
            let mut helped = look.units(area);
            let before = look.held(area, &helped);
            // Whole footmen stand for what support adds.
            helped[0] += (strength(&units, false) + bonus).max(0) as u8;
            sum += (look.held(area, &helped) - before) * 2 / 3;
        }
        sum + 1
    }
}

fn defence(look: &Look<'_>, at: AreaId, bonus: i32) -> i32 {
    let units = look.units(at);
    let mut helped = units;
    helped[0] += bonus as u8;
    let stake = look.worth(at) + price(&units) / 3;
    stake * (look.holds(at, &helped) - look.holds(at, &units)) / 100
}

/// Areas that a raid from here reaches (BG.raid.reach-land, BG.raid.reach-sea, BG.raid.reach-port).
fn raidable(look: &Look<'_>, from: AreaId) -> u128 {
    let (land, sea, port) = (look.map.land[from.index()], look.map.sea[from.index()], look.map.port[from.index()]);
    let area = look.board.area(from);
    if area.is_land() {
        land
    } else if area.is_port() {
        sea
    } else {
        land | sea | port
    }
}

fn raid(look: &Look<'_>, at: AreaId) -> i32 {
    let enemies = bits(raidable(look, at)).filter(|id| look.area(*id).owner.is_some_and(|owner| owner != look.me));
    let each = |id: AreaId| 3 + 2 * i32::from(look.board.area(id).crowns + u8::from(look.board.area(id).castle > 0));
    enemies.map(each).sum::<i32>().min(12)
}

fn consolidate(look: &Look<'_>, at: AreaId, star: bool) -> i32 {
    let gains = power(look) * income(look, at);
    let gains = if star { gains.max(muster(look, at)) } else { gains };
    // Who stands next to enemies is raided.
    let next = look.board.area(at).adjacent.iter().any(|id| look.area(*id).owner.is_some_and(|owner| owner != look.me));
    if next { gains * 3 / 4 } else { gains }
}

/// What removing an order is worth.
pub fn bereft(look: &Look<'_>, at: AreaId, pillage: bool) -> i32 {
    let Some(order) = look.area(at).order.map(|order| look.board.order(order)) else { return 0 };
    let near = look.board.area(at).adjacent.iter().any(|id| look.mine(*id));
    let units = look.units(at);
    let value = match order.kind {
        OrderKind::ConsolidatePower => {
            let muster = if order.star && look.board.area(at).castle > 0 { 20 } else { 0 };
            6 + 5 * i32::from(look.board.area(at).crowns) + muster + if pillage { power(look) + 2 } else { 0 }
        }
        OrderKind::Support => 6 + 3 * strength(&units, false),
        OrderKind::March => 8 + 5 * strength(&units, true) + if near { 10 } else { 0 },
        OrderKind::Defense => 4 + 4 * i32::from(order.bonus),
        OrderKind::Raid => 7,
    };
    let leads = look.area(at).owner.map_or(0, |owner| i32::from(look.player(owner).castles));
    value + leads
}

/// How the Raid of an area is used.
pub fn raid_target(look: &Look<'_>, legal: &[Action]) -> Option<usize> {
    let value = |action: &Action| match action {
        Action::Target { area } => bereft(look, *area, true),
        _ => 0,
    };
    super::best(legal, value)
}

/// Which Raid comes first: the one with the best target.
pub fn raid_from(look: &Look<'_>, legal: &[Action]) -> Option<usize> {
    let targets = |area: AreaId| {
        let enemies = bits(raidable(look, area)).filter(|id| look.area(*id).owner.is_some_and(|owner| owner != look.me));
        enemies.filter(|id| look.order(*id, OrderKind::March).is_none()).map(|id| bereft(look, id, true)).max().unwrap_or(0)
    };
    super::best(legal, |action| if let Action::Use { area } = action { targets(*area) } else { 0 })
}

/// The Messenger Raven: a Defense where one is needed, else a look at the wildlings.
pub fn raven(look: &Look<'_>, legal: &[Action]) -> Option<usize> {
    let gain = |area: AreaId| match look.area(area).order.map(|order| look.board.order(order)) {
        Some(order) if order.kind == OrderKind::ConsolidatePower => defence(look, area, 1) - consolidate(look, area, order.star),
        Some(order) if order.kind == OrderKind::Raid => defence(look, area, 1) - 8,
        _ => 0,
    };
    let value = |action: &Action| match action {
        Action::Replace { area } => gain(*area) - 4,
        Action::Order { area, order } => {
            let order = look.board.order(*order);
            if order.kind == OrderKind::Defense { defence(look, *area, i32::from(order.bonus)) } else { -1 }
        }
        Action::Look => 1,
        _ => 0,
    };
    super::best(legal, value)
}
