//! HTTP/1.1 as bytes on a socket: what a client sends is written here, whether or not it is what a client should send.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};

use serde_json::Value as Json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpSocket, TcpStream};

/// A connection from an address of this machine.
pub(crate) struct Connection {
    pub(crate) stream: TcpStream,
    buffer: Vec<u8>,
}

/// An answer, read to its end.
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    body: Vec<u8>,
}

impl Connection {
    pub(crate) async fn open(server: SocketAddr, from: Ipv4Addr) -> io::Result<Self> {
        Self::open_with(server, from, None).await
    }

    /// A connection whose receive buffer has at most this many bytes.
    pub(crate) async fn open_with(server: SocketAddr, from: Ipv4Addr, receives: Option<u32>) -> io::Result<Self> {
        let socket = TcpSocket::new_v4()?;
        if let Some(bytes) = receives {
            socket.set_recv_buffer_size(bytes)?;
        }
        socket.bind((from, 0).into())?;
        let stream = socket.connect(server).await?;
        stream.set_nodelay(true)?;
        Ok(Self { stream, buffer: Vec::new() })
    }

    /// Sends a request and reads the answer to its end.
    pub(crate) async fn exchange(&mut self, request: &[u8]) -> io::Result<Answer> {
        let sent = self.stream.write_all(request).await;
        // A server that refuses a body may answer and hang up before it has read it.
        let answer = self.answer().await;
        if answer.is_err() {
            sent?;
        }
        answer
    }

    async fn answer(&mut self) -> io::Result<Answer> {
        self.buffer.clear();
        let head_end = loop {
            self.read().await?;
            if let Some(at) = self.buffer.windows(4).position(|window| window == b"\r\n\r\n") {
                break at + 4;
            }
        };
        let head = String::from_utf8_lossy(&self.buffer[..head_end]).into_owned();
        let status = head.get(9..12).and_then(|status| status.parse().ok());
        let status = status.ok_or_else(|| io::Error::new(io::ErrorKind::InvalidData, "no status"))?;
        let length: Option<usize> = header(&head, "content-length").and_then(|length| length.parse().ok());
        // What is compressed on the way comes in chunks, of which the last is empty.
        let whole = |body: &[u8]| length.map_or(body.ends_with(b"0\r\n\r\n"), |length| body.len() >= length);
        while status != 304 && !whole(&self.buffer[head_end..]) {
            self.read().await?;
        }
        Ok(Answer { status, head, body: self.buffer.split_off(head_end) })
    }

    async fn read(&mut self) -> io::Result<()> {
        self.buffer.reserve(16 * 1024);
        let read = self.stream.read_buf(&mut self.buffer).await?;
        if read == 0 { Err(io::ErrorKind::UnexpectedEof.into()) } else { Ok(()) }
    }
}

impl Answer {
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        header(&self.head, name)
    }

    pub(crate) fn json(&self) -> Json {
        serde_json::from_slice(&self.body).unwrap_or_default()
    }

    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.body).into_owned()
    }
}

fn header<'a>(head: &'a str, name: &str) -> Option<&'a str> {
    let mut fields = head.lines().filter_map(|line| line.split_once(':'));
    fields.find_map(|(field, value)| field.eq_ignore_ascii_case(name).then_some(value.trim()))
}

/// A request with a body whose encoding is in its headers, or without a body.
pub(crate) fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &[u8]) -> Vec<u8> {
    let more: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let of_body = match body.len() {
        0 => String::new(),
        length => format!("content-type: application/json\r\ncontent-length: {length}\r\n"),
    };
    let mut request = format!("{method} {path} HTTP/1.1\r\nhost: soak\r\n{more}{of_body}\r\n").into_bytes();
    request.extend_from_slice(body);
    request
}

pub(crate) fn get(path: &str) -> Vec<u8> {
    request("GET", path, &[], &[])
}

pub(crate) fn post(path: &str, body: &Json) -> Vec<u8> {
    request("POST", path, &[], body.to_string().as_bytes())
}

/// A request of a player.
pub(crate) fn post_as(token: &str, path: &str, body: &Json) -> Vec<u8> {
    request("POST", path, &[("authorization", &format!("Bearer {token}"))], body.to_string().as_bytes())
}
