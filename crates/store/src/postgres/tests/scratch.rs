//! Databases for the tests of statements.

use std::time::Duration;

use sqlx::Connection as _;

use super::super::servers::Servers;
use super::super::session::Session;
use super::super::{Connection, Postgres, address};
use crate::backend::opening::JOB_TIMEOUT;

/// A temporary database.
pub(crate) struct Scratch(String);

impl Scratch {
    /// Number of instances that share it.
    pub(crate) const INSTANCES: usize = 3;

    /// Creates a database; none if PostgreSQL is not installed.
    pub(crate) fn new() -> Option<Self> {
        let server = scratch_postgres::shared().ok()?;
        Some(Self(server.new_database().expect("a database")))
    }

    /// Opens a store.
    pub(crate) async fn open(&self) -> Postgres {
        self.open_within(JOB_TIMEOUT).await
    }

    /// Opens a store whose calls have a time limit.
    pub(crate) async fn open_within(&self, timeout: Duration) -> Postgres {
        Postgres::open_within(&self.0, timeout).await.expect("a store")
    }

    /// Opens a connection.
    pub(crate) async fn connect(&self) -> Connection {
        Connection::connect(&self.0).await.expect("a connection")
    }

    /// Opens a connection with the settings of a writer.
    pub(crate) async fn connect_as_writer(&self) -> Connection {
        let servers = Servers::of(address::parse(&self.0).expect("an address"));
        Session::upgrading(&servers).connect(JOB_TIMEOUT).await.expect("a connection").into_connection()
    }
}
