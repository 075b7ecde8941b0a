//! Writes of events.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Connection;
use super::super::rows::{Columns, execute_once};
use super::super::values::fetch_list;
use crate::model::calendar::Timestamp;
use crate::{NewEvent, PlayerId};

/// Returns the players in whose streams events are, whose rows must be locked before.
pub(crate) fn players_of(events: &[NewEvent]) -> impl Iterator<Item = PlayerId> {
    events.iter().map(|event| event.player)
}

/// Adds events, in this order, to the streams of their players.
pub(crate) async fn add(connection: &mut Connection, events: &[NewEvent]) -> sqlx::Result<()> {
    if events.is_empty() {
        return Ok(());
    }
    let mut newest = newest_numbers(connection, players_of(events).collect()).await?;
    let numbered: Vec<(i64, &NewEvent)> = events.iter().map(|event| (next(&mut newest, event.player), event)).collect();
    let sql = ["INSERT INTO player_events (player, number, tag, at, kind, subject, detail) ", ""];
    execute_once(connection, sql, &numbered, |columns, (number, NewEvent { player, event, at, tag })| {
        let (kind, subject, detail) = event.numbers();
        columns.push_bind(player.0).push_bind(*number).push_bind(i64::from(*tag)).push_bind(at.millis());
        columns.push_bind(kind).push_bind(subject).push_bind(detail);
    })
    .await
}

/// Returns the next number of a player's event.
fn next(newest: &mut BTreeMap<i64, i64>, player: PlayerId) -> i64 {
    let number = newest.entry(player.0).or_default();
    *number += 1;
    *number
}

/// Returns the numbers of the newest events of players who have events.
async fn newest_numbers(connection: &mut Connection, players: BTreeSet<PlayerId>) -> sqlx::Result<BTreeMap<i64, i64>> {
    let players: Vec<PlayerId> = players.into_iter().collect();
    let newest = "(SELECT number FROM player_events WHERE player = column1 ORDER BY number DESC LIMIT 1)";
    let columns = format!("column1, coalesce({newest}, 0)");
    let bind = |columns: &mut Columns<'_>, player: &PlayerId| {
        columns.push_bind(player.0);
    };
    let found = fetch_list(connection, &columns, ") AS asked", &players, bind).await?;
    Ok(found.into_iter().collect())
}

/// Deletes the oldest events from before a time. Returns their number.
pub(super) async fn forget(connection: &mut Connection, before: Timestamp, limit: u32) -> sqlx::Result<u64> {
    let sql = "DELETE FROM player_events WHERE (player, number) IN (
        SELECT old.player, old.number FROM player_events AS old WHERE old.at < $1 ORDER BY old.at LIMIT $2
    )";
    let deleted = sqlx::query(sql).bind(before.millis()).bind(i64::from(limit)).execute(connection).await?;
    Ok(deleted.rows_affected())
}

/// Deletes all events of a player.
pub(crate) async fn forget_player(connection: &mut Connection, player: PlayerId) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM player_events WHERE player = $1").bind(player.0).execute(connection).await?;
    Ok(())
}
