//! The program as others call it, for all tests of it.

// Each test file uses a part of it.
#![allow(dead_code)]

pub mod serve;

use std::process::{Command, Output};

use card_game::pool::Pool;
use card_game::{Rules, Rulings, Setup, State};
use serde_json::Value;
use table::contract::{Dice, random_answer};
use table::replay::{Recorder, Start};

pub fn maester(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_maester")).args(arguments).output().unwrap()
}

pub fn status(output: &Output) -> i32 {
    output.status.code().unwrap()
}

/// The one line of JSON that a command printed, with nothing beside it.
pub fn json(output: &Output) -> Value {
    let text = String::from_utf8(output.stdout.clone()).unwrap();
    assert!(text.ends_with('\n') && text.matches('\n').count() == 1, "one line: {text:?}");
    assert!(output.stderr.is_empty(), "{}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_str(&text).unwrap()
}

/// All that a command printed.
pub fn told(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned() + &String::from_utf8_lossy(&output.stderr)
}

/// The position text of the document.
pub fn puzzle() -> &'static str {
    let page = include_str!("../../../../docs/position-text.md");
    page.split("```position\n").nth(1).and_then(|rest| rest.split("```").next()).unwrap()
}

pub fn rules() -> Rules {
    Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::Reference, None)
}

/// Ready decks in turn, of which only so many cards are brought.
pub fn decks(seats: usize, cards: usize) -> Setup {
    let ready = card_game::decks::ready::all().iter().cycle().take(seats).map(|deck| deck.seat());
    let mut seats: Vec<_> = ready.collect();
    seats.iter_mut().for_each(|seat| seat.draw.truncate(cards));
    Setup { titles: seats.len() > 2, seats }
}

/// A game of random answers, until it is over or so many were given.
pub fn random_game(setup: &Setup, seed: u64, answers: u32) -> (Rules, Recorder<State>) {
    let rules = rules();
    let mut game = Recorder::<State>::new(&rules, setup, Start::Seed(seed), &mut ()).unwrap().checkpoint_every(20);
    play(&rules, &mut game, seed, answers);
    (rules, game)
}

pub fn play(rules: &Rules, game: &mut Recorder<State>, seed: u64, answers: u32) {
    let mut dice = Dice::new(seed);
    for _ in 0..answers {
        let Some(seat) = dice.seat(game.game()) else { return };
        let answer = random_answer(game.game(), rules, seat, &mut dice).unwrap();
        game.answer(rules, seat, &answer, &mut ()).unwrap();
    }
}
