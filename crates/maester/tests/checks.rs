//! What the program says about decks and cards that are wrong, and that everything its help proposes runs.

mod common;

use std::path::Path;
use std::process::Command;

use common::{json, maester, status, told};
use serde_json::Value;

#[test]
fn an_unknown_ready_deck_is_told_the_nearest_names() {
    for command in [&["simulate", "--decks"][..], &["deck", "check"], &["deck", "show"]] {
        for (wrong, near) in
            [("Slat and Iron", "ready decks are \"Salt and Iron\""), ("old ways", "ready decks are \"The Old Ways (Core)\"")]
        {
            let output = maester(&[command, &[wrong]].concat());
            assert_eq!(status(&output), 2, "{command:?}");
            assert!(told(&output).contains(near) && output.stdout.is_empty(), "{output:?}");
        }
    }
}

#[test]
fn the_rotation_is_over_the_ready_decks_that_are_legal() {
    let run = |legality: &[&str]| json(&maester(&[&["simulate", "--games", "4", "--json"], legality].concat()));
    let (joust, all) = (run(&["--legality", "joust"]), run(&[]));
    assert_eq!((&joust["games"], &joust["stalled"]), (&Value::from(4), &Value::from(0)));
    assert_ne!(joust["checksum"], all["checksum"], "starter decks, which are first in rotation, are left out");
}

/// The words of a line as a shell reads them: quotes keep together.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ' ' if !quoted => words.push(String::new()),
            c => words.last_mut().unwrap().push(c),
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The examples that the help of a command gives, without what stands behind them in words.
fn examples(command: &[&str]) -> Vec<Vec<String>> {
    let help = String::from_utf8(maester(&[command, &["--help"]].concat()).stdout).unwrap();
    let (_, after) = help.split_once("Examples:\n").unwrap_or_else(|| panic!("{command:?} has no examples"));
    let lines = after.lines().take_while(|line| line.trim_start().starts_with("maester"));
    lines.map(|line| words(line.trim().split("   ").next().unwrap()).split_off(1)).collect()
}

#[test]
fn every_example_of_every_help_runs() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, content: &[u8]| std::fs::write(folder.path().join(name), content).unwrap();
    put("my-deck.txt", &maester(&["deck", "show", "Salt and Iron"]).stdout);
    put("my-deck.json", &maester(&["deck", "show", "The Old Ways (Core)", "--json"]).stdout);
    let (_, game) = common::random_game(&common::decks(2, usize::MAX), 3, u32::MAX);
    put("game.json", game.replay().write().as_bytes());
    put("puzzle.txt", common::puzzle().as_bytes());
    std::fs::create_dir(folder.path().join("my-cards")).unwrap();
    put("my-cards/own.ron", b"[(code: \"99001\", name: \"Shade\", kind: event, cost: 1)]");
    let commands: [&[&str]; 14] = [
        &[],
        &["simulate"],
        &["soak"],
        &["deck", "check"],
        &["deck", "show"],
        &["deck", "convert"],
        &["deck", "list"],
        &["cards", "list"],
        &["cards", "show"],
        &["cards", "check"],
        &["position", "check"],
        &["position", "show"],
        &["replay", "verify"],
        &["replay", "show"],
    ];
    for command in commands {
        let found = examples(command);
        assert!(!found.is_empty(), "{command:?}");
        for mut example in found {
            if example[0] == "serve" {
                continue; // It would not end.
            }
            // A few games are enough to see that it runs.
            match example.iter().position(|word| word == "--games") {
                Some(place) => example[place + 1] = "2".to_owned(),
                None if example[0] == "simulate" => example.extend(["--games".to_owned(), "2".to_owned()]),
                None => {}
            }
            let output = Command::new(env!("CARGO_BIN_EXE_maester")).args(&example).current_dir(folder.path()).output().unwrap();
            assert_eq!(status(&output), 0, "{example:?}: {}", String::from_utf8_lossy(&output.stderr));
        }
    }
}

#[test]
fn what_is_said_of_a_deck_is_said_once_and_of_what_is_no_deck_clearly() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deck.json");
    for (content, part) in
        [(&b"[1,2]"[..], "a list whose entry 1 is a number"), (b"null", "null"), (b"\"x\"", "a text"), (b"{}", "without fields")]
    {
        std::fs::write(&path, content).unwrap();
        let verdict = maester(&["deck", "check", path.to_str().unwrap(), "--json"]);
        let problem = json(&verdict)["problems"][0]["message"].as_str().unwrap().to_owned();
        assert_eq!(status(&verdict), 1);
        assert!(problem.contains(part) && problem.contains("a deck looks like"), "{problem}");
    }
    // What a deck as such has against it stands with the deck, once.
    let short = maester(&["deck", "check", "The Old Ways (Core)", "--json"]);
    let said = String::from_utf8_lossy(&short.stdout).into_owned();
    assert_eq!((status(&short), said.matches("at least 60 cards").count()), (1, 1), "{said}");
    assert_eq!(status(&maester(&["deck", "check", "salt and iron", "--format", "melee"])), 0);
    let unknown = maester(&["deck", "check", "Slat and Iron"]);
    assert_eq!(status(&unknown), 2);
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("\"Salt and Iron\""), "{unknown:?}");
    std::fs::write(&path, [0x7f, b'E', b'L', b'F', 0, 1, 2]).unwrap();
    assert!(told(&maester(&["deck", "check", path.to_str().unwrap()])).contains("a binary file"));
}

#[test]
fn folders_of_cards_are_good_or_told_what_is_wrong() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("own.ron"), "[\n(code: \"99001\", name: \"Shade\", kind: event, cost: -1),\n]").unwrap();
    let folder = folder.path().to_str().unwrap();
    assert!(told(&maester(&["cards", "list", "--cards", folder])).contains("from 0 to 99, not -1"));
    assert!(String::from_utf8_lossy(&maester(&["cards", "check", folder]).stdout).ends_with("\n1 problem\n"));
    let empty = tempfile::tempdir().unwrap();
    let empty = maester(&["cards", "check", empty.path().to_str().unwrap()]);
    assert_eq!(status(&empty), 1);
    assert!(String::from_utf8_lossy(&empty.stdout).contains("*.ron"), "{empty:?}");
    let core = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cards/core");
    let core = maester(&["cards", "check", core.to_str().unwrap(), "--json"]);
    assert_eq!((status(&core), &json(&core)["ok"]), (0, &Value::Bool(true)), "{core:?}");
}

#[test]
fn a_deck_is_held_against_the_restricted_list_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("deck.txt");
    // Three restricted cards of the newest list for melee, none for joust.
    std::fs::write(&path, maester(&["deck", "show", "Salt and Iron"]).stdout).unwrap();
    let path = path.to_str().unwrap();
    let checked = |more: &[&str]| json(&maester(&[&["deck", "check", path, "--format", "melee", "--json"], more].concat()));
    let without = checked(&[]);
    assert_eq!((&without["ok"], &without["list"]), (&Value::Bool(true), &Value::Null), "{without}");
    for named in [&["--list"][..], &["--list", "newest"], &["--list", "standard"], &["--list", "2026-07-01"]] {
        let verdict = checked(named);
        assert_eq!(verdict["list"]["name"], "Standard v2.1");
        assert_eq!(verdict["ok"], false, "{verdict}");
        let problems = verdict["decks"][0]["problems"].as_array().unwrap();
        assert!(problems.iter().all(|problem| problem["kind"] == "illegal" && problem["line"].is_number()), "{problems:?}");
        let cards: Vec<&str> = problems.iter().filter_map(|problem| problem["card"].as_str()).collect();
        assert_eq!(cards, ["Great Kraken", "Superior Claim"], "beside Heads on Spikes");
        assert!(problems[1]["message"].as_str().unwrap().starts_with("Superior Claim (01043) is restricted by Standard v2.1 in melee"));
    }
    assert_eq!(checked(&["--list", "ffg1.1"])["ok"], true, "that list has no restricted card");
    let wrong = maester(&["deck", "check", path, "--list", "Standrad v2.1"]);
    assert_eq!(status(&wrong), 2);
    let told = told(&wrong);
    assert!(told.contains("the nearest are \"Standard v2.1\""), "{told}");
    assert!(["ffg1.1", "conclave2.0", "gotvalyrian1.0", "gotstandard2.1"].iter().all(|code| told.contains(code)), "all of them: {told}");
}

#[test]
fn a_card_is_shown_with_its_keywords_once() {
    let folder = tempfile::tempdir().unwrap();
    let card = "[(code: \"zz1\", name: \"Twice\", kind: character, cost: 1, str: 1, keywords: [Renown])]";
    std::fs::write(folder.path().join("own.ron"), card).unwrap();
    let shown = maester(&["--cards", folder.path().to_str().unwrap(), "cards", "show", "zz1"]);
    let shown = String::from_utf8_lossy(&shown.stdout).into_owned();
    assert_eq!(shown.matches("Renown.").count(), 1, "{shown}");
}
