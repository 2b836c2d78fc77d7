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

/// A triggering condition that begins with this word.
fn some_trigger(word: &str) -> When {
    let forms = ["", "()", "([])", "(You)", "(Challenges)", "(by: [], card: [])", "(Hand, [])", "(Renown, [])"];
    let mut read = forms.iter().filter_map(|parts| read::<When>(&format!("{word}{parts}")).ok());
    read.next().unwrap_or_else(|| panic!("no form of {word} is read"))
}

#[test]
fn the_document_says_which_trigger_tells_of_what() {
    use card_game::lang::roles::{Role, roles};
    let document = document();
    let table = document.split("<!-- roles -->").nth(1).expect("the table of roles");
    let triggers: Vec<String> = words().into_iter().filter(|(of, word)| of == "When" && word != "Any").map(|(_, word)| word).collect();
    for (row, role) in [
        ("| `Event`", Role::Event),
        ("| `By`", Role::By),
        ("| `EventPlayer`", Role::EventPlayer),
        ("| `Amount`", Role::Amount),
        ("| `ClaimFallsOn`", Role::Claim),
    ] {
        let line = table.lines().find(|line| line.starts_with(row)).unwrap_or_else(|| panic!("no row {row}"));
        let said: std::collections::BTreeSet<&str> = line.split(" | ").nth(1).expect("two cells").split('`').skip(1).step_by(2).collect();
        let told = triggers.iter().map(String::as_str).filter(|word| roles(&some_trigger(word)).contains(&role)).collect();
        assert_eq!(said, told, "{role:?}");
    }
    // The two rows that are said in words.
    let lacks = |role: Role| -> Vec<&str> {
        triggers.iter().map(String::as_str).filter(|word| !roles(&some_trigger(word)).contains(&role)).collect()
    };
    let outside = "Marshal PhaseBegins PhaseEnds AnyPhaseBegins AnyPhaseEnds RoundEnds WinDominance LoseDominance RevealPlot PlotIsRevealed ComparesInitiative \
                   IncomeCollected \
                   WinInitiative BecomesFirstPlayer";
    assert_eq!(lacks(Role::Challenge), outside.split_whitespace().collect::<Vec<_>>());
    let before = "Initiated DeclaredAttacker DeclaredDefender Bypasses Marshal Play MarshalOrPlay PhaseBegins PhaseEnds AnyPhaseBegins AnyPhaseEnds \
                  RoundEnds WinDominance LoseDominance RevealPlot PlotIsRevealed ComparesInitiative \
                   IncomeCollected WinInitiative BecomesFirstPlayer";
    assert_eq!(lacks(Role::Result), before.split_whitespace().collect::<Vec<_>>());
}
