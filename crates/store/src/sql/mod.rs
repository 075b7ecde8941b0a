//! The store in SQL, stated once for every database.
//!
//! This folder is compiled once for each backend, as the module `sql` of [`sqlite`](crate::sqlite) and of [`postgres`](crate::postgres),
//! which define what differs: the types of `sqlx` ([`Db`], [`Connection`], [`Row`]), how a read gets a connection ([`Readers`]), how many
//! rows go into a statement ([`rows`]) and out of one ([`list_of`]), how a transaction begins and commits ([`commit`]), how rows are
//! locked ([`lock_players`], [`FOR_SHARE`], [`FOR_UPDATE`], [`SHARD`]), and how a database lists its tables ([`schema`]). So there are no
//! bounds on a generic database, and no statement is written twice.
//!
//! A statement for both:
//!
//! - has its parameters as `$1`, `$2`, in the order in which they are bound;
//! - binds and reads integers as `i64`, bytes and text, and a yes or no in a column as 0 or 1 (what `EXISTS` and comparisons
//!   give is read as `bool`);
//! - uses `coalesce`, `CASE`, `CAST(sum(..) AS BIGINT)`, `RETURNING`, `ON CONFLICT (columns) DO UPDATE` (no row twice in one statement), and
//!   an alias for each table in parentheses;
//! - compares rows as `(a, b) < ($1, $2)` and never relies on how nulls sort;
//! - joins in the intended order by `CROSS JOIN .. WHERE`, never `CROSS JOIN .. ON`: neither database looks for another order;
//! - takes many rows by [`rows::fetch`], [`rows::execute`] or [`rows::execute_once`] (never a list of JSON), and gives many as one row by
//!   [`list_of`], since SQLite hands each row from thread to thread.
//!
//! A read is stated where it is called, as work on a connection of the readers (`self.readers.read(..)` below), and a write as a job on the
//! connection of a transaction (`self.writer.write(..)`). A new table is added by a migration of each backend: on PostgreSQL integers are
//! `BIGINT`, bytes `BYTEA`, and texts `TEXT COLLATE "C"`, so that they sort the same.
//!
//! All writes go through the [`writer`], which commits what waits in groups: once a call returns, what it wrote survives a kill and a power
//! cut. Readers have connections of their own and see what was last committed.
//!
//! Several instances may write to one database at the same time. Whatever is read to decide what is written must therefore be locked, and
//! each transaction takes its locks in the same order: the rows of the [players](lock_players) whose state it changes, game tables,
//! then what others may insert at the same time (categories, boards, canonical forms, seed claims), and last the counts of boards.

mod boards;
pub(super) mod copy;
pub(super) mod meta;
mod moderation;
mod players;
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
    ANALYZE, BEGIN_ALONE, BEGIN_SETTLED, Connection, Db, FOR_SHARE, FOR_UPDATE, KIND, Opened, Row, SHARD, list_of,
    lock_players, next_run_ids, rows, schema,
};

/// The store in a database.
#[derive(Clone, Debug)]
pub struct SqlStore {
    pub(super) readers: Readers,
    pub(super) writer: Writer,
    pub(super) opened: Opened,
    pub(super) last_commit: LastCommit,
    /// The tokens whose use is being noted.
    pub(super) pending_uses: Arc<PendingUses>,
    /// Maximum time to find out whether the store is ready.
    pub(super) ready_within: Duration,
}
