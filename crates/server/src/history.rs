//! Games that were played: my own to be looked through, and statistics by deck, faction, agenda and house.

use axum::Json;
use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::AppState;
use crate::http::{answer, query};
use crate::room::Refusal;
use crate::session;
use crate::store::{Asked, By, ResultRow, Results, Tally, Wanted};

/// Rooms of `/api/me/rooms`, games of a page, and how far pages go.
const LISTED: u32 = 50;
const PAGE: u32 = 20;
const PAGES: u32 = 5000;
/// The longest text that is searched for, in bytes.
const LONGEST: usize = 60;

/// A game of mine.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayedGame {
    pub room: String,
    pub kind: String,
    pub format: String,
    pub rated: bool,
    /// `waiting` for players, `running`, `over`, or `paused`: this program cannot go on with it.
    pub state: String,
    /// `rules`, `conceded`, `draw` or `stalled`; null while it is not over.
    pub how: Option<String>,
    /// The same in a sentence.
    pub reason: Option<String>,
    pub rounds: u32,
    /// Seconds since 1970: when the table was opened, last touched, and when the game ended.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created: i64,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub touched: i64,
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub ended: Option<i64>,
    /// My seat; who plays all of them is told the first.
    pub me: Option<u8>,
    /// The table waits, and I may close it.
    pub host: bool,
    pub seats: Vec<PlayedSeat>,
}

#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayedSeat {
    pub name: String,
    /// The bot that plays here.
    pub bot: Option<String>,
    pub open: bool,
    pub mine: bool,
    pub deck: String,
    /// The faction or the house.
    pub side: String,
    pub agenda: String,
    /// From 1; null while the game is not over.
    pub place: Option<u8>,
    pub won: bool,
}

/// `GET /api/me/games`: a page of them.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct PlayedGames {
    pub games: Vec<PlayedGame>,
    pub page: u32,
    /// Whether a page follows.
    pub more: bool,
}

impl PlayedGame {
    fn new(row: ResultRow, visitor: &str) -> PlayedGame {
        let mine = |owner: &Option<String>| owner.as_deref() == Some(visitor);
        let me = row.seats.iter().position(|seat| mine(&seat.owner)).map(|seat| seat as u8);
        let told = |text: String| Some(text).filter(|text| !text.is_empty());
        let seats = row.seats.into_iter().map(|seat| PlayedSeat {
            mine: mine(&seat.owner),
            // A seat whose owner has deleted the account keeps its name.
            open: seat.owner.is_none() && seat.bot.is_none() && row.state == "waiting",
            name: seat.name,
            bot: seat.bot,
            deck: seat.deck,
            side: seat.side,
            agenda: seat.agenda,
            place: seat.place,
            won: seat.won,
        });
        PlayedGame {
            me,
            host: row.state == "waiting" && mine(&row.host),
            seats: seats.collect(),
            room: row.room,
            kind: row.kind,
            format: row.format,
            rated: row.rated,
            how: told(row.how),
            reason: told(row.reason),
            rounds: row.rounds,
            created: row.created,
            touched: row.touched,
            ended: row.ended,
            state: row.state,
        }
    }
}

fn results(app: &AppState) -> Result<&dyn Results, Refusal> {
    app.house().store().results().ok_or_else(|| Refusal::new("no_accounts", "this server keeps no list of games"))
}

fn short(what: &str, text: &str) -> Result<(), Refusal> {
    match text.len() <= LONGEST {
        true => Ok(()),
        false => Err(Refusal::new("too_large", format!("{what} has at most {LONGEST} bytes, not {}", text.len()))),
    }
}

/// `GET /api/me/rooms`: where I sat last, also as a guest.
pub async fn rooms(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, Response> {
    answer(mine(&app, &headers, &Wanted::default(), LISTED, 0).await)
}

async fn mine(app: &AppState, headers: &HeaderMap, wanted: &Wanted, limit: u32, from: u32) -> Result<Vec<PlayedGame>, Refusal> {
    let Some(visitor) = session::known(app.house().store(), headers).await? else { return Ok(Vec::new()) };
    app.house().catch_up_with(&visitor).await;
    let rows = results(app)?.results_of(&visitor, wanted, limit, from).await?;
    Ok(rows.into_iter().map(|row| PlayedGame::new(row, &visitor)).collect())
}

/// Which games of mine.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Filter {
    kind: String,
    format: String,
    state: String,
    opponent: String,
    deck: String,
    page: u32,
}

/// `GET /api/me/games?kind=…&format=…&state=…&opponent=…&deck=…&page=…`.
pub async fn games(
    State(app): State<AppState>,
    headers: HeaderMap,
    asked: Result<Query<Filter>, QueryRejection>,
) -> Result<Response, Response> {
    let filter = query(asked)?;
    answer(page(&app, &headers, filter).await)
}

async fn page(app: &AppState, headers: &HeaderMap, filter: Filter) -> Result<PlayedGames, Refusal> {
    let Filter { kind, format, state, opponent, deck, page } = filter;
    for (what, text) in [("kind", &kind), ("format", &format), ("state", &state), ("opponent", &opponent), ("deck", &deck)] {
        short(what, text)?;
    }
    if page >= PAGES {
        return Err(Refusal::new("bad_request", format!("there are at most {PAGES} pages, from 0 on")));
    }
    let wanted = Wanted { kind, format, state, opponent: opponent.trim().to_owned(), deck: deck.trim().to_owned() };
    let mut games = mine(app, headers, &wanted, PAGE + 1, page * PAGE).await?;
    let more = games.len() > PAGE as usize;
    games.truncate(PAGE as usize);
    Ok(PlayedGames { games, page, more })
}

/// Of what statistics are asked.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Question {
    kind: String,
    format: String,
    /// My own games; else those of everybody.
    mine: bool,
    /// Games with bots; else those among people.
    bots: bool,
}

/// `GET /api/stats`: how decks, factions, agendas and houses fared in games that are over.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Statistics {
    /// By faction or house, and what each met.
    pub sides: Vec<Fared>,
    pub side_against: Vec<Fared>,
    pub agendas: Vec<Fared>,
    pub decks: Vec<Fared>,
    pub deck_against: Vec<Fared>,
}

/// How one of them fared.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Fared {
    pub what: String,
    /// What it met; empty: whatever it was.
    pub against: String,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub games: u64,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub wins: u64,
}

impl From<Tally> for Fared {
    fn from(Tally { what, against, games, wins }: Tally) -> Fared {
        Fared { what, against, games, wins }
    }
}

pub async fn stats(
    State(app): State<AppState>,
    headers: HeaderMap,
    asked: Result<Query<Question>, QueryRejection>,
) -> Result<Response, Response> {
    let question = query(asked)?;
    told(&app, &headers, question).await.map_err(IntoResponse::into_response)
}

async fn told(app: &AppState, headers: &HeaderMap, question: Question) -> Result<Response, Refusal> {
    let Question { kind, format, mine, bots } = question;
    app.games().kind(&kind)?;
    short("format", &format)?;
    let owner = match mine {
        false => String::new(),
        true => match session::known(app.house().store(), headers).await? {
            Some(visitor) => visitor,
            None => {
                return Ok(Json(json!({"sides": [], "side_against": [], "agendas": [], "decks": [], "deck_against": []})).into_response());
            }
        },
    };
    let asked = Asked { kind, format, owner, bots };
    let results = results(app)?;
    let fared = async |by: By, against: bool| -> Result<Vec<Fared>, Refusal> {
        Ok(results.tallies(&asked, by, against).await?.into_iter().map(Fared::from).collect())
    };
    let statistics = Statistics {
        sides: fared(By::Side, false).await?,
        side_against: fared(By::Side, true).await?,
        agendas: fared(By::Agenda, false).await?,
        decks: fared(By::Deck, false).await?,
        deck_against: fared(By::Deck, true).await?,
    };
    Ok(Json(statistics).into_response())
}
