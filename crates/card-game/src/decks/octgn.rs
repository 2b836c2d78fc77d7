//! Decks as OCTGN keeps them (`.o8d`): XML with a section for each kind of card, every card with its own long number.
//!
//! The numbers are facts in `cards/octgn.tsv`. Cards that came after OCTGN's last set have none; they are written with a number of ours
//! that ends with the card's code, and read back by it.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::OnceLock;

use roxmltree::{Document, Node, ParsingOptions};

use super::builder::Builder;
use super::import::unreadable;
use super::line::{self, Entry};
use super::{Deck, Kind, Problem, faction_name, quoted};
use crate::pool::{Card, Pool, key};
use crate::words::{CardType, Faction};

/// The card game's own number at OCTGN.
const GAME: &str = "30c200c9-6c98-49a4-a293-106c06295c05";
/// How a number of ours begins; the card's code follows.
const OURS: &str = "00000000-0000-0000-0000-";
/// Parts of a file that are read at most: no deck has so many.
const MOST_NODES: u32 = 20_000;
/// A section's name and the kind of card in it.
const SECTIONS: [(&str, CardType); 6] = [
    ("Agenda", CardType::Agenda),
    ("Plots", CardType::Plot),
    ("Characters", CardType::Character),
    ("Locations", CardType::Location),
    ("Attachments", CardType::Attachment),
    ("Events", CardType::Event),
];

/// The numbers by code, and the codes by number.
struct Numbers {
    by_code: BTreeMap<&'static str, &'static str>,
    by_id: BTreeMap<&'static str, &'static str>,
}

fn numbers() -> &'static Numbers {
    static NUMBERS: OnceLock<Numbers> = OnceLock::new();
    NUMBERS.get_or_init(|| {
        let lines = include_str!("../../../../cards/octgn.tsv").lines().skip(1);
        let pairs: Vec<(&str, &str)> = lines.filter_map(|line| line.split_once('\t')).collect();
        Numbers { by_code: pairs.iter().copied().collect(), by_id: pairs.iter().map(|(code, id)| (*id, *code)).collect() }
    })
}

/// The number under which a card is written.
fn id_of(code: &str) -> String {
    match numbers().by_code.get(code) {
        Some(id) => (*id).to_owned(),
        None => format!("{OURS}{code:0>12}"),
    }
}

/// The card of this number, as far as it is known.
fn card_of<'p>(pool: &'p Pool, id: &str) -> Option<&'p Card> {
    let id = id.trim().to_lowercase();
    if let Some(code) = numbers().by_id.get(id.as_str()) {
        return pool.card(code);
    }
    let tail = id.strip_prefix(OURS)?;
    // Codes of five digits, or shorter ones of somebody's own cards.
    pool.card(tail.get(7..)?).or_else(|| pool.card(tail.trim_start_matches('0')))
}

/// Reads a deck; `Err` if this is no XML or no deck of this game.
pub fn read(pool: &Pool, text: &str) -> Result<(Deck, Vec<Problem>, Vec<Problem>), Problem> {
    let options = ParsingOptions { nodes_limit: MOST_NODES, ..ParsingOptions::default() };
    let file = Document::parse_with_options(text, options)
        .map_err(|why| unreadable(Some(why.pos().row as usize), format!("this XML is broken: {why}")))?;
    let root = file.root_element();
    if root.tag_name().name() != "deck" {
        let name = root.tag_name().name();
        return Err(unreadable(line_of(root), format!("an OCTGN deck begins with <deck>, this file with <{}>", super::short(name))));
    }
    if let Some(game) = root.attribute("game").filter(|game| !game.trim().eq_ignore_ascii_case(GAME)) {
        let message = format!("this is an OCTGN deck of another game ({}); decks of this game have {GAME}", super::short(game));
        return Err(unreadable(line_of(root), message));
    }
    let mut builder = Builder::new(pool);
    for part in root.children().filter(Node::is_element) {
        match part.tag_name().name() {
            "section" => section(pool, &mut builder, part),
            // One line is the deck's name; more are somebody's thoughts.
            "notes" => {
                let notes = part.text().unwrap_or_default().trim();
                if !notes.contains('\n') {
                    builder.deck.name = notes.to_owned();
                }
            }
            _ => {}
        }
    }
    Ok(builder.finish(Some(1)))
}

fn line_of(node: Node<'_, '_>) -> Option<usize> {
    Some(node.document().text_pos_at(node.range().start).row as usize)
}

fn section(pool: &Pool, builder: &mut Builder<'_>, section: Node<'_, '_>) {
    let name = section.attribute("name").unwrap_or_default().trim();
    for card in section.children().filter(Node::is_element) {
        let at = line_of(card);
        if builder.is_full() {
            return builder.stopped(at);
        }
        let called = card.text().unwrap_or_default().trim();
        if card.tag_name().name() != "card" {
            let found = super::short(card.tag_name().name());
            builder.problem(Kind::Unreadable, at, None, format!("a section holds <card>, not <{found}>"));
        } else if name.eq_ignore_ascii_case("faction") {
            match line::faction(called) {
                Some(faction) => builder.faction(faction, at),
                None => builder.problem(Kind::Faction, at, None, format!("no faction is called {}", quoted(called))),
            }
        } else {
            one_card(pool, builder, card, called, kind_of(name));
        }
    }
}

/// What a section of this name holds, in the singular or the plural.
fn kind_of(name: &str) -> Option<CardType> {
    let name = name.trim_end_matches(['s', 'S']);
    SECTIONS.iter().find(|(section, _)| section.trim_end_matches('s').eq_ignore_ascii_case(name)).map(|(_, kind)| *kind)
}

fn one_card(pool: &Pool, builder: &mut Builder<'_>, node: Node<'_, '_>, called: &str, kind: Option<CardType>) {
    let at = line_of(node);
    let count = node.attribute("qty").unwrap_or("1").trim();
    let id = node.attribute("id").unwrap_or_default();
    let Some(card) = card_of(pool, id) else {
        // A number that nobody knows: the name says what is meant.
        return builder.entry(&Entry { count: Some(count), code: None, name: called, pack: None, position: None }, kind, at);
    };
    if !called.is_empty() && key(called) != key(&card.name) {
        builder.note(
            at,
            Some(&card.name),
            format!("the number is that of {} ({}), the name says {}", card.name, card.code, quoted(called)),
        );
    }
    match count.parse() {
        Ok(count) => builder.add(card, count, at),
        Err(_) => builder.wrong_count(card, count, at),
    }
}

/// The deck as OCTGN reads it, and [`read`] too.
pub fn write(pool: &Pool, deck: &Deck) -> String {
    let mut out = format!("<?xml version=\"1.0\" encoding=\"utf-8\" standalone=\"yes\"?>\n<deck game=\"{GAME}\">\n");
    let mut section = |name: &str, cards: Vec<(String, u32, String)>| {
        let _ = writeln!(out, "  <section name=\"{name}\" shared=\"False\">");
        for (id, count, called) in cards {
            let _ = writeln!(out, "    <card qty=\"{count}\" id=\"{id}\">{}</card>", escaped(&called));
        }
        out.push_str("  </section>\n");
    };
    let place = Faction::ALL.iter().position(|faction| *faction == deck.faction).unwrap_or(0) + 1;
    let house = (deck.faction != Faction::Neutral).then(|| (format!("{OURS}{place:0>12}"), 1, faction_name(deck.faction)));
    section("Faction", house.into_iter().collect());
    let agendas = deck.agendas.iter().map(|code| (code.as_str(), 1));
    let all = agendas.chain(deck.plots.iter().chain(&deck.draw).map(|(code, count)| (code.as_str(), *count)));
    let known: Vec<(&Card, u32)> = all.filter_map(|(code, count)| Some((pool.card(code)?, count))).collect();
    for (name, kind) in SECTIONS {
        let mut cards: Vec<&(&Card, u32)> = known.iter().filter(|(card, _)| card.kind == kind).collect();
        cards.sort_by_key(|(card, _)| (card.name.as_str(), card.code.as_str()));
        section(name, cards.into_iter().map(|(card, count)| (id_of(&card.code), *count, card.name.clone())).collect());
    }
    let name: Vec<&str> = deck.name.split_whitespace().collect();
    let _ = write!(out, "  <notes>{}</notes>\n</deck>\n", escaped(&name.join(" ")));
    out
}

/// Text that can stand in XML.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            // What XML cannot hold at all.
            c if c.is_control() || matches!(c, '\u{fffe}' | '\u{ffff}') => {}
            c => out.push(c),
        }
    }
    out
}
