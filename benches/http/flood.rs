//! Cheap calls alone and during floods of the most expensive accepted calls, in turn. Read the ratio.
//!
//! Each flood is 24 connections that ask again as soon as they are answered. It comes from a process of lower priority, so
//! that it takes little from the server, as if it came from another machine; what reading and writing its bodies costs the
//! server is part of the flood. Server, flood and cheap calls share all cores.

use std::collections::BTreeMap;
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use funhouse::rules::game::State;
use funhouse::rules::games::easy_slider::EasySlider;
use funhouse::rules::games::epic_funhouse::EpicFunhouse;
use funhouse::rules::games::epic_funhouse::slide_jam::SlideJam;
use serde_json::{Value as Json, json};

use super::play;
use super::runs::long_run;
use super::server::Server;

const CLIENTS: usize = 24;
const ROUNDS: usize = 5;
/// How long cheap calls are measured, alone and then under the flood, in each round.
const ROUND: Duration = Duration::from_secs(3);
/// How long a flood comes before anything is measured under it.
const RISE: Duration = Duration::from_millis(500);
/// How long the server has after a flood to come to rest.
const REST: Duration = Duration::from_millis(1000);
/// How long a client waits until it asks for something cheap again.
const PAUSE: Duration = Duration::from_millis(2);
/// The argument that makes this program the flood; address, file of the request and seconds come after it.
pub(crate) const FLOOD: &str = "--flood-of";

pub(crate) fn measure() {
    let server = Server::funhouse(&[]);
    let folder = tempfile::tempdir().expect("a folder");
    let (slide, _) = play::play_of::<SlideJam>(0);
    let cheap = [
        ("healthz", request("GET", "/healthz", &[], "")),
        ("play", request("POST", "/v1/games/slide-jam/play", &[], &slide)),
    ];
    println!("\ncheap calls alone and under a flood of {CLIENTS} clients, {ROUNDS} rounds in turn:");
    for (what, expensive) in expensive_calls(&server.address) {
        let file = folder.path().join("request");
        std::fs::write(&file, expensive).expect("it is written");
        compare(&server.address, &what, &file, &cheap);
    }
}

/// The dearest calls that are taken.
fn expensive_calls(address: &str) -> Vec<(String, Vec<u8>)> {
    let run = long_run::<EpicFunhouse>("flood");
    let moves = run["moves"].as_array().expect("a list").len();
    let run_text = run.to_string();
    let id = submitted(address, &run_text);
    let size = run_text.len() / 1024;
    let played = long_play();
    let brotli = [("accept-encoding", "br")];
    let post = |path: &str, body: &Json| request("POST", path, &[], &body.to_string());
    let traced = "/v1/games/epic-funhouse/replay?trace=true";
    let stored = |path: &str| request("GET", &format!("/v1/runs/{id}/positions/{moves}{path}"), &[], "");
    vec![
        (format!("traced replays, {moves} moves, {size} KiB"), post(traced, &run)),
        ("the same, their answers compressed".to_owned(), request("POST", traced, &brotli, &run_text)),
        (format!("replays, {moves} moves"), post("/v1/games/epic-funhouse/replay", &run)),
        (format!("plays of {} moves", played["moves"].as_array().map_or(0, Vec::len)), post(PLAY, &played)),
        ("the same, their answers compressed".to_owned(), request("POST", PLAY, &brotli, &played.to_string())),
        (format!("positions {moves} of a stored run"), stored("")),
        (format!("pictures of position {moves}"), stored("/picture")),
    ]
}

/// The path of long plays.
const PLAY: &str = "/v1/games/easy-slider/play";

/// About as many moves in one play as a body holds.
fn long_play() -> Json {
    let run = long_run::<EasySlider>("flood");
    let moves = run["moves"].as_array().expect("a list");
    let state = State::<EasySlider>::deal("flood".parse().expect("a seed"), Default::default());
    json!({ "state": state, "moves": &moves[..moves.len().min(5000)] })
}

/// The number under which a run is kept.
fn submitted(address: &str, run: &str) -> String {
    let created = answer(address, &request("POST", "/v1/players", &[], r#"{"name":"Flood"}"#));
    let bearer = format!("Bearer {}", created["token"].as_str().expect("a token"));
    let receipt = answer(address, &request("POST", "/v1/runs", &[("authorization", &bearer)], run));
    receipt["run"]["id"].as_str().expect("a number").to_owned()
}

pub(crate) fn request(method: &str, path: &str, headers: &[(&str, &str)], body: &str) -> Vec<u8> {
    let more: String = headers.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let head = format!("{method} {path} HTTP/1.1\r\nhost: bench\r\n{more}");
    let length = if body.is_empty() {
        String::new()
    } else {
        format!("content-type: application/json\r\ncontent-length: {}\r\n", body.len())
    };
    format!("{head}{length}\r\n{body}").into_bytes()
}

/// The JSON that a request is answered with.
pub(crate) fn answer(address: &str, request: &[u8]) -> Json {
    let mut connection = Connection::open(address);
    connection.send(request);
    serde_json::from_slice(&connection.body).unwrap_or_else(|_| panic!("not JSON: {:?}", connection.body))
}

/// A connection on which one request is answered after the other.
pub(crate) struct Connection {
    stream: TcpStream,
    pub(crate) body: Vec<u8>,
}

impl Connection {
    pub(crate) fn open(address: &str) -> Self {
        let stream = TcpStream::connect(address).expect("it listens");
        stream.set_nodelay(true).expect("an option of the socket");
        Self { stream, body: Vec::new() }
    }

    /// Sends a request and reads the whole response. Returns its status, or `None` after a timeout.
    pub(crate) fn send(&mut self, request: &[u8]) -> Option<u16> {
        self.stream.write_all(request).expect("it reads");
        self.body.clear();
        loop {
            self.read()?;
            let Some(head) = self.body.windows(4).position(|window| window == b"\r\n\r\n") else { continue };
            let text = String::from_utf8_lossy(&self.body[..head]).into_owned();
            let length: Option<usize> =
                text.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse().ok());
            // An answer that is compressed comes in chunks, of which the last is empty.
            let whole = |body: &[u8]| match length {
                Some(length) => body.len() >= head + 4 + length,
                None => body.ends_with(b"\r\n0\r\n\r\n"),
            };
            while !whole(&self.body) {
                self.read()?;
            }
            self.body.drain(..head + 4);
            return text[9..12].parse().ok();
        }
    }

    fn read(&mut self) -> Option<()> {
        let mut buffer = [0; 64 * 1024];
        let read = self.stream.read(&mut buffer).ok()?;
        assert!(read > 0, "the connection is kept");
        self.body.extend(&buffer[..read]);
        Some(())
    }

    /// Waits so long for an answer and no longer.
    fn set_patience(&self, patience: Duration) {
        let patience = patience.max(Duration::from_millis(1));
        self.stream.set_read_timeout(Some(patience)).expect("an option of the socket");
    }
}

/// This program as a flood, which prints the number of responses by status.
pub(crate) fn flood(arguments: &[String]) {
    let at = arguments.iter().position(|argument| argument == FLOOD).expect("it is there");
    let [address, file, seconds] = &arguments[at + 1..at + 4] else { panic!("an address, a file and seconds") };
    let request = std::fs::read(file).expect("the request");
    let until = Instant::now() + Duration::from_secs_f64(seconds.parse().expect("a number"));
    let client = || {
        let mut connection = Connection::open(address);
        let mut answers = Vec::new();
        while let Some(patience) = until.checked_duration_since(Instant::now()) {
            connection.set_patience(patience);
            answers.extend(connection.send(&request));
        }
        answers
    };
    let answers: Vec<u16> = std::thread::scope(|scope| {
        let clients: Vec<_> = (0..CLIENTS).map(|_| scope.spawn(client)).collect();
        clients.into_iter().flat_map(|client| client.join().expect("a client ends")).collect()
    });
    let mut counts = BTreeMap::new();
    answers.iter().for_each(|status| *counts.entry(status).or_insert(0) += 1);
    let shown: Vec<String> = counts.iter().map(|(status, count)| format!("{count} x {status}")).collect();
    println!("{}", shown.join(", "));
}

fn start_flood(address: &str, file: &Path) -> Child {
    let seconds = (RISE + ROUND).as_secs_f64().to_string();
    let program = std::env::current_exe().expect("this program");
    let mut command = Command::new("nice");
    command.args(["-n", "19"]).arg(program).arg(FLOOD).arg(address).arg(file).arg(seconds);
    command.stdout(Stdio::piped()).spawn().expect("the flood starts")
}

/// The latencies of each cheap call.
fn probe(address: &str, cheap: &[(&str, Vec<u8>)]) -> Vec<Vec<Duration>> {
    let until = Instant::now() + ROUND;
    let client = |request: &[u8]| {
        let mut connection = Connection::open(address);
        let mut took = Vec::new();
        while Instant::now() < until {
            std::thread::sleep(PAUSE);
            let sent = Instant::now();
            assert_eq!(connection.send(request), Some(200), "cheap calls are always answered");
            took.push(sent.elapsed());
        }
        took
    };
    std::thread::scope(|scope| {
        let clients: Vec<_> = cheap.iter().map(|(_, request)| scope.spawn(move || client(request))).collect();
        clients.into_iter().map(|client| client.join().expect("a client ends")).collect()
    })
}

/// One percentile in milliseconds.
pub(crate) fn percentile(took: &[Duration], part: usize) -> f64 {
    took[(took.len() - 1) * part / 100].as_secs_f64() * 1e3
}

fn compare(address: &str, what: &str, file: &Path, cheap: &[(&str, Vec<u8>)]) {
    let mut alone = vec![Vec::new(); cheap.len()];
    let mut flooded = vec![Vec::new(); cheap.len()];
    let mut shown = String::new();
    for _ in 0..ROUNDS {
        alone.iter_mut().zip(probe(address, cheap)).for_each(|(all, took)| all.extend(took));
        let flood = start_flood(address, file);
        std::thread::sleep(RISE);
        flooded.iter_mut().zip(probe(address, cheap)).for_each(|(all, took)| all.extend(took));
        // The clients of the flood hang up, so that nothing of theirs is begun any more.
        shown = String::from_utf8(flood.wait_with_output().expect("it ends").stdout).expect("it prints text");
        std::thread::sleep(REST);
    }
    println!("  {what}; answers in a round: {}", shown.trim());
    for ((name, _), (alone, flooded)) in cheap.iter().zip(alone.iter_mut().zip(&mut flooded)) {
        alone.sort_unstable();
        flooded.sort_unstable();
        let [p50, p99] = [50, 99].map(|part| (percentile(alone, part), percentile(flooded, part)));
        println!(
            "    {name:<8} p50 {:>7.3} -> {:>7.3} ms, p99 {:>7.3} -> {:>7.3} ms: ratio of p99 {:.2}",
            p50.0,
            p50.1,
            p99.0,
            p99.1,
            p99.1 / p99.0,
        );
    }
}
