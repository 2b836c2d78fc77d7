//! Writing a deck as plain text, in the form of the deck site's export.

use std::fmt::Write;

use super::forms::cycles;
use super::{Deck, faction_name, line};
use crate::pool::{Card, Pack, Pool};
use crate::words::{CardType, Faction};

/// The sections in their order.
const SECTIONS: [CardType; 5] = [CardType::Plot, CardType::Character, CardType::Location, CardType::Attachment, CardType::Event];

/// The deck as text that [`super::import()`] reads back to the same cards.
pub fn export(pool: &Pool, deck: &Deck) -> String {
    let mut out = format!("{}\nVersion: {}\n\n", name(deck), if deck.version.trim().is_empty() { "1.0" } else { deck.version.trim() });
    let mut put = |line: String| {
        out.push_str(&line);
        out.push('\n');
    };
    head(pool, deck).for_each(&mut put);
    put(String::new());
    if let Some(packs) = packs(pool, deck) {
        put(packs);
    }
    let mut rest: Vec<&(String, u32)> = deck.plots.iter().chain(&deck.draw).collect();
    for section in SECTIONS {
        let (mut cards, others): (Vec<_>, Vec<_>) =
            rest.into_iter().partition(|(code, _)| pool.card(code).is_some_and(|c| c.kind == section));
        rest = others;
        if cards.is_empty() {
            continue;
        }
        cards.sort_by_key(|(code, _)| pool.card(code).map(|card| (card.name.as_str(), card.code.as_str())));
        put(format!("\n{}{}", section.title(), if cards.len() > 1 { "s" } else { "" }));
        for (code, count) in cards {
            if let Some(card) = pool.card(code) {
                put(format!("{count}x {}", title(pool, card, true)));
            }
        }
    }
    for (code, count) in rest {
        put(format!("{count}x {code}"));
    }
    out
}

/// The same by cycle: name and version on one line, every card with its number in its pack.
pub fn by_cycle(pool: &Pool, deck: &Deck) -> String {
    let version = if deck.version.trim().contains('.') { deck.version.trim() } else { "1.0" };
    let mut out = format!("{} {version}\n\n", name(deck));
    let mut put = |line: String| {
        out.push_str(&line);
        out.push('\n');
    };
    head(pool, deck).for_each(&mut put);
    // Without it nothing says that the first line is a name.
    put(format!("\n{}", packs(pool, deck).unwrap_or_else(|| "Packs: none".to_owned())));
    let mut rest: Vec<(&Card, u32)> =
        deck.plots.iter().chain(&deck.draw).filter_map(|(code, count)| Some((pool.card(code)?, *count))).collect();
    rest.sort_by_key(|(card, _)| (SECTIONS.iter().position(|kind| *kind == card.kind), card.name.as_str(), card.code.as_str()));
    for (cycle, codes) in cycles() {
        let (cards, others): (Vec<_>, Vec<_>) = rest.into_iter().partition(|(card, _)| card.pack.is_some_and(|p| codes.contains(&p.code)));
        rest = others;
        if cards.is_empty() {
            continue;
        }
        put(format!("\n---- {cycle} ----"));
        for (card, count) in cards {
            let title = title(pool, card, true);
            let number = card.code.get(2..).unwrap_or("").trim_start_matches('0');
            put(match title.strip_suffix(')').filter(|_| !number.is_empty()) {
                Some(open) if card.pack.is_some_and(|pack| title.ends_with(&format!("({})", pack.name))) => {
                    format!("{count}x {open} #{number})")
                }
                _ => format!("{count}x {title}"),
            });
        }
    }
    for (card, count) in rest {
        put(format!("{count}x {}", card.code));
    }
    out
}

/// Faction and agendas, a line each.
fn head(pool: &Pool, deck: &Deck) -> impl Iterator<Item = String> {
    let faction = (deck.faction != Faction::Neutral).then(|| faction_name(deck.faction));
    let agendas = deck.agendas.iter().map(|code| pool.card(code).map_or_else(|| code.clone(), |card| title(pool, card, false)));
    faction.into_iter().chain(agendas)
}

/// The deck's name on one line that is not taken for anything else.
fn name(deck: &Deck) -> String {
    let words: Vec<&str> = deck.name.split_whitespace().collect();
    let name = words.join(" ");
    if name.is_empty() || line::is_separator(&name) { "Deck".to_owned() } else { name }
}

/// A card's name, with its pack if asked for or if the name alone would be read as another card, with its code if the pack is no help.
fn title(pool: &Pool, card: &Card, with_pack: bool) -> String {
    let same = pool.cards_named(&card.name);
    let alone = same.len() == 1;
    match card.pack {
        Some(_) if !with_pack && alone => card.name.clone(),
        Some(pack) if same.iter().filter(|c| c.pack == card.pack).count() == 1 => format!("{} ({})", card.name, pack.name),
        _ => format!("{} {}", card.code, card.name),
    }
}

/// The line of packs, `(2)` behind one that is needed twice; none if no card is of a pack.
fn packs(pool: &Pool, deck: &Deck) -> Option<String> {
    let mut needed: Vec<(Pack, u32)> = Vec::new();
    let agendas = deck.agendas.iter().map(|code| (code, 1));
    for (code, count) in deck.plots.iter().chain(&deck.draw).map(|(code, count)| (code, *count)).chain(agendas) {
        let Some(card) = pool.card(code) else { continue };
        let Some(pack) = card.pack else { continue };
        let times = count.div_ceil(card.copies.max(1));
        match needed.iter_mut().find(|(p, _)| *p == pack) {
            Some((_, most)) => *most = times.max(*most),
            None => needed.push((pack, times)),
        }
    }
    needed.sort();
    let write = |(pack, times): &(Pack, u32)| {
        let mut text = pack.name.to_owned();
        if *times > 1 {
            let _ = write!(text, " ({times})");
        }
        text
    };
    match needed.as_slice() {
        [] => None,
        [one] => Some(format!("Packs: {}", write(one))),
        [first, .., last] => Some(format!("Packs: From {} to {}", write(first), write(last))),
    }
}
