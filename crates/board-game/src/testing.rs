//! A table for tests: positions put together by names, answers given by meaning.
//!
//! ```
//! use board_game::testing::{Table, done, go, no_token, to};
//! let mut t = Table::empty(3);
//! t.units("stoney-sept", "lannister", "F").order("stoney-sept", "march").token("blackwater", "baratheon").action();
//! t.answer("lannister", &[go("stoney-sept"), to("F", "blackwater"), done(), no_token()]);
//! assert_eq!(t.owner("blackwater"), Some("lannister"));
//! ```

use table::{Chance, Game, Seat, SeatSet};

use crate::action::{Action, Question};
use crate::data::{AreaId, CardId, HouseId, OrderId, OrderKind, Track, Unit};
use crate::game::{Rules, Setup};
use crate::rulings::Rulings;
use crate::state::{Force, Phase, State, Task};
use crate::view::Event;

/// A game that a test puts together. Names are ids; units are letters: `F K E S` (Footman, Knight, Siege Engine, Ship), `f k s` routed.
#[derive(Debug)]
pub struct Table {
    pub rules: Rules,
    pub state: State,
    /// All events since the table was made.
    pub events: Vec<Event>,
}

pub fn area(id: &str) -> AreaId {
    AreaId::named(id).unwrap_or_else(|| panic!("no area {id}"))
}
pub fn card(id: &str) -> CardId {
    CardId::named(id).unwrap_or_else(|| panic!("no card {id}"))
}
pub fn order(id: &str) -> OrderId {
    OrderId::named(id).unwrap_or_else(|| panic!("no order {id}"))
}
fn unit(letter: char) -> Unit {
    match letter.to_ascii_uppercase() {
        'F' => Unit::Footman,
        'K' => Unit::Knight,
        'E' => Unit::SiegeEngine,
        'S' => Unit::Ship,
        other => panic!("{other} is no unit"),
    }
}

/// The order of this area is resolved.
pub fn go(at: &str) -> Action {
    Action::Use { area: area(at) }
}
/// A unit marches.
pub fn to(letter: &str, at: &str) -> Action {
    Action::Move { unit: unit(letter.chars().next().expect("a letter")), to: area(at) }
}
pub fn done() -> Action {
    Action::Done
}
pub fn leave_token() -> Action {
    Action::LeaveToken
}
pub fn no_token() -> Action {
    Action::NoToken
}
pub fn target(at: &str) -> Action {
    Action::Target { area: area(at) }
}
pub fn play(id: &str) -> Action {
    Action::Card { card: card(id) }
}
pub fn muster(of: &str, letter: &str, at: &str) -> Action {
    Action::Muster { area: area(of), unit: unit(letter.chars().next().expect("a letter")), at: area(at) }
}
pub fn upgrade(at: &str, letter: &str) -> Action {
    Action::Upgrade { area: area(at), unit: unit(letter.chars().next().expect("a letter")) }
}
/// A unit that is lost; a small letter is a routed one.
pub fn lose(letter: &str, at: &str) -> Action {
    let letter = letter.chars().next().expect("a letter");
    Action::Destroy { area: area(at), unit: unit(letter), routed: letter.is_ascii_lowercase() }
}

impl Table {
    /// A new game by `rulings`.
    pub fn new(players: usize, rulings: Rulings) -> Table {
        let rules = Rules::new(rulings);
        let mut events = Vec::new();
        let state = State::new(&rules, &Setup::players(players), Chance::seeded(1), &mut events).expect("a game");
        Table { rules, state, events }
    }

    /// A board without units, orders and tokens (garrisons and neutral forces stay), nobody being asked, in round 1 of the action phase.
    pub fn empty(players: usize) -> Table {
        Table::empty_by(players, Rulings::FAQ_V2)
    }

    /// The same under other rulings.
    pub fn empty_by(players: usize, rulings: Rulings) -> Table {
        let mut table = Table::new(players, rulings);
        for area in &mut table.state.areas {
            area.owner = None;
            area.units = [0; 4];
            area.order = None;
            area.token = None;
        }
        table.state.ask = None;
        table.state.todo.clear();
        table.state.phase = Phase::Action;
        table
    }

    pub fn seat(&self, house: &str) -> Seat {
        let house = HouseId::named(house).unwrap_or_else(|| panic!("no house {house}"));
        self.state.seat_of(house).unwrap_or_else(|| panic!("{house:?} does not play"))
    }
    fn house(&self, seat: Seat) -> &'static str {
        self.state.player(seat).house.id()
    }

    /// Puts units: `FFK` standing, `f` routed.
    pub fn units(&mut self, at: &str, house: &str, letters: &str) -> &mut Table {
        let seat = self.seat(house);
        let area = self.state.area_mut(area(at));
        area.owner = Some(seat);
        for letter in letters.chars().filter(|c| !c.is_whitespace()) {
            let force = if letter.is_ascii_lowercase() { &mut area.routed } else { &mut area.units };
            force[unit(letter).index()] += 1;
        }
        self
    }
    pub fn order(&mut self, at: &str, id: &str) -> &mut Table {
        self.state.area_mut(area(at)).order = Some(order(id));
        self
    }
    pub fn token(&mut self, at: &str, house: &str) -> &mut Table {
        let seat = self.seat(house);
        self.state.area_mut(area(at)).token = Some(seat);
        self
    }
    pub fn no_garrison(&mut self, at: &str) -> &mut Table {
        let area = self.state.area_mut(area(at));
        area.force = 0;
        area.garrison = None;
        self
    }
    pub fn power(&mut self, house: &str, power: u8) -> &mut Table {
        let seat = self.seat(house);
        self.state.player_mut(seat).power = power;
        self
    }
    pub fn supply(&mut self, house: &str, supply: u8) -> &mut Table {
        let seat = self.seat(house);
        self.state.player_mut(seat).supply = supply;
        self
    }
    /// The hand; all other cards of the house are discarded.
    pub fn hand(&mut self, house: &str, cards: &[&str]) -> &mut Table {
        let seat = self.seat(house);
        let all = self.rules.board.house(self.state.player(seat).house).cards.clone();
        let player = self.state.player_mut(seat);
        for id in all {
            player.hand.remove(id);
            player.discard.insert(id);
        }
        for id in cards {
            player.hand.insert(card(id));
            player.discard.remove(card(id));
        }
        self
    }
    pub fn track(&mut self, track: Track, houses: &[&str]) -> &mut Table {
        self.state.tracks[track.index()] = houses.iter().map(|house| self.seat(house)).collect();
        self
    }
    pub fn threat(&mut self, threat: u8) -> &mut Table {
        self.state.threat = threat;
        self
    }
    pub fn round(&mut self, round: u32) -> &mut Table {
        self.state.round = round;
        self
    }
    /// These wildling cards on top, first first.
    pub fn wildling_cards(&mut self, ids: &[&str]) -> &mut Table {
        for id in ids.iter().rev() {
            let at = self.state.wildlings.iter().position(|top| self.rules.board.wildlings[usize::from(top.card)].id == *id);
            let card = self.state.wildlings.remove(at.unwrap_or_else(|| panic!("no wildling card {id}")));
            self.state.wildlings.insert(0, card);
        }
        self
    }
    /// The cards that come next in a Westeros deck (0 to 2), first first.
    pub fn westeros_cards(&mut self, deck: usize, ids: &[&str]) -> &mut Table {
        for id in ids.iter().rev() {
            let list = &self.rules.board.westeros[deck];
            let draw = &mut self.state.westeros[deck].draw;
            let at = draw.iter().position(|card| list[usize::from(*card)].id == *id).unwrap_or_else(|| panic!("no card {id} left"));
            let card = draw.remove(at);
            draw.push(card);
        }
        self
    }

    /// Goes on with the action phase: raids first.
    pub fn action(&mut self) -> &mut Table {
        self.tasks(vec![Task::CleanUp, Task::Turns(OrderKind::Raid, 0)])
    }
    /// Goes on with the next Westeros phase.
    pub fn westeros(&mut self) -> &mut Table {
        self.tasks(vec![Task::Westeros])
    }
    /// Goes on with planning.
    pub fn planning(&mut self) -> &mut Table {
        self.tasks(vec![Task::Planning])
    }
    /// A wildling attack at the present threat, then planning.
    pub fn wildlings(&mut self) -> &mut Table {
        let strength = self.state.threat;
        self.tasks(vec![Task::Planning, Task::Attack { strength, without: SeatSet::EMPTY }])
    }
    /// Goes on with these tasks, the last first.
    pub fn tasks(&mut self, tasks: Vec<Task>) -> &mut Table {
        self.state.todo = tasks;
        self.state.run(&self.rules, &mut self.events);
        self
    }

    /// What is asked now, and the houses that owe an answer.
    pub fn asked(&self) -> Option<(Question, Vec<&'static str>)> {
        let ask = self.state.ask.as_ref()?;
        Some((ask.question.clone(), self.state.acting().iter().map(|seat| self.house(seat)).collect()))
    }
    /// The houses that owe an answer.
    pub fn acting(&self) -> Vec<&'static str> {
        self.state.acting().iter().map(|seat| self.house(seat)).collect()
    }
    /// What a house may pick after these picks of its answer.
    pub fn options(&self, house: &str, picks: &[Action]) -> Vec<Action> {
        let seat = self.seat(house);
        let mut trial = self.state.clone();
        for pick in picks {
            apply(&self.rules, &mut trial, seat, pick, &mut ()).unwrap_or_else(|error| panic!("{house} {pick:?}: {error}"));
        }
        let mut list = Vec::new();
        trial.legal(&self.rules, seat, &mut list);
        list
    }
    /// A whole answer; panics where a pick is not offered.
    pub fn answer(&mut self, house: &str, picks: &[Action]) -> &mut Table {
        let seat = self.seat(house);
        for pick in picks {
            if let Err(error) = apply(&self.rules, &mut self.state, seat, pick, &mut self.events) {
                panic!("{house} {pick:?}: {error}; asked: {:?}", self.state.ask);
            }
        }
        assert!(self.state.player(seat).draft.is_empty(), "the answer of {house} is not whole: {:?}", self.options(house, &[]));
        self.state.check(&self.rules).unwrap_or_else(|broken| panic!("after {picks:?} of {house}: {broken}"));
        self
    }
    /// Answers all questions that have one possible answer.
    pub fn auto(&mut self) -> &mut Table {
        self.state.auto(&self.rules, &mut self.events);
        self
    }
    /// Whether a house may give this answer.
    pub fn may(&self, house: &str, picks: &[Action]) -> bool {
        let seat = self.seat(house);
        let mut trial = self.state.clone();
        picks.iter().all(|pick| apply(&self.rules, &mut trial, seat, pick, &mut ()).is_ok())
    }

    /// Whose units stand in an area.
    pub fn owner(&self, at: &str) -> Option<&'static str> {
        self.state.area(area(at)).owner.map(|seat| self.house(seat))
    }
    pub fn controller(&self, at: &str) -> Option<&'static str> {
        self.state.controller(&self.rules, area(at)).map(|seat| self.house(seat))
    }
    /// The units of an area in letters, routed ones small: `FFk`.
    pub fn at(&self, at: &str) -> String {
        let area = self.state.area(area(at));
        let letters = |force: &Force, letters: [&str; 4]| -> String { (0..4).map(|i| letters[i].repeat(usize::from(force[i]))).collect() };
        letters(&area.units, ["F", "K", "E", "S"]) + &letters(&area.routed, ["f", "k", "e", "s"])
    }
    pub fn order_at(&self, at: &str) -> Option<&'static str> {
        self.state.area(area(at)).order.map(OrderId::id)
    }
    pub fn token_at(&self, at: &str) -> Option<&'static str> {
        self.state.area(area(at)).token.map(|seat| self.house(seat))
    }
    pub fn power_of(&self, house: &str) -> u8 {
        self.state.player(self.seat(house)).power
    }
    pub fn supply_of(&self, house: &str) -> u8 {
        self.state.player(self.seat(house)).supply
    }
    pub fn hand_of(&self, house: &str) -> Vec<&'static str> {
        self.state.player(self.seat(house)).hand.iter().map(CardId::id).collect()
    }
    pub fn discards_of(&self, house: &str) -> Vec<&'static str> {
        self.state.player(self.seat(house)).discard.iter().map(CardId::id).collect()
    }
    pub fn on_track(&self, track: Track) -> Vec<&'static str> {
        self.state.tracks[track.index()].iter().map(|seat| self.house(*seat)).collect()
    }
    /// The totals of the running combat: attacker, defender.
    pub fn strengths(&self) -> [i8; 2] {
        [self.state.strength(&self.rules, 0).total, self.state.strength(&self.rules, 1).total]
    }
    /// Whether some event's text holds these words.
    pub fn told(&self, words: &str) -> bool {
        self.events.iter().any(|event| event.text.contains(words))
    }
}

fn apply<S: table::Sink<Event>>(rules: &Rules, state: &mut State, seat: Seat, pick: &Action, sink: &mut S) -> Result<(), String> {
    let mut list = Vec::new();
    state.legal(rules, seat, &mut list);
    let at = list.iter().position(|action| action == pick).ok_or_else(|| format!("not offered; offered: {list:?}"))?;
    state.apply(rules, seat, at as u32, sink).map(|_| ()).map_err(|error| error.to_string())
}
