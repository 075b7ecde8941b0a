//! The list of tables, from the database.

use std::collections::BTreeMap;

use sqlx::AssertSqlSafe;
use sqlx::sqlite::SqliteConnection;

/// Table, column, type, and place in the primary key (from 1, or 0), in order of name.
pub(super) const COLUMNS: &str = "SELECT tables.name, columns.name, columns.type, columns.pk
    FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND tables.name NOT IN ('_sqlx_migrations', 'sqlite_sequence') AND tables.name NOT LIKE 'sqlite_stat%'
    ORDER BY tables.name, columns.name";
/// Pairs of a table and a table that it references.
pub(super) const REFERENCES: &str = "SELECT tables.name, keys.\"table\"
    FROM sqlite_schema AS tables, pragma_foreign_key_list(tables.name) AS keys WHERE tables.type = 'table'";

/// The tables that store the last generated number.
const AUTOINCREMENT: &str = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '% AUTOINCREMENT%'";

/// Returns the last generated numbers. Tables that do not store theirs continue after the greatest.
pub(super) async fn last_numbers(connection: &mut SqliteConnection) -> sqlx::Result<BTreeMap<String, i64>> {
    let numbered = "SELECT tables.name FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
        WHERE tables.type = 'table' AND columns.name = 'id' AND columns.pk = 1";
    let tables: Vec<String> = sqlx::query_scalar(numbered).fetch_all(&mut *connection).await?;
    let mut last = BTreeMap::new();
    for table in tables {
        let sql = format!("SELECT coalesce(max(id), 0) FROM {table}");
        last.insert(table, sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut *connection).await?);
    }
    let sql = "SELECT name, seq FROM sqlite_sequence";
    let stored: Vec<(String, i64)> = sqlx::query_as(sql).fetch_all(connection).await?;
    last.extend(stored);
    Ok(last)
}

/// Sets the last generated numbers, in tables that store theirs.
pub(super) async fn set_last_numbers(
    connection: &mut SqliteConnection,
    last: &BTreeMap<String, i64>,
) -> sqlx::Result<()> {
    let tables: Vec<String> = sqlx::query_scalar(AUTOINCREMENT).fetch_all(&mut *connection).await?;
    for table in tables {
        let Some(last) = last.get(&table) else { continue };
        sqlx::query("DELETE FROM sqlite_sequence WHERE name = $1").bind(&table).execute(&mut *connection).await?;
        let sql = "INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)";
        sqlx::query(sql).bind(&table).bind(last).execute(&mut *connection).await?;
    }
    Ok(())
}
