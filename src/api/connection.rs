//! Connections of clients: how many an address may have, and how far a client may run ahead of what it reads.
//!
//! A connection reads in small steps, and a little ahead while a request is being answered (see [`Turn`]); and nothing while its client
//! takes nothing.

use std::io::{self, Write as _};
use std::pin::Pin;
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll, ready};

use prometheus_client::registry::Registry;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, ReadBuf, Take};
use tokio::net::TcpStream;

use super::problem::{Code, MEDIA_TYPE, Problem};
use super::turn::Turn;
use crate::caller::Caller;
use crate::limits::{Budget, Proxies, Reservation};

/// Limit of a step that has not begun, so its size is unknown.
const NEXT_STEP: u64 = u64::MAX;

/// The connections of all clients.
#[derive(Clone, Debug)]
pub struct Connections {
    open: Budget,
    /// The proxies that are trusted, which may have any number of connections.
    proxies: Arc<Proxies>,
}

impl Connections {
    /// No connection yet; an address may have at most `max_each`, unless that is none.
    #[must_use]
    pub fn new(max_each: Option<usize>, proxies: Arc<Proxies>) -> Self {
        Self { open: Budget::new(usize::MAX, max_each.unwrap_or(usize::MAX)), proxies }
    }

    /// Takes a connection that was accepted.
    ///
    /// # Errors
    /// When its address has too many: it is closed after a response that says so, whatever it asks for.
    pub fn admit(&self, stream: TcpStream) -> io::Result<Connection> {
        let peer = stream.peer_addr()?.ip();
        let caller = Caller::address(Some(peer));
        let place =
            if self.proxies.trust(peer) { Some(self.open.count(caller, 1)) } else { self.open.reserve(caller, 1) };
        let Some(place) = place else {
            // A new connection takes a kilobyte without waiting.
            (&*SockRef::from(&stream)).write_all(&REFUSAL)?;
            return Err(io::ErrorKind::QuotaExceeded.into());
        };
        stream.set_nodelay(true)?;
        Ok(Connection { stream: stream.take(NEXT_STEP), is_blocked: false, turn: Turn::default(), _place: place })
    }

    /// Adds their number to the metrics of the service.
    pub fn register(&self, registry: &mut Registry) {
        let open = ("connections", "Open connections");
        self.open.register(registry, [open, ("connections_refused", "Connections of addresses that had too many")]);
    }
}

/// The response to a connection of an address that has too many.
static REFUSAL: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let problem = Problem::new(Code::TooManyConnections, Code::TooManyConnections.meaning());
    let body = serde_json::to_string(&problem).unwrap_or_default();
    let status = problem.code.status();
    format!(
        "HTTP/1.1 {status}\r\ncontent-type: {MEDIA_TYPE}\r\ncontent-length: {}\r\nretry-after: 1\r\n\
         cache-control: no-store\r\naccess-control-allow-origin: *\r\nconnection: close\r\n\r\n{body}",
        body.len()
    )
    .into()
});

/// A connection of a client.
#[derive(Debug)]
pub struct Connection {
    /// The stream, and the bytes that may still be read in this step. When there are none, what was read is parsed first.
    stream: Take<TcpStream>,
    /// Whether the client takes nothing for now of what was written.
    is_blocked: bool,
    turn: Turn,
    _place: Reservation,
}

impl Connection {
    /// What it may read for now.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.turn.clone()
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if self.is_blocked {
            // The write that is pending wakes the task.
            return Poll::Pending;
        }
        let step = ready!(self.turn.poll_step(context.waker())) as u64;
        if self.stream.limit() == 0 {
            self.stream.set_limit(NEXT_STEP);
            context.waker().wake_by_ref();
            return Poll::Pending;
        }
        let left = self.stream.limit().min(step);
        self.stream.set_limit(left);
        let before = buffer.filled().len();
        let read = Pin::new(&mut self.stream).poll_read(context, buffer);
        self.turn.note_read(buffer.filled().len() - before);
        if read.is_pending() {
            self.stream.set_limit(NEXT_STEP);
        }
        read
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        let written = Pin::new(self.stream.get_mut()).poll_write(context, bytes);
        let was_blocked = std::mem::replace(&mut self.is_blocked, written.is_pending());
        if was_blocked && written.is_ready() {
            // No read waits for the client meanwhile.
            context.waker().wake_by_ref();
        }
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(self.stream.get_mut()).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(self.stream.get_mut()).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::io::AsyncWriteExt as _;
    use tokio::net::TcpListener;

    use super::*;
    use crate::limits::ForwardedHeader;

    /// A connection, and its client.
    async fn pair() -> (Connection, TcpStream) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let client = TcpStream::connect(listener.local_addr().expect("an address")).await.expect("it listens");
        let (accepted, _) = listener.accept().await.expect("a connection");
        let proxies = Proxies { trusted: Vec::new(), header: ForwardedHeader::XForwardedFor };
        let connection = Connections::new(None, Arc::new(proxies)).admit(accepted).expect("any number");
        (connection, client)
    }

    /// Reads as the server does: until nothing is ready.
    fn read_turn(connection: &mut Connection, context: &mut Context<'_>) -> Vec<u8> {
        let mut read = Vec::new();
        let mut space = vec![0; 64 * 1024];
        loop {
            let mut buffer = ReadBuf::new(&mut space);
            match Pin::new(&mut *connection).poll_read(context, &mut buffer) {
                Poll::Ready(result) if !buffer.filled().is_empty() => {
                    result.expect("it is connected");
                    read.extend_from_slice(buffer.filled());
                }
                _ => return read,
            }
        }
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn reads_a_little_in_each_turn_and_everything_in_the_end() {
        let (mut connection, mut client) = pair().await;
        let sent: Vec<u8> = (0..5 * 1024).map(|n| n as u8).collect();
        client.write_all(&sent).await.expect("there is room");
        let mut read = Vec::new();
        poll_fn(|context| {
            let turn = read_turn(&mut connection, context);
            assert!(turn.len() <= 1024);
            read.extend(turn);
            if read.len() < sent.len() { Poll::Pending } else { Poll::Ready(()) }
        })
        .await;
        assert!(read == sent);
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn reads_nothing_while_the_client_takes_nothing() {
        let (mut connection, mut client) = pair().await;
        client.write_all(b"next").await.expect("there is room");
        let bytes = [0; 64 * 1024];
        let mut written = 0;
        poll_fn(|context| {
            while let Poll::Ready(result) = Pin::new(&mut connection).poll_write(context, &bytes) {
                written += result.expect("it is connected");
            }
            assert!(read_turn(&mut connection, context).is_empty());
            Poll::Ready(())
        })
        .await;
        let reader = actix_web::rt::spawn(async move {
            let mut taken = vec![0; written + 1];
            client.read_exact(&mut taken).await.expect("it is all sent");
        });
        let mut has_written = false;
        poll_fn(|context| {
            if !has_written {
                has_written = Pin::new(&mut connection).poll_write(context, &[0]).is_ready();
                // As the server does: it reads first, and then goes on to write.
                return Poll::Pending;
            }
            if read_turn(&mut connection, context) == b"next" { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        reader.await.expect("it ends");
    }
}
