//! Connections that end patiently.
//!
//! Whoever is refused in the middle of sending (a body or a message that is too large) is still sending when the answer goes out. A
//! socket that is closed with unread bytes resets the connection, and the other side loses the answer with it: it sees a broken pipe,
//! or a websocket that ended without a word. So what still comes in is read and dropped for a while before the socket is let go.
//!
//! Patience ends with who never says what it wants: a request has a minute to come in, whole, and to be answered. On a websocket
//! something is written every few seconds, so it never meets this end.

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
use tokio::time::{Instant, Sleep, sleep_until, timeout};

/// How long the other side may go on sending, and how long it may pause.
const LONGEST: Duration = Duration::from_secs(30);
const PAUSE: Duration = Duration::from_secs(5);
/// How long a connection goes on to which nothing is written: a request that comes in byte by byte, or none at all.
const UNANSWERED: Duration = Duration::from_secs(60);

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
        (Connection::new(stream), address)
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
    /// When something was written last, and when it is looked again whether that was too long ago.
    written: Instant,
    look: Pin<Box<Sleep>>,
}

impl Connection {
    fn new(stream: TcpStream) -> Connection {
        let now = Instant::now();
        Connection { stream: Some(stream), ended: false, written: now, look: Box::pin(sleep_until(now + UNANSWERED)) }
    }

    /// Ready when nothing was written for too long; else wakes the reader when that may be so.
    fn poll_unanswered(&mut self, cx: &mut Context<'_>) -> Poll<()> {
        while self.look.as_mut().poll(cx).is_ready() {
            let end = self.written + UNANSWERED;
            if end <= Instant::now() {
                return Poll::Ready(());
            }
            self.look.as_mut().reset(end);
        }
        Poll::Pending
    }

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
        } else if self.poll_unanswered(cx).is_ready() {
            self.ended = true;
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        read
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.written = Instant::now();
        self.stream()?.poll_write(cx, bytes)
    }

    fn poll_write_vectored(mut self: Pin<&mut Self>, cx: &mut Context<'_>, parts: &[IoSlice<'_>]) -> Poll<io::Result<usize>> {
        self.written = Instant::now();
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
    use tokio::io::{AsyncReadExt, AsyncWriteExt};

    use super::*;

    /// A server of ours, and a client that never says what it wants.
    #[tokio::test(start_paused = true)]
    async fn who_never_asks_is_let_go_and_who_is_answered_stays() {
        let mut listener = Patient(TcpListener::bind("127.0.0.1:0").await.unwrap());
        let address = listener.local_addr().unwrap();
        let (client, (mut connection, _)) = tokio::join!(TcpStream::connect(address), listener.accept());
        let mut client = client.unwrap();
        let start = Instant::now();
        let mut bytes = [0; 16];
        for _ in 0..10 {
            tokio::time::sleep(Duration::from_secs(20)).await;
            connection.write_all(b"ping").await.unwrap();
            client.write_all(b"p").await.unwrap();
            // What was sent arrives in its own time, whatever the clock says.
            connection.stream.as_ref().unwrap().readable().await.unwrap();
            assert_eq!(connection.read(&mut bytes).await.unwrap(), 1);
        }
        assert!(start.elapsed() > UNANSWERED);
        let last = Instant::now();
        let why = connection.read(&mut bytes).await.unwrap_err();
        assert_eq!(why.kind(), io::ErrorKind::TimedOut);
        assert!(
            (UNANSWERED - Duration::from_secs(1)..=UNANSWERED + Duration::from_secs(1)).contains(&last.elapsed()),
            "{:?}",
            last.elapsed()
        );
    }

    #[tokio::test]
    async fn what_is_written_is_sent_at_once() {
        let mut listener = Patient(TcpListener::bind("127.0.0.1:0").await.unwrap());
        let address = listener.local_addr().unwrap();
        let (_client, (connection, _)) = tokio::join!(TcpStream::connect(address), listener.accept());
        assert!(connection.stream.as_ref().unwrap().nodelay().unwrap());
    }
}
