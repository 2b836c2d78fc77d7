//! Those who look on: what they see is what the table agreed on.

use crate::cluster::Cluster;
use crate::common::{Client, Server, cookie, play, settle};
use axum::http::StatusCode;
use serde_json::{Value, json};
use server::store::{Peace, People, Postgres, Sqlite, Store};

async fn table(server: &Server, watching: &str) -> (String, [Client; 2], String) {
    let wanted = json!({"kind": "card", "format": "joust", "name": "Ann", "deck": "The Old Ways (Core)", "opponent": "open", "bluff": 0,
        "terms": {"visibility": "open", "watching": watching}});
    let made = server.post("/api/rooms", "", wanted).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text);
    let room = made.json()["room"].as_str().unwrap().to_owned();
    let join = format!("/api/rooms/{room}/join");
    let bob = json!({"name": "Bob", "deck": "Secrets and Schemes (Core)"});
    let mut joined = server.post(&join, "", bob.clone()).await;
    if watching == "hands" {
        assert_eq!(joined.code(), "hands_shown", "who sits down has to agree");
        joined = server.post(&join, "", json!({"name": "Bob", "deck": "Secrets and Schemes (Core)", "hands": true})).await;
    }
    assert_eq!(joined.status, StatusCode::OK, "{}", joined.text);
    let mut clients = [server.connect(&room, &cookie(&made)).await, server.connect(&room, &cookie(&joined)).await];
    play(&mut clients, 6).await;
    (room, clients, cookie(&made))
}

/// Cards in hands that are seen, by their owner.
fn hands(state: &Value) -> [usize; 2] {
    let cards = state["view"]["cards"].as_array().unwrap();
    [0, 1].map(|owner| cards.iter().filter(|card| card["zone"] == "hand" && card["owner"] == owner && card["code"].is_string()).count())
}

fn secrets(state: &Value) -> Vec<String> {
    let cards = state["view"]["cards"].as_array().unwrap();
    cards
        .iter()
        .filter(|card| ["hand", "plot_deck"].contains(&card["zone"].as_str().unwrap_or("")))
        .map(|card| card["id"].to_string())
        .collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_cards_are_shown_only_where_everybody_agreed() {
    let server = Server::in_memory().await;
    let (room, [mut ann, bob], _) = table(&server, "open").await;
    let mut cat = server.connect(&room, "").await;
    assert_eq!((hands(&cat.state), &cat.state["eyes"]), ([0, 0], &Value::Null));
    assert!(secrets(&cat.state).is_empty());
    assert_eq!(cat.refused(json!({"op": "look", "seat": 0})).await, "not_yours");
    assert_eq!(ann.refused(json!({"op": "look", "seat": 1})).await, "not_yours");
    ann.ask(json!({"op": "say", "text": "between us", "to": 1})).await.unwrap();
    drop(bob);

    let (room, [mut ann, _bob], ann_is) = table(&server, "hands").await;
    let mut cat = server.connect(&room, "").await;
    assert_eq!(cat.state["eyes"], 0);
    let [own, other] = hands(&cat.state);
    assert!(own > 0 && other == 0, "what that seat sees: {own} {other}");
    assert_eq!(secrets(&cat.state), secrets(&server.connect(&room, &ann_is).await.state), "no more than the seat itself");
    cat.ask(json!({"op": "look", "seat": 1})).await.unwrap();
    assert_eq!((&cat.state["eyes"], &cat.state["again"]), (&json!(1), &json!(true)));
    let [other, own] = hands(&cat.state);
    assert!(own > 0 && other == 0 && cat.state["prompt"].is_null() && cat.state["me"].is_null());
    assert_eq!(cat.refused(json!({"op": "look", "seat": 2})).await, "no_such_seat");
    assert_eq!(cat.refused(json!({"op": "concede"})).await, "not_yours");
    // A seat looks with its own eyes, and what two say to each other stays with them.
    assert_eq!(ann.refused(json!({"op": "look", "seat": 1})).await, "not_yours");
    ann.ask(json!({"op": "say", "text": "between us", "to": 1})).await.unwrap();
    ann.ask(json!({"op": "say", "text": "for all"})).await.unwrap();
    cat.until(|state| state["chat"].as_array().is_some_and(|chat| chat.iter().any(|line| line["text"] == "for all"))).await;
    assert!(!cat.heard.iter().any(|text| text.contains("between us")));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_that_is_not_watched_shows_nothing_until_it_is_over() {
    let server = Server::in_memory().await;
    let (room, [mut ann, mut bob], _) = table(&server, "nobody").await;
    ann.ask(json!({"op": "say", "text": "among ourselves"})).await.unwrap();
    bob.until(|state| state["chat"].as_array().is_some_and(|chat| !chat.is_empty())).await;
    let mut cat = server.connect(&room, "").await;
    assert_eq!((&cat.state["unwatched"], &cat.state["view"]), (&json!(true), &Value::Null));
    assert!(cat.events.is_empty() && !cat.heard[0].contains("among ourselves"));
    bob.ask(json!({"op": "concede"})).await.unwrap();
    cat.until(|state| state["outcome"].is_object()).await;
    assert!(cat.state["view"].is_object() && !cat.events.is_empty() && cat.state["unwatched"].is_null());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_table_knows_who_looks_on() {
    let server = Server::in_memory().await;
    let (room, [mut ann, _bob], _) = table(&server, "open").await;
    assert_eq!(ann.state["watchers"], Value::Null);
    let dan = cookie(&server.post("/api/register", "", json!({"name": "Dan", "password": "correct horse"})).await);
    let dan = server.connect(&room, &dan).await;
    let _stranger = server.connect(&room, "").await;
    ann.until(|state| state["watchers"] == json!({"count": 2, "names": ["Dan"]})).await;
    drop(dan);
    ann.until(|state| state["watchers"] == json!({"count": 1, "names": []})).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_crowd_that_looks_on_keeps_no_player_from_the_table() {
    let server = Server::unhurried(server::store::Sqlite::in_memory().await.unwrap()).await;
    let (room, ann) = server.room("bot").await;
    let mut crowd = Vec::new();
    for _ in 0..200 {
        crowd.push(server.connect(&room, "").await);
    }
    let url = format!("ws://{}/api/rooms/{room}/ws", server.address);
    let full = tokio_tungstenite::connect_async(&url).await.unwrap_err().to_string();
    assert!(full.contains("503"), "{full}");
    let mut player = server.connect(&room, &ann).await;
    assert_eq!(player.state["me"], 0);
    assert!(player.ask(serde_json::json!({"op": "ping"})).await.is_ok());
    drop(crowd);
    let free = async { while tokio_tungstenite::connect_async(&url).await.is_err() {} };
    tokio::time::timeout(std::time::Duration::from_secs(5), free).await.expect("places of who has gone are free");
}

fn asides(client: &Client) -> Vec<(u64, String, String)> {
    let lines = client.heard.iter().map(|text| serde_json::from_str::<Value>(text).unwrap());
    let lines = lines.flat_map(|state| state["gallery"]["lines"].as_array().cloned().unwrap_or_default());
    lines
        .map(|line| (line["seq"].as_u64().unwrap(), line["name"].as_str().unwrap().into(), line["text"].as_str().unwrap().into()))
        .collect()
}

fn line(seq: u64, name: &str, text: &str) -> (u64, String, String) {
    (seq, name.to_owned(), text.to_owned())
}

/// What those who look on say reaches each other at every node, and the players when the game is over; `other` may be the same server.
async fn gallery<S: Store + Peace + People>(server: &Server, other: &Server, store: S) {
    let (room, [mut ann, mut bob], [ann_is, _]) = server.table().await;
    let path = format!("/api/rooms/{room}/aside");
    let say = async |at: &Server, who: &str, name: &str, text: &str| at.post(&path, who, json!({"name": name, "text": text})).await;
    let mut eve = other.connect(&room, "").await;
    assert_eq!((&eve.state["gallery"]["talks"], &eve.state["gallery"]["me"]), (&json!(true), &Value::Null));
    let first = say(server, "", "Bob", " she holds\n the Hound ").await;
    assert_eq!(first.status, StatusCode::OK, "{}", first.text);
    let cat_is = cookie(&first);
    eve.until(|state| state["gallery"]["lines"].as_array().is_some_and(|lines| !lines.is_empty())).await;
    assert_eq!(asides(&eve), [line(0, "Bob 2", "she holds the Hound")], "nobody passes for a player");
    let mut cat = server.connect(&room, &cat_is).await;
    assert_eq!(cat.state["gallery"]["me"], 0);
    let account = other.post("/api/register", "", json!({"name": format!("Dan {}", &room[..4]), "password": "correct horse"})).await;
    let (dan_is, dan) = (cookie(&account), format!("Dan {}", &room[..4]));
    assert_eq!(say(other, &dan_is, "Ann", "[[The Hound]]").await.status, StatusCode::OK);
    cat.until(|state| state["gallery"]["lines"][0]["name"] == dan.as_str()).await;

    // The players learn nothing of it, not even that something was said; and do not speak there.
    let mut players = [ann, bob];
    settle(&mut players).await;
    [ann, bob] = players;
    for player in [&ann, &bob] {
        assert!(player.heard.iter().all(|text| !text.contains("Hound") && !text.contains("gallery")), "{:?}", player.heard.last());
    }
    let version = ann.state["version"].clone();
    assert_eq!(server.connect(&room, &ann_is).await.state["version"], version);
    assert_eq!(say(server, &ann_is, "Ann", "what do you say?").await.code(), "not_yours");
    for (code, text) in [("bad_message", " \u{200b}".to_owned()), ("too_large", "x".repeat(501))] {
        assert_eq!(say(server, &cat_is, "", &text).await.code(), code);
    }
    assert_eq!(server.post(&format!("/api/rooms/{room}/block"), &ann_is, json!({"who": 0})).await.code(), "no_such_seat");
    assert_eq!(server.post(&format!("/api/rooms/{room}/report"), &ann_is, json!({"seq": 0, "aside": true})).await.code(), "no_such_line");

    // Blocked, reported, taken away, silenced: as at the table.
    assert_eq!(other.post(&format!("/api/rooms/{room}/block"), &dan_is, json!({"who": 0})).await.status, StatusCode::OK);
    let dans = other.connect(&room, &dan_is).await;
    assert_eq!(dans.state["gallery"]["unheard"], json!([0]));
    assert_eq!(asides(&dans), [line(0, "Bob 2", ""), line(1, &dan, "[[The Hound]]")]);
    assert_eq!(server.post(&format!("/api/rooms/{room}/report"), &cat_is, json!({"seq": 1, "aside": true})).await.json(), true);
    let op = store.account_named(&dan.to_lowercase()).await.unwrap().unwrap().id;
    store.set_operator(&op, true).await.unwrap();
    let desk = server.get_as("/api/operator", &dan_is).await.json();
    let report = desk["reports"].as_array().unwrap().iter().find(|report| report["room"] == room.as_str()).unwrap();
    assert_eq!((&report["name"], &report["said"]), (&json!(dan), &json!("[[The Hound]]")));
    let judge = format!("/api/operator/reports/{}", report["key"].as_str().unwrap());
    assert_eq!(server.post(&judge, &dan_is, json!({"remove": true, "mute": 1})).await.json(), true);
    eve.until(|state| state["gallery"]["removed"] == json!([1])).await;
    assert_eq!(say(server, &dan_is, "", "hello?").await.code(), "muted");
    store.set_operator(&op, false).await.unwrap();
    let own = server.get_as("/api/me/export", &dan_is).await.json();
    assert!(own["rooms"].as_array().unwrap().iter().any(|of| of["mine"]["said"] == json!(["[[The Hound]]"])), "{own}");

    // When it is over the players read it all.
    bob.ask(json!({"op": "concede"})).await.unwrap();
    ann.until(|state| state["gallery"].is_object()).await;
    assert_eq!(asides(&ann), [line(0, "Bob 2", "she holds the Hound"), line(1, &dan, "")]);
    assert_eq!(ann.state["gallery"]["talks"], false);
    assert_eq!(say(other, &cat_is, "", "well played").await.status, StatusCode::OK);
    ann.until(|state| state["gallery"]["lines"][0]["text"] == "well played").await;
    assert_eq!(asides(&server.connect(&room, "").await).len(), 3);
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_look_on_talk_among_themselves_on_sqlite() {
    let store = Sqlite::in_memory().await.unwrap();
    let server = Server::unhurried(store.clone()).await;
    gallery(&server, &server, store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn those_who_look_on_talk_among_themselves_on_two_nodes() {
    let Some(cluster) = Cluster::start() else { return };
    let open = async || Postgres::open(&cluster.address()).await.unwrap();
    let (one, other) = (Server::unhurried(open().await).await, Server::unhurried(open().await).await);
    gallery(&one, &other, open().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_looks_on_is_silent_where_that_was_agreed() {
    let server = Server::in_memory().await;
    for (terms, code) in [(json!({"silent": true}), "silent"), (json!({"watching": "nobody"}), "silent"), (json!({}), "not_started")] {
        let wanted = json!({"kind": "toy", "format": "bids", "name": "Ann", "deck": "", "opponent": "open", "terms": terms});
        let room = server.post("/api/rooms", "", wanted).await.json()["room"].as_str().unwrap().to_owned();
        let path = format!("/api/rooms/{room}/aside");
        if code == "silent" {
            server.join(&room).await;
        }
        assert_eq!(server.post(&path, "", json!({"text": "hello", "name": "Cat"})).await.code(), code);
        assert_eq!(server.connect(&room, "").await.state["gallery"], Value::Null);
    }
}
