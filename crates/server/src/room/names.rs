//! What players are called at the table.

use super::Refusal;
use super::live::Live;

/// The longest name at the table, in characters.
const LONGEST_NAME: usize = 40;
/// Who gives no name.
const NOBODY: &str = "Guest";

/// A name that can stand in any sentence: one line, nothing that hides or turns what stands around it. Who gives none is a guest.
pub fn clean(name: &str) -> Result<String, Refusal> {
    let bad = |message: String| Refusal::new("bad_name", message);
    // What says how an emoji is drawn, or joins several to one, comes with it from a keyboard: nobody could find it to leave it out.
    let kept = |c: &char| !c.is_control() && !matches!(c, '\u{fe00}'..='\u{fe0f}' | '\u{200d}');
    let words: Vec<String> = name.split_whitespace().map(|word| word.chars().filter(kept).collect()).collect();
    let name = words.into_iter().filter(|word: &String| !word.is_empty()).collect::<Vec<_>>().join(" ");
    if let Some((place, found)) = (1..).zip(name.chars()).find(|(_, c)| is_unseen(*c)) {
        let code = found as u32;
        return Err(bad(format!("character {place} of the name (U+{code:04X}) is invisible or turns the text around it; leave it out")));
    }
    if let Some((place, found)) = (1..).zip(name.chars()).find(|(_, c)| matches!(c, '[' | ']' | '{' | '}' | '|')) {
        return Err(bad(format!("character {place} of the name ({found}) marks cards and players in the log; leave it out")));
    }
    let length = name.chars().count();
    if length > LONGEST_NAME {
        return Err(bad(format!("a name has at most {LONGEST_NAME} characters, this one has {length}")));
    }
    Ok(if name.is_empty() { NOBODY.to_owned() } else { name })
}

/// One line of what can be seen of a text.
pub fn visible(text: &str) -> String {
    let words = text.split_whitespace().map(|word| word.chars().filter(|c| !c.is_control() && !is_unseen(*c)).collect());
    words.filter(|word: &String| !word.is_empty()).collect::<Vec<_>>().join(" ")
}

/// A line as it was written, spaces and all, without what cannot be seen.
pub fn visible_line(line: &str) -> String {
    line.trim_end().chars().map(|c| if c == '\t' { ' ' } else { c }).filter(|c| !c.is_control() && !is_unseen(*c)).collect()
}

/// The name, or the name with the first number from 2 on that tells it from those who sit here already.
pub fn apart<'a>(name: String, others: impl Iterator<Item = &'a str> + Clone) -> String {
    let taken = |name: &str| others.clone().any(|other| other.to_lowercase() == name.to_lowercase());
    if !taken(&name) {
        return name;
    }
    (2..).map(|n| format!("{name} {n}")).find(|name| !taken(name)).unwrap_or(name)
}

impl Live {
    /// The name, as it tells whoever sits down in this place from the others here.
    pub fn apart(&self, place: usize, name: String) -> String {
        let others = self.chairs.iter().enumerate().filter(|(at, chair)| *at != place && !chair.is_open());
        apart(name, others.map(|(_, chair)| chair.name.as_str()))
    }
}

/// Whether a character takes no room, joins or parts others unseen, or changes the direction of the text: the default ignorable and
/// format characters of Unicode, blank letters, private use.
fn is_unseen(c: char) -> bool {
    matches!(u32::from(c),
        0xAD | 0x34F | 0x600..=0x605 | 0x61C | 0x6DD | 0x70F | 0x890..=0x891 | 0x8E2 | 0x115F..=0x1160 | 0x17B4..=0x17B5
        | 0x180B..=0x180F | 0x200B..=0x200F | 0x2028..=0x202E | 0x2060..=0x206F | 0x2800 | 0x3164 | 0xE000..=0xF8FF
        | 0xFE00..=0xFE0F | 0xFEFF | 0xFFA0 | 0xFFF0..=0xFFFD | 0x110BD | 0x110CD | 0x13430..=0x1345F | 0x1BCA0..=0x1BCA3
        | 0x1D173..=0x1D17A | 0xE0000..=0x10FFFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_one_line_of_visible_characters() {
        for (given, name) in [
            ("Ann", "Ann"),
            ("  Ann \t of\nTarth ", "Ann of Tarth"),
            ("", "Guest"),
            (" \u{7} \u{1b}", "Guest"),
            ("Jo\u{301}n", "Jo\u{301}n"),
            ("آريا", "آريا"),
            ("雪", "雪"),
            ("🐺", "🐺"),
            ("Ann ❤\u{fe0f}", "Ann ❤"),
            ("👩\u{200d}👧 of Tarth", "👩👧 of Tarth"),
            ("\u{fe0f}", "Guest"),
        ] {
            assert_eq!(clean(given).unwrap(), name, "{given:?}");
        }
        for (given, part) in [
            ("A\u{202e}nnB", "U+202E"),
            ("A\u{2066}", "character 2"),
            ("\u{200b}", "U+200B"),
            ("Ann\u{feff}", "U+FEFF"),
            ("\u{3164}", "U+3164"),
            ("\u{e0041}", "U+E0041"),
            ("[c1|Ice|01153]", "marks cards"),
            ("{P1}", "marks cards"),
        ] {
            let refused = clean(given).unwrap_err();
            assert_eq!(refused.code(), "bad_name", "{given:?}");
            assert!(refused.into_wire().message.contains(part), "{given:?}");
        }
        assert!(clean(&"x".repeat(40)).is_ok());
        assert!(clean(&"é".repeat(41)).unwrap_err().into_wire().message.contains("41"));
    }

    #[test]
    fn names_at_one_table_differ() {
        let named = |name: &str, others: &[&str]| apart(name.to_owned(), others.iter().copied());
        assert_eq!(named("Guest", &[]), "Guest");
        assert_eq!(named("Guest", &["Guest"]), "Guest 2");
        assert_eq!(named("guest", &["Guest", "Guest 2"]), "guest 3");
        assert_eq!(named("Ann", &["Bob"]), "Ann");
    }
}
