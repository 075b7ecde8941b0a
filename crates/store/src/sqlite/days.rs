//! The newest day that was reached.

use sqlx::sqlite::{SqliteConnection, SqlitePool};

use super::runs::damaged;
use crate::StoreError;
use crate::calendar::Day;

/// The newest day that was reached.
pub(super) async fn newest(readers: &SqlitePool) -> Result<Option<Day>, StoreError> {
    let sql = "SELECT CAST(value AS TEXT) FROM memory WHERE name = 'newest day'";
    let newest: Option<String> = sqlx::query_scalar(sql).fetch_optional(readers).await?;
    let day = newest.map(|text| text.parse().map_err(|()| damaged("the newest day is no date")));
    Ok(day.transpose()?)
}

/// Notes that a day was reached. Dates as text are in the order of time.
pub(super) async fn reach(connection: &mut SqliteConnection, day: Day) -> sqlx::Result<()> {
    let sql = "INSERT INTO memory (name, value) VALUES ('newest day', ?)
        ON CONFLICT DO UPDATE SET value = max(value, excluded.value)";
    sqlx::query(sql).bind(day.to_string().into_bytes()).execute(connection).await?;
    Ok(())
}
