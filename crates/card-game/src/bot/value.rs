//! What cards are worth to a steward. The unit is a tenth of a gold; a power counts [`POWER`], a card in hand [`CARD`].

use super::table::{Table, cost, has};
use crate::lang::ast::{Body, Effect, Modifier};
use crate::lang::ast::{Ref, Triggered};
use crate::lang::raw::{Num, What};
use crate::rules::CardRules;
use crate::view::{CardView, Zone};
use crate::words::CardType;

/// One power.
pub const POWER: i32 = 14;
/// One card drawn or discarded.
pub const CARD: i32 = 13;
/// More than anything else on the table: a game that is won or lost.
pub const GAME: i32 = 1000;

/// A number as far as it stands in the text.
pub fn number(num: &Num) -> i32 {
    if let Num::N(n) = num { *n } else { 2 }
}

fn keywords(card: &CardView) -> i32 {
    let worth = [("Renown", 16), ("Insight", 10), ("Intimidate", 9), ("Stealth", 8), ("Pillage", 4), ("Assault", 4)];
    worth.iter().filter(|(keyword, _)| has(card, keyword)).map(|(_, worth)| worth).sum()
}

/// Whether an attachment is bad for whom it is on.
pub fn harmful(entry: &CardRules) -> bool {
    let bad = |m: &Modifier| {
        matches!(m, Modifier::Blank | Modifier::BlankAll | Modifier::LoseIcon(_) | Modifier::LoseKeyword(_) | Modifier::Cannot(_))
            || matches!(m, Modifier::Str(Num::N(n)) if *n < 0)
    };
    entry.def.abilities.iter().any(|ability| match &ability.body {
        Body::Constant(c) => c.to == Some(What::Ref(Ref::Host)) && c.gets.iter().any(bad),
        _ => false,
    })
}

/// Whether a card helps to pay for others.
pub fn economy(entry: &CardRules) -> i32 {
    let reduces = |t: &Triggered| t.effect.iter().any(|effect| matches!(effect, Effect::ReduceNext { .. }));
    entry.def.income * 10 + if entry.abilities.iter().any(|a| a.triggered().is_some_and(reduces)) { 9 } else { 0 }
}

/// What a card in play is worth to whoever controls it.
pub fn in_play(table: &Table<'_>, card: &CardView) -> i32 {
    let Some(entry) = table.entry(card) else { return 20 };
    let def = &entry.def;
    let printed = def.income * 10 + def.reserve * 3 + def.initiative * 2;
    match card.kind {
        Some(CardType::Character) => {
            let attached: i32 = card.attachments.iter().filter_map(|id| table.named(id)).map(|a| attachment(table, a)).sum();
            let text = if card.blank { 0 } else { 4 * entry.abilities.len() as i32 };
            let body = 6 * cost(card) + 4 * card.strength.unwrap_or(0) + 5 * card.icons.len() as i32 + keywords(card) + text;
            (body + attached + POWER * card.power + printed + economy(entry) / 2).max(1)
        }
        Some(CardType::Location) => 8 + 8 * cost(card) + printed + economy(entry) + POWER * card.power,
        Some(CardType::Attachment) => attachment(table, card),
        _ => 5,
    }
}

/// What an attachment adds to its host (below zero: takes from it).
fn attachment(table: &Table<'_>, card: &CardView) -> i32 {
    match table.entry(card) {
        Some(entry) if harmful(entry) => -16,
        _ => 8 + 5 * cost(card) + POWER * card.power,
    }
}

/// What is lost with a card: a duplicate takes its place.
pub fn loss(table: &Table<'_>, card: &CardView) -> i32 {
    if card.duplicates.is_empty() { in_play(table, card) } else { CARD }
}

/// What a card in hand (or found in a deck) is worth.
pub fn in_hand(table: &Table<'_>, card: &CardView) -> i32 {
    let Some(entry) = table.entry(card) else { return CARD };
    if table.is_dead(card) {
        return 1;
    }
    if table.original(card).is_some() {
        return 12;
    }
    let late = table.view.round > 4;
    match entry.def.kind {
        CardType::Character => 12 + 3 * cost(card) + keywords(card) / 2,
        CardType::Location if has(card, "Limited") => {
            if late {
                6
            } else {
                24
            }
        }
        CardType::Location => 12 + 3 * cost(card) + economy(entry),
        CardType::Attachment => 11 + cost(card),
        _ => 13,
    }
}

/// What a card is worth where it lies: in play, or as a card in hand, deck or discard pile.
pub fn anywhere(table: &Table<'_>, card: &CardView) -> i32 {
    match card.zone {
        Some(Zone::Play | Zone::RevealedPlot) => loss(table, card),
        _ => in_hand(table, card),
    }
}

/// What it brings to marshal this card now.
pub fn marshaled(table: &Table<'_>, card: &CardView) -> i32 {
    let Some(entry) = table.entry(card) else { return 0 };
    if table.original(card).is_some() {
        return 15;
    }
    let printed = entry.def.income * 10 + entry.def.reserve * 3 + entry.def.initiative * 2;
    match entry.def.kind {
        CardType::Character => {
            let body = 9 * cost(card) + 4 * card.strength.unwrap_or(0) + 4 * card.icons.len() as i32 + keywords(card);
            body + printed + economy(entry)
        }
        CardType::Location => 10 + 8 * cost(card) + 2 * (printed + economy(entry)),
        CardType::Attachment => host(table, card).unwrap_or(0),
        _ => 0,
    }
}

/// What an attachment brings on the best host there is.
fn host(table: &Table<'_>, card: &CardView) -> Option<i32> {
    let entry = table.entry(card)?;
    if harmful(entry) {
        let best = table.opponents().flat_map(|seat| table.characters(seat)).filter(|c| !c.blank);
        return best.map(|c| host_worth(table, entry, c)).max().filter(|worth| *worth > 0);
    }
    table.characters(table.me).map(|c| host_worth(table, entry, c)).max()
}

/// What an attachment brings on this host, seen by its owner.
pub fn host_worth(table: &Table<'_>, entry: &CardRules, on: &CardView) -> i32 {
    let worth = in_play(table, on);
    if harmful(entry) {
        let texts = table.entry(on).map_or(0, |e| e.abilities.len() as i32) * 8 + keywords(on);
        return if table.mine(on) {
            -worth
        } else if on.blank {
            1
        } else {
            texts + worth / 8
        };
    }
    if !table.mine(on) {
        return -worth;
    }
    let mut gain = 4;
    for ability in &entry.def.abilities {
        match &ability.body {
            Body::Constant(c) => {
                for m in c.gets.iter() {
                    gain += match m {
                        Modifier::Str(n) => 6 * number(n),
                        Modifier::Icon(kind) => {
                            if on.icons.contains(kind) {
                                -8
                            } else {
                                12 + 2 * on.strength.unwrap_or(0)
                            }
                        }
                        Modifier::Keyword(_) => 10,
                        _ => 4,
                    };
                }
            }
            _ => gain += 9,
        }
    }
    gain + worth / 10
}
