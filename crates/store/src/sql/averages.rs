//! Averages: the mean of what a player's latest sealed games of a category count.
//!
//! A player's average stands in `averages`, and once it is of enough games, in a list of [`pieces`](crate::fold::pieces) as runs do, by
//! which it is ranked however many there are: its place has the scaled mean for a rank key and the player's number for a run's.

use std::collections::BTreeMap;

use sqlx::{Connection as _, Row as _};

use super::kept::{Kept, Span, Standing};
use super::players::player_at;
use super::rows::fetch;
use super::runs::{damaged, number_at};
use super::submissions::category_id;
use super::{Connection, Row};
use crate::fold::pieces::{Change, List};
use crate::fold::{BoardKey, change_lists};
use crate::{
    AVERAGED, Average, AveragePage, AveragePlace, BoardPlace, Category, LEAST_AVERAGED, Player, PlayerId, RankKey,
    RunId, ScopeScore, TableId,
};

/// In place of a period's number: no period has it.
const LATEST_GAMES: i64 = -1;

/// The list on which the averages of a category stand.
pub(super) fn list(course: i64) -> List {
    List { board: BoardKey { category: course, scope: 0, period: LATEST_GAMES }, best: true }
}

fn kept(course: i64) -> Kept {
    Kept { bests: true, category: course, scope: 0, period: LATEST_GAMES }
}

/// Where an average stands on its list.
pub(super) fn place_on_list(place: AveragePlace) -> BoardPlace {
    let score = ScopeScore { key: RankKey::of_number(place.scaled), moves: 0 };
    BoardPlace { score, run: RunId(place.player.0) }
}

fn place_of(place: BoardPlace) -> AveragePlace {
    AveragePlace { scaled: place.score.key.number(), player: PlayerId(place.run.0) }
}

/// The mean of so many numbers of this sum, times [`AveragePlace::SCALE`]; one that is out of range is the nearest in it.
fn scaled(sum: i64, games: i64) -> i64 {
    let scaled = i128::from(sum) * i128::from(AveragePlace::SCALE) / i128::from(games.max(1));
    scaled.clamp(i64::MIN.into(), i64::MAX.into()) as i64
}

/// Notes a sealed game of a player that has ended, and makes their average anew.
pub(super) async fn note(
    connection: &mut Connection,
    course: i64,
    player: PlayerId,
    table: TableId,
    counts: RankKey,
    finished: bool,
) -> sqlx::Result<()> {
    let sql = "INSERT INTO sealed_games (player, course, table_id, merit, finished) VALUES ($1, $2, $3, $4, $5)";
    let query = sqlx::query(sql).bind(player.0).bind(course).bind(table.0).bind(counts.number());
    query.bind(i64::from(finished)).execute(&mut *connection).await?;
    let before = ranked_before(connection, course, player).await?;
    let sql = "SELECT merit, finished FROM sealed_games WHERE player = $1 AND course = $2 ORDER BY id DESC LIMIT $3";
    let query = sqlx::query_as(sql).bind(player.0).bind(course).bind(i64::from(AVERAGED));
    let latest: Vec<(i64, i64)> = query.fetch_all(&mut *connection).await?;
    let games = latest.len() as i64;
    let sum = latest.iter().fold(0_i64, |sum, (merit, _)| sum.saturating_add(*merit));
    let finished: i64 = latest.iter().map(|(_, finished)| finished).sum();
    let now = AveragePlace { scaled: scaled(sum, games), player };
    let sql = "INSERT INTO averages (course, player, games, finished, merits, scaled) VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT (course, player) DO UPDATE SET games = excluded.games, finished = excluded.finished,
            merits = excluded.merits, scaled = excluded.scaled";
    let query = sqlx::query(sql).bind(course).bind(player.0).bind(games).bind(finished).bind(sum).bind(now.scaled);
    query.execute(&mut *connection).await?;
    let given_up = before.map(|place| Change { place: place_on_list(place), by: -1 });
    let taken = (games >= i64::from(LEAST_AVERAGED)).then(|| Change { place: place_on_list(now), by: 1 });
    change_lists(connection, BTreeMap::from([(list(course), given_up.into_iter().chain(taken).collect())])).await
}

/// Where a player's average stands, if it is ranked.
async fn ranked_before(
    connection: &mut Connection,
    course: i64,
    player: PlayerId,
) -> sqlx::Result<Option<AveragePlace>> {
    let sql = "SELECT scaled FROM averages WHERE course = $1 AND player = $2 AND games >= $3";
    let query = sqlx::query_scalar(sql).bind(course).bind(player.0).bind(i64::from(LEAST_AVERAGED));
    Ok(query.fetch_optional(connection).await?.map(|scaled| AveragePlace { scaled, player }))
}

/// A page of the averages of a category, read in one transaction so that its parts agree.
pub(super) async fn page(
    connection: &mut Connection,
    category: &Category,
    after: Option<AveragePlace>,
    limit: u32,
) -> sqlx::Result<AveragePage> {
    let mut transaction = connection.begin().await?;
    let Some(course) = category_id(&mut transaction, category).await? else { return Ok(AveragePage::default()) };
    let kept = kept(course);
    let span = after.map_or(Span::Top, |place| Span::After(place_on_list(place)));
    let (places, Standing { before, better, count, .. }) = kept.places(&mut transaction, span, limit).await?;
    let mut told = averages_of(&mut transaction, course, &places).await?;
    let (mut rank, mut scaled) = (1 + better, None);
    let line = |(at, place): (u64, BoardPlace)| {
        let place = place_of(place);
        if scaled.replace(place.scaled).is_some_and(|scaled| scaled != place.scaled) {
            rank = 1 + before + at;
        }
        let average = told.remove(&place.player).ok_or_else(|| damaged("an average that stands is not there"))?;
        Ok(Average { rank, place, ..average })
    };
    let lines = (0..).zip(places.iter().copied()).map(line).collect::<sqlx::Result<Vec<_>>>()?;
    let more = !lines.is_empty() && before + (lines.len() as u64) < count;
    Ok(AveragePage { lines, count, more })
}

/// The averages at these places, without their ranks.
async fn averages_of(
    connection: &mut Connection,
    course: i64,
    places: &[BoardPlace],
) -> sqlx::Result<BTreeMap<PlayerId, Average>> {
    let sql = [
        "SELECT players.id, players.name, players.created_at, averages.games, averages.finished, averages.merits FROM (",
        ") AS asked CROSS JOIN averages CROSS JOIN players
            WHERE averages.course = column1 AND averages.player = column2 AND players.id = averages.player",
    ];
    let found = fetch(connection, sql, places, |columns, place| {
        columns.push_bind(course).push_bind(place.run.0);
    });
    let average = |row: &Row| {
        let id = PlayerId(row.try_get(0)?);
        let named = row.try_get::<Option<&str>, _>(1)?.is_some();
        let player: Option<Player> = named.then(|| player_at(row, 0)).transpose()?;
        let (games, finished) = (number_at(row, 3)?, number_at(row, 4)?);
        let sum = row.try_get::<i64, _>(5)?.unsigned_abs();
        let place = AveragePlace { scaled: 0, player: id };
        Ok((id, Average { rank: 0, place, player, games, finished, sum }))
    };
    found.await?.iter().map(average).collect()
}
