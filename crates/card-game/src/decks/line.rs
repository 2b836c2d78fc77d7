//! The grammar of one line of a deck list.

use crate::pool::key;
use crate::words::{CardType, Faction};

/// What a line is, before anybody asks whether its card exists.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Line<'a> {
    Blank,
    /// `Version: 1.0`
    Version(&'a str),
    /// `Packs: From Core Set (3) to Taking the Black`; says nothing that the cards do not say.
    Packs,
    /// `Plots`, `---- Core Set ----`: what stands below is of that type, or of no particular one.
    Heading(Option<CardType>),
    Faction(Faction),
    Entry(Entry<'a>),
}

/// A line about a card: `3x Name (Pack #12)`, `Name x3`, `2 01001`.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Entry<'a> {
    /// Digits, however many; none if the line gives no number.
    pub count: Option<&'a str>,
    pub code: Option<&'a str>,
    /// May be empty if there is a code.
    pub name: &'a str,
    /// Name or code of a pack.
    pub pack: Option<&'a str>,
    /// The card's number in its cycle.
    pub position: Option<&'a str>,
}

/// Whether a line of `=` parts two decks.
pub fn is_separator(line: &str) -> bool {
    let line = line.trim();
    line.len() >= 3 && line.chars().all(|c| c == '=')
}

/// Reads a line. `is_code` knows the codes of cards.
pub fn read<'a>(line: &'a str, is_code: &dyn Fn(&str) -> bool) -> Line<'a> {
    let line = line.trim();
    if line.is_empty() {
        return Line::Blank;
    }
    if let Some(version) = after_label(line, &["version"]) {
        return Line::Version(version);
    }
    if after_label(line, &["packs", "pack"]).is_some() {
        return Line::Packs;
    }
    if let Some(heading) = heading(line) {
        return Line::Heading(heading);
    }
    let line = after_label(line, &["faction", "house", "agenda"]).filter(|rest| !rest.is_empty()).unwrap_or(line);
    match faction(line) {
        Some(faction) => Line::Faction(faction),
        None => Line::Entry(entry(line, is_code)),
    }
}

/// The faction that a text is the name of.
pub fn faction(text: &str) -> Option<Faction> {
    let text = key(text);
    let bare = text.strip_prefix("house").unwrap_or(&text);
    Faction::ALL.iter().copied().find(|f| bare == f.word() || bare == key(f.title()) || text == key(&super::faction_name(*f)))
}

/// What follows `label:`, case ignored.
fn after_label<'a>(line: &'a str, labels: &[&str]) -> Option<&'a str> {
    let (label, rest) = line.split_once(':')?;
    labels.iter().any(|l| label.trim().eq_ignore_ascii_case(l)).then(|| rest.trim())
}

fn heading(line: &str) -> Option<Option<CardType>> {
    if line.len() > 6 && line.starts_with("---") && line.ends_with("---") {
        return Some(None);
    }
    let line = line.strip_suffix(':').unwrap_or(line).trim_end();
    // The number of cards below may stand behind the word.
    let line = match line.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')) {
        Some((word, count)) if !count.is_empty() && count.bytes().all(|b| b.is_ascii_digit()) => word.trim_end(),
        _ => line,
    };
    let kind = match line.to_lowercase().as_str() {
        "plot" | "plots" | "plot deck" => Some(CardType::Plot),
        "character" | "characters" => Some(CardType::Character),
        "location" | "locations" => Some(CardType::Location),
        "attachment" | "attachments" => Some(CardType::Attachment),
        "event" | "events" => Some(CardType::Event),
        "agenda" | "agendas" => Some(CardType::Agenda),
        "faction" | "cards" | "deck" | "draw deck" | "main deck" => None,
        _ => return None,
    };
    Some(kind)
}

fn entry<'a>(line: &'a str, is_code: &dyn Fn(&str) -> bool) -> Entry<'a> {
    let line = without_tags(without_number_sign(line));
    let (count, rest) = count_before(line, is_code).or_else(|| count_after(line)).unwrap_or((None, line));
    let (rest, pack, position) = pack_after(rest.trim());
    // `Name x3 (Pack)`
    let (count, rest) = match count {
        None => count_after(rest).unwrap_or((None, rest)),
        given => (given, rest),
    };
    let (first, others) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
    let looks_like_code = first.len() == 5 && first.bytes().all(|b| b.is_ascii_digit());
    let has_digit = first.bytes().any(|b| b.is_ascii_digit());
    if !first.is_empty() && (looks_like_code || (has_digit && is_code(first))) {
        Entry { count, code: Some(first), name: others.trim(), pack, position }
    } else {
        Entry { count, code: None, name: rest.trim(), pack, position }
    }
}

/// Drops the `#123 ` that some lists start their lines with.
fn without_number_sign(line: &str) -> &str {
    let Some(rest) = line.strip_prefix('#') else { return line };
    let after = rest.trim_start_matches(|c: char| c.is_ascii_digit());
    if after.len() < rest.len() && after.starts_with(char::is_whitespace) { after.trim_start() } else { line }
}

/// Drops tags in square brackets at the end.
fn without_tags(line: &str) -> &str {
    let mut line = line.trim_end();
    while let Some(at) = line.strip_suffix(']').and_then(|rest| rest.rfind('[')) {
        line = line[..at].trim_end();
    }
    line
}

/// `3x Name`, `3 x Name`, `3 Name`, `3xName`; not `01001 x2`, which starts with a code.
fn count_before<'a>(line: &'a str, is_code: &dyn Fn(&str) -> bool) -> Option<(Option<&'a str>, &'a str)> {
    let after = line.trim_start_matches(|c: char| c.is_ascii_digit());
    let digits = &line[..line.len() - after.len()];
    if digits.is_empty() {
        return None;
    }
    let rest = after.trim_start();
    let spaced = rest.len() < after.len();
    let times = |text: &'a str| text.strip_prefix(['x', 'X', '×']);
    let is_a_code = digits.len() == 5 || is_code(digits);
    match times(rest) {
        // `01001 x 2`
        Some(count) if is_a_code && only_digits(count.trim()) => None,
        Some(name) if name.starts_with(char::is_whitespace) => Some((Some(digits), name.trim_start())),
        Some(name) if !spaced && !name.is_empty() => Some((Some(digits), name)),
        _ if spaced && !starts_as_code(digits, rest, is_code) => Some((Some(digits), rest)),
        _ => None,
    }
}

/// Whether the digits at the start of a line are its card's code: five digits or a known code, and no code follows.
fn starts_as_code(digits: &str, rest: &str, is_code: &dyn Fn(&str) -> bool) -> bool {
    let next = rest.split_whitespace().next().unwrap_or("");
    let five = |text: &str| text.len() == 5 && only_digits(text);
    (five(digits) || is_code(digits)) && !(five(next) || is_code(next))
}

/// `Name x3`, `Name ×3`, `Name 3x`.
fn count_after(line: &str) -> Option<(Option<&str>, &str)> {
    let (name, last) = line.trim_end().rsplit_once(char::is_whitespace)?;
    if let Some(count) = last.strip_prefix(['x', 'X', '×']).or_else(|| last.strip_suffix(['x', 'X', '×'])).filter(|c| only_digits(c)) {
        return Some((Some(count), name.trim_end()));
    }
    let (name, times) = name.trim_end().rsplit_once(char::is_whitespace)?;
    (only_digits(last) && matches!(times, "x" | "X" | "×")).then(|| (Some(last), name.trim_end()))
}

/// `Name (Pack)`, `Name (Pack #12)`.
fn pack_after(line: &str) -> (&str, Option<&str>, Option<&str>) {
    let Some((name, pack)) = line.strip_suffix(')').and_then(|rest| rest.rsplit_once('(')) else { return (line, None, None) };
    match pack.rsplit_once('#') {
        Some((pack, position)) if only_digits(position.trim()) => (name.trim_end(), Some(pack.trim()), Some(position.trim())),
        _ => (name.trim_end(), Some(pack.trim()), None),
    }
}

fn only_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry_of(line: &str) -> (Option<&str>, Option<&str>, &str, Option<&str>, Option<&str>) {
        match read(line, &|code| code == "01001" || code == "X9") {
            Line::Entry(e) => (e.count, e.code, e.name, e.pack, e.position),
            other => panic!("{line:?} reads as {other:?}"),
        }
    }

    #[test]
    fn every_way_to_write_a_card() {
        let name = (Some("3"), None, "Hedge Knight", None, None);
        for line in [
            "3x Hedge Knight",
            "3 Hedge Knight",
            "3xHedge Knight",
            "3 x Hedge Knight",
            "3× Hedge Knight",
            "Hedge Knight x3",
            "Hedge Knight x 3",
            "Hedge Knight 3x",
            "#17 3x Hedge Knight",
            " 3X  Hedge Knight [good][cheap] ",
        ] {
            assert_eq!(entry_of(line), name, "{line}");
        }
        assert_eq!(entry_of("Hedge Knight"), (None, None, "Hedge Knight", None, None));
        for line in ["3x Hedge Knight (TtB)", "Hedge Knight (TtB) x3", "Hedge Knight x3 (TtB)"] {
            assert_eq!(entry_of(line), (Some("3"), None, "Hedge Knight", Some("TtB"), None), "{line}");
        }
        assert_eq!(entry_of("3x Hedge Knight (True Steel #117)"), (Some("3"), None, "Hedge Knight", Some("True Steel"), Some("117")));
        assert_eq!(entry_of("2 Xaro Xhoan Daxos"), (Some("2"), None, "Xaro Xhoan Daxos", None, None));
    }

    #[test]
    fn every_way_to_write_a_code() {
        for line in ["01001 x2", "2 01001", "2x 01001", "01001 2x", "01001 x 2"] {
            assert_eq!(entry_of(line), (Some("2"), Some("01001"), "", None, None), "{line}");
        }
        assert_eq!(entry_of("01001"), (None, Some("01001"), "", None, None));
        assert_eq!(entry_of("2 01001 A Clash of Kings"), (Some("2"), Some("01001"), "A Clash of Kings", None, None));
        assert_eq!(entry_of("2 X9"), (Some("2"), Some("X9"), "", None, None));
        for line in ["99999 x2", "99999 x 2"] {
            assert_eq!(entry_of(line), (Some("2"), Some("99999"), "", None, None));
        }
        assert_eq!(entry_of("12345 01001"), (Some("12345"), Some("01001"), "", None, None));
    }

    #[test]
    fn lines_that_are_no_cards() {
        let read = |line| read(line, &|_| false);
        assert_eq!(read("  "), Line::Blank);
        assert_eq!(read("Version: 1.2"), Line::Version("1.2"));
        assert_eq!(read("Packs: From Core Set (3) to True Steel"), Line::Packs);
        for line in ["Plots", "plot", "Plots:", "Plots (7)", "Plots (7):"] {
            assert_eq!(read(line), Line::Heading(Some(CardType::Plot)), "{line}");
        }
        assert_eq!(read("---- Core Set ----"), Line::Heading(None));
        for line in ["The Night's Watch", "night’s watch", "Faction: thenightswatch"] {
            assert_eq!(read(line), Line::Faction(Faction::NightsWatch), "{line}");
        }
        assert_eq!(read("HOUSE STARK"), Line::Faction(Faction::Stark));
        assert!(is_separator(" ==== ") && !is_separator("=="));
    }
}
