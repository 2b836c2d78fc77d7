//! Players that need only the contract of a game.
//!
//! A [`Bot`] receives a [`Sight`]: the view of its seat, what it is asked, the legal picks, and a sampler of possible states that are
//! consistent with the view. By type it cannot reach the state of the game, so no bot knows more than a person in its seat.
//!
//! ```
//! use bots::{Bot, Sight};
//! use card_game::{Rules, Rulings, Setup, State, decks::ready, pool::Pool};
//! use table::{Chance, Game};
//!
//! let rules = Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::default(), None);
//! let setup = Setup { seats: ready::all()[..2].iter().map(|deck| deck.seat()).collect(), ..Setup::default() };
//! let mut game = State::new(&rules, &setup, Chance::seeded(7), &mut ()).unwrap();
//! let seat = game.acting().iter().next().unwrap();
//! let mut bot = bots::by_name("steward", 1).unwrap();
//! let pick = bot.pick(&Sight::new(&game, &rules, seat));
//! game.apply(&rules, seat, pick, &mut ()).unwrap();
//! ```
//!
//! A server that holds a game behind [`table::Hosted`] asks for whole answers: [`answer`].
//!
//! | module | what |
//! |---|---|
//! | [`sight`] | what a bot may know |
//! | [`door`] | bots at a hosted game |
//! | [`board`] | the bots of the board game, by name |
//! | [`castellan`] | the heuristic player of the board game |
//! | [`plain`] | `random` and `eager`, which look at the legal picks only |
//! | [`steward`] | the heuristic player of the card game |

pub mod board;
pub mod castellan;
pub mod door;
pub mod plain;
pub mod sight;
pub mod steward;

use card_game::State;
use table::{Game, Pick};

pub use door::{Chair, Player, answer};
pub use plain::{Eager, Random};
pub use sight::{Sampler, Sight};

/// A player: picks one of the legal actions that its sight lists, until the answer is complete.
pub trait Bot<G: Game>: Send {
    /// An index into [`Sight::legal`], which is never empty when a bot is asked.
    ///
    /// It is called once for each pick; in between the draft grows. The same bot that is asked the same in the same order picks the
    /// same: all luck comes from its own seed.
    fn pick(&mut self, sight: &Sight<'_, G>) -> Pick;
}

/// The names of the bots of the card game, weakest first.
pub const NAMES: [&str; 3] = ["random", "eager", "steward"];

/// The bot of the card game with this name (one of [`NAMES`]), with the seed of its luck. A bot belongs to one seat of one game.
pub fn by_name(name: &str, seed: u64) -> Option<Box<dyn Bot<State>>> {
    Some(match name {
        "random" => Box::new(Random::new(seed)),
        "eager" => Box::new(Eager::new(seed)),
        "steward" => Box::new(steward::Steward::default()),
        _ => return None,
    })
}
