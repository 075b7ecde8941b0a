//! The states of rounds. Each change is one row, whatever the number of entrants.

use std::collections::BTreeSet;

use sqlx::AssertSqlSafe;

use super::super::rows::{Columns, execute};
use super::super::values::{of_json, round_state};
use super::super::{Connection, FOR_SHARE, list_of};
use super::enter::state_of;
use crate::model::calendar::Timestamp;
use crate::{ContestId, ContestRound, DueRound, EntrantState, PlayerId, RoundId, RoundState, TableCreated, TableId};

/// Returns the state of a round, which does not change until the transaction ends; none if there is no such round.
async fn locked_state(connection: &mut Connection, round: RoundId) -> sqlx::Result<Option<RoundState>> {
    let sql = format!("SELECT state FROM contest_rounds WHERE id = $1{FOR_SHARE}");
    let found: Option<i64> = sqlx::query_scalar(AssertSqlSafe(sql)).bind(round.0).fetch_optional(connection).await?;
    found.map(round_state).transpose()
}

/// Returns those of the rounds that are not open. No other one closes until the transaction ends.
pub(crate) async fn closed_among(
    connection: &mut Connection,
    rounds: BTreeSet<RoundId>,
) -> sqlx::Result<BTreeSet<RoundId>> {
    let mut closed = BTreeSet::new();
    for round in rounds {
        if locked_state(connection, round).await? != Some(RoundState::Open) {
            closed.insert(round);
        }
    }
    Ok(closed)
}

/// Returns why a player cannot begin a round; none if the player has entered, and the round is open until the transaction ends.
pub(crate) async fn require_open(
    connection: &mut Connection,
    round: ContestRound,
    player: PlayerId,
) -> sqlx::Result<Option<TableCreated>> {
    if state_of(connection, round.contest, player).await? != Some(EntrantState::Entered) {
        return Ok(Some(TableCreated::NotEntered));
    }
    Ok(match locked_state(connection, round.id).await? {
        Some(RoundState::Open) => None,
        Some(RoundState::Scheduled) | None => Some(TableCreated::RoundNotOpen),
        Some(RoundState::Closed | RoundState::Settled) => Some(TableCreated::WindowClosed),
    })
}

/// Returns the rounds that are to open or to close, or, with `NOT`, the others for which something is due.
pub(super) async fn due(
    connection: &mut Connection,
    not: &str,
    now: Timestamp,
    limit: u32,
) -> sqlx::Result<Vec<DueRound>> {
    let list = list_of("id, contest, number, state, opens_at, closes_at, announced");
    let sql = format!(
        "SELECT {list} FROM (
            SELECT id, contest, number, state, opens_at, closes_at, announced FROM contest_rounds
            WHERE due <= $1 AND {not} (state = 0 OR (state = 1 AND closes_at <= $1)) ORDER BY due, id LIMIT $2
        ) AS oldest"
    );
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(now.millis()).bind(i64::from(limit));
    let found: String = query.fetch_one(connection).await?;
    let round =
        |(id, contest, number, of, opens_at, closes_at, announced): (i64, i64, u8, i64, i64, i64, Option<i64>)| {
            Ok(DueRound {
                id: RoundId(id),
                contest: ContestId(contest),
                number,
                state: round_state(of)?,
                opens_at: Timestamp::from_millis(opens_at),
                closes_at: Timestamp::from_millis(closes_at),
                announced: announced.map(PlayerId),
            })
        };
    of_json(&found)?.into_iter().map(round).collect()
}

/// Opens rounds. Their entrants are to be notified.
pub(super) async fn open(connection: &mut Connection, rounds: &[RoundId]) -> sqlx::Result<()> {
    let sql = ["UPDATE contest_rounds SET state = 1, announced = 0 WHERE state = 0 AND id IN (", ")"];
    execute(connection, sql, rounds, bind_round).await
}

/// Closes rounds. Their open games are to be ended.
pub(super) async fn close(connection: &mut Connection, rounds: &[RoundId]) -> sqlx::Result<()> {
    let sql = ["UPDATE contest_rounds SET state = 2, announced = NULL WHERE state = 1 AND id IN (", ")"];
    execute(connection, sql, rounds, bind_round).await
}

fn bind_round(columns: &mut Columns<'_>, round: &RoundId) {
    columns.push_bind(round.0);
}

/// Settles a closed round whose games are over. Its entrants are to be notified.
pub(super) async fn settle(connection: &mut Connection, round: RoundId) -> sqlx::Result<()> {
    let sql = "UPDATE contest_rounds SET state = 3, announced = 0 WHERE id = $1 AND state = 2
        AND NOT EXISTS (SELECT 1 FROM game_tables WHERE game_tables.round = contest_rounds.id AND status < 2)";
    sqlx::query(sql).bind(round.0).execute(connection).await.map(|_| ())
}

/// Stores the last player who was notified of the state of a round; none if all were. Then the round is due when it closes, or never. Returns
/// false if another instance was first.
pub(super) async fn set_announced(
    connection: &mut Connection,
    round: &DueRound,
    last: Option<PlayerId>,
) -> sqlx::Result<bool> {
    let due = match (last, round.state) {
        (Some(_), _) => Some(round.opens_at),
        (None, RoundState::Open) => Some(round.closes_at),
        (None, _) => None,
    };
    let sql = "UPDATE contest_rounds SET announced = $4, due = $5 WHERE id = $1 AND state = $2 AND announced = $3";
    let query = sqlx::query(sql).bind(round.id.0).bind(round.state.number());
    let query = query.bind(round.announced.map(|player| player.0)).bind(last.map(|player| player.0));
    let query = query.bind(due.map(Timestamp::millis));
    Ok(query.execute(connection).await?.rows_affected() > 0)
}

/// Makes the round of a table void, if it has one.
pub(crate) async fn set_void(connection: &mut Connection, table: TableId) -> sqlx::Result<()> {
    let sql = "UPDATE contest_rounds SET void = 1
        WHERE id = (SELECT round FROM game_tables WHERE game_tables.id = $1) AND void = 0";
    sqlx::query(sql).bind(table.0).execute(connection).await.map(|_| ())
}

pub(super) async fn left_open(connection: &mut Connection, round: RoundId, limit: u32) -> sqlx::Result<Vec<TableId>> {
    let sql = "SELECT id FROM game_tables WHERE round = $1 AND status < 2 LIMIT $2";
    let found: Vec<i64> = sqlx::query_scalar(sql).bind(round.0).bind(i64::from(limit)).fetch_all(connection).await?;
    Ok(found.into_iter().map(TableId).collect())
}
