//! Accounts, their sessions, and who sat where.

use super::{Later, RoomRow};

/// Somebody with a name and a password of their own.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Account {
    /// The name under which logs know the owner of a seat; that of the guest who made the account.
    pub id: String,
    pub name: String,
    /// The password's Argon2 hash, as text that names its own parameters.
    pub password: String,
    /// Seconds since 1970.
    pub created: i64,
}

/// A browser in which somebody is logged in.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Session {
    /// Tells it from the others of the same account; it opens nothing.
    pub key: String,
    /// What the browser calls itself.
    pub agent: String,
    /// Seconds since 1970 of its begin and of when it was last seen, to the hour.
    pub created: i64,
    pub seen: i64,
}

/// What a store keeps of people.
pub trait People: Send + Sync {
    /// Keeps a new account; false if its name is taken (small and capital letters are the same) or its owner has one.
    fn register<'a>(&'a self, account: &'a Account) -> Later<'a, bool>;

    /// The account of this name, however it is written.
    fn account_named<'a>(&'a self, name: &'a str) -> Later<'a, Option<Account>>;

    fn account<'a>(&'a self, id: &'a str) -> Later<'a, Option<Account>>;

    fn set_password<'a>(&'a self, id: &'a str, password: &'a str) -> Later<'a, ()>;

    /// Drops the account, its sessions, the list of its rooms, its decks and whatever else was kept for it.
    fn forget<'a>(&'a self, id: &'a str) -> Later<'a, ()>;

    /// The sessions of an account, the newest first.
    fn sessions<'a>(&'a self, id: &'a str) -> Later<'a, Vec<Session>>;

    /// Ends the session of this key; false if the account has none of it.
    fn end_session<'a>(&'a self, id: &'a str, key: &'a str) -> Later<'a, bool>;

    /// Ends all sessions but that of this key.
    fn end_other_sessions<'a>(&'a self, id: &'a str, key: &'a str) -> Later<'a, ()>;

    /// Notes that a visitor has a seat in a room.
    fn sat<'a>(&'a self, id: &'a str, room: &'a str) -> Later<'a, ()>;

    /// The rooms in which a visitor sat, the last touched first.
    fn rooms_of<'a>(&'a self, id: &'a str, limit: u32) -> Later<'a, Vec<RoomRow>>;
}

/// The key of a name: what two names must not share.
pub(super) fn key(name: &str) -> String {
    name.to_lowercase()
}

/// Writes [`People`] for a store with a `pool`.
macro_rules! people {
    ($store:ty) => {
        impl $crate::store::People for $store {
            fn register<'a>(&'a self, account: &'a Account) -> Later<'a, bool> {
                Box::pin(async move {
                    let insert = "INSERT INTO accounts (id, name, shown, password, created) VALUES ($1, $2, $3, $4, $5) \
                                  ON CONFLICT DO NOTHING";
                    let insert = sqlx::query(insert).bind(&account.id).bind(people::key(&account.name)).bind(&account.name);
                    let insert = insert.bind(&account.password).bind(account.created);
                    Ok(insert.execute(&self.pool).await.map_err(broken)?.rows_affected() == 1)
                })
            }

            fn account_named<'a>(&'a self, name: &'a str) -> Later<'a, Option<Account>> {
                Box::pin(async move {
                    let select = "SELECT id, shown, password, created FROM accounts WHERE name = $1";
                    let row = sqlx::query(select).bind(people::key(name)).fetch_optional(&self.pool).await.map_err(broken)?;
                    Ok(row.map(|row| Account { id: row.get(0), name: row.get(1), password: row.get(2), created: row.get(3) }))
                })
            }

            fn account<'a>(&'a self, id: &'a str) -> Later<'a, Option<Account>> {
                Box::pin(async move {
                    let select = "SELECT id, shown, password, created FROM accounts WHERE id = $1";
                    let row = sqlx::query(select).bind(id).fetch_optional(&self.pool).await.map_err(broken)?;
                    Ok(row.map(|row| Account { id: row.get(0), name: row.get(1), password: row.get(2), created: row.get(3) }))
                })
            }

            fn set_password<'a>(&'a self, id: &'a str, password: &'a str) -> Later<'a, ()> {
                Box::pin(async move {
                    let update = sqlx::query("UPDATE accounts SET password = $2 WHERE id = $1").bind(id).bind(password);
                    update.execute(&self.pool).await.map(|_| ()).map_err(broken)
                })
            }

            fn forget<'a>(&'a self, id: &'a str) -> Later<'a, ()> {
                Box::pin(async move {
                    let mut change = self.pool.begin().await.map_err(broken)?;
                    for delete in [
                        "DELETE FROM sessions WHERE id = $1",
                        "DELETE FROM seats WHERE id = $1",
                        "UPDATE result_seats SET owner = NULL WHERE owner = $1",
                        // Still somebody who left, but nobody who is rated.
                        "UPDATE result_seats SET leaver = '' WHERE leaver = $1",
                        "DELETE FROM ratings WHERE owner = $1",
                        "DELETE FROM blocks WHERE owner = $1 OR blocked = $1",
                        "DELETE FROM operators WHERE id = $1",
                        "DELETE FROM mails WHERE id = $1",
                        "DELETE FROM decks WHERE owner = $1",
                        "DELETE FROM kept WHERE owner = $1",
                        "DELETE FROM accounts WHERE id = $1",
                    ] {
                        sqlx::query(delete).bind(id).execute(&mut *change).await.map_err(broken)?;
                    }
                    change.commit().await.map_err(broken)
                })
            }

            fn sessions<'a>(&'a self, id: &'a str) -> Later<'a, Vec<Session>> {
                Box::pin(async move {
                    let select = "SELECT key, agent, created, seen FROM sessions WHERE id = $1 ORDER BY seen DESC, created DESC, key";
                    let rows = sqlx::query(select).bind(id).fetch_all(&self.pool).await.map_err(broken)?;
                    let mut sessions = Vec::new();
                    for row in rows {
                        sessions.push(Session { key: row.get(0), agent: row.get(1), created: row.get(2), seen: row.get(3) });
                    }
                    Ok(sessions)
                })
            }

            fn end_session<'a>(&'a self, id: &'a str, key: &'a str) -> Later<'a, bool> {
                Box::pin(async move {
                    let delete = sqlx::query("DELETE FROM sessions WHERE id = $1 AND key = $2").bind(id).bind(key);
                    Ok(delete.execute(&self.pool).await.map_err(broken)?.rows_affected() > 0)
                })
            }

            fn end_other_sessions<'a>(&'a self, id: &'a str, key: &'a str) -> Later<'a, ()> {
                Box::pin(async move {
                    let delete = sqlx::query("DELETE FROM sessions WHERE id = $1 AND key <> $2").bind(id).bind(key);
                    delete.execute(&self.pool).await.map(|_| ()).map_err(broken)
                })
            }

            fn sat<'a>(&'a self, id: &'a str, room: &'a str) -> Later<'a, ()> {
                Box::pin(async move {
                    let insert = "INSERT INTO seats (id, room) VALUES ($1, $2) ON CONFLICT DO NOTHING";
                    sqlx::query(insert).bind(id).bind(room).execute(&self.pool).await.map(|_| ()).map_err(broken)
                })
            }

            fn rooms_of<'a>(&'a self, id: &'a str, limit: u32) -> Later<'a, Vec<RoomRow>> {
                Box::pin(async move {
                    let select = "SELECT rooms.room, created, touched, \
                                  (SELECT COUNT(*) FROM log WHERE log.room = rooms.room) AS entries \
                                  FROM seats JOIN rooms ON rooms.room = seats.room WHERE seats.id = $1 \
                                  ORDER BY touched DESC, rooms.room LIMIT $2";
                    let rows = sqlx::query(select).bind(id).bind(i64::from(limit)).fetch_all(&self.pool).await.map_err(broken)?;
                    Ok(rows.into_iter().map(|row| room_row!(row)).collect())
                })
            }
        }
    };
}
pub(super) use people;
