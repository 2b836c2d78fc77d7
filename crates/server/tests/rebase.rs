//! A program leaves, and one with other rules comes: it goes on with the rooms that it can read, and shows the others as paused, with their file.

use crate::common;
use std::sync::Arc;

use crate::common::{Client, Server, play, settle};
use serde_json::{Value, json};
use server::AppState;
use server::games::Games;
use server::limit::Limits;
use server::room::House;
use server::store::{Sqlite, Store};
use table::replay::Replay;
use table::toy::{Rules, Toy};

async fn house(store: Sqlite) -> (Server, Arc<House>) {
    let state = AppState::new(store, Games::for_tests()).with_limits(Limits { rate: 1e6, burst: 1e6, patience: 0 });
    let house = state.house().clone();
    (Server::of(state).await, house)
}

async fn entries(store: &Sqlite, room: &str) -> Vec<Value> {
    store.load(room, 0).await.unwrap().iter().map(|line| serde_json::from_str(line).unwrap()).collect()
}

/// The same log as a program with other rules would have written it.
async fn older(store: &Sqlite, room: &str, named: &str, change: impl Fn(&mut Value)) {
    let mut log = entries(store, room).await;
    for entry in &mut log {
        if let Some(rules) = entry.get_mut("rules") {
            *rules = json!("the rules of long ago");
        }
        change(entry);
    }
    let lines: Vec<String> = log.iter().map(Value::to_string).collect();
    store.create(named, &lines).await.unwrap();
}

async fn both(server: &Server, room: &str, cookies: &[String; 2]) -> [Client; 2] {
    [server.connect(room, &cookies[0]).await, server.connect(room, &cookies[1]).await]
}

#[tokio::test(flavor = "multi_thread")]
async fn a_newer_program_goes_on_where_the_older_one_left() {
    let store = Sqlite::in_memory().await.unwrap();
    let (server, first) = house(store.clone()).await;
    let (room, mut clients, cookies) = server.table().await;
    play(&mut clients, 3).await;
    settle(&mut clients).await;
    first.rest().await;
    assert_eq!(clients[0].refused(json!({"op": "say", "text": "still here?"})).await, "closing");
    let log = entries(&store, &room).await;
    let last = log.last().unwrap();
    assert_eq!((&last["entry"], &last["snapshot"]["form"], &last["back"]), (&json!("rebase"), &json!("toy state 1"), &json!(0)));
    first.rest().await;
    assert_eq!(entries(&store, &room).await.len(), log.len(), "once is enough");
    older(&store, &room, "old", |_| ()).await;
    older(&store, &room, "odd", |entry| {
        if entry["entry"] == "rebase" {
            entry["snapshot"]["form"] = json!("toy state 0");
        }
    })
    .await;

    // The same program goes on as if nothing was.
    let (server, second) = house(store.clone()).await;
    let same = both(&server, &room, &cookies).await;
    for part in ["view", "prompt", "version"] {
        assert_eq!(same[0].state[part], clients[0].state[part], "{part}");
    }
    // With other rules it takes over what the snapshot tells, and says so before it writes anything else.
    let mut carried = both(&server, "old", &cookies).await;
    assert_eq!(carried[0].state["view"], clients[0].state["view"]);
    assert_eq!(carried[0].state["paused"], Value::Null);
    assert_eq!(entries(&store, "old").await.len(), log.len(), "who only looks writes nothing");
    let asked = carried.iter().position(Client::asked).unwrap();
    carried[asked].answer(0).await;
    let now = entries(&store, "old").await;
    assert_eq!((&now[log.len()]["entry"], &now[log.len() + 1]["entry"]), (&json!("resumed"), &json!("step")));
    assert_eq!(now[log.len()]["rules"], "toy 1, cards to 8");
    settle(&mut carried).await;
    let view = carried[0].state["view"].clone();
    second.rest().await;
    let (server, _) = house(store.clone()).await;
    let mut again = both(&server, "old", &cookies).await;
    assert_eq!(again[0].state["view"], view, "the log alone tells");
    again[0].ask(json!({"op": "concede"})).await.unwrap();
    let file = server.get("/api/rooms/old/replay").await;
    let replay = Replay::read(file.text.as_bytes()).unwrap();
    replay.verify::<Toy>(&Rules::default()).unwrap();
    assert!(replay.marks.iter().any(|mark| mark.note.starts_with("carried over from the rules of long ago")), "{:?}", replay.marks);

    // What it cannot read is paused, with its file for who sat there.
    let mut paused = server.connect("odd", &cookies[0]).await;
    let why = paused.state["paused"].as_str().unwrap().to_owned();
    assert!(why.contains("the rules of long ago") && why.contains("toy state 0"), "{why}");
    assert_eq!(paused.refused(json!({"op": "answer", "decision": 0, "picks": [0, 0]})).await, "paused");
    assert_eq!(server.get("/api/rooms/odd/file").await.code(), "not_yours");
    assert_eq!(server.get_as("/api/rooms/old/file", &cookies[0]).await.code(), "not_paused");
    let file = server.get_as("/api/rooms/odd/file", &cookies[0]).await;
    let told = file.json();
    assert_eq!((&told["format"], told["entries"].as_array().unwrap().len()), (&json!("maester-room"), log.len()));
    assert!(file.text.contains("toy state 0") && !file.text.contains("\"owner\""), "all but who is who");
    server.get_as("/api/rooms/odd/file", &cookies[0]).await;
    let opened = entries(&store, "odd").await;
    assert_eq!(opened[log.len()..].iter().map(|entry| &entry["entry"]).collect::<Vec<_>>(), ["opened"], "and it is written down");
}

#[tokio::test(flavor = "multi_thread")]
async fn steps_of_the_older_rules_after_the_snapshot_are_never_replayed_under_new_ones() {
    let store = Sqlite::in_memory().await.unwrap();
    let (server, first) = house(store.clone()).await;
    let (room, _, cookies) = server.table().await;
    first.rest().await;
    let (server, _) = house(store.clone()).await;
    let mut clients = both(&server, &room, &cookies).await;
    play(&mut clients, 2).await;
    older(&store, &room, "late", |_| ()).await;
    let late = server.connect("late", &cookies[0]).await;
    assert!(late.state["paused"].as_str().unwrap().contains("this program plays toy 1"), "{}", late.state);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_cards_is_carried_over_as_text_from_the_last_moment_that_has_one() {
    let store = Sqlite::in_memory().await.unwrap();
    let (server, first) = house(store.clone()).await;
    let decks = server.get("/api/decks").await.json();
    let wanted = json!({"kind": "card", "format": "joust", "name": "Ann", "deck": decks[0]["name"], "opponent": "bot", "bot": "random"});
    let made = server.post("/api/rooms", "", wanted).await;
    let (room, ann) = (made.json()["room"].as_str().unwrap().to_owned(), common::cookie(&made));
    let mut client = [server.connect(&room, &ann).await];
    play(&mut client, 25).await;
    settle(&mut client).await;
    first.rest().await;
    let rebase =
        entries(&store, &room).await.into_iter().find(|entry| entry["entry"] == "rebase").expect("a running game leaves a snapshot");
    assert!(rebase["snapshot"]["text"].as_str().unwrap().starts_with("maester position 1"));
    older(&store, &room, "old", |_| ()).await;
    let (server, _) = house(store.clone()).await;
    let mut carried = [server.connect("old", &ann).await];
    assert_eq!(carried[0].state["paused"], Value::Null, "{}", carried[0].state["paused"]);
    if rebase["back"] == 0 {
        let of = |client: &Client| client.state["view"]["players"].clone();
        assert_eq!(of(&carried[0]), of(&client[0]));
    }
    play(&mut carried, 5).await;
    carried[0].ask(json!({"op": "concede"})).await.unwrap();
    assert!(entries(&store, "old").await.iter().any(|entry| entry["entry"] == "resumed"));
}
