//! One side of a copy of a database.

use std::collections::BTreeMap;

use async_trait::async_trait;
use sqlx::{AssertSqlSafe, Executor as _, Row as _};

use super::rows::execute_once;
use super::values::damaged;
use super::{ANALYZE, BEGIN_ALONE, Connection, Row, schema};
use crate::backend::copying::{Cell, ColumnType, CopySide, SqlTable};

/// A connection in a transaction.
pub(crate) struct SqlCopySide(Connection);

impl SqlCopySide {
    /// Begins the transaction, once no one else writes.
    pub(crate) async fn begin(mut connection: Connection) -> sqlx::Result<Self> {
        connection.execute(BEGIN_ALONE).await?;
        Ok(Self(connection))
    }
}

fn cell(row: &Row, column: usize, holds: ColumnType) -> sqlx::Result<Cell> {
    Ok(match holds {
        ColumnType::Number => Cell::Number(row.try_get(column)?),
        ColumnType::Text => Cell::Text(row.try_get(column)?),
        ColumnType::Bytes => Cell::Bytes(row.try_get(column)?),
    })
}

#[async_trait]
impl CopySide for SqlCopySide {
    async fn tables(&mut self) -> sqlx::Result<Vec<SqlTable>> {
        let columns: Vec<(String, String, String, i64)> =
            sqlx::query_as(schema::COLUMNS).fetch_all(&mut self.0).await?;
        let mut tables: BTreeMap<String, (Vec<(String, ColumnType)>, BTreeMap<i64, String>)> = BTreeMap::new();
        for (table, column, of_type, place_in_key) in columns {
            let holds = match of_type.to_ascii_lowercase().as_str() {
                "integer" | "bigint" => ColumnType::Number,
                "text" => ColumnType::Text,
                "blob" | "bytea" => ColumnType::Bytes,
                _ => return Err(damaged("a column is of a type that none has")),
            };
            let (columns, key) = tables.entry(table).or_default();
            if place_in_key > 0 {
                key.insert(place_in_key, column.clone());
            }
            columns.push((column, holds));
        }
        let table = |(name, (columns, key)): (String, (_, BTreeMap<i64, String>))| SqlTable {
            name,
            columns,
            key: key.into_values().collect(),
        };
        Ok(tables.into_iter().map(table).collect())
    }

    async fn references(&mut self) -> sqlx::Result<Vec<(String, String)>> {
        sqlx::query_as(schema::REFERENCES).fetch_all(&mut self.0).await
    }

    async fn count(&mut self, table: &SqlTable) -> sqlx::Result<u64> {
        let sql = format!("SELECT count(*) FROM {}", table.name);
        let count: i64 = sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut self.0).await?;
        Ok(count.unsigned_abs())
    }

    async fn read(&mut self, table: &SqlTable, after: Option<Vec<Cell>>, limit: u32) -> sqlx::Result<Vec<Vec<Cell>>> {
        let key = table.key.join(", ");
        let after = after.unwrap_or_default();
        let places: Vec<String> = (1..=after.len()).map(|n| format!("${n}")).collect();
        let later = if after.is_empty() { String::new() } else { format!("WHERE ({key}) > ({})", places.join(", ")) };
        let sql = format!("SELECT {} FROM {} {later} ORDER BY {key} LIMIT {limit}", table.list(), table.name);
        let query = after.into_iter().fold(sqlx::query(AssertSqlSafe(sql)), |query, cell| match cell {
            Cell::Number(value) => query.bind(value),
            Cell::Text(value) => query.bind(value),
            Cell::Bytes(value) => query.bind(value),
        });
        let rows = query.fetch_all(&mut self.0).await?;
        let row = |row: &Row| {
            let cells = table.columns.iter().enumerate();
            cells.map(|(at, (_, holds))| cell(row, at, *holds)).collect::<sqlx::Result<Vec<Cell>>>()
        };
        rows.iter().map(row).collect()
    }

    async fn write(&mut self, table: &SqlTable, rows: &[Vec<Cell>]) -> sqlx::Result<()> {
        let insert = format!("INSERT INTO {} ({}) ", table.name, table.list());
        execute_once(&mut self.0, [&insert, ""], rows, |columns, row| {
            for cell in row {
                match cell {
                    Cell::Number(value) => columns.push_bind(*value),
                    Cell::Text(value) => columns.push_bind(value.as_deref()),
                    Cell::Bytes(value) => columns.push_bind(value.as_deref()),
                };
            }
        })
        .await
    }

    async fn last_numbers(&mut self) -> sqlx::Result<BTreeMap<String, i64>> {
        schema::last_numbers(&mut self.0).await
    }

    async fn set_last_numbers(&mut self, last: &BTreeMap<String, i64>) -> sqlx::Result<()> {
        schema::set_last_numbers(&mut self.0, last).await
    }

    async fn commit(mut self: Box<Self>) -> sqlx::Result<()> {
        if let Some(analyze) = ANALYZE {
            self.0.execute(analyze).await?;
        }
        self.0.execute("COMMIT").await?;
        sqlx::Connection::close(self.0).await
    }
}
