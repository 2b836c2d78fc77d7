//! What goes over the wire to a viewer holds no card that the viewer may not know. Everything that two players and a spectator of
//! random games receive (states, replies to previews, explanations and refusals) is captured and read.
//!
//! `LEAKS=n` sets how many games (1000 is the full size).

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::common::{Client, Server, cookie};
use aho_corasick::AhoCorasick;
use serde_json::{Value, json};
use server::store::Sqlite;
use table::contract::Dice;

/// Zones in which everybody sees what lies faceup.
const OPEN: [&str; 9] = ["play", "duplicate", "discard", "dead", "revealed_plot", "used_plots", "agenda", "being_played", "removed"];

/// What somebody at the table may know, from what was shown in the open, and the cards of the others' decks.
struct Watch {
    me: Option<u64>,
    /// Codes and names of the cards that only others have, as they are looked for, and of each the code and whether it is a name.
    words: AhoCorasick,
    looked: Vec<(String, bool)>,
    known: BTreeSet<String>,
    /// How often a foreign card was told by an event that discloses, by the event's kind.
    disclosed: BTreeMap<String, u64>,
    read: usize,
}

impl Watch {
    /// `foreign`: the cards that only others have, by code (no name where it is a common word).
    fn new(me: Option<u64>, foreign: BTreeMap<String, String>) -> Watch {
        let mut looked = Vec::new();
        let mut words = Vec::new();
        for (code, name) in foreign {
            looked.push((code.clone(), false));
            words.push(code.clone());
            if !name.is_empty() {
                looked.push((code, true));
                words.push(name);
            }
        }
        Watch { me, words: AhoCorasick::new(words).unwrap(), looked, known: BTreeSet::new(), disclosed: BTreeMap::new(), read: 0 }
    }

    /// Foreign cards that a text names, by code or by name, and that this viewer cannot know yet.
    fn hidden(&self, text: &str) -> Vec<&str> {
        let mut hidden = BTreeSet::new();
        for found in self.words.find_overlapping_iter(text) {
            let (code, name) = &self.looked[found.pattern().as_usize()];
            if !self.known.contains(code) && (!name || whole(text, found.range())) {
                hidden.insert(code.as_str());
            }
        }
        hidden.into_iter().collect()
    }

    /// How many cards are watched.
    fn cards(&self) -> usize {
        self.looked.iter().filter(|(_, name)| !name).count()
    }

    /// Reads a message as it came.
    fn read(&mut self, text: &str) {
        self.read += 1;
        let message: Value = serde_json::from_str(text).unwrap();
        if message["type"] == "state" {
            for entry in message["events"].as_array().unwrap() {
                self.event(&entry["event"]);
            }
            for card in message["view"]["cards"].as_array().into_iter().flatten() {
                self.card(card);
            }
        }
        let hidden = self.hidden(text);
        assert!(hidden.is_empty(), "seat {:?} is told of {hidden:?} in {text}", self.me);
    }

    /// An event may tell of a card that comes from the open, goes there, or is shown by what happens.
    fn event(&mut self, event: &Value) {
        let text = event.to_string();
        let named: Vec<String> = self.hidden(&text).into_iter().map(str::to_owned).collect();
        if named.is_empty() {
            return;
        }
        let kind = event["type"].as_str().unwrap();
        let open = |zone: &str| OPEN.iter().any(|open| event[zone] == *open);
        match kind {
            "moved" if open("to") || open("from") => assert_eq!(named.len(), 1, "one card moves: {event}"),
            "revealed" | "looked" | "shown" => *self.disclosed.entry(kind.to_owned()).or_default() += 1,
            "moved" => {
                let how = event["how"].as_str().unwrap_or_default();
                *self.disclosed.entry(format!("moved {how} {} {}", event["from"], event["to"])).or_default() += 1;
            }
            // Whoever plays an event shows it.
            "used" if event["how"] == "event" => assert_eq!(named.len(), 1, "one event is played: {event}"),
            other => *self.disclosed.entry(other.to_owned()).or_default() += 1,
        }
        self.known.extend(named);
    }

    fn card(&mut self, card: &Value) {
        let Some(code) = card["code"].as_str() else { return };
        let open = OPEN.iter().any(|open| card["zone"] == *open);
        if open && card["facedown"] == false {
            self.known.insert(code.to_owned());
        }
    }
}

/// Whether a text has this name as words of its own.
fn says(text: &str, name: &str) -> bool {
    text.match_indices(name).any(|(at, _)| whole(text, at..at + name.len()))
}

/// Whether what stands there is no part of a longer word.
fn whole(text: &str, at: Range<usize>) -> bool {
    let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    !letter(text[..at.start].chars().next_back()) && !letter(text[at.end..].chars().next())
}

/// The codes of a ready deck's cards, with their names.
fn cards_of(pool: &Value, cards: &Value, deck: &str) -> BTreeMap<String, String> {
    let deck = pool["decks"].as_array().unwrap().iter().find(|it| it["name"] == deck).unwrap_or_else(|| panic!("no deck {deck}"));
    let name = |code: &String| {
        let card = cards.as_array().unwrap().iter().find(|card| card["code"] == code.as_str()).unwrap();
        card["name"].as_str().unwrap().to_owned()
    };
    deck["cards"].as_object().unwrap().keys().map(|code| (code.clone(), name(code))).collect()
}

/// What only the others have: no card of mine. A name of one word, or one that stands in other
/// words too, tells nothing (there is a plot *Taxation*): then only the code is looked for.
fn only(theirs: &BTreeMap<String, String>, mine: &BTreeMap<String, String>, words: &str) -> BTreeMap<String, String> {
    let unclear = |code: &String, name: &String| {
        let within = |(other, longer): (&String, &String)| other != code && says(longer, name);
        !name.contains(' ') || theirs.iter().any(within) || mine.iter().any(within) || says(words, name)
    };
    let foreign = theirs.iter().filter(|(code, _)| !mine.contains_key(*code));
    foreign.map(|(code, name)| (code.clone(), if unclear(code, name) { String::new() } else { name.clone() })).collect()
}

/// One answer at random, with questions around it; none if the question is gone meanwhile.
async fn answer(client: &mut Client, dice: &mut Dice) {
    let version = client.state["version"].as_u64().unwrap();
    let decision = client.state["prompt"]["decision"].clone();
    // What is asked beside the game is answered too, and may tell no more.
    match dice.below(6) {
        0 => drop(client.ask(json!({"op": "explain", "thing": format!("c{}", dice.below(130))})).await),
        1 => drop(client.ask(json!({"op": "choose", "decision": decision, "choose": [{"verb": "card"}]})).await),
        2 => drop(client.ask(json!({"op": "choose", "decision": decision, "choose": ["nothing like it"]})).await),
        3 => drop(client.ask(json!({"op": "preview", "decision": decision, "picks": [dice.below(40)]})).await),
        _ => {}
    }
    if client.state["prompt"]["decision"] != decision {
        return;
    }
    let Ok(picks) = client.picks_by(|legal| dice.below(legal as u32) as usize).await else { return };
    if client.ask(json!({"op": "answer", "decision": decision, "picks": picks})).await.is_ok() && client.state["version"] == version {
        client.until(|state| state["version"].as_u64().unwrap() > version).await;
    }
}

/// Everybody who is asked answers once; if nobody can, somebody hears news. The last client only looks on. Gives how many answered.
async fn turn(clients: &mut [Client], dice: &mut Dice) -> u64 {
    let (spectator, seats) = clients.split_last_mut().unwrap();
    let (mut answers, mut moved) = (0, false);
    for client in seats.iter_mut() {
        if client.asked() && !client.over() {
            let version = client.state["version"].clone();
            answer(client, dice).await;
            answers += 1;
            // Also if it was another question by then: the news of the next may have come already.
            moved |= client.state["version"] != version;
        }
    }
    if !moved && !seats.iter().all(Client::over) {
        futures_util::future::select_all(seats.iter_mut().map(|client| Box::pin(client.next()))).await;
    }
    while tokio::time::timeout(std::time::Duration::ZERO, spectator.next()).await.is_ok_and(|message| message.is_some()) {}
    answers
}

#[tokio::test(flavor = "multi_thread")]
async fn no_hidden_card_goes_over_the_wire() {
    let games: u64 = std::env::var("LEAKS").ok().and_then(|n| n.parse().ok()).unwrap_or(1);
    let server = Server::unhurried(Sqlite::in_memory().await.unwrap()).await;
    let decks: Vec<String> =
        server.get("/api/decks").await.json().as_array().unwrap().iter().map(|deck| deck["name"].as_str().unwrap().to_owned()).collect();
    let (pool, cards) = (server.get("/api/pool").await.json(), server.get("/api/cards").await.json());
    let mut disclosed = BTreeMap::<String, u64>::new();
    let (mut messages, mut watched) = (0, 0);
    for game in 0..games {
        let mut dice = Dice::new(900 + game);
        let (one, two) = (&decks[game as usize % decks.len()], &decks[(game / 10 + 1 + game) as usize % decks.len()]);
        let wish = json!({"kind": "card", "format": "joust", "name": "Ann", "deck": one, "opponent": "open", "bluff": 0});
        let made = server.post("/api/rooms", "", wish).await;
        let (room, ann) = (made.json()["room"].as_str().unwrap().to_owned(), cookie(&made));
        let joined = server.post(&format!("/api/rooms/{room}/join"), "", json!({"name": "Bob", "deck": two})).await;
        let bob = cookie(&joined);
        let (ones, twos) = (cards_of(&pool, &cards, one), cards_of(&pool, &cards, two));
        // Deck names and the like are told to all.
        let words = format!("{one} {two} Ann Bob");
        let all: BTreeMap<_, _> = ones.clone().into_iter().chain(twos.clone()).collect();
        let mut watches = [
            Watch::new(Some(0), only(&twos, &ones, &words)),
            Watch::new(Some(1), only(&ones, &twos, &words)),
            Watch::new(None, only(&all, &BTreeMap::new(), &words)),
        ];
        watched += watches.iter().map(|watch| watch.cards()).sum::<usize>();
        let mut clients = [server.connect(&room, &ann).await, server.connect(&room, &bob).await, server.connect(&room, "").await];
        while !clients[..2].iter().all(Client::over) {
            turn(&mut clients, &mut dice).await;
            for (client, watch) in clients.iter_mut().zip(&mut watches) {
                client.heard.drain(..).for_each(|text| watch.read(&text));
            }
        }
        for watch in watches {
            messages += watch.read;
            for (kind, count) in watch.disclosed {
                *disclosed.entry(kind).or_default() += count;
            }
        }
    }
    println!("{games} games, {messages} messages read, {watched} cards watched; told by what shows them: {disclosed:?}");
    assert!(messages as u64 > games * 100 && watched as u64 > games * 50, "much is read");
    // What else may show a hidden card is looked at by a person before it is added here.
    let showing = ["revealed", "looked", "shown"];
    assert!(disclosed.keys().all(|kind| showing.contains(&kind.as_str())), "{disclosed:?}");
}

/// What a viewer of the board may not see: orders that lie facedown and are not its own, a house card that waits for the other one,
/// bids before all are in.
fn read_board(me: Option<u64>, text: &str, met: &mut BTreeMap<&'static str, u64>) {
    let message: Value = serde_json::from_str(text).unwrap();
    let view = &message["view"];
    if message["type"] != "state" || !view["areas"].is_array() {
        return;
    }
    let mine = |seat: &Value| me.is_some() && seat.as_u64() == me;
    for area in view["areas"].as_array().unwrap().iter().filter(|area| area["facedown"] == true) {
        let known = area["order"].is_string();
        assert!(!known || mine(&area["controller"]) || mine(&area["owner"]), "seat {me:?} sees the order at {}: {area}", area["id"]);
        *met.entry(if known { "own order" } else { "hidden order" }).or_default() += 1;
    }
    let acting: Vec<u64> = view["acting"].as_array().unwrap().iter().filter_map(Value::as_u64).collect();
    let combat = &view["combat"];
    if let Some(sides) = combat["cards"].as_array().filter(|_| message["prompt"]["topic"] == "house_card" || combat["winner"].is_null()) {
        let seats = [combat["attacker"].as_u64(), combat["defender"].as_u64()];
        let waits = seats.iter().flatten().any(|seat| acting.contains(seat)) && sides.iter().filter(|card| card.is_null()).count() == 1;
        let choosing = view["step_name"].as_str().is_some_and(|step| step.to_lowercase().contains("house card"));
        for (card, seat) in sides.iter().zip(seats).filter(|_| waits && choosing) {
            assert!(card.is_null() || seat == me, "seat {me:?} sees a house card too early: {combat}");
            *met.entry("one house card").or_default() += 1;
        }
    }
    if let Some(bids) = view["bids"].as_array() {
        let players = view["players"].as_array().unwrap().len();
        assert!(bids.is_empty() || bids.len() >= players - 1, "seat {me:?} sees some bids: {bids:?}");
        *met.entry("bids").or_default() += 1;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn nothing_hidden_of_the_board_goes_over_the_wire() {
    let games: u64 = std::env::var("LEAKS").ok().and_then(|n| n.parse().ok()).unwrap_or(1_u64).div_ceil(10);
    let answers = if games > 1 { u64::MAX } else { 120 };
    let server = Server::unhurried(Sqlite::in_memory().await.unwrap()).await;
    let mut met = BTreeMap::new();
    let mut messages = 0;
    for game in 0..games {
        let mut dice = Dice::new(70 + game);
        let wish = json!({"kind": "board", "format": "base", "name": "Ann", "deck": "random", "opponent": "open", "players": 3});
        let made = server.post("/api/rooms", "", wish).await;
        let (room, ann) = (made.json()["room"].as_str().unwrap().to_owned(), cookie(&made));
        let mut clients = Vec::new();
        let mut cookies = vec![ann];
        for name in ["Bob", "Cid"] {
            let joined = server.post(&format!("/api/rooms/{room}/join"), "", json!({"name": name, "deck": "random"})).await;
            cookies.push(cookie(&joined));
        }
        for cookie in cookies.iter().map(String::as_str).chain([""]) {
            clients.push(server.connect(&room, cookie).await);
        }
        let mut left = answers;
        while left > 0 && !clients[..3].iter().all(Client::over) {
            left = left.saturating_sub(turn(&mut clients, &mut dice).await);
            for client in &mut clients {
                let me = client.state["me"].as_u64();
                for text in client.heard.drain(..) {
                    messages += 1;
                    read_board(me, &text, &mut met);
                }
            }
        }
    }
    println!("{games} games of the board, {messages} messages read; met: {met:?}");
    assert!(met["hidden order"] > 20 && met["own order"] > 20, "{met:?}");
}
