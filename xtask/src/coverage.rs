//! `docs/rules-coverage.md`: which test shows which rule.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;

use crate::Result;
use crate::rule_ids::{Known, lines};
use crate::scan::{self, Test};
use crate::workspace::{root, shown};

const SEED: &str = include_str!("../data/seed-ids.txt");

/// The kinds of rule that are counted apart, by their flag in the list.
const KINDS: [(&str, Option<&str>); 3] = [("card game", None), ("card game, melee only", Some("melee")), ("board game", Some("board"))];

/// The worked cases that need an expansion of the board game, which is not played.
const EXPANSION_CASES: std::ops::RangeInclusive<&str> = "BOARD.C124"..="BOARD.C130";

fn page() -> PathBuf {
    root().join("docs/rules-coverage.md")
}

/// Writes the page.
pub fn write() -> Result {
    let page = page();
    std::fs::create_dir_all(page.parent().expect("the page lies in a folder"))?;
    let (text, _) = generate()?;
    std::fs::write(&page, &text)?;
    println!("{}: {}", shown(&page), summary_of(&text));
    Ok(())
}

/// Fails when the page on disk is not the generated one, or when a rule that must have a test has none.
pub fn check() -> Result {
    let (text, missing) = generate()?;
    let page = page();
    let on_disk = std::fs::read_to_string(&page).unwrap_or_default();
    if on_disk.replace("\r\n", "\n") != text {
        return Err(format!("{} is out of date; write it with: cargo xtask coverage", shown(&page)).into());
    }
    if !missing.is_empty() {
        return Err(format!("no test shows {}", missing.join(", ")).into());
    }
    println!("{}: up to date, {}", shown(&page), summary_of(&text));
    Ok(())
}

fn summary_of(text: &str) -> &str {
    text.lines().find(|line| line.starts_with("Covered: ")).unwrap_or_default()
}

/// The page, and the ids that must have a test and have none.
fn generate() -> Result<(String, Vec<&'static str>)> {
    let mut tests = Vec::new();
    let mut problems = String::new();
    for (path, source) in scan::sources()? {
        let found = scan::tests(&source);
        tests.extend(found.tests);
        for (line, problem) in found.problems {
            write!(problems, "\n  {}:{line}: {problem}", shown(&path))?;
        }
    }
    if !problems.is_empty() {
        return Err(format!("attributes that say nothing:{problems}").into());
    }
    let left_out = scan::left_out()?;
    if !left_out.is_empty() {
        let paths: Vec<String> = left_out.iter().map(|path| shown(path)).collect();
        return Err(format!("no test program has these files as a module, so that their tests never run: {}", paths.join(", ")).into());
    }
    let (by_id, known) = (shown_by(&tests), Known::load());
    let missing = required(&known).into_iter().filter(|id| !by_id.contains_key(*id)).collect();
    Ok((render(&by_id, &known), missing))
}

/// Every id of the source pages, and every worked case that can be played.
fn required(known: &Known) -> Vec<&'static str> {
    let cases = known.iter().filter(|id| id.starts_with("CARD.C") || is_board_case(id));
    lines(SEED).map(|(id, _)| id).chain(cases).collect()
}

/// A worked case of the board game without expansion.
fn is_board_case(id: &str) -> bool {
    id.starts_with("BOARD.C") && !EXPANSION_CASES.contains(&id)
}

type ShownBy = BTreeMap<String, BTreeSet<String>>;

/// The tests by the ids they show. Ignored tests show nothing.
fn shown_by(tests: &[Test]) -> ShownBy {
    let mut by_id = ShownBy::new();
    for test in tests.iter().filter(|test| !test.ignored) {
        for id in test.rules.iter().cloned().chain(case_of(&test.name)) {
            by_id.entry(id).or_default().insert(test.name.clone());
        }
    }
    by_id
}

/// The worked case that a test's name says: `CARD.C001` of `card_c001_setup_budget_is_exact`.
fn case_of(name: &str) -> Option<String> {
    let (game, rest) = ["card", "board"].into_iter().find_map(|game| Some((game, name.strip_prefix(game)?.strip_prefix("_c")?)))?;
    let digits = rest.split('_').next()?;
    (digits.len() == 3 && digits.bytes().all(|b| b.is_ascii_digit())).then(|| format!("{}.C{digits}", game.to_uppercase()))
}

fn render(by_id: &ShownBy, known: &Known) -> String {
    let seed: Vec<(&str, Option<&str>)> = lines(SEED).collect();
    let count = |ids: &[&str]| format!("{} of {}", ids.iter().filter(|id| by_id.contains_key(**id)).count(), ids.len());
    let of_kind = |flag| seed.iter().filter(|(_, f)| *f == flag).map(|(id, _)| *id).collect::<Vec<_>>();
    let all: Vec<&str> = seed.iter().map(|(id, _)| *id).collect();
    let mut card_cases: Vec<&str> = known.iter().filter(|id| id.starts_with("CARD.C")).collect();
    let mut board_cases: Vec<&str> = known.iter().filter(|id| is_board_case(id)).collect();
    let board_rules: Vec<&str> = known.iter().filter(|id| id.starts_with("BG.")).collect();
    card_cases.sort_unstable();
    board_cases.sort_unstable();

    let kinds = KINDS.map(|(name, flag)| format!("{name} {}", count(&of_kind(flag)))).join("; ");
    let mut out = format!(
        "# Which tests show which rules\n\n\
         Generated by `cargo xtask coverage` from the `#[rule(\"…\")]` attributes of the tests and the names of the case tests. An empty\n\
         cell is a rule that no test shows yet.\n\n\
         Covered: {} ids of the source pages ({kinds}); worked cases {}; board game: worked cases {}, rules {}.\n",
        count(&all),
        count(&card_cases),
        count(&board_cases),
        count(&board_rules),
    );
    for section in SEED.split("\n## ").skip(1) {
        let (title, _) = section.split_once('\n').unwrap_or((section, ""));
        let ids: Vec<&str> =
            seed.iter().map(|(id, _)| *id).filter(|id| section.lines().any(|line| line.split(' ').next() == Some(id))).collect();
        table(&mut out, title, &ids, by_id);
        let melee: Vec<&str> = ids.iter().copied().filter(|id| seed.contains(&(id, Some("melee")))).collect();
        if !melee.is_empty() {
            out += &format!("\nMelee only: {}.\n", melee.join(", "));
        }
    }
    let listed: BTreeSet<&str> = all.iter().chain(&card_cases).chain(&board_cases).chain(&board_rules).copied().collect();
    let further: Vec<&str> = by_id.keys().map(String::as_str).filter(|id| !listed.contains(id)).collect();
    table(&mut out, "Further rules", &further, by_id);
    table(&mut out, "Worked cases of the card game", &card_cases, by_id);
    table(&mut out, "Worked cases of the board game", &board_cases, by_id);
    table(&mut out, "Rules of the board game", &board_rules, by_id);
    out
}

fn table(out: &mut String, title: &str, ids: &[&str], by_id: &ShownBy) {
    *out += &format!("\n## {title}\n\n| id | tests |\n|---|---|\n");
    for id in ids {
        let tests: Vec<&str> = by_id.get(*id).into_iter().flatten().map(String::as_str).collect();
        *out += &if tests.is_empty() { format!("| {id} | |\n") } else { format!("| {id} | {} |\n", tests.join(", ")) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn test(name: &str, rules: &[&str], ignored: bool) -> Test {
        Test { name: name.into(), rules: rules.iter().map(|rule| rule.to_string()).collect(), ignored }
    }

    #[test]
    fn every_seed_id_exists_and_has_a_known_flag() {
        let known = Known::load();
        for (id, flag) in lines(SEED) {
            assert_eq!(known.resolve(id), Some(id));
            assert!(KINDS.iter().any(|(_, f)| *f == flag), "{id} {flag:?}");
        }
    }

    #[test]
    fn a_case_is_read_from_the_name() {
        assert_eq!(case_of("card_c001_setup_budget_is_exact").as_deref(), Some("CARD.C001"));
        assert_eq!(case_of("board_c142").as_deref(), Some("BOARD.C142"));
        assert_eq!(case_of("card_cost_is_paid"), None);
        assert_eq!(case_of("card_c1_short"), None);
    }

    #[test]
    fn what_must_have_a_test() {
        let required = required(&Known::load());
        for id in ["BG25.own.1", "RR15.oop.1", "CARD.C001", "BOARD.C001", "BOARD.C123", "BOARD.C131", "BOARD.C142"] {
            assert!(required.contains(&id), "{id}");
        }
        for id in ["BOARD.C124", "BOARD.C130", "BG.raid.own"] {
            assert!(!required.contains(&id), "{id}");
        }
    }

    #[test]
    fn the_page_has_one_row_an_id() {
        let tests = [
            test("b", &["RR15.oop.1"], false),
            test("a", &["RR15.oop.1", "RR.fw.4.2"], false),
            test("card_c198_last", &[], false),
            test("board_c001_first", &["BG.raid.own"], false),
            test("sleeping", &["RR15.oop.2"], true),
        ];
        let text = render(&shown_by(&tests), &Known::load());
        for row in [
            "| RR15.oop.1 | a, b |",
            "| RR15.oop.2 | |",
            "| RR.fw.4.2 | a |",
            "| CARD.C001 | |",
            "| CARD.C198 | card_c198_last |",
            "| BG.raid.own | board_c001_first |",
            "| BG.raid.none | |",
        ] {
            assert_eq!(text.lines().filter(|line| *line == row).count(), 1, "{row}");
        }
        assert!(text.contains("Covered: 1 of 100 ids"), "{}", summary_of(&text));
        assert!(text.contains("worked cases 1 of 198"), "{}", summary_of(&text));
        assert!(text.contains("board game: worked cases 1 of 135, rules 1 of 330"), "{}", summary_of(&text));
        assert!(text.contains("| BOARD.C001 | board_c001_first |\n| BOARD.C002 | |\n"));
        assert!(!text.contains("BOARD.C124"), "a case of an expansion");
    }
}
