//! Connections that end patiently.
//!
//! Whoever is refused in the middle of sending (a body or a message that is too large) is still sending when the answer goes out. A
//! socket that is closed with unread bytes resets the connection, and the other side loses the answer with it: it sees a broken pipe,
//! or a websocket that ended without a word. So what still comes in is read and dropped for a while before the socket is let go.

use std::future::poll_fn;
use std::io::{self, IoSlice};
use std::net::SocketAddr;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Handle;
use tokio::time::timeout;

/// How long the other side may go on sending, and how long it may pause.
const LONGEST: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_secs(5);

/// A listener whose connections end patiently: for `axum::serve`.
#[derive(Debug)]
pub struct Patient(pub TcpListener);

impl Listener for Patient {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        let (stream, address) = Listener::accept(&mut self.0).await;
        // Messages are small and come in pairs, a reply and what changed: the second must not wait for the first to be acknowledged.
        let _ = stream.set_nodelay(true);
        (Connection { stream: Some(stream), ended: false }, address)
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.0.local_addr()
    }
}

/// A connection of a [`Patient`] listener.
#[derive(Debug)]
pub struct Connection {
    /// There until it is dropped.
    stream: Option<TcpStream>,
    /// The other side has said that it sends no more, or cannot be heard any more.
    ended: bool,
}

impl Connection {
    fn stream(&mut self) -> io::Result<Pin<&mut TcpStream>> {
        self.stream.as_mut().map(Pin::new).ok_or_else(|| io::ErrorKind::NotConnected.into())
    }
}

impl AsyncRead for Connection {
    fn poll_read(mut self: Pin<&mut Self>, cx: &mut Context<'_>, into: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        let (before, room) = (into.filled().len(), into.remaining());
        let read = self.stream()?.poll_read(cx, into);
        if let Poll::Ready(done) = &read {
            self.ended |= done.is_err() || (room > 0 && into.filled().len() == before);
        }
        read
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write(cx, bytes)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, cx: &mut Context<'_>, parts: &[IoSlice<'_>]) -> Poll<io::Result<usize>> {
        self.stream()?.poll_write_vectored(cx, parts)
    }

    fn is_write_vectored(&self) -> bool {
        self.stream.as_ref().is_some_and(AsyncWrite::is_write_vectored)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        self.stream()?.poll_shutdown(cx)
    }
}

impl Drop for Connection {
    fn drop(&mut self) {
        let stream = self.stream.take().filter(|_| !self.ended);
        if let (Some(stream), Ok(here)) = (stream, Handle::try_current()) {
            here.spawn(timeout(LONGEST, hear_out(stream)));
        }
    }
}

/// Says that nothing more comes, and drops what the other side still sends, until it ends too or pauses for long.
async fn hear_out(mut stream: TcpStream) {
    let _ = poll_fn(|cx| Pin::new(&mut stream).poll_shutdown(cx)).await;
    let mut bytes = [0; 16 * 1024];
    while let Ok(Ok(())) = timeout(PAUSE, stream.readable()).await {
        match stream.try_read(&mut bytes) {
            Ok(1..) => {}
            Err(why) if why.kind() == io::ErrorKind::WouldBlock => {}
            Ok(0) | Err(_) => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn what_is_written_is_sent_at_once() {
        let mut listener = Patient(TcpListener::bind("127.0.0.1:0").await.unwrap());
        let address = listener.local_addr().unwrap();
        let (_client, (connection, _)) = tokio::join!(TcpStream::connect(address), listener.accept());
        assert!(connection.stream.as_ref().unwrap().nodelay().unwrap());
    }
}
