//! A service creates the schema of a new database, and refuses databases of other versions untouched.

use std::collections::BTreeSet;

use funhouse::store::database::{self, OpenError};

use crate::support::databases::{Kind, address_of, bytes, kind, make_earlier, meddle, on_each_kind, texts};
use crate::support::store::wait;

/// The schema of each kind of database, as the migrations state it.
const SCHEMAS: [(Kind, &str); 2] = [
    (
        Kind::Sqlite,
        concat!(
            include_str!("../../../migrations/sqlite/0001_schema.sql"),
            include_str!("../../../migrations/sqlite/0002_runs_of_game.sql"),
        ),
    ),
    (
        Kind::Postgres,
        concat!(
            include_str!("../../../migrations/postgres/0001_schema.sql"),
            include_str!("../../../migrations/postgres/0002_runs_of_game.sql"),
        ),
    ),
];

/// All rows of the tables of an earlier version, and what is in its catalog.
async fn contents(address: &str) -> Vec<Vec<String>> {
    let tables = match kind() {
        Kind::Sqlite => "SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL ORDER BY name",
        Kind::Postgres => {
            "SELECT CAST(relname AS TEXT) FROM pg_class WHERE relnamespace = to_regnamespace(current_schema()) ORDER BY relname"
        }
    };
    let rows = "SELECT id || ' ' || player || ' ' || course || ' ' || seed FROM runs ORDER BY id";
    let migrations = "SELECT version || ' ' || description FROM _sqlx_migrations ORDER BY version";
    let mut contents = Vec::new();
    for sql in [tables, rows, "SELECT name FROM memory", migrations] {
        contents.push(texts(address, sql).await);
    }
    contents
}

#[test]
fn refuses_databases_of_earlier_versions_untouched() {
    on_each_kind(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let [address, other] = ["earlier.db", "other.db"].map(|name| address_of(&folder.path().join(name)));
        wait(make_earlier(&if kind() == Kind::Sqlite { format!("{address}?mode=rwc") } else { address.clone() }));
        let before = wait(contents(&address));
        assert!(before.iter().all(|part| !part.is_empty()), "{before:?}");
        let refused = wait(database::open(&address)).err();
        assert_eq!(refused, Some(OpenError::Earlier));
        let text = refused.expect("refused").to_string();
        assert!(text.contains("earlier development version") && text.contains("Start with a new database"), "{text}");
        assert_eq!(wait(database::rebuild(&address, |_, _| {})), Err(OpenError::Earlier));
        let copied = wait(database::copy(&address, &other, |_, _| {})).expect_err("refused").to_string();
        assert!(copied.contains("the database to be copied cannot be used") && copied.contains("earlier"), "{copied}");
        assert_eq!(wait(contents(&address)), before);
    });
}

#[test]
fn refuses_databases_of_newer_versions() {
    on_each_kind(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let address = address_of(&folder.path().join("newer.db"));
        wait(async { database::open(&address).await.expect("a new database").close().await.expect("closed") });
        let migrations = "SELECT version || ' ' || description FROM _sqlx_migrations ORDER BY version";
        assert_eq!(wait(texts(&address, migrations)), ["1 schema", "2 runs of game"]);
        let newer = format!(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
            VALUES (9999, 'from the future', true, {}, 0)",
            bytes("00")
        );
        wait(meddle(&address, &newer));
        let before = wait(texts(&address, migrations));
        assert_eq!(wait(database::open(&address)).err(), Some(OpenError::Newer(9999)));
        assert_eq!(wait(database::rebuild(&address, |_, _| {})), Err(OpenError::Newer(9999)));
        assert_eq!(wait(texts(&address, migrations)), before);
    });
}

/// The columns of all tables (`runs.seed`) and the named indexes (`INDEX runs_by_time`), as a migration states them.
fn stated(schema: &str) -> BTreeSet<String> {
    let mut stated = BTreeSet::new();
    let mut table = None;
    for line in schema.lines().map(str::trim) {
        let words: Vec<&str> = line.split_whitespace().collect();
        match words.as_slice() {
            ["CREATE", "TABLE", name, ..] => table = Some((*name).to_owned()),
            ["CREATE", "INDEX", name, ..] | ["CREATE", "UNIQUE", "INDEX", name, ..] => {
                stated.insert(format!("INDEX {name}"));
            }
            ["--", ..] | ["PRIMARY", ..] | ["UNIQUE", ..] | [] => {}
            [end, ..] if end.starts_with(')') => table = None,
            [column, ..] => {
                if let Some(table) = &table {
                    stated.insert(format!("{table}.{column}"));
                }
            }
        }
    }
    stated
}

/// The same, as a database has them.
async fn found(address: &str) -> BTreeSet<String> {
    let (columns, indexes) = match kind() {
        Kind::Sqlite => (
            "SELECT tables.name || '.' || columns.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
            WHERE tables.type = 'table' AND tables.name <> '_sqlx_migrations' AND tables.name NOT LIKE 'sqlite%'",
            "SELECT 'INDEX ' || name FROM sqlite_schema WHERE type = 'index' AND sql IS NOT NULL",
        ),
        Kind::Postgres => (
            "SELECT CAST(table_name || '.' || column_name AS TEXT) FROM information_schema.columns
            WHERE table_schema = current_schema() AND table_name <> '_sqlx_migrations'",
            "SELECT CAST('INDEX ' || indexname AS TEXT) FROM pg_indexes WHERE schemaname = current_schema()
            AND NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conname = indexname)",
        ),
    };
    let mut found = texts(address, columns).await;
    found.extend(texts(address, indexes).await);
    found.into_iter().collect()
}

#[test]
fn new_databases_have_exactly_the_stated_schema() {
    on_each_kind(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let address = address_of(&folder.path().join("new.db"));
        wait(async { database::open(&address).await.expect("a new database").close().await.expect("closed") });
        let (_, schema) = SCHEMAS.into_iter().find(|(of, _)| *of == kind()).expect("a schema");
        let stated = stated(schema);
        assert!(
            stated.contains("runs.room_scores") && stated.contains("INDEX seed_bests_by_rank_on_seed"),
            "{stated:?}"
        );
        assert_eq!(wait(found(&address)), stated);
    });
    let [sqlite, postgres] = SCHEMAS.map(|(_, schema)| stated(schema));
    assert_eq!(sqlite, postgres);
}
