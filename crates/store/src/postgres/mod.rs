//! The store in PostgreSQL: one database, which any number of instances of the service may share.
//!
//! Each instance has one writer with group commit, as on SQLite, and connections that read. Instances write at the same time: the state of a
//! player is read and changed under a lock of the player's row, counts of boards are split into shards by writer, and rows that two instances
//! may insert at once are unique by constraint, so that the second one waits and finds them.
//!
//! Every transaction that writes shares an advisory lock. Transactions that must be alone, such as a rebuild, take it exclusively.
//!
//! Connections plan each statement once, with indexes and in the written order of joins. The choice between two indexes depends on
//! statistics, which the server updates, and which copies and rebuilds update at their end.

mod address;
mod commit;
mod hosts;
mod link;
mod notifications;
mod open;
mod readers;
mod rows;
mod schema;
mod servers;
mod session;
#[path = "../sql/mod.rs"]
mod sql;
#[cfg(test)]
mod tests;

use std::collections::BTreeSet;

use self::commit::Opened;
pub use self::sql::SqlStore as Postgres;

use crate::{PlayerId, RunId};

type Db = sqlx::Postgres;
type Connection = sqlx::PgConnection;
type Row = sqlx::postgres::PgRow;

/// The kind of the database.
const KIND: crate::DatabaseKind = crate::DatabaseKind::Postgres;
/// Begins a transaction that writes concurrently with others. The number of the lock is "FUNH".
const BEGIN_WRITING: &str = "BEGIN; SELECT pg_advisory_xact_lock_shared(1179995720)";
/// Begins a transaction that excludes other writers.
const BEGIN_ALONE: &str = "BEGIN; SELECT pg_advisory_xact_lock(1179995720)";
/// Begins a transaction that reads and sees every run with a smaller number than the last: it waits for the transactions that have numbers.
const BEGIN_SETTLED: &str = "BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock(1179995720)";
/// Locks rows that a statement reads until the transaction ends.
const FOR_SHARE: &str = " FOR SHARE";
/// Locks rows that a statement reads in order to change them.
const FOR_UPDATE: &str = " FOR NO KEY UPDATE";
/// Locks rows that a statement reads in order to change them, except for those that are locked.
const FOR_UPDATE_OF_UNLOCKED: &str = " FOR NO KEY UPDATE SKIP LOCKED";
/// The shard of counts that this connection writes, set by its [`session`].
const SHARD: &str = "CAST(current_setting('funhouse.shard') AS BIGINT)";
/// Updates statistics after many writes. Without them, runs of a seed are searched by time in the whole category, until the server updates
/// them.
const ANALYZE: Option<&str> = Some("ANALYZE");

/// Locks the rows of players, in order of number, until the transaction ends.
async fn lock_players(connection: &mut Connection, players: &BTreeSet<PlayerId>) -> sqlx::Result<()> {
    if players.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = players.iter().map(|player| player.0).collect();
    let sql = "SELECT id FROM players WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE";
    sqlx::query(sql).bind(ids).execute(connection).await?;
    Ok(())
}

/// Returns numbers for new runs. Concurrent instances may commit in another order.
async fn next_run_ids(connection: &mut Connection, count: usize) -> sqlx::Result<Vec<RunId>> {
    let sql = "SELECT nextval('runs_id_seq') FROM generate_series(1, $1)";
    let ids: Vec<i64> = sqlx::query_scalar(sql).bind(count as i64).fetch_all(connection).await?;
    Ok(ids.into_iter().map(RunId).collect())
}

/// Returns an expression for all rows as one JSON list of lists of columns.
fn list_of(columns: &str) -> String {
    format!("coalesce(json_agg(json_build_array({columns}))::text, '[]')")
}

/// Returns a table of the elements of a JSON list, as the column `value`.
fn elements_of(list: &str, alias: &str) -> String {
    format!("json_array_elements_text(({list})::json) AS {alias} (value)")
}
