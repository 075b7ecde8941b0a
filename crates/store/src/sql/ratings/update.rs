//! Changes of ratings.

use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet};

use sqlx::Row as _;

use super::super::Connection;
use super::super::rows::{execute_once, fetch};
use super::read::of_players;
use crate::model::calendar::Day;
use crate::{Counting, PlayerId, PlayerRating, PlayerResult, Rating};

/// Two players, the one with the lower number first.
type Pair = (PlayerId, PlayerId);

/// A player in the result of a game, with their rating.
struct RatedPlayer {
    result: PlayerResult,
    /// The rating before the game.
    before: PlayerRating,
}

impl RatedPlayer {
    /// Returns the order of the two places, as it counts for this player; none if it does not count.
    ///
    /// Who forfeits loses to everyone who does not, whose own rating stays the same.
    fn result_against(&self, other: &Self) -> Option<Ordering> {
        match (self.result.counting, other.result.counting) {
            (Counting::Regular, Counting::Regular) => Some(self.result.place.cmp(&other.result.place)),
            (Counting::Forfeit, Counting::Regular | Counting::Nothing) => Some(Ordering::Greater),
            (Counting::Forfeit, Counting::Forfeit) | (Counting::Regular | Counting::Nothing, _) => None,
        }
    }

    fn is_regular(&self) -> bool {
        self.result.counting == Counting::Regular
    }
}

/// Adds the result of a game that ended on a day to the ratings of its players, whose rows are locked.
///
/// Of each two players the result counts, unless another game of theirs was rated on this day, or on a later one by the clock of another
/// instance. A forfeit does not use up the day of a pair. Each player gets one rating period, with the opponents' ratings before the game. Banned and deleted players do not count.
pub(crate) async fn add(
    connection: &mut Connection,
    game: &str,
    day: Day,
    results: &[PlayerResult],
) -> sqlx::Result<()> {
    let players = rated_players(connection, game, results).await?;
    let pairs = counting_pairs(connection, game, day, &players).await?;
    let rated: Vec<(PlayerId, PlayerRating)> =
        players.iter().filter_map(|own| after(own, &players, &pairs).map(|after| (own.result.player, after))).collect();
    write(connection, &rated).await?;
    let is_regular = |player: PlayerId| players.iter().any(|one| one.result.player == player && one.is_regular());
    let pairs = pairs.into_keys().filter(|pair| is_regular(pair.0) && is_regular(pair.1));
    let pairs: Vec<Pair> = pairs.collect();
    write_pairs(connection, game, day, &pairs).await
}

/// Returns the rating of a player after a game; none if no pair of theirs counts. `pairs` has those that count, and whether they are new.
fn after(own: &RatedPlayer, players: &[RatedPlayer], pairs: &BTreeMap<Pair, bool>) -> Option<PlayerRating> {
    let (mut results, mut new_opponents) = (Vec::new(), 0);
    for other in players {
        let Some(is_new) = pairs.get(&pair(own, other)) else { continue };
        let Some(result) = own.result_against(other) else { continue };
        results.push((other.before.rating, result));
        new_opponents += u32::from(*is_new && own.is_regular());
    }
    let PlayerRating { game, rating, games, opponents } = own.before.clone();
    let rating = if own.is_regular() { rating.after(&results) } else { rating.after_forfeit(&results) };
    let opponents = opponents + new_opponents;
    (!results.is_empty()).then_some(PlayerRating { game, rating, games: games + 1, opponents })
}

/// Returns a pair of players.
fn pair(one: &RatedPlayer, other: &RatedPlayer) -> Pair {
    let (one, other) = (one.result.player, other.result.player);
    (one.min(other), one.max(other))
}

/// Returns those players who may be rated, in order of number.
async fn rated_players(
    connection: &mut Connection,
    game: &str,
    results: &[PlayerResult],
) -> sqlx::Result<Vec<RatedPlayer>> {
    let ids: Vec<PlayerId> = results.iter().map(|result| result.player).collect();
    let sql = ["SELECT id FROM players WHERE name IS NOT NULL AND banned_at IS NULL AND id IN (", ")"];
    let found = fetch(connection, sql, &ids, |columns, player| {
        columns.push_bind(player.0);
    });
    let mut players = BTreeMap::new();
    for row in &found.await? {
        let player = PlayerId(row.try_get(0)?);
        let before = PlayerRating { game: game.to_owned(), rating: Rating::NEW, games: 0, opponents: 0 };
        let result = results.iter().find(|result| result.player == player);
        players.extend(result.map(|result| (player, RatedPlayer { result: *result, before })));
    }
    for (player, before) in of_players(connection, game, &ids).await? {
        if let Some(rated) = players.get_mut(&player) {
            rated.before = before;
        }
    }
    Ok(players.into_values().collect())
}

/// Returns the pairs whose result counts, and whether no game of theirs was rated before.
async fn counting_pairs<'a>(
    connection: &mut Connection,
    game: &str,
    day: Day,
    players: &'a [RatedPlayer],
) -> sqlx::Result<BTreeMap<Pair, bool>> {
    let counting_pairs_of = |one: &'a RatedPlayer| {
        let others = players.iter().filter(move |other| other.result.player != one.result.player);
        others.filter(move |other| one.result_against(other).is_some()).map(move |other| pair(one, other))
    };
    let pairs: BTreeSet<Pair> = players.iter().flat_map(counting_pairs_of).collect();
    let pairs: Vec<Pair> = pairs.into_iter().collect();
    let sql = [
        "SELECT rated_pairs.player, rated_pairs.opponent, rated_pairs.day FROM (",
        ") AS asked CROSS JOIN rated_pairs
            WHERE rated_pairs.player = column1 AND rated_pairs.opponent = column2 AND rated_pairs.game = column3",
    ];
    let found = fetch(connection, sql, &pairs, |columns, (player, opponent)| {
        columns.push_bind(player.0).push_bind(opponent.0).push_bind(game);
    });
    let found = found.await?;
    let mut counting: BTreeMap<Pair, bool> = pairs.into_iter().map(|pair| (pair, true)).collect();
    for row in &found {
        let pair = (PlayerId(row.try_get(0)?), PlayerId(row.try_get(1)?));
        if row.try_get::<i64, _>(2)? < day.start().millis() {
            counting.insert(pair, false);
        } else {
            counting.remove(&pair);
        }
    }
    Ok(counting)
}

async fn write(connection: &mut Connection, ratings: &[(PlayerId, PlayerRating)]) -> sqlx::Result<()> {
    let sql = [
        "INSERT INTO ratings (player, game, rating, deviation, volatility, games, opponents, rank_key) ",
        " ON CONFLICT (player, game) DO UPDATE SET rating = excluded.rating, deviation = excluded.deviation,
            volatility = excluded.volatility, games = excluded.games, opponents = excluded.opponents, rank_key = excluded.rank_key",
    ];
    execute_once(connection, sql, ratings, |columns, (player, PlayerRating { game, rating, games, opponents })| {
        let Rating { rating: value, deviation, volatility } = *rating;
        columns.push_bind(player.0).push_bind(game.as_str()).push_bind(value).push_bind(deviation);
        columns.push_bind(volatility).push_bind(i64::from(*games)).push_bind(i64::from(*opponents));
        columns.push_bind(-rating.at_least());
    })
    .await
}

async fn write_pairs(connection: &mut Connection, game: &str, day: Day, pairs: &[Pair]) -> sqlx::Result<()> {
    let sql = [
        "INSERT INTO rated_pairs (player, opponent, game, day) ",
        " ON CONFLICT (player, opponent, game) DO UPDATE SET day = excluded.day",
    ];
    execute_once(connection, sql, pairs, |columns, (player, opponent)| {
        columns.push_bind(player.0).push_bind(opponent.0).push_bind(game).push_bind(day.start().millis());
    })
    .await
}

/// Hides all ratings of a player, or shows them again.
pub(crate) async fn hide(connection: &mut Connection, player: PlayerId, hidden: bool) -> sqlx::Result<()> {
    let sql = "UPDATE ratings SET hidden = $1 WHERE player = $2";
    sqlx::query(sql).bind(i64::from(hidden)).bind(player.0).execute(connection).await?;
    Ok(())
}

/// Deletes the ratings and the pairs of a player. The ratings of the opponents stay.
pub(crate) async fn forget(connection: &mut Connection, player: PlayerId) -> sqlx::Result<()> {
    sqlx::query("DELETE FROM ratings WHERE player = $1").bind(player.0).execute(&mut *connection).await?;
    sqlx::query("DELETE FROM rated_pairs WHERE player = $1").bind(player.0).execute(&mut *connection).await?;
    sqlx::query("DELETE FROM rated_pairs WHERE opponent = $1").bind(player.0).execute(connection).await?;
    Ok(())
}
