//! What became of a room, written down as rows to be looked through. The log stays the truth: a row can always be told again from it.

use std::sync::{Arc, Mutex, PoisonError};

use table::replay::seats_named;
use table::{Outcome, Seat, Viewer};

use super::house::House;
use super::live::Live;
use super::{Refusal, Room, guarded};
use crate::games::Games;
use crate::games::standing::Standing;
use crate::store::{ResultRow, ResultSeat, Store, StoreError};

/// What was written last: the changes that everybody saw, and the state.
#[derive(Debug, Default)]
pub struct Books(Mutex<Option<(u64, &'static str)>>);

impl Live {
    /// `waiting`, `running`, `over`, `closed` or `paused`.
    fn stage(&self) -> &'static str {
        match (&self.paused, self.host.is_some()) {
            (Some(_), _) => "paused",
            (None, false) if self.waits.closed.is_some() => "closed",
            (None, false) => "waiting",
            (None, true) if self.outcome().is_some() => "over",
            (None, true) => "running",
        }
    }

    /// What can be told of the room in a row.
    fn row(&self, games: &Games, id: &str) -> ResultRow {
        let (stage, outcome) = (self.stage(), self.outcome().filter(|_| self.paused.is_none()));
        let host = self.host.as_deref();
        let standings = match (host, games.kind(&self.created.kind)) {
            (Some(host), Ok(kind)) => {
                // The setup stands in the replay, which is copied for it: only where the view does not say everything by itself.
                let setup = host.replay().setup;
                guarded(|| kind.standings(&setup, &host.view_json(Viewer::All))).unwrap_or_default()
            }
            _ => Vec::new(),
        };
        let places = outcome.as_ref().map_or_else(Vec::new, |outcome| places(outcome, &standings, self.chairs.len()));
        let won = |seat: u8| matches!(&outcome, Some(Outcome::Won { seats, .. }) if seats.contains(&Seat(seat)));
        let seats = (0u8..).zip(&self.chairs).map(|(seat, chair)| {
            let standing = standings.get(usize::from(seat)).cloned().unwrap_or_default();
            ResultSeat {
                owner: chair.owner.clone(),
                left: self.left[usize::from(seat)].clone(),
                name: chair.name.clone(),
                bot: chair.bot.clone(),
                deck: chair.deck_name.clone(),
                side: standing.side,
                agenda: standing.agenda,
                place: places.get(usize::from(seat)).copied().flatten(),
                won: won(seat),
            }
        });
        let how = match &outcome {
            None => "",
            Some(_) if self.conceded.is_some() => "conceded",
            Some(Outcome::Won { .. }) => "rules",
            Some(Outcome::Draw { .. }) => "draw",
            Some(Outcome::Stalled) => "stalled",
        };
        let name = |seat: &Seat| self.chairs.get(seat.index()).map_or_else(|| seat.to_string(), |chair| chair.name.clone());
        let reason = outcome.as_ref().map(|outcome| seats_named(&table::replay::plain(&outcome.sentence()), name));
        let mut owners: Vec<&str> = self.chairs.iter().filter_map(|chair| chair.owner.as_deref()).collect();
        let people = owners.len();
        owners.sort_unstable();
        owners.dedup();
        ResultRow {
            room: id.to_owned(),
            kind: self.created.kind.clone(),
            format: self.created.format.clone(),
            state: stage.to_owned(),
            counted: self.created.position.is_none() && owners.len() == people && people > 0,
            rated: self.created.rated,
            how: how.to_owned(),
            reason: reason.unwrap_or_default(),
            rounds: host.map_or(0, |host| host.round()),
            entries: self.seq,
            seats: seats.collect(),
            host: self.waits.host().map(str::to_owned),
            ..ResultRow::default()
        }
    }
}

/// By seat: its place, from 1; seats that are level share one. Nobody has a place in a game that came to no end.
fn places(outcome: &Outcome, standings: &[Standing], seats: usize) -> Vec<Option<u8>> {
    let winners: &[Seat] = match outcome {
        Outcome::Won { seats, .. } => seats,
        Outcome::Draw { .. } => return vec![Some(1); seats],
        Outcome::Stalled => return vec![None; seats],
    };
    let rank = |seat: usize| standings.get(seat).map_or(&[][..], |standing| &standing.rank);
    let wins = |seat: usize| winners.iter().any(|winner| winner.index() == seat);
    let ahead =
        |seat: usize, other: usize| wins(other) && !wins(seat) || wins(other) == wins(seat) && !wins(seat) && rank(other) > rank(seat);
    (0..seats).map(|seat| Some(1 + (0..seats).filter(|other| ahead(seat, *other)).count() as u8)).collect()
}

impl Room {
    /// What is to be written down now; `None` if that was written already.
    pub(super) fn books(&self, live: &Live) -> Option<ResultRow> {
        let now = (live.touches, live.stage());
        let mut written = self.books.0.lock().unwrap_or_else(PoisonError::into_inner);
        if *written == Some(now) || self.parts.store.results().is_none() {
            return None;
        }
        *written = Some(now);
        Some(live.row(&self.parts.games, &self.id))
    }

    /// Writes it down. Should that fail, a list is not right until the room is read again: no game waits for it.
    pub(super) async fn write_books(&self, row: Option<ResultRow>) {
        let (Some(row), Some(results)) = (row, self.parts.store.results()) else { return };
        let written = match results.put_result(&row).await {
            Ok(()) => rate(&*self.parts.store, &row).await,
            failed => failed,
        };
        if let Err(why) = written {
            *self.books.0.lock().unwrap_or_else(PoisonError::into_inner) = None;
            tracing::warn!(%why, room = %self.id, "what became of a room cannot be noted");
        }
    }

    /// Whether the game is rated, its kind and format, and who sits in each seat.
    pub(crate) async fn rated(&self) -> Result<(bool, String, String, Vec<Option<String>>), Refusal> {
        let live = self.lock().await?;
        let owners = live.chairs.iter().map(|chair| chair.owner.clone()).collect();
        Ok((live.created.rated, live.created.kind.clone(), live.created.format.clone(), owners))
    }

    pub(super) async fn keep_books(&self) {
        let row = self.books(&*self.live.lock().await);
        self.write_books(row).await;
    }
}

/// Rates a game that is over, if that was agreed and not done yet.
async fn rate(store: &dyn Store, row: &ResultRow) -> Result<(), StoreError> {
    match store.ratings() {
        Some(ratings) if row.rated && row.state == "over" => ratings.rate(row).await.map(drop),
        _ => Ok(()),
    }
}

/// Rooms that are looked at together.
const TOGETHER: u32 = 100;

impl House {
    /// Writes down what became of rooms of which that is not written: of before there were such rows, or of a server that ended between
    /// an entry and its row. To be run beside the server, once.
    pub async fn catch_up(self: Arc<House>) {
        let mut after = String::new();
        loop {
            let Some(results) = self.store().results() else { return };
            let rooms = match results.unwritten(None, &after, TOGETHER).await {
                Ok(rooms) => rooms,
                Err(why) => return tracing::warn!(%why, "what became of rooms cannot be looked through"),
            };
            let Some(last) = rooms.last() else { return };
            after = last.clone();
            for room in &rooms {
                self.write_down(room).await;
            }
        }
    }

    /// The same for the rooms in which a visitor sat.
    pub async fn catch_up_with(&self, owner: &str) {
        let Some(results) = self.store().results() else { return };
        for room in results.unwritten(Some(owner), "", TOGETHER).await.unwrap_or_default() {
            self.write_down(&room).await;
        }
    }

    /// A room that nobody uses is not kept in memory for that.
    async fn write_down(&self, id: &str) {
        if let Some(room) = self.held(Some(id)).pop() {
            return room.keep_books().await;
        }
        let (games, room) = (self.games().clone(), id.to_owned());
        let Ok(lines) = self.store().load(id, 0).await else { return };
        let read = move || guarded(|| Live::read(&games, &lines).map(|live| live.row(&games, &room))).and_then(|row| row);
        match (tokio::task::spawn_blocking(read).await, self.store().results()) {
            (Ok(Ok(row)), Some(results)) => {
                let written = match results.put_result(&row).await {
                    Ok(()) => rate(self.store(), &row).await,
                    failed => failed,
                };
                if let Err(why) = written {
                    tracing::warn!(%why, room = id, "what became of a room cannot be noted");
                }
            }
            (Ok(Err(why)), _) => tracing::debug!(why = ?why, room = id, "a room cannot be read"),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_go_by_rank_behind_the_winner_and_level_seats_share_one() {
        let standing = |rank: &[i64]| Standing { rank: rank.to_vec(), ..Standing::default() };
        let standings = [standing(&[1, 9]), standing(&[1, 12]), standing(&[1, 9]), standing(&[0, 14])];
        let won = |seat| Outcome::Won { seats: vec![Seat(seat)], reason: String::new() };
        assert_eq!(places(&won(2), &standings, 4), [Some(3), Some(2), Some(1), Some(4)]);
        assert_eq!(places(&won(1), &standings, 4), [Some(2), Some(1), Some(2), Some(4)]);
        assert_eq!(places(&Outcome::Draw { reason: String::new() }, &standings, 2), [Some(1), Some(1)]);
        assert_eq!(places(&Outcome::Stalled, &standings, 2), [None, None]);
        assert_eq!(places(&won(1), &[], 2), [Some(2), Some(1)]);
    }
}
