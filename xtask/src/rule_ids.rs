//! The rule ids that exist, and how they are found in running text.

use std::collections::BTreeSet;
use std::ops::Bound::{Included, Unbounded};

/// The first words an id can have; `RR` and `BG` may carry the number of a page.
const FAMILIES: [&str; 11] = ["RR", "BG", "FAQ", "AMB", "CARD", "BOARD", "CR", "EX", "RS", "TR", "TT"];

/// A list of ids that ships with the chores: one a line, then perhaps flags; `#` starts a comment.
pub fn lines(data: &'static str) -> impl Iterator<Item = (&'static str, Option<&'static str>)> {
    data.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut words = line.split_whitespace();
        words.next().map(|id| (id, words.next()))
    })
}

/// All ids that exist.
pub struct Known {
    ids: BTreeSet<&'static str>,
}

impl Known {
    pub fn load() -> Known {
        Known { ids: lines(include_str!("../data/ids.txt")).map(|(id, _)| id).collect() }
    }

    pub fn iter(&self) -> impl Iterator<Item = &'static str> {
        self.ids.iter().copied()
    }

    /// The listed id that a citation means: itself, or the entry whose unlisted bullets it numbers (`RR.golden.cannot.1` where the
    /// list has no numbered line below `RR.golden.cannot`).
    pub fn resolve(&self, cited: &str) -> Option<&'static str> {
        if let Some(id) = self.ids.get(cited) {
            return Some(id);
        }
        let (entry, bullet) = cited.rsplit_once('.')?;
        let numbered = |text: &str| text.split('.').next().is_some_and(|first| first.parse::<u8>().is_ok());
        if !numbered(bullet) || self.below(entry).any(numbered) {
            return None;
        }
        self.ids.get(entry).copied().or_else(|| self.resolve(entry))
    }

    /// Whether some id starts with these words: a citation such as `BG.diff.*` means all of them.
    pub fn has_below(&self, entry: &str) -> bool {
        self.ids.contains(entry) || self.below(entry).next().is_some()
    }

    /// What follows `entry.` in the ids below it.
    fn below<'a>(&'a self, entry: &'a str) -> impl Iterator<Item = &'static str> + use<'a> {
        self.ids
            .range::<str, _>((Included(entry), Unbounded))
            .take_while(move |id| id.starts_with(entry))
            .filter_map(move |id| id[entry.len()..].strip_prefix('.'))
    }
}

/// An id found in text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Found {
    pub id: String,
    /// The text goes on where the id stops (`BG.diff.*`, `"RR.fw.{step}"`): all ids below are meant.
    pub open: bool,
}

/// The ids in a text, in the order they stand there.
pub fn find(text: &str) -> Vec<Found> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let rest = &text[at..];
        let starts_word = !text[..at].ends_with(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.'));
        let length = if starts_word { id_length(rest) } else { None };
        match length {
            Some(length) => {
                found.push(Found { id: rest[..length].to_owned(), open: goes_on(&rest[length..]) });
                at += length;
            }
            None => at += rest.chars().next().map_or(1, char::len_utf8),
        }
    }
    found
}

fn id_length(rest: &str) -> Option<usize> {
    let letters = rest.find(|c: char| !c.is_ascii_uppercase())?;
    let family = &rest[..letters];
    let page = rest[letters..].find(|c: char| !c.is_ascii_digit())?;
    if !FAMILIES.contains(&family) || (page > 0 && !matches!(family, "RR" | "BG")) {
        return None;
    }
    let mut length = letters + page;
    while let Some(after) = rest[length..].strip_prefix('.') {
        let part = part_length(after);
        if part == 0 {
            break;
        }
        length += 1 + part;
    }
    (length > letters + page).then_some(length)
}

/// The length of one part between dots: words joined by hyphens, but not the hyphen of a range (`RS.1-RS.5`, `RR.init.1-7`).
fn part_length(part: &str) -> usize {
    let word = |text: &str| text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_').unwrap_or(text.len());
    let mut length = word(part);
    while let Some(after) = part[length..].strip_prefix('-') {
        if length == 0 || !after.starts_with(|c: char| c.is_ascii_lowercase()) {
            break;
        }
        length += 1 + word(after);
    }
    length
}

fn goes_on(after: &str) -> bool {
    after.strip_prefix('.').is_some_and(|after| after.starts_with(['*', '{', '<', '…']))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> Vec<String> {
        find(text).into_iter().map(|found| if found.open { found.id + ".*" } else { found.id }).collect()
    }

    #[test]
    fn ids_are_found_in_running_text() {
        assert_eq!(ids("see (`RR.fw.4.2.5`), FAQ.1.3.2 and BG.act.orphan-order."), ["RR.fw.4.2.5", "FAQ.1.3.2", "BG.act.orphan-order"]);
        assert_eq!(ids("RS.1-RS.5, RR.init.1-7, RR.init.1-.7, RR15.oop.1/2"), ["RS.1", "RS.5", "RR.init.1", "RR.init.1", "RR15.oop.1"]);
        assert_eq!(ids("BG.diff.* and RR.fw.{step}"), ["BG.diff.*", "RR.fw.*"]);
        assert!(ids("STR.5, the RR, SRC.RR, str.BG.x, RR., FAQ4.1 CR").is_empty());
    }

    #[test]
    fn a_bullet_is_known_where_the_list_has_only_its_entry() {
        let known = Known { ids: BTreeSet::from(["RR.a", "RR.b", "RR.b.1", "RR.c.d", "RR.ab"]) };
        assert_eq!(known.resolve("RR.b.1"), Some("RR.b.1"));
        assert_eq!(known.resolve("RR.a.2"), Some("RR.a"));
        assert_eq!(known.resolve("RR.a.2.1"), Some("RR.a"));
        assert_eq!(known.resolve("RR.b.2"), None);
        assert_eq!(known.resolve("RR.a.x"), None);
        assert_eq!(known.resolve("RR.c"), None);
        assert!(known.has_below("RR.c") && known.has_below("RR.a") && !known.has_below("RR.x"));
    }

    #[test]
    fn every_listed_id_can_be_found_in_text() {
        for id in Known::load().iter() {
            assert_eq!(ids(&format!("({id})")), [id]);
        }
    }
}
