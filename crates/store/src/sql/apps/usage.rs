//! What apps used of their limits.

use sqlx::Row as _;

use super::super::rows::execute_once;
use super::super::values::{damaged, time_at};
use super::super::{Connection, Row};
use crate::model::calendar::Day;
use crate::{AppId, USAGE_DAYS, UsageCount, UsageKind};

const ADD: [&str; 2] = [
    "INSERT INTO app_usage (app, day, kind, used, refused) ",
    " ON CONFLICT (app, day, kind) DO UPDATE
        SET used = app_usage.used + excluded.used, refused = app_usage.refused + excluded.refused",
];

pub(super) async fn add(
    connection: &mut Connection,
    day: Day,
    counts: &[(AppId, UsageKind, UsageCount)],
) -> sqlx::Result<()> {
    let oldest = day.plus(-USAGE_DAYS).start().millis();
    sqlx::query("DELETE FROM app_usage WHERE day < $1").bind(oldest).execute(&mut *connection).await?;
    execute_once(connection, ADD, counts, |columns, (app, kind, count)| {
        columns.push_bind(app.0).push_bind(day.start().millis()).push_bind(kind.name());
        columns.push_bind(count.used).push_bind(count.refused);
    })
    .await
}

pub(super) async fn since(
    connection: &mut Connection,
    app: AppId,
    day: Day,
) -> sqlx::Result<Vec<(Day, UsageKind, UsageCount)>> {
    let sql =
        "SELECT day, kind, used, refused FROM app_usage WHERE app = $1 AND day >= $2 ORDER BY day DESC, kind DESC";
    let rows = sqlx::query(sql).bind(app.0).bind(day.start().millis()).fetch_all(connection).await?;
    let count = |row: &Row| {
        let kind = UsageKind::of_name(row.try_get(1)?).ok_or_else(|| damaged("a usage has an unknown kind"))?;
        Ok((time_at(row, 0)?.day(), kind, UsageCount { used: row.try_get(2)?, refused: row.try_get(3)? }))
    };
    rows.iter().map(count).collect()
}
