//! Ratings: what is believed of each player now, and what each rated game changed.

use super::{Later, ResultRow};
use crate::rating::{Ranked, RatedSeat, Rating};

/// What a store keeps of ratings.
pub trait Ratings: Send + Sync {
    /// Rates a game that is over, once; false if that was done before or the game is none to be rated.
    fn rate<'a>(&'a self, row: &'a ResultRow) -> Later<'a, bool>;

    /// Forgets all ratings, and rates every game again in the order in which they ended. Gives how many.
    fn rate_again(&self) -> Later<'_, u64>;

    fn rating<'a>(&'a self, owner: &'a str, kind: &'a str, format: &'a str) -> Later<'a, Rating>;

    fn ratings_of<'a>(&'a self, owner: &'a str) -> Later<'a, Vec<Ranked>>;

    /// The best first; `me` is told which is the own.
    fn ranking<'a>(&'a self, kind: &'a str, format: &'a str, me: &'a str, limit: u32) -> Later<'a, Vec<Ranked>>;

    /// What a game changed.
    fn changes<'a>(&'a self, room: &'a str) -> Later<'a, Vec<RatedSeat>>;
}

/// Writes [`Ratings`] for a store with a `pool` of this database.
macro_rules! ratings {
    ($store:ty, $database:ty) => {
        impl $store {
            async fn rate_in(change: &mut sqlx::Transaction<'_, $database>, row: &$crate::store::ResultRow) -> Result<bool, StoreError> {
                use $crate::rating::Rating;
                if !(row.state == "over" && row.rated && row.counted) {
                    return Ok(false);
                }
                let known = sqlx::query("SELECT 1 FROM rating_changes WHERE room = $1").bind(&row.room);
                if known.fetch_optional(&mut **change).await.map_err(broken)?.is_some() {
                    return Ok(false);
                }
                let mut seats = Vec::new();
                for (seat, chair) in (0i64..).zip(&row.seats) {
                    // Who left to somebody else has lost; who took the seat over is not rated.
                    let (owner, place) = match &chair.left {
                        Some(left) => (Some(left), chair.place.map(|_| u8::MAX)),
                        None => (chair.owner.as_ref(), chair.place),
                    };
                    let (Some(owner), Some(place)) = (owner, place) else { continue };
                    let account = sqlx::query("SELECT 1 FROM accounts WHERE id = $1").bind(owner);
                    if account.fetch_optional(&mut **change).await.map_err(broken)?.is_none() {
                        continue;
                    }
                    let select = "SELECT rating, deviation, volatility, games FROM ratings \
                                  WHERE owner = $1 AND kind = $2 AND format = $3";
                    let found = sqlx::query(select).bind(owner).bind(&row.kind).bind(&row.format);
                    let found = found.fetch_optional(&mut **change).await.map_err(broken)?;
                    let before = found.map_or_else(Rating::default, |row| Rating {
                        rating: row.get(0),
                        deviation: row.get(1),
                        volatility: row.get(2),
                        games: row.get::<i64, _>(3) as u32,
                    });
                    seats.push((seat, owner, before, place));
                }
                if seats.len() < 2 {
                    return Ok(false);
                }
                let met: Vec<_> = seats.iter().map(|(_, _, before, place)| (*before, *place)).collect();
                for ((seat, owner, before, _), after) in seats.into_iter().zip($crate::rating::after(&met)) {
                    let write = "INSERT INTO ratings (owner, kind, format, rating, deviation, volatility, games) \
                                 VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (owner, kind, format) DO UPDATE SET \
                                 rating = excluded.rating, deviation = excluded.deviation, volatility = excluded.volatility, \
                                 games = excluded.games";
                    let write = sqlx::query(write).bind(owner).bind(&row.kind).bind(&row.format).bind(after.rating);
                    let write = write.bind(after.deviation).bind(after.volatility).bind(i64::from(after.games));
                    write.execute(&mut **change).await.map_err(broken)?;
                    let write = "INSERT INTO rating_changes (room, seat, owner, before, deviation, after) VALUES ($1, $2, $3, $4, $5, $6)";
                    let write = sqlx::query(write).bind(&row.room).bind(seat).bind(owner).bind(before.rating);
                    write.bind(before.deviation).bind(after.rating).execute(&mut **change).await.map_err(broken)?;
                }
                Ok(true)
            }

            /// Games are rated one after the other, whichever server does it.
            async fn take_turn(change: &mut sqlx::Transaction<'_, $database>) -> Result<(), StoreError> {
                let turn = sqlx::query("UPDATE rating_turn SET turn = turn + 1");
                turn.execute(&mut **change).await.map(|_| ()).map_err(broken)
            }
        }

        impl $crate::store::Ratings for $store {
            fn rate<'a>(&'a self, row: &'a $crate::store::ResultRow) -> Later<'a, bool> {
                Box::pin(async move {
                    let mut change = self.pool.begin().await.map_err(broken)?;
                    Self::take_turn(&mut change).await?;
                    let rated = Self::rate_in(&mut change, row).await?;
                    change.commit().await.map_err(broken)?;
                    Ok(rated)
                })
            }

            fn rate_again(&self) -> Later<'_, u64> {
                Box::pin(async move {
                    let select = "SELECT room FROM results WHERE state = 'over' AND rated = 1 AND counted = 1 ORDER BY ended, room";
                    let rooms = sqlx::query(select).fetch_all(&self.pool).await.map_err(broken)?;
                    let rows = self.result_rows(rooms.into_iter().map(|row| row.get(0)).collect()).await?;
                    let mut change = self.pool.begin().await.map_err(broken)?;
                    Self::take_turn(&mut change).await?;
                    for delete in ["DELETE FROM ratings", "DELETE FROM rating_changes"] {
                        sqlx::query(delete).execute(&mut *change).await.map_err(broken)?;
                    }
                    let mut games = 0;
                    for row in rows {
                        games += u64::from(Self::rate_in(&mut change, &row).await?);
                    }
                    change.commit().await.map_err(broken)?;
                    Ok(games)
                })
            }

            fn rating<'a>(&'a self, owner: &'a str, kind: &'a str, format: &'a str) -> Later<'a, $crate::rating::Rating> {
                use $crate::rating::Rating;
                Box::pin(async move {
                    let select = "SELECT rating, deviation, volatility, games FROM ratings \
                                  WHERE owner = $1 AND kind = $2 AND format = $3";
                    let row = sqlx::query(select).bind(owner).bind(kind).bind(format).fetch_optional(&self.pool).await.map_err(broken)?;
                    Ok(row.map_or_else(Rating::default, |row| Rating {
                        rating: row.get(0),
                        deviation: row.get(1),
                        volatility: row.get(2),
                        games: row.get::<i64, _>(3) as u32,
                    }))
                })
            }

            fn ratings_of<'a>(&'a self, owner: &'a str) -> Later<'a, Vec<$crate::rating::Ranked>> {
                Box::pin(async move {
                    let select = "SELECT shown, kind, format, rating, deviation, games, owner FROM ratings \
                                  JOIN accounts ON accounts.id = ratings.owner WHERE owner = $1 ORDER BY kind, format";
                    let rows = sqlx::query(select).bind(owner).fetch_all(&self.pool).await.map_err(broken)?;
                    let mut list = Vec::new();
                    for row in rows {
                        list.push(ranked!(row, owner));
                    }
                    Ok(list)
                })
            }

            fn ranking<'a>(&'a self, kind: &'a str, format: &'a str, me: &'a str, limit: u32) -> Later<'a, Vec<$crate::rating::Ranked>> {
                Box::pin(async move {
                    let select = "SELECT shown, kind, format, rating, deviation, games, owner FROM ratings \
                                  JOIN accounts ON accounts.id = ratings.owner WHERE kind = $1 AND format = $2 \
                                  ORDER BY rating DESC, shown LIMIT $3";
                    let rows = sqlx::query(select).bind(kind).bind(format).bind(i64::from(limit));
                    let rows = rows.fetch_all(&self.pool).await.map_err(broken)?;
                    let mut list = Vec::new();
                    for row in rows {
                        list.push(ranked!(row, me));
                    }
                    Ok(list)
                })
            }

            fn changes<'a>(&'a self, room: &'a str) -> Later<'a, Vec<$crate::rating::RatedSeat>> {
                Box::pin(async move {
                    let select = "SELECT seat, before, deviation, after FROM rating_changes WHERE room = $1 ORDER BY seat";
                    let rows = sqlx::query(select).bind(room).fetch_all(&self.pool).await.map_err(broken)?;
                    let mut list = Vec::new();
                    for row in rows {
                        let (seat, before, deviation, after) = (row.get::<i64, _>(0) as u8, row.get(1), row.get(2), row.get(3));
                        list.push($crate::rating::RatedSeat { seat, before, deviation, after: Some(after) });
                    }
                    Ok(list)
                })
            }
        }
    };
}
pub(super) use ratings;

/// A rating in a list, from a row of either database.
macro_rules! ranked {
    ($row:expr, $me:expr) => {{
        let deviation: f64 = $row.get("deviation");
        $crate::rating::Ranked {
            name: $row.get("shown"),
            kind: $row.get("kind"),
            format: $row.get("format"),
            rating: $row.get("rating"),
            deviation,
            games: $row.get::<i64, _>("games") as u32,
            sure: deviation <= $crate::rating::SURE,
            me: $row.get::<String, _>("owner") == $me,
        }
    }};
}
pub(super) use ranked;
