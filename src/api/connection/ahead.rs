//! What a client has sent ahead of what the server may parse.

use std::io;
use std::pin::pin;
use std::task::{Context, Poll};

use actix_web::web::BytesMut;
use tokio::io::{AsyncReadExt as _, ReadBuf};
use tokio::net::TcpStream;

use super::line::Line;
use super::turn::Part;

/// Bytes that are read ahead, more or less. The system keeps the rest, and lets the client wait.
const AHEAD: usize = 16 * 1024;
/// Size of the first read: most requests are no longer.
const FIRST_READ: usize = 1024;
/// Bytes of a chunked body that are passed on at once. What follows its end can be among them, at most 14 heads.
const CHUNKS: usize = 256;

/// The bytes that have arrived and were not passed on.
#[derive(Debug, Default)]
pub(super) struct Ahead {
    bytes: BytesMut,
    /// Whether the client has closed its side of the connection.
    has_ended: bool,
    /// The place after what was passed on.
    line: Line,
}

impl Ahead {
    /// Reads what has arrived, as far as there is room.
    ///
    /// # Errors
    /// Those of the stream.
    pub(super) fn fill(&mut self, stream: &mut TcpStream, context: &mut Context<'_>) -> io::Result<()> {
        while self.bytes.len() < AHEAD && !self.has_ended {
            if self.bytes.len() == self.bytes.capacity() {
                self.bytes.reserve(FIRST_READ);
            }
            let Poll::Ready(read) = pin!(stream.read_buf(&mut self.bytes)).poll(context) else { break };
            self.has_ended = read? == 0;
        }
        if self.bytes.is_empty() {
            // Idle connections have no buffer.
            self.bytes = BytesMut::new();
        }
        Ok(())
    }

    /// Passes on as much of a part of a request as has arrived and fits, and returns its size.
    pub(super) fn pass(&mut self, part: Part, buffer: &mut ReadBuf<'_>) -> usize {
        let within = |max: usize| self.bytes.get(..max).unwrap_or(&self.bytes);
        let room = buffer.remaining();
        let passed = match part {
            Part::Head => self.line.pass(within(room)).unwrap_or(self.bytes.len().min(room)),
            Part::Body(length) => within(length.min(room)).len(),
            Part::Chunks => {
                let chunks = within(CHUNKS.min(room));
                self.line.pass_last(chunks).unwrap_or(chunks.len())
            }
        };
        buffer.put_slice(&self.bytes.split_to(passed));
        passed
    }

    /// Whether the client has closed its side of the connection.
    pub(super) fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// Whether there is something to pass on: bytes, or the end.
    pub(super) fn is_ready(&self) -> bool {
        self.has_ended || !self.bytes.is_empty()
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;

    use tokio::io::AsyncWriteExt as _;
    use tokio::net::TcpListener;

    use super::*;

    #[actix_macros::test(system = "actix_web::rt::System")]
    async fn little_is_read_ahead() {
        let listener = TcpListener::bind(("127.0.0.1", 0)).await.expect("a free port");
        let mut client = TcpStream::connect(listener.local_addr().expect("an address")).await.expect("it listens");
        let (mut stream, _) = listener.accept().await.expect("a connection");
        let mut ahead = Ahead::default();
        client.write_all(&[b'x'; 8 * AHEAD]).await.expect("there is room");
        poll_fn(|context| {
            ahead.fill(&mut stream, context).expect("it is connected");
            if ahead.bytes.len() < AHEAD { Poll::Pending } else { Poll::Ready(()) }
        })
        .await;
        poll_fn(|context| Poll::Ready(ahead.fill(&mut stream, context))).await.expect("it is connected");
        assert!(ahead.bytes.capacity() <= 2 * AHEAD, "{} bytes", ahead.bytes.capacity());
        let mut space = [0; AHEAD];
        while !ahead.bytes.is_empty() {
            assert!(ahead.pass(Part::Head, &mut ReadBuf::new(&mut space)) > 0);
        }
        drop(client);
        poll_fn(|context| {
            ahead.fill(&mut stream, context).expect("it is closed gently");
            ahead.bytes.clear();
            context.waker().wake_by_ref();
            if ahead.has_ended() { Poll::Ready(()) } else { Poll::Pending }
        })
        .await;
        ahead.fill(&mut stream, &mut Context::from_waker(std::task::Waker::noop())).expect("it is closed gently");
        assert_eq!(ahead.bytes.capacity(), 0, "it has no buffer");
    }
}
