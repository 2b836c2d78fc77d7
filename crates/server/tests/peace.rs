//! Peace at the tables, on both stores: blocks, reports, what an operator does; and the pace of what strangers send.

use crate::cluster::Cluster;
use crate::common::{Answer, Client, Server, cookie};
use serde_json::{Value, json};
use server::store::{Peace, People, Postgres, Sqlite, Store};

fn refused(answer: &Answer) -> (u16, String) {
    (answer.status.as_u16(), answer.code())
}

async fn account(server: &Server, name: &str) -> String {
    cookie(&server.post("/api/register", "", json!({"name": name, "password": "correct horse"})).await)
}

fn said(client: &Client) -> Vec<&str> {
    client.state["chat"].as_array().map(|chat| chat.iter().map(|line| line["text"].as_str().unwrap()).collect()).unwrap_or_default()
}

async fn whom_one_blocks_one_does_not_meet<S: Store>(store: S) {
    let server = Server::unhurried(store).await;
    let (room, [mut ann, mut bob], [ann_is, bob_is]) = server.table().await;
    let block = format!("/api/rooms/{room}/block");
    assert_eq!(refused(&server.post(&block, &ann_is, json!({"seat": 0})).await), (422, "bad_request".into()));
    assert_eq!(refused(&server.post(&block, &ann_is, json!({"seat": 7})).await), (422, "no_such_seat".into()));
    assert_eq!(refused(&server.post(&block, "", json!({"seat": 1})).await), (403, "not_yours".into()));
    bob.ask(json!({"op": "say", "text": "before"})).await.unwrap();
    ann.until(|state| state["chat"].is_array()).await;
    assert_eq!(said(&ann), ["before"]);
    assert_eq!(server.post(&block, &ann_is, json!({"seat": 1})).await.status.as_u16(), 200);
    ann.until(|state| state["unheard"] == json!([1])).await;
    // What Bob says comes without words, and to Ann alone he cannot speak. He is told nothing else of it.
    bob.ask(json!({"op": "say", "text": "after"})).await.unwrap();
    ann.until(|state| state["chat"].is_array()).await;
    assert_eq!(said(&ann), [""]);
    assert!(!ann.heard.iter().any(|message| message.contains("after")));
    assert_eq!(bob.refused(json!({"op": "say", "text": "psst", "to": 0})).await, "blocked");
    assert!(bob.state["unheard"].is_null());
    ann.ask(json!({"op": "say", "text": "to him", "to": 1})).await.unwrap();
    // Nor does he sit down at a table of hers; she may at his.
    let wish = json!({"kind": "toy", "format": "bids", "name": "X", "deck": "", "opponent": "open"});
    let hers = server.post("/api/rooms", &ann_is, wish.clone()).await.json()["room"].as_str().unwrap().to_owned();
    let his = server.post("/api/rooms", &bob_is, wish).await.json()["room"].as_str().unwrap().to_owned();
    let sit = async |room: &str, who: &str| server.post(&format!("/api/rooms/{room}/join"), who, json!({"name": "Y", "deck": ""})).await;
    assert_eq!(refused(&sit(&hers, &bob_is).await), (403, "blocked".into()));
    assert_eq!(sit(&his, &ann_is).await.status.as_u16(), 200);
    // A list that names nobody but by the name at the table, and ends.
    let list = server.get_as("/api/me/blocks", &ann_is).await.json();
    assert_eq!((list.as_array().unwrap().len(), &list[0]["name"], list[0].as_object().unwrap().len()), (1, &json!("Bob"), 3));
    let end = format!("/api/me/blocks/{}/end", list[0]["key"].as_str().unwrap());
    assert_eq!(refused(&server.post(&end, &bob_is, json!({})).await), (404, "no_such_block".into()));
    assert_eq!(server.post(&end, &ann_is, json!({})).await.status.as_u16(), 200);
    assert_eq!(sit(&hers, &bob_is).await.status.as_u16(), 200);
    bob.ask(json!({"op": "say", "text": "again", "to": 0})).await.unwrap();
    ann.until(|state| state["chat"].as_array().is_some_and(|chat| chat.iter().any(|line| line["text"] == "again"))).await;
    assert_eq!(server.get_as("/api/me/blocks", &ann_is).await.json(), json!([]));
}

async fn an_operator_sees_to_what_was_reported<S: Store + Peace + People + Clone>(store: S) {
    let server = Server::unhurried(store.clone()).await;
    let (room, [mut ann, mut bob], [ann_is, bob_is]) = server.table().await;
    bob.ask(json!({"op": "say", "text": "hello"})).await.unwrap();
    bob.ask(json!({"op": "say", "text": "something foul", "to": 0})).await.unwrap();
    ann.until(|state| state["chat"].as_array().is_some_and(|chat| chat.iter().any(|line| line["text"] == "something foul"))).await;
    let report = format!("/api/rooms/{room}/report");
    assert_eq!(refused(&server.post(&report, "", json!({"seq": 0})).await), (403, "not_yours".into()));
    assert_eq!(refused(&server.post(&report, &ann_is, json!({"seq": 9})).await), (404, "no_such_line".into()));
    assert_eq!(refused(&server.post(&report, &bob_is, json!({"seq": 0})).await), (422, "bad_request".into()));
    assert_eq!(refused(&server.post(&report, &ann_is, json!({"seq": 1, "why": "x".repeat(301)})).await), (422, "too_large".into()));
    assert_eq!(server.post(&report, &ann_is, json!({"seq": 1, "why": "foul"})).await.json(), true);
    assert_eq!(server.post(&report, &ann_is, json!({"seq": 1})).await.json(), false, "once is enough");
    // A stranger cannot report what only the two have heard.
    let third =
        cookie(&server.post("/api/rooms", "", json!({"kind": "toy", "format": "bids", "name": "C", "deck": "", "opponent": "open"})).await);
    assert_eq!(refused(&server.post(&report, &third, json!({"seq": 1})).await), (404, "no_such_line".into()));

    // Nobody is an operator over the network.
    let op = account(&server, "Maester Luwin").await;
    assert_eq!(refused(&server.get_as("/api/operator", &op).await), (403, "not_yours".into()));
    let id = store.account_named("maester luwin").await.unwrap().unwrap().id;
    store.set_operator(&id, true).await.unwrap();
    assert_eq!(store.operators().await.unwrap(), ["Maester Luwin"]);
    let desk = server.get_as("/api/operator", &op).await.json();
    assert_eq!(desk["reports"].as_array().unwrap().len(), 1);
    let told = &desk["reports"][0];
    assert_eq!(
        (&told["name"], &told["said"], &told["why"], &told["room"]),
        (&json!("Bob"), &json!("something foul"), &json!("foul"), &json!(room))
    );
    let path = format!("/api/operator/reports/{}", told["key"].as_str().unwrap());
    assert_eq!(refused(&server.post(&path, &ann_is, json!({"remove": true})).await), (403, "not_yours".into()));
    assert_eq!(refused(&server.post(&path, &op, json!({"mute": 99999})).await), (422, "bad_request".into()));
    assert_eq!(refused(&server.post("/api/operator/reports/none", &op, json!({})).await), (404, "no_such_report".into()));
    assert_eq!(server.post(&path, &op, json!({"remove": true, "mute": 1})).await.status.as_u16(), 200);
    ann.until(|state| state["removed"] == json!([1])).await;
    assert_eq!(server.get_as("/api/operator", &op).await.json()["reports"], json!([]));
    assert_eq!(bob.refused(json!({"op": "say", "text": "what?"})).await, "muted");
    // The silent one is told why and until when, wherever it asks; a stranger to all this is not.
    let mine = server.get_as("/api/me", &bob_is).await.json();
    assert_eq!((&mine["silenced"]["said"], &mine["operator"]), (&json!("something foul"), &json!(false)));
    let hour = mine["silenced"]["until"].as_i64().unwrap()
        - i64::try_from(std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_secs()).unwrap();
    assert!((3500..=3600).contains(&hour), "{hour}");
    let op_is = server.get_as("/api/me", &op).await.json();
    assert_eq!((&op_is["silenced"], &op_is["operator"]), (&Value::Null, &json!(true)));
    ann.ask(json!({"op": "say", "text": "peace"})).await.unwrap();
    // Whoever comes later, and a server that reads the log anew, show it without its words; the log keeps them.
    for server in [&server, &Server::unhurried(store.clone()).await] {
        let again = server.connect(&room, &ann_is).await;
        assert_eq!((said(&again), &again.state["removed"]), (vec!["hello", "", "peace"], &json!([1])));
        let other = server.connect(&room, &third).await;
        assert_eq!((said(&other), &other.state["removed"]), (vec!["hello", "peace"], &Value::Null), "nobody else learns that it was said");
    }
    assert!(store.load(&room, 0).await.unwrap().iter().any(|line| line.contains("\"moderated\"")));
    // Silence ends before its time only by an operator; an operator is none any more.
    let silenced = server.get_as("/api/operator", &op).await.json()["silenced"].clone();
    assert_eq!(
        (&silenced[0]["name"], &silenced[0]["said"], silenced.as_array().unwrap().len()),
        (&json!("Bob"), &json!("something foul"), 1)
    );
    let end = format!("/api/operator/silenced/{}/end", silenced[0]["key"].as_str().unwrap());
    assert_eq!(refused(&server.post(&end, &bob_is, json!({})).await), (403, "not_yours".into()));
    assert_eq!(server.post(&end, &op, json!({})).await.json(), true);
    assert_eq!(refused(&server.post(&end, &op, json!({})).await), (404, "no_such_silence".into()));
    assert_eq!(server.get_as("/api/me", &bob_is).await.json()["silenced"], Value::Null);
    bob.ask(json!({"op": "say", "text": "sorry"})).await.unwrap();
    store.set_operator(&id, false).await.unwrap();
    assert_eq!(refused(&server.get_as("/api/operator", &op).await), (403, "not_yours".into()));
}

#[tokio::test(flavor = "multi_thread")]
async fn peace_on_sqlite() {
    whom_one_blocks_one_does_not_meet(Sqlite::in_memory().await.unwrap()).await;
    an_operator_sees_to_what_was_reported(Sqlite::in_memory().await.unwrap()).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn peace_on_postgresql() {
    let Some(cluster) = Cluster::start() else { return };
    let store = Postgres::open(&cluster.address()).await.unwrap();
    whom_one_blocks_one_does_not_meet(store.clone()).await;
    an_operator_sees_to_what_was_reported(store).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_stranger_cannot_open_tables_on_and_on() {
    let server = Server::in_memory().await;
    let (_, ann) = server.room("open").await;
    let wish = || json!({"kind": "toy", "format": "bids", "name": "Ann", "deck": "", "opponent": "open"});
    let mut last = None;
    for _ in 0..41 {
        last = Some(server.post("/api/rooms", &ann, wish()).await);
    }
    let last = last.unwrap();
    assert_eq!(refused(&last), (429, "too_fast".into()));
    assert_eq!((&last.headers["retry-after"], last.text.contains("10 seconds")), (&axum::http::HeaderValue::from(10), true));
    assert_eq!(server.room("open").await.1.len(), ann.len(), "somebody else is another matter");
    assert_eq!(server.get_as("/api/me", &ann).await.status.as_u16(), 200);
}
