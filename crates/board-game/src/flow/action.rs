//! The action phase: raids, marches, consolidating power, clean-up (BG.act.*, BG.raid.*, BG.march.*, BG.cp.*).

use table::{Seat, Sink};

use crate::action::{Action, Question, Scope};
use crate::data::{AreaId, OrderKind};
use crate::flow::{list, tell};
use crate::game::Rules;
use crate::state::{Combat, Force, State, Task, add, count};
use crate::view::Event;

/// A force in words.
pub(crate) fn force_words(force: &Force) -> String {
    let parts: Vec<String> = crate::data::Unit::ALL
        .into_iter()
        .filter(|unit| force[unit.index()] > 0)
        .map(|unit| {
            let n = force[unit.index()];
            if n == 1 { format!("1 {}", unit.name()) } else { format!("{n} {}", unit.plural()) }
        })
        .collect();
    list(&parts)
}

impl State {
    /// The next house in turn order with an order of this kind resolves one (BG.act.cycle). The walk goes by place on the Iron Throne
    /// track, which may change on the way (BG.inf.track-change-midround).
    pub(crate) fn turns<S: Sink<Event>>(&mut self, rules: &Rules, kind: OrderKind, place: u8, sink: &mut S) {
        let seats = self.players.len() as u8;
        let mut having = table::SeatSet::EMPTY;
        for area in &self.areas {
            if let (Some(owner), Some(order)) = (area.owner, area.order)
                && rules.kinds[order.index()] == kind
            {
                having.insert(owner);
            }
        }
        for step in 0..seats {
            let at = (place + step) % seats;
            let seat = self.turn_order()[usize::from(at)];
            if !having.contains(seat) {
                continue;
            }
            let areas: Vec<AreaId> = self.ordered(rules, seat, kind).collect();
            if areas.is_empty() {
                continue;
            }
            self.todo.push(Task::Turns(kind, at + 1));
            match kind {
                OrderKind::Raid => self.put_to(seat, Question::Raid),
                OrderKind::March => self.put_to(seat, Question::March),
                _ => {
                    // Where no order can muster there is nothing to choose, unless ships that another musters could close a port
                    // before its turn comes (BG.cp.port, BG.cp.timing).
                    let closing = |areas: &[AreaId]| {
                        areas.len() > 1
                            && areas.iter().any(|area| rules.board.area(*area).is_port())
                            && self.area_ids().any(|area| self.may_muster_instead(rules, area))
                    };
                    if areas.iter().any(|area| self.may_muster_instead(rules, *area)) || closing(&areas) {
                        self.put_to(seat, Question::Consolidate);
                    } else {
                        self.consolidate(rules, seat, areas[0], sink);
                    }
                }
            }
            return;
        }
        match kind {
            OrderKind::Raid => self.todo.push(Task::Turns(OrderKind::March, 0)),
            OrderKind::March => self.todo.push(Task::Turns(OrderKind::ConsolidatePower, 0)),
            _ => {}
        }
    }

    pub(crate) fn resolve_raid<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, picks: &[Action], sink: &mut S) {
        let [Action::Use { area }, target] = *picks else { return };
        self.area_mut(area).order = None;
        let Action::Target { area: target } = target else {
            tell!(sink, "raid", "BG.raid.none", [area], "{{{seat}}} removes the Raid of {}.", area.name());
            return;
        };
        let Some(order) = self.area_mut(target).order.take() else { return };
        let Some(victim) = self.area(target).owner else { return };
        let name = &rules.board.order(order).name;
        tell!(
            sink,
            "raid",
            "BG.raid.target",
            [area, target],
            "{{{seat}}} raids {name} of {{{victim}}} in {} from {}.",
            target.name(),
            area.name()
        );
        if rules.board.order(order).kind == OrderKind::ConsolidatePower {
            // BG.raid.pillage
            let gained = self.gain_power(rules, seat, 1);
            let lost = self.player(victim).power.min(1);
            self.player_mut(victim).power -= lost;
            tell!(sink, "power", "BG.raid.pillage", [], "{{{seat}}} gains {gained} power, {{{victim}}} loses {lost}.");
        }
    }

    pub(crate) fn resolve_march<S: Sink<Event>>(&mut self, seat: Seat, picks: &[Action], sink: &mut S) {
        let march = self.march_of(seat, picks);
        let from = march.from;
        let Some(order) = self.area(from).order else { return };
        let mut groups: Vec<(AreaId, Force)> = Vec::new();
        for (unit, to) in &march.moves {
            match groups.iter_mut().find(|(at, _)| at == to) {
                Some((_, force)) => force[unit.index()] += 1,
                None => {
                    let mut force = [0; 4];
                    force[unit.index()] = 1;
                    groups.push((*to, force));
                }
            }
        }
        if groups.is_empty() {
            tell!(sink, "march", "BG.march.move", [from], "{{{seat}}} marches nobody from {}.", from.name());
        }
        let area = self.area_mut(from);
        area.units = march.left;
        if area.all() == 0 {
            area.owner = None;
        }
        self.todo.push(Task::OrderEnd(from));
        // BG.march.combat-last: all other moves come first.
        for (to, force) in &groups {
            tell!(
                sink,
                "march",
                "BG.march.move",
                [from, *to],
                "{{{seat}}} marches {} from {} to {}.",
                force_words(force),
                from.name(),
                to.name()
            );
            if march.attack != Some(*to) {
                self.enter(seat, *to, force, sink);
            }
        }
        if picks.last() == Some(&Action::LeaveToken) {
            self.player_mut(seat).power -= 1;
            self.area_mut(from).token = Some(seat);
            tell!(sink, "token", "BG.march.token", [from], "{{{seat}}} leaves a power token in {}.", from.name());
        }
        if let Some(at) = march.attack {
            let force = groups.iter().find(|(to, _)| *to == at).map_or([0; 4], |(_, force)| *force);
            let neutral = self.is_neutral(at);
            let defender = self.area(at).owner.or(self.area(at).garrison).unwrap_or(seat);
            self.combat = Some(Box::new(Combat {
                seats: [seat, defender],
                neutral,
                from,
                at,
                order,
                force,
                supports: Vec::new(),
                cards: [None; 2],
                returned: [None; 2],
                done: Vec::new(),
                blade: None,
                tides: [None; 2],
                tides_open: false,
                totals: None,
                winner: None,
                token_left: picks.last() == Some(&Action::LeaveToken),
            }));
            self.todo.push(Task::Fight);
            // BG.ports.orphan: settled before the combat; who waits for support against a neutral force has not left yet.
            if !neutral {
                self.todo.push(Task::Ports);
            }
        }
    }

    /// Units enter an area that nobody defends: an enemy token and order there leave (BG.march.walk-in, BG.march.remove-order).
    pub(crate) fn enter<S: Sink<Event>>(&mut self, seat: Seat, to: AreaId, force: &Force, sink: &mut S) {
        let at = self.area_mut(to);
        if let Some(other) = at.token.filter(|other| *other != seat) {
            at.token = None;
            tell!(sink, "token", "BG.march.walk-in", [to], "The power token of {{{other}}} in {} is removed.", to.name());
        }
        let at = self.area_mut(to);
        if at.owner != Some(seat) {
            at.order = None;
        }
        at.owner = Some(seat);
        add(&mut at.units, force);
    }

    /// A March or mustering order is done.
    pub(crate) fn order_end(&mut self, from: AreaId) {
        self.area_mut(from).order = None;
        self.orphan_orders();
        self.todo.push(Task::Victory);
        self.todo.push(Task::Ports);
    }

    pub(crate) fn resolve_consolidate<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, picks: &[Action], sink: &mut S) {
        let Some(Action::Use { area }) = picks.first().copied() else { return };
        if picks.get(1) == Some(&Action::MusterInstead) {
            tell!(sink, "consolidate", "BG.cp.star", [area], "{{{seat}}} musters with the order of {}.", area.name());
            self.todo.push(Task::OrderEnd(area));
            self.todo.push(Task::Muster(seat, Scope::At(area)));
        } else {
            self.consolidate(rules, seat, area, sink);
        }
    }

    /// Takes power (BG.cp.gain, BG.cp.sea, BG.ports.cp).
    pub(crate) fn consolidate<S: Sink<Event>>(&mut self, rules: &Rules, seat: Seat, area: AreaId, sink: &mut S) {
        self.area_mut(area).order = None;
        let board = rules.board.area(area);
        let power = if board.is_sea() || (board.is_port() && !self.port_trades(rules, area, seat)) { 0 } else { 1 + board.crowns };
        let gained = self.gain_power(rules, seat, power);
        tell!(sink, "consolidate", "BG.cp.gain", [area], "{{{seat}}} consolidates power in {}: {gained}.", area.name());
    }

    /// BG.act.cleanup; after the last round the game ends (BG.win.round10).
    pub(crate) fn clean_up<S: Sink<Event>>(&mut self, rules: &Rules, sink: &mut S) {
        for area in &mut self.areas {
            area.order = None;
        }
        if self.round >= rules.board.rounds {
            self.end(rules, sink);
            return;
        }
        for area in &mut self.areas {
            let routed = std::mem::take(&mut area.routed);
            add(&mut area.units, &routed);
        }
        self.blade_used = false;
        self.raven_used = false;
        self.todo.push(Task::Westeros);
    }

    /// The combat on top of the stack begins, or the attack on a neutral force.
    pub(crate) fn fight<S: Sink<Event>>(&mut self, sink: &mut S) {
        let Some(combat) = self.combat.as_deref() else { return };
        let (seats, at, neutral) = (combat.seats, combat.at, combat.neutral);
        let attacker = seats[0];
        if neutral {
            tell!(sink, "neutral", "BG.neutral.fight", [at], "{{{attacker}}} attacks the neutral force of {}.", at.name());
        } else {
            self.battles += 1;
            tell!(sink, "combat", "BG.combat.roles", [combat.from, at], "{{{attacker}}} attacks {{{}}} in {}.", seats[1], at.name());
        }
        debug_assert!(count(&combat.force) > 0);
        self.todo.push(Task::Combat(crate::state::Step::Support(0)));
    }
}
