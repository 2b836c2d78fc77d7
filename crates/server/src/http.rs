//! The endpoints that are asked once and answer once.

use axum::Json;
use axum::extract::rejection::JsonRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::AppState;
use crate::room::Refusal;
use crate::session::{self, Visitor};
use crate::wire::{JoinRoom, NewRoom, Seated, WireError};

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
            "no_such_room" => StatusCode::NOT_FOUND,
            "not_yours" => StatusCode::FORBIDDEN,
            "seat_taken" | "not_over" | "paused" => StatusCode::CONFLICT,
            "store" | "engine" => StatusCode::INTERNAL_SERVER_ERROR,
            _ => StatusCode::UNPROCESSABLE_ENTITY,
        };
        refused(status, self.into_wire())
    }
}

type Body<T> = Result<Json<T>, JsonRejection>;

/// The body, or an answer that says what is wrong with it.
#[allow(clippy::result_large_err)]
fn body<T: DeserializeOwned>(body: Body<T>) -> Result<T, Response> {
    body.map(|Json(value)| value).map_err(|why| error(why.status(), "bad_request", why.body_text()))
}

/// An answer that also tells a new visitor its cookie.
fn with_cookie<T: Serialize>(visitor: Visitor, value: &T) -> Response {
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

/// `GET /api/decks`: the ready decks.
pub async fn decks(State(app): State<AppState>) -> Response {
    Json(app.games().decks()).into_response()
}

/// `POST /api/rooms`.
pub async fn new_room(State(app): State<AppState>, headers: HeaderMap, wanted: Body<NewRoom>) -> Result<Response, Response> {
    let wanted = body(wanted)?;
    let visitor = guest(&app, &headers).await?;
    let room = app.house().create(&visitor.id, wanted).await.map_err(IntoResponse::into_response)?;
    Ok(with_cookie(visitor, &Seated { room, seat: 0 }))
}

/// `GET /api/rooms/{id}`.
pub async fn room(State(app): State<AppState>, Path(id): Path<String>, headers: HeaderMap) -> Result<Response, Response> {
    let visitor = known(&app, &headers).await?;
    let room = app.house().room(&id).await.map_err(IntoResponse::into_response)?;
    let info = room.info(visitor.as_deref()).await.map_err(IntoResponse::into_response)?;
    Ok(Json(info).into_response())
}

/// `POST /api/rooms/{id}/join`.
pub async fn join(
    State(app): State<AppState>,
    Path(id): Path<String>,
    headers: HeaderMap,
    wanted: Body<JoinRoom>,
) -> Result<Response, Response> {
    let wanted = body(wanted)?;
    let visitor = guest(&app, &headers).await?;
    let room = app.house().room(&id).await.map_err(IntoResponse::into_response)?;
    let seat = room.join(&visitor.id, wanted).await.map_err(IntoResponse::into_response)?;
    Ok(with_cookie(visitor, &Seated { room: id, seat: seat.0 }))
}

/// `POST /api/rooms/{id}/rematch`: the same players once more. The first who asks makes the room, the others are led to it.
pub async fn rematch(State(app): State<AppState>, Path(id): Path<String>, headers: HeaderMap) -> Result<Response, Response> {
    let visitor = known(&app, &headers).await?.unwrap_or_default();
    let seated = app.house().rematch(&id, &visitor).await.map_err(IntoResponse::into_response)?;
    Ok(Json(seated).into_response())
}

/// `GET /api/rooms/{id}/replay`: the finished game as a file.
pub async fn replay(State(app): State<AppState>, Path(id): Path<String>) -> Result<Response, Response> {
    let room = app.house().room(&id).await.map_err(IntoResponse::into_response)?;
    let text = room.replay().await.map_err(IntoResponse::into_response)?;
    let name = format!("attachment; filename=\"maester-{id}.json\"");
    Ok(([(header::CONTENT_TYPE, "application/json"), (header::CONTENT_DISPOSITION, name.as_str())], text).into_response())
}

/// `GET /api/rooms/{id}/replay/{step}`: the finished game after so many steps, with everything open.
pub async fn replay_at(State(app): State<AppState>, Path((id, step)): Path<(String, u32)>) -> Result<Response, Response> {
    let room = app.house().room(&id).await.map_err(IntoResponse::into_response)?;
    Ok(Json(room.replay_at(step).await.map_err(IntoResponse::into_response)?).into_response())
}

#[allow(clippy::result_large_err)]
async fn guest(app: &AppState, headers: &HeaderMap) -> Result<Visitor, Response> {
    session::guest(app.house().store(), headers).await.map_err(|why| Refusal::from(why).into_response())
}

#[allow(clippy::result_large_err)]
pub(crate) async fn known(app: &AppState, headers: &HeaderMap) -> Result<Option<String>, Response> {
    session::known(app.house().store(), headers).await.map_err(|why| Refusal::from(why).into_response())
}
