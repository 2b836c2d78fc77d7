//! Games between bots, for the tests.
#![allow(dead_code)]

use bots::{Bot, Sight};
use card_game::decks::ready;
use card_game::pool::Pool;
use card_game::{Rules, Rulings, Setup, State};
use table::{Chance, Game, Outcome, Seat};

pub fn rules() -> Rules {
    Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::default(), None)
}

/// Ready decks by their places in the list.
pub fn setup(decks: [usize; 2]) -> Setup {
    let all = ready::all();
    Setup { seats: decks.iter().map(|deck| all[deck % all.len()].seat()).collect(), ..Setup::default() }
}

/// Plays a game to its end; `look` sees every decision with two or more legal picks before it is made.
pub fn play(
    rules: &Rules,
    setup: &Setup,
    seed: u64,
    bots: &mut [Box<dyn Bot<State>>],
    mut look: impl FnMut(&Sight<'_, State>, u32),
) -> State {
    let mut game = State::new(rules, setup, Chance::seeded(seed), &mut ()).expect("ready decks make a game");
    let mut picks = 0;
    while let Some(seat) = game.acting().iter().next().filter(|_| game.round() <= 100) {
        let sight = Sight::new(&game, rules, seat);
        let pick = bots[seat.index()].pick(&sight);
        if sight.legal().len() > 1 {
            look(&sight, pick);
        }
        drop(sight);
        game.apply(rules, seat, pick, &mut ()).expect("a bot picks what is listed");
        picks += 1;
        assert!(picks < 100_000, "the game does not end");
    }
    game
}

pub fn named(names: [&str; 2], seed: u64) -> Vec<Box<dyn Bot<State>>> {
    (0..).zip(names).map(|(seat, name)| bots::by_name(name, 2 * seed + seat).expect("a bot of this name")).collect()
}

pub fn won(game: &State, seat: u8) -> bool {
    matches!(game.outcome(), Some(Outcome::Won { seats, .. }) if seats == [Seat(seat)])
}
