//! Checks whether a file is a complete database of this program, without changing any file.

use std::path::Path;

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Connection as _, Row as _};

use super::files;
use super::open::{migrated, require_ours};
use crate::backend::opening::OpenError;

/// The schema that is compared: without the tables of SQLite and of migrations.
const SCHEMA: &str = "SELECT type || ' ' || name || ': ' || coalesce(sql, '') FROM sqlite_schema
    WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND tbl_name <> '_sqlx_migrations' ORDER BY 1";

/// Checks that a file, which no one changes meanwhile, is complete, ours, undamaged, and not of a newer version.
///
/// # Errors
/// The first fault that is found.
pub(super) async fn check(file: &Path) -> Result<(), OpenError> {
    has_all_bytes(file)?;
    // Reads no log and no lock next to it.
    let options = SqliteConnectOptions::new().filename(file).read_only(true).immutable(true);
    let mut connection = options.disable_statement_logging().connect().await?;
    let checked = check_content(&mut connection).await;
    connection.close().await?;
    checked
}

/// Fails if a file is truncated, which SQLite itself may not notice.
fn has_all_bytes(file: &Path) -> Result<(), OpenError> {
    let [due, found] = files::sizes(file).map_err(|why| match why.kind() {
        std::io::ErrorKind::InvalidData | std::io::ErrorKind::UnexpectedEof => OpenError::NotADatabase,
        _ => OpenError::CannotOpen(why.to_string()),
    })?;
    if due == found { Ok(()) } else { Err(OpenError::Other(format!("it has {found} bytes, and should have {due}"))) }
}

async fn check_content(connection: &mut SqliteConnection) -> Result<(), OpenError> {
    require_ours(connection).await?;
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

/// Migrates a database that no one else uses and that passed [`check`], and checks that it has the tables of a new one.
///
/// # Errors
/// If migrating fails, or the tables differ.
pub(super) async fn update(file: &Path) -> Result<(), OpenError> {
    let options = SqliteConnectOptions::new().filename(file).create_if_missing(false).foreign_keys(true);
    // Leaves a single file.
    let options = options.journal_mode(sqlx::sqlite::SqliteJournalMode::Delete).disable_statement_logging();
    let mut connection = migrated(&options).await?;
    let found = schema(&mut connection).await?;
    connection.close().await?;
    let new = SqliteConnectOptions::new().in_memory(true).disable_statement_logging();
    let due = schema(&mut migrated(&new).await?).await?;
    if found == due { Ok(()) } else { Err(OpenError::Other("its tables are not those of this program".to_owned())) }
}

async fn schema(connection: &mut SqliteConnection) -> Result<Vec<String>, OpenError> {
    Ok(sqlx::query_scalar(SCHEMA).fetch_all(connection).await?)
}
