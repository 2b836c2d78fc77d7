//! What is said at the table: aloud, or to one seat alone.

use crate::common;
use crate::common::{Server, settle};
use serde_json::{Value, json};
use server::store::Sqlite;

async fn three(server: &Server) -> (String, [String; 3]) {
    let wanted = json!({"kind": "toy", "format": "bids4", "name": "Ann", "deck": "", "opponent": "open",
        "others": [{}, {}, {"opponent": "bot"}]});
    let made = server.post("/api/rooms", "", wanted).await;
    let room = made.json()["room"].as_str().unwrap().to_owned();
    let ann = common::cookie(&made);
    let cookies = [ann, server.join(&room).await, server.join(&room).await];
    (room, cookies)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_word_to_one_seat_is_seen_by_the_two_alone() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let server = Server::unhurried(Sqlite::open(&file).await.unwrap()).await;
    let (room, cookies) = three(&server).await;
    let mut clients = Vec::new();
    for cookie in cookies.iter().map(String::as_str).chain([""]) {
        clients.push(server.connect(&room, cookie).await);
    }
    settle(&mut clients).await;
    let messages: Vec<usize> = clients.iter().map(|client| client.heard.len()).collect();
    clients[0].ask(json!({"op": "say", "text": " leave me \n the north ", "to": 1})).await.unwrap();
    settle(&mut clients).await;
    let line = json!([{"seq": 0, "from": 0, "to": 1, "text": "leave me the north"}]);
    assert_eq!((&clients[0].state["chat"], &clients[1].state["chat"]), (&line, &line));
    for silent in [2, 3] {
        assert_eq!(clients[silent].heard.len(), messages[silent], "not even that something was said");
    }
    clients[1].ask(json!({"op": "say", "text": "Agreed. {P1} [c1|x|y]"})).await.unwrap();
    settle(&mut clients).await;
    let aloud = |seq: u64| json!([{"seq": seq, "from": 1, "to": null, "text": "Agreed. {P1} [c1|x|y]"}]);
    for (client, seq) in clients.iter().zip([1, 1, 0, 0]) {
        assert_eq!(client.state["chat"], aloud(seq));
    }
    for silent in [2, 3] {
        assert!(clients[silent].heard.iter().all(|text| !text.contains("north")));
    }
    assert_eq!(clients[2].state["version"], clients[3].state["version"]);

    server.kill().await;
    let server = Server::unhurried(Sqlite::open(&file).await.unwrap()).await;
    let again = server.connect(&room, &cookies[1]).await;
    assert_eq!(again.state["chat"].as_array().unwrap().len(), 2, "what was said is kept");
    assert_eq!(again.state["version"], clients[1].state["version"]);
    assert_eq!(server.connect(&room, "").await.state["chat"], aloud(0));
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_is_said_to_nobody() {
    let server = Server::in_memory().await;
    let (room, cookies) = three(&server).await;
    let mut ann = server.connect(&room, &cookies[0]).await;
    let mut stranger = server.connect(&room, "").await;
    assert_eq!(stranger.refused(json!({"op": "say", "text": "hello"})).await, "not_yours");
    for (code, request) in [
        ("bad_message", json!({"op": "say", "text": " \u{200b}\n"})),
        ("bad_message", json!({"op": "say", "text": "x", "from": 1})),
        ("too_large", json!({"op": "say", "text": "x".repeat(501)})),
        ("no_such_seat", json!({"op": "say", "text": "x", "to": 0})),
        ("no_such_seat", json!({"op": "say", "text": "x", "to": 3})),
        ("no_such_seat", json!({"op": "say", "text": "x", "to": 9})),
    ] {
        assert_eq!(ann.refused(request.clone()).await, code, "{request}");
    }
    assert_eq!(ann.state["chat"], Value::Null);
}
