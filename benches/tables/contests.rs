//! A round of a contest with 10,000 entrants: how soon after its end it is closed, when its standings are complete, and how long the moves of
//! others take meanwhile.
//!
//! Half of the entrants have finished, and the other games are open, so that the service ends them. The round ends when all have begun: the time
//! of its end is changed in the database.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant, SystemTime};

use serde_json::{Value as Json, json};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Executor as _};
use ureq::Agent;

use super::server::{Server, Sliding};
use super::{percentile, runtime};

const ENTRANTS: usize = 10_000;
/// How many clients enter players at once.
const CLIENTS: usize = 8;
/// How long the moves of others are measured without the end of a round.
const QUIET: Duration = Duration::from_secs(10);
/// How many of these moves are at one table: fewer than a game may have.
const MOVES_PER_TABLE: usize = 5000;
/// How long the rounds are open at first, in milliseconds: longer than it takes to fill them.
const OPEN: i64 = 3_600_000;
/// Time from now until the round ends, in milliseconds.
const AHEAD: i64 = 500;

pub(crate) fn measure() {
    let server = Server::start();
    let agent = Agent::new_with_defaults();
    let token = server.new_player(&agent, "Organizer");
    let closes_at = funhouse::store::calendar::Timestamp::from_millis(now() + OPEN);
    let order = json!({ "name": "Ten thousand", "game": "trampo-land", "closes_at": closes_at });
    let contest = server.send(&agent, "/v1/contests", Some(&token), &order);
    let path = format!("/v1/contests/{}", contest["id"].as_str().expect("an id"));
    while server.get(&agent, &path, &token)["rounds"][0]["status"] != "open" {
        std::thread::sleep(Duration::from_millis(20));
    }
    std::thread::scope(|scope| {
        for client in 0..CLIENTS {
            let (server, path) = (&server, &path);
            scope.spawn(move || {
                let agent = Agent::new_with_defaults();
                (client..ENTRANTS).step_by(CLIENTS).for_each(|n| enter(server, &agent, path, n));
            });
        }
    });
    let started = Instant::now();
    let mut quiet = moves_while(&server, "Earlier", || started.elapsed() < QUIET);
    let is_over = AtomicBool::new(false);
    let (mut during, closed, complete) = std::thread::scope(|scope| {
        let watch = scope.spawn(|| {
            let times = watch_end(&server, &path, &token);
            is_over.store(true, Ordering::Relaxed);
            times
        });
        let during = moves_while(&server, "Meanwhile", || !is_over.load(Ordering::Relaxed));
        let (closed, complete) = watch.join().expect("it ends");
        (during, closed, complete)
    });
    println!("  closed {closed} ms after its end; aim 200 ms, of which 100 ms are the interval of the clock");
    println!("  standings of {ENTRANTS} complete after {complete} ms; aim 60000 ms");
    let (quiet, busy) = (percentile(&mut quiet, 99), percentile(&mut during, 99));
    println!("  moves of others: p99 {quiet:.2} ms before, {busy:.2} ms meanwhile; aim at most twice");
}

/// Enters a new player, who begins the round. Half of the players finish it.
fn enter(server: &Server, agent: &Agent, contest: &str, n: usize) {
    let token = server.new_player(agent, &format!("Entrant {n}"));
    server.send(agent, &format!("{contest}/entrants"), Some(&token), &Json::Null);
    let table = server.send(agent, &format!("{contest}/rounds/1/table"), Some(&token), &Json::Null);
    if n.is_multiple_of(2) {
        let path = format!("/v1/tables/{}/moves", table["id"].as_str().expect("an id"));
        let stop = json!({ "game": "trampo-land", "after": 0, "moves": [{ "type": "stop" }] });
        server.send(agent, &path, Some(&token), &stop);
    }
}

/// Makes moves as players with this name and a number, as long as a condition holds, and returns how long each took.
fn moves_while(server: &Server, name: &str, holds: impl Fn() -> bool) -> Vec<Duration> {
    let agent = Agent::new_with_defaults();
    let mut took = Vec::new();
    for n in 1.. {
        let token = server.new_player(&agent, &format!("{name} {n}"));
        let mut sliding = Sliding::begin(server, &agent, &token);
        for _ in 0..MOVES_PER_TABLE {
            let sent = Instant::now();
            sliding.go_on(server, &agent, &token);
            took.push(sent.elapsed());
            if !holds() {
                return took;
            }
        }
    }
    took
}

/// Ends the round soon. Returns how many milliseconds after its end it is closed, and its standings are complete.
fn watch_end(server: &Server, contest: &str, token: &str) -> (i64, i64) {
    let ends_at = now() + AHEAD;
    runtime().block_on(async {
        let options: SqliteConnectOptions = server.database().parse().expect("an address");
        let mut connection: SqliteConnection = options.connect().await.expect("a connection");
        let sql = format!("UPDATE contest_rounds SET closes_at = {ends_at}, due = {ends_at}");
        connection.execute(sqlx::AssertSqlSafe(sql)).await.expect("it is changed");
    });
    let agent = Agent::new_with_defaults();
    let shows = |path: &str, is_reached: &dyn Fn(&Json) -> bool| {
        while !is_reached(&server.get(&agent, path, token)) {
            std::thread::sleep(Duration::from_millis(5));
        }
        now() - ends_at
    };
    let closed = shows(contest, &|shown| shown["rounds"][0]["seed"].is_string());
    let complete = shows(&format!("{contest}/standings"), &|shown| shown["rounds"][0] == 1);
    (closed, complete)
}

/// Milliseconds since 1970.
fn now() -> i64 {
    let since = SystemTime::UNIX_EPOCH.elapsed().expect("a clock");
    i64::try_from(since.as_millis()).expect("a time")
}
