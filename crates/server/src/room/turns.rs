//! For whom a game waits, and whether they know.

use std::sync::Arc;
use std::time::Duration;

use table::Seat;

use super::{Refusal, Room};

/// For whom a game waits.
pub struct Waits {
    pub kind: String,
    pub format: String,
    pub seats: Vec<Waiting>,
}

pub struct Waiting {
    pub seat: u8,
    pub owner: String,
    pub name: String,
    pub decision: u32,
    /// Nobody of this seat has been here for a while.
    pub away: bool,
}

impl Room {
    /// For whom the game waits; nobody where one plays alone, where it is paused or over.
    pub(crate) async fn waits_for(self: &Arc<Room>, away: Duration) -> Result<Waits, Refusal> {
        let live = self.lock().await?;
        let mut waits = Waits { kind: live.created.kind.clone(), format: live.created.format.clone(), seats: Vec::new() };
        let people = live.chairs.iter().filter(|chair| chair.owner.is_some()).count();
        let Some(host) = live.host.as_deref().filter(|_| live.outcome().is_none() && live.paused.is_none()) else { return Ok(waits) };
        if people < 2 || live.alone() || live.agree.paused {
            return Ok(waits);
        }
        for (seat, chair) in (0u8..).zip(&live.chairs) {
            let (Some(owner), true) = (&chair.owner, host.acting().contains(Seat(seat))) else { continue };
            let Some(decision) = host.decision(Seat(seat)) else { continue };
            waits.seats.push(Waiting { seat, owner: owner.clone(), name: chair.name.clone(), decision, away: self.absent(owner, away) });
        }
        Ok(waits)
    }
}
