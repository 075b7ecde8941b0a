//! The list of tables, from the database.

use std::collections::BTreeMap;

use sqlx::AssertSqlSafe;
use sqlx::postgres::PgConnection;

/// Table, column, type, and place in the primary key (from 1, or 0), in order of name.
pub(super) const COLUMNS: &str = "SELECT CAST(tables.relname AS TEXT), CAST(columns.attname AS TEXT),
        format_type(columns.atttypid, columns.atttypmod), CAST(coalesce(array_position(keys.conkey, columns.attnum), 0) AS BIGINT)
    FROM pg_class AS tables JOIN pg_attribute AS columns ON columns.attrelid = tables.oid
        LEFT JOIN pg_constraint AS keys ON keys.conrelid = tables.oid AND keys.contype = 'p'
    WHERE tables.relnamespace = to_regnamespace(current_schema()) AND tables.relkind = 'r' AND tables.relname <> '_sqlx_migrations'
        AND columns.attnum > 0 AND NOT columns.attisdropped
    ORDER BY tables.relname COLLATE \"C\", columns.attname COLLATE \"C\"";
/// Pairs of a table and a table that it references.
pub(super) const REFERENCES: &str = "SELECT CAST(tables.relname AS TEXT), CAST(targets.relname AS TEXT)
    FROM pg_constraint AS keys JOIN pg_class AS tables ON tables.oid = keys.conrelid
        JOIN pg_class AS targets ON targets.oid = keys.confrelid
    WHERE keys.contype = 'f' AND tables.relnamespace = to_regnamespace(current_schema())";

/// The sequences that generate numbers of rows.
const SEQUENCES: &str =
    "SELECT CAST(tables.relname AS TEXT), pg_get_serial_sequence(quote_ident(tables.relname), columns.attname)
    FROM pg_class AS tables JOIN pg_attribute AS columns ON columns.attrelid = tables.oid
    WHERE tables.relnamespace = to_regnamespace(current_schema()) AND columns.attidentity <> ''";

async fn sequences(connection: &mut PgConnection) -> sqlx::Result<Vec<(String, String)>> {
    sqlx::query_as(SEQUENCES).fetch_all(connection).await
}

/// Returns the last generated numbers.
pub(super) async fn last_numbers(connection: &mut PgConnection) -> sqlx::Result<BTreeMap<String, i64>> {
    let mut last = BTreeMap::new();
    for (table, sequence) in sequences(connection).await? {
        let sql = format!("SELECT CASE WHEN is_called THEN last_value ELSE 0 END FROM {sequence}");
        last.insert(table, sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut *connection).await?);
    }
    Ok(last)
}

/// Sets the last generated numbers.
pub(super) async fn set_last_numbers(connection: &mut PgConnection, last: &BTreeMap<String, i64>) -> sqlx::Result<()> {
    for (table, sequence) in sequences(connection).await? {
        if let Some(last) = last.get(&table).filter(|last| **last > 0) {
            sqlx::query("SELECT setval(CAST($1 AS regclass), $2)")
                .bind(&sequence)
                .bind(last)
                .execute(&mut *connection)
                .await?;
        }
    }
    Ok(())
}
