//! What a seat played, and how it stands among the others: what is written down of a game for lists and statistics.

use board_game::HouseId;
use board_game::data::atlas;
use card_game::pool::Pool;
use serde_json::Value;

/// A seat at a table that was begun.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Standing {
    /// The faction or the house.
    pub side: String,
    pub agenda: String,
    /// What counts for the places behind the winner, the most important first; more is better.
    pub rank: Vec<i64>,
}

fn number(value: &Value) -> i64 {
    value.as_i64().unwrap_or_default()
}

fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

/// The card game: who is still in the game, then power. Agendas by their names.
pub fn card(pool: &Pool, setup: &Value, view: &Value) -> Vec<Standing> {
    let players = view["players"].as_array().map(Vec::as_slice).unwrap_or_default();
    let name = |code: &Value| code.as_str().and_then(|code| pool.card(code)).map(|card| card.name.clone());
    (0..)
        .zip(players)
        .map(|(seat, player)| Standing {
            side: text(&player["faction"]),
            agenda: setup["seats"][seat as usize]["agendas"]
                .as_array()
                .map(|codes| codes.iter().filter_map(name).collect::<Vec<_>>().join(", "))
                .unwrap_or_default(),
            rank: vec![i64::from(player["eliminated"] != true), number(&player["power"])],
        })
        .collect()
}

/// The board game: castles and strongholds, then the tie-breakers of the FAQ (BG.win.ties).
pub fn board(view: &Value) -> Vec<Standing> {
    let players = view["players"].as_array().map(Vec::as_slice).unwrap_or_default();
    let throne = |seat: usize| {
        let place = view["iron_throne"].as_array().and_then(|track| track.iter().position(|it| number(it) == seat as i64));
        -(place.unwrap_or(players.len()) as i64)
    };
    let house = |value: &Value| serde_json::from_value::<HouseId>(value.clone()).map(|id| atlas().house(id).id.clone());
    (0..)
        .zip(players)
        .map(|(seat, player)| Standing {
            side: house(&player["house"]).unwrap_or_default(),
            agenda: String::new(),
            rank: vec![
                i64::from(player["conceded"] != true),
                number(&player["castles"]),
                number(&player["lands"]),
                number(&player["supply"]),
                throne(seat),
            ],
        })
        .collect()
}

/// The small game that tests the rooms: points.
pub fn toy(view: &Value) -> Vec<Standing> {
    let seats = view["seats"].as_array().map(Vec::as_slice).unwrap_or_default();
    seats.iter().map(|seat| Standing { side: "toy".to_owned(), rank: vec![number(&seat["points"])], ..Standing::default() }).collect()
}
