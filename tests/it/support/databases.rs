//! The databases of tests. Their kind is set by the environment or by the test.
//!
//! A test names its database by a file. Where it runs on PostgreSQL, each file is represented by a database of a server that all tests of
//! the process share. `FUNHOUSE_TEST_DATABASE=postgres` has every test run there that is not about files.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::{LazyLock, Mutex, PoisonError};

use sqlx::{AssertSqlSafe, Connection as _, Executor as _};

/// The kinds of databases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Sqlite,
    Postgres,
}

/// The kind that the environment names.
#[allow(clippy::disallowed_methods, reason = "tests are run on either kind by hand and by CI")]
static NAMED: LazyLock<Kind> = LazyLock::new(|| match std::env::var("FUNHOUSE_TEST_DATABASE").as_deref() {
    Ok("postgres") => Kind::Postgres,
    Ok("sqlite") | Err(_) => Kind::Sqlite,
    Ok(other) => panic!("FUNHOUSE_TEST_DATABASE is sqlite or postgres, not {other}"),
});

thread_local! {
    /// The kind that the test chose which this thread runs.
    static CHOSEN: Cell<Option<Kind>> = const { Cell::new(None) };
}

/// The kind of the databases that the test on this thread makes.
pub(crate) fn kind() -> Kind {
    CHOSEN.get().unwrap_or(*NAMED)
}

/// While this exists, the databases that this thread creates are of one kind.
pub(crate) struct Of {
    before: Option<Kind>,
}

impl Of {
    /// Chooses a kind.
    pub(crate) fn kind(kind: Kind) -> Self {
        Self { before: CHOSEN.replace(Some(kind)) }
    }

    /// Chooses files, for a test that is about them.
    pub(crate) fn files() -> Self {
        Self::kind(Kind::Sqlite)
    }
}

impl Drop for Of {
    fn drop(&mut self) {
        CHOSEN.set(self.before);
    }
}

/// Runs a test on each kind of database; on PostgreSQL only where it is installed.
pub(crate) fn on_each_kind(test: impl Fn()) {
    let _files = Of::files();
    test();
    if scratch_postgres::shared().is_ok() {
        let _server = Of::kind(Kind::Postgres);
        test();
    }
}

/// How a file is given as a database.
pub(crate) fn address_of_file(file: &Path) -> String {
    format!("sqlite://{}", file.display())
}

/// How the database is given that a file names.
pub(crate) fn address_of(file: &Path) -> String {
    static CREATED: Mutex<BTreeMap<PathBuf, String>> = Mutex::new(BTreeMap::new());
    match kind() {
        Kind::Sqlite => address_of_file(file),
        Kind::Postgres => {
            let server = scratch_postgres::shared().expect("PostgreSQL was asked for");
            let mut created = CREATED.lock().unwrap_or_else(PoisonError::into_inner);
            let new = || server.new_database().expect("a database");
            created.entry(file.to_owned()).or_insert_with(new).clone()
        }
    }
}

/// Changes a database without the service, and returns the number of changed rows.
pub(crate) async fn meddle(address: &str, sql: &str) -> u64 {
    if address.starts_with("sqlite") {
        let mut connection = sqlx::SqliteConnection::connect(address).await.expect("it opens");
        let changed = connection.execute(AssertSqlSafe(sql)).await.expect("it is done").rows_affected();
        connection.close().await.expect("it closes");
        changed
    } else {
        let mut connection = sqlx::PgConnection::connect(address).await.expect("it opens");
        let changed = connection.execute(AssertSqlSafe(sql)).await.expect("it is done").rows_affected();
        connection.close().await.expect("it closes");
        changed
    }
}

/// The values of a query for one column.
macro_rules! found {
    ($address:expr, $sql:expr) => {
        if $address.starts_with("sqlite") {
            let mut connection = sqlx::SqliteConnection::connect($address).await.expect("it opens");
            sqlx::query_scalar(AssertSqlSafe($sql)).fetch_all(&mut connection).await.expect("it is read")
        } else {
            let mut connection = sqlx::PgConnection::connect($address).await.expect("it opens");
            sqlx::query_scalar(AssertSqlSafe($sql)).fetch_all(&mut connection).await.expect("it is read")
        }
    };
}

/// The results of a query for integers.
pub(crate) async fn numbers(address: &str, sql: &str) -> Vec<i64> {
    found!(address, sql)
}

/// The results of a query for texts.
pub(crate) async fn texts(address: &str, sql: &str) -> Vec<String> {
    found!(address, sql)
}

/// A column of bytes as hexadecimal text.
pub(crate) fn hex_of(address: &str, column: &str) -> String {
    if address.starts_with("sqlite") { format!("hex({column})") } else { format!("upper(encode({column}, 'hex'))") }
}

/// Bytes as SQL has them, in hexadecimal.
pub(crate) fn bytes(hex: &str) -> String {
    match kind() {
        Kind::Sqlite => format!("x'{hex}'"),
        Kind::Postgres => format!("'\\x{hex}'::bytea"),
    }
}

/// All entries and counts of boards, and which runs are hidden. Boards are named by what they list, since their numbers differ after a
/// rebuild; a count is a sum over shards.
pub(crate) async fn rows_of_boards(address: &str) -> Vec<Vec<String>> {
    let board = "boards.category || ' ' || boards.shows || ' ' || boards.room || ' ' || boards.period || ': '";
    let sql = [
        format!(
            "SELECT {board} || player || ' ' || all_time || ' ' || score_key || ' ' || move_count || ' ' || run
            FROM bests JOIN boards ON boards.id = bests.board ORDER BY 1"
        ),
        "SELECT category || ' ' || seed || ' ' || player || ': ' || score_key || ' ' || move_count || ' ' || run
            FROM seed_bests ORDER BY 1"
            .to_owned(),
        format!(
            "SELECT {board} || score_key || ' ' || sum(entries) FROM score_counts JOIN boards ON boards.id = board
            GROUP BY boards.id, score_key HAVING sum(entries) <> 0 ORDER BY 1"
        ),
        format!(
            "SELECT {board} || score_key || ' ' || move_count || ' ' || sum(entries)
            FROM move_counts JOIN boards ON boards.id = board
            GROUP BY boards.id, score_key, move_count HAVING sum(entries) <> 0 ORDER BY 1"
        ),
        "SELECT id || ' ' || hidden FROM runs ORDER BY id".to_owned(),
    ];
    let mut rows = Vec::new();
    for sql in sql {
        rows.push(texts(address, &sql).await);
    }
    rows
}

/// A database of an earlier version, as small as it may be.
pub(crate) async fn make_earlier(address: &str) {
    let blob = if kind() == Kind::Sqlite { "BLOB" } else { "BYTEA" };
    let mark = match kind() {
        Kind::Sqlite => "PRAGMA application_id = 1179995720",
        Kind::Postgres => "COMMENT ON TABLE memory IS 'Funhouse: what the service must remember of itself'",
    };
    let migrations = format!(
        "CREATE TABLE _sqlx_migrations (version BIGINT PRIMARY KEY, description TEXT NOT NULL,
            installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP, success BOOLEAN NOT NULL, checksum {blob} NOT NULL,
            execution_time BIGINT NOT NULL)"
    );
    for sql in [
        format!("CREATE TABLE memory (name TEXT PRIMARY KEY, value {blob} NOT NULL)"),
        "CREATE TABLE courses (id BIGINT PRIMARY KEY, game TEXT NOT NULL)".to_owned(),
        "CREATE TABLE runs (id BIGINT PRIMARY KEY, player BIGINT, course BIGINT, seed TEXT)".to_owned(),
        migrations,
        mark.to_owned(),
        format!("INSERT INTO memory VALUES ('secret', {})", bytes("00")),
        "INSERT INTO courses VALUES (1, 'slide-jam')".to_owned(),
        "INSERT INTO runs VALUES (1, 1, 1, 'one'), (2, 1, 1, 'two')".to_owned(),
        format!(
            "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time)
            VALUES (1, 'players runs boards', true, {}, 0)",
            bytes("00")
        ),
    ] {
        meddle(address, &sql).await;
    }
}
