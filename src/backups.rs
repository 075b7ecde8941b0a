//! `funhouse backup` and `funhouse restore`.

use std::fmt;
use std::path::PathBuf;

use clap::Args;

use crate::config::DATABASE;
use crate::store::backup::Restored;
use crate::store::database::{self, redacted};

/// The arguments of `funhouse backup`.
#[derive(Debug, Args)]
pub struct BackupArgs {
    /// The file for the backup, which must not exist.
    file: PathBuf,
    /// The database: FILE or sqlite://FILE.
    #[arg(long, value_name = "URL", env = "FUNHOUSE_DATABASE", hide_env_values = true, default_value = DATABASE)]
    database: String,
}

/// The arguments of `funhouse restore`.
#[derive(Debug, Args)]
pub struct RestoreArgs {
    /// The backup.
    file: PathBuf,
    /// The database that it replaces: FILE or sqlite://FILE. It need not exist.
    #[arg(long, value_name = "URL", env = "FUNHOUSE_DATABASE", hide_env_values = true, default_value = DATABASE)]
    database: String,
}

/// Writes a backup, and returns what to print.
///
/// # Errors
/// Why it failed.
pub fn backup(BackupArgs { file, database }: &BackupArgs) -> Result<String, String> {
    let bytes = block_on(database::backup(database, file))?.map_err(|why| of(database, why))?;
    Ok(format!("{} is a backup of {}: {bytes} bytes, checked\n", file.display(), redacted(database)))
}

/// Restores a backup, and returns what to print.
///
/// # Errors
/// Why it failed.
pub fn restore(RestoreArgs { file, database }: &RestoreArgs) -> Result<String, String> {
    let Restored { bytes, previous } = block_on(database::restore(database, file))?.map_err(|why| of(database, why))?;
    let note = previous.map_or_else(String::new, |previous| {
        format!("the database that was there is kept as {}; delete it when you no longer need it\n", previous.display())
    });
    Ok(format!("{} is restored from {}: {bytes} bytes, checked\n{note}", redacted(database), file.display()))
}

fn of(database: &str, why: impl fmt::Display) -> String {
    format!("{}: {why}", redacted(database))
}

fn block_on<T>(work: impl Future<Output = T>) -> Result<T, String> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    runtime.map(|runtime| runtime.block_on(work)).map_err(|error| error.to_string())
}
