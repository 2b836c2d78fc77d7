//! Ports whose castle has changed hands (BG.ports.capture, BG.ports.orphan).

use table::{Seat, Sink};

use crate::action::Question;
use crate::data::{AreaId, Unit};
use crate::flow::tell;
use crate::game::Rules;
use crate::state::{State, Task};
use crate::view::Event;

impl State {
    /// Settles the first port whose ships are not of its owner, and comes back for the next.
    pub(crate) fn ports<S: Sink<Event>>(&mut self, rules: &Rules, sink: &mut S) {
        let found = rules.ports.iter().find_map(|id| {
            let id = *id;
            let ships = self.area(id).owner?;
            let land = self.controller(rules, id);
            (land != Some(ships)).then_some((id, ships, land))
        });
        let Some((port, old, land)) = found else { return };
        self.todo.push(Task::Ports);
        let ships = self.area(port).all();
        let conquered = |seat: Seat| rules.rulings.port_capture_any || self.combat.as_ref().is_some_and(|combat| combat.seats[0] == seat);
        let most = match land {
            Some(seat) if conquered(seat) => self.ships_to_take(rules, seat, port, ships),
            _ => 0,
        };
        match land {
            Some(seat) if most > 0 => self.put_to(seat, Question::Ships { port, most }),
            _ => self.lose_ships(port, old, ships, sink),
        }
    }

    /// The old ships and their order leave in any case (BG.ports.capture-order); who takes them over puts own ones there.
    fn lose_ships<S: Sink<Event>>(&mut self, port: AreaId, old: Seat, ships: u8, sink: &mut S) {
        let area = self.area_mut(port);
        area.units = [0; 4];
        area.routed = [0; 4];
        area.owner = None;
        area.order = None;
        tell!(sink, "ships_lost", "BG.ports.capture", [port], "{{{old}}} loses {} in {}.", Unit::Ship.counted(ships), port.name());
    }

    /// How many ships a new owner can put into a port: those there, own stock, supply (BG.ports.capture).
    fn ships_to_take(&self, rules: &Rules, seat: Seat, port: AreaId, ships: u8) -> u8 {
        let mut armies = self.armies(seat);
        let most = ships.min(self.stock(rules, seat, Unit::Ship)).min(rules.board.port_ships);
        let mut fit = 0;
        for n in 1..=most {
            armies.add(port, 1);
            if armies.fit(self.limits(rules, seat)) {
                fit = n;
            }
        }
        fit
    }

    pub(crate) fn take_ships<S: Sink<Event>>(&mut self, seat: Seat, port: AreaId, count: u8, sink: &mut S) {
        if let Some(old) = self.area(port).owner {
            self.lose_ships(port, old, self.area(port).all(), sink);
        }
        if count > 0 {
            let area = self.area_mut(port);
            area.owner = Some(seat);
            area.units[Unit::Ship.index()] = count;
            tell!(sink, "ships_taken", "BG.ports.capture", [port], "{{{seat}}} puts {} into {}.", Unit::Ship.counted(count), port.name());
        }
    }
}
