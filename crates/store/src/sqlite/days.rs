//! The newest day that was reached, and the days on which runs were received: the table from which triggers read the periods of a run.
//!
//! Periods are worked out by [`calendar`](crate::calendar) alone. This table carries its results into the database.

use std::collections::BTreeSet;

use serde_json::json;
use sqlx::sqlite::{SqliteConnection, SqlitePool};

use super::runs::damaged;
use crate::StoreError;
use crate::calendar::{Day, Period};

/// Adds days that are not there yet.
pub(super) async fn add(connection: &mut SqliteConnection, days: &BTreeSet<Day>) -> sqlx::Result<()> {
    let row = |day: &Day| {
        let periods = [Period::Day(*day), day.week(), day.month()].map(Period::number);
        json!([day.start().millis(), day.end().millis(), periods[0], periods[1], periods[2]])
    };
    let rows: Vec<_> = days.iter().map(row).collect();
    let sql = "INSERT INTO days (starts_at, ends_at, day, week, month)
        SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4 FROM json_each(?) WHERE true
        ON CONFLICT DO NOTHING";
    sqlx::query(sql).bind(json!(rows).to_string()).execute(connection).await?;
    Ok(())
}

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
