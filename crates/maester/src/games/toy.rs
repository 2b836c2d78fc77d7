//! The small game that tests the contract.

use std::ops::RangeInclusive;

use bots::{Bot, Random};
use table::replay::{Replay, ReplayError, Report};
use table::toy::{Rules, Setup, Toy};
use table::{Chance, Game, Seat};

use super::{Kind, Wish};
use crate::output::Failure;
use crate::replay::{Story, tell};
use crate::simulate::report;
use crate::simulate::run::{Run, Series};

pub struct Toys;

impl Kind for Toys {
    fn formats(&self) -> &'static [(&'static str, RangeInclusive<u8>)] {
        &[("bids", 2..=4)]
    }

    fn verify(&self, replay: &Replay) -> Result<Report, ReplayError> {
        replay.verify::<Toy>(&Rules::default())
    }

    fn tell(&self, replay: &Replay) -> Result<Story, ReplayError> {
        tell::<Toy>(replay, &Rules::default(), |event| (event.sentence(), None))
    }

    fn play(&self, run: Run, wish: &Wish<'_>) -> Result<report::Report, Failure> {
        if wish.random {
            return Err(Failure::Usage("this game has no decks that could be drawn at random".to_owned()));
        }
        if !wish.decks.is_empty() || wish.legality.is_some() || wish.position.is_some() || wish.rulings.is_some() {
            return Err(Failure::Usage("this game has neither decks nor positions nor rulings".to_owned()));
        }
        super::bots(wish, usize::from(wish.players), &["random"])?;
        run.play(&ToySeries { rules: Rules::default(), players: wish.players }).map_err(Failure::Failed)
    }
}

struct ToySeries {
    rules: Rules,
    players: u8,
}

impl Series<Toy> for ToySeries {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn players(&self) -> usize {
        usize::from(self.players)
    }

    fn begin(&self, _: u64, seed: u64) -> Result<Toy, String> {
        let setup = Setup { seats: self.players, rounds: 4 };
        Toy::new(&self.rules, &setup, Chance::seeded(seed), &mut ()).map_err(|why| why.to_string())
    }

    fn bot(&self, _: Seat, luck: u64) -> Box<dyn Bot<Toy>> {
        Box::new(Random::new(luck))
    }
}
