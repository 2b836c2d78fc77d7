//! The small game that tests the contract, as a series.

use bots::{Bot, Random};
use table::Seat;
use table::toy::{Rules, Setup, Toy};

use super::run::Series;

pub struct ToySeries {
    rules: Rules,
    players: u8,
}

impl ToySeries {
    pub fn new(players: u8) -> ToySeries {
        ToySeries { rules: Rules::default(), players }
    }
}

impl Series<Toy> for ToySeries {
    fn rules(&self) -> &Rules {
        &self.rules
    }

    fn players(&self) -> usize {
        usize::from(self.players)
    }

    fn setup(&self, _: u64) -> Setup {
        Setup { seats: self.players, rounds: 4 }
    }

    fn bot(&self, _: Seat, luck: u64) -> Box<dyn Bot<Toy>> {
        Box::new(Random::new(luck))
    }
}
