//! The store in SQLite: one file in WAL mode, one writer, many readers. Commits are made with `synchronous=FULL`.

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
/// Begins a transaction that writes, once no other does.
const BEGIN_WRITING: &str = "BEGIN IMMEDIATE";
/// Begins a transaction during which no other writes.
const BEGIN_ALONE: &str = BEGIN_WRITING;
/// Begins a transaction that reads and sees every run whose number was given before: numbers are given in the order of commits here.
const BEGIN_SETTLED: &str = "BEGIN";
/// Locks the rows that a statement reads against changes until the transaction ends: nothing else writes meanwhile.
const FOR_SHARE: &str = "";
/// Locks the rows that a statement reads, which are to be changed.
const FOR_UPDATE: &str = "";
/// The shard of the counts that this connection writes to: there is one connection.
const SHARD: &str = "0";
/// Takes the statistics of tables that have been filled. No plan here depends on any.
const ANALYZE: Option<&str> = None;

/// Locks the rows of players: nothing else writes meanwhile.
async fn lock_players(_: &mut Connection, _: &BTreeSet<PlayerId>) -> sqlx::Result<()> {
    Ok(())
}

/// Numbers for new runs, in the order of arrival.
async fn next_run_ids(connection: &mut Connection, count: usize) -> sqlx::Result<Vec<RunId>> {
    let last: i64 = sqlx::query_scalar("SELECT coalesce(max(id), 0) FROM runs").fetch_one(connection).await?;
    Ok((last + 1..).map(RunId).take(count).collect())
}

/// What gives all rows of a statement as one, a list of lists of these columns: each row that is handed from one thread to another
/// costs more than finding it.
fn list_of(columns: &str) -> String {
    format!("json_group_array(json_array({columns}))")
}
