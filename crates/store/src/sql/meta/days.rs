//! The newest day that was reached: the one row that closes all days before it.

use sqlx::AssertSqlSafe;

use super::super::values::damaged;
use super::super::{Connection, FOR_SHARE};
use crate::model::calendar::{ClosedDays, Day};

/// The newest day that was reached.
pub(crate) async fn newest(connection: &mut Connection) -> sqlx::Result<Option<Day>> {
    let sql = "SELECT value FROM meta WHERE name = 'newest day'";
    day_of(sqlx::query_scalar(sql).fetch_optional(connection).await?)
}

/// The closed days, in a transaction that writes. No other day is closed before the transaction has ended: the row is locked against
/// [`reach`], which changes it. Before a table of a day is created, a day was reached, so that the row is there.
pub(crate) async fn closed(connection: &mut Connection) -> sqlx::Result<ClosedDays> {
    let sql = format!("SELECT value FROM meta WHERE name = 'newest day'{FOR_SHARE}");
    let newest = day_of(sqlx::query_scalar(AssertSqlSafe(sql)).fetch_optional(connection).await?)?;
    Ok(newest.map_or(ClosedDays::NONE, ClosedDays::before))
}

fn day_of(stored: Option<Vec<u8>>) -> sqlx::Result<Option<Day>> {
    let day = |bytes| String::from_utf8(bytes).ok()?.parse().ok();
    stored.map(|bytes| day(bytes).ok_or_else(|| damaged("the newest day is no date"))).transpose()
}

/// Notes that a day was reached, which closes those before it. Dates as text are in the order of time.
pub(crate) async fn reach(connection: &mut Connection, day: Day) -> sqlx::Result<()> {
    let sql = "INSERT INTO meta (name, value) VALUES ('newest day', $1)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE excluded.value > meta.value";
    sqlx::query(sql).bind(day.to_string().into_bytes()).execute(connection).await?;
    Ok(())
}
