//! The clocks of others when 10,000 tables of one player are due at once: how late their moves are made, against the same without the crowd.
//! The tables come due while the server is down, so that all are due when it starts.

use std::time::{Duration, SystemTime};

use funhouse::store::calendar::Timestamp;
use serde_json::{Value as Json, json};
use ureq::Agent;

use super::server::Server;

const CROWD: usize = 10_000;
const OTHERS: usize = 20;
/// How many clients make the crowd's tables at once.
const CLIENTS: usize = 8;
/// Longer than a player has for a move at these tables.
const DOWN: Duration = Duration::from_secs(11);

pub(crate) fn measure() {
    for crowd in [0, CROWD] {
        let (median, worst) = lateness(crowd);
        println!("  {crowd:>6} tables of another player due: p50 {median} ms, max {worst} ms late; aim 1000 ms");
    }
}

/// How late the clocks of others are when this many tables of one player are due: the median and the worst, in milliseconds.
fn lateness(crowd: usize) -> (i64, i64) {
    let mut server = Server::start_flagged(&["--no-limits", "--limit-tables", "20000"]);
    let agent = Agent::new_with_defaults();
    let one = server.new_player(&agent, "One with many tables");
    std::thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                let agent = Agent::new_with_defaults();
                (0..crowd / CLIENTS).for_each(|_| drop(begin(&server, &agent, &one)));
            });
        }
    });
    let others: Vec<(String, String)> = (0..OTHERS)
        .map(|n| {
            let token = server.new_player(&agent, &format!("Other {n}"));
            let table = begin(&server, &agent, &token);
            let id = table["id"].as_str().expect("a number").to_owned();
            await_turn(&server, &agent, &id, &token);
            (id, token)
        })
        .collect();
    server.restart_after(DOWN);
    let since_1970 = SystemTime::UNIX_EPOCH.elapsed().expect("a clock");
    let started = i64::try_from(since_1970.as_millis()).expect("a time");
    let mut late: Vec<i64> =
        others.iter().map(|(id, token)| clocks_move(&server, &agent, id, token).millis() - started).collect();
    late.sort_unstable();
    (late[late.len() / 2], late[late.len() - 1])
}

/// Makes a table at which its player has ten seconds for a move.
fn begin(server: &Server, agent: &Agent, token: &str) -> Json {
    let body = json!({ "game": "queensland", "seats": ["you", "robot"], "pace": 10 });
    server.send(agent, "/v1/tables", Some(token), &body)
}

/// Waits until the player's clock runs: the robot may be the first to move.
fn await_turn(server: &Server, agent: &Agent, id: &str, token: &str) {
    let path = format!("/v1/tables/{id}");
    let is_turn = |table: &Json| table["seats"].as_array().expect("seats").iter().any(is_players_turn);
    while !is_turn(&server.get(agent, &path, token)) {
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn is_players_turn(seat: &Json) -> bool {
    seat["kind"] == "player" && seat["deadline"].is_string()
}

/// When the clock moved at a table for the first time.
fn clocks_move(server: &Server, agent: &Agent, id: &str, token: &str) -> Timestamp {
    let mut after = 0;
    loop {
        let path = format!("/v1/tables/{id}?after={after}&wait=30");
        let table = server.get(agent, &path, token);
        let news = table["news"].as_array().expect("news");
        if let Some(mv) = news.iter().find(|mv| mv["by"] == "clock") {
            return mv["at"].as_str().expect("a time").parse().expect("a time");
        }
        after = table["moves"].as_u64().expect("a number");
    }
}
