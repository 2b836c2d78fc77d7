//! A pool for deck tests: every Core card as a plain card with its facts, so that the tests do not depend on what cards do.

#![allow(dead_code)]

use std::fmt::Write;

use card_game::decks::{Deck, Import, import};
use card_game::pool::{Card, Pool};
use card_game::words::{CardType, Faction};

/// Core cards, and cards that these tests invent in RON.
pub fn pool_with(own: &str) -> Pool {
    pool_of(&["Core"], own)
}

/// The packs of which the ready decks are made.
pub fn shipped() -> Pool {
    pool_of(&["Core", "TtB", "TRtW", "TKP", "NMG", "CoW", "TS", "WotN"], "[]")
}

fn pool_of(packs: &[&str], own: &str) -> Pool {
    let mut text = "[\n".to_owned();
    for card in Pool::new(Vec::new()).cards().iter().filter(|card| card.pack.is_some_and(|pack| packs.contains(&pack.code))) {
        writeln!(text, "{},", plain(card)).unwrap();
    }
    text.push(']');
    Pool::from_files([("core.ron", text.as_str()), ("own.ron", own)]).unwrap_or_else(|errors| panic!("{}", errors[0]))
}

pub fn pool() -> Pool {
    pool_with("[]")
}

fn plain(card: &Card) -> String {
    let Card { code, name, kind, faction, loyal, limit, .. } = card;
    let more = match kind {
        CardType::Character => ", cost: 1, str: 1".to_owned(),
        CardType::Plot => ", plot: (4, 4, 1, 6)".to_owned(),
        CardType::Agenda => agenda_rules(name),
        CardType::Title => String::new(),
        _ => ", cost: 1".to_owned(),
    };
    let (kind, faction) = (kind.word(), faction.word());
    format!("(code: {code:?}, name: {name:?}, kind: {kind}, faction: {faction}, loyal: {loyal}, deck_limit: {limit}{more})")
}

fn agenda_rules(name: &str) -> String {
    let banner = |faction: &str| format!(", deck: [MayInclude({faction}), AtLeast(12, {faction})]");
    match name {
        "Fealty" => ", deck: [AtMostNeutral(15)]".to_owned(),
        "Banner of the Stag" => banner("baratheon"),
        "Banner of the Kraken" => banner("greyjoy"),
        "Banner of the Lion" => banner("lannister"),
        "Banner of the Sun" => banner("martell"),
        "Banner of the Watch" => banner("thenightswatch"),
        "Banner of the Wolf" => banner("stark"),
        "Banner of the Dragon" => banner("targaryen"),
        "Banner of the Rose" => banner("tyrell"),
        _ => String::new(),
    }
}

/// Reads a list that has nothing wrong.
pub fn read(pool: &Pool, text: &str) -> Deck {
    import(pool, text.as_bytes()).single().unwrap_or_else(|problems| panic!("{}", lines(&problems).join("\n")))
}

/// Problems as people see them.
pub fn lines(problems: &[card_game::decks::Problem]) -> Vec<String> {
    problems.iter().map(ToString::to_string).collect()
}

/// All that is wrong with a list, as people see it.
pub fn wrong(pool: &Pool, text: &str) -> Vec<String> {
    let Import { problems, .. } = import(pool, text.as_bytes());
    lines(&problems)
}

/// A legal Stark deck of 7 plots and 60 cards; no agenda.
pub fn stark() -> Deck {
    let slots = |from: u32, to: u32, each: u32| (from..=to).map(|code| (format!("{code:05}"), each)).collect::<Vec<_>>();
    Deck {
        name: "Stark".to_owned(),
        faction: Faction::Stark,
        plots: slots(1003, 1009, 1),
        draw: [slots(1141, 1159, 3), slots(1028, 1028, 3)].concat(),
        ..Deck::default()
    }
}

/// Takes cards out of the draw deck, first copies first, and puts others in.
pub fn swap(deck: &mut Deck, out: &str, within: &str, count: u32) {
    let slot = deck.draw.iter_mut().find(|(code, _)| code == out).expect("a card of the deck");
    slot.1 -= count;
    deck.draw.retain(|(_, count)| *count > 0);
    match deck.draw.iter_mut().find(|(code, _)| code == within) {
        Some((_, copies)) => *copies += count,
        None => deck.draw.push((within.to_owned(), count)),
    }
}
