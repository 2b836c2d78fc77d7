//! Changes of the table by agreement, for whatever a rule got wrong: [`Edit`]s without those that make cards or chance, and with a
//! sentence each, so that everybody knows what is changed.

use serde_json::Value;
use table::repair::{bad, each};
use table::{Illegal, Seat, Viewer};

use crate::edit::{Area, Edit, edit};
use crate::kernel::state::{Id, State};
use crate::kernel::tell::name;
use crate::rules::Rules;
use crate::view::{Event, What};

/// The game changed as `seat` proposed, with what is told of it. The seat must see the cards that it names.
pub fn agreed(rules: &Rules, game: &State, seat: Seat, edits: &[Value]) -> Result<(State, Vec<Event>), Illegal> {
    let mut read: Vec<Edit> = Vec::new();
    each(edits, |edit: Edit| {
        may_be_agreed(rules, game, seat, &edit)?;
        read.push(edit);
        Ok(())
    })?;
    let repaired = edit(rules, game, &read).map_err(bad)?;
    let told = read.iter().map(|edit| {
        let text = format!("By agreement {}.", sentence(rules, game, edit));
        Event { what: What::Note, text, rule: None, only: None }
    });
    let told = told.collect();
    Ok((repaired, told))
}

fn id(game: &State, word: &str) -> Option<Id> {
    word.parse::<Id>().ok().filter(|id| (id.0 as usize) < game.cards.len())
}

/// Whether this is an edit for a running game, about cards that the seat sees.
fn may_be_agreed(rules: &Rules, game: &State, seat: Seat, edit: &Edit) -> Result<(), String> {
    let seen = |word: &String| match id(game, word).filter(|id| game.shows(Viewer::Seat(seat), *id)) {
        Some(id) if rules.cards.len() > game.card(id).def as usize => Ok(()),
        _ => Err(format!("you see no card {word:?}; name it by its id, c17, as in the view")),
    };
    match edit {
        Edit::Put { card, host, .. } => {
            seen(card)?;
            host.iter().try_for_each(seen)
        }
        Edit::Set { card, .. } => seen(card),
        Edit::Attach { card, host } => seen(card).and_then(|()| seen(host)),
        Edit::Gold { .. } | Edit::Power { .. } | Edit::Draw { .. } => Ok(()),
        Edit::Order { .. } | Edit::Begin { .. } | Edit::Chance { .. } => {
            Err("in a running game the order of a deck, the phase and chance stay as they are".to_owned())
        }
    }
}

fn area(zone: Area) -> &'static str {
    match zone {
        Area::Hand => "hand",
        Area::Deck => "draw deck",
        Area::Discard => "discard pile",
        Area::Dead => "dead pile",
        Area::Play | Area::RevealedPlot => "cards in play",
        Area::Duplicate => "duplicates",
        Area::PlotDeck => "plot deck",
        Area::UsedPlots => "used pile",
        Area::Agenda => "agendas",
        Area::Shadows => "shadows area",
        Area::Removed => "cards out of the game",
    }
}

/// What an edit does, in words; seats stand as `{P1}`, cards as `[c17|Robb Stark|01146]`.
fn sentence(rules: &Rules, game: &State, edit: &Edit) -> String {
    let card = |word: &str| id(game, word).map_or_else(|| word.to_owned(), |id| game.tag(rules, id));
    let counted = |n: i64, what: &str, many: &str| format!("{n} {}", if n == 1 { what } else { many });
    match edit {
        Edit::Put { card: word, seat, zone, host, under, .. } => {
            let whose = seat.or_else(|| id(game, word).map(|id| game.card(id).owner)).unwrap_or(Seat(0));
            let onto = host.as_ref().map(|host| format!(", on {}", card(host))).unwrap_or_default();
            let below = if *under > 0 { format!(", under {}", counted(i64::from(*under), "card", "cards")) } else { String::new() };
            format!("{} goes to the {} of {}{onto}{below}", card(word), area(*zone), name(whose))
        }
        Edit::Set { card: word, kneeling, power, gold, tokens } => {
            let mut parts = Vec::new();
            parts.extend(kneeling.map(|kneeling| if kneeling { "kneels".to_owned() } else { "stands".to_owned() }));
            parts.extend(power.map(|n| format!("has {n} power")));
            parts.extend(gold.map(|n| format!("has {n} gold")));
            if let Some(tokens) = tokens {
                let list: Vec<String> = tokens.iter().map(|(token, n)| format!("{n} {token}")).collect();
                parts.push(if list.is_empty() { "has no tokens".to_owned() } else { format!("has the tokens {}", list.join(", ")) });
            }
            format!("{} {}", card(word), if parts.is_empty() { "stays as it is".to_owned() } else { parts.join(" and ") })
        }
        Edit::Attach { card: word, host } => format!("{} is attached to {}", card(word), card(host)),
        Edit::Gold { seat, n } => format!("{} has {n} gold", name(*seat)),
        Edit::Power { seat, n } => format!("{} has {n} power on the faction card", name(*seat)),
        Edit::Draw { seat, n } => format!("{} draws {}", name(*seat), counted(i64::from(*n), "card", "cards")),
        Edit::Order { .. } | Edit::Begin { .. } | Edit::Chance { .. } => "nothing is changed".to_owned(),
    }
}
