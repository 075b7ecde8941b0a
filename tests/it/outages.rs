//! A database server that is killed under load and comes back: nothing that was acknowledged is lost, nothing is there twice, and the
//! service says meanwhile that it cannot, and goes on by itself.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;
use std::time::Duration;

use funhouse::rules::robot::Robot;
use funhouse::store::database;
use serde_json::json;

use crate::boards::kept;
use crate::crash::{GAME, Process, Promised, check};
use crate::eventually::until;
use crate::harness::{Answer, send, try_send};
use crate::store::wait;
use crate::stored::run_of;
use crate::walks;

const CLIENTS: u64 = 6;
/// How many instances of the service there are.
const INSTANCES: usize = 2;
/// How often the database is killed, unless `FUNHOUSE_OUTAGES` says otherwise.
const ROUNDS: u64 = 3;
/// After how many more acknowledged runs an instance is killed.
const KILLED_AFTER: usize = 12;
/// How long a client waits before it repeats what was refused.
const PAUSE: Duration = Duration::from_millis(20);

/// A refusal of a service whose database is gone: in words that tell a program to come again.
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

/// Hands in runs until it is told to stop, each as often as it takes; counts how often it was refused.
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

#[test]
#[allow(clippy::disallowed_methods, reason = "more rounds are run by hand")]
fn a_database_that_is_killed_under_load_loses_nothing_doubles_nothing_and_is_found_again() {
    if scratch_postgres::shared().is_err() {
        return;
    }
    let rounds = std::env::var("FUNHOUSE_OUTAGES").ok().and_then(|rounds| rounds.parse().ok()).unwrap_or(ROUNDS);
    let postgres = scratch_postgres::Server::start().expect("a server of its own");
    let database = postgres.new_database().expect("a database");
    let services: Vec<Process> = (0..INSTANCES).map(|_| Process::start_on(&database)).collect();
    let bases: Vec<String> = services.iter().map(|service| service.base.clone()).collect();
    let names: Vec<String> = (0..CLIENTS).map(|n| format!("Player {n}")).collect();
    let take = |name: &String| send(&bases[0], "POST", "/v1/players", &[], Some(&json!({ "name": name }))).expect(201);
    let tokens: Vec<String> =
        names.iter().map(|name| take(name)["token"].as_str().expect("a token").to_owned()).collect();
    let (promised, refused) = (Promised::default(), AtomicU64::new(0));
    let mut draws = walks::draws("outages", 1);
    for round in 0..rounds {
        let stop = AtomicBool::new(false);
        thread::scope(|scope| {
            for (n, token) in (0..).zip(&tokens) {
                let (bases, promised, stop, refused) = (&bases, &promised, &stop, &refused);
                scope.spawn(move || client(bases, n, token, promised, stop, refused));
            }
            let due = promised.len() + 1 + draws.below(40) as usize;
            until("clients to submit runs", || promised.len() >= due);
            postgres.kill().expect("it was running");
            let before = refused.load(Ordering::Relaxed);
            until_status(503, || send(&bases[round as usize % INSTANCES], "GET", "/readyz", &[], None));
            for base in &bases {
                assert_eq!(send(base, "GET", "/healthz", &[], None).status, 200, "the process lives");
            }
            until("a client to be refused", || refused.load(Ordering::Relaxed) > before);
            postgres.start_again().expect("it comes back");
            for base in &bases {
                until_status(200, || send(base, "GET", "/readyz", &[], None));
                until_status(200, || send(base, "GET", "/v1/runs/1", &[], None));
            }
            let due = promised.len() + draws.below(20) as usize;
            until("clients to submit runs again", || promised.len() >= due);
            stop.store(true, Ordering::Relaxed);
        });
        bases.iter().for_each(|base| check(base, &names, &promised));
    }
    let acknowledged = promised.len() as u64;
    assert_eq!(acknowledged, promised.next.load(Ordering::Relaxed), "each run was acknowledged in the end");
    println!("{acknowledged} runs in {rounds} outages, {} refusals", refused.into_inner());
    drop(services);
    let step_by_step = wait(kept(&database));
    assert_eq!(wait(database::rebuild(&database, |_, _| {})), Ok(acknowledged), "none is there twice");
    assert!(wait(kept(&database)) == step_by_step, "what is made anew is what was kept");
}

#[test]
fn a_service_that_is_killed_leaves_nothing_that_others_would_wait_for() {
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
    // Instances are killed one after another while clients hand in runs to all; a client goes on with those that are left.
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
