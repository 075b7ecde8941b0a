//! Databases for the tests of statements, which are those of every backend.

use std::sync::MutexGuard;

use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;

use super::super::{Connection, Sqlite};
use super::steps::alone;

/// A database of its own, which is gone when this is.
pub(crate) struct Scratch {
    folder: tempfile::TempDir,
    _alone: MutexGuard<'static, ()>,
}

impl Scratch {
    /// How many instances can share it.
    pub(crate) const INSTANCES: usize = 1;

    /// A database, which can always be had.
    pub(crate) fn new() -> Option<Self> {
        Some(Self { folder: tempfile::tempdir().expect("a folder"), _alone: alone() })
    }

    /// A store in it.
    pub(crate) async fn open(&self) -> Sqlite {
        let file = self.folder.path().join("store.db");
        Sqlite::open(&format!("sqlite://{}", file.display())).await.expect("a store")
    }

    /// A connection to it.
    pub(crate) async fn connect(&self) -> Connection {
        let file = self.folder.path().join("store.db");
        SqliteConnectOptions::new().filename(file).connect().await.expect("a connection")
    }

    /// A connection to it that can do what a writer does.
    pub(crate) async fn connect_as_writer(&self) -> Connection {
        self.connect().await
    }
}
