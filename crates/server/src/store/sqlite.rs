//! The embedded store: one SQLite file, write-ahead log.

use std::path::Path;
use std::time::Duration;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode, SqlitePool, SqlitePoolOptions, SqliteSynchronous};
use sqlx::{Connection, Row, SqliteConnection};
use tokio::sync::{mpsc, oneshot};

use super::lobby::{lobby, upsert};
use super::peace::{peace, report_row, silence};
use super::people::people;
use super::ratings::{ranked, ratings};
use super::results::results;
use super::sentences::{room_row, same_sentences};
use super::shelves::{shelf_row, shelves};
use super::turns::turns;
use super::{Account, Later, Lobby, People, RoomRow, Session, SessionRow, ShelfRow, Store, StoreError, TableRow, broken, now, people};

/// Steps that bring an older file up to date; `PRAGMA user_version` counts those that were taken. Never change one: add one.
const STEPS: &[&str] = &[
    "
    CREATE TABLE rooms (
        room    TEXT PRIMARY KEY,
        created INTEGER NOT NULL,
        touched INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE log (
        room  TEXT NOT NULL REFERENCES rooms (room),
        seq   INTEGER NOT NULL,
        entry TEXT NOT NULL,
        PRIMARY KEY (room, seq)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX rooms_by_touch ON rooms (touched);
    CREATE TABLE sessions (
        token   BLOB PRIMARY KEY,
        id      TEXT NOT NULL UNIQUE,
        created INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
",
    "
    CREATE TABLE known (
        token   BLOB PRIMARY KEY,
        id      TEXT NOT NULL,
        key     TEXT NOT NULL,
        agent   TEXT NOT NULL,
        created INTEGER NOT NULL,
        seen    INTEGER NOT NULL
    ) STRICT, WITHOUT ROWID;
    INSERT INTO known SELECT token, id, lower(hex(randomblob(8))), '', created, created FROM sessions;
    DROP TABLE sessions;
    ALTER TABLE known RENAME TO sessions;
    CREATE INDEX sessions_by_id ON sessions (id);
    CREATE TABLE accounts (
        id       TEXT PRIMARY KEY,
        name     TEXT NOT NULL UNIQUE,
        shown    TEXT NOT NULL,
        password TEXT NOT NULL,
        created  INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE seats (
        id   TEXT NOT NULL,
        room TEXT NOT NULL,
        PRIMARY KEY (id, room)
    ) STRICT, WITHOUT ROWID;
",
    "
    CREATE TABLE results (
        room    TEXT PRIMARY KEY,
        kind    TEXT NOT NULL,
        format  TEXT NOT NULL,
        state   TEXT NOT NULL,
        counted INTEGER NOT NULL,
        rated   INTEGER NOT NULL,
        how     TEXT NOT NULL,
        reason  TEXT NOT NULL,
        rounds  INTEGER NOT NULL,
        entries INTEGER NOT NULL,
        ended   INTEGER,
        seen    INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX results_by_state ON results (state, seen);
    CREATE TABLE result_seats (
        room        TEXT NOT NULL,
        seat        INTEGER NOT NULL,
        owner       TEXT,
        name        TEXT NOT NULL,
        bot         TEXT,
        deck        TEXT NOT NULL,
        side        TEXT NOT NULL,
        agenda      TEXT NOT NULL,
        place       INTEGER,
        won         INTEGER NOT NULL,
        name_key    TEXT NOT NULL,
        brought_key TEXT NOT NULL,
        PRIMARY KEY (room, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX result_seats_by_owner ON result_seats (owner);
",
    "
    CREATE TABLE decks (
        owner   TEXT NOT NULL,
        id      TEXT NOT NULL,
        body    TEXT NOT NULL,
        version INTEGER NOT NULL,
        created INTEGER NOT NULL,
        changed INTEGER NOT NULL,
        PRIMARY KEY (owner, id)
    ) STRICT;
    CREATE TABLE kept (
        owner   TEXT NOT NULL,
        name    TEXT NOT NULL,
        body    TEXT NOT NULL,
        changed INTEGER NOT NULL,
        PRIMARY KEY (owner, name)
    ) STRICT;
",
    "
    CREATE TABLE tables (
        room   TEXT PRIMARY KEY,
        state  TEXT NOT NULL,
        listed INTEGER NOT NULL,
        due    INTEGER,
        shown  TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX tables_by_state ON tables (listed, state);
    CREATE INDEX tables_by_due ON tables (due) WHERE due IS NOT NULL;
",
    "
    CREATE TABLE ratings (
        owner      TEXT NOT NULL,
        kind       TEXT NOT NULL,
        format     TEXT NOT NULL,
        rating     REAL NOT NULL,
        deviation  REAL NOT NULL,
        volatility REAL NOT NULL,
        games      INTEGER NOT NULL,
        PRIMARY KEY (owner, kind, format)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE rating_changes (
        room      TEXT NOT NULL,
        seat      INTEGER NOT NULL,
        owner     TEXT NOT NULL,
        before    REAL NOT NULL,
        deviation REAL NOT NULL,
        after     REAL NOT NULL,
        PRIMARY KEY (room, seat)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE rating_turn (turn INTEGER NOT NULL) STRICT;
    INSERT INTO rating_turn VALUES (0);
",
    "
    CREATE TABLE blocks (
        owner   TEXT NOT NULL,
        blocked TEXT NOT NULL,
        key     TEXT NOT NULL,
        name    TEXT NOT NULL,
        since   INTEGER NOT NULL,
        PRIMARY KEY (owner, blocked)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX blocks_by_blocked ON blocks (blocked);
    CREATE TABLE operators (id TEXT PRIMARY KEY) STRICT;
    CREATE TABLE mutes (id TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT;
    CREATE TABLE reports (
        key      TEXT PRIMARY KEY,
        room     TEXT NOT NULL,
        line     INTEGER NOT NULL,
        author   TEXT NOT NULL,
        name     TEXT NOT NULL,
        said     TEXT NOT NULL,
        reporter TEXT NOT NULL,
        why      TEXT NOT NULL,
        at       INTEGER NOT NULL,
        seen     INTEGER NOT NULL,
        UNIQUE (room, line, reporter)
    ) STRICT;
    CREATE INDEX reports_by_time ON reports (seen, at);
",
    "
    CREATE TABLE turn_rooms (room TEXT PRIMARY KEY, touched INTEGER NOT NULL) STRICT;
    CREATE TABLE turn_notices (
        room     TEXT NOT NULL,
        seat     INTEGER NOT NULL,
        decision INTEGER NOT NULL,
        PRIMARY KEY (room, seat, decision)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE mails (
        id        TEXT PRIMARY KEY,
        address   TEXT NOT NULL,
        confirmed INTEGER NOT NULL,
        token     TEXT NOT NULL
    ) STRICT;
",
    "
    ALTER TABLE results ADD COLUMN host TEXT;
",
    "
    ALTER TABLE mutes ADD COLUMN key TEXT NOT NULL DEFAULT '';
    ALTER TABLE mutes ADD COLUMN name TEXT NOT NULL DEFAULT '';
    ALTER TABLE mutes ADD COLUMN said TEXT NOT NULL DEFAULT '';
    UPDATE mutes SET key = lower(hex(randomblob(8)));
",
    "
    ALTER TABLE result_seats ADD COLUMN leaver TEXT;
",
];

/// A store in one SQLite file.
#[derive(Clone, Debug)]
pub struct Sqlite {
    pool: SqlitePool,
    /// What writes the logs.
    writer: mpsc::Sender<Job>,
}

impl Sqlite {
    /// Opens the file, or makes it.
    pub async fn open(path: &Path) -> Result<Sqlite, StoreError> {
        // A whole path is a file, whatever it is called: `file:x` and `:memory:` are not.
        let path = std::path::absolute(path).map_err(|why| StoreError::Broken(format!("{}: {why}", path.display())))?;
        let options = SqliteConnectOptions::new().filename(path).create_if_missing(true).journal_mode(SqliteJournalMode::Wal);
        Sqlite::with(options, 4).await
    }

    /// A store that is gone with the program, for tests.
    pub async fn in_memory() -> Result<Sqlite, StoreError> {
        Sqlite::with(SqliteConnectOptions::new().in_memory(true), 1).await
    }

    async fn with(options: SqliteConnectOptions, connections: u32) -> Result<Sqlite, StoreError> {
        // FULL: an acknowledged answer outlives a power cut, not only a crash of the program.
        let options = options.foreign_keys(true).synchronous(SqliteSynchronous::Full).busy_timeout(Duration::from_secs(10));
        // The pool begins with one connection, which turns a new file to write-ahead logging: of two that do so at once one finds it locked
        // (a least number of connections would be opened beside that first one). None is given up again.
        let pool = SqlitePoolOptions::new()
            .max_connections(connections)
            .idle_timeout(None)
            .max_lifetime(None)
            .connect_with(options)
            .await
            .map_err(broken)?;
        let (writer, jobs) = mpsc::channel(WAITING);
        let store = Sqlite { pool, writer };
        store.migrate().await.map_err(broken)?;
        tokio::spawn(write_all(store.pool.clone(), jobs));
        Ok(store)
    }

    /// Writes what is still in the write-ahead log into the file.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    async fn migrate(&self) -> Result<(), sqlx::Error> {
        let mut connection = self.pool.acquire().await?;
        let mut change = connection.begin_with("BEGIN IMMEDIATE").await?;
        let taken: i64 = sqlx::query("PRAGMA user_version").fetch_one(&mut *change).await?.get(0);
        let taken = usize::try_from(taken).unwrap_or(usize::MAX);
        if taken > STEPS.len() {
            return Err(sqlx::Error::Protocol(format!("the file is of a newer program (format {taken}, known: {})", STEPS.len())));
        }
        for step in &STEPS[taken..] {
            sqlx::raw_sql(*step).execute(&mut *change).await?;
        }
        // The number is our own: a pragma takes no bound value.
        let mark = sqlx::AssertSqlSafe(format!("PRAGMA user_version = {}", STEPS.len()));
        sqlx::raw_sql(mark).execute(&mut *change).await?;
        change.commit().await
    }

    /// Entries that are to be written at a place of a room's log; the answer when they are on the disk.
    async fn write(&self, room: &str, seq: u64, entries: &[String], new: bool, row: Option<&TableRow>) -> Result<(), StoreError> {
        let gone = || StoreError::Broken("the database is closed".to_owned());
        let (done, answer) = oneshot::channel();
        let job = Job { room: room.to_owned(), seq, entries: entries.to_vec(), new, row: row.cloned(), done };
        self.writer.send(job).await.map_err(|_| gone())?;
        answer.await.map_err(|_| gone())?
    }
}

/// Entries to write, and who waits for them.
#[derive(Debug)]
struct Job {
    room: String,
    seq: u64,
    entries: Vec<String>,
    new: bool,
    row: Option<TableRow>,
    done: oneshot::Sender<Result<(), StoreError>>,
}

/// Jobs that go to the disk at once, and those that may wait.
const TOGETHER: usize = 64;
const WAITING: usize = 1024;

/// Writes jobs as they come. What came while the disk was busy goes in one transaction: a thousand rooms need not wait for a thousand
/// disks. Nobody is answered before the transaction is on the disk.
async fn write_all(pool: SqlitePool, mut jobs: mpsc::Receiver<Job>) {
    let mut batch = Vec::new();
    while jobs.recv_many(&mut batch, TOGETHER).await > 0 {
        let written = write_batch(&pool, &batch).await;
        for (place, job) in batch.drain(..).enumerate() {
            let result = match &written {
                Ok(results) if results[place] => Ok(()),
                Ok(_) => Err(StoreError::Conflict { room: job.room, seq: job.seq }),
                Err(why) => Err(StoreError::Broken(why.to_string())),
            };
            // Who does not wait any more reads the log anew.
            let _ = job.done.send(result);
        }
    }
}

/// Whether each of the jobs found its place in the log; an error if nothing was written.
///
/// A statement that fails takes back what it did and nothing else, so that jobs need no transaction each. Few statements: each goes to
/// the thread of the database and back.
async fn write_batch(pool: &SqlitePool, jobs: &[Job]) -> Result<Vec<bool>, sqlx::Error> {
    let mut connection = pool.acquire().await?;
    let mut change = connection.begin_with("BEGIN IMMEDIATE").await?;
    let (mut written, mut touched) = (Vec::new(), Vec::new());
    let now = now();
    for job in jobs {
        let fits = match write_one(&mut change, job, now).await {
            Ok(fits) => fits,
            Err(sqlx::Error::Database(why)) if why.is_unique_violation() || why.is_foreign_key_violation() => false,
            Err(why) => return Err(why),
        };
        if fits && !job.new {
            touched.push(&job.room);
        }
        written.push(fits);
    }
    if !touched.is_empty() {
        let touch = "UPDATE rooms SET touched = ?1 WHERE touched < ?1 AND room IN (SELECT value FROM json_each(?2))";
        sqlx::query(touch).bind(now).bind(as_json(&touched)).execute(&mut *change).await?;
    }
    change.commit().await?;
    Ok(written)
}

async fn write_one(change: &mut SqliteConnection, job: &Job, now: i64) -> Result<bool, sqlx::Error> {
    if job.new {
        let insert = "INSERT INTO rooms (room, created, touched) VALUES (?1, ?2, ?2)";
        sqlx::query(insert).bind(&job.room).bind(now).execute(&mut *change).await?;
    }
    // The first entries of a room follow nothing, all others what stands before them.
    let insert = "INSERT INTO log (room, seq, entry) SELECT ?1, ?2 + key, value FROM json_each(?3) \
                  WHERE ?4 OR EXISTS (SELECT 1 FROM log WHERE room = ?1 AND seq = ?2 - 1)";
    let insert = sqlx::query(insert).bind(&job.room).bind(job.seq as i64).bind(as_json(&job.entries)).bind(job.new);
    if insert.execute(&mut *change).await?.rows_affected() != job.entries.len() as u64 {
        return Ok(false);
    }
    if let Some(row) = &job.row {
        upsert!(row).execute(&mut *change).await?;
    }
    Ok(true)
}

/// A list as one bound value: `json_each` reads it.
fn as_json<T: serde::Serialize>(list: &[T]) -> String {
    serde_json::to_string(list).expect("a list of texts")
}

impl Store for Sqlite {
    same_sentences!();
}

people!(Sqlite);
results!(Sqlite);
ratings!(Sqlite, sqlx::Sqlite);
peace!(Sqlite);
turns!(Sqlite);
shelves!(Sqlite);
lobby!(Sqlite);
