//! A table that waits for players: who may close it, and who stands up again.
//!
//! Its host is who opened it. When the host stands up, the next host is who sits there longest; where nobody does, the table is closed.

use std::sync::Arc;

use table::Seat;

use super::house::House;
use super::live::Live;
use super::{Refusal, Room};
use crate::log::{Chair, Entry};
use crate::store::Wanted;

/// How often people stand up at one table: its log does not grow for ever.
const MOST: u32 = 200;
/// Tables that somebody who deletes an account leaves.
const TABLES: u32 = 100;

/// What became of a table while it waited.
#[derive(Clone, Debug, Default)]
pub struct Waits {
    /// The people who sit there, as they came.
    people: Vec<String>,
    /// How often somebody stood up.
    stood: u32,
    /// The seat of the host who closed it.
    pub closed: Option<Seat>,
}

impl Waits {
    pub fn new(chairs: &[Chair]) -> Waits {
        let mut waits = Waits::default();
        chairs.iter().for_each(|chair| waits.sits(chair));
        waits
    }

    pub fn sits(&mut self, chair: &Chair) {
        if let Some(owner) = chair.owner.as_ref().filter(|owner| !self.people.contains(owner)) {
            self.people.push(owner.clone());
        }
    }

    /// Who may close the table.
    pub fn host(&self) -> Option<&str> {
        self.people.first().map(String::as_str)
    }
}

impl Live {
    /// Somebody stands up.
    pub fn stood(&mut self, seat: Seat) {
        let Some(chair) = self.chairs.get_mut(seat.index()) else { return };
        let owner = std::mem::take(chair).owner;
        self.waits.people.retain(|person| owner.as_ref() != Some(person));
        self.waits.stood += 1;
    }

    /// The seat of the host, while the table waits.
    pub fn waiting_for(&self) -> Option<u8> {
        let waits = self.host.is_none() && self.paused.is_none() && self.waits.closed.is_none();
        self.seat_of(self.waits.host()).filter(|_| waits).map(|seat| seat.0)
    }

    /// Who closed the table, by name.
    pub fn closed_by(&self) -> Option<String> {
        self.chairs.get(self.waits.closed?.index()).map(|chair| chair.name.clone())
    }

    /// An error that says who closed the table.
    pub fn stays_open(&self) -> Result<(), Refusal> {
        match self.closed_by() {
            Some(name) => Err(Refusal::new("closed", format!("{name} closed this table before the game began"))),
            None => Ok(()),
        }
    }

    /// The seat of a visitor at a table that waits.
    fn waits_with(&self, visitor: &str) -> Result<Seat, Refusal> {
        self.stays_open()?;
        let seat = self.seat_of(Some(visitor)).ok_or_else(|| Refusal::new("not_yours", "you do not sit at this table"))?;
        match self.host {
            None => Ok(seat),
            Some(_) => {
                Err(Refusal::new("started", "the game has begun: you can concede, or leave, and the others are asked what becomes of it"))
            }
        }
    }

    fn close(&mut self, seat: Seat) -> Vec<Entry> {
        let entry = Entry::Closed { seat };
        self.enter(&entry);
        vec![entry]
    }
}

impl Room {
    /// The host closes a table that waits.
    pub async fn close(self: &Arc<Room>, visitor: &str) -> Result<(), Refusal> {
        let mut live = self.lock().await?;
        self.change(&mut live, |live| {
            let seat = live.waits_with(visitor)?;
            if live.waits.host() != Some(visitor) {
                return Err(Refusal::new("not_yours", "only the host, who opened this table, may close it; you can stand up"));
            }
            Ok((live.close(seat), ()))
        })
        .await
    }

    /// Who sits at a table that waits gives the seat back. With the last person goes the table.
    pub async fn stand(self: &Arc<Room>, visitor: &str) -> Result<(), Refusal> {
        let mut live = self.lock().await?;
        self.change(&mut live, |live| {
            let seat = live.waits_with(visitor)?;
            if live.waits.people.len() == 1 {
                return Ok((live.close(seat), ()));
            }
            if live.waits.stood >= MOST {
                return Err(Refusal::new("full", format!("people stood up {MOST} times at this table: its host may close it")));
            }
            let entry = Entry::Stood { seat };
            live.enter(&entry);
            Ok((vec![entry], ()))
        })
        .await
    }
}

impl House {
    /// Somebody goes for good: tables that wait do not wait for this one.
    pub(crate) async fn stands_everywhere(&self, visitor: &str) {
        let Some(results) = self.store().results() else { return };
        let wanted = Wanted { state: "waiting".to_owned(), ..Wanted::default() };
        for row in results.results_of(visitor, &wanted, TABLES, 0).await.unwrap_or_default() {
            let stood = match self.room(&row.room).await {
                Ok(room) => room.stand(visitor).await,
                Err(why) => Err(why),
            };
            if let Err(why) = stood {
                tracing::warn!(room = %row.room, why = ?why, "a seat at a table that waits cannot be given back");
            }
        }
    }
}
