//! Many rooms at once on one core: how long an answer takes to be acknowledged, and what a room costs in memory.
//!
//! `ROOMS=n` (1000 is the full size) and `SECONDS=n` set how much; two players a room, each over a socket of its own, answer what they
//! are asked, at most one answer a second each. `POSTGRES=1` runs on PostgreSQL. The server is pinned to one core, the players to the
//! others.
#![cfg(unix)]

mod common;
#[path = "../../server/tests/common/postgres.rs"]
mod postgres;

use std::process::Command;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use common::serve::Serve;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::{Value, json};
use table::contract::Dice;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;

/// Each player moves at most so often.
const PACE: Duration = Duration::from_secs(1);
/// Nothing here takes so long.
const LONG: Duration = Duration::from_secs(60);

type Socket = tokio_tungstenite::WebSocketStream<tokio_tungstenite::MaybeTlsStream<tokio::net::TcpStream>>;

/// What a player needs of a message; the rest is skipped.
#[derive(Deserialize)]
struct Told {
    #[serde(rename = "type")]
    kind: String,
    id: Option<u32>,
    prompt: Option<Asked>,
    outcome: Option<IgnoredAny>,
    ok: Option<Value>,
    error: Option<Value>,
}

#[derive(Deserialize)]
struct Asked {
    decision: u32,
}

/// What the measurement is about.
#[derive(Default)]
struct Clock {
    closing: AtomicBool,
    /// Waits of answers and of previews, in microseconds, and how often a game ended.
    answers: Mutex<Vec<u32>>,
    previews: Mutex<Vec<u32>>,
    games: AtomicU64,
    refused: AtomicU64,
}

struct Player {
    socket: Socket,
    asked: Option<u32>,
    over: bool,
    id: u32,
}

impl Player {
    async fn connect(address: &str, room: &str, cookie: &str) -> Player {
        let mut request = format!("ws://{address}/api/rooms/{room}/ws").into_client_request().unwrap();
        request.headers_mut().insert("cookie", cookie.parse().unwrap());
        let (socket, _) = tokio::time::timeout(LONG, connect_async(request)).await.expect("in time").expect("the socket opens");
        Player { socket, asked: None, over: false, id: 0 }
    }

    async fn next(&mut self) -> Told {
        loop {
            match tokio::time::timeout(LONG, self.socket.next()).await.expect("the server says something") {
                Some(Ok(Message::Text(text))) => {
                    let told: Told = serde_json::from_str(&text).unwrap();
                    if told.kind == "state" {
                        self.asked = told.prompt.as_ref().map(|prompt| prompt.decision);
                        self.over = told.outcome.is_some();
                    }
                    return told;
                }
                Some(Ok(_)) => {}
                other => panic!("the socket ended: {other:?}"),
            }
        }
    }

    /// A request and its reply, with how long that took.
    async fn ask(&mut self, mut request: Value) -> (Result<Value, Value>, u32) {
        self.id += 1;
        request["id"] = json!(self.id);
        let begun = Instant::now();
        self.socket.send(Message::text(request.to_string())).await.unwrap();
        loop {
            let told = self.next().await;
            if told.kind == "reply" && told.id == Some(self.id) {
                let took = begun.elapsed().as_micros() as u32;
                return (told.error.map_or_else(|| Ok(told.ok.unwrap_or_default()), Err), took);
            }
        }
    }

    /// Plays until the game or the time is over.
    async fn play(&mut self, clock: &Clock, dice: &mut Dice) {
        let mut turn = Instant::now() + PACE.mul_f64(f64::from(dice.below(1000)) / 1000.0);
        while !self.over && !clock.closing.load(Ordering::SeqCst) {
            let Some(decision) = self.asked else {
                self.next().await;
                continue;
            };
            // What comes meanwhile is read: a reader that sleeps would keep the server waiting.
            while let Some(rest) = turn.checked_duration_since(Instant::now()).filter(|rest| !rest.is_zero()) {
                let _ = tokio::time::timeout(rest, self.next()).await;
            }
            turn = Instant::now() + PACE;
            let mut picks: Vec<u64> = Vec::new();
            let whole = loop {
                let (next, took) = self.ask(json!({"op": "preview", "decision": decision, "picks": picks})).await;
                clock.previews.lock().unwrap().push(took);
                match next {
                    Ok(next) if next["complete"] == true => break true,
                    Ok(next) => {
                        let legal = next["legal"].as_array().unwrap();
                        picks.push(legal[dice.below(legal.len() as u32) as usize]["index"].as_u64().unwrap());
                    }
                    Err(_) => break false,
                }
            };
            if whole && self.asked == Some(decision) {
                let (answer, took) = self.ask(json!({"op": "answer", "decision": decision, "picks": picks})).await;
                clock.answers.lock().unwrap().push(took);
                if let Err(why) = answer {
                    clock.refused.fetch_add(1, Ordering::SeqCst);
                    let code = why["code"].as_str().unwrap();
                    assert!(["stale", "not_asked", "over"].contains(&code), "a legal answer: {why}");
                }
            }
            if self.asked == Some(decision) && !self.over {
                // The news of it is still on its way.
                self.next().await;
            }
        }
    }
}

/// A request to the server, as if it came from an address of its own; the body and the cookie.
fn post(address: &str, from: u64, path: &str, cookie: &str, body: &Value) -> (Value, String) {
    let from = format!("10.{}.{}.{}", from >> 16 & 255, from >> 8 & 255, from & 255);
    let head = format!("POST {path} HTTP/1.1\r\nX-Forwarded-For: {from}\r\nCookie: {cookie}\r\nX-Rest:");
    let answer = common::serve::ask(address, &head, &body.to_string()).unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{head}\n{body}");
    let cookie = head.lines().find_map(|line| line.strip_prefix("set-cookie: ")).and_then(|line| line.split(';').next());
    (serde_json::from_str(body).unwrap(), cookie.unwrap_or_default().to_owned())
}

/// A table of two, and those who play there.
async fn table(address: &str, number: u64) -> [Player; 2] {
    let wanted = json!({"kind": "card", "format": "joust", "name": "Ann", "deck": "Salt and Iron", "opponent": "open", "bluff": 0});
    let here = address.to_owned();
    let (room, ann, bob) = tokio::task::spawn_blocking(move || {
        let (made, ann) = post(&here, number, "/api/rooms", "", &wanted);
        let room = made["room"].as_str().unwrap().to_owned();
        let (_, bob) = post(&here, number, &format!("/api/rooms/{room}/join"), "", &json!({"name": "Bob", "deck": "At the Wall (Core)"}));
        (room, ann, bob)
    })
    .await
    .unwrap();
    [Player::connect(address, &room, &ann).await, Player::connect(address, &room, &bob).await]
}

/// Tables at one place, one after the other, until the time is over.
async fn place(clock: Arc<Clock>, address: String, number: u64, mut table: [Player; 2]) {
    let mut dice = Dice::new(number);
    loop {
        let [ann, bob] = &mut table;
        let (mut one, mut two) = (Dice::new(dice.bits()), Dice::new(dice.bits()));
        tokio::join!(ann.play(&clock, &mut one), bob.play(&clock, &mut two));
        if clock.closing.load(Ordering::SeqCst) {
            return;
        }
        clock.games.fetch_add(1, Ordering::SeqCst);
        table = self::table(&address, number).await;
    }
}

/// What the server holds of memory, in kB.
fn resident(pid: u32) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.split_whitespace().next()?.parse().ok()).unwrap_or(0)
}

/// Pins a process to cores; whether that worked.
fn pin(pid: u32, cores: &str) -> bool {
    Command::new("taskset").args(["-a", "-cp", cores, &pid.to_string()]).output().is_ok_and(|done| done.status.success())
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|n| n.parse().ok()).unwrap_or(default)
}

/// The sentence that a measurement of waits comes to.
fn waits(what: &str, mut waits: Vec<u32>) -> (u32, String) {
    waits.sort_unstable();
    let at = |share: f64| waits[((waits.len() - 1) as f64 * share) as usize];
    let ms = |us: u32| f64::from(us) / 1000.0;
    let said = format!("{} {what}: median {} ms, p99 {} ms, longest {} ms", waits.len(), ms(at(0.5)), ms(at(0.99)), ms(at(1.0)));
    (at(0.99), said)
}

#[tokio::test(flavor = "multi_thread")]
async fn many_rooms_on_one_core() {
    let (rooms, seconds) = (number("ROOMS", 12), number("SECONDS", 4));
    let folder = tempfile::tempdir().unwrap();
    let cluster = if std::env::var_os("POSTGRES").is_some() { postgres::Cluster::start() } else { None };
    let mut arguments = vec!["--listen", "127.0.0.1:0", "--proxied"];
    let database = cluster.as_ref().map(|cluster| cluster.address());
    if let Some(database) = &database {
        arguments.extend(["--database", database]);
    }
    let server = Serve::start(folder.path(), &arguments);
    let cores = std::thread::available_parallelism().map_or(1, |count| count.get());
    let pinned = cores > 1 && pin(server.pid(), "0") && pin(std::process::id(), &format!("1-{}", cores - 1));
    let address = server.address.clone();

    // What is made once for all rooms is there.
    drop(table(&address, 1 << 20).await);
    let empty = resident(server.pid());
    let mut tables = Vec::new();
    for number in 0..rooms {
        tables.push(table(&address, number).await);
    }
    let opened = resident(server.pid());
    let clock = Arc::new(Clock::default());
    let begun = Instant::now();
    let places: Vec<_> =
        (0..).zip(tables).map(|(number, table)| tokio::spawn(place(clock.clone(), address.clone(), number, table))).collect();
    tokio::time::sleep(Duration::from_secs(seconds)).await;
    let full = resident(server.pid());
    let took = begun.elapsed().as_secs_f64();
    clock.closing.store(true, Ordering::SeqCst);
    let answers = std::mem::take(&mut *clock.answers.lock().unwrap());
    let previews = std::mem::take(&mut *clock.previews.lock().unwrap());
    for place in &places {
        place.abort();
    }
    for place in places {
        // Aborted, or done: but nobody failed.
        assert!(!place.await.is_err_and(|why| why.is_panic()), "a player failed");
    }

    let rate = answers.len() as f64 / took;
    println!(
        "{rooms} rooms, {} sockets, {took:.0} s, server {}: {rate:.0} answers a second, {} games ended, {} answers came too late",
        2 * rooms,
        if pinned { "pinned to one core" } else { "not pinned" },
        clock.games.load(Ordering::SeqCst),
        clock.refused.load(Ordering::SeqCst),
    );
    let (_, said) = waits("previews", previews);
    println!("{said}");
    let (p99, said) = waits("answers", answers);
    println!("{said}");
    let each = |now: u64| (now.saturating_sub(empty)) as f64 / rooms as f64;
    println!("memory: {empty} kB empty; {:.0} kB a room with its two sockets when opened, {:.0} kB at the end", each(opened), each(full));
    // Small sizes run in a debug build beside other tests: the goal is for the full size in a release build.
    let limit = number("LIMIT_MS", 2000) as u32 * 1000;
    assert!(p99 < limit, "p99 is {p99} us");
    assert!(rate > rooms as f64 * 0.5, "people play: {rate:.1} answers a second");
}
