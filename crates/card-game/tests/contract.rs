//! The contract that any game at the table must keep, for the card game with two and three seats.

use card_game::decks::ready;
use card_game::pool::Pool;
use card_game::{Rules, Rulings, Setup, State};

fn rules() -> Rules {
    Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::Reference, None)
}

fn setups(seats: usize) -> Vec<Setup> {
    let decks: Vec<_> = ready::all().iter().map(|d| d.seat()).collect();
    (0..decks.len())
        .map(|i| Setup { seats: (0..seats).map(|s| decks[(i + 3 * s) % decks.len()].clone()).collect(), titles: false })
        .collect()
}

/// Every twentieth answer of a game is put to all tests; more by `GAMES`.
fn size(games: u32) -> table::contract::Size {
    let games = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(games);
    table::contract::Size { every: 20, ..table::contract::Size::games(games) }
}

#[test]
fn joust_keeps_the_contract() {
    table::contract::all_sized::<State>(&rules(), &setups(2), &size(1), 1);
}

/// Three seats without titles: no rule code assumes two players.
#[test]
fn three_seats_keep_the_contract() {
    table::contract::all_sized::<State>(&rules(), &setups(3)[..3], &size(1), 2);
}
