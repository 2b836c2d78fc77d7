//! The deck shelf over HTTP, and the other things that are kept for one visitor alone: settings of an account, notes about a table.
//!
//! Whatever is asked for here is that of the session which asks; what belongs to others is not found.

use axum::Json;
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde_json::{Map, Value, json};

use crate::AppState;
use crate::games::{GameKind, bench};
use crate::http::{Body, InPath, answer, body, with_cookie};
use crate::people::{self, MaybePeer};
use crate::room::{Refusal, guarded};
use crate::session::{self, Visitor};
use crate::store::{ShelfRow, Shelves};
use crate::wire::{ChangeDeck, DeckDraft, KeptDeck, MyDeck, Nothing, ReadDecks, RoomNote, WriteDeck};

/// Decks on one shelf.
const MOST_DECKS: u32 = 200;
/// The longest deck, in bytes of JSON.
const LONGEST_DECK: usize = 24 * 1024;
/// Notes and settings of one visitor, and the longest settings in bytes.
const MOST_KEPT: u32 = 500;
const LONGEST_SETTINGS: usize = 4 * 1024;
/// Under this name the settings are kept; notes have that of their room.
const SETTINGS: &str = "settings";

type Answer = Result<Response, Response>;

#[allow(clippy::result_large_err)]
fn told(why: impl Into<Refusal>) -> Response {
    why.into().into_response()
}

fn shelves(app: &AppState) -> Result<&dyn Shelves, Refusal> {
    app.house().store().shelves().ok_or_else(|| Refusal::new("no_accounts", "this server keeps no decks"))
}

/// The card game and its cards, which decks are made of.
fn cards(app: &AppState) -> Result<(&dyn GameKind, &card_game::pool::Pool), Refusal> {
    let kind = app.games().kind("card")?;
    let pool = kind.deck_pool().ok_or_else(|| Refusal::new("no_such_game", "there are no decks here"))?;
    Ok((kind, pool))
}

fn no_deck() -> Refusal {
    Refusal::new("no_such_deck", "you have no such deck (any more)")
}

/// Who is asking, if that is known.
async fn known(app: &AppState, headers: &HeaderMap) -> Result<Option<String>, Refusal> {
    Ok(session::known(app.house().store(), headers).await?)
}

/// Who writes: a new guest if need be. Writing has a pace, and so has coming as somebody new from one address.
async fn writer(app: &AppState, headers: &HeaderMap, peer: MaybePeer) -> Result<Visitor, Refusal> {
    if let Some(me) = known(app, headers).await? {
        app.shelf_pace().take(&me)?;
        return Ok(Visitor { id: me, set_cookie: None });
    }
    if let Some(address) = people::address_of(app, headers, peer) {
        app.shelf_pace().take(&format!("new from {address}"))?;
    }
    Ok(session::guest(app.house().store(), headers).await?)
}

/// The draft as it is kept.
fn tidy(app: &AppState, draft: DeckDraft) -> Result<(DeckDraft, String), Refusal> {
    let draft = bench::tidy(cards(app)?.1, draft)?;
    let text = serde_json::to_string(&draft).map_err(|why| Refusal::new("bad_deck", why.to_string()))?;
    if text.len() > LONGEST_DECK {
        return Err(Refusal::new("too_large", format!("a deck has at most {} kB, this one has {} bytes", LONGEST_DECK / 1024, text.len())));
    }
    Ok((draft, text))
}

/// A deck as it was kept. Should a later program know less, what it can read is there.
fn draft(row: &ShelfRow) -> DeckDraft {
    serde_json::from_str(&row.body).unwrap_or_else(|_| DeckDraft { name: "a deck that cannot be read".to_owned(), ..DeckDraft::default() })
}

fn kept(app: &AppState, id: String, version: i64, changed: i64, deck: DeckDraft) -> Result<KeptDeck, Refusal> {
    let (kind, pool) = cards(app)?;
    let judged = guarded(|| bench::judge(kind, pool, &deck))??;
    Ok(KeptDeck { id, version, changed, deck, judged })
}

/// `GET /api/me/decks`: the last changed first.
pub async fn list(State(app): State<AppState>, headers: HeaderMap) -> Answer {
    answer(rows(&app, &headers).await)
}

async fn rows(app: &AppState, headers: &HeaderMap) -> Result<Vec<MyDeck>, Refusal> {
    let Some(me) = known(app, headers).await? else { return Ok(Vec::new()) };
    let shelf = shelves(app)?.shelf(&me).await?;
    let app = app.clone();
    // Two hundred decks take some milliseconds: not on a thread that serves sockets.
    let judging = tokio::task::spawn_blocking(move || {
        let (kind, pool) = cards(&app)?;
        let row = |row: ShelfRow| {
            let draft = draft(&row);
            let judged = guarded(|| bench::judge(kind, pool, &draft))?.unwrap_or_default();
            Ok(bench::row(pool, row.id, row.changed, &draft, &judged))
        };
        shelf.into_iter().map(row).collect()
    });
    judging.await.map_err(|_| Refusal::new("engine", "your decks could not be looked at"))?
}

/// `GET /api/me/decks/{id}`.
pub async fn one(State(app): State<AppState>, InPath(id): InPath<String>, headers: HeaderMap) -> Answer {
    answer(found(&app, &headers, &id).await)
}

async fn found(app: &AppState, headers: &HeaderMap, id: &str) -> Result<KeptDeck, Refusal> {
    let me = known(app, headers).await?.ok_or_else(no_deck)?;
    let row = shelves(app)?.deck(&me, id).await?.ok_or_else(no_deck)?;
    let deck = draft(&row);
    kept(app, row.id, row.version, row.changed, deck)
}

/// `POST /api/me/decks`: a new deck on the shelf.
pub async fn put(State(app): State<AppState>, headers: HeaderMap, peer: MaybePeer, wanted: Body<DeckDraft>) -> Answer {
    let wanted = body(wanted)?;
    let (deck, text) = tidy(&app, wanted).map_err(told)?;
    let visitor = writer(&app, &headers, peer).await.map_err(told)?;
    let id = session::random_hex::<8>();
    match shelves(&app).map_err(told)?.put_deck(&visitor.id, &id, &text, MOST_DECKS).await {
        Ok(true) => Ok(with_cookie(visitor, &kept(&app, id, 1, crate::store::now(), deck).map_err(told)?)),
        Ok(false) => Err(told(Refusal::new("full", format!("a shelf holds {MOST_DECKS} decks: delete one first")))),
        Err(why) => Err(told(why)),
    }
}

/// `POST /api/me/decks/{id}`: the deck as it is now.
pub async fn change(State(app): State<AppState>, InPath(id): InPath<String>, headers: HeaderMap, wanted: Body<ChangeDeck>) -> Answer {
    let wanted = body(wanted)?;
    answer(changed(&app, &headers, id, wanted).await)
}

async fn changed(app: &AppState, headers: &HeaderMap, id: String, wanted: ChangeDeck) -> Result<KeptDeck, Refusal> {
    let me = known(app, headers).await?.ok_or_else(no_deck)?;
    app.shelf_pace().take(&me)?;
    let (deck, text) = tidy(app, wanted.deck)?;
    if shelves(app)?.change_deck(&me, &id, wanted.version, &text).await? {
        return kept(app, id, wanted.version + 1, crate::store::now(), deck);
    }
    match shelves(app)?.deck(&me, &id).await? {
        Some(row) => {
            let message = format!("this deck was changed elsewhere (version {}, not {}): load it anew", row.version, wanted.version);
            Err(Refusal::new("changed", message))
        }
        None => Err(no_deck()),
    }
}

/// `POST /api/me/decks/{id}/delete`.
pub async fn drop(State(app): State<AppState>, InPath(id): InPath<String>, headers: HeaderMap, wanted: Body<Nothing>) -> Answer {
    let Nothing {} = body(wanted)?;
    let me = known(&app, &headers).await.map_err(told)?.ok_or_else(|| told(no_deck()))?;
    match shelves(&app).map_err(told)?.drop_deck(&me, &id).await {
        Ok(true) => Ok(Json(true).into_response()),
        Ok(false) => Err(told(no_deck())),
        Err(why) => Err(told(why)),
    }
}

/// `POST /api/decks/judge`: what is to be said of a draft; nothing is kept.
pub async fn judge(State(app): State<AppState>, wanted: Body<DeckDraft>) -> Answer {
    let (deck, _) = tidy(&app, body(wanted)?).map_err(told)?;
    let (kind, pool) = cards(&app).map_err(told)?;
    let judged = guarded(|| bench::judge(kind, pool, &deck)).map_err(told)?;
    Ok(Json(judged.map_err(told)?).into_response())
}

/// `POST /api/decks/read`: decks in any form as drafts.
pub async fn read(State(app): State<AppState>, wanted: Body<ReadDecks>) -> Answer {
    let ReadDecks { text } = body(wanted)?;
    // A long file takes some milliseconds: not on a thread that serves sockets.
    let reading = tokio::task::spawn_blocking(move || {
        let pool = cards(&app)?.1;
        guarded(|| bench::read(pool, &text))
    });
    let read = reading.await.map_err(|_| told(Refusal::new("engine", "these decks could not be read")))?;
    Ok(Json(read.map_err(told)?).into_response())
}

/// `POST /api/decks/write`: a draft as a file.
pub async fn write(State(app): State<AppState>, wanted: Body<WriteDeck>) -> Answer {
    let WriteDeck { deck, form } = body(wanted)?;
    let (deck, _) = tidy(&app, deck).map_err(told)?;
    let pool = cards(&app).map_err(told)?.1;
    Ok(Json(bench::write(pool, &deck, &form).map_err(told)?).into_response())
}

/// `GET /api/decks/lists`: the restricted lists, the newest first.
pub async fn lists() -> Response {
    Json(bench::all_lists()).into_response()
}

/// `GET /api/me/settings`: an account's, empty before there are any; null for a guest.
pub async fn settings(State(app): State<AppState>, headers: HeaderMap) -> Answer {
    answer(my_settings(&app, &headers).await)
}

async fn my_settings(app: &AppState, headers: &HeaderMap) -> Result<Value, Refusal> {
    let Some(me) = known(app, headers).await? else { return Ok(Value::Null) };
    let Some(people) = app.house().store().people() else { return Ok(Value::Null) };
    if people.account(&me).await?.is_none() {
        return Ok(Value::Null);
    }
    let text = shelves(app)?.kept(&me, SETTINGS).await?;
    Ok(text.and_then(|text| serde_json::from_str(&text).ok()).unwrap_or_else(|| json!({})))
}

/// `POST /api/me/settings`: an object of the client's own, for accounts: a guest's browser keeps them itself.
pub async fn keep_settings(State(app): State<AppState>, headers: HeaderMap, wanted: Body<Map<String, Value>>) -> Answer {
    let wanted = body(wanted)?;
    answer(kept_settings(&app, &headers, &wanted).await.map(|()| true))
}

async fn kept_settings(app: &AppState, headers: &HeaderMap, wanted: &Map<String, Value>) -> Result<(), Refusal> {
    let guest = || Refusal::new("no_account", "you are a guest: your browser keeps your settings");
    let me = known(app, headers).await?.ok_or_else(guest)?;
    let people = app.house().store().people().ok_or_else(guest)?;
    people.account(&me).await?.ok_or_else(guest)?;
    app.shelf_pace().take(&me)?;
    let text = serde_json::to_string(wanted).unwrap_or_default();
    if text.len() > LONGEST_SETTINGS {
        let message = format!("settings have at most {} kB, these have {} bytes", LONGEST_SETTINGS / 1024, text.len());
        return Err(Refusal::new("too_large", message));
    }
    keep(app, &me, SETTINGS, &text).await
}

async fn keep(app: &AppState, me: &str, name: &str, text: &str) -> Result<(), Refusal> {
    match shelves(app)?.keep(me, name, text, MOST_KEPT).await? {
        true => Ok(()),
        false => Err(Refusal::new("full", format!("you have notes about {MOST_KEPT} tables: empty one first"))),
    }
}

/// Under which name the notes about a room are kept.
fn about(room: &str) -> String {
    format!("room {room}")
}

/// `GET /api/rooms/{id}/note`: what I wrote down about this table.
pub async fn note(State(app): State<AppState>, InPath(id): InPath<String>, headers: HeaderMap) -> Answer {
    answer(my_note(&app, &headers, &id).await)
}

async fn my_note(app: &AppState, headers: &HeaderMap, room: &str) -> Result<RoomNote, Refusal> {
    let Some(me) = known(app, headers).await? else { return Ok(RoomNote::default()) };
    Ok(RoomNote { text: shelves(app)?.kept(&me, &about(room)).await?.unwrap_or_default() })
}

/// `POST /api/rooms/{id}/note`: for those who sit there.
pub async fn keep_note(State(app): State<AppState>, InPath(id): InPath<String>, headers: HeaderMap, wanted: Body<RoomNote>) -> Answer {
    let wanted = body(wanted)?;
    answer(noted(&app, &headers, &id, &wanted.text).await)
}

async fn noted(app: &AppState, headers: &HeaderMap, room: &str, text: &str) -> Result<RoomNote, Refusal> {
    let me = known(app, headers).await?;
    let seated = app.house().room(room).await?.info(me.as_deref()).await?.me.is_some();
    let Some(me) = me.filter(|_| seated) else {
        return Err(Refusal::new("not_yours", "you look on: notes are for those who sit at the table"));
    };
    app.shelf_pace().take(&me)?;
    let text = bench::plain(text);
    let length = text.chars().count();
    if length > bench::LONGEST_NOTE {
        let message = format!("notes about a table have at most {} characters, these have {length}", bench::LONGEST_NOTE);
        return Err(Refusal::new("too_large", message));
    }
    keep(app, &me, &about(room), &text).await?;
    Ok(RoomNote { text })
}

/// Everything that is kept for an owner, for the export of one's own data.
pub(crate) async fn exported(app: &AppState, owner: &str) -> Result<Value, Refusal> {
    let Some(shelves) = app.house().store().shelves() else { return Ok(Value::Null) };
    let decks: Vec<Value> = shelves
        .shelf(owner)
        .await?
        .iter()
        .map(|row| json!({"id": row.id, "created": row.created, "changed": row.changed, "deck": draft(row)}))
        .collect();
    let (mut notes, mut settings) = (Map::new(), Value::Null);
    for (name, body) in shelves.all_kept(owner).await? {
        match name.strip_prefix("room ") {
            Some(room) => {
                notes.insert(room.to_owned(), Value::String(body));
            }
            None => settings = serde_json::from_str(&body).unwrap_or(Value::Null),
        }
    }
    Ok(json!({"decks": decks, "notes": notes, "settings": settings}))
}
