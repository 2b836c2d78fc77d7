//! Random games with the hard cards in the decks keep the contract of any game at the table: nothing leaks, nothing hangs, all replays.

use card_game::decks::ready;
use card_game::lang::load::load;
use card_game::pool::Pool;
use card_game::words::CardType;
use card_game::{Rules, Rulings, SeatSetup, Setup, State};

fn defs() -> Vec<card_game::lang::ast::Def> {
    load("hard.ron", include_str!("../fixtures/hard.ron")).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

/// Ready-made decks, each with every hard card twice in the draw deck and the hard plots that come next in the plot deck.
fn setups(seats: usize) -> Vec<Setup> {
    let hard = defs();
    let codes = |plot: bool| hard.iter().filter(move |d| (d.kind == CardType::Plot) == plot).map(|d| d.code.clone());
    let (cards, plots): (Vec<String>, Vec<String>) = (codes(false).collect(), codes(true).collect());
    let decks: Vec<SeatSetup> = ready::all()
        .iter()
        .enumerate()
        .map(|(i, deck)| {
            let mut seat = deck.seat();
            seat.draw.truncate(25);
            seat.draw.extend(cards.iter().chain(&cards).cloned());
            seat.plots = (0..7).map(|n| plots[(i + n) % plots.len()].clone()).collect();
            seat
        })
        .collect();
    let seat = |i: usize, s: usize| decks[(i + 3 * s) % decks.len()].clone();
    (0..decks.len()).map(|i| Setup { seats: (0..seats).map(|s| seat(i, s)).collect(), titles: false }).collect()
}

fn keep_the_contract(seats: usize, rulings: Rulings, seed: u64) {
    let rules = Rules::new(Pool::builtin().defs.iter().cloned().chain(defs()), rulings, None);
    let games = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let size = table::contract::Size { every: 20, ..table::contract::Size::games(games) };
    table::contract::all_sized::<State>(&rules, &setups(seats)[..4 - seats], &size, seed);
}

#[test]
fn two_seats_keep_the_contract() {
    keep_the_contract(2, Rulings::Reference, 11);
}

#[test]
fn three_seats_keep_the_contract() {
    keep_the_contract(3, Rulings::Faq41, 12);
}
