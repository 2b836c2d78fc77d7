//! People with an account: a name and a password of their own, the same seats in every browser.
//!
//! Everybody is a guest at once. Who makes an account keeps the seats of the guest; logging in elsewhere gives these seats there too.

use std::net::{IpAddr, SocketAddr};

use argon2::Argon2;
use argon2::password_hash::phc::PasswordHash;
use argon2::password_hash::{PasswordHasher, PasswordVerifier};
use axum::Json;
use axum::extract::connect_info::{ConnectInfo, Connected};
use axum::extract::{Extension, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use axum::serve::IncomingStream;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::sync::Semaphore;

use crate::AppState;
use crate::http::{Body, InPath, answer, body};
use crate::limit::{Limits, Paces};
use crate::linger::Patient;
use crate::log::Entry;
use crate::moderation::{self, Silenced};
use crate::room::{Refusal, clean_name};
use crate::session::{self, Visitor};
use crate::store::{Account, People, Session, SessionRow};

/// A password's length: characters at least, bytes at most.
const SHORTEST: usize = 8;
const LONGEST: usize = 200;
/// Rooms in an export: all that anybody plays.
const EXPORTED: u32 = 100_000;
/// Attempts with a password: ten at once, then one in ten seconds.
pub(crate) const ATTEMPTS: Limits = Limits { rate: 0.1, burst: 10.0, patience: u32::MAX };
/// Passwords that are worked on at a time: each takes 19 MiB and a core for a moment.
const AT_A_TIME: usize = 2;

/// The address at the other end of a connection.
#[derive(Clone, Copy, Debug)]
pub struct Peer(pub SocketAddr);

impl Connected<IncomingStream<'_, Patient>> for Peer {
    fn connect_info(stream: IncomingStream<'_, Patient>) -> Peer {
        Peer(*stream.remote_addr())
    }
}

/// Guards passwords: how often they may be tried, how many are worked on.
#[derive(Debug)]
pub struct Door {
    attempts: Paces,
    work: Semaphore,
    /// Whether a proxy stands before this server and says who is asking.
    pub proxied: bool,
}

impl Door {
    pub fn new(proxied: bool) -> Door {
        Door { attempts: Paces::new(ATTEMPTS), work: Semaphore::new(AT_A_TIME), proxied }
    }

    /// One more attempt of this source; an error if there were too many.
    pub(crate) fn attempt(&self, source: String, limits: Limits) -> Result<(), Refusal> {
        match self.attempts.keeps(&source, limits) {
            true => Ok(()),
            false => Err(Refusal::new("too_fast", "too many attempts; wait a minute and try again")),
        }
    }

    /// Attempts count by address and by name: neither many names from one place nor one name from many.
    fn attempts(&self, asking: &Asking, name: &str) -> Result<(), Refusal> {
        if let Some(address) = asking.address(self.proxied) {
            self.attempt(source(address), ATTEMPTS)?;
        }
        // However it is written, it is the name of one account.
        let name = clean_name(name).unwrap_or_default();
        self.attempt(format!("name {}", name.to_lowercase()), ATTEMPTS)
    }

    /// Of who is logged in they count apart: strangers that try a name keep nobody from a new password.
    fn own_attempts(&self, asking: &Asking, account: &Account) -> Result<(), Refusal> {
        if let Some(address) = asking.address(self.proxied) {
            self.attempt(format!("own {}", source(address)), ATTEMPTS)?;
        }
        self.attempt(format!("own {}", account.id), ATTEMPTS)
    }

    /// Does work on a password, away from the threads that serve sockets.
    async fn work<T: Send + 'static>(&self, work: impl FnOnce() -> T + Send + 'static) -> Result<T, Refusal> {
        let failed = || Refusal::new("engine", "the server could not work on the password; nothing was changed");
        let _turn = self.work.acquire().await.map_err(|_| failed())?;
        tokio::task::spawn_blocking(work).await.map_err(|_| failed())
    }

    pub(crate) async fn hash(&self, password: String) -> Result<String, Refusal> {
        let hash = self.work(move || Argon2::default().hash_password(password.as_bytes()).map(|hash| hash.to_string())).await?;
        hash.map_err(|why| {
            tracing::error!(%why, "a password cannot be hashed");
            Refusal::new("engine", "the server could not work on the password; nothing was changed")
        })
    }

    /// Whether this is the account's password. Without an account it takes as long to say no.
    async fn opens(&self, account: Option<&Account>, password: String) -> Result<bool, Refusal> {
        let Some(account) = account else {
            self.hash(password).await?;
            return Ok(false);
        };
        self.fits(account.password.clone(), password).await
    }

    /// Whether this is the password of this hash.
    pub(crate) async fn fits(&self, hash: String, password: String) -> Result<bool, Refusal> {
        self.work(move || PasswordHash::new(&hash).is_ok_and(|hash| Argon2::default().verify_password(password.as_bytes(), &hash).is_ok()))
            .await
    }
}

/// Who is asking.
pub(crate) struct Asking {
    headers: HeaderMap,
    peer: Option<Peer>,
}

pub(crate) type MaybePeer = Option<Extension<ConnectInfo<Peer>>>;

/// From where somebody asks, if that is known.
pub(crate) fn address_of(app: &AppState, headers: &HeaderMap, peer: MaybePeer) -> Option<IpAddr> {
    Asking::new(headers.clone(), peer).address(app.door().proxied)
}

/// An address as a source of requests. Whoever has an address of the sixth version has at least 2^64 of them: they are one.
pub(crate) fn source(address: IpAddr) -> String {
    match address.to_canonical() {
        IpAddr::V4(address) => address.to_string(),
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            format!("{a:x}:{b:x}:{c:x}:{d:x}::/64")
        }
    }
}

impl Asking {
    pub(crate) fn new(headers: HeaderMap, peer: MaybePeer) -> Asking {
        Asking { headers, peer: peer.map(|Extension(ConnectInfo(peer))| peer) }
    }

    pub(crate) fn address(&self, proxied: bool) -> Option<IpAddr> {
        // What the nearest proxy added stands last; what stands before it anybody may have written.
        let told = self.headers.get_all("x-forwarded-for").iter().next_back().and_then(|list| list.to_str().ok());
        let told = told.and_then(|list| list.rsplit(',').next()?.trim().parse().ok()).filter(|_| proxied);
        told.or_else(|| self.peer.map(|Peer(address)| address.ip()))
    }
}

/// A name and a password.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Credentials {
    name: String,
    password: String,
}

/// A new password.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NewPassword {
    old: String,
    new: String,
}

/// The password, before something that cannot be taken back.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Password {
    password: String,
}

/// Who I am.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct Me {
    /// The account's name; null for a guest.
    pub name: Option<String>,
    /// Seconds since 1970 of the account's begin.
    #[cfg_attr(feature = "ts", ts(type = "number | null"))]
    pub created: Option<i64>,
    /// Where I am logged in; empty for a guest.
    pub sessions: Vec<MySession>,
    /// Whether I see to what is reported.
    pub operator: bool,
    /// Set while nobody hears me: why, and until when.
    pub silenced: Option<Silenced>,
}

/// A browser in which I am logged in.
#[derive(Clone, Debug, Serialize)]
#[cfg_attr(feature = "ts", derive(ts_rs::TS))]
pub struct MySession {
    pub key: String,
    /// What the browser calls itself.
    pub agent: String,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub created: i64,
    #[cfg_attr(feature = "ts", ts(type = "number"))]
    pub seen: i64,
    /// This one.
    pub current: bool,
}

type Answer = Result<Response, Refusal>;

fn people(app: &AppState) -> Result<&dyn People, Refusal> {
    app.house().store().people().ok_or_else(|| Refusal::new("no_accounts", "this server keeps no accounts"))
}

fn good_password(password: &str) -> Result<(), Refusal> {
    let (characters, bytes) = (password.chars().count(), password.len());
    let wrong = |message: String| Err(Refusal::new("bad_password", message));
    if characters < SHORTEST {
        return wrong(format!("a password has at least {SHORTEST} characters, this one has {characters}"));
    }
    if bytes > LONGEST {
        return wrong(format!("a password has at most {LONGEST} bytes, this one has {bytes}"));
    }
    Ok(())
}

fn wrong_password() -> Refusal {
    Refusal::new("wrong_password", "this is not the password of an account of this name")
}

/// The session and the account of who is asking.
pub(crate) async fn mine(app: &AppState, headers: &HeaderMap) -> Result<(SessionRow, Account), Refusal> {
    let guest = || Refusal::new("no_account", "you are a guest: make an account or log in first");
    let session = session::current(app.house().store(), headers).await?.ok_or_else(guest)?;
    let account = people(app)?.account(&session.id).await?.ok_or_else(guest)?;
    Ok((session, account))
}

fn greeted(visitor: Visitor, name: &str) -> Response {
    let mut answer = Json(json!({ "name": name })).into_response();
    if let Some(cookie) = visitor.set_cookie {
        answer.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    answer
}

/// `POST /api/register`: the guest becomes an account and keeps its seats.
pub async fn register(
    State(app): State<AppState>,
    headers: HeaderMap,
    peer: MaybePeer,
    wanted: Body<Credentials>,
) -> Result<Response, Response> {
    let wanted = body(wanted)?;
    registered(&app, Asking::new(headers, peer), wanted).await.map_err(IntoResponse::into_response)
}

async fn registered(app: &AppState, asking: Asking, wanted: Credentials) -> Answer {
    let store = app.house().store();
    let name = account_name(&wanted.name)?;
    good_password(&wanted.password)?;
    if let Some(address) = asking.address(app.door().proxied) {
        app.door().attempt(source(address), ATTEMPTS)?;
    }
    let guest = session::current(store, &asking.headers).await?.map(|session| session.id);
    let id = guest.unwrap_or_else(|| format!("g{}", session::random_hex::<8>()));
    if people(app)?.account(&id).await?.is_some() {
        return Err(Refusal::new("has_account", "you are logged in: log out first"));
    }
    let password = app.door().hash(wanted.password).await?;
    let account = Account { id: id.clone(), name, password, created: crate::store::now() };
    if !people(app)?.register(&account).await? {
        return Err(Refusal::new("name_taken", format!("the name {} is taken; choose another", account.name)));
    }
    session::end(store, &asking.headers).await?;
    let greeted = greeted(session::begin(store, &asking.headers, id.clone()).await?, &account.name);
    app.session_ended(&id);
    Ok(greeted)
}

fn account_name(name: &str) -> Result<String, Refusal> {
    if name.trim().is_empty() {
        return Err(Refusal::new("bad_name", "an account needs a name"));
    }
    clean_name(name)
}

/// `POST /api/login`.
pub async fn login(
    State(app): State<AppState>,
    headers: HeaderMap,
    peer: MaybePeer,
    wanted: Body<Credentials>,
) -> Result<Response, Response> {
    let wanted = body(wanted)?;
    logged_in(&app, Asking::new(headers, peer), wanted).await.map_err(IntoResponse::into_response)
}

async fn logged_in(app: &AppState, asking: Asking, wanted: Credentials) -> Answer {
    let store = app.house().store();
    app.door().attempts(&asking, &wanted.name)?;
    if wanted.password.len() > LONGEST {
        return Err(wrong_password());
    }
    let name = clean_name(&wanted.name).unwrap_or_default();
    let account = people(app)?.account_named(&name).await?;
    if !app.door().opens(account.as_ref(), wanted.password).await? {
        return Err(wrong_password());
    }
    let account = account.ok_or_else(wrong_password)?;
    Ok(greeted(session::begin(store, &asking.headers, account.id).await?, &account.name))
}

/// `POST /api/logout`: this browser is nobody.
pub async fn logout(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, Response> {
    let visitor = crate::http::known(&app, &headers).await?;
    let cookie = session::end(app.house().store(), &headers).await.map_err(|why| Refusal::from(why).into_response())?;
    if let Some(visitor) = visitor {
        app.session_ended(&visitor);
    }
    Ok(([(header::SET_COOKIE, cookie)], Json(json!(true))).into_response())
}

/// `GET /api/me`.
pub async fn me(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, Response> {
    answer(who(&app, &headers).await)
}

async fn who(app: &AppState, headers: &HeaderMap) -> Result<Me, Refusal> {
    let me = match mine(app, headers).await {
        Ok((current, account)) => told(app, &current, &account).await?,
        Err(why) if matches!(why.code(), "no_account" | "no_accounts") => {
            Me { name: None, created: None, sessions: Vec::new(), operator: false, silenced: None }
        }
        Err(why) => return Err(why),
    };
    let (operator, silenced) = moderation::standing(app, headers).await?;
    Ok(Me { operator, silenced, ..me })
}

/// What somebody with an account is told of it.
async fn told(app: &AppState, current: &SessionRow, account: &Account) -> Result<Me, Refusal> {
    let sessions = people(app)?.sessions(&account.id).await?;
    let sessions = sessions.into_iter().map(|session| my_session(session, current)).collect();
    Ok(Me { name: Some(account.name.clone()), created: Some(account.created), sessions, operator: false, silenced: None })
}

fn my_session(session: Session, current: &SessionRow) -> MySession {
    let Session { key, agent, created, seen } = session;
    MySession { current: key == current.key, key, agent, created, seen }
}

/// `POST /api/me/password`: a new one; every other session ends.
pub async fn password(
    State(app): State<AppState>,
    headers: HeaderMap,
    peer: MaybePeer,
    wanted: Body<NewPassword>,
) -> Result<Response, Response> {
    let wanted = body(wanted)?;
    changed(&app, Asking::new(headers, peer), wanted).await.map_err(IntoResponse::into_response)
}

async fn changed(app: &AppState, asking: Asking, wanted: NewPassword) -> Answer {
    let (session, account) = mine(app, &asking.headers).await?;
    good_password(&wanted.new)?;
    app.door().own_attempts(&asking, &account)?;
    if !app.door().opens(Some(&account), wanted.old).await? {
        return Err(wrong_password());
    }
    let hash = app.door().hash(wanted.new).await?;
    people(app)?.set_password(&account.id, &hash).await?;
    people(app)?.end_other_sessions(&account.id, &session.key).await?;
    app.session_ended(&account.id);
    Ok(Json(json!(true)).into_response())
}

/// `POST /api/me/sessions/{key}/end`.
pub async fn end_session(State(app): State<AppState>, InPath(key): InPath<String>, headers: HeaderMap) -> Result<Response, Response> {
    ended(&app, &headers, &key).await.map_err(IntoResponse::into_response)
}

async fn ended(app: &AppState, headers: &HeaderMap, key: &str) -> Answer {
    let (_, account) = mine(app, headers).await?;
    let ended = people(app)?.end_session(&account.id, key).await?;
    app.session_ended(&account.id);
    match ended {
        true => Ok(Json(json!(true)).into_response()),
        false => Err(Refusal::new("no_such_session", "you have no such session (any more)")),
    }
}

/// `POST /api/me/delete`: the account is gone, its name is free. Games that were played stay, with the name that stood at the table.
pub async fn delete(
    State(app): State<AppState>,
    headers: HeaderMap,
    peer: MaybePeer,
    wanted: Body<Password>,
) -> Result<Response, Response> {
    let wanted = body(wanted)?;
    deleted(&app, Asking::new(headers, peer), wanted).await.map_err(IntoResponse::into_response)
}

async fn deleted(app: &AppState, asking: Asking, wanted: Password) -> Answer {
    let (_, account) = mine(app, &asking.headers).await?;
    app.door().own_attempts(&asking, &account)?;
    if !app.door().opens(Some(&account), wanted.password).await? {
        return Err(wrong_password());
    }
    app.house().stands_everywhere(&account.id).await;
    people(app)?.forget(&account.id).await?;
    let cookie = session::end(app.house().store(), &asking.headers).await?;
    app.session_ended(&account.id);
    Ok(([(header::SET_COOKIE, cookie)], Json(json!(true))).into_response())
}

/// `GET /api/me/export`: what the server keeps of me.
pub async fn export(State(app): State<AppState>, headers: HeaderMap) -> Result<Response, Response> {
    exported(&app, &headers).await.map_err(IntoResponse::into_response)
}

async fn exported(app: &AppState, headers: &HeaderMap) -> Answer {
    let (current, account) = mine(app, headers).await?;
    let me = told(app, &current, &account).await?;
    let store = app.house().store();
    let mut rooms = Vec::new();
    for row in people(app)?.rooms_of(&current.id, EXPORTED).await? {
        let lines = store.load(&row.room, 0).await?;
        rooms.push(json!({"room": row.room, "created": row.created, "touched": row.touched, "mine": own_words(&lines, &account.id)}));
    }
    let kept = crate::shelf::exported(app, &account.id).await?;
    let whole = json!({"name": me.name, "created": me.created, "sessions": me.sessions, "rooms": rooms, "kept": kept});
    let text = serde_json::to_string_pretty(&whole).unwrap_or_default();
    let kind = (header::CONTENT_TYPE, "application/json");
    Ok(([kind, (header::CONTENT_DISPOSITION, "attachment; filename=\"maester-account.json\"")], text).into_response())
}

/// What of a room's log is this visitor's: names and decks, and what was said.
fn own_words(lines: &[String], id: &str) -> Value {
    let (mut seats, mut chairs, mut said) = (Vec::new(), Vec::new(), Vec::new());
    for entry in lines.iter().filter_map(|line| serde_json::from_str::<Entry>(line).ok()) {
        let taken: Vec<_> = match entry {
            Entry::Created(created) => (0u8..).zip(created.chairs).collect(),
            Entry::Joined { seat, chair } => vec![(seat.0, chair)],
            Entry::Said { seat, text, .. } if seats.contains(&seat.0) => {
                said.push(text);
                continue;
            }
            Entry::Aside { from, text, .. } if from == id => {
                said.push(text);
                continue;
            }
            _ => continue,
        };
        for (seat, chair) in taken.into_iter().filter(|(_, chair)| chair.owner.as_deref() == Some(id)) {
            seats.push(seat);
            chairs.push(json!({"seat": seat, "name": chair.name, "deck": chair.deck_name}));
        }
    }
    json!({"seats": chairs, "said": said})
}

/// Notes who sits in a room, for the list of one's rooms. Should that fail, a list is shorter: no game waits for it.
pub(crate) async fn sat(app: &dyn crate::store::Store, id: &str, room: &str) {
    let Some(people) = app.people() else { return };
    if let Err(why) = people.sat(id, room).await {
        tracing::warn!(%why, room, "a seat cannot be noted");
    }
}
