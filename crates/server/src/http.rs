//! The endpoints that are asked once and answer once.

use std::sync::Arc;

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, JsonRejection, QueryRejection};
use axum::extract::{FromRequestParts, Path, Query, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::AppState;
use crate::people::{Asking, MaybePeer};
use crate::room::{NotLaid, Refusal, Room};
use crate::session::{self, Visitor};
use crate::terms::Terms;
use crate::wire::{CheckDeck, JoinRoom, Nothing, RoomWish, SayAside, Seated, WireError};

/// An answer that says what is wrong: `{"error":{"code":…,"message":…,"rule":…}}`.
pub fn error(status: StatusCode, code: &str, message: impl Into<String>) -> Response {
    refused(status, WireError { code: code.to_owned(), message: message.into(), rule: None })
}

fn refused(status: StatusCode, error: WireError) -> Response {
    (status, Json(serde_json::json!({ "error": error }))).into_response()
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = match self.code() {
            "no_such_room" | "no_such_block" | "no_such_line" | "no_such_report" | "no_such_silence" | "no_such_session"
            | "no_such_deck" | "no_such_replay" | "no_accounts" => StatusCode::NOT_FOUND,
            "no_account" => StatusCode::UNAUTHORIZED,
            "blocked" | "muted" | "silent" | "not_yours" | "wrong_password" | "needs_password" | "needs_account" => StatusCode::FORBIDDEN,
            "seat_taken" | "closed" | "started" | "not_over" | "paused" | "name_taken" | "has_account" | "changed" => StatusCode::CONFLICT,
            "too_fast" => StatusCode::TOO_MANY_REQUESTS,
            "store" | "engine" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        let slow = status == StatusCode::TOO_MANY_REQUESTS;
        let mut answer = refused(status, self.into_wire());
        if slow {
            answer.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(AGAIN));
        }
        answer
    }
}

/// After so many seconds, who went too fast may try again.
const AGAIN: u64 = 10;

/// The largest body of a request, in bytes.
pub const LARGEST: usize = 64 * 1024;

pub(crate) type Body<T> = Result<Json<T>, JsonRejection>;

/// The body, or an answer that says what is wrong with it.
#[allow(clippy::result_large_err)]
pub(crate) fn body<T: DeserializeOwned>(body: Body<T>) -> Result<T, Response> {
    body.map(|Json(value)| value).map_err(|why| match why.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        status => error(status, "bad_request", why.body_text()),
    })
}

/// No body, or one that says nothing.
#[allow(clippy::result_large_err)]
fn nothing(wanted: Result<Bytes, BytesRejection>) -> Result<(), Response> {
    let wanted = wanted.map_err(|why| match why.status() {
        StatusCode::PAYLOAD_TOO_LARGE => too_large(),
        status => error(status, "bad_request", why.body_text()),
    })?;
    if !wanted.is_empty() {
        let Nothing {} = body(Json::from_bytes(&wanted))?;
    }
    Ok(())
}

/// What stands behind the question mark, or an answer that says what is wrong with it.
#[allow(clippy::result_large_err)]
pub(crate) fn query<T>(query: Result<Query<T>, QueryRejection>) -> Result<T, Response> {
    query.map(|Query(asked)| asked).map_err(|why| error(StatusCode::BAD_REQUEST, "bad_request", why.body_text()))
}

/// What was done, as JSON.
#[allow(clippy::result_large_err)]
pub(crate) fn answer<T: Serialize>(done: Result<T, Refusal>) -> Result<Response, Response> {
    done.map(|value| Json(value).into_response()).map_err(IntoResponse::into_response)
}

fn too_large() -> Response {
    error(StatusCode::PAYLOAD_TOO_LARGE, "too_large", format!("a request has at most {} kB", LARGEST / 1024))
}

/// What stands in the path, or an answer that says what is wrong with it.
pub struct InPath<T>(pub T);

impl<S: Send + Sync, T: DeserializeOwned + Send> FromRequestParts<S> for InPath<T> {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<InPath<T>, Response> {
        let path = parts.uri.path().to_owned();
        let found = Path::<T>::from_request_parts(parts, state).await;
        found.map(|Path(found)| InPath(found)).map_err(|why| error(why.status(), "bad_request", format!("{path}: {}", why.body_text())))
    }
}

/// A path that is there, asked with a method that it does not know.
pub async fn wrong_method(method: Method, uri: Uri) -> Response {
    // What is not asked with the one of our two methods is asked with the other.
    let way = match method {
        Method::GET | Method::HEAD => "POST",
        Method::POST => "GET",
        _ => "GET or POST (the header Allow says which)",
    };
    error(StatusCode::METHOD_NOT_ALLOWED, "method", format!("{} is asked with {way}, not with {method}", uri.path()))
}

/// An answer that also tells a new visitor its cookie.
pub(crate) fn with_cookie<T: Serialize>(visitor: Visitor, value: &T) -> Response {
    let mut answer = Json(value).into_response();
    if let Some(cookie) = visitor.set_cookie {
        answer.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    answer
}

/// `GET /health`.
pub async fn health() -> &'static str {
    "ok"
}

/// `GET /api/cards`: the pool with rendered text.
pub async fn cards(State(app): State<AppState>, headers: HeaderMap) -> Response {
    let text = app.games().cards().as_bytes().to_vec();
    crate::assets::unless_known(&headers, "application/json", "no-cache", text.into())
}

/// `GET /api/pool`: packs, cards that nobody can play yet, what is in the ready decks.
pub async fn pool(State(app): State<AppState>, headers: HeaderMap) -> Response {
    let text = app.games().pool().as_bytes().to_vec();
    crate::assets::unless_known(&headers, "application/json", "no-cache", text.into())
}

/// `GET /api/cards/{code}/position`: a table at which this card can be tried.
pub async fn tryout(State(app): State<AppState>, InPath(code): InPath<String>) -> Result<Response, Response> {
    // A host for an attachment is looked for by reading tables: not on a thread that serves sockets.
    let found = tokio::task::spawn_blocking(move || app.games().tryout(&code)).await.ok().flatten();
    let text = found.ok_or_else(|| error(StatusCode::NOT_FOUND, "no_such_card", "there is no such card to be tried"))?;
    Ok(Json(serde_json::json!({ "text": text })).into_response())
}

/// `GET /api/decks`: the ready decks.
pub async fn decks(State(app): State<AppState>) -> Response {
    Json(app.games().decks()).into_response()
}

/// `POST /api/decks/check`: what is to be said of a deck.
pub async fn check_deck(State(app): State<AppState>, wanted: Body<CheckDeck>) -> Result<Response, Response> {
    let CheckDeck { deck } = body(wanted)?;
    let checked = app.games().kind("card").map(|kind| kind.check_deck(&deck)).map_err(|why| Refusal::from(why).into_response())?;
    Ok(Json(checked).into_response())
}

/// `POST /api/rooms`: with decks, or with a position.
pub async fn new_room(
    State(app): State<AppState>,
    headers: HeaderMap,
    peer: MaybePeer,
    wanted: Body<RoomWish>,
) -> Result<Response, Response> {
    let wanted = body(wanted)?;
    let visitor = guest(&app, &headers).await?;
    let mut wanted = match wanted {
        RoomWish::Decks(wanted) => wanted,
        RoomWish::Position(wanted) => {
            let seated = app.house().lay(&visitor.id, wanted).await.map_err(|why| match why {
                NotLaid::Lines(lines) => crate::positions::wrong_lines(&lines),
                NotLaid::Refused(why) => why.into_response(),
            })?;
            return Ok(with_cookie(visitor, &seated));
        }
    };
    if let Some(gate) = app.gate().filter(|_| wanted.terms.as_ref().is_some_and(Terms::is_listed)) {
        gate.lists(Asking::new(headers, peer).address(app.door().proxied)).map_err(IntoResponse::into_response)?;
    }
    let hash = app.door().locks(wanted.terms.as_ref(), wanted.password.take()).await.map_err(IntoResponse::into_response)?;
    let room = app.house().create_locked(&visitor.id, *wanted, hash).await.map_err(IntoResponse::into_response)?;
    Ok(with_cookie(visitor, &Seated { room, seat: 0 }))
}

/// `GET /api/rooms/{id}`.
pub async fn room(State(app): State<AppState>, InPath(id): InPath<String>, headers: HeaderMap) -> Result<Response, Response> {
    let visitor = known(&app, &headers).await?;
    let room = app.house().room(&id).await.map_err(IntoResponse::into_response)?;
    let info = room.info(visitor.as_deref()).await.map_err(IntoResponse::into_response)?;
    Ok(Json(info).into_response())
}

/// `POST /api/rooms/{id}/join`.
pub async fn join(
    State(app): State<AppState>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    peer: MaybePeer,
    wanted: Body<JoinRoom>,
) -> Result<Response, Response> {
    let mut wanted = body(wanted)?;
    let visitor = guest(&app, &headers).await?;
    let room = app.house().room(&id).await.map_err(IntoResponse::into_response)?;
    let asking = Asking::new(headers, peer);
    let let_in = app.door().lets_in(&asking, &room, &visitor.id, wanted.password.take()).await;
    let_in.map_err(IntoResponse::into_response)?;
    let seat = room.join(&visitor.id, wanted).await.map_err(IntoResponse::into_response)?;
    Ok(with_cookie(visitor, &Seated { room: id, seat: seat.0 }))
}

/// `POST /api/rooms/{id}/rematch`: the same players once more. The first who asks makes the room, the others are led to it.
pub async fn rematch(
    State(app): State<AppState>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    wanted: Result<Bytes, BytesRejection>,
) -> Result<Response, Response> {
    nothing(wanted)?;
    let visitor = known(&app, &headers).await?.unwrap_or_default();
    let seated = app.house().rematch(&id, &visitor).await.map_err(IntoResponse::into_response)?;
    Ok(Json(seated).into_response())
}

/// The room of which a visitor asks something without saying more, and the visitor (empty: a stranger).
async fn asked(
    app: &AppState,
    id: &str,
    headers: &HeaderMap,
    wanted: Result<Bytes, BytesRejection>,
) -> Result<(Arc<Room>, String), Response> {
    nothing(wanted)?;
    let visitor = known(app, headers).await?.unwrap_or_default();
    let room = app.house().room(id).await.map_err(IntoResponse::into_response)?;
    Ok((room, visitor))
}

/// `POST /api/rooms/{id}/close`: the host closes a table that waits.
pub async fn close(
    State(app): State<AppState>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    wanted: Result<Bytes, BytesRejection>,
) -> Result<Response, Response> {
    let (room, visitor) = asked(&app, &id, &headers, wanted).await?;
    answer(room.close(&visitor).await.map(|()| true))
}

/// `POST /api/rooms/{id}/stand`: who sits at a table that waits gives the seat back.
pub async fn stand(
    State(app): State<AppState>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    wanted: Result<Bytes, BytesRejection>,
) -> Result<Response, Response> {
    let (room, visitor) = asked(&app, &id, &headers, wanted).await?;
    answer(room.stand(&visitor).await.map(|()| true))
}

/// `POST /api/rooms/{id}/aside`: who looks on says something to the others who do.
pub async fn aside(
    State(app): State<AppState>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    wanted: Body<SayAside>,
) -> Result<Response, Response> {
    let wanted = body(wanted)?;
    let room = app.house().room(&id).await.map_err(IntoResponse::into_response)?;
    let visitor = guest(&app, &headers).await?;
    room.aside(&visitor.id, &wanted).await.map_err(IntoResponse::into_response)?;
    Ok(with_cookie(visitor, &true))
}

/// `GET /api/rooms/{id}/file`: the log of a room that is paused, for who sits there.
pub async fn file(State(app): State<AppState>, InPath(id): InPath<String>, headers: HeaderMap) -> Result<Response, Response> {
    let visitor = known(&app, &headers).await?;
    let room = app.house().room(&id).await.map_err(IntoResponse::into_response)?;
    let file = room.file(visitor.as_deref()).await.map_err(IntoResponse::into_response)?;
    let name = format!("attachment; filename=\"maester-room-{id}.json\"");
    Ok(([(header::CONTENT_TYPE, "application/json"), (header::CONTENT_DISPOSITION, name.as_str())], file.to_string()).into_response())
}

/// `GET /api/rooms/{id}/replay`: the finished game as a file.
pub async fn replay(State(app): State<AppState>, InPath(id): InPath<String>) -> Result<Response, Response> {
    let room = app.house().room(&id).await.map_err(IntoResponse::into_response)?;
    let text = room.replay().await.map_err(IntoResponse::into_response)?;
    let name = format!("attachment; filename=\"maester-{id}.json\"");
    Ok(([(header::CONTENT_TYPE, "application/json"), (header::CONTENT_DISPOSITION, name.as_str())], text).into_response())
}

/// `GET /api/rooms/{id}/replay/{step}`: the finished game after so many steps, with everything open or as a seat saw it.
pub async fn replay_at(
    State(app): State<AppState>,
    InPath((id, step)): InPath<(String, String)>,
    look: Result<Query<Look>, QueryRejection>,
) -> Result<Response, Response> {
    let (step, Look { look }) = (step_of(&step)?, query(look)?);
    let room = app.house().room(&id).await.map_err(IntoResponse::into_response)?;
    answer(room.replay_at(step, &look).await)
}

/// `GET /api/rooms/{id}/replay/story`: all that was told in the finished game, and where rounds and phases begin.
pub async fn replay_story(
    State(app): State<AppState>,
    InPath(id): InPath<String>,
    look: Result<Query<Look>, QueryRejection>,
) -> Result<Response, Response> {
    let Look { look } = query(look)?;
    let room = app.house().room(&id).await.map_err(IntoResponse::into_response)?;
    answer(room.replay_story(&look).await)
}

/// `?as=1`: as whom a finished game is looked at.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Look {
    #[serde(rename = "as")]
    pub look: String,
}

/// The number of a step, as it stands in a path.
#[allow(clippy::result_large_err)]
pub(crate) fn step_of(step: &str) -> Result<u32, Response> {
    let number = step.parse().ok().filter(|_| step.bytes().all(|b| b.is_ascii_digit()));
    number.ok_or_else(|| {
        let step: String = step.chars().take(20).collect();
        error(StatusCode::BAD_REQUEST, "bad_request", format!("a step is a whole number from 0 on, not {step:?}"))
    })
}

#[allow(clippy::result_large_err)]
async fn guest(app: &AppState, headers: &HeaderMap) -> Result<Visitor, Response> {
    session::guest(app.house().store(), headers).await.map_err(|why| Refusal::from(why).into_response())
}

#[allow(clippy::result_large_err)]
pub(crate) async fn known(app: &AppState, headers: &HeaderMap) -> Result<Option<String>, Response> {
    session::known(app.house().store(), headers).await.map_err(|why| Refusal::from(why).into_response())
}
