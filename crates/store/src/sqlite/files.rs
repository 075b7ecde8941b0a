//! Checks whether the files of an open database are still the ones that were opened, and complete.
//!
//! SQLite does not notice if another process removes, replaces, truncates or overwrites a file. It reports further commits as durable, although
//! they are lost when the database is opened again. So the files are checked before a commit begins, and again before it is acknowledged.
//! Damage is permanent: the service writes nothing until it is restarted, since memory and disk are no longer consistent.

#![allow(clippy::disallowed_types, reason = "the files of the database are examined; no rule reads a file")]

use std::fs::{File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::readers::Readers;
use crate::backend::opening::OpenError;
use crate::metrics::ServerMetrics;
use crate::{PlayerId, StoreError, TableId};

/// Length of the header of a database.
const HEADER: usize = 100;
/// The first bytes of a database.
const MAGIC: &[u8] = b"SQLite format 3\0";
/// Length of the header of a write-ahead log.
const LOG_HEADER: usize = 32;
/// The first bytes of a write-ahead log, without the last bit, which is the byte order of its checksums.
const LOG_MAGIC: u32 = 0x377f_0682;

/// Fails if a database without content has a write-ahead log: it was truncated, replaced or removed. SQLite would delete the log and start
/// with an empty database.
pub(super) fn reject_cut_off(database: &Path) -> Result<(), OpenError> {
    let log = log_of(database);
    if std::fs::symlink_metadata(&log).is_err() {
        return Ok(());
    }
    let is_cut_off = match File::open(database) {
        Ok(file) => file.metadata().is_ok_and(|found| found.is_file()) && header_of(&file).is_err(),
        // SQLite gets other errors when it opens the file.
        Err(why) => why.kind() == io::ErrorKind::NotFound,
    };
    if is_cut_off { Err(OpenError::CutOff { log: log.display().to_string() }) } else { Ok(()) }
}

/// Returns the path of a database's log. SQLite resolves links to the database first.
fn log_of(database: &Path) -> PathBuf {
    let mut log = std::fs::canonicalize(database).unwrap_or_else(|_| database.to_owned()).into_os_string();
    log.push("-wal");
    log.into()
}

/// The files of an open database.
#[derive(Clone, Debug)]
pub(super) struct Opened(Arc<Files>);

#[derive(Debug)]
struct Files {
    database: Watched<Content>,
    log: Watched<Option<Log>>,
    /// Size of the log in bytes at the last check.
    log_size: AtomicU64,
    /// The first damage that was found.
    damage: OnceLock<String>,
}

/// An open file and its state at the last check.
///
/// It stays open as long as the database. Closing any handle of a database releases the locks of SQLite (POSIX), so it cannot be opened for
/// each check.
#[derive(Debug)]
struct Watched<T> {
    path: PathBuf,
    identity: Identity,
    file: File,
    found: Mutex<T>,
}

/// The state of a database by which truncation and overwriting with an older copy are detected.
#[derive(Clone, Copy, Debug)]
struct Content {
    size: u64,
    /// Grows whenever the schema is changed or the database is vacuumed.
    schema: u32,
}

/// The state of a write-ahead log that is not empty.
#[derive(Clone, Copy, Debug)]
struct Log {
    size: u64,
    /// Changes whenever SQLite restarts the log.
    header: [u8; LOG_HEADER],
}

impl Opened {
    /// Opens the files of an open database.
    pub(super) fn of(database: &Path) -> io::Result<Self> {
        let database = Watched::open(database.to_owned(), |file, size| {
            header_of(file).map(|Header { schema, .. }| Content { size, schema })
        })?;
        let log = Watched::open(log_of(&database.path), |_, _| Ok(None))?;
        Ok(Self(Arc::new(Files { database, log, log_size: AtomicU64::new(0), damage: OnceLock::new() })))
    }

    /// Never returns, since there is only one instance.
    pub(super) async fn tables_changed(&self) -> Vec<(TableId, i64)> {
        std::future::pending().await
    }

    /// Never returns, since there is only one instance.
    pub(super) async fn events_stored(&self) -> Vec<PlayerId> {
        std::future::pending().await
    }

    /// Does nothing, since there is only one instance.
    pub(super) async fn signal(&self, _: &Readers, _: String) -> Result<(), StoreError> {
        Ok(())
    }

    /// Never returns, since there is only one instance.
    pub(super) async fn signals(&self) -> Vec<String> {
        std::future::pending().await
    }

    /// Fails if a file was removed, replaced, truncated or overwritten, now or at an earlier check.
    pub(super) fn check(&self) -> Result<(), StoreError> {
        let Files { database, log, log_size, damage } = &*self.0;
        let found = match damage.get() {
            Some(_) => Ok(()),
            None => database.examine_database().and_then(|()| log.examine_log(log_size)),
        };
        if let Err(why) = found {
            let why = damage.get_or_init(|| why);
            tracing::error!(
                target: "funhouse::store",
                why,
                "THE DATABASE IS DAMAGED: nothing is written to it until the service is restarted"
            );
        }
        damage.get().map_or(Ok(()), |why| Err(StoreError::Unavailable(format!("{why}; restart the service"))))
    }

    /// Fails if the database is not the file that was at its path before it was opened.
    pub(super) fn is_still(&self, before: Option<Identity>) -> Result<(), OpenError> {
        if before.is_none_or(|before| before == self.0.database.identity) { Ok(()) } else { Err(OpenError::Replaced) }
    }

    /// Returns the size of the write-ahead log in bytes at the last check.
    pub(super) fn log_size(&self) -> u64 {
        self.0.log_size.load(Ordering::Relaxed)
    }

    /// Returns 0: connections to a file do not break.
    pub(super) fn reconnects(&self) -> u64 {
        0
    }

    /// Returns none: a file has no server.
    pub(super) fn server(&self) -> Option<ServerMetrics> {
        None
    }

    /// Returns the size of the write-ahead log for metrics.
    pub(super) fn log_bytes(&self) -> Option<u64> {
        Some(self.log_size())
    }

    /// Logs an error if the write-ahead log still has content after the last connection closed: another program reads the database, or the
    /// disk is full.
    pub(super) fn report_remaining_log(&self) {
        let log = &self.0.log.path;
        let bytes = log.metadata().map_or(0, |found| found.len());
        if bytes > 0 {
            tracing::error!(
                target: "funhouse::store",
                log = %log.display(),
                bytes,
                "the write-ahead log could not be emptied: the database is complete only with this file"
            );
        }
    }

    /// Returns whether damage was found, for metrics.
    pub(super) fn damaged(&self) -> Option<bool> {
        Some(self.0.damage.get().is_some())
    }
}

impl<T> Watched<T> {
    fn open(path: PathBuf, read: impl FnOnce(&File, u64) -> io::Result<T>) -> io::Result<Self> {
        // The path must not depend on the working directory.
        let path = std::path::absolute(path)?;
        let file = File::open(&path)?;
        let metadata = file.metadata()?;
        let found = Mutex::new(read(&file, metadata.len())?);
        Ok(Self { path, identity: identity(&metadata), file, found })
    }

    /// Returns the last state. It stays locked during a check, so that checks do not overtake each other.
    fn lock(&self) -> std::sync::MutexGuard<'_, T> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the size of the file, if it is still at its path.
    fn size(&self) -> Result<u64, String> {
        let found = std::fs::metadata(&self.path).ok().filter(|found| identity(found) == self.identity);
        found.map(|found| found.len()).ok_or_else(|| self.was("removed or replaced"))
    }

    fn was(&self, what: &str) -> String {
        format!("{} was {what} since it was opened", self.path.display())
    }
}

impl Watched<Content> {
    fn examine_database(&self) -> Result<(), String> {
        let mut before = self.lock();
        let size = self.size()?;
        let header = header_of(&self.file).map_err(|_| self.was("cut off or overwritten"))?;
        // A database shrinks only by vacuuming. During a checkpoint, the first page may count pages that are not written yet.
        let grown = size >= before.size && header.schema >= before.schema;
        let vacuumed = size >= header.size && header.schema > before.schema;
        if !grown && !vacuumed {
            return Err(self.was("cut off or overwritten with an older copy"));
        }
        // If it is larger than its first page says, SQLite is about to truncate it.
        if size <= header.size || !vacuumed {
            *before = Content { size, schema: header.schema };
        }
        Ok(())
    }
}

impl Watched<Option<Log>> {
    fn examine_log(&self, size: &AtomicU64) -> Result<(), String> {
        let mut before = self.lock();
        let now = self.read_log()?;
        let is_valid = now.is_none_or(|now| number_at(&now.header, 0) & !1 == LOG_MAGIC);
        // Another process may empty the log after a checkpoint.
        let both = before.as_ref().zip(now.as_ref());
        let is_shorter = both.is_some_and(|(before, now)| before.header == now.header && now.size < before.size);
        if !is_valid || is_shorter {
            return Err(self.was("cut off or overwritten"));
        }
        *before = now;
        // Metrics do not wait for the lock during a check.
        size.store(now.map_or(0, |log| log.size), Ordering::Relaxed);
        Ok(())
    }

    /// Reads the state of the log; none if it is empty.
    ///
    /// SQLite may restart it at any time. So the size is valid only if the header is the same before and after reading it.
    fn read_log(&self) -> Result<Option<Log>, String> {
        let header = || {
            let mut header = [0; LOG_HEADER];
            read_start(&self.file, &mut header).ok().map(|()| header)
        };
        let mut found = header();
        loop {
            let size = self.size()?;
            let again = header();
            if again == found {
                return Ok(found.map(|header| Log { size, header }));
            }
            found = again;
        }
    }
}

/// The header of a database.
struct Header {
    /// Size in bytes after a full checkpoint.
    size: u64,
    schema: u32,
}

fn header_of(file: &File) -> io::Result<Header> {
    let mut header = [0; HEADER];
    read_start(file, &mut header)?;
    if !header.starts_with(MAGIC) {
        return Err(io::ErrorKind::InvalidData.into());
    }
    // The page size has two bytes, in which 1 means 65,536.
    let page = match number_at(&header, 16) >> 16 {
        1 => 65_536,
        page => u64::from(page),
    };
    Ok(Header { size: page * u64::from(number_at(&header, 28)), schema: number_at(&header, 40) })
}

/// Returns the size of a database by its header, and its actual size.
pub(super) fn sizes(database: &Path) -> io::Result<[u64; 2]> {
    let file = File::open(database)?;
    Ok([header_of(&file)?.size, file.metadata()?.len()])
}

/// Returns the big-endian number at an offset of a header.
fn number_at(header: &[u8], at: usize) -> u32 {
    header.iter().skip(at).take(4).fold(0, |number, byte| number << 8 | u32::from(*byte))
}

#[cfg(unix)]
fn read_start(file: &File, bytes: &mut [u8]) -> io::Result<()> {
    std::os::unix::fs::FileExt::read_exact_at(file, bytes, 0)
}

#[cfg(not(unix))]
fn read_start(mut file: &File, bytes: &mut [u8]) -> io::Result<()> {
    use std::io::{Read as _, Seek as _, SeekFrom};
    file.seek(SeekFrom::Start(0))?;
    file.read_exact(bytes)
}

/// Returns the identity of the file at a path; none if there is no file.
pub(super) fn identity_of(path: &Path) -> Option<Identity> {
    std::fs::metadata(path).ok().map(|found| identity(&found))
}

/// The device and inode of a file.
#[cfg(unix)]
pub(super) type Identity = (u64, u64);

#[cfg(unix)]
pub(super) fn identity(file: &Metadata) -> Identity {
    use std::os::unix::fs::MetadataExt as _;
    (file.dev(), file.ino())
}

/// On other systems, an open file can be neither removed nor replaced.
#[cfg(not(unix))]
pub(super) type Identity = ();

#[cfg(not(unix))]
pub(super) fn identity(_: &Metadata) -> Identity {}

#[cfg(test)]
mod tests {
    use std::fs::File;
    use std::io::{Seek as _, Write as _};
    use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

    use sqlx::Executor as _;

    use super::super::sql::tests::new_player;
    use super::super::{Connection, Sqlite};
    use super::{LOG_HEADER, LOG_MAGIC, Log, Watched};
    use crate::{Store as _, StoreError};

    /// Returns a log with this salt, whose length depends on the salt.
    fn log(salt: u32) -> Vec<u8> {
        let mut log = vec![0; LOG_HEADER + (salt % 7) as usize * 4096];
        log[..4].copy_from_slice(&LOG_MAGIC.to_be_bytes());
        log[16..20].copy_from_slice(&salt.to_be_bytes());
        log
    }

    #[test]
    fn restarted_log_is_no_damage() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("wal");
        let mut file = File::create(&path).expect("a log");
        let watched: Watched<Option<Log>> = Watched::open(path.clone(), |_, _| Ok(None)).expect("it is there");
        let is_finished = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                for salt in 0..50_000 {
                    file.rewind().expect("its start");
                    file.set_len(0).expect("it is emptied");
                    file.write_all(&log(salt)).expect("it is written");
                }
                is_finished.store(true, Ordering::Relaxed);
            });
            while !is_finished.load(Ordering::Relaxed) {
                assert_eq!(watched.examine_log(&AtomicU64::new(0)), Ok(()));
            }
        });
        assert_eq!(watched.examine_log(&AtomicU64::new(0)), Ok(()));
        assert_eq!(watched.lock().map(|log| log.size), Some(log(49_999).len() as u64));
    }

    #[test]
    fn commit_to_truncated_file_is_unknown() {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let folder = tempfile::tempdir().expect("a folder");
            let path = folder.path().join("store.db");
            let store = Sqlite::open(&format!("sqlite://{}", path.display())).await.expect("a store");
            let cut_off = async move |connection: &mut Connection| {
                connection.execute("INSERT INTO meta (name, value) VALUES ('mark', x'')").await?;
                File::options().write(true).open(&path)?.set_len(0)?;
                Ok(())
            };
            let outcome = store.writer.write(None, cut_off).await;
            assert!(matches!(&outcome, Err(StoreError::Unknown(why)) if why.contains("cut off")), "{outcome:?}");
            assert!(matches!(store.create_player(new_player(1)).await, Err(StoreError::Unavailable(_))));
            assert!(matches!(store.ready_to_write().await, Err(StoreError::Unavailable(_))));
        });
    }
}
