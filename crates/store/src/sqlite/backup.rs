//! Backups: copies of one snapshot of a database that may be in use.

#![allow(clippy::disallowed_types, reason = "files are written to disk here; no rule reads one")]

use std::fs::{File, OpenOptions};
use std::io;
use std::path::Path;

use sqlx::{ConnectOptions as _, Connection as _};
use tempfile::TempPath;

use super::Sqlite;
use super::check;
use super::open::{options, require_ours};
use crate::backend::backup::BackupError;
use crate::backend::opening::OpenError;

impl Sqlite {
    /// Writes a backup to a new file, readable by its owner only, and returns its size in bytes. The backup has every write acknowledged
    /// before the call.
    ///
    /// # Errors
    /// If the database cannot be read, or the backup cannot be written. No file is left then.
    pub(crate) async fn backup(address: &str, to: &Path) -> Result<u64, BackupError> {
        let unwritable = |why: io::Error| BackupError::Unwritable(why.to_string());
        let to = std::path::absolute(to).map_err(unwritable)?;
        if to.symlink_metadata().is_ok() {
            return Err(BackupError::Exists);
        }
        let partial = partial(&to).map_err(unwritable)?;
        copy(address, &partial).await?;
        check::check(&partial).await.map_err(BackupError::Incomplete)?;
        let bytes = sync(&partial).map_err(unwritable)?;
        partial.persist_noclobber(&to).map_err(|failed| match failed.error.kind() {
            io::ErrorKind::AlreadyExists => BackupError::Exists,
            _ => unwritable(failed.error),
        })?;
        sync_folder(&to).map_err(unwritable)?;
        Ok(bytes)
    }
}

/// Copies one snapshot of the database, without free pages.
async fn copy(address: &str, to: &Path) -> Result<(), BackupError> {
    let database = |error: sqlx::Error| BackupError::Database(error.into());
    let options = options(address).map_err(BackupError::Database)?.create_if_missing(false).read_only(true);
    let mut connection = options.connect().await.map_err(database)?;
    require_ours(&mut connection).await.map_err(BackupError::Database)?;
    let name = to.to_str().ok_or_else(|| BackupError::Unwritable("its path is not UTF-8".to_owned()))?;
    let copied = sqlx::query("VACUUM INTO $1").bind(name).execute(&mut connection).await;
    let closed = connection.close().await;
    copied.map_err(|error| match error.into() {
        OpenError::Full => BackupError::Unwritable(OpenError::Full.to_string()),
        why => BackupError::Database(why),
    })?;
    closed.map_err(database)
}

/// Creates a temporary file next to a file, readable by its owner only.
pub(super) fn partial(of: &Path) -> io::Result<TempPath> {
    let folder = of.parent().unwrap_or(of);
    let name = of.file_name().unwrap_or_default().to_string_lossy();
    let file = tempfile::Builder::new().prefix(&format!(".{name}.")).suffix(".partial").tempfile_in(folder);
    file.map(tempfile::NamedTempFile::into_temp_path)
}

/// Syncs a file to disk, and returns its size.
pub(super) fn sync(file: &Path) -> io::Result<u64> {
    let file = OpenOptions::new().write(true).open(file)?;
    file.sync_all()?;
    Ok(file.metadata()?.len())
}

/// Syncs the folder of a file to disk.
pub(super) fn sync_folder(of: &Path) -> io::Result<()> {
    match of.parent() {
        Some(folder) if cfg!(unix) => File::open(folder)?.sync_all(),
        _ => Ok(()),
    }
}
