//! The store in PostgreSQL: one database, which any number of instances of the service may share.
//!
//! Each instance has one writer, which commits what waits in groups as on SQLite, and connections that read. Groups of several
//! instances are committed one after another: a transaction that writes first takes an advisory lock of the database,
//! which it holds until it is committed. Nearly every group changes the same rows, those of the boards of all time, out of what
//! they were, so that transactions side by side would only wait for one another's rows or be given up as deadlocks; and behind the
//! lock the numbers of runs follow the order of commits. What waits meanwhile at any instance becomes its next group, so that many
//! instances write in larger groups and not in more commits.
//!
//! Connections plan statements once, by index and in the order in which they are written: the service has no other reads. Which of two
//! indexes finds less is known from statistics, which the server keeps up to date, and a copy or a rebuild takes at its end.

mod address;
#[cfg(test)]
mod closing;
mod commit;
mod news;
mod open;
#[cfg(test)]
mod paused;
mod readers;
mod rows;
mod schema;
#[cfg(test)]
mod scratch;
#[path = "../sql/mod.rs"]
mod sql;

use self::commit::Opened;
pub use self::sql::SqlStore as Postgres;

type Db = sqlx::Postgres;
type Connection = sqlx::PgConnection;
type Pool = sqlx::PgPool;
type Row = sqlx::postgres::PgRow;

/// Begins a transaction that writes, once no other does. The number is that of nothing else: "FUNH".
const BEGIN_WRITING: &str = "BEGIN; SELECT pg_advisory_xact_lock(1179995720)";
/// Locks the rows that a statement reads against changes until the transaction ends.
const FOR_SHARE: &str = " FOR SHARE";
/// Takes the statistics of tables that have been filled: without them the runs of a seed are looked for by time among all of their
/// category, until the server takes them by itself.
const ANALYZE: Option<&str> = Some("ANALYZE");
/// Of a course that it is not for one seed, as the index of courses says it.
const OF_ANY_SEED: &str = "coalesce(courses.seed, '') = ''";

/// What gives all rows of a statement as one, a list of lists of these columns.
fn list_of(columns: &str) -> String {
    format!("coalesce(json_agg(json_build_array({columns}))::text, '[]')")
}
