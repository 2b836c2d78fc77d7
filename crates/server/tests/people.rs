//! Accounts over HTTP: made, used in another browser, changed, ended, deleted.

use crate::cluster::Cluster;
use crate::common::{Answer, Client, Server, cookie};
use axum::http::StatusCode;
use futures_util::SinkExt;
use serde_json::{Value, json};
use server::store::{Postgres, Sqlite};
use tokio_tungstenite::tungstenite::Message;

const PASSWORD: &str = "correct horse battery";

fn credentials(name: &str, password: &str) -> Value {
    json!({"name": name, "password": password})
}

async fn me(server: &Server, cookie: &str) -> Value {
    server.get_as("/api/me", cookie).await.json()
}

/// The status and the code of a refusal.
fn refused(answer: &Answer) -> (u16, String) {
    (answer.status.as_u16(), answer.code())
}

async fn an_account_lives(server: &Server) {
    // A guest sits down, then makes an account: the seat stays.
    let (room, guest) = server.room("open").await;
    assert_eq!(me(server, &guest).await, json!({"name": null, "created": null, "sessions": [], "operator": false, "silenced": null}));
    let made = server.post("/api/register", &guest, credentials(" Ann  of Tarth ", PASSWORD)).await;
    assert_eq!((made.status, made.json()), (StatusCode::OK, json!({"name": "Ann of Tarth"})));
    let ann = cookie(&made);
    assert_ne!(ann, guest, "a new cookie, so that who knew the old one knows nothing");
    assert_eq!(server.connect(&room, &ann).await.state["me"], 0);
    assert_eq!(server.connect(&room, &guest).await.state["me"], Value::Null, "the old cookie opens nothing");
    let known = me(server, &ann).await;
    assert_eq!((&known["name"], known["sessions"].as_array().unwrap().len()), (&json!("Ann of Tarth"), 1));
    assert_eq!(refused(&server.post("/api/register", &ann, credentials("Ann Two", PASSWORD)).await), (409, "has_account".into()));

    // Names are taken whatever their capitals; passwords have a length.
    assert_eq!(refused(&server.post("/api/register", "", credentials("ANN OF TARTH", PASSWORD)).await), (409, "name_taken".into()));
    assert_eq!(refused(&server.post("/api/register", "", credentials("Bob", "seven77")).await), (422, "bad_password".into()));
    assert_eq!(refused(&server.post("/api/register", "", credentials("Bob", &"x".repeat(201))).await), (422, "bad_password".into()));
    assert_eq!(refused(&server.post("/api/register", "", credentials("  ", PASSWORD)).await), (422, "bad_name".into()));
    assert_eq!(refused(&server.post("/api/register", "", credentials("B\u{202e}ob", PASSWORD)).await), (422, "bad_name".into()));
    assert!(server.post("/api/register", "", json!({"name": "Bob"})).await.text.contains("password"));

    // Another browser.
    assert_eq!(refused(&server.post("/api/login", "", credentials("Ann of Tarth", "wrong horse")).await), (403, "wrong_password".into()));
    assert_eq!(refused(&server.post("/api/login", "", credentials("Nobody", PASSWORD)).await), (403, "wrong_password".into()));
    let there = cookie(&server.post("/api/login", "", credentials("ann of tarth", PASSWORD)).await);
    assert_eq!(server.connect(&room, &there).await.state["me"], 0, "the same seats in every browser");
    let rooms = server.get_as("/api/me/rooms", &there).await.json();
    assert_eq!((rooms.as_array().unwrap().len(), &rooms[0]["room"], &rooms[0]["me"]), (1, &json!(room), &json!(0)));
    let sessions = me(server, &there).await["sessions"].clone();
    let other = sessions.as_array().unwrap().iter().find(|session| session["current"] == false).unwrap();
    let end = format!("/api/me/sessions/{}/end", other["key"].as_str().unwrap());
    assert_eq!(refused(&server.post(&end, "", json!({})).await), (401, "no_account".into()));
    assert_eq!(server.post(&end, &there, json!({})).await.status, StatusCode::OK);
    assert_eq!(refused(&server.post(&end, &there, json!({})).await), (404, "no_such_session".into()));
    assert_eq!(me(server, &ann).await["name"], Value::Null, "that browser is nobody now");

    // A new password ends the other sessions and the old password.
    let third = cookie(&server.post("/api/login", "", credentials("Ann of Tarth", PASSWORD)).await);
    let new = "a longer password, with é";
    assert_eq!(
        refused(&server.post("/api/me/password", &third, json!({"old": "wrong", "new": new})).await),
        (403, "wrong_password".into())
    );
    assert_eq!(server.post("/api/me/password", &third, json!({"old": PASSWORD, "new": new})).await.status, StatusCode::OK);
    assert_eq!(me(server, &there).await["name"], Value::Null);
    assert_eq!(refused(&server.post("/api/login", "", credentials("Ann of Tarth", PASSWORD)).await), (403, "wrong_password".into()));
    assert_eq!(me(server, &third).await["name"], "Ann of Tarth");

    // What is kept can be taken along, and ended. Nothing of it is a secret of the server.
    let export = server.get_as("/api/me/export", &third).await;
    assert!(export.headers["content-disposition"].to_str().unwrap().starts_with("attachment"));
    assert_eq!(export.json()["rooms"][0]["mine"]["seats"][0]["name"], "Ann");
    assert!(!export.text.contains("argon2") && !export.text.contains(new), "{}", export.text);
    let out = cookie(&server.post("/api/login", "", credentials("Ann of Tarth", new)).await);
    assert!(server.post("/api/logout", &out, json!({})).await.headers["set-cookie"].to_str().unwrap().contains("Max-Age=0"));
    assert_eq!(me(server, &out).await["name"], Value::Null);
    assert_eq!(refused(&server.post("/api/me/delete", &third, json!({"password": "wrong"})).await), (403, "wrong_password".into()));
    assert_eq!(server.post("/api/me/delete", &third, json!({"password": new})).await.status, StatusCode::OK);
    assert_eq!(me(server, &third).await["name"], Value::Null);
    assert_eq!(server.get(&format!("/api/rooms/{room}")).await.json()["seats"][0]["name"], "Ann", "games are the others' too");
    assert_eq!(refused(&server.get_as("/api/me/export", &third).await), (401, "no_account".into()));
    assert_eq!(server.post("/api/register", "", credentials("Ann of Tarth", PASSWORD)).await.status, StatusCode::OK, "the name is free");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_lives_on_sqlite() {
    an_account_lives(&Server::in_memory().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn an_account_lives_on_postgresql() {
    let Some(cluster) = Cluster::start() else { return };
    an_account_lives(&Server::start(Postgres::open(&cluster.address()).await.unwrap()).await).await;
}

/// A browser that was logged out has sockets open; these neither see nor say anything from then on.
async fn sessions_end_at_the_table(server: &Server, other: &Server) {
    let (room, guest) = server.room("open").await;
    let ann = cookie(&server.post("/api/register", &guest, credentials("Ann", PASSWORD)).await);
    let log_in = || async { cookie(&server.post("/api/login", "", credentials("Ann", PASSWORD)).await) };
    let bob = server.join(&room).await;
    let closed = |mut client: Client| async move {
        while client.next().await.is_some() {}
        client.closed
    };
    let told = Some((1008, "this session has ended".to_owned()));
    let (there, second, third) = (log_in().await, log_in().await, log_in().await);
    let mut stays = [server.connect(&room, &ann).await, server.connect(&room, &bob).await];
    let mut here = server.connect(&room, &there).await;
    assert_eq!(here.state["me"], 0);
    assert!(here.ask(json!({"op": "say", "text": "I am here"})).await.is_ok());
    let sessions = me(server, &there).await["sessions"].clone();
    let key = sessions.as_array().unwrap().iter().find(|session| session["current"] == true).unwrap()["key"].clone();
    server.post(&format!("/api/me/sessions/{}/end", key.as_str().unwrap()), &ann, json!({})).await;
    assert_eq!(closed(here).await, told);
    // At another server of the same games: with the next word after a few seconds.
    let mut elsewhere = other.connect(&room, &second).await;
    server.post("/api/logout", &second, json!({})).await;
    if other.address != server.address {
        tokio::time::sleep(std::time::Duration::from_millis(5100)).await;
    }
    let _ = elsewhere.socket.send(Message::text(json!({"op": "say", "id": 1, "text": "a ghost"}).to_string())).await;
    assert_eq!(closed(elsewhere).await, told);
    let here = server.connect(&room, &third).await;
    server.post("/api/me/password", &ann, json!({"old": PASSWORD, "new": "another password"})).await;
    assert_eq!(closed(here).await, told);
    for client in &mut stays {
        assert!(client.ask(json!({"op": "say", "text": "I am here still"})).await.is_ok());
        assert!(!client.heard.iter().any(|text| text.contains("a ghost")));
    }
    let [here, mut bob] = stays;
    server.post("/api/me/delete", &ann, json!({"password": "another password"})).await;
    assert_eq!(closed(here).await, told, "and with the account");
    assert!(bob.ask(json!({"op": "ping"})).await.is_ok());
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_end_at_the_table_on_sqlite() {
    let server = Server::in_memory().await;
    sessions_end_at_the_table(&server, &server).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn sessions_end_at_the_table_on_postgresql() {
    let Some(cluster) = Cluster::start() else { return };
    let node = || async { Server::start(Postgres::open(&cluster.address()).await.unwrap()).await };
    sessions_end_at_the_table(&node().await, &node().await).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn what_one_visitor_is_told_is_kept_nowhere_on_the_way() {
    let server = Server::in_memory().await;
    let (room, ann) = server.room("open").await;
    for path in ["/api/me", "/api/me/games", "/api/me/decks", "/api/me/export", "/api/me/settings", "/api/lobby", "/api/nothing"] {
        assert_eq!(server.get_as(path, &ann).await.headers["cache-control"], "no-store", "{path}");
    }
    for path in [format!("/api/rooms/{room}"), format!("/api/rooms/{room}/note")] {
        assert_eq!(server.get_as(&path, &ann).await.headers["cache-control"], "no-store", "{path}");
    }
    assert_eq!(server.get("/api/cards").await.headers["cache-control"], "no-cache", "the same for all: asked for anew only if it changed");
}

#[tokio::test(flavor = "multi_thread")]
async fn passwords_cannot_be_tried_on_and_on() {
    let server = Server::in_memory().await;
    let ann = cookie(&server.post("/api/register", "", credentials("Ann", PASSWORD)).await);
    let mut answers = Vec::new();
    for _ in 0..12 {
        answers.push(refused(&server.post("/api/login", "", credentials("ANN", "wrong horse")).await));
    }
    assert!(answers[..9].iter().all(|answer| *answer == (403, "wrong_password".into())), "{answers:?}");
    assert_eq!(answers[11], (429, "too_fast".into()));
    assert_eq!(refused(&server.post("/api/login", "", credentials("Ann", PASSWORD)).await).0, 429, "not even the right one");
    // Who is logged in is not kept out by them, nor may try on and on.
    let change = |old: &str| server.post("/api/me/password", &ann, json!({"old": old, "new": PASSWORD}));
    assert_eq!(change(PASSWORD).await.status, StatusCode::OK);
    for _ in 0..9 {
        assert_eq!(refused(&change("wrong horse").await), (403, "wrong_password".into()));
    }
    assert_eq!(refused(&change(PASSWORD).await), (429, "too_fast".into()));
    for same in [" Ann", "ann ", "A\u{7}nn"] {
        assert_eq!(refused(&server.post("/api/login", "", credentials(same, PASSWORD)).await).0, 429, "{same:?} is no other name");
    }
    assert_eq!(refused(&server.post("/api/login", "", credentials("Bob", PASSWORD)).await).0, 403, "another name is another matter");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_page_of_another_site_cannot_log_anybody_in() {
    let server = Server::in_memory().await;
    let request = axum::http::Request::post("/api/login").header("host", "here").header("origin", "http://evil.example");
    let request = request.header("content-type", "application/json");
    let answer = server.ask(request.body(axum::body::Body::from(credentials("Ann", PASSWORD).to_string())).unwrap()).await;
    assert_eq!(refused(&answer), (403, "origin".into()));
}

#[tokio::test]
async fn a_file_of_before_there_were_accounts_keeps_its_guests() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let store = Sqlite::open(&file).await.unwrap();
    store.close().await;
    // As the first format had it.
    let old = sqlx::SqlitePool::connect(&format!("sqlite://{}", file.display())).await.unwrap();
    let later = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT IN ('rooms', 'log')";
    for row in sqlx::query(later).fetch_all(&old).await.unwrap() {
        let drop = format!("DROP TABLE {}", sqlx::Row::get::<String, _>(&row, 0));
        sqlx::raw_sql(sqlx::AssertSqlSafe(drop)).execute(&old).await.unwrap();
    }
    sqlx::raw_sql(
        "PRAGMA user_version = 1;
         CREATE TABLE sessions (token BLOB PRIMARY KEY, id TEXT NOT NULL UNIQUE, created INTEGER NOT NULL) STRICT, WITHOUT ROWID;
         INSERT INTO sessions VALUES (zeroblob(32), 'gabc', 5);",
    )
    .execute(&old)
    .await
    .unwrap();
    old.close().await;
    let store = Sqlite::open(&file).await.unwrap();
    let session = server::store::Store::session(&store, &[0; 32]).await.unwrap().unwrap();
    assert_eq!((session.id.as_str(), session.key.len()), ("gabc", 16));
}
