//! A deck as a seat's setup.

use super::Deck;
use crate::game::SeatSetup;

impl Deck {
    /// The codes of all cards, copies one after the other.
    pub fn seat(&self) -> SeatSetup {
        let spread = |list: &[(String, u32)]| list.iter().flat_map(|(code, n)| std::iter::repeat_n(code.clone(), *n as usize)).collect();
        SeatSetup { faction: self.faction, agendas: self.agendas.clone(), plots: spread(&self.plots), draw: spread(&self.draw) }
    }
}
