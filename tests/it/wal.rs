//! The write-ahead log of an SQLite database stays short, and is empty when nothing is written.

#![allow(clippy::disallowed_methods, reason = "the tests copy files")]

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use funhouse::store::calendar::Period;
use funhouse::store::sqlite::Sqlite;
use funhouse::store::{AnyStore, Board, NewRun, PackedMoves, PageStart, RunId};
use serde_json::json;

use crate::crash::Process;
use crate::databases::{Of, address_of_file};
use crate::eventually::until;
use crate::harness::send;
use crate::store::{hand_in, new_player, wait};
use crate::walks;

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

/// How much is written under load, and how long the log may become meanwhile: what the documentation says, and a group of writes.
const WRITTEN: usize = 64 << 20;
const LONGEST_LOG: u64 = 12 << 20;

#[test]
fn log_stays_short_while_reads_overlap() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("load.db");
    let store: AnyStore = std::sync::Arc::new(wait(Sqlite::open(&address_of_file(&file))).expect("a new store"));
    let ada = new_player(&store, "Ada");
    wait(store.submit(hand_in(ada, 0))).expect("it is kept");
    let is_done = AtomicBool::new(false);
    let board = Board { category: hand_in(ada, 0).category, seed: None, scope: 0, period: Period::All, bests: true };
    let longest = std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                while !is_done.load(Ordering::Relaxed) {
                    wait(store.page(board.clone(), PageStart::Top, 20)).expect("a page");
                    wait(store.runs_after(RunId(0), 20)).expect("runs");
                }
            });
        }
        let (mut longest, mut written, mut n) = (0, 0, 0);
        let mut draws = walks::draws("log", 1);
        while written < WRITTEN {
            let moves: Vec<u64> = (0..4096).map(|_| draws.below(1 << 40)).collect();
            let moves = PackedMoves::pack(format!("{moves:?}").as_bytes()).expect("memory");
            let run = |n: u64| {
                let seed = format!("load-{n}").parse().expect("a seed");
                NewRun { seed, moves: moves.clone(), ..hand_in(ada, n) }
            };
            let group: Vec<NewRun> = (n + 1..=n + 16).map(run).collect();
            (n, written) = (n + 16, written + 16 * 4096 * 5);
            wait(async {
                let submit = |run| {
                    let store = store.clone();
                    tokio::spawn(async move { store.submit(run).await })
                };
                for submitted in group.into_iter().map(submit).collect::<Vec<_>>() {
                    submitted.await.expect("it ends").expect("it is kept");
                }
            });
            longest = longest.max(log_length(&file));
        }
        is_done.store(true, Ordering::Relaxed);
        longest
    });
    println!("the log had at most {longest} bytes");
    assert!(longest <= LONGEST_LOG, "the log grew to {longest} bytes");
    assert!(longest > 0 && fs::metadata(&file).expect("it is there").len() > LONGEST_LOG, "so much was written");
}
