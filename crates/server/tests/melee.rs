//! Melee in rooms: three to eight seats of people and bots, a link for all, giving up while others play on, a rematch.

use crate::common::{Client, Server, cookie, play, settle};
use axum::http::StatusCode;
use card_game::pool::Pool;
use card_game::{Rules, Rulings, State};
use serde_json::{Value, json};
use server::store::Sqlite;
use table::replay::Replay;

fn wish(opponent: &str, more: Value) -> Value {
    let mut wish =
        json!({"kind": "card", "format": "melee", "name": "Ann", "deck": "The Old Ways (Core)", "opponent": opponent, "bluff": 0});
    wish.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    wish
}

async fn make(server: &Server, wish: Value) -> (String, String) {
    let made = server.post("/api/rooms", "", wish).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text);
    (made.json()["room"].as_str().unwrap().to_owned(), cookie(&made))
}

async fn join(server: &Server, room: &str, name: &str) -> (u64, String) {
    let joined = server.post(&format!("/api/rooms/{room}/join"), "", json!({"name": name, "deck": "Salt and Iron"})).await;
    assert_eq!(joined.status, StatusCode::OK, "{}", joined.text);
    (joined.json()["seat"].as_u64().unwrap(), cookie(&joined))
}

async fn memory() -> Server {
    Server::unhurried(Sqlite::in_memory().await.unwrap()).await
}

/// Three people and a bot at a table of four.
async fn table(server: &Server) -> (String, Vec<Client>, Vec<String>) {
    let (room, ann) = make(server, wish("open", json!({"others": [{"opponent": "bot", "bot": "eager"}, {}, {}]}))).await;
    let info = server.get(&format!("/api/rooms/{room}")).await.json();
    assert_eq!(info["started"], false);
    let (bob, carl) = (join(server, &room, "Bob").await, join(server, &room, "Bob").await);
    assert_eq!((bob.0, carl.0), (2, 3), "a link leads to the next free seat");
    let full = server.post(&format!("/api/rooms/{room}/join"), "", json!({"name": "Dan", "deck": "Salt and Iron"})).await;
    assert_eq!((full.status, full.code().as_str()), (StatusCode::CONFLICT, "seat_taken"));
    let cookies = vec![ann, bob.1, carl.1];
    let mut clients = Vec::new();
    for cookie in &cookies {
        clients.push(server.connect(&room, cookie).await);
    }
    (room, clients, cookies)
}

#[tokio::test(flavor = "multi_thread")]
async fn seats_are_people_by_link_and_bots_and_the_game_begins_when_all_sit() {
    let server = memory().await;
    let (room, clients, _) = table(&server).await;
    let info = server.get(&format!("/api/rooms/{room}")).await.json();
    assert_eq!(info["started"], true);
    let seats: Vec<_> =
        info["seats"].as_array().unwrap().iter().map(|seat| (seat["name"].as_str().unwrap(), seat["player"].as_str().unwrap())).collect();
    assert_eq!(seats, [("Ann", "human"), ("Eager", "eager"), ("Bob", "human"), ("Bob 2", "human")]);
    assert_eq!(clients[0].state["view"]["format"], "melee");
    assert_eq!(clients[0].state["view"]["players"].as_array().unwrap().len(), 4);
    assert!(clients[0].state["view"]["titles"]["pool"] == 6);
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_bring_decks_in_rotation() {
    let server = memory().await;
    for (players, more) in [(8, json!({"players": 8})), (4, json!({})), (3, json!({"others": [{}, {"bot": "steward"}]}))] {
        let (room, _) = make(&server, wish("bot", more)).await;
        let info = server.get(&format!("/api/rooms/{room}")).await.json();
        let of = |what: &str| -> Vec<String> {
            info["seats"].as_array().unwrap().iter().map(|seat| seat[what].as_str().unwrap().to_owned()).collect()
        };
        assert_eq!(of("deck").len(), players);
        for what in ["deck", "name"] {
            let mut all = of(what);
            all.sort();
            all.dedup();
            assert_eq!(all.len(), players, "{what}s differ: {all:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_person_and_three_bots_play_a_round_and_a_killed_server_goes_on() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let server = Server::unhurried(Sqlite::open(&file).await.unwrap()).await;
    let (room, ann) = make(&server, wish("bot", json!({"bot": "steward"}))).await;
    let mut client = [server.connect(&room, &ann).await];
    while client[0].state["view"]["round"].as_u64().unwrap() < 2 && !client[0].over() {
        play(&mut client, 1).await;
    }
    settle(&mut client).await;
    let told = |client: &Client| {
        client.events.iter().map(|e| e["event"]["text"].as_str().unwrap_or_default().to_owned()).collect::<Vec<_>>().join("\n")
    };
    assert!(told(&client[0]).contains("takes a title"));
    server.kill().await;
    let server = Server::unhurried(Sqlite::open(&file).await.unwrap()).await;
    let again = server.connect(&room, &ann).await;
    assert_eq!(again.state["view"], client[0].state["view"]);
    assert_eq!(again.events, client[0].events);
}

#[tokio::test(flavor = "multi_thread")]
async fn who_gives_up_leaves_and_the_others_play_on_and_play_again() {
    let server = memory().await;
    let (room, mut clients, cookies) = table(&server).await;
    play(&mut clients, 25).await;
    clients[1].ask(json!({"op": "concede"})).await.unwrap();
    assert_eq!(clients[1].refused(json!({"op": "concede"})).await, "not_asked");
    play(&mut clients, 60).await;
    settle(&mut clients).await;
    for client in &clients {
        assert_eq!(client.state["view"]["players"][2]["eliminated"], true);
        assert_eq!(client.state["outcome"], Value::Null, "the others play on");
        assert!(client.events.iter().any(|e| e["event"]["text"] == "{P3} concedes and leaves the game."));
    }
    assert_eq!(clients[1].state["prompt"], Value::Null);
    assert_eq!(server.get(&format!("/api/rooms/{room}/replay")).await.code(), "not_over");
    clients[2].ask(json!({"op": "concede"})).await.unwrap();
    clients[0].ask(json!({"op": "concede"})).await.unwrap();
    settle(&mut clients).await;
    for client in &clients {
        assert_eq!(client.state["outcome"]["Won"]["seats"], json!([1]), "the bot is the last one left");
    }
    let file = server.get(&format!("/api/rooms/{room}/replay")).await;
    let rules = Rules::new(Pool::builtin().defs.iter().cloned(), Rulings::Reference, None);
    let report = Replay::read(file.text.as_bytes()).unwrap().verify::<State>(&rules).unwrap();
    assert!(report.outcome.is_some() && report.seats == 4);

    // The same four sit down again, each in the same seat, whoever asks first.
    let mut rooms = Vec::new();
    for (cookie, seat) in cookies.iter().zip([0, 2, 3]) {
        let again = server.post(&format!("/api/rooms/{room}/rematch"), cookie, json!({})).await.json();
        assert_eq!(again["seat"], seat);
        rooms.push(again["room"].as_str().unwrap().to_owned());
    }
    assert!(rooms.iter().all(|again| *again == rooms[0] && *again != room));
    let info = server.get(&format!("/api/rooms/{}", rooms[0])).await.json();
    assert_eq!((&info["format"], &info["started"], info["seats"].as_array().unwrap().len()), (&json!("melee"), &json!(true), 4));
}

/// Four at a table: the second is out by the rules of the game.
const THREE_LEFT: &str = "maester position 1
format: melee
round 2 phase challenges first P1
chance: seed 7

seat P1
  faction: stark
  plot: 01009
  plots: 01013
  deck: 4x01157

seat P2
  faction: greyjoy
  eliminated

seat P3
  faction: lannister
  plot: 01004
  plots: 01013
  deck: 4x01099

seat P4
  faction: lannister
  plot: 01005
  plots: 01013
  deck: 4x01099
";

#[tokio::test(flavor = "multi_thread")]
async fn who_is_out_of_the_game_is_not_asked_for_consent() {
    let server = memory().await;
    let (room, ann) = make(&server, json!({"position": THREE_LEFT, "name": "Ann", "opponent": "open"})).await;
    let mut clients = vec![server.connect(&room, &ann).await];
    for name in ["Bob", "Cat", "Dan"] {
        clients.push(server.connect(&room, &join(&server, &room, name).await.1).await);
    }
    settle(&mut clients).await;
    assert_eq!(clients[0].state["view"]["players"][1]["eliminated"], true);
    let pause = json!({"op": "propose", "wish": {"wish": "pause"}});
    assert_eq!(clients[1].refused(pause.clone()).await, "not_yours", "who is out proposes nothing");
    clients[0].ask(pause).await.unwrap();
    settle(&mut clients).await;
    assert_eq!(clients[3].state["agree"]["open"]["asked"], json!([2, 3]));
    assert_eq!(clients[1].refused(json!({"op": "agree", "number": 1})).await, "not_asked");
    clients[2].ask(json!({"op": "agree", "number": 1})).await.unwrap();
    settle(&mut clients).await;
    assert_eq!(clients[1].state["agree"]["paused"], Value::Null, "one of those who play has not agreed");
    // Who is asked gives up: nobody is left to agree.
    clients[3].ask(json!({"op": "concede"})).await.unwrap();
    settle(&mut clients).await;
    assert_eq!((&clients[0].state["agree"]["paused"], &clients[0].state["agree"]["open"]), (&json!(true), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_wishes_are_refused_with_the_reason() {
    let server = memory().await;
    for (wish, part) in [
        (wish("bot", json!({"players": 2})), "three to eight"),
        (wish("bot", json!({"players": 9})), "three to eight"),
        (wish("bot", json!({"players": 3, "others": [{}, {}, {}]})), "2 other seats"),
        (wish("bot", json!({"format": "joust", "players": 3})), "joust is for two"),
        (wish("bot", json!({"others": [{}, {"opponent": "friend"}]})), "friend"),
        (wish("bot", json!({"others": [{}, {"bots": "steward"}]})), "bots"),
    ] {
        let refused = server.post("/api/rooms", "", wish.clone()).await;
        assert_eq!(refused.status, StatusCode::UNPROCESSABLE_ENTITY, "{wish}");
        assert!(refused.text.contains(part), "{wish}: {}", refused.text);
    }
    let refused = server.post("/api/rooms", "", wish("bot", json!({"others": [{}, {"bot": "maester"}]}))).await;
    assert_eq!(refused.code(), "no_such_bot");
}
