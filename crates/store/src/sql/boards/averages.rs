//! Averages: the mean score of a player's ranked games of a category in a month.
//!
//! A game has a row in `ranked_games` from its start, with what it counts so far. `averages` has the sum and the exact mean of each player's
//! rows, by which the index of a month's list is ordered. Both are written in the transaction that writes the table.

use std::collections::BTreeMap;

use sqlx::{AssertSqlSafe, Connection as _, Row as _};

use super::super::players::player_at;
use super::super::runs::{category_id, class, known_or_new_category};
use super::super::values::number_at;
use super::super::{Connection, Row};
use crate::model::calendar::Month;
use crate::{
    Average, AverageList, AveragePage, AveragePlace, Category, GameCounts, MIN_AVERAGED_GAMES, NewTable, PlayerAverage,
    PlayerId, RankKey, SeedClass, TableId,
};

/// Maximum absolute value of what a game counts, so that sums stay in range.
const MAX_COUNTS: i64 = 1 << 40;

/// The key of an average.
#[derive(Clone, Copy)]
struct Key {
    category: i64,
    month: i64,
    player: i64,
}

/// A sum over games.
#[derive(Clone, Copy, Default)]
struct Sum {
    games: i64,
    finished: i64,
    score_keys: i64,
}

/// Returns what a game counts, as stored.
fn counted(counts: RankKey) -> i64 {
    counts.number().clamp(-MAX_COUNTS, MAX_COUNTS)
}

/// Adds a ranked game at its start. If its player has another open game of the category, writes nothing and returns the table of that game.
pub(crate) async fn start(
    connection: &mut Connection,
    table: &NewTable,
    counts: RankKey,
) -> sqlx::Result<Option<TableId>> {
    let terms = &table.terms;
    let (game, options) = (terms.game.clone(), terms.options.clone());
    let category = Category { game, rules: terms.rules, options, class: SeedClass::Ranked };
    let category = known_or_new_category(connection, &mut BTreeMap::new(), category).await?;
    let key = Key { category, month: Month::of(terms.made_at.day()).number(), player: terms.maker.0 };
    let score_key = counted(counts);
    while !insert(connection, table.id, key, score_key).await? {
        // With several instances, the other game may have ended by now.
        if let Some(open) = open(connection, key).await? {
            return Ok(Some(open));
        }
    }
    add(connection, key, Sum { games: 1, finished: 0, score_keys: score_key }).await?;
    Ok(None)
}

/// Inserts a game, unless its player has another open game of the category.
async fn insert(connection: &mut Connection, table: TableId, key: Key, score_key: i64) -> sqlx::Result<bool> {
    let sql = "INSERT INTO ranked_games (table_id, player, category, month, score_key, finished, is_open)
        VALUES ($1, $2, $3, $4, $5, 0, 1) ON CONFLICT (player, category) WHERE is_open = 1 DO NOTHING";
    let query = sqlx::query(sql).bind(table.0).bind(key.player).bind(key.category).bind(key.month).bind(score_key);
    Ok(query.execute(connection).await?.rows_affected() > 0)
}

/// Returns the table of a player's open game of a category.
async fn open(connection: &mut Connection, key: Key) -> sqlx::Result<Option<TableId>> {
    let sql = "SELECT table_id FROM ranked_games WHERE player = $1 AND category = $2 AND is_open = 1";
    let open = sqlx::query_scalar(sql).bind(key.player).bind(key.category).fetch_optional(connection).await?;
    Ok(open.map(TableId))
}

/// Updates what a ranked game counts.
pub(crate) async fn change(
    connection: &mut Connection,
    table: TableId,
    counts: GameCounts,
    is_open: bool,
) -> sqlx::Result<()> {
    let sql = "SELECT player, category, month, score_key, finished FROM ranked_games WHERE table_id = $1";
    let Some(row) = sqlx::query(sql).bind(table.0).fetch_optional(&mut *connection).await? else { return Ok(()) };
    let key = Key { player: row.try_get(0)?, category: row.try_get(1)?, month: row.try_get(2)? };
    let (score_key, finished) = (counted(counts.key), i64::from(counts.finished));
    let sql = "UPDATE ranked_games SET score_key = $2, finished = $3, is_open = $4 WHERE table_id = $1";
    let query = sqlx::query(sql).bind(table.0).bind(score_key).bind(finished).bind(i64::from(is_open));
    query.execute(&mut *connection).await?;
    let finished = finished - row.try_get::<i64, _>(4)?;
    add(connection, key, Sum { games: 0, finished, score_keys: score_key - row.try_get::<i64, _>(3)? }).await
}

/// Ends a ranked game that counts what it counted so far. Does nothing for other tables.
pub(crate) async fn end(connection: &mut Connection, table: TableId) -> sqlx::Result<()> {
    let sql = "UPDATE ranked_games SET is_open = 0 WHERE table_id = $1";
    sqlx::query(sql).bind(table.0).execute(connection).await.map(|_| ())
}

/// Removes a ranked game, as if it had never started.
pub(crate) async fn remove(connection: &mut Connection, table: TableId) -> sqlx::Result<()> {
    let sql = "DELETE FROM ranked_games WHERE table_id = $1 RETURNING player, category, month, score_key, finished";
    let Some(row) = sqlx::query(sql).bind(table.0).fetch_optional(&mut *connection).await? else { return Ok(()) };
    let key = Key { player: row.try_get(0)?, category: row.try_get(1)?, month: row.try_get(2)? };
    let (score_key, finished): (i64, i64) = (row.try_get(3)?, row.try_get(4)?);
    add(connection, key, Sum { games: -1, finished: -finished, score_keys: -score_key }).await?;
    let sql = "DELETE FROM averages WHERE category = $1 AND month = $2 AND player = $3 AND games <= 0";
    sqlx::query(sql).bind(key.category).bind(key.month).bind(key.player).execute(connection).await?;
    Ok(())
}

/// Adds to an average. The sum is added by the database, so that no other addition is lost; the mean follows from it.
async fn add(connection: &mut Connection, key: Key, by: Sum) -> sqlx::Result<()> {
    let sql = "INSERT INTO averages (category, month, player, games, finished, score_sum, mean, rest)
        VALUES ($1, $2, $3, $4, $5, $6, 0, 0) ON CONFLICT (category, month, player)
        DO UPDATE SET games = averages.games + excluded.games, finished = averages.finished + excluded.finished,
            score_sum = averages.score_sum + excluded.score_sum
        RETURNING games, score_sum";
    let query = sqlx::query_as(sql).bind(key.category).bind(key.month).bind(key.player);
    let query = query.bind(by.games).bind(by.finished).bind(by.score_keys);
    let (games, score_sum): (i64, i64) = query.fetch_one(&mut *connection).await?;
    let place = AveragePlace::of(score_sum, games, PlayerId(key.player));
    let sql = "UPDATE averages SET mean = $4, rest = $5 WHERE category = $1 AND month = $2 AND player = $3";
    let query = sqlx::query(sql).bind(key.category).bind(key.month).bind(key.player).bind(place.mean).bind(place.rest);
    query.execute(connection).await?;
    Ok(())
}

/// The condition for listed averages of a category in a month, as in the index.
fn listed() -> String {
    format!(
        "averages.category = $1 AND averages.month = $2 AND averages.games >= {MIN_AVERAGED_GAMES} AND averages.hidden = 0"
    )
}

/// Reads a page of a list in one transaction, so that its parts are consistent.
pub(crate) async fn page(
    connection: &mut Connection,
    list: &AverageList,
    after: Option<AveragePlace>,
    limit: u32,
) -> sqlx::Result<AveragePage> {
    let mut transaction = connection.begin().await?;
    let Some(category) = category_id(&mut transaction, &list.category).await? else {
        return Ok(AveragePage::default());
    };
    let month = list.month.number();
    let mut lines = lines(&mut transaction, category, month, after, limit + 1).await?;
    let more = lines.len() > limit as usize;
    lines.truncate(limit as usize);
    if let Some(first) = lines.first().map(|line| line.place) {
        let before = before(&mut transaction, category, month, first).await?;
        let better = better(&mut transaction, category, month, first).await?;
        rank(&mut lines, before, better);
    }
    let sql = format!("SELECT count(*) FROM averages WHERE {}", listed());
    let count: i64 =
        sqlx::query_scalar(AssertSqlSafe(sql)).bind(category).bind(month).fetch_one(&mut *transaction).await?;
    Ok(AveragePage { lines, count: count.unsigned_abs(), more })
}

/// Ranks consecutive averages, given the number of averages before the first and how many of those are better.
fn rank(lines: &mut [Average], before: u64, better: u64) {
    let (mut rank, mut level) = (1 + better, None);
    for (line, place) in lines.iter_mut().zip(1 + before..) {
        let mean = (line.place.mean, line.place.rest);
        if level.replace(mean).is_some_and(|level| level != mean) {
            rank = place;
        }
        line.rank = rank;
    }
}

/// Reads averages in order, without ranks.
async fn lines(
    connection: &mut Connection,
    category: i64,
    month: i64,
    after: Option<AveragePlace>,
    limit: u32,
) -> sqlx::Result<Vec<Average>> {
    let after = after.unwrap_or(AveragePlace { mean: i64::MIN, rest: i64::MIN, player: PlayerId(i64::MIN) });
    let sql = format!(
        "SELECT averages.player, players.name, players.created_at, players.banned_at, players.bot, averages.games, averages.finished, averages.score_sum,
            averages.mean, averages.rest
        FROM averages CROSS JOIN players
        WHERE {} AND (averages.mean, averages.rest, averages.player) > ($3, $4, $5) AND players.id = averages.player
        ORDER BY averages.mean, averages.rest, averages.player LIMIT $6",
        listed()
    );
    let query = sqlx::query(AssertSqlSafe(sql))
        .bind(category)
        .bind(month)
        .bind(after.mean)
        .bind(after.rest)
        .bind(after.player.0);
    let rows = query.bind(i64::from(limit)).fetch_all(connection).await?;
    rows.iter().map(average_at).collect()
}

fn average_at(row: &Row) -> sqlx::Result<Average> {
    let is_named = row.try_get::<Option<&str>, _>(1)?.is_some();
    let place = AveragePlace { mean: row.try_get(8)?, rest: row.try_get(9)?, player: PlayerId(row.try_get(0)?) };
    Ok(Average {
        rank: 0,
        place,
        player: is_named.then(|| player_at(row, 0)).transpose()?,
        games: number_at(row, 5)?,
        finished: number_at(row, 6)?,
        sum: row.try_get::<i64, _>(7)?.unsigned_abs(),
    })
}

/// Returns the number of averages before a place.
async fn before(connection: &mut Connection, category: i64, month: i64, place: AveragePlace) -> sqlx::Result<u64> {
    let sql = format!("SELECT count(*) FROM averages WHERE {} AND (mean, rest, player) < ($3, $4, $5)", listed());
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(category).bind(month).bind(place.mean).bind(place.rest);
    let before: i64 = query.bind(place.player.0).fetch_one(connection).await?;
    Ok(before.unsigned_abs())
}

/// Returns the number of averages that are better than a place.
async fn better(connection: &mut Connection, category: i64, month: i64, place: AveragePlace) -> sqlx::Result<u64> {
    before(connection, category, month, AveragePlace { player: PlayerId(i64::MIN), ..place }).await
}

/// Hides all averages of a player, or shows them again. Those of a player for whom an app acts stay hidden.
pub(crate) async fn hide(connection: &mut Connection, player: PlayerId, hidden: bool) -> sqlx::Result<()> {
    let sql = "UPDATE averages SET hidden = CASE
            WHEN EXISTS (SELECT 1 FROM players WHERE id = $2 AND acted_for_by IS NOT NULL AND acted_for_until IS NULL) THEN 1 ELSE $1 END
        WHERE player = $2";
    sqlx::query(sql).bind(i64::from(hidden)).bind(player.0).execute(connection).await?;
    Ok(())
}

/// Removes all ranked games of a player from averages, as if they had never started. Open ones go on, and count no more.
pub(crate) async fn forget(connection: &mut Connection, player: PlayerId) -> sqlx::Result<()> {
    let games = "DELETE FROM ranked_games
        WHERE player = $1 AND table_id IN (SELECT table_id FROM table_players WHERE player = $1)";
    for sql in [games, "DELETE FROM averages WHERE player = $1"] {
        sqlx::query(sql).bind(player.0).execute(&mut *connection).await?;
    }
    Ok(())
}

/// Returns a player's averages, listed or not, the newest month first.
pub(crate) async fn of_player(
    connection: &mut Connection,
    player: PlayerId,
    limit: u32,
) -> sqlx::Result<Vec<PlayerAverage>> {
    let sql = "SELECT categories.game, categories.rules, categories.options, categories.class, averages.month, averages.games,
            averages.finished, averages.score_sum
        FROM averages CROSS JOIN categories WHERE averages.player = $1 AND categories.id = averages.category
        ORDER BY averages.month DESC, averages.category DESC LIMIT $2";
    let rows = sqlx::query(sql).bind(player.0).bind(i64::from(limit)).fetch_all(connection).await?;
    let average = |row: &Row| {
        let (game, options) = (row.try_get(0)?, row.try_get(2)?);
        Ok(PlayerAverage {
            category: Category { game, rules: number_at(row, 1)?, options, class: class(row.try_get(3)?)? },
            month: Month::of_number(row.try_get(4)?),
            games: number_at(row, 5)?,
            finished: number_at(row, 6)?,
            sum: row.try_get::<i64, _>(7)?.unsigned_abs(),
        })
    };
    rows.iter().map(average).collect()
}
