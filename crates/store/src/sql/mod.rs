//! The store in SQL, written once for both databases.
//!
//! This folder is compiled for each backend, as the module `sql` of [`sqlite`](crate::sqlite) and of [`postgres`](crate::postgres), which
//! define the differences: the types of `sqlx` ([`Db`], [`Connection`], [`Row`]), connections that read ([`Readers`]), statements with many
//! rows ([`rows`], [`list_of`], [`elements_of`]), transactions ([`commit`]), locks of rows ([`lock_players`], [`FOR_SHARE`], [`FOR_UPDATE`], [`SHARD`]), and
//! the list of tables ([`schema`]). So no code is generic over a database, and no statement is written twice.
//!
//! Rules for statements, which run on both databases:
//!
//! - They number their parameters as `$1`, `$2`, in the order in which they are bound.
//! - They bind and read integers as `i64`, bytes and text, and booleans in columns as 0 or 1. Results of `EXISTS` and comparisons are read
//!   as `bool`.
//! - They use `coalesce`, `CASE`, `CAST(sum(..) AS BIGINT)`, `RETURNING`, `ON CONFLICT (columns) DO UPDATE` (no row twice in one statement), and
//!   an alias for each table in parentheses.
//! - They compare rows as `(a, b) < ($1, $2)`, and never depend on the order of nulls.
//! - They join in the intended order by `CROSS JOIN .. WHERE`, never `CROSS JOIN .. ON`. Neither database reorders these.
//! - They get many rows by [`rows::fetch`], [`rows::execute`] or [`rows::execute_once`] (never as a JSON list), and return many as one row by
//!   [`list_of`], since each row of SQLite costs a switch between threads.
//!
//! The calls are in [`store`], [`tables`], [`events`], [`apps`], [`contests`] and [`opponents`]: reads run on a connection of the readers (`self.readers.read(..)`), writes in
//! a transaction of the writer (`self.writer.write(..)`). New tables of the database need a migration for each backend. On PostgreSQL, integers
//! are `BIGINT`, bytes `BYTEA`, and texts `TEXT COLLATE "C"`, so that they sort as in SQLite.
//!
//! All writes go through the [`writer`], which commits queued writes in groups. When a call returns, its writes survive a kill and a power
//! cut. Readers have their own connections and see the last commit.
//!
//! Several instances may write to one database at the same time. Rows that are read to decide what is written must therefore be locked.
//! Every transaction takes its locks in the same order: rows of the [players](lock_players) whose state it changes, the rounds of contests, game tables, rows that
//! others may insert at the same time (categories, boards, canonical forms, seed claims), and last the counts of boards.

mod apps;
mod boards;
mod contests;
pub(super) mod copy;
mod events;
pub(super) mod meta;
mod moderation;
mod opponents;
mod pars;
mod players;
mod ratings;
mod runs;
mod store;
mod submissions;
mod tables;
#[cfg(test)]
pub(super) mod tests;
mod values;
pub(super) mod writer;
mod writes;

use std::sync::Arc;
use std::time::Duration;

pub(super) use self::boards::rebuild;
use self::players::pending_uses::PendingUses;
use self::writer::outcome::LastCommit;
pub(super) use self::writes::Writer;
use super::commit;
use super::readers::Readers;
use super::{
    ANALYZE, BEGIN_ALONE, BEGIN_SETTLED, Connection, Db, FOR_SHARE, FOR_UPDATE, FOR_UPDATE_OF_UNLOCKED, KIND, Opened,
    Row, SHARD, elements_of, list_of, lock_players, next_run_ids, rows, schema,
};

/// The store in a database.
#[derive(Clone, Debug)]
pub struct SqlStore {
    pub(super) readers: Readers,
    pub(super) writer: Writer,
    pub(super) opened: Opened,
    pub(super) last_commit: LastCommit,
    /// The tokens whose use is being stored.
    pub(super) pending_uses: Arc<PendingUses>,
    /// Maximum duration of a check whether the store is ready.
    pub(super) ready_within: Duration,
}
