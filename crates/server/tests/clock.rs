//! Clocks: they run for who owes an answer, cost nothing that nobody could use, and are ended by whichever node is there.

use std::sync::Arc;
use std::time::Duration;

use crate::cluster::Cluster;
use crate::common::{Client, Server, cookie};
use crate::memory::Memory;
use axum::http::StatusCode;
use serde_json::{Value, json};
use server::games::Games;
use server::room::{Cursor, House};
use server::store::{Postgres, Sqlite, Store};
use server::wire::ToRoom;
use tokio::time::{Instant, sleep};

async fn made(server: &Server, format: &str, clock: Value, opponent: &str) -> (String, String) {
    let wanted = json!({"kind": "toy", "format": format, "name": "Ann", "deck": "", "opponent": opponent,
        "terms": {"visibility": "open", "clock": clock}});
    let answer = server.post("/api/rooms", "", wanted).await;
    assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
    (answer.json()["room"].as_str().unwrap().to_owned(), cookie(&answer))
}

fn chess(seconds: u32) -> Value {
    json!({"kind": "chess", "seconds": seconds})
}

fn left(state: &Value, seat: usize) -> i64 {
    state["clocks"]["seats"][seat]["left"].as_i64().unwrap_or_else(|| panic!("{}", state["clocks"]))
}

async fn table(server: &Server, clock: Value) -> (String, [Client; 2], [String; 2]) {
    let (room, ann) = made(server, "bids", clock, "open").await;
    let bob = server.join(&room).await;
    let clients = [server.connect(&room, &ann).await, server.connect(&room, &bob).await];
    (room, clients, [ann, bob])
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_lets_the_clock_run_out_has_lost_and_the_log_keeps_it() {
    let store = Sqlite::in_memory().await.unwrap();
    let server = Server::start(store.clone()).await;
    let (room, [mut ann, mut bob], [ann_is, _]) = table(&server, chess(2)).await;
    let begun = Instant::now();
    assert!((1500..=2000).contains(&left(&ann.state, 0)) && ann.state["clocks"]["seats"][1]["runs"] == true, "{}", ann.state["clocks"]);
    sleep(Duration::from_millis(600)).await;
    ann.ask(json!({"op": "answer", "decision": 0, "picks": [0, 0]})).await.unwrap();
    // Hers stands still, his goes on: both are asked at once and she has answered.
    bob.until(|state| state["clocks"]["seats"][0]["runs"] == false).await;
    let hers = left(&bob.state, 0);
    assert!((1000..=1450).contains(&hers), "{hers}");
    ann.until(|state| state["outcome"].is_object()).await;
    assert!((1900..4000).contains(&begun.elapsed().as_millis()), "{:?}", begun.elapsed());
    bob.until(|state| state["outcome"].is_object()).await;
    for client in [&ann, &bob] {
        assert_eq!(client.state["outcome"]["Won"]["seats"], json!([0]), "{}", client.state["outcome"]);
        let clocks = &client.state["clocks"];
        assert_eq!(
            (&clocks["seats"][1]["flagged"], &clocks["seats"][1]["left"], &clocks["stopped"]),
            (&json!(true), &json!(0), &json!(true))
        );
        assert_eq!(left(&client.state, 0), hers);
        let told = client.events.last().unwrap()["event"]["text"].as_str().unwrap().to_owned();
        assert!(told.contains("runs out of time"), "{told}");
    }
    assert_eq!(bob.refused(json!({"op": "answer", "decision": 0, "picks": [0, 0]})).await, "over");
    // A server that reads the log anew tells the same; every entry says when it was written.
    let log = store.load(&room, 0).await.unwrap();
    assert!(log.iter().all(|line| server::log::at(line).is_some_and(|at| at > 1_600_000_000_000)));
    assert_eq!(log.iter().filter(|line| line.contains("\"entry\":\"flagged\"")).count(), 1);
    let again = Server::start(store).await.connect(&room, &ann_is).await;
    assert_eq!((&again.state["clocks"], &again.state["outcome"]), (&ann.state["clocks"], &ann.state["outcome"]));
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_that_comes_too_late_is_none_and_a_bot_has_no_clock() {
    let server = Server::in_memory().await;
    let (room, ann) = made(&server, "bids", chess(1), "bot").await;
    let mut ann = server.connect(&room, &ann).await;
    if !ann.asked() {
        ann.until(|state| state["prompt"].is_object()).await;
    }
    assert_eq!(ann.state["clocks"]["seats"][1]["left"], Value::Null);
    let decision = ann.state["prompt"]["decision"].clone();
    sleep(Duration::from_millis(1100)).await;
    let late = ann.ask(json!({"op": "answer", "decision": decision, "picks": [0, 0]})).await.unwrap_err();
    assert_eq!(late["code"], "over");
    // An increment and a new limit for every answer keep others in the game.
    for clock in [
        json!({"kind": "chess", "seconds": 1, "increment": 1}),
        json!({"kind": "move", "seconds": 1}),
        json!({"kind": "chess", "seconds": 1, "delay": 5}),
    ] {
        let (room, ann) = made(&server, "bids", clock.clone(), "bot").await;
        let mut ann = server.connect(&room, &ann).await;
        for _ in 0..2 {
            if !ann.asked() {
                ann.until(|state| state["prompt"].is_object()).await;
            }
            sleep(Duration::from_millis(650)).await;
            ann.answer(0).await;
        }
        assert_eq!(ann.state["outcome"], Value::Null, "{clock}");
        assert!(left(&ann.state, 0) > 300, "{clock}: {}", ann.state["clocks"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn clocks_stop_while_the_players_pause() {
    let server = Server::in_memory().await;
    let (_, [mut ann, mut bob], _) = table(&server, chess(2)).await;
    ann.ask(json!({"op": "propose", "wish": {"wish": "pause"}})).await.unwrap();
    bob.ask(json!({"op": "agree", "number": 1})).await.unwrap();
    ann.until(|state| state["agree"]["paused"] == true).await;
    assert_eq!(ann.state["clocks"]["stopped"], true);
    let before = left(&ann.state, 0);
    sleep(Duration::from_millis(2300)).await;
    ann.ask(json!({"op": "propose", "wish": {"wish": "resume"}})).await.unwrap();
    bob.ask(json!({"op": "agree", "number": 2})).await.unwrap();
    ann.until(|state| state["agree"]["paused"] != true).await;
    assert_eq!(ann.state["clocks"]["stopped"], false);
    let after = left(&ann.state, 0);
    assert!(after <= before && after > before - 500 && ann.state["outcome"].is_null(), "{before} {after}");
    ann.until(|state| state["outcome"].is_object()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn another_node_ends_a_clock_when_the_first_was_killed() {
    let Some(cluster) = Cluster::start() else { return };
    let node = || async { Server::start(Postgres::open(&cluster.address()).await.unwrap()).await };
    let (one, other) = (node().await, node().await);
    let (seen, [ann, _bob], [ann_is, _]) = table(&one, chess(2)).await;
    let (unseen, [_, _], _) = table(&one, chess(2)).await;
    assert_eq!(ann.state["outcome"], Value::Null);
    one.kill().await;
    // Somebody comes back to the first table, and nobody to the second.
    let mut ann = other.connect(&seen, &ann_is).await;
    assert!(ann.state["outcome"].is_null() && left(&ann.state, 0) < 2000);
    ann.until(|state| state["outcome"].is_object()).await;
    let end = Instant::now() + Duration::from_secs(20);
    loop {
        let list = other.get("/api/lobby").await.json();
        let table = list["tables"].as_array().unwrap().iter().find(|table| table["room"] == unseen.as_str()).cloned();
        if table.is_some_and(|table| table["state"] == "over") {
            break;
        }
        assert!(Instant::now() < end, "{list}");
        sleep(Duration::from_millis(100)).await;
    }
}

/// The card game, with a clock that stands still or jumps.
#[tokio::test(start_paused = true)]
async fn windows_that_stay_open_anyway_cost_nobody_time_and_tell_nothing() {
    const BLUFF: Duration = Duration::from_secs(3);
    let house = House::seeded(Arc::new(Memory::default()), Games::builtin(), 7);
    let wanted = json!({"kind": "card", "format": "joust", "name": "Ann", "deck": "The Old Ways (Core)", "opponent": "open", "bluff": 3,
        "terms": {"clock": {"kind": "chess", "seconds": 600}}});
    let id = house.create("ann", serde_json::from_value(wanted).unwrap()).await.unwrap();
    let room = house.room(&id).await.unwrap();
    room.join("bob", serde_json::from_value(json!({"name": "Bob", "deck": "Secrets and Schemes (Core)"})).unwrap()).await.unwrap();
    let people = ["ann", "bob"];
    let state = |who: Option<&'static str>| {
        let room = room.clone();
        async move { serde_json::from_str::<Value>(&room.render(who, &mut Cursor::default()).await.unwrap()).unwrap() }
    };
    let ask = |who: &'static str, mut request: Value| {
        let room = room.clone();
        request["id"] = json!(1);
        async move { room.handle(Some(who), serde_json::from_value::<ToRoom>(request).unwrap()).await.unwrap() }
    };
    let (mut forced, mut chosen) = (0, 0);
    for _ in 0..400 {
        let now = state(None).await;
        let seat = now["view"]["acting"][0].as_u64().unwrap() as usize;
        let prompt = state(Some(people[seat])).await["prompt"].clone();
        let before = [left(&now, 0), left(&now, 1)];
        if prompt.is_null() {
            // It could only pass: the clock stands as if it might act.
            assert!(now["clocks"]["seats"][seat]["runs"] == true && now["clocks"]["seats"][seat]["free"].as_u64().unwrap() > 0);
            sleep(BLUFF + Duration::from_millis(50)).await;
            let after = state(None).await;
            // What is asked next costs already.
            assert!((0..2).all(|seat| left(&after, seat) > before[seat] - 200), "{before:?} {}", after["clocks"]);
            forced += 1;
        } else if prompt["kind"] == "window" {
            let pass = prompt["legal"].as_array().unwrap().iter().position(|choice| choice["action"]["verb"] == "pass");
            if chosen == 3 {
                // Who thinks longer than the window pays for the rest.
                sleep(BLUFF + Duration::from_secs(7)).await;
                let thought = state(None).await;
                let cost = before[seat] - left(&thought, seat);
                // The window had been open for a moment.
                assert!((6900..9000).contains(&cost), "{cost}");
                break;
            }
            sleep(Duration::from_secs(1)).await;
            ask(people[seat], json!({"op": "answer", "decision": prompt["decision"], "picks": [pass.unwrap()]})).await;
            let held = state(None).await;
            assert!(held["clocks"]["seats"][seat]["runs"] == true && left(&held, seat) == before[seat], "nobody sees that it passed");
            sleep(BLUFF - Duration::from_millis(950)).await;
            let after = left(&state(None).await, seat);
            assert!(after > before[seat] - 200, "a pass in time is free, what is asked next is not: {after}");
            chosen += 1;
        } else {
            let mut picks = Vec::new();
            while ask(people[seat], json!({"op": "preview", "decision": prompt["decision"], "picks": picks})).await["complete"] != true {
                picks.push(0);
            }
            ask(people[seat], json!({"op": "answer", "decision": prompt["decision"], "picks": picks})).await;
        }
    }
    assert!(forced > 0 && chosen == 3, "{forced} {chosen}");
}
