//! What the castellan reads off a view: strength, reach, threats, and what an area is worth.
//!
//! Worth is counted in points: a plain land is 6, a power token some 8, a castle 45. Chances are percents.

use std::sync::LazyLock;

use board_game::data::{Ability, AreaKind, OrderKind, When, atlas};
use board_game::state::{Force, Phase};
use board_game::view::{AreaView, PlayerView, Units, View};
use board_game::{AreaId, Board, CardId, OrderId};
use table::Seat;

/// Adjacent areas by kind as bits, and the distance between any two areas.
pub struct Atlas {
    pub land: Vec<u128>,
    pub sea: Vec<u128>,
    pub port: Vec<u128>,
    distance: Vec<Vec<u8>>,
}

/// The board never changes, so neither does this.
static ATLAS: LazyLock<Atlas> = LazyLock::new(|| {
    let board = atlas();
    let next = |kind: AreaKind| -> Vec<u128> {
        let set = |ids: &[AreaId]| ids.iter().filter(|id| board.area(**id).kind == kind).fold(0, |set, id| set | bit(*id));
        board.areas.iter().map(|area| set(&area.adjacent)).collect()
    };
    let n = board.areas.len();
    let mut distance = vec![vec![u8::MAX; n]; n];
    for (from, row) in distance.iter_mut().enumerate() {
        let mut seen = vec![false; n];
        (row[from], seen[from]) = (0, true);
        let mut edge = vec![from];
        for far in 1.. {
            let next: Vec<usize> = edge.iter().flat_map(|at| board.areas[*at].adjacent.iter().map(|id| id.index())).collect();
            edge.clear();
            for at in next {
                if !std::mem::replace(&mut seen[at], true) {
                    row[at] = far;
                    edge.push(at);
                }
            }
            if edge.is_empty() {
                break;
            }
        }
    }
    Atlas { land: next(AreaKind::Land), sea: next(AreaKind::Sea), port: next(AreaKind::Port), distance }
});

pub fn bit(id: AreaId) -> u128 {
    1 << id.0
}

pub fn force(units: &Units) -> Force {
    [units.footman, units.knight, units.siege_engine, units.ship]
}

/// What a force counts, by whether it attacks a castle (BG.comp.unit-values).
pub fn strength(force: &Force, storms: bool) -> i32 {
    let siege = if storms { 4 } else { 0 };
    i32::from(force[0]) + 2 * i32::from(force[1]) + siege * i32::from(force[2]) + i32::from(force[3])
}

/// What units are worth to their house.
pub fn price(force: &Force) -> i32 {
    10 * i32::from(force[0]) + 19 * i32::from(force[1]) + 15 * i32::from(force[2]) + 11 * i32::from(force[3])
}

/// How far odds reach to both sides.
const FAR: i32 = 12;

/// A view with what is read off it for all questions.
pub struct Look<'a> {
    pub board: &'static Board,
    pub view: &'a View,
    pub me: Seat,
    pub map: &'static Atlas,
    /// The greatest strength with which an enemy may come, by area; 0 where nobody can.
    threat: Vec<i32>,
    /// What own orders add to the defence of own areas, where they are known.
    guard: Vec<i32>,
    /// By enemy: the chance to win with cards, by what is ahead without them.
    odds: Vec<[i32; 2 * FAR as usize + 1]>,
    worth: Vec<i32>,
    pull: Vec<i32>,
}

impl<'a> Look<'a> {
    pub fn new(view: &'a View, me: Seat) -> Look<'a> {
        let board = atlas();
        let none = Vec::new;
        let threat = vec![0; board.areas.len()];
        let mut look = Look { board, view, me, map: &ATLAS, threat, guard: none(), odds: Vec::new(), worth: none(), pull: none() };
        look.worth = look.ids().map(|id| look.value(id)).collect();
        look.pull = look.ids().map(|id| look.goal(id)).collect();
        look.guard = board.areas().map(|(id, _)| look.ordered_defence(id)).collect();
        look.see_threats();
        look.odds = view.players.iter().map(|player| look.card_odds(player)).collect();
        look
    }

    pub fn area(&self, id: AreaId) -> &AreaView {
        &self.view.areas[id.index()]
    }
    pub fn player(&self, seat: Seat) -> &PlayerView {
        &self.view.players[seat.index()]
    }
    pub fn own(&self) -> &PlayerView {
        self.player(self.me)
    }
    pub fn ids(&self) -> impl Iterator<Item = AreaId> + use<> {
        (0..self.view.areas.len() as u8).map(AreaId)
    }
    pub fn mine(&self, id: AreaId) -> bool {
        self.area(id).controller == Some(self.me)
    }
    pub fn units(&self, id: AreaId) -> Force {
        force(&self.area(id).units)
    }
    /// Standing and routed units.
    pub fn all(&self, id: AreaId) -> u8 {
        let area = self.area(id);
        force(&area.units).iter().chain(&force(&area.routed)).sum()
    }
    /// Areas with own units.
    pub fn manned(&self) -> Vec<AreaId> {
        self.ids().filter(|id| self.area(*id).owner == Some(self.me)).collect()
    }
    /// An order of this kind that can be seen.
    pub fn order(&self, id: AreaId, kind: OrderKind) -> Option<OrderId> {
        self.area(id).order.filter(|order| self.board.order(*order).kind == kind)
    }
    /// Whether orders lie open, so that who may march is known.
    pub fn open(&self) -> bool {
        self.view.phase == Phase::Action
    }
    pub fn place(&self, track: &[Seat], seat: Seat) -> i32 {
        track.iter().position(|at| *at == seat).map_or(9, |at| at as i32)
    }
    /// How far ahead a house is.
    pub fn lead(&self, seat: Seat) -> i32 {
        let player = self.player(seat);
        10 * i32::from(player.castles) + i32::from(player.lands)
    }

    /// Where units of an area can go in one move (BG.march.terrain, BG.march.transport).
    pub fn reach(&self, seat: Seat, from: AreaId, ships: bool) -> u128 {
        let held = |id: AreaId| self.area(id).owner == Some(seat);
        let mut out = if ships {
            let ports = bits(self.map.port[from.index()]).filter(|id| self.area(*id).controller == Some(seat));
            self.map.sea[from.index()] | ports.fold(0, |set, id| set | bit(id))
        } else {
            let mut lands = self.map.land[from.index()];
            let mut edge = self.map.sea[from.index()];
            let mut seen = 0;
            while let Some(sea) = bits(edge & !seen).next() {
                seen |= bit(sea);
                if held(sea) {
                    lands |= self.map.land[sea.index()];
                    edge |= self.map.sea[sea.index()];
                }
            }
            lands & !bit(from)
        };
        for id in bits(out) {
            if self.area(id).closed {
                out &= !bit(id);
            }
        }
        out
    }

    /// Areas whose support counts in a combat here (BG.support.terrain).
    pub fn supporting(&self, at: AreaId) -> u128 {
        let (sea, at_land) = (self.map.sea[at.index()], self.board.area(at).is_land());
        sea | if at_land { self.map.land[at.index()] } else { self.map.port[at.index()] }
    }

    /// The strength of the Support orders of a seat next to a combat, that of one area apart.
    pub fn support(&self, seat: Seat, at: AreaId, storms: bool, without: AreaId) -> i32 {
        let areas = bits(self.supporting(at) & !bit(without)).filter(|id| self.area(*id).owner == Some(seat));
        areas
            .filter_map(|id| self.order(id, OrderKind::Support).map(|order| (id, order)))
            .map(|(id, order)| strength(&self.units(id), storms) + i32::from(self.board.order(order).bonus))
            .sum()
    }

    fn ordered_defence(&self, id: AreaId) -> i32 {
        let area = self.area(id);
        let garrison = if area.garrison == Some(self.me) { i32::from(area.force) } else { 0 };
        if area.owner != Some(self.me) || !self.open() {
            return garrison;
        }
        let order = self.order(id, OrderKind::Defense).map_or(0, |order| i32::from(self.board.order(order).bonus));
        garrison + order + self.support(self.me, id, false, id)
    }

    fn see_threats(&mut self) {
        let seats = self.view.players.len();
        let mut best = vec![[0i32; 128]; seats];
        let mut more = vec![[0i32; 128]; seats];
        for from in self.ids() {
            let area = self.area(from);
            let Some(owner) = area.owner.filter(|owner| *owner != self.me) else { continue };
            let march = self.order(from, OrderKind::March).map(|order| i32::from(self.board.order(order).bonus));
            if self.open() && march.is_none() {
                continue;
            }
            let units = force(&area.units);
            for (ships, part) in [(false, [units[0], units[1], units[2], 0]), (true, [0, 0, 0, units[3]])] {
                if part == [0; 4] {
                    continue;
                }
                for to in bits(self.reach(owner, from, ships)) {
                    let comes = strength(&part, self.board.area(to).castle > 0) + march.unwrap_or(0);
                    let (best, more) = (&mut best[owner.index()][to.index()], &mut more[owner.index()][to.index()]);
                    *more += (*best).min(comes);
                    *best = (*best).max(comes);
                }
            }
        }
        for at in self.ids() {
            let enemy = |seat: usize| {
                let best = best[seat][at.index()];
                let help = if self.open() { self.support(Seat(seat as u8), at, true, at) } else { more[seat][at.index()] / 2 };
                if best > 0 { best + help } else { 0 }
            };
            self.threat[at.index()] = (0..seats).map(enemy).max().unwrap_or(0);
        }
    }

    pub fn threat(&self, id: AreaId) -> i32 {
        self.threat[id.index()]
    }

    /// What a card counts as a rule on a side, its bonus where it is sure.
    fn card_strength(&self, card: CardId, attacks: bool) -> i32 {
        let card = self.board.card(card);
        let sure = |when: &When| match when {
            When::Attacking => attacks,
            When::Defending => !attacks,
            _ => false,
        };
        let more = card.abilities.iter().map(|ability| match ability {
            Ability::Bonus { when, strength, .. } if when.iter().all(sure) => i32::from(*strength),
            Ability::UnitsCount { when, .. } if when.iter().all(sure) => 1,
            _ => 0,
        });
        i32::from(card.strength) + more.sum::<i32>()
    }

    /// The chance that this seat beats the enemy by cards, by what it is ahead: both play stronger cards more often than weak ones.
    fn card_odds(&self, enemy: &PlayerView) -> [i32; 2 * FAR as usize + 1] {
        let hand = |player: &PlayerView, attacks| -> Vec<i32> {
            let list: Vec<i32> = player.hand.iter().map(|card| self.card_strength(*card, attacks)).collect();
            if list.is_empty() { vec![0] } else { list }
        };
        let (mine, theirs) = (hand(self.own(), true), hand(enemy, false));
        let ahead = self.place(&self.view.fiefdoms, self.me) < self.place(&self.view.fiefdoms, enemy.seat);
        let mut by = [0; 2 * FAR as usize + 1];
        let mut all = 0;
        for my in &mine {
            for their in &theirs {
                let weight = (my + 1) * (their + 1);
                all += weight;
                // Enough to be ahead by this much without cards.
                let need = (their - my + i32::from(!ahead)).clamp(-FAR, FAR);
                by[(need + FAR) as usize] += weight;
            }
        }
        let mut sum = 0;
        by.map(|weight| {
            sum += weight;
            100 * sum / all.max(1)
        })
    }

    /// The chance to beat an enemy when so far ahead without cards.
    pub fn odds(&self, enemy: Seat, ahead: i32) -> i32 {
        self.odds[enemy.index()][(ahead.clamp(-FAR, FAR) + FAR) as usize]
    }

    /// What control of an area is worth to this seat.
    pub fn worth(&self, id: AreaId) -> i32 {
        self.worth[id.index()]
    }

    fn value(&self, id: AreaId) -> i32 {
        let area = self.board.area(id);
        match area.kind {
            AreaKind::Port => 8,
            AreaKind::Sea => {
                let lands = bits(self.map.land[id.index()]);
                let each = |land: AreaId| 3 * i32::from(self.mine(land)) + 3 * i32::from(self.board.area(land).castle > 0);
                (6 + lands.map(each).sum::<i32>()).min(30)
            }
            AreaKind::Land => {
                let castle = [0, 45, 58][usize::from(area.castle.min(2))];
                // The last castles win the game, and in the last rounds nothing else counts.
                let late = if self.own().castles >= 5 || self.view.round + 2 >= self.view.rounds { 30 } else { 0 };
                let barrel = if self.own().barrels < 6 { 12 } else { 4 };
                6 + barrel * i32::from(area.barrels) + 9 * i32::from(area.crowns) + castle + if castle > 0 { late } else { 0 }
            }
        }
    }

    /// The chance that an area that this seat controls stays so, with these units in it.
    pub fn holds(&self, id: AreaId, units: &Force) -> i32 {
        let threat = self.threat[id.index()];
        if threat == 0 {
            return 99;
        }
        let likely = if self.open() { 80 } else { 45 };
        let beaten = if units.iter().all(|n| *n == 0) && self.guard[id.index()] == 0 {
            95
        } else {
            (50 + 12 * (threat - strength(units, false) - self.guard[id.index()])).clamp(3, 95)
        };
        99 - likely * beaten / 100
    }

    /// What an area is worth with these units in it.
    pub fn held(&self, id: AreaId, units: &Force) -> i32 {
        self.worth(id) * self.holds(id, units) / 100
    }

    /// What it is worth that its owner loses an area.
    pub fn spite(&self, id: AreaId) -> i32 {
        let Some(owner) = self.area(id).controller.filter(|owner| *owner != self.me) else { return 0 };
        let castle = self.board.area(id).castle > 0;
        let leads = self.player(owner).castles + 1 >= self.view.players.iter().map(|player| player.castles).max().unwrap_or(0);
        let near = if castle && self.player(owner).castles >= 5 { 60 } else { 0 };
        near + self.worth(id) * if leads { 35 } else { 20 } / 100
    }

    /// How much there is to win from here, for units that have nothing else to do.
    pub fn pull(&self, id: AreaId) -> i32 {
        self.pull[id.index()]
    }

    fn goal(&self, id: AreaId) -> i32 {
        let goals = self.board.areas().filter(|(goal, area)| area.castle > 0 && !self.mine(*goal) && !self.area(*goal).closed);
        goals.map(|(goal, _)| 60 / (1 + i32::from(self.map.distance[id.index()][goal.index()]))).max().unwrap_or(0)
    }
}

/// The areas whose bits are set, ascending.
pub use board_game::state::bits;
