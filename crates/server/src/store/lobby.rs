//! What the lobby says of rooms: one row a room, written together with the entries that change it, so that no list replays a game.

use super::Later;

/// A row about a room. The store knows nothing of what `table` holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableRow {
    pub room: String,
    /// `waiting`, `running`, `over`, `closed`.
    pub state: String,
    /// Whether it stands in the lobby.
    pub listed: bool,
    /// When the next clock runs out, in milliseconds since 1970.
    pub due: Option<i64>,
    /// What is shown of it.
    pub table: String,
    /// Whether anything changed that is shown: the other servers hear of it then.
    pub news: bool,
}

/// What a store keeps for the lobby.
pub trait Lobby: Send + Sync {
    /// Writes entries as [`Store::create`](super::Store::create) (`new`) or [`Store::append`](super::Store::append) do, and the row with
    /// them: all, or nothing.
    fn write_listed<'a>(&'a self, room: &'a str, seq: u64, entries: &'a [String], new: bool, row: &'a TableRow) -> Later<'a, ()>;

    /// Writes a row alone: where the lobby is made anew from the logs.
    fn list_room<'a>(&'a self, row: &'a TableRow) -> Later<'a, ()>;

    /// What the lobby shows, the last touched first: tables that wait and were touched since `waiting` (seconds since 1970), games that go
    /// on and were touched since `running` or have a clock that runs, games that ended since `over`.
    fn listed(&self, waiting: i64, running: i64, over: i64, limit: u32) -> Later<'_, Vec<String>>;

    /// What the lobby shows of one room; `None` if it is not listed.
    fn listed_room<'a>(&'a self, room: &'a str) -> Later<'a, Option<String>>;

    /// Rooms in which a clock has run out by then (milliseconds since 1970).
    fn overdue(&self, now: i64, limit: u32) -> Later<'_, Vec<String>>;

    /// Rooms whose log says that they have terms and that have no row.
    fn unlisted(&self, limit: u32) -> Later<'_, Vec<String>>;
}

/// The upsert of a row, with what both databases understand.
macro_rules! upsert {
    ($row:expr) => {
        sqlx::query($crate::store::lobby::UPSERT)
            .bind(&$row.room)
            .bind(&$row.state)
            .bind(i64::from($row.listed))
            .bind($row.due)
            .bind(&$row.table)
    };
}
pub(super) use upsert;

/// Its sentence.
pub(super) const UPSERT: &str = "INSERT INTO tables (room, state, listed, due, shown) VALUES ($1, $2, $3, $4, $5) \
    ON CONFLICT (room) DO UPDATE SET state = excluded.state, listed = excluded.listed, due = excluded.due, shown = excluded.shown";

/// Writes [`Lobby`] for a store with a `pool` and a `write`.
macro_rules! lobby {
    ($store:ty) => {
        impl $crate::store::Lobby for $store {
            fn write_listed<'a>(
                &'a self,
                room: &'a str,
                seq: u64,
                entries: &'a [String],
                new: bool,
                row: &'a $crate::store::TableRow,
            ) -> Later<'a, ()> {
                Box::pin(self.write(room, seq, entries, new, Some(row)))
            }

            fn list_room<'a>(&'a self, row: &'a $crate::store::TableRow) -> Later<'a, ()> {
                Box::pin(async move { upsert!(row).execute(&self.pool).await.map(|_| ()).map_err(broken) })
            }

            fn listed(&self, waiting: i64, running: i64, over: i64, limit: u32) -> Later<'_, Vec<String>> {
                Box::pin(async move {
                    let select = "SELECT shown FROM tables JOIN rooms ON rooms.room = tables.room WHERE listed = 1 AND \
                                  (state = 'waiting' AND touched >= $1 OR state = 'running' AND (touched >= $2 OR due IS NOT NULL) \
                                   OR state = 'over' AND touched >= $3) ORDER BY touched DESC, tables.room LIMIT $4";
                    let rows = sqlx::query(select).bind(waiting).bind(running).bind(over).bind(i64::from(limit));
                    let rows = rows.fetch_all(&self.pool).await.map_err(broken)?;
                    Ok(rows.into_iter().map(|row| row.get(0)).collect())
                })
            }

            fn listed_room<'a>(&'a self, room: &'a str) -> Later<'a, Option<String>> {
                Box::pin(async move {
                    let select = sqlx::query("SELECT shown FROM tables WHERE room = $1 AND listed = 1").bind(room);
                    Ok(select.fetch_optional(&self.pool).await.map_err(broken)?.map(|row| row.get(0)))
                })
            }

            fn overdue(&self, now: i64, limit: u32) -> Later<'_, Vec<String>> {
                Box::pin(async move {
                    let select = sqlx::query("SELECT room FROM tables WHERE due <= $1 ORDER BY due LIMIT $2").bind(now);
                    let rows = select.bind(i64::from(limit)).fetch_all(&self.pool).await.map_err(broken)?;
                    Ok(rows.into_iter().map(|row| row.get(0)).collect())
                })
            }

            fn unlisted(&self, limit: u32) -> Later<'_, Vec<String>> {
                Box::pin(async move {
                    let select = "SELECT log.room FROM log LEFT JOIN tables ON tables.room = log.room \
                                  WHERE log.seq = 0 AND tables.room IS NULL AND log.entry LIKE '%\"terms\":{%' LIMIT $1";
                    let rows = sqlx::query(select).bind(i64::from(limit)).fetch_all(&self.pool).await.map_err(broken)?;
                    Ok(rows.into_iter().map(|row| row.get(0)).collect())
                })
            }
        }
    };
}
pub(super) use lobby;
