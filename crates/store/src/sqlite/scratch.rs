//! Databases for the tests of statements, which are those of every backend.

use std::sync::MutexGuard;

use sqlx::ConnectOptions as _;
use sqlx::sqlite::SqliteConnectOptions;

use super::plans::alone;
use super::{Connection, Sqlite};

/// A database of its own, which is gone when this is.
pub(super) struct Scratch {
    folder: tempfile::TempDir,
    _alone: MutexGuard<'static, ()>,
}

impl Scratch {
    /// How many instances can share it.
    pub(super) const INSTANCES: usize = 1;

    /// A database, which can always be had.
    pub(super) fn new() -> Option<Self> {
        Some(Self { folder: tempfile::tempdir().expect("a folder"), _alone: alone() })
    }

    /// A store in it.
    pub(super) async fn open(&self) -> Sqlite {
        let file = self.folder.path().join("store.db");
        Sqlite::open(&format!("sqlite://{}", file.display())).await.expect("a store")
    }

    /// A connection to it.
    pub(super) async fn connect(&self) -> Connection {
        let file = self.folder.path().join("store.db");
        SqliteConnectOptions::new().filename(file).connect().await.expect("a connection")
    }

    /// A connection to it that can do what a writer does.
    pub(super) async fn connect_as_writer(&self) -> Connection {
        self.connect().await
    }
}
