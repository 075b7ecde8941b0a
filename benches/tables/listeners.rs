//! 2,000 listeners at one table: the memory of each in the server, and the delay from the response to a move until the last of them
//! receives it. Server and listeners share the machine.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use ureq::Agent;

use super::server::{Server, Sliding};
use super::{percentile, runtime};

const LISTENERS: usize = 2000;
const MOVES: usize = 100;
/// How long it is waited between moves.
const PAUSE: Duration = Duration::from_millis(200);

static FINISHED: AtomicBool = AtomicBool::new(false);

pub(crate) fn measure() {
    let server = Server::start();
    let agent = Agent::new_with_defaults();
    let token = server.new_player(&agent, "Ada");
    let mut sliding = Sliding::begin(&server, &agent, &token);
    let before = server.memory();
    let (sender, receiver) = mpsc::channel();
    let (address, path) = (server.address.clone(), sliding.path().to_owned());
    let listeners = std::thread::spawn(move || {
        let local = tokio::task::LocalSet::new();
        for _ in 0..LISTENERS {
            let (address, path, sender) = (address.clone(), path.clone(), sender.clone());
            local.spawn_local(async move { listen(&address, &path, &sender).await });
        }
        drop(sender);
        runtime().block_on(local);
    });
    // Each receives the table first.
    for _ in 0..LISTENERS {
        receiver.recv().expect("each receives it");
    }
    let each = server.memory().saturating_sub(before) / LISTENERS as u64;
    let mut took = Vec::with_capacity(MOVES);
    let mut answers = Vec::with_capacity(MOVES);
    for _ in 0..MOVES {
        let sent = Instant::now();
        sliding.go_on(&server, &agent, &token);
        let answered = Instant::now();
        answers.push(answered - sent);
        let last = (0..LISTENERS).map(|_| receiver.recv().expect("each receives it")).max().expect("listeners");
        took.push(last.saturating_duration_since(answered));
        std::thread::sleep(PAUSE);
    }
    FINISHED.store(true, Ordering::Relaxed);
    drop(server);
    listeners.join().expect("they end");
    println!("  {LISTENERS} listeners: {:.1} KiB each", each as f64 / 1024.0);
    println!(
        "  from the answer to the last of them: p50 {:.1} ms, p99 {:.1} ms; aim 100 ms (the move itself: p50 {:.1} ms)",
        percentile(&mut took, 50),
        percentile(&mut took, 99),
        percentile(&mut answers, 50),
    );
}

/// Listens, and sends the time at which each event of the table has arrived whole.
async fn listen(address: &str, path: &str, sender: &mpsc::Sender<Instant>) {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let request = format!("GET {path}/events HTTP/1.1\r\nhost: {address}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("it is sent");
    let mut buffer = vec![0; 16 * 1024];
    let mut seen = Vec::new();
    loop {
        match stream.read(&mut buffer).await {
            Ok(0) | Err(_) if FINISHED.load(Ordering::Relaxed) => return,
            Ok(0) | Err(_) => panic!("the stream broke off"),
            Ok(read) => seen.extend_from_slice(&buffer[..read]),
        }
        // An event of the table ends with an empty line.
        while let Some(at) = find(&seen, b"event: table").and_then(|at| Some(at + find(&seen[at..], b"\n\n")? + 2)) {
            seen.drain(..at);
            if sender.send(Instant::now()).is_err() {
                return;
            }
        }
    }
}

fn find(text: &[u8], what: &[u8]) -> Option<usize> {
    text.windows(what.len()).position(|window| window == what)
}
