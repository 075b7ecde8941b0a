//! Every statement that the service can cause is looked at: how SQLite plans it, and how many steps it takes.
//!
//! A plan shows scans and sorts, but neither what triggers do nor rows that are read and thrown away. Steps of SQLite's virtual
//! machine show both: no call may take more of them in a database of ten times as many runs.

mod calls;
mod recorder;
mod world;

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Row as _};
use tracing_subscriber::layer::SubscriberExt as _;

use self::recorder::{Recorder, words};
use self::world::{Use, World};
use super::steps::alone;

/// What a plan may walk through from one end to the other: what a statement itself makes, which its limits bound.
fn bounded(scanned: &str) -> bool {
    ["latest", "page", "asked", "counted", "noted", "given", "oldest", "turns"].contains(&scanned)
        || scanned.ends_with("CONSTANT ROW")
        || scanned.ends_with("CONSTANT ROWS")
        || scanned.ends_with("-ROW VALUES CLAUSE")
        || scanned.starts_with("(subquery-")
        || scanned.contains(" VIRTUAL TABLE INDEX ")
}

/// Statements that sort what does not grow with the runs: the boards on which a player has a best, the oldest due tables.
fn sorts_little(sql: &str) -> bool {
    ["SELECT boards.id, boards.room", "SELECT id FROM ( SELECT id, due, row_number()"]
        .iter()
        .any(|start| sql.starts_with(start))
}

/// What is wrong with the plan of a statement.
async fn faults(connection: &mut SqliteConnection, sql: &str) -> Vec<String> {
    let plan =
        sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"))).fetch_all(connection).await.expect("a plan");
    let steps = plan.iter().map(|row| row.get::<String, _>(3));
    let fault = |step: &String| {
        step.strip_prefix("SCAN ").is_some_and(|scanned| !bounded(scanned))
            || (step.contains("TEMP B-TREE") && !sorts_little(sql))
            || step.contains("AUTOMATIC")
    };
    steps.filter(fault).map(|step| format!("{step}: {sql}")).collect()
}

/// The texts in a source that are or become part of a statement, without what is put into them.
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

/// What these do is done once, before the service serves, or by tests.
const NOT_SERVING: [&str; 5] = ["open.rs", "check.rs", "rebuild.rs", "copy.rs", "schema.rs"];

/// The sources in a folder and its folders, with their names.
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
fn statements_use_indexes_and_take_no_more_steps_with_more_runs() {
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
                let seen = statements.iter().any(|statement| statement.contains(&text));
                assert!(seen, "{file}: no call here makes the statement {text:?}: make one in this test");
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
            // A row that is read takes a step at the least.
            if small.of == Use::Service && large.steps >= small.steps + many - few {
                found.push(format!("{} takes {} steps, and then {}", small.name, small.steps, large.steps));
            }
        }
        assert!(found.is_empty(), "{}", found.join("\n"));
    });
}
