//! The store in PostgreSQL: one database, which any number of instances of the service may share.
//!
//! Each instance has one writer, which commits what waits in groups as on SQLite, and connections that read. Instances write at the same
//! time. What a player has is read and changed under a lock on the player's row, counts of boards are split into shards of which each writer
//! has its own, and what two instances may insert at once is unique by constraint: the second one waits, and finds it.
//!
//! Every transaction that writes shares an advisory lock. What must be alone in the database, such as a rebuild, takes that lock for itself.
//!
//! Connections plan statements once, by index and in the order in which they are written: the service has no other reads. Which of two
//! indexes finds less is known from statistics, which the server keeps up to date, and a copy or a rebuild takes at its end.

mod address;
mod commit;
mod notifications;
mod open;
mod readers;
mod rows;
mod schema;
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
type Pool = sqlx::PgPool;
type Row = sqlx::postgres::PgRow;

/// The kind of the database.
const KIND: crate::DatabaseKind = crate::DatabaseKind::Postgres;
/// Begins a transaction that writes, next to others. The number is used for nothing else: "FUNH".
const BEGIN_WRITING: &str = "BEGIN; SELECT pg_advisory_xact_lock_shared(1179995720)";
/// Begins a transaction during which no other writes.
const BEGIN_ALONE: &str = "BEGIN; SELECT pg_advisory_xact_lock(1179995720)";
/// Begins a transaction that reads and sees every run whose number was given before: it waits for the transactions that were given numbers.
const BEGIN_SETTLED: &str = "BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_advisory_xact_lock(1179995720)";
/// Locks the rows that a statement reads against changes until the transaction ends.
const FOR_SHARE: &str = " FOR SHARE";
/// Locks the rows that a statement reads, which are to be changed.
const FOR_UPDATE: &str = " FOR NO KEY UPDATE";
/// The shard of the counts that this connection writes to, as [`open`] has set it.
const SHARD: &str = "CAST(current_setting('funhouse.shard') AS BIGINT)";
/// Takes the statistics of tables that have been filled: without them the runs of a seed are looked for by time among all of their
/// category, until the server takes them by itself.
const ANALYZE: Option<&str> = Some("ANALYZE");
/// Locks the rows of players, in the order of their numbers, until the transaction ends.
async fn lock_players(connection: &mut Connection, players: &BTreeSet<PlayerId>) -> sqlx::Result<()> {
    if players.is_empty() {
        return Ok(());
    }
    let ids: Vec<i64> = players.iter().map(|player| player.0).collect();
    let sql = "SELECT id FROM players WHERE id = ANY($1) ORDER BY id FOR NO KEY UPDATE";
    sqlx::query(sql).bind(ids).execute(connection).await?;
    Ok(())
}

/// Numbers for new runs. Those of instances that write at the same time may be committed in another order.
async fn next_run_ids(connection: &mut Connection, count: usize) -> sqlx::Result<Vec<RunId>> {
    let sql = "SELECT nextval('runs_id_seq') FROM generate_series(1, $1)";
    let ids: Vec<i64> = sqlx::query_scalar(sql).bind(count as i64).fetch_all(connection).await?;
    Ok(ids.into_iter().map(RunId).collect())
}

/// What gives all rows of a statement as one, a list of lists of these columns.
fn list_of(columns: &str) -> String {
    format!("coalesce(json_agg(json_build_array({columns}))::text, '[]')")
}
