//! Databases of many runs, made without the store's writer and without replays.
//!
//! Rows of `runs` are inserted without triggers and indexes; the boards are then filled at once from the views that say what
//! they must hold, and the counts by counting, so that a million runs take minutes. What comes out is what the store would
//! have written, only packed more closely.

use std::path::PathBuf;

use funhouse::store::sqlite::Sqlite;
use sha2::{Digest as _, Sha256};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteJournalMode, SqliteSynchronous};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _, QueryBuilder};

use super::runs::{Generator, first_day, players};
use super::{address, folder, forget, runtime};

const SCHEMA: &str = include_str!("../../migrations/sqlite/0001_players_runs_boards.sql");
/// How many rows a statement inserts.
const ROWS: u64 = 500;

/// The database of so many runs; made unless it is there.
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

/// Where a database that is kept lies: its name tells its kind, its size, and the schema that it is of.
pub(crate) fn file(kind: &str, runs: u64) -> PathBuf {
    let schema: String = Sha256::digest(SCHEMA).iter().take(4).map(|byte| format!("{byte:02x}")).collect();
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
    let kept_by_triggers: Vec<(String, String, String)> = sqlx::query_as(
        "SELECT type, name, sql FROM sqlite_master
        WHERE type = 'trigger' OR (type = 'index' AND tbl_name IN ('runs', 'bests') AND sql IS NOT NULL)",
    )
    .fetch_all(&mut connection)
    .await
    .expect("a schema");
    for (kind, name, _) in &kept_by_triggers {
        connection.execute(format!("DROP {kind} {name}").as_str()).await.expect("it is there");
    }
    connection.execute("BEGIN").await.expect("a transaction");
    insert_players(&mut connection, players(runs)).await;
    insert_runs(&mut connection, &Generator::new(runs), runs).await;
    fill_boards(&mut connection).await;
    for (_, _, sql) in &kept_by_triggers {
        connection.execute(sql.as_str()).await.expect("it was there");
    }
    connection.execute("COMMIT").await.expect("a transaction");
    connection.execute("PRAGMA journal_mode = WAL").await.expect("a pragma");
    connection.close().await.expect("it closes");
}

/// Players whose token's hash is their number.
pub(crate) async fn insert_players(connection: &mut SqliteConnection, players: u64) {
    let sql = "WITH RECURSIVE numbers(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM numbers WHERE i < ?)
        INSERT INTO players (id, name, token_hash, created_at) SELECT i, 'player ' || i, CAST(i AS BLOB), ? FROM numbers";
    let query = sqlx::query(sql).bind(players as i64).bind(first_day().start().millis());
    query.execute(connection).await.expect("players");
}

async fn insert_runs(connection: &mut SqliteConnection, generator: &Generator, runs: u64) {
    let mut courses = std::collections::BTreeMap::new();
    for first in (0..runs).step_by(ROWS as usize) {
        let rows: Vec<_> = (first..runs.min(first + ROWS)).map(|number| (number, generator.run(number))).collect();
        for (_, run) in &rows {
            if !courses.contains_key(&run.course) {
                let number = courses.len() as i64 + 1;
                let sql = "INSERT INTO courses (id, game, rules, options, class) VALUES (?, ?, ?, ?, ?)";
                let course = &run.course;
                let query = sqlx::query(sql).bind(number).bind(&course.game).bind(course.rules).bind(&course.options);
                // The numbers of the classes are those of their order.
                query.bind(course.class as i64).execute(&mut *connection).await.expect("a course");
                courses.insert(course.clone(), number);
            }
        }
        let mut query = QueryBuilder::<sqlx::Sqlite>::new(
            "INSERT INTO runs (id, player, course, seed, received_at, merits, score, digest, fingerprint, moves) ",
        );
        query.push_values(&rows, |mut row, (number, run)| {
            let marks: Vec<_> = run.marks.iter().map(|mark| (mark.merit.number(), mark.moves)).collect();
            row.push_bind(*number as i64 + 1).push_bind(run.player.0).push_bind(courses[&run.course]);
            row.push_bind(run.seed.as_str()).push_bind(run.received_at.millis());
            row.push_bind(serde_json::to_string(&marks).expect("numbers")).push_bind(&run.score);
            row.push_bind(run.digest.as_slice()).push_bind(run.fingerprint.as_slice());
            row.push_bind(run.moves.as_bytes());
        });
        query.build().execute(&mut *connection).await.expect("runs");
    }
}

/// Fills what triggers keep, each table in its own order.
async fn fill_boards(connection: &mut SqliteConnection) {
    let mut statements = vec![
        // As the writer does with seeds that are played often.
        "INSERT INTO courses (game, rules, options, class, seed, base)
        SELECT game, rules, options, class, runs.seed, course FROM runs JOIN courses ON courses.id = course
        GROUP BY course, runs.seed HAVING count(*) >= 64"
            .to_owned(),
        "INSERT INTO standings SELECT * FROM all_standings ORDER BY course, scope, period, merit, moves, run"
            .to_owned(),
        // Of a player's runs the best comes first, and the others are ignored.
        "INSERT OR IGNORE INTO bests SELECT * FROM all_candidates
        ORDER BY player, course, period, scope, merit, moves, run"
            .to_owned(),
    ];
    for (best, table, periods) in [
        (0, "standings", "json_array(period)"),
        (0, "standings JOIN run_periods USING (run)", "iif(period, json_array(week, month), '[]')"),
        (1, "bests", "json_array(period)"),
    ] {
        statements.push(format!(
            "INSERT INTO counts SELECT {best}, course, scope, each.value, 0, merit, -1, count(*)
            FROM {table}, json_each({periods}) AS each GROUP BY course, scope, each.value, merit"
        ));
        statements.push(format!(
            "INSERT INTO counts SELECT {best}, course, scope, each.value, 1, merit, moves, count(*)
            FROM {table}, json_each({periods}) AS each GROUP BY course, scope, each.value, merit, moves"
        ));
    }
    for sql in statements {
        connection.execute(sql.as_str()).await.expect("what triggers keep");
    }
}
