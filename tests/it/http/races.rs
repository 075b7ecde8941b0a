//! Many concurrent clients, racing for one name, one run and one board: no update is lost and no client gets a 500.

use std::collections::BTreeSet;
use std::thread;

use serde_json::{Value as Json, json};

use crate::support::account::{Account, board, drawn, slide_jam};
use crate::support::harness::{Answer, Server};

/// Does something on many threads at once.
fn at_once<T: Send>(clients: usize, work: impl Fn(usize) -> T + Sync) -> Vec<T> {
    thread::scope(|scope| {
        let work = &work;
        let threads: Vec<_> = (0..clients).map(|n| scope.spawn(move || work(n))).collect();
        threads.into_iter().map(|thread| thread.join().expect("it ends")).collect()
    })
}

fn statuses(answers: &[Answer]) -> Vec<u16> {
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    statuses
}

#[test]
fn one_of_concurrent_sign_ups_gets_the_name() {
    let server = Server::start();
    let answers = at_once(24, |n| {
        let name = ["Ada", "ADA", "ada"][n % 3];
        server.send("POST", "/v1/players", &[], Some(&json!({ "name": name })))
    });
    assert_eq!(statuses(&answers), [&[201][..], &[409; 23]].concat());
}

#[test]
fn concurrent_repeated_requests_get_one_response() {
    let server = Server::start();
    let key = ("idempotency-key", "one-key-for-all-of-them");
    let answers = at_once(16, |_| server.send("POST", "/v1/players", &[key], Some(&json!({ "name": "Ada" }))));
    let bodies: BTreeSet<&str> = answers.iter().map(|answer| answer.body.as_str()).collect();
    assert_eq!((statuses(&answers), bodies.len()), (vec![201; 16], 1));
}

#[test]
fn concurrent_submissions_of_one_run_store_it_once() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let run = slide_jam("race");
    // As many as may wait for one player.
    let answers = at_once(16, |_| ada.submit(&server, &run));
    assert_eq!(statuses(&answers), [&[200; 15][..], &[201]].concat());
    let ids: BTreeSet<String> = answers.iter().map(|answer| answer.json()["run"]["id"].to_string()).collect();
    assert_eq!(ids.len(), 1);
    assert_eq!(board(&server, "slide-jam", "class=chosen&show=runs")["count"], 1);
}

#[test]
fn first_of_concurrent_submitters_owns_drawn_seed() {
    let server = Server::start();
    let accounts: Vec<Account> = (0..8).map(|n| Account::new(&server, &format!("Player {n}"))).collect();
    for _ in 0..5 {
        let run = slide_jam(&drawn(&server, "slide-jam"));
        let mut classes =
            at_once(accounts.len(), |n| accounts[n].submit(&server, &run).expect(201)["run"]["class"].clone());
        classes.sort_by_key(|class| class == "drawn");
        assert_eq!(classes, [vec![json!("chosen"); 7], vec![json!("drawn")]].concat());
    }
}

#[test]
fn concurrent_runs_of_many_players_are_all_ranked() {
    let server = Server::start();
    let accounts: Vec<Account> = (0..8).map(|n| Account::new(&server, &format!("Player {n}"))).collect();
    let runs: Vec<Json> = (0..12).map(|n| slide_jam(&format!("race-{n}"))).collect();
    let answers =
        at_once(accounts.len(), |n| runs.iter().map(|run| accounts[n].submit(&server, run)).collect::<Vec<Answer>>());
    let answers: Vec<Answer> = answers.into_iter().flatten().collect();
    assert!(answers.iter().all(|answer| answer.status == 201), "{:?}", statuses(&answers));
    let ids: BTreeSet<String> = answers.iter().map(|answer| answer.json()["run"]["id"].to_string()).collect();
    assert_eq!(ids.len(), 96);
    assert_eq!(
        board(&server, "slide-jam", "class=chosen&show=runs&limit=100")["entries"].as_array().map(Vec::len),
        Some(96)
    );
    assert_eq!(board(&server, "slide-jam", "class=chosen&show=bests")["count"], 8);
    assert_eq!(board(&server, "slide-jam", "class=chosen&seed=race-3")["count"], 8);
}

/// Submits six runs, replaces the token and deletes the player; returns the status of each response.
fn play_and_leave(server: &Server, account: &Account, n: usize) -> Vec<u16> {
    let mut statuses: Vec<u16> =
        (0..6).map(|k| account.submit(server, &slide_jam(&format!("mix-{n}-{k}"))).status).collect();
    let replaced = server.send("POST", "/v1/players/me/token", &[account.header()], None);
    statuses.push(replaced.status);
    let token = replaced.json()["token"].as_str().expect("a token").to_owned();
    let now = Account::of(account.id.clone(), token);
    statuses.push(server.send("DELETE", "/v1/players/me", &[account.header()], None).status);
    statuses.push(server.send("DELETE", "/v1/players/me", &[now.header()], None).status);
    statuses
}

#[test]
fn players_who_leave_during_reads_are_gone_afterwards() {
    let server = Server::start();
    let accounts: Vec<Account> = (0..6).map(|n| Account::new(&server, &format!("Player {n}"))).collect();
    let page_of = |account: &Account| server.send("GET", &format!("/v1/players/{}", account.id), &[], None).status;
    let answers = at_once(12, |n| match accounts.get(n) {
        Some(account) => play_and_leave(&server, account, n),
        None => (0..8)
            .map(|_| {
                board(&server, "slide-jam", "class=chosen&period=month");
                page_of(&accounts[n - 6])
            })
            .collect(),
    });
    let (left, read) = answers.split_at(6);
    // The old token is worth nothing: only the new one deletes the player.
    let due = [[201; 6].as_slice(), &[200, 401, 204]].concat();
    assert!(left.iter().all(|statuses| *statuses == due), "{left:?}");
    assert!(read.iter().flatten().all(|status| [200, 404].contains(status)), "{read:?}");
    assert!(read.iter().all(|statuses| statuses.is_sorted()), "who is gone does not come back: {read:?}");
    assert!(accounts.iter().all(|account| page_of(account) == 404), "all have left");
    let board = board(&server, "slide-jam", "class=chosen&show=runs&limit=100");
    let entries = board["entries"].as_array().expect("entries");
    assert_eq!((&board["count"], entries.len()), (&json!(36), 36), "the runs stay");
    assert!(entries.iter().all(|entry| entry.get("player").is_none()), "without a name");
}
