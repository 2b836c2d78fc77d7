//! What became of games: one row a room, and one a seat. All of it can be told again from the logs; the rows are there to be looked
//! through.

use super::Later;

/// What became of a room so far.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ResultRow {
    pub room: String,
    pub kind: String,
    pub format: String,
    /// `waiting`, `running`, `over`, `closed` (before the game began) or `paused`.
    pub state: String,
    /// Whether the game counts in statistics: not where somebody plays alone or from a position.
    pub counted: bool,
    /// Whether it was agreed that the game is rated.
    pub rated: bool,
    /// `rules`, `conceded`, `draw` or `stalled`; empty while it is not over.
    pub how: String,
    /// The same in a sentence.
    pub reason: String,
    pub rounds: u32,
    /// Entries in the log of which this was told: what was told of more is not overwritten.
    pub entries: u64,
    /// Seconds since 1970: when the room was made, when it was last touched, and when it was seen to be over.
    pub created: i64,
    pub touched: i64,
    pub ended: Option<i64>,
    /// Who may close the table while it waits.
    pub host: Option<String>,
    pub seats: Vec<ResultSeat>,
}

/// A seat of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct ResultSeat {
    pub owner: Option<String>,
    /// Who sat here when the game began, and left the seat to somebody else: a rated game counts for them, as lost.
    pub left: Option<String>,
    pub name: String,
    pub bot: Option<String>,
    pub deck: String,
    /// The faction or the house; empty where it is not known.
    pub side: String,
    pub agenda: String,
    /// From 1; seats that are level share a place. None while the game is not over.
    pub place: Option<u8>,
    pub won: bool,
}

/// Which games are looked for. What is empty is not asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    pub kind: String,
    pub format: String,
    pub state: String,
    /// Part of the name of somebody else at the table.
    pub opponent: String,
    /// Part of what I brought: the deck's name, the faction, the agenda or the house.
    pub deck: String,
}

/// What statistics are asked for.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Asked {
    pub kind: String,
    pub format: String,
    /// Games of this owner; empty: everybody's.
    pub owner: String,
    /// Games in which bots sit, or games without.
    pub bots: bool,
}

/// How one sort of seats fared: against everybody, or against one sort of others.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tally {
    /// The faction or house, the agenda, or the deck.
    pub what: String,
    /// What it met; empty: whatever it was.
    pub against: String,
    pub games: u64,
    pub wins: u64,
}

/// By what statistics are told.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum By {
    Side,
    Agenda,
    Deck,
}

/// What a store keeps of games that were played.
pub trait Results: Send + Sync {
    /// Writes what became of a room, unless more is known already.
    fn put_result<'a>(&'a self, row: &'a ResultRow) -> Later<'a, ()>;

    fn result<'a>(&'a self, room: &'a str) -> Later<'a, Option<ResultRow>>;

    /// The games of a visitor, the last touched first; tables that were closed are none.
    fn results_of<'a>(&'a self, owner: &'a str, wanted: &'a Wanted, limit: u32, from: u32) -> Later<'a, Vec<ResultRow>>;

    /// Rooms of which nothing is written, or not what happened last; of this visitor, or of all.
    fn unwritten<'a>(&'a self, owner: Option<&'a str>, after: &'a str, limit: u32) -> Later<'a, Vec<String>>;

    /// How seats fared in games that are over.
    fn tallies<'a>(&'a self, asked: &'a Asked, by: By, against: bool) -> Later<'a, Vec<Tally>>;
}

/// The pattern of a part of a name.
pub(super) fn part(text: &str) -> String {
    if text.is_empty() {
        return String::new();
    }
    let mut pattern = "%".to_owned();
    for letter in text.to_lowercase().chars() {
        if matches!(letter, '%' | '_' | '\\') {
            pattern.push('\\');
        }
        pattern.push(letter);
    }
    pattern + "%"
}

/// Writes [`Results`] for a store with a `pool`.
macro_rules! results {
    ($store:ty) => {
        impl $store {
            /// The rows of these rooms, in their order.
            async fn result_rows(&self, rooms: Vec<String>) -> Result<Vec<$crate::store::ResultRow>, StoreError> {
                use $crate::store::{ResultRow, ResultSeat};
                if rooms.is_empty() {
                    return Ok(Vec::new());
                }
                // Only places for bound values.
                let these = (1..=rooms.len()).map(|place| format!("${place}")).collect::<Vec<_>>().join(", ");
                let select = format!(
                    "SELECT results.room AS room, kind, format, state, counted, rated, how, reason, rounds, results.entries AS entries, \
                     ended, host, rooms.created AS created, rooms.touched AS touched \
                     FROM results JOIN rooms ON rooms.room = results.room WHERE results.room IN ({these})"
                );
                let select = rooms.iter().fold(sqlx::query(sqlx::AssertSqlSafe(select)), |select, room| select.bind(room));
                let mut found = Vec::new();
                for row in select.fetch_all(&self.pool).await.map_err(broken)? {
                    found.push(ResultRow {
                        room: row.get("room"),
                        kind: row.get("kind"),
                        format: row.get("format"),
                        state: row.get("state"),
                        counted: row.get::<i64, _>("counted") != 0,
                        rated: row.get::<i64, _>("rated") != 0,
                        how: row.get("how"),
                        reason: row.get("reason"),
                        rounds: row.get::<i64, _>("rounds") as u32,
                        entries: row.get::<i64, _>("entries") as u64,
                        created: row.get("created"),
                        touched: row.get("touched"),
                        ended: row.get("ended"),
                        host: row.get("host"),
                        seats: Vec::new(),
                    });
                }
                let place = |room: &str| rooms.iter().position(|other| other == room);
                found.sort_by_key(|row| place(&row.room));
                let select = format!(
                    "SELECT room, owner, leaver, name, bot, deck, side, agenda, place, won FROM result_seats WHERE room IN ({these}) ORDER BY seat"
                );
                let select = rooms.iter().fold(sqlx::query(sqlx::AssertSqlSafe(select)), |select, room| select.bind(room));
                for seat in select.fetch_all(&self.pool).await.map_err(broken)? {
                    let room: String = seat.get("room");
                    let Some(row) = found.iter_mut().find(|row| row.room == room) else { continue };
                    row.seats.push(ResultSeat {
                        owner: seat.get("owner"),
                        left: seat.get("leaver"),
                        name: seat.get("name"),
                        bot: seat.get("bot"),
                        deck: seat.get("deck"),
                        side: seat.get("side"),
                        agenda: seat.get("agenda"),
                        place: seat.get::<Option<i64>, _>("place").map(|place| place as u8),
                        won: seat.get::<i64, _>("won") != 0,
                    });
                }
                Ok(found)
            }
        }

        impl $crate::store::Results for $store {
            fn put_result<'a>(&'a self, row: &'a $crate::store::ResultRow) -> Later<'a, ()> {
                Box::pin(async move {
                    let mut change = self.pool.begin().await.map_err(broken)?;
                    // A game that this program cannot go on with waits for another; what is known of it stays.
                    if row.state == "paused" {
                        let pause = sqlx::query("UPDATE results SET state = 'paused' WHERE room = $1 AND state = 'running'").bind(&row.room);
                        pause.execute(&mut *change).await.map_err(broken)?;
                    }
                    // What a program could not read is the least that can be known of a room.
                    let insert = "INSERT INTO results (room, kind, format, state, counted, rated, how, reason, rounds, entries, ended, seen, host) \
                                  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, \
                                  CASE WHEN $4 = 'over' THEN (SELECT touched FROM rooms WHERE rooms.room = $1) END, $11, $12) \
                                  ON CONFLICT (room) DO UPDATE SET state = excluded.state, counted = excluded.counted, \
                                  how = excluded.how, reason = excluded.reason, rounds = excluded.rounds, entries = excluded.entries, \
                                  seen = excluded.seen, host = excluded.host, \
                                  ended = CASE WHEN excluded.ended IS NULL THEN NULL ELSE COALESCE(results.ended, excluded.ended) END \
                                  WHERE results.entries <= excluded.entries AND excluded.state <> 'paused'";
                    let insert = sqlx::query(insert).bind(&row.room).bind(&row.kind).bind(&row.format).bind(&row.state);
                    let insert = insert.bind(i64::from(row.counted)).bind(i64::from(row.rated)).bind(&row.how).bind(&row.reason);
                    let insert = insert.bind(i64::from(row.rounds)).bind(row.entries as i64).bind(now()).bind(&row.host);
                    if insert.execute(&mut *change).await.map_err(broken)?.rows_affected() == 1 {
                        let delete = sqlx::query("DELETE FROM result_seats WHERE room = $1").bind(&row.room);
                        delete.execute(&mut *change).await.map_err(broken)?;
                        for (seat, chair) in (0i64..).zip(&row.seats) {
                            let insert = "INSERT INTO result_seats \
                                          (room, seat, owner, name, bot, deck, side, agenda, place, won, name_key, brought_key, leaver) \
                                          VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)";
                            let brought = format!("{}\n{}\n{}", chair.deck, chair.side, chair.agenda).to_lowercase();
                            let insert = sqlx::query(insert).bind(&row.room).bind(seat).bind(&chair.owner).bind(&chair.name);
                            let insert = insert.bind(&chair.bot).bind(&chair.deck).bind(&chair.side).bind(&chair.agenda);
                            let insert = insert.bind(chair.place.map(i64::from)).bind(i64::from(chair.won));
                            let insert = insert.bind(chair.name.to_lowercase()).bind(brought).bind(&chair.left);
                            insert.execute(&mut *change).await.map_err(broken)?;
                        }
                    }
                    change.commit().await.map_err(broken)
                })
            }

            fn result<'a>(&'a self, room: &'a str) -> Later<'a, Option<$crate::store::ResultRow>> {
                Box::pin(async move { Ok(self.result_rows(vec![room.to_owned()]).await?.pop()) })
            }

            fn results_of<'a>(
                &'a self,
                owner: &'a str,
                wanted: &'a $crate::store::Wanted,
                limit: u32,
                from: u32,
            ) -> Later<'a, Vec<$crate::store::ResultRow>> {
                Box::pin(async move {
                    let select = "SELECT results.room FROM results JOIN rooms ON rooms.room = results.room \
                                  WHERE results.room IN (SELECT room FROM result_seats WHERE owner = $1) \
                                  AND state <> 'closed' AND ($2 = '' OR kind = $2) AND ($3 = '' OR format = $3) AND ($4 = '' OR state = $4) \
                                  AND ($5 = '' OR EXISTS (SELECT 1 FROM result_seats AS o WHERE o.room = results.room \
                                  AND (o.owner IS NULL OR o.owner <> $1) AND o.name_key LIKE $5 ESCAPE '\\')) \
                                  AND ($6 = '' OR EXISTS (SELECT 1 FROM result_seats AS o WHERE o.room = results.room \
                                  AND o.owner = $1 AND o.brought_key LIKE $6 ESCAPE '\\')) \
                                  ORDER BY rooms.touched DESC, results.room LIMIT $7 OFFSET $8";
                    let part = $crate::store::results::part;
                    let select = sqlx::query(select).bind(owner).bind(&wanted.kind).bind(&wanted.format).bind(&wanted.state);
                    let select = select.bind(part(&wanted.opponent)).bind(part(&wanted.deck));
                    let select = select.bind(i64::from(limit)).bind(i64::from(from));
                    let rooms = select.fetch_all(&self.pool).await.map_err(broken)?;
                    self.result_rows(rooms.into_iter().map(|row| row.get(0)).collect()).await
                })
            }

            fn unwritten<'a>(&'a self, owner: Option<&'a str>, after: &'a str, limit: u32) -> Later<'a, Vec<String>> {
                Box::pin(async move {
                    let select = "SELECT rooms.room FROM rooms LEFT JOIN results ON results.room = rooms.room \
                                  WHERE rooms.room > $1 AND (results.room IS NULL OR results.state = 'running' AND results.seen <= rooms.touched) \
                                  AND ($2 = '' OR results.room IS NULL AND rooms.room IN (SELECT room FROM seats WHERE id = $2)) \
                                  ORDER BY rooms.room LIMIT $3";
                    let select = sqlx::query(select).bind(after).bind(owner.unwrap_or_default()).bind(i64::from(limit));
                    let rooms = select.fetch_all(&self.pool).await.map_err(broken)?;
                    Ok(rooms.into_iter().map(|row| row.get(0)).collect())
                })
            }

            fn tallies<'a>(
                &'a self,
                asked: &'a $crate::store::Asked,
                by: $crate::store::By,
                against: bool,
            ) -> Later<'a, Vec<$crate::store::Tally>> {
                use $crate::store::By;
                Box::pin(async move {
                    // The names of columns are our own; what was asked is bound.
                    let what = match by {
                        By::Side => "side",
                        By::Agenda => "agenda",
                        By::Deck => "deck",
                    };
                    let (other, join) = match against {
                        true => (format!("o.{what}"), "JOIN result_seats AS o ON o.room = s.room AND o.seat <> s.seat"),
                        false => ("''".to_owned(), ""),
                    };
                    let select = format!(
                        "SELECT s.{what} AS what, {other} AS against, COUNT(*) AS games, CAST(SUM(s.won) AS BIGINT) AS wins \
                         FROM result_seats AS s JOIN results ON results.room = s.room {join} \
                         WHERE state = 'over' AND counted = 1 AND kind = $1 AND ($2 = '' OR format = $2) AND ($3 = '' OR s.owner = $3) \
                         AND $4 = CASE WHEN EXISTS (SELECT 1 FROM result_seats AS b WHERE b.room = s.room AND b.bot IS NOT NULL) \
                         THEN 1 ELSE 0 END AND s.{what} <> '' \
                         GROUP BY 1, 2 ORDER BY games DESC, wins DESC, what, against LIMIT 400"
                    );
                    let select = sqlx::query(sqlx::AssertSqlSafe(select)).bind(&asked.kind).bind(&asked.format).bind(&asked.owner);
                    let rows = select.bind(i32::from(asked.bots)).fetch_all(&self.pool).await.map_err(broken)?;
                    let mut tallies = Vec::new();
                    for row in rows {
                        let (games, wins): (i64, i64) = (row.get("games"), row.get("wins"));
                        let (what, against) = (row.get("what"), row.get("against"));
                        tallies.push($crate::store::Tally { what, against, games: games as u64, wins: wins as u64 });
                    }
                    Ok(tallies)
                })
            }
        }
    };
}
pub(super) use results;
