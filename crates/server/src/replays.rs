//! Recorded games that somebody opens from a file: proved as `maester replay verify` does, and walked through like a finished game here.
//!
//! Nothing of it is written down: the browser holds the file, and the game that was run from it stays in memory for a while. A server that does
//! not know it (any more) says so, and is given the file again.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::Json;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Query, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use serde::Serialize;
use table::replay::{Replay, ReplayError};
use tokio::sync::Semaphore;

use crate::AppState;
use crate::games::Games;
use crate::http::{InPath, Look, answer, query, step_of};
use crate::room::{Refusal, Walk, guarded};

/// The largest file, in bytes, and its most steps: a long game has a tenth of either.
pub const LARGEST: usize = 1 << 20;
const STEPS: usize = 10_000;
/// Games that are remembered, and for how long.
const KEPT: usize = 8;
const LONG: Duration = Duration::from_secs(600);
/// How long somebody waits for others whose games are run.
const PATIENCE: Duration = Duration::from_secs(15);

/// What a file proves.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
#[serde(rename_all = "snake_case")]
pub enum Proof {
    /// It runs, and every hash in it is right, that of its end too.
    Good,
    /// It runs, and its end is missing: it may be cut or changed.
    Unproved,
    /// It runs, and something in it is not what comes out.
    Differs,
}

/// `POST /api/replays`, the file as the body: a recorded game that can be walked through (`GET /api/replays/{id}/story`,
/// `GET /api/replays/{id}/{step}`, as for a room).
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OpenedReplay {
    /// The same for the same file.
    pub id: String,
    pub kind: String,
    /// The names by seat.
    pub players: Vec<String>,
    pub steps: u32,
    pub proof: Proof,
    /// What `maester replay verify` says of it.
    pub told: String,
    /// What was committed to before the game, where the file proves it.
    pub commitment: Option<String>,
}

/// A game that was run from a file.
struct Run {
    told: OpenedReplay,
    walk: Arc<Walk>,
    used: Instant,
}

/// The games that were run from files, the last used at the end; one is run at a time.
pub struct Reader {
    runs: Mutex<Vec<Run>>,
    turn: Semaphore,
}

impl Default for Reader {
    fn default() -> Reader {
        Reader { runs: Mutex::default(), turn: Semaphore::new(1) }
    }
}

impl Reader {
    /// A game that was run here not long ago.
    fn known(&self, id: &str) -> Option<(OpenedReplay, Arc<Walk>)> {
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        runs.retain(|run| run.used.elapsed() < LONG);
        let place = runs.iter().position(|run| run.told.id == id)?;
        let run = Run { used: Instant::now(), ..runs.remove(place) };
        let found = (run.told.clone(), run.walk.clone());
        runs.push(run);
        Some(found)
    }

    fn walk(&self, id: &str) -> Result<Arc<Walk>, Refusal> {
        let missing = || Refusal::new("no_such_replay", "this server does not know this game (any more): open its file again");
        self.known(id).map(|(_, walk)| walk).ok_or_else(missing)
    }

    async fn open(&self, games: &Games, file: Bytes) -> Result<OpenedReplay, Refusal> {
        let id = blake3::hash(&file).to_hex()[..32].to_owned();
        let busy = || Refusal::new("too_fast", "games of others are read now; try again in a moment");
        let turn = tokio::time::timeout(PATIENCE, self.turn.acquire()).await;
        let _turn = turn.ok().and_then(Result::ok).ok_or_else(busy)?;
        if let Some((told, _)) = self.known(&id) {
            return Ok(told);
        }
        let games = games.clone();
        // Running a game takes long: not on a thread that serves sockets.
        let read = tokio::task::spawn_blocking(move || guarded(|| read(&games, &id, &file))).await;
        let (told, walk) = read.map_err(|_| Refusal::new("engine", "this game could not be run"))?.and_then(|read| read)?;
        let mut runs = self.runs.lock().unwrap_or_else(PoisonError::into_inner);
        if runs.len() >= KEPT {
            runs.remove(0);
        }
        runs.push(Run { told: told.clone(), walk: Arc::new(walk), used: Instant::now() });
        Ok(told)
    }
}

/// A file, run through; an error says why it cannot be.
fn read(games: &Games, id: &str, file: &[u8]) -> Result<(OpenedReplay, Walk), Refusal> {
    let bad = |why: &ReplayError| Refusal::new("bad_replay", why.to_string());
    let replay = Replay::read(file).map_err(|why| bad(&why))?;
    if replay.steps.len() > STEPS {
        let message =
            format!("this game has {} steps; here at most {STEPS} are run. `maester replay verify` takes any file", replay.steps.len());
        return Err(Refusal::new("too_large", message));
    }
    let (game, report) = games.kind(&replay.game)?.recorded(&replay).map_err(|why| bad(&why))?;
    let (proof, told) = match &report {
        Ok(report) => match report.unproved() {
            None => {
                let end = replay.ending(&report.concessions, report.outcome.as_ref(), report.concession);
                (Proof::Good, format!("{}, {end}", report.counts()))
            }
            Some(lacks) => (Proof::Unproved, lacks),
        },
        // What runs all the same is shown, with what is wrong.
        Err(
            why @ (ReplayError::Hash { .. }
            | ReplayError::Outcome { .. }
            | ReplayError::Mark { .. }
            | ReplayError::Players { .. }
            | ReplayError::Commitment(_)),
        ) => (Proof::Differs, why.to_string()),
        Err(why) => return Err(bad(why)),
    };
    let commitment = replay.commitment.as_ref().filter(|_| proof == Proof::Good).map(|commitment| commitment.hash.clone());
    // What differs is told where it first does, also if it does not run on from there.
    let walk = Walk::of_file(id, replay, game).map_err(|why| report.as_ref().err().map_or(why, bad))?;
    let told = OpenedReplay {
        id: walk.name().to_owned(),
        kind: walk.kind().to_owned(),
        players: walk.seats().iter().map(|seat| seat.name.clone()).collect(),
        steps: walk.steps(),
        proof,
        told,
        commitment,
    };
    Ok((told, walk))
}

/// `POST /api/replays`.
pub async fn open(State(app): State<AppState>, file: Result<Bytes, BytesRejection>) -> Result<Response, Response> {
    let file = file.map_err(|why| match why.status() {
        StatusCode::PAYLOAD_TOO_LARGE => {
            let message = format!("a file has at most {} kB here; `maester replay verify` takes any", LARGEST / 1024);
            crate::http::error(StatusCode::PAYLOAD_TOO_LARGE, "too_large", message)
        }
        status => crate::http::error(status, "bad_request", why.body_text()),
    })?;
    answer(app.reader().open(app.games(), file).await)
}

/// `GET /api/replays/{id}/{step}`.
pub async fn step(
    State(app): State<AppState>,
    InPath((id, step)): InPath<(String, String)>,
    look: Result<Query<Look>, QueryRejection>,
) -> Result<Response, Response> {
    let (step, look) = (step_of(&step)?, query(look)?);
    let walk = app.reader().walk(&id).map_err(IntoResponse::into_response)?;
    answer(walk.shown(step, &look.look).await)
}

/// `GET /api/replays/{id}/story`.
pub async fn story(
    State(app): State<AppState>,
    InPath(id): InPath<String>,
    look: Result<Query<Look>, QueryRejection>,
) -> Result<Response, Response> {
    let look = query(look)?;
    let walk = app.reader().walk(&id).map_err(IntoResponse::into_response)?;
    walk.told(&look.look).await.map(|story| Json(story).into_response()).map_err(IntoResponse::into_response)
}
