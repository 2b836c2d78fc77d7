//! Whose turn it is in slow games: who was told of which decision, and the mail addresses of those who want to be told.

use super::Later;

/// The mail address of an account.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Mail {
    pub address: String,
    /// Whether its owner has shown that mail sent there is read.
    pub confirmed: bool,
}

/// What a store keeps for notices.
pub trait Turns: Send + Sync {
    /// Running rooms in which nothing has happened since `before`, but something since `after`, and that nobody has looked at since;
    /// with the time at which something happened.
    fn quiet_rooms(&self, before: i64, after: i64, limit: u32) -> Later<'_, Vec<(String, i64)>>;

    /// Everybody who is to be told of what has happened by then was told.
    fn told_all<'a>(&'a self, room: &'a str, touched: i64) -> Later<'a, ()>;

    /// True for the one who is to tell a seat of this decision: nobody did so far.
    fn claim_turn<'a>(&'a self, room: &'a str, seat: u8, decision: u32) -> Later<'a, bool>;

    fn mail<'a>(&'a self, id: &'a str) -> Later<'a, Option<Mail>>;

    /// A new address, to be confirmed with this token.
    fn set_mail<'a>(&'a self, id: &'a str, address: &'a str, token: &'a str) -> Later<'a, ()>;

    /// False if this is not the token that was sent to this account's address.
    fn confirm_mail<'a>(&'a self, id: &'a str, token: &'a str) -> Later<'a, bool>;

    fn drop_mail<'a>(&'a self, id: &'a str) -> Later<'a, ()>;
}

/// Writes [`Turns`] for a store with a `pool`.
macro_rules! turns {
    ($store:ty) => {
        impl $crate::store::Turns for $store {
            fn quiet_rooms(&self, before: i64, after: i64, limit: u32) -> Later<'_, Vec<(String, i64)>> {
                Box::pin(async move {
                    let select = "SELECT rooms.room, rooms.touched FROM results JOIN rooms ON rooms.room = results.room \
                                  LEFT JOIN turn_rooms ON turn_rooms.room = rooms.room \
                                  WHERE state = 'running' AND rooms.touched <= $1 AND rooms.touched > $2 \
                                  AND (turn_rooms.room IS NULL OR turn_rooms.touched < rooms.touched) \
                                  ORDER BY rooms.touched DESC LIMIT $3";
                    let rows = sqlx::query(select).bind(before).bind(after).bind(i64::from(limit));
                    let rows = rows.fetch_all(&self.pool).await.map_err(broken)?;
                    Ok(rows.into_iter().map(|row| (row.get(0), row.get(1))).collect())
                })
            }

            fn told_all<'a>(&'a self, room: &'a str, touched: i64) -> Later<'a, ()> {
                Box::pin(async move {
                    let write = "INSERT INTO turn_rooms (room, touched) VALUES ($1, $2) \
                                 ON CONFLICT (room) DO UPDATE SET touched = excluded.touched";
                    sqlx::query(write).bind(room).bind(touched).execute(&self.pool).await.map(|_| ()).map_err(broken)
                })
            }

            fn claim_turn<'a>(&'a self, room: &'a str, seat: u8, decision: u32) -> Later<'a, bool> {
                Box::pin(async move {
                    let insert = "INSERT INTO turn_notices (room, seat, decision) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING";
                    let insert = sqlx::query(insert).bind(room).bind(i64::from(seat)).bind(i64::from(decision));
                    Ok(insert.execute(&self.pool).await.map_err(broken)?.rows_affected() == 1)
                })
            }

            fn mail<'a>(&'a self, id: &'a str) -> Later<'a, Option<$crate::store::Mail>> {
                Box::pin(async move {
                    let select = sqlx::query("SELECT address, confirmed FROM mails WHERE id = $1").bind(id);
                    let row = select.fetch_optional(&self.pool).await.map_err(broken)?;
                    Ok(row.map(|row| $crate::store::Mail { address: row.get(0), confirmed: row.get::<i64, _>(1) != 0 }))
                })
            }

            fn set_mail<'a>(&'a self, id: &'a str, address: &'a str, token: &'a str) -> Later<'a, ()> {
                Box::pin(async move {
                    let write = "INSERT INTO mails (id, address, confirmed, token) VALUES ($1, $2, 0, $3) \
                                 ON CONFLICT (id) DO UPDATE SET address = excluded.address, confirmed = 0, token = excluded.token";
                    sqlx::query(write).bind(id).bind(address).bind(token).execute(&self.pool).await.map(|_| ()).map_err(broken)
                })
            }

            fn confirm_mail<'a>(&'a self, id: &'a str, token: &'a str) -> Later<'a, bool> {
                Box::pin(async move {
                    let update = "UPDATE mails SET confirmed = 1, token = '' WHERE id = $1 AND token = $2 AND token <> ''";
                    let update = sqlx::query(update).bind(id).bind(token);
                    Ok(update.execute(&self.pool).await.map_err(broken)?.rows_affected() == 1)
                })
            }

            fn drop_mail<'a>(&'a self, id: &'a str) -> Later<'a, ()> {
                Box::pin(async move {
                    let delete = sqlx::query("DELETE FROM mails WHERE id = $1").bind(id);
                    delete.execute(&self.pool).await.map(|_| ()).map_err(broken)
                })
            }
        }
    };
}
pub(super) use turns;
