//! The write-ahead log of an SQLite database stays short, and is emptied when nothing is written.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "the tests copy files and read a log")]

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use funhouse::store::sqlite::Sqlite;
use funhouse::store::{AnyStore, NewRun, PackedMoves};
use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Executor as _};

use crate::support::databases::{Of, address_of_file};
use crate::support::eventually::SetAtEnd;
use crate::support::eventually::until;
use crate::support::harness::send;
use crate::support::process::Process;
use crate::support::store::{new_player, new_run, wait};
use crate::support::walks;

/// The length of the log of a database; 0 if there is none.
fn log_length(file: &Path) -> u64 {
    fs::metadata(format!("{}-wal", file.display())).map_or(0, |log| log.len())
}

/// Signs up players on a service.
fn sign_up(server: &Process, count: usize) {
    for n in 0..count {
        let name = json!({ "name": format!("Player {n}") });
        send(&server.base, "POST", "/v1/players", &[], Some(&name)).expect(201);
    }
}

/// A copy of a database has all players, although its log was not copied.
fn is_whole_without_log(file: &Path, players: usize) {
    let copy = file.with_extension("copy");
    fs::copy(file, &copy).expect("a copy");
    let server = Process::start(&copy);
    assert_eq!(send(&server.base, "GET", &format!("/v1/players/{players}"), &[], None).status, 200);
}

#[test]
fn clean_stop_leaves_no_log() {
    let _files = Of::files();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("stopped.db");
    let server = Process::start(&file);
    sign_up(&server, 30);
    server.stop();
    assert_eq!(log_length(&file), 0);
    is_whole_without_log(&file, 30);
}

#[test]
fn stop_reports_log_that_another_program_keeps() {
    let _files = Of::files();
    let folder = tempfile::tempdir().expect("a folder");
    let (file, errors) = (folder.path().join("read.db"), folder.path().join("errors"));
    let server = Process::start_logged(&address_of_file(&file), &[], fs::File::create(&errors).expect("a file"));
    let mut reader = wait(SqliteConnectOptions::new().filename(&file).connect()).expect("a connection");
    wait(reader.execute("BEGIN; SELECT count(*) FROM players")).expect("a read that does not end");
    sign_up(&server, 30);
    server.stop();
    assert!(log_length(&file) > 0);
    let logged = fs::read_to_string(&errors).expect("the log");
    assert!(logged.contains("the database is complete only with this file"), "{logged}");
}

#[test]
fn stop_right_after_start_leaves_no_log() {
    let _files = Of::files();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("started.db");
    for _ in 0..4 {
        Process::start(&file).stop();
        assert_eq!(log_length(&file), 0);
    }
}

#[test]
fn log_is_emptied_when_nothing_is_written() {
    let _files = Of::files();
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("idle.db");
    let server = Process::start(&file);
    sign_up(&server, 30);
    until("the log to be emptied", || log_length(&file) == 0);
    is_whole_without_log(&file, 30);
}

/// How much is written under load, and how long the log may become meanwhile: some times what the documentation says, since reads are slow
/// to end on a busy machine.
const WRITTEN: usize = 40 << 20;
const LONGEST_LOG: u64 = 24 << 20;
/// How many runs share a commit, and about how many bytes each has.
const GROUP: usize = 16;
const RUN: usize = 20 << 10;

/// Reads that overlap, so that one is under way at every moment.
async fn read_without_pause(file: &Path, stop: &AtomicBool) {
    let connect = async || SqliteConnectOptions::new().filename(file).connect().await.expect("a connection");
    let (mut one, mut other) = (connect().await, connect().await);
    other.execute("BEGIN; SELECT count(*) FROM meta").await.expect("a read");
    while !stop.load(Ordering::Relaxed) {
        one.execute("BEGIN; SELECT count(*) FROM meta").await.expect("a read");
        other.execute("COMMIT").await.expect("it ends");
        std::mem::swap(&mut one, &mut other);
    }
}

/// Submits runs at once, so that they share a commit.
async fn submit_group(store: &AnyStore, group: impl Iterator<Item = NewRun>) {
    let submit = |run| {
        let store = store.clone();
        tokio::spawn(async move { store.submit(run).await })
    };
    for submitted in group.map(submit).collect::<Vec<_>>() {
        submitted.await.expect("it ends").expect("it is kept");
    }
}

#[test]
fn log_stays_short_while_reads_overlap() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("load.db");
    let store: AnyStore = Arc::new(wait(Sqlite::open(&address_of_file(&file))).expect("a new store"));
    let ada = new_player(&store, "Ada");
    let stop = AtomicBool::new(false);
    let longest = std::thread::scope(|scope| {
        let _stop_at_end = SetAtEnd(&stop);
        scope.spawn(|| wait(read_without_pause(&file, &stop)));
        let mut draws = walks::draws("log", 1);
        let lengths = (0..WRITTEN / (GROUP * RUN)).map(|group| {
            let moves: Vec<u64> = (0..RUN / 5).map(|_| draws.below(1 << 40)).collect();
            let moves = PackedMoves::pack(format!("{moves:?}").as_bytes()).expect("memory");
            let run = |n: usize| {
                let seed = format!("load-{n}").parse().expect("a seed");
                NewRun { seed, moves: moves.clone(), ..new_run(ada, n as u64) }
            };
            wait(submit_group(&store, (group * GROUP..(group + 1) * GROUP).map(run)));
            log_length(&file)
        });
        lengths.max()
    });
    println!("the log had at most {longest:?} bytes");
    assert!(longest.is_some_and(|longest| (1..=LONGEST_LOG).contains(&longest)), "{longest:?}");
    assert!(fs::metadata(&file).expect("it is there").len() > LONGEST_LOG, "so much was written");
}
