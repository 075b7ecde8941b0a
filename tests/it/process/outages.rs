//! A database server that is killed or paused under load and comes back: nothing acknowledged is lost, nothing is duplicated, and
//! the service reports the outage and recovers without help.

#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "a log is a file; more rounds are run by hand")]

use std::fs::{File, read_to_string};
use std::io::Read as _;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use funhouse::rules::robot::Robot;
use funhouse::store::database;
use scratch_postgres::{NoServer, Server};
use serde_json::json;

use crate::process::crash::{GAME, Promised, check};
use crate::support::account::run_of;
use crate::support::databases::rows_of_boards;
use crate::support::eventually::{SetAtEnd, until};
use crate::support::harness::{Answer, send, try_send};
use crate::support::process::Process;
use crate::support::store::wait;
use crate::support::tables::{Listening, path_of};
use crate::support::walks;

const CLIENTS: u64 = 6;

/// Number of instances of the service.
const INSTANCES: usize = 2;

/// Number of outages, unless `FUNHOUSE_OUTAGES` is set.
const ROUNDS: u64 = 3;

/// After how many more acknowledged runs an instance is killed.
const KILLED_AFTER: usize = 12;

/// How long a client waits before it repeats what was refused.
const PAUSE: Duration = Duration::from_millis(20);

/// Whether a response is that of a service without its database: a code and `Retry-After`.
fn is_refusal(answer: &Answer) -> bool {
    if answer.status != 503 {
        return false;
    }
    let problem = answer.json();
    let code = problem["code"].as_str().expect("a code");
    assert!(["busy", "store_unavailable", "outcome_unknown"].contains(&code), "{problem}");
    assert!(!answer.header("retry-after").is_empty(), "it says when to come again");
    true
}

/// Submits runs until `stop` is set, each as often as necessary, and counts the refusals.
fn client(bases: &[String], n: u64, token: &str, promised: &Promised, stop: &AtomicBool, refused: &AtomicU64) {
    let bearer = format!("Bearer {token}");
    let mut turn = n as usize;
    while !stop.load(Ordering::Relaxed) {
        let seed = format!("outage-{}", promised.next.fetch_add(1, Ordering::Relaxed));
        let run = run_of(GAME, &seed, Robot::Random, json!({}));
        loop {
            turn += 1;
            let base = &bases[turn % bases.len()];
            let answer = try_send(base, "POST", "/v1/runs", &[("authorization", &bearer)], Some(&run));
            let answer = answer.expect("the service itself is there");
            if is_refusal(&answer) {
                refused.fetch_add(1, Ordering::Relaxed);
                thread::sleep(PAUSE);
                continue;
            }
            assert!(matches!(answer.status, 200 | 201), "{}", answer.body);
            let id = answer.json()["run"]["id"].as_str().expect("a number").to_owned();
            promised.runs.lock().expect("no client panics").insert((n, seed), id);
            break;
        }
    }
}

/// Asks until the answer has this status.
fn until_status(status: u16, ask: impl Fn() -> Answer) {
    until(format!("status {status}"), || {
        let answer = ask();
        assert!(answer.status == status || answer.status == 200 || is_refusal(&answer), "{}", answer.body);
        answer.status == status
    });
}

/// How the server goes away and comes back.
struct Outage {
    away: fn(&Server) -> Result<(), NoServer>,
    back: fn(&Server) -> Result<(), NoServer>,
}

/// Submits runs to services on a server of their own that goes away and comes back several times. Returns what the services log; none where
/// PostgreSQL is not installed.
fn nothing_is_lost_in(outage: &Outage) -> Option<String> {
    scratch_postgres::shared().ok()?;
    let folder = tempfile::tempdir().expect("a folder");
    let log = folder.path().join("log");
    let start = |database: &str| {
        let log = File::options().create(true).append(true).open(&log).expect("a log");
        Process::start_logged(database, &["--database-timeout", "2"], log)
    };
    let postgres = Server::start().expect("a server of its own");
    let database = postgres.new_database().expect("a database");
    // One that waits as long as it takes, on a machine as busy as may be.
    let patient = Process::start_on(&database);
    let services: Vec<Process> = (0..INSTANCES).map(|_| start(&database)).collect();
    let bases: Vec<String> = services.iter().map(|service| service.base.clone()).collect();
    let names: Vec<String> = (0..CLIENTS).map(|n| format!("Player {n}")).collect();
    let take = |name: &String| {
        let player = send(&patient.base, "POST", "/v1/players", &[], Some(&json!({ "name": name }))).expect(201);
        player["token"].as_str().expect("a token").to_owned()
    };
    let tokens: Vec<String> = names.iter().map(take).collect();
    let bearer = format!("Bearer {}", tokens[0]);
    let table = json!({ "game": "queensland", "seats": ["you", "robot"] });
    let table = send(&patient.base, "POST", "/v1/tables", &[("authorization", &bearer)], Some(&table)).expect(201);
    let (promised, refused) = (Promised::default(), AtomicU64::new(0));
    let mut draws = walks::draws("outages", 1);
    for _ in 0..rounds() {
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            let _stop = SetAtEnd(&stop);
            for (n, token) in (0..).zip(&tokens) {
                let (bases, promised, stop, refused) = (&bases, &promised, &stop, &refused);
                scope.spawn(move || client(bases, n, token, promised, stop, refused));
            }
            let due = promised.len() + 1 + draws.below(40) as usize;
            until("clients to submit runs", || promised.len() >= due);
            let listening = |base: &String| {
                let mut stream = Listening::to(base, &path_of(&table), None, None);
                stream.next_named("table");
                scope.spawn(move || stream.0.read_to_end(&mut Vec::new()))
            };
            let streams: Vec<_> = bases.iter().map(listening).collect();
            (outage.away)(&postgres).expect("it was running");
            // All of these are answered while the server is away.
            let before = refused.load(Ordering::Relaxed);
            for base in &bases {
                for path in ["/readyz", "/v1/runs/1", "/v1/leaderboards/slide-jam"] {
                    until_status(503, || send(base, "GET", path, &[], None));
                }
                let signed_up = send(base, "POST", "/v1/players", &[], Some(&json!({ "name": "Latecomer" })));
                assert!(is_refusal(&signed_up), "{}", signed_up.body);
                let bearer = format!("Bearer {}", tokens[0]);
                let as_player = |path: &str| send(base, "GET", path, &[("authorization", &bearer)], None);
                assert_eq!(as_player("/healthz").status, 200, "the process lives, which is answered without the store");
                let refused = as_player("/v1/games");
                assert!(is_refusal(&refused), "the caller is unknown: {}", refused.body);
            }
            until("streams to end", || streams.iter().all(|stream| stream.is_finished()));
            until("a client to be refused", || refused.load(Ordering::Relaxed) > before);
            (outage.back)(&postgres).expect("it comes back");
            for base in &bases {
                until_status(200, || send(base, "GET", "/readyz", &[], None));
                until_status(200, || send(base, "GET", "/v1/runs/1", &[], None));
            }
            let due = promised.len() + draws.below(20) as usize;
            until("clients to submit runs again", || promised.len() >= due);
        });
        until_status(200, || send(&patient.base, "GET", "/readyz", &[], None));
        check(&patient.base, &names, &promised);
    }
    let acknowledged = promised.len() as u64;
    assert_eq!(acknowledged, promised.next.load(Ordering::Relaxed), "each run was acknowledged in the end");
    println!("{acknowledged} runs in {} outages, {} refusals", rounds(), refused.into_inner());
    drop((patient, services));
    let maintained = wait(rows_of_boards(&database));
    assert_eq!(wait(database::rebuild(&database, &|_, _| {})), Ok(acknowledged), "none is there twice");
    assert_eq!(wait(rows_of_boards(&database)), maintained);
    Some(read_to_string(&log).expect("a log"))
}

fn rounds() -> u64 {
    std::env::var("FUNHOUSE_OUTAGES").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(ROUNDS)
}

#[test]
fn killed_database_loses_and_duplicates_nothing() {
    let killed = Outage { away: Server::kill, back: Server::start_again };
    nothing_is_lost_in(&killed);
}

#[test]
fn paused_database_times_out_and_loses_nothing() {
    let paused = Outage { away: Server::pause, back: Server::resume };
    let Some(log) = nothing_is_lost_in(&paused) else { return };
    assert!(log.contains("the database did not answer within 2s"), "{log}");
}

#[test]
fn killed_service_leaves_no_locks() {
    if scratch_postgres::shared().is_err() {
        return;
    }
    let database = scratch_postgres::shared().expect("a server").new_database().expect("a database");
    let mut services: Vec<Process> = (0..3).map(|_| Process::start_on(&database)).collect();
    let take = |base: &str, name: &str| {
        let player = send(base, "POST", "/v1/players", &[], Some(&json!({ "name": name }))).expect(201);
        player["token"].as_str().expect("a token").to_owned()
    };
    let names: Vec<String> = (0..CLIENTS).map(|n| format!("Player {n}")).collect();
    let tokens: Vec<String> = names.iter().map(|name| take(&services[0].base, name)).collect();
    let promised = Promised::default();
    // Instances are killed one after another while clients submit runs to all; a client continues with the remaining ones.
    let bases: Vec<String> = services.iter().map(|service| service.base.clone()).collect();
    thread::scope(|scope| {
        for (n, token) in (0..).zip(&tokens) {
            let (bases, promised) = (&bases, &promised);
            scope.spawn(move || {
                for base in bases {
                    loop {
                        let seed = format!("left-{}", promised.next.fetch_add(1, Ordering::Relaxed));
                        let run = run_of(GAME, &seed, Robot::Random, json!({}));
                        let bearer = format!("Bearer {token}");
                        let answer = try_send(base, "POST", "/v1/runs", &[("authorization", &bearer)], Some(&run));
                        let Ok(answer) = answer else { break };
                        let id = answer.expect(201)["run"]["id"].as_str().expect("a number").to_owned();
                        promised.runs.lock().expect("no client panics").insert((n, seed), id);
                    }
                }
            });
        }
        for (n, service) in (1..).zip(&mut services) {
            until("clients to submit runs", || promised.len() >= n * KILLED_AFTER);
            service.kill();
        }
    });
    let service = Process::start_on(&database);
    check(&service.base, &names, &promised);
}
