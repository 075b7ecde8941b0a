//! Ranks, as sums of few counts for any number of entries.

use sqlx::{Connection as _, QueryBuilder};

use super::super::Connection;
use super::super::rows::Columns;
use super::super::values::{damaged, fetch_list, nth};
use super::source::Source;
use crate::{Board, BoardPlace, BoardRank, MAX_SEED_RANK};

/// Numbers of entries around a place on a board.
#[derive(Clone, Copy, Debug)]
pub(super) struct RankCounts {
    /// Whether there is an entry at the place.
    pub(super) is_taken: bool,
    /// Number of entries with a better score, or the same score in fewer moves.
    pub(super) better: u64,
    /// Number of entries with the same score and number of moves.
    pub(super) equal: u64,
    /// Number of entries.
    pub(super) count: u64,
    /// Counting stopped above this number, so that greater numbers are unknown.
    max: u64,
}

impl RankCounts {
    /// The counts on a board without entries.
    pub(super) const EMPTY: Self = Self { is_taken: false, better: 0, equal: 0, count: 0, max: u64::MAX };

    /// Returns a number of entries or a rank, if it is known.
    pub(super) fn known(&self, number: u64) -> Option<u64> {
        (number <= self.max).then_some(number)
    }

    /// Returns the rank of the entry at the place, if there is one and its rank is known.
    pub(super) fn rank(&self) -> Option<BoardRank> {
        let (rank, count) = (self.known(1 + self.better)?, self.known(self.count)?);
        self.is_taken.then_some(BoardRank { rank, count })
    }
}

/// Returns the ranks of entries at places, each on its board; none where there is no entry, or its rank is unknown.
pub(crate) async fn ranks(
    connection: &mut Connection,
    places: &[(Board, BoardPlace)],
) -> sqlx::Result<Vec<Option<BoardRank>>> {
    let mut transaction = connection.begin().await?;
    let boards: Vec<&Board> = places.iter().map(|(board, _)| board).collect();
    let sources = Source::of(&mut transaction, &boards).await?;
    let asked: Vec<(Option<Source>, BoardPlace)> =
        sources.into_iter().zip(places.iter().map(|(_, place)| *place)).collect();
    let rank_counts = rank_counts(&mut transaction, &asked).await?;
    Ok(rank_counts.iter().map(RankCounts::rank).collect())
}

/// Counts entries around places, each on its board.
pub(super) async fn rank_counts(
    connection: &mut Connection,
    places: &[(Option<Source>, BoardPlace)],
) -> sqlx::Result<Vec<RankCounts>> {
    let mut rank_counts = vec![RankCounts::EMPTY; places.len()];
    let mut counted = Vec::new();
    for (at, (source, place)) in places.iter().enumerate() {
        match source {
            None => {}
            Some(Source::Bests { board }) => counted.push(Counted { at, board: *board, runs_of: None, place: *place }),
            Some(Source::Runs { board, category }) => {
                counted.push(Counted { at, board: *board, runs_of: Some(*category), place: *place });
            }
            Some(seed @ Source::Seed { .. }) => rank_counts[at] = on_seed(connection, seed, *place).await?,
        }
    }
    for (at, counts) in on_counted(connection, &counted).await? {
        rank_counts[at] = counts;
    }
    Ok(rank_counts)
}

/// A place on a board that has counts.
struct Counted {
    at: usize,
    board: i64,
    /// The category, if the board lists runs.
    runs_of: Option<i64>,
    place: BoardPlace,
}

/// Counts entries on boards with stored counts, in one statement.
async fn on_counted(connection: &mut Connection, asked: &[Counted]) -> sqlx::Result<Vec<(usize, RankCounts)>> {
    if asked.is_empty() {
        return Ok(Vec::new());
    }
    let sum = |from: &str| format!("coalesce((SELECT CAST(sum(entries) AS BIGINT) FROM {from}), 0)");
    let on_place = "score_key = column4 AND move_count = column5 AND run = column6";
    let columns = [
        "column1".to_owned(),
        format!(
            "CASE WHEN EXISTS (SELECT 1 FROM bests WHERE board = column2 AND {on_place})
                OR EXISTS (SELECT 1 FROM seed_bests WHERE category = column3 AND {on_place}) THEN 1 ELSE 0 END"
        ),
        format!(
            "{} + {}",
            sum("score_counts WHERE board = column2 AND score_key < column4"),
            sum("move_counts WHERE board = column2 AND score_key = column4 AND move_count < column5"),
        ),
        sum("move_counts WHERE board = column2 AND score_key = column4 AND move_count = column5"),
        sum("score_counts WHERE board = column2"),
    ];
    let numbered: Vec<(i64, &Counted)> = (0..).zip(asked).collect();
    let bind = |columns: &mut Columns<'_>, (at, of): &(i64, &Counted)| {
        columns.push_bind(*at).push_bind(of.board).push_bind(of.runs_of);
        let BoardPlace { score, run } = of.place;
        columns.push_bind(score.key.number()).push_bind(i64::from(score.moves)).push_bind(run.0);
    };
    let found: Vec<(i64, i64, i64, i64, i64)> =
        fetch_list(connection, &columns.join(", "), ") AS asked", &numbered, bind).await?;
    let counts = |(at, is_taken, better, equal, count)| {
        let number = |sum: i64| u64::try_from(sum).map_err(|_| damaged("the counts of a board are negative"));
        let (better, equal, count) = (number(better)?, number(equal)?, number(count)?);
        let counts = RankCounts { is_taken: is_taken == 1, better, equal, count, max: u64::MAX };
        Ok((nth(asked, at)?.at, counts))
    };
    found.into_iter().map(counts).collect()
}

/// Counts entries on the board of a seed, up to one more than [`MAX_SEED_RANK`].
async fn on_seed(connection: &mut Connection, seed: &Source, place: BoardPlace) -> sqlx::Result<RankCounts> {
    let (key, moves) = (place.score.key.number(), i64::from(place.score.moves));
    let mut query = QueryBuilder::new("SELECT EXISTS (SELECT 1 FROM ");
    seed.push(&mut query);
    query.push(" AND score_key = ").push_bind(key).push(" AND move_count = ").push_bind(moves);
    query.push(" AND run = ").push_bind(place.run.0).push(")");
    for comparison in [Some("<"), Some("="), None] {
        query.push(", (SELECT count(*) FROM (SELECT 1 FROM ");
        seed.push(&mut query);
        if let Some(comparison) = comparison {
            query.push(" AND (score_key, move_count) ").push(comparison).push(" (");
            query.push_bind(key).push(", ").push_bind(moves).push(")");
        }
        query.push(" LIMIT ").push_bind(i64::from(MAX_SEED_RANK) + 1).push(") AS counted)");
    }
    let (is_taken, better, equal, count): (bool, i64, i64, i64) = query.build_query_as().fetch_one(connection).await?;
    let [better, equal, count] = [better, equal, count].map(i64::unsigned_abs);
    Ok(RankCounts { is_taken, better, equal, count, max: MAX_SEED_RANK.into() })
}
