//! Clocks at a table: read after every change, and ended when they run out, by whichever server comes first.

use std::sync::Arc;
use std::time::Duration;

use table::{PromptKind, Seat};

use super::live::Live;
use super::{Refusal, Room};
use crate::clocks::{Clocks, Now, SeatClock, Times};
use crate::log::{By, Entry, now};

/// A clock is looked at so long after it should have run out.
const A_LITTLE: u64 = 5;
/// After a failure of the store, when to try again.
const AGAIN: u64 = 1000;

impl Live {
    /// Whether the players agreed to stop the clocks.
    fn paused_by_players(&self) -> bool {
        self.agree.paused
    }

    /// Adds a reading of the clocks to the entries of a change.
    pub fn read_clocks(&mut self, entries: &mut Vec<Entry>, now: u64) {
        let (Some(clock), Some(host)) = (self.created.terms.clock, self.host.as_deref()) else { return };
        if entries.is_empty() {
            return;
        }
        let over = self.outcome().is_some();
        let bluff = u64::from(self.created.bluff) * 1000;
        let owed = |seat: Seat| {
            self.chairs[seat.index()].owner.as_ref().filter(|_| !over)?;
            let decision = host.decision(seat)?;
            let window = bluff > 0 && host.prompt(seat).is_some_and(|asked| asked.prompt.kind == PromptKind::Window);
            Some((decision, clock.delay() + if window { bluff } else { 0 }))
        };
        let after = Now {
            now: now.max(self.times.as_ref().map_or(0, |times| times.now)),
            runs: !over && !self.paused_by_players(),
            round: host.round(),
            owed: (0..self.chairs.len() as u8).map(|seat| owed(Seat(seat))).collect(),
        };
        let before = self.times.take().unwrap_or_else(|| Times::new(clock, self.chairs.len()));
        let times = before.read(clock, entries, &after);
        entries.push(Entry::Time(times.clone()));
        self.times = Some(times);
    }

    /// The clocks as they are shown now.
    pub fn clocks(&self, now: u64) -> Option<Clocks> {
        let clock = self.created.terms.clock?;
        let times = self.times.clone().unwrap_or_else(|| Times::new(clock, self.chairs.len()));
        let acting = self.host.as_deref().filter(|_| self.outcome().is_none()).map(|host| host.acting());
        let seat = |place: u8| {
            let (left, free) = times.left(usize::from(place), now);
            let bot = self.chairs[usize::from(place)].bot.is_some();
            SeatClock {
                left: (!bot).then_some(left.max(0)),
                free,
                runs: !bot && acting.is_some_and(|acting| acting.contains(Seat(place))),
                flagged: self.flagged.contains(&Seat(place)),
            }
        };
        Some(Clocks { clock, stopped: !times.runs, seats: (0..self.chairs.len() as u8).map(seat).collect() })
    }

    /// When the next clock runs out, if nothing happens before.
    pub fn next_flag(&self) -> Option<u64> {
        let times = self.times.as_ref().filter(|_| self.paused.is_none())?;
        (0..self.chairs.len()).filter_map(|seat| times.due(seat)).min()
    }

    /// A seat whose clock has run out.
    fn overstepped(&self, now: u64) -> Option<Seat> {
        let times = self.times.as_ref().filter(|_| self.paused.is_none() && self.outcome().is_none())?;
        let mut seats = (0..self.chairs.len() as u8).map(Seat);
        seats.find(|seat| times.due(seat.index()).is_some_and(|due| due <= now) && !self.only_waits(*seat))
    }

    /// The seat gives up, because its clock has run out.
    fn flag(&mut self, seat: Seat) -> Result<Vec<Entry>, Refusal> {
        let mark = Entry::Flagged { seat };
        let given_up = self.gives_up(seat, By::Auto)?;
        self.enter(&mark);
        Ok([vec![mark], given_up].concat())
    }
}

impl Room {
    /// Ends the clocks that have run out. To be called before anything that a player does.
    pub(super) async fn flag(self: &Arc<Room>, live: &mut Live) -> Result<(), Refusal> {
        // One after the other: in a game of many the next may play on.
        while live.overstepped(now()).is_some() {
            self.change(live, |live| match live.overstepped(now()) {
                Some(seat) => Ok((live.flag(seat)?, ())),
                None => Ok((Vec::new(), ())),
            })
            .await?;
        }
        Ok(())
    }

    /// Sees to it that the next clock that runs out is ended.
    pub(super) fn wait_for_clocks(self: &Arc<Room>, live: &mut Live) {
        if live.stale {
            return;
        }
        if let Some(due) = live.next_flag().filter(|due| live.clock_timer.is_none_or(|timer| *due < timer)) {
            self.look_at_clocks(live, due);
        }
    }

    fn look_at_clocks(self: &Arc<Room>, live: &mut Live, due: u64) {
        live.clock_timer = Some(due);
        // A room that leaves the memory takes no clock along: the tables of the lobby say when to look at it again.
        let (room, wait) = (Arc::downgrade(self), due.saturating_sub(now()) + A_LITTLE);
        tokio::spawn(async move {
            tokio::time::sleep(Duration::from_millis(wait)).await;
            let Some(room) = room.upgrade() else { return };
            let Ok(mut live) = room.lock().await else { return };
            if live.clock_timer != Some(due) {
                return;
            }
            live.clock_timer = None;
            match room.flag(&mut live).await {
                // Who only waits in a window is not ended; the window is.
                Ok(()) if live.next_flag().is_some_and(|due| due <= now()) => room.look_at_clocks(&mut live, now() + AGAIN),
                Ok(()) => room.wait_for_clocks(&mut live),
                Err(why) => {
                    tracing::warn!(room = %room.name(), why = ?why, "a clock cannot be ended; trying again");
                    room.look_at_clocks(&mut live, now() + AGAIN);
                }
            }
        });
    }
}
