//! The newest day that was reached, in one row. All days before it are closed.

use sqlx::AssertSqlSafe;

use super::super::values::damaged;
use super::super::{Connection, FOR_SHARE};
use crate::model::calendar::{ClosedDays, Day};

/// Returns the newest day that was reached.
pub(crate) async fn newest(connection: &mut Connection) -> sqlx::Result<Option<Day>> {
    let sql = "SELECT value FROM meta WHERE name = 'newest day'";
    day_of(sqlx::query_scalar(sql).fetch_optional(connection).await?)
}

/// Returns the closed days in a transaction that writes. No other day closes until the transaction ends, since the row is locked against
/// [`reach`]. The row exists, since a day is reached before a table of a day is created.
pub(crate) async fn closed(connection: &mut Connection) -> sqlx::Result<ClosedDays> {
    let sql = format!("SELECT value FROM meta WHERE name = 'newest day'{FOR_SHARE}");
    let newest = day_of(sqlx::query_scalar(AssertSqlSafe(sql)).fetch_optional(connection).await?)?;
    Ok(newest.map_or(ClosedDays::NONE, ClosedDays::before))
}

fn day_of(stored: Option<Vec<u8>>) -> sqlx::Result<Option<Day>> {
    let day = |bytes| String::from_utf8(bytes).ok()?.parse().ok();
    stored.map(|bytes| day(bytes).ok_or_else(|| damaged("the newest day is no date"))).transpose()
}

/// Stores that a day was reached, which closes the days before it. Dates as text sort by time.
pub(crate) async fn reach(connection: &mut Connection, day: Day) -> sqlx::Result<()> {
    let sql = "INSERT INTO meta (name, value) VALUES ('newest day', $1)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE excluded.value > meta.value";
    sqlx::query(sql).bind(day.to_string().into_bytes()).execute(connection).await?;
    Ok(())
}
