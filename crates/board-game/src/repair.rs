//! Changes of the board by agreement, for whatever a rule got wrong. Only where no combat and no attack is being resolved, and only to a board that
//! could be: what must hold of every state holds afterwards.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use table::repair::{bad, each};
use table::{Illegal, Seat};

use crate::action::Question;
use crate::data::{AreaId, Track, Unit};
use crate::game::Rules;
use crate::state::State;
use crate::view::Event;

/// One change of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case", deny_unknown_fields)]
pub enum Edit {
    /// So many standing units of a kind has the seat in this area.
    Units {
        area: AreaId,
        seat: Seat,
        unit: Unit,
        n: u8,
    },
    /// The available power of a seat.
    Power {
        seat: Seat,
        n: u8,
    },
    /// The power token in an area: a seat's, or none.
    Token {
        area: AreaId,
        seat: Option<Seat>,
    },
    /// An influence track, the first place first.
    Track {
        track: Track,
        order: Vec<Seat>,
    },
    Supply {
        seat: Seat,
        n: u8,
    },
    /// The wildling threat.
    Threat {
        n: u8,
    },
}

/// The game changed by these edits, with what is told of it.
pub fn agreed(rules: &Rules, game: &State, edits: &[Value]) -> Result<(State, Vec<Event>), Illegal> {
    let settled = matches!(&game.ask, Some(ask) if matches!(ask.question, Question::Orders | Question::Raid | Question::March | Question::Consolidate));
    if !settled || game.combat.is_some() || game.attack.is_some() {
        return Err(bad(
            "the board is changed while orders are placed, or before an order is resolved: play on to there, or take an answer back"
                .to_owned(),
        ));
    }
    let mut state = game.clone();
    let mut told = Vec::new();
    each(edits, |edit: Edit| {
        let text = apply(rules, &mut state, &edit)?;
        told.push(Event { rule: None, ..Event::new("repair", "", areas(&edit), format!("By agreement {text}.")) });
        Ok(())
    })?;
    // What was answered or begun was meant for the board as it was.
    for seat in state.contenders().collect::<Vec<_>>() {
        let player = state.player_mut(seat);
        player.draft.clear();
        player.answer = None;
    }
    let wrong = |why: String| bad(format!("no board can look like that: {why}"));
    state.numbers_fit(rules).map_err(wrong)?;
    state.invariants(rules).map_err(wrong)?;
    let mut options = Vec::new();
    for seat in state.ask.iter().flat_map(|ask| ask.seats.iter()).collect::<Vec<_>>() {
        state.options(rules, seat, &mut options);
        if options.is_empty() {
            return Err(bad(format!("{{{seat}}} could then answer nothing: leave the order that is to be resolved")));
        }
    }
    Ok((state, told))
}

fn areas(edit: &Edit) -> Vec<AreaId> {
    match edit {
        Edit::Units { area, .. } | Edit::Token { area, .. } => vec![*area],
        _ => Vec::new(),
    }
}

/// Does an edit; in words.
fn apply(rules: &Rules, state: &mut State, edit: &Edit) -> Result<String, String> {
    let seated = |seat: Seat| if seat.index() < state.players.len() { Ok(seat) } else { Err(format!("there is no seat {}", seat.0)) };
    let there = |area: AreaId| if area.index() < state.areas.len() { Ok(area) } else { Err("there is no such area".to_owned()) };
    match edit {
        Edit::Units { area, seat, unit, n } => {
            let (area, seat) = (there(*area)?, seated(*seat)?);
            let at = state.area_mut(area);
            if at.owner.is_some_and(|owner| owner != seat) {
                return Err(format!("{} is held by units of another: set those to 0 first", area.name()));
            }
            at.units[unit.index()] = *n;
            at.owner = (at.all() > 0).then_some(seat);
            if at.owner.is_none() {
                at.order = None;
            }
            Ok(format!("{{{seat}}} has {} in {}", unit.counted(*n), rules.board.area(area).name))
        }
        Edit::Power { seat, n } => {
            let seat = seated(*seat)?;
            state.player_mut(seat).power = *n;
            Ok(format!("{{{seat}}} has {n} power"))
        }
        Edit::Token { area, seat } => {
            let area = there(*area)?;
            let seat = seat.map(seated).transpose()?;
            state.area_mut(area).token = seat;
            let whose = seat.map_or("no power token".to_owned(), |seat| format!("a power token of {{{seat}}}"));
            Ok(format!("there is {whose} in {}", rules.board.area(area).name))
        }
        Edit::Track { track, order } => {
            state.tracks[track.index()].clone_from(order);
            let order: Vec<String> = order.iter().map(|seat| format!("{{{seat}}}")).collect();
            Ok(format!("the order on the {} track is {}", track.name(), order.join(", ")))
        }
        Edit::Supply { seat, n } => {
            let seat = seated(*seat)?;
            let most = rules.board.supply.len() - 1;
            if usize::from(*n) > most {
                return Err(format!("supply is 0 to {most}, not {n}"));
            }
            state.player_mut(seat).supply = *n;
            Ok(format!("{{{seat}}} has supply {n}"))
        }
        Edit::Threat { n } => {
            let most = rules.board.threat.attack;
            if *n > most {
                return Err(format!("the wildling threat is 0 to {most}, not {n}"));
            }
            state.threat = *n;
            Ok(format!("the wildling threat is {n}"))
        }
    }
}
