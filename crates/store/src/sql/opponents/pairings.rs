//! Requests for opponents.
//!
//! A player has at most one request, which is in the player's row. Each write to it locks the row of the player. The transaction that creates a table
//! for several requests finds all of them waiting and marks them with the table, so any number of instances can try the same, and one succeeds.

use std::collections::BTreeSet;

use sqlx::{AssertSqlSafe, Row as _};

use super::super::players::standing;
use super::super::rows::{execute, fetch};
use super::super::tables::{insert_table, sitting};
use super::super::values::{damaged, number_at, time_at};
use super::super::{Connection, Row};
use super::blocks;
use crate::model::calendar::Timestamp;
use crate::{
    AppId, Asked, NewPairing, PAIRING_SECONDS, PairedTable, Pairing, PairingId, PairingPlace, PairingTerms, PlayerId,
    Rating, TableId, WaitingPairings,
};

/// The columns of a [`Pairing`], in the order in which [`pairing_at`] reads them.
const COLUMNS: &str = "pairings.id, pairings.player, players.bot, pairings.app, pairings.game, pairings.rules, pairings.options,
    pairings.seats, pairings.pace, pairings.rated, pairings.bots, pairings.robots_after, pairings.address, pairings.since,
    pairings.seen_at, pairings.table_id,
    (SELECT rating FROM ratings WHERE ratings.player = pairings.player AND ratings.game = pairings.game)";

fn pairing_at(row: &Row) -> sqlx::Result<Pairing> {
    let robots_after: Option<i64> = row.try_get(11)?;
    let out_of_range = |_| damaged("a number of a pairing is out of range");
    let terms = PairingTerms {
        game: row.try_get(4)?,
        rules: number_at(row, 5)?,
        options: row.try_get(6)?,
        seats: u8::try_from(row.try_get::<i64, _>(7)?).map_err(out_of_range)?,
        pace: number_at(row, 8)?,
        rated: row.try_get::<i64, _>(9)? != 0,
        bots: row.try_get::<i64, _>(10)? != 0,
        robots_after: robots_after.map(u32::try_from).transpose().map_err(out_of_range)?,
    };
    let address: Vec<u8> = row.try_get(12)?;
    Ok(Pairing {
        id: PairingId(row.try_get(0)?),
        player: PlayerId(row.try_get(1)?),
        bot: row.try_get::<i64, _>(2)? != 0,
        rating: row.try_get::<Option<i64>, _>(16)?.unwrap_or(Rating::NEW.rating),
        app: row.try_get::<Option<i64>, _>(3)?.map(AppId),
        terms,
        address: address.try_into().map_err(|_| damaged("the hash of an address is not 16 bytes long"))?,
        since: time_at(row, 13)?,
        seen_at: time_at(row, 14)?,
        table: row.try_get::<Option<i64>, _>(15)?.map(TableId),
    })
}

/// Stores a request, unless the same one is stored and has not ended. The row of the player is locked.
pub(super) async fn ask(connection: &mut Connection, new: &NewPairing) -> sqlx::Result<Asked> {
    let NewPairing { id, player, app, terms, address, key, at, max_open_tables } = new;
    if standing(connection, BTreeSet::from([*player])).await?.banned.contains(player) {
        return Ok(Asked::Banned);
    }
    if let Some(key) = key {
        let sql = format!(
            "SELECT {COLUMNS} FROM pairings CROSS JOIN players
            WHERE pairings.player = $1 AND pairings.request = $2 AND pairings.seen_at >= $3 AND players.id = pairings.player"
        );
        let seen_since = at.plus_seconds(-PAIRING_SECONDS).millis();
        let query = sqlx::query(AssertSqlSafe(sql)).bind(player.0).bind(key.as_slice()).bind(seen_since);
        if let Some(row) = query.fetch_optional(&mut *connection).await? {
            return pairing_at(&row).map(Asked::Stored);
        }
    }
    if sitting(connection, *player).await? >= i64::from(*max_open_tables) {
        return Ok(Asked::TooMany);
    }
    sqlx::query("DELETE FROM pairings WHERE player = $1").bind(player.0).execute(&mut *connection).await?;
    let sql = "INSERT INTO pairings (player, id, app, game, rules, options, seats, pace, rated, bots, robots_after, address, request,
            since, seen_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14)";
    let query = sqlx::query(sql).bind(player.0).bind(id.0).bind(app.map(|app| app.0)).bind(&terms.game);
    let query = query.bind(i64::from(terms.rules)).bind(&terms.options).bind(i64::from(terms.seats));
    let query = query.bind(i64::from(terms.pace)).bind(i64::from(terms.rated)).bind(i64::from(terms.bots));
    let query = query.bind(terms.robots_after.map(i64::from)).bind(address.as_slice());
    query.bind(key.as_ref().map(<[u8; 32]>::as_slice)).bind(at.millis()).execute(&mut *connection).await?;
    let stored = get(connection, *player, *id).await?;
    stored.map(Asked::Stored).ok_or_else(|| damaged("a pairing that was inserted is missing"))
}

/// Returns a request of a player, by its number.
pub(super) async fn get(connection: &mut Connection, player: PlayerId, id: PairingId) -> sqlx::Result<Option<Pairing>> {
    let sql = format!(
        "SELECT {COLUMNS} FROM pairings CROSS JOIN players
        WHERE pairings.player = $1 AND pairings.id = $2 AND players.id = pairings.player"
    );
    let row = sqlx::query(AssertSqlSafe(sql)).bind(player.0).bind(id.0).fetch_optional(connection).await?;
    row.as_ref().map(pairing_at).transpose()
}

/// Returns requests that wait with a sign of their players since a time, and the blocks between all players with requests: the oldest after a place
/// and, if there are others, the newest.
pub(super) async fn waiting(
    connection: &mut Connection,
    seen_since: Timestamp,
    after: Option<PairingPlace>,
    limit: u32,
) -> sqlx::Result<WaitingPairings> {
    let columns = format!(
        "SELECT {COLUMNS} FROM pairings CROSS JOIN players
        WHERE pairings.table_id IS NULL AND pairings.seen_at >= $1 AND players.id = pairings.player"
    );
    let sql = format!(
        "{columns} AND (pairings.since, pairings.player) > ($2, $3) ORDER BY pairings.since, pairings.player LIMIT $4"
    );
    let [since, player] = after.map_or([0; 2], |place| [place.since.millis(), place.player.0]);
    let query = sqlx::query(AssertSqlSafe(sql)).bind(seen_since.millis()).bind(since).bind(player);
    let rows = query.bind(i64::from(limit)).fetch_all(&mut *connection).await?;
    let mut pairings = rows.iter().map(pairing_at).collect::<sqlx::Result<Vec<Pairing>>>()?;
    let is_full = pairings.len() >= limit as usize;
    let place = |last: &Pairing| PairingPlace { since: last.since, player: last.player };
    let next = pairings.last().filter(|_| is_full).map(place);
    if is_full || after.is_some() {
        let sql =
            format!("{columns} AND pairings.since > 0 ORDER BY pairings.since DESC, pairings.player DESC LIMIT $2");
        let query = sqlx::query(AssertSqlSafe(sql)).bind(seen_since.millis()).bind(i64::from(limit / 2));
        let known: BTreeSet<PlayerId> = pairings.iter().map(|pairing| pairing.player).collect();
        for row in &query.fetch_all(&mut *connection).await? {
            let pairing = pairing_at(row)?;
            if !known.contains(&pairing.player) {
                pairings.push(pairing);
            }
        }
    }
    if pairings.len() < 2 {
        return Ok(WaitingPairings { pairings, next, blocks: Vec::new() });
    }
    // No request is from 1970: the comparison begins at the start of the index.
    let sql = "SELECT blocks.player, blocks.blocked FROM pairings AS one CROSS JOIN blocks CROSS JOIN pairings AS other
        WHERE one.table_id IS NULL AND one.since > 0 AND blocks.player = one.player AND other.player = blocks.blocked";
    let blocks: Vec<(i64, i64)> = sqlx::query_as(sql).fetch_all(connection).await?;
    let blocks = blocks.into_iter().map(|(one, other)| (PlayerId(one), PlayerId(other))).collect();
    Ok(WaitingPairings { pairings, next, blocks })
}

/// Stores a sign of these players.
pub(super) async fn see(connection: &mut Connection, players: &[PlayerId], at: Timestamp) -> sqlx::Result<()> {
    let rows: Vec<(PlayerId, Timestamp)> = players.iter().map(|player| (*player, at)).collect();
    let sql = [
        "UPDATE pairings SET seen_at = column2 FROM (",
        ") AS asked WHERE pairings.player = column1 AND pairings.seen_at < column2",
    ];
    execute(connection, sql, &rows, |columns, (player, at)| {
        columns.push_bind(player.0).push_bind(at.millis());
    })
    .await
}

/// Ends a request of a player. Returns the table if it was paired before. The row of the player is locked.
pub(super) async fn cancel(
    connection: &mut Connection,
    player: PlayerId,
    id: PairingId,
) -> sqlx::Result<Option<TableId>> {
    let sql = "SELECT table_id FROM pairings WHERE player = $1 AND id = $2 AND table_id IS NOT NULL";
    if let Some(table) = sqlx::query_scalar(sql).bind(player.0).bind(id.0).fetch_optional(&mut *connection).await? {
        return Ok(Some(TableId(table)));
    }
    sqlx::query("DELETE FROM pairings WHERE player = $1 AND id = $2")
        .bind(player.0)
        .bind(id.0)
        .execute(connection)
        .await?;
    Ok(None)
}

/// Creates a table for requests, if all of them wait. Otherwise nothing changes, except that requests of players who cannot take another seat
/// end. The rows of the players are locked.
pub(super) async fn pair(connection: &mut Connection, paired: &PairedTable) -> sqlx::Result<bool> {
    let PairedTable { table, of, .. } = paired;
    let players: BTreeSet<PlayerId> = of.iter().map(|(player, _)| *player).collect();
    if claim(connection, paired).await? != players || !may_play(connection, &players, table.max_open_tables).await? {
        let sql = "UPDATE pairings SET table_id = NULL WHERE table_id = $1";
        sqlx::query(sql).bind(table.id.0).execute(connection).await?;
        return Ok(false);
    }
    let app = standing(connection, players).await?.through(table.terms.maker, table.terms.app, table.terms.made_at);
    insert_table(connection, table, app).await?;
    Ok(true)
}

/// Marks those of the requests that wait with the table. Returns their players.
async fn claim(connection: &mut Connection, paired: &PairedTable) -> sqlx::Result<BTreeSet<PlayerId>> {
    let sql = [
        "UPDATE pairings SET table_id = column4 FROM (",
        ") AS asked WHERE pairings.player = column1 AND pairings.id = column2 AND pairings.seen_at >= column3
            AND pairings.table_id IS NULL
        RETURNING pairings.player",
    ];
    let found = fetch(connection, sql, &paired.of, |columns, (player, id)| {
        columns.push_bind(player.0).push_bind(id.0).push_bind(paired.seen_since.millis()).push_bind(paired.table.id.0);
    });
    found.await?.iter().map(|row| row.try_get(0).map(PlayerId)).collect()
}

/// Whether players can take seats at the same table. Ends the requests of those who cannot take another seat.
async fn may_play(
    connection: &mut Connection,
    players: &BTreeSet<PlayerId>,
    max_open_tables: u32,
) -> sqlx::Result<bool> {
    let mut unable = standing(connection, players.clone()).await?.banned;
    for player in players {
        if sitting(connection, *player).await? >= i64::from(max_open_tables) {
            unable.insert(*player);
        }
    }
    for player in &unable {
        forget_player(connection, *player).await?;
    }
    for player in players {
        if !blocks::with(connection, *player, players.iter().copied()).await?.is_empty() {
            return Ok(false);
        }
    }
    Ok(unable.is_empty())
}

/// Deletes at most `limit` requests without a sign of their players since a time.
pub(super) async fn forget(connection: &mut Connection, before: Timestamp, limit: u32) -> sqlx::Result<u64> {
    let sql = "DELETE FROM pairings WHERE player IN (
        SELECT old.player FROM pairings AS old WHERE old.seen_at < $1 ORDER BY old.seen_at LIMIT $2
    )";
    let deleted = sqlx::query(sql).bind(before.millis()).bind(i64::from(limit)).execute(connection).await?;
    Ok(deleted.rows_affected())
}

/// Deletes the request of a player.
pub(in super::super) async fn forget_player(connection: &mut Connection, player: PlayerId) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM pairings WHERE player = $1").bind(player.0).execute(connection).await?;
    Ok(())
}
