//! The card game as a series.

use bots::Bot;
use card_game::decks::{self, Deck, Format, ready};
use card_game::pool::Pool;
use card_game::{Rules, Rulings, SeatSetup, Setup, State};
use table::Seat;

use super::report::Fights;
use super::run::Series;
use crate::output::Failure;

/// Decks and bots by seat.
pub struct CardSeries {
    rules: Rules,
    players: usize,
    /// Named decks, one for each seat; or the ready ones, which take turns.
    decks: Vec<SeatSetup>,
    rotate: bool,
    melee: bool,
    /// Names of bots, one for each seat.
    bots: Vec<String>,
}

/// What was asked for.
pub struct Wish<'a> {
    pub format: &'a str,
    pub players: u8,
    pub decks: &'a [String],
    pub bots: &'a [String],
    pub legality: Option<&'a str>,
}

impl CardSeries {
    pub fn new(pool: &Pool, wish: &Wish<'_>) -> Result<CardSeries, Failure> {
        match (wish.format, wish.players) {
            ("joust", 2) => {}
            ("joust", n) => return Err(Failure::Usage(format!("joust is played by two, not by {n}"))),
            ("melee", 3..=8) => {}
            ("melee", n) => return Err(Failure::Usage(format!("melee is played by three to eight (--players), not by {n}"))),
            (other, _) => return Err(Failure::Usage(format!("the format is joust or melee, not {other:?}"))),
        }
        if let Some(bot) = wish.bots.iter().find(|bot| !bots::NAMES.contains(&bot.as_str())) {
            return Err(Failure::Usage(format!("there is no bot {bot:?}; there is {}", bots::NAMES.join(", "))));
        }
        let players = usize::from(wish.players);
        let Some(last) = wish.bots.last().filter(|_| wish.bots.len() <= players) else {
            return Err(Failure::Usage(format!("{players} seats want at most {players} bots (and at least one), not {}", wish.bots.len())));
        };
        let bots = (0..players).map(|seat| wish.bots.get(seat).unwrap_or(last).clone()).collect();
        let rotate = wish.decks.is_empty();
        let legality: Option<Format> = wish.legality.map(str::parse).transpose().map_err(Failure::Usage)?;
        let named: Vec<Deck> = match rotate {
            true => ready::all().to_vec(),
            false => wish.decks.iter().map(|deck| crate::deck::find(pool, deck)).collect::<Result<_, _>>()?,
        };
        if !rotate && named.len() != players && named.len() != 1 {
            return Err(Failure::Usage(format!("{players} seats want {players} decks (or one for all), not {}", named.len())));
        }
        let named = match legality {
            Some(format) => legal(pool, named, format, rotate)?,
            None => named,
        };
        let rules = Rules::new(pool.defs.iter().cloned(), Rulings::default(), None);
        Ok(CardSeries { rules, players, decks: named.iter().map(Deck::seat).collect(), rotate, melee: wish.format == "melee", bots })
    }
}

/// The decks that are legal in a format. Of the ready ones those that are not do not take part; one that was asked for must be.
fn legal(pool: &Pool, decks: Vec<Deck>, format: Format, ready: bool) -> Result<Vec<Deck>, Failure> {
    let mut legal = Vec::new();
    for deck in decks {
        match decks::check(pool, &deck, format).first() {
            None => legal.push(deck),
            Some(_) if ready => {}
            Some(problem) => return Err(Failure::Failed(format!("{} is not legal for {format}: {problem}", deck.name))),
        }
    }
    match legal.is_empty() {
        true => Err(Failure::Failed(format!("no ready deck is legal for {format}; name decks with --decks"))),
        false => Ok(legal),
    }
}

impl Series<State> for CardSeries {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn players(&self) -> usize {
        self.players
    }

    /// Ready decks take turns so that every deck meets every other, and itself, in either seat: with eight decks, after each 64 games
    /// both seats have had equal decks. In a melee they move on by one, each seat with another stride, so that few games mix them.
    fn setup(&self, game: u64) -> Setup {
        let n = self.decks.len() as u64;
        let place = |seat: usize| match self.rotate {
            true if self.melee => (game + (game / n + 3) * seat as u64) % n,
            true => game / n.pow(seat as u32) % n,
            false => seat as u64 % n,
        };
        Setup { seats: (0..self.players).map(|seat| self.decks[place(seat) as usize].clone()).collect(), titles: self.melee }
    }

    fn bot(&self, seat: Seat, luck: u64) -> Box<dyn Bot<State>> {
        bots::by_name(&self.bots[seat.index()], luck).expect("the names were checked")
    }

    fn fights(&self) -> Fights {
        Fights::Challenges
    }

    fn fought(&self, game: &State) -> u64 {
        u64::from(game.challenges)
    }
}
