//! Messages that somebody forges: for another seat, to a decision of before or of later, or JSON with something changed. They change
//! nothing in any room, and what comes back tells nothing that was hidden.
//!
//! `FORGED=n` sets how many (100000 is the full size).

use crate::common;
use std::collections::BTreeSet;

use crate::common::{Client, Server, cookie, settle};
use serde_json::{Value, json};
use server::store::{Sqlite, Store};
use server::wire::ToRoom;
use table::contract::Dice;
use tokio_tungstenite::tungstenite::Message;

/// A room that stands still while it is attacked.
struct Victim {
    room: String,
    cookies: Vec<String>,
    seats: Vec<Client>,
    /// What each seat sees.
    seen: Vec<Value>,
    log: Vec<String>,
}

fn seen(client: &Client) -> Value {
    let mut state = client.state.clone();
    state["events"] = Value::Null;
    // Who attacks looks on, and that may be seen.
    state["watchers"] = Value::Null;
    state
}

/// Codes of the cards that this seat alone knows.
fn secrets(seat: &Client) -> BTreeSet<String> {
    let me = &seat.state["me"];
    let cards = seat.state["view"]["cards"].as_array();
    let hidden =
        |card: &&Value| card["owner"] == *me && ["hand", "deck", "plot_deck", "chosen_plot"].iter().any(|zone| card["zone"] == *zone);
    cards.into_iter().flatten().filter(hidden).filter_map(|card| card["code"].as_str().map(str::to_owned)).collect()
}

/// A room with people in all its seats, some answers into the game.
async fn victim(server: &Server, store: &Sqlite, wanted: Value, decks: &[&str], dice: &mut Dice) -> Victim {
    let made = server.post("/api/rooms", "", wanted).await;
    assert!(made.status.is_success(), "{}", made.text);
    let room = made.json()["room"].as_str().unwrap().to_owned();
    let mut cookies = vec![cookie(&made)];
    for deck in decks {
        let joined = server.post(&format!("/api/rooms/{room}/join"), "", json!({"name": "Guest", "deck": deck})).await;
        assert!(joined.status.is_success(), "{}", joined.text);
        cookies.push(cookie(&joined));
    }
    let mut seats = Vec::new();
    for cookie in &cookies {
        seats.push(server.connect(&room, cookie).await);
    }
    common::play(&mut seats, 4 + dice.below(12) as usize).await;
    settle(&mut seats).await;
    let seen = seats.iter().map(seen).collect();
    let log = store.load(&room, 0).await.unwrap();
    Victim { room, cookies, seats, seen, log }
}

impl Victim {
    /// Nothing has changed, for who was here and for who comes.
    async fn is_untouched(&mut self, server: &Server, store: &Sqlite) {
        settle(&mut self.seats).await;
        assert_eq!(store.load(&self.room, 0).await.unwrap(), self.log, "nothing was written");
        for ((seat, cookie), before) in self.seats.iter().zip(&self.cookies).zip(&self.seen) {
            assert_eq!(seen(seat), *before);
            assert_eq!(seen(&server.connect(&self.room, cookie).await), *before);
        }
    }

    /// What its seat `seat` might say now.
    fn genuine(&self, seat: usize, dice: &mut Dice) -> Value {
        let prompt = &self.seats[seat].state["prompt"];
        let decision = prompt["decision"].as_u64().unwrap_or_else(|| u64::from(dice.below(30)));
        let index = |dice: &mut Dice| match prompt["legal"].as_array() {
            Some(legal) if !legal.is_empty() => legal[dice.below(legal.len() as u32) as usize]["index"].clone(),
            _ => json!(dice.below(5)),
        };
        let picks: Vec<Value> = (0..dice.below(4)).map(|_| index(dice)).collect();
        match dice.below(10) {
            0 => json!({"op": "choose", "decision": decision, "choose": [prompt["legal"][0]["action"]]}),
            1 => json!({"op": "choose", "decision": decision, "choose": ["pass"]}),
            2 => json!({"op": "preview", "decision": decision, "picks": picks}),
            3 => json!({"op": "withdraw"}),
            4 => json!({"op": "concede"}),
            5 => json!({"op": "explain", "thing": format!("c{}", dice.below(120))}),
            6 => json!({"op": "stops", "stops": {"all": true}}),
            7 => json!({"op": "say", "text": "it was me"}),
            _ => json!({"op": "answer", "decision": decision, "picks": picks}),
        }
    }
}

/// A text with something in it changed.
fn mutated(text: &str, dice: &mut Dice) -> String {
    let mut bytes = text.as_bytes().to_vec();
    for _ in 0..1 + dice.below(3) {
        let at = dice.below(bytes.len().max(1) as u32) as usize;
        let letters = b"{}[]\",:0123456789-eE.ntf\\u \x00\x7f\xc3\xa9";
        let letter = letters[dice.below(letters.len() as u32) as usize];
        match dice.below(7) {
            0 if !bytes.is_empty() => drop(bytes.remove(at)),
            1 => bytes.insert(at, letter),
            2 if !bytes.is_empty() => bytes[at] = letter,
            3 => bytes.truncate(at),
            4 => {
                let rest = bytes[at..].to_vec();
                bytes.extend(rest);
            }
            5 => {
                let nested = "[{\"op\":".repeat(1 + dice.below(300) as usize);
                bytes.splice(at..at, nested.bytes());
            }
            _ => {
                let huge = ["99999999999999999999", "-1", "1e999", "null", "\"\\ud800\"", "true", "0.5"];
                bytes.splice(at..at, huge[dice.below(huge.len() as u32) as usize].bytes());
            }
        }
    }
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Sends a text; the one reply that comes back, as it came.
async fn send(client: &mut Client, text: &str) -> String {
    client.raw(Message::text(text)).await;
    loop {
        let message = client.next().await.unwrap_or_else(|| panic!("the socket stays open after {text}"));
        if message["type"] == "reply" {
            return client.heard.drain(..).next_back().unwrap();
        }
    }
}

/// Whether a message from a seat of this room could change it by right.
fn by_right(text: &str, owed: Option<u64>) -> bool {
    match serde_json::from_str::<ToRoom>(text) {
        Err(_) => false,
        Ok(ToRoom::Answer { decision, .. } | ToRoom::Choose { decision, .. }) => Some(u64::from(decision)) == owed,
        Ok(ToRoom::Preview { .. } | ToRoom::Explain { .. } | ToRoom::Ping { .. }) => false,
        Ok(_) => true,
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn forged_messages_change_nothing_and_tell_nothing() {
    let count: u64 = std::env::var("FORGED").ok().and_then(|n| n.parse().ok()).unwrap_or(1500);
    let store = Sqlite::in_memory().await.unwrap();
    let server = Server::unhurried(store.clone()).await;
    let mut dice = Dice::new(31);
    let joust = json!({"kind": "card", "format": "joust", "name": "Ann", "deck": "Salt and Iron", "opponent": "open", "bluff": 0});
    let melee = json!({"kind": "card", "format": "melee", "name": "Ann", "deck": "The Old Ways (Core)", "opponent": "open", "players": 3, "bluff": 0});
    let board = json!({"kind": "board", "format": "base", "name": "Ann", "deck": "random", "opponent": "open", "players": 3});
    let mut victims = vec![
        victim(&server, &store, joust, &["Secrets and Schemes (Core)"], &mut dice).await,
        victim(&server, &store, melee, &["Salt and Iron", "At the Wall (Core)"], &mut dice).await,
        victim(&server, &store, board, &["random", "random"], &mut dice).await,
    ];
    // Who attacks: nobody, and somebody who sits elsewhere.
    let (_, elsewhere) = server.room("open").await;
    let mut attackers = Vec::new();
    for victim in &victims {
        attackers.push([server.connect(&victim.room, "").await, server.connect(&victim.room, &elsewhere).await]);
    }
    let (mut sent, mut refused) = ([0_u64; 3], 0_u64);
    for number in 0..count {
        let which = dice.below(victims.len() as u32) as usize;
        let (victim, strangers) = (&mut victims[which], &mut attackers[which]);
        let seat = dice.below(victim.seats.len() as u32) as usize;
        let owed = victim.seats[seat].state["prompt"]["decision"].as_u64();
        let mut message = victim.genuine(seat, &mut dice);
        message["id"] = json!(number);
        let kind = (number % 3) as usize;
        let (reply, teller) = match kind {
            // For a seat that is not the sender's.
            0 => {
                if dice.below(4) == 0 {
                    message["seat"] = json!(seat);
                }
                let stranger = &mut strangers[dice.below(2) as usize];
                (send(stranger, &message.to_string()).await, None)
            }
            // From the seat itself, to a decision that it does not owe (any more).
            1 => {
                let decision = match dice.below(4) {
                    0 => u32::MAX,
                    1 => dice.below(1000) + 1000,
                    _ => dice.below(40),
                };
                let op = if dice.below(3) == 0 { "choose" } else { "answer" };
                let what = if op == "choose" { json!(["pass"]) } else { json!([dice.below(9)]) };
                let field = if op == "choose" { "choose" } else { "picks" };
                let text = json!({"op": op, "id": number, "decision": decision, field: what}).to_string();
                if by_right(&text, owed) {
                    continue;
                }
                (send(&mut victim.seats[seat], &text).await, Some(seat))
            }
            // With something in it changed; from the seat itself only what it has no right to.
            _ => {
                let text = mutated(&message.to_string(), &mut dice);
                if dice.below(2) == 0 && !by_right(&text, owed) {
                    (send(&mut victim.seats[seat], &text).await, Some(seat))
                } else {
                    (send(&mut strangers[dice.below(2) as usize], &text).await, None)
                }
            }
        };
        sent[kind] += 1;
        let told: Value = serde_json::from_str(&reply).unwrap();
        refused += u64::from(told["error"].is_object());
        if kind == 0 || kind == 1 {
            assert!(told["error"]["message"].as_str().is_some_and(|message| !message.is_empty()), "{message}: {reply}");
        }
        for (other, client) in victim.seats.iter().enumerate().filter(|(other, _)| Some(*other) != teller) {
            let known = teller.map(|teller| secrets(&victim.seats[teller])).unwrap_or_default();
            let told: Vec<String> = secrets(client).into_iter().filter(|code| !known.contains(code) && reply.contains(code)).collect();
            assert!(told.is_empty(), "{message} tells of {told:?} of seat {other}: {reply}");
        }
        if number % 5000 == 4999 {
            for victim in &mut victims {
                victim.is_untouched(&server, &store).await;
            }
        }
    }
    for victim in &mut victims {
        victim.is_untouched(&server, &store).await;
        // And the game goes on.
        let before = victim.log.len();
        common::play(&mut victim.seats, 2).await;
        assert!(store.load(&victim.room, 0).await.unwrap().len() > before);
    }
    println!("{sent:?} messages (other seats, other decisions, changed text), {refused} refused, nothing changed, nothing told");
    assert!(sent.iter().all(|sent| *sent > count / 6), "{sent:?}");
}
