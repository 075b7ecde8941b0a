//! Writes of events.

use std::collections::BTreeSet;

use super::super::Connection;
use super::super::rows::execute_once;
use crate::model::calendar::Timestamp;
use crate::{NewEvent, PlayerId};

/// Returns the players in whose streams events are, whose rows must be locked before.
pub(crate) fn players_of(events: &[NewEvent]) -> impl Iterator<Item = PlayerId> {
    events.iter().map(|event| event.player)
}

/// Adds events, in this order, to the streams of their players. Each statement has at most one event of each player.
pub(crate) async fn add(connection: &mut Connection, events: Vec<NewEvent>) -> sqlx::Result<()> {
    let sql = [
        "INSERT INTO player_events (player, number, tag, at, kind, subject, detail)
        SELECT column1, coalesce(
            (SELECT newest.number FROM player_events AS newest WHERE newest.player = column1 ORDER BY newest.number DESC LIMIT 1), 0
        ) + 1, column2, column3, column4, column5, column6 FROM (",
        ") AS given",
    ];
    let mut waiting = events;
    while !waiting.is_empty() {
        let mut players = BTreeSet::new();
        let (now, later): (Vec<_>, Vec<_>) = waiting.into_iter().partition(|event| players.insert(event.player));
        execute_once(connection, sql, &now, |columns, NewEvent { player, event, at, tag }| {
            let (kind, subject, detail) = event.numbers();
            columns.push_bind(player.0).push_bind(i64::from(*tag)).push_bind(at.millis()).push_bind(kind);
            columns.push_bind(subject).push_bind(detail);
        })
        .await?;
        waiting = later;
    }
    Ok(())
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
