//! Cancellation of contests.

use sqlx::AssertSqlSafe;

use super::super::{Connection, FOR_UPDATE};
use crate::{ContestCanceled, ContestId};

/// Deletes a contest in which no player has begun a round. Its row and its rounds are locked, so that until the transaction ends, no player enters it or
/// begins a round.
pub(super) async fn cancel(connection: &mut Connection, id: ContestId) -> sqlx::Result<ContestCanceled> {
    for sql in ["SELECT id FROM contests WHERE id = $1", "SELECT id FROM contest_rounds WHERE contest = $1"] {
        let sql = format!("{sql}{FOR_UPDATE}");
        let locked: Vec<i64> = sqlx::query_scalar(AssertSqlSafe(sql)).bind(id.0).fetch_all(&mut *connection).await?;
        if locked.is_empty() {
            return Ok(ContestCanceled::Unknown);
        }
    }
    let sql = "SELECT EXISTS (SELECT 1 FROM contest_rounds CROSS JOIN game_tables
        WHERE contest_rounds.contest = $1 AND game_tables.round = contest_rounds.id)";
    if sqlx::query_scalar(sql).bind(id.0).fetch_one(&mut *connection).await? {
        return Ok(ContestCanceled::Begun);
    }
    for sql in [
        "DELETE FROM contest_entrants WHERE contest = $1",
        "DELETE FROM contest_rounds WHERE contest = $1",
        "DELETE FROM contests WHERE id = $1",
    ] {
        sqlx::query(sql).bind(id.0).execute(&mut *connection).await?;
    }
    Ok(ContestCanceled::Deleted)
}
