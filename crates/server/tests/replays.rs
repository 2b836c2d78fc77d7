//! Recorded games from files: what they prove is said, whatever runs is walked through, and what is no such game is refused in a sentence.

use std::sync::Arc;

use crate::common::{Answer, Server, play, settle};
use axum::body::Body;
use axum::http::{Request, StatusCode, header};
use serde_json::{Value, json};
use server::store::Sqlite;
use table::Game;
use table::hosted::{Host, Hosted};
use table::replay::{Replay, Start, Step};

async fn server() -> Server {
    Server::unhurried(Sqlite::in_memory().await.unwrap()).await
}

async fn open(server: &Server, file: impl Into<Body>) -> Answer {
    let request = Request::post("/api/replays").header(header::HOST, "here").header(header::ORIGIN, "http://here");
    server.ask(request.body(file.into()).unwrap()).await
}

/// The download of a game that was played here to its end, and its room.
async fn played(server: &Server) -> (String, Replay) {
    let (room, mut clients, _) = server.table().await;
    play(&mut clients, 10_000).await;
    settle(&mut clients).await;
    let file = server.get(&format!("/api/rooms/{room}/replay")).await.text;
    (room, Replay::read(file.as_bytes()).unwrap())
}

/// A game that is played for some answers, each the first legal one.
fn some_of<G: Game>(rules: G::Rules, setup: &G::Setup, answers: usize) -> Replay {
    let mut host = Host::<G>::new(Arc::new(rules), setup, Start::Seed(7)).unwrap();
    for _ in 0..answers {
        let Some(seat) = host.acting().iter().next() else { break };
        let mut picks = Vec::new();
        loop {
            let next = host.options_after(seat, &picks).unwrap();
            if next.complete {
                break;
            }
            picks.push(next.legal[0].index);
        }
        host.answer(seat, host.decision(seat).unwrap(), &picks).unwrap();
    }
    host.replay()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_download_of_ours_is_proved_and_walked_as_in_its_room() {
    let server = server().await;
    let (room, replay) = played(&server).await;
    let opened = open(&server, replay.write()).await;
    assert_eq!(opened.status, StatusCode::OK, "{}", opened.text);
    let told = opened.json();
    assert_eq!((&told["proof"], &told["kind"], &told["players"]), (&json!("good"), &json!("toy"), &json!(["Ann", "Bob"])));
    assert!(told["told"].as_str().unwrap().contains("hashes agree") || told["told"].as_str().unwrap().contains("1 hash agrees"), "{told}");
    assert_eq!(told["commitment"], server.get(&format!("/api/rooms/{room}")).await.json()["commitment"]);
    let (here, there) = (format!("/api/replays/{}", told["id"].as_str().unwrap()), format!("/api/rooms/{room}/replay"));
    for look in ["", "?as=0", "?as=watcher"] {
        let (mine, theirs) =
            (server.get(&format!("{here}/story{look}")).await.json(), server.get(&format!("{there}/story{look}")).await.json());
        assert_eq!(mine, theirs);
        for step in [0, 1, 7, replay.steps.len()] {
            let both = [&here, &there].map(|path| format!("{path}/{step}{look}"));
            let (mine, theirs) = (server.get(&both[0]).await.json(), server.get(&both[1]).await.json());
            assert!(mine["view"].is_object());
            for part in ["view", "events", "outcome", "by", "step", "steps"] {
                assert_eq!(mine[part], theirs[part], "{part} {step} {look}");
            }
        }
    }
    assert_eq!(server.get(&format!("{here}/{}", replay.steps.len() + 1)).await.code(), "no_such_step");
    assert_eq!(server.get(&format!("{here}/1?as=5")).await.code(), "no_such_seat");
    // The same file is the same game; another server does not know it, and says so.
    assert_eq!(open(&server, replay.write()).await.json()["id"], told["id"]);
    let elsewhere = Server::in_memory().await.get(&format!("{here}/1")).await;
    assert_eq!((elsewhere.status, elsewhere.code().as_str()), (StatusCode::NOT_FOUND, "no_such_replay"));
}

#[tokio::test(flavor = "multi_thread")]
async fn what_a_file_proves_is_said_and_what_runs_is_shown() {
    let server = server().await;
    let (_, whole) = played(&server).await;
    let mut other_end = whole.clone();
    other_end.end.as_mut().unwrap().hash = table::StateHash::of(&1);
    let mut other_seed = whole.clone();
    other_seed.commitment.as_mut().unwrap().salt = "0".to_owned();
    let cut = Replay { end: None, checkpoints: Vec::new(), steps: whole.steps[..5].to_vec(), ..whole.clone() };
    for (file, proof, part) in [
        (cut, "unproved", "nothing in the file proves its 5 steps"),
        (other_end, "differs", "is not what was played"),
        (other_seed, "differs", "not the one that was committed to"),
    ] {
        let told = open(&server, file.write()).await.json();
        assert_eq!(told["proof"], proof, "{told}");
        assert!(told["told"].as_str().unwrap().contains(part) && told["commitment"].is_null(), "{told}");
        let step = server.get(&format!("/api/replays/{}/3", told["id"].as_str().unwrap())).await.json();
        assert!(step["view"].is_object(), "{step}");
    }
    // Who gave up is the end of the story.
    let (room, mut clients, _) = server.table().await;
    play(&mut clients, 4).await;
    clients[1].ask(json!({"op": "concede"})).await.unwrap();
    settle(&mut clients).await;
    let file = server.get(&format!("/api/rooms/{room}/replay")).await.text;
    let told = open(&server, file).await.json();
    assert!(told["told"].as_str().unwrap().contains("Bob conceded"), "{told}");
    let story = server.get(&format!("/api/replays/{}/story?as=0", told["id"].as_str().unwrap())).await.json();
    assert_eq!(story["events"], json!(clients[0].events));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_file_of_either_game_is_opened() {
    let server = server().await;
    let deck = |name: &str| card_game::decks::ready::find(name).unwrap().seat();
    let seats = vec![deck("The Old Ways (Core)"), deck("At the Wall (Core)")];
    let rules = card_game::Rules::new(card_game::pool::Pool::builtin().defs.iter().cloned(), card_game::Rulings::default(), None);
    let card = some_of::<card_game::State>(rules, &card_game::Setup { seats: seats.clone(), titles: false }, 12);
    let board = board_game::Setup { houses: vec![None; 3], tides: false };
    let board = some_of::<board_game::State>(board_game::Rules::default(), &board, 6);
    for (file, kind, field) in [(&card, "card", "cards"), (&board, "board", "areas")] {
        let told = open(&server, file.write()).await.json();
        assert_eq!(told["kind"], kind, "{told}");
        assert!(told["told"].as_str().unwrap().contains("the game still runs") || told["proof"] == "unproved", "{told}");
        let step = server.get(&format!("/api/replays/{}/{}", told["id"].as_str().unwrap(), file.steps.len())).await.json();
        assert!(step["view"][field].is_array(), "{}", step["view"]);
        assert_eq!(step["outcome"], Value::Null);
    }
    // A crowd of cards is not set up.
    let mut crowd = card;
    crowd.setup["seats"][0]["draw"] = json!(vec!["01157"; 1500]);
    let refused = open(&server, crowd.write()).await;
    assert!(refused.text.contains("at most 1500 are read here"), "{}", refused.text);
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_no_such_game_is_refused_in_a_sentence() {
    let server = server().await;
    let (_, whole) = played(&server).await;
    let text = whole.write();
    let changed = |from: &str, to: &str| {
        assert!(text.contains(from), "{from} in {}", &text[..300]);
        text.replacen(from, to, 1)
    };
    let mut illegal = whole.clone();
    let Step::Answer { picks, .. } = &mut illegal.steps[2] else { panic!() };
    *picks = vec![99];
    let mut many = whole.clone();
    many.steps = many.steps.iter().cycle().take(10_001).cloned().collect();
    for (file, part) in [
        ("a deck\n3 Hedge Knight".to_owned(), "this is not a replay"),
        (String::new(), "replay"),
        (text[..text.len() / 2].to_owned(), "cut short"),
        (changed("\"version\": 1", "\"version\": 9"), "format version 9"),
        (Replay { rules: "toy of old".to_owned(), ..whole.clone() }.write(), "toy of old"),
        (Replay { game: "chess".to_owned(), ..whole.clone() }.write(), "chess"),
        (illegal.write(), "step 3 of"),
        (many.write(), "at most 10000"),
        (" ".repeat((1 << 20) + 1), "at most 1024 kB"),
    ] {
        let refused = open(&server, file.clone()).await;
        let message = refused.json()["error"]["message"].as_str().unwrap_or_default().to_owned();
        assert!(refused.status.is_client_error() && message.contains(part), "{part}: {} {}", refused.status, refused.text);
    }
}
