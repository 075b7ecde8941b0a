//! Copying everything from one database to another, of either kind, row by row.
//!
//! What tables there are is read from the databases themselves, so that none can be forgotten: both must have the same, with the same
//! columns. The copy is one transaction of the database that it is made in, and is committed once every row has been read back and
//! equals its original. Both databases are locked meanwhile, so that nothing is written to either.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use async_trait::async_trait;

use crate::backend::opening::OpenError;

/// How many rows are read and written at once.
const CHUNK: u32 = 512;

/// What a column holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Holds {
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

/// A table: its columns in the order of their names, and those of its primary key in the order of the key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Table {
    pub(crate) name: String,
    pub(crate) columns: Vec<(String, Holds)>,
    pub(crate) key: Vec<String>,
}

impl Table {
    /// The columns as a statement lists them.
    pub(crate) fn list(&self) -> String {
        self.columns.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    }

    /// The primary key of a row.
    fn key_of(&self, row: &[Cell]) -> Vec<Cell> {
        let of_column = |(at, (name, _)): (usize, &(String, Holds))| {
            let place = self.key.iter().position(|key| key == name)?;
            Some((place, row.get(at)?.clone()))
        };
        let key: BTreeMap<usize, Cell> = self.columns.iter().enumerate().filter_map(of_column).collect();
        key.into_values().collect()
    }
}

/// One of the two databases, within a transaction that keeps others from writing.
#[async_trait]
pub(crate) trait End: Send {
    /// All tables, in the order of their names.
    async fn tables(&mut self) -> sqlx::Result<Vec<Table>>;
    /// Which table refers to which.
    async fn references(&mut self) -> sqlx::Result<Vec<(String, String)>>;
    /// How many rows a table has.
    async fn count(&mut self, table: &Table) -> sqlx::Result<u64>;
    /// Rows in the order of the primary key: at most so many, after a key or from the first.
    async fn read(&mut self, table: &Table, after: Option<Vec<Cell>>, limit: u32) -> sqlx::Result<Vec<Vec<Cell>>>;
    async fn write(&mut self, table: &Table, rows: &[Vec<Cell>]) -> sqlx::Result<()>;
    /// The numbers that were given last, by table, as far as the database remembers them.
    async fn last_numbers(&mut self) -> sqlx::Result<BTreeMap<String, i64>>;
    /// Has numbers given after these, where the database remembers them.
    async fn go_on_after(&mut self, last: &BTreeMap<String, i64>) -> sqlx::Result<()>;
    async fn commit(self: Box<Self>) -> sqlx::Result<()>;
}

/// What was copied.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Copied {
    /// How many tables there are.
    pub tables: u64,
    /// How many rows were written, read back and found equal.
    pub rows: u64,
}

/// Why nothing was copied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotCopied {
    /// The database that was to be copied cannot be used.
    From(OpenError),
    /// The database that was to hold the copy cannot be used, or may have been written when it failed.
    To(OpenError),
    /// Both are the same.
    ToItself,
    /// There is something in the database that was to hold the copy, in this table.
    NotEmpty(String),
    /// The databases do not have the same tables with the same columns: this one differs.
    OtherTables(String),
    /// What was read back is not what was written, in this table.
    Differs(String),
}

impl fmt::Display for NotCopied {
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

impl std::error::Error for NotCopied {}

fn from(error: sqlx::Error) -> NotCopied {
    NotCopied::From(error.into())
}

fn to(error: sqlx::Error) -> NotCopied {
    NotCopied::To(error.into())
}

/// Tables in such an order that each comes after those that it refers to.
fn in_order(tables: Vec<Table>, references: &[(String, String)]) -> Vec<Table> {
    let (mut left, mut ordered, mut placed) = (tables, Vec::new(), BTreeSet::new());
    while !left.is_empty() {
        let waits = |table: &Table| {
            let mut of = references.iter().filter(|(of, target)| *of == table.name && target != of);
            of.any(|(_, target)| !placed.contains(target))
        };
        let (waiting, mut next): (Vec<Table>, Vec<Table>) = left.into_iter().partition(waits);
        if next.is_empty() {
            // They refer to one another in a ring: the database that is written will say so.
            ordered.extend(waiting);
            break;
        }
        placed.extend(next.iter().map(|table| table.name.clone()));
        ordered.append(&mut next);
        left = waiting;
    }
    ordered
}

/// Copies everything; `progress` is told how many rows of how many are written, each counted again when it is read back.
pub(crate) async fn copy(
    source: &mut dyn End,
    mut target: Box<dyn End>,
    progress: &(dyn Fn(u64, u64) + Sync),
) -> Result<Copied, NotCopied> {
    let tables = same_tables(source, &mut *target).await?;
    let mut total = 0;
    for table in &tables {
        if target.count(table).await.map_err(to)? > 0 {
            return Err(NotCopied::NotEmpty(table.name.clone()));
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
    target.go_on_after(&source.last_numbers().await.map_err(from)?).await.map_err(to)?;
    let mut rows = 0;
    for table in &tables {
        let mut after = None;
        loop {
            let given = source.read(table, after.clone(), CHUNK).await.map_err(from)?;
            let found = target.read(table, after, CHUNK).await.map_err(to)?;
            if given != found {
                return Err(NotCopied::Differs(table.name.clone()));
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

/// The tables of both databases, which are the same.
async fn same_tables(source: &mut dyn End, target: &mut dyn End) -> Result<Vec<Table>, NotCopied> {
    let (given, found) = (source.tables().await.map_err(from)?, target.tables().await.map_err(to)?);
    let other = given.iter().find(|table| !found.contains(table)).or(found.iter().find(|table| !given.contains(table)));
    match other {
        Some(table) => Err(NotCopied::OtherTables(table.name.clone())),
        None => Ok(given),
    }
}
