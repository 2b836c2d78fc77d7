//! The sentences of SQL that both databases understand, written once: each store says them to its own pool.

/// A room of a list, from a row of either database.
macro_rules! room_row {
    ($row:expr) => {
        $crate::store::RoomRow {
            room: $row.get("room"),
            entries: $row.get::<i64, _>("entries") as u64,
            created: $row.get("created"),
            touched: $row.get("touched"),
        }
    };
}
pub(super) use room_row;

/// The methods of [`Store`](super::Store) that write logs (by the store's own `write`), read them, list rooms and keep sessions.
macro_rules! same_sentences {
    () => {
        fn create<'a>(&'a self, room: &'a str, entries: &'a [String]) -> Later<'a, ()> {
            Box::pin(self.write(room, 0, entries, true, None))
        }

        fn append<'a>(&'a self, room: &'a str, seq: u64, entries: &'a [String]) -> Later<'a, ()> {
            Box::pin(self.write(room, seq, entries, false, None))
        }

        fn load<'a>(&'a self, room: &'a str, from: u64) -> Later<'a, Vec<String>> {
            Box::pin(async move {
                let select = "SELECT entry FROM log WHERE room = $1 AND seq >= $2 ORDER BY seq";
                let rows = sqlx::query(select).bind(room).bind(from as i64).fetch_all(&self.pool).await.map_err(broken)?;
                Ok(rows.into_iter().map(|row| row.get(0)).collect())
            })
        }

        fn list(&self, limit: u32) -> Later<'_, Vec<RoomRow>> {
            Box::pin(async move {
                let select = "SELECT room, created, touched, (SELECT COUNT(*) FROM log WHERE log.room = rooms.room) AS entries \
                              FROM rooms ORDER BY touched DESC, room LIMIT $1";
                let rows = sqlx::query(select).bind(i64::from(limit)).fetch_all(&self.pool).await.map_err(broken)?;
                Ok(rows.into_iter().map(|row| room_row!(row)).collect())
            })
        }

        fn put_session<'a>(&'a self, token: &'a [u8; 32], session: &'a SessionRow) -> Later<'a, ()> {
            Box::pin(async move {
                let insert = "INSERT INTO sessions (token, id, key, agent, created, seen) VALUES ($1, $2, $3, $4, $5, $5)";
                let insert = sqlx::query(insert).bind(&token[..]).bind(&session.id).bind(&session.key).bind(&session.agent).bind(now());
                insert.execute(&self.pool).await.map(|_| ()).map_err(broken)
            })
        }

        fn session<'a>(&'a self, token: &'a [u8; 32]) -> Later<'a, Option<SessionRow>> {
            Box::pin(async move {
                let select = sqlx::query("SELECT id, key, agent, seen FROM sessions WHERE token = $1").bind(&token[..]);
                let Some(row) = select.fetch_optional(&self.pool).await.map_err(broken)? else { return Ok(None) };
                if row.get::<i64, _>(3) < now() - $crate::store::HOUR {
                    let update = sqlx::query("UPDATE sessions SET seen = $2 WHERE token = $1").bind(&token[..]).bind(now());
                    update.execute(&self.pool).await.map_err(broken)?;
                }
                Ok(Some(SessionRow { id: row.get(0), key: row.get(1), agent: row.get(2) }))
            })
        }

        fn end_session<'a>(&'a self, token: &'a [u8; 32]) -> Later<'a, ()> {
            Box::pin(async move {
                let delete = sqlx::query("DELETE FROM sessions WHERE token = $1").bind(&token[..]);
                delete.execute(&self.pool).await.map(|_| ()).map_err(broken)
            })
        }

        fn people(&self) -> Option<&dyn People> {
            Some(self)
        }

        fn peace(&self) -> Option<&dyn $crate::store::Peace> {
            Some(self)
        }

        fn turns(&self) -> Option<&dyn $crate::store::Turns> {
            Some(self)
        }

        fn ratings(&self) -> Option<&dyn $crate::store::Ratings> {
            Some(self)
        }

        fn results(&self) -> Option<&dyn $crate::store::Results> {
            Some(self)
        }

        fn shelves(&self) -> Option<&dyn $crate::store::Shelves> {
            Some(self)
        }

        fn lobby(&self) -> Option<&dyn Lobby> {
            Some(self)
        }
    };
}
pub(super) use same_sentences;
