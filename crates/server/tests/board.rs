//! The board game in rooms: three to six seats that answer at the same time, in secret, beside bots.

use crate::common::{Client, Server, cookie, play, settle};
use axum::http::StatusCode;
use board_game::{Rules, State};
use serde_json::{Value, json};
use server::store::Sqlite;
use table::replay::Replay;

const MANY: usize = 100_000;

fn wish(players: u8, others: Value) -> Value {
    json!({"kind": "board", "format": "base", "name": "Ann", "deck": "stark", "opponent": "bot", "players": players, "others": others})
}

async fn made(server: &Server, wanted: Value) -> (String, String) {
    let made = server.post("/api/rooms", "", wanted).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text);
    (made.json()["room"].as_str().unwrap().to_owned(), cookie(&made))
}

async fn join(server: &Server, room: &str, name: &str, house: &str) -> String {
    let joined = server.post(&format!("/api/rooms/{room}/join"), "", json!({"name": name, "deck": house})).await;
    assert_eq!(joined.status, StatusCode::OK, "{}", joined.text);
    cookie(&joined)
}

/// Ann (Stark), Bob (Lannister) and Cat (Baratheon).
async fn three(server: &Server) -> (String, Vec<Client>, [String; 3]) {
    let open = json!({"opponent": "open"});
    let (room, ann) = made(server, wish(3, json!([open, open]))).await;
    let bob = join(server, &room, "Bob", "lannister").await;
    let cat = join(server, &room, "Cat", "").await;
    let mut clients = Vec::new();
    for cookie in [&ann, &bob, &cat] {
        clients.push(server.connect(&room, cookie).await);
    }
    (room, clients, [ann, bob, cat])
}

fn topic(client: &Client) -> &str {
    client.state["prompt"]["topic"].as_str().unwrap_or_default()
}

/// The areas of a state whose order lies face down, by owner.
fn facedown(state: &Value, owner: u8) -> Vec<Value> {
    let areas = state["view"]["areas"].as_array().unwrap();
    areas.iter().filter(|area| area["facedown"] == true && area["owner"] == owner).cloned().collect()
}

/// Nothing that came over this wire from message `from` on tells an order of another seat while it lay face down.
fn tells_no_hidden_order(client: &Client, from: usize) {
    let me = &client.state["me"];
    for text in &client.heard[from..] {
        let message: Value = serde_json::from_str(text).unwrap();
        for area in message["view"]["areas"].as_array().into_iter().flatten() {
            assert!(area["facedown"] == false || area["owner"] == *me || area["order"].is_null(), "{area}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_person_plays_five_bots_to_the_end() {
    let server = Server::seeded(Sqlite::in_memory().await.unwrap(), 5).await;
    let (room, ann) = made(&server, wish(6, Value::Null)).await;
    let mut client = [server.connect(&room, &ann).await];
    let seats = client[0].state["seats"].as_array().unwrap().clone();
    let strongest = *bots::board::NAMES.last().unwrap();
    assert_eq!(seats.iter().filter(|seat| seat["player"] == strongest).count(), 5, "who names no bot plays the strongest");
    assert_eq!(client[0].state["view"]["players"][0]["house"], "stark");
    assert_eq!(server.get(&format!("/api/rooms/{room}/replay")).await.code(), "not_over");
    play(&mut client, MANY).await;
    assert!(client[0].state["outcome"]["Won"]["seats"].is_array(), "{}", client[0].state["outcome"]);
    let last = &client[0].events.last().unwrap()["event"];
    assert_eq!((&last["type"], &last["outcome"]), (&json!("over"), &client[0].state["outcome"]));
    assert!(last["text"].is_string() && ["BG.win.instant", "BG.win.round10"].contains(&last["rule"].as_str().unwrap()));
    let file = server.get(&format!("/api/rooms/{room}/replay")).await;
    let replay = Replay::read(file.text.as_bytes()).unwrap();
    assert!(replay.verify::<State>(&Rules::default()).unwrap().outcome.is_some());
    let middle = server.get(&format!("/api/rooms/{room}/replay/{}", replay.steps.len() / 2)).await.json();
    assert!(middle["view"]["wildlings"].as_array().unwrap().iter().all(Value::is_string), "a replay shows what was hidden");
}

#[tokio::test(flavor = "multi_thread")]
async fn orders_are_placed_at_the_same_time_and_nobody_sees_another_s() {
    let server = Server::seeded(Sqlite::in_memory().await.unwrap(), 7).await;
    let (room, mut clients, [ann, ..]) = three(&server).await;
    let mut watcher = server.connect(&room, "").await;
    settle(&mut clients).await;
    assert!(clients.iter().all(|client| topic(client) == "orders" && client.state["prompt"]["simultaneous"] == true));
    // Bob does not wait for Ann.
    clients[1].answer(1).await;
    settle(&mut clients).await;
    assert_eq!(clients[1].state["can_withdraw"], true);
    let placed = facedown(&clients[1].state, 1);
    assert!(!placed.is_empty() && placed.iter().all(|area| area["order"].is_string()), "he sees his own");
    watcher.until(|state| !facedown(state, 1).is_empty()).await;
    for client in [&clients[0], &clients[2], &watcher] {
        let backs = facedown(&client.state, 1);
        assert_eq!(backs.len(), placed.len(), "backs are seen");
        assert!(backs.iter().all(|area| area["order"].is_null()));
    }
    // He takes his answer back, and gives another.
    let before = placed;
    clients[1].ask(json!({"op": "withdraw"})).await.unwrap();
    clients[1].until(|state| state["prompt"].is_object()).await;
    assert_eq!(clients[1].refused(json!({"op": "withdraw"})).await, "withdrawn_too_late");
    clients[1].answer(3).await;
    assert_ne!(facedown(&clients[1].state, 1), before);
    clients[0].answer(2).await;
    // Who loads the page again sees what it saw.
    settle(&mut clients).await;
    let again = server.connect(&room, &ann).await;
    for part in ["view", "prompt", "can_withdraw", "version"] {
        assert_eq!(again.state[part], clients[0].state[part], "{part}");
    }
    for client in clients.iter().chain([&watcher]) {
        tells_no_hidden_order(client, 0);
    }
    clients[2].answer(0).await;
    settle(&mut clients).await;
    let open = |client: &Client| client.state["view"]["areas"].as_array().unwrap().iter().filter(|area| area["order"].is_string()).count();
    assert!(open(&clients[0]) > 3 && open(&clients[0]) == open(&clients[1]), "all orders lie open now");
    assert_eq!(clients[1].state["can_withdraw"], false);
}

#[tokio::test(flavor = "multi_thread")]
async fn bids_are_told_to_nobody_before_all_are_in() {
    let server = Server::seeded(Sqlite::in_memory().await.unwrap(), 11).await;
    let (_, mut clients, _) = three(&server).await;
    for _ in 0..600 {
        if clients.iter().all(|client| topic(client) == "bid") {
            break;
        }
        play(&mut clients, 1).await;
        for client in &mut clients {
            while tokio::time::timeout(std::time::Duration::from_millis(4), client.next()).await.is_ok() {}
        }
    }
    settle(&mut clients).await;
    assert!(clients.iter().all(|client| topic(client) == "bid"), "everybody bids at the same time");
    let (seen, told) = (clients[0].state["view"].clone(), clients[0].events.len());
    let power = clients[1].state["view"]["players"][1]["power"].as_u64().unwrap();
    assert!(power > 0);
    clients[1].answer(power as usize).await;
    settle(&mut clients).await;
    assert_eq!(clients[1].state["can_withdraw"], true);
    let mut now = clients[0].state["view"].clone();
    assert_eq!(now["players"][1]["answered"], true);
    // Beside that there is an answer, nothing is another than before: no power is gone, no number stands anywhere.
    now["players"][1]["answered"] = json!(false);
    now["acting"] = seen["acting"].clone();
    assert_eq!(now, seen);
    assert_eq!(clients[0].events.len(), told);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wildling_card_that_was_looked_at_is_told_to_the_raven_holder_alone() {
    let server = Server::seeded(Sqlite::in_memory().await.unwrap(), 13).await;
    let (room, mut clients, _) = three(&server).await;
    let mut watcher = server.connect(&room, "").await;
    play(&mut clients, 3).await;
    settle(&mut clients).await;
    let raven = clients.iter().position(|client| topic(client) == "raven").expect("somebody holds the raven");
    let decision = clients[raven].state["prompt"]["decision"].clone();
    // Nobody answers for the holder, and no meaning that is not offered is taken.
    let other = (raven + 1) % 3;
    assert_eq!(clients[other].refused(json!({"op": "choose", "decision": decision, "choose": ["look"]})).await, "not_asked");
    let version = clients[raven].state["version"].clone();
    for (code, choose) in [
        ("no_such_choice", json!([{"verb": "march"}])),
        ("no_such_choice", json!([{"verb": "look"}, {"verb": "nothing"}])),
        ("incomplete", json!([])),
        ("ambiguous", json!([{"verb": "replace"}])),
    ] {
        let refused = clients[raven].ask(json!({"op": "choose", "decision": decision, "choose": choose})).await.expect_err(code);
        assert!(refused["code"] == code || code == "no_such_choice" && refused["code"] == "not_listed", "{choose}: {refused}");
    }
    assert_eq!(clients[raven].refused(json!({"op": "choose", "decision": 999, "choose": ["look"]})).await, "stale");
    assert_eq!(clients[raven].state["version"], version, "what is refused changes nothing");
    assert_eq!(topic(&clients[raven]), "raven");
    clients[raven].ask(json!({"op": "choose", "decision": decision, "choose": [{"verb": "look"}]})).await.unwrap();
    settle(&mut clients).await;
    assert_eq!(topic(&clients[raven]), "raven_card");
    let card = clients[raven].state["view"]["wildlings"][0].as_str().expect("the holder sees the card").to_owned();
    let decision = clients[raven].state["prompt"]["decision"].clone();
    clients[raven].ask(json!({"op": "choose", "decision": decision, "choose": ["keep"]})).await.unwrap();
    settle(&mut clients).await;
    settle(std::slice::from_mut(&mut watcher)).await;
    assert_eq!(clients[raven].state["view"]["wildlings"][0], card.as_str(), "and goes on to know it");
    let name = board_game::data::atlas().wildlings.iter().find(|wild| wild.id == card).unwrap().name.clone();
    for client in [&clients[other], &clients[(raven + 2) % 3], &watcher] {
        assert!(client.state["view"]["wildlings"].as_array().unwrap().iter().all(Value::is_null));
        for text in &client.heard {
            assert!(!text.contains(&name) && !text.contains(&format!("\"{card}\"")), "{text}");
        }
    }
}

#[tokio::test]
async fn houses_are_wished_for_or_drawn_and_sit_at_a_table_once() {
    let server = Server::in_memory().await;
    let refused = |wanted: Value| async {
        let answer = server.post("/api/rooms", "", wanted).await;
        assert_eq!(answer.status, StatusCode::UNPROCESSABLE_ENTITY, "{}", answer.text);
        answer.json()["error"].clone()
    };
    let with = |key: &str, value: Value| {
        let mut wanted = wish(3, Value::Null);
        wanted[key] = value;
        wanted
    };
    assert_eq!(refused(with("players", json!(7))).await["rule"], "BG.setup.players");
    assert_eq!(refused(with("players", json!(2))).await["rule"], "BG.setup.players");
    assert_eq!(refused(with("format", json!("joust"))).await["code"], "no_such_format");
    assert_eq!(refused(with("rulings", json!("mine"))).await["code"], "no_such_rulings");
    let mace = refused(with("rulings", json!("faq-v2,mace=perhaps"))).await;
    assert!(mace["code"] == "no_such_rulings" && mace["message"].as_str().unwrap().contains("goes-on or ends"), "{mace}");
    assert_eq!(refused(with("bot", json!("steward"))).await["code"], "no_such_bot");
    assert_eq!(refused(with("deck", json!("targaryen"))).await["code"], "bad_deck");
    let greyjoy = refused(with("deck", json!("greyjoy"))).await;
    assert_eq!(greyjoy["rule"], "BG.setup.players", "three play without Greyjoy");
    assert!(greyjoy["message"].as_str().unwrap().contains("free is stark, lannister, baratheon"), "{greyjoy}");
    assert_eq!(refused(with("others", json!([{"deck": "stark"}, {}]))).await["code"], "bad_deck", "Stark is taken");

    let (room, _) = made(&server, wish(3, json!([{"opponent": "open"}, {"deck": "lannister"}]))).await;
    let path = format!("/api/rooms/{room}/join");
    for (house, why) in [("stark", "taken"), ("lannister", "taken"), ("martell", "not played")] {
        let answer = server.post(&path, "", json!({"name": "Bob", "deck": house})).await;
        assert!(answer.code() == "bad_deck" && answer.text.contains(why) && answer.text.contains("free is baratheon"), "{}", answer.text);
    }
    let bob = join(&server, &room, "Bob", "Baratheon").await;
    let client = server.connect(&room, &bob).await;
    let houses: Vec<&Value> = client.state["view"]["players"].as_array().unwrap().iter().map(|player| &player["house"]).collect();
    assert_eq!(houses, ["stark", "baratheon", "lannister"]);

    let mut wanted = with("deck", json!("random"));
    (wanted["format"], wanted["rulings"]) = (json!("tides"), json!("recorded"));
    let (room, ann) = made(&server, wanted).await;
    let client = server.connect(&room, &ann).await;
    assert_eq!((&client.state["view"]["tides"], &client.state["view"]["rulings"]), (&json!(true), &json!("recorded")));
    let mut houses: Vec<&str> = client.state["view"]["players"].as_array().unwrap().iter().map(|p| p["house"].as_str().unwrap()).collect();
    houses.sort_unstable();
    assert_eq!(houses, ["baratheon", "lannister", "stark"]);
}

/// Single rulings over a preset hold in the room, in its view and in its replay, which verifies under them alone.
#[tokio::test(flavor = "multi_thread")]
async fn a_table_chooses_single_rulings() {
    let server = Server::seeded(Sqlite::in_memory().await.unwrap(), 5).await;
    let mut wanted = wish(3, Value::Null);
    wanted["rulings"] = json!("faq-v2, robb=anywhere, mace=ends");
    let (room, ann) = made(&server, wanted).await;
    let mut client = [server.connect(&room, &ann).await];
    let view = client[0].state["view"].clone();
    assert_eq!((&view["rulings"], &view["options"]["mace"]), (&json!("faq-v2,mace=ends,robb=anywhere"), &json!("ends")));
    play(&mut client, MANY).await;
    let replay = Replay::read(server.get(&format!("/api/rooms/{room}/replay")).await.text.as_bytes()).unwrap();
    let rules = Rules::for_id(&replay.rules).expect("the id names the rulings");
    assert!(replay.rules.ends_with("-faq-v2,mace=ends,robb=anywhere"), "{}", replay.rules);
    assert!(replay.verify::<State>(&rules).unwrap().outcome.is_some());
    assert!(replay.verify::<State>(&Rules::default()).is_err());
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_with_bots_survives_a_killed_server() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let server = Server::seeded(Sqlite::open(&file).await.unwrap(), 3).await;
    let (room, ann) = made(&server, wish(4, Value::Null)).await;
    let mut client = [server.connect(&room, &ann).await];
    play(&mut client, 12).await;
    settle(&mut client).await;
    server.kill().await;
    let server = Server::seeded(Sqlite::open(&file).await.unwrap(), 4).await;
    let again = server.connect(&room, &ann).await;
    for part in ["view", "prompt", "outcome"] {
        assert_eq!(again.state[part], client[0].state[part], "{part}");
    }
    assert_eq!(again.events, client[0].events);
}

#[tokio::test]
async fn every_rule_that_the_board_game_cites_can_be_read() {
    let rules = Server::in_memory().await.get("/api/rules").await.json();
    let ids: Vec<&str> = rules.as_array().unwrap().iter().map(|rule| rule["id"].as_str().unwrap()).collect();
    let mut once = ids.clone();
    once.sort_unstable();
    once.dedup();
    assert_eq!(once.len(), ids.len(), "no two rules have the same id");
    for rule in rules.as_array().unwrap().iter().filter(|rule| rule["id"].as_str().unwrap().starts_with("BG.")) {
        assert!(rule["text"].as_array().unwrap().iter().all(|text| text.as_str().unwrap().len() > 10), "{rule}");
        assert!(rule["see"].as_array().unwrap().iter().all(|id| ids.contains(&id.as_str().unwrap())), "{rule}");
    }
    let mut cited = 0;
    let mut folders = vec![std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../board-game/src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            // What is cited to people stands in texts; comments may name a whole chapter.
            let text = std::fs::read_to_string(&path).unwrap();
            for id in text.split('"').filter(|part| part.starts_with("BG.") && !part.contains(char::is_whitespace)) {
                assert!(ids.contains(&id), "{}: there is no rule {id} in docs/rules/board.json", path.display());
                cited += 1;
            }
        }
    }
    assert!(cited > 50);
}

/// A concession is a step of the game: the others play on, the house stays, and a server that starts anew knows it (TR.concede).
#[tokio::test(flavor = "multi_thread")]
async fn who_gives_up_leaves_a_house_and_the_others_play_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let server = Server::seeded(Sqlite::open(&file).await.unwrap(), 9).await;
    let (room, mut clients, [ann, ..]) = three(&server).await;
    play(&mut clients, 12).await;
    let units = |client: &Client, seat: u8| {
        let areas = client.state["view"]["areas"].as_array().unwrap().clone();
        areas.iter().filter(|area| area["owner"] == seat).count()
    };
    clients[1].ask(json!({"op": "concede"})).await.unwrap();
    assert_eq!(clients[1].refused(json!({"op": "concede"})).await, "not_asked", "nobody leaves twice");
    settle(&mut clients).await;
    assert!(units(&clients[0], 1) > 0, "the house stays on the board");
    play(&mut clients, 60).await;
    settle(&mut clients).await;
    for client in &clients {
        assert_eq!(client.state["outcome"], Value::Null, "the others play on");
        let gone: Vec<bool> = (0..3).map(|seat| client.state["view"]["players"][seat]["conceded"] == true).collect();
        assert_eq!(gone, [false, true, false]);
        assert!(client.events.iter().any(|e| e["event"]["type"] == "conceded" && e["event"]["rule"] == "TR.concede"));
    }
    assert_eq!(clients[1].state["prompt"], Value::Null);
    assert_eq!(server.get(&format!("/api/rooms/{room}/replay")).await.code(), "not_over");
    server.kill().await;
    let server = Server::seeded(Sqlite::open(&file).await.unwrap(), 9).await;
    let mut again = server.connect(&room, &ann).await;
    assert_eq!(again.state["view"], clients[0].state["view"]);
    again.ask(json!({"op": "concede"})).await.unwrap();
    again.until(|state| state["outcome"].is_object()).await;
    assert_eq!(again.state["outcome"], json!({"Won": {"seats": [2], "reason": "all others have conceded"}}));
    let last = &again.events.last().unwrap()["event"];
    assert_eq!((&last["type"], &last["rule"]), (&json!("over"), &json!("TR.concede")));
    let replay = Replay::read(server.get(&format!("/api/rooms/{room}/replay")).await.text.as_bytes()).unwrap();
    let report = replay.verify::<State>(&Rules::default()).unwrap();
    assert_eq!(report.concessions.iter().map(|it| it.seat.0).collect::<Vec<_>>(), [1, 0]);
    assert!(report.ended && report.outcome.is_some());
}
