//! The card game as a series.

use card_game::decks::{self, Deck, Format, ready};
use card_game::pool::Pool;
use card_game::{Rules, Rulings, SeatSetup, Setup, State};
use rand_pcg::Pcg64Mcg;
use table::Seat;

use super::report::Fights;
use super::run::{Picker, Series, Uniform};
use crate::output::Failure;

/// Decks and bots by seat.
pub struct CardSeries {
    rules: Rules,
    players: usize,
    /// Named decks, one for each seat; or the ready ones, which take turns.
    decks: Vec<SeatSetup>,
    rotate: bool,
}

/// What was asked for.
pub struct Wish<'a> {
    pub format: &'a str,
    pub players: u8,
    pub decks: &'a [String],
    pub bots: &'a [String],
    pub legality: Option<&'a str>,
}

/// The names of the bots.
pub const BOTS: [&str; 1] = ["random"];

impl CardSeries {
    pub fn new(pool: &Pool, wish: &Wish<'_>) -> Result<CardSeries, Failure> {
        match (wish.format, wish.players) {
            ("joust", 2) => {}
            ("joust", n) => return Err(Failure::Usage(format!("joust is played by two, not by {n}"))),
            (other, _) => return Err(Failure::Usage(format!("the format is joust, not {other:?}"))),
        }
        if let Some(bot) = wish.bots.iter().find(|bot| !BOTS.contains(&bot.as_str())) {
            return Err(Failure::Usage(format!("there is no bot {bot:?}; there is {}", BOTS.join(", "))));
        }
        let players = usize::from(wish.players);
        let rotate = wish.decks.is_empty();
        let named: Vec<Deck> = match rotate {
            true => ready::all().to_vec(),
            false => wish.decks.iter().map(|deck| crate::deck::find(pool, deck)).collect::<Result<_, _>>()?,
        };
        if !rotate && named.len() != players && named.len() != 1 {
            return Err(Failure::Usage(format!("{players} seats want {players} decks (or one for all), not {}", named.len())));
        }
        if let Some(format) = wish.legality {
            let format: Format = format.parse().map_err(Failure::Usage)?;
            for deck in &named {
                if let Some(problem) = decks::check(pool, deck, format).first() {
                    return Err(Failure::Failed(format!("{} is not legal for {format}: {problem}", deck.name)));
                }
            }
        }
        let rules = Rules::new(pool.defs.iter().cloned(), Rulings::default(), None);
        Ok(CardSeries { rules, players, decks: named.iter().map(Deck::seat).collect(), rotate })
    }
}

impl Series<State> for CardSeries {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn players(&self) -> usize {
        self.players
    }

    /// Ready decks take turns so that every deck meets every other, and itself, in either seat.
    fn setup(&self, game: u64) -> Setup {
        let n = self.decks.len() as u64;
        let place = |seat: usize| match self.rotate {
            true => game / n.pow(seat as u32) % n,
            false => seat as u64 % n,
        };
        Setup { seats: (0..self.players).map(|seat| self.decks[place(seat) as usize].clone()).collect(), ..Setup::default() }
    }

    fn picker(&self, _: Seat, luck: Pcg64Mcg) -> Box<dyn Picker<State>> {
        Box::new(Uniform(luck))
    }

    fn fights(&self) -> Fights {
        Fights::Challenges
    }

    fn fought(&self, game: &State) -> u64 {
        u64::from(game.challenges)
    }
}
