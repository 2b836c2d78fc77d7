//! Reading a deck that is written as text: the deck site's export, in either order, or anything people paste.

use super::builder::Builder;
use super::line::{self, Line};
use super::quoted;
use crate::lang::near;
use crate::pool::{Pool, key};

/// Reads all lines of one deck. Returns the line it starts on.
pub fn read(pool: &Pool, builder: &mut Builder<'_>, lines: &[(usize, &str)]) -> Option<usize> {
    let is_code = |code: &str| pool.card(code).is_some();
    let texts: Vec<&str> = lines.iter().map(|(_, line)| *line).collect();
    let header = has_header(&texts);
    let mut first = true;
    let mut heading = None;
    let start = lines.iter().find(|(_, line)| !line.trim().is_empty()).map(|(at, _)| *at);
    for &(at, text) in lines {
        if text.trim().is_empty() {
            continue;
        }
        if builder.is_full() {
            builder.stopped(Some(at));
            break;
        }
        let read = line::read(text, &is_code);
        if std::mem::take(&mut first) && is_name(pool, builder, &read, text, at, header) {
            continue;
        }
        match read {
            Line::Blank | Line::Packs => {}
            Line::Version(version) => builder.deck.version = version.to_owned(),
            Line::Heading(kind) => heading = kind,
            Line::Faction(faction) => builder.faction(faction, Some(at)),
            Line::Entry(entry) => builder.entry(&entry, heading, Some(at)),
        }
    }
    start
}

/// Whether the lines start as the deck site writes them: name first, and soon a line with the version or the packs.
pub fn has_header(lines: &[&str]) -> bool {
    let start = lines.iter().filter(|line| !line.trim().is_empty()).skip(1).take(8);
    start.copied().any(|line| matches!(line::read(line, &|_| false), Line::Version(_) | Line::Packs))
}

/// Takes the first line as the deck's name if it is one: always below a header, else if nothing says that it is a card.
fn is_name(pool: &Pool, builder: &mut Builder<'_>, read: &Line<'_>, text: &str, at: usize, header: bool) -> bool {
    if header {
        let (name, version) = name_and_version(text);
        builder.deck.name = name.to_owned();
        builder.deck.version = version.to_owned();
        return true;
    }
    let Line::Entry(entry) = read else { return false };
    if entry.count.is_some() || entry.code.is_some() || entry.name.is_empty() || !pool.cards_named(entry.name).is_empty() {
        return false;
    }
    builder.deck.name = text.trim().to_owned();
    if let Some(card) = pool.nearest_name(entry.name)
        && near::distance(&key(card), &key(entry.name).chars().take(60).collect::<String>()) <= 2
    {
        builder.note(Some(at), Some(card), format!("{} is taken as the deck's name; is the card {card} meant?", quoted(text)));
    }
    true
}

/// `My deck 1.2` is a name and a version where both stand on one line.
fn name_and_version(text: &str) -> (&str, &str) {
    let text = text.trim();
    match text.rsplit_once(' ') {
        Some((name, last)) if last.contains('.') && last.split('.').all(|n| !n.is_empty() && n.bytes().all(|b| b.is_ascii_digit())) => {
            (name.trim_end(), last)
        }
        _ => (text, ""),
    }
}
