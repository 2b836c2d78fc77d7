//! The position text: what lies on the table, in lines that a person can write and read.
//!
//! | module | what |
//! |---|---|
//! | `write` | a game as text |
//! | `token` | a line of cards, taken apart |
//! | `read` | the lines of a text, and the table that they say |
//! | `cards` | one card onto the table |
//! | `more` | what lasts beside the cards: challenge, effects, limits |
//! | `check` | what no table can look like |
//! | `tryout` | a table at which one card can be tried |
//! | `point` | where in the round a position can stand |
//!
//! The format is described for people in `docs/position-text.md`. A position stands at a *point* of the round: the start of a phase,
//! an action window, or a decision of the framework. Nothing is half resolved there, so the text needs no stack.

mod cards;
mod check;
mod more;
mod point;
mod read;
mod token;
mod tryout;
mod write;

pub(crate) use point::{At, Point};
pub use read::{read, rulings};
pub use tryout::tryout;
pub use write::{write, write_with_ids};

use crate::lang::near::instead;

/// The first line of every position text.
pub const HEAD: &str = "maester position 1";

/// What is wrong with a position text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Error {
    /// From 1.
    pub line: usize,
    pub what: String,
    /// What would be right, if that can be said.
    pub right: Option<String>,
}

impl Error {
    fn new(line: usize, what: impl Into<String>) -> Error {
        Error { line, what: what.into(), right: None }
    }
    fn right(self, right: impl Into<String>) -> Error {
        Error { right: Some(right.into()), ..self }
    }
    /// What may have been meant by a word that is none of these.
    fn instead(self, word: &str, words: &[&str]) -> Error {
        Error { right: instead(word, words), ..self }
    }
}

impl std::fmt::Display for Error {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.what)?;
        self.right.as_ref().map_or(Ok(()), |right| write!(f, "; {right}"))
    }
}
impl std::error::Error for Error {}
