//! The board game.

use std::ops::RangeInclusive;

use board_game::{Rules, Rulings, Setup, State};
use bots::Bot;
use table::replay::{Replay, ReplayError, Report};
use table::{Chance, Game, Seat};

use super::{Kind, Wish};
use crate::output::Failure;
use crate::replay::{Story, tell};
use crate::simulate::report::{self, Fights};
use crate::simulate::run::{Run, Series};

pub struct Boards;

/// The rules under which a replay was played.
fn rules(replay: &Replay) -> Result<Rules, ReplayError> {
    let other = || ReplayError::OtherRules { found: replay.rules.clone(), expected: Rules::ids().join("` or `") };
    Rules::for_id(&replay.rules).ok_or_else(other)
}

impl Kind for Boards {
    fn formats(&self) -> &'static [(&'static str, RangeInclusive<u8>)] {
        &[("base", 3..=6), ("tides", 3..=6)]
    }

    fn verify(&self, replay: &Replay) -> Result<Report, ReplayError> {
        replay.verify::<State>(&rules(replay)?)
    }

    fn tell(&self, replay: &Replay) -> Result<Story, ReplayError> {
        tell::<State>(replay, &rules(replay)?, |event| (event.text.clone(), event.rule.clone()))
    }

    fn play(&self, run: Run, wish: &Wish<'_>) -> Result<report::Report, Failure> {
        if wish.random {
            return Err(Failure::Usage("this game has no decks that could be drawn at random".to_owned()));
        }
        if !wish.decks.is_empty() || wish.legality.is_some() || wish.position.is_some() {
            return Err(Failure::Usage("the board game has neither decks nor positions".to_owned()));
        }
        let bots = super::bots(wish, usize::from(wish.players), &bots::board::NAMES)?;
        let rulings = wish.rulings.map(Rulings::read).transpose().map_err(Failure::Usage)?.unwrap_or_default();
        run.play(&BoardSeries { rules: Rules::new(rulings), bots, tides: wish.format == "tides" }).map_err(Failure::Failed)
    }
}

/// Bots by seat; the houses go round by one seat from game to game.
struct BoardSeries {
    rules: Rules,
    bots: Vec<String>,
    tides: bool,
}

impl Series<State> for BoardSeries {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn players(&self) -> usize {
        self.bots.len()
    }

    fn begin(&self, game: u64, seed: u64) -> Result<State, String> {
        let mut setup = Setup { tides: self.tides, ..Setup::players(self.bots.len()) };
        setup.houses.rotate_left((game % self.bots.len() as u64) as usize);
        State::new(&self.rules, &setup, Chance::seeded(seed), &mut ()).map_err(|why| why.to_string())
    }

    fn bot(&self, seat: Seat, luck: u64) -> Box<dyn Bot<State>> {
        bots::board::by_name(&self.bots[seat.index()], luck).expect("the names were looked up")
    }

    fn fights(&self) -> Fights {
        Fights::Battles
    }

    fn fought(&self, game: &State) -> u64 {
        u64::from(game.battles)
    }
}
