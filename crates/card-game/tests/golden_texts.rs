//! Every rendered text of every card, for review in diffs; against the printed texts in length and wording, where those lie at hand.
//!
//! `UPDATE_GOLDEN=1 cargo test --package card-game --test engine golden_texts` writes the golden file anew.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use card_game::lang::ast::Def;
use card_game::lang::{load, text};

fn workspace() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2).expect("the crate lies in crates/").to_owned()
}

/// All files with this ending below a folder, sorted.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            found.extend(files(&path, ending));
        } else if path.extension().is_some_and(|e| e == ending) {
            found.push(path);
        }
    }
    found.sort();
    found
}

/// Every definition in `cards/`, by code.
fn defs() -> BTreeMap<String, Def> {
    let mut defs = BTreeMap::new();
    for path in files(&workspace().join("cards"), "ron") {
        let text = std::fs::read_to_string(&path).expect("a readable card file");
        let cards = load::load(&path.display().to_string(), &text).unwrap_or_else(|errors| panic!("{}", errors[0]));
        defs.extend(cards.into_iter().map(|def| (def.code.clone(), def)));
    }
    defs
}

/// The hard cards of later packs, by code.
fn hard() -> BTreeMap<String, Def> {
    let cards = load::load("hard.ron", include_str!("../fixtures/hard.ron")).unwrap_or_else(|errors| panic!("{}", errors[0]));
    cards.into_iter().map(|def| (def.code.clone(), def)).collect()
}

#[test]
fn every_text_is_as_reviewed() {
    is_as_reviewed(defs(), "tests/golden/texts.txt");
}

#[test]
fn every_text_of_the_hard_cards_is_as_reviewed() {
    is_as_reviewed(hard(), "tests/golden/hard.txt");
}

fn is_as_reviewed(defs: BTreeMap<String, Def>, file: &str) {
    let now: String =
        defs.values().map(|def| format!("{} {}\n{}", def.code, def.name, text::render(def)).trim_end().to_owned() + "\n\n").collect();
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join(file);
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::create_dir_all(golden.parent().expect("a folder")).expect("a folder for the golden file");
        std::fs::write(&golden, &now).expect("a writable golden file");
    }
    let before = std::fs::read_to_string(&golden).unwrap_or_default();
    for (before, now) in before.split("\n\n").zip(now.split("\n\n")) {
        assert_eq!(before, now, "a text changed; UPDATE_GOLDEN=1 takes the new ones, review them in the diff");
    }
    assert_eq!(before.lines().count(), now.lines().count(), "cards came or went; UPDATE_GOLDEN=1 takes the new list");
}

#[test]
fn texts_are_whole_sentences() {
    for def in defs().values().chain(hard().values()) {
        let rendered = text::render(def);
        for line in rendered.lines() {
            let bad = ["  ", " .", " ,", "..", ",,", "a a ", " an an ", "it's", "Use(", "None"];
            let found = bad.iter().find(|b| line.contains(*b));
            assert!(found.is_none(), "{} {}: {found:?} in {line:?}", def.code, def.name);
            assert!(line.ends_with(['.', ')', '”']), "{} {}: no full stop in {line:?}", def.code, def.name);
            assert!(line.starts_with(|c: char| c.is_uppercase() || "+-\"[".contains(c)), "{} {}: {line:?}", def.code, def.name);
        }
        for index in 0..def.abilities.len() {
            assert!(rendered.contains(&text::ability_text(def, index)), "{}: ability {index}", def.code);
        }
    }
}

/// A text without marks, as lower-case words; icons are words.
fn words(text: &str) -> Vec<String> {
    let mut plain = String::new();
    let mut tag = false;
    for c in text.chars() {
        match c {
            '<' => tag = true,
            '>' => tag = false,
            _ if tag => {}
            '\'' | '+' | '-' => plain.push(c),
            c if c.is_alphanumeric() => plain.extend(c.to_lowercase()),
            _ => plain.push(' '),
        }
    }
    plain.split_whitespace().map(str::to_owned).collect()
}

/// The sentences of a text, as words. Labels and the conditions before a colon count as sentences.
fn sentences(text: &str, name: &str) -> Vec<Vec<String>> {
    // The card's own name is no wording, nor is the name of a usual cost.
    text.replace(name, "this")
        .to_lowercase()
        .replace("kneel your faction card", "pay")
        .split(['.', ':', '\n', '(', ')'])
        .map(words)
        .filter(|s| !s.is_empty())
        .collect()
}

/// The longest run of words that the printed text has too.
fn longest_run(ours: &[String], printed: &[String]) -> Vec<String> {
    let mut best = &ours[..0];
    for i in 0..ours.len() {
        for j in 0..printed.len() {
            let n = ours[i..].iter().zip(&printed[j..]).take_while(|(a, b)| a == b).count();
            if n > best.len() {
                best = &ours[i..i + n];
            }
        }
    }
    best.to_vec()
}

/// At most one text of so many may share a run of eight words with the printed one: rules formulae that cannot be said otherwise.
const SHARED_RUNS: usize = 20;

#[test]
fn texts_are_short_and_our_own() {
    let packs = workspace().join("../shared/cards/packs");
    if !packs.exists() {
        println!("skipped: ../shared absent");
        return;
    }
    let mut printed = BTreeMap::new();
    for path in files(&packs, "json") {
        let pack: serde_json::Value = serde_json::from_str(&std::fs::read_to_string(&path).expect("a readable pack")).expect("a pack");
        for card in pack["cards"].as_array().into_iter().flatten() {
            if let (Some(code), Some(text)) = (card["code"].as_str(), card["text"].as_str()) {
                printed.insert(code.to_owned(), text.to_owned());
            }
        }
    }
    let mut ratios = Vec::new();
    let mut shared = Vec::new();
    for def in defs().values() {
        let Some(text) = printed.get(&def.code) else { continue };
        let rendered = text::render(def);
        let (ours, printed) = (words(&rendered), words(text));
        if ours.is_empty() || printed.is_empty() {
            continue;
        }
        ratios.push((ours.len() as f64 / printed.len() as f64, def.name.clone()));
        let theirs = sentences(text, &def.name);
        let runs =
            sentences(&rendered, &def.name).into_iter().flat_map(|s| theirs.iter().map(move |t| longest_run(&s, t)).collect::<Vec<_>>());
        let run = runs.max_by_key(Vec::len).unwrap_or_default();
        if run.len() >= 8 {
            shared.push(format!("{} {}: {}", def.code, def.name, run.join(" ")));
        }
    }
    if ratios.is_empty() {
        println!("skipped: no card of cards/ is among the packs");
        return;
    }
    ratios.sort_by(|a, b| a.0.total_cmp(&b.0));
    let (median, longest) = (ratios[ratios.len() / 2].0, ratios.iter().rev().take(5).collect::<Vec<_>>());
    println!("{} texts, median length {median:.2} of the printed one, longest {longest:?}", ratios.len());
    println!("{} runs of eight words or more:\n{}", shared.len(), shared.join("\n"));
    assert!(median <= 1.3, "median length {median:.2} of the printed texts");
    assert!(shared.len() <= ratios.len() / SHARED_RUNS, "shared runs:\n{}", shared.join("\n"));
}
