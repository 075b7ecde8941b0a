//! Boards whose lines are kept in the database, in the order of their ranks, with counts of the scores on them. The [fold](crate::fold)
//! says what is kept.

use std::collections::BTreeMap;

use serde_json::json;
use sqlx::Row as _;

use super::runs::{LINE, Line, damaged, of_json, scores};
use super::tables::counts_at;
use super::{Connection, list_of};
use crate::calendar::{Day, Period};
use crate::fold::counts::Stretch;
use crate::{Board, BoardPlace, BoardRank, RunId, ScopeScore};

/// A board whose lines are kept.
pub(super) struct Kept {
    /// Whether only those stand on it that are the best of their players.
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

    /// The board of a day's seed: its runs are those of the daily class that were received on that day.
    pub(super) fn of_day(category: i64, scope: u8, day: Day) -> Self {
        Self { bests: true, category, scope, period: Period::Day(day).number() }
    }

    /// How many lines a row of `counts` has on this board.
    fn counted(&self) -> &'static str {
        if self.bests { "bests" } else { "lines" }
    }

    /// Lines that follow one another, in any order.
    pub(super) async fn lines(&self, connection: &mut Connection, span: Span, limit: u32) -> sqlx::Result<Vec<Line>> {
        let (from, than, order) = match span {
            Span::Top => (None, "", ""),
            Span::After(place) => (Some(place), ">", ""),
            Span::From(place) => (Some(place), ">=", ""),
            Span::Before(place) => (Some(place), "<", "DESC"),
        };
        let from_there =
            if from.is_some() { format!("AND (merit, moves, run) {than} (?3, ?4, ?5)") } else { String::new() };
        let of_board = format!(
            "SELECT merit, moves, run FROM standings WHERE course = ?1 AND scope = ?2 AND period = ?7 {from_there} AND best ="
        );
        // Both halves are in the order of ranks, in which they are merged.
        let standing =
            if self.bests { format!("{of_board} 1") } else { format!("{of_board} 0 UNION ALL {of_board} 1") };
        let lines = list_of(LINE);
        let sql = format!(
            "SELECT {lines}
            FROM ({standing} ORDER BY merit {order}, moves {order}, run {order} LIMIT ?6) AS ranked
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
        connection: &mut Connection,
        first: BoardPlace,
        last: BoardPlace,
    ) -> sqlx::Result<Surroundings> {
        let counted = self.counted();
        let sql = format!(
            "WITH counted AS NOT MATERIALIZED (
                SELECT stretch, {counted} AS n, scores FROM counts WHERE course = ?1 AND scope = ?2 AND period = ?3
            ), beyond AS NOT MATERIALIZED (
                SELECT merit, moves, run FROM standings
                WHERE course = ?1 AND scope = ?2 AND period = ?3 AND best IN (1, ?4)
            )
            SELECT (SELECT sum(n) FROM counted), (SELECT ifnull(sum(n), 0) FROM counted WHERE stretch < ?5),
                EXISTS (SELECT 1 FROM beyond WHERE (merit, moves, run) < (?7, ?8, ?9)),
                EXISTS (SELECT 1 FROM beyond WHERE (merit, moves, run) > (?10, ?11, ?12)), scores
            FROM counted WHERE stretch BETWEEN ?5 AND ?6"
        );
        let query = sqlx::query(&sql).bind(self.category).bind(self.scope).bind(self.period).bind(self.bests);
        let query = query.bind(Stretch::number_of(first.score)).bind(Stretch::number_of(last.score));
        let query = query.bind(first.score.key.number()).bind(first.score.moves).bind(first.run.0);
        let query = query.bind(last.score.key.number()).bind(last.score.moves).bind(last.run.0);
        let rows = query.fetch_all(connection).await?;
        let row = rows.first().ok_or_else(|| damaged("what stands on a board is not counted"))?;
        let number = |column| Ok::<_, sqlx::Error>(row.try_get::<i64, usize>(column)?.unsigned_abs());
        let (count, mut better, mut ties) = (number(0)?, number(1)?, BTreeMap::new());
        for row in &rows {
            for counted in counts_at(row, 4)?.scores() {
                if counted.score < first.score {
                    better += counted.on(self.bests);
                } else {
                    ties.insert(counted.score, counted.on(self.bests));
                }
            }
        }
        Ok(Surroundings { count, better, ties, more_before: row.try_get(2)?, more_after: row.try_get(3)? })
    }

    pub(super) async fn count(&self, connection: &mut Connection) -> sqlx::Result<u64> {
        let counted = self.counted();
        let sql = format!("SELECT ifnull(sum({counted}), 0) FROM counts WHERE course = ? AND scope = ? AND period = ?");
        let query = sqlx::query_scalar(&sql).bind(self.category).bind(self.scope).bind(self.period);
        let count: i64 = query.fetch_one(connection).await?;
        Ok(count.unsigned_abs())
    }

    pub(super) async fn place_of(&self, connection: &mut Connection, run: RunId) -> sqlx::Result<Option<BoardPlace>> {
        let score = scores_of(connection, run).await?.get(usize::from(self.scope)).copied();
        let Some(place) = score.map(|score| BoardPlace { score, run }) else { return Ok(None) };
        let ranks = ranks_of(connection, &[(self, place)]).await?;
        Ok(ranks.into_iter().flatten().next().map(|_| place))
    }
}

/// The ranks of places, each on its board; none where there is no line at that place.
pub(super) async fn ranks_of(
    connection: &mut Connection,
    places: &[(&Kept, BoardPlace)],
) -> sqlx::Result<Vec<Option<BoardRank>>> {
    let asked = |(Kept { bests, category, scope, period }, BoardPlace { score, run }): &(&Kept, BoardPlace)| {
        let stretch = Stretch::number_of(*score);
        json!([u8::from(*bests), category, scope, period, score.key.number(), score.moves, run.0, stretch])
    };
    let asked: Vec<_> = places.iter().map(asked).collect();
    if asked.is_empty() {
        return Ok(Vec::new());
    }
    let sql = "WITH asked AS MATERIALIZED (
            SELECT key, value ->> 0 AS best, value ->> 1 AS course, value ->> 2 AS scope, value ->> 3 AS period,
                value ->> 4 AS merit, value ->> 5 AS moves, value ->> 6 AS run, value ->> 7 AS stretch
            FROM json_each(?)
        )
        SELECT key,
            (SELECT sum(iif(asked.best, c.bests, c.lines)) FROM counts AS c WHERE c.course = asked.course
                AND c.scope = asked.scope AND c.period = asked.period),
            (SELECT ifnull(sum(iif(asked.best, c.bests, c.lines)), 0) FROM counts AS c WHERE c.course = asked.course
                AND c.scope = asked.scope AND c.period = asked.period AND c.stretch < asked.stretch),
            scores
        FROM asked CROSS JOIN counts AS own ON own.course = asked.course AND own.scope = asked.scope
            AND own.period = asked.period AND own.stretch = asked.stretch
        WHERE EXISTS (SELECT 1 FROM standings AS s WHERE s.course = asked.course AND s.scope = asked.scope
            AND s.period = asked.period AND s.best IN (1, asked.best)
            AND s.merit = asked.merit AND s.moves = asked.moves AND s.run = asked.run)";
    let rows = sqlx::query(sql).bind(json!(asked).to_string()).fetch_all(connection).await?;
    let mut ranks = vec![None; places.len()];
    for row in &rows {
        let at = usize::try_from(row.try_get::<i64, _>(0)?).unwrap_or(usize::MAX);
        let (Some((kept, place)), Some(rank)) = (places.get(at), ranks.get_mut(at)) else { continue };
        let number = |column| Ok::<_, sqlx::Error>(row.try_get::<i64, usize>(column)?.unsigned_abs());
        let of_stretch = counts_at(row, 3)?;
        let before = of_stretch.scores().iter().filter(|counted| counted.score < place.score);
        let better = number(2)? + before.map(|counted| counted.on(kept.bests)).sum::<u64>();
        *rank = Some(BoardRank { rank: 1 + better, count: number(1)? });
    }
    Ok(ranks)
}

/// The scores of a run, of the whole and of each room; none if there is no such run.
pub(super) async fn scores_of(connection: &mut Connection, run: RunId) -> sqlx::Result<Vec<ScopeScore>> {
    let sql = "SELECT merits FROM runs WHERE id = ?";
    let kept: Option<String> = sqlx::query_scalar(sql).bind(run.0).fetch_optional(connection).await?;
    kept.as_deref().map_or(Ok(Vec::new()), scores)
}
