//! A chore: every ability of every card in `cards/` has a `#[card_test]`.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use card_game::lang::load::load;

/// Abilities by code and number (from 1) that need no test. Each with a reason.
const WITHOUT_TEST: &[(&str, u8)] = &[];

/// Every card file in and below a folder.
fn card_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).expect("the card files") {
        let path = entry.expect("a card file").path();
        if path.is_dir() {
            files.extend(card_files(&path));
        } else if path.extension().is_some_and(|e| e == "ron") {
            files.push(path);
        }
    }
    files
}

/// The abilities of the cards in and below `cards`, titles aside (melee has tests of its own), with the cards' names.
fn defined() -> BTreeSet<(String, u8, String)> {
    let mut all = BTreeSet::new();
    for path in card_files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cards")) {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default().to_owned();
        if name == "titles.ron" {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a readable card file");
        for def in load(&name, &text).unwrap_or_else(|errors| panic!("{}", errors[0])) {
            let abilities = 1..=def.abilities.len() as u8;
            all.extend(abilities.map(|n| (def.code.clone(), n, def.name.clone())));
        }
    }
    all
}

/// The abilities that an attribute in `tests/` names.
fn tested() -> BTreeSet<(String, u8)> {
    let mut all = BTreeSet::new();
    for file in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")).expect("the tests") {
        let path = file.expect("a test file").path();
        if path.extension().is_none_or(|e| e != "rs") {
            continue;
        }
        let text = fs::read_to_string(&path).expect("a readable test file");
        all.extend(text.lines().filter_map(attribute));
    }
    all
}

/// The code and number in a line that is a `#[card_test("01058", ability = 2)]`; without a number it is the first ability.
fn attribute(line: &str) -> Option<(String, u8)> {
    let arguments = line.trim_start().strip_prefix("#[card_test(\"")?;
    let (code, rest) = arguments.split_once('"')?;
    let rest = rest.split_once(')')?.0;
    let number = match rest.split_once('=') {
        Some((_, number)) => number.trim().parse().ok()?,
        None => 1,
    };
    Some((code.to_owned(), number))
}

#[test]
fn every_ability_of_a_card_has_a_card_test() {
    let (defined, tested) = (defined(), tested());
    assert!(defined.len() > 150, "the card files were not found");
    let exempt = |code: &str, n: u8| WITHOUT_TEST.contains(&(code, n));
    let missing: Vec<String> = defined
        .iter()
        .filter(|(code, n, _)| !tested.contains(&(code.clone(), *n)) && !exempt(code, *n))
        .map(|(code, n, name)| format!("{code} {name}, ability {n}"))
        .collect();
    assert!(missing.is_empty(), "{} abilities without #[card_test]:\n{}", missing.len(), missing.join("\n"));
    let idle: Vec<_> = WITHOUT_TEST.iter().filter(|(code, n)| tested.contains(&((*code).to_owned(), *n))).collect();
    assert!(idle.is_empty(), "tested by now, so no exceptions any more: {idle:?}");
}

#[test]
fn attributes_are_read() {
    assert_eq!(attribute("#[card_test(\"01041\")]"), Some(("01041".to_owned(), 1)));
    assert_eq!(attribute("    #[card_test(\"01058\", ability = 2)]"), Some(("01058".to_owned(), 2)));
    assert_eq!(attribute("// #[card_test(\"01058\")]"), None);
}
