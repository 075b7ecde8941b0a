//! Databases of many runs, made without the store's writer and without replays.
//!
//! Rows of `runs` are inserted without indexes, and the boards are then made of them by the store, as `funhouse rebuild` does. The
//! rows are those that the store would have written; the pages of the file are fuller.

use std::path::PathBuf;

use funhouse::rules::games::epic_funhouse::EpicFunhouse;
use funhouse::store::database;
use funhouse::store::sqlite::Sqlite;
use funhouse::store::{Scores, Store as _};
use sha2::{Digest as _, Sha256};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, QueryBuilder};

use super::runs::{Generator, first_day, players};
use super::{address, folder, forget, runtime};

const SCHEMA: &str = concat!(
    include_str!("../../migrations/sqlite/0001_schema.sql"),
    include_str!("../../migrations/sqlite/0002_runs_of_game.sql"),
);
/// How many rows a statement inserts.
const ROWS: u64 = 500;

/// The database of this many runs, which is created if it is missing.
pub(crate) fn filled(runs: u64) -> PathBuf {
    let file = file("runs", runs);
    if !file.exists() {
        let (making, started) = (file.with_extension("making"), std::time::Instant::now());
        forget(&making);
        runtime().block_on(fill(&making, runs));
        std::fs::rename(&making, &file).expect("the file is there");
        println!("  {runs} runs were generated in {:.0} s", started.elapsed().as_secs_f64());
    }
    file
}

/// The file of a database that is kept. The hash of the schema is part of its name, so that another schema makes another file.
pub(crate) fn file(kind: &str, runs: u64) -> PathBuf {
    let schema = hex::encode(&Sha256::digest(SCHEMA)[..4]);
    folder().join(format!("{kind}-{runs}-{schema}.db"))
}

/// A connection of our own to a file, in the mode of the store's writer.
pub(crate) async fn connect(file: &std::path::Path) -> SqliteConnection {
    let options = SqliteConnectOptions::new().filename(file).foreign_keys(true).statement_cache_capacity(256);
    let options = options.journal_mode(SqliteJournalMode::Wal).synchronous(SqliteSynchronous::Full);
    options.disable_statement_logging().connect().await.expect("a database")
}

async fn fill(file: &std::path::Path, runs: u64) {
    Sqlite::open(&address(file)).await.expect("a new database").close().await.expect("it closes");
    let mut connection = connect(file).await;
    let fast =
        "PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -400000;
        PRAGMA locking_mode = EXCLUSIVE";
    connection.execute(fast).await.expect("pragmas");
    let sql = "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND tbl_name = 'runs' AND sql IS NOT NULL";
    let indexes: Vec<(String, String)> = sqlx::query_as(sql).fetch_all(&mut connection).await.expect("a schema");
    for (name, _) in &indexes {
        connection.execute(AssertSqlSafe(format!("DROP INDEX {name}"))).await.expect("it is there");
    }
    connection.execute("BEGIN").await.expect("a transaction");
    insert_players(&mut connection, players(runs)).await;
    insert_runs(&mut connection, &Generator::new::<EpicFunhouse>(runs), runs).await;
    for (_, sql) in &indexes {
        connection.execute(AssertSqlSafe(sql.as_str())).await.expect("it was there");
    }
    connection.execute("COMMIT").await.expect("a transaction");
    connection.execute("PRAGMA journal_mode = WAL").await.expect("a pragma");
    connection.close().await.expect("it closes");
    rebuild(file).await;
}

/// Rebuilds all boards of a file, and prints the duration.
pub(crate) async fn rebuild(file: &std::path::Path) -> std::time::Duration {
    let started = std::time::Instant::now();
    database::rebuild(&address(file), &|_, _| {}).await.expect("boards");
    started.elapsed()
}

/// Players without tokens.
pub(crate) async fn insert_players(connection: &mut SqliteConnection, players: u64) {
    let sql = "WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ?)
        INSERT INTO players (id, name, created_at) SELECT i, 'player ' || i, ? FROM numbers";
    let query = sqlx::query(sql).bind(players as i64).bind(first_day().start().millis());
    query.execute(connection).await.expect("players");
}

async fn insert_runs(connection: &mut SqliteConnection, generator: &Generator, runs: u64) {
    let mut categories = std::collections::BTreeMap::new();
    for first in (0..runs).step_by(ROWS as usize) {
        let rows: Vec<_> = (first..runs.min(first + ROWS)).map(|number| (number, generator.run(number))).collect();
        for (_, run) in &rows {
            if !categories.contains_key(&run.category) {
                let number = categories.len() as i64 + 1;
                let sql = "INSERT INTO categories (id, game, rules, options, class) VALUES (?, ?, ?, ?, ?)";
                let category = &run.category;
                let query =
                    sqlx::query(sql).bind(number).bind(&category.game).bind(category.rules).bind(&category.options);
                let class = serde_json::to_value(category.class).expect("a name");
                query.bind(class.as_str()).execute(&mut *connection).await.expect("a category");
                categories.insert(category.clone(), number);
            }
        }
        let mut query = QueryBuilder::<sqlx::Sqlite>::new(
            "INSERT INTO runs (id, player, category, seed, received_at, score_key, move_count, room_scores, score_card, digest, \
             fingerprint, moves) ",
        );
        query.push_values(&rows, |mut row, (number, run)| {
            let Scores { whole, rooms } = &run.scores;
            let rooms: Vec<_> = rooms.iter().map(|score| (score.key.number(), score.moves)).collect();
            let rooms = (!rooms.is_empty()).then(|| serde_json::to_string(&rooms).expect("numbers"));
            row.push_bind(*number as i64 + 1).push_bind(run.player.0).push_bind(categories[&run.category]);
            row.push_bind(run.seed.as_str()).push_bind(run.received_at.millis());
            row.push_bind(whole.key.number()).push_bind(whole.moves).push_bind(rooms).push_bind(&run.score_card);
            row.push_bind(run.digest.as_slice()).push_bind(run.fingerprint.as_slice()).push_bind(run.moves.as_bytes());
        });
        query.build().execute(&mut *connection).await.expect("runs");
        let mut query = QueryBuilder::<sqlx::Sqlite>::new("INSERT INTO canonical_forms (form, run, player) ");
        query.push_values(&rows, |mut row, (number, run)| {
            row.push_bind(run.equivalence.as_slice()).push_bind(*number as i64 + 1).push_bind(run.player.0);
        });
        query.build().execute(&mut *connection).await.expect("canonical forms");
    }
}
