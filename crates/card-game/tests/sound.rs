//! States that were read from a file: each that a game comes to is sound, and one that was tampered with is refused by a sentence that
//! says where, whatever number in it is another.

use std::panic::{AssertUnwindSafe, catch_unwind};

use card_game::decks::ready;
use card_game::pool::Pool;
use card_game::{Rules, Rulings, Setup, State};
use serde_json::{Value, json};
use table::contract::{Dice, random_answer};
use table::replay::{Replay, Start};
use table::{Chance, Game};

fn rules() -> Rules {
    Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::Reference, None)
}

/// States on the way of random games, written: some with a deep stack, some with effects that last.
fn written(rules: &Rules, seats: usize, seed: u64, every: usize) -> Vec<Value> {
    let decks = ready::all().iter().cycle().skip(seed as usize).take(seats).map(|deck| deck.seat()).collect();
    let mut game = State::new(rules, &Setup { seats: decks, titles: seats > 2 }, Chance::seeded(seed), &mut ()).unwrap();
    let (mut dice, mut states, mut answers) = (Dice::new(seed), Vec::new(), 0);
    while let Some(seat) = dice.seat(&game) {
        game.sound(rules).unwrap_or_else(|why| panic!("after answer {answers} of game {seed}: {why}"));
        if answers % every == 0 {
            states.push(serde_json::to_value(&game).unwrap());
        }
        let answer = random_answer(&game, rules, seat, &mut dice).unwrap();
        game.answer(rules, seat, &answer, &mut ()).unwrap();
        answers += 1;
    }
    states
}

/// The paths of all texts and numbers.
fn leaves(value: &Value, path: &str, out: &mut Vec<String>) {
    match value {
        Value::Array(list) => list.iter().enumerate().for_each(|(at, value)| leaves(value, &format!("{path}/{at}"), out)),
        Value::Object(fields) => fields.iter().for_each(|(name, value)| leaves(value, &format!("{path}/{name}"), out)),
        Value::Number(_) | Value::String(_) => out.push(path.to_owned()),
        _ => {}
    }
}

/// Read as from a file.
fn read(rules: &Rules, state: Value) -> Result<State, String> {
    let replay = Replay::new::<State>(rules, &Setup::default(), Start::Position(state)).unwrap();
    replay.begin::<State, ()>(rules, &mut ()).map_err(|why| why.to_string())
}

#[test]
fn an_id_that_is_not_there_is_named_wherever_it_stands() {
    let rules = rules();
    let mut areas = std::collections::BTreeSet::new();
    for (seats, seed, every) in [(2, 3, 9), (2, 21, 9), (4, 1, 40)] {
        for state in written(&rules, seats, seed, every) {
            let mut paths = Vec::new();
            leaves(&state, "", &mut paths);
            let is_id = |path: &&String| {
                let text = state.pointer(path).and_then(Value::as_str).unwrap_or_default();
                text.strip_prefix('c').is_some_and(|n| n.parse::<u16>().is_ok())
            };
            // Of every area of the state a few: that they are looked up must not hang on which it is.
            let mut seen = std::collections::BTreeMap::new();
            for path in paths.iter().filter(is_id) {
                let area: String = path.chars().filter(|c| !c.is_ascii_digit()).collect();
                let times = seen.entry(area.clone()).or_insert(0);
                *times += 1;
                if *times > 2 {
                    continue;
                }
                let mut bad = state.clone();
                *bad.pointer_mut(path).unwrap() = json!("c60000");
                let why = read(&rules, bad).err().unwrap_or_else(|| panic!("{path} was read"));
                let place = path.trim_start_matches('/').split('/').next().unwrap();
                assert!(why.contains("there is no card c60000") && why.contains(place), "{path}: {why}");
                areas.insert(area);
            }
        }
    }
    for part in ["/stack/", "/lasting/", "/asks/", "/challenge/", "/uses/", "/players/", "binds"] {
        assert!(areas.iter().any(|area| area.contains(part)), "{part} was never met: {areas:#?}");
    }
}

#[test]
fn seats_and_places_in_the_rules_are_looked_up_too() {
    let rules = rules();
    let states: Vec<Value> = [(3, 5), (6, 5)].into_iter().flat_map(|(seed, every)| written(&rules, 2, seed, every)).collect();
    let mut met = std::collections::BTreeSet::new();
    for state in &states {
        let mut paths = Vec::new();
        leaves(state, "", &mut paths);
        // What is listed for a seat names an ability without the card whose text it is: that is not looked up.
        for path in paths.iter().filter(|path| !path.starts_with("/players/") && !path.contains("/list/")) {
            let name = path.rsplit('/').next().unwrap();
            let (wrong, part) = match name {
                "owner" | "base" | "controller" | "seat" | "turn" | "attacker" | "defender" | "first_player" => {
                    (json!(9), "P10 does not sit")
                }
                "def" => (json!(65_000), "no card number 65000"),
                "ability" => (json!(250), "no ability number 250"),
                "pc" if state.pointer(path).is_some_and(Value::is_u64) => (json!(60_000), "does not go that far"),
                "step" => (json!(200), "no such step"),
                _ => continue,
            };
            let area: String = path.chars().filter(|c| !c.is_ascii_digit()).collect();
            if !met.insert(area) {
                continue;
            }
            let mut bad = state.clone();
            *bad.pointer_mut(path).unwrap() = wrong;
            let why = read(&rules, bad).err().unwrap_or_else(|| panic!("{path} was read"));
            assert!(why.contains(part), "{path}: {why}");
        }
    }
    for part in ["/stack/", "/lasting/", "/asks/", "/cards/", "/pc", "/ability", "/step"] {
        assert!(met.iter().any(|area| area.contains(part)), "{part} was never met: {met:#?}");
    }
}

/// Any number may be another: the state is refused or read, and the program lives.
#[test]
fn whatever_is_changed_reading_never_panics() {
    let rules = rules();
    let mut dice = Dice::new(8);
    let (mut refused, mut net, mut total) = (0, 0, 0);
    for state in written(&rules, 2, 4, 12) {
        let mut paths = Vec::new();
        leaves(&state, "", &mut paths);
        for _ in 0..40 {
            let path = &paths[dice.below(paths.len() as u32) as usize];
            let mut bad = state.clone();
            let odd = [json!(0), json!(1), json!(7), json!(255), json!(-1), json!(30_000), json!("c0"), json!("c500"), Value::Null];
            *bad.pointer_mut(path).unwrap() = odd[dice.below(odd.len() as u32) as usize].clone();
            let done = catch_unwind(AssertUnwindSafe(|| read(&rules, bad)));
            let done = done.unwrap_or_else(|_| panic!("{path} ended the program"));
            total += 1;
            refused += usize::from(done.is_err());
            net += usize::from(done.err().is_some_and(|why| why.contains("do not fit together")));
        }
    }
    assert!(refused * 3 > total, "{refused} of {total} were refused");
    assert!(net * 100 <= total, "{net} of {total} were only caught by the net");
}
