//! Deleted data is in no file, and secrets are where the operator put them.

use std::fs;
use std::path::Path;

use funhouse::api::secrets::seeds::Seeds;
use funhouse::store::name::Name;
use funhouse::store::sqlite::Sqlite;
use funhouse::store::{
    Act, Created, LoggedAct, Moderated, ModerationOrder, NewPlayer, NewRun, PlayerId, Reason, RecoveryHash, Repeatable,
    RunId, Secret, SecretPlace, Store as _, TokenHash,
};
use hex::FromHex as _;
use serde_json::json;
use sha2::{Digest as _, Sha256};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions as _, Executor as _};

use crate::support::databases::{Of, address_of_file};
use crate::support::eventually::until;
use crate::support::harness::send;
use crate::support::process::Process;
use crate::support::store::{new_run, to_create, wait};

const SECRET: Secret = Secret([9; 32]);

/// All bytes of a database: of its file and of its write-ahead log.
#[allow(clippy::disallowed_methods, reason = "the test reads the files")]
fn bytes(file: &Path) -> Vec<u8> {
    let log = format!("{}-wal", file.display());
    let mut bytes = fs::read(file).expect("the database");
    bytes.extend(fs::read(log).unwrap_or_default());
    bytes
}

fn holds(bytes: &[u8], what: &[u8]) -> bool {
    bytes.windows(what.len()).any(|window| window == what)
}

/// The `n`-th player, with a unique name and unique hashes.
fn nth(n: u64) -> NewPlayer {
    let of = |what: &str| Sha256::digest(format!("{what} {n}")).into();
    let name = Name::new(&format!("somebody known as {n:04}")).expect("a name");
    let repeatable = Repeatable { key: of("key"), salt: of("salt"), until: "2027-01-01".parse().expect("a moment") };
    let name_as_text = name.as_str().to_owned();
    let (token, recovery) = (TokenHash(of("token")), RecoveryHash(of("code")));
    let forms = name.forms(&SECRET.name_key());
    NewPlayer { name: name_as_text, forms, token, recovery, repeatable: Some(repeatable), ..to_create("Anybody", 1) }
}

/// The data of a player in a database.
fn left_of(player: &NewPlayer, bytes: &[u8]) -> Vec<&'static str> {
    let salt = player.repeatable.expect("it can be repeated").salt;
    let parts =
        [("name", player.name.as_bytes()), ("token", &player.token.0), ("code", &player.recovery.0), ("salt", &salt)];
    parts.into_iter().filter(|(_, part)| holds(bytes, part)).map(|(what, _)| what).collect()
}

/// A store of 300 players, each with a run.
async fn peopled(file: &Path) -> Sqlite {
    let store = Sqlite::open(&address_of_file(file)).await.expect("a new store");
    store.secret(SecretPlace::Database(SECRET)).await.expect("an answer").expect("a secret");
    for n in 1..=300 {
        assert_eq!(store.create_player(nth(n)).await, Ok(Created::New(PlayerId(n as i64))));
        let seed = format!("seed-{n}").parse().expect("a seed");
        store.submit(NewRun { seed, ..new_run(PlayerId(n as i64), n) }).await.expect("it is kept");
    }
    store
}

#[test]
fn deleted_player_is_in_no_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("store.db");
    wait(async {
        let store = peopled(&file).await;
        assert_eq!(left_of(&nth(7), &bytes(&file)), ["name", "token", "code", "salt"], "they were there");
        for n in (1..=300).filter(|n| n % 3 != 0) {
            let player = PlayerId(n as i64);
            // The readers are open, and have read what is deleted.
            store.player(player).await.expect("an answer").expect("a player");
            let gone = if n % 3 == 1 {
                store.delete_player(player).await
            } else {
                let known = store.known_token(nth(n).token, nth(n).at).await.expect("an answer").expect("a token");
                let another = TokenHash(Sha256::digest(format!("another {n}")).into());
                store.replace_token(player, known.id, another, nth(n).at).await
            };
            assert_eq!(gone, Ok(true));
            if n % 50 < 3 {
                let expected: &[&str] = if n % 3 == 1 { &[] } else { &["name", "code"] };
                assert_eq!(left_of(&nth(n), &bytes(&file)), expected, "as soon as it is answered: {n}");
            }
        }
        let bytes = bytes(&file);
        for n in 1..=300 {
            let expected: &[&str] = [&["name", "token", "code", "salt"][..], &[], &["name", "code"]][n as usize % 3];
            assert_eq!(left_of(&nth(n), &bytes), expected, "{n}");
        }
        assert_eq!(store.count_after(RunId(0)).await, Ok(300), "the runs stay");
    });
}

#[test]
fn names_in_moderation_log_are_erased_from_files() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("store.db");
    let new_name = |n: u64| format!("calmly renamed {n:04}");
    wait(async {
        let store = peopled(&file).await;
        for n in 1..=60 {
            let name = Name::new(&new_name(n)).expect("a name");
            let forms = name.forms(&SECRET.name_key());
            let act = Act::RenamePlayer { player: PlayerId(n as i64), name: new_name(n), forms };
            let order = ModerationOrder { act, reason: Reason::new("an offense").expect("a reason"), at: nth(n).at };
            assert!(matches!(store.moderate(order).await, Ok(Moderated::Applied(_))));
        }
        let holds_new = |n: u64| holds(&bytes(&file), new_name(n).as_bytes());
        assert!(holds_new(7) && left_of(&nth(7), &bytes(&file)).contains(&"name"), "the log has both");
        for n in (1..=60).filter(|n| n % 3 == 1) {
            assert_eq!(store.delete_player(PlayerId(n as i64)).await, Ok(true));
            assert!(!holds_new(n), "{n}");
            assert_eq!(left_of(&nth(n), &bytes(&file)), [""; 0], "{n}");
        }
        let log = store.moderation_actions(None, 100).await.expect("actions");
        let names = log.iter().filter(|action| matches!(action.act, LoggedAct::RenamePlayer { names: Some(_), .. }));
        assert_eq!((log.len(), names.count()), (60, 40));
    });
}

#[test]
fn earlier_read_only_delays_erasure_of_bytes() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("store.db");
    wait(async {
        let store = peopled(&file).await;
        let mut reader = SqliteConnectOptions::new().filename(&file).connect().await.expect("a connection");
        reader.execute("BEGIN; SELECT count(*) FROM players").await.expect("a read that does not end");
        assert_eq!(store.delete_player(PlayerId(7)).await, Ok(true), "it is answered all the same");
        assert_eq!(store.player(PlayerId(7)).await, Ok(None));
        assert!(!left_of(&nth(7), &bytes(&file)).is_empty(), "the read still needs it");
        reader.execute("COMMIT").await.expect("it ends");
        until("the log to be emptied", || left_of(&nth(7), &bytes(&file)).is_empty());
    });
}

/// Starts a service that must fail, and returns its output.
fn refused(file: &Path, more: &[&str]) -> String {
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_funhouse"));
    program.args(["serve", "--listen", "127.0.0.1:0", "--database", &address_of_file(file)]).args(more);
    let output = program.output().expect("it runs");
    assert!(!output.status.success());
    String::from_utf8_lossy(&output.stderr).into_owned()
}

#[test]
#[allow(clippy::disallowed_methods, reason = "the test reads and writes files")]
fn secret_moves_from_database_to_file_permanently() {
    let _files = Of::files();
    let folder = tempfile::tempdir().expect("a folder");
    let (file, secret_file) = (folder.path().join("store.db"), folder.path().join("secret"));
    let flag = ["--secret-file", secret_file.to_str().expect("a path")];
    let today = |server: &Process| send(&server.base, "GET", "/v1/daily", &[], None).ok();
    let server = Process::start(&file);
    send(&server.base, "POST", "/v1/players", &[], Some(&json!({ "name": "Ada" }))).expect(201);
    let seeds = today(&server);
    drop(server);

    let server = Process::start_with(&file, &flag);
    let text = fs::read_to_string(&secret_file).expect("it was made");
    let secret = <[u8; 32]>::from_hex(text.trim_end()).expect("64 digits");
    assert!(!holds(&bytes(&file), &secret), "it is in the database no more");
    let day = seeds["date"].as_str().expect("a date").parse().expect("a day");
    assert_eq!(Seeds::new(Secret(secret)).day_key(day).commitment(), seeds["commitment"], "it is the same secret");
    assert_eq!(today(&server), seeds);
    send(&server.base, "POST", "/v1/players", &[], Some(&json!({ "name": "ADA" }))).problem(409, "name_taken");
    drop(server);
    assert_eq!(today(&Process::start_with(&file, &flag)), seeds, "the file is read again");

    assert!(refused(&file, &[]).contains("another secret"), "without the file");
    let other = folder.path().join("other");
    fs::write(&other, "7".repeat(64)).expect("another secret");
    assert!(refused(&file, &["--secret-file", other.to_str().expect("a path")]).contains("another secret"));
    fs::write(&other, "a letter to my aunt").expect("no secret");
    assert!(refused(&file, &["--secret-file", other.to_str().expect("a path")]).contains("64 hexadecimal digits"));
    let new = folder.path().join("new.db");
    assert!(refused(&new, &["--secret-file", "/no/such/folder/secret"]).contains("/no/such/folder/secret"));
    assert_eq!(today(&Process::start_with(&file, &flag)), seeds, "nothing was changed by these");
}

#[test]
#[cfg(unix)]
fn files_are_private_to_owner_despite_umask() {
    let _files = Of::files();
    use std::os::unix::fs::PermissionsExt as _;
    let folder = tempfile::tempdir().expect("a folder");
    let mode = |name: &str| {
        let file = fs::metadata(folder.path().join(name)).unwrap_or_else(|error| panic!("{name}: {error}"));
        file.permissions().mode() & 0o777
    };
    for mask in ["000", "077", "277"] {
        let name = |end: &str| format!("masked-{mask}{end}");
        let secret_file = folder.path().join(name(".secret"));
        let more = ["--secret-file", secret_file.to_str().expect("a path")];
        let server = Process::start_masked(&folder.path().join(name("")), mask, &more);
        for end in ["", "-wal", "-shm", ".secret"] {
            assert_eq!(mode(&name(end)), 0o600, "{}", name(end));
        }
        drop(server);
    }
    // What the operator has given wider permissions keeps them.
    let wide = folder.path().join("masked-000");
    fs::set_permissions(&wide, fs::Permissions::from_mode(0o640)).expect("it is the test's");
    drop(Process::start_with(
        &wide,
        &["--secret-file", folder.path().join("masked-000.secret").to_str().expect("a path")],
    ));
    assert_eq!(mode("masked-000"), 0o640);
}
