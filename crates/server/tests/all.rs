//! All tests of the server but that of memory, which counts what its whole program holds.

#[path = "common/postgres.rs"]
mod cluster;
mod common;
#[path = "common/memory.rs"]
mod memory;

mod agree;
mod blank;
mod bluff;
mod board;
mod card;
mod chat;
mod clock;
mod forged;
mod game;
mod http;
mod leaks;
mod leaving;
mod lobby;
mod melee;
mod messages;
mod nodes;
mod notices;
mod peace;
mod people;
mod positions;
mod postgres;
mod rating;
mod rebase;
mod replays;
mod results;
mod shelf;
mod store;
mod waiting;
mod walk;
mod watching;
