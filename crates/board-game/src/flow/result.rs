//! Combat from the victor on: texts, casualties, retreat, clean-up (BG.cas.*, BG.retreat.*, BG.clean.*).

use table::{Seat, Sink};

use crate::action::{Question, Why};
use crate::data::{Ability, AreaId, CardId, OrderKind, Timing, Unit};
use crate::flow::tell;
use crate::game::Rules;
use crate::rulings::{Robb, SiegeCasualty};
use crate::state::{Force, State, Step, Task, add, bits, count};
use crate::view::Event;

impl State {
    /// Winner's and loser's side.
    fn decided(&self) -> (usize, usize) {
        let winner = self.combat.as_ref().and_then(|combat| combat.winner).map_or(0, usize::from);
        (winner, 1 - winner)
    }

    pub(crate) fn result_step<S: Sink<Event>>(&mut self, rules: &Rules, step: Step, sink: &mut S) {
        let Some(combat) = self.combat.as_deref() else { return };
        let (winner, loser) = self.decided();
        let seats = combat.seats;
        let lost = seats[loser];
        let then = |state: &mut State, next: Step| state.todo.push(Task::Combat(next));
        match step {
            Step::Won => {
                // "If you win" and "if you lose" in Iron Throne order.
                let timing = |side| if side == winner { Timing::Win } else { Timing::Loss };
                let used = self.next_text(rules, step, timing, sink);
                if !used {
                    then(self, Step::Siege);
                }
            }
            Step::Siege => {
                let at = combat.at;
                then(self, Step::Casualties);
                let area = self.area_mut(at);
                if winner == 0 && area.garrison == Some(lost) {
                    area.force = 0;
                    area.garrison = None;
                    tell!(sink, "garrison", "BG.cas.garrison", [at], "The garrison of {} is destroyed.", at.name());
                }
                // BG.cas.siege-first, BG.cas.routed-first
                if rules.rulings.siege_casualty == SiegeCasualty::First {
                    self.lose_stragglers(lost, sink);
                }
            }
            Step::Casualties => {
                then(self, Step::Skulls(0));
                let immune = self.has(rules, loser, |ability| *ability == Ability::NoCasualties);
                let swords = self.strength(rules, winner).swords;
                let units = swords.saturating_sub(self.strength(rules, loser).fortifications);
                if !immune {
                    self.casualties(lost, units, Why::Casualties, sink);
                }
            }
            Step::Skulls(side) => {
                // BG.tides.skull: the opponent of who drew it.
                let victim = 1 - usize::from(side);
                let drawn = combat.tides[usize::from(side)];
                then(self, if side == 0 { Step::Skulls(1) } else { Step::Retreat });
                let skulls = drawn.map_or(0, |card| rules.board.tides[usize::from(card)].skulls);
                if skulls > 0 && !self.has(rules, victim, |ability| *ability == Ability::NoCasualties) {
                    self.casualties(seats[victim], skulls, Why::Skull, sink);
                }
            }
            Step::Retreat => {
                then(self, Step::CleanUp);
                self.begin_retreat(rules, winner, loser, sink);
            }
            Step::CleanUp => {
                then(self, Step::After);
                self.todo.push(Task::Ports);
                self.combat_clean_up(rules, sink);
            }
            Step::After => {
                // "After combat" texts, cards being in the discard piles already (BG.clean.cards).
                let used = self.next_text(rules, step, |_| Timing::AfterCombat, sink);
                if !used {
                    then(self, Step::End);
                }
            }
            Step::End => {
                self.combat = None;
            }
            _ => {}
        }
    }

    /// Siege engines and routed units of the loser cannot retreat and die (BG.retreat.siege, BG.retreat.routed).
    fn lose_stragglers<S: Sink<Event>>(&mut self, lost: Seat, sink: &mut S) {
        let (_, standing, routed) = self.fighters(lost);
        for _ in 0..standing[Unit::SiegeEngine.index()] {
            self.destroy_fighter(lost, Unit::SiegeEngine, false, "BG.retreat.siege", sink);
        }
        for unit in Unit::ALL {
            for _ in 0..routed[unit.index()] {
                self.destroy_fighter(lost, unit, true, "BG.retreat.routed", sink);
            }
        }
    }

    /// How many of a retreating force are lost to supply or to the size of a port when it goes to an area (BG.retreat.supply).
    pub(crate) fn retreat_cost(&self, rules: &Rules, seat: Seat, force: &Force, from: AreaId, to: AreaId) -> u8 {
        let n = count(force);
        let mut armies = self.armies(seat);
        armies.add(from, -(armies.of(from).min(n) as i8));
        armies.add(to, n as i8);
        for cost in 0..n {
            let port = rules.board.area(to).is_port() && armies.of(to) > rules.board.port_ships;
            if armies.fit(self.limits(rules, seat)) && !port {
                return cost;
            }
            armies.add(to, -1);
        }
        n
    }

    /// Areas into which a beaten force may go (BG.retreat.defender, BG.retreat.home-shield, BG.retreat.neutral).
    fn retreat_areas(&self, rules: &Rules, seat: Seat, at: AreaId, never: Option<AreaId>) -> Vec<AreaId> {
        let ships = !rules.board.area(at).is_land();
        bits(self.destinations(rules, seat, at, ships))
            .filter(|id| Some(*id) != never)
            .filter(|id| {
                let area = self.area(*id);
                let foreign_home = rules.board.area(*id).home.and_then(|house| self.seat_of(house)).is_some_and(|home| home != seat);
                !self.defended(seat, *id)
                    && area.token.is_none_or(|token| token == seat)
                    && (!foreign_home || area.owner == Some(seat) || area.token == Some(seat))
            })
            .collect()
    }

    fn begin_retreat<S: Sink<Event>>(&mut self, rules: &Rules, winner: usize, loser: usize, sink: &mut S) {
        let Some(combat) = self.combat.as_deref() else { return };
        let (won, lost, from, at) = (combat.seats[winner], combat.seats[loser], combat.from, combat.at);
        self.lose_stragglers(lost, sink);
        let (_, force, _) = self.fighters(lost);
        if count(&force) == 0 {
            return;
        }
        let here = at;
        let chooses = self.has(rules, winner, |ability| *ability == Ability::ChooseRetreat);
        let mut areas: Vec<AreaId> = Vec::new();
        if loser == 0 {
            // BG.retreat.attacker, BG.retreat.attacker-lost-home
            if self.may_go_back(rules, lost, from) {
                areas.push(from);
            }
            if chooses && rules.rulings.robb == Robb::Anywhere {
                areas.extend(self.retreat_areas(rules, lost, at, Some(from)));
                areas.sort();
            }
        } else {
            areas = self.retreat_areas(rules, lost, at, Some(from));
        }
        // Who goes back to where he came from needs no supply test (BG.retreat.attacker). Others of the same march may have made a new army
        // meanwhile; then the house removes units of its choice (BG.supply.always).
        let home = |id: &AreaId| loser == 0 && *id == from;
        let cost = |id: &AreaId| if home(id) { 0 } else { self.retreat_cost(rules, lost, &force, here, *id) };
        let least = areas.iter().map(cost).min().unwrap_or(u8::MAX);
        if areas.is_empty() || least >= count(&force) {
            tell!(sink, "retreat", "BG.retreat.none", [at], "{{{lost}}} has nowhere to retreat to.");
            for unit in Unit::ALL {
                for _ in 0..force[unit.index()] {
                    self.destroy_fighter(lost, unit, false, "BG.retreat.none", sink);
                }
            }
            return;
        }
        areas.retain(|id| cost(id) == least);
        if let [one] = areas.as_slice() {
            let one = *one;
            self.retreat_to(rules, one, sink);
        } else {
            self.put_to(if chooses { won } else { lost }, Question::Retreat { areas });
        }
    }

    /// Whether a beaten attacker can go back: not into an enemy home area that all units left without token.
    fn may_go_back(&self, rules: &Rules, seat: Seat, from: AreaId) -> bool {
        let area = self.area(from);
        let foreign = rules.board.area(from).home.and_then(|house| self.seat_of(house)).is_some_and(|home| home != seat);
        let port_lost = rules.board.area(from).is_port() && self.controller(rules, from) != Some(seat);
        !port_lost && (!foreign || area.owner == Some(seat) || area.token == Some(seat))
    }

    /// The beaten force goes to an area; first those die for whom there is no supply.
    pub(crate) fn retreat_to<S: Sink<Event>>(&mut self, rules: &Rules, to: AreaId, sink: &mut S) {
        let (_, loser) = self.decided();
        let Some(combat) = self.combat.as_deref() else { return };
        let (lost, from, at) = (combat.seats[loser], combat.from, combat.at);
        let (_, force, _) = self.fighters(lost);
        let back = loser == 0 && to == from;
        let cost = if back { 0 } else { self.retreat_cost(rules, lost, &force, at, to) };
        if back {
            self.todo.push(Task::Reconcile(lost));
        }
        if cost > 0 {
            self.todo.push(Task::RetreatTo(to));
            self.casualties(lost, cost, Why::Retreat, sink);
            return;
        }
        self.move_retreat(to, sink);
    }

    /// The beaten force lies down routed in its new area (BG.retreat.routed).
    pub(crate) fn move_retreat<S: Sink<Event>>(&mut self, to: AreaId, sink: &mut S) {
        let (_, loser) = self.decided();
        let Some(combat) = self.combat.as_deref() else { return };
        let (lost, at) = (combat.seats[loser], combat.at);
        let (_, force, _) = self.fighters(lost);
        if count(&force) == 0 {
            return;
        }
        tell!(sink, "retreat", "BG.retreat.when", [at, to], "{{{lost}}} retreats to {}.", to.name());
        if loser == 0 {
            if let Some(combat) = &mut self.combat {
                combat.force = [0; 4];
            }
        } else {
            let area = self.area_mut(at);
            area.units = [0; 4];
            area.owner = None;
        }
        let area = self.area_mut(to);
        area.owner = Some(lost);
        add(&mut area.routed, &force);
    }

    /// BG.clean.*: who holds the area, orders, tokens, garrison, cards.
    fn combat_clean_up<S: Sink<Event>>(&mut self, rules: &Rules, sink: &mut S) {
        let (winner, _) = self.decided();
        let Some(combat) = self.combat.as_deref() else { return };
        let (from, at, order, seats, cards) = (combat.from, combat.at, combat.order, combat.seats, combat.cards);
        let mut force = combat.force;
        let mut again = false;
        if winner == 0 {
            let no_entry = self.has(rules, 1, |ability| *ability == Ability::NoEntry);
            let area = self.area_mut(at);
            area.order = None;
            // BG.clean.attacker-all-dead: who has no unit left takes nothing, and a token is control (BG.control.land).
            let stays = (no_entry && rules.rulings.arianne_token_stays) || count(&force) == 0;
            if area.token.is_some_and(|token| token != seats[0]) && !stays {
                area.token = None;
            }
            if no_entry && count(&force) > 0 {
                tell!(sink, "no_entry", "BG.card.arianne", [from], "The attackers go back to {}.", from.name());
                self.enter(seats[0], from, &force, sink);
                // BG.supply.always: others of the march may have made a new army meanwhile.
                self.todo.push(Task::Reconcile(seats[0]));
            } else if count(&force) > 0 {
                self.enter(seats[0], at, &force, sink);
                tell!(sink, "conquered", "BG.clean.attacker-wins", [at], "{{{}}} holds {}.", seats[0], at.name());
                again = self.has(rules, 0, |ability| *ability == Ability::MarchAgain);
            }
            force = [0; 4];
        }
        // The March token is removed, or lies in the conquered area (BG.card.loras-supply).
        self.area_mut(from).order = None;
        if again {
            self.area_mut(at).order = Some(order);
            tell!(sink, "march_again", "BG.card.loras-supply", [at], "The March order moves to {}.", at.name());
        }
        debug_assert!(rules.board.order(order).kind == OrderKind::March);
        for (side, seat) in seats.into_iter().enumerate() {
            if let Some(card) = cards[side] {
                self.player_mut(seat).discard.insert(card);
            }
            self.refill(seat, cards[side], sink);
        }
        if let Some(combat) = &mut self.combat {
            combat.force = force;
            combat.done.clear();
        }
        self.orphan_orders();
    }

    /// Who has no card in hand takes the discarded ones back; the one just played or taken away stays (BG.combat.last-card,
    /// BG.combat.last-card-other).
    pub(crate) fn refill<S: Sink<Event>>(&mut self, seat: Seat, stays: Option<CardId>, sink: &mut S) {
        if !self.player(seat).hand.is_empty() {
            return;
        }
        let player = self.player_mut(seat);
        player.hand = std::mem::take(&mut player.discard);
        if let Some(card) = stays {
            player.hand.remove(card);
            player.discard.insert(card);
        }
        tell!(sink, "took_back", "BG.combat.last-card", [], "{{{seat}}} takes the other cards back.");
    }
}
