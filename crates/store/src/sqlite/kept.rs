//! Boards whose lines are kept in the database, in the order of their ranks, with counts of the scores on them.

use std::collections::BTreeMap;

use serde_json::json;
use sqlx::Row as _;
use sqlx::sqlite::SqliteConnection;

use super::runs::{LINE, Line, of_json, scores};
use crate::calendar::Period;
use crate::{Board, BoardPlace, BoardRank, RankKey, RunId, ScopeScore};

/// A board whose lines are kept.
pub(super) struct Kept {
    /// Whether they are kept in `bests`, else in `standings`.
    pub(super) bests: bool,
    pub(super) category: i64,
    pub(super) scope: u8,
    /// The number of the period.
    pub(super) period: i64,
}

/// Lines of a board that follow one another.
#[derive(Clone, Copy)]
pub(super) enum Span {
    Top,
    After(BoardPlace),
    /// Those from a place on, the line there included.
    From(BoardPlace),
    /// Those right before a place.
    Before(BoardPlace),
}

/// What must be known of a board to rank the lines of a page.
pub(super) struct Surroundings {
    pub(super) count: u64,
    /// How many are strictly better than the first line.
    pub(super) better: u64,
    /// How many stand there with each of the scores from that of the first line to that of the last.
    pub(super) ties: BTreeMap<ScopeScore, u64>,
    pub(super) more_before: bool,
    pub(super) more_after: bool,
}

impl Kept {
    /// The board of all time of the bests in a category.
    pub(super) fn bests_of_all_time(category: i64, scope: u8) -> Self {
        Self { bests: true, category, scope, period: Period::All.number() }
    }

    /// The board of a category with any seed.
    pub(super) fn new(category: i64, board: &Board) -> Self {
        Self { bests: board.bests, category, scope: board.scope, period: board.period.number() }
    }

    /// The board of a seed that has boards of its own. A player has one line there, whether it is of every run or of bests.
    pub(super) fn of_seed(category: i64, board: &Board) -> Self {
        Self { bests: true, ..Self::new(category, board) }
    }

    fn table(&self) -> &'static str {
        if self.bests { "bests" } else { "standings" }
    }

    /// Lines that follow one another, in any order.
    pub(super) async fn lines(
        &self,
        connection: &mut SqliteConnection,
        span: Span,
        limit: u32,
    ) -> sqlx::Result<Vec<Line>> {
        let (from, than, order) = match span {
            Span::Top => (None, "", ""),
            Span::After(place) => (Some(place), ">", ""),
            Span::From(place) => (Some(place), ">=", ""),
            Span::Before(place) => (Some(place), "<", "DESC"),
        };
        let from_there =
            if from.is_some() { format!("AND (merit, moves, run) {than} (?3, ?4, ?5)") } else { String::new() };
        let table = self.table();
        let sql = format!(
            "SELECT json_group_array({LINE})
            FROM (
                SELECT merit, moves, run FROM {table} WHERE course = ?1 AND scope = ?2 AND period = ?7 {from_there}
                ORDER BY merit {order}, moves {order}, run {order} LIMIT ?6
            ) AS ranked
            CROSS JOIN runs ON runs.id = ranked.run CROSS JOIN players ON players.id = runs.player"
        );
        let query = sqlx::query_scalar(&sql).bind(self.category).bind(self.scope);
        let query = query.bind(from.map(|place| place.score.key.number())).bind(from.map(|place| place.score.moves));
        let query = query.bind(from.map(|place| place.run.0)).bind(limit).bind(self.period);
        let lines: String = query.fetch_one(connection).await?;
        of_json(&lines)
    }

    pub(super) async fn surroundings(
        &self,
        connection: &mut SqliteConnection,
        first: BoardPlace,
        last: BoardPlace,
    ) -> sqlx::Result<Surroundings> {
        let table = self.table();
        let sql = format!(
            "WITH counted AS NOT MATERIALIZED (
                SELECT moves_told, merit, moves, n FROM counts
                WHERE best = ?1 AND course = ?2 AND scope = ?3 AND period = ?4
            ), lines AS NOT MATERIALIZED (
                SELECT merit, moves, run FROM {table}
                WHERE course = ?2 AND scope = ?3 AND period = ?4
            )
            SELECT (SELECT ifnull(sum(n), 0) FROM counted WHERE moves_told = 0),
                (SELECT ifnull(sum(n), 0) FROM counted WHERE moves_told = 0 AND merit < ?5)
                    + (SELECT ifnull(sum(n), 0) FROM counted WHERE moves_told = 1 AND merit = ?5 AND moves < ?6),
                (SELECT json_group_array(json_array(merit, moves, n)) FROM counted
                    WHERE moves_told = 1 AND (merit, moves) >= (?5, ?6) AND (merit, moves) <= (?8, ?9)),
                EXISTS (SELECT 1 FROM lines WHERE (merit, moves, run) < (?5, ?6, ?7)),
                EXISTS (SELECT 1 FROM lines WHERE (merit, moves, run) > (?8, ?9, ?10))"
        );
        let query = sqlx::query(&sql).bind(self.bests).bind(self.category).bind(self.scope).bind(self.period);
        let query = query.bind(first.score.key.number()).bind(first.score.moves).bind(first.run.0);
        let query = query.bind(last.score.key.number()).bind(last.score.moves).bind(last.run.0);
        let row = query.fetch_one(connection).await?;
        let tie = |(merit, moves, n)| (ScopeScore { key: RankKey::of_number(merit), moves }, n);
        let ties = of_json(row.try_get(2)?)?.into_iter().map(tie).collect();
        let number = |column| Ok::<_, sqlx::Error>(row.try_get::<i64, usize>(column)?.unsigned_abs());
        let (more_before, more_after) = (row.try_get(3)?, row.try_get(4)?);
        Ok(Surroundings { count: number(0)?, better: number(1)?, ties, more_before, more_after })
    }

    pub(super) async fn count(&self, connection: &mut SqliteConnection) -> sqlx::Result<u64> {
        let sql = "SELECT ifnull(sum(n), 0) FROM counts
            WHERE best = ? AND course = ? AND scope = ? AND period = ? AND moves_told = 0";
        let query = sqlx::query_scalar(sql).bind(self.bests).bind(self.category).bind(self.scope);
        let count: i64 = query.bind(self.period).fetch_one(connection).await?;
        Ok(count.unsigned_abs())
    }

    pub(super) async fn place_of(
        &self,
        connection: &mut SqliteConnection,
        run: RunId,
    ) -> sqlx::Result<Option<BoardPlace>> {
        let score = scores_of(connection, run).await?.get(usize::from(self.scope)).copied();
        let Some(place) = score.map(|score| BoardPlace { score, run }) else { return Ok(None) };
        let ranks = ranks_of(connection, [(self, place)].into_iter()).await?;
        Ok(ranks.into_iter().flatten().next().map(|_| place))
    }
}

/// The ranks of places, each on its board; none where there is no line at that place.
pub(super) async fn ranks_of(
    connection: &mut SqliteConnection,
    asked: impl Iterator<Item = (&Kept, BoardPlace)>,
) -> sqlx::Result<Vec<Option<BoardRank>>> {
    let asked: Vec<_> = asked
        .map(|(Kept { bests, category, scope, period }, BoardPlace { score, run })| {
            json!([u8::from(*bests), category, scope, period, score.key.number(), score.moves, run.0])
        })
        .collect();
    if asked.is_empty() {
        return Ok(Vec::new());
    }
    let sql = "WITH asked AS MATERIALIZED (
            SELECT key, value ->> 0 AS best, value ->> 1 AS course, value ->> 2 AS scope, value ->> 3 AS period,
                value ->> 4 AS merit, value ->> 5 AS moves, value ->> 6 AS run
            FROM json_each(?)
        )
        SELECT json_group_array(json_array(
            CASE best
                WHEN 1 THEN EXISTS (
                    SELECT 1 FROM bests AS b WHERE b.course = asked.course AND b.scope = asked.scope
                        AND b.period = asked.period
                        AND b.merit = asked.merit AND b.moves = asked.moves AND b.run = asked.run)
                ELSE EXISTS (
                    SELECT 1 FROM standings AS s WHERE s.course = asked.course AND s.scope = asked.scope
                        AND s.period = asked.period
                        AND s.merit = asked.merit AND s.moves = asked.moves AND s.run = asked.run)
            END,
            (SELECT ifnull(sum(n), 0) FROM counts AS c WHERE c.best = asked.best AND c.course = asked.course
                AND c.scope = asked.scope AND c.period = asked.period
                AND c.moves_told = 0 AND c.merit < asked.merit)
            + (SELECT ifnull(sum(n), 0) FROM counts AS c WHERE c.best = asked.best AND c.course = asked.course
                AND c.scope = asked.scope AND c.period = asked.period
                AND c.moves_told = 1 AND c.merit = asked.merit AND c.moves < asked.moves),
            (SELECT ifnull(sum(n), 0) FROM counts AS c WHERE c.best = asked.best AND c.course = asked.course
                AND c.scope = asked.scope AND c.period = asked.period
                AND c.moves_told = 0)
        ) ORDER BY key) FROM asked";
    let ranks: String = sqlx::query_scalar(sql).bind(json!(asked).to_string()).fetch_one(connection).await?;
    let rank = |(stands, better, count): (u8, u64, u64)| (stands == 1).then_some(BoardRank { rank: 1 + better, count });
    Ok(of_json(&ranks)?.into_iter().map(rank).collect())
}

/// The scores of a run, of the whole and of each room; none if there is no such run.
pub(super) async fn scores_of(connection: &mut SqliteConnection, run: RunId) -> sqlx::Result<Vec<ScopeScore>> {
    let sql = "SELECT merits FROM runs WHERE id = ?";
    let kept: Option<String> = sqlx::query_scalar(sql).bind(run.0).fetch_optional(connection).await?;
    kept.as_deref().map_or(Ok(Vec::new()), scores)
}
