//! Decks with cards that are not implemented, on the command line and through the engine protocol.

mod common;

use std::io::Write;
use std::process::{Command, Stdio};

use card_game::decks::{self, ready};
use card_game::pool::Pool;
use card_game::words::{CardType, Faction};
use common::{json, maester, status, told};
use serde_json::{Value, json};

/// A file of a deck with a card that is not implemented, and that card's code and name.
fn deck() -> (tempfile::TempDir, String, String, String) {
    let pool = Pool::builtin();
    let fits = |card: &&card_game::pool::Card| card.def.is_none() && card.kind == CardType::Character && card.faction == Faction::Neutral;
    let card = pool.cards().iter().rev().find(fits).unwrap();
    let mut deck = ready::find("Salt and Iron").unwrap().clone();
    deck.draw.push((card.code.clone(), 3));
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deck.txt");
    std::fs::write(&path, decks::export(pool, &deck)).unwrap();
    (folder, path.display().to_string(), card.code.clone(), card.name.clone())
}

#[test]
fn deck_check_names_them() {
    let (_folder, file, code, name) = deck();
    let output = maester(&["deck", "check", &file]);
    assert_eq!(status(&output), 1);
    let text = told(&output);
    assert!(text.contains(&format!("not implemented yet: {name} ({code})")) && text.contains("if all players agree"), "{text}");
    let output = maester(&["deck", "check", &file, "--json"]);
    let value = json(&output);
    assert_eq!(value["decks"][0]["missing"], json!([{ "code": code, "name": name, "count": 3 }]));
    assert_eq!(json(&maester(&["deck", "check", "Salt and Iron", "--json"]))["decks"][0]["missing"], json!([]));
}

#[test]
fn simulate_plays_them_blank_only_when_told_to() {
    let (_folder, file, _, name) = deck();
    let arguments = ["simulate", "--games", "3", "--decks", &file, "--json"];
    let output = maester(&arguments);
    assert_eq!(status(&output), 1);
    assert!(told(&output).contains(&name) && told(&output).contains("--blank"), "{}", told(&output));
    let output = maester(&[&arguments[..], &["--blank"]].concat());
    assert_eq!(json(&output)["games"], 3, "{}", told(&output));
}

/// Sends these requests to the engine.
fn engine(requests: &[Value]) -> Vec<Value> {
    let mut child = Command::new(env!("CARGO_BIN_EXE_maester")).arg("engine").stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    requests.iter().for_each(|request| writeln!(input, "{request}").unwrap());
    drop(input);
    let output = child.wait_with_output().unwrap();
    String::from_utf8(output.stdout).unwrap().lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn the_engine_plays_them_blank_only_when_told_to_and_the_replay_verifies_and_names_them() {
    let (folder, file, code, name) = deck();
    let text = std::fs::read_to_string(&file).unwrap();
    let new = json!({"op": "new", "seed": 5, "decks": [text, "Salt and Iron"]});
    let mut blank = new.clone();
    blank["blank"] = json!(true);
    let replies = engine(&[
        new,
        blank,
        json!({"op": "bot", "game": "g1", "bot": "random", "decisions": 100_000}),
        json!({"op": "save", "game": "g1"}),
    ]);
    let refused = replies[0]["error"]["message"].as_str().unwrap();
    assert!(refused.contains(&name) && refused.contains("\"blank\": true"), "{refused}");
    let replay = &replies[3]["ok"]["replay"];
    assert!(replay["rules"].as_str().unwrap_or_else(|| panic!("{replies:?}")).ends_with(&format!(" blank {code}")));
    let saved = folder.path().join("game.json");
    std::fs::write(&saved, replay.to_string()).unwrap();
    let output = maester(&["replay", "verify", &saved.display().to_string()]);
    assert_eq!(status(&output), 0, "{}", told(&output));
    assert!(told(&output).contains(&format!("played blank, because they are not implemented: {name} ({code})")), "{}", told(&output));
}
