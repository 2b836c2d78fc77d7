//! The card game. (See ARCHITECTURE.md.)

pub mod lang;
pub mod view;
pub mod words;
