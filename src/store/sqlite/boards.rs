//! Boards: pages, ranks and counts.
//!
//! The boards of a course are [kept](Kept): their lines lie in the order of their ranks, and counts say how many are
//! better than a mark, so that no read grows with the board. A seed has boards of its own only once it is played often;
//! until then its few runs are [listed](Lines::Listed) and sorted when they are asked for. Both answer the same questions.

use std::collections::BTreeMap;

use sqlx::sqlite::{SqliteConnection, SqlitePool, SqliteRow};
use sqlx::{Connection as _, Row as _};

use super::runs::{class, damaged, marks, of_numbers};
use super::writer::course_number;
use crate::rules::chance::Seed;
use crate::store::calendar::{Period, Timestamp};
use crate::store::{
    Best, Board, Course, Entry, Mark, Merit, Page, Place, PlayerId, Position, RunId, Standing, StoreError,
};

/// A page of a board, as it stands at one moment.
pub(super) async fn page(readers: &SqlitePool, board: &Board, at: Position, limit: u32) -> Result<Page, StoreError> {
    let mut connection = readers.acquire().await?;
    let mut moment = connection.begin().await?;
    let lines = Lines::of(&mut moment, board).await?;
    Ok(lines.page(&mut moment, board.scope, at, limit).await?)
}

/// How a run stands on each of these boards; none where it does not.
pub(super) async fn ranks(
    readers: &SqlitePool,
    run: RunId,
    boards: &[Board],
) -> Result<Vec<Option<Standing>>, StoreError> {
    let mut connection = readers.acquire().await?;
    let mut moment = connection.begin().await?;
    let mut standings = Vec::with_capacity(boards.len());
    for board in boards {
        let lines = Lines::of(&mut moment, board).await?;
        standings.push(match lines.place_of(&mut moment, board.scope, run).await? {
            Some(place) => Some(lines.standing(&mut moment, place.mark).await?),
            None => None,
        });
    }
    Ok(standings)
}

/// A player's best on every board of all time, the seeds' own left aside.
pub(super) async fn bests_of(readers: &SqlitePool, player: PlayerId) -> Result<Vec<Best>, StoreError> {
    let mut connection = readers.acquire().await?;
    let mut moment = connection.begin().await?;
    let sql = "SELECT merit, bests.moves, run, scope, course, game, rules, options, class
        FROM bests JOIN courses ON courses.id = course
        WHERE player = ? AND period = 0 AND courses.base IS NULL
        ORDER BY game, rules DESC, options, class, scope";
    let rows = sqlx::query(sql).bind(player.0).fetch_all(&mut *moment).await?;
    let mut bests = Vec::with_capacity(rows.len());
    for row in &rows {
        let place = place(row)?;
        let scope = row.try_get(3)?;
        let kept = Kept { table: "bests", best: 1, course: row.try_get(4)?, scope, periods: vec![0] };
        let standing = Lines::Kept(kept).standing(&mut moment, place.mark).await?;
        let (game, rules, options) = (row.try_get(5)?, row.try_get(6)?, row.try_get(7)?);
        let course = Course { game, rules, options, class: class(row.try_get(8)?)? };
        bests.push(Best { course, scope, place, standing });
    }
    Ok(bests)
}

/// The lines of a board.
enum Lines {
    /// Kept in the order of their ranks.
    Kept(Kept),
    /// All of them, in the order of their ranks.
    Listed(Vec<Place>),
}

/// A board whose lines are kept.
struct Kept {
    table: &'static str,
    /// As `counts` tells the two tables apart.
    best: i64,
    course: i64,
    scope: u8,
    /// The periods from which it is merged.
    periods: Vec<i64>,
}

/// The number of the course of one seed, once it has one.
async fn seeds_course(connection: &mut SqliteConnection, base: i64, seed: &Seed) -> sqlx::Result<Option<i64>> {
    let sql = "SELECT id FROM courses WHERE base = ? AND seed = ?";
    sqlx::query_scalar(sql).bind(base).bind(seed.as_str()).fetch_optional(connection).await
}

fn place(row: &SqliteRow) -> sqlx::Result<Place> {
    let mark = Mark { merit: Merit(row.try_get(0)?), moves: row.try_get(1)? };
    Ok(Place { mark, run: RunId(row.try_get(2)?) })
}

impl Lines {
    async fn of(connection: &mut SqliteConnection, board: &Board) -> sqlx::Result<Self> {
        let Some(base) = course_number(connection, &board.course).await? else { return Ok(Self::Listed(Vec::new())) };
        let course = match &board.seed {
            None => Some(base),
            Some(seed) => seeds_course(connection, base, seed).await?,
        };
        match (course, &board.seed) {
            (Some(course), _) => Ok(Self::Kept(Kept::new(course, board))),
            (None, Some(seed)) => Ok(Self::Listed(listed(connection, base, seed, board).await?)),
            (None, None) => Ok(Self::Listed(Vec::new())),
        }
    }

    async fn page(&self, connection: &mut SqliteConnection, scope: u8, at: Position, limit: u32) -> sqlx::Result<Page> {
        let mut found = true;
        let places = match at {
            Position::Top => self.after(connection, None, limit).await?,
            Position::After(place) => self.after(connection, Some(place), limit).await?,
            Position::Before(place) => self.before(connection, place, limit).await?,
            Position::Around(run) => match self.place_of(connection, scope, run).await? {
                Some(place) => {
                    let mut places = self.before(connection, place, limit / 2).await?;
                    places.push(place);
                    let left = limit.saturating_sub(places.len() as u32);
                    places.extend(self.after(connection, Some(place), left).await?);
                    places
                }
                None => {
                    found = false;
                    Vec::new()
                }
            },
        };
        let count = self.count(connection).await?;
        let (more_before, more_after) = match (places.first(), places.last()) {
            (Some(first), Some(last)) => (
                !self.before(connection, *first, 1).await?.is_empty(),
                !self.after(connection, Some(*last), 1).await?.is_empty(),
            ),
            _ => (count > 0 && matches!(at, Position::After(_)), count > 0 && matches!(at, Position::Before(_))),
        };
        let entries = self.entries(connection, &places).await?;
        Ok(Page { entries, count, more_before, more_after, found })
    }

    /// The lines at these places, with their ranks and what is told of their runs.
    async fn entries(&self, connection: &mut SqliteConnection, places: &[Place]) -> sqlx::Result<Vec<Entry>> {
        let (Some(first), Some(last)) = (places.first(), places.last()) else { return Ok(Vec::new()) };
        let ties = self.ties(connection, first.mark, last.mark).await?;
        let (mut rank, mut mark) = (1 + self.better(connection, first.mark).await?, first.mark);
        let runs: Vec<RunId> = places.iter().map(|place| place.run).collect();
        let mut told: BTreeMap<RunId, _> =
            of_numbers(connection, &runs).await?.into_iter().map(|run| (run.id, run)).collect();
        let mut entries = Vec::with_capacity(places.len());
        for place in places {
            if place.mark != mark {
                rank += ties.get(&mark).copied().unwrap_or(0);
                mark = place.mark;
            }
            let run = told.remove(&place.run).ok_or_else(|| damaged("a board tells of a run that is not there"))?;
            entries.push(Entry { rank, place: *place, run });
        }
        Ok(entries)
    }

    async fn standing(&self, connection: &mut SqliteConnection, mark: Mark) -> sqlx::Result<Standing> {
        let rank = 1 + self.better(connection, mark).await?;
        Ok(Standing { rank, count: self.count(connection).await? })
    }

    /// Those from the top, or after a place.
    async fn after(
        &self,
        connection: &mut SqliteConnection,
        place: Option<Place>,
        limit: u32,
    ) -> sqlx::Result<Vec<Place>> {
        match self {
            Self::Kept(kept) => kept.places(connection, place, true, limit).await,
            Self::Listed(places) => {
                let from = place.map_or(0, |place| places.partition_point(|other| *other <= place));
                Ok(places.iter().skip(from).take(limit as usize).copied().collect())
            }
        }
    }

    /// The last of those before a place.
    async fn before(&self, connection: &mut SqliteConnection, place: Place, limit: u32) -> sqlx::Result<Vec<Place>> {
        match self {
            Self::Kept(kept) => {
                let mut places = kept.places(connection, Some(place), false, limit).await?;
                places.reverse();
                Ok(places)
            }
            Self::Listed(places) => {
                let end = places.partition_point(|other| *other < place);
                Ok(places.iter().take(end).skip(end.saturating_sub(limit as usize)).copied().collect())
            }
        }
    }

    /// How many are strictly better than a mark.
    async fn better(&self, connection: &mut SqliteConnection, mark: Mark) -> sqlx::Result<u64> {
        match self {
            Self::Kept(kept) => kept.better(connection, mark).await,
            Self::Listed(places) => Ok(places.partition_point(|other| other.mark < mark) as u64),
        }
    }

    async fn count(&self, connection: &mut SqliteConnection) -> sqlx::Result<u64> {
        match self {
            Self::Kept(kept) => kept.count(connection).await,
            Self::Listed(places) => Ok(places.len() as u64),
        }
    }

    /// How many have each of the marks from one to another.
    async fn ties(
        &self,
        connection: &mut SqliteConnection,
        first: Mark,
        last: Mark,
    ) -> sqlx::Result<BTreeMap<Mark, u64>> {
        match self {
            Self::Kept(kept) => kept.ties(connection, first, last).await,
            Self::Listed(places) => {
                let mut ties = BTreeMap::new();
                for place in places {
                    *ties.entry(place.mark).or_insert(0) += 1;
                }
                Ok(ties)
            }
        }
    }

    /// Where a run stands here, if it does.
    async fn place_of(&self, connection: &mut SqliteConnection, scope: u8, run: RunId) -> sqlx::Result<Option<Place>> {
        match self {
            Self::Kept(kept) => {
                let sql = "SELECT merits FROM runs WHERE id = ?";
                let merits: Option<String> =
                    sqlx::query_scalar(sql).bind(run.0).fetch_optional(&mut *connection).await?;
                let Some(merits) = merits else { return Ok(None) };
                let Some(mark) = marks(&merits)?.get(usize::from(scope)).copied() else { return Ok(None) };
                let place = Place { mark, run };
                Ok(kept.holds(connection, place).await?.then_some(place))
            }
            Self::Listed(places) => Ok(places.iter().find(|place| place.run == run).copied()),
        }
    }
}

impl Kept {
    fn new(course: i64, board: &Board) -> Self {
        let (table, best, periods) =
            if board.bests { ("bests", 1, vec![board.period.number()]) } else { ("standings", 0, days(board.period)) };
        Self { table, best, course, scope: board.scope, periods }
    }

    /// Places in the order of their ranks, or, backwards, in the opposite order.
    async fn places(
        &self,
        connection: &mut SqliteConnection,
        from: Option<Place>,
        forwards: bool,
        limit: u32,
    ) -> sqlx::Result<Vec<Place>> {
        let (than, order) = if forwards { (">", "") } else { ("<", "DESC") };
        let from_there =
            if from.is_some() { format!("AND (merit, moves, run) {than} (?3, ?4, ?5)") } else { String::new() };
        let of_period = |i| {
            let table = self.table;
            format!(
                "SELECT merit, moves, run FROM {table} WHERE course = ?1 AND scope = ?2 AND period = ?{i} {from_there}"
            )
        };
        let parts: Vec<String> = (7..7 + self.periods.len()).map(of_period).collect();
        let sql = format!("{} ORDER BY merit {order}, moves {order}, run {order} LIMIT ?6", parts.join(" UNION ALL "));
        let query = sqlx::query(&sql).bind(self.course).bind(self.scope);
        let query = query.bind(from.map(|place| place.mark.merit.0)).bind(from.map(|place| place.mark.moves));
        let query = query.bind(from.map(|place| place.run.0)).bind(limit);
        let query = self.periods.iter().fold(query, |query, period| query.bind(period));
        query.fetch_all(connection).await?.iter().map(place).collect()
    }

    fn periods_as_json(&self) -> String {
        serde_json::to_string(&self.periods).unwrap_or_default()
    }

    async fn better(&self, connection: &mut SqliteConnection, mark: Mark) -> sqlx::Result<u64> {
        let sql = "WITH here AS NOT MATERIALIZED (
                SELECT moves_told, merit, moves, n FROM counts
                WHERE best = ?1 AND course = ?2 AND scope = ?3 AND period IN (SELECT value FROM json_each(?4))
            )
            SELECT (SELECT ifnull(sum(n), 0) FROM here WHERE moves_told = 0 AND merit < ?5)
                + (SELECT ifnull(sum(n), 0) FROM here WHERE moves_told = 1 AND merit = ?5 AND moves < ?6)";
        let query = sqlx::query_scalar(sql).bind(self.best).bind(self.course).bind(self.scope);
        let query = query.bind(self.periods_as_json()).bind(mark.merit.0).bind(mark.moves);
        let better: i64 = query.fetch_one(connection).await?;
        Ok(better.unsigned_abs())
    }

    async fn count(&self, connection: &mut SqliteConnection) -> sqlx::Result<u64> {
        let sql = "SELECT ifnull(sum(n), 0) FROM counts
            WHERE best = ? AND course = ? AND scope = ? AND period IN (SELECT value FROM json_each(?)) AND moves_told = 0";
        let query = sqlx::query_scalar(sql).bind(self.best).bind(self.course).bind(self.scope);
        let count: i64 = query.bind(self.periods_as_json()).fetch_one(connection).await?;
        Ok(count.unsigned_abs())
    }

    async fn ties(
        &self,
        connection: &mut SqliteConnection,
        first: Mark,
        last: Mark,
    ) -> sqlx::Result<BTreeMap<Mark, u64>> {
        let sql = "SELECT merit, moves, sum(n) FROM counts
            WHERE best = ?1 AND course = ?2 AND scope = ?3 AND period IN (SELECT value FROM json_each(?4))
                AND moves_told = 1 AND (merit, moves) >= (?5, ?6) AND (merit, moves) <= (?7, ?8)
            GROUP BY merit, moves";
        let query = sqlx::query(sql).bind(self.best).bind(self.course).bind(self.scope).bind(self.periods_as_json());
        let query = query.bind(first.merit.0).bind(first.moves).bind(last.merit.0).bind(last.moves);
        let rows = query.fetch_all(connection).await?;
        let tie = |row: &SqliteRow| {
            let mark = Mark { merit: Merit(row.try_get(0)?), moves: row.try_get(1)? };
            Ok((mark, row.try_get::<i64, _>(2)?.unsigned_abs()))
        };
        rows.iter().map(tie).collect()
    }

    async fn holds(&self, connection: &mut SqliteConnection, place: Place) -> sqlx::Result<bool> {
        let table = self.table;
        let sql = format!(
            "SELECT 1 FROM {table} WHERE course = ? AND scope = ? AND period IN (SELECT value FROM json_each(?))
                AND merit = ? AND moves = ? AND run = ?"
        );
        let query = sqlx::query(&sql).bind(self.course).bind(self.scope).bind(self.periods_as_json());
        let query = query.bind(place.mark.merit.0).bind(place.mark.moves).bind(place.run.0);
        Ok(query.fetch_optional(connection).await?.is_some())
    }
}

/// The periods whose standings make up a period's: all time by itself, else its days.
fn days(period: Period) -> Vec<i64> {
    let Some((first, end)) = period.days() else { return vec![period.number()] };
    let days = std::iter::successors(Some(first), |day| Some(day.plus(1)));
    days.take_while(|day| *day < end).map(|day| Period::Day(day).number()).collect()
}

/// The lines of a seed that is not played often.
async fn listed(connection: &mut SqliteConnection, base: i64, seed: &Seed, board: &Board) -> sqlx::Result<Vec<Place>> {
    let sql = "SELECT id, player, received_at, merits FROM runs WHERE course = ? AND seed = ? AND NOT hidden";
    let rows = sqlx::query(sql).bind(base).bind(seed.as_str()).fetch_all(connection).await?;
    let mut places = Vec::with_capacity(rows.len());
    for row in &rows {
        let received_at = Timestamp::from_millis(row.try_get(2)?);
        let mark = marks(row.try_get(3)?)?.get(usize::from(board.scope)).copied();
        if let Some(mark) = mark.filter(|_| board.period.contains(received_at)) {
            places.push((Place { mark, run: RunId(row.try_get(0)?) }, PlayerId(row.try_get(1)?)));
        }
    }
    places.sort_unstable();
    let mut seen = Vec::new();
    if board.bests {
        places.retain(|(_, player)| {
            !seen.contains(player) && {
                seen.push(*player);
                true
            }
        });
    }
    Ok(places.into_iter().map(|(place, _)| place).collect())
}
