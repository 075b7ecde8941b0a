//! The store in SQLite: one file in WAL mode, one writer, many readers. Commits are made with `synchronous=FULL`.

mod commit;
mod files;
mod open;
#[cfg(test)]
mod plans;
mod readers;
mod rows;
mod schema;
#[cfg(test)]
mod scratch;
#[path = "../sql/mod.rs"]
mod sql;

use self::files::Opened;
pub use self::sql::SqlStore as Sqlite;

type Db = sqlx::Sqlite;
type Connection = sqlx::SqliteConnection;
type Pool = sqlx::SqlitePool;
type Row = sqlx::sqlite::SqliteRow;

/// Begins a transaction that writes, once no other does.
const BEGIN_WRITING: &str = "BEGIN IMMEDIATE";
/// Locks the rows that a statement reads against changes until the transaction ends: nothing else writes meanwhile.
const FOR_SHARE: &str = "";
/// Takes the statistics of tables that have been filled. No plan here depends on any.
const ANALYZE: Option<&str> = None;
/// Of a course that it is not for one seed, as the index of courses says it.
const OF_ANY_SEED: &str = "ifnull(courses.seed, '') = ''";

/// What gives all rows of a statement as one, a list of lists of these columns: each row that is handed from one thread to another
/// costs more than finding it.
fn list_of(columns: &str) -> String {
    format!("json_group_array(json_array({columns}))")
}
