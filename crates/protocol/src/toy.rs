//! The small game that tests the contract also tests the protocol.

use std::sync::Arc;

use bots::{Chair, Random};
use table::Game;
use table::hosted::Hosted;
use table::replay::{Replay, Start};
use table::toy::{Rules, Setup, Toy};

use crate::kind::{Kind, Player, begin, open};
use crate::reply::{Error, KindInfo};
use crate::request::New;

/// Harvest: two to four seats, four rounds, nobody brings a deck.
#[derive(Default)]
pub struct ToyKind {
    rules: Arc<Rules>,
}

const ROUNDS: u32 = 4;

impl Kind for ToyKind {
    fn name(&self) -> &'static str {
        Toy::KIND
    }

    fn info(&self) -> KindInfo {
        KindInfo {
            kind: Toy::KIND.to_owned(),
            formats: vec!["bids".to_owned()],
            rulings: Vec::new(),
            bots: vec!["random".to_owned()],
            decks: Vec::new(),
            rules: Toy::rules_id(&self.rules),
        }
    }

    fn begin(&self, wish: &New, start: Start) -> Result<Box<dyn Hosted>, Error> {
        begin::<Toy>(self.rules.clone(), &Setup { seats: wish.players.unwrap_or(2), rounds: ROUNDS }, start)
    }

    fn open(&self, replay: &Replay) -> Result<Box<dyn Hosted>, Error> {
        open::<Toy>(self.rules.clone(), replay)
    }

    fn bot(&self, name: &str, _: &str, seed: u64) -> Result<Box<dyn Player>, Error> {
        match name {
            "random" => Ok(Box::new(Chair::<Toy> { bot: Box::new(Random::new(seed)), rules: self.rules.clone() })),
            _ => Err(Error::new("no_such_bot", "the toy game has the bot `random` only")),
        }
    }
}
