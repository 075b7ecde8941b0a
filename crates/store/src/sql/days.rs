//! The newest day that was reached.

use super::runs::damaged;
use super::{Connection, Pool};
use crate::StoreError;
use crate::calendar::Day;

/// The newest day that was reached.
pub(super) async fn newest(readers: &Pool) -> Result<Option<Day>, StoreError> {
    let sql = "SELECT value FROM memory WHERE name = 'newest day'";
    let newest: Option<Vec<u8>> = sqlx::query_scalar(sql).fetch_optional(readers).await?;
    let day = |bytes| String::from_utf8(bytes).ok()?.parse().ok();
    Ok(newest.map(|bytes| day(bytes).ok_or_else(|| damaged("the newest day is no date"))).transpose()?)
}

/// Notes that a day was reached. Dates as text are in the order of time.
pub(super) async fn reach(connection: &mut Connection, day: Day) -> sqlx::Result<()> {
    let sql = "INSERT INTO memory (name, value) VALUES ('newest day', $1)
        ON CONFLICT (name) DO UPDATE SET value = excluded.value WHERE excluded.value > memory.value";
    sqlx::query(sql).bind(day.to_string().into_bytes()).execute(connection).await?;
    Ok(())
}
