//! Those who look on: what they see is what the table agreed on.

use crate::common::{Client, Server, cookie, play};
use axum::http::StatusCode;
use serde_json::{Value, json};

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
