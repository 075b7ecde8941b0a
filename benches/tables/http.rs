//! Moves over HTTP at a real server: each table is moved at by a client of its own, who waits for each answer. Server and clients
//! share the machine.

use std::time::{Duration, Instant};

use ureq::Agent;

use super::percentile;
use super::server::{Server, Sliding};

pub(crate) fn measure() {
    let server = Server::start();
    for (tables, moves) in [(1, 300), (8, 200), (64, 60)] {
        load(&server, tables, moves);
    }
}

fn load(server: &Server, tables: usize, moves: usize) {
    let client = |n: usize| {
        let agent = Agent::new_with_defaults();
        let token = server.new_player(&agent, &format!("Player {tables} {n}"));
        let sliding = Sliding::begin(server, &agent, &token);
        (agent, token, sliding)
    };
    let clients: Vec<_> = (0..tables).map(client).collect();
    let (started, cpu) = (Instant::now(), server.cpu());
    let mut took: Vec<Duration> = std::thread::scope(|scope| {
        let play = |(agent, token, mut sliding): (Agent, String, Sliding)| {
            scope.spawn(move || {
                let mut took = Vec::with_capacity(moves);
                for _ in 0..moves {
                    let sent = Instant::now();
                    sliding.go_on(server, &agent, &token);
                    took.push(sent.elapsed());
                }
                took
            })
        };
        let threads: Vec<_> = clients.into_iter().map(play).collect();
        threads.into_iter().flat_map(|thread| thread.join().expect("a client ends")).collect()
    });
    let rate = took.len() as f64 / started.elapsed().as_secs_f64();
    let cpu = (server.cpu() - cpu).as_secs_f64() * 1e6 / took.len() as f64;
    let (p50, p99) = (percentile(&mut took, 50), percentile(&mut took, 99));
    println!(
        "  {tables:>2} tables: {rate:>5.0} moves/s, p50 {p50:>6.2} ms, p99 {p99:>6.2} ms, {cpu:>4.0} µs of CPU a move"
    );
}
