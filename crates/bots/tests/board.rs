//! The bots of the board game: how strong they are, and that they know no more than their seat.
//!
//! `GAMES=200 cargo test --release -p bots --test board` plays the full size.

use std::sync::Arc;

use board_game::{Rules, Setup, State};
use bots::{Bot, Sampler, Sight, board};
use table::replay::Start;
use table::{Chance, Game, Host, Hosted, Outcome, Viewer};

/// The six houses, moved on by `turn` seats.
fn setup(turn: usize) -> Setup {
    let mut setup = Setup::players(6);
    setup.houses.rotate_left(turn % 6);
    setup
}

fn named(names: &[&str], seed: u64) -> Vec<Box<dyn Bot<State>>> {
    (0..).zip(names).map(|(seat, name)| board::by_name(name, 16 * seed + seat).expect("a bot of this name")).collect()
}

/// Plays a game to its end; `look` sees every decision with two or more legal picks before it is made.
fn play(rules: &Rules, setup: &Setup, seed: u64, bots: &mut [Box<dyn Bot<State>>], mut look: impl FnMut(&Sight<'_, State>, u32)) -> State {
    let mut game = State::new(rules, setup, Chance::seeded(seed), &mut ()).expect("six houses make a game");
    while let Some(seat) = game.acting().iter().next() {
        let sight = Sight::new(&game, rules, seat);
        let pick = bots[seat.index()].pick(&sight);
        if sight.legal().len() > 1 {
            look(&sight, pick);
        }
        drop(sight);
        game.apply(rules, seat, pick, &mut ()).expect("a bot picks what is listed");
    }
    game
}

const MIXED: [&str; 6] = ["castellan", "random", "castellan", "random", "castellan", "random"];

#[test]
fn castellans_beat_random_players() {
    let games: u64 = std::env::var("GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(12);
    let rules = Rules::default();
    let (mut won, mut by_castles, mut rounds) = (0, 0, 0);
    for seed in 0..games {
        let game = play(&rules, &setup(seed as usize), seed, &mut named(&MIXED, seed), |_, _| ());
        let Some(Outcome::Won { seats, .. }) = game.outcome() else { panic!("game {seed} has no winner") };
        won += u64::from(seats.iter().all(|seat| MIXED[seat.index()] == "castellan"));
        by_castles += u64::from(game.castles(&rules, seats[0]) >= rules.board.victory);
        rounds += game.round();
    }
    println!("{won} of {games} games won by a castellan, {by_castles} by seven castles, {rounds} rounds");
    let least = if games >= 100 { games * 90 / 100 } else { games * 3 / 4 };
    assert!(won >= least, "castellans won {won} of {games} games");
}

#[test]
fn equal_seeds_play_equal_games() {
    let rules = Rules::default();
    let game = |seed| Game::hash(&play(&rules, &setup(1), 3, &mut named(&MIXED, seed), |_, _| ()));
    assert_eq!(game(5), game(5));
    assert_ne!(game(5), game(6));
}

#[test]
fn castellans_finish_games_of_every_size_and_ruling() {
    for rulings in board_game::Rulings::PRESETS {
        let rules = Rules::new(rulings.1);
        for players in 3..=6 {
            for tides in [false, true] {
                let setup = Setup { tides, ..Setup::players(players) };
                let game = play(&rules, &setup, 9, &mut named(&["castellan"; 6][..players], 2), |_, _| ());
                assert!(matches!(game.outcome(), Some(Outcome::Won { .. })), "{players} players, {}", rulings.0);
            }
        }
    }
}

#[test]
fn a_sample_cannot_be_told_from_the_game_and_a_castellan_picks_the_same_in_it() {
    let rules = Rules::default();
    let mut twins = named(&["castellan"; 6], 1);
    let (mut looked, mut different) = (0, 0);
    let mut bots = named(&["castellan"; 6], 1);
    let setup = Setup { tides: true, ..Setup::players(6) };
    play(&rules, &setup, 11, &mut bots, |sight, pick| {
        let seat = sight.seat();
        let sample = sight.sample(looked).expect("a game can be sampled");
        assert_eq!(Some(&sample.view(&rules, Viewer::Seat(seat))), sight.view());
        let there = Sight::new(&sample, &rules, seat);
        assert_eq!(there.legal(), sight.legal());
        assert_eq!(there.prompt(), sight.prompt());
        assert_eq!(twins[seat.index()].pick(&there), pick, "asked {}", sight.prompt().topic);
        different += u32::from(sight.sample(looked + 1).expect("a game can be sampled") != sample);
        looked += 1;
    });
    assert!(looked > 300 && different > 300, "{looked} decisions, {different} that hide something");
}

#[test]
fn through_the_door_a_castellan_answers_as_at_the_table() {
    let rules = Arc::new(Rules::default());
    let mut host = Host::<State>::new(rules.clone(), &setup(2), Start::Seed(4)).unwrap();
    let mut game = host.game().clone();
    let (mut there, mut here) = (named(&["castellan"; 6], 3), named(&["castellan"; 6], 3));
    for answers in 0..400 {
        let Some(seat) = host.acting().iter().next() else {
            assert!(answers > 50);
            return;
        };
        let picks = bots::answer::<State>(&mut *there[seat.index()], &rules, &host, seat).expect("the door shows what is needed");
        for pick in &picks {
            if Sight::new(&game, &rules, seat).legal().len() > 1 {
                assert_eq!(here[seat.index()].pick(&Sight::new(&game, &rules, seat)), *pick);
            }
            game.apply(&rules, seat, *pick, &mut ()).unwrap();
        }
        host.answer(seat, host.decision(seat).unwrap(), &picks).unwrap();
        assert_eq!(Game::hash(&game), Hosted::hash(&host));
    }
}

#[test]
fn the_bots_of_the_board_game_have_names() {
    assert!(board::NAMES.iter().all(|name| board::by_name(name, 0).is_some()));
    assert!(board::by_name("Castellan", 0).is_none());
}
