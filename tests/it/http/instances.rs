//! Three instances of the service on one database at once: all know what one has stored.
//!
//! Where tests run on PostgreSQL, every other test has its requests answered by three instances in turn as well.

use std::collections::{BTreeMap, BTreeSet};
use std::thread;

use funhouse::rules::robot::Robot;
use funhouse::store::{RunId, database};
use serde_json::{Value as Json, json};

use crate::support::account::{Account, run_of, slide_jam};
use crate::support::databases::rows_of_boards;
use crate::support::databases::{Kind, Of, numbers};
use crate::support::harness::{Answer, Server, send, three_instances};
use crate::support::store::wait;

/// Asks each instance for the same at once.
fn ask_all(server: &Server, ask: impl Fn(&str) -> Answer + Sync) -> Vec<Answer> {
    thread::scope(|scope| {
        let ask = &ask;
        let asking: Vec<_> = server.bases().into_iter().map(|base| scope.spawn(move || ask(base))).collect();
        asking.into_iter().map(|answer| answer.join().expect("it ends")).collect()
    })
}

fn sorted(answers: &[Answer]) -> Vec<u16> {
    let mut statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    statuses.sort_unstable();
    statuses
}

#[test]
fn request_to_three_instances_takes_effect_once() {
    let Some((server, _chosen)) = three_instances() else { return };
    let take = |base: &str, name: &str, key: &str| {
        send(base, "POST", "/v1/players", &[("idempotency-key", key)], Some(&json!({ "name": name })))
    };
    for n in 0..6 {
        let (name, key) = (format!("Player {n}"), format!("a-key-for-player-{n}"));
        let answers = ask_all(&server, |base| take(base, &name, &key));
        let bodies: BTreeSet<&str> = answers.iter().map(|answer| answer.body.as_str()).collect();
        assert_eq!((sorted(&answers), bodies.len()), (vec![201; 3], 1), "all return the same token");
        let others = ask_all(&server, |base| take(base, &name, &format!("another-{base}-{n}")));
        assert_eq!(sorted(&others), [409; 3]);
    }
    let ada = Account::new(&server, "Ada");
    for n in 0..6 {
        let run = slide_jam(&format!("once-{n}"));
        let answers = ask_all(&server, |base| send(base, "POST", "/v1/runs", &[ada.header()], Some(&run)));
        let ids: BTreeSet<String> = answers.iter().map(|answer| answer.json()["run"]["id"].to_string()).collect();
        assert_eq!((sorted(&answers), ids.len()), (vec![200, 200, 201], 1));
    }
}

#[test]
fn drawn_seed_is_known_to_all_instances() {
    let Some((server, _chosen)) = three_instances() else { return };
    let players: Vec<Account> = (0..3).map(|n| Account::new(&server, &format!("Player {n}"))).collect();
    let bases = server.bases();
    for at in 0..6 {
        let dealt = send(bases[at % 3], "POST", "/v1/games/slide-jam/deal", &[], Some(&json!({}))).ok();
        let run = slide_jam(dealt["state"]["seed"].as_str().expect("a seed"));
        let answers: Vec<Answer> = thread::scope(|scope| {
            let submit = |n: usize| {
                let (base, player, run) = (bases[(at + n) % 3], &players[n], &run);
                scope.spawn(move || send(base, "POST", "/v1/runs", &[player.header()], Some(run)))
            };
            let submitted: Vec<_> = (0..3).map(submit).collect();
            submitted.into_iter().map(|answer| answer.join().expect("it ends")).collect()
        });
        let classes = answers.iter().map(|answer| answer.expect(201)["run"]["class"].to_string());
        let drawn = classes.filter(|class| class == "\"drawn\"").count();
        assert_eq!(drawn, 1, "it is the first player's");
        let daily: BTreeSet<String> = ask_all(&server, |base| send(base, "GET", "/v1/daily", &[], None))
            .iter()
            .map(|answer| answer.ok()["games"].to_string())
            .collect();
        assert_eq!(daily.len(), 1, "all serve the same daily seeds");
    }
}

#[test]
fn concurrent_submissions_to_instances_keep_boards_right() {
    const CLIENTS: usize = 9;
    const RUNS: usize = 14;
    const GAME: &str = "whack-a-dummy";
    let Some((server, _chosen)) = three_instances() else { return };
    let players: Vec<Account> = (0..CLIENTS).map(|n| Account::new(&server, &format!("Player {n}"))).collect();
    let runs: Vec<Json> = (0..RUNS).map(|n| run_of(GAME, &format!("at-once-{n}"), Robot::Random, json!({}))).collect();
    let bases = server.bases();
    let receipts: Vec<Vec<Json>> = thread::scope(|scope| {
        let client = |n: usize| {
            let (base, player, runs) = (bases[n % bases.len()], &players[n], &runs);
            let submit = move |run: &Json| send(base, "POST", "/v1/runs", &[player.header()], Some(run)).expect(201);
            scope.spawn(move || runs.iter().map(submit).collect::<Vec<Json>>())
        };
        let clients: Vec<_> = (0..CLIENTS).map(client).collect();
        clients.into_iter().map(|client| client.join().expect("it ends")).collect()
    });
    let id = |receipt: &Json| receipt["run"]["id"].as_str().expect("a number").parse::<i64>().expect("a number");
    let mut ids = BTreeSet::new();
    for receipts in &receipts {
        let of_client: Vec<i64> = receipts.iter().map(id).collect();
        assert!(of_client.is_sorted(), "what came later has a later number: {of_client:?}");
        ids.extend(of_client);
    }
    assert_eq!(ids.len(), CLIENTS * RUNS, "each has its own number");
    let last = wait(async { database::open(&server.database()).await.expect("a database").last_run().await });
    assert_eq!(last.map(|RunId(last)| Some(last)), Ok(ids.last().copied()));
    let path = format!("/v1/leaderboards/{GAME}?class=chosen&show=runs&limit=100");
    let pages = ask_all(&server, |base| send(base, "GET", &path, &[], None));
    let pages: BTreeMap<String, u64> =
        pages.iter().map(|page| (page.body.clone(), page.ok()["count"].as_u64().expect("a count"))).collect();
    assert_eq!(pages.into_values().collect::<Vec<_>>(), [(CLIENTS * RUNS) as u64], "all show the same");
    let maintained = wait(rows_of_boards(&server.database()));
    assert_eq!(wait(database::rebuild(&server.database(), &|_, _| {})), Ok((CLIENTS * RUNS) as u64));
    assert_eq!(wait(rows_of_boards(&server.database())), maintained);
    let known = "SELECT CAST(reltuples AS BIGINT) FROM pg_class WHERE relname = 'runs'";
    let runs = (CLIENTS * RUNS) as i64;
    assert_eq!(wait(numbers(&server.database(), known)), [runs], "a rebuild leaves statistics of all tables");
}

#[test]
fn instances_open_a_new_database_at_once() {
    let _chosen = Of::kind(Kind::Postgres);
    let Ok(server) = scratch_postgres::shared() else { return };
    let address = server.new_database().expect("a database");
    thread::scope(|scope| {
        let open = || wait(database::open(&address)).expect("opened");
        let opening: Vec<_> = (0..3).map(|_| scope.spawn(open)).collect();
        opening.into_iter().for_each(|store| wait(store.join().expect("it ends").close()).expect("closed"));
    });
    let versions = |address: &_| wait(numbers(address, "SELECT version FROM _sqlx_migrations ORDER BY version"));
    let alone = server.new_database().expect("a database");
    wait(async { database::open(&alone).await.expect("opened").close().await }).expect("closed");
    assert_eq!(versions(&address), versions(&alone), "each migration ran once");
}
