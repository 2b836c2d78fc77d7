//! A finished game is walked through: any step at once, as anybody saw it, with its story; its seed is proved.

use crate::common::{Server, play, settle};
use serde_json::{Value, json};
use server::store::Sqlite;
use table::replay::{Commitment, Replay, ReplayError, Step};
use table::toy::{Rules, Toy};
use table::{Game, Seat, Viewer};

async fn server() -> Server {
    Server::unhurried(Sqlite::in_memory().await.unwrap()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn every_step_is_what_it_was_for_everybody() {
    let server = server().await;
    let (room, mut clients, _) = server.table().await;
    assert_eq!(server.get(&format!("/api/rooms/{room}/replay/story")).await.code(), "not_over");
    play(&mut clients, 10_000).await;
    settle(&mut clients).await;
    let file = server.get(&format!("/api/rooms/{room}/replay")).await;
    let replay = Replay::read(file.text.as_bytes()).unwrap();
    let steps = replay.steps.len();
    assert!(steps > 12, "a game of {steps} steps has copies on the way");
    let rules = Rules::default();
    let ask = async |step: usize, look: &str| server.get(&format!("/api/rooms/{room}/replay/{step}{look}")).await.json();
    // Backwards and forwards, and jumping.
    let order: Vec<usize> = (0..=steps).rev().chain(0..=steps).chain([steps, 0, steps / 2, 13, 12, 11, 1]).collect();
    for at in order {
        let game: Toy = replay.run_to(&rules, at, &mut ()).unwrap();
        for (look, viewer) in
            [("", Viewer::All), ("?as=0", Viewer::Seat(Seat(0))), ("?as=1", Viewer::Seat(Seat(1))), ("?as=watcher", Viewer::Spectator)]
        {
            let shown = ask(at, look).await;
            assert_eq!(shown["view"], json!(game.view(&rules, viewer)), "step {at} {look}");
            assert_eq!((&shown["step"], &shown["steps"]), (&json!(at), &json!(steps)));
        }
    }
    // The story is what the seat was told while it played, and says where each step ends in it.
    for (seat, client) in clients.iter().enumerate() {
        let story = server.get(&format!("/api/rooms/{room}/replay/story?as={seat}")).await.json();
        assert_eq!(story["events"], json!(client.events));
        let told: Vec<usize> = story["told"].as_array().unwrap().iter().map(|told| told.as_u64().unwrap() as usize).collect();
        assert_eq!((told.len(), story["by"].as_array().unwrap().len(), *told.last().unwrap()), (steps + 1, steps + 1, client.events.len()));
        for at in [0, 1, 7, steps] {
            let of_step = ask(at, &format!("?as={seat}")).await["events"].clone();
            let from = at.checked_sub(1).map_or(0, |before| told[before]);
            assert_eq!(of_step, json!(client.events[from..told[at]]), "step {at}");
        }
        let by = match &replay.steps[6] {
            Step::Answer { seat, .. } => json!(seat),
            other => panic!("{other}"),
        };
        assert_eq!(story["by"][7], by);
    }
    let story = server.get(&format!("/api/rooms/{room}/replay/story")).await.json();
    let rounds: Vec<u64> = story["moments"].as_array().unwrap().iter().map(|moment| moment["round"].as_u64().unwrap()).collect();
    assert!(rounds.is_sorted() && rounds.last() == Some(&4) && story["moments"][0]["step"] == 0, "{rounds:?}");
    for (look, code) in [("?as=2", "no_such_seat"), ("?as=me", "no_such_seat"), ("?who=1", "bad_request")] {
        assert_eq!(server.get(&format!("/api/rooms/{room}/replay/3{look}")).await.code(), code, "{look}");
    }
    assert_eq!(server.get(&format!("/api/rooms/{room}/replay/{}", steps + 1)).await.code(), "no_such_step");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_concession_is_the_end_of_the_story() {
    let server = server().await;
    let (room, mut clients, _) = server.table().await;
    play(&mut clients, 4).await;
    settle(&mut clients).await;
    clients[1].ask(json!({"op": "concede"})).await.unwrap();
    clients[0].until(|state| state["outcome"].is_object()).await;
    let story = server.get(&format!("/api/rooms/{room}/replay/story?as=0")).await.json();
    assert_eq!(story["events"], json!(clients[0].events));
    let last = story["steps"].as_u64().unwrap();
    let end = server.get(&format!("/api/rooms/{room}/replay/{last}")).await.json();
    assert!(end["events"].as_array().unwrap().last().unwrap()["event"]["text"].as_str().unwrap().contains("concedes"), "{end}");
    assert!(end["outcome"].is_object());
    assert_eq!(server.get(&format!("/api/rooms/{room}/replay/0")).await.json()["outcome"], Value::Null);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_file_proves_that_the_seed_was_fixed_before_the_game() {
    let server = server().await;
    let (room, mut clients, _) = server.table().await;
    let path = format!("/api/rooms/{room}");
    let before = server.get(&path).await.json();
    let commitment = before["commitment"].as_str().unwrap().to_owned();
    assert!(before["seed"].is_null() && before["salt"].is_null(), "the seed is told when the game is over");
    clients[0].ask(json!({"op": "concede"})).await.unwrap();
    let replay = Replay::read(server.get(&format!("{path}/replay")).await.text.as_bytes()).unwrap();
    let proof = replay.commitment.clone().unwrap();
    assert_eq!(proof.hash, commitment, "what was shown at the start");
    replay.verify::<Toy>(&Rules::default()).unwrap();
    for wrong in [
        Commitment { salt: "0".to_owned(), ..proof.clone() },
        Commitment { seed: "7".to_owned(), ..proof.clone() },
        Commitment { hash: "0".repeat(64), ..proof },
    ] {
        let wrong = Replay { commitment: Some(wrong), ..replay.clone() };
        assert!(matches!(wrong.verify::<Toy>(&Rules::default()), Err(ReplayError::Commitment(_))));
    }
}
