//! Players that sit in the server.

use rand_core::{RngCore, SeedableRng};
use rand_pcg::Pcg64Mcg;
use table::hosted::Hosted;
use table::{Pick, Seat};

/// A player that answers at once.
pub trait BotPlayer: Send {
    /// A whole answer to the decision that `seat` owes; `None` if it has none to give (the room then answers at random).
    fn choose(&mut self, game: &dyn Hosted, seat: Seat) -> Option<Vec<Pick>>;
}

/// Each legal pick is as likely as any other.
pub struct Random(Pcg64Mcg);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(Pcg64Mcg::seed_from_u64(seed))
    }
}

impl BotPlayer for Random {
    fn choose(&mut self, game: &dyn Hosted, seat: Seat) -> Option<Vec<Pick>> {
        let mut picks = Vec::new();
        loop {
            let asked = game.options_after(seat, &picks).ok()?;
            if asked.complete {
                return Some(picks);
            }
            picks.push(self.0.next_u32().checked_rem(asked.legal.len() as u32)?);
        }
    }
}
