//! A server on a port of its own and clients that talk to it as a browser does.
#![allow(dead_code)]

use std::net::SocketAddr;
use std::time::Duration;

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::{Request, StatusCode, header};
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::games::Games;
use server::limit::Limits;
use server::room::House;
use server::store::{Sqlite, Store};
use server::{AppState, app};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{Error, Message};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use tower::ServiceExt;

/// Nothing here takes so long.
const LONG: Duration = Duration::from_secs(20);

/// A running server.
pub struct Server {
    pub app: Router,
    pub address: SocketAddr,
    task: tokio::task::JoinHandle<()>,
    /// What hears the other nodes.
    ears: tokio::task::JoinHandle<()>,
}

/// What an endpoint answered.
pub struct Answer {
    pub status: StatusCode,
    pub headers: axum::http::HeaderMap,
    pub text: String,
}

impl Answer {
    pub fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|why| panic!("{why}: {}", self.text))
    }
    pub fn code(&self) -> String {
        self.json()["error"]["code"].as_str().unwrap_or_default().to_owned()
    }
}

impl Server {
    pub async fn start(store: impl Store) -> Server {
        Server::with_limits(store, Limits::default()).await
    }

    /// A server whose clients may talk as fast as they can: for long games.
    pub async fn unhurried(store: impl Store) -> Server {
        Server::with_limits(store, Limits { rate: 1e6, burst: 1e6, patience: 0 }).await
    }

    async fn with_limits(store: impl Store, limits: Limits) -> Server {
        Server::of(AppState::new(store, Games::for_tests()).with_limits(limits)).await
    }

    /// An unhurried server whose chance is known beforehand.
    pub async fn seeded(store: impl Store, seed: u64) -> Server {
        let house = House::seeded(std::sync::Arc::new(store), Games::for_tests(), seed);
        Server::of(AppState::of(house).with_limits(Limits { rate: 1e6, burst: 1e6, patience: 0 })).await
    }

    pub async fn of(state: AppState) -> Server {
        let ears = tokio::spawn(state.house().clone().listen());
        let app = app(state);
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (address, serve) = (listener.local_addr().unwrap(), app.clone());
        let task = tokio::spawn(async move { axum::serve(server::linger::Patient(listener), serve).await.unwrap() });
        Server { app, address, task, ears }
    }

    pub async fn in_memory() -> Server {
        Server::start(Sqlite::in_memory().await.unwrap()).await
    }

    /// As if the program was killed: nothing is said to anybody.
    pub async fn kill(self) {
        self.ears.abort();
        self.task.abort();
        let _ = self.task.await;
    }

    pub async fn ask(&self, request: Request<Body>) -> Answer {
        let answer = self.app.clone().oneshot(request).await.unwrap();
        let (parts, body) = answer.into_parts();
        let bytes = to_bytes(body, 1 << 24).await.unwrap();
        Answer { status: parts.status, headers: parts.headers, text: String::from_utf8_lossy(&bytes).into_owned() }
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.get_as(path, "").await
    }

    pub async fn get_as(&self, path: &str, cookie: &str) -> Answer {
        let request = Request::get(path).header(header::HOST, "here").header(header::COOKIE, cookie);
        self.ask(request.body(Body::empty()).unwrap()).await
    }

    pub async fn post(&self, path: &str, cookie: &str, body: Value) -> Answer {
        let request = Request::post(path).header(header::HOST, "here").header(header::ORIGIN, "http://here");
        let request = request.header(header::CONTENT_TYPE, "application/json").header(header::COOKIE, cookie);
        self.ask(request.body(Body::from(body.to_string())).unwrap()).await
    }

    /// A room against somebody or a bot; its name and the cookie of seat 0.
    pub async fn room(&self, opponent: &str) -> (String, String) {
        let wanted = json!({"kind": "toy", "format": "bids", "name": "Ann", "deck": "", "opponent": opponent});
        let answer = self.post("/api/rooms", "", wanted).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        (answer.json()["room"].as_str().unwrap().to_owned(), cookie(&answer))
    }

    /// Takes the open seat; the cookie.
    pub async fn join(&self, room: &str) -> String {
        let answer = self.post(&format!("/api/rooms/{room}/join"), "", json!({"name": "Bob", "deck": ""})).await;
        assert_eq!(answer.status, StatusCode::OK, "{}", answer.text);
        cookie(&answer)
    }

    pub async fn connect(&self, room: &str, cookie: &str) -> Client {
        let url = format!("ws://{}/api/rooms/{room}/ws", self.address);
        let mut request = url.into_client_request().unwrap();
        request.headers_mut().insert(header::COOKIE, cookie.parse().unwrap());
        let (socket, _) = connect_async(request).await.unwrap();
        let mut client = Client { socket, state: Value::Null, events: Vec::new(), heard: Vec::new(), closed: None, id: 0 };
        client.until(|_| true).await;
        client
    }

    /// Two clients at a table of two.
    pub async fn table(&self) -> (String, [Client; 2], [String; 2]) {
        let (room, ann) = self.room("open").await;
        let bob = self.join(&room).await;
        let clients = [self.connect(&room, &ann).await, self.connect(&room, &bob).await];
        (room, clients, [ann, bob])
    }
}

pub fn cookie(answer: &Answer) -> String {
    let cookie = answer.headers[header::SET_COOKIE].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Lax"), "{cookie}");
    cookie.split(';').next().unwrap().to_owned()
}

/// One websocket.
pub struct Client {
    pub socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The last `State`.
    pub state: Value,
    /// All events that were told.
    pub events: Vec<Value>,
    /// Every message as it came.
    pub heard: Vec<String>,
    /// The code and the reason with which the server closed the socket.
    pub closed: Option<(u16, String)>,
    id: u32,
}

impl Client {
    /// The next message; `None` when the socket was closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(LONG, self.socket.next()).await.expect("the server says something");
            match message {
                Some(Ok(Message::Text(text))) => {
                    let message: Value = serde_json::from_str(&text).unwrap();
                    self.heard.push(text.to_string());
                    if message["type"] == "state" {
                        self.state = message.clone();
                        self.events.extend(message["events"].as_array().unwrap().iter().cloned());
                    }
                    return Some(message);
                }
                Some(Ok(Message::Close(frame))) => {
                    self.closed = frame.map(|frame| (frame.code.into(), frame.reason.as_str().to_owned()));
                    return None;
                }
                Some(Err(Error::ConnectionClosed | Error::Protocol(_) | Error::Io(_))) | None => return None,
                Some(Ok(_)) => {}
                Some(Err(why)) => panic!("{why}"),
            }
        }
    }

    /// Reads until a state fits.
    pub async fn until(&mut self, fits: impl Fn(&Value) -> bool) {
        loop {
            let message = self.next().await.expect("the socket is open");
            if message["type"] == "state" && fits(&message) {
                return;
            }
        }
    }

    pub async fn raw(&mut self, message: Message) {
        self.socket.send(message).await.unwrap();
    }

    /// Sends a request and waits for its reply; states that come meanwhile are taken in.
    pub async fn ask(&mut self, mut request: Value) -> Result<Value, Value> {
        self.id += 1;
        request["id"] = json!(self.id);
        self.raw(Message::text(request.to_string())).await;
        self.reply(self.id).await
    }

    pub async fn reply(&mut self, id: u32) -> Result<Value, Value> {
        loop {
            let message = self.next().await.expect("the socket is open");
            if message["type"] == "reply" && message["id"] == id {
                return match &message["error"] {
                    Value::Null => Ok(message["ok"].clone()),
                    error => Err(error.clone()),
                };
            }
        }
    }

    /// The code of the error that comes back.
    pub async fn refused(&mut self, request: Value) -> String {
        self.ask(request).await.expect_err("this is refused")["code"].as_str().unwrap().to_owned()
    }

    pub fn asked(&self) -> bool {
        self.state["prompt"].is_object()
    }

    pub fn over(&self) -> bool {
        self.state["outcome"].is_object()
    }

    /// Picks that are a whole answer to what is asked now, the `nth` legal one each time.
    pub async fn picks(&mut self, nth: usize) -> Vec<u64> {
        self.maybe_picks(nth).await.expect("a preview")
    }

    /// The same; an error where the question has gone meanwhile.
    async fn maybe_picks(&mut self, nth: usize) -> Result<Vec<u64>, Value> {
        self.picks_by(|legal| nth % legal).await
    }

    /// Picks that are a whole answer to what is asked now, each chosen by its place among so many legal ones; an error where the question
    /// has gone meanwhile.
    pub async fn picks_by(&mut self, mut choose: impl FnMut(usize) -> usize) -> Result<Vec<u64>, Value> {
        let decision = self.state["prompt"]["decision"].clone();
        let mut picks = Vec::new();
        loop {
            let next = self.ask(json!({"op": "preview", "decision": decision, "picks": picks})).await?;
            if next["complete"] == true {
                return Ok(picks);
            }
            let legal = next["legal"].as_array().unwrap();
            picks.push(legal[choose(legal.len())]["index"].as_u64().unwrap());
        }
    }

    /// Answers what is asked now.
    pub async fn answer(&mut self, nth: usize) {
        let version = self.state["version"].as_u64().unwrap();
        let decision = self.state["prompt"]["decision"].clone();
        let sent = match self.maybe_picks(nth).await {
            Ok(picks) => self.ask(json!({"op": "answer", "decision": decision, "picks": picks})).await,
            Err(error) => Err(error),
        };
        // Somebody else may just have ended the question (by leaving the game): then the news of it is on its way.
        if let Err(error) = sent {
            assert!(["not_asked", "stale"].contains(&error["code"].as_str().unwrap()), "a legal answer: {error}");
        }
        if self.state["version"].as_u64().unwrap() <= version {
            self.until(|state| state["version"].as_u64().unwrap() > version).await;
        }
    }
}

/// Plays on until the game is over, or until so many answers were given.
pub async fn play(clients: &mut [Client], mut answers: usize) {
    while answers > 0 && !clients.iter().all(Client::over) {
        // The oldest question first: a state may still be on its way to somebody.
        let mut moved = false;
        for client in clients.iter_mut() {
            if client.asked() && answers > 0 {
                client.answer(answers % 3).await;
                (answers, moved) = (answers - 1, true);
            }
        }
        if !moved {
            let waits = clients.iter_mut().map(|client| Box::pin(async move { client.next().await.expect("the socket is open") }));
            futures_util::future::select_all(waits).await;
        }
    }
}

/// Everybody has heard the last word: no message comes for a moment.
pub async fn settle(clients: &mut [Client]) {
    for client in clients {
        while tokio::time::timeout(Duration::from_millis(150), client.next()).await.is_ok_and(|message| message.is_some()) {}
    }
}
