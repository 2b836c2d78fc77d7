//! Many servers on one PostgreSQL, with clients spread over them.

use crate::cluster::Cluster;
use crate::common::{Client, Server, play, settle};
use serde_json::json;
use server::store::Postgres;
use table::replay::Replay;
use table::toy::{Rules, Toy};

async fn node(cluster: &Cluster) -> Server {
    Server::unhurried(Postgres::open(&cluster.address()).await.unwrap()).await
}

fn agree(clients: &[Client]) {
    for client in clients {
        for part in ["outcome", "seats"] {
            assert_eq!(client.state[part], clients[0].state[part], "{part}");
        }
        assert_eq!(client.state["view"]["row"], clients[0].state["view"]["row"]);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_happens_on_one_node_is_seen_on_the_others() {
    let Some(cluster) = Cluster::start() else { return };
    let (one, other) = (node(&cluster).await, node(&cluster).await);
    let (room, ann) = one.room("open").await;
    let mut ann = one.connect(&room, &ann).await;
    let bob = other.join(&room).await;
    // Nobody asked the first node for anything: it was told.
    ann.until(|state| state["prompt"].is_object()).await;
    let mut bob = other.connect(&room, &bob).await;
    ann.until(|state| state["seats"][1]["connected"] == true).await;
    ann.ask(json!({"op": "say", "text": "across"})).await.unwrap();
    bob.until(|state| state["chat"].as_array().is_some_and(|chat| chat.iter().any(|line| line["text"] == "across"))).await;
    bob.ask(json!({"op": "concede"})).await.unwrap();
    ann.until(|state| state["outcome"].is_object()).await;
    drop(bob);
    ann.until(|state| state["seats"][1]["connected"] == false).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_go_on_while_one_node_after_the_other_is_killed() {
    let Some(cluster) = Cluster::start() else { return };
    let mut nodes = vec![node(&cluster).await, node(&cluster).await, node(&cluster).await];
    let mut tables = Vec::new();
    for number in 0..4 {
        let (room, ann) = nodes[number % 3].room("open").await;
        let bob = nodes[(number + 1) % 3].join(&room).await;
        tables.push((room, [ann, bob]));
    }
    for round in 0..3 {
        for (number, (room, cookies)) in tables.iter().enumerate() {
            let mut clients =
                [nodes[(number + round) % 3].connect(room, &cookies[0]).await, nodes[(number + 2) % 3].connect(room, &cookies[1]).await];
            play(&mut clients, 6).await;
            settle(&mut clients).await;
            agree(&clients);
        }
        nodes.remove(round).kill().await;
        nodes.insert(round, node(&cluster).await);
    }
    for (number, (room, cookies)) in tables.iter().enumerate() {
        let mut clients = [nodes[number % 3].connect(room, &cookies[0]).await, nodes[(number + 1) % 3].connect(room, &cookies[1]).await];
        play(&mut clients, 10_000).await;
        settle(&mut clients).await;
        assert!(clients.iter().all(Client::over));
        agree(&clients);
        let path = format!("/api/rooms/{room}/replay");
        let (here, there) = (nodes[0].get(&path).await, nodes[2].get(&path).await);
        assert_eq!(here.text, there.text, "every node tells the same game");
        assert!(Replay::read(here.text.as_bytes()).unwrap().verify::<Toy>(&Rules::default()).unwrap().outcome.is_some());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nodes_that_race_apply_an_answer_once_and_two_seats_answers_both() {
    let Some(cluster) = Cluster::start() else { return };
    let (one, other) = (node(&cluster).await, node(&cluster).await);
    for _ in 0..5 {
        let (room, [mut ann, mut bob], [ann_is, bob_is]) = one.table().await;
        let (mut ann_too, mut bob_too) = (other.connect(&room, &ann_is).await, other.connect(&room, &bob_is).await);
        let answer = json!({"op": "answer", "decision": 0, "picks": [0, 0]});
        // The same answer of one seat, and the other seat's, at the same moment on both nodes.
        let (a, b, c, d) = tokio::join!(ann.ask(answer.clone()), ann_too.ask(answer.clone()), bob.ask(answer.clone()), bob_too.ask(answer));
        for (here, there) in [(&a, &b), (&c, &d)] {
            assert!(here.is_ok() != there.is_ok(), "applied once: {here:?} {there:?}");
            let refused = here.as_ref().err().or(there.as_ref().err()).unwrap();
            assert!(["not_asked", "stale"].contains(&refused["code"].as_str().unwrap()), "{refused}");
        }
        let mut all = [ann, ann_too, bob, bob_too];
        settle(&mut all).await;
        agree(&all);
        assert_eq!(all[0].state["view"]["discard"], all[3].state["view"]["discard"]);
        assert_ne!(all[0].state["view"]["discard"], json!([]), "both bids were taken");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn what_players_agree_on_is_agreed_on_every_node() {
    let Some(cluster) = Cluster::start() else { return };
    let (one, other) = (node(&cluster).await, node(&cluster).await);
    let (room, ann_is) = one.room("open").await;
    let bob_is = other.join(&room).await;
    let (mut ann, mut bob) = (one.connect(&room, &ann_is).await, other.connect(&room, &bob_is).await);
    ann.until(|state| state["prompt"].is_object()).await;
    for client in [&mut ann, &mut bob] {
        client.ask(json!({"op": "answer", "decision": 0, "picks": [0, 0]})).await.unwrap();
    }
    ann.until(|state| state["view"]["discard"] != json!([])).await;
    let number = ann.ask(json!({"op": "propose", "wish": {"wish": "undo"}})).await.unwrap();
    bob.until(|state| state["agree"]["open"]["number"] == number).await;
    // Both at the same moment: he agrees, she withdraws. One of the two is the first, on both nodes the same.
    let (agreed, withdrawn) =
        tokio::join!(bob.ask(json!({"op": "agree", "number": number})), ann.ask(json!({"op": "decline", "number": number})));
    assert!(agreed.is_ok() != withdrawn.is_ok(), "{agreed:?} {withdrawn:?}");
    let mut all = [ann, bob];
    settle(&mut all).await;
    agree(&all);
    assert_eq!(all[0].state["agree"]["last"], all[1].state["agree"]["last"]);
    assert_eq!(all[0].state["view"]["discard"] == json!([]), agreed.is_ok(), "done, if he was the first");
    if agreed.is_err() {
        all[0].ask(json!({"op": "propose", "wish": {"wish": "undo"}})).await.unwrap();
        settle(&mut all).await;
        all[1].ask(json!({"op": "agree", "number": 2})).await.unwrap();
    }
    settle(&mut all).await;
    for client in &all {
        assert_eq!((&client.state["view"]["discard"], client.asked()), (&json!([]), true), "back at the first bid");
    }
    play(&mut all, 4).await;
    all[1].ask(json!({"op": "propose", "wish": {"wish": "draw"}})).await.unwrap();
    settle(&mut all).await;
    let number = all[0].state["agree"]["open"]["number"].clone();
    all[0].ask(json!({"op": "agree", "number": number})).await.unwrap();
    settle(&mut all).await;
    agree(&all);
    assert!(all.iter().all(Client::over));
    let path = format!("/api/rooms/{room}/replay");
    let (here, there) = (one.get(&path).await, other.get(&path).await);
    assert_eq!(here.text, there.text, "every node tells the same game");
    assert!(Replay::read(here.text.as_bytes()).unwrap().verify::<Toy>(&Rules::default()).is_ok());
}
