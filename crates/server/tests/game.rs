//! Whole games over websockets, as two browsers play them.

use crate::common::{Server, play, settle};
use serde_json::{Value, json};
use server::store::Sqlite;
use table::replay::Replay;
use table::toy::{Rules, Toy};

const MANY: usize = 10_000;

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_a_whole_game() {
    let server = Server::unhurried(Sqlite::in_memory().await.unwrap()).await;
    let (room, mut clients, _) = server.table().await;
    assert_eq!(clients[0].state["me"], 0);
    assert_eq!(clients[1].state["me"], 1);
    assert_eq!(server.get(&format!("/api/rooms/{room}/replay")).await.code(), "not_over", "a replay would tell what is hidden");
    play(&mut clients, MANY).await;
    let [ann, bob] = &clients;
    assert_eq!(ann.state["outcome"], bob.state["outcome"]);
    assert!(ann.state["outcome"]["Won"]["seats"].is_array(), "{}", ann.state["outcome"]);
    for client in &clients {
        let numbers: Vec<u64> = client.events.iter().map(|event| event["seq"].as_u64().unwrap()).collect();
        assert_eq!(numbers, (0..numbers.len() as u64).collect::<Vec<_>>(), "each viewer's events have no gaps");
        assert_eq!(client.state["prompt"], Value::Null);
    }
    let file = server.get(&format!("/api/rooms/{room}/replay")).await;
    assert!(file.headers["content-disposition"].to_str().unwrap().starts_with("attachment"));
    let replay = Replay::read(file.text.as_bytes()).unwrap();
    assert!(replay.verify::<Toy>(&Rules::default()).unwrap().outcome.is_some());

    let last = replay.steps.len();
    let end = server.get(&format!("/api/rooms/{room}/replay/{last}")).await.json();
    assert_eq!(end["steps"], last);
    assert_eq!(end["outcome"], ann.state["outcome"]);
    let begin = server.get(&format!("/api/rooms/{room}/replay/0")).await.json();
    assert!(begin["view"]["seats"][1]["hand"].is_array(), "a replay shows all hands");
    assert_eq!(server.get(&format!("/api/rooms/{room}/replay/{}", last + 1)).await.code(), "no_such_step");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_plays_against_the_bot() {
    let server = Server::unhurried(Sqlite::in_memory().await.unwrap()).await;
    let (room, ann) = server.room("bot").await;
    let mut client = [server.connect(&room, &ann).await];
    play(&mut client, MANY).await;
    assert!(client[0].over());
    assert_eq!(client[0].state["seats"][1]["player"], "random");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_reload_brings_the_same_seat_and_state_back() {
    let server = Server::unhurried(Sqlite::in_memory().await.unwrap()).await;
    let (room, mut clients, [ann, _]) = server.table().await;
    play(&mut clients, 7).await;
    settle(&mut clients).await;
    let again = server.connect(&room, &ann).await;
    for part in ["view", "prompt", "me", "version", "can_withdraw", "outcome"] {
        assert_eq!(again.state[part], clients[0].state[part], "{part}");
    }
    assert_eq!(again.events, clients[0].events);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_killed_server_goes_on_where_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let server = Server::unhurried(Sqlite::open(&file).await.unwrap()).await;
    let (room, mut clients, [ann, bob]) = server.table().await;
    let (against_bot, carl) = server.room("bot").await;
    let mut with_bot = [server.connect(&against_bot, &carl).await];
    play(&mut clients, 9).await;
    play(&mut with_bot, 5).await;
    settle(&mut clients).await;
    server.kill().await;

    let server = Server::unhurried(Sqlite::open(&file).await.unwrap()).await;
    let mut again = [server.connect(&room, &ann).await, server.connect(&room, &bob).await];
    for (before, after) in clients.iter().zip(&again) {
        for part in ["view", "prompt", "me", "version", "can_withdraw"] {
            assert_eq!(before.state[part], after.state[part], "{part}");
        }
        assert_eq!(before.events, after.events);
    }
    play(&mut again, MANY).await;
    assert!(again[0].over());
    let mut with_bot = [server.connect(&against_bot, &carl).await];
    play(&mut with_bot, MANY).await;
    assert!(with_bot[0].over());
}

#[tokio::test(flavor = "multi_thread")]
async fn both_sockets_of_a_seat_show_and_answer() {
    let server = Server::unhurried(Sqlite::in_memory().await.unwrap()).await;
    let (room, mut clients, [ann, _]) = server.table().await;
    let mut second = server.connect(&room, &ann).await;
    let decision = second.state["prompt"]["decision"].clone();
    let picks = second.picks(0).await;
    clients[0].answer(1).await;
    second.until(|state| state["can_withdraw"] == true).await;
    let late = second.refused(json!({"op": "answer", "decision": decision, "picks": picks})).await;
    assert_eq!(late, "not_asked");
    second.ask(json!({"op": "withdraw"})).await.unwrap();
    clients[0].until(|state| state["prompt"].is_object() && state["can_withdraw"] == false).await;
    second.until(|state| state["prompt"].is_object()).await;
    let stale = second.refused(json!({"op": "answer", "decision": decision, "picks": picks})).await;
    assert_eq!(stale, "stale", "the answer that was taken back was another decision");
    second.answer(2).await;
    clients[0].until(|state| state["can_withdraw"] == true).await;
    settle(&mut clients).await;
    assert_eq!(clients[0].state["view"], second.state["view"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn nobody_learns_what_was_answered_in_secret() {
    let server = Server::unhurried(Sqlite::in_memory().await.unwrap()).await;
    let (room, mut clients, _) = server.table().await;
    let mut watcher = server.connect(&room, "").await;
    assert_eq!(watcher.state["me"], Value::Null);
    assert_eq!(watcher.state["prompt"], Value::Null);
    assert_eq!(watcher.state["view"]["seats"][0]["hand"], Value::Null);
    let version = watcher.state["version"].clone();
    clients[0].answer(1).await;
    watcher.until(|state| state["view"]["seats"][0]["has_bid"] == true).await;
    assert_eq!(watcher.state["version"], version, "the number of answers is no public matter");
    assert_eq!(watcher.state["view"]["seats"][0]["bid"], Value::Null);
    assert_eq!(clients[1].state["view"]["seats"][0]["hand"], Value::Null);
    assert!(clients[0].state["view"]["seats"][0]["bid"].is_array());
}

#[tokio::test(flavor = "multi_thread")]
async fn who_concedes_loses_and_may_play_again() {
    let server = Server::unhurried(Sqlite::in_memory().await.unwrap()).await;
    let (room, mut clients, [ann, bob]) = server.table().await;
    let again = format!("/api/rooms/{room}/rematch");
    assert_eq!(server.post(&again, &ann, json!({})).await.code(), "not_over");
    play(&mut clients, 3).await;
    clients[1].ask(json!({"op": "concede"})).await.unwrap();
    clients[0].until(|state| state["outcome"].is_object()).await;
    assert_eq!(clients[0].state["outcome"]["Won"]["seats"], json!([0]));
    assert_eq!(clients[0].state["prompt"], Value::Null);
    assert_eq!(clients[0].refused(json!({"op": "answer", "decision": 0, "picks": [0, 0]})).await, "over");
    assert_eq!(clients[0].refused(json!({"op": "concede"})).await, "over");
    let replay = Replay::read(server.get(&format!("/api/rooms/{room}/replay")).await.text.as_bytes()).unwrap();
    assert_eq!(replay.marks[0].kind, "conceded");
    assert!(replay.verify::<Toy>(&Rules::default()).is_ok());

    assert_eq!(server.post(&again, "", json!({})).await.code(), "not_yours");
    let first = server.post(&again, &bob, json!({})).await.json();
    clients[0].until(|state| state["rematch"].is_string()).await;
    assert_eq!(clients[0].state["rematch"], first["room"]);
    let second = server.post(&again, &ann, json!({})).await.json();
    assert_eq!((&second["room"], &second["seat"]), (&first["room"], &json!(0)));
    let new = first["room"].as_str().unwrap();
    let mut clients = [server.connect(new, &ann).await, server.connect(new, &bob).await];
    play(&mut clients, MANY).await;
    assert!(clients[0].over());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_seed_can_be_checked_when_the_game_is_over() {
    let server = Server::unhurried(Sqlite::in_memory().await.unwrap()).await;
    let (room, mut clients, _) = server.table().await;
    let before = server.get(&format!("/api/rooms/{room}")).await.json();
    assert_eq!(before["seed"], Value::Null);
    play(&mut clients, MANY).await;
    let after = server.get(&format!("/api/rooms/{room}")).await.json();
    let told = format!("{}:{}", after["seed"].as_str().unwrap(), after["salt"].as_str().unwrap());
    assert_eq!(before["commitment"], blake3::hash(told.as_bytes()).to_hex().as_str());
    let replay = server.get(&format!("/api/rooms/{room}/replay")).await.json();
    assert_eq!(replay["start"]["seed"], after["seed"]);
}

#[tokio::test(flavor = "multi_thread")]
async fn players_see_who_is_there() {
    let server = Server::unhurried(Sqlite::in_memory().await.unwrap()).await;
    let (room, ann) = server.room("open").await;
    let mut client = server.connect(&room, &ann).await;
    assert_eq!(client.state["view"], Value::Null);
    assert_eq!(client.state["seats"][1]["open"], true);
    assert_eq!(client.refused(json!({"op": "answer", "decision": 0, "picks": [0]})).await, "not_started");
    let bob = server.join(&room).await;
    client.until(|state| state["view"].is_object()).await;
    let socket = server.connect(&room, &bob).await;
    client.until(|state| state["seats"][1]["connected"] == true).await;
    drop(socket);
    client.until(|state| state["seats"][1]["connected"] == false).await;
    assert!(client.state["view"].is_object(), "a lost connection changes nothing");
}
