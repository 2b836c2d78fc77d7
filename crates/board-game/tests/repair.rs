//! The board changed by agreement.

use board_game::{Rules, Setup, State};
use serde_json::{Value, json};
use table::{Chance, Game, Seat};

fn game() -> (Rules, State) {
    let rules = Rules::default();
    let mut game = State::new(&rules, &Setup::players(3), Chance::seeded(4), &mut ()).unwrap();
    game.auto(&rules, &mut ());
    (rules, game)
}

fn refused(edits: Value) -> String {
    let (rules, mut game) = game();
    let before = game.hash();
    let why = game.edit(&rules, Seat(0), edits.as_array().unwrap(), &mut ()).unwrap_err();
    assert_eq!((game.hash(), why.code.as_str()), (before, "bad_position"), "nothing has changed");
    why.message
}

#[test]
fn units_power_tracks_and_supply_are_set_and_told() {
    let (rules, mut game) = game();
    let home = |game: &State| game.areas.iter().filter(|area| area.owner == Some(Seat(0))).count();
    let held = home(&game);
    let edits = json!([
        {"do": "power", "seat": 1, "n": 9},
        {"do": "units", "area": "winterfell", "seat": 0, "unit": "knight", "n": 2},
        {"do": "track", "track": "iron_throne", "order": [2, 1, 0]},
        {"do": "supply", "seat": 0, "n": 5},
        {"do": "threat", "n": 8},
    ]);
    let house = game.players[0].house;
    let stark = rules.board.house(house).id == "stark";
    let mut told = Vec::new();
    let edits: Vec<Value> = edits.as_array().unwrap().iter().filter(|edit| stark || edit["area"].is_null()).cloned().collect();
    game.edit(&rules, Seat(0), &edits, &mut told).unwrap();
    game.check(&rules).unwrap();
    assert_eq!((game.players[1].power, game.players[0].supply, game.threat, game.tracks[0][0]), (9, 5, 8, Seat(2)));
    assert_eq!(told.len(), edits.len());
    assert_eq!(told[0].text, "By agreement {P2} has 9 power.");
    assert!(home(&game) >= held);
    // The game goes on.
    assert!(!game.acting().is_empty());
}

#[test]
fn no_board_comes_of_it_that_could_not_be() {
    for (edits, part) in [
        (json!([]), "1 to 20 edits"),
        (json!([{"do": "power", "seat": 7, "n": 1}]), "no seat 7"),
        (json!([{"do": "power", "seat": 0, "n": 99}]), "power tokens"),
        (json!([{"do": "track", "track": "fiefdoms", "order": [0, 0, 1]}]), "track"),
        (json!([{"do": "track", "track": "fiefdoms", "order": [0, 1, 9]}]), "not on this board"),
        (json!([{"do": "threat", "n": 13}]), "0 to 12"),
        (json!([{"do": "units", "area": "the_moon", "seat": 0, "unit": "ship", "n": 1}]), "edit 1"),
        (json!([{"do": "win", "seat": 0}]), "edit 1"),
    ] {
        let why = refused(edits);
        assert!(why.contains(part), "{part}: {why}");
    }
}
