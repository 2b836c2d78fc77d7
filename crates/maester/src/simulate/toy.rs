//! The small game that tests the contract, as a series.

use rand_pcg::Pcg64Mcg;
use table::Seat;
use table::toy::{Rules, Setup, Toy};

use super::run::{Picker, Series, Uniform};

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

    fn picker(&self, _: Seat, luck: Pcg64Mcg) -> Box<dyn Picker<Toy>> {
        Box::new(Uniform(luck))
    }
}
