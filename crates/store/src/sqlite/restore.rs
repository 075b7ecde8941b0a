//! Restoring a backup: its copy is checked and brought up to date, and only then takes the place of the database.
//!
//! A log belongs to one state of a database: next to another one it would damage it. So a database that has a log is first replaced by a
//! [marker](MARKER), which no service opens, then the log is removed, and then the marker is replaced. Without a log, the database is
//! replaced in one step. Whenever the process is killed, there is the old database, the new one, or the marker.

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

/// What is in the place of a database while its log is being removed.
const MARKER: &[u8] = b"Restoring a backup was interrupted. Run `funhouse restore` again.\n";
/// The files next to a database without which it is not what it was: its write-ahead log, and the journal of a transaction that was cut short.
const LOGS: [&str; 2] = ["-wal", "-journal"];

impl Sqlite {
    /// Puts a copy of a backup in the place of a database that no process has open. What was there is kept next to it.
    ///
    /// # Errors
    /// When the backup is not a whole database of this program, when the database is in use, or when files cannot be written. Unless it is
    /// [`RestoreError::Interrupted`], the database is then as it was.
    pub(crate) async fn restore(address: &str, from: &Path) -> Result<Restored, RestoreError> {
        let unwritable = |why: io::Error| RestoreError::Unwritable(why.to_string());
        let (options, writable) = file_of(address).map_err(RestoreError::Database)?;
        if !writable {
            return Err(RestoreError::Database(OpenError::ReadOnly));
        }
        let database = resolved(options.get_filename()).map_err(unwritable)?;
        refuse_unfit(from, &database)?;
        let lock = Lock::take(&database)?;
        let copy = partial(&database).map_err(unwritable)?;
        // What is checked is the copy, which no one else changes.
        let cannot_open = |why: io::Error| RestoreError::Backup(OpenError::CannotOpen(why.to_string()));
        let mut source = File::open(from).map_err(cannot_open)?;
        let mut target = OpenOptions::new().write(true).open(&copy).map_err(unwritable)?;
        io::copy(&mut source, &mut target).map_err(unwritable)?;
        drop((source, target));
        make_like(&database, &copy).map_err(unwritable)?;
        check::check(&copy).await.map_err(RestoreError::Backup)?;
        check::update(&copy).await.map_err(RestoreError::Backup)?;
        let bytes = sync(&copy).map_err(unwritable)?;
        let kept = replace(&database, copy)?;
        drop(lock);
        Ok(Restored { bytes, kept })
    }
}

/// The path of the file itself, where a link leads to it. It need not exist.
fn resolved(database: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(database) {
        Err(why) if why.kind() == io::ErrorKind::NotFound => std::path::absolute(database),
        resolved => resolved,
    }
}

/// Refuses what cannot be a backup of this database, whatever is in it.
fn refuse_unfit(from: &Path, database: &Path) -> Result<(), RestoreError> {
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

/// The path of a file next to a database.
fn next_to(database: &Path, end: &str) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push(end);
    path.into()
}

/// The logs of a database that are not empty, each with the end of its name.
fn logs_of(database: &Path) -> Vec<(&'static str, PathBuf)> {
    let logs = LOGS.map(|end| (end, next_to(database, end)));
    logs.into_iter().filter(|(_, log)| fs::metadata(log).is_ok_and(|found| found.len() > 0)).collect()
}

/// Keeps all other processes from opening the database, for as long as this is kept.
struct Lock(#[allow(dead_code, reason = "the locks are those of the files, which are open")] Vec<File>);

impl Lock {
    /// Locks the files on which SQLite's own locks are, so that this fails when any process has the database open, and any process that opens
    /// it afterwards finds it locked. SQLite itself is not asked, since it opens no database that is damaged, and removes the logs of others.
    fn take(database: &Path) -> Result<Self, RestoreError> {
        let mut files = Vec::new();
        for end in ["", "-shm"] {
            let path = next_to(database, end);
            match OpenOptions::new().read(true).write(true).open(&path) {
                Ok(file) => {
                    lock(&file)?;
                    // It was removed or replaced before it was locked.
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

/// Elsewhere a file that is open cannot be replaced.
#[cfg(not(unix))]
fn lock(_: &File) -> Result<(), RestoreError> {
    Ok(())
}

/// Gives a copy to the owner of the database, or of its folder if there is none: an administrator may restore what a service reads.
#[cfg(unix)]
fn make_like(database: &Path, copy: &Path) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, chown};
    let folder = || fs::metadata(database.parent().unwrap_or(database));
    let (due, own) = (fs::metadata(database).or_else(|_| folder())?, fs::metadata(copy)?);
    // Only an administrator can, and has to.
    if due.uid() != own.uid() && own.uid() == 0 { chown(copy, Some(due.uid()), Some(due.gid())) } else { Ok(()) }
}

#[cfg(not(unix))]
fn make_like(_: &Path, _: &Path) -> io::Result<()> {
    Ok(())
}

/// Puts a copy in the place of a database, and returns where what was there is kept.
fn replace(database: &Path, copy: TempPath) -> Result<Option<PathBuf>, RestoreError> {
    let unwritable = |why: io::Error| RestoreError::Unwritable(why.to_string());
    let logs = logs_of(database);
    let is_there = database.symlink_metadata().is_ok();
    if !is_there && logs.is_empty() {
        // A service may have made one by now.
        copy.persist_noclobber(database).map_err(|failed| unwritable(failed.error))?;
        sync_folder(database).map_err(unwritable)?;
        return Ok(None);
    }
    let kept = keep(database, is_there && !is_marker(database), &logs).map_err(unwritable)?;
    if !logs.is_empty() {
        mark(database).map_err(unwritable)?;
    }
    let replaced = remove_logs(database).and_then(|()| copy.persist(database).map_err(|failed| failed.error));
    let done = replaced.and_then(|()| sync_folder(database));
    done.map_err(|why| RestoreError::Interrupted { why: why.to_string(), kept: kept.clone() })?;
    Ok(kept)
}

/// Keeps a database and its logs under another name with the time in it. Returns the name, unless there is nothing to keep.
fn keep(database: &Path, is_kept: bool, logs: &[(&str, PathBuf)]) -> io::Result<Option<PathBuf>> {
    if !is_kept && logs.is_empty() {
        return Ok(None);
    }
    let at = time::UtcDateTime::now().format(format_description!("[year][month][day]T[hour][minute][second]Z"));
    let base = next_to(database, &format!(".replaced-{}", at.map_err(io::Error::other)?));
    let free = |name: &PathBuf| ["", LOGS[0], LOGS[1]].iter().all(|end| next_to(name, end).symlink_metadata().is_err());
    let mut names = std::iter::once(base.clone()).chain((2..1000).map(|n| next_to(&base, &format!("-{n}"))));
    let name = names.find(free).ok_or(io::ErrorKind::AlreadyExists)?;
    let database = is_kept.then_some(("", database));
    let logs = logs.iter().map(|(end, log)| (*end, log.as_path()));
    for (end, file) in database.into_iter().chain(logs) {
        let name = next_to(&name, end);
        // Where files cannot have two names, it is copied.
        if fs::hard_link(file, &name).is_err() {
            fs::copy(file, &name)?;
            sync(&name)?;
        }
    }
    sync_folder(&name)?;
    Ok(Some(name))
}

fn is_marker(database: &Path) -> bool {
    // Another handle of a file that is locked must not be closed: the lock would go with it. A marker is never locked by SQLite.
    let mut start = Vec::new();
    let length = fs::metadata(database).map_or(0, |found| found.len());
    length == MARKER.len() as u64
        && File::open(database).is_ok_and(|file| file.take(length).read_to_end(&mut start).is_ok())
        && start == MARKER
}

/// Puts a marker in the place of a database.
fn mark(database: &Path) -> io::Result<()> {
    let marker = partial(database)?;
    OpenOptions::new().write(true).open(&marker)?.write_all(MARKER)?;
    sync(&marker)?;
    marker.persist(database).map_err(|failed| failed.error)?;
    sync_folder(database)
}

/// Removes what is next to a database, whether or not something is in it.
fn remove_logs(database: &Path) -> io::Result<()> {
    for end in [LOGS[0], LOGS[1], "-shm"] {
        match fs::remove_file(next_to(database, end)) {
            Err(why) if why.kind() != io::ErrorKind::NotFound => return Err(why),
            _ => {}
        }
    }
    sync_folder(database)
}
