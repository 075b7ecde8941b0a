//! Other names of contests, which moderators choose.

use sqlx::{AssertSqlSafe, Row as _};

use super::super::{Connection, FOR_UPDATE};
use crate::{ContestId, PlayerId};

/// Gives a contest another name. Returns its organizer and the name before; none if there is no such contest.
pub(crate) async fn rename(
    connection: &mut Connection,
    id: ContestId,
    name: &str,
) -> sqlx::Result<Option<(PlayerId, String)>> {
    let sql = format!("SELECT organizer, name FROM contests WHERE id = $1{FOR_UPDATE}");
    let Some(row) = sqlx::query(AssertSqlSafe(sql)).bind(id.0).fetch_optional(&mut *connection).await? else {
        return Ok(None);
    };
    let sql = "UPDATE contests SET name = $1 WHERE id = $2";
    sqlx::query(sql).bind(name).bind(id.0).execute(connection).await?;
    Ok(Some((PlayerId(row.try_get(0)?), row.try_get(1)?)))
}
