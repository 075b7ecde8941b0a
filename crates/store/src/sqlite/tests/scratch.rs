//! Databases for the tests of statements.

use std::sync::MutexGuard;
use std::time::Duration;

use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;

use super::super::{Connection, Sqlite};
use super::steps::alone;
use crate::backend::opening::JOB_TIMEOUT;

/// A temporary database.
pub(crate) struct Scratch {
    folder: tempfile::TempDir,
    _alone: MutexGuard<'static, ()>,
}

impl Scratch {
    /// Number of instances that can share it.
    pub(crate) const INSTANCES: usize = 1;

    /// Creates a database, which is always possible.
    pub(crate) fn new() -> Option<Self> {
        Some(Self { folder: tempfile::tempdir().expect("a folder"), _alone: alone() })
    }

    /// Opens a store.
    pub(crate) async fn open(&self) -> Sqlite {
        self.open_within(JOB_TIMEOUT).await
    }

    /// Opens a store whose calls have a time limit.
    pub(crate) async fn open_within(&self, timeout: Duration) -> Sqlite {
        let file = self.folder.path().join("store.db");
        Sqlite::open_within(&format!("sqlite://{}", file.display()), timeout).await.expect("a store")
    }

    /// Opens a connection.
    pub(crate) async fn connect(&self) -> Connection {
        let file = self.folder.path().join("store.db");
        SqliteConnectOptions::new().filename(file).connect().await.expect("a connection")
    }

    /// Opens a connection with the settings of a writer.
    pub(crate) async fn connect_as_writer(&self) -> Connection {
        self.connect().await
    }
}
