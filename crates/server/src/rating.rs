//! Ratings by Glicko-2, for games that ask for it: one a kind of game and format, of people with an account.
//!
//! A game is a rating period of its own. At a table of more than two everybody has met everybody: whoever has the better place has won
//! against the other, level places are a draw.

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use skillratings::Outcomes;
use skillratings::glicko2::{Glicko2Config, Glicko2Rating, glicko2_rating_period};

use crate::AppState;
use crate::http::{InPath, answer, query};
use crate::room::Refusal;
use crate::session;
use crate::store::Ratings;

/// How many a ranking lists.
const LISTED: u32 = 100;
/// A rating whose deviation is larger says little yet.
pub const SURE: f64 = 110.0;

/// What is believed of a player's strength.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Rating {
    pub rating: f64,
    pub deviation: f64,
    pub volatility: f64,
    pub games: u32,
}

impl Default for Rating {
    /// Of whom nothing is known.
    fn default() -> Rating {
        let Glicko2Rating { rating, deviation, volatility } = Glicko2Rating::new();
        Rating { rating, deviation, volatility, games: 0 }
    }
}

impl From<Rating> for Glicko2Rating {
    fn from(Rating { rating, deviation, volatility, .. }: Rating) -> Glicko2Rating {
        Glicko2Rating { rating, deviation, volatility }
    }
}

/// The ratings after a game: by seat what was believed before, and the place.
pub fn after(seats: &[(Rating, u8)]) -> Vec<Rating> {
    let config = Glicko2Config::new();
    let one = |at: usize, &(before, place): &(Rating, u8)| {
        let met = seats.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, (other, theirs))| {
            let outcome = match place.cmp(theirs) {
                std::cmp::Ordering::Less => Outcomes::WIN,
                std::cmp::Ordering::Equal => Outcomes::DRAW,
                std::cmp::Ordering::Greater => Outcomes::LOSS,
            };
            (Glicko2Rating::from(*other), outcome)
        });
        let Glicko2Rating { rating, deviation, volatility } = glicko2_rating_period(&before.into(), &met.collect::<Vec<_>>(), &config);
        Rating { rating, deviation, volatility, games: before.games + 1 }
    };
    seats.iter().enumerate().map(|(at, seat)| one(at, seat)).collect()
}

/// A rating in a list.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Ranked {
    pub name: String,
    pub kind: String,
    pub format: String,
    pub rating: f64,
    pub deviation: f64,
    pub games: u32,
    /// Enough games were played for it to be relied on.
    pub sure: bool,
    /// It is mine.
    pub me: bool,
}

/// What a rated game did to a seat's rating; before it is over, what it is.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct RatedSeat {
    pub seat: u8,
    pub before: f64,
    pub deviation: f64,
    pub after: Option<f64>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Question {
    kind: String,
    format: String,
}

fn ratings(app: &AppState) -> Result<&dyn Ratings, Refusal> {
    app.house().store().ratings().ok_or_else(|| Refusal::new("no_accounts", "this server keeps no ratings"))
}

async fn me(app: &AppState, headers: &HeaderMap) -> Result<String, Refusal> {
    Ok(session::known(app.house().store(), headers).await?.unwrap_or_default())
}

/// `GET /api/ranking?kind=…&format=…`: the best first.
pub async fn ranking(
    State(app): State<AppState>,
    headers: HeaderMap,
    asked: Result<Query<Question>, QueryRejection>,
) -> Result<Response, Response> {
    let Question { kind, format } = query(asked)?;
    let list = async {
        app.games().kind(&kind)?;
        let me = me(&app, &headers).await?;
        Ok::<_, Refusal>(ratings(&app)?.ranking(&kind, &format, &me, LISTED).await?)
    };
    answer(list.await)
}

/// `GET /api/me/ratings`: mine.
pub async fn mine(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, Response> {
    let list = async {
        let me = me(&app, &headers).await?;
        Ok::<_, Refusal>(ratings(&app)?.ratings_of(&me).await?)
    };
    answer(list.await)
}

/// `GET /api/rooms/{id}/ratings`: those of who sits at a rated table; empty at another.
pub async fn of_room(State(app): State<AppState>, InPath(id): InPath<String>) -> Result<Response, Response> {
    let list = async {
        let room = app.house().room(&id).await?;
        let (rated, kind, format, owners) = room.rated().await?;
        let ratings = ratings(&app)?;
        let mut seats = Vec::new();
        if rated {
            let changes = ratings.changes(&id).await?;
            for (seat, owner) in (0u8..).zip(owners) {
                if let Some(change) = changes.iter().find(|change| change.seat == seat) {
                    seats.push(change.clone());
                } else if let Some(owner) = owner.filter(|_| changes.is_empty()) {
                    let now = ratings.rating(&owner, &kind, &format).await?;
                    seats.push(RatedSeat { seat, before: now.rating, deviation: now.deviation, after: None });
                }
            }
        }
        Ok::<_, Refusal>(seats)
    };
    answer(list.await)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_moves_ratings_as_glickman_writes() {
        // The example of "Example of the Glicko-2 system", with its three games in one period, told by its inventor.
        let other = |rating, deviation| Glicko2Rating { rating, deviation, volatility: 0.06 };
        let me = Glicko2Rating { rating: 1500.0, deviation: 200.0, volatility: 0.06 };
        let met = [(other(1400.0, 30.0), Outcomes::WIN), (other(1550.0, 100.0), Outcomes::LOSS), (other(1700.0, 300.0), Outcomes::LOSS)];
        let now = glicko2_rating_period(&me, &met, &Glicko2Config::new());
        assert_eq!((now.rating.round(), now.deviation.round()), (1464.0, 152.0));
    }

    #[test]
    fn places_are_pairwise_results() {
        let new = Rating::default();
        let [won, lost] = after(&[(new, 1), (new, 2)])[..] else { panic!("two seats") };
        assert!(won.rating > 1600.0 && lost.rating < 1400.0 && won.deviation < new.deviation && (won.games, lost.games) == (1, 1));
        assert!((won.rating - 1500.0 + lost.rating - 1500.0).abs() < 1e-6, "what one wins the other loses");
        let draw = after(&[(new, 1), (new, 1)]);
        assert!((draw[0].rating - 1500.0).abs() < 1e-9);
        let four = after(&[(new, 2), (new, 1), (new, 4), (new, 2)]);
        assert!(four[1].rating > four[0].rating && four[0].rating > four[2].rating && (four[0].rating - four[3].rating).abs() < 1e-9);
    }
}
