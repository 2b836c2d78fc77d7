//! All tests of the board game.

mod battle;
mod play;

mod browser_facts;
mod cards;
mod cases_rest;
mod combat;
mod concede;
mod contract;
mod golden;
mod marches;
mod neutral;
mod planning;
mod ports;
mod raids;
mod repair;
mod retreat;
mod rulings;
mod setup;
mod support;
mod tides;
mod victory;
mod westeros;
mod wildlings;
