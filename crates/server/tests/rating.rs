//! Rated games: written once, whoever sees the end; told at the table, in a list, and again from what was played.

use crate::cluster::Cluster;
use crate::common::{Server, cookie};
use serde_json::{Value, json};
use server::store::{Postgres, Ratings, Results, Sqlite, Store};

async fn account(server: &Server, name: &str) -> String {
    cookie(&server.post("/api/register", "", json!({"name": name, "password": "correct horse"})).await)
}

/// A rated game of these two, which the second concedes; the room.
async fn game(server: &Server, rated: bool, winner: &str, loser: &str) -> String {
    let wanted = json!({"kind": "toy", "format": "bids", "name": "A", "deck": "", "opponent": "open", "rated": rated});
    let made = server.post("/api/rooms", winner, wanted).await;
    let room = made.json()["room"].as_str().unwrap_or_else(|| panic!("{}", made.text)).to_owned();
    let joined = server.post(&format!("/api/rooms/{room}/join"), loser, json!({"name": "B", "deck": ""})).await;
    assert_eq!(joined.status.as_u16(), 200, "{}", joined.text);
    let told = server.get(&format!("/api/rooms/{room}/ratings")).await.json();
    assert_eq!(told.as_array().unwrap().len(), if rated { 2 } else { 0 });
    assert!(told.as_array().unwrap().iter().all(|seat| seat["after"].is_null()), "nothing has changed yet: {told}");
    let mut client = server.connect(&room, loser).await;
    client.ask(json!({"op": "concede"})).await.unwrap();
    room
}

async fn ranking(server: &Server, cookie: &str) -> Vec<Value> {
    server.get_as("/api/ranking?kind=toy&format=bids", cookie).await.json().as_array().unwrap().clone()
}

async fn rated_games_move_ratings_once<S: Store + Ratings + Results + Clone>(store: S) {
    let server = Server::unhurried(store.clone()).await;
    let (ann, bob, cid) = (account(&server, "Ann").await, account(&server, "Bob").await, account(&server, "Cid").await);
    game(&server, false, &ann, &bob).await;
    assert!(ranking(&server, "").await.is_empty(), "a game that was not to be rated");
    let first = game(&server, true, &ann, &bob).await;
    let told = server.get(&format!("/api/rooms/{first}/ratings")).await.json();
    assert_eq!(told[0]["before"], 1500.0);
    assert!(told[0]["after"].as_f64().unwrap() > 1600.0 && told[1]["after"].as_f64().unwrap() < 1400.0, "{told}");
    // Written again, by a node that saw the same end: nothing changes.
    let row = store.result(&first).await.unwrap().unwrap();
    assert!(!store.rate(&row).await.unwrap());
    let list = ranking(&server, &bob).await;
    assert_eq!(
        list.iter().map(|row| (row["name"].as_str().unwrap(), row["games"].as_u64().unwrap(), row["me"] == true)).collect::<Vec<_>>(),
        [("Ann", 1, false), ("Bob", 1, true)]
    );
    assert_eq!(store.rate_again().await.unwrap(), 1);
    assert_eq!(ranking(&server, &bob).await, list, "told again from what was played, it is the same");
    // Many end at the same moment: none is lost.
    tokio::join!(
        game(&server, true, &bob, &cid),
        game(&server, true, &ann, &cid),
        game(&server, true, &cid, &ann),
        game(&server, true, &bob, &ann)
    );
    let list = ranking(&server, "").await;
    assert_eq!(list.iter().map(|row| row["games"].as_u64().unwrap()).sum::<u64>(), 10, "{list:?}");
    let mine = server.get_as("/api/me/ratings", &cid).await.json();
    assert_eq!((&mine[0]["games"], &mine[0]["kind"], &mine[0]["sure"]), (&json!(3), &json!("toy"), &json!(false)));
    // Told again from what was played (games that ended in one second may come in another order).
    assert_eq!(store.rate_again().await.unwrap(), 5);
    let again = ranking(&server, "").await;
    assert_eq!(again.iter().map(|row| row["games"].as_u64().unwrap()).sum::<u64>(), 10);
    assert_eq!(store.rate_again().await.unwrap(), 5);
    assert_eq!(ranking(&server, "").await, again, "and the same every time");
    // Whoever leaves takes the rating along.
    server.post("/api/me/delete", &cid, json!({"password": "correct horse"})).await;
    assert!(ranking(&server, "").await.iter().all(|row| row["name"] != "Cid"));
}

#[tokio::test(flavor = "multi_thread")]
async fn rated_games_move_ratings_once_on_sqlite() {
    rated_games_move_ratings_once(Sqlite::in_memory().await.unwrap()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn rated_games_move_ratings_once_on_postgresql() {
    let Some(cluster) = Cluster::start() else { return };
    rated_games_move_ratings_once(Postgres::open(&cluster.address()).await.unwrap()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn who_leaves_a_rated_game_has_lost_it_whoever_plays_on() {
    let server = Server::unhurried(Sqlite::in_memory().await.unwrap()).await;
    let (ann, bob, cid) = (account(&server, "Ann").await, account(&server, "Bob").await, account(&server, "Cid").await);
    for by in ["bot", "newcomer"] {
        let wanted = json!({"kind": "toy", "format": "bids", "name": "A", "deck": "", "opponent": "open", "rated": true});
        let room = server.post("/api/rooms", &ann, wanted).await.json()["room"].as_str().unwrap().to_owned();
        server.post(&format!("/api/rooms/{room}/join"), &bob, json!({"name": "B", "deck": ""})).await;
        let (mut first, mut second) = (server.connect(&room, &ann).await, server.connect(&room, &bob).await);
        second.ask(json!({"op": "leave"})).await.unwrap();
        first.until(|state| state["agree"]["gone"] == json!([1])).await;
        first.ask(json!({"op": "propose", "wish": {"wish": "replace", "seat": 1, "by": by}})).await.unwrap();
        if by == "newcomer" {
            first.until(|state| state["seats"][1]["open"] == true).await;
            let joined = server.post(&format!("/api/rooms/{room}/join"), &cid, json!({"name": "C", "deck": ""})).await;
            assert_eq!(joined.json()["seat"], 1, "{}", joined.text);
        }
        // Even who gives up against the one who came has won against the one who left.
        first.ask(json!({"op": "concede"})).await.unwrap();
        first.until(|state| state["outcome"].is_object()).await;
        let told = server.get(&format!("/api/rooms/{room}/ratings")).await.json();
        let moved = |seat: usize| told[seat]["after"].as_f64().unwrap() - told[seat]["before"].as_f64().unwrap();
        assert!(moved(0) > 0.0 && moved(1) < 0.0, "{by}: {told}");
    }
    let list = ranking(&server, "").await;
    let list: Vec<_> = list.iter().map(|row| (row["name"].as_str().unwrap(), row["games"].as_u64().unwrap())).collect();
    assert_eq!(list, [("Ann", 2), ("Bob", 2)], "who took the seat over is not rated");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_rated_table_is_for_people_with_accounts() {
    let server = Server::in_memory().await;
    let ann = account(&server, "Ann").await;
    let wish = |opponent: &str| json!({"kind": "toy", "format": "bids", "name": "A", "deck": "", "opponent": opponent, "rated": true});
    assert_eq!(server.post("/api/rooms", "", wish("open")).await.code(), "needs_account");
    assert_eq!(server.post("/api/rooms", &ann, wish("bot")).await.code(), "bad_request");
    let room = server.post("/api/rooms", &ann, wish("open")).await.json()["room"].as_str().unwrap().to_owned();
    let guest = server.post(&format!("/api/rooms/{room}/join"), "", json!({"name": "B", "deck": ""})).await;
    assert_eq!(guest.code(), "needs_account");
    assert_eq!(server.get("/api/ranking?kind=chess").await.code(), "no_such_game");
}
