//! The newest day that was reached.

use super::Connection;
use super::runs::damaged;
use crate::calendar::Day;

/// The newest day that was reached.
pub(super) async fn newest(connection: &mut Connection) -> sqlx::Result<Option<Day>> {
    let sql = "SELECT value FROM memory WHERE name = 'newest day'";
    let newest: Option<Vec<u8>> = sqlx::query_scalar(sql).fetch_optional(connection).await?;
    let day = |bytes| String::from_utf8(bytes).ok()?.parse().ok();
    newest.map(|bytes| day(bytes).ok_or_else(|| damaged("the newest day is no date"))).transpose()
}

/// Notes that a day was reached. Dates as text are in the order of time.
pub(super) async fn reach(connection: &mut Connection, day: Day) -> sqlx::Result<()> {
    let sql = "INSERT INTO memory (name, value) VALUES ('newest day', $1)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE excluded.value > memory.value";
    sqlx::query(sql).bind(day.to_string().into_bytes()).execute(connection).await?;
    Ok(())
}
