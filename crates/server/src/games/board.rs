//! The board game in rooms: houses in place of decks, its bots.

use std::sync::Arc;

use board_game::data::atlas;
use board_game::{HouseId, Rules, Rulings, Setup, State};
use bots::{Chair, Player};
use serde_json::{Value, json};
use table::hosted::Hosted;
use table::replay::{Replay, ReplayError};
use table::{Game, Pick, Seat};

use super::{Deck, GameKind, TableSetup, wrong};
use crate::bot::BotPlayer;
use crate::wire::{ReadyDeck, WireError};

/// The form of a snapshot.
const FORM: &str = "board state 1";
/// What a player brings who takes whatever house is drawn.
const DRAWN: &str = "random";

/// The base game, for three to six houses: `base`, or `tides` with Tides of Battle (BG.tides.use).
#[derive(Default)]
pub struct BoardKind;

fn rules(rulings: Option<&str>) -> Result<Arc<Rules>, WireError> {
    let read = rulings.map(Rulings::read).transpose().map_err(|why| wrong("no_such_rulings", why))?;
    Ok(Arc::new(Rules::new(read.unwrap_or_default())))
}

fn tides(format: &str) -> Result<bool, WireError> {
    match format {
        "base" => Ok(false),
        "tides" => Ok(true),
        _ => Err(wrong("no_such_format", format!("the board game is played as base or tides here, not as {format:?}"))),
    }
}

fn drawn() -> Deck {
    Deck { name: String::new(), text: DRAWN.to_owned(), ..Deck::default() }
}

/// The house of a chair; `None` for one that is drawn.
fn house(text: &str) -> Result<Option<HouseId>, WireError> {
    let text = text.trim().to_lowercase();
    if text.is_empty() || text == DRAWN {
        return Ok(None);
    }
    HouseId::named(&text).map(Some).ok_or_else(|| {
        let short: String = text.chars().filter(|c| !c.is_control()).take(40).collect();
        let known: Vec<&str> = atlas().houses.iter().map(|house| house.id.as_str()).collect();
        wrong("bad_deck", format!("there is no house {short:?}; a player brings one of {}, or {DRAWN}", known.join(", ")))
    })
}

impl GameKind for BoardKind {
    fn kind(&self) -> &'static str {
        State::KIND
    }

    fn rules_id(&self, rulings: Option<&str>) -> Result<String, WireError> {
        Ok(State::rules_id(&*rules(rulings)?))
    }

    /// BG.setup.players
    fn seats(&self, format: &str, players: Option<usize>) -> Result<usize, WireError> {
        tides(format)?;
        let counts: Vec<usize> = atlas().setups.iter().map(|setup| setup.houses.len()).collect();
        let players = players.or_else(|| counts.iter().min().copied()).unwrap_or_default();
        if counts.contains(&players) {
            return Ok(players);
        }
        let known: Vec<String> = counts.iter().map(usize::to_string).collect();
        let message = format!("the board game is for {} players, not {players}", known.join(", "));
        Err(WireError { rule: Some("BG.setup.players".to_owned()), ..wrong("bad_request", message) })
    }

    /// The house that a player wishes for, by its id, or one that is drawn.
    fn deck(&self, _: &str, deck: &str) -> Result<Deck, WireError> {
        Ok(house(deck)?.map_or_else(drawn, |id| {
            let house = atlas().house(id);
            Deck { name: house.name.clone(), text: house.id.clone(), ..Deck::default() }
        }))
    }

    fn other_deck(&self, _: &str, _: &[Deck], _: u64) -> Result<Deck, WireError> {
        Ok(drawn())
    }

    /// BG.setup.players: which houses there are says the number of players; each is played by one.
    fn sits(&self, seats: usize, played: &[Deck], deck: &Deck) -> Result<(), WireError> {
        let (Some(id), Some(setup)) = (house(&deck.text)?, atlas().setup(seats)) else { return Ok(()) };
        let free: Vec<&str> = setup.houses.iter().map(|start| atlas().house(start.house).id.as_str()).collect();
        let free: Vec<&str> = free.into_iter().filter(|house| played.iter().all(|deck| deck.text != *house)).collect();
        if free.contains(&atlas().house(id).id.as_str()) {
            return Ok(());
        }
        let why = if played.iter().any(|other| other.text == deck.text) { "taken" } else { "not played" };
        let message = format!("at this table of {seats} house {} is {why}; free is {}, or {DRAWN}", deck.name, free.join(", "));
        Err(WireError { rule: Some("BG.setup.players".to_owned()), ..wrong("bad_deck", message) })
    }

    fn setup(&self, table: &TableSetup) -> Result<Value, WireError> {
        let houses = table.seats.iter().map(|(_, deck)| house(&deck.text)).collect::<Result<_, _>>()?;
        let setup = Setup { houses, tides: tides(&table.format)? };
        serde_json::to_value(setup).map_err(|why| wrong("setup", why.to_string()))
    }

    /// What areas, cards and orders are numbered by is the board: a state goes with it.
    fn carry(&self, rulings: Option<&str>, game: &dyn Hosted) -> Result<Value, WireError> {
        Ok(json!({ "form": FORM, "board": rules(rulings)?.board.name, "state": game.state_json() }))
    }

    fn carried(&self, rulings: Option<&str>, snapshot: &Value) -> Result<Value, WireError> {
        let board = &rules(rulings)?.board.name;
        if snapshot["form"] != FORM || snapshot["board"] != board.as_str() {
            let message = format!(
                "its snapshot is of {} on the board {}; this program has {FORM:?} on {board:?}",
                snapshot["form"], snapshot["board"]
            );
            return Err(wrong("paused", message));
        }
        Ok(snapshot["state"].clone())
    }

    fn open(&self, rulings: Option<&str>, replay: &Replay) -> Result<Box<dyn Hosted>, WireError> {
        super::open::<State>(rules(rulings)?, replay)
    }

    fn recorded(&self, replay: &Replay) -> Result<super::Recorded, ReplayError> {
        let other = || ReplayError::OtherRules { found: replay.rules.clone(), expected: Rules::ids().join("` or `") };
        super::recorded::<State>(Arc::new(Rules::for_id(&replay.rules).ok_or_else(other)?), replay)
    }

    fn standings(&self, _: &Value, view: &Value) -> Vec<super::standing::Standing> {
        super::standing::board(view)
    }

    fn usual_bot(&self) -> &'static str {
        bots::board::NAMES.last().copied().unwrap_or("random")
    }

    fn bot(&self, name: &str, rulings: Option<&str>, luck: u64) -> Option<Box<dyn BotPlayer>> {
        let (bot, rules) = (bots::board::by_name(name, luck)?, rules(rulings).ok()?);
        Some(Box::new(Chair::<State> { bot, rules }))
    }

    fn decks(&self) -> Vec<ReadyDeck> {
        Vec::new()
    }

    fn cards(&self) -> Option<String> {
        None
    }
}

impl BotPlayer for Chair<State> {
    fn choose(&mut self, game: &dyn Hosted, seat: Seat) -> Option<Vec<Pick>> {
        self.answer(game, seat)
    }
}
