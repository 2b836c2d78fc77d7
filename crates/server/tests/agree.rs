//! What players agree on at the table: undo, draw, pause, repair, and what becomes of a seat that was left.

use crate::common::{Client, Server, cookie, play, settle};
use serde_json::{Value, json};
use server::store::Sqlite;
use table::replay::{Replay, Step};
use table::toy::{Rules, Toy};

async fn server() -> Server {
    Server::unhurried(Sqlite::in_memory().await.unwrap()).await
}

fn wish(wish: Value) -> Value {
    json!({"op": "propose", "wish": wish})
}

fn undo() -> Value {
    wish(json!({"wish": "undo"}))
}

fn agree(number: u64) -> Value {
    json!({"op": "agree", "number": number})
}

fn decline(number: u64) -> Value {
    json!({"op": "decline", "number": number})
}

/// What of a state an undo brings back.
fn seen(client: &Client) -> Value {
    let view = &client.state["view"];
    json!({"row": view["row"], "seats": view["seats"], "discard": view["discard"], "round": view["round"]})
}

/// The replay of a room whose game is over, verified.
async fn verified(server: &Server, room: &str) -> Replay {
    let file = server.get(&format!("/api/rooms/{room}/replay")).await;
    let replay = Replay::read(file.text.as_bytes()).unwrap_or_else(|why| panic!("{why}: {}", file.text));
    replay.verify::<Toy>(&Rules::default()).unwrap();
    replay
}

fn marks(replay: &Replay, kind: &str) -> usize {
    replay.marks.iter().filter(|mark| mark.kind == kind).count()
}

#[tokio::test(flavor = "multi_thread")]
async fn an_undo_needs_the_other_and_goes_back_to_before_my_answer() {
    let server = server().await;
    let (room, mut clients, [ann, _]) = server.table().await;
    let mut watcher = server.connect(&room, "").await;
    assert_eq!(clients[0].refused(undo()).await, "nothing_to_undo", "nothing was answered yet");
    let before = seen(&clients[0]);
    let (version, decision) = (clients[0].state["version"].clone(), clients[0].state["prompt"]["decision"].clone());
    for client in &mut clients {
        client.answer(0).await;
    }
    settle(&mut clients).await;
    assert_ne!(seen(&clients[0]), before);
    assert_eq!(clients[0].state["agree"]["undo"], 1);
    assert_eq!(clients[0].refused(wish(json!({"wish": "undo", "answers": 2}))).await, "nothing_to_undo", "past the beginning");
    assert_eq!(clients[0].refused(wish(json!({"wish": "undo", "answers": 0}))).await, "nothing_to_undo");
    assert_eq!(watcher.refused(undo()).await, "not_yours");

    assert_eq!(clients[0].ask(undo()).await.unwrap(), 1);
    settle(&mut clients).await;
    let open = &clients[1].state["agree"]["open"];
    assert_eq!((&open["topic"], &open["seat"], &open["agreed"], &open["asked"]), (&json!("undo"), &json!(0), &json!([0]), &json!([1])));
    assert!(open["told"][0].as_str().unwrap().starts_with("{P1} would take back an answer"), "{open}");
    let played = seen(&clients[0]);
    for (client, code) in [(0, "not_asked"), (1, "stale")] {
        assert_eq!(clients[client].refused(agree(1 + client as u64)).await, code);
    }
    assert_eq!(watcher.refused(agree(1)).await, "not_yours");
    assert_eq!(clients[1].refused(undo()).await, "open", "one thing at a time");
    settle(&mut clients).await;
    assert_eq!(seen(&clients[0]), played, "nothing happens before all agree");

    clients[1].ask(agree(1)).await.unwrap();
    settle(&mut clients).await;
    assert_eq!(seen(&clients[0]), before);
    let state = &clients[0].state;
    assert_eq!((&state["agree"]["open"], &state["agree"]["last"]["how"]), (&Value::Null, &json!("done")));
    assert!(state["version"].as_u64() > version.as_u64(), "the version never goes down");
    assert_ne!(state["prompt"]["decision"], decision, "an answer that was meant for the game as it was fits no more");
    assert_eq!(clients[0].refused(json!({"op": "answer", "decision": decision, "picks": [0, 0]})).await, "stale");
    assert_eq!(clients[1].refused(agree(1)).await, "stale");
    // Everybody is told the story anew; who comes later hears the same.
    settle(std::slice::from_mut(&mut watcher)).await;
    let again = watcher.heard.iter().rev().map(|text| serde_json::from_str::<Value>(text).unwrap()).find(|it| it["again"] == true);
    let told = again.expect("the watcher is told that the game went back")["events"].clone();
    assert_eq!(server.connect(&room, "").await.state["events"], told);
    let back = server.connect(&room, &ann).await;
    for part in ["view", "prompt", "version", "agree"] {
        assert_eq!(back.state[part], clients[0].state[part], "{part}");
    }

    play(&mut clients, 6).await;
    settle(&mut clients).await;
    clients[0].ask(json!({"op": "concede"})).await.unwrap();
    let replay = verified(&server, &room).await;
    assert_eq!(marks(&replay, "undo"), 1, "{:?}", replay.marks);
    // The hands were refilled from the deck in what was undone: nobody profits from what was drawn.
    assert!(replay.steps.iter().any(|step| matches!(step, Step::Rekey { .. })));
    assert_eq!(server.get(&format!("/api/rooms/{room}/replay/1")).await.json()["steps"], replay.steps.len());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_was_drawn_in_an_undone_round_is_drawn_from_a_new_order() {
    let server = Server::seeded(Sqlite::in_memory().await.unwrap(), 3).await;
    let (_, mut clients, _) = server.table().await;
    let mut drawn = Vec::new();
    for turn in 1..=4_u64 {
        for client in &mut clients {
            client.answer(0).await;
        }
        settle(&mut clients).await;
        let hand = |seat: usize| clients[seat].state["view"]["seats"][seat]["hand"].clone();
        drawn.push((hand(0), hand(1)));
        clients[0].ask(undo()).await.unwrap();
        clients[1].ask(agree(turn)).await.unwrap();
        settle(&mut clients).await;
    }
    assert!(drawn.iter().any(|hands| *hands != drawn[0]), "four times the same answers, and always the same cards: {drawn:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_hidden_was_laid_so_chance_stays() {
    let server = server().await;
    let (room, mut clients, _) = server.table().await;
    clients[0].answer(0).await;
    clients[0].ask(undo()).await.unwrap();
    clients[1].ask(agree(1)).await.unwrap();
    settle(&mut clients).await;
    assert!(clients[0].asked());
    clients[0].ask(json!({"op": "concede"})).await.unwrap();
    let replay = verified(&server, &room).await;
    assert_eq!((replay.steps.len(), marks(&replay, "undo")), (0, 1));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_proposal_is_declined_withdrawn_or_lapses_when_somebody_plays_on() {
    let server = server().await;
    let (_, mut clients, _) = server.table().await;
    clients[0].answer(0).await;
    let how = |client: &Client| {
        let agree = &client.state["agree"];
        assert_eq!(agree["open"], Value::Null);
        (agree["last"]["how"].as_str().unwrap().to_owned(), agree["last"]["by"].clone())
    };
    clients[0].ask(undo()).await.unwrap();
    clients[1].ask(decline(1)).await.unwrap();
    settle(&mut clients).await;
    assert_eq!(how(&clients[0]), ("declined".to_owned(), json!(1)));
    assert!(!clients[0].asked(), "the answer stands");
    clients[0].ask(undo()).await.unwrap();
    clients[0].ask(decline(2)).await.unwrap();
    settle(&mut clients).await;
    assert_eq!(how(&clients[1]), ("withdrawn".to_owned(), json!(0)));
    assert_eq!(clients[1].refused(agree(2)).await, "stale");
    clients[0].ask(undo()).await.unwrap();
    settle(&mut clients).await;
    clients[1].answer(0).await;
    settle(&mut clients).await;
    assert_eq!(how(&clients[0]), ("lapsed".to_owned(), json!(1)));
    assert_eq!(clients[1].refused(agree(3)).await, "stale");
}

#[tokio::test(flavor = "multi_thread")]
async fn alone_with_bots_one_word_does_it() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let server = Server::unhurried(Sqlite::open(&file).await.unwrap()).await;
    let (room, ann) = server.room("bot").await;
    let mut client = [server.connect(&room, &ann).await];
    for _ in 0..5 {
        let before = seen(&client[0]);
        client[0].answer(1).await;
        client[0].ask(undo()).await.unwrap();
        settle(&mut client).await;
        // The bot has answered at once, before and after; it is my decision again.
        assert!(client[0].asked(), "{}", client[0].state);
        assert_eq!(seen(&client[0])["row"], before["row"]);
        assert_eq!(client[0].state["agree"]["alone"], true);
        client[0].answer(1).await;
        play(&mut client, 1).await;
        settle(&mut client).await;
        if client[0].over() {
            break;
        }
    }
    let (state, over) = (client[0].state.clone(), client[0].over());
    server.kill().await;
    let server = Server::unhurried(Sqlite::open(&file).await.unwrap()).await;
    let mut client = [server.connect(&room, &ann).await];
    for part in ["view", "prompt", "version", "agree"] {
        assert_eq!(client[0].state[part], state[part], "the log alone tells: {part}");
    }
    if !over {
        client[0].ask(wish(json!({"wish": "draw"}))).await.unwrap();
        settle(&mut client).await;
        assert!(client[0].state["outcome"]["Draw"].is_object());
    }
    assert_eq!(client[0].refused(undo()).await, "over", "what is over is told to all, the seed too");
    assert!(marks(&verified(&server, &room).await, "undo") >= 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_draw_ends_the_game_and_stands_in_its_replay() {
    let server = server().await;
    let (room, mut clients, _) = server.table().await;
    clients[0].ask(wish(json!({"wish": "draw"}))).await.unwrap();
    // Who offered it plays on; the offer stands.
    clients[0].answer(0).await;
    settle(&mut clients).await;
    assert_eq!(clients[1].state["agree"]["open"]["topic"], "draw");
    clients[1].ask(agree(1)).await.unwrap();
    settle(&mut clients).await;
    for client in &clients {
        assert_eq!(client.state["outcome"], json!({"Draw": {"reason": "the players agreed on it"}}));
        assert_eq!(client.events.last().unwrap()["event"]["text"], "The players agreed on a draw.");
    }
    assert_eq!(clients[0].refused(json!({"op": "concede"})).await, "over");
    assert_eq!(clients[0].refused(wish(json!({"wish": "pause"}))).await, "over");
    let mut replay = verified(&server, &room).await;
    assert_eq!(marks(&replay, "draw"), 1);
    replay.marks.iter_mut().for_each(|mark| mark.after = 0);
    assert!(replay.verify::<Toy>(&Rules::default()).is_err(), "a draw ends the game, and a step follows");
}

#[tokio::test(flavor = "multi_thread")]
async fn while_the_game_is_paused_no_answer_is_taken() {
    let server = server().await;
    let wanted =
        json!({"kind": "toy", "format": "bids3", "name": "Ann", "deck": "", "opponent": "open", "others": [{}, {"opponent": "bot"}]});
    let made = server.post("/api/rooms", "", wanted).await;
    let (room, ann) = (made.json()["room"].as_str().unwrap().to_owned(), cookie(&made));
    let bob = server.join(&room).await;
    let mut clients = [server.connect(&room, &ann).await, server.connect(&room, &bob).await];
    settle(&mut clients).await;
    let prompt = clients[0].state["prompt"].clone();
    assert_eq!(clients[0].refused(wish(json!({"wish": "resume"}))).await, "not_paused");
    clients[0].ask(wish(json!({"wish": "pause"}))).await.unwrap();
    clients[1].ask(agree(1)).await.unwrap();
    settle(&mut clients).await;
    for client in &mut clients {
        assert_eq!((&client.state["agree"]["paused"], &client.state["prompt"]), (&json!(true), &Value::Null));
        assert_eq!(client.refused(json!({"op": "answer", "decision": 0, "picks": [0, 0]})).await, "on_hold");
        assert_eq!(client.refused(undo()).await, "on_hold");
    }
    clients[1].ask(wish(json!({"wish": "resume"}))).await.unwrap();
    clients[0].ask(agree(2)).await.unwrap();
    settle(&mut clients).await;
    assert_eq!(clients[0].state["agree"]["paused"], Value::Null);
    assert_eq!(clients[0].state["prompt"], prompt);
    clients[0].answer(0).await;
    clients[0].ask(wish(json!({"wish": "pause"}))).await.unwrap();
    clients[1].ask(agree(3)).await.unwrap();
    clients[1].ask(json!({"op": "concede"})).await.expect("giving up stays possible");
    settle(&mut clients).await;
    assert!(clients[0].over());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_is_changed_when_all_agree_to_the_very_edit() {
    let server = server().await;
    let (room, mut clients, [ann, _]) = server.table().await;
    let coins = |n: u8| wish(json!({"wish": "repair", "edits": [{"do": "coins", "seat": 1, "n": n}]}));
    for edits in [json!([{"do": "coins", "seat": 9, "n": 1}]), json!([{"do": "cheat"}])] {
        assert_eq!(clients[0].refused(wish(json!({"wish": "repair", "edits": edits}))).await, "bad_position");
    }
    let decision = clients[1].state["prompt"]["decision"].clone();
    clients[0].ask(coins(2)).await.unwrap();
    settle(&mut clients).await;
    let told = clients[1].state["agree"]["open"]["told"].to_string();
    assert!(told.contains("coins"), "the exact edit is shown: {told}");
    assert_ne!(clients[1].state["view"]["seats"][1]["coins"], 2);
    clients[1].ask(agree(1)).await.unwrap();
    settle(&mut clients).await;
    for client in &clients {
        assert_eq!(client.state["view"]["seats"][1]["coins"], 2);
    }
    assert_eq!(clients[1].refused(json!({"op": "answer", "decision": decision, "picks": [0, 0]})).await, "stale");
    play(&mut clients, 2).await;
    // An undo goes back past a repair too: then it was not done.
    clients[0].ask(wish(json!({"wish": "undo"}))).await.unwrap();
    clients[1].ask(decline(2)).await.unwrap();
    let again = server.connect(&room, &ann).await;
    settle(&mut clients).await;
    assert_eq!(again.state["view"], clients[0].state["view"]);
    clients[1].ask(json!({"op": "concede"})).await.unwrap();
    let replay = verified(&server, &room).await;
    assert_eq!(marks(&replay, "edited"), 1);
    assert!(replay.steps.iter().any(|step| matches!(step, Step::Edit { edits, .. } if edits[0]["n"] == 2)));
}

/// A room of two people; its name and their sockets.
async fn two(server: &Server, wanted: Value, brings: &str) -> (String, [Client; 2]) {
    let made = server.post("/api/rooms", "", wanted).await;
    let (room, ann) = (made.json()["room"].as_str().unwrap_or_else(|| panic!("{}", made.text)).to_owned(), cookie(&made));
    let joined = server.post(&format!("/api/rooms/{room}/join"), "", json!({"name": "Bob", "deck": brings})).await;
    let bob = cookie(&joined);
    let mut clients = [server.connect(&room, &ann).await, server.connect(&room, &bob).await];
    settle(&mut clients).await;
    (room, clients)
}

#[tokio::test(flavor = "multi_thread")]
async fn cards_are_moved_by_who_sees_them_and_nothing_else_is() {
    let server = server().await;
    let decks = server.get("/api/decks").await.json();
    let wanted = json!({"kind": "card", "format": "joust", "name": "Ann", "deck": decks[0]["name"], "opponent": "open", "bluff": 0});
    let (room, mut clients) = two(&server, wanted, decks[1]["name"].as_str().unwrap()).await;
    let hand = |client: &Client, seat: u64| {
        let cards = client.state["view"]["cards"].as_array().unwrap().clone();
        cards.into_iter().filter(|card| card["zone"] == "hand" && card["owner"] == seat).collect::<Vec<Value>>()
    };
    let repair = |edit: Value| wish(json!({"wish": "repair", "edits": [edit]}));
    let mine = hand(&clients[0], 0)[0].clone();
    let theirs = hand(&clients[1], 1)[0]["id"].clone();
    for (edit, part) in [
        (json!({"do": "put", "card": theirs, "zone": "discard"}), "you see no card"),
        (json!({"do": "put", "card": "01146", "seat": 0, "zone": "hand"}), "you see no card"),
        (json!({"do": "chance", "seed": 1}), "stay as they are"),
        (json!({"do": "begin", "phase": "challenges"}), "stay as they are"),
        (json!({"do": "order", "seat": 0, "zone": "deck", "cards": []}), "stay as they are"),
        (json!({"do": "gold", "seat": 0, "n": 5000}), "edit 1"),
        (json!({"do": "draw", "seat": 0, "n": 250}), "has no 250 cards"),
    ] {
        let why = clients[0].ask(repair(edit.clone())).await.unwrap_err();
        assert_eq!(why["code"], "bad_position", "{edit}");
        assert!(why["message"].as_str().unwrap().contains(part), "{edit}: {why}");
    }
    let (cards, name) = (hand(&clients[0], 0).len(), mine["name"].as_str().unwrap().to_owned());
    clients[0].ask(repair(json!({"do": "put", "card": mine["id"], "zone": "discard"}))).await.unwrap();
    settle(&mut clients).await;
    let told = clients[1].state["agree"]["open"]["told"][1].as_str().unwrap().to_owned();
    assert!(told.contains(&name) && told.contains("goes to the discard pile of {P1}"), "{told}");
    clients[1].ask(agree(1)).await.unwrap();
    clients[1].ask(repair(json!({"do": "draw", "seat": 0, "n": 2}))).await.unwrap();
    clients[0].ask(agree(2)).await.unwrap();
    settle(&mut clients).await;
    assert_eq!(hand(&clients[0], 0).len(), cards + 1);
    let seen =
        clients[1].heard.iter().filter(|text| text.contains(&format!("\"{}\"", hand(&clients[0], 0)[cards]["name"].as_str().unwrap())));
    assert!(hand(&clients[1], 0).iter().all(|card| card["name"].is_null()) || seen.count() > 0, "who draws alone sees what");
    // What is half resolved is dropped by going back to a window, if something is.
    assert_eq!(clients[0].refused(wish(json!({"wish": "cancel"}))).await, "nothing_to_undo");
    clients[0].ask(json!({"op": "concede"})).await.unwrap();
    let file = server.get(&format!("/api/rooms/{room}/replay")).await;
    let replay = Replay::read(file.text.as_bytes()).unwrap();
    let book = card_game::Rulebook::new(std::sync::Arc::new(card_game::pool::Pool::builtin().clone()));
    replay.verify::<card_game::State>(&*book.known(&replay.rules).unwrap()).unwrap();
    assert_eq!(marks(&replay, "edited"), 2);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_board_is_changed_while_orders_are_placed() {
    let server = server().await;
    let wanted =
        json!({"kind": "board", "format": "base", "name": "Ann", "deck": "stark", "opponent": "open", "others": [{}, {"opponent": "bot"}]});
    let (_, mut clients) = two(&server, wanted, "lannister").await;
    settle(&mut clients).await;
    assert_eq!(clients[0].state["prompt"]["topic"], "orders");
    clients[0].ask(wish(json!({"wish": "repair", "edits": [{"do": "power", "seat": 1, "n": 9}]}))).await.unwrap();
    clients[1].ask(agree(1)).await.unwrap();
    settle(&mut clients).await;
    assert_eq!(clients[0].state["view"]["players"][1]["power"], 9);
    assert_eq!(clients[0].state["prompt"]["topic"], "orders");
    assert!(clients[0].events.iter().any(|told| told["event"]["text"] == "By agreement {P2} has 9 power."));
}
