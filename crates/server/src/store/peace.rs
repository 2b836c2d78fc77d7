//! Peace at the tables: whom people do not want to meet, what was reported, who may see to it, who is silent for a time.

use super::Later;

/// Somebody whom a visitor does not want to meet.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Block {
    /// Tells it from the others of the same visitor; it names nobody.
    pub key: String,
    /// The name that stood at the table.
    pub name: String,
    pub since: i64,
}

/// A line of a chat that somebody reported.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReportRow {
    pub key: String,
    pub room: String,
    /// The line's place in the room's chat.
    pub line: u64,
    /// Who said it: the owner of the seat, and the name at the table.
    pub author: String,
    pub name: String,
    pub said: String,
    /// Who reported it, by the owner of the seat, and why.
    pub reporter: String,
    pub why: String,
    pub at: i64,
}

/// Somebody whom nobody hears for a time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Silence {
    /// Tells it from the others; it names nobody.
    pub key: String,
    /// The name that stood at the table, and what was said there.
    pub name: String,
    pub said: String,
    /// Seconds since 1970.
    pub until: i64,
}

/// What a store keeps for peace.
pub trait Peace: Send + Sync {
    fn block<'a>(&'a self, owner: &'a str, blocked: &'a str, block: &'a Block) -> Later<'a, ()>;

    /// False if there is no such block (any more).
    fn unblock<'a>(&'a self, owner: &'a str, key: &'a str) -> Later<'a, bool>;

    /// The blocks of a visitor, the newest first.
    fn blocks<'a>(&'a self, owner: &'a str) -> Later<'a, Vec<Block>>;

    /// Whom a visitor does not want to meet.
    fn blocked<'a>(&'a self, owner: &'a str) -> Later<'a, Vec<String>>;

    /// Who does not want to meet this visitor.
    fn blocked_by<'a>(&'a self, visitor: &'a str) -> Later<'a, Vec<String>>;

    /// Makes an account an operator, or no operator any more.
    fn set_operator<'a>(&'a self, id: &'a str, is: bool) -> Later<'a, ()>;

    fn is_operator<'a>(&'a self, id: &'a str) -> Later<'a, bool>;

    /// The names of the operators.
    fn operators(&self) -> Later<'_, Vec<String>>;

    /// Nobody hears this visitor for a time.
    fn mute<'a>(&'a self, id: &'a str, silence: &'a Silence) -> Later<'a, ()>;

    /// Whether nobody hears this visitor now.
    fn muted<'a>(&'a self, id: &'a str) -> Later<'a, Option<Silence>>;

    /// Who is silent now, whoever is heard again first first.
    fn silences(&self, limit: u32) -> Later<'_, Vec<Silence>>;

    /// False if there is no such silence (any more).
    fn unmute<'a>(&'a self, key: &'a str) -> Later<'a, bool>;

    /// False if this visitor has reported the line before.
    fn report<'a>(&'a self, report: &'a ReportRow) -> Later<'a, bool>;

    /// Reports to which nobody has seen yet, the oldest first.
    fn reports(&self, limit: u32) -> Later<'_, Vec<ReportRow>>;

    fn a_report<'a>(&'a self, key: &'a str) -> Later<'a, Option<ReportRow>>;

    /// All reports of a line have been seen to.
    fn close_reports<'a>(&'a self, room: &'a str, line: u64) -> Later<'a, ()>;
}

/// Writes [`Peace`] for a store with a `pool`.
macro_rules! peace {
    ($store:ty) => {
        impl $crate::store::Peace for $store {
            fn block<'a>(&'a self, owner: &'a str, blocked: &'a str, block: &'a $crate::store::Block) -> Later<'a, ()> {
                Box::pin(async move {
                    let insert = "INSERT INTO blocks (owner, blocked, key, name, since) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING";
                    let insert = sqlx::query(insert).bind(owner).bind(blocked).bind(&block.key).bind(&block.name).bind(block.since);
                    insert.execute(&self.pool).await.map(|_| ()).map_err(broken)
                })
            }

            fn unblock<'a>(&'a self, owner: &'a str, key: &'a str) -> Later<'a, bool> {
                Box::pin(async move {
                    let delete = sqlx::query("DELETE FROM blocks WHERE owner = $1 AND key = $2").bind(owner).bind(key);
                    Ok(delete.execute(&self.pool).await.map_err(broken)?.rows_affected() > 0)
                })
            }

            fn blocks<'a>(&'a self, owner: &'a str) -> Later<'a, Vec<$crate::store::Block>> {
                Box::pin(async move {
                    let select = "SELECT key, name, since FROM blocks WHERE owner = $1 ORDER BY since DESC, key";
                    let rows = sqlx::query(select).bind(owner).fetch_all(&self.pool).await.map_err(broken)?;
                    let mut blocks = Vec::new();
                    for row in rows {
                        blocks.push($crate::store::Block { key: row.get(0), name: row.get(1), since: row.get(2) });
                    }
                    Ok(blocks)
                })
            }

            fn blocked<'a>(&'a self, owner: &'a str) -> Later<'a, Vec<String>> {
                Box::pin(async move {
                    let select = sqlx::query("SELECT blocked FROM blocks WHERE owner = $1").bind(owner);
                    Ok(select.fetch_all(&self.pool).await.map_err(broken)?.into_iter().map(|row| row.get(0)).collect())
                })
            }

            fn blocked_by<'a>(&'a self, visitor: &'a str) -> Later<'a, Vec<String>> {
                Box::pin(async move {
                    let select = sqlx::query("SELECT owner FROM blocks WHERE blocked = $1").bind(visitor);
                    Ok(select.fetch_all(&self.pool).await.map_err(broken)?.into_iter().map(|row| row.get(0)).collect())
                })
            }

            fn set_operator<'a>(&'a self, id: &'a str, is: bool) -> Later<'a, ()> {
                Box::pin(async move {
                    let change = match is {
                        true => "INSERT INTO operators (id) VALUES ($1) ON CONFLICT DO NOTHING",
                        false => "DELETE FROM operators WHERE id = $1",
                    };
                    sqlx::query(change).bind(id).execute(&self.pool).await.map(|_| ()).map_err(broken)
                })
            }

            fn is_operator<'a>(&'a self, id: &'a str) -> Later<'a, bool> {
                Box::pin(async move {
                    let select = sqlx::query("SELECT 1 FROM operators WHERE id = $1").bind(id);
                    Ok(select.fetch_optional(&self.pool).await.map_err(broken)?.is_some())
                })
            }

            fn operators(&self) -> Later<'_, Vec<String>> {
                Box::pin(async move {
                    let select = "SELECT shown FROM operators JOIN accounts ON accounts.id = operators.id ORDER BY shown";
                    let rows = sqlx::query(select).fetch_all(&self.pool).await.map_err(broken)?;
                    Ok(rows.into_iter().map(|row| row.get(0)).collect())
                })
            }

            fn mute<'a>(&'a self, id: &'a str, silence: &'a $crate::store::Silence) -> Later<'a, ()> {
                Box::pin(async move {
                    let change = "INSERT INTO mutes (id, key, name, said, until) VALUES ($1, $2, $3, $4, $5) ON CONFLICT (id) DO UPDATE \
                                  SET key = excluded.key, name = excluded.name, said = excluded.said, until = excluded.until";
                    let change = sqlx::query(change).bind(id).bind(&silence.key).bind(&silence.name).bind(&silence.said);
                    change.bind(silence.until).execute(&self.pool).await.map(|_| ()).map_err(broken)
                })
            }

            fn muted<'a>(&'a self, id: &'a str) -> Later<'a, Option<$crate::store::Silence>> {
                Box::pin(async move {
                    let select = sqlx::query("SELECT key, name, said, until FROM mutes WHERE id = $1 AND until > $2").bind(id).bind(now());
                    Ok(select.fetch_optional(&self.pool).await.map_err(broken)?.map(|row| silence!(row)))
                })
            }

            fn silences(&self, limit: u32) -> Later<'_, Vec<$crate::store::Silence>> {
                Box::pin(async move {
                    let select = "SELECT key, name, said, until FROM mutes WHERE until > $1 ORDER BY until, key LIMIT $2";
                    let rows = sqlx::query(select).bind(now()).bind(i64::from(limit)).fetch_all(&self.pool).await.map_err(broken)?;
                    Ok(rows.into_iter().map(|row| silence!(row)).collect())
                })
            }

            fn unmute<'a>(&'a self, key: &'a str) -> Later<'a, bool> {
                Box::pin(async move {
                    let delete = sqlx::query("DELETE FROM mutes WHERE key = $1").bind(key);
                    Ok(delete.execute(&self.pool).await.map_err(broken)?.rows_affected() == 1)
                })
            }

            fn report<'a>(&'a self, report: &'a $crate::store::ReportRow) -> Later<'a, bool> {
                Box::pin(async move {
                    let insert = "INSERT INTO reports (key, room, line, author, name, said, reporter, why, at, seen) \
                                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, 0) ON CONFLICT DO NOTHING";
                    let insert = sqlx::query(insert).bind(&report.key).bind(&report.room).bind(report.line as i64).bind(&report.author);
                    let insert = insert.bind(&report.name).bind(&report.said).bind(&report.reporter).bind(&report.why).bind(report.at);
                    Ok(insert.execute(&self.pool).await.map_err(broken)?.rows_affected() == 1)
                })
            }

            fn reports(&self, limit: u32) -> Later<'_, Vec<$crate::store::ReportRow>> {
                Box::pin(async move {
                    let select = "SELECT key, room, line, author, name, said, reporter, why, at FROM reports \
                                  WHERE seen = 0 ORDER BY at, key LIMIT $1";
                    let rows = sqlx::query(select).bind(i64::from(limit)).fetch_all(&self.pool).await.map_err(broken)?;
                    Ok(rows.into_iter().map(|row| report_row!(row)).collect())
                })
            }

            fn a_report<'a>(&'a self, key: &'a str) -> Later<'a, Option<$crate::store::ReportRow>> {
                Box::pin(async move {
                    let select = "SELECT key, room, line, author, name, said, reporter, why, at FROM reports WHERE key = $1";
                    let row = sqlx::query(select).bind(key).fetch_optional(&self.pool).await.map_err(broken)?;
                    Ok(row.map(|row| report_row!(row)))
                })
            }

            fn close_reports<'a>(&'a self, room: &'a str, line: u64) -> Later<'a, ()> {
                Box::pin(async move {
                    let update = sqlx::query("UPDATE reports SET seen = 1 WHERE room = $1 AND line = $2").bind(room).bind(line as i64);
                    update.execute(&self.pool).await.map(|_| ()).map_err(broken)
                })
            }
        }
    };
}
pub(super) use peace;

/// A report, from a row of either database.
macro_rules! report_row {
    ($row:expr) => {
        $crate::store::ReportRow {
            key: $row.get("key"),
            room: $row.get("room"),
            line: $row.get::<i64, _>("line") as u64,
            author: $row.get("author"),
            name: $row.get("name"),
            said: $row.get("said"),
            reporter: $row.get("reporter"),
            why: $row.get("why"),
            at: $row.get("at"),
        }
    };
}
pub(super) use report_row;

/// A silence, from a row of either database.
macro_rules! silence {
    ($row:expr) => {
        $crate::store::Silence { key: $row.get("key"), name: $row.get("name"), said: $row.get("said"), until: $row.get("until") }
    };
}
pub(super) use silence;
