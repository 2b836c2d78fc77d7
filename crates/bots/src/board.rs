//! The bots of the board game, by name.

use board_game::State;

use crate::castellan::Castellan;
use crate::{Bot, Random};

/// The names of the bots of the board game, weakest first.
pub const NAMES: [&str; 2] = ["random", "castellan"];

/// The bot of the board game with this name (one of [`NAMES`]), with the seed of its luck. A bot belongs to one seat of one game.
pub fn by_name(name: &str, seed: u64) -> Option<Box<dyn Bot<State>>> {
    Some(match name {
        "random" => Box::new(Random::new(seed)),
        "castellan" => Box::new(Castellan::new(seed)),
        _ => return None,
    })
}
