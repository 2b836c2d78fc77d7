//! Counting test results from what test runners print.

use std::fmt;
use std::ops::AddAssign;

/// Tests passed, failed, skipped.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub struct Tally {
    pub passed: u64,
    pub failed: u64,
    pub skipped: u64,
}

impl AddAssign for Tally {
    fn add_assign(&mut self, other: Tally) {
        self.passed += other.passed;
        self.failed += other.failed;
        self.skipped += other.skipped;
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} passed, {} failed", self.passed, self.failed)?;
        if self.skipped > 0 { write!(f, ", {} skipped", self.skipped) } else { Ok(()) }
    }
}

impl Tally {
    /// What one line of output adds, when it is a summary of
    ///
    /// - cargo's harness: `test result: ok. 5 passed; 0 failed; 1 ignored; …`
    /// - vitest: `Tests  2 failed | 12 passed | 1 skipped (15)`
    /// - node's runner: `# pass 5`, `ℹ fail 0`
    /// - any runner: `12 passed, 0 failed`, perhaps with a word and a colon before it
    pub fn of(line: &str) -> Option<Tally> {
        let line = without_colours(line);
        let line = line.trim();
        if let Some(counts) = line.strip_prefix("test result: ") {
            return counted(counts.split_once(". ")?.1.split(';'));
        }
        if let Some(counts) = line.strip_prefix("Tests ") {
            return counted(counts.split('(').next()?.split('|'));
        }
        if let Some(count) = line.strip_prefix("# ").or(line.strip_prefix("ℹ ")) {
            let (word, count) = count.split_once(' ')?;
            return counted([format!("{count} {word}")].iter().map(String::as_str));
        }
        let counts = match line.split_once(": ") {
            Some((word, counts)) if word.chars().all(char::is_alphanumeric) => counts,
            _ => line,
        };
        let whole = counts.split(", ").all(|part| one(part).is_some()) && counts.contains(" passed, ");
        whole.then(|| counted(counts.split(',')))?
    }
}

fn counted<'a>(parts: impl Iterator<Item = &'a str>) -> Option<Tally> {
    parts.filter_map(one).reduce(|mut sum, part| {
        sum += part;
        sum
    })
}

/// `12 passed` and the like.
fn one(part: &str) -> Option<Tally> {
    let (count, word) = part.trim().split_once(' ')?;
    let count = count.parse().ok()?;
    match word {
        "passed" | "pass" => Some(Tally { passed: count, ..Tally::default() }),
        "failed" | "fail" => Some(Tally { failed: count, ..Tally::default() }),
        "skipped" | "ignored" | "todo" => Some(Tally { skipped: count, ..Tally::default() }),
        _ => None,
    }
}

fn without_colours(line: &str) -> String {
    let mut parts = line.split('\u{1b}');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain += part.split_once('m').map_or("", |(_, after)| after);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tally(passed: u64, failed: u64, skipped: u64) -> Option<Tally> {
        Some(Tally { passed, failed, skipped })
    }

    #[test]
    fn summaries_are_counted() {
        let cargo = "test result: \u{1b}[32mok\u{1b}(B. 5 passed; 0 failed; 1 ignored; 0 measured; 7 filtered out; finished in 0.00s";
        assert_eq!(Tally::of(&cargo.replace("\u{1b}(B", "\u{1b}[m")), tally(5, 0, 1));
        assert_eq!(Tally::of("test result: FAILED. 4 passed; 1 failed; 0 ignored; 0 measured; 0 filtered out"), tally(4, 1, 0));
        assert_eq!(Tally::of("\u{1b}[2m      Tests \u{1b}[22m \u{1b}[1m2 failed\u{1b}[22m | 12 passed | 1 skipped (15)"), tally(12, 2, 1));
        assert_eq!(Tally::of("# pass 5"), tally(5, 0, 0));
        assert_eq!(Tally::of("ℹ fail 2"), tally(0, 2, 0));
        assert_eq!(Tally::of("12 passed, 0 failed, 3 skipped"), tally(12, 0, 3));
        assert_eq!(Tally::of("browser: 12 passed, 1 failed"), tally(12, 1, 0));
    }

    #[test]
    fn other_lines_are_not() {
        for line in ["", "test a ... ok", " Test Files  3 passed (3)", "# tests 5", "running 5 tests", "he passed, she failed", "3 passed"]
        {
            assert_eq!(Tally::of(line), None, "{line}");
        }
    }

    #[test]
    fn a_tally_reads_as_one_line() {
        assert_eq!(Tally { passed: 3, failed: 0, skipped: 0 }.to_string(), "3 passed, 0 failed");
        assert_eq!(Tally { passed: 3, failed: 1, skipped: 2 }.to_string(), "3 passed, 1 failed, 2 skipped");
    }
}
