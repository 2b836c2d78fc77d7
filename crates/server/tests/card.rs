//! The card game in rooms.

use std::time::Instant;

use crate::common::{Client, Server, cookie, play, settle};
use axum::http::StatusCode;
use card_game::pool::Pool;
use card_game::{Rules, Rulings, State};
use serde_json::{Value, json};
use server::store::Sqlite;
use table::replay::Replay;

const MANY: usize = 100_000;

fn wish(deck: &str, opponent: &str) -> Value {
    json!({"kind": "card", "format": "joust", "name": "Ann", "deck": deck, "opponent": opponent, "bluff": 0})
}

/// A table of Ann (Stark) and Bob (Lannister).
async fn table(server: &Server) -> (String, [Client; 2], [String; 2]) {
    let made = server.post("/api/rooms", "", wish("The Old Ways (Core)", "open")).await;
    let (room, ann) = (made.json()["room"].as_str().unwrap().to_owned(), cookie(&made));
    let path = format!("/api/rooms/{room}/join");
    let joined = server.post(&path, "", json!({"name": "Bob", "deck": "Secrets and Schemes (Core)"})).await;
    assert_eq!(joined.status, StatusCode::OK, "{}", joined.text);
    let bob = cookie(&joined);
    let clients = [server.connect(&room, &ann).await, server.connect(&room, &bob).await];
    (room, clients, [ann, bob])
}

#[tokio::test(flavor = "multi_thread")]
async fn two_people_play_a_whole_joust() {
    let server = Server::unhurried(Sqlite::in_memory().await.unwrap()).await;
    let (room, mut clients, _) = table(&server).await;
    play(&mut clients, MANY).await;
    assert_eq!(clients[0].state["outcome"], clients[1].state["outcome"]);
    let file = server.get(&format!("/api/rooms/{room}/replay")).await;
    let replay = Replay::read(file.text.as_bytes()).unwrap();
    let rules = Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::Reference, None);
    assert!(replay.verify::<State>(&rules).unwrap().outcome.is_some());
    let middle = server.get(&format!("/api/rooms/{room}/replay/{}", replay.steps.len() / 2)).await.json();
    assert!(middle["view"]["cards"].as_array().unwrap().iter().all(|card| card["code"].is_string()), "a replay shows all cards");
    // Whoever looks as Ann sees the back of what Bob held, and phases are where they begin.
    let as_ann = server.get(&format!("/api/rooms/{room}/replay/{}?as=0", replay.steps.len() / 2)).await.json();
    let known = |view: &Value| view["cards"].as_array().unwrap().iter().filter(|card| card["code"].is_string()).count();
    assert!(known(&as_ann["view"]) < known(&middle["view"]) && as_ann["view"]["viewer"] == 0);
    let begun = Instant::now();
    let story = server.get(&format!("/api/rooms/{room}/replay/story")).await.json();
    let phases: Vec<&str> = story["moments"].as_array().unwrap().iter().map(|moment| moment["phase"].as_str().unwrap()).collect();
    assert!(
        ["setup", "plot", "marshal", "challenges"].iter().all(|phase| phases.iter().any(|it| it.to_lowercase().starts_with(phase))),
        "{phases:?}"
    );
    let (told, jumps) = (begun.elapsed(), Instant::now());
    for at in (0..replay.steps.len()).rev().step_by(replay.steps.len() / 20) {
        server.get(&format!("/api/rooms/{room}/replay/{at}")).await;
    }
    eprintln!("{} steps: story {told:?}, 20 jumps {:?}", replay.steps.len(), jumps.elapsed());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_joust_against_a_bot_survives_a_killed_server() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let server = Server::unhurried(Sqlite::open(&file).await.unwrap()).await;
    let mut wanted = wish("Salt and Iron", "bot");
    wanted["bot"] = json!("steward");
    let made = server.post("/api/rooms", "", wanted).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text);
    let (room, ann) = (made.json()["room"].as_str().unwrap().to_owned(), cookie(&made));
    let mut client = [server.connect(&room, &ann).await];
    play(&mut client, 20).await;
    settle(&mut client).await;
    server.kill().await;
    let server = Server::unhurried(Sqlite::open(&file).await.unwrap()).await;
    let mut again = [server.connect(&room, &ann).await];
    for part in ["view", "prompt", "outcome"] {
        assert_eq!(again[0].state[part], client[0].state[part], "{part}");
    }
    assert_eq!(again[0].events, client[0].events);
    play(&mut again, MANY).await;
    assert!(again[0].over());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_is_not_shown_the_others_cards() {
    let server = Server::unhurried(Sqlite::in_memory().await.unwrap()).await;
    let (_, mut clients, _) = table(&server).await;
    play(&mut clients, 6).await;
    settle(&mut clients).await;
    for (me, client) in clients.iter().enumerate() {
        let hidden = |card: &&Value| card["owner"] != me && ["hand", "deck", "plot_deck"].iter().any(|zone| card["zone"] == *zone);
        let cards = client.state["view"]["cards"].as_array().unwrap();
        assert!(cards.iter().filter(hidden).all(|card| card["code"].is_null() && card["name"].is_null()));
        assert!(cards.iter().any(|card| card["owner"] == me && card["zone"] == "hand" && card["code"].is_string()));
    }
}

#[tokio::test]
async fn decks_come_by_name_or_as_text_and_bad_ones_are_named() {
    let server = Server::unhurried(Sqlite::in_memory().await.unwrap()).await;
    let decks = server.get("/api/decks").await.json();
    assert!(decks.as_array().unwrap().iter().any(|deck| deck["name"] == "The Old Ways (Core)" && deck["agendas"].is_array()));
    let cards = server.get("/api/cards").await;
    assert!(cards.json().as_array().unwrap().iter().any(|card| card["code"] == "01146"));
    let tag = cards.headers["etag"].to_str().unwrap();
    let again = axum::http::Request::get("/api/cards").header("if-none-match", tag).body(axum::body::Body::empty()).unwrap();
    assert_eq!(server.ask(again).await.status, StatusCode::NOT_MODIFIED);

    let ready = card_game::decks::ready::find("Salt and Iron").unwrap();
    let text = card_game::decks::export(Pool::builtin(), ready);
    let made = server.post("/api/rooms", "", wish(&text, "open")).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text);
    let info = server.get(&format!("/api/rooms/{}", made.json()["room"].as_str().unwrap())).await.json();
    assert_eq!(info["seats"][0]["deck"], "Salt and Iron");

    for (deck, part) in [
        ("", "a deck is wanted"),
        ("No Such Deck", "no ready deck"),
        ("The Old Way (Core)", "the nearest names are The Old Ways (Core),"),
        ("secrets", "the nearest names are Secrets and Schemes (Core),"),
        ("A deck\nHouse Stark\n3x Edard Strak\n", "Eddard Stark"),
        ("A deck\nHouse Stark\n3x Eddard Stark (Core Set)\n", "plot"),
        ("{\"name\": ", "line"),
        ("\u{0}\n\u{1}", "binary"),
    ] {
        let refused = server.post("/api/rooms", "", wish(deck, "open")).await;
        assert_eq!((refused.status, refused.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "bad_deck"), "{deck:?}");
        assert!(refused.text.contains(part), "{deck:?}: {}", refused.text);
    }
    let mut wanted = wish("Salt and Iron", "bot");
    wanted["rulings"] = json!("house rules");
    assert_eq!(server.post("/api/rooms", "", wanted).await.code(), "no_such_rulings");
    let mut wanted = wish("Salt and Iron", "bot");
    wanted["format"] = json!("draft");
    assert_eq!(server.post("/api/rooms", "", wanted).await.code(), "no_such_format");
}
