//! The card game. (See ARCHITECTURE.md.)

pub mod decks;
pub mod lang;
pub mod pool;
pub mod view;
pub mod words;
