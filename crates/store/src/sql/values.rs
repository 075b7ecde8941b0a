//! Values of rows, and the error for rows that this program cannot have written.

use serde::de::DeserializeOwned;
use sqlx::Row as _;

use super::rows::{Columns, fetch};
use super::{Connection, Row, list_of};
use crate::model::calendar::Timestamp;
use crate::{BoardPlace, RankKey, RoundState, RunId, ScopeScore, TableStatus};

/// The error of a row that this program cannot have written.
pub(super) fn damaged(what: &'static str) -> sqlx::Error {
    sqlx::Error::Decode(what.into())
}

pub(super) fn number(number: i64) -> sqlx::Result<u32> {
    u32::try_from(number).map_err(|_| damaged("a number is out of range"))
}

pub(super) fn number_at(row: &Row, column: usize) -> sqlx::Result<u32> {
    number(row.try_get(column)?)
}

pub(super) fn time_at(row: &Row, column: usize) -> sqlx::Result<Timestamp> {
    Ok(Timestamp::from_millis(row.try_get(column)?))
}

/// Returns the status of a table with a number.
pub(super) fn table_status(number: i64) -> sqlx::Result<TableStatus> {
    TableStatus::of_number(number).ok_or_else(|| damaged("the status of a table is unknown"))
}

/// Returns the state of a round with a number.
pub(super) fn round_state(number: i64) -> sqlx::Result<RoundState> {
    RoundState::of_number(number).ok_or_else(|| damaged("the state of a round is unknown"))
}

/// Returns the place from its three columns: score key, number of moves, and run.
pub(super) fn place((key, moves, run): (i64, i64, i64)) -> sqlx::Result<BoardPlace> {
    Ok(BoardPlace { score: ScopeScore { key: RankKey::of_number(key), moves: number(moves)? }, run: RunId(run) })
}

/// Parses a list from [one row of JSON](super::list_of).
pub(super) fn of_json<T: DeserializeOwned>(list: &str) -> sqlx::Result<Vec<T>> {
    serde_json::from_str(list).map_err(|_| damaged("a list is unreadable"))
}

/// Returns what statements find for these rows, with `columns` and the rest of the statement, `from`. Rows may come more than once.
pub(super) async fn fetch_list<T, R: DeserializeOwned>(
    connection: &mut Connection,
    columns: &str,
    from: &str,
    rows: &[T],
    bind: impl Fn(&mut Columns<'_>, &T),
) -> sqlx::Result<Vec<R>> {
    let select = format!("SELECT {} FROM (", list_of(columns));
    let mut found = Vec::new();
    for row in &fetch(connection, [&select, from], rows, bind).await? {
        found.append(&mut of_json(row.try_get(0)?)?);
    }
    Ok(found)
}

/// Returns the element that a row refers to by its number.
pub(super) fn nth<T>(asked: &[T], at: i64) -> sqlx::Result<&T> {
    usize::try_from(at).ok().and_then(|at| asked.get(at)).ok_or_else(|| damaged("a row that was not asked for"))
}
