//! Reads of runs.

mod category;
mod of_game;
mod row;

use sqlx::{AssertSqlSafe, Connection as _};

pub(super) use self::category::{category_id, class, known_or_new_category};
pub(super) use self::of_game::of_player_in_game;
pub(super) use self::row::{LISTED_RUN, ListedRun, room_scores, scores};
use self::row::{TABLES, WHOLE, summary, summary_columns, whole};
use super::contests::ROUND_IS_OPEN_TO_ALL;
use super::values::of_json;
use super::{BEGIN_SETTLED, Connection, Row, list_of};
use crate::{AppId, Hidden, PlayerId, RunId, StoredRun, Summary, TimeRange, TimeRangePlace};

/// The bits of the reasons to hide a run. A run that is only on boards of an app has another bit.
const REASONS: u8 = !Hidden::IN_APP_ALONE;

pub(super) async fn get(connection: &mut Connection, id: RunId) -> sqlx::Result<Option<StoredRun>> {
    let sql = format!("SELECT {}, {WHOLE} FROM {TABLES} WHERE runs.id = $1", summary_columns());
    let row = sqlx::query(AssertSqlSafe(sql)).bind(id.0).fetch_optional(connection).await?;
    row.as_ref().map(whole).transpose()
}

/// Returns the greatest number of a run, once every run with a smaller number can be read.
pub(super) async fn last(connection: &mut Connection) -> sqlx::Result<RunId> {
    let mut transaction = connection.begin_with(BEGIN_SETTLED).await?;
    let sql = "SELECT coalesce(max(id), 0) FROM runs";
    let last = sqlx::query_scalar(sql).fetch_one(&mut *transaction).await?;
    // Writers wait until it ends, so it ends here, and not whenever the connection is back in the pool.
    transaction.commit().await?;
    Ok(RunId(last))
}

pub(super) async fn after(connection: &mut Connection, after: RunId, limit: u32) -> sqlx::Result<Vec<StoredRun>> {
    let summary = summary_columns();
    let sql = format!("SELECT {summary}, {WHOLE} FROM {TABLES} WHERE runs.id > $1 ORDER BY runs.id LIMIT $2");
    let query = sqlx::query(AssertSqlSafe(sql)).bind(after.0).bind(i64::from(limit));
    query.fetch_all(connection).await?.iter().map(whole).collect()
}

pub(super) async fn count_after(connection: &mut Connection, after: RunId) -> sqlx::Result<u64> {
    let sql = "SELECT count(*) FROM runs WHERE id > $1";
    let count: i64 = sqlx::query_scalar(sql).bind(after.0).fetch_one(connection).await?;
    Ok(count.unsigned_abs())
}

pub(super) async fn of_player(
    connection: &mut Connection,
    player: PlayerId,
    before: Option<RunId>,
    limit: u32,
) -> sqlx::Result<Vec<Summary>> {
    let sql = format!(
        "SELECT {} FROM {TABLES} WHERE runs.player = $1 AND runs.hidden = 0 AND runs.id < $2 AND {ROUND_IS_OPEN_TO_ALL}
        ORDER BY runs.id DESC LIMIT $3",
        summary_columns()
    );
    let before = before.map_or(i64::MAX, |run| run.0);
    let query = sqlx::query(AssertSqlSafe(sql)).bind(player.0).bind(before).bind(i64::from(limit));
    query.fetch_all(connection).await?.iter().map(summary).collect()
}

/// Returns the visible runs of a player that were submitted through an app.
pub(super) async fn of_player_in_app(
    connection: &mut Connection,
    player: PlayerId,
    app: AppId,
    before: Option<RunId>,
    limit: u32,
) -> sqlx::Result<Vec<Summary>> {
    let sql = format!(
        "SELECT {} FROM {TABLES} WHERE runs.app = $1 AND runs.player = $2 AND (runs.hidden & {REASONS}) = 0 AND runs.id < $3
            AND {ROUND_IS_OPEN_TO_ALL}
        ORDER BY runs.id DESC LIMIT $4",
        summary_columns()
    );
    let before = before.map_or(i64::MAX, |run| run.0);
    let query = sqlx::query(AssertSqlSafe(sql)).bind(app.0).bind(player.0).bind(before).bind(i64::from(limit));
    query.fetch_all(connection).await?.iter().map(summary).collect()
}

pub(super) async fn whole_of_player(
    connection: &mut Connection,
    player: PlayerId,
    after: RunId,
    limit: u32,
) -> sqlx::Result<Vec<StoredRun>> {
    let mut runs = Vec::new();
    // The index has the runs of each combination of reasons apart.
    for hidden in 0..Hidden::COMBINATIONS {
        let sql = format!(
            "SELECT {}, {WHOLE} FROM {TABLES} WHERE runs.player = $1 AND runs.hidden = $2 AND runs.id > $3
            ORDER BY runs.id LIMIT $4",
            summary_columns()
        );
        let query = sqlx::query(AssertSqlSafe(sql)).bind(player.0).bind(hidden).bind(after.0).bind(i64::from(limit));
        let found: Vec<Row> = query.fetch_all(&mut *connection).await?;
        runs.extend(found.iter().map(whole).collect::<sqlx::Result<Vec<_>>>()?);
    }
    runs.sort_unstable_by_key(|run| run.summary.id);
    runs.truncate(usize::try_from(limit).unwrap_or(usize::MAX));
    Ok(runs)
}

pub(super) async fn runs_in(
    connection: &mut Connection,
    range: &TimeRange,
    after: Option<TimeRangePlace>,
    limit: u32,
) -> sqlx::Result<Vec<Summary>> {
    let Some(category) = category_id(connection, &range.category).await? else { return Ok(Vec::new()) };
    // The next page has the runs before the last run of this one.
    let end = after.map_or((range.until.millis(), 0), |end| (end.received_at.millis(), end.run.0));
    let columns = list_of(LISTED_RUN);
    let visible = match range.app {
        None => "hidden = 0".to_owned(),
        Some(_) => format!("app = $6 AND (hidden & {REASONS}) = 0"),
    };
    let sql = format!(
        "SELECT {columns} FROM (
            SELECT id FROM runs WHERE category = $1 AND {visible} AND {ROUND_IS_OPEN_TO_ALL} AND received_at >= $2 AND (received_at, id) < ($3, $4)
            ORDER BY received_at DESC, id DESC LIMIT $5
        ) AS latest CROSS JOIN runs CROSS JOIN players WHERE runs.id = latest.id AND players.id = runs.player"
    );
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(category).bind(range.since.millis()).bind(end.0);
    let query = query.bind(end.1).bind(i64::from(limit));
    let query = range.app.iter().fold(query, |query, app| query.bind(app.0));
    let list: String = query.fetch_one(connection).await?;
    let summaries = of_json(&list)?.into_iter().map(|run: ListedRun| run.summary(&range.category));
    let mut summaries = summaries.collect::<sqlx::Result<Vec<_>>>()?;
    summaries.sort_unstable_by_key(|run| std::cmp::Reverse((run.received_at, run.id)));
    Ok(summaries)
}
