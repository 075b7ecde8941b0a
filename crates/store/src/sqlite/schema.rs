//! What the database says of its own tables.

use std::collections::BTreeMap;

use sqlx::AssertSqlSafe;
use sqlx::sqlite::SqliteConnection;

/// Table, column, type, and the place in the primary key from 1, or 0, in the order of names.
pub(super) const COLUMNS: &str = "SELECT tables.name, columns.name, columns.type, columns.pk
    FROM sqlite_schema AS tables, pragma_table_info(tables.name) AS columns
    WHERE tables.type = 'table' AND tables.name NOT IN ('_sqlx_migrations', 'sqlite_sequence') AND tables.name NOT LIKE 'sqlite_stat%'
    ORDER BY tables.name, columns.name";
/// Which table refers to which.
pub(super) const REFERENCES: &str = "SELECT tables.name, keys.\"table\"
    FROM sqlite_schema AS tables, pragma_foreign_key_list(tables.name) AS keys WHERE tables.type = 'table'";

/// The tables that remember which number they gave last.
const REMEMBERING: &str = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql LIKE '% AUTOINCREMENT%'";

/// The numbers that were given last. Tables that do not remember theirs go on after the greatest.
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
    let remembered: Vec<(String, i64)> = sqlx::query_as(sql).fetch_all(connection).await?;
    last.extend(remembered);
    Ok(last)
}

/// Has numbers given after these, where a table remembers its own.
pub(super) async fn go_on_after(connection: &mut SqliteConnection, last: &BTreeMap<String, i64>) -> sqlx::Result<()> {
    let tables: Vec<String> = sqlx::query_scalar(REMEMBERING).fetch_all(&mut *connection).await?;
    for table in tables {
        let Some(last) = last.get(&table) else { continue };
        sqlx::query("DELETE FROM sqlite_sequence WHERE name = $1").bind(&table).execute(&mut *connection).await?;
        let sql = "INSERT INTO sqlite_sequence (name, seq) VALUES ($1, $2)";
        sqlx::query(sql).bind(&table).bind(last).execute(&mut *connection).await?;
    }
    Ok(())
}
