//! The table for combat tests: a march into an area, house cards, retreats. Nobody uses the blade unless the test says so.

#![allow(dead_code, unused_imports)]

pub use board_game::Action;
pub use board_game::Rulings;
pub use board_game::Track;
pub use board_game::action::Question;
pub use board_game::testing::*;
pub use table::{Game, Outcome};
pub use test_macros::rule;

pub const HOUSES: [&str; 6] = ["stark", "greyjoy", "lannister", "baratheon", "tyrell", "martell"];

/// An empty board of six houses with supply for all; the blade is used.
pub fn field() -> Table {
    field_by(Rulings::FAQ_V2)
}

pub fn field_by(rulings: Rulings) -> Table {
    let mut t = Table::empty_by(6, rulings);
    t.state.blade_used = true;
    for house in HOUSES {
        t.supply(house, 6);
    }
    t
}

/// Marches units of an area into another; a token that may be left is not left.
pub fn march(t: &mut Table, house: &str, from: &str, letters: &str, into: &str) {
    let mut picks = vec![go(from)];
    picks.extend(letters.chars().map(|letter| to(&letter.to_string(), into)));
    picks.push(done());
    let token = t.options(house, &picks).contains(&no_token());
    if token {
        picks.push(no_token());
    }
    t.answer(house, &picks);
}

/// An attack from Harrenhal into Stoney Sept (no castle) or Riverrun (a stronghold), up to the choice of house cards. A Footman of the
/// attacker with a March order in The Arbor holds up the end of the action phase.
pub fn attack(t: &mut Table, attacker: &str, letters: &str, into: &str) {
    t.units("harrenhal", attacker, letters).order("harrenhal", "march");
    hold(t, attacker);
    t.action();
    march(t, attacker, "harrenhal", letters, into);
}

/// A march that is still to come.
pub fn hold(t: &mut Table, house: &str) {
    t.units("the-arbor", house, "F").order("the-arbor", "march-minus-one");
}

/// The same against units of another house, on a new board.
pub fn duel(attacker: &str, attackers: &str, defender: &str, defenders: &str, into: &str) -> Table {
    let mut t = field();
    t.units(into, defender, defenders);
    attack(&mut t, attacker, attackers, into);
    t
}

/// Both play a card.
pub fn cards(t: &mut Table, first: (&str, &str), second: (&str, &str)) {
    t.answer(first.0, &[play(first.1)]);
    t.answer(second.0, &[play(second.1)]);
}

/// What a house may do now.
pub fn offered(t: &Table, house: &str) -> Vec<Action> {
    t.options(house, &[])
}

pub fn asks(t: &Table, what: fn(&Question) -> bool) -> bool {
    t.asked().is_some_and(|(question, _)| what(&question))
}

/// The retreat areas that a house may choose from.
pub fn retreats(t: &Table, house: &str) -> Vec<&'static str> {
    assert!(asks(t, |q| matches!(q, Question::Retreat { .. })), "{:?}", t.asked());
    areas(&offered(t, house))
}

/// The areas that targets name.
pub fn areas(list: &[Action]) -> Vec<&'static str> {
    list.iter().filter_map(|action| if let Action::Target { area } = action { Some(area.id()) } else { None }).collect()
}

/// The combat's strength by parts: attacker, defender.
pub fn parts(t: &Table) -> [board_game::flow::Strength; 2] {
    [t.state.strength(&t.rules, 0), t.state.strength(&t.rules, 1)]
}

/// Stops before the blade is used, so that the strengths can be read: gives the blade to an attacker or defender and asks him.
pub fn stop_at_blade(t: &mut Table, holder: &str) {
    let mut houses = vec![holder];
    houses.extend(HOUSES.into_iter().filter(|house| *house != holder));
    t.track(Track::Fiefdoms, &houses);
    t.state.blade_used = false;
}

pub fn over(t: &Table) -> bool {
    t.state.outcome.is_some()
}

/// Who has won.
pub fn winner(t: &Table) -> Option<&'static str> {
    match &t.state.outcome {
        Some(Outcome::Won { seats, .. }) => Some(t.state.player(seats[0]).house.id()),
        _ => None,
    }
}

/// An attack from any area up to the choice of house cards; the attacker's other march holds up the end of the action phase.
pub fn assault(t: &mut Table, house: &str, from: &str, letters: &str, into: &str) {
    t.units(from, house, letters).order(from, "march");
    hold(t, house);
    t.action();
    march(t, house, from, letters, into);
}

/// How many units of a house are on the board.
pub fn units_left(t: &Table, house: &str) -> u8 {
    let armies = t.state.armies(t.seat(house));
    t.state.area_ids().map(|id| armies.of(id)).sum()
}

/// A combat without supports up to the blade, which the attacker may use, so that the strengths can be read.
pub fn at_blade(attacker: (&str, &str, &str), defender: (&str, &str, &str), into: &str) -> Table {
    let mut t = field();
    stop_at_blade(&mut t, attacker.0);
    t.units(into, defender.0, defender.1);
    attack(&mut t, attacker.0, attacker.1, into);
    cards(&mut t, (attacker.0, attacker.2), (defender.0, defender.2));
    t
}

/// Gives the support of an area.
pub fn support(t: &mut Table, house: &str, from: &str, side: &str) {
    let seat = t.seat(side);
    t.answer(house, &[Action::Support { area: area(from), side: Some(seat) }]);
}
