//! Databases for the tests of statements, which are those of every backend.

use sqlx::Connection as _;

use super::super::session::Session;
use super::super::{Connection, Postgres};
use crate::backend::opening::PATIENT;

/// A database of its own.
pub(crate) struct Scratch(String);

impl Scratch {
    /// How many instances share it.
    pub(crate) const INSTANCES: usize = 3;

    /// A database; none where PostgreSQL is not installed.
    pub(crate) fn new() -> Option<Self> {
        let server = scratch_postgres::shared().ok()?;
        Some(Self(server.new_database().expect("a database")))
    }

    /// A store in it.
    pub(crate) async fn open(&self) -> Postgres {
        Postgres::open_within(&self.0, PATIENT).await.expect("a store")
    }

    /// A connection to it.
    pub(crate) async fn connect(&self) -> Connection {
        Connection::connect(&self.0).await.expect("a connection")
    }

    /// A connection to it that can do what a writer does.
    pub(crate) async fn connect_as_writer(&self) -> Connection {
        let options = self.0.parse().expect("an address");
        Session::upgrading(&options).connect().await.expect("a connection")
    }
}
