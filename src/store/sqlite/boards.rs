//! Boards: pages, ranks and counts.
//!
//! The boards of a course are [kept](Kept): their lines lie in the order of their ranks, and counts say how many are
//! better than a mark, so that no read grows with the board. A seed has boards of its own only once it is played often;
//! until then its few runs are [listed](Lines::Listed) and sorted when they are asked for. Both answer the same questions.
//!
//! Each statement, and each row of an answer, is handed from thread to thread, which costs more than to find it. So statements
//! are few, and what has many rows comes as one, in JSON.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::json;
use sqlx::sqlite::{SqliteConnection, SqlitePool};
use sqlx::{Connection as _, Row as _};

use super::runs::{LINE, Line, class, damaged, lines_of, marks, of_json};
use super::writer::class_number;
use crate::rules::chance::Seed;
use crate::store::calendar::{Period, Timestamp};
use crate::store::{
    Best, Board, Course, Entry, Mark, Merit, Page, Place, PlayerId, Position, RunId, Standing, StoreError, Summary,
};

/// A page of a board, as it stands at one moment.
pub(super) async fn page(readers: &SqlitePool, board: &Board, at: Position, limit: u32) -> Result<Page, StoreError> {
    let mut connection = readers.acquire().await?;
    let mut moment = connection.begin().await?;
    let lines = match Numbers::of(&mut moment, &board.course, board.seed.as_ref()).await? {
        Some(numbers) => Lines::of(&mut moment, numbers, board).await?,
        None => Lines::Listed(Vec::new()),
    };
    Ok(lines.page(&mut moment, board, at, limit).await?)
}

/// How a run stands on each of these boards; none where it does not.
pub(super) async fn ranks(
    readers: &SqlitePool,
    run: RunId,
    boards: &[Board],
) -> Result<Vec<Option<Standing>>, StoreError> {
    let mut connection = readers.acquire().await?;
    let mut moment = connection.begin().await?;
    let marks = marks_of(&mut moment, run).await?;
    let mut known: BTreeMap<(&Course, Option<&str>), Option<Numbers>> = BTreeMap::new();
    let mut standings = vec![None; boards.len()];
    let mut asked = Vec::new();
    for (i, board) in boards.iter().enumerate() {
        let Some(mark) = marks.get(usize::from(board.scope)).copied() else { continue };
        let what = (&board.course, board.seed.as_ref().map(Seed::as_str));
        let numbers = match known.get(&what) {
            Some(numbers) => *numbers,
            None => *known.entry(what).or_insert(Numbers::of(&mut moment, &board.course, board.seed.as_ref()).await?),
        };
        let Some(numbers) = numbers else { continue };
        let place = Place { mark, run };
        match Lines::of(&mut moment, numbers, board).await? {
            Lines::Kept(kept) => asked.push((i, kept, place)),
            Lines::Listed(places) => standings[i] = standing_in_list(&places, place),
        }
    }
    let of_kept = standings_of(&mut moment, asked.iter().map(|(_, kept, place)| (kept, *place))).await?;
    for ((i, _, _), standing) in asked.iter().zip(of_kept) {
        standings[*i] = standing;
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
        let mark = Mark { merit: Merit(row.try_get(0)?), moves: row.try_get(1)? };
        let place = Place { mark, run: RunId(row.try_get(2)?) };
        let kept = Kept { bests: true, course: row.try_get(4)?, scope: row.try_get(3)?, period: 0, parts: vec![0] };
        let (game, rules, options) = (row.try_get(5)?, row.try_get(6)?, row.try_get(7)?);
        bests.push((Course { game, rules, options, class: class(row.try_get(8)?)? }, kept, place));
    }
    let standings = standings_of(&mut moment, bests.iter().map(|(_, kept, place)| (kept, *place))).await?;
    let told = |((course, kept, place), standing): ((Course, Kept, Place), Option<Standing>)| {
        let standing = standing.ok_or_else(|| damaged("a best stands nowhere"))?;
        Ok(Best { course, scope: kept.scope, place, standing })
    };
    Ok(bests.into_iter().zip(standings).map(told).collect::<sqlx::Result<_>>()?)
}

/// The numbers of a course, and of one seed of it once that has boards of its own.
#[derive(Clone, Copy)]
struct Numbers {
    any_seed: i64,
    of_seed: Option<i64>,
}

impl Numbers {
    async fn of(connection: &mut SqliteConnection, course: &Course, seed: Option<&Seed>) -> sqlx::Result<Option<Self>> {
        let sql = "SELECT courses.id, own.id
            FROM courses LEFT JOIN courses AS own ON own.base = courses.id AND own.seed = ?5
            WHERE courses.game = ?1 AND courses.rules = ?2 AND courses.options = ?3 AND courses.class = ?4
                AND ifnull(courses.seed, '') = ''";
        let query = sqlx::query_as(sql).bind(&course.game).bind(course.rules).bind(&course.options);
        let query = query.bind(class_number(course.class)).bind(seed.map(Seed::as_str));
        let numbers: Option<(i64, Option<i64>)> = query.fetch_optional(connection).await?;
        Ok(numbers.map(|(any_seed, of_seed)| Self { any_seed, of_seed }))
    }
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
    /// Whether they are kept in `bests`, else in `standings`.
    bests: bool,
    course: i64,
    scope: u8,
    /// As it is counted.
    period: i64,
    /// The periods from which its lines are merged.
    parts: Vec<i64>,
}

/// Lines of a board that follow one another.
#[derive(Clone, Copy)]
enum Span {
    Top,
    After(Place),
    /// After a place, with the line there.
    From(Place),
    /// Those right before a place.
    Before(Place),
}

/// What surrounds the lines of a page.
struct Surroundings {
    count: u64,
    /// How many are strictly better than the first line.
    better: u64,
    /// How many have each of the marks from that of the first line to that of the last.
    ties: BTreeMap<Mark, u64>,
    more_before: bool,
    more_after: bool,
}

impl Lines {
    async fn of(connection: &mut SqliteConnection, numbers: Numbers, board: &Board) -> sqlx::Result<Self> {
        match (&board.seed, numbers.of_seed) {
            (None, _) => Ok(Self::Kept(Kept::new(numbers.any_seed, board))),
            (Some(_), Some(own)) => Ok(Self::Kept(Kept::new(own, board))),
            (Some(seed), None) => Ok(Self::Listed(listed(connection, numbers.any_seed, seed, board).await?)),
        }
    }

    async fn page(
        &self,
        connection: &mut SqliteConnection,
        board: &Board,
        at: Position,
        limit: u32,
    ) -> sqlx::Result<Page> {
        let mut found = true;
        let lines = match at {
            Position::Top => self.lines(connection, board, Span::Top, limit).await?,
            Position::After(place) => self.lines(connection, board, Span::After(place), limit).await?,
            Position::Before(place) => self.lines(connection, board, Span::Before(place), limit).await?,
            Position::Around(run) => match self.place_of(connection, run).await? {
                Some(place) => {
                    let mut lines = self.lines(connection, board, Span::Before(place), limit / 2).await?;
                    let left = limit.saturating_sub(lines.len() as u32);
                    lines.extend(self.lines(connection, board, Span::From(place), left).await?);
                    lines
                }
                None => {
                    found = false;
                    Vec::new()
                }
            },
        };
        let (Some((first, _)), Some((last, _))) = (lines.first(), lines.last()) else {
            let count = self.count(connection).await?;
            let more_before = count > 0 && matches!(at, Position::After(_));
            let more_after = count > 0 && matches!(at, Position::Before(_));
            return Ok(Page { entries: Vec::new(), count, more_before, more_after, found });
        };
        let around = self.surroundings(connection, *first, *last).await?;
        let Surroundings { count, more_before, more_after, .. } = around;
        Ok(Page { entries: ranked(lines, &around), count, more_before, more_after, found })
    }

    /// Lines that follow one another, the best first.
    async fn lines(
        &self,
        connection: &mut SqliteConnection,
        board: &Board,
        span: Span,
        limit: u32,
    ) -> sqlx::Result<Vec<(Place, Summary)>> {
        let told = match self {
            Self::Kept(kept) => kept.lines(connection, span, limit).await?,
            Self::Listed(places) => {
                let runs: Vec<i64> = within(places, span, limit as usize).iter().map(|place| place.run.0).collect();
                lines_of(connection, &runs).await?
            }
        };
        let line = |line: Line| {
            let run = line.summary(&board.course)?;
            let mark = run.marks.get(usize::from(board.scope)).copied();
            let mark = mark.ok_or_else(|| damaged("a run stands on the board of a room that it lacks"))?;
            Ok((Place { mark, run: run.id }, run))
        };
        let mut lines = told.into_iter().map(line).collect::<sqlx::Result<Vec<_>>>()?;
        lines.sort_unstable_by_key(|(place, _)| *place);
        Ok(lines)
    }

    async fn surroundings(
        &self,
        connection: &mut SqliteConnection,
        first: Place,
        last: Place,
    ) -> sqlx::Result<Surroundings> {
        let places = match self {
            Self::Kept(kept) => return kept.surroundings(connection, first, last).await,
            Self::Listed(places) => places,
        };
        let mut ties = BTreeMap::new();
        for place in places {
            *ties.entry(place.mark).or_insert(0) += 1;
        }
        Ok(Surroundings {
            count: places.len() as u64,
            better: places.partition_point(|other| other.mark < first.mark) as u64,
            ties,
            more_before: places.first().is_some_and(|other| *other < first),
            more_after: places.last().is_some_and(|other| *other > last),
        })
    }

    async fn count(&self, connection: &mut SqliteConnection) -> sqlx::Result<u64> {
        match self {
            Self::Kept(kept) => kept.count(connection).await,
            Self::Listed(places) => Ok(places.len() as u64),
        }
    }

    /// Where a run stands here, if it does.
    async fn place_of(&self, connection: &mut SqliteConnection, run: RunId) -> sqlx::Result<Option<Place>> {
        match self {
            Self::Kept(kept) => kept.place_of(connection, run).await,
            Self::Listed(places) => Ok(places.iter().find(|place| place.run == run).copied()),
        }
    }
}

/// Lines with their ranks: each mark's is that of the mark before it and the number of those that have that mark.
fn ranked(lines: Vec<(Place, Summary)>, around: &Surroundings) -> Vec<Entry> {
    let (mut rank, mut mark) = (1 + around.better, lines.first().map(|(place, _)| place.mark));
    let entry = |(place, run): (Place, Summary)| {
        if let Some(before) = mark.replace(place.mark).filter(|before| *before != place.mark) {
            rank += around.ties.get(&before).copied().unwrap_or(0);
        }
        Entry { rank, place, run }
    };
    lines.into_iter().map(entry).collect()
}

/// Places of a list that follow one another.
fn within(places: &[Place], span: Span, limit: usize) -> &[Place] {
    let (from, end) = match span {
        Span::Top => (0, limit),
        Span::After(place) => (places.partition_point(|other| *other <= place), limit),
        Span::From(place) => (places.partition_point(|other| *other < place), limit),
        Span::Before(place) => {
            let end = places.partition_point(|other| *other < place);
            return &places[end.saturating_sub(limit)..end];
        }
    };
    &places[from..places.len().min(from.saturating_add(end))]
}

fn standing_in_list(places: &[Place], place: Place) -> Option<Standing> {
    let better = places.partition_point(|other| other.mark < place.mark) as u64;
    places.contains(&place).then_some(Standing { rank: 1 + better, count: places.len() as u64 })
}

impl Kept {
    fn new(course: i64, board: &Board) -> Self {
        let period = board.period.number();
        let parts = if board.bests { vec![period] } else { days(board.period) };
        Self { bests: board.bests, course, scope: board.scope, period, parts }
    }

    fn table(&self) -> &'static str {
        if self.bests { "bests" } else { "standings" }
    }

    fn parts_as_json(&self) -> String {
        json!(self.parts).to_string()
    }

    /// Lines that follow one another, in any order.
    async fn lines(&self, connection: &mut SqliteConnection, span: Span, limit: u32) -> sqlx::Result<Vec<Line>> {
        let (from, than, order) = match span {
            Span::Top => (None, "", ""),
            Span::After(place) => (Some(place), ">", ""),
            Span::From(place) => (Some(place), ">=", ""),
            Span::Before(place) => (Some(place), "<", "DESC"),
        };
        let from_there =
            if from.is_some() { format!("AND (merit, moves, run) {than} (?3, ?4, ?5)") } else { String::new() };
        let table = self.table();
        let of_part = |i| {
            format!(
                "SELECT merit, moves, run FROM {table} WHERE course = ?1 AND scope = ?2 AND period = ?{i} {from_there}"
            )
        };
        let lists: Vec<String> = (7..7 + self.parts.len()).map(of_part).collect();
        let lists = lists.join(" UNION ALL ");
        let sql = format!(
            "SELECT json_group_array({LINE})
            FROM ({lists} ORDER BY merit {order}, moves {order}, run {order} LIMIT ?6) AS ranked
            CROSS JOIN runs ON runs.id = ranked.run CROSS JOIN players ON players.id = runs.player"
        );
        let query = sqlx::query_scalar(&sql).bind(self.course).bind(self.scope);
        let query = query.bind(from.map(|place| place.mark.merit.0)).bind(from.map(|place| place.mark.moves));
        let query = query.bind(from.map(|place| place.run.0)).bind(limit);
        let query = self.parts.iter().fold(query, |query, part| query.bind(part));
        let lines: String = query.fetch_one(connection).await?;
        of_json(&lines)
    }

    async fn surroundings(
        &self,
        connection: &mut SqliteConnection,
        first: Place,
        last: Place,
    ) -> sqlx::Result<Surroundings> {
        let table = self.table();
        let sql = format!(
            "WITH counted AS NOT MATERIALIZED (
                SELECT moves_told, merit, moves, n FROM counts
                WHERE best = ?1 AND course = ?2 AND scope = ?3 AND period = ?4
            ), lines AS NOT MATERIALIZED (
                SELECT merit, moves, run FROM {table}
                WHERE course = ?2 AND scope = ?3 AND period IN (SELECT value FROM json_each(?11))
            )
            SELECT (SELECT ifnull(sum(n), 0) FROM counted WHERE moves_told = 0),
                (SELECT ifnull(sum(n), 0) FROM counted WHERE moves_told = 0 AND merit < ?5)
                    + (SELECT ifnull(sum(n), 0) FROM counted WHERE moves_told = 1 AND merit = ?5 AND moves < ?6),
                (SELECT json_group_array(json_array(merit, moves, n)) FROM counted
                    WHERE moves_told = 1 AND (merit, moves) >= (?5, ?6) AND (merit, moves) <= (?8, ?9)),
                EXISTS (SELECT 1 FROM lines WHERE (merit, moves, run) < (?5, ?6, ?7)),
                EXISTS (SELECT 1 FROM lines WHERE (merit, moves, run) > (?8, ?9, ?10))"
        );
        let query = sqlx::query(&sql).bind(self.bests).bind(self.course).bind(self.scope).bind(self.period);
        let query = query.bind(first.mark.merit.0).bind(first.mark.moves).bind(first.run.0);
        let query = query.bind(last.mark.merit.0).bind(last.mark.moves).bind(last.run.0);
        let row = query.bind(self.parts_as_json()).fetch_one(connection).await?;
        let tie = |(merit, moves, n)| (Mark { merit: Merit(merit), moves }, n);
        let ties = of_json(row.try_get(2)?)?.into_iter().map(tie).collect();
        let number = |column| Ok::<_, sqlx::Error>(row.try_get::<i64, usize>(column)?.unsigned_abs());
        let (more_before, more_after) = (row.try_get(3)?, row.try_get(4)?);
        Ok(Surroundings { count: number(0)?, better: number(1)?, ties, more_before, more_after })
    }

    async fn count(&self, connection: &mut SqliteConnection) -> sqlx::Result<u64> {
        let sql = "SELECT ifnull(sum(n), 0) FROM counts
            WHERE best = ? AND course = ? AND scope = ? AND period = ? AND moves_told = 0";
        let query = sqlx::query_scalar(sql).bind(self.bests).bind(self.course).bind(self.scope);
        let count: i64 = query.bind(self.period).fetch_one(connection).await?;
        Ok(count.unsigned_abs())
    }

    async fn place_of(&self, connection: &mut SqliteConnection, run: RunId) -> sqlx::Result<Option<Place>> {
        let mark = marks_of(connection, run).await?.get(usize::from(self.scope)).copied();
        let Some(place) = mark.map(|mark| Place { mark, run }) else { return Ok(None) };
        let standings = standings_of(connection, [(self, place)].into_iter()).await?;
        Ok(standings.into_iter().flatten().next().map(|_| place))
    }
}

/// How places stand, each on its board; none where there is no line at that place.
async fn standings_of(
    connection: &mut SqliteConnection,
    asked: impl Iterator<Item = (&Kept, Place)>,
) -> sqlx::Result<Vec<Option<Standing>>> {
    let asked: Vec<_> = asked
        .map(|(Kept { bests, course, scope, period, parts }, Place { mark, run })| {
            json!([u8::from(*bests), course, scope, period, parts, mark.merit.0, mark.moves, run.0])
        })
        .collect();
    if asked.is_empty() {
        return Ok(Vec::new());
    }
    let sql = "WITH asked AS MATERIALIZED (
            SELECT key, value ->> 0 AS best, value ->> 1 AS course, value ->> 2 AS scope, value ->> 3 AS period,
                value -> 4 AS parts, value ->> 5 AS merit, value ->> 6 AS moves, value ->> 7 AS run
            FROM json_each(?)
        )
        SELECT json_group_array(json_array(
            CASE best
                WHEN 1 THEN EXISTS (
                    SELECT 1 FROM bests AS b WHERE b.course = asked.course AND b.scope = asked.scope
                        AND b.period IN (SELECT value FROM json_each(asked.parts))
                        AND b.merit = asked.merit AND b.moves = asked.moves AND b.run = asked.run)
                ELSE EXISTS (
                    SELECT 1 FROM standings AS s WHERE s.course = asked.course AND s.scope = asked.scope
                        AND s.period IN (SELECT value FROM json_each(asked.parts))
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
    let standings: String = sqlx::query_scalar(sql).bind(json!(asked).to_string()).fetch_one(connection).await?;
    let standing =
        |(stands, better, count): (u8, u64, u64)| (stands == 1).then_some(Standing { rank: 1 + better, count });
    Ok(of_json(&standings)?.into_iter().map(standing).collect())
}

/// The marks of a run, of the whole and of each room; none if there is no such run.
async fn marks_of(connection: &mut SqliteConnection, run: RunId) -> sqlx::Result<Vec<Mark>> {
    let sql = "SELECT merits FROM runs WHERE id = ?";
    let kept: Option<String> = sqlx::query_scalar(sql).bind(run.0).fetch_optional(connection).await?;
    kept.as_deref().map_or(Ok(Vec::new()), marks)
}

/// The periods whose standings make up a period's: all time by itself, else its days.
fn days(period: Period) -> Vec<i64> {
    let Some((first, end)) = period.days() else { return vec![period.number()] };
    let days = std::iter::successors(Some(first), |day| Some(day.plus(1)));
    days.take_while(|day| *day < end).map(|day| Period::Day(day).number()).collect()
}

/// The lines of a seed that is not played often.
async fn listed(connection: &mut SqliteConnection, base: i64, seed: &Seed, board: &Board) -> sqlx::Result<Vec<Place>> {
    let sql = "SELECT json_group_array(json_array(id, player, received_at, merits)) FROM runs
        WHERE course = ? AND seed = ? AND NOT hidden";
    let runs: String = sqlx::query_scalar(sql).bind(base).bind(seed.as_str()).fetch_one(connection).await?;
    let mut places = Vec::new();
    for (id, player, received_at, merits) in of_json::<(i64, i64, i64, String)>(&runs)? {
        let mark = marks(&merits)?.get(usize::from(board.scope)).copied();
        if let Some(mark) = mark.filter(|_| board.period.contains(Timestamp::from_millis(received_at))) {
            places.push((Place { mark, run: RunId(id) }, player));
        }
    }
    places.sort_unstable();
    let mut seen = BTreeSet::new();
    if board.bests {
        places.retain(|(_, player)| seen.insert(*player));
    }
    Ok(places.into_iter().map(|(place, _)| place).collect())
}
