//! Creation of tables, and removal of those that did not begin.

use std::collections::BTreeSet;

use sqlx::Row as _;

use super::super::boards::averages;
use super::super::meta::days;
use super::super::opponents::{blocks, invitations};
use super::super::players::standing;
use super::super::{Connection, contests, events};
use super::read::{of_day, of_round};
use super::row::{clocks, is_open, occupants, occupants_of, players_at, players_of};
use super::seats::{seat, sitting, unseat};
use crate::model::calendar::Timestamp;
use crate::{
    AppId, NewEvent, NewTable, PlayerEvent, PlayerId, RankedSeed, RepeatableTable, TableCreated, TableId, ThroughApp,
};

async fn rematch_of(connection: &mut Connection, table: TableId) -> sqlx::Result<Option<TableId>> {
    let sql = "SELECT id FROM game_tables WHERE rematch_of = $1";
    Ok(sqlx::query_scalar(sql).bind(table.0).fetch_optional(connection).await?.map(TableId))
}

/// Returns the outcome of the same request before, if there was one and its table still exists.
async fn earlier_request(connection: &mut Connection, request: &RepeatableTable) -> sqlx::Result<Option<TableCreated>> {
    let sql = "SELECT game_tables.id, request FROM table_requests CROSS JOIN game_tables
        WHERE key = $1 AND game_tables.id = table_id";
    let Some(row) = sqlx::query(sql).bind(request.key.as_slice()).fetch_optional(connection).await? else {
        return Ok(None);
    };
    let same = row.try_get::<&[u8], _>(1)? == request.request;
    Ok(Some(if same { TableCreated::Existing(TableId(row.try_get(0)?)) } else { TableCreated::OtherRequest }))
}

/// Returns the outcome if this table, or one in its place, was created before.
async fn created_before(connection: &mut Connection, table: &NewTable) -> sqlx::Result<Option<TableCreated>> {
    if let Some(request) = &table.repeatable {
        let forget = sqlx::query("DELETE FROM table_requests WHERE expires_at < $1");
        forget.bind(table.terms.made_at.millis()).execute(&mut *connection).await?;
        if let Some(outcome) = earlier_request(connection, request).await? {
            return Ok(Some(outcome));
        }
    }
    let same = "SELECT id FROM game_tables WHERE id = $1";
    if let Some(id) = sqlx::query_scalar(same).bind(table.id.0).fetch_optional(&mut *connection).await? {
        return Ok(Some(TableCreated::Existing(TableId(id))));
    }
    if let Some(RankedSeed::Daily(day)) = table.terms.ranked
        && let Some(before) = of_day(connection, table.terms.maker, &table.terms.game, day).await?
    {
        return Ok(Some(TableCreated::Existing(before)));
    }
    if let Some(round) = table.terms.round()
        && let Some(before) = of_round(connection, table.terms.maker, round.id).await?
    {
        return Ok(Some(TableCreated::Existing(before)));
    }
    let Some(table) = table.rematch_of else { return Ok(None) };
    Ok(rematch_of(connection, table).await?.map(TableCreated::Existing))
}

/// Whether an app has at least this many open tables.
async fn has_open(connection: &mut Connection, app: AppId, number: u32) -> sqlx::Result<bool> {
    let Some(before) = number.checked_sub(1) else { return Ok(true) };
    let sql = "SELECT app FROM game_tables WHERE app = $1 AND status < 2 LIMIT 1 OFFSET $2";
    let query = sqlx::query(sql).bind(app.0).bind(i64::from(before));
    Ok(query.fetch_optional(connection).await?.is_some())
}

/// Creates a table. The row of its maker is locked.
pub(super) async fn create(connection: &mut Connection, table: &NewTable) -> sqlx::Result<TableCreated> {
    let maker = table.terms.maker;
    let standing = standing(connection, BTreeSet::from([maker])).await?;
    if standing.banned.contains(&maker) {
        return Ok(TableCreated::Banned);
    }
    if let Some(outcome) = created_before(connection, table).await? {
        return Ok(outcome);
    }
    let NewTable { id, terms, repeatable, max_open_tables, max_open_of_app, .. } = table;
    if sitting(connection, terms.maker).await? >= i64::from(*max_open_tables) {
        return Ok(TableCreated::TooMany);
    }
    let app = standing.through(maker, table.terms.app, terms.made_at);
    if let Some(app) = app
        && has_open(connection, app.id, *max_open_of_app).await?
    {
        return Ok(TableCreated::TooManyOfApp);
    }
    if let Some(RankedSeed::Daily(day)) = terms.ranked
        && days::closed(connection).await?.contains(day)
    {
        return Ok(TableCreated::WindowClosed);
    }
    if let Some(round) = terms.round()
        && is_open(&table.state)
        && let Some(refused) = contests::require_open(connection, round, maker).await?
    {
        return Ok(refused);
    }
    if let Some(counts) = table.counts
        && let Some(open) = averages::start(connection, table, counts).await?
    {
        return Ok(TableCreated::HasOpen(open));
    }
    if app.is_some_and(|app| app.alone) {
        averages::hide(connection, maker, true).await?;
    }
    insert_table(connection, table, app).await?;
    if !is_open(&table.state) {
        contests::set_void(connection, *id).await?;
    }
    if let Some(RepeatableTable { key, request, until }) = repeatable {
        let sql = "INSERT INTO table_requests (key, request, table_id, expires_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (key) DO UPDATE
            SET request = excluded.request, table_id = excluded.table_id, expires_at = excluded.expires_at";
        let query = sqlx::query(sql).bind(key.as_slice()).bind(request.as_slice()).bind(id.0).bind(until.millis());
        query.execute(&mut *connection).await?;
    }
    Ok(TableCreated::New)
}

/// Inserts a table with the seats of its players, and its events. The rows of these players are locked.
pub(in super::super) async fn insert_table(
    connection: &mut Connection,
    table: &NewTable,
    app: Option<ThroughApp>,
) -> sqlx::Result<()> {
    let NewTable { id, terms, state, .. } = table;
    insert(connection, table, app).await?;
    seat(connection, *id, terms.made_at, &players_at(state), is_open(state)).await?;
    let events = without_blocked(connection, table).await?;
    events::add(connection, &events).await
}

/// Returns the events of a new table without offers of a rematch to players who block its maker, or whom the maker blocks.
async fn without_blocked(connection: &mut Connection, table: &NewTable) -> sqlx::Result<Vec<NewEvent>> {
    let is_offer = |event: &&NewEvent| matches!(event.event, PlayerEvent::RematchOffered { .. });
    let offered: Vec<PlayerId> = table.events.iter().filter(is_offer).map(|event| event.player).collect();
    let blocked = blocks::with(connection, table.terms.maker, offered).await?;
    let reaches = |event: &&NewEvent| !is_offer(event) || !blocked.contains(&event.player);
    Ok(table.events.iter().filter(reaches).copied().collect())
}

async fn insert(connection: &mut Connection, table: &NewTable, app: Option<ThroughApp>) -> sqlx::Result<()> {
    let NewTable { id, terms, state, rematch_of, history, .. } = table;
    let day = match terms.ranked {
        Some(RankedSeed::Daily(day)) => Some(day.start().millis()),
        Some(RankedSeed::Own | RankedSeed::Contest(_)) | None => None,
    };
    let listed = match app {
        _ if !terms.listed => 0,
        Some(ThroughApp { alone: true, .. }) => 2,
        _ => 1,
    };
    let sql =
        "INSERT INTO game_tables (id, version, game, rules, options, seed, ranked, day, listed, pace, maker, created_at,
            rematch_of, status, occupants, clocks, due, started_at, ended_at, moves, history, set_backs,
            approval, app, rated, round)
        VALUES ($1, 0, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, 0, $19, $20, $21, $22, $23, $24)";
    let query = sqlx::query(sql).bind(id.0).bind(&terms.game).bind(i64::from(terms.rules)).bind(&terms.options);
    let query = query.bind(terms.seed.as_str()).bind(i64::from(terms.ranked.is_some())).bind(day);
    let query = query.bind(listed).bind(i64::from(terms.pace)).bind(terms.maker.0);
    let query = query.bind(terms.made_at.millis()).bind(rematch_of.map(|table| table.0));
    let query = query.bind(state.status.number()).bind(occupants(state)).bind(clocks(state));
    let query = query.bind(state.due.map(Timestamp::millis)).bind(state.started_at.map(Timestamp::millis));
    let query = query.bind(state.ended_at.map(Timestamp::millis)).bind(history.bytes());
    let query = query.bind(i64::from(state.set_backs)).bind(i64::from(terms.approval));
    let query = query.bind(app.map(|app| app.id.0)).bind(i64::from(terms.rated));
    query.bind(terms.round().map(|round| round.id.0)).execute(connection).await?;
    Ok(())
}

pub(super) async fn remove(connection: &mut Connection, id: TableId, version: i64) -> sqlx::Result<bool> {
    let sql = "DELETE FROM game_tables WHERE id = $1 AND version = $2 AND status = 0 RETURNING occupants, created_at";
    let row = sqlx::query(sql).bind(id.0).bind(version).fetch_optional(&mut *connection).await?;
    let Some(row) = row else { return Ok(false) };
    let players = players_of(occupants_of(row.try_get(0)?)?);
    unseat(connection, id, Timestamp::from_millis(row.try_get(1)?), &players).await?;
    invitations::forget_table(connection, id).await?;
    Ok(true)
}
