//! Servers that are killed while people play: no answer that was acknowledged is lost, every game goes on, and every server tells each
//! seat the same.
//!
//! `KILLS=n` sets how many times a server is killed (200 is the full size).
#![cfg(unix)]

mod common;
#[path = "../../server/tests/common/postgres.rs"]
mod postgres;

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::serve::Serve;
use futures_util::{SinkExt, StreamExt};
use postgres::Cluster;
use serde_json::{Value, json};
use table::contract::Dice;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

const TABLES: usize = 3;
/// A socket may send 20 messages a second.
const PACE: Duration = Duration::from_millis(55);
/// Nothing here takes so long.
const LONG: Duration = Duration::from_secs(30);

/// What all players know.
struct Club {
    /// The addresses of the servers.
    nodes: Mutex<Vec<String>>,
    closing: AtomicBool,
    acknowledged: AtomicU64,
    games: AtomicU64,
}

/// One seat of one game, over as many connections as it takes.
struct Seat {
    room: String,
    cookie: String,
    /// What was told, by number.
    events: Vec<Value>,
    version: u64,
    /// The last decision whose answer was acknowledged.
    answered: Option<u64>,
    over: bool,
}

/// The server is gone.
struct Gone;

type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

impl Seat {
    async fn connect(&self, address: &str) -> Result<Socket, Gone> {
        let mut request = format!("ws://{address}/api/rooms/{}/ws", self.room).into_client_request().unwrap();
        request.headers_mut().insert("cookie", self.cookie.parse().unwrap());
        tokio::time::timeout(LONG, connect_async(request))
            .await
            .expect("an answer or a refusal")
            .map(|(socket, _)| socket)
            .map_err(|_| Gone)
    }

    async fn next(&self, socket: &mut Socket) -> Result<Value, Gone> {
        loop {
            match tokio::time::timeout(LONG, socket.next()).await.expect("the server says something") {
                Some(Ok(Message::Text(text))) => return Ok(serde_json::from_str(&text).unwrap()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                Some(Ok(_)) => {}
            }
        }
    }

    /// What a state says must go on from what was seen before.
    fn see(&mut self, state: &Value) {
        let version = state["version"].as_u64().unwrap();
        assert!(version >= self.version, "{}: version {version} after {}", self.room, self.version);
        self.version = version;
        for event in state["events"].as_array().unwrap() {
            let seq = event["seq"].as_u64().unwrap() as usize;
            match self.events.get(seq) {
                Some(known) => assert_eq!(event, known, "{}: what was told stays told", self.room),
                None => {
                    assert_eq!(seq, self.events.len(), "{}: no gaps", self.room);
                    self.events.push(event.clone());
                }
            }
        }
        if let (Some(asked), Some(answered)) = (state["prompt"]["decision"].as_u64(), self.answered) {
            assert!(asked > answered, "{}: decision {answered} was answered and acknowledged, and is asked again", self.room);
        }
        self.over = state["outcome"].is_object();
    }

    async fn ask(&mut self, socket: &mut Socket, mut request: Value) -> Result<Result<Value, String>, Gone> {
        request["id"] = json!(7);
        loop {
            tokio::time::sleep(PACE).await;
            socket.send(Message::text(request.to_string())).await.map_err(|_| Gone)?;
            let reply = loop {
                let message = self.next(socket).await?;
                match message["type"].as_str().unwrap() {
                    "reply" => break message,
                    _ => self.see(&message),
                }
            };
            match reply["error"]["code"].as_str() {
                Some("too_fast") => {}
                Some(code) => return Ok(Err(code.to_owned())),
                None => return Ok(Ok(reply["ok"].clone())),
            }
        }
    }

    /// Plays on one connection until it ends, the game is over, or the club closes.
    async fn play(&mut self, club: &Club, address: &str, dice: &mut Dice) -> Result<(), Gone> {
        let mut socket = self.connect(address).await?;
        loop {
            let message = tokio::select! {
                message = self.next(&mut socket) => message?,
                () = async { while !club.closing.load(Ordering::SeqCst) { tokio::time::sleep(PACE).await; } } => return Ok(()),
            };
            if message["type"] != "state" {
                continue;
            }
            self.see(&message);
            if self.over || club.closing.load(Ordering::SeqCst) {
                return Ok(());
            }
            let Some(decision) = message["prompt"]["decision"].as_u64() else { continue };
            let mut picks: Vec<u64> = Vec::new();
            let whole = loop {
                match self.ask(&mut socket, json!({"op": "preview", "decision": decision, "picks": picks})).await? {
                    Ok(next) if next["complete"] == true => break true,
                    Ok(next) => {
                        let legal = next["legal"].as_array().unwrap();
                        picks.push(legal[dice.below(legal.len() as u32) as usize]["index"].as_u64().unwrap());
                    }
                    // Answered already: the news of it came late.
                    Err(_) => break false,
                }
            };
            if whole {
                match self.ask(&mut socket, json!({"op": "answer", "decision": decision, "picks": picks})).await? {
                    Ok(_) => {
                        self.answered = Some(decision);
                        club.acknowledged.fetch_add(1, Ordering::SeqCst);
                    }
                    Err(code) => assert!(["stale", "not_asked"].contains(&code.as_str()), "{}: a legal answer: {code}", self.room),
                }
            }
        }
    }

    async fn sit(mut self, club: Arc<Club>, mut dice: Dice) -> Seat {
        while !self.over && !club.closing.load(Ordering::SeqCst) {
            let address = some_node(&club, &mut dice);
            if self.play(&club, &address, &mut dice).await.is_err() {
                tokio::time::sleep(PACE).await;
            }
        }
        self
    }
}

fn some_node(club: &Club, dice: &mut Dice) -> String {
    let nodes = club.nodes.lock().unwrap();
    nodes[dice.below(nodes.len() as u32) as usize].clone()
}

/// A request to some server until one answers; the body and the cookie, `None` if it was refused.
async fn post(club: &Club, dice: &mut Dice, path: &str, body: Value) -> Option<(Value, String)> {
    loop {
        let (address, path, body) = (some_node(club, dice), path.to_owned(), body.to_string());
        let answer = tokio::task::spawn_blocking(move || common::serve::ask(&address, &format!("POST {path}"), &body)).await.unwrap();
        if let Some((head, body)) = answer.ok().as_deref().and_then(|answer| answer.split_once("\r\n\r\n")) {
            if head.starts_with("HTTP/1.1 409") {
                return None;
            }
            assert!(head.starts_with("HTTP/1.1 200"), "{head}\n{body}");
            let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).unwrap();
            return Some((serde_json::from_str(body).unwrap(), cookie.split(';').next().unwrap().to_owned()));
        }
        tokio::time::sleep(PACE).await;
    }
}

/// One table after the other, until the club closes; the seats of the last.
async fn table(club: Arc<Club>, number: u64) -> Vec<Seat> {
    let mut dice = Dice::new(1000 + number);
    loop {
        let wanted = json!({"kind": "card", "format": "joust", "name": "Ann", "deck": "Salt and Iron", "opponent": "open", "bluff": 0});
        let Some((made, ann)) = post(&club, &mut dice, "/api/rooms", wanted).await else { continue };
        let room = made["room"].as_str().unwrap().to_owned();
        let wanted = json!({"name": "Bob", "deck": "At the Wall (Core)"});
        // A server that was killed after it had stored this is asked again, and the visitor who is nobody yet finds the seat taken: then
        // a new table.
        let Some((_, bob)) = post(&club, &mut dice, &format!("/api/rooms/{room}/join"), wanted).await else { continue };
        let seat = |cookie: &str| Seat {
            room: room.clone(),
            cookie: cookie.to_owned(),
            events: Vec::new(),
            version: 0,
            answered: None,
            over: false,
        };
        let (ann, bob) = tokio::join!(
            tokio::spawn(seat(&ann).sit(club.clone(), Dice::new(dice.bits()))),
            tokio::spawn(seat(&bob).sit(club.clone(), Dice::new(dice.bits()))),
        );
        let seats = vec![ann.unwrap(), bob.unwrap()];
        if club.closing.load(Ordering::SeqCst) {
            return seats;
        }
        club.games.fetch_add(1, Ordering::SeqCst);
    }
}

/// Kills one server after the other while games run on all of them, and looks at everything in the end.
async fn kill_and_look(count: usize, start: impl Fn() -> Serve) {
    let kills: usize = std::env::var("KILLS").ok().and_then(|n| n.parse().ok()).unwrap_or(5);
    let mut nodes: Vec<Serve> = (0..count).map(|_| start()).collect();
    let club = Arc::new(Club {
        nodes: Mutex::new(nodes.iter().map(|node| node.address.clone()).collect()),
        closing: AtomicBool::new(false),
        acknowledged: AtomicU64::new(0),
        games: AtomicU64::new(0),
    });
    let tables: Vec<_> = (0..TABLES as u64).map(|number| tokio::spawn(table(club.clone(), number))).collect();
    let mut dice = Dice::new(9);
    for _ in 0..kills {
        tokio::time::sleep(Duration::from_millis(u64::from(200 + dice.below(800)))).await;
        let place = dice.below(count as u32) as usize;
        assert_eq!(nodes.remove(place).end("-KILL"), None);
        nodes.insert(place, start());
        club.nodes.lock().unwrap()[place] = nodes[place].address.clone();
    }
    tokio::time::sleep(Duration::from_millis(500)).await;
    club.closing.store(true, Ordering::SeqCst);
    for table in tables {
        for mut seat in table.await.unwrap() {
            // Every server shows the seat the same, and nothing that was known has gone.
            let mut shown = Vec::new();
            for node in &nodes {
                let mut socket = seat.connect(&node.address).await.unwrap_or_else(|_| panic!("the server runs"));
                let state = seat.next(&mut socket).await.unwrap_or_else(|_| panic!("the server runs"));
                seat.see(&state);
                shown.push([&state["view"], &state["prompt"], &state["version"], &state["outcome"]].map(Value::clone));
            }
            assert!(shown.windows(2).all(|two| two[0] == two[1]), "{}: every server tells the same", seat.room);
        }
    }
    let (acknowledged, games) = (club.acknowledged.load(Ordering::SeqCst), club.games.load(Ordering::SeqCst));
    println!("{kills} kills of {count} servers: {acknowledged} answers acknowledged, none lost; {games} games ended, {TABLES} running");
    assert!(acknowledged > kills as u64, "people played");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_server_on_a_file_that_is_killed_loses_nothing() {
    let folder = tempfile::tempdir().unwrap();
    kill_and_look(1, || Serve::start(folder.path(), &["--listen", "127.0.0.1:0"])).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn three_servers_on_postgresql_that_are_killed_in_turn_lose_nothing() {
    let Some(cluster) = Cluster::start() else { return };
    let (folder, address) = (tempfile::tempdir().unwrap(), cluster.address());
    kill_and_look(3, || Serve::start(folder.path(), &["--listen", "127.0.0.1:0", "--database", &address])).await;
}
