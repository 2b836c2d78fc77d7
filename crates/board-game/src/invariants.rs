//! What must hold of every state, whatever was played: asked by tests, by `soak`, and of a state that comes from a file.

use table::{Seat, SeatSet};

use crate::action::Question;
use crate::data::{AreaId, Unit};
use crate::game::Rules;
use crate::state::{State, Task};

impl State {
    /// Whether all numbers of a state that was read point into this board and this table.
    pub(crate) fn numbers_fit(&self, rules: &Rules) -> Result<(), String> {
        let (board, seats) = (rules.board, self.players.len());
        let seat = |seat: &Seat| seat.index() < seats;
        let set = |set: SeatSet| set.iter().all(|at| seat(&at));
        let area = |area: &AreaId| area.index() < self.areas.len();
        let card = |card: &crate::data::CardId| card.index() < board.cards.len();
        let order = |order: &crate::data::OrderId| order.index() < board.orders.len();
        let said = |what: &str, fits: bool| if fits { Ok(()) } else { Err(format!("{what} names something that is not on this board")) };
        for (at, deck) in self.westeros.iter().enumerate() {
            let fits = |card: &u8| usize::from(*card) < board.westeros[at].len();
            said("a Westeros deck", deck.draw.iter().chain(&deck.used).all(fits) && self.revealed.get(at).is_none_or(fits))?;
        }
        said("the wildling deck", self.wildlings.iter().all(|top| usize::from(top.card) < board.wildlings.len()))?;
        for player in &self.players {
            said("a player's hand", player.hand.iter().chain(player.discard.iter()).all(|at| card(&at)))?;
            said("an order", player.orders.iter().all(|(at, kind)| area(at) && kind.iter().all(order)))?;
        }
        said("who conceded", set(self.conceded))?;
        said("the question", self.ask.as_ref().is_none_or(|ask| set(ask.seats)))?;
        said("the tracks", self.tracks.iter().flatten().all(seat) && self.tracks.iter().all(|track| track.len() == seats))?;
        said("the bids", self.bids.is_empty() || self.bids.len() == seats)?;
        if let Some(attack) = &self.attack {
            let bids = attack.bids.is_empty() || attack.bids.len() == seats;
            let drawn = attack.card.is_none_or(|card| usize::from(card) < board.wildlings.len());
            said("the wildling attack", set(attack.without) && attack.named.iter().all(seat) && bids && drawn)?;
        }
        if let Some(combat) = &self.combat {
            let cards = combat.cards.iter().chain(&combat.returned).flatten().chain(&combat.done).all(card);
            let tides = combat.tides.iter().flatten().all(|card| usize::from(*card) < board.tides.len());
            let places = [combat.from, combat.at].iter().chain(combat.supports.iter().map(|(at, _)| at)).all(area);
            let sides = combat.supports.iter().all(|(_, side)| *side < 2) && combat.winner.is_none_or(|side| side < 2);
            said("the combat", combat.seats.iter().all(seat) && cards && tides && places && sides && order(&combat.order))?;
        }
        let task = |task: &Task| match task {
            Task::SetSupply(at)
            | Task::Reconcile(at)
            | Task::Muster(at, _)
            | Task::Penalty { seat: at, .. }
            | Task::Penalties { lowest: at } => seat(at),
            Task::Attack { without, .. } => set(*without),
            Task::Card(deck) | Task::CardOption(deck, _) => usize::from(*deck) < board.westeros.len(),
            Task::RetreatTo(at) | Task::OrderEnd(at) => area(at),
            _ => true,
        };
        said("what is still to do", self.todo.iter().all(task))
    }

    /// The first thing that is broken (see [`Game::check`]).
    pub(crate) fn invariants(&self, rules: &Rules) -> Result<(), String> {
        let board = rules.board;
        for seat in self.seats() {
            let player = self.player(seat);
            let house = board.house(player.house);
            let tokens = self.areas.iter().filter(|area| area.token == Some(seat)).count() as u8;
            if u16::from(player.power) + u16::from(player.committed) + u16::from(tokens) > u16::from(board.power.total) {
                return Err(format!("{seat} has more than {} power tokens", board.power.total));
            }
            for unit in Unit::ALL {
                let i = unit.index();
                let on_board: u8 =
                    self.areas.iter().filter(|area| area.owner == Some(seat)).map(|area| area.units[i] + area.routed[i]).sum();
                let fighting = self.combat.as_ref().filter(|combat| combat.seats[0] == seat).map_or(0, |combat| combat.force[i]);
                if on_board + fighting > board.limits[i] {
                    return Err(format!("{seat} has {} {}", on_board + fighting, unit.plural()));
                }
            }
            let played = self.combat.as_ref().map_or(0, |combat| {
                (0..2)
                    .filter(|side| combat.seats[*side] == seat && combat.cards[*side].is_some_and(|card| !player.discard.contains(card)))
                    .count()
            });
            if player.hand.0 & player.discard.0 != 0 || (player.hand.len() + player.discard.len()) as usize + played != house.cards.len() {
                return Err(format!("{seat} has lost or doubled house cards"));
            }
            let waiting = self.todo.iter().any(|task| matches!(task, Task::Reconcile(at) if *at == seat))
                || matches!(&self.ask, Some(ask) if ask.question == Question::Reconcile && ask.seats.contains(seat));
            let fits = self.armies(seat).fit(self.limits(rules, seat));
            let retreating = self.combat.is_some();
            if !fits && !waiting && !retreating {
                return Err(format!("the armies of {seat} break supply"));
            }
        }
        for id in self.area_ids() {
            let (area, facts) = (self.area(id), board.area(id));
            if area.owner.is_some() != (area.all() > 0) {
                return Err(format!("{}: owner without units or units without owner", id.id()));
            }
            let ships = area.units[Unit::Ship.index()] + area.routed[Unit::Ship.index()];
            if (facts.is_land() && ships > 0) || (!facts.is_land() && ships != area.all()) {
                return Err(format!("{}: units where they cannot be", id.id()));
            }
            if facts.is_port() && area.all() > board.port_ships {
                return Err(format!("{}: more than {} ships", id.id(), board.port_ships));
            }
            if facts.is_port()
                && self.combat.is_none()
                && area.owner.is_some()
                && area.owner != self.controller(rules, id)
                && self.todo.is_empty()
            {
                return Err(format!("{}: ships in a port of another", id.id()));
            }
            if area.token.is_some() && (!facts.is_land() || area.owner.is_some_and(|owner| area.token != Some(owner))) {
                return Err(format!("{}: a power token where none may be", id.id()));
            }
            if area.closed && (area.owner.is_some() || area.token.is_some()) {
                return Err(format!("{}: somebody is in a closed area", id.id()));
            }
            // BG.act.orphan-order: in a combat the March order and the defender's stay until its clean-up.
            let marching = self.combat.as_ref().is_some_and(|combat| combat.from == id || combat.at == id);
            if area.order.is_some()
                && area.owner.is_none()
                && !marching
                && self.todo.iter().all(|task| !matches!(task, Task::OrderEnd(at) if *at == id))
            {
                return Err(format!("{}: an order without units", id.id()));
            }
        }
        for (at, deck) in self.westeros.iter().enumerate() {
            let all: u8 = board.westeros[at].iter().map(|card| card.copies).sum();
            if deck.draw.len() + deck.used.len() != usize::from(all) {
                return Err(format!("Westeros deck {} has {} cards", at + 1, deck.draw.len() + deck.used.len()));
            }
        }
        let mut wild: Vec<u8> = self.wildlings.iter().map(|card| card.card).collect();
        wild.sort_unstable();
        if wild != (0..board.wildlings.len() as u8).collect::<Vec<_>>() {
            return Err("the wildling deck is not whole".to_owned());
        }
        for track in &self.tracks {
            let set: SeatSet = track.iter().copied().collect();
            if track.len() != self.players.len() || set != SeatSet::first(self.players.len()) {
                return Err("an influence track is not whole".to_owned());
            }
        }
        let asked = self.ask.as_ref().is_some_and(|ask| !ask.seats.is_empty());
        if asked == self.outcome.is_some() {
            return Err("nobody is asked, but the game is not over".to_owned());
        }
        Ok(())
    }
}
