//! The card game: *A Game of Thrones: The Card Game (Second Edition)*.
//!
//! | module | what |
//! |---|---|
//! | [`words`] | factions, card types, phases, challenge types |
//! | [`lang`] | the card language: cards as data |
//! | [`pool`] | all cards: those that are implemented and those that are only known |
//! | [`decks`] | decks: import, export, legality, ready decks |
//! | [`options`] | named choices where the rules of melee are silent |
//! | [`rules`] | what never changes while a game runs: compiled cards, rulings |
//! | [`rulebook`] | a pool with its rules under every ruling |
//! | [`kernel`] | the state of a running game and what moves it on |
//! | [`game`] | the contract of [`table::Game`] |
//! | [`show`] | prompts, labels, reasons, and the view for one viewer |
//! | [`view`] | what a viewer sees, as data |
//! | `sound` | whether a state that was read from a file holds together |
//! | [`mod@edit`] | the table changed by hand, for positions and puzzles |
//! | [`position`] | a table as text that people write and read |
//! | [`bot`] | a steward: the bot that plays sensibly |
//! | [`testing`] | setting a table for tests |

extern crate self as card_game;

pub mod bot;
pub mod compile;
pub mod decks;
pub mod edit;
pub mod game;
pub mod kernel;
pub mod lang;
pub mod options;
pub mod pool;
pub mod position;
pub mod repair;
pub mod rulebook;
pub mod rules;
pub mod show;
mod sound;
pub mod testing;
pub mod view;
pub mod words;

pub use game::{SeatSetup, Setup};
pub use kernel::state::State;
pub use options::MeleeOptions;
pub use rulebook::Rulebook;
pub use rules::{Rules, Rulings};
