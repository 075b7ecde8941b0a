//! Copies everything from one database to another, of either kind, row by row.
//!
//! The tables are read from the databases themselves, so that none can be forgotten. Both must have the same tables with the same columns.
//! The copy is one transaction of the target, committed once every row has been read back and equals its original. Both databases are locked
//! meanwhile.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use async_trait::async_trait;

use crate::backend::opening::OpenError;

/// Number of rows that are read and written at once.
const CHUNK: u32 = 512;

/// The type of a column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ColumnType {
    Number,
    Text,
    Bytes,
}

/// A value of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Cell {
    Number(Option<i64>),
    Text(Option<String>),
    Bytes(Option<Vec<u8>>),
}

/// A table of a database: its columns in order of name, and those of its primary key in the order of the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct SqlTable {
    pub(crate) name: String,
    pub(crate) columns: Vec<(String, ColumnType)>,
    pub(crate) key: Vec<String>,
}

impl SqlTable {
    /// Returns the columns as a list in SQL.
    pub(crate) fn list(&self) -> String {
        self.columns.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// Returns the primary key of a row.
    fn key_of(&self, row: &[Cell]) -> Vec<Cell> {
        let of_column = |(at, (name, _)): (usize, &(String, ColumnType))| {
            let place = self.key.iter().position(|key| key == name)?;
            Some((place, row.get(at)?.clone()))
        };
        let key: BTreeMap<usize, Cell> = self.columns.iter().enumerate().filter_map(of_column).collect();
        key.into_values().collect()
    }
}

/// One of the two databases, in a transaction that excludes other writers.
#[async_trait]
pub(crate) trait CopySide: Send {
    /// Returns all tables, in order of name.
    async fn tables(&mut self) -> sqlx::Result<Vec<SqlTable>>;
    /// Returns pairs of a table and a table that it references.
    async fn references(&mut self) -> sqlx::Result<Vec<(String, String)>>;
    /// Returns the number of rows of a table.
    async fn count(&mut self, table: &SqlTable) -> sqlx::Result<u64>;
    /// Returns at most `limit` rows in order of the primary key, after a key or from the first.
    async fn read(&mut self, table: &SqlTable, after: Option<Vec<Cell>>, limit: u32) -> sqlx::Result<Vec<Vec<Cell>>>;
    async fn write(&mut self, table: &SqlTable, rows: &[Vec<Cell>]) -> sqlx::Result<()>;
    /// Returns the last generated numbers by table.
    async fn last_numbers(&mut self) -> sqlx::Result<BTreeMap<String, i64>>;
    /// Sets the last generated numbers, in tables that store theirs.
    async fn set_last_numbers(&mut self, last: &BTreeMap<String, i64>) -> sqlx::Result<()>;
    async fn commit(self: Box<Self>) -> sqlx::Result<()>;
}

/// The size of a copy.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// Number of tables.
    pub tables: u64,
    /// Number of rows.
    pub rows: u64,
}

/// Why a copy failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CopyError {
    /// The source cannot be used.
    From(OpenError),
    /// The target cannot be used, or failed during the commit.
    To(OpenError),
    /// Source and target are the same.
    ToItself,
    /// The target has rows in this table.
    NotEmpty(String),
    /// This table differs between the databases.
    OtherTables(String),
    /// Rows of this table that were read back differ.
    Differs(String),
}

impl fmt::Display for CopyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::From(why) => write!(f, "the database to be copied cannot be used: {why}"),
            Self::To(why) => write!(f, "the database for the copy cannot be used: {why}"),
            Self::ToItself => f.write_str("a database is not copied to itself"),
            Self::NotEmpty(table) => write!(f, "the database for the copy is not empty: there are rows in {table}"),
            Self::OtherTables(table) => write!(f, "the two databases differ in their tables: {table}"),
            Self::Differs(what) => write!(f, "what was read back is not what was written: {what}"),
        }
    }
}

impl std::error::Error for CopyError {}

fn from(error: sqlx::Error) -> CopyError {
    CopyError::From(error.into())
}

fn to(error: sqlx::Error) -> CopyError {
    CopyError::To(error.into())
}

/// Orders tables so that each comes after those that it references.
fn in_order(tables: Vec<SqlTable>, references: &[(String, String)]) -> Vec<SqlTable> {
    let (mut left, mut ordered, mut placed) = (tables, Vec::new(), BTreeSet::new());
    while !left.is_empty() {
        let waits = |table: &SqlTable| {
            let mut of = references.iter().filter(|(of, target)| *of == table.name && target != of);
            of.any(|(_, target)| !placed.contains(target))
        };
        let (waiting, mut next): (Vec<SqlTable>, Vec<SqlTable>) = left.into_iter().partition(waits);
        if next.is_empty() {
            // They reference each other in a circle, which the target will reject.
            ordered.extend(waiting);
            break;
        }
        placed.extend(next.iter().map(|table| table.name.clone()));
        ordered.append(&mut next);
        left = waiting;
    }
    ordered
}

/// Copies everything. `progress` gets the number of processed rows and the total; each row counts twice, when written and when compared.
pub(crate) async fn copy(
    source: &mut dyn CopySide,
    mut target: Box<dyn CopySide>,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Copied, CopyError> {
    let tables = same_tables(source, &mut *target).await?;
    let mut total = 0;
    for table in &tables {
        if target.count(table).await.map_err(to)? > 0 {
            return Err(CopyError::NotEmpty(table.name.clone()));
        }
        total += source.count(table).await.map_err(from)?;
    }
    let tables = in_order(tables, &target.references().await.map_err(to)?);
    let mut written = 0;
    for table in &tables {
        let mut after = None;
        loop {
            let rows = source.read(table, after, CHUNK).await.map_err(from)?;
            let Some(last) = rows.last() else { break };
            after = Some(table.key_of(last));
            target.write(table, &rows).await.map_err(to)?;
            written += rows.len() as u64;
            progress(written, 2 * total);
        }
    }
    target.set_last_numbers(&source.last_numbers().await.map_err(from)?).await.map_err(to)?;
    let mut rows = 0;
    for table in &tables {
        let mut after = None;
        loop {
            let given = source.read(table, after.clone(), CHUNK).await.map_err(from)?;
            let found = target.read(table, after, CHUNK).await.map_err(to)?;
            if given != found {
                return Err(CopyError::Differs(table.name.clone()));
            }
            let Some(last) = given.last() else { break };
            after = Some(table.key_of(last));
            rows += given.len() as u64;
            progress(written + rows, 2 * total);
        }
    }
    target.commit().await.map_err(to)?;
    Ok(Copied { tables: tables.len() as u64, rows })
}

/// Returns the tables of both databases, which must be the same.
async fn same_tables(source: &mut dyn CopySide, target: &mut dyn CopySide) -> Result<Vec<SqlTable>, CopyError> {
    let (given, found) = (source.tables().await.map_err(from)?, target.tables().await.map_err(to)?);
    let other = given.iter().find(|table| !found.contains(table)).or(found.iter().find(|table| !given.contains(table)));
    match other {
        Some(table) => Err(CopyError::OtherTables(table.name.clone())),
        None => Ok(given),
    }
}
