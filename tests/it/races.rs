//! Many clients at once, racing for one name, one run and one board: no update is lost and nobody gets a 500.

use std::collections::BTreeSet;
use std::thread;

use serde_json::{Value as Json, json};

use crate::harness::{Answer, Server};
use crate::stored::{Account, board, slide_jam};

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
fn one_of_many_gets_a_name() {
    let server = Server::start();
    let answers = at_once(24, |n| {
        let name = ["Ada", "ADA", "ada"][n % 3];
        server.send("POST", "/v1/players", &[], Some(&json!({ "name": name })))
    });
    assert_eq!(statuses(&answers), [&[201][..], &[409; 23]].concat());
}

#[test]
fn a_request_that_comes_many_times_at_once_gets_one_answer() {
    let server = Server::start();
    let key = ("idempotency-key", "one-key-for-all-of-them");
    let answers = at_once(16, |_| server.send("POST", "/v1/players", &[key], Some(&json!({ "name": "Ada" }))));
    let bodies: BTreeSet<&str> = answers.iter().map(|answer| answer.body.as_str()).collect();
    assert_eq!((statuses(&answers), bodies.len()), (vec![201; 16], 1));
}

#[test]
fn a_run_that_is_handed_in_many_times_at_once_is_kept_once() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let run = slide_jam("race");
    let answers = at_once(24, |_| ada.submit(&server, &run));
    assert_eq!(statuses(&answers), [&[200; 23][..], &[201]].concat());
    let ids: BTreeSet<String> = answers.iter().map(|answer| answer.json()["run"]["id"].to_string()).collect();
    assert_eq!(ids.len(), 1);
    assert_eq!(board(&server, "slide-jam", "class=chosen&show=runs")["count"], 1);
}

#[test]
fn all_runs_of_many_players_at_once_stand_on_the_board() {
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
    assert_eq!(board(&server, "slide-jam", "class=chosen&show=runs&seed=race-3")["count"], 8);
}

#[test]
fn reading_writing_and_leaving_at_once_is_never_answered_with_a_500() {
    let server = Server::start();
    let accounts: Vec<Account> = (0..6).map(|n| Account::new(&server, &format!("Player {n}"))).collect();
    let answers = at_once(12, |n| {
        let account = &accounts[n % 6];
        let me = [account.header()];
        (0..8)
            .map(|k| match (n / 6, k) {
                (0, 6) => server.send("POST", "/v1/players/me/token", &me, None),
                (0, 7) => server.send("DELETE", "/v1/players/me", &me, None),
                (0, k) => account.submit(&server, &slide_jam(&format!("mix-{n}-{k}"))),
                (_, k) if k % 2 == 0 => {
                    server.send("GET", "/v1/leaderboards/slide-jam?class=chosen&period=month", &[], None)
                }
                _ => server.send("GET", &format!("/v1/players/{}", account.id), &[], None),
            })
            .collect::<Vec<Answer>>()
    });
    for answer in answers.iter().flatten() {
        assert!(answer.status < 500, "{}", answer.body);
    }
    assert_eq!(board(&server, "slide-jam", "class=chosen&show=runs")["count"], 36);
}
