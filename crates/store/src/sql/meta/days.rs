//! The newest day that was reached, in one row: all days before it are closed. Also whether deadlines wait, and since when they run again.

use sqlx::{AssertSqlSafe, Row as _};

use super::super::values::damaged;
use super::super::{Connection, FOR_SHARE};
use crate::model::calendar::{ClosedDays, Day, TimeRecord, Timestamp};

const NEWEST: &str = "newest day";
const HOLD: &str = "deadlines wait";
const RESUMED: &str = "deadlines resumed";

/// Returns the newest day that was reached.
pub(crate) async fn newest(connection: &mut Connection) -> sqlx::Result<Option<Day>> {
    day_of(super::value(connection, NEWEST).await?)
}

/// Returns all that is recorded of time.
pub(crate) async fn record(connection: &mut Connection) -> sqlx::Result<TimeRecord> {
    let sql = "SELECT name, value FROM meta WHERE name IN ($1, $2, $3)";
    let rows = sqlx::query(sql).bind(NEWEST).bind(HOLD).bind(RESUMED).fetch_all(connection).await?;
    let mut record = TimeRecord::default();
    for row in rows {
        let (name, value): (&str, Vec<u8>) = (row.try_get(0)?, row.try_get(1)?);
        match name {
            NEWEST => record.newest = day_of(Some(value))?,
            HOLD => record.hold = Some(text_of(value, "the wait of deadlines is no text")?),
            _ => record.resumed_at = Some(time_of(value)?),
        }
    }
    Ok(record)
}

/// Returns the closed days in a transaction that writes. No other day closes until the transaction ends, since the row is locked against
/// [`reach`]. The row exists, since a day is reached before a table of a day is created.
pub(crate) async fn closed(connection: &mut Connection) -> sqlx::Result<ClosedDays> {
    let sql = format!("SELECT value FROM meta WHERE name = $1{FOR_SHARE}");
    let newest = day_of(sqlx::query_scalar(AssertSqlSafe(sql)).bind(NEWEST).fetch_optional(connection).await?)?;
    Ok(newest.map_or(ClosedDays::NONE, ClosedDays::before))
}

fn text_of(stored: Vec<u8>, fault: &'static str) -> sqlx::Result<String> {
    String::from_utf8(stored).map_err(|_| damaged(fault))
}

fn day_of(stored: Option<Vec<u8>>) -> sqlx::Result<Option<Day>> {
    let fault = "the newest day is no date";
    let day = |bytes| text_of(bytes, fault)?.parse().map_err(|()| damaged(fault));
    stored.map(day).transpose()
}

fn time_of(stored: Vec<u8>) -> sqlx::Result<Timestamp> {
    let fault = "the time at which deadlines began again is no number";
    text_of(stored, fault)?.parse().map(Timestamp::from_millis).map_err(|_| damaged(fault))
}

/// Stores that a day was reached, which closes the days before it. Dates as text sort by time.
pub(crate) async fn reach(connection: &mut Connection, day: Day) -> sqlx::Result<()> {
    if newest(connection).await?.is_some_and(|newest| day > newest.plus(1)) {
        hold(connection, &day.to_string()).await?;
    }
    let sql = "INSERT INTO meta (name, value) VALUES ($1, $2)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE excluded.value > meta.value";
    sqlx::query(sql).bind(NEWEST).bind(day.to_string().into_bytes()).execute(connection).await?;
    Ok(())
}

/// Stores that all deadlines wait.
pub(crate) async fn hold(connection: &mut Connection, hold: &str) -> sqlx::Result<()> {
    super::set(connection, HOLD, hold).await
}

/// Stores that all deadlines begin again, and makes all open tables due, which begins them again. A higher version notifies other instances.
pub(crate) async fn resume(connection: &mut Connection, hold: &str, at: Timestamp) -> sqlx::Result<()> {
    let sql = "DELETE FROM meta WHERE name = $1 AND value = $2";
    let ended = sqlx::query(sql).bind(HOLD).bind(hold.as_bytes()).execute(&mut *connection).await?;
    if ended.rows_affected() == 0 {
        return Ok(());
    }
    super::set(connection, RESUMED, &at.millis().to_string()).await?;
    let sql = "UPDATE game_tables SET due = $1, version = version + 1 WHERE due > 0 AND status < 2";
    sqlx::query(sql).bind(at.millis()).execute(connection).await?;
    Ok(())
}
