//! One websocket: knows how fast and how much a client may talk, and nothing of rules.

use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use serde_json::Value;

use super::{Cursor, Refusal, Room};
use crate::AppState;
use crate::crowd::Places;
use crate::http::InPath;
use crate::limit::{Bucket, Pace};
use crate::people::{MaybePeer, address_of};
use crate::wire::{FromRoom, ToRoom, WireError};
use crate::ws::{CloseCode, CloseFrame, Error, Message, Socket, Upgrade};
use crate::{measures, session};

/// The largest message that is read as one.
pub const LARGEST: usize = 64 * 1024;
/// A message above this is not even received: the socket is closed.
const HARD_LIMIT: usize = 256 * 1024;
/// How often a silent client is asked whether it is there, and how long it may stay silent.
const PING: Duration = Duration::from_secs(20);
const SILENCE: Duration = Duration::from_secs(60);
/// How long one message may take to get out.
const SLOW: Duration = Duration::from_secs(30);
/// How long a session that was ended at another server may still speak.
const BELIEVED: Duration = Duration::from_secs(5);
/// How long a client may take to hear that its socket is closed.
const FAREWELL: Duration = Duration::from_secs(2);

/// `GET /api/rooms/{id}/ws`.
pub async fn upgrade(
    ws: Upgrade,
    State(app): State<AppState>,
    InPath(id): InPath<String>,
    headers: HeaderMap,
    peer: MaybePeer,
) -> Result<Response, Response> {
    let visitor = crate::http::known(&app, &headers).await?;
    let room = app.house().room(&id).await.map_err(IntoResponse::into_response)?;
    let seated = room.is_seated(visitor.as_deref()).await.map_err(IntoResponse::into_response)?;
    let address = address_of(&app, &headers, peer);
    let places = app.crowd().at_table(&id, visitor.as_deref().filter(|_| seated), address)?;
    let session = session::token(&headers).filter(|_| visitor.is_some());
    Ok(ws.run(HARD_LIMIT, move |socket| Talk::new(socket, room, visitor, session, app, places).run()))
}

/// A running conversation.
struct Talk {
    socket: Socket,
    room: Arc<Room>,
    /// The visitor's session; which seat it owns may change while it looks on.
    visitor: Option<String>,
    /// The session with which it was opened, and when that was last known to go on.
    session: Option<[u8; 32]>,
    known: Instant,
    app: AppState,
    _places: Places,
    cursor: Cursor,
    bucket: Bucket,
    heard: Instant,
}

/// The conversation is over.
struct Over;

impl Talk {
    fn new(socket: Socket, room: Arc<Room>, visitor: Option<String>, session: Option<[u8; 32]>, app: AppState, places: Places) -> Talk {
        let (now, cursor) = (Instant::now(), Cursor::default());
        let bucket = Bucket::new(app.limits(), now);
        Talk { socket, room, visitor, session, known: now, app, _places: places, cursor, bucket, heard: now }
    }

    async fn run(mut self) {
        let room = self.room.clone();
        let _counted = measures::Socket::opened();
        room.catch_up().await;
        let _here = room.arrive(self.visitor.as_deref()).await;
        let (mut changes, mut closing) = (room.changes(), room.closing());
        let mut ping = tokio::time::interval(PING);
        changes.mark_changed();
        let mut ended = self.app.ended_sessions();
        // It may have ended since this socket was asked for.
        if self.goes_on().await.is_err() {
            return;
        }
        loop {
            let over = tokio::select! {
                // In this order: who was logged out is not heard, whatever came at the same time.
                biased;
                who = ended.recv() => match who {
                    Ok(who) if self.visitor.as_ref() != Some(&who) => Ok(()),
                    _ => self.goes_on().await,
                },
                () = async { drop(closing.wait_for(|closing| *closing).await) } => self.close(CloseCode::Away, "the server goes down").await,
                _ = ping.tick() => self.ping().await,
                message = self.socket.recv() => match message {
                    Some(message) => self.hear(message).await,
                    None => Err(Over),
                },
                _ = changes.changed() => self.show().await,
            };
            if over.is_err() {
                return;
            }
        }
    }

    /// Sends what the viewer can see now, if that is not what it saw last.
    async fn show(&mut self) -> Result<(), Over> {
        match self.room.render(self.visitor.as_deref(), &mut self.cursor).await {
            Some(text) => self.send(Message::Text(text.into())).await,
            None => Ok(()),
        }
    }

    /// Looks whether the session goes on with which this socket was opened: who was logged out neither sees nor says anything here.
    async fn goes_on(&mut self) -> Result<(), Over> {
        let Some(session) = self.session else { return Ok(()) };
        match self.app.house().store().session(&session).await {
            Ok(None) => self.close(CloseCode::Policy, "this session has ended").await,
            Ok(Some(_)) => {
                self.known = Instant::now();
                Ok(())
            }
            // A store that fails for a moment ends no session.
            Err(_) => Ok(()),
        }
    }

    async fn hear(&mut self, message: Result<Message, Error>) -> Result<(), Over> {
        self.heard = Instant::now();
        let (text, length) = match message {
            Ok(Message::Text(text)) => {
                let length = text.len();
                (Some(text), length)
            }
            Ok(Message::Binary(bytes)) => (None, bytes.len()),
            Ok(Message::Ping(_) | Message::Pong(_) | Message::Frame(_)) => (None, 0),
            Ok(Message::Close(_)) => return Err(Over),
            Err(why) => {
                tracing::debug!(%why, "a socket broke");
                let _ = self.refuse(0, "too_large", "a message has at most 64 kB").await;
                return self.close(CloseCode::Size, "a message has at most 64 kB").await;
            }
        };
        match self.bucket.take(self.heard) {
            Pace::Fine => {}
            Pace::TooFast => return self.refuse(id_of(text.as_deref(), length), "too_fast", "at most 20 messages a second").await,
            Pace::Abuse => {
                let _ = self.refuse(0, "too_fast", "at most 20 messages a second; the connection is closed").await;
                return self.close(CloseCode::Policy, "too many messages").await;
            }
        }
        if length > LARGEST {
            return self.refuse(0, "too_large", "a message has at most 64 kB").await;
        }
        let Some(text) = text else {
            return match length {
                0 => Ok(()),
                _ => self.refuse(0, "bad_message", "messages are JSON text, not binary").await,
            };
        };
        let message: ToRoom = match serde_json::from_str(&text) {
            Ok(message) => message,
            Err(why) => return self.refuse(id_of(Some(&text), length), "bad_message", &wrong_message(&text, &why)).await,
        };
        if self.known.elapsed() >= BELIEVED {
            self.goes_on().await?;
        }
        let (id, op) = (message.id(), message.op());
        if let ToRoom::Look { seat, .. } = message {
            let done = self.room.may_look(self.visitor.as_deref(), seat).await;
            if done.is_ok() {
                self.cursor.look(seat);
                self.show().await?;
            }
            let (ok, error) = (done.is_ok().then(|| Value::from(true)), done.err().map(Refusal::into_wire));
            return self.reply(&FromRoom::Reply { id, ok, error }).await;
        }
        let done = self.room.clone().handle(self.visitor.as_deref(), message).await;
        measures::message(op, self.heard.elapsed(), done.as_ref().err().map(Refusal::code));
        let reply = match done {
            Ok(ok) => FromRoom::Reply { id, ok: Some(ok), error: None },
            Err(why) => FromRoom::Reply { id, ok: None, error: Some(why.into_wire()) },
        };
        self.reply(&reply).await
    }

    async fn refuse(&mut self, id: u32, code: &str, message: &str) -> Result<(), Over> {
        let error = WireError { code: code.to_owned(), message: message.to_owned(), rule: None };
        self.reply(&FromRoom::Reply { id, ok: None, error: Some(error) }).await
    }

    async fn reply(&mut self, reply: &FromRoom) -> Result<(), Over> {
        let text = serde_json::to_string(reply).map_err(|_| Over)?;
        self.send(Message::Text(text.into())).await
    }

    async fn ping(&mut self) -> Result<(), Over> {
        if self.heard.elapsed() > SILENCE {
            return self.close(CloseCode::Away, "nothing heard for a minute").await;
        }
        self.goes_on().await?;
        self.send(Message::Ping(Default::default())).await
    }

    async fn send(&mut self, message: Message) -> Result<(), Over> {
        match tokio::time::timeout(SLOW, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Over),
        }
    }

    /// Says goodbye with a code and a reason. What the client still sends is read and dropped for a moment: an end with unread bytes
    /// would reset the connection, and the client would never learn why.
    async fn close(&mut self, code: CloseCode, reason: &str) -> Result<(), Over> {
        let _ = self.send(Message::Close(Some(CloseFrame { code, reason: reason.to_owned().into() }))).await;
        let drain = async { while let Some(Ok(_)) = self.socket.recv().await {} };
        let _ = tokio::time::timeout(FAREWELL, drain).await;
        Err(Over)
    }
}

/// What is wrong with a message, where, and what would be right.
fn wrong_message(text: &str, why: &serde_json::Error) -> String {
    let value: Option<Value> = serde_json::from_str(text).ok();
    match value.as_ref().and_then(|value| value.get("op")?.as_str()) {
        Some(op) if why.to_string().starts_with("unknown field `seat`") => {
            format!("in the message {op:?}: {why}; a message never names a seat, it speaks for your own")
        }
        Some(op) => format!("in the message {op:?}: {why}"),
        None => format!("not a message to a room: {why}"),
    }
}

/// The `id` of a message that is wrong otherwise, so that its sender knows which one it was; 0 if there is none to read.
fn id_of(text: Option<&str>, length: usize) -> u32 {
    let value: Option<Value> = text.filter(|_| length <= LARGEST).and_then(|text| serde_json::from_str(text).ok());
    value.and_then(|value| value.get("id")?.as_u64()).and_then(|id| u32::try_from(id).ok()).unwrap_or(0)
}

impl ToRoom {
    /// The number that comes back in the reply.
    pub fn id(&self) -> u32 {
        match *self {
            ToRoom::Answer { id, .. }
            | ToRoom::Choose { id, .. }
            | ToRoom::Say { id, .. }
            | ToRoom::Preview { id, .. }
            | ToRoom::Withdraw { id }
            | ToRoom::Explain { id, .. }
            | ToRoom::Stops { id, .. }
            | ToRoom::Concede { id }
            | ToRoom::Propose { id, .. }
            | ToRoom::Agree { id, .. }
            | ToRoom::Decline { id, .. }
            | ToRoom::Leave { id }
            | ToRoom::Look { id, .. }
            | ToRoom::Ping { id } => id,
        }
    }

    /// The word for what is asked.
    pub fn op(&self) -> &'static str {
        match self {
            ToRoom::Answer { .. } => "answer",
            ToRoom::Choose { .. } => "choose",
            ToRoom::Say { .. } => "say",
            ToRoom::Preview { .. } => "preview",
            ToRoom::Withdraw { .. } => "withdraw",
            ToRoom::Explain { .. } => "explain",
            ToRoom::Stops { .. } => "stops",
            ToRoom::Concede { .. } => "concede",
            ToRoom::Propose { .. } => "propose",
            ToRoom::Agree { .. } => "agree",
            ToRoom::Decline { .. } => "decline",
            ToRoom::Leave { .. } => "leave",
            ToRoom::Look { .. } => "look",
            ToRoom::Ping { .. } => "ping",
        }
    }
}

impl From<Refusal> for FromRoom {
    fn from(why: Refusal) -> FromRoom {
        FromRoom::Reply { id: 0, ok: None, error: Some(why.into_wire()) }
    }
}
