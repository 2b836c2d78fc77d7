//! The board game: board, state, rules, for three to six houses.
//!
//! | module | what |
//! |---|---|
//! | [`data`] | the board and the cards as data, and the names by which everything is called |
//! | [`rulings`] | what the rules leave open, one named option each |
//! | [`state`] | the state of a game and what can be read off it |
//! | [`action`] | the questions and the meaning of picks |
//! | [`legal`] | what may be picked |
//! | [`flow`] | what happens: rounds, Westeros cards, wildlings, orders, combat |
//! | `words` | what people read |
//! | [`view`] | what a viewer sees, and events |
//! | [`game`] | the contract of crate `table` |

pub mod action;
pub mod data;
pub mod flow;
pub mod game;
mod invariants;
pub mod legal;
pub mod reference;
pub mod repair;
pub mod rulings;
pub mod state;
pub mod testing;
pub mod view;
mod words;

pub use action::Action;
pub use data::{AreaId, Board, CardId, HouseId, OrderId, Track, Unit};
pub use game::{Rules, Setup};
pub use rulings::Rulings;
pub use state::State;
