//! The card game.

use std::ops::RangeInclusive;
use std::path::Path;
use std::sync::Arc;

use bots::Bot;
use card_game::decks::{self, Deck, Format, ready};
use card_game::pool::Pool;
use card_game::{Rulebook, Rules, SeatSetup, Setup, State};
use table::replay::{Replay, ReplayError, Report};
use table::{Chance, Game, Seat};

use super::{Kind, Wish};
use crate::output::Failure;
use crate::replay::{Story, tell};
use crate::simulate::report::{self, Fights};
use crate::simulate::run::{Run, Series};

/// The card game with these cards.
pub struct Cards {
    book: Rulebook,
}

impl Cards {
    pub fn new(pool: Arc<Pool>) -> Cards {
        Cards { book: Rulebook::new(pool) }
    }

    /// The rules under which a replay was played.
    fn rules(&self, replay: &Replay) -> Result<Arc<Rules>, ReplayError> {
        let other = |known: Vec<String>| ReplayError::OtherRules { found: replay.rules.clone(), expected: known.join("` or `") };
        self.book.known(&replay.rules).map_err(other)
    }
}

impl Kind for Cards {
    fn formats(&self) -> &'static [(&'static str, RangeInclusive<u8>)] {
        &[("joust", 2..=2), ("melee", 3..=8)]
    }

    fn verify(&self, replay: &Replay) -> Result<Report, ReplayError> {
        replay.verify::<State>(&*self.rules(replay)?)
    }

    fn tell(&self, replay: &Replay) -> Result<Story, ReplayError> {
        tell::<State>(replay, &*self.rules(replay)?, |event| (event.text.clone(), event.rule.clone()))
    }

    fn blanks(&self, replay: &Replay) -> Vec<String> {
        let rules = self.rules(replay).ok();
        let cards = rules.iter().flat_map(|rules| &rules.blanks).filter_map(|code| self.book.pool().card(code));
        cards.map(|card| format!("{} ({})", card.name, card.code)).collect()
    }

    fn play(&self, run: Run, wish: &Wish<'_>) -> Result<report::Report, Failure> {
        let series = match wish.position {
            Some(file) => CardSeries::from_position(&self.book, file, wish)?,
            None if wish.random => {
                let from = From::Random { pool: Arc::new(self.book.pool().clone()), melee: wish.format == "melee" };
                let bots = super::bots(wish, usize::from(wish.players), &bots::NAMES)?;
                let rulings = Rulebook::named(wish.rulings).map_err(Failure::Usage)?;
                CardSeries { rules: self.book.rules(rulings), from, bots }
            }
            None => CardSeries::with_decks(&self.book, wish)?,
        };
        run.play(&series).map_err(Failure::Failed)
    }
}

/// Decks and bots by seat.
struct CardSeries {
    rules: Arc<Rules>,
    from: From,
    /// Names of bots, one for each seat.
    bots: Vec<String>,
}

/// From what every game begins.
enum From {
    /// Named decks, one for each seat; or the ready ones, which take turns.
    Decks { decks: Vec<SeatSetup>, rotate: bool, melee: bool },
    /// Decks drawn at random from these cards, for each seat of each game.
    Random { pool: Arc<Pool>, melee: bool },
    /// A table; only chance differs from game to game.
    Position(Box<State>),
}

impl CardSeries {
    fn with_decks(book: &Rulebook, wish: &Wish<'_>) -> Result<CardSeries, Failure> {
        let (pool, players) = (book.pool(), usize::from(wish.players));
        let bots = super::bots(wish, players, &bots::NAMES)?;
        let rotate = wish.decks.is_empty();
        let legality: Option<Format> = wish.legality.map(str::parse).transpose().map_err(Failure::Usage)?;
        let named: Vec<Deck> = match rotate {
            true => ready::all().to_vec(),
            false => wish.decks.iter().map(|deck| crate::deck::find(pool, deck, wish.blank)).collect::<Result<_, _>>()?,
        };
        if !rotate && named.len() != players && named.len() != 1 {
            return Err(Failure::Usage(format!("{players} seats want {players} decks (or one for all), not {}", named.len())));
        }
        let named = match legality {
            Some(format) => legal(pool, named, format, rotate, wish.blank)?,
            None => named,
        };
        let blanks: Vec<String> = named.iter().flat_map(|deck| decks::unwritten(pool, deck)).map(|(card, _)| card.code.clone()).collect();
        let rulings = Rulebook::named(wish.rulings).map_err(Failure::Usage)?;
        let rules = book.with_blanks(rulings, &blanks).map_err(Failure::Failed)?;
        let decks = named.iter().map(Deck::seat).collect();
        let from = From::Decks { decks, rotate, melee: wish.format == "melee" };
        Ok(CardSeries { rules, from, bots })
    }

    fn from_position(book: &Rulebook, file: &Path, wish: &Wish<'_>) -> Result<CardSeries, Failure> {
        let (rules, read) = crate::position::read(book, file)?;
        let state = read.map_err(|errors| crate::position::told(file, &errors))?;
        let bots = super::bots(wish, state.seats(), &bots::NAMES)?;
        Ok(CardSeries { rules, from: From::Position(Box::new(state)), bots })
    }
}

/// The decks that are legal in a format. Of the ready ones those that are not do not take part; one that was asked for must be.
fn legal(pool: &Pool, decks: Vec<Deck>, format: Format, ready: bool, blank: bool) -> Result<Vec<Deck>, Failure> {
    let mut legal = Vec::new();
    for deck in decks {
        let mut problems = decks::check(pool, &deck, format);
        problems.retain(|problem| !blank || problem.kind != decks::Kind::NotImplemented);
        match problems.first() {
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
        self.bots.len()
    }

    /// Ready decks take turns so that every deck meets every other, and itself, in either seat: with eight decks, after each 64 games
    /// both seats have had equal decks. In a melee they move on by one, each seat with another stride, so that few games mix them.
    fn begin(&self, game: u64, seed: u64) -> Result<State, String> {
        let (decks, rotate, melee) = match &self.from {
            From::Decks { decks, rotate, melee } => (decks, *rotate, *melee),
            From::Random { pool, melee } => {
                let deck = |seat: usize| decks::random::random(pool, seed.wrapping_add(seat as u64)).seat();
                let setup = Setup { seats: (0..self.players()).map(deck).collect(), titles: *melee };
                return State::new(&self.rules, &setup, Chance::seeded(seed), &mut ()).map_err(|why| why.to_string());
            }
            From::Position(state) => {
                let mut state = State::clone(state);
                state.chance.rekey(seed);
                return Ok(state);
            }
        };
        let n = decks.len() as u64;
        let place = |seat: usize| match rotate {
            true if melee => (game + (game / n + 3) * seat as u64) % n,
            true => game / n.pow(seat as u32) % n,
            false => seat as u64 % n,
        };
        let setup = Setup { seats: (0..self.players()).map(|seat| decks[place(seat) as usize].clone()).collect(), titles: melee };
        State::new(&self.rules, &setup, Chance::seeded(seed), &mut ()).map_err(|why| why.to_string())
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
