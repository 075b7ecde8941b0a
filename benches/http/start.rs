//! How soon the server answers after it was started, and what memory it takes while idle.

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use super::server::Server;

pub(crate) fn measure() {
    let started = Instant::now();
    let server = Server::on_one_core();
    let mut stream = TcpStream::connect(&server.address).expect("it listens");
    stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: bench\r\n\r\n").expect("it reads");
    let mut first = [0; 12];
    stream.read_exact(&mut first).expect("it answers");
    println!("first answer {} ms after the start ({})", started.elapsed().as_millis(), String::from_utf8_lossy(&first));
    std::thread::sleep(Duration::from_millis(500));
    let status = std::fs::read_to_string(format!("/proc/{}/status", server.process())).unwrap_or_default();
    let resident = status.lines().find(|line| line.starts_with("VmRSS")).unwrap_or("VmRSS: unknown");
    println!("idle server: {resident}");
}
