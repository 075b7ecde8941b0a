//! Requests as bytes on a connection, for what no client library sends.

use std::io::{Read, Write as _, copy};
use std::net::{Ipv4Addr, SocketAddr, TcpStream};

use socket2::{Domain, Socket, Type};
use ureq::http::{HeaderMap, HeaderName, HeaderValue};

use crate::support::eventually::PATIENCE;
use crate::support::harness::Answer;

fn address(base: &str) -> SocketAddr {
    base.trim_start_matches("http://").parse().expect("an address")
}

/// A connection to a server.
pub(crate) struct Raw {
    stream: TcpStream,
    unread: Vec<u8>,
}

impl Raw {
    /// Connects to a server at `http://ADDRESS:PORT`.
    pub(crate) fn connect(base: &str) -> Self {
        Self::of(TcpStream::connect(address(base)).expect("the server listens"))
    }

    /// Connects as a client whose receive buffer has a few kilobytes.
    pub(crate) fn connect_narrow(base: &str) -> Self {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
        socket.set_recv_buffer_size(4096).expect("a size");
        socket.connect(&address(base).into()).expect("the server listens");
        Self::of(socket.into())
    }

    /// Connects from this address of this machine.
    pub(crate) fn connect_from(from: Ipv4Addr, base: &str) -> Self {
        let socket = Socket::new(Domain::IPV4, Type::STREAM, None).expect("a socket");
        socket.bind(&SocketAddr::from((from, 0)).into()).expect("an address of this machine");
        socket.connect(&address(base).into()).expect("the server listens");
        Self::of(socket.into())
    }

    fn of(stream: TcpStream) -> Self {
        // A server that never answers fails the test that waits for it.
        stream.set_read_timeout(Some(PATIENCE)).expect("a timeout");
        Self { stream, unread: Vec::new() }
    }

    /// Sends bytes, and returns whether the server still accepts them.
    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) -> bool {
        self.stream.write_all(bytes.as_ref()).is_ok()
    }

    /// The same connection, for a thread that sends while this one reads.
    pub(crate) fn writer(&self) -> Self {
        Self::of(self.stream.try_clone().expect("a handle"))
    }

    /// Reads the next response. One without a `Content-Length` ends with the connection.
    pub(crate) fn answer(&mut self) -> Answer {
        let end = loop {
            match self.unread.windows(4).position(|window| window == b"\r\n\r\n") {
                Some(end) => break end,
                None => assert!(self.read(), "the connection ends in the head of an answer: {:?}", self.unread),
            }
        };
        let head = String::from_utf8(self.unread.drain(..end + 4).collect()).expect("a head is text");
        let status = head[9..12].parse().expect("a status");
        let mut headers = HeaderMap::new();
        for (name, value) in head.lines().skip(1).filter_map(|line| line.split_once(": ")) {
            let name = HeaderName::from_bytes(name.as_bytes()).expect("a name");
            headers.append(name, HeaderValue::from_str(value).expect("a value"));
        }
        let length =
            headers.get("content-length").map(|value| value.to_str().expect("text").parse().expect("a number"));
        let length = length.unwrap_or(if status < 200 { 0 } else { usize::MAX });
        while self.unread.len() < length && self.read() {}
        let body = self.unread.drain(..length.min(self.unread.len())).collect();
        Answer { status, headers, body: String::from_utf8(body).expect("a body is text") }
    }

    /// Reads until this text has come, and drops it with all that came before it.
    pub(crate) fn read_until(&mut self, text: &str) {
        loop {
            if let Some(at) = self.unread.windows(text.len()).position(|window| window == text.as_bytes()) {
                self.unread.drain(..at + text.len());
                return;
            }
            assert!(self.read(), "the connection ends before {text:?}");
        }
    }

    /// Waits until the server closes the connection, and drops what comes before.
    pub(crate) fn closed(&mut self) {
        while self.read() {}
    }

    /// Reads until the server ends the connection, and returns whether it was reset.
    pub(crate) fn is_reset(&mut self) -> bool {
        self.stream.read_to_end(&mut self.unread).is_err()
    }

    fn read(&mut self) -> bool {
        let mut buffer = [0; 4096];
        let read = self.stream.read(&mut buffer).unwrap_or(0);
        self.unread.extend(&buffer[..read]);
        read > 0
    }
}

/// Returns the input, compressed with gzip.
pub(crate) fn gzip(mut from: impl Read) -> Vec<u8> {
    let mut writer = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::best());
    copy(&mut from, &mut writer).expect("it is written to memory");
    writer.finish().expect("it is written to memory")
}
