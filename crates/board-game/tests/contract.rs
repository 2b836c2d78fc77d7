//! The contract tests of crate `table` with three to six houses.

use board_game::{Rules, Rulings, Setup, State};
use table::contract::{self, Size};

fn size() -> Size {
    Size { every: 9, ahead: 6, ..Size::games(std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(2)) }
}

#[test]
fn any_game_of_three_to_six_houses() {
    let setups: Vec<Setup> = (3..=6).map(Setup::players).collect();
    contract::all_sized::<State>(&Rules::default(), &setups, &size(), 11);
}

#[test]
fn with_tides_of_battle_and_drawn_houses() {
    let setups: Vec<Setup> = (3..=6).map(|n| Setup { houses: vec![None; n], tides: true }).collect();
    contract::all_sized::<State>(&Rules::default(), &setups, &size(), 12);
}

#[test]
fn as_the_reference_games_are_played() {
    let setups: Vec<Setup> = (3..=6).map(Setup::players).collect();
    contract::all_sized::<State>(&Rules::new(Rulings::RECORDED), &setups, &size(), 13);
}
