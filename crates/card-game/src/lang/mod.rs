//! The card language: cards as data.
//!
//! `ast` holds the words, `raw` the parts of speech that have several forms, `load` reads files card by card, `traits` the closed list
//! of traits, `near` finds the nearest valid word for errors, `roles` says what each trigger tells of, `text` renders a definition as rules text in our own words.

pub mod ast;
pub mod load;
pub mod near;
pub mod raw;
pub mod roles;
pub mod text;
pub mod traits;
