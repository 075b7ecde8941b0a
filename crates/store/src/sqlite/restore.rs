//! Restores a backup: checks and migrates a copy of it, which then replaces the database.
//!
//! The log of one database would damage another. So a database with a log is first replaced by a [marker](MARKER), which no service opens;
//! then the log is removed, and the marker is replaced. Without a log, the database is replaced in one step. If the process is killed at any
//! time, there is the old database, the new one, or the marker.

#![allow(clippy::disallowed_types, reason = "the files of the database are replaced; no rule reads a file")]

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::{Path, PathBuf};

use tempfile::TempPath;
use time::macros::format_description;

use super::Sqlite;
use super::backup::{partial, sync, sync_folder};
use super::check;
use super::files::{identity, identity_of};
use super::open::file_of;
use crate::backend::backup::{RestoreError, Restored};
use crate::backend::opening::OpenError;

/// The content of the file in place of a database while its log is being removed.
const MARKER: &[u8] = b"Restoring a backup was interrupted. Run `funhouse restore` again.\n";
/// Suffixes of files that belong to the content of a database: its write-ahead log, and the journal of an interrupted transaction.
const LOGS: [&str; 2] = ["-wal", "-journal"];

impl Sqlite {
    /// Replaces a database that no process has open by a copy of a backup. The old database is renamed.
    ///
    /// # Errors
    /// If the backup is not a complete database of this program, the database is in use, or files cannot be written. Unless it is
    /// [`RestoreError::Interrupted`], the database is unchanged then.
    pub(crate) async fn restore(address: &str, from: &Path) -> Result<Restored, RestoreError> {
        let unwritable = |why: io::Error| RestoreError::Unwritable(why.to_string());
        let (options, writable) = file_of(address).map_err(RestoreError::Database)?;
        if !writable {
            return Err(RestoreError::Database(OpenError::ReadOnly));
        }
        let database = resolved(options.get_filename()).map_err(unwritable)?;
        reject_unfit(from, &database)?;
        let lock = Lock::take(&database)?;
        let copy = partial(&database).map_err(unwritable)?;
        // Checks the copy, which no one else changes.
        let cannot_open = |why: io::Error| RestoreError::Backup(OpenError::CannotOpen(why.to_string()));
        let mut source = File::open(from).map_err(cannot_open)?;
        let mut target = OpenOptions::new().write(true).open(&copy).map_err(unwritable)?;
        io::copy(&mut source, &mut target).map_err(unwritable)?;
        drop((source, target));
        copy_owner(&database, &copy).map_err(unwritable)?;
        check::check(&copy).await.map_err(RestoreError::Backup)?;
        check::update(&copy).await.map_err(RestoreError::Backup)?;
        let bytes = sync(&copy).map_err(unwritable)?;
        let previous = replace(&database, copy)?;
        drop(lock);
        Ok(Restored { bytes, previous })
    }
}

/// Resolves links. The file need not exist.
fn resolved(database: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(database) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => std::path::absolute(database),
        resolved => resolved,
    }
}

/// Fails if a file cannot be a backup of this database, whatever its content.
fn reject_unfit(from: &Path, database: &Path) -> Result<(), RestoreError> {
    let found = fs::metadata(from).map_err(|why| RestoreError::Backup(OpenError::CannotOpen(why.to_string())))?;
    if !found.is_file() {
        return Err(RestoreError::Backup(OpenError::NotADatabase));
    }
    let from = fs::canonicalize(from).map_err(|why| RestoreError::Backup(OpenError::CannotOpen(why.to_string())))?;
    if from == database {
        return Err(RestoreError::Itself);
    }
    match logs_of(&from).into_iter().next() {
        Some((_, log)) => Err(RestoreError::BackupHasLog(log)),
        None => Ok(()),
    }
}

/// Appends a suffix to a path.
fn next_to(database: &Path, end: &str) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push(end);
    path.into()
}

/// Returns the logs of a database that are not empty, each with its suffix.
fn logs_of(database: &Path) -> Vec<(&'static str, PathBuf)> {
    let logs = LOGS.map(|end| (end, next_to(database, end)));
    logs.into_iter().filter(|(_, log)| fs::metadata(log).is_ok_and(|found| found.len() > 0)).collect()
}

/// Prevents all other processes from opening the database, until this is dropped.
struct Lock(#[allow(dead_code, reason = "the open files hold the locks")] Vec<File>);

impl Lock {
    /// Locks the files that SQLite itself locks. So this fails if any process has the database open, and later processes find it locked.
    /// SQLite is not used for this, since it does not open damaged databases, and removes the logs of others.
    fn take(database: &Path) -> Result<Self, RestoreError> {
        let mut files = Vec::new();
        for end in ["", "-shm"] {
            let path = next_to(database, end);
            match OpenOptions::new().read(true).write(true).open(&path) {
                Ok(file) => {
                    lock(&file)?;
                    // The file was removed or replaced before it was locked.
                    if identity_of(&path) != file.metadata().ok().map(|found| identity(&found)) {
                        return Err(RestoreError::InUse);
                    }
                    files.push(file);
                }
                Err(why) if why.kind() == io::ErrorKind::NotFound => {}
                Err(why) => return Err(RestoreError::Unwritable(format!("{}: {why}", path.display()))),
            }
        }
        Ok(Self(files))
    }
}

#[cfg(unix)]
fn lock(file: &File) -> Result<(), RestoreError> {
    use rustix::fs::{FlockOperation, fcntl_lock};
    use rustix::io::Errno;
    fcntl_lock(file, FlockOperation::NonBlockingLockExclusive).map_err(|why| match why {
        Errno::AGAIN | Errno::ACCESS => RestoreError::InUse,
        why => RestoreError::Unwritable(format!("it cannot be locked: {why}")),
    })
}

/// On other systems, an open file cannot be replaced.
#[cfg(not(unix))]
fn lock(_: &File) -> Result<(), RestoreError> {
    Ok(())
}

/// Gives a copy to the owner of the database, or of its folder if there is no database: an administrator may restore it for a service.
#[cfg(unix)]
fn copy_owner(database: &Path, copy: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, chown};
    let folder = || fs::metadata(database.parent().unwrap_or(database));
    let (due, own) = (fs::metadata(database).or_else(|_| folder())?, fs::metadata(copy)?);
    // Only root can change it, and needs to.
    if due.uid() != own.uid() && own.uid() == 0 { chown(copy, Some(due.uid()), Some(due.gid())) } else { Ok(()) }
}

#[cfg(not(unix))]
fn copy_owner(_: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}

/// Replaces a database by a copy, and returns the path of the old one.
fn replace(database: &Path, copy: TempPath) -> Result<Option<PathBuf>, RestoreError> {
    let unwritable = |why: io::Error| RestoreError::Unwritable(why.to_string());
    let logs = logs_of(database);
    let is_there = database.symlink_metadata().is_ok();
    if !is_there && logs.is_empty() {
        // A service may have created one by now.
        copy.persist_noclobber(database).map_err(|failed| unwritable(failed.error))?;
        sync_folder(database).map_err(unwritable)?;
        return Ok(None);
    }
    let previous = set_aside(database, is_there && !is_marker(database), &logs).map_err(unwritable)?;
    if !logs.is_empty() {
        mark(database).map_err(unwritable)?;
    }
    let replaced = remove_logs(database).and_then(|()| copy.persist(database).map_err(|failed| failed.error));
    let synced = replaced.and_then(|()| sync_folder(database));
    synced.map_err(|why| RestoreError::Interrupted { why: why.to_string(), previous: previous.clone() })?;
    Ok(previous)
}

/// Links or copies a database and its logs to another name with the time in it. Returns the name, unless there are no such files.
fn set_aside(database: &Path, has_content: bool, logs: &[(&str, PathBuf)]) -> io::Result<Option<PathBuf>> {
    if !has_content && logs.is_empty() {
        return Ok(None);
    }
    let at = time::UtcDateTime::now().format(format_description!("[year][month][day]T[hour][minute][second]Z"));
    let base = next_to(database, &format!(".replaced-{}", at.map_err(io::Error::other)?));
    let free = |name: &PathBuf| ["", LOGS[0], LOGS[1]].iter().all(|end| next_to(name, end).symlink_metadata().is_err());
    let mut names = std::iter::once(base.clone()).chain((2..1000).map(|n| next_to(&base, &format!("-{n}"))));
    let name = names.find(free).ok_or(io::ErrorKind::AlreadyExists)?;
    let database = has_content.then_some(("", database));
    let logs = logs.iter().map(|(end, log)| (*end, log.as_path()));
    for (end, file) in database.into_iter().chain(logs) {
        let name = next_to(&name, end);
        // Some file systems have no hard links.
        if fs::hard_link(file, &name).is_err() {
            fs::copy(file, &name)?;
            sync(&name)?;
        }
    }
    sync_folder(&name)?;
    Ok(Some(name))
}

fn is_marker(database: &Path) -> bool {
    // Closing another handle of a locked file would release the lock. SQLite never locks a marker.
    let mut start = Vec::new();
    let length = fs::metadata(database).map_or(0, |found| found.len());
    length == MARKER.len() as u64
        && File::open(database).is_ok_and(|file| file.take(length).read_to_end(&mut start).is_ok())
        && start == MARKER
}

/// Replaces a database by a marker.
fn mark(database: &Path) -> io::Result<()> {
    let marker = partial(database)?;
    OpenOptions::new().write(true).open(&marker)?.write_all(MARKER)?;
    sync(&marker)?;
    marker.persist(database).map_err(|failed| failed.error)?;
    sync_folder(database)
}

/// Removes all files next to a database, empty or not.
fn remove_logs(database: &Path) -> io::Result<()> {
    for end in [LOGS[0], LOGS[1], "-shm"] {
        match fs::remove_file(next_to(database, end)) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(why),
            _ => {}
        }
    }
    sync_folder(database)
}
