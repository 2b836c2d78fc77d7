//! What the lobby says of a room, and what whoever sits down there agrees to.

use std::time::Duration;

use super::house::Parts;
use super::live::Live;
use super::{House, Refusal, Room, guarded};
use crate::lobby::{LobbySeat, LobbyTable, Progress};
use crate::log::now;
use crate::store::{StoreError, TableRow};
use crate::terms::{Terms, Watching};
use crate::wire::JoinRoom;

/// How often clocks in rooms that nobody visits are looked at, and how many at a time.
const TEND: Duration = Duration::from_secs(5);
const AT_A_TIME: u32 = 20;
/// Rooms whose row is made anew at a time.
const ANEW: u32 = 100;

impl Live {
    /// The room as the lobby shows it.
    pub fn shown(&self, room: &str) -> LobbyTable {
        let state = match (&self.host, self.outcome()) {
            (None, _) if self.waits.closed.is_some() => Progress::Closed,
            (_, Some(_)) => Progress::Over,
            (Some(_), None) => Progress::Running,
            (None, None) => Progress::Waiting,
        };
        let seat = |seat: crate::wire::SeatInfo| LobbySeat { name: seat.name, player: seat.player, open: seat.open };
        LobbyTable {
            room: room.to_owned(),
            kind: self.created.kind.clone(),
            format: self.created.format.clone(),
            state,
            seats: self.seats(|_| false).into_iter().map(seat).collect(),
            terms: self.created.terms.clone(),
            rated: self.created.rated,
            rulings: self.created.rulings.clone(),
            bluff: self.created.bluff,
            plays_blank: self.created.plays_blank,
            created: self.born.unwrap_or_default(),
        }
    }

    /// What was read from the log was noted together with it.
    pub fn note_listed(&mut self, room: &str) {
        self.listed = None;
        self.listed = self.table_row(room);
    }

    /// What the store is to note of the room, if that is not what it has: nothing for a room that stands nowhere and has no clock.
    pub fn table_row(&self, room: &str) -> Option<TableRow> {
        if !self.created.terms.is_listed() && self.created.terms.clock.is_none() {
            return None;
        }
        let row = self.shown(room).row(self.next_flag(), self.listed.as_ref());
        let same = self.listed.as_ref().is_some_and(|listed| listed.table == row.table && listed.due == row.due);
        (!same).then_some(row)
    }
}

impl Parts {
    /// Writes entries, with what the lobby says of the room from now on.
    pub(super) async fn write(&self, room: &str, seq: u64, lines: &[String], new: bool, row: Option<&TableRow>) -> Result<(), StoreError> {
        match (row, self.store.lobby(), new) {
            (Some(row), Some(lobby), _) => {
                lobby.write_listed(room, seq, lines, new, row).await?;
                self.hall.note(row);
            }
            (_, _, true) => self.store.create(room, lines).await?,
            (_, _, false) => self.store.append(room, seq, lines).await?,
        }
        Ok(())
    }

    /// Whether this visitor has an account.
    async fn has_account(&self, visitor: &str) -> Result<bool, Refusal> {
        let Some(people) = self.store.people() else { return Ok(false) };
        Ok(people.account(visitor).await?.is_some())
    }
}

impl House {
    /// Whether this visitor may open such a table: a rated one has people with accounts only.
    pub(super) async fn counts(&self, rated: bool, visitor: &str, bots: bool) -> Result<(), Refusal> {
        if !rated {
            return Ok(());
        }
        if bots {
            return Err(Refusal::new("bad_request", "a rated game is played by people: no seat may be a bot's"));
        }
        if !self.parts.has_account(visitor).await? {
            return Err(Refusal::new("needs_account", "a rated game is for people with an account: make one, or log in"));
        }
        Ok(())
    }

    /// Sees to what no visitor does: clocks that run out in rooms that nobody visits, lists that grow old.
    pub(super) async fn tend(&self) {
        let Some(lobby) = self.parts.store.lobby() else { return };
        self.list_anew().await;
        let mut turn = tokio::time::interval(TEND);
        turn.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        loop {
            turn.tick().await;
            match lobby.overdue(i64::try_from(now()).unwrap_or(i64::MAX), AT_A_TIME).await {
                Ok(rooms) => {
                    for room in rooms {
                        if let Ok(room) = self.room(&room).await {
                            room.tend().await;
                        }
                    }
                }
                Err(why) => tracing::warn!(%why, "clocks cannot be looked at"),
            }
            if self.parts.hall.listeners() > 0
                && let Err(why) = self.parts.hall.refresh(&*self.parts.store, false).await
            {
                tracing::warn!(%why, "what the lobby shows cannot be read");
            }
        }
    }

    /// Makes the rows of the lobby that are not there from the logs.
    pub async fn list_anew(&self) {
        let Some(lobby) = self.parts.store.lobby() else { return };
        loop {
            let rooms = lobby.unlisted(ANEW).await.unwrap_or_default();
            let mut made = 0;
            for room in &rooms {
                let Ok(lines) = self.parts.store.load(room, 0).await else { continue };
                let Ok(Ok(live)) = guarded(|| Live::read(&self.parts.games, &lines)) else { continue };
                // A room without a row of its own is noted all the same: it is not looked at again.
                let row = live.table_row(room).unwrap_or_else(|| live.shown(room).row(None, None));
                made += usize::from(lobby.list_room(&row).await.is_ok());
            }
            if let Err(why) = self.parts.hall.refresh(&*self.parts.store, made > 0).await {
                tracing::warn!(%why, "what the lobby shows cannot be read");
            }
            if made == 0 {
                return;
            }
        }
    }
}

impl Room {
    pub fn name(&self) -> &str {
        &self.id
    }

    /// The hash of the password that this visitor needs to sit down.
    pub(crate) async fn password(&self, visitor: &str) -> Result<Option<String>, Refusal> {
        let live = self.lock().await?;
        let seated = live.seat_of(Some(visitor)).is_some();
        Ok(live.created.password.clone().filter(|_| !seated))
    }

    /// Whether who sits down agrees to the terms of the table, and may.
    pub(super) async fn agrees(&self, terms: &Terms, rated: bool, visitor: &str, wanted: &JoinRoom) -> Result<(), Refusal> {
        if terms.watching == Watching::Hands && wanted.hands != Some(true) {
            let message = "whoever looks on at this table sees every hand; sit down with `hands`: true if you agree";
            return Err(Refusal::new("hands_shown", message));
        }
        if rated && !self.parts.has_account(visitor).await? {
            return Err(Refusal::new("needs_account", "this game is rated: make an account, or log in, to sit down"));
        }
        Ok(())
    }

    /// Sees to what is due, if nobody else does.
    pub(super) async fn tend(self: &std::sync::Arc<Room>) {
        if let Ok(mut live) = self.lock().await {
            self.drive(&mut live);
        }
    }
}
