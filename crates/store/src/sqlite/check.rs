//! Whether a file is a whole database of this program, looked at without a change to it or to the files next to it.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Row as _};

use super::files;
use super::open::{ours, up_to_date};
use crate::backend::opening::OpenError;

/// What is compared of a schema: everything but what SQLite and the migrations keep for themselves.
const SCHEMA: &str = "SELECT type || ' ' || name || ': ' || coalesce(sql, '') FROM sqlite_schema
    WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name <> '_sqlx_migrations' ORDER BY 1";

/// Checks a file that no one changes: that it has all its bytes, is ours, and is neither damaged nor of a newer version.
///
/// # Errors
/// What is wrong with it.
pub(super) async fn check(file: &Path) -> Result<(), OpenError> {
    has_all_bytes(file)?;
    // No log and no lock is looked for next to it.
    let options = SqliteConnectOptions::new().filename(file).read_only(true).immutable(true);
    let mut connection = options.disable_statement_logging().connect().await?;
    let checked = check_content(&mut connection).await;
    connection.close().await?;
    checked
}

/// What is missing of a file is missing at its end, where SQLite itself may not look for it.
fn has_all_bytes(file: &Path) -> Result<(), OpenError> {
    let [due, found] = files::sizes(file).map_err(|why| match why.kind() {
        std::io::ErrorKind::InvalidData | std::io::ErrorKind::UnexpectedEof => OpenError::NotADatabase,
        _ => OpenError::CannotOpen(why.to_string()),
    })?;
    if due == found { Ok(()) } else { Err(OpenError::Other(format!("it has {found} bytes, and should have {due}"))) }
}

async fn check_content(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    ours(connection).await?;
    let damage = |what: String| Err(OpenError::Other(format!("it is damaged: {what}")));
    let found: Vec<String> = sqlx::query_scalar("PRAGMA integrity_check(1)").fetch_all(&mut *connection).await?;
    if found != ["ok"] {
        return damage(found.join("; "));
    }
    if let Some(row) = sqlx::query("PRAGMA foreign_key_check").fetch_optional(connection).await? {
        let [table, parent] = [row.try_get::<String, _>(0)?, row.try_get::<String, _>(2)?];
        return damage(format!("a row of {table} refers to one of {parent} that is not there"));
    }
    Ok(())
}

/// Brings a database up to date that no one else uses and that [passed](check), and checks that it has the tables of a new one.
///
/// # Errors
/// When it cannot be, or has other tables.
pub(super) async fn update(file: &Path) -> Result<(), OpenError> {
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(false).foreign_keys(true);
    // One file, whatever it was before.
    let options = options.journal_mode(sqlx::sqlite::SqliteJournalMode::Delete).disable_statement_logging();
    let mut connection = up_to_date(&options).await?;
    let found = schema(&mut connection).await?;
    connection.close().await?;
    let new = SqliteConnectOptions::new().in_memory(true).disable_statement_logging();
    let due = schema(&mut up_to_date(&new).await?).await?;
    if found == due { Ok(()) } else { Err(OpenError::Other("its tables are not those of this program".to_owned())) }
}

async fn schema(connection: &mut SqliteConnection) -> Result<Vec<String>, OpenError> {
    Ok(sqlx::query_scalar(SCHEMA).fetch_all(connection).await?)
}
