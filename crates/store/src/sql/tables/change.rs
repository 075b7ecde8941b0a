//! Changes of single tables.

use std::collections::BTreeSet;

use sqlx::Row as _;

use super::super::boards::averages;
use super::super::opponents::{blocks, invitations};
use super::super::players::{self, leaves, records};
use super::super::rows::{Columns, execute_once};
use super::super::submissions::{OfBanned, insert as insert_runs};
use super::super::values::time_at;
use super::super::{Connection, lock_players, ratings};
use super::row::{clocks, is_open, occupants, occupants_of, player_list, players_at, players_of};
use super::seats::{seat, sitting, unseat};
use crate::model::calendar::Timestamp;
use crate::{
    Changed, Counting, NewRun, Outcome, PlayerId, PlayerResult, RunOfTable, StoredMove, Submitted, Summary,
    TableChange, TableId, TableStatus,
};

/// Binds a change: the table, the expected version, the state, the number of moves, the player who requested it, the next version, the history,
/// the number of set-backs and the requests for seats.
pub(super) fn bind_change(columns: &mut Columns<'_>, id: TableId, version: i64, change: &TableChange) {
    let TableChange { state, moves, by, .. } = change;
    columns.push_bind(id.0).push_bind(version).push_bind(state.status.number());
    columns.push_bind(occupants(state)).push_bind(clocks(state)).push_bind(state.due.map(Timestamp::millis));
    columns.push_bind(state.started_at.map(Timestamp::millis)).push_bind(state.ended_at.map(Timestamp::millis));
    columns.push_bind(moves.len() as i64).push_bind(by.map(|player| player.0)).push_bind(change.next_version(version));
    columns.push_bind(change.history.bytes()).push_bind(i64::from(state.set_backs));
    columns.push_bind(player_list(&state.requests.pending)).push_bind(player_list(&state.requests.refused));
}

/// Binds a move of a table, under its number.
pub(super) fn bind_move(columns: &mut Columns<'_>, id: TableId, number: i64, played: &StoredMove) {
    columns.push_bind(id.0).push_bind(number).push_bind(i64::from(played.seat)).push_bind(played.by.number());
    columns.push_bind(played.at.millis()).push_bind(played.json.as_str());
}

/// Sets the next version, the state and the number of moves of a table, if it is at this version. Returns the total number of moves.
async fn compare_and_set(
    connection: &mut Connection,
    id: TableId,
    version: i64,
    change: &TableChange,
) -> sqlx::Result<Option<i64>> {
    let TableChange { state, moves, .. } = change;
    let sql =
        "UPDATE game_tables SET version = $10, status = $3, occupants = $4, clocks = $5, due = $6, started_at = $7,
            ended_at = $8, moves = moves + $9, history = $11, set_backs = $12,
            requests = $13, refused = $14
        WHERE id = $1 AND version = $2 RETURNING moves";
    let query = sqlx::query_scalar(sql).bind(id.0).bind(version).bind(state.status.number());
    let query = query.bind(occupants(state)).bind(clocks(state)).bind(state.due.map(Timestamp::millis));
    let query = query.bind(state.started_at.map(Timestamp::millis)).bind(state.ended_at.map(Timestamp::millis));
    let query = query.bind(moves.len() as i64).bind(change.next_version(version)).bind(change.history.bytes());
    let query = query.bind(i64::from(state.set_backs));
    let query = query.bind(player_list(&state.requests.pending)).bind(player_list(&state.requests.refused));
    query.fetch_optional(connection).await
}

/// Applies any change, including those by which players arrive or leave, or the table ends.
pub(super) async fn change(
    connection: &mut Connection,
    id: TableId,
    version: i64,
    change: &TableChange,
) -> sqlx::Result<Changed> {
    let sql = "SELECT occupants, created_at, maker, status FROM game_tables WHERE id = $1 AND version = $2";
    let row = sqlx::query(sql).bind(id.0).bind(version).fetch_optional(&mut *connection).await?;
    let Some(row) = row else { return Ok(Changed::Stale) };
    let (before, now) = (players_of(occupants_of(row.try_get(0)?)?), players_at(&change.state));
    let made_at = time_at(&row, 1)?;
    // Other tables may be locked by now. In a deadlock with another instance, the transaction is retried.
    let arriving: BTreeSet<PlayerId> = now.difference(&before).copied().collect();
    let newcomers: BTreeSet<PlayerId> = change.newcomers.iter().copied().collect();
    lock_players(connection, &arriving.union(&newcomers).copied().collect()).await?;
    if let Some(refused) = refused(connection, change, &arriving).await? {
        return Ok(refused);
    }
    // The maker of a table may have left it, and still approves who sits down.
    let others = [PlayerId(row.try_get(2)?)].into_iter().chain(now.iter().copied());
    for newcomer in newcomers {
        if !blocks::with(connection, newcomer, others.clone()).await?.is_empty() {
            return Ok(Changed::Blocked);
        }
    }
    for player in &arriving {
        if sitting(connection, *player).await? >= i64::from(change.max_open_tables) {
            return Ok(Changed::TooMany);
        }
    }
    let total = compare_and_set(connection, id, version, change).await?;
    let Some(total) = total else { return Ok(Changed::Stale) };
    let first = total - change.moves.len() as i64 + 1;
    let numbered: Vec<(i64, &StoredMove)> = (first..).zip(&change.moves).collect();
    execute_once(connection, INSERT_MOVES, &numbered, |columns, (number, played)| {
        bind_move(columns, id, *number, played)
    })
    .await?;
    if row.try_get::<i64, _>(3)? == TableStatus::Waiting.number() && change.state.status != TableStatus::Waiting {
        invitations::forget_table(connection, id).await?;
    }
    unseat(connection, id, made_at, &before.difference(&now).copied().collect()).await?;
    seat(connection, id, made_at, &now, is_open(&change.state)).await?;
    if !is_open(&change.state) && change.outcome.is_none() && change.counts.is_none() {
        averages::end(connection, id).await?;
    }
    for (player, at) in &change.left_early {
        leaves::add(connection, *player, *at).await?;
    }
    let run = match &change.outcome {
        Some(outcome) => conclude(connection, id, change.state.ended_at, outcome).await?,
        None => None,
    };
    Ok(Changed::Applied { run })
}

/// Returns why a player may not request a change, by which players arrive; none if the player may. A maker may seat another player, who was
/// banned or deleted since they asked.
async fn refused(
    connection: &mut Connection,
    change: &TableChange,
    arriving: &BTreeSet<PlayerId>,
) -> sqlx::Result<Option<Changed>> {
    let Some(by) = change.by else { return Ok(None) };
    if !players::banned(connection, arriving.iter().copied().chain([by]).collect()).await?.is_empty() {
        return Ok(Some(Changed::Banned));
    }
    for player in arriving {
        if !players::exists(connection, *player).await? {
            return Ok(Some(Changed::Deleted));
        }
    }
    Ok(None)
}

/// The statement that inserts moves, as [`bind_move`] binds them.
pub(super) const INSERT_MOVES: [&str; 2] =
    ["INSERT INTO table_moves (table_id, number, seat, made_by, made_at, json) ", ""];

/// Returns the results of a game; without any effect if an app acted for one of its players when it was created, which could see all hands and
/// invent opponents.
async fn without_apps(
    connection: &mut Connection,
    players: &[PlayerResult],
    begun_at: Timestamp,
) -> sqlx::Result<Vec<PlayerResult>> {
    let standing = players::standing(connection, players.iter().map(|result| result.player).collect()).await?;
    let uncounted = |result: &PlayerResult| PlayerResult { counting: Counting::Nothing, ..*result };
    let any_acted_for = players.iter().any(|result| standing.acted_for(result.player, begun_at).is_some());
    Ok(if any_acted_for { players.iter().map(uncounted).collect() } else { players.to_vec() })
}

/// Stores the outcome of a table, and returns the run, if there is one. The rows of the players are locked.
async fn conclude(
    connection: &mut Connection,
    id: TableId,
    ended_at: Option<Timestamp>,
    outcome: &Outcome,
) -> sqlx::Result<Option<RunOfTable>> {
    let sql = "SELECT game, rated, created_at FROM game_tables WHERE id = $1";
    let (game, rated, begun_at): (String, i64, i64) =
        sqlx::query_as(sql).bind(id.0).fetch_one(&mut *connection).await?;
    let begun_at = Timestamp::from_millis(begun_at);
    match outcome {
        Outcome::Seated { players } => {
            let counted = without_apps(connection, players, begun_at).await?;
            records::add(connection, &game, &counted).await?;
            if let Some(ended_at) = ended_at.filter(|_| rated != 0) {
                ratings::add(connection, &game, ended_at.day(), &counted).await?;
            }
            Ok(None)
        }
        Outcome::Ranked(run) => {
            let runs: &[NewRun] = std::slice::from_ref(run);
            let submitted = insert_runs(connection, runs, OfBanned::Hidden, Some(begun_at)).await?;
            let stored = match submitted.first() {
                Some(Submitted::New { id, same_as, app, .. }) => {
                    Some(RunOfTable { id: *id, same_as: *same_as, app: *app })
                }
                Some(Submitted::Existing(run)) => {
                    let Summary { id, same_as, app, .. } = run.summary;
                    Some(RunOfTable { id, same_as, app })
                }
                Some(Submitted::Banned | Submitted::TokenRevoked | Submitted::ClassDiffers(_)) | None => None,
            };
            if let Some(run) = stored {
                let sql = "UPDATE game_tables SET run = $1 WHERE id = $2";
                sqlx::query(sql).bind(run.id.0).bind(id.0).execute(connection).await?;
            }
            Ok(stored)
        }
    }
}
