//! What any game at a table is.
//!
//! A game is a plain value ([`Game`]): everything hidden, open and half done of a running game lives in it, nothing of it lives
//! elsewhere. Seats owe decisions; a decision is answered by [`Pick`]s from finite lists; all randomness comes from one
//! [`Chance`] in the state; a [`Replay`] is setup, chance and the picks in order.
//!
//! | module | noun |
//! |---|---|
//! | [`seat`] | seats, sets of seats, viewers |
//! | [`game`] | the contract every game keeps, events and sinks |
//! | [`prompt`] | what a seat is asked, as data for people and programs |
//! | [`select`] | picking a set: which picks can still be completed |
//! | [`chance`] | seeded or scripted randomness |
//! | [`replay`] | a game as a file: write, read, record, run, verify |
//! | [`hosted`] | any game behind one object-safe door, in JSON |
//! | [`json`] | JSON from others, with errors in words |
//! | [`repair`] | changes that the players of a game agree on |
//! | [`contract`] | the tests that any game must pass |
//! | [`toy`] | a small game that uses every part of the contract |

pub mod chance;
pub mod contract;
pub mod game;
pub mod hosted;
pub mod json;
mod marks;
pub mod prompt;
mod recorder;
pub mod repair;
pub mod replay;
mod run;
pub mod seat;
pub mod select;
mod told;
pub mod toy;

pub use chance::{Chance, ChanceError};
pub use game::{Applied, Game, Illegal, Outcome, Pick, SetupError, Sink, StateHash};
pub use hosted::{EventRecord, Host, Hosted, PromptValue};
pub use prompt::{Choice, Prompt, PromptKind};
pub use replay::Replay;
pub use seat::{Seat, SeatSet, Viewer};
pub use select::{SelectItem, SelectRule};
