//! `funhouse restore`: only a whole backup replaces a database.

#![allow(clippy::disallowed_methods, clippy::disallowed_types, reason = "the tests copy and damage files")]

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::os::unix::fs::PermissionsExt as _;
use std::path::Path;
use std::process::Stdio;

use sqlx::sqlite::{SqliteConnectOptions, SqliteJournalMode};
use sqlx::{ConnectOptions as _, Connection as _};

use super::{Restorable, change, instead, name_of, new, old, players, program, refused, sign_up, succeeds};
use crate::support::databases::{address_of_file, make_earlier};
use crate::support::process::Process;
use crate::support::store::wait;

#[test]
fn restore_replaces_database_and_renames_the_old_one() {
    let there = Restorable::new();
    let before = fs::read(&there.database).expect("it is there");
    let message = succeeds("restore", &there.backup, &there.database);
    let stored = there.only(".replaced-");
    assert!(message.contains(&stored.display().to_string()), "{message}");
    assert!(fs::read(&stored).expect("it is there") == before);
    assert_eq!(fs::metadata(&there.database).expect("it is there").permissions().mode() & 0o777, 0o600);
    assert_eq!((players(&there.database), players(&stored)), (new(), old()));
    // Once more in the same second, or in another: no name is given twice. A database that was closed late has a log, which is renamed with it.
    succeeds("restore", &stored, &there.database);
    assert_eq!(players(&there.database), old());
    let is_replaced = |name: &&String| name.contains("replaced") && !name.ends_with("-wal") && !name.ends_with("-shm");
    assert_eq!(there.files().keys().filter(is_replaced).count(), 2);
    // Without a database there is nothing to rename.
    let fresh = there.folder.path().join("fresh.db");
    assert!(!succeeds("restore", &there.backup, &fresh).contains("kept"));
    assert_eq!(players(&fresh), new());
}

#[test]
fn restore_through_link_replaces_its_target() {
    let there = Restorable::new();
    let elsewhere = tempfile::tempdir().expect("a folder");
    let link = elsewhere.path().join("link.db");
    std::os::unix::fs::symlink(&there.database, &link).expect("a link");
    succeeds("restore", &there.backup, &link);
    assert!(link.symlink_metadata().expect("it is there").is_symlink());
    assert_eq!(players(&there.database), new());
}

/// How a test damages a backup.
type Damage = fn(&Path);

fn resize(file: &Path, by: i64) {
    let file = File::options().write(true).open(file).expect("it is there");
    let length = file.metadata().expect("it is there").len().saturating_add_signed(by);
    file.set_len(length).expect("it is cut");
}

fn overwrite(file: &Path, at: f64, bytes: &[u8]) {
    let mut content = fs::read(file).expect("it is there");
    let at = (content.len() as f64 * at) as usize;
    content[at..at + bytes.len()].copy_from_slice(bytes);
    fs::write(file, content).expect("it is written");
}

const DAMAGES: [(&str, Damage, &str); 20] = [
    ("missing", |file| fs::remove_file(file).expect("it is there"), "cannot be opened"),
    (
        "a folder",
        |file| {
            fs::remove_file(file).expect("it is there");
            fs::create_dir(file).expect("a folder")
        },
        "not a database",
    ),
    ("empty", |file| resize(file, i64::MIN), "not a database"),
    ("less than a header", |file| fs::write(file, b"SQLite format 3\0").expect("it is written"), "not a database"),
    ("text", |file| fs::write(file, "funhouse ".repeat(9999)).expect("it is written"), "not a database"),
    ("cut by a byte", |file| resize(file, -1), "should have"),
    ("cut by a page", |file| resize(file, -2048), "should have"),
    ("longer by a page", |file| resize(file, 2048), "should have"),
    ("a garbled page", |file| overwrite(file, 0.7, &[0xa5; 2048]), "damaged"),
    ("a garbled header", |file| overwrite(file, 0.0, b"sqlite"), "not a database"),
    ("another program's", |file| instead(file, "CREATE TABLE runs (id INTEGER)"), "another program"),
    ("another program's mark", |file| change(file, "PRAGMA application_id = 7"), "another program"),
    ("without tables", |file| instead(file, "PRAGMA application_id = 1179995720"), "nothing in it"),
    (
        "of version 0.1",
        |file| {
            fs::remove_file(file).expect("it is there");
            wait(make_earlier(&format!("{}?mode=rwc", address_of_file(file))));
        },
        "made by an earlier development version of this program, whose databases cannot be read. Start with a new database",
    ),
    ("newer", |file| change(file, "UPDATE _sqlx_migrations SET version = 9999 WHERE version = 1"), "newer version"),
    ("another migration", |file| change(file, "UPDATE _sqlx_migrations SET checksum = x'00'"), "previously applied"),
    ("no migration", |file| change(file, "DELETE FROM _sqlx_migrations"), "newer version"),
    ("a table less", |file| change(file, "DROP TABLE seed_claims"), "not those of this program"),
    (
        "a trigger more",
        |file| change(file, "CREATE TRIGGER t AFTER DELETE ON runs BEGIN SELECT 1; END"),
        "not those of this program",
    ),
    ("a broken reference", |file| change(file, "DELETE FROM players"), "that is not there"),
];

#[test]
fn restore_rejects_incomplete_backups_and_changes_nothing() {
    let there = Restorable::new();
    let whole = fs::read(&there.backup).expect("a backup");
    for (name, damage, due) in DAMAGES {
        let _ = fs::remove_dir(&there.backup);
        fs::write(&there.backup, &whole).expect("it is restored");
        damage(&there.backup);
        let before = there.files();
        let message = refused("restore", &there.backup, &there.database);
        assert!(message.contains("the backup cannot be used") && message.contains(due), "{name}: {message}");
        assert!(there.files() == before, "{name}: nothing is changed or left");
    }
    fs::write(&there.backup, &whole).expect("it is restored");
    fs::write(there.backup.with_extension("db-wal"), "a log").expect("it is written");
    assert!(refused("restore", &there.backup, &there.database).contains("copy of a database that was in use"));
    assert!(refused("restore", &there.database, &there.database).contains("the database itself"));
    assert_eq!(players(&there.database), old());
}

#[test]
fn restore_while_serving_is_refused() {
    let there = Restorable::new();
    let server = Process::start(&there.database);
    assert!(refused("restore", &there.backup, &there.database).contains("stop the service first"));
    assert_eq!(["1", "2"].map(|id| name_of(&server, id)), old());
    sign_up(&server, "still");
    assert!(there.files().keys().all(|name| !name.contains("replaced") && !name.contains("partial")));
    server.stop();
    succeeds("restore", &there.backup, &there.database);
    assert_eq!(players(&there.database), new());
}

#[test]
fn log_is_renamed_with_the_replaced_database() {
    let there = Restorable::new();
    let mut server = Process::start(&there.database);
    sign_up(&server, "in the log");
    server.kill();
    let log = there.database.with_extension("db-wal");
    assert!(fs::metadata(&log).is_ok_and(|log| log.len() > 0), "it was killed before it emptied its log");
    succeeds("restore", &there.backup, &there.database);
    assert!(!log.exists());
    let server = Process::start(&there.database);
    assert_eq!(["1", "2", "3"].map(|id| name_of(&server, id)), [Some("then".to_owned()), None, None]);
    server.stop();
    let stored = there.files().into_keys().find(|name| name.ends_with("Z-wal")).expect("the log is kept");
    let server = Process::start(&there.folder.path().join(stored.trim_end_matches("-wal")));
    assert_eq!(name_of(&server, "3").as_deref(), Some("in the log"));
}

#[test]
fn restores_in_place_of_a_damaged_database() {
    let damages: [(&str, Damage); 4] = [
        ("no database", |file| fs::remove_file(file).expect("it is there")),
        ("an empty one", |file| resize(file, i64::MIN)),
        ("zeros", |file| fs::write(file, [0; 9999]).expect("it is written")),
        ("half", |file| resize(file, -9999)),
    ];
    for (name, damage) in damages {
        let there = Restorable::new();
        let mut server = Process::start(&there.database);
        sign_up(&server, "in the log");
        server.kill();
        damage(&there.database);
        succeeds("restore", &there.backup, &there.database);
        assert_eq!(players(&there.database), new(), "{name}");
        assert!(there.files().keys().any(|name| name.ends_with("Z-wal")), "{name}: the log is kept");
    }
}

/// Whether a service can be started on a database; it prints where it listens if so.
fn opens(database: &Path) -> bool {
    let mut service = program()
        .args(["serve", "--listen", "127.0.0.1:0", "--log", "off", "--database", &address_of_file(database)])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let output = service.stdout.take().expect("its output");
    std::io::BufRead::read_line(&mut std::io::BufReader::new(output), &mut line).expect("text");
    let _ = service.kill();
    let _ = service.wait();
    line.contains("listens")
}

#[test]
fn killed_restore_leaves_no_mixed_database() {
    let mut outcomes = BTreeMap::<&str, u32>::new();
    for round in 0..24 {
        let there = Restorable::new();
        // With a log and without.
        if round % 2 == 0 {
            let mut server = Process::start(&there.database);
            sign_up(&server, "in the log");
            server.kill();
        }
        let watched = [".partial", ".replaced-", "-wal"][round % 3];
        let had = there.files().keys().filter(|name| name.contains(watched)).count();
        let (backup, database) = (&there.backup, address_of_file(&there.database));
        let mut restore = program();
        restore.arg("restore").arg(backup).args(["--database", &database]);
        let mut restore = restore.stdout(Stdio::null()).spawn().expect("it starts");
        // It is killed as soon as the names in the folder change, or once it has ended.
        let names = || {
            fs::read_dir(there.folder.path())
                .expect("a folder")
                .filter(|entry| entry.as_ref().is_ok_and(|entry| entry.file_name().to_string_lossy().contains(watched)))
        };
        while names().count() == had && restore.try_wait().expect("it is there").is_none() {}
        let _ = restore.kill();
        let _ = restore.wait();
        let outcome = if !opens(&there.database) {
            "none that opens"
        } else if players(&there.database) == old() {
            "old"
        } else {
            "new"
        };
        *outcomes.entry(outcome).or_default() += 1;
        succeeds("restore", &there.backup, &there.database);
        assert_eq!(players(&there.database), new(), "it is restored in the end");
        assert!(there.files().keys().any(|name| name.contains(".replaced-")), "what was there is kept");
    }
    println!("{outcomes:?}");
}

#[test]
fn copy_of_stopped_database_is_restored_without_journal() {
    let there = Restorable::new();
    // A clean stop leaves a file in WAL mode, which is whole.
    let copy = there.folder.path().join("copy.db");
    fs::copy(&there.database, &copy).expect("a copy");
    succeeds("restore", &there.backup, &there.database);
    // A journal next to a database that is not in WAL mode would be rolled back into the next one.
    wait(async {
        let options = SqliteConnectOptions::new().filename(&there.database).journal_mode(SqliteJournalMode::Delete);
        options.connect().await.expect("it opens").close().await.expect("it closes");
    });
    let journal = there.database.with_extension("db-journal");
    fs::write(&journal, "a journal").expect("it is written");
    succeeds("restore", &copy, &there.database);
    assert!(
        !journal.exists() && there.files().keys().any(|name| name.contains(".replaced-") && name.ends_with("-journal"))
    );
    assert_eq!(players(&there.database), old());
}
