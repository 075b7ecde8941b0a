//! Streams of players' events: the memory of each in the server, and the delay from the response to a change until the player's stream has the
//! event. Server and listeners share the machine.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use ureq::Agent;

use super::server::Server;
use super::{percentile, runtime};

/// Number of players, and of streams of each: 10,000 in all, which fits into the usual limit of open files.
const PLAYERS: usize = 500;
const STREAMS: usize = 20;
/// Number of changes, each of one player.
const CHANGES: usize = 200;
/// How long it is waited between changes.
const PAUSE: Duration = Duration::from_millis(50);

static FINISHED: AtomicBool = AtomicBool::new(false);

pub(crate) fn measure() {
    funhouse::listener::raise_limit_of_connections();
    let server = Server::start();
    let agent = Agent::new_with_defaults();
    let tokens: Vec<String> = (0..PLAYERS).map(|n| server.new_player(&agent, &format!("Player {n}"))).collect();
    let before = server.memory();
    let (sender, receiver) = mpsc::channel();
    let (open, mut opened) = tokio::sync::mpsc::unbounded_channel::<(usize, String)>();
    let address = server.address.clone();
    let listeners = std::thread::spawn(move || {
        let local = tokio::task::LocalSet::new();
        let spawn = local.run_until(async {
            while let Some((player, token)) = opened.recv().await {
                let (address, sender) = (address.clone(), sender.clone());
                tokio::task::spawn_local(async move { listen(&address, &token, player, &sender).await });
            }
        });
        let runtime = runtime();
        runtime.block_on(spawn);
        drop(sender);
        runtime.block_on(local);
    });
    // Each receives its position first. Those of a player connect together.
    for (player, token) in tokens.iter().enumerate() {
        (0..STREAMS).for_each(|_| open.send((player, token.clone())).expect("the listeners run"));
        for _ in 0..STREAMS {
            receiver.recv().expect("each receives it");
        }
    }
    let each = server.memory().saturating_sub(before) / (PLAYERS * STREAMS) as u64;
    println!("  {} streams: {:.1} KiB each; aim 20 KiB", PLAYERS * STREAMS, each as f64 / 1024.0);
    let mut took = Vec::new();
    for change in 0..CHANGES {
        let player = change * 7 % PLAYERS;
        server.send(&agent, "/v1/tables", Some(&tokens[player]), &json!({ "game": "slide-jam" }));
        let answered = Instant::now();
        let mut arrived: BTreeMap<usize, usize> = BTreeMap::new();
        while arrived.get(&player).is_none_or(|streams| *streams < STREAMS) {
            let (of, at) = receiver.recv().expect("each receives it");
            *arrived.entry(of).or_default() += 1;
            took.push(at.saturating_duration_since(answered));
        }
        std::thread::sleep(PAUSE);
    }
    FINISHED.store(true, Ordering::Relaxed);
    drop(open);
    drop(server);
    listeners.join().expect("they end");
    println!(
        "  from the answer to the streams of the player: p50 {:.1} ms, p99 {:.1} ms; aim 100 ms",
        percentile(&mut took, 50),
        percentile(&mut took, 99),
    );
}

/// Listens, and sends the player with the time at which each event has arrived whole.
async fn listen(address: &str, token: &str, player: usize, sender: &mpsc::Sender<(usize, Instant)>) {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let request =
        format!("GET /v1/players/me/events HTTP/1.1\r\nhost: {address}\r\nauthorization: Bearer {token}\r\n\r\n");
    stream.write_all(request.as_bytes()).await.expect("it is sent");
    let mut buffer = vec![0; 4096];
    let mut seen = String::new();
    loop {
        match stream.read(&mut buffer).await {
            Ok(0) | Err(_) if FINISHED.load(Ordering::Relaxed) => return,
            Ok(0) | Err(_) => panic!("the stream broke off"),
            Ok(read) => seen.push_str(&String::from_utf8_lossy(&buffer[..read])),
        }
        // The head of the response and heartbeats have no data.
        while let Some((event, rest)) = seen.split_once("\n\n") {
            let is_event = event.contains("data: ");
            seen = rest.to_owned();
            if is_event && sender.send((player, Instant::now())).is_err() {
                return;
            }
        }
    }
}
