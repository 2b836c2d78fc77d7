//! The contract that any game at the table must keep, for melee with three, four, six and eight seats.

use card_game::decks::ready;
use card_game::pool::Pool;
use card_game::{Rules, Rulings, Setup, State};

fn melee(seats: usize, seed: u64, most: usize) {
    let rules = Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::Reference, None);
    let mut decks: Vec<_> = ready::all().iter().map(|d| d.seat()).collect();
    decks.iter_mut().enumerate().for_each(|(i, deck)| deck.draw.truncate(most + i));
    let games = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let setups: Vec<Setup> = (0..games)
        .map(|i| Setup { seats: (0..seats).map(|s| decks[(i as usize + 3 * s) % decks.len()].clone()).collect(), titles: true })
        .collect();
    let size = table::contract::Size { every: 250, ..table::contract::Size::games(1) };
    table::contract::all_sized::<State>(&rules, &setups, &size, seed);
}

#[test]
fn three_seats_keep_the_contract() {
    melee(3, 11, 60);
}

#[test]
fn four_seats_keep_the_contract() {
    melee(4, 12, 60);
}

#[test]
fn six_seats_keep_the_contract() {
    melee(6, 13, 60);
}

#[test]
fn eight_seats_keep_the_contract() {
    melee(8, 14, 60);
}

/// With decks that run out, so that players are eliminated on the way.
#[test]
fn short_decks_keep_the_contract() {
    melee(5, 15, 14);
}
