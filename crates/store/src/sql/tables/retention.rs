//! Which moves of tables are kept, and what remains of removed ones.

use sqlx::Row as _;

use super::super::rows::execute;
use super::super::values::{damaged, of_json};
use super::super::{Connection, Row};
use crate::{FinalResult, Retention, TableId};

/// The columns that [`moves_removed`] reads.
pub(super) const COLUMNS: &str =
    "game_tables.moves_state, game_tables.final_digest, game_tables.final_points, game_tables.final_places";

// `moves_state` as in databases: no number may change.
const RETAINED: i64 = 0;
const REMOVED: i64 = 1;
const UNREADABLE: i64 = 2;

/// Returns what remains of a game without readable moves; none if its moves can be read.
pub(super) fn moves_removed(row: &Row) -> sqlx::Result<Option<FinalResult>> {
    match row.try_get("moves_state")? {
        None | Some(RETAINED) => Ok(None),
        Some(REMOVED | UNREADABLE) => Ok(Some(final_result(row)?)),
        Some(_) => Err(damaged("the state of a table's moves is unknown")),
    }
}

fn final_result(row: &Row) -> sqlx::Result<FinalResult> {
    let digest: Option<Vec<u8>> = row.try_get("final_digest")?;
    let digest = digest.map(|digest| digest.try_into().map_err(|_| damaged("a digest is not 32 bytes long")));
    let points: Option<&str> = row.try_get("final_points")?;
    let places: Option<&str> = row.try_get("final_places")?;
    Ok(FinalResult {
        digest: digest.transpose()?,
        points: points.map(of_json).transpose()?,
        places: places.map(of_json).transpose()?,
    })
}

/// Decides about tables that are over and not decided. A higher version notifies other instances. Instances that decide about the same tables lock them in the same order.
pub(super) async fn decide(connection: &mut Connection, decisions: &[(TableId, Retention)]) -> sqlx::Result<()> {
    let mut decisions: Vec<&(TableId, Retention)> = decisions.iter().collect();
    decisions.sort_unstable_by_key(|(id, _)| *id);
    let of_state = |state| decisions.iter().filter(move |(_, to)| number(to) == state).map(|(id, _)| *id);
    for (state, raised, condition) in [(RETAINED, 0, UNDECIDED), (UNREADABLE, 1, UNDECIDED_OR_RETAINED)] {
        let tables: Vec<TableId> = of_state(state).collect();
        let sql = [
            &format!(
                "UPDATE game_tables SET moves_state = {state}, version = version + {raised} WHERE {condition} AND id IN ("
            ),
            ")",
        ];
        execute(connection, sql, &tables, |columns, id| {
            columns.push_bind(id.0);
        })
        .await?;
    }
    let mut removed = Vec::new();
    for (id, to) in decisions {
        if let Retention::Remove(result) = to
            && remain(connection, *id, result).await?
        {
            removed.push(*id);
        }
    }
    execute(connection, ["DELETE FROM table_moves WHERE table_id IN (", ")"], &removed, |columns, id| {
        columns.push_bind(id.0);
    })
    .await
}

/// The condition for tables that are over and not decided.
const UNDECIDED: &str = "ended_at IS NOT NULL AND moves_state IS NULL";
const UNDECIDED_OR_RETAINED: &str = "ended_at IS NOT NULL AND coalesce(moves_state, 0) = 0";

fn number(retention: &Retention) -> i64 {
    match retention {
        Retention::Keep => RETAINED,
        Retention::Remove(_) => REMOVED,
        Retention::Unreadable => UNREADABLE,
    }
}

/// Stores what remains of a table. Returns whether its moves are to be removed.
async fn remain(connection: &mut Connection, id: TableId, result: &FinalResult) -> sqlx::Result<bool> {
    let sql = format!(
        "UPDATE game_tables SET moves_state = {REMOVED}, version = version + 1, final_digest = $2, final_points = $3, final_places = $4
        WHERE {UNDECIDED} AND id = $1"
    );
    let query = sqlx::query(sqlx::AssertSqlSafe(sql)).bind(id.0).bind(result.digest.as_ref().map(<[u8; 32]>::as_slice));
    let query = query.bind(result.points.as_deref().map(list)).bind(result.places.as_deref().map(list));
    Ok(query.execute(connection).await?.rows_affected() > 0)
}

/// A list of numbers as JSON.
fn list(numbers: &[impl ToString]) -> String {
    format!("[{}]", numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
}
