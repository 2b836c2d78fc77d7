//! Messages that are wrong, too many or too large: a clear error, nothing changed, nobody else disturbed.

use crate::common::{Client, Server, settle};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

/// What a viewer can see, without what was told already.
fn seen(client: &Client) -> Value {
    let mut state = client.state.clone();
    state["events"] = Value::Null;
    state
}

/// After all that, both see what they saw, and the game goes on.
async fn undisturbed(server: &Server, room: &str, clients: &mut [Client], cookies: &[String], before: &[Value]) {
    settle(clients).await;
    for ((client, cookie), before) in clients.iter().zip(cookies).zip(before) {
        assert_eq!(seen(client), *before);
        assert_eq!(seen(&server.connect(room, cookie).await), *before);
    }
    clients[1].answer(0).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_is_not_legal_is_refused() {
    let server = Server::in_memory().await;
    let (room, mut clients, cookies) = server.table().await;
    settle(&mut clients).await;
    let before = [seen(&clients[0]), seen(&clients[1])];
    let ann = &mut clients[0];
    for (code, picks) in
        [("not_listed", json!([99, 0])), ("incomplete", json!([0])), ("incomplete", json!([])), ("not_listed", json!([0, 0, 0]))]
    {
        assert_eq!(ann.refused(json!({"op": "answer", "decision": 0, "picks": picks})).await, code, "{picks}");
    }
    assert_eq!(ann.refused(json!({"op": "answer", "decision": 7, "picks": [0, 0]})).await, "stale");
    assert_eq!(ann.refused(json!({"op": "preview", "decision": 7, "picks": []})).await, "stale");
    assert_eq!(ann.refused(json!({"op": "preview", "decision": 0, "picks": [99]})).await, "not_listed");
    assert!(["not_asked", "withdrawn_too_late"].contains(&&*ann.refused(json!({"op": "withdraw"})).await));
    assert_eq!(ann.refused(json!({"op": "stops", "stops": {"everywhere": 1}})).await, "bad_message");
    undisturbed(&server, &room, &mut clients, &cookies, &before).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_answers_for_nobody() {
    let server = Server::in_memory().await;
    let (room, mut clients, cookies) = server.table().await;
    settle(&mut clients).await;
    let before = [seen(&clients[0]), seen(&clients[1])];
    let forged = format!("maester={}", "0".repeat(64));
    for cookie in ["", "maester=short", forged.as_str()] {
        let mut stranger = server.connect(&room, cookie).await;
        for request in [
            json!({"op": "answer", "decision": 0, "picks": [0, 0]}),
            json!({"op": "preview", "decision": 0, "picks": []}),
            json!({"op": "explain", "thing": "c1"}),
            json!({"op": "withdraw"}),
            json!({"op": "concede"}),
            json!({"op": "stops", "stops": {"all": true}}),
        ] {
            assert_eq!(stranger.refused(request).await, "not_yours");
        }
        assert_eq!(stranger.ask(json!({"op": "ping"})).await.unwrap(), true);
    }
    undisturbed(&server, &room, &mut clients, &cookies, &before).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_has_no_other_fields_than_its_own() {
    let server = Server::in_memory().await;
    let (room, mut clients, cookies) = server.table().await;
    settle(&mut clients).await;
    let before = [seen(&clients[0]), seen(&clients[1])];
    // A message cannot name a seat: it is that of the session. One that tries is not taken as the sender's own answer.
    let refused = clients[1].ask(json!({"op": "answer", "seat": 0, "decision": 0, "picks": [0, 0]})).await.expect_err("it names a seat");
    assert_eq!(refused["code"], "bad_message");
    for part in ["answer", "unknown field `seat`", "`picks`", "never names a seat"] {
        assert!(refused["message"].as_str().unwrap().contains(part), "{part}: {refused}");
    }
    for (request, field) in [
        (json!({"op": "concede", "seat": 1}), "seat"),
        (json!({"op": "withdraw", "seat": 1}), "seat"),
        (json!({"op": "preview", "decision": 0, "picks": [], "draft": true}), "draft"),
        (json!({"op": "explain", "thing": "row", "why": 1}), "why"),
        (json!({"op": "stops", "stops": {}, "for": 1}), "for"),
        (json!({"op": "ping", "pong": 1}), "pong"),
    ] {
        let refused = clients[0].ask(request).await.expect_err(field);
        assert_eq!(refused["code"], "bad_message", "{field}");
        assert!(refused["message"].as_str().unwrap().contains(&format!("unknown field `{field}`")), "{refused}");
    }
    undisturbed(&server, &room, &mut clients, &cookies, &before).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_message_is_answered_with_an_error() {
    let server = Server::in_memory().await;
    let (room, mut clients, cookies) = server.table().await;
    settle(&mut clients).await;
    let before = [seen(&clients[0]), seen(&clients[1])];
    let bad = |message: Value, id: u32| async move {
        assert_eq!((&message["code"], id), (&json!("bad_message"), id));
        assert!(!message["message"].as_str().unwrap().is_empty());
    };
    for (id, text) in [
        (0, "hello"),
        (0, ""),
        (0, "[]"),
        (0, "null"),
        (0, "{\"op\":\"answer\""),
        (0, "{\"op\":\"dance\"}"),
        (41, "{\"op\":\"dance\",\"id\":41}"),
        (42, "{\"op\":\"answer\",\"id\":42,\"decision\":\"0\",\"picks\":[0]}"),
        (43, "{\"op\":\"answer\",\"id\":43,\"decision\":0,\"picks\":[-1]}"),
        (0, "{\"op\":\"ping\",\"id\":99999999999}"),
        (44, "{\"op\":\"explain\",\"id\":44}"),
    ] {
        clients[0].raw(Message::text(text)).await;
        bad(clients[0].reply(id).await.expect_err(text), id).await;
    }
    clients[0].raw(Message::binary(vec![0xff, 0x00, 0x7b])).await;
    bad(clients[0].reply(0).await.expect_err("binary"), 0).await;
    // Deep nesting must not overrun the stack.
    clients[0].raw(Message::text("[".repeat(60_000))).await;
    bad(clients[0].reply(0).await.expect_err("nested"), 0).await;
    undisturbed(&server, &room, &mut clients, &cookies, &before).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_message_that_is_too_large_is_not_taken() {
    let server = Server::in_memory().await;
    let (room, mut clients, cookies) = server.table().await;
    settle(&mut clients).await;
    let before = [seen(&clients[0]), seen(&clients[1])];
    let large = json!({"op": "explain", "id": 1, "thing": "x".repeat(70_000)}).to_string();
    clients[0].raw(Message::text(large)).await;
    assert_eq!(clients[0].reply(0).await.expect_err("too large")["code"], "too_large");
    assert_eq!(clients[0].ask(json!({"op": "ping"})).await.unwrap(), true);

    // What is too large even to be received: whoever sends it still hears why, however much it goes on sending.
    for size in [300_000, 5_000_000] {
        let mut giant = server.connect(&room, &cookies[0]).await;
        futures_util::SinkExt::send(&mut giant.socket, Message::text("x".repeat(size))).await.unwrap();
        while giant.next().await.is_some() {}
        assert_eq!(giant.closed, Some((1009, "a message has at most 64 kB".to_owned())), "{size}");
    }
    undisturbed(&server, &room, &mut clients, &cookies, &before).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_talks_too_fast_is_slowed_down_and_then_closed() {
    let server = Server::in_memory().await;
    let (room, mut clients, cookies) = server.table().await;
    settle(&mut clients).await;
    let before = [seen(&clients[0]), seen(&clients[1])];
    for id in 1..=60 {
        clients[0].raw(Message::text(json!({"op": "ping", "id": id}).to_string())).await;
    }
    let (mut fine, mut fast) = (0, 0);
    for id in 1..=60 {
        match clients[0].reply(id).await {
            Ok(_) => fine += 1,
            Err(why) => {
                assert_eq!(why["code"], "too_fast");
                fast += 1;
            }
        }
    }
    assert!(fine >= 40 && fast >= 5, "{fine} and {fast}");
    tokio::time::sleep(std::time::Duration::from_millis(1200)).await;
    assert_eq!(clients[0].ask(json!({"op": "ping"})).await.unwrap(), true, "after a pause all is well");

    let mut flood = server.connect(&room, &cookies[0]).await;
    for _ in 0..1000 {
        if futures_util::SinkExt::send(&mut flood.socket, Message::text("x")).await.is_err() {
            break;
        }
    }
    while flood.next().await.is_some() {}
    assert_eq!(flood.closed, Some((1008, "too many messages".to_owned())), "who is closed learns why");
    undisturbed(&server, &room, &mut clients, &cookies, &before).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn why_can_i_not_is_answered() {
    let server = Server::in_memory().await;
    let (_, mut clients, _) = server.table().await;
    let reasons = clients[0].ask(json!({"op": "explain", "thing": "row"})).await.unwrap();
    assert!(reasons.is_array(), "{reasons}");
}
