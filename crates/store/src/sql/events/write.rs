//! Writes of events.

use std::collections::{BTreeMap, BTreeSet};

use super::super::Connection;
use super::super::rows::{Columns, execute_once};
use super::super::values::fetch_list;
use super::of_apps::{self, Numbered};
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
    let numbered: Vec<Numbered<'_>> = events.iter().map(|event| next(&mut newest, event)).collect();
    let sql = ["INSERT INTO player_events (player, number, tag, at, kind, subject, detail) ", ""];
    execute_once(connection, sql, &numbered, |columns, Numbered { number, new, .. }| {
        let NewEvent { player, event, at, tag } = new;
        let (kind, subject, detail) = event.numbers();
        columns.push_bind(player.0).push_bind(*number).push_bind(i64::from(*tag)).push_bind(at.millis());
        columns.push_bind(kind).push_bind(subject).push_bind(detail);
    })
    .await?;
    of_apps::add(connection, &numbered).await
}

/// Returns an event with the next number of its player.
fn next<'a>(newest: &mut BTreeMap<i64, (i64, Option<i64>)>, new: &'a NewEvent) -> Numbered<'a> {
    let (number, app) = newest.entry(new.player.0).or_default();
    *number += 1;
    Numbered { number: *number, app: *app, new }
}

/// Returns the numbers of the newest events of players, 0 without events, and the apps that act for them.
async fn newest_numbers(
    connection: &mut Connection,
    players: BTreeSet<PlayerId>,
) -> sqlx::Result<BTreeMap<i64, (i64, Option<i64>)>> {
    let players: Vec<PlayerId> = players.into_iter().collect();
    let newest = "(SELECT number FROM player_events WHERE player = column1 ORDER BY number DESC LIMIT 1)";
    let app = "(SELECT acted_for_by FROM players WHERE players.id = column1 AND acted_for_until IS NULL)";
    let columns = format!("column1, coalesce({newest}, 0), {app}");
    let bind = |columns: &mut Columns<'_>, player: &PlayerId| {
        columns.push_bind(player.0);
    };
    let found = fetch_list(connection, &columns, ") AS asked", &players, bind).await?;
    Ok(found.into_iter().map(|(player, number, app)| (player, (number, app))).collect())
}

/// Deletes the oldest events from before a time, of players and in the streams of apps. Returns the greater number of the two.
pub(super) async fn forget(connection: &mut Connection, before: Timestamp, limit: u32) -> sqlx::Result<u64> {
    let of_apps = of_apps::forget(connection, before, limit).await?;
    let sql = "DELETE FROM player_events WHERE (player, number) IN (
        SELECT old.player, old.number FROM player_events AS old WHERE old.at < $1 ORDER BY old.at LIMIT $2
    )";
    let deleted = sqlx::query(sql).bind(before.millis()).bind(i64::from(limit)).execute(connection).await?;
    Ok(deleted.rows_affected().max(of_apps))
}

/// Deletes all events of a player.
pub(crate) async fn forget_player(connection: &mut Connection, player: PlayerId) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM player_events WHERE player = $1").bind(player.0).execute(&mut *connection).await?;
    of_apps::forget_player(connection, player).await?;
    Ok(())
}
