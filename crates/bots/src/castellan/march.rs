//! Marches: who goes where, and what that is worth.

use board_game::state::{Force, count};
use board_game::{AreaId, Unit};

use super::look::{Look, bit, bits, price, strength};

/// A march as it is planned.
#[derive(Clone, Debug)]
pub struct March {
    pub from: AreaId,
    /// Ascending, as they are picked.
    pub moves: Vec<(Unit, AreaId)>,
    pub attack: Option<AreaId>,
    /// Whether a power token stays behind.
    pub token: bool,
    /// Points that it is expected to bring.
    pub gain: i32,
    /// How far the attack is ahead without cards, and what winning it is worth.
    pub ahead: i32,
    pub prize: i32,
    /// Support from here was counted in.
    pub helper: Option<AreaId>,
}

/// What a plan may count on.
pub struct Terms<'a> {
    /// What the March order adds.
    pub bonus: i32,
    /// Areas that another march takes.
    pub claimed: u128,
    /// Own areas that may still be given a Support order. Empty where orders lie open: what supports is seen then.
    pub helpers: u128,
    /// Own units by area.
    pub armies: &'a [u8],
}

/// Numbers of own units by area (BG.supply.fit counts routed ones too).
pub fn armies(look: &Look<'_>) -> Vec<u8> {
    look.ids().map(|id| if look.area(id).owner == Some(look.me) { look.all(id) } else { 0 }).collect()
}

/// How much these armies are over a supply limit.
pub fn excess(armies: &[u8], limits: &[u8]) -> i32 {
    let mut sizes: Vec<u8> = armies.iter().copied().filter(|n| *n > 1).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    let limit = |at: usize| limits.get(at).copied().unwrap_or(1);
    sizes.iter().enumerate().map(|(at, n)| i32::from(n.saturating_sub(limit(at)))).sum()
}

/// An attack that a march may make.
struct Attack {
    at: AreaId,
    force: Force,
    ahead: i32,
    chance: i32,
    helper: Option<AreaId>,
}

struct Planner<'l, 'a> {
    look: &'l Look<'a>,
    terms: &'l Terms<'l>,
    from: AreaId,
    all: Force,
    land: u128,
    seas: u128,
}

/// Where the units of an area go.
#[derive(Clone)]
struct Plan {
    left: Force,
    /// By destination that is not attacked.
    to: Vec<(AreaId, Force)>,
}

/// The best march from an area; one that moves nobody gains nothing.
pub fn plan(look: &Look<'_>, from: AreaId, terms: &Terms<'_>) -> March {
    let planner =
        Planner { look, terms, from, all: look.units(from), land: look.reach(look.me, from, false), seas: look.reach(look.me, from, true) };
    planner.best()
}

impl Planner<'_, '_> {
    fn best(&self) -> March {
        let mut best = self.fill(None);
        for at in bits(self.land | self.seas).filter(|at| self.terms.claimed & bit(*at) == 0 && self.defended(*at)) {
            let fits = |unit: usize| if self.look.board.area(at).is_land() { unit < 3 } else { unit == 3 };
            let most: [u8; 4] = [0, 1, 2, 3].map(|unit| if fits(unit) { self.all[unit] } else { 0 });
            for code in 1..most.iter().map(|n| usize::from(*n) + 1).product::<usize>() {
                let mut rest = code;
                let force = most.map(|n| {
                    let take = rest % (usize::from(n) + 1);
                    rest /= usize::from(n) + 1;
                    take as u8
                });
                if let Some(attack) = self.attack(at, force) {
                    let march = self.fill(Some(&attack));
                    if march.gain > best.gain {
                        best = march;
                    }
                }
            }
        }
        best
    }

    /// Whether entering is an attack (BG.march.combat-trigger, BG.neutral.fight).
    fn defended(&self, at: AreaId) -> bool {
        let area = self.look.area(at);
        area.owner.is_some_and(|owner| owner != self.look.me) || (area.force > 0 && area.garrison != Some(self.look.me))
    }

    /// An attack with this force, unless it is hopeless.
    fn attack(&self, at: AreaId, force: Force) -> Option<Attack> {
        let look = self.look;
        let storms = look.board.area(at).castle > 0;
        let mut own = strength(&force, storms) + self.terms.bonus + look.support(look.me, at, storms, self.from);
        let helpers = bits(look.supporting(at) & self.terms.helpers & !bit(self.from));
        let help = helpers.map(|id| (strength(&look.units(id), storms), id)).max();
        let area = look.area(at);
        let neutral = area.owner.is_none() && area.garrison.is_none();
        let enemy = area.owner.or(area.garrison);
        let mut other = if area.garrison == Some(look.me) { 0 } else { i32::from(area.force) };
        if let Some(owner) = area.owner {
            other += strength(&look.units(at), false) + look.support(owner, at, false, at);
            let order = look.order(at, board_game::data::OrderKind::Defense);
            // An order that cannot be seen yet may be a Defense.
            other += order.map_or(i32::from(!look.open() && storms), |order| i32::from(look.board.order(order).bonus));
        }
        let chance = |ahead: i32| match enemy {
            Some(enemy) if !neutral => look.odds(enemy, ahead),
            _ => {
                if ahead >= 0 {
                    100
                } else {
                    0
                }
            }
        };
        let alone = chance(own - other);
        let mut helper = None;
        if let Some((more, id)) = help.filter(|(more, _)| chance(own - other + more) >= alone + 12) {
            own += more;
            helper = Some(id);
        }
        let ahead = own - other;
        // What help promises may be raided away.
        let chance = if helper.is_some() { (alone + 3 * chance(ahead)) / 4 } else { chance(ahead) };
        (chance >= 35).then_some(Attack { at, force, ahead, chance, helper })
    }

    /// The rest of a march is filled unit by unit with what brings most.
    fn fill(&self, attack: Option<&Attack>) -> March {
        let mut plan = Plan { left: self.all, to: Vec::new() };
        if let Some(attack) = attack {
            attack.force.iter().zip(&mut plan.left).for_each(|(n, left)| *left -= n);
        }
        let free =
            |set: u128| -> Vec<AreaId> { bits(set & !self.terms.claimed).filter(|to| !self.defended(*to) && self.room(*to)).collect() };
        let (land, seas) = (free(self.land), free(self.seas));
        let (mut best, mut token) = self.value(&plan, attack);
        loop {
            let mut next: Option<(i32, bool, Plan)> = None;
            for unit in Unit::ALL {
                if plan.left[unit.index()] == 0 {
                    continue;
                }
                for to in if unit.is_ship() { &seas } else { &land } {
                    let mut trial = plan.clone();
                    trial.left[unit.index()] -= 1;
                    match trial.to.iter_mut().find(|(at, _)| at == to) {
                        Some((_, force)) => force[unit.index()] += 1,
                        None => {
                            let mut force = [0; 4];
                            force[unit.index()] = 1;
                            trial.to.push((*to, force));
                        }
                    }
                    let (value, token) = self.value(&trial, attack);
                    if value > next.as_ref().map_or(best, |(value, ..)| *value) {
                        next = Some((value, token, trial));
                    }
                }
            }
            let Some((value, leaves, better)) = next else { break };
            (best, token, plan) = (value, leaves, better);
        }
        let mut moves = Vec::new();
        let groups = plan.to.iter().map(|(to, force)| (*to, *force)).chain(attack.map(|attack| (attack.at, attack.force)));
        for (to, force) in groups {
            for unit in Unit::ALL {
                moves.extend((0..force[unit.index()]).map(|_| (unit, to)));
            }
        }
        moves.sort_unstable();
        March {
            from: self.from,
            gain: if moves.is_empty() { 0 } else { best },
            moves,
            attack: attack.map(|attack| attack.at),
            token,
            ahead: attack.map_or(0, |attack| attack.ahead),
            prize: attack.map_or(0, |attack| self.look.held(attack.at, &attack.force) + self.look.spite(attack.at)),
            helper: attack.and_then(|attack| attack.helper),
        }
    }

    fn room(&self, to: AreaId) -> bool {
        !self.look.board.area(to).is_port() || self.terms.armies[to.index()] < 3
    }

    /// What the board is worth after a march, against before; far below 0 where supply forbids it.
    fn value(&self, plan: &Plan, attack: Option<&Attack>) -> (i32, bool) {
        let look = self.look;
        let mut armies = self.terms.armies.to_vec();
        let moved = plan.to.iter().map(|(to, force)| (*to, count(force))).chain(attack.map(|attack| (attack.at, count(&attack.force))));
        for (to, n) in moved {
            armies[self.from.index()] -= n;
            armies[to.index()] += n;
        }
        if excess(&armies, &look.own().limits) > 0 {
            return (-1000, false);
        }
        let (stays, token) = self.behind(plan);
        let before = look.held(self.from, &self.all);
        let mut sum = match attack {
            Some(attack) => {
                let won = look.held(attack.at, &attack.force) + look.spite(attack.at) + 6;
                let lost = 6 + price(&attack.force) / 4;
                let stays = (attack.chance * stays + (100 - attack.chance) * before) / 100;
                (attack.chance * won - (100 - attack.chance) * lost) / 100 + stays - before - 3
            }
            None => stays - before,
        };
        let home = look.pull(self.from);
        for (to, force) in &plan.to {
            let there = look.units(*to);
            let mut after = there;
            after.iter_mut().zip(force).for_each(|(at, n)| *at += n);
            let had = if look.mine(*to) { look.held(*to, &there) } else { 0 };
            sum += look.held(*to, &after) - had + look.spite(*to) - 1;
            if force[3] == 0 {
                sum += strength(force, true) * (look.pull(*to) - home) / 12;
            }
        }
        (sum, token)
    }

    /// What the area that is left is worth, and whether a power token is put there (BG.march.token).
    fn behind(&self, plan: &Plan) -> (i32, bool) {
        let look = self.look;
        if plan.left != [0; 4] || count(&look.units(self.from)) < look.all(self.from) {
            return (look.held(self.from, &plan.left), false);
        }
        let area = look.board.area(self.from);
        if !area.is_land() {
            return (0, false);
        }
        let kept = look.held(self.from, &[0; 4]);
        if area.home == Some(look.own().house) || look.area(self.from).token == Some(look.me) {
            (kept, false)
        } else if look.own().power > 0 && kept > 8 {
            (kept - 6, true)
        } else {
            (0, false)
        }
    }
}
