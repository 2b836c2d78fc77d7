//! The lobby: which tables it lists, who may sit down there, and that every node and every store tells the same.

use crate::cluster::Cluster;
use crate::common::{Server, cookie};
use axum::http::StatusCode;
use futures_util::StreamExt;
use serde_json::{Value, json};
use server::store::{Postgres, Sqlite, Store};
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;

fn wish(terms: Value) -> Value {
    json!({"kind": "toy", "format": "bids", "name": "Ann", "deck": "", "opponent": "open", "terms": terms})
}

fn with(mut wish: Value, field: &str, value: impl Into<Value>) -> Value {
    wish[field] = value.into();
    wish
}

async fn made(server: &Server, wish: Value, cookie: &str) -> String {
    let answer = server.post("/api/rooms", cookie, wish).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    answer.json()["room"].as_str().unwrap().to_owned()
}

async fn listed(server: &Server) -> Vec<Value> {
    let list = server.get("/api/lobby").await.json();
    assert_eq!(list["type"], "list");
    list["tables"].as_array().unwrap().clone()
}

fn find<'a>(tables: &'a [Value], room: &str) -> Option<&'a Value> {
    tables.iter().find(|table| table["room"] == room)
}

/// Listens to the live list.
struct Ear(tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>);

impl Ear {
    async fn open(server: &Server) -> (Ear, Value) {
        let (socket, _) = connect_async(format!("ws://{}/api/lobby/ws", server.address)).await.unwrap();
        let mut ear = Ear(socket);
        let list = ear.next().await;
        assert_eq!(list["type"], "list");
        (ear, list)
    }

    async fn next(&mut self) -> Value {
        loop {
            let message = tokio::time::timeout(std::time::Duration::from_secs(20), self.0.next()).await.expect("news");
            if let Message::Text(text) = message.expect("open").unwrap() {
                return serde_json::from_str(&text).unwrap();
            }
        }
    }

    async fn until(&mut self, fits: impl Fn(&Value) -> bool) -> Value {
        loop {
            let news = self.next().await;
            if fits(&news) {
                return news;
            }
        }
    }
}

/// What holds on every store; `other` may be the same server, or another on the same store.
async fn contract(server: &Server, other: &Server) {
    let (mut ear, _) = Ear::open(other).await;
    let (mut here, _) = Ear::open(server).await;
    let link = made(server, wish(json!({})), "").await;
    let open = made(server, wish(json!({"visibility": "open", "note": " come\n and  play "})), "").await;
    let news = ear.until(|news| news["table"]["room"] == open.as_str()).await;
    assert_eq!(
        (&news["type"], &news["table"]["state"], &news["table"]["terms"]["note"]),
        (&json!("table"), &json!("waiting"), &json!("come and play"))
    );
    let tables = listed(other).await;
    assert!(find(&tables, &link).is_none(), "who has no link does not find it");
    assert_eq!(find(&tables, &open).unwrap()["seats"][1]["open"], true);

    // A table with a password is listed; nothing tells the password.
    let locked = with(wish(json!({"visibility": "password"})), "password", "winter is coming");
    let locked = made(server, locked, "").await;
    ear.until(|news| news["table"]["room"] == locked.as_str()).await;
    let text = other.get("/api/lobby").await.text + &other.get(&format!("/api/rooms/{locked}")).await.text;
    assert!(!text.contains("winter is") && !text.contains("argon2"), "{text}");
    let join = format!("/api/rooms/{locked}/join");
    let bob = json!({"name": "Bob", "deck": ""});
    assert_eq!(other.post(&join, "", bob.clone()).await.code(), "needs_password");
    assert_eq!(other.post(&join, "", with(bob.clone(), "password", "summer")).await.code(), "wrong_password");
    assert_eq!(other.get(&format!("/api/rooms/{locked}")).await.json()["seats"][1]["open"], true);
    let right = other.post(&join, "", with(bob.clone(), "password", "winter is coming")).await;
    assert_eq!(right.status, StatusCode::OK, "{}", right.text);
    let news = ear.until(|news| news["table"]["room"] == locked.as_str()).await;
    assert_eq!((&news["table"]["state"], &news["table"]["seats"][1]["name"]), (&json!("running"), &json!("Bob")));
    // Who sits there comes in again without it.
    assert_eq!(other.post(&join, &cookie(&right), bob.clone()).await.status, StatusCode::OK);

    // It is over when somebody gives up, and listed as that.
    let mut bob = other.connect(&locked, &cookie(&right)).await;
    bob.ask(json!({"op": "concede"})).await.unwrap();
    ear.until(|news| news["table"]["room"] == locked.as_str() && news["table"]["state"] == "over").await;
    here.until(|news| news["table"]["room"] == locked.as_str() && news["table"]["state"] == "over").await;
    assert_eq!(find(&listed(server).await, &locked).unwrap()["state"], "over");

    // What its host closes is gone from every list at once, and who sits there hears of it.
    let third = with(with(wish(json!({"visibility": "open"})), "format", "bids4"), "others", json!([{}, {}, {}]));
    let third = server.post("/api/rooms", "", third).await;
    let (third, ann) = (third.json()["room"].as_str().unwrap().to_owned(), cookie(&third));
    ear.until(|news| news["table"]["room"] == third.as_str()).await;
    let mut bob = other.connect(&third, &other.join(&third).await).await;
    let close = format!("/api/rooms/{third}/close");
    assert_eq!(other.post(&close, "", json!({})).await.code(), "not_yours");
    assert_eq!(other.post(&close, &ann, json!({})).await.status, StatusCode::OK);
    ear.until(|news| *news == json!({"type": "gone", "room": third})).await;
    here.until(|news| *news == json!({"type": "gone", "room": third})).await;
    bob.until(|state| state["closed"] == "Ann").await;
    assert!(find(&listed(server).await, &third).is_none() && find(&listed(other).await, &third).is_none());
    assert_eq!(server.post(&format!("/api/rooms/{third}/join"), "", json!({"name": "Cat", "deck": ""})).await.code(), "closed");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_lobby_lists_open_tables_and_those_with_a_password_on_sqlite() {
    let store = Sqlite::in_memory().await.unwrap();
    let server = Server::start(store.clone()).await;
    contract(&server, &server).await;
    // The rows can be made anew from the logs.
    let before = listed(&server).await;
    let fresh = Sqlite::in_memory().await.unwrap();
    for row in store.list(100).await.unwrap() {
        fresh.create(&row.room, &store.load(&row.room, 0).await.unwrap()).await.unwrap();
    }
    let again = Server::start(fresh).await;
    let end = std::time::Instant::now() + std::time::Duration::from_secs(10);
    loop {
        let (mut ear, list) = Ear::open(&again).await;
        if list["tables"].as_array().unwrap().len() == before.len() || std::time::Instant::now() > end {
            assert_eq!(list["tables"], json!(before));
            break;
        }
        let _ = tokio::time::timeout(std::time::Duration::from_millis(100), ear.next()).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_node_makes_the_other_lists_on_postgresql() {
    let Some(cluster) = Cluster::start() else { return };
    let node = || async { Server::start(Postgres::open(&cluster.address()).await.unwrap()).await };
    let (one, other) = (node().await, node().await);
    contract(&one, &other).await;
    contract(&other, &one).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_password_is_not_guessed() {
    let server = Server::in_memory().await;
    let room = made(&server, with(wish(json!({"visibility": "password"})), "password", "winter"), "").await;
    let join = format!("/api/rooms/{room}/join");
    let guess = |password: String| server.post(&join, "", json!({"name": "Bob", "deck": "", "password": password}));
    let mut codes = Vec::new();
    for number in 0..60 {
        codes.push(guess("x".repeat(201 + number)).await.code());
    }
    assert_eq!(codes.iter().filter(|code| *code == "wrong_password").count(), 50, "{codes:?}");
    assert_eq!(guess("winter".to_owned()).await.code(), "too_fast", "the right one has to wait, too");
    // What a table with a password must have, and another must not.
    for (terms, password) in
        [(json!({"visibility": "password"}), json!(null)), (json!({"visibility": "password"}), json!("")), (json!({}), json!("x"))]
    {
        let refused = server.post("/api/rooms", "", with(wish(terms), "password", password)).await;
        assert!(["bad_password", "bad_request"].contains(&refused.code().as_str()), "{}", refused.text);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn terms_that_make_no_sense_are_refused_and_what_is_wrong_is_said() {
    let server = Server::in_memory().await;
    for (terms, part) in [
        (json!({"note": "x".repeat(81)}), "80 characters, not 81"),
        (json!({"clock": {"kind": "chess", "seconds": 0}}), "1 to 10800 seconds, not 0"),
        (json!({"clock": {"kind": "chess", "seconds": 60, "delay": 301}}), "at most 300 seconds, not 301"),
        (json!({"clock": {"kind": "move", "seconds": 2592001}}), "not 2592001"),
        (json!({"legality": {"format": "joust"}}), "nobody brings a deck"),
        (json!({"visible": "open"}), "unknown field `visible`"),
    ] {
        let refused = server.post("/api/rooms", "", wish(terms.clone())).await;
        assert!(refused.text.contains(part) && !refused.status.is_success(), "{terms}: {}", refused.text);
    }
    assert!(listed(&server).await.is_empty());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deck_that_is_not_legal_at_the_table_is_refused_with_its_reasons() {
    let server = Server::in_memory().await;
    let names: Vec<String> =
        server.get("/api/lists").await.json().as_array().unwrap().iter().map(|list| list["name"].as_str().unwrap().to_owned()).collect();
    assert!(names.len() > 5);
    let table = |deck: &str, opponent: &str, list: Value| {
        let legality = if list.is_null() { json!({"format": "joust"}) } else { json!({"format": "joust", "list": list}) };
        json!({"kind": "card", "format": "joust", "name": "Ann", "deck": deck, "opponent": opponent, "terms": {"visibility": "open", "legality": legality}})
    };
    // A starter deck has too few cards for joust.
    let refused = server.post("/api/rooms", "", table("The Old Ways (Core)", "open", json!(null))).await;
    assert_eq!(refused.code(), "not_legal");
    assert!(refused.text.contains("60") && refused.text.contains("RR.deck.core"), "{}", refused.text);
    let refused = server.post("/api/rooms", "", table("The Old Ways (Core)", "open", json!("Standrad v2.1"))).await;
    assert_eq!(refused.code(), "no_such_list");
    // A legal one sits down; the next with a starter deck does not. The list keeps its full name.
    let decks = server.get("/api/decks").await.json();
    let legal = decks.as_array().unwrap().iter().find(|deck| deck["format"] == "joust").unwrap()["name"].as_str().unwrap().to_owned();
    let room = made(&server, table(&legal, "open", json!(null)), "").await;
    let join = format!("/api/rooms/{room}/join");
    assert_eq!(server.post(&join, "", json!({"name": "Bob", "deck": "The Old Ways (Core)"})).await.code(), "not_legal");
    assert_eq!(server.post(&join, "", json!({"name": "Bob", "deck": legal})).await.status, StatusCode::OK);
    let room = made(&server, table(&legal, "bot", json!(null)), "").await;
    let bots = server.get(&format!("/api/rooms/{room}")).await.json()["seats"][1]["deck"].as_str().unwrap().to_owned();
    let starters: Vec<&Value> =
        decks.as_array().unwrap().iter().filter(|deck| deck["format"] == "starter").map(|deck| &deck["name"]).collect();
    assert!(!starters.contains(&&json!(bots)), "a bot keeps to it too: {bots}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_game_is_for_people_with_accounts() {
    let server = Server::in_memory().await;
    let account = |name: &str| server.post("/api/register", "", json!({"name": name, "password": "correct horse"}));
    let (ann, bob) = (cookie(&account("Ann").await), cookie(&account("Bob").await));
    let rated = with(wish(json!({"visibility": "open"})), "rated", true);
    assert_eq!(server.post("/api/rooms", "", rated.clone()).await.code(), "needs_account");
    assert_eq!(server.post("/api/rooms", &ann, with(rated.clone(), "opponent", "bot")).await.code(), "bad_request");
    let room = made(&server, rated, &ann).await;
    let join = format!("/api/rooms/{room}/join");
    assert_eq!(server.post(&join, "", json!({"name": "Cat", "deck": ""})).await.code(), "needs_account");
    assert_eq!(server.post(&join, &bob, json!({"name": "Bob", "deck": ""})).await.status, StatusCode::OK);
    assert_eq!(server.get(&format!("/api/rooms/{room}")).await.json()["rated"], true);
}
