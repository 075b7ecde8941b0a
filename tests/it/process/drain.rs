//! The end of a process: it drains for its time, unless a second signal comes.

#![allow(clippy::disallowed_types, reason = "the drain is timed")]

use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};

use crate::support::eventually::until;
use crate::support::harness::{send, try_send};
use crate::support::process::Process;

fn signal(process: &Process, signal: Signal) {
    kill_process(Pid::from_child(&process.child), signal).expect("it runs");
}

fn until_draining(process: &Process) {
    until("the service to drain", || send(&process.base, "GET", "/readyz?for=play", &[], None).status == 503);
}

#[test]
fn draining_process_serves_until_its_time_is_over() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut process = Process::start_with(&folder.path().join("drain.db"), &["--drain-time", "2"]);
    let begun = Instant::now();
    signal(&process, Signal::TERM);
    until_draining(&process);
    let mut served = 0;
    until("the listener to close", || match try_send(&process.base, "GET", "/v1/games", &[], None) {
        Ok(answer) => {
            assert_eq!(answer.status, 200);
            served += 1;
            false
        }
        Err(_) => true,
    });
    assert!(process.child.wait().expect("it ends").success());
    assert!(begun.elapsed() >= Duration::from_secs(2) && served > 0, "{served} requests in {:?}", begun.elapsed());
}

#[test]
fn second_signal_stops_process_at_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut process = Process::start_with(&folder.path().join("drain.db"), &["--drain-time", "3600"]);
    signal(&process, Signal::INT);
    until_draining(&process);
    signal(&process, Signal::TERM);
    assert!(process.child.wait().expect("it ends").success());
    let files: Vec<_> =
        folder.path().read_dir().expect("a folder").map(|file| file.expect("a file").file_name()).collect();
    assert_eq!(files, ["drain.db"], "the database is complete in one file");
}
