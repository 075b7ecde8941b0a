//! Ratings of players, and the list of a game.

use sqlx::{AssertSqlSafe, Connection as _, Row as _};

use super::super::players::player_at;
use super::super::rows::fetch;
use super::super::{Connection, Row};
use super::{RATING, rating_at};
use crate::{ListedRating, MIN_RATED_OPPONENTS, PlayerId, PlayerRating, RatingPage, RatingPlace};

/// Returns the ratings of a player, listed or not, in the order of the games' ids.
pub(crate) async fn of_player(connection: &mut Connection, player: PlayerId) -> sqlx::Result<Vec<PlayerRating>> {
    let sql = format!("SELECT {RATING} FROM ratings WHERE player = $1 ORDER BY game");
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(player.0).fetch_all(connection).await?;
    rows.iter().map(|row| rating_at(row, 0)).collect()
}

/// Returns the ratings of these players in a game, listed or not, without those of banned players, in any order.
pub(crate) async fn of_players(
    connection: &mut Connection,
    game: &str,
    players: &[PlayerId],
) -> sqlx::Result<Vec<(PlayerId, PlayerRating)>> {
    let select = format!("SELECT {RATING}, ratings.player FROM (");
    let of_players = ") AS asked CROSS JOIN ratings
            WHERE ratings.player = column1 AND ratings.game = column2 AND ratings.hidden = 0";
    let found = fetch(connection, [&select, of_players], players, |columns, player| {
        columns.push_bind(player.0).push_bind(game);
    });
    found.await?.iter().map(|row| Ok((PlayerId(row.try_get(6)?), rating_at(row, 0)?))).collect()
}

/// The condition for listed ratings of a game, as in the index.
fn listed() -> String {
    format!("ratings.game = $1 AND ratings.opponents >= {MIN_RATED_OPPONENTS} AND ratings.hidden = 0")
}

/// Reads a page of the list of a game in one transaction, so that its parts are consistent.
pub(crate) async fn page(
    connection: &mut Connection,
    game: &str,
    after: Option<RatingPlace>,
    limit: u32,
) -> sqlx::Result<RatingPage> {
    let mut transaction = connection.begin().await?;
    let mut lines = lines(&mut transaction, game, after, limit + 1).await?;
    let more = lines.len() > limit as usize;
    lines.truncate(limit as usize);
    if let Some(first) = lines.first().map(ListedRating::place) {
        let level = RatingPlace { player: PlayerId(i64::MIN), ..first };
        let better = before(&mut transaction, game, level).await?;
        rank(&mut lines, before(&mut transaction, game, first).await?, better);
    }
    let sql = format!("SELECT count(*) FROM ratings WHERE {}", listed());
    let count: i64 = sqlx::query_scalar(AssertSqlSafe(sql)).bind(game).fetch_one(&mut *transaction).await?;
    Ok(RatingPage { lines, count: count.unsigned_abs(), more })
}

/// Ranks consecutive ratings, given the number of ratings before the first and how many of those are better.
fn rank(lines: &mut [ListedRating], before: u64, better: u64) {
    let (mut rank, mut level) = (1 + better, None);
    for (line, place) in lines.iter_mut().zip(1 + before..) {
        let key = line.place().key;
        if level.replace(key).is_some_and(|level| level != key) {
            rank = place;
        }
        line.rank = rank;
    }
}

/// Reads ratings in order, without ranks.
async fn lines(
    connection: &mut Connection,
    game: &str,
    after: Option<RatingPlace>,
    limit: u32,
) -> sqlx::Result<Vec<ListedRating>> {
    let after = after.unwrap_or(RatingPlace { key: i64::MIN, player: PlayerId(i64::MIN) });
    let sql = format!(
        "SELECT players.id, players.name, players.created_at, players.banned_at, players.bot, {RATING} FROM ratings CROSS JOIN players
        WHERE {} AND (ratings.rank_key, ratings.player) > ($2, $3) AND players.id = ratings.player
        ORDER BY ratings.rank_key, ratings.player LIMIT $4",
        listed()
    );
    let query = sqlx::query(AssertSqlSafe(sql)).bind(game).bind(after.key).bind(after.player.0);
    let rows = query.bind(i64::from(limit)).fetch_all(connection).await?;
    let line = |row: &Row| Ok(ListedRating { rank: 0, player: player_at(row, 0)?, rating: rating_at(row, 5)? });
    rows.iter().map(line).collect()
}

/// Returns the number of ratings before a place.
async fn before(connection: &mut Connection, game: &str, place: RatingPlace) -> sqlx::Result<u64> {
    let sql = format!("SELECT count(*) FROM ratings WHERE {} AND (rank_key, player) < ($2, $3)", listed());
    let query = sqlx::query_scalar(AssertSqlSafe(sql)).bind(game).bind(place.key).bind(place.player.0);
    let before: i64 = query.fetch_one(connection).await?;
    Ok(before.unsigned_abs())
}
