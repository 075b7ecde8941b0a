//! `funhouse backup` and `funhouse restore`: a backup has everything acknowledged before, and only a whole backup replaces a database.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "the tests copy and damage files")]

mod restore;

use std::collections::BTreeMap;
use std::fs;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Connection as _, Executor as _};
use tempfile::TempDir;

use crate::support::databases::{Of, address_of_file};
use crate::support::eventually::{SetAtEnd, until};
use crate::support::harness::send;
use crate::support::process::Process;
use crate::support::store::wait;

fn program() -> Command {
    Command::new(env!("CARGO_BIN_EXE_funhouse"))
}

fn run(command: &str, file: &Path, database: &Path) -> Output {
    let database = address_of_file(database);
    program().arg(command).arg(file).args(["--database", &database]).output().expect("the program runs")
}

/// Runs a command that succeeds, and returns what it printed.
fn succeeds(command: &str, file: &Path, database: &Path) -> String {
    let output = run(command, file, database);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8(output.stdout).expect("text")
}

/// Runs a command that is refused, and returns why.
fn refused(command: &str, file: &Path, database: &Path) -> String {
    let output = run(command, file, database);
    assert_eq!(output.status.code(), Some(2), "{}", String::from_utf8_lossy(&output.stdout));
    String::from_utf8(output.stderr).expect("text")
}

/// Signs up a player, and returns the player's number.
fn sign_up(server: &Process, name: &str) -> String {
    let player = send(&server.base, "POST", "/v1/players", &[], Some(&json!({ "name": name }))).expect(201);
    player["player"]["id"].as_str().expect("a number").to_owned()
}

fn name_of(server: &Process, id: &str) -> Option<String> {
    let player = send(&server.base, "GET", &format!("/v1/players/{id}"), &[], None);
    (player.status == 200).then(|| player.json()["player"]["name"].as_str().expect("a name").to_owned())
}

/// A folder with a database of one player, named `now`, and a backup of it from when the player was not there but one named `then`.
struct Restorable {
    folder: TempDir,
    database: PathBuf,
    backup: PathBuf,
    _files: Of,
}

impl Restorable {
    fn new() -> Self {
        let files = Of::files();
        let folder = tempfile::tempdir().expect("a folder");
        let [database, backup] = ["funhouse.db", "backup.db"].map(|name| folder.path().join(name));
        let server = Process::start(&database);
        sign_up(&server, "then");
        succeeds("backup", &backup, &database);
        sign_up(&server, "now");
        server.stop();
        Self { folder, database, backup, _files: files }
    }

    /// The content of each file in the folder.
    fn files(&self) -> BTreeMap<String, Vec<u8>> {
        files(self.folder.path())
    }

    /// The only file whose name has this in it.
    fn only(&self, part: &str) -> PathBuf {
        let names: Vec<String> = self.files().into_keys().filter(|name| name.contains(part)).collect();
        assert_eq!(names.len(), 1, "{names:?}");
        self.folder.path().join(&names[0])
    }
}

fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path());
    let files = entries.filter(|path| path.is_file());
    let name = |path: &Path| path.file_name().expect("a name").to_string_lossy().into_owned();
    files.map(|path| (name(&path), fs::read(&path).expect("a file"))).collect()
}

/// The names of the first two players of a database, as a service on a copy of it shows them.
fn players(database: &Path) -> [Option<String>; 2] {
    let server = Process::start(database);
    let names = ["1", "2"].map(|id| name_of(&server, id));
    server.stop();
    names
}

fn old() -> [Option<String>; 2] {
    ["then", "now"].map(|name| Some(name.to_owned()))
}

fn new() -> [Option<String>; 2] {
    [Some("then".to_owned()), None]
}

fn change(database: &Path, sql: &'static str) {
    let options = SqliteConnectOptions::new().filename(database).foreign_keys(false);
    wait(async {
        let mut connection = options.connect().await.expect("it opens");
        connection.execute(sql).await.expect("it is changed");
        connection.close().await.expect("it closes");
    });
}

#[test]
fn backup_under_load_has_everything_acknowledged_before() {
    const BACKUPS: usize = 4;
    let _files = Of::files();
    let folder = tempfile::tempdir().expect("a folder");
    let database = folder.path().join("busy.db");
    let server = Process::start(&database);
    let acknowledged: Mutex<Vec<(String, String)>> = Mutex::default();
    let stop = AtomicBool::new(false);
    let count = || acknowledged.lock().expect("no client panics").len();
    let backups: Vec<(PathBuf, usize)> = std::thread::scope(|scope| {
        let _stop_at_end = SetAtEnd(&stop);
        for client in 0..4 {
            let (base, acknowledged, stop) = (&server.base, &acknowledged, &stop);
            scope.spawn(move || {
                for n in (0..).take_while(|_| !stop.load(Ordering::Relaxed)) {
                    let name = format!("Player {client} {n}");
                    let player = send(base, "POST", "/v1/players", &[], Some(&json!({ "name": name }))).expect(201);
                    let id = player["player"]["id"].as_str().expect("a number").to_owned();
                    acknowledged.lock().expect("no client panics").push((id, name));
                }
            });
        }
        let backup = |n: usize| {
            let due = count() + 50;
            until("clients to write", || count() >= due);
            let (file, before) = (folder.path().join(format!("backup-{n}.db")), count());
            assert!(succeeds("backup", &file, &database).contains("checked"));
            (file, before)
        };
        (0..BACKUPS).map(backup).collect()
    });
    let acknowledged = acknowledged.into_inner().expect("no client panics");
    assert!(acknowledged.len() > backups[BACKUPS - 1].1, "clients wrote during the last backup");
    server.stop();
    for (backup, before) in &backups {
        let mode = fs::metadata(backup).expect("it is there").permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
        let restored = folder.path().join("restored.db");
        succeeds("restore", backup, &restored);
        let server = Process::start(&restored);
        for (id, name) in &acknowledged[..*before] {
            assert_eq!(name_of(&server, id).as_ref(), Some(name), "{}", backup.display());
        }
        server.stop();
    }
    println!("{} players were acknowledged around {BACKUPS} backups", acknowledged.len());
}

/// Another program's database, or none.
fn instead(file: &Path, sql: &'static str) {
    fs::remove_file(file).expect("it is there");
    wait(async {
        let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
        let mut connection = options.connect().await.expect("it opens");
        connection.execute(sql).await.expect("it is made");
        connection.close().await.expect("it closes");
    });
}

#[test]
fn backup_replaces_no_file_and_leaves_none_behind() {
    let there = Restorable::new();
    let before = there.files();
    assert!(refused("backup", &there.backup, &there.database).contains("exists already"));
    assert!(refused("backup", &there.database, &there.database).contains("exists already"));
    let missing = there.folder.path().join("missing");
    assert!(refused("backup", &missing.join("backup.db"), &there.database).contains("cannot be written"));
    assert!(refused("backup", &there.folder.path().join("none.db"), &missing).contains("cannot be opened"));
    let foreign = there.folder.path().join("foreign.db");
    fs::write(&foreign, "").expect("a file");
    instead(&foreign, "CREATE TABLE runs (id INTEGER)");
    assert!(refused("backup", &there.folder.path().join("none.db"), &foreign).contains("another program"));
    fs::remove_file(&foreign).expect("it is there");
    assert!(there.files() == before);
}

#[test]
fn one_of_concurrent_backups_to_a_file_succeeds() {
    let there = Restorable::new();
    let server = Process::start(&there.database);
    let same = there.folder.path().join("same.db");
    let (database, mut created) = (address_of_file(&there.database), 0);
    let start = |file: &Path| {
        let mut backup = program();
        backup.arg("backup").arg(file).args(["--database", &database]).stderr(Stdio::piped()).stdout(Stdio::piped());
        backup.spawn().expect("it starts")
    };
    let running: Vec<_> = (0..6).map(|_| start(&same)).collect();
    let other = start(&there.folder.path().join("other.db"));
    for backup in running {
        let output = backup.wait_with_output().expect("it ends");
        if output.status.success() {
            created += 1;
        } else {
            assert!(String::from_utf8_lossy(&output.stderr).contains("exists already"));
        }
    }
    assert_eq!(created, 1);
    assert!(other.wait_with_output().expect("it ends").status.success());
    server.stop();
    assert!(there.files().keys().all(|name| !name.contains("partial")));
    succeeds("restore", &same, &there.database);
    assert_eq!(players(&there.database), old());
}

#[test]
fn full_disk_leaves_no_partial_backup_or_database() {
    let there = Restorable::new();
    // A read of a database in WAL mode leaves an empty log.
    let stored = || there.files().into_iter().filter(|(name, content)| !name.ends_with("-shm") && !content.is_empty());
    let before: BTreeMap<_, _> = stored().collect();
    let limited = |command: &str, file: &Path| {
        let mut shell = Command::new("sh");
        shell.args(["-c", "trap '' XFSZ; ulimit -f 64; exec \"$0\" \"$@\"", env!("CARGO_BIN_EXE_funhouse"), command]);
        shell.arg(file).args(["--database", &address_of_file(&there.database)]).output().expect("it runs")
    };
    for (command, file) in [("backup", there.folder.path().join("none.db")), ("restore", there.backup.clone())] {
        let output = limited(command, &file);
        assert_eq!(output.status.code(), Some(2));
        let message = String::from_utf8_lossy(&output.stderr);
        assert!(message.contains("cannot be"), "{message}");
        assert!(stored().collect::<BTreeMap<_, _>>() == before, "{command}");
    }
}

#[test]
fn postgres_database_is_refused_with_its_own_tools() {
    let folder = tempfile::tempdir().expect("a folder");
    for (command, tool) in [("backup", "pg_dump"), ("restore", "pg_restore")] {
        let mut program = program();
        let address = "postgres://ada:swordfish@127.0.0.1:1/none";
        let output = program.arg(command).arg(folder.path().join("file")).args(["--database", address]).output();
        let output = output.expect("it runs");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2));
        assert!(
            message.contains(tool) && message.contains("docs/operating.md") && !message.contains("swordfish"),
            "{message}"
        );
    }
}

#[test]
fn every_command_accepts_file_path_as_database() {
    let folder = tempfile::tempdir().expect("a folder");
    let server = {
        let mut program = program();
        program.current_dir(folder.path());
        Process::start_in(program, "100% fun?house.db")
    };
    sign_up(&server, "Ada");
    let run = |arguments: &[&str]| {
        let output = program().args(arguments).current_dir(folder.path()).output().expect("it runs");
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    let database = ["--database", "100% fun?house.db"];
    run(&[&["backup", "backup.db"], &database[..]].concat());
    run(&[&["confirm-day"], &database[..]].concat());
    server.stop();
    for command in [&["rebuild"][..], &["reverify"], &["restore", "backup.db"]] {
        run(&[command, &database].concat());
    }
    run(&["copy", "--from", "100% fun?house.db", "--to", "copy.db"]);
    assert_eq!(players(&folder.path().join("copy.db"))[0].as_deref(), Some("Ada"));
}
