//! Positions over HTTP: a text is checked and shown, a game of it begins, a game gives its text.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use serde_json::json;
use table::{Seat, Viewer};

use crate::AppState;
use crate::games::laid::Laid;
use crate::games::{GameKind, Games};
use crate::http::{Body, InPath, body, error, known, step_of};
use crate::room::Refusal;
use crate::wire::{Asked, CheckPosition, LineError, PositionCheck, WireError};

/// `POST /api/positions/check`: every error by its line; or the table that the text says, and the text in its usual form.
pub async fn check(State(app): State<AppState>, wanted: Body<CheckPosition>) -> Result<Response, Response> {
    let wanted = body(wanted)?;
    // Reading takes some milliseconds: not on a thread that serves sockets.
    let checked = tokio::task::spawn_blocking(move || crate::room::guarded(|| checked(app.games(), &wanted))).await;
    match checked {
        Ok(checked) => Ok(Json(checked.and_then(|done| done.map_err(Refusal::from)).map_err(IntoResponse::into_response)?).into_response()),
        Err(_) => Err(error(StatusCode::INTERNAL_SERVER_ERROR, "engine", "this text could not be checked")),
    }
}

fn checked(games: &Games, wanted: &CheckPosition) -> Result<PositionCheck, WireError> {
    let kind = games.kind(wanted.kind.as_deref().unwrap_or("card"))?;
    match kind.lay(&wanted.text) {
        Ok(laid) => shown(kind, &laid, wanted.viewer.map(Seat)),
        Err(errors) => Ok(PositionCheck { ok: false, errors, ..PositionCheck::default() }),
    }
}

fn shown(kind: &dyn GameKind, laid: &Laid, viewer: Option<Seat>) -> Result<PositionCheck, WireError> {
    let game = kind.open(Some(&laid.rulings), &laid.replay(kind)?)?;
    if let Some(seat) = viewer.filter(|seat| seat.index() >= laid.seats) {
        return Err(crate::games::wrong("bad_request", format!("there is no seat {seat} at this table of {}", laid.seats)));
    }
    // At the start of a phase something may come before the first point that has a text.
    let (text, note) = match kind.lines(Some(&laid.rulings), &*game) {
        Ok(text) => (Some(text), None),
        Err(why) => (None, Some(why.message)),
    };
    let asked = |seat: Seat| Some(Asked { seat: seat.0, text: game.prompt(seat)?.prompt.text });
    Ok(PositionCheck {
        ok: true,
        errors: Vec::new(),
        seats: laid.seats as u8,
        format: laid.format.clone(),
        rulings: laid.rulings.clone(),
        view: game.view_json(viewer.map_or(Viewer::All, Viewer::Seat)),
        asked: game.acting().iter().filter_map(asked).collect(),
        text,
        note,
    })
}

/// The answer to a text that cannot be laid: all errors by their lines.
pub fn wrong_lines(lines: &[LineError]) -> Response {
    let told: Vec<String> = lines.iter().take(3).map(LineError::sentence).collect();
    let more = if lines.len() > 3 { format!("; and {} more", lines.len() - 3) } else { String::new() };
    let message = format!("this position cannot be played: {}{more}", told.join("; "));
    let error = json!({ "code": "bad_position", "message": message, "rule": null, "lines": lines });
    (StatusCode::BAD_REQUEST, Json(json!({ "error": error }))).into_response()
}

/// `GET /api/rooms/{id}/position`: the table as text, for who plays every seat, and for all when the game is over.
pub async fn of_room(State(app): State<AppState>, InPath(id): InPath<String>, headers: HeaderMap) -> Result<Response, Response> {
    let visitor = known(&app, &headers).await?;
    let room = app.house().room(&id).await.map_err(IntoResponse::into_response)?;
    Ok(Json(room.position(visitor.as_deref(), None).await.map_err(IntoResponse::into_response)?).into_response())
}

/// `GET /api/rooms/{id}/replay/{step}/position`: the table of a finished game after so many steps, as text.
pub async fn of_step(
    State(app): State<AppState>,
    InPath((id, step)): InPath<(String, String)>,
    headers: HeaderMap,
) -> Result<Response, Response> {
    let step = step_of(&step)?;
    let visitor = known(&app, &headers).await?;
    let room = app.house().room(&id).await.map_err(IntoResponse::into_response)?;
    Ok(Json(room.position(visitor.as_deref(), Some(step)).await.map_err(IntoResponse::into_response)?).into_response())
}
