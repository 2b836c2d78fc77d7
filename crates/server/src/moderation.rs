//! Peace between people: whom I do not want to meet, what I report, and what an operator does about it.
//!
//! Operators are made on the command line (`maester operator grant NAME`): nobody becomes one over the network.

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::Response;
use serde::{Deserialize, Serialize};
use serde_json::json;

use crate::AppState;
use crate::http::{Body, InPath, answer, body};
use crate::room::Refusal;
use crate::session;
use crate::store::{Block, Peace, ReportRow, Silence, now};

/// Reports that are shown at once, the longest reason in characters, the longest time of silence in hours.
const SHOWN: u32 = 100;
const LONGEST: usize = 300;
const HOURS: u32 = 24 * 365;
/// How many one visitor may block.
const MOST: usize = 500;

type Answer = Result<Response, Response>;

/// Whom I do not want to meet.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MyBlock {
    pub key: String,
    /// The name that stood at the table.
    pub name: String,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub since: i64,
}

/// `GET /api/operator`.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct OperatorDesk {
    pub reports: Vec<Reported>,
    /// Whom nobody hears now.
    pub silenced: Vec<Silenced>,
}

/// Somebody whom nobody hears for a time.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Silenced {
    pub key: String,
    pub name: String,
    /// What was said.
    pub said: String,
    /// Seconds since 1970.
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub until: i64,
}

impl From<Silence> for Silenced {
    fn from(Silence { key, name, said, until }: Silence) -> Silenced {
        Silenced { key, name, said, until }
    }
}

/// A line that somebody reported.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Reported {
    pub key: String,
    pub room: String,
    /// Who said it, at that table.
    pub name: String,
    pub said: String,
    pub why: String,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub at: i64,
}

impl From<ReportRow> for Reported {
    fn from(ReportRow { key, room, name, said, why, at, .. }: ReportRow) -> Reported {
        Reported { key, room, name, said, why, at }
    }
}

fn peace(app: &AppState) -> Result<&dyn Peace, Refusal> {
    app.house().store().peace().ok_or_else(|| Refusal::new("no_accounts", "this server keeps no blocks and reports"))
}

/// Who is asking; somebody who has been here before.
async fn me(app: &AppState, headers: &HeaderMap) -> Result<String, Refusal> {
    let stranger = || Refusal::new("not_yours", "only who has sat or spoken at a table here may ask this");
    session::known(app.house().store(), headers).await?.ok_or_else(stranger)
}

async fn operator(app: &AppState, headers: &HeaderMap) -> Result<String, Refusal> {
    let me = me(app, headers).await?;
    match peace(app)?.is_operator(&me).await? {
        true => Ok(me),
        false => Err(Refusal::new("not_yours", "only an operator of this server may ask this")),
    }
}

/// A person at a table: by the seat, or by the number among those who look on and have spoken.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Whom {
    seat: Option<u8>,
    who: Option<u32>,
}

/// `POST /api/rooms/{id}/block`: I do not want to meet who sits there.
pub async fn block(State(app): State<AppState>, InPath(id): InPath<String>, headers: HeaderMap, wanted: Body<Whom>) -> Answer {
    let whom = body(wanted)?;
    answer(blocked(&app, &headers, &id, whom).await)
}

async fn blocked(app: &AppState, headers: &HeaderMap, id: &str, whom: Whom) -> Result<bool, Refusal> {
    let me = me(app, headers).await?;
    let room = app.house().room(id).await?;
    let (person, name) = match whom {
        Whom { seat: Some(seat), who: None } => room.person_in(seat).await?,
        Whom { seat: None, who: Some(who) } => room.speaker(&me, who).await?,
        _ => return Err(Refusal::new("bad_request", "name one person: by `seat`, or by `who` among those who look on")),
    };
    if person == me {
        return Err(Refusal::new("bad_request", "this is you"));
    }
    let peace = peace(app)?;
    if peace.blocks(&me).await?.len() >= MOST {
        return Err(Refusal::new("full", format!("you have blocked {MOST} people: that is all that is kept")));
    }
    peace.block(&me, &person, &Block { key: session::random_hex::<8>(), name, since: now() }).await?;
    app.house().blocks_changed(&me).await;
    Ok(true)
}

/// `GET /api/me/blocks`.
pub async fn blocks(State(app): State<AppState>, headers: HeaderMap) -> Answer {
    answer(mine(&app, &headers).await)
}

async fn mine(app: &AppState, headers: &HeaderMap) -> Result<Vec<MyBlock>, Refusal> {
    let Some(me) = session::known(app.house().store(), headers).await? else { return Ok(Vec::new()) };
    let blocks = peace(app)?.blocks(&me).await?;
    Ok(blocks.into_iter().map(|Block { key, name, since }| MyBlock { key, name, since }).collect())
}

/// `POST /api/me/blocks/{key}/end`.
pub async fn unblock(State(app): State<AppState>, InPath(key): InPath<String>, headers: HeaderMap) -> Answer {
    let done = async {
        let me = me(&app, &headers).await?;
        if !peace(&app)?.unblock(&me, &key).await? {
            return Err(Refusal::new("no_such_block", "you have no such block (any more)"));
        }
        app.house().blocks_changed(&me).await;
        Ok(true)
    };
    answer(done.await)
}

/// A line as I know it, and what is wrong with it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ReportLine {
    seq: u64,
    /// It was said by somebody who looks on.
    #[serde(default)]
    aside: bool,
    #[serde(default)]
    why: String,
}

/// `POST /api/rooms/{id}/report`: an operator is to look at a line that I have heard.
pub async fn report(State(app): State<AppState>, InPath(id): InPath<String>, headers: HeaderMap, wanted: Body<ReportLine>) -> Answer {
    let wanted = body(wanted)?;
    answer(reported(&app, &headers, id, wanted).await)
}

async fn reported(app: &AppState, headers: &HeaderMap, room: String, wanted: ReportLine) -> Result<bool, Refusal> {
    let me = me(app, headers).await?;
    let length = wanted.why.chars().count();
    if length > LONGEST {
        return Err(Refusal::new("too_large", format!("a reason has at most {LONGEST} characters, not {length}")));
    }
    let at = app.house().room(&room).await?;
    let heard = match wanted.aside {
        true => at.heard_aside(&me, wanted.seq).await?,
        false => at.heard(Some(&me), wanted.seq).await?,
    };
    if heard.author == me {
        return Err(Refusal::new("bad_request", "these are your own words"));
    }
    let report = ReportRow {
        key: session::random_hex::<8>(),
        room,
        line: heard.line,
        author: heard.author,
        name: heard.name,
        said: heard.said,
        reporter: me,
        why: wanted.why.trim().to_owned(),
        at: now(),
    };
    Ok(peace(app)?.report(&report).await?)
}

/// `GET /api/operator`: what was reported.
pub async fn desk(State(app): State<AppState>, headers: HeaderMap) -> Answer {
    let done = async {
        operator(&app, &headers).await?;
        let peace = peace(&app)?;
        let (reports, silences) = (peace.reports(SHOWN).await?, peace.silences(SHOWN).await?);
        Ok(OperatorDesk {
            reports: reports.into_iter().map(Reported::from).collect(),
            silenced: silences.into_iter().map(Silenced::from).collect(),
        })
    };
    answer(done.await)
}

/// What an operator does about a report.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Verdict {
    /// Whether the line is taken away.
    #[serde(default)]
    remove: bool,
    /// For how many hours nobody hears who said it; 0: at once again.
    #[serde(default)]
    mute: Option<u32>,
}

/// `POST /api/operator/reports/{key}`: the line goes or stays, who said it is silent for a time; the report has been seen to.
pub async fn judge(State(app): State<AppState>, InPath(key): InPath<String>, headers: HeaderMap, wanted: Body<Verdict>) -> Answer {
    let wanted = body(wanted)?;
    answer(judged(&app, &headers, &key, wanted).await)
}

/// `POST /api/operator/silenced/{key}/end`: everybody hears this person again.
pub async fn unmute(State(app): State<AppState>, InPath(key): InPath<String>, headers: HeaderMap) -> Answer {
    let done = async {
        let me = operator(&app, &headers).await?;
        if !peace(&app)?.unmute(&key).await? {
            return Err(Refusal::new("no_such_silence", "this person is heard again already"));
        }
        tracing::info!(operator = %me, "somebody is heard again");
        Ok(true)
    };
    answer(done.await)
}

/// What somebody is told about peace: whether it is an operator, and whether nobody hears it now.
pub(crate) async fn standing(app: &AppState, headers: &HeaderMap) -> Result<(bool, Option<Silenced>), Refusal> {
    let store = app.house().store();
    let (Some(peace), Some(me)) = (store.peace(), session::known(store, headers).await?) else { return Ok((false, None)) };
    Ok((peace.is_operator(&me).await?, peace.muted(&me).await?.map(Silenced::from)))
}

async fn judged(app: &AppState, headers: &HeaderMap, key: &str, wanted: Verdict) -> Result<serde_json::Value, Refusal> {
    let me = operator(app, headers).await?;
    let peace = peace(app)?;
    let report = peace.a_report(key).await?.ok_or_else(|| Refusal::new("no_such_report", "there is no such report"))?;
    if let Some(hours) = wanted.mute.filter(|hours| *hours > HOURS) {
        return Err(Refusal::new("bad_request", format!("somebody is muted for at most {HOURS} hours, not {hours}")));
    }
    if wanted.remove {
        app.house().room(&report.room).await?.moderate(report.line).await?;
    }
    if let Some(hours) = wanted.mute {
        let until = now() + i64::from(hours) * 3600;
        let silence = Silence { key: session::random_hex::<8>(), name: report.name.clone(), said: report.said.clone(), until };
        peace.mute(&report.author, &silence).await?;
    }
    peace.close_reports(&report.room, report.line).await?;
    tracing::info!(operator = %me, room = %report.room, line = report.line, remove = wanted.remove, mute = ?wanted.mute, "a report was seen to");
    Ok(json!(true))
}
