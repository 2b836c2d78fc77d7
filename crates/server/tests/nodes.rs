//! The store is the truth: servers that share one, a store that fails, logs that cannot be read.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use crate::common::Server;
use serde_json::{Value, json};
use server::log::{Chair, Created, Entry, line};
use server::store::{Later, RoomRow, SessionRow, Sqlite, Store, StoreError};

/// A store that can be told to fail.
#[derive(Clone)]
struct Fragile {
    store: Sqlite,
    broken: Arc<AtomicBool>,
}

impl Store for Fragile {
    fn create<'a>(&'a self, room: &'a str, entries: &'a [String]) -> Later<'a, ()> {
        self.store.create(room, entries)
    }
    fn append<'a>(&'a self, room: &'a str, seq: u64, entries: &'a [String]) -> Later<'a, ()> {
        match self.broken.load(Ordering::SeqCst) {
            true => Box::pin(async { Err(StoreError::Broken("disk full".to_owned())) }),
            false => self.store.append(room, seq, entries),
        }
    }
    fn load<'a>(&'a self, room: &'a str, from: u64) -> Later<'a, Vec<String>> {
        self.store.load(room, from)
    }
    fn list(&self, limit: u32) -> Later<'_, Vec<RoomRow>> {
        self.store.list(limit)
    }
    fn put_session<'a>(&'a self, token: &'a [u8; 32], session: &'a SessionRow) -> Later<'a, ()> {
        self.store.put_session(token, session)
    }
    fn session<'a>(&'a self, token: &'a [u8; 32]) -> Later<'a, Option<SessionRow>> {
        self.store.session(token)
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_not_written_down_did_not_happen() {
    let broken = Arc::new(AtomicBool::new(false));
    let server = Server::start(Fragile { store: Sqlite::in_memory().await.unwrap(), broken: broken.clone() }).await;
    let (room, mut clients, [ann, _]) = server.table().await;
    let before = clients[0].state["view"].clone();
    broken.store(true, Ordering::SeqCst);
    let answer = json!({"op": "answer", "decision": 0, "picks": [0, 0]});
    assert_eq!(clients[0].refused(answer.clone()).await, "store");
    assert_eq!(clients[0].refused(json!({"op": "concede"})).await, "store");
    let again = server.connect(&room, &ann).await;
    assert_eq!((&again.state["view"], &again.state["outcome"]), (&before, &Value::Null));
    broken.store(false, Ordering::SeqCst);
    clients[0].ask(answer).await.expect("the store works again");
    clients[0].until(|state| state["can_withdraw"] == true).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_that_lost_the_race_reads_the_log_and_tries_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let (one, other) = (Sqlite::open(&file).await.unwrap(), Sqlite::open(&file).await.unwrap());
    let (one, other) = (Server::start(one).await, Server::start(other).await);
    let (room, [mut ann, _], [_, bob]) = one.table().await;
    let mut bob = other.connect(&room, &bob).await;
    // Both have replayed the same log; the answers go to different servers.
    ann.ask(json!({"op": "answer", "decision": 0, "picks": [0, 0]})).await.unwrap();
    bob.ask(json!({"op": "answer", "decision": 0, "picks": [0, 0]})).await.unwrap();
    bob.until(|state| state["view"]["seats"].as_array().unwrap().iter().all(|seat| seat["has_bid"] == false)).await;
    // The first server has not heard of it; an answer to a question that is closed there is refused after it has looked again.
    let late = ann.ask(json!({"op": "withdraw"})).await;
    assert!(late.is_err(), "{late:?}");
    ann.until(|state| state["view"]["seats"][1]["has_bid"] == false && state["view"]["discard"] != json!([])).await;
    assert_eq!(ann.state["view"]["row"], bob.state["view"]["row"]);
}

fn created(rules: &str) -> Entry {
    let chair = |owner: &str| Chair { name: owner.to_owned(), owner: Some(owner.to_owned()), ..Chair::default() };
    Entry::Created(Created {
        kind: "toy".to_owned(),
        rules: rules.to_owned(),
        format: "bids".to_owned(),
        rulings: None,
        seed: "7".to_owned(),
        salt: "salt".to_owned(),
        engine: "maester 0.0.1".to_owned(),
        chairs: vec![chair("a"), chair("b")],
        bluff: 0,
        position: None,
        plays_blank: false,
        rated: false,
        terms: Default::default(),
        password: None,
        grace: 60,
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_of_other_rules_is_shown_as_paused_and_kept() {
    let store = Sqlite::in_memory().await.unwrap();
    let started = Entry::Started { setup: json!({"seats": 2, "rounds": 4}) };
    store.create("old", &[line(&created("toy-of-long-ago")), line(&started)]).await.unwrap();
    store.create("odd", &[line(&created("toy-of-long-ago")), "{\"entry\":\"undone\"}".to_owned()]).await.unwrap();
    store.create("bad", &["not json".to_owned()]).await.unwrap();
    let server = Server::start(store.clone()).await;
    for room in ["old", "odd"] {
        let info = server.get(&format!("/api/rooms/{room}")).await.json();
        assert!(info["paused"].is_string(), "{info}");
        let mut client = server.connect(room, "").await;
        assert!(client.state["paused"].is_string());
        assert_eq!(client.refused(json!({"op": "concede"})).await, "not_yours");
        assert_eq!(server.get(&format!("/api/rooms/{room}/replay")).await.code(), "paused");
        assert_eq!(store.load(room, 0).await.unwrap().len(), 2, "nothing is lost");
    }
    assert_eq!(server.get("/api/rooms/bad").await.code(), "paused");
    assert_eq!(server.get("/health").await.text, "ok");
}

/// A store of many servers whose bell never rings.
#[derive(Clone)]
struct Silent(Sqlite);

impl Store for Silent {
    fn create<'a>(&'a self, room: &'a str, entries: &'a [String]) -> Later<'a, ()> {
        self.0.create(room, entries)
    }
    fn append<'a>(&'a self, room: &'a str, seq: u64, entries: &'a [String]) -> Later<'a, ()> {
        self.0.append(room, seq, entries)
    }
    fn load<'a>(&'a self, room: &'a str, from: u64) -> Later<'a, Vec<String>> {
        self.0.load(room, from)
    }
    fn list(&self, limit: u32) -> Later<'_, Vec<RoomRow>> {
        self.0.list(limit)
    }
    fn put_session<'a>(&'a self, token: &'a [u8; 32], session: &'a SessionRow) -> Later<'a, ()> {
        self.0.put_session(token, session)
    }
    fn session<'a>(&'a self, token: &'a [u8; 32]) -> Later<'a, Option<SessionRow>> {
        self.0.session(token)
    }
    fn is_shared(&self) -> bool {
        true
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_comes_from_another_server_sees_no_older_table() {
    let store = Silent(Sqlite::in_memory().await.unwrap());
    let (one, other) = (Server::start(store.clone()).await, Server::start(store).await);
    let (room, mut clients, [ann, _]) = one.table().await;
    // The other server knows the room as it was before.
    let before = other.connect(&room, &ann).await.state["version"].as_u64().unwrap();
    clients[0].answer(0).await;
    let here = clients[0].state["version"].as_u64().unwrap();
    assert!(here > before);
    let there = other.connect(&room, &ann).await;
    assert_eq!(there.state["version"], here, "no bell rang, and yet");
    assert_eq!(there.state["can_withdraw"], clients[0].state["can_withdraw"]);
}
