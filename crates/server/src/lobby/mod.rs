//! The lobby: tables that anybody may find, as a list that tells its changes.
//!
//! What stands here is written together with the entries of the rooms, so a list costs one query and replays no game. Every server holds
//! the list in memory; it hears of changes by the bell, and reads the whole list again from time to time: a table on which nothing
//! happens leaves it.

pub mod password;
pub mod socket;

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use tokio::sync::broadcast;

use crate::AppState;
use crate::room::Refusal;
use crate::store::{Store, StoreError, TableRow};
use crate::terms::Terms;

/// Tables that are listed.
const MOST: u32 = 300;
/// How long a table stays in the list on which nothing happens, in seconds: one that waits, one that is played, one that is over.
const WAITING: i64 = 12 * 3600;
const RUNNING: i64 = 24 * 3600;
const OVER: i64 = 3600;
/// How old the list in memory may be.
const FRESH: Duration = Duration::from_secs(60);
/// Changes that a slow reader may miss before it is sent the whole list.
const KEPT: usize = 256;

/// How far a table is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Progress {
    /// A seat is free.
    Waiting,
    Running,
    Over,
    /// Its host closed it before the game began: it stands in no list.
    Closed,
}

impl Progress {
    fn word(self) -> &'static str {
        match self {
            Progress::Waiting => "waiting",
            Progress::Running => "running",
            Progress::Over => "over",
            Progress::Closed => "closed",
        }
    }
}

/// A table as the lobby shows it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LobbyTable {
    pub room: String,
    pub kind: String,
    pub format: String,
    pub state: Progress,
    pub seats: Vec<LobbySeat>,
    pub terms: Terms,
    /// The result counts: every seat is a person with an account.
    pub rated: bool,
    pub rulings: Option<String>,
    /// The bluff time in seconds.
    pub bluff: u32,
    /// Cards that are not implemented may be played blank.
    pub plays_blank: bool,
    /// Milliseconds since 1970 of its begin.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created: u64,
}

/// A seat of it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct LobbySeat {
    pub name: String,
    /// `human`, or the bot's name.
    pub player: String,
    pub open: bool,
}

impl LobbyTable {
    /// The row that a store keeps of it, after `before`.
    pub fn row(&self, due: Option<u64>, before: Option<&TableRow>) -> TableRow {
        let table = serde_json::to_string(self).expect("plain data");
        TableRow {
            room: self.room.clone(),
            state: self.state.word().to_owned(),
            listed: self.terms.is_listed() && self.state != Progress::Closed,
            due: due.and_then(|due| i64::try_from(due).ok()),
            news: self.terms.is_listed() && before.is_none_or(|before| before.table != table),
            table,
        }
    }
}

/// From the lobby to a client (`GET /api/lobby/ws`).
#[derive(Clone, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum FromLobby {
    /// All tables: on connecting, and whenever changes were missed.
    List { tables: Vec<LobbyTable> },
    /// A table that is new, or shown otherwise now.
    Table { table: Box<LobbyTable> },
    /// A table that is shown no more.
    Gone { room: String },
}

/// The list in memory.
#[derive(Debug)]
pub struct Hall {
    list: Mutex<List>,
    news: broadcast::Sender<Arc<str>>,
    /// One reads the list at a time.
    reading: tokio::sync::Mutex<()>,
}

#[derive(Debug, Default)]
struct List {
    tables: BTreeMap<String, LobbyTable>,
    read: Option<Instant>,
}

impl Default for Hall {
    fn default() -> Hall {
        Hall { list: Mutex::default(), news: broadcast::Sender::new(KEPT), reading: Default::default() }
    }
}

impl Hall {
    fn list(&self) -> MutexGuard<'_, List> {
        self.list.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// How many listen.
    pub fn listeners(&self) -> usize {
        self.news.receiver_count()
    }

    /// A row was written.
    pub fn note(&self, row: &TableRow) {
        if row.news {
            self.take(&row.room, serde_json::from_str(&row.table).ok().filter(|_| row.listed));
        }
    }

    /// What is shown of a room now.
    fn take(&self, room: &str, table: Option<LobbyTable>) {
        let mut list = self.list();
        match table {
            Some(table) => {
                if list.tables.get(room) != Some(&table) {
                    self.tell(&FromLobby::Table { table: Box::new(table.clone()) });
                    list.tables.insert(room.to_owned(), table);
                }
            }
            None => {
                if list.tables.remove(room).is_some() {
                    self.tell(&FromLobby::Gone { room: room.to_owned() });
                }
            }
        }
    }

    fn tell(&self, news: &FromLobby) {
        let text = serde_json::to_string(news).expect("plain data");
        // Nobody may be listening.
        let _ = self.news.send(text.into());
    }

    /// Another server wrote of this room.
    pub async fn look(&self, store: &dyn Store, room: &str) -> Result<(), StoreError> {
        let Some(lobby) = store.lobby() else { return Ok(()) };
        let shown = lobby.listed_room(room).await?;
        self.take(room, shown.and_then(|shown| serde_json::from_str(&shown).ok()));
        Ok(())
    }

    /// The list is read again, if that was not done just now.
    pub async fn refresh(&self, store: &dyn Store, whatever: bool) -> Result<(), StoreError> {
        let Some(lobby) = store.lobby() else { return Ok(()) };
        let _turn = self.reading.lock().await;
        if !whatever && self.list().read.is_some_and(|read| read.elapsed() < FRESH) {
            return Ok(());
        }
        let now = crate::store::now();
        let shown = lobby.listed(now - WAITING, now - RUNNING, now - OVER, MOST).await?;
        let shown = shown.iter().filter_map(|shown| serde_json::from_str::<LobbyTable>(shown).ok());
        let fresh: BTreeMap<String, LobbyTable> = shown.map(|table| (table.room.clone(), table)).collect();
        let gone: Vec<String> = self.list().tables.keys().filter(|room| !fresh.contains_key(*room)).cloned().collect();
        for room in gone {
            self.take(&room, None);
        }
        for (room, table) in fresh {
            self.take(&room, Some(table));
        }
        self.list().read = Some(Instant::now());
        Ok(())
    }

    /// All tables, and every change from now on.
    fn subscribe(&self) -> (FromLobby, broadcast::Receiver<Arc<str>>) {
        let list = self.list();
        (FromLobby::List { tables: list.tables.values().cloned().collect() }, self.news.subscribe())
    }
}

/// `GET /api/lobby`: the tables.
pub async fn tables(State(app): State<AppState>) -> Result<Response, Response> {
    let house = app.house();
    house.hall().refresh(house.store(), false).await.map_err(|why| Refusal::from(why).into_response())?;
    Ok(Json(house.hall().subscribe().0).into_response())
}

/// `GET /api/lists`: the restricted lists that a table may choose.
pub async fn lists(State(app): State<AppState>) -> Response {
    Json(app.games().lists()).into_response()
}
