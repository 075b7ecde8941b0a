//! Averages: the mean of what a player's sealed games of a category count that were started in a month.
//!
//! A game has a row in `sealed_games` from its start on, with what it counts so far. `averages` has the sum of each player's rows, with
//! its exact mean, by which the index of a month's list is ordered. Both are written in the transaction that writes the table.

use std::collections::BTreeMap;

use sqlx::{Connection as _, Row as _};

use super::players::player_at;
use super::runs::{class, number_at};
use super::submissions::{category_id, known_or_new_category};
use super::{Connection, Row};
use crate::calendar::Month;
use crate::{
    Average, AverageList, AveragePage, AveragePlace, Category, GameCounts, MIN_AVERAGED_GAMES, NewTable, PlayerId,
    PlayersAverage, RankKey, SeedClass, TableId,
};

/// What a game counts is at most this, up and down, so that the sum of any number of games that can be played is in range.
const MAX_COUNTS: i64 = 1 << 40;

/// Whose average it is, of which games.
#[derive(Clone, Copy)]
struct Key {
    course: i64,
    month: i64,
    player: i64,
}

/// What a number of games come to.
#[derive(Clone, Copy, Default)]
pub(super) struct Sum {
    pub(super) games: i64,
    pub(super) finished: i64,
    pub(super) merits: i64,
}

fn merit(counts: RankKey) -> i64 {
    counts.number().clamp(-MAX_COUNTS, MAX_COUNTS)
}

/// Counts a sealed game from its start on. If its player plays another of the category, nothing is written, and that one's table is
/// returned.
pub(super) async fn start(
    connection: &mut Connection,
    table: &NewTable,
    counts: RankKey,
) -> sqlx::Result<Option<TableId>> {
    let terms = &table.terms;
    let (game, options) = (terms.game.clone(), terms.options.clone());
    let category = Category { game, rules: terms.rules, options, class: SeedClass::Sealed };
    let course = known_or_new_category(connection, &mut BTreeMap::new(), category).await?;
    let key = Key { course, month: Month::of(terms.made_at.day()).number(), player: terms.maker.0 };
    let merit = merit(counts);
    while !insert(connection, table.id, key, merit).await? {
        // Where instances write side by side, the other game may have ended by now.
        if let Some(open) = open(connection, key).await? {
            return Ok(Some(open));
        }
    }
    add(connection, key, Sum { games: 1, finished: 0, merits: merit }).await?;
    Ok(None)
}

/// Inserts a game, unless its player plays another of the category.
async fn insert(connection: &mut Connection, table: TableId, key: Key, merit: i64) -> sqlx::Result<bool> {
    let sql = "INSERT INTO sealed_games (table_id, player, course, month, merit, finished, is_open)
        VALUES ($1, $2, $3, $4, $5, 0, 1) ON CONFLICT (player, course) WHERE is_open = 1 DO NOTHING";
    let query = sqlx::query(sql).bind(table.0).bind(key.player).bind(key.course).bind(key.month).bind(merit);
    Ok(query.execute(connection).await?.rows_affected() > 0)
}

/// The table of the game of a category that a player plays.
async fn open(connection: &mut Connection, key: Key) -> sqlx::Result<Option<TableId>> {
    let sql = "SELECT table_id FROM sealed_games WHERE player = $1 AND course = $2 AND is_open = 1";
    let open = sqlx::query_scalar(sql).bind(key.player).bind(key.course).fetch_optional(connection).await?;
    Ok(open.map(TableId))
}

/// Updates what a sealed game counts. Games from before the migration that counts games from their start are not counted.
pub(super) async fn change(
    connection: &mut Connection,
    table: TableId,
    counts: GameCounts,
    is_open: bool,
) -> sqlx::Result<()> {
    let sql = "SELECT player, course, month, merit, finished FROM sealed_games WHERE table_id = $1";
    let Some(row) = sqlx::query(sql).bind(table.0).fetch_optional(&mut *connection).await? else { return Ok(()) };
    let key = Key { player: row.try_get(0)?, course: row.try_get(1)?, month: row.try_get(2)? };
    let (merit, finished) = (merit(counts.key), i64::from(counts.finished));
    let sql = "UPDATE sealed_games SET merit = $2, finished = $3, is_open = $4 WHERE table_id = $1";
    let query = sqlx::query(sql).bind(table.0).bind(merit).bind(finished).bind(i64::from(is_open));
    query.execute(&mut *connection).await?;
    let by =
        Sum { games: 0, finished: finished - row.try_get::<i64, _>(4)?, merits: merit - row.try_get::<i64, _>(3)? };
    add(connection, key, by).await
}

/// Adds to an average.
async fn add(connection: &mut Connection, key: Key, by: Sum) -> sqlx::Result<()> {
    let sql = "SELECT games, finished, merits FROM averages WHERE course = $1 AND month = $2 AND player = $3";
    let query = sqlx::query(sql).bind(key.course).bind(key.month).bind(key.player);
    let before = match query.fetch_optional(&mut *connection).await? {
        Some(row) => Sum { games: row.try_get(0)?, finished: row.try_get(1)?, merits: row.try_get(2)? },
        None => Sum::default(),
    };
    let sum = Sum {
        games: before.games + by.games,
        finished: before.finished + by.finished,
        merits: before.merits.saturating_add(by.merits),
    };
    let place = AveragePlace::of(sum.merits, sum.games, PlayerId(key.player));
    let sql = "INSERT INTO averages (course, month, player, games, finished, merits, mean, rest)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (course, month, player)
        DO UPDATE SET games = excluded.games, finished = excluded.finished, merits = excluded.merits,
            mean = excluded.mean, rest = excluded.rest";
    let query = sqlx::query(sql).bind(key.course).bind(key.month).bind(key.player).bind(sum.games);
    let query = query.bind(sum.finished).bind(sum.merits).bind(place.mean).bind(place.rest);
    query.execute(connection).await?;
    Ok(())
}

/// The listed averages of a category in a month, as the index has them.
fn listed() -> String {
    format!("averages.course = $1 AND averages.month = $2 AND averages.games >= {MIN_AVERAGED_GAMES}")
}

/// A page of a list, read in one transaction so that its parts agree.
pub(super) async fn page(
    connection: &mut Connection,
    list: &AverageList,
    after: Option<AveragePlace>,
    limit: u32,
) -> sqlx::Result<AveragePage> {
    let mut transaction = connection.begin().await?;
    let Some(course) = category_id(&mut transaction, &list.category).await? else { return Ok(AveragePage::default()) };
    let month = list.month.number();
    let mut lines = lines(&mut transaction, course, month, after, limit + 1).await?;
    let more = lines.len() > limit as usize;
    lines.truncate(limit as usize);
    if let Some(first) = lines.first().map(|line| line.place) {
        let before = before(&mut transaction, course, month, first).await?;
        let better = before_all_of(&mut transaction, course, month, first).await?;
        rank(&mut lines, before, better);
    }
    let sql = format!("SELECT count(*) FROM averages WHERE {}", listed());
    let count: i64 = sqlx::query_scalar(&sql).bind(course).bind(month).fetch_one(&mut *transaction).await?;
    Ok(AveragePage { lines, count: count.unsigned_abs(), more })
}

/// Ranks lines that follow one another, by how many stand before the first of them and how many of those are better.
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

/// Lines in order, without their ranks.
async fn lines(
    connection: &mut Connection,
    course: i64,
    month: i64,
    after: Option<AveragePlace>,
    limit: u32,
) -> sqlx::Result<Vec<Average>> {
    let after = after.unwrap_or(AveragePlace { mean: i64::MIN, rest: i64::MIN, player: PlayerId(i64::MIN) });
    let sql = format!(
        "SELECT averages.player, players.name, players.created_at, averages.games, averages.finished, averages.merits,
            averages.mean, averages.rest
        FROM averages CROSS JOIN players
        WHERE {} AND (averages.mean, averages.rest, averages.player) > ($3, $4, $5) AND players.id = averages.player
        ORDER BY averages.mean, averages.rest, averages.player LIMIT $6",
        listed()
    );
    let query = sqlx::query(&sql).bind(course).bind(month).bind(after.mean).bind(after.rest).bind(after.player.0);
    let rows = query.bind(i64::from(limit)).fetch_all(connection).await?;
    rows.iter().map(average_at).collect()
}

fn average_at(row: &Row) -> sqlx::Result<Average> {
    let is_named = row.try_get::<Option<&str>, _>(1)?.is_some();
    let place = AveragePlace { mean: row.try_get(6)?, rest: row.try_get(7)?, player: PlayerId(row.try_get(0)?) };
    Ok(Average {
        rank: 0,
        place,
        player: is_named.then(|| player_at(row, 0)).transpose()?,
        games: number_at(row, 3)?,
        finished: number_at(row, 4)?,
        sum: row.try_get::<i64, _>(5)?.unsigned_abs(),
    })
}

/// How many stand before a place.
async fn before(connection: &mut Connection, course: i64, month: i64, place: AveragePlace) -> sqlx::Result<u64> {
    let sql = format!("SELECT count(*) FROM averages WHERE {} AND (mean, rest, player) < ($3, $4, $5)", listed());
    let query = sqlx::query_scalar(&sql).bind(course).bind(month).bind(place.mean).bind(place.rest);
    let before: i64 = query.bind(place.player.0).fetch_one(connection).await?;
    Ok(before.unsigned_abs())
}

/// How many are better than a place.
async fn before_all_of(connection: &mut Connection, course: i64, month: i64, place: AveragePlace) -> sqlx::Result<u64> {
    before(connection, course, month, AveragePlace { player: PlayerId(i64::MIN), ..place }).await
}

/// A player's averages, the newest month first, whether or not they are listed.
pub(super) async fn of_player(
    connection: &mut Connection,
    player: PlayerId,
    limit: u32,
) -> sqlx::Result<Vec<PlayersAverage>> {
    let sql = "SELECT courses.game, courses.rules, courses.options, courses.class, averages.month, averages.games,
            averages.finished, averages.merits
        FROM averages CROSS JOIN courses WHERE averages.player = $1 AND courses.id = averages.course
        ORDER BY averages.month DESC, averages.course DESC LIMIT $2";
    let rows = sqlx::query(sql).bind(player.0).bind(i64::from(limit)).fetch_all(connection).await?;
    let average = |row: &Row| {
        let (game, options) = (row.try_get(0)?, row.try_get(2)?);
        Ok(PlayersAverage {
            category: Category { game, rules: number_at(row, 1)?, options, class: class(row.try_get(3)?)? },
            month: Month::of_number(row.try_get(4)?),
            games: number_at(row, 5)?,
            finished: number_at(row, 6)?,
            sum: row.try_get::<i64, _>(7)?.unsigned_abs(),
        })
    };
    rows.iter().map(average).collect()
}
