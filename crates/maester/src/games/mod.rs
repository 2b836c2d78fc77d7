//! Which games the commands know: the one place where a further game joins.
//!
//! `simulate`, `soak`, `replay verify` and `replay show` ask a [`Kind`] and know no game. A game joins with a file beside this one and
//! a line in [`all`]. (`engine` holds the kinds of [`protocol::Games`], rooms those of [`server`].)

mod board;
mod card;
mod toy;

use std::ops::RangeInclusive;
use std::path::Path;

use card_game::State;
use table::Game;
use table::replay::{Replay, ReplayError, Report};
use table::toy::Toy;

use crate::output::Failure;
use crate::replay::Story;
use crate::simulate::report;
use crate::simulate::run::Run;

/// A game, as far as the commands are concerned.
pub trait Kind {
    /// How it is played, by whom; the usual format first.
    fn formats(&self) -> &'static [(&'static str, RangeInclusive<u8>)];
    /// Runs the replay under the rules it was played under and compares what it says.
    fn verify(&self, replay: &Replay) -> Result<Report, ReplayError>;
    /// What happened in the replay, in words.
    fn tell(&self, replay: &Replay) -> Result<Story, ReplayError>;
    /// The cards that were played blank in this replay, because they are not implemented.
    fn blanks(&self, _replay: &Replay) -> Vec<String> {
        Vec::new()
    }
    /// Plays a series.
    fn play(&self, run: Run, wish: &Wish<'_>) -> Result<report::Report, Failure>;
}

/// What a series is to be played of.
#[derive(Clone, Copy, Debug)]
pub struct Wish<'a> {
    /// One of the game's formats, for so many.
    pub format: &'a str,
    pub players: u8,
    pub decks: &'a [String],
    pub bots: &'a [String],
    pub legality: Option<&'a str>,
    /// As rooms and the engine protocol take them.
    pub rulings: Option<&'a str>,
    /// A file with a position text, from which every game begins.
    pub position: Option<&'a Path>,
    /// Cards of the decks that are not implemented are played blank.
    pub blank: bool,
    /// Every seat of every game gets a deck of its own, drawn at random.
    pub random: bool,
}

/// A game by its name: how it is made of the folder of further cards, and whether it is offered to users.
struct Entry {
    name: &'static str,
    make: fn(Option<&Path>) -> Made,
    offered: bool,
}

type Made = Result<Box<dyn Kind>, Failure>;

/// All games.
const ALL: [Entry; 3] = [
    Entry { name: State::KIND, make: |cards| Ok(Box::new(card::Cards::new(crate::pool::pool(cards)?))), offered: true },
    Entry { name: board_game::State::KIND, make: |_| Ok(Box::new(board::Boards)), offered: true },
    // The small game that tests the contract.
    Entry { name: Toy::KIND, make: |_| Ok(Box::new(toy::Toys)), offered: false },
];

/// The name of the game that is played where none is named.
pub const USUAL: &str = State::KIND;

/// The names of the games that users are told of.
pub fn names() -> String {
    ALL.iter().filter(|game| game.offered).map(|game| game.name).collect::<Vec<_>>().join(", ")
}

/// The game of this name; `None` if there is none.
pub fn find(name: &str, cards: Option<&Path>) -> Result<Option<Box<dyn Kind>>, Failure> {
    ALL.iter().find(|game| game.name == name).map(|game| (game.make)(cards)).transpose()
}

/// [`find`] for a name from the command line.
pub fn named(name: &str, cards: Option<&Path>) -> Result<Box<dyn Kind>, Failure> {
    find(name, cards)?.ok_or_else(|| Failure::Usage(format!("there is no game {name:?}; there is {}", names())))
}

/// The game of this replay.
pub fn of(replay: &Replay, cards: Option<&Path>) -> Result<Result<Box<dyn Kind>, ReplayError>, Failure> {
    let other = || ReplayError::OtherGame { found: replay.game.clone(), expected: names() };
    Ok(find(&replay.game, cards)?.ok_or_else(other))
}

/// The format and the number of players that are meant by what was said of them.
pub fn table(kind: &dyn Kind, format: Option<&str>, players: Option<u8>) -> Result<(&'static str, u8), Failure> {
    let formats = kind.formats();
    let Some((name, range)) = formats.iter().find(|(name, _)| format.is_none_or(|format| format == *name)) else {
        let names: Vec<&str> = formats.iter().map(|(name, _)| *name).collect();
        return Err(Failure::Usage(format!("the format is {}, not {:?}", names.join(" or "), format.unwrap_or_default())));
    };
    let players = players.unwrap_or(*range.start());
    if range.contains(&players) {
        return Ok((name, players));
    }
    let (few, many) = (count(*range.start()), count(*range.end()));
    let range = if few == many { few } else { format!("{few} to {many}") };
    Err(Failure::Usage(format!("{name} is played by {range} (--players), not by {players}")))
}

/// The format for so many players.
pub fn format_for(kind: &dyn Kind, players: u8) -> Result<&'static str, Failure> {
    let found = kind.formats().iter().find(|(_, range)| range.contains(&players));
    found.map(|(name, _)| *name).ok_or_else(|| Failure::Usage(format!("this game is not played by {players}")))
}

/// A small number as a word.
fn count(n: u8) -> String {
    const WORDS: [&str; 9] = ["none", "one", "two", "three", "four", "five", "six", "seven", "eight"];
    WORDS.get(usize::from(n)).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}

/// The bots of the seats: those that are named, the last one for the seats that are left. All are among `known`.
fn bots(wish: &Wish<'_>, players: usize, known: &[&str]) -> Result<Vec<String>, Failure> {
    if let Some(bot) = wish.bots.iter().find(|bot| !known.contains(&bot.as_str())) {
        return Err(Failure::Usage(format!("there is no bot {bot:?}; there is {}", known.join(", "))));
    }
    let Some(last) = wish.bots.last().filter(|_| wish.bots.len() <= players) else {
        return Err(Failure::Usage(format!("{players} seats want at most {players} bots (and at least one), not {}", wish.bots.len())));
    };
    Ok((0..players).map(|seat| wish.bots.get(seat).unwrap_or(last).clone()).collect())
}
