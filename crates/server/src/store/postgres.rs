//! The store of many nodes: one PostgreSQL database, which also wakes them.

use std::time::Duration;

use sqlx::postgres::{PgConnectOptions, PgConnection, PgListener, PgPool, PgPoolOptions};
use sqlx::{Connection, Row};

use super::lobby::{lobby, upsert};
use super::peace::{peace, report_row, silence};
use super::people::people;
use super::ratings::{ranked, ratings};
use super::results::results;
use super::sentences::{room_row, same_sentences};
use super::shelves::{shelf_row, shelves};
use super::turns::turns;
use super::{
    Account, Bell, Later, Lobby, PRESENT, People, Ring, RoomRow, Session, SessionRow, ShelfRow, Store, StoreError, TableRow, broken, now,
    people,
};

/// Steps that bring an older database up to date; the table `maester_format` counts those that were taken. Never change one: add one.
const STEPS: &[&str] = &[
    "
    CREATE TABLE rooms (
        room    TEXT PRIMARY KEY,
        created BIGINT NOT NULL,
        touched BIGINT NOT NULL
    );
    CREATE TABLE log (
        room  TEXT NOT NULL REFERENCES rooms (room),
        seq   BIGINT NOT NULL,
        entry TEXT NOT NULL,
        PRIMARY KEY (room, seq)
    );
    CREATE INDEX rooms_by_touch ON rooms (touched);
    CREATE TABLE sessions (
        token   BYTEA PRIMARY KEY,
        id      TEXT NOT NULL,
        key     TEXT NOT NULL,
        agent   TEXT NOT NULL,
        created BIGINT NOT NULL,
        seen    BIGINT NOT NULL
    );
    CREATE INDEX sessions_by_id ON sessions (id);
    CREATE TABLE accounts (
        id       TEXT PRIMARY KEY,
        name     TEXT NOT NULL UNIQUE,
        shown    TEXT NOT NULL,
        password TEXT NOT NULL,
        created  BIGINT NOT NULL
    );
    CREATE TABLE seats (
        id   TEXT NOT NULL,
        room TEXT NOT NULL,
        PRIMARY KEY (id, room)
    );
    CREATE UNLOGGED TABLE present (
        room    TEXT NOT NULL,
        visitor TEXT NOT NULL,
        node    TEXT NOT NULL,
        seen    BIGINT NOT NULL,
        PRIMARY KEY (room, visitor, node)
    );
    CREATE INDEX present_by_node ON present (node);
",
    "
    CREATE TABLE results (
        room    TEXT PRIMARY KEY,
        kind    TEXT NOT NULL,
        format  TEXT NOT NULL,
        state   TEXT NOT NULL,
        counted BIGINT NOT NULL,
        rated   BIGINT NOT NULL,
        how     TEXT NOT NULL,
        reason  TEXT NOT NULL,
        rounds  BIGINT NOT NULL,
        entries BIGINT NOT NULL,
        ended   BIGINT,
        seen    BIGINT NOT NULL
    );
    CREATE INDEX results_by_state ON results (state, seen);
    CREATE TABLE result_seats (
        room        TEXT NOT NULL,
        seat        BIGINT NOT NULL,
        owner       TEXT,
        name        TEXT NOT NULL,
        bot         TEXT,
        deck        TEXT NOT NULL,
        side        TEXT NOT NULL,
        agenda      TEXT NOT NULL,
        place       BIGINT,
        won         BIGINT NOT NULL,
        name_key    TEXT NOT NULL,
        brought_key TEXT NOT NULL,
        PRIMARY KEY (room, seat)
    );
    CREATE INDEX result_seats_by_owner ON result_seats (owner);
",
    "
    CREATE TABLE decks (
        owner   TEXT NOT NULL,
        id      TEXT NOT NULL,
        body    TEXT NOT NULL,
        version BIGINT NOT NULL,
        created BIGINT NOT NULL,
        changed BIGINT NOT NULL,
        PRIMARY KEY (owner, id)
    );
    CREATE TABLE kept (
        owner   TEXT NOT NULL,
        name    TEXT NOT NULL,
        body    TEXT NOT NULL,
        changed BIGINT NOT NULL,
        PRIMARY KEY (owner, name)
    );
",
    "
    CREATE TABLE tables (
        room   TEXT PRIMARY KEY,
        state  TEXT NOT NULL,
        listed BIGINT NOT NULL,
        due    BIGINT,
        shown  TEXT NOT NULL
    );
    CREATE INDEX tables_by_state ON tables (listed, state);
    CREATE INDEX tables_by_due ON tables (due) WHERE due IS NOT NULL;
",
    "
    CREATE TABLE ratings (
        owner      TEXT NOT NULL,
        kind       TEXT NOT NULL,
        format     TEXT NOT NULL,
        rating     DOUBLE PRECISION NOT NULL,
        deviation  DOUBLE PRECISION NOT NULL,
        volatility DOUBLE PRECISION NOT NULL,
        games      BIGINT NOT NULL,
        PRIMARY KEY (owner, kind, format)
    );
    CREATE TABLE rating_changes (
        room      TEXT NOT NULL,
        seat      BIGINT NOT NULL,
        owner     TEXT NOT NULL,
        before    DOUBLE PRECISION NOT NULL,
        deviation DOUBLE PRECISION NOT NULL,
        after     DOUBLE PRECISION NOT NULL,
        PRIMARY KEY (room, seat)
    );
    CREATE TABLE rating_turn (turn BIGINT NOT NULL);
    INSERT INTO rating_turn VALUES (0);
",
    "
    CREATE TABLE blocks (
        owner   TEXT NOT NULL,
        blocked TEXT NOT NULL,
        key     TEXT NOT NULL,
        name    TEXT NOT NULL,
        since   BIGINT NOT NULL,
        PRIMARY KEY (owner, blocked)
    );
    CREATE INDEX blocks_by_blocked ON blocks (blocked);
    CREATE TABLE operators (id TEXT PRIMARY KEY);
    CREATE TABLE mutes (id TEXT PRIMARY KEY, until BIGINT NOT NULL);
    CREATE TABLE reports (
        key      TEXT PRIMARY KEY,
        room     TEXT NOT NULL,
        line     BIGINT NOT NULL,
        author   TEXT NOT NULL,
        name     TEXT NOT NULL,
        said     TEXT NOT NULL,
        reporter TEXT NOT NULL,
        why      TEXT NOT NULL,
        at       BIGINT NOT NULL,
        seen     BIGINT NOT NULL,
        UNIQUE (room, line, reporter)
    );
    CREATE INDEX reports_by_time ON reports (seen, at);
",
    "
    CREATE TABLE turn_rooms (room TEXT PRIMARY KEY, touched BIGINT NOT NULL);
    CREATE TABLE turn_notices (
        room     TEXT NOT NULL,
        seat     BIGINT NOT NULL,
        decision BIGINT NOT NULL,
        PRIMARY KEY (room, seat, decision)
    );
    CREATE TABLE mails (
        id        TEXT PRIMARY KEY,
        address   TEXT NOT NULL,
        confirmed BIGINT NOT NULL,
        token     TEXT NOT NULL
    );
",
    "
    ALTER TABLE results ADD COLUMN host TEXT;
",
    "
    ALTER TABLE mutes ADD COLUMN key TEXT NOT NULL DEFAULT '';
    ALTER TABLE mutes ADD COLUMN name TEXT NOT NULL DEFAULT '';
    ALTER TABLE mutes ADD COLUMN said TEXT NOT NULL DEFAULT '';
    UPDATE mutes SET key = substr(md5(random()::text), 1, 16);
",
    "
    ALTER TABLE result_seats ADD COLUMN leaver TEXT;
",
];

/// Where nodes tell each other of new entries, `room entries`, and of who comes and goes, `room here`.
const CHANNEL: &str = "maester_rooms";
const PRESENCE: &str = "here";
/// That the lobby shows a room otherwise: `room lobby`.
const LOBBY: &str = "lobby";
/// Held while one node brings the database up to date. The number is our own and means nothing.
const MIGRATING: i64 = 0x006d_6165_7374_6572;
/// How long to wait for a connection before the database counts as failed.
const PATIENCE: Duration = Duration::from_secs(10);
/// After the bell's connection failed, when to try again.
const AGAIN: Duration = Duration::from_secs(1);

/// A store in a PostgreSQL database that any number of servers share.
#[derive(Clone, Debug)]
pub struct Postgres {
    pool: PgPool,
}

impl Postgres {
    /// Opens the database at this address, `postgres://user:password@host:port/name`; its tables are made if they are not there.
    pub async fn open(address: &str) -> Result<Postgres, StoreError> {
        let options: PgConnectOptions = address.parse().map_err(broken)?;
        // One connection first: a wrong address fails at once, where a pool would try again and again.
        PgConnection::connect_with(&options).await.map_err(broken)?.close().await.map_err(broken)?;
        let pool = PgPoolOptions::new().max_connections(16).acquire_timeout(PATIENCE).connect_with(options).await.map_err(broken)?;
        let store = Postgres { pool };
        store.migrate().await.map_err(broken)?;
        Ok(store)
    }

    /// Ends all connections.
    pub async fn close(&self) {
        self.pool.close().await;
    }

    async fn migrate(&self) -> Result<(), sqlx::Error> {
        let mut change = self.pool.begin().await?;
        // Nodes that start together take turns.
        sqlx::query("SELECT pg_advisory_xact_lock($1)").bind(MIGRATING).execute(&mut *change).await?;
        sqlx::raw_sql("CREATE TABLE IF NOT EXISTS maester_format (steps BIGINT NOT NULL)").execute(&mut *change).await?;
        let taken = sqlx::query("SELECT steps FROM maester_format").fetch_optional(&mut *change).await?;
        let taken = taken.map_or(0, |row| usize::try_from(row.get::<i64, _>(0)).unwrap_or(usize::MAX));
        if taken > STEPS.len() {
            return Err(sqlx::Error::Protocol(format!("the database is of a newer program (format {taken}, known: {})", STEPS.len())));
        }
        for step in &STEPS[taken..] {
            sqlx::raw_sql(*step).execute(&mut *change).await?;
        }
        sqlx::query("DELETE FROM maester_format").execute(&mut *change).await?;
        sqlx::query("INSERT INTO maester_format (steps) VALUES ($1)").bind(STEPS.len() as i64).execute(&mut *change).await?;
        change.commit().await
    }

    async fn write(&self, room: &str, seq: u64, entries: &[String], new: bool, row: Option<&TableRow>) -> Result<(), StoreError> {
        let clash = |error: sqlx::Error| match error {
            sqlx::Error::Database(e) if e.is_unique_violation() || e.is_foreign_key_violation() => {
                StoreError::Conflict { room: room.to_owned(), seq }
            }
            other => broken(other),
        };
        let mut change = self.pool.begin().await.map_err(broken)?;
        if new {
            let insert = "INSERT INTO rooms (room, created, touched) VALUES ($1, $2, $2)";
            sqlx::query(insert).bind(room).bind(now()).execute(&mut *change).await.map_err(clash)?;
        } else {
            let before = "SELECT 1 FROM log WHERE room = $1 AND seq = $2";
            let before = sqlx::query(before).bind(room).bind(seq as i64 - 1).fetch_optional(&mut *change).await.map_err(broken)?;
            if before.is_none() {
                return Err(StoreError::Conflict { room: room.to_owned(), seq });
            }
        }
        // The places in the log first: of two writers at one place the second waits here for the first, and then loses.
        let places: Vec<i64> = (seq..).take(entries.len()).map(|place| place as i64).collect();
        let insert = "INSERT INTO log (room, seq, entry) SELECT $1, seq, entry FROM UNNEST($2::BIGINT[], $3::TEXT[]) AS new (seq, entry)";
        sqlx::query(insert).bind(room).bind(&places).bind(entries).execute(&mut *change).await.map_err(clash)?;
        if !new {
            let touch = "UPDATE rooms SET touched = $2 WHERE room = $1";
            sqlx::query(touch).bind(room).bind(now()).execute(&mut *change).await.map_err(broken)?;
        }
        if let Some(row) = row {
            upsert!(row).execute(&mut *change).await.map_err(broken)?;
            if row.news {
                tell(&mut change, format!("{room} {LOBBY}")).await?;
            }
        }
        tell(&mut change, format!("{room} {}", seq + entries.len() as u64)).await?;
        change.commit().await.map_err(broken)
    }
}

/// Tells all nodes a word, when the change is made.
async fn tell(change: &mut PgConnection, word: String) -> Result<(), StoreError> {
    sqlx::query("SELECT pg_notify($1, $2)").bind(CHANNEL).bind(word).execute(change).await.map(|_| ()).map_err(broken)
}

impl Store for Postgres {
    same_sentences!();

    fn is_shared(&self) -> bool {
        true
    }

    fn note_present<'a>(&'a self, node: &'a str, room: &'a str, visitor: &'a str, here: bool) -> Later<'a, ()> {
        Box::pin(async move {
            let mut change = self.pool.begin().await.map_err(broken)?;
            let note = match here {
                true => {
                    "INSERT INTO present (room, visitor, node, seen) VALUES ($1, $2, $3, $4) \
                     ON CONFLICT (room, visitor, node) DO UPDATE SET seen = excluded.seen"
                }
                false => "DELETE FROM present WHERE room = $1 AND visitor = $2 AND node = $3 AND seen <= $4",
            };
            let note = sqlx::query(note).bind(room).bind(visitor).bind(node).bind(now());
            note.execute(&mut *change).await.map_err(broken)?;
            tell(&mut change, format!("{room} {PRESENCE}")).await?;
            change.commit().await.map_err(broken)
        })
    }

    fn renew_present<'a>(&'a self, node: &'a str) -> Later<'a, ()> {
        Box::pin(async move {
            let renew = sqlx::query("UPDATE present SET seen = $2 WHERE node = $1").bind(node).bind(now());
            renew.execute(&self.pool).await.map_err(broken)?;
            // Whoever looked on at a node that is gone is to be seen leaving: each room is told once.
            let gone = "WITH gone AS (DELETE FROM present WHERE seen < $1 RETURNING room) \
                        SELECT pg_notify($2, room || ' ' || $3) FROM (SELECT DISTINCT room FROM gone) AS rooms";
            let gone = sqlx::query(gone).bind(now() - i64::from(PRESENT)).bind(CHANNEL).bind(PRESENCE);
            gone.execute(&self.pool).await.map(|_| ()).map_err(broken)
        })
    }

    fn present_elsewhere<'a>(&'a self, node: &'a str, room: &'a str) -> Later<'a, Vec<String>> {
        Box::pin(async move {
            let select = "SELECT DISTINCT visitor FROM present WHERE room = $1 AND node <> $2 AND seen >= $3";
            let rows = sqlx::query(select).bind(room).bind(node).bind(now() - i64::from(PRESENT));
            let rows = rows.fetch_all(&self.pool).await.map_err(broken)?;
            Ok(rows.into_iter().map(|row| row.get(0)).collect())
        })
    }

    fn bell(&self) -> Later<'_, Option<Box<dyn Bell>>> {
        Box::pin(async move {
            let mut listener = PgListener::connect_with(&self.pool).await.map_err(broken)?;
            listener.listen(CHANNEL).await.map_err(broken)?;
            Ok(Some(Box::new(Notified(listener)) as Box<dyn Bell>))
        })
    }
}

/// PostgreSQL's own notices.
struct Notified(PgListener);

impl Bell for Notified {
    fn ring(&mut self) -> std::pin::Pin<Box<dyn Future<Output = Ring> + Send + '_>> {
        Box::pin(async move {
            match self.0.try_recv().await {
                Ok(Some(notice)) => read(notice.payload()).unwrap_or(Ring::Missed),
                // The connection was lost and is there again: what was told meanwhile is not known.
                Ok(None) => Ring::Missed,
                Err(why) => {
                    tracing::warn!(%why, "the database does not tell what other nodes do; trying again");
                    tokio::time::sleep(AGAIN).await;
                    Ring::Missed
                }
            }
        })
    }
}

fn read(word: &str) -> Option<Ring> {
    let (room, what) = word.split_once(' ')?;
    let room = room.to_owned();
    match what {
        PRESENCE => Some(Ring::Present { room }),
        LOBBY => Some(Ring::Lobby { room }),
        entries => Some(Ring::Room { room, entries: entries.parse().ok()? }),
    }
}

people!(Postgres);
results!(Postgres);
ratings!(Postgres, sqlx::Postgres);
peace!(Postgres);
turns!(Postgres);
shelves!(Postgres);
lobby!(Postgres);
