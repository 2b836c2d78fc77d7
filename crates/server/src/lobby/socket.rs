//! The live list: a websocket on which only the server talks.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use tokio::sync::broadcast::error::RecvError;

use crate::AppState;
use crate::crowd::Places;
use crate::limit::{Bucket, Pace};
use crate::measures;
use crate::people::{MaybePeer, address_of};
use crate::room::Refusal;
use crate::ws::{CloseCode, CloseFrame, Message, Socket, Upgrade};

/// Listeners that a server takes.
const MOST: usize = 5000;
/// A client has nothing to say here but that it is there.
const LARGEST: usize = 1024;
/// How often a silent client is asked whether it is there, and how long it may stay silent.
const PING: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(60);
/// How long one message may take to get out.
const SLOW: Duration = Duration::from_secs(30);

static LISTENERS: AtomicUsize = AtomicUsize::new(0);

/// Counts a listener while it lives.
struct Listener;

impl Listener {
    fn come() -> Option<Listener> {
        let listener = Listener;
        (LISTENERS.fetch_add(1, Ordering::Relaxed) < MOST).then_some(listener)
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        LISTENERS.fetch_sub(1, Ordering::Relaxed);
    }
}

/// `GET /api/lobby/ws`.
pub async fn upgrade(ws: Upgrade, State(app): State<AppState>, headers: HeaderMap, peer: MaybePeer) -> Result<Response, Response> {
    let listener =
        Listener::come().ok_or_else(|| crate::http::error(StatusCode::SERVICE_UNAVAILABLE, "full", "too many are in the lobby"))?;
    let places = app.crowd().in_lobby(address_of(&app, &headers, peer))?;
    let house = app.house();
    house.hall().refresh(house.store(), false).await.map_err(|why| Refusal::from(why).into_response())?;
    Ok(ws.run(LARGEST, move |socket| talk(socket, app, (listener, places))))
}

async fn talk(mut socket: Socket, app: AppState, _counted: (Listener, Places)) {
    let _socket = measures::Socket::opened();
    let house = app.house().clone();
    let mut closing = house.closing();
    let mut ping = tokio::time::interval(PING);
    let (mut heard, mut bucket) = (Instant::now(), Bucket::new(app.limits(), Instant::now()));
    let (list, mut news) = house.hall().subscribe();
    if !send(&mut socket, text(&list)).await {
        return;
    }
    loop {
        let on = tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(Message::Close(_)) | Err(_)) | None => false,
                Some(Ok(_)) => {
                    heard = Instant::now();
                    bucket.take(heard) != Pace::Abuse
                }
            },
            told = news.recv() => match told {
                Ok(told) => send(&mut socket, Message::Text((&*told).into())).await,
                Err(RecvError::Lagged(_)) => {
                    let (list, fresh) = house.hall().subscribe();
                    news = fresh;
                    send(&mut socket, text(&list)).await
                }
                Err(RecvError::Closed) => false,
            },
            () = async { drop(closing.wait_for(|closing| *closing).await) } => {
                let frame = CloseFrame { code: CloseCode::Away, reason: "the server goes down".into() };
                send(&mut socket, Message::Close(Some(frame))).await;
                false
            }
            _ = ping.tick() => heard.elapsed() <= SILENCE && send(&mut socket, Message::Ping(Default::default())).await,
        };
        if !on {
            return;
        }
    }
}

fn text(list: &super::FromLobby) -> Message {
    Message::Text(serde_json::to_string(list).expect("plain data").into())
}

async fn send(socket: &mut Socket, message: Message) -> bool {
    matches!(tokio::time::timeout(SLOW, socket.send(message)).await, Ok(Ok(())))
}
