//! Positions: checked, played from, kept through a restart, and told only where nothing is hidden.

use crate::common::{Answer, Client, Server, cookie, play};
use axum::http::StatusCode;
use card_game::pool::Pool;
use card_game::{Rules, Rulings, State};
use serde_json::{Value, json};
use server::store::Sqlite;
use table::replay::{Replay, Start};

/// The puzzle of the page that describes the text.
fn puzzle() -> String {
    let page = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/position-text.md")).unwrap();
    page.split("```position\n").nth(1).unwrap().split("```").next().unwrap().to_owned()
}

fn wish(text: &str, opponent: &str) -> Value {
    json!({"position": text, "name": "Ann", "opponent": opponent, "bot": "random"})
}

async fn server() -> Server {
    Server::unhurried(Sqlite::in_memory().await.unwrap()).await
}

async fn begin(server: &Server, wanted: Value) -> (String, String, Answer) {
    let made = server.post("/api/rooms", "", wanted).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text);
    (made.json()["room"].as_str().unwrap().to_owned(), cookie(&made), made)
}

fn verified(file: &str) -> (Replay, table::replay::Report) {
    let replay = Replay::read(file.as_bytes()).unwrap();
    let rules = Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::default(), None);
    let report = replay.verify::<State>(&rules).unwrap();
    (replay, report)
}

#[tokio::test]
async fn a_text_is_checked_shown_and_written_again() {
    let server = server().await;
    let checked = server.post("/api/positions/check", "", json!({"text": puzzle()})).await;
    assert_eq!(checked.status, StatusCode::OK, "{}", checked.text);
    let checked = checked.json();
    assert_eq!((&checked["ok"], &checked["seats"], &checked["format"]), (&json!(true), &json!(2), &json!("joust")));
    let cards = checked["view"]["cards"].as_array().unwrap();
    assert!(cards.iter().any(|card| card["code"] == "01146" && card["zone"] == "play" && card["power"] == 2));
    // Everything is open, the opponent's hand and the decks too.
    assert!(cards.iter().any(|card| card["zone"] == "deck" && card["owner"] == 1 && card["code"] == "01099"));
    assert_eq!(checked["asked"][0]["seat"], 0);
    // Written again and read again it is the same text.
    let text = checked["text"].as_str().unwrap();
    let again = server.post("/api/positions/check", "", json!({"text": text})).await.json();
    assert_eq!(again["text"], text);

    // A seat sees what it may know.
    let seen = server.post("/api/positions/check", "", json!({"text": puzzle(), "viewer": 1})).await.json();
    let seen = seen["view"]["cards"].as_array().unwrap();
    assert!(seen.iter().filter(|card| card["zone"] == "hand" && card["owner"] == 0).all(|card| card["code"].is_null()));
    assert_eq!(server.post("/api/positions/check", "", json!({"text": puzzle(), "viewer": 2})).await.code(), "bad_request");
}

#[tokio::test]
async fn every_error_comes_with_its_line_and_no_room_is_made_of_it() {
    let server = server().await;
    let text = puzzle().replace("play: 01084", "play: 01484x").replace("hand: 2x01157", "hand: 2x0115");
    let line = |part: &str| text.lines().position(|line| line.contains(part)).unwrap() + 1;
    let checked = server.post("/api/positions/check", "", json!({"text": text})).await;
    assert_eq!(checked.status, StatusCode::OK);
    let checked = checked.json();
    let lines: Vec<usize> = checked["errors"].as_array().unwrap().iter().map(|e| e["line"].as_u64().unwrap() as usize).collect();
    assert_eq!((&checked["ok"], &checked["view"], lines), (&json!(false), &Value::Null, vec![line("2x0115"), line("01484x")]));

    let refused = server.post("/api/rooms", "", wish(&text, "bot")).await;
    assert_eq!((refused.status, refused.code().as_str()), (StatusCode::BAD_REQUEST, "bad_position"));
    assert_eq!(refused.json()["error"]["lines"], checked["errors"]);
    assert!(refused.json()["error"]["message"].as_str().unwrap().contains(&format!("line {}", line("2x0115"))));

    for (text, part) in [
        ("", "the text is empty"),
        ("chess", "no position text"),
        (&format!("{}\n#{}", puzzle(), "x".repeat(33 * 1024)), "at most 32 KiB"),
        (&puzzle().replace("hand: 2x01157", "hand: 999x01157 999x01157"), "at most 1500"),
        (&puzzle().replace("chance: seed 7", "chance: script 0 1"), "a script of chance ends"),
    ] {
        let refused = server.post("/api/rooms", "", wish(text, "bot")).await;
        assert_eq!((refused.status, refused.code().as_str()), (StatusCode::BAD_REQUEST, "bad_position"), "{part}");
        assert!(refused.text.contains(part), "{part}: {}", refused.text);
    }
    // A script may be looked at, and what is no request is none.
    let script = puzzle().replace("chance: seed 7", "chance: script 0 1");
    assert_eq!(server.post("/api/positions/check", "", json!({"text": script})).await.json()["ok"], true);
    for (wrong, code) in [
        (json!({"position": puzzle(), "name": "Ann", "opponent": "nobody"}), "bad_request"),
        (json!({"position": puzzle(), "name": "Ann", "opponent": "bot", "seat": 2}), "bad_request"),
        (json!({"position": puzzle(), "name": "Ann", "opponent": "bot", "bot": "hal"}), "no_such_bot"),
        (json!({"position": puzzle(), "name": "Ann", "opponent": "bot", "deck": "Salt and Iron"}), "bad_request"),
        (json!({"position": puzzle(), "name": "[a|b|c]", "opponent": "bot"}), "bad_name"),
        (json!({"position": puzzle(), "kind": "toy", "name": "Ann", "opponent": "bot"}), "bad_position"),
    ] {
        assert_eq!(server.post("/api/rooms", "", wrong).await.code(), code);
    }
    let much = json!({"text": "x".repeat(200 * 1024)});
    assert_eq!(server.post("/api/positions/check", "", much).await.status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn a_game_from_a_position_outlives_a_restart_and_its_replay_verifies() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let first = Server::unhurried(Sqlite::open(&file).await.unwrap()).await;
    let (room, ann, made) = begin(&first, wish(&puzzle(), "bot")).await;
    assert_eq!(made.json()["seat"], 0);
    let mut client = first.connect(&room, &ann).await;
    client.until_asked().await;
    assert_eq!((&client.state["view"]["round"], &client.state["view"]["phase"]), (&json!(3), &json!("challenges")));
    assert_eq!((&client.state["position"], &client.state["analysis"]), (&json!(true), &Value::Null));
    // What a running game hides, no path tells.
    assert_eq!(first.get(&format!("/api/rooms/{room}/position")).await.code(), "not_over");
    let asked = axum::http::Request::get(format!("/api/rooms/{room}/position")).header("cookie", &ann);
    assert_eq!(first.ask(asked.body(axum::body::Body::empty()).unwrap()).await.code(), "not_over");
    assert_eq!(first.get(&format!("/api/rooms/{room}/replay/0/position")).await.code(), "not_over");
    assert_eq!(first.get(&format!("/api/rooms/{room}/replay/x/position")).await.code(), "bad_request");
    client.answer(0).await;
    let before = client.state["view"].clone();
    drop(client);
    first.kill().await;

    let second = Server::unhurried(Sqlite::open(&file).await.unwrap()).await;
    let mut client = second.connect(&room, &ann).await;
    assert_eq!(client.state["paused"], Value::Null, "{}", client.state["paused"]);
    assert_eq!(client.state["view"]["round"], before["round"]);
    client.ask(json!({"op": "concede"})).await.unwrap();
    client.until(|state| state["outcome"].is_object()).await;

    let file = second.get(&format!("/api/rooms/{room}/replay")).await;
    assert_eq!(file.status, StatusCode::OK, "{}", file.text);
    let (replay, report) = verified(&file.text);
    assert!(matches!(replay.start, Start::Position(_)));
    assert!(replay.marks.iter().any(|mark| mark.kind == "edited" && mark.after == 0));
    assert!(report.steps > 0 && report.concession.is_some());
    // The first step of the replay is the position; as text it says the same as what was sent.
    let step = second.get(&format!("/api/rooms/{room}/replay/0/position")).await.json();
    let usual = second.post("/api/positions/check", "", json!({"text": puzzle()})).await.json();
    assert_eq!((&step["step"], &step["text"]), (&json!(0), &usual["text"]));
    let last = second.get(&format!("/api/rooms/{room}/position")).await;
    assert_eq!(last.status, StatusCode::OK, "{}", last.text);
    assert_eq!(second.get(&format!("/api/rooms/{room}/replay/9999/position")).await.code(), "no_such_step");
}

#[tokio::test]
async fn a_friend_sits_down_at_a_position_without_a_deck() {
    let server = server().await;
    let mut wanted = wish(&puzzle(), "open");
    wanted["seat"] = json!(1);
    let (room, ann, made) = begin(&server, wanted).await;
    assert_eq!(made.json()["seat"], 1);
    let bob = server.join(&room).await;
    let mut clients = [server.connect(&room, &ann).await, server.connect(&room, &bob).await];
    assert_eq!((&clients[0].state["me"], &clients[1].state["me"]), (&json!(1), &json!(0)));
    clients[1].until_asked().await;
    // Each sees its own hand only.
    for (me, client) in [(1, &clients[0]), (0, &clients[1])] {
        let hands = client.state["view"]["cards"].as_array().unwrap().iter().filter(|card| card["zone"] == "hand");
        assert!(hands.clone().all(|card| card["code"].is_null() != (card["owner"] == me)));
    }
    play(&mut clients, 6).await;
}

#[tokio::test]
async fn who_plays_every_seat_is_asked_for_each_and_may_take_the_text() {
    let server = server().await;
    let (room, ann, _) = begin(&server, wish(&puzzle(), "self")).await;
    let mut client = server.connect(&room, &ann).await;
    assert_eq!(
        (&client.state["analysis"], &client.state["seats"][0]["name"], &client.state["seats"][1]["name"]),
        (&json!(true), &json!("P1"), &json!("P2"))
    );
    let text = |cookie: String| {
        let asked = axum::http::Request::get(format!("/api/rooms/{room}/position")).header("cookie", cookie);
        server.ask(asked.body(axum::body::Body::empty()).unwrap())
    };
    let first = text(ann.clone()).await;
    assert_eq!(first.status, StatusCode::OK, "{}", first.text);
    // Nobody can use anything in the window before the challenge: it is passed. All the rest lies as it was written.
    let usual = server.post("/api/positions/check", "", json!({"text": puzzle()})).await.json();
    let cards = |text: &Value| text.as_str().unwrap().split("\n\n").skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(cards(&first.json()["text"]), cards(&usual["text"]));
    assert!(first.text.contains("at initiate first P1 active P1"), "{}", first.text);
    // A stranger with the link may look on, and is not told what is hidden.
    assert_eq!(text(String::new()).await.code(), "not_over");
    let mut seats = std::collections::BTreeSet::new();
    for turn in 0..40 {
        if client.over() {
            break;
        }
        client.until_asked().await;
        let me = client.state["me"].as_u64().unwrap();
        assert_eq!(client.state["view"]["viewer"], me);
        seats.insert(me);
        client.answer(turn % 3).await;
    }
    assert_eq!(seats.len(), 2);
    let now = text(ann.clone()).await;
    assert_eq!(now.status, StatusCode::OK, "{}", now.text);
    let again = server.post("/api/positions/check", "", json!({"text": now.json()["text"]})).await.json();
    assert_eq!(again["ok"], true, "{again}");
}

#[tokio::test]
async fn the_same_position_is_played_again_after_its_end() {
    let server = server().await;
    let (room, ann, _) = begin(&server, wish(&puzzle(), "bot")).await;
    let mut client = server.connect(&room, &ann).await;
    client.ask(json!({"op": "concede"})).await.unwrap();
    let again = server.post(&format!("/api/rooms/{room}/rematch"), &ann, json!({})).await;
    assert_eq!(again.status, StatusCode::OK, "{}", again.text);
    let mut client = server.connect(again.json()["room"].as_str().unwrap(), &ann).await;
    client.until_asked().await;
    assert_eq!(client.state["view"]["round"], 3);
}

/// Reads until something is asked, if nothing is yet.
trait Waits {
    async fn until_asked(&mut self);
}
impl Waits for Client {
    async fn until_asked(&mut self) {
        if !self.asked() {
            self.until(|state| state["prompt"].is_object() || state["outcome"].is_object()).await;
        }
    }
}
