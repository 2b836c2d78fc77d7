//! Decks with cards that are not implemented: named, and played with these cards blank where everybody agrees.

use crate::common;
use std::sync::Arc;

use crate::common::{Server, cookie, play, settle};
use axum::http::StatusCode;
use card_game::decks::{self, ready};
use card_game::pool::Pool;
use card_game::words::{CardType, Faction};
use card_game::{Rulebook, State};
use serde_json::{Value, json};
use server::store::Sqlite;
use table::replay::Replay;

/// A deck as text, and the two cards in it that are not implemented.
fn deck() -> (String, Vec<(String, String)>) {
    let pool = Pool::builtin();
    let mut deck = ready::find("Fire on Dragonstone").unwrap().clone();
    deck.name = "Stags to come".to_owned();
    let fits = |kind: CardType| {
        // Of a title of which no version is in the deck.
        let new = |card: &&card_game::pool::Card| card.def.is_none() && pool.by_name(&card.name).next().is_none();
        let found = pool.cards().iter().rev().filter(new).find(|card| card.kind == kind && card.faction == Faction::Baratheon);
        found.map(|card| (card.code.clone(), card.name.clone())).unwrap()
    };
    let blank = vec![fits(CardType::Character), fits(CardType::Location)];
    deck.draw.extend(blank.iter().map(|(code, _)| (code.clone(), 3)));
    (decks::export(pool, &deck), blank)
}

fn wish(deck: &str, opponent: &str, blank: Option<bool>) -> Value {
    let mut wish = json!({"kind": "card", "format": "joust", "name": "Ann", "deck": deck, "opponent": opponent, "bluff": 0});
    if let Some(blank) = blank {
        wish["blank"] = json!(blank);
    }
    wish
}

#[tokio::test]
async fn a_deck_is_told_what_is_to_be_said_of_it() {
    let server = Server::in_memory().await;
    let (text, blank) = deck();
    let told = server.post("/api/decks/check", "", json!({ "deck": text })).await.json();
    assert_eq!(
        (&told["ok"], &told["deck"]["name"], &told["deck"]["faction"]),
        (&json!(true), &json!("Stags to come"), &json!("baratheon"))
    );
    let names: Vec<Value> = blank.iter().map(|(code, name)| json!({ "code": code, "name": name })).collect();
    for card in &names {
        assert!(told["blank"].as_array().unwrap().contains(card), "{told}");
    }
    assert_eq!(told["blank"].as_array().unwrap().len(), 2);
    let good = server.post("/api/decks/check", "", json!({"deck": "Salt and Iron"})).await.json();
    assert_eq!((&good["ok"], &good["blank"], &good["notes"]), (&json!(true), &json!([]), &json!([])));
    let bad = server.post("/api/decks/check", "", json!({"deck": "House Stark\n3x Nobody at All\n"})).await.json();
    assert!(bad["ok"] == false && bad["problem"].as_str().unwrap().contains("Nobody at All"), "{bad}");
    assert_eq!(server.post("/api/decks/check", "", json!({"decks": []})).await.status, StatusCode::UNPROCESSABLE_ENTITY);
}

#[tokio::test]
async fn nobody_meets_a_blank_card_without_having_agreed() {
    let server = Server::in_memory().await;
    let (text, blank) = deck();
    for blanks in [None, Some(false)] {
        let refused = server.post("/api/rooms", "", wish(&text, "open", blanks)).await;
        assert_eq!((refused.status, refused.code().as_str()), (StatusCode::UNPROCESSABLE_ENTITY, "blank_cards"));
        assert!(blank.iter().all(|(code, name)| refused.text.contains(code) && refused.text.contains(name)), "{}", refused.text);
    }
    let room = |answer: &common::Answer| answer.json()["room"].as_str().unwrap_or_else(|| panic!("{}", answer.text)).to_owned();
    // Who opened the table agreed: whoever sits down is asked, and told which cards.
    let open = room(&server.post("/api/rooms", "", wish(&text, "open", Some(true))).await);
    let info = server.get(&format!("/api/rooms/{open}")).await.json();
    assert_eq!((&info["plays_blank"], info["blank"].as_array().unwrap().len()), (&json!(true), 2));
    let join = format!("/api/rooms/{open}/join");
    let refused = server.post(&join, "", json!({"name": "Bob", "deck": "Salt and Iron"})).await;
    assert!(refused.code() == "blank_cards" && refused.text.contains(&blank[0].1), "{}", refused.text);
    assert_eq!(server.get(&format!("/api/rooms/{open}")).await.json()["started"], false);
    assert_eq!(server.post(&join, "", json!({"name": "Bob", "deck": "Salt and Iron", "blank": true})).await.status, StatusCode::OK);
    assert_eq!(server.get(&format!("/api/rooms/{open}")).await.json()["started"], true);
    // Nobody brings blank cards to a table that was opened without them.
    let plain = room(&server.post("/api/rooms", "", wish("Salt and Iron", "open", None)).await);
    let info = server.get(&format!("/api/rooms/{plain}")).await.json();
    assert!(info.get("plays_blank").is_none() && info.get("blank").is_none(), "{info}");
    for agreed in [false, true] {
        let refused = server.post(&format!("/api/rooms/{plain}/join"), "", json!({"name": "Bob", "deck": text, "blank": agreed})).await;
        assert_eq!(refused.code(), "blank_cards", "{}", refused.text);
    }
    // The word for the rulings opens no back door.
    let mut sly = wish("Salt and Iron", "bot", None);
    sly["rulings"] = json!(format!("reference+blank:{}", blank[0].0));
    assert_eq!(server.post("/api/rooms", "", sly).await.code(), "no_such_rulings");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_with_blank_cards_survives_a_killed_server_and_its_replay_names_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.sqlite");
    let server = Server::unhurried(Sqlite::open(&file).await.unwrap()).await;
    let (text, blank) = deck();
    let mut wanted = wish(&text, "bot", Some(true));
    wanted["bot"] = json!("steward");
    let made = server.post("/api/rooms", "", wanted).await;
    assert_eq!(made.status, StatusCode::OK, "{}", made.text);
    let (room, ann) = (made.json()["room"].as_str().unwrap().to_owned(), cookie(&made));
    let mut client = [server.connect(&room, &ann).await];
    play(&mut client, 15).await;
    settle(&mut client).await;
    server.kill().await;
    let server = Server::unhurried(Sqlite::open(&file).await.unwrap()).await;
    let mut again = [server.connect(&room, &ann).await];
    play(&mut again, 100_000).await;
    assert!(again[0].over());
    let file = server.get(&format!("/api/rooms/{room}/replay")).await;
    let replay = Replay::read(file.text.as_bytes()).unwrap();
    assert!(blank.iter().all(|(code, name)| replay.rules.contains(code) && replay.marks.iter().any(|mark| mark.note.contains(name))));
    let book = Rulebook::new(Arc::new(Pool::builtin().clone()));
    assert!(replay.verify::<State>(&*book.known(&replay.rules).unwrap()).unwrap().outcome.is_some());
    let middle = server.get(&format!("/api/rooms/{room}/replay/{}", replay.steps.len() / 2)).await.json();
    let cards = middle["view"]["cards"].as_array().unwrap();
    assert_eq!(cards.iter().filter(|card| card["code"] == blank[0].0 && card["blank"] == true).count(), 3);
}
