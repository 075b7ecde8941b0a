//! Tests the query plan and the number of steps of every statement of the service.
//!
//! A plan shows scans and sorts, but neither triggers nor rows that are read and discarded. Steps of SQLite's virtual machine show both: no call
//! may take more of them in a database with ten times as many runs.

mod apps;
mod calls;
mod contests;
mod opponents;
mod recorder;
mod world;

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Row as _};
use tracing_subscriber::layer::SubscriberExt as _;

use self::recorder::{Recorder, words};
use self::world::{Use, World};
use super::steps::alone;

/// Whether a plan may scan this: a subquery or list of the statement itself, whose size is limited.
fn bounded(scanned: &str) -> bool {
    ["latest", "page", "asked", "counted", "noted", "given", "oldest"].contains(&scanned)
        || scanned.ends_with("CONSTANT ROW")
        || scanned.ends_with("CONSTANT ROWS")
        || scanned.ends_with("-ROW VALUES CLAUSE")
        || scanned.starts_with("(subquery-")
        || scanned.contains(" VIRTUAL TABLE INDEX ")
}

/// Whether a statement sorts rows whose number does not grow with the runs: boards with a best run of a player.
fn sorts_little(sql: &str) -> bool {
    sql.starts_with("SELECT boards.id, boards.room")
}

/// Returns the faults of the plan of a statement.
async fn faults(connection: &mut SqliteConnection, sql: &str) -> Vec<String> {
    let plan =
        sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"))).fetch_all(connection).await.expect("a plan");
    let steps = plan.iter().map(|row| row.get::<String, _>(3));
    let fault = |step: &String| {
        step.strip_prefix("SCAN ").is_some_and(|scanned| !bounded(scanned))
            || (step.contains("TEMP B-TREE") && !sorts_little(sql))
            || step.contains("AUTOMATIC")
            // A count reads many rows. From an index alone, it takes a fortieth of the time.
            || (sql.starts_with("SELECT count(*)") && step.contains(" USING INDEX "))
    };
    steps.filter(fault).map(|step| format!("{step}: {sql}")).collect()
}

/// Returns the texts in a source that are parts of a statement, without placeholders.
fn sql_in(source: &str) -> Vec<String> {
    let lines = source.lines().take_while(|line| *line != "#[cfg(test)]");
    let code: Vec<&str> = lines.map(|line| line.split("//").next().unwrap_or_default()).collect();
    let code = code.join("\n").replace("\\\"", "'");
    let texts = code.split('"').skip(1).step_by(2);
    let of_sql = |text: &&str| {
        let verbs =
            ["SELECT", "INSERT", "UPDATE", "DELETE", "FROM", "WHERE", "AND", "VALUES", "CONFLICT", "BEGIN", "LIMIT"];
        text.split_whitespace().any(|word| verbs.contains(&word))
    };
    texts.filter(of_sql).flat_map(|text| text.split(['{', '}']).step_by(2)).map(words).collect()
}

/// These statements run only before the service starts, or in commands.
const NOT_SERVING: [&str; 5] = ["open.rs", "check.rs", "rebuild.rs", "copy.rs", "schema.rs"];

/// Returns the sources below a folder, with their names.
#[allow(clippy::disallowed_methods, reason = "the test reads the sources")]
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut sources = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the sources") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() && name != "tests" {
            sources.extend(self::sources(&path));
        } else if path.is_file() && !NOT_SERVING.contains(&name.as_str()) {
            sources.push((name, std::fs::read_to_string(&path).expect("a source")));
        }
    }
    sources
}

#[test]
fn statements_use_indexes_and_do_not_scale_with_runs() {
    let _alone = alone();
    let recorder = Recorder::default();
    tracing::subscriber::set_global_default(tracing_subscriber::registry().with(recorder.clone())).expect("the first");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let [few, many] = [80, 800];
        let [mut small, mut large] = [World::of(few).await, World::of(many).await];
        drop(recorder.take());
        small.make_every_call().await;
        large.make_every_call().await;

        let statements = recorder.take();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for (file, source) in ["sqlite", "sql"].iter().flat_map(|of| sources(&folder.join(of))) {
            for text in sql_in(&source) {
                let is_recorded = statements.iter().any(|statement| statement.contains(&text));
                assert!(is_recorded, "{file}: no call here makes the statement {text:?}: make one in this test");
            }
        }

        let file = large.folder.path().join("store.db");
        let mut connection = SqliteConnectOptions::new().filename(file).connect().await.expect("a connection");
        let mut found = Vec::new();
        for sql in &statements {
            if ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].iter().any(|verb| sql.starts_with(verb)) {
                found.extend(faults(&mut connection, sql).await);
            }
        }
        assert_eq!(small.calls.len(), large.calls.len());
        for (small, large) in small.calls.iter().zip(&large.calls) {
            assert_eq!(small.name, large.name);
            assert!(large.steps > 0, "{} takes no step", large.name);
            // Reading a row takes at least one step.
            if small.of == Use::Service && large.steps >= small.steps + many - few {
                found.push(format!("{} takes {} steps, and then {}", small.name, small.steps, large.steps));
            }
        }
        assert!(found.is_empty(), "{}", found.join("\n"));
    });
}
