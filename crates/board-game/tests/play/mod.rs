//! Shorthands that the tests of the board game share.

#![allow(dead_code)]

use board_game::action::{Action, Question};
use board_game::data::OrderKind;
use board_game::state::Task;
use board_game::testing::*;

/// Resolves the orders on the board: raids, marches, consolidating power. After the last the game stands still, before the clean-up.
pub fn resolve(t: &mut Table) -> &mut Table {
    t.tasks(vec![Task::Turns(OrderKind::Raid, 0)])
}

/// An order that is placed.
pub fn put(at: &str, id: &str) -> Action {
    Action::Order { area: area(at), order: order(id) }
}

pub fn leave(at: &str) -> Action {
    Action::Leave { area: area(at) }
}

pub fn replace(at: &str) -> Action {
    Action::Replace { area: area(at) }
}

pub fn ships(count: u8) -> Action {
    Action::Ships { count }
}

/// Support of an area for the house, or for nobody.
pub fn support(t: &Table, at: &str, to: Option<&str>) -> Action {
    Action::Support { area: area(at), side: to.map(|house| t.seat(house)) }
}

/// What is asked.
pub fn question(t: &Table) -> Question {
    t.asked().expect("somebody is asked").0
}

pub fn raids(t: &Table) -> bool {
    matches!(t.asked(), Some((Question::Raid, _)))
}

/// Whether the combat has got to the cards: support is settled.
pub fn at_cards(t: &Table) -> bool {
    matches!(t.asked(), Some((Question::HouseCard, _)))
}

/// The ports and areas whose ships are on offer: the most that can be taken.
pub fn ships_offered(t: &Table) -> Option<u8> {
    match t.asked() {
        Some((Question::Ships { most, .. }, _)) => Some(most),
        _ => None,
    }
}

/// Areas of a retreat that is asked, else none.
pub fn retreats(t: &Table) -> Vec<&'static str> {
    match t.asked() {
        Some((Question::Retreat { areas }, _)) => areas.into_iter().map(|id| id.id()).collect(),
        _ => Vec::new(),
    }
}

/// Both play their card; a blade that is asked for is not used.
pub fn cards(t: &mut Table, first: (&str, &str), second: (&str, &str)) {
    assert!(at_cards(t), "cards are not asked for: {:?}", t.asked());
    t.answer(first.0, &[play(first.1)]);
    t.answer(second.0, &[play(second.1)]);
    if let Some((Question::Blade, houses)) = t.asked() {
        t.answer(houses[0], &[Action::Pass]);
    }
}

/// Nothing but orders: a Westeros phase in which decks I and III do nothing that matters and deck II is this card.
pub fn second_deck<'a>(t: &'a mut Table, id: &str) -> &'a mut Table {
    t.westeros_cards(0, &["last-days-of-summer"]).westeros_cards(1, &[id]).westeros_cards(2, &["storm-of-swords"])
}

/// A Westeros phase with this card of deck I and nothing else that matters.
pub fn first_deck<'a>(t: &'a mut Table, id: &str) -> &'a mut Table {
    t.westeros_cards(0, &[id]).westeros_cards(1, &["last-days-of-summer"]).westeros_cards(2, &["sea-of-storms"])
}
