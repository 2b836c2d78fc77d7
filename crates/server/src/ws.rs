//! Websockets that hold little memory: a long message goes out in pieces, so that what a socket keeps for writing is one piece and not
//! the longest message that it ever sent (which stays allocated as long as the socket lives).

use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{Request, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::server::create_response;
use tokio_tungstenite::tungstenite::protocol::frame::Frame;
use tokio_tungstenite::tungstenite::protocol::frame::coding::{Data, OpCode};
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};

pub use tokio_tungstenite::tungstenite::protocol::CloseFrame;
pub use tokio_tungstenite::tungstenite::protocol::frame::coding::CloseCode;
pub use tokio_tungstenite::tungstenite::{Error, Message};

/// The longest piece of a message, in bytes, and what is read at once: players say little.
const PIECE: usize = 8 * 1024;
const READ: usize = 1024;

/// A request that wants to become a websocket.
pub struct Upgrade {
    answer: Response,
    upgrade: OnUpgrade,
}

impl<S: Sync> FromRequestParts<S> for Upgrade {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Upgrade, Response> {
        let mut asked = Request::new(());
        *asked.method_mut() = parts.method.clone();
        *asked.version_mut() = parts.version;
        *asked.headers_mut() = parts.headers.clone();
        let wrong = |why: &str| crate::http::error(StatusCode::BAD_REQUEST, "bad_request", format!("this path is a websocket: {why}"));
        let answer = create_response(&asked).map_err(|why| wrong(&why.to_string()))?;
        let upgrade = parts.extensions.remove::<OnUpgrade>().ok_or_else(|| wrong("the connection cannot become one"))?;
        Ok(Upgrade { answer: answer.map(|()| Body::empty()).into_response(), upgrade })
    }
}

impl Upgrade {
    /// The answer to the request; `then` holds the conversation once it is out. No message of the client may be longer than `largest`.
    pub fn run<F: Future<Output = ()> + Send + 'static>(self, largest: usize, then: impl FnOnce(Socket) -> F + Send + 'static) -> Response {
        let config = WebSocketConfig::default().read_buffer_size(READ).write_buffer_size(0);
        let config = config.max_message_size(Some(largest)).max_frame_size(Some(largest));
        tokio::spawn(async move {
            match self.upgrade.await {
                Ok(upgraded) => {
                    then(Socket(WebSocketStream::from_raw_socket(TokioIo::new(upgraded), Role::Server, Some(config)).await)).await
                }
                Err(why) => tracing::debug!(%why, "a connection did not become a websocket"),
            }
        });
        self.answer
    }
}

/// An open websocket.
pub struct Socket(WebSocketStream<TokioIo<Upgraded>>);

impl Socket {
    /// The next message; `None` when the other side is gone.
    pub async fn recv(&mut self) -> Option<Result<Message, Error>> {
        self.0.next().await
    }

    /// Sends a message, whole. Who stops waiting for it must not send another: half of this one may be out.
    pub async fn send(&mut self, message: Message) -> Result<(), Error> {
        let Message::Text(text) = message else { return self.0.send(message).await };
        for piece in pieces(text.into()) {
            self.0.send(Message::Frame(piece)).await?;
        }
        Ok(())
    }
}

/// The frames of a text, in their order. A piece may end within a character: only the whole is text (RFC 6455, 5.6).
fn pieces(mut rest: Bytes) -> impl Iterator<Item = Frame> {
    let mut kind = Some(Data::Text);
    std::iter::from_fn(move || {
        let data = kind?;
        let piece = rest.split_to(PIECE.min(rest.len()));
        kind = (!rest.is_empty()).then_some(Data::Continue);
        Some(Frame::message(piece, OpCode::Data(data), kind.is_none()))
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The frames of a text of so many bytes: their kinds, lengths, and whether they are the last. Together they are the text.
    fn cut(length: usize) -> Vec<(Data, usize, bool)> {
        let text: Vec<u8> = (0..length).map(|at| at as u8).collect();
        let frames: Vec<Frame> = pieces(text.clone().into()).collect();
        assert_eq!(frames.iter().flat_map(|frame| frame.payload().to_vec()).collect::<Vec<u8>>(), text);
        let kind = |frame: &Frame| match frame.header().opcode {
            OpCode::Data(data) => data,
            OpCode::Control(_) => panic!("text is data"),
        };
        frames.iter().map(|frame| (kind(frame), frame.payload().len(), frame.header().is_final)).collect()
    }

    #[test]
    fn a_long_message_goes_out_in_pieces() {
        assert_eq!(cut(0), [(Data::Text, 0, true)]);
        assert_eq!(cut(PIECE), [(Data::Text, PIECE, true)]);
        assert_eq!(cut(2 * PIECE + 1), [(Data::Text, PIECE, false), (Data::Continue, PIECE, false), (Data::Continue, 1, true)]);
    }
}
