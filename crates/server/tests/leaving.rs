//! Somebody leaves a running game: the others vote on the seat when the time of grace is over, or at once where "leave" was pressed.

use std::time::Duration;

use crate::common::{Client, Server, cookie, play, settle};
use serde_json::{Value, json};
use server::store::Sqlite;

/// Ann, Bob and Cat at a table that waits for so many seconds.
async fn three(grace: u32) -> (Server, String, Vec<Client>, Vec<String>) {
    let server = Server::unhurried(Sqlite::in_memory().await.unwrap()).await;
    let wanted = json!({"kind": "toy", "format": "bids3", "name": "Ann", "deck": "", "opponent": "open", "grace": grace});
    let made = server.post("/api/rooms", "", wanted).await;
    let room = made.json()["room"].as_str().unwrap().to_owned();
    let cookies = vec![cookie(&made), server.join(&room).await, server.join(&room).await];
    let mut clients = Vec::new();
    for cookie in &cookies {
        clients.push(server.connect(&room, cookie).await);
    }
    settle(&mut clients).await;
    (server, room, clients, cookies)
}

fn replace(seat: u8, by: &str) -> Value {
    json!({"op": "propose", "wish": {"wish": "replace", "seat": seat, "by": by}})
}

fn gone(client: &Client) -> &Value {
    &client.state["agree"]["gone"]
}

#[tokio::test(flavor = "multi_thread")]
async fn when_the_time_is_over_the_others_vote_and_a_return_ends_the_vote() {
    let (server, room, mut clients, cookies) = three(1).await;
    assert_eq!(clients[0].refused(replace(2, "bot")).await, "not_gone", "Cat is here");
    drop(clients.pop());
    clients[0].until(|state| state["seats"][2]["connected"] == false).await;
    assert_eq!(clients[0].refused(replace(2, "bot")).await, "not_gone", "her time is not over");
    tokio::time::sleep(Duration::from_millis(1100)).await;
    settle(&mut clients).await;
    assert_eq!(gone(&clients[0]), &json!([2]), "everybody is told when it is");
    for (wrong, code) in [(replace(0, "bot"), "no_such_seat"), (replace(1, "bot"), "not_gone"), (replace(7, "bot"), "no_such_seat")] {
        assert_eq!(clients[0].refused(wrong).await, code);
    }
    let odd = json!({"op": "propose", "wish": {"wish": "replace", "seat": 2, "by": "bot", "bot": "maester"}});
    assert_eq!(clients[0].refused(odd).await, "no_such_bot");
    clients[0].ask(replace(2, "bot")).await.unwrap();
    settle(&mut clients).await;
    assert_eq!(clients[1].state["agree"]["open"]["asked"], json!([1]), "who is away is not asked");
    // She comes back in time.
    let mut cat = server.connect(&room, &cookies[2]).await;
    settle(std::slice::from_mut(&mut cat)).await;
    settle(&mut clients).await;
    assert_eq!(clients[1].state["agree"]["last"]["how"], "lapsed");
    assert_eq!(clients[1].refused(json!({"op": "agree", "number": 1})).await, "stale");
    assert_eq!((gone(&clients[0]), cat.asked()), (&Value::Null, true));
    // Away again: now a bot plays on with her hand.
    drop(cat);
    clients[0].until(|state| state["seats"][2]["connected"] == false).await;
    tokio::time::sleep(Duration::from_millis(1100)).await;
    clients[0].ask(replace(2, "bot")).await.unwrap();
    clients[1].ask(json!({"op": "agree", "number": 2})).await.unwrap();
    clients[0].until(|state| state["seats"][2]["player"] == "random").await;
    let late = server.connect(&room, &cookies[2]).await;
    assert_eq!(late.state["me"], Value::Null, "the seat is another's now");
    play(&mut clients, 100).await;
    assert!(clients[0].over(), "the game goes on to its end");
}

#[tokio::test(flavor = "multi_thread")]
async fn who_presses_leave_is_not_waited_for_and_a_newcomer_plays_the_same_hand() {
    let (server, room, mut clients, cookies) = three(60).await;
    let hand = clients[2].state["view"]["seats"][2]["hand"].clone();
    let mut cat = clients.pop().unwrap();
    cat.ask(json!({"op": "leave"})).await.unwrap();
    clients[0].until(|state| state["agree"]["gone"] == json!([2])).await;
    // What the others agree on meanwhile needs no word of hers.
    clients[0].answer(0).await;
    clients[0].ask(json!({"op": "propose", "wish": {"wish": "undo"}})).await.unwrap();
    settle(&mut clients).await;
    assert_eq!(clients[1].state["agree"]["open"]["asked"], json!([1]));
    clients[1].ask(json!({"op": "decline", "number": 1})).await.unwrap();
    clients[0].ask(replace(2, "newcomer")).await.unwrap();
    clients[1].ask(json!({"op": "agree", "number": 2})).await.unwrap();
    clients[0].until(|state| state["seats"][2]["open"] == true).await;
    assert_eq!(cat.refused(json!({"op": "leave"})).await, "not_yours");
    let joined = server.post(&format!("/api/rooms/{room}/join"), "", json!({"name": "Dan", "deck": ""})).await;
    assert_eq!(joined.json()["seat"], 2);
    let dan = server.connect(&room, &cookie(&joined)).await;
    assert_eq!(dan.state["view"]["seats"][2]["hand"], hand);
    assert_eq!(dan.state["seats"][2]["name"], "Dan");
    let again = server.post(&format!("/api/rooms/{room}/join"), &cookies[2], json!({"name": "Cat", "deck": ""})).await;
    assert_eq!(again.code(), "seat_taken");
    clients.push(dan);
    play(&mut clients, 100).await;
    assert!(clients[0].over());
}

#[tokio::test(flavor = "multi_thread")]
async fn alone_at_the_table_one_decides_that_who_left_concedes() {
    let server = Server::unhurried(Sqlite::in_memory().await.unwrap()).await;
    let (room, clients, [ann, _]) = server.table().await;
    let [mut first, mut second] = clients;
    second.ask(json!({"op": "leave"})).await.unwrap();
    first.until(|state| state["agree"]["gone"] == json!([1])).await;
    // A word from the seat, and it has returned.
    second.ask(json!({"op": "say", "text": "I forgot my coat"})).await.unwrap();
    first.until(|state| state["agree"]["gone"].is_null()).await;
    assert_eq!(first.refused(replace(1, "nobody")).await, "not_gone");
    second.ask(json!({"op": "leave"})).await.unwrap();
    drop(second);
    first.until(|state| state["agree"]["gone"] == json!([1])).await;
    first.ask(replace(1, "nobody")).await.unwrap();
    first.until(|state| state["outcome"].is_object()).await;
    assert_eq!(first.state["outcome"]["Won"]["seats"], json!([0]));
    assert_eq!(server.connect(&room, &ann).await.state["outcome"], first.state["outcome"]);
    let bad = server
        .post("/api/rooms", "", json!({"kind": "toy", "format": "bids", "name": "A", "deck": "", "opponent": "open", "grace": 0}))
        .await;
    assert_eq!(bad.code(), "bad_request");
}
