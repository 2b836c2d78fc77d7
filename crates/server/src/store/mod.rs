//! Where rooms live: one log a room, and the sessions that own seats.
//!
//! The store knows nothing of games. An entry is a line of JSON; `(room, seq)` is unique, so that of two writers one loses and
//! reloads. What [`Store::append`] has accepted is kept through a crash of the program.

mod lobby;
mod lock;
mod peace;
mod people;
mod postgres;
mod ratings;
mod results;
mod sentences;
mod shelves;
mod sqlite;
mod turns;

use std::future::Future;
use std::pin::Pin;
use std::time::{SystemTime, UNIX_EPOCH};

pub use lobby::{Lobby, TableRow};
pub use lock::Lock;
pub use peace::{Block, Peace, ReportRow, Silence};
pub use people::{Account, People, Session};
pub use postgres::Postgres;
pub use ratings::Ratings;
pub use results::{Asked, By, ResultRow, ResultSeat, Results, Tally, Wanted};
pub use shelves::{ShelfRow, Shelves};
pub use sqlite::Sqlite;
pub use turns::{Mail, Turns};

/// Why the store refused.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// Another writer took this place in the log, or a room of this name is there already. Reload and look again.
    #[error("entry {seq} of room {room} is written already")]
    Conflict { room: String, seq: u64 },
    /// Another program has the database file.
    #[error("another maester uses {database} already: end it first, or name another file with --database")]
    InUse { database: String },
    /// The database does not work: the sentence says how.
    #[error("the database failed: {0}")]
    Broken(String),
}

/// The future of a store's answer.
pub type Later<'a, T> = Pin<Box<dyn Future<Output = Result<T, StoreError>> + Send + 'a>>;

/// A room in a list.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RoomRow {
    pub room: String,
    /// Entries in its log.
    pub entries: u64,
    /// Seconds since 1970 of its first entry and its last.
    pub created: i64,
    pub touched: i64,
}

/// A visitor: known by a cookie.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct SessionRow {
    /// The name under which logs know the visitor; the same in all sessions of an account. No secret, but told to nobody else.
    pub id: String,
    /// Tells this session from the others of the account.
    pub key: String,
    /// What the browser calls itself.
    pub agent: String,
}

/// When a session was last seen is written down once in so many seconds.
const HOUR: i64 = 3600;

/// The log of every room, and who is who.
pub trait Store: Send + Sync + 'static {
    /// A new room with the first entries of its log. Conflict if there is one of that name.
    fn create<'a>(&'a self, room: &'a str, entries: &'a [String]) -> Later<'a, ()>;

    /// Writes `entries` at `seq`, `seq + 1` …: all, or none. Conflict if one of these is written already or if `seq - 1` is not.
    fn append<'a>(&'a self, room: &'a str, seq: u64, entries: &'a [String]) -> Later<'a, ()>;

    /// The entries of a room from `from` on, in order; empty if there is no such room.
    fn load<'a>(&'a self, room: &'a str, from: u64) -> Later<'a, Vec<String>>;

    /// The rooms that were touched last, newest first.
    fn list(&self, limit: u32) -> Later<'_, Vec<RoomRow>>;

    /// Remembers a session by the hash of its token.
    fn put_session<'a>(&'a self, token: &'a [u8; 32], session: &'a SessionRow) -> Later<'a, ()>;

    /// The session whose token has this hash.
    fn session<'a>(&'a self, token: &'a [u8; 32]) -> Later<'a, Option<SessionRow>>;

    /// Forgets the session of this token.
    fn end_session<'a>(&'a self, _token: &'a [u8; 32]) -> Later<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    /// Accounts; `None` where none are kept.
    fn people(&self) -> Option<&dyn People> {
        None
    }

    /// What became of games; `None` where that is not kept.
    fn results(&self) -> Option<&dyn Results> {
        None
    }

    /// Decks and other things that are kept for one visitor alone; `None` where none are.
    fn shelves(&self) -> Option<&dyn Shelves> {
        None
    }

    /// What stands in the lobby; `None` where there is none.
    fn lobby(&self) -> Option<&dyn Lobby> {
        None
    }

    /// Blocks, reports, operators; `None` where none are kept.
    fn peace(&self) -> Option<&dyn Peace> {
        None
    }

    /// Notices of turns; `None` where none are kept.
    fn turns(&self) -> Option<&dyn Turns> {
        None
    }

    /// Ratings; `None` where none are kept.
    fn ratings(&self) -> Option<&dyn Ratings> {
        None
    }

    /// Whether other servers may use the same store. The three methods after this one are asked only then.
    fn is_shared(&self) -> bool {
        false
    }

    /// Notes whether a visitor has sockets in a room at this node. Such a note is good for [`PRESENT`] seconds.
    fn note_present<'a>(&'a self, _node: &'a str, _room: &'a str, _visitor: &'a str, _here: bool) -> Later<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    /// The notes of this node are good for as long again; those of nodes that are gone are dropped.
    fn renew_present<'a>(&'a self, _node: &'a str) -> Later<'a, ()> {
        Box::pin(async { Ok(()) })
    }

    /// The visitors of a room who have sockets at other nodes.
    fn present_elsewhere<'a>(&'a self, _node: &'a str, _room: &'a str) -> Later<'a, Vec<String>> {
        Box::pin(async { Ok(Vec::new()) })
    }

    /// What wakes this node when another has written; `None` where there is only one.
    fn bell(&self) -> Later<'_, Option<Box<dyn Bell>>> {
        Box::pin(async { Ok(None) })
    }
}

/// How long a note that somebody is present is good, in seconds; nodes renew theirs three times as often.
pub const PRESENT: u32 = 60;

/// What the other nodes did.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ring {
    /// The log of a room has so many entries now. A node hears of its own too.
    Room { room: String, entries: u64 },
    /// Somebody came to a room or left it, at some node.
    Present { room: String },
    /// What the lobby shows of a room has changed.
    Lobby { room: String },
    /// Something may have been missed: every room is to be looked at.
    Missed,
}

/// Tells what other nodes did. A ring that is lost costs time, never truth.
pub trait Bell: Send {
    /// Waits for the next ring.
    fn ring(&mut self) -> Pin<Box<dyn Future<Output = Ring> + Send + '_>>;
}

fn broken(error: sqlx::Error) -> StoreError {
    StoreError::Broken(error.to_string())
}

/// Seconds since 1970.
pub(crate) fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |passed| passed.as_secs() as i64)
}
