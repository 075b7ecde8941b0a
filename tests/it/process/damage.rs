//! Truncated, overwritten or replaced SQLite files: nothing more is acknowledged, and the database can be restored.

#![allow(clippy::disallowed_types, clippy::disallowed_methods, reason = "the tests damage files")]

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::json;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};
use tempfile::TempDir;

use crate::support::databases::{Of, address_of_file};
use crate::support::eventually::until;
use crate::support::harness::{Answer, send};
use crate::support::process::Process;
use crate::support::store::wait;

/// A service on its own file, with players who signed up.
struct Damaged {
    server: Process,
    tokens: Vec<String>,
    file: PathBuf,
    folder: TempDir,
    _files: Of,
}

impl Damaged {
    fn start(name: &str) -> Self {
        let files = Of::files();
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join(name);
        let mut started = Self { server: Process::start(&file), tokens: Vec::new(), file, folder, _files: files };
        (0..50).for_each(|_| started.sign_up_once());
        started
    }

    /// Signs up a player whose name is longer than a page, so that the database grows.
    fn sign_up(&self, n: usize) -> Answer {
        send(&self.server.base, "POST", "/v1/players", &[], Some(&json!({ "name": format!("Player {n}") })))
    }

    fn sign_up_once(&mut self) {
        let player = self.sign_up(self.tokens.len()).expect(201);
        self.tokens.push(player["token"].as_str().expect("a token").to_owned());
    }

    fn log(&self) -> PathBuf {
        log_of(&self.file)
    }

    fn connect(&self) -> SqliteConnection {
        wait(SqliteConnectOptions::new().filename(&self.file).connect()).expect("a connection")
    }

    /// Waits until everything is in the file itself.
    fn until_log_is_empty(&self) {
        until("the log to be emptied", || fs::metadata(self.log()).is_ok_and(|log| log.len() == 0));
    }

    /// Keeps the log from being emptied for as long as this connection lives, and writes to it.
    fn hold_log(&mut self) -> SqliteConnection {
        let mut reader = self.connect();
        wait(reader.execute("BEGIN; SELECT count(*) FROM players")).expect("a read that does not end");
        self.sign_up_once();
        reader
    }

    /// Nothing is acknowledged from now on, and readiness is off, until the service is restarted.
    fn acknowledges_nothing(&self) {
        for n in 0..20 {
            let answer = self.sign_up(1000 + n);
            let code = if answer.json()["code"] == "outcome_unknown" { "outcome_unknown" } else { "store_unavailable" };
            answer.problem(503, code);
            assert!(n == 0 || code == "store_unavailable", "only the first can have met the damage in the midst of it");
            assert!(!answer.header("retry-after").is_empty());
        }
        send(&self.server.base, "GET", "/readyz", &[], None).problem(503, "store_unavailable");
        let read = send(&self.server.base, "GET", "/v1/players/1", &[], None);
        assert!(matches!(read.status, 200 | 503), "{}", read.body);
        assert_eq!(send(&self.server.base, "GET", "/healthz", &[], None).status, 200, "the process lives");
    }

    /// Stops the service and starts it again, with these files in the place of its own.
    fn restored(self, [database, log]: [Vec<u8>; 2]) -> Self {
        let Self { server, tokens, file, folder, _files } = self;
        server.stop();
        for end in ["", "-wal", "-shm"] {
            let _ = fs::remove_file(format!("{}{end}", file.display()));
        }
        fs::write(&file, database).expect("it is restored");
        fs::write(log_of(&file), log).expect("it is restored");
        Self { server: Process::start(&file), tokens, file, folder, _files }
    }

    fn knows_all_players(&self) {
        for token in &self.tokens {
            let bearer = format!("Bearer {token}");
            send(&self.server.base, "GET", "/v1/players/me", &[("authorization", &bearer)], None).ok();
        }
    }
}

fn log_of(file: &Path) -> PathBuf {
    format!("{}-wal", file.display()).into()
}

fn cut_off(file: &Path, length: u64) {
    File::options().write(true).open(file).expect("it is there").set_len(length).expect("it is cut off");
}

/// Puts other content into a file, which stays the same file.
fn overwrite(file: &Path, content: &[u8]) {
    fs::write(file, content).expect("it is overwritten");
}

fn length(file: &Path) -> u64 {
    fs::metadata(file).expect("it is there").len()
}

/// How the files of a database are damaged.
type Damage = fn(&Path);

#[test]
fn damaged_database_acknowledges_nothing_until_restored() {
    let damages: [(&str, Damage); 5] = [
        ("empty", |file| cut_off(file, 0)),
        ("half", |file| cut_off(file, length(file) / 2)),
        ("less than a header", |file| cut_off(file, 99)),
        ("zeros", |file| overwrite(file, &vec![0; length(file) as usize])),
        ("other content", |file| overwrite(file, &vec![b'x'; length(file) as usize])),
    ];
    for (name, damage) in damages {
        let mut service = Damaged::start(name);
        service.until_log_is_empty();
        service.sign_up_once();
        // The log may be emptied right now: what is copied is whole before and after that, not meanwhile.
        service.until_log_is_empty();
        let whole = [fs::read(&service.file).expect("a copy"), Vec::new()];
        damage(&service.file);
        service.acknowledges_nothing();
        overwrite(&service.file, &whole[0]);
        service.acknowledges_nothing();
        damage(&service.file);
        let service = service.restored(whole);
        service.knows_all_players();
        service.sign_up(77).expect(201);
    }
}

#[test]
fn damaged_log_acknowledges_nothing_until_restored() {
    let damages: [(&str, Damage); 3] = [
        ("empty log", |log| cut_off(log, 0)),
        ("half a log", |log| cut_off(log, length(log) / 2)),
        ("log of zeros", |log| overwrite(log, &vec![0; length(log) as usize])),
    ];
    for (name, damage) in damages {
        let mut service = Damaged::start(name);
        let reader = service.hold_log();
        let whole = [fs::read(&service.file).expect("a copy"), fs::read(service.log()).expect("a copy")];
        damage(&service.log());
        service.acknowledges_nothing();
        drop(reader);
        let service = service.restored(whole);
        service.knows_all_players();
    }
}

#[test]
fn older_copy_written_over_the_database_is_damage() {
    let mut service = Damaged::start("older");
    service.until_log_is_empty();
    let older = fs::read(&service.file).expect("a copy");
    while length(&service.file) as usize <= older.len() {
        (0..50).for_each(|_| service.sign_up_once());
        service.until_log_is_empty();
    }
    // The service has seen what size it has now.
    service.sign_up_once();
    overwrite(&service.file, &older);
    service.acknowledges_nothing();
}

#[test]
fn stopping_does_not_touch_log_of_damaged_database() {
    let mut service = Damaged::start("left");
    let reader = service.hold_log();
    let log = fs::read(service.log()).expect("the log");
    cut_off(&service.file, 0);
    service.acknowledges_nothing();
    drop(reader);
    let Damaged { server, file, folder: _folder, .. } = service;
    server.stop();
    assert_eq!(length(&file), 0);
    assert!(fs::read(log_of(&file)).expect("the log") == log, "it may be all that is left");
}

#[test]
fn harmless_access_by_other_programs_is_no_damage() {
    let mut service = Damaged::start("others");
    let mut other = service.connect();
    let fill = "CREATE TABLE filling (content TEXT);
        WITH RECURSIVE n(i) AS (VALUES (1) UNION ALL SELECT i + 1 FROM n WHERE i < 500)
        INSERT INTO filling SELECT hex(randomblob(1000)) FROM n";
    let mut lengths = Vec::new();
    for sql in [fill, "PRAGMA wal_checkpoint(TRUNCATE)", "DROP TABLE filling", "VACUUM"] {
        wait(other.execute(sql)).expect("it is done");
        service.sign_up_once();
        service.until_log_is_empty();
        lengths.push(length(&service.file));
    }
    assert!(lengths.last() < lengths.first(), "it was vacuumed: {lengths:?}");
    wait(other.close()).expect("it closes");
    let address = address_of_file(&service.file);
    for job in [&["confirm-day", "--database", &address][..], &["rebuild", "--database", &address]] {
        let finished = Command::new(env!("CARGO_BIN_EXE_funhouse")).args(job).status().expect("it runs");
        assert!(finished.success(), "{job:?}");
        service.sign_up_once();
    }
    service.until_log_is_empty();
    assert_eq!(send(&service.server.base, "GET", "/readyz", &[], None).status, 200);
    service.knows_all_players();
}

#[test]
#[cfg(unix)]
fn linked_database_is_watched_too() {
    let _files = Of::files();
    let folder = tempfile::tempdir().expect("a folder");
    let [link, target] = ["link.db", "target.db"].map(|name| folder.path().join(name));
    std::os::unix::fs::symlink(&target, &link).expect("a link");
    Process::start(&target).stop();
    let server = Process::start(&link);
    let sign_up = |name: &str| send(&server.base, "POST", "/v1/players", &[], Some(&json!({ "name": name })));
    let is_reported = |value: u8| {
        let metrics = send(&server.base, "GET", "/metrics", &[], None).body;
        metrics.contains(&format!("\nfunhouse_sqlite_damaged {value}\n"))
    };
    sign_up("Ada").expect(201);
    assert!(is_reported(0));
    cut_off(&target, 0);
    sign_up("Ben").problem(503, "store_unavailable");
    assert!(is_reported(1));
}

/// An address on which no machine can listen, so that a service that does not refuse its database ends as well.
const NOWHERE: &str = "192.0.2.1:1";

/// The output of a command that must refuse a database.
fn refused(arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_funhouse")).args(arguments).output().expect("it runs");
    assert_eq!(output.status.code(), Some(2), "{arguments:?}");
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
fn empty_database_next_to_its_log_is_refused() {
    let service = Damaged::start("refused");
    let Damaged { server, file, folder, .. } = service;
    drop(server);
    let whole = [fs::read(&file).expect("a copy"), fs::read(log_of(&file)).expect("a copy")];
    assert!(!whole[1].is_empty(), "it was killed");
    let (address, copy) = (address_of_file(&file), address_of_file(&folder.path().join("copy")));
    for (content, log) in [(&b""[..], &whole[1][..]), (b"", b""), (&[0; 4096], &whole[1])] {
        overwrite(&file, content);
        overwrite(&log_of(&file), log);
        for command in [
            &["serve", "--listen", NOWHERE, "--database", &address][..],
            &["copy", "--from", &address, "--to", &copy],
            &["copy", "--from", &copy, "--to", &address],
            &["rebuild", "--database", &address],
            &["reverify", "--database", &address],
            &["confirm-day", "--database", &address],
        ] {
            let said = refused(command);
            let is_of_the_copy = said.contains("the database to be copied cannot be used") && command[2] == copy;
            assert!(said.contains("refused-wal") || is_of_the_copy, "{command:?}: {said}");
            assert!(fs::read(&file).expect("it is there") == content, "{command:?}");
            assert!(fs::read(log_of(&file)).expect("it is there") == log, "{command:?}");
        }
    }
    fs::remove_file(&file).expect("it is removed");
    assert!(refused(&["serve", "--listen", NOWHERE, "--database", &address]).contains("refused-wal"));
    assert!(!file.exists());

    // The ways out: both files as they were, or neither.
    overwrite(&file, &whole[0]);
    overwrite(&log_of(&file), &whole[1]);
    let server = Process::start(&file);
    assert_eq!(send(&server.base, "GET", "/v1/players/50", &[], None).status, 200);
    drop(server);
    for end in ["", "-wal", "-shm"] {
        fs::remove_file(format!("{}{end}", file.display())).expect("it is there");
    }
    overwrite(&file, b"");
    let server = Process::start(&file);
    assert_eq!(send(&server.base, "GET", "/v1/players/50", &[], None).status, 404);
}
