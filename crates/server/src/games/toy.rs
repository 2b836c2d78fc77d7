//! The small game that tests the contract also tests the rooms.

use std::sync::Arc;

use serde_json::Value;
use table::Game;
use table::hosted::Hosted;
use table::replay::{Replay, ReplayError};
use table::toy::{Rules, Setup, Toy};

use super::{Deck, GameKind, TableSetup, wrong};
use crate::bot::{BotPlayer, Random};
use crate::wire::{ReadyDeck, WireError};

/// Harvest, for two (`bids`) to four (`bids4`) seats; `bids` alone means two. Nobody brings a deck.
#[derive(Default)]
pub struct ToyKind {
    rules: Arc<Rules>,
}

/// Rounds of a game.
const ROUNDS: u32 = 4;

impl GameKind for ToyKind {
    fn kind(&self) -> &'static str {
        Toy::KIND
    }

    fn rules_id(&self, _: Option<&str>) -> Result<String, WireError> {
        Ok(Toy::rules_id(&self.rules))
    }

    fn seats(&self, format: &str, _: Option<usize>) -> Result<usize, WireError> {
        match format {
            "bids" => Ok(2),
            "bids3" => Ok(3),
            "bids4" => Ok(4),
            _ => Err(wrong("no_such_format", format!("the toy game has formats bids, bids3 and bids4, not {format:?}"))),
        }
    }

    fn deck(&self, _: &str, _: &str) -> Result<Deck, WireError> {
        Ok(Deck::default())
    }

    fn other_deck(&self, _: &str, _: &[Deck], _: u64) -> Result<Deck, WireError> {
        Ok(Deck::default())
    }

    fn setup(&self, table: &TableSetup) -> Result<Value, WireError> {
        let setup = Setup { seats: table.seats.len() as u8, rounds: ROUNDS };
        serde_json::to_value(setup).map_err(|why| wrong("setup", why.to_string()))
    }

    fn open(&self, _: Option<&str>, replay: &Replay) -> Result<Box<dyn Hosted>, WireError> {
        super::open::<Toy>(self.rules.clone(), replay)
    }

    fn recorded(&self, replay: &Replay) -> Result<super::Recorded, ReplayError> {
        super::recorded::<Toy>(self.rules.clone(), replay)
    }

    fn standings(&self, _: &Value, view: &Value) -> Vec<super::standing::Standing> {
        super::standing::toy(view)
    }

    fn bot(&self, name: &str, _: Option<&str>, luck: u64) -> Option<Box<dyn BotPlayer>> {
        (name == "random").then(|| Box::new(Random::new(luck)) as Box<dyn BotPlayer>)
    }

    fn decks(&self) -> Vec<ReadyDeck> {
        Vec::new()
    }

    fn cards(&self) -> Option<String> {
        None
    }
}
