//! What the server keeps for one visitor alone: decks on a shelf, and small things by a name (settings, notes about a table).
//!
//! Everything is asked for with its owner: what belongs to another is not there.

use super::Later;

/// A deck on somebody's shelf.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ShelfRow {
    pub id: String,
    /// The deck as JSON.
    pub body: String,
    /// Goes up by one with every change.
    pub version: i64,
    /// Seconds since 1970.
    pub created: i64,
    pub changed: i64,
}

/// What a store keeps on shelves.
pub trait Shelves: Send + Sync {
    /// The decks of an owner, the last changed first.
    fn shelf<'a>(&'a self, owner: &'a str) -> Later<'a, Vec<ShelfRow>>;

    fn deck<'a>(&'a self, owner: &'a str, id: &'a str) -> Later<'a, Option<ShelfRow>>;

    /// Puts a new deck there; false if the shelf holds `most` already.
    fn put_deck<'a>(&'a self, owner: &'a str, id: &'a str, body: &'a str, most: u32) -> Later<'a, bool>;

    /// Changes a deck that still has this version; false if it has another one, or is not there.
    fn change_deck<'a>(&'a self, owner: &'a str, id: &'a str, version: i64, body: &'a str) -> Later<'a, bool>;

    /// Takes a deck away; false if there was none.
    fn drop_deck<'a>(&'a self, owner: &'a str, id: &'a str) -> Later<'a, bool>;

    /// Keeps a text under a name, in place of what was there; false if there are `most` other names already. An empty text is dropped.
    fn keep<'a>(&'a self, owner: &'a str, name: &'a str, body: &'a str, most: u32) -> Later<'a, bool>;

    /// The text under a name.
    fn kept<'a>(&'a self, owner: &'a str, name: &'a str) -> Later<'a, Option<String>>;

    /// All names with their texts.
    fn all_kept<'a>(&'a self, owner: &'a str) -> Later<'a, Vec<(String, String)>>;
}

/// Writes [`Shelves`] for a store with a `pool`.
macro_rules! shelves {
    ($store:ty) => {
        impl $crate::store::Shelves for $store {
            fn shelf<'a>(&'a self, owner: &'a str) -> Later<'a, Vec<ShelfRow>> {
                Box::pin(async move {
                    let select = "SELECT id, body, version, created, changed FROM decks WHERE owner = $1 ORDER BY changed DESC, id";
                    let rows = sqlx::query(select).bind(owner).fetch_all(&self.pool).await.map_err(broken)?;
                    Ok(rows.into_iter().map(|row| shelf_row!(row)).collect())
                })
            }

            fn deck<'a>(&'a self, owner: &'a str, id: &'a str) -> Later<'a, Option<ShelfRow>> {
                Box::pin(async move {
                    let select = "SELECT id, body, version, created, changed FROM decks WHERE owner = $1 AND id = $2";
                    let row = sqlx::query(select).bind(owner).bind(id).fetch_optional(&self.pool).await.map_err(broken)?;
                    Ok(row.map(|row| shelf_row!(row)))
                })
            }

            fn put_deck<'a>(&'a self, owner: &'a str, id: &'a str, body: &'a str, most: u32) -> Later<'a, bool> {
                Box::pin(async move {
                    let insert = "INSERT INTO decks (owner, id, body, version, created, changed) SELECT $1, $2, $3, 1, CAST($4 AS BIGINT), CAST($4 AS BIGINT) \
                                  WHERE (SELECT COUNT(*) FROM decks WHERE owner = $1) < $5";
                    let insert = sqlx::query(insert).bind(owner).bind(id).bind(body).bind(now()).bind(i64::from(most));
                    Ok(insert.execute(&self.pool).await.map_err(broken)?.rows_affected() == 1)
                })
            }

            fn change_deck<'a>(&'a self, owner: &'a str, id: &'a str, version: i64, body: &'a str) -> Later<'a, bool> {
                Box::pin(async move {
                    let update = "UPDATE decks SET body = $4, version = version + 1, changed = $5 WHERE owner = $1 AND id = $2 AND version = $3";
                    let update = sqlx::query(update).bind(owner).bind(id).bind(version).bind(body).bind(now());
                    Ok(update.execute(&self.pool).await.map_err(broken)?.rows_affected() == 1)
                })
            }

            fn drop_deck<'a>(&'a self, owner: &'a str, id: &'a str) -> Later<'a, bool> {
                Box::pin(async move {
                    let delete = sqlx::query("DELETE FROM decks WHERE owner = $1 AND id = $2").bind(owner).bind(id);
                    Ok(delete.execute(&self.pool).await.map_err(broken)?.rows_affected() == 1)
                })
            }

            fn keep<'a>(&'a self, owner: &'a str, name: &'a str, body: &'a str, most: u32) -> Later<'a, bool> {
                Box::pin(async move {
                    if body.is_empty() {
                        let delete = sqlx::query("DELETE FROM kept WHERE owner = $1 AND name = $2").bind(owner).bind(name);
                        return delete.execute(&self.pool).await.map(|_| true).map_err(broken);
                    }
                    let insert = "INSERT INTO kept (owner, name, body, changed) SELECT $1, $2, $3, CAST($4 AS BIGINT) \
                                  WHERE (SELECT COUNT(*) FROM kept WHERE owner = $1 AND name <> $2) < $5 \
                                  ON CONFLICT (owner, name) DO UPDATE SET body = excluded.body, changed = excluded.changed";
                    let insert = sqlx::query(insert).bind(owner).bind(name).bind(body).bind(now()).bind(i64::from(most));
                    Ok(insert.execute(&self.pool).await.map_err(broken)?.rows_affected() == 1)
                })
            }

            fn kept<'a>(&'a self, owner: &'a str, name: &'a str) -> Later<'a, Option<String>> {
                Box::pin(async move {
                    let select = sqlx::query("SELECT body FROM kept WHERE owner = $1 AND name = $2").bind(owner).bind(name);
                    Ok(select.fetch_optional(&self.pool).await.map_err(broken)?.map(|row| row.get(0)))
                })
            }

            fn all_kept<'a>(&'a self, owner: &'a str) -> Later<'a, Vec<(String, String)>> {
                Box::pin(async move {
                    let select = sqlx::query("SELECT name, body FROM kept WHERE owner = $1 ORDER BY name").bind(owner);
                    Ok(select.fetch_all(&self.pool).await.map_err(broken)?.into_iter().map(|row| (row.get(0), row.get(1))).collect())
                })
            }
        }
    };
}
pub(super) use shelves;

/// A deck, from a row of either database.
macro_rules! shelf_row {
    ($row:expr) => {
        ShelfRow { id: $row.get(0), body: $row.get(1), version: $row.get(2), created: $row.get(3), changed: $row.get(4) }
    };
}
pub(super) use shelf_row;
