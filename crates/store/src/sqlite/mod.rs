//! The store in SQLite: one file in WAL mode with `synchronous=FULL`, one writer, many readers.

mod backup;
mod check;
mod commit;
mod files;
mod open;
mod readers;
mod restore;
mod rows;
mod schema;
#[path = "../sql/mod.rs"]
mod sql;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use self::files::Opened;
pub use self::sql::SqlStore as Sqlite;

use crate::{PlayerId, RunId};

type Db = sqlx::Sqlite;
type Connection = sqlx::SqliteConnection;
type Pool = sqlx::SqlitePool;
type Row = sqlx::sqlite::SqliteRow;

/// The kind of the database.
const KIND: crate::DatabaseKind = crate::DatabaseKind::Sqlite;
/// Begins a transaction that writes, once there is no other writer.
const BEGIN_WRITING: &str = "BEGIN IMMEDIATE";
/// Begins a transaction that excludes other writers.
const BEGIN_ALONE: &str = BEGIN_WRITING;
/// Begins a transaction that reads and sees every run with a smaller number than the last. SQLite numbers runs in order of commits.
const BEGIN_SETTLED: &str = "BEGIN";
/// Locks rows that a statement reads until the transaction ends. SQLite has no other writers.
const FOR_SHARE: &str = "";
/// Locks rows that a statement reads in order to change them.
const FOR_UPDATE: &str = "";
/// Locks rows that a statement reads in order to change them, except for those that are locked.
const FOR_UPDATE_OF_UNLOCKED: &str = "";
/// The shard of counts that this connection writes. SQLite has only one.
const SHARD: &str = "0";
/// Updates statistics after many writes. No plan depends on them here.
const ANALYZE: Option<&str> = None;

/// Locks the rows of players. SQLite has no other writers.
async fn lock_players(_: &mut Connection, _: &BTreeSet<PlayerId>) -> sqlx::Result<()> {
    Ok(())
}

/// Returns numbers for new runs, in order of arrival.
async fn next_run_ids(connection: &mut Connection, count: usize) -> sqlx::Result<Vec<RunId>> {
    let last: i64 = sqlx::query_scalar("SELECT coalesce(max(id), 0) FROM runs").fetch_one(connection).await?;
    Ok((last + 1..).map(RunId).take(count).collect())
}

/// Returns an expression for all rows as one JSON list of lists of columns. Moving a row between threads costs more than finding it.
fn list_of(columns: &str) -> String {
    format!("json_group_array(json_array({columns}))")
}

/// Returns a table of the elements of a JSON list, as the column `value`.
fn elements_of(list: &str, alias: &str) -> String {
    format!("json_each({list}) AS {alias}")
}
