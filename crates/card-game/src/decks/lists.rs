//! Restricted lists: the dated lists of cards that an event bans, of which it allows one, or that may not go together (pods).
//!
//! They are facts in `cards/restricted.tsv`, by code, the earliest list first. Events choose a list or none (RR.deck.core), so
//! [`legality::check`](super::legality::check) knows nothing of them.

use std::collections::BTreeSet;
use std::sync::OnceLock;

use serde::Serialize;

use super::{Deck, Format, Kind, Problem};
use crate::lang::near;
use crate::pool::{Card, Pool, key};

/// One list, for joust and for melee.
#[derive(Debug, Serialize)]
pub struct List {
    /// `gotstandard2.1`
    pub code: &'static str,
    /// `Standard v2.1`
    pub name: &'static str,
    /// The day from which it counts, `2026-07-01`.
    pub date: &'static str,
    #[serde(skip)]
    parts: Vec<Part>,
}

#[derive(Debug)]
struct Part {
    /// For this format only.
    format: Option<Format>,
    what: What,
    codes: Vec<Codes>,
}

#[derive(Debug)]
enum What {
    Banned,
    Restricted,
    /// One of these cards at most.
    Pod,
    /// None of these cards beside this restricted one.
    PodOf(&'static str),
}

/// A code, or all codes of a pack from one to another.
#[derive(Clone, Copy, Debug)]
struct Codes {
    first: &'static str,
    last: &'static str,
}

impl Codes {
    fn has(self, code: &str) -> bool {
        code.len() == self.first.len() && (self.first..=self.last).contains(&code)
    }
}

impl Part {
    fn has(&self, card: &Card) -> bool {
        self.codes.iter().any(|codes| codes.has(&card.code))
    }
}

/// Every list, the earliest first.
pub fn all() -> &'static [List] {
    static LISTS: OnceLock<Vec<List>> = OnceLock::new();
    LISTS.get_or_init(|| {
        let mut lists = Vec::new();
        for line in include_str!("../../../../cards/restricted.tsv").lines().skip(1) {
            read(&mut lists, line).unwrap_or_else(|| panic!("restricted.tsv: {line:?} is no part of a list"));
        }
        lists
    })
}

/// A line: the list's code, the format, what it says, and of which cards. A list's first line has its date and its name instead.
fn read(lists: &mut Vec<List>, line: &'static str) -> Option<()> {
    let fields: Vec<&'static str> = line.split('\t').collect();
    let [code, format, what, rest] = fields.try_into().ok()?;
    if format == "-" {
        lists.push(List { code, name: rest, date: what, parts: Vec::new() });
        return Some(());
    }
    let what = match what {
        "banned" => What::Banned,
        "restricted" => What::Restricted,
        "pod" => What::Pod,
        _ => What::PodOf(what.strip_prefix("pod of ")?),
    };
    let format = if format == "every" { None } else { Some(format.parse().ok()?) };
    let codes = rest.split(' ').map(|codes| codes.split_once('-').unwrap_or((codes, codes)));
    let codes = codes.map(|(first, last)| Codes { first, last }).collect();
    lists.last_mut().filter(|list| list.code == code)?.parts.push(Part { format, what, codes });
    Some(())
}

/// The list that is meant by a code, a name, the name of a series (its newest), a day (the newest by then), or `newest`.
pub fn find(wanted: &str) -> Option<&'static List> {
    let mut newest_first = all().iter().rev();
    if is_day(wanted) {
        return newest_first.find(|list| list.date <= wanted);
    }
    let wanted = key(wanted);
    if wanted == "newest" {
        return newest_first.next();
    }
    newest_first.find(|list| list.spellings().contains(&wanted))
}

/// The lists whose names are nearest to what somebody wrote, the nearest first, of equals the newest.
pub fn nearest(wanted: &str) -> Vec<&'static List> {
    let wanted: String = key(wanted).chars().take(40).collect();
    let mut lists: Vec<&List> = all().iter().rev().collect();
    lists.sort_by_cached_key(|list| list.spellings().iter().map(|name| near::distance(&wanted, name)).min());
    lists.truncate(3);
    lists
}

/// `2020-02-29`
fn is_day(text: &str) -> bool {
    let digits = |part: &str, n: usize| part.len() == n && part.bytes().all(|b| b.is_ascii_digit());
    let within = |part: &str, most: u8| part.parse::<u8>().is_ok_and(|n| (1..=most).contains(&n));
    let parts: Vec<&str> = text.split('-').collect();
    matches!(parts[..], [y, m, d] if digits(y, 4) && digits(m, 2) && digits(d, 2) && within(m, 12) && within(d, 31))
}

impl List {
    /// How people may call it: code, name, name without the `v`; and for the series, both without the version.
    fn spellings(&self) -> [String; 5] {
        let (series, version) = self.name.rsplit_once(" v").unwrap_or((self.name, ""));
        let code = self.code.trim_end_matches(|c: char| c == '.' || c.is_ascii_digit());
        [key(self.code), key(self.name), key(&format!("{series} {version}")), key(code), key(series)]
    }

    /// Everything that this list forbids in a deck; nothing if the deck may be played where the list is used (RR.deck.core). A starter
    /// deck is judged as in joust.
    pub fn check(&self, pool: &Pool, deck: &Deck, format: Format) -> Vec<Problem> {
        let format = if format == Format::Starter { Format::Joust } else { format };
        let cards = cards(pool, deck);
        let mut problems = Vec::new();
        let mut forbid = |card: &Card, message: String| {
            let line = deck.lines.get(&card.code).copied();
            let (card, rule) = (Some(card.name.clone()), Some("RR.deck.core"));
            problems.push(Problem { kind: Kind::Illegal, line, card, message, rule });
        };
        for part in self.parts.iter().filter(|part| part.format.is_none_or(|only| only == format)) {
            let mut within = cards.iter().copied().filter(|card| part.has(card));
            let by = part.format.map_or_else(|| self.name.to_owned(), |format| format!("{} in {format}", self.name));
            match part.what {
                What::Banned => within.for_each(|card| forbid(card, format!("{} is banned by {by}", named(card)))),
                What::Restricted => {
                    // As many copies of one title as else, and no other title (RR.glossary.copy.1).
                    let Some(first) = within.next() else { continue };
                    for card in within.filter(|card| card.name != first.name) {
                        let (card_is, first_is) = (named(card), named(first));
                        forbid(
                            card,
                            format!("{card_is} is restricted by {by}, and so is {first_is}: a deck has one restricted card at most"),
                        );
                    }
                }
                What::Pod => {
                    let Some(first) = within.next() else { continue };
                    within.for_each(|card| forbid(card, format!("{by}: {} may not be in a deck with {}", named(card), named(first))));
                }
                What::PodOf(code) => {
                    let Some(first) = cards.iter().find(|card| card.code == code) else { continue };
                    within.for_each(|card| forbid(card, format!("{by}: {} may not be in a deck with {}", named(card), named(first))));
                }
            }
        }
        problems.sort_by_key(|problem| problem.line.unwrap_or(usize::MAX));
        problems
    }
}

fn named(card: &Card) -> String {
    format!("{} ({})", card.name, card.code)
}

/// The cards of the whole deck, each once, in the order of its lines.
fn cards<'p>(pool: &'p Pool, deck: &Deck) -> Vec<&'p Card> {
    let slots = deck.plots.iter().chain(&deck.draw).filter(|(_, count)| *count > 0).map(|(code, _)| code);
    let mut seen = BTreeSet::new();
    let mut cards: Vec<&Card> =
        deck.agendas.iter().chain(slots).filter(|code| seen.insert(*code)).filter_map(|code| pool.card(code)).collect();
    cards.sort_by_key(|card| deck.lines.get(&card.code).copied().unwrap_or(usize::MAX));
    cards
}
