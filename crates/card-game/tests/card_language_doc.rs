//! `docs/card-language.md` stays true: it names every word of the language, and its examples are read as what they are said to be.

use std::path::Path;

use card_game::lang::ast::*;
use card_game::lang::raw::{Num, read};
use card_game::lang::{load, text};

const AST: [&str; 4] = [
    include_str!("../src/lang/ast/mod.rs"),
    include_str!("../src/lang/ast/filter.rs"),
    include_str!("../src/lang/ast/when.rs"),
    include_str!("../src/lang/ast/effect.rs"),
];

fn document() -> String {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/card-language.md");
    std::fs::read_to_string(path).expect("docs/card-language.md")
}

/// Every variant of every enum of the language, with the enum.
fn words() -> Vec<(String, String)> {
    let mut words = Vec::new();
    let mut of = None;
    for line in AST.iter().flat_map(|file| file.lines()) {
        if let Some(rest) = line.strip_prefix("pub enum ") {
            of = rest.split([' ', '{']).next().map(str::to_owned);
        } else if line == "}" {
            of = None;
        } else if let Some(of) = &of
            && let Some(word) = line.strip_prefix("    ")
            && word.starts_with(|c: char| c.is_ascii_uppercase())
        {
            let word: String = word.chars().take_while(|c| c.is_ascii_alphanumeric()).collect();
            words.push((of.clone(), word));
        }
    }
    words
}

#[test]
fn the_document_names_every_word() {
    let document = document();
    let said: std::collections::BTreeSet<&str> = document.split(|c: char| !c.is_ascii_alphanumeric() && c != '_').collect();
    let words = words();
    assert!(words.len() > 300, "only {} words found in lang/ast", words.len());
    let missing: Vec<String> =
        words.iter().filter(|(_, word)| !said.contains(word.as_str())).map(|(of, word)| format!("{of}::{word}")).collect();
    assert!(missing.is_empty(), "docs/card-language.md does not name: {}", missing.join(", "));
}

/// Reads an example as the part of speech that its table is about.
fn reads(part: &str, example: &str) -> Result<(), String> {
    fn is<T: serde::de::DeserializeOwned>(example: &str) -> Result<(), String> {
        read::<T>(example).map(|_| ())
    }
    match part {
        "Triggered" => is::<Triggered>(&format!("({example})")),
        "Constant" => is::<Constant>(&format!("({example})")),
        "Choice" => is::<Choice>(example),
        "Who" => is::<Who>(example),
        "Ref" => is::<Ref>(example),
        "Pred" => is::<Pred>(example),
        "Cmp" => is::<Cmp>(example),
        "Num" => is::<Num>(example),
        "Cond" => is::<Cond>(example),
        "When" => is::<When>(example),
        "Cost" => is::<Cost>(example),
        "Effect" => is::<Effect>(example),
        "Modifier" => is::<Modifier>(example),
        "PlayerModifier" => is::<PlayerModifier>(example),
        "Keyword" => is::<Keyword>(example),
        "DeckRule" => is::<DeckRule>(example),
        other => Err(format!("no part of speech is called {other}")),
    }
}

#[test]
fn the_examples_of_the_tables_are_read() {
    let document = document();
    let mut part = None;
    let mut count = 0;
    for line in document.lines() {
        if let Some(named) = line.strip_prefix("<!-- examples: ") {
            part = Some(named.trim_end_matches(" -->").to_owned());
        } else if !line.starts_with('|') {
            part = None;
        } else if let Some(part) = &part
            && let Some(example) = line.trim_end_matches(" |").rsplit(" | ").next()
            && let Some(example) = example.strip_prefix('`').and_then(|e| e.strip_suffix('`'))
        {
            reads(part, example).unwrap_or_else(|error| panic!("{part} `{example}`: {error}"));
            count += 1;
        }
    }
    assert!(count > 150, "only {count} examples found");
}

#[test]
fn the_whole_cards_and_abilities_are_read() {
    let document = document();
    let blocks: Vec<&str> = document.split("```ron\n").skip(1).filter_map(|b| b.split("```").next()).collect();
    assert!(blocks.len() >= 6, "only {} blocks found", blocks.len());
    let mut last = None;
    for block in blocks {
        if block.starts_with('[') {
            let cards = load::load("docs/card-language.md", block).unwrap_or_else(|errors| panic!("{}", errors[0]));
            last = cards.into_iter().last();
        } else {
            read::<Ability>(block.trim()).unwrap_or_else(|error| panic!("{block}: {error}"));
        }
    }
    let quoted = document.split("```text\n").nth(1).and_then(|b| b.split("\n```").next()).map(str::to_owned);
    assert_eq!(last.map(|card| text::render(&card)), quoted, "the text quoted for the finished card");
}
