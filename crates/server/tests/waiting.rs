//! Tables that wait for players: their host closes them, who sits there stands up, and nobody else does either.

use crate::common::{Client, Server, cookie};
use axum::http::StatusCode;
use serde_json::{Value, json};
use server::store::Sqlite;

/// A table of four at which Ann sits, in seat 0; the names by seat are "Ann" and who joins.
async fn table(server: &Server) -> (String, String) {
    let wanted = json!({"kind": "toy", "format": "bids4", "name": "Ann", "deck": "", "opponent": "open", "others": [{}, {}, {}],
        "terms": {"visibility": "open"}});
    let made = server.post("/api/rooms", "", wanted).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text);
    (made.json()["room"].as_str().unwrap().to_owned(), cookie(&made))
}

async fn join(server: &Server, room: &str, name: &str) -> String {
    let joined = server.post(&format!("/api/rooms/{room}/join"), "", json!({"name": name, "deck": ""})).await;
    assert_eq!(joined.status, StatusCode::OK, "{}", joined.text);
    cookie(&joined)
}

async fn ask(server: &Server, room: &str, what: &str, cookie: &str) -> (StatusCode, String) {
    let answer = server.post(&format!("/api/rooms/{room}/{what}"), cookie, json!({})).await;
    (answer.status, if answer.status.is_success() { answer.text } else { answer.code() })
}

fn ok() -> (StatusCode, String) {
    (StatusCode::OK, "true".to_owned())
}

fn no(status: StatusCode, code: &str) -> (StatusCode, String) {
    (status, code.to_owned())
}

fn names(state: &Value) -> Vec<&str> {
    state["seats"].as_array().unwrap().iter().map(|seat| seat["name"].as_str().unwrap()).collect()
}

async fn listed(server: &Server, room: &str) -> bool {
    server.get("/api/lobby").await.json()["tables"].as_array().unwrap().iter().any(|table| table["room"] == room)
}

/// My tables that wait, with whether I may close them.
async fn waits(server: &Server, cookie: &str) -> Vec<(Value, Value)> {
    let rooms = server.get_as("/api/me/rooms", cookie).await.json();
    rooms.as_array().unwrap().iter().map(|game| (game["room"].clone(), game["host"].clone())).collect()
}

#[tokio::test(flavor = "multi_thread")]
async fn its_host_closes_a_table_and_nobody_else() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let server = Server::start(Sqlite::open(&file).await.unwrap()).await;
    let (room, ann) = table(&server).await;
    let bob = join(&server, &room, "Bob").await;
    let mut clients: Vec<Client> = Vec::new();
    for cookie in [&ann, &bob, ""] {
        clients.push(server.connect(&room, cookie).await);
    }
    assert_eq!((&clients[1].state["host"], &clients[1].state["closed"]), (&json!(0), &Value::Null));
    assert_eq!(waits(&server, &ann).await, [(json!(room), json!(true))]);
    assert_eq!(waits(&server, &bob).await, [(json!(room), json!(false))]);
    for cookie in ["", bob.as_str(), "maester=0000"] {
        assert_eq!(ask(&server, &room, "close", cookie).await, no(StatusCode::FORBIDDEN, "not_yours"), "{cookie}");
    }
    assert!(listed(&server, &room).await);
    assert_eq!(ask(&server, &room, "close", &ann).await, ok());
    assert!(!listed(&server, &room).await);
    for client in &mut clients {
        client.until(|state| state["closed"] == "Ann").await;
        assert_eq!(client.state["host"], Value::Null);
    }
    assert!(waits(&server, &ann).await.is_empty() && waits(&server, &bob).await.is_empty(), "it is in nobody's list");

    // And it stays closed: for who comes late, who sits there, after a restart.
    server.kill().await;
    let server = Server::start(Sqlite::open(&file).await.unwrap()).await;
    for cookie in ["", bob.as_str(), ann.as_str()] {
        let late = server.post(&format!("/api/rooms/{room}/join"), cookie, json!({"name": "Cat", "deck": ""})).await;
        assert_eq!((late.status, late.code().as_str()), (StatusCode::CONFLICT, "closed"));
        assert!(late.text.contains("Ann closed this table before the game began"), "{}", late.text);
        assert_eq!(server.connect(&room, cookie).await.state["closed"], "Ann");
    }
    assert_eq!(server.get(&format!("/api/rooms/{room}")).await.json()["closed"], "Ann");
    let mut bobs = server.connect(&room, &bob).await;
    assert_eq!(bobs.refused(json!({"op": "say", "text": "hello?"})).await, "closed");
    for what in ["close", "stand"] {
        assert_eq!(ask(&server, &room, what, &ann).await, no(StatusCode::CONFLICT, "closed"));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn who_sits_at_a_table_that_waits_stands_up_and_the_next_is_its_host() {
    let server = Server::in_memory().await;
    let (room, ann) = table(&server).await;
    let (bob, cat) = (join(&server, &room, "Bob").await, join(&server, &room, "Cat").await);
    let mut eve = server.connect(&room, "").await;
    assert_eq!(ask(&server, &room, "stand", "").await, no(StatusCode::FORBIDDEN, "not_yours"));
    assert_eq!(ask(&server, &room, "stand", &bob).await, ok());
    eve.until(|state| state["seats"][1]["open"] == true).await;
    assert_eq!(names(&eve.state), ["Ann", "", "Cat", ""]);
    assert_eq!(server.connect(&room, &bob).await.state["me"], Value::Null);
    assert_eq!(ask(&server, &room, "stand", &bob).await, no(StatusCode::FORBIDDEN, "not_yours"), "twice");
    assert!(waits(&server, &bob).await.is_empty());

    // The host goes: Cat has sat here longest, whoever takes the first seat now.
    assert_eq!(ask(&server, &room, "stand", &ann).await, ok());
    let dan = join(&server, &room, "Dan").await;
    eve.until(|state| state["seats"][0]["name"] == "Dan").await;
    assert_eq!(eve.state["host"], 2);
    for cookie in [&ann, &dan] {
        assert_eq!(ask(&server, &room, "close", cookie).await, no(StatusCode::FORBIDDEN, "not_yours"));
    }
    // The last one takes the table along.
    assert_eq!(ask(&server, &room, "stand", &cat).await, ok());
    assert!(listed(&server, &room).await);
    assert_eq!(ask(&server, &room, "stand", &dan).await, ok());
    eve.until(|state| state["closed"] == "Dan").await;
    assert!(!listed(&server, &room).await);

    // A game that has begun is not closed, and nobody stands up from it.
    let (room, [_, _], [ann, bob]) = server.table().await;
    for (what, cookie) in [("close", &ann), ("stand", &ann), ("stand", &bob)] {
        assert_eq!(ask(&server, &room, what, cookie).await, no(StatusCode::CONFLICT, "started"));
    }
    assert_eq!(server.post(&format!("/api/rooms/{room}/close"), &ann, json!({"why": 1})).await.code(), "bad_request");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_that_goes_leaves_no_table_waiting() {
    let server = Server::in_memory().await;
    let account = server.post("/api/register", "", json!({"name": "Ann", "password": "correct horse"})).await;
    let ann = cookie(&account);
    let wanted = json!({"kind": "toy", "format": "bids", "name": "Ann", "deck": "", "opponent": "open", "terms": {"visibility": "open"}});
    let room = server.post("/api/rooms", &ann, wanted).await.json()["room"].as_str().unwrap().to_owned();
    let mut eve = server.connect(&room, "").await;
    let gone = server.post("/api/me/delete", &ann, json!({"password": "correct horse"})).await;
    assert_eq!(gone.status, StatusCode::OK, "{}", gone.text);
    eve.until(|state| state["closed"] == "Ann").await;
    assert!(!listed(&server, &room).await);
}
