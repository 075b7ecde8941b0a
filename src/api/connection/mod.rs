//! Connections of clients: bounds how many an address may have, and how far a client may send ahead of what it reads.
//!
//! A connection gives the server one request at a time (see [`Turn`]), and nothing while its client reads nothing. It is closed when its
//! next request is late (see `next_request`), and when unread responses take too much memory (see [`Unsent`](crate::limits::Unsent)).

mod ahead;
mod line;
pub mod next_request;
pub(super) mod payload;
pub mod turn;

use std::io::{self, Write as _};
use std::pin::Pin;
use std::sync::{Arc, LazyLock};
use std::task::{Context, Poll};
use std::time::Duration;

use actix_web::ResponseError as _;
use prometheus_client::registry::Registry;
use socket2::SockRef;
use tokio::io::{AsyncRead, AsyncReadExt as _, AsyncWrite, AsyncWriteExt as _, ReadBuf};
use tokio::net::TcpStream;

use super::connection::ahead::Ahead;
use super::connection::next_request::{NextRequest, Timeouts};
use super::connection::turn::Turn;
use super::problem::{Code, MEDIA_TYPE, Problem};
use crate::caller::Caller;
use crate::limits::{Budget, Cut, Proxies, Reservation};

/// Maximum number of refused connections that linger, in total and of an address.
const MAX_LINGERING: [usize; 2] = [1024, 16];
/// Bytes that a refused connection discards, at most: twice the longest body that any call accepts.
const MAX_DISCARDED: u64 = 2 * 1024 * 1024;

/// The connections of all clients.
#[derive(Clone, Debug)]
pub struct Connections {
    open: Budget,
    /// Refused connections that linger.
    lingering: Budget,
    /// How long a refused connection lingers, at most.
    linger: Duration,
    timeouts: Timeouts,
    /// The proxies that are trusted, which may have any number of connections.
    proxies: Arc<Proxies>,
}

impl Connections {
    /// Starts without connections. An address may have at most `max_each` of them, or any number if that is none. A refused connection may
    /// linger for at most `linger`.
    #[must_use]
    pub fn new(max_each: Option<usize>, linger: Duration, timeouts: Timeouts, proxies: Arc<Proxies>) -> Self {
        let open = Budget::new(usize::MAX, max_each.unwrap_or(usize::MAX));
        let [max_lingering, of_an_address] = MAX_LINGERING;
        Self { open, lingering: Budget::new(max_lingering, of_an_address), linger, timeouts, proxies }
    }

    /// Admits a connection that the listener accepted.
    ///
    /// # Errors
    /// The address has too many connections. This one is closed after a 429, before its request is read.
    pub fn admit(&self, stream: TcpStream) -> io::Result<Connection> {
        let peer = stream.peer_addr()?.ip();
        let caller = Caller::address(Some(peer));
        let place =
            if self.proxies.trust(peer) { Some(self.open.count(caller, 1)) } else { self.open.reserve(caller, 1) };
        let Some(place) = place else {
            // A new connection takes a kilobyte without waiting.
            (&*SockRef::from(&stream)).write_all(&REFUSAL)?;
            self.close_gently(caller, stream);
            return Err(io::ErrorKind::QuotaExceeded.into());
        };
        stream.set_nodelay(true)?;
        Ok(Connection {
            stream,
            ahead: Ahead::default(),
            is_parsing: false,
            is_blocked: false,
            turn: Turn::default(),
            cut: Arc::default(),
            next_request: NextRequest::new(self.timeouts),
            _place: place,
        })
    }

    /// Discards what the client of a refused connection still sends. Closed with unread bytes, the connection would be reset, and the
    /// client could lose the response. Closes the connection at once if too many linger.
    fn close_gently(&self, caller: Caller, mut stream: TcpStream) {
        let Some(place) = self.lingering.reserve(caller, 1) else { return };
        let linger = self.linger;
        actix_web::rt::spawn(async move {
            let _place = place;
            let discard = async {
                stream.shutdown().await?;
                tokio::io::copy(&mut stream.take(MAX_DISCARDED), &mut tokio::io::sink()).await
            };
            // The client is gone, or has had its time: either way the connection is closed.
            let _ = tokio::time::timeout(linger, discard).await;
        });
    }

    /// Adds the number of connections to the metrics of the service.
    pub fn register(&self, registry: &mut Registry) {
        let open = ("connections", "Open connections");
        self.open.register(registry, [open, ("connections_refused", "Connections of addresses that had too many")]);
    }
}

/// The response to a connection of an address that has too many connections.
static REFUSAL: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let problem = Problem::of(Code::TooManyConnections);
    let body = serde_json::to_string(&problem).unwrap_or_default();
    let status = problem.status_code();
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
    stream: TcpStream,
    ahead: Ahead,
    /// Whether the server must parse what it was given before it is given more.
    is_parsing: bool,
    /// Whether the last write is pending because the client does not read.
    is_blocked: bool,
    turn: Turn,
    cut: Arc<Cut>,
    next_request: NextRequest,
    _place: Reservation,
}

impl Connection {
    /// The turn, which decides how much the connection may read.
    #[must_use]
    pub fn turn(&self) -> Turn {
        self.turn.clone()
    }

    /// The signal that closes the connection when unread responses take too much memory.
    #[must_use]
    pub fn cut(&self) -> Arc<Cut> {
        Arc::clone(&self.cut)
    }

    /// Fails once the connection is cut; the client then sees a reset, and the system drops what it has not sent.
    fn check_cut(&self, context: &Context<'_>) -> io::Result<()> {
        if self.cut.poll(context).is_pending() {
            return Ok(());
        }
        SockRef::from(&self.stream).set_linger(Some(Duration::ZERO))?;
        Err(io::ErrorKind::ConnectionReset.into())
    }

    /// Reads ahead, and passes on what the turn allows.
    fn poll_part(&mut self, context: &mut Context<'_>, buffer: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        self.ahead.fill(&mut self.stream, context)?;
        if std::mem::take(&mut self.is_parsing) {
            if self.ahead.is_ready() {
                context.waker().wake_by_ref();
            }
            return Poll::Pending;
        }
        let passed = match self.turn.poll_part(context.waker()) {
            Poll::Ready(part) => self.ahead.pass(part, buffer),
            Poll::Pending => 0,
        };
        if passed == 0 {
            // A client that closes its side of the connection does not wait for responses: what it has sent ahead is dropped.
            return if self.ahead.has_ended() { Poll::Ready(Ok(())) } else { Poll::Pending };
        }
        self.is_parsing = true;
        self.turn.note_passed(passed);
        Poll::Ready(Ok(()))
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        self.check_cut(context)?;
        if self.is_blocked {
            // The write that is pending wakes the task.
            self.next_request.stop();
            return Poll::Pending;
        }
        let before = buffer.filled().len();
        let read = self.poll_part(context, buffer);
        let has_read = buffer.filled().len() > before;
        let Self { next_request, turn, .. } = &mut *self;
        if next_request.poll_late(turn, has_read, context).is_ready() {
            return Poll::Ready(Err(io::ErrorKind::TimedOut.into()));
        }
        read
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, context: &mut Context<'_>, bytes: &[u8]) -> Poll<io::Result<usize>> {
        self.check_cut(context)?;
        let written = Pin::new(&mut self.stream).poll_write(context, bytes);
        let was_blocked = std::mem::replace(&mut self.is_blocked, written.is_pending());
        if was_blocked && written.is_ready() {
            // No read waits for the client meanwhile.
            context.waker().wake_by_ref();
        }
        written
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::net::TcpListener;

    use super::*;
    use crate::limits::{ForwardedHeader, Unsent};

    const LONG: Duration = Duration::from_secs(3600);
    const NO_TIMEOUTS: Timeouts = Timeouts { head: LONG, idle: LONG };

    /// A connection, and its client.
    async fn pair(timeouts: Timeouts) -> (Connection, TcpStream) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let client = TcpStream::connect(listener.local_addr().expect("an address")).await.expect("it listens");
        let (accepted, _) = listener.accept().await.expect("a connection");
        let proxies = Proxies { trusted: Vec::new(), header: ForwardedHeader::XForwardedFor };
        let connections = Connections::new(None, Duration::ZERO, timeouts, Arc::new(proxies));
        (connections.admit(accepted).expect("any number"), client)
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

    /// What the server is given, turn by turn, until it has these many bytes.
    async fn turns(connection: &mut Connection, bytes: usize) -> Vec<String> {
        let mut turns = Vec::new();
        poll_fn(|context| {
            let turn = read_turn(connection, context);
            if !turn.is_empty() {
                turns.push(String::from_utf8(turn).expect("text"));
            }
            if turns.concat().len() < bytes { Poll::Pending } else { Poll::Ready(()) }
        })
        .await;
        turns
    }

    const GET: &str = "GET / HTTP/1.1\r\nHost:\r\n\r\n";

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn server_gets_one_head_at_a_time() {
        let (mut connection, mut client) = pair(NO_TIMEOUTS).await;
        let parts = [GET, GET, &format!("\r\n{GET}"), "GET /he"];
        client.write_all(parts.concat().as_bytes()).await.expect("there is room");
        assert_eq!(turns(&mut connection, parts.concat().len()).await, parts);
        let rest = format!("ad HTTP/1.1\r\nHost: {}\r\n\r\n", "x".repeat(5000));
        client.write_all(rest.as_bytes()).await.expect("there is room");
        assert_eq!(turns(&mut connection, rest.len()).await.concat(), rest);
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn server_gets_only_the_body_while_it_answers() {
        let (mut connection, mut client) = pair(NO_TIMEOUTS).await;
        let body = "\r\n\r\n".repeat(5000);
        let chunked = "3\r\n\n\n\n\r\n0\r\n\r\n";
        client.write_all([GET, &body, GET, chunked, "GET /he"].concat().as_bytes()).await.expect("there is room");
        assert_eq!(turns(&mut connection, 1).await, [GET]);
        let answering = connection.turn.answer(body.len());
        assert_eq!(turns(&mut connection, body.len()).await.concat(), body);
        assert!(still_waits(&mut connection).await);
        drop(answering);
        assert_eq!(turns(&mut connection, 1).await, [GET]);
        let answering = connection.turn.answer(0);
        assert!(still_waits(&mut connection).await);
        connection.turn.wait_for_chunks();
        assert_eq!(turns(&mut connection, 1).await, [chunked]);
        assert!(still_waits(&mut connection).await);
        drop(answering);
        assert_eq!(turns(&mut connection, 1).await, ["GET /he"]);
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn client_that_closes_does_not_wait_for_responses() {
        let (mut connection, mut client) = pair(NO_TIMEOUTS).await;
        client.write_all(GET.repeat(3).as_bytes()).await.expect("there is room");
        client.shutdown().await.expect("it is open");
        for _ in 0..2 {
            assert_eq!(read(&mut connection).await, Ok(GET.into()));
        }
        let _answering = connection.turn.answer(0);
        assert_eq!(read(&mut connection).await, Ok(Vec::new()));
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn reads_nothing_while_client_reads_nothing() {
        let (mut connection, mut client) = pair(NO_TIMEOUTS).await;
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

    /// Returns the next bytes that arrive, or the kind of the error.
    async fn read(connection: &mut Connection) -> Result<Vec<u8>, io::ErrorKind> {
        let mut space = [0; 1024];
        let read = connection.read(&mut space).await;
        read.map(|read| space[..read].to_vec()).map_err(|why| why.kind())
    }

    /// Whether a connection still waits after its timeouts have passed.
    async fn still_waits(connection: &mut Connection) -> bool {
        tokio::time::timeout(Duration::from_millis(20), read(connection)).await.is_err()
    }

    const SHORT: Duration = Duration::from_millis(1);

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn incomplete_later_head_times_out_idle_connection_does_not() {
        let (mut connection, mut client) = pair(Timeouts { head: SHORT, idle: LONG }).await;
        client.write_all(b"GET").await.expect("there is room");
        assert_eq!(read(&mut connection).await, Ok(b"GET".to_vec()));
        assert!(still_waits(&mut connection).await, "the server times the first head");
        let answering = connection.turn.answer(0);
        assert!(still_waits(&mut connection).await, "a request is being answered");
        drop(answering);
        assert!(still_waits(&mut connection).await, "it is idle");
        client.write_all(b"GET").await.expect("there is room");
        assert_eq!(read(&mut connection).await, Ok(b"GET".to_vec()));
        assert_eq!(read(&mut connection).await, Err(io::ErrorKind::TimedOut));
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn head_timeout_ends_when_its_request_begins() {
        let (mut connection, mut client) = pair(Timeouts { head: SHORT, idle: LONG }).await;
        for _ in 0..3 {
            drop(connection.turn.answer(0));
            client.write_all(b"GET").await.expect("there is room");
            assert_eq!(read(&mut connection).await, Ok(b"GET".to_vec()));
            let answering = connection.turn.answer(0);
            assert!(still_waits(&mut connection).await, "slow answers are not cut short");
            drop(answering);
            assert!(still_waits(&mut connection).await, "the time of this head is over");
        }
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn incomplete_head_sent_ahead_times_out() {
        let (mut connection, mut client) = pair(Timeouts { head: SHORT, idle: LONG }).await;
        client.write_all([GET, "GET"].concat().as_bytes()).await.expect("there is room");
        assert_eq!(read(&mut connection).await, Ok(GET.into()));
        let answering = connection.turn.answer(0);
        assert!(still_waits(&mut connection).await, "a request is being answered");
        drop(answering);
        assert_eq!(read(&mut connection).await, Ok(b"GET".to_vec()));
        assert_eq!(read(&mut connection).await, Err(io::ErrorKind::TimedOut));
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn idle_connection_times_out() {
        let (mut connection, _client) = pair(Timeouts { head: LONG, idle: SHORT }).await;
        drop(connection.turn.answer(0));
        assert_eq!(read(&mut connection).await, Err(io::ErrorKind::TimedOut));
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn cut_connection_is_reset() {
        let unsent = Unsent::new(1, 1);
        let (mut connection, mut client) = pair(NO_TIMEOUTS).await;
        let cut = connection.cut();
        let cut_soon = async { drop(unsent.count(Caller::address(None), 2, cut)) };
        let (read, ()) = futures_util::future::join(read(&mut connection), cut_soon).await;
        assert_eq!(read, Err(io::ErrorKind::ConnectionReset), "it is woken");
        let written = connection.write(b"more").await;
        assert_eq!(written.map_err(|why| why.kind()), Err(io::ErrorKind::ConnectionReset));
        drop(connection);
        let seen = client.read_u8().await;
        assert_eq!(seen.map_err(|why| why.kind()), Err(io::ErrorKind::ConnectionReset));
    }

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn refused_connections_linger_within_bounds() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let proxies = Proxies { trusted: Vec::new(), header: ForwardedHeader::XForwardedFor };
        let connections = Connections::new(Some(0), LONG, NO_TIMEOUTS, Arc::new(proxies));
        let mut clients = Vec::new();
        for _ in 0..20 {
            clients.push(TcpStream::connect(address).await.expect("it listens"));
            let (accepted, _) = listener.accept().await.expect("a connection");
            assert!(connections.admit(accepted).is_err());
        }
        assert_eq!(connections.lingering.reserved(), MAX_LINGERING[1]);
        for mut client in clients {
            let mut answer = Vec::new();
            client.read_to_end(&mut answer).await.expect("an answer and no reset");
            assert!(answer == *REFUSAL);
        }
        while connections.lingering.reserved() > 0 {
            tokio::task::yield_now().await;
        }
    }
}
