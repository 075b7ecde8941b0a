//! Boards whose lines are kept in the database, in pieces. The [fold](crate::fold) says what is kept.

use std::collections::BTreeMap;

use super::Connection;
use super::rows::fetch_packed;
use super::runs::{damaged, number, scores};
use super::tables::{bind_list, bind_place, changes_of, nth};
use crate::calendar::{Day, Period};
use crate::fold::BoardKey;
use crate::fold::pieces::{LEAST, LEVELS, List, Piece, start_of};
use crate::{Board, BoardPlace, BoardRank, RankKey, RunId, ScopeScore};

/// A board whose lines are kept.
pub(crate) struct Kept {
    /// Whether only those stand on it that are the best of their players.
    pub(crate) bests: bool,
    pub(crate) category: i64,
    pub(crate) scope: u8,
    /// The number of the period.
    pub(crate) period: i64,
}

/// Lines of a board that follow one another.
#[derive(Clone, Copy)]
pub(crate) enum Span {
    Top,
    After(BoardPlace),
    /// Those from a place on, the line there included.
    From(BoardPlace),
    /// Those right before a place.
    Before(BoardPlace),
}

/// Where a place is on a board, whether or not it is taken.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Standing {
    /// How many stand before it, and how many of them have a better score.
    pub(crate) before: u64,
    pub(crate) better: u64,
    /// Whether it is taken.
    pub(crate) taken: bool,
    /// How many stand on the board.
    pub(crate) count: u64,
}

impl Standing {
    /// The rank of who stands there, if somebody does.
    pub(super) fn rank(self) -> Option<BoardRank> {
        self.taken.then_some(BoardRank { rank: 1 + self.better, count: self.count })
    }
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

    fn list(&self) -> List {
        let board = BoardKey { category: self.category, scope: self.scope, period: self.period };
        List { board, best: self.bests }
    }

    /// Where to look for a place: in each level of the list.
    fn seek(&self, at: usize, place: BoardPlace) -> impl Iterator<Item = Sought> {
        let list = self.list();
        (0..LEVELS).map(move |level| Sought { at, level, list, place })
    }

    /// Places that are taken and follow one another, the best first, and where the first of them is, or, if there is none, where they were
    /// looked for.
    pub(crate) async fn places(
        &self,
        connection: &mut Connection,
        span: Span,
        limit: u32,
    ) -> sqlx::Result<(Vec<BoardPlace>, Standing)> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let (from, upwards) = match span {
            Span::Top => (LEAST, false),
            Span::After(place) | Span::From(place) => (place, false),
            Span::Before(place) => (place, true),
        };
        let within = |place: BoardPlace| match span {
            Span::Top => true,
            Span::After(from) => place > from,
            Span::From(from) => place >= from,
            Span::Before(from) => place < from,
        };
        let mut read = pieces(connection, THERE, self.seek(0, from).collect()).await?;
        let mut all = Vec::new();
        let mut lines: Vec<(BoardPlace, i32)> = Vec::new();
        // The pieces that were read last of those levels that have more, by how far they reach.
        let mut ends: Vec<(BoardPlace, Sought)> = Vec::new();
        loop {
            for (Sought { at, .. }, piece) in &read {
                let changes = piece.changes.iter().filter(|change| within(change.place));
                lines.extend(changes.map(|change| (change.place, i32::from(change.by))));
                let sought = Sought { at: *at, level: piece.level, list: piece.list, place: piece.first };
                if upwards && piece.first != LEAST {
                    ends.push((piece.first, sought));
                } else if let Some(last) = piece.changes.last().filter(|_| !upwards && piece.after > 0) {
                    ends.push((last.place, sought));
                }
            }
            all.append(&mut read);
            // They are mostly made of lists that are in order, of which this sort makes use.
            lines.sort_by_key(|(place, _)| *place);
            lines.dedup_by(|(next, by), (place, sum)| {
                let same = next == place;
                *sum += if same { *by } else { 0 };
                same
            });
            let reached = ends.iter().map(|(end, _)| *end);
            // Up to there nothing is missing.
            let reached = if upwards { reached.max() } else { reached.min() };
            let known =
                |place: &BoardPlace| reached.is_none_or(|end| if upwards { *place >= end } else { *place <= end });
            let taken = lines.iter().filter(|(place, by)| *by > 0 && known(place)).map(|(place, _)| *place);
            let mut taken: Vec<BoardPlace> = taken.collect();
            if reached.is_none() || taken.len() >= limit {
                if upwards {
                    taken.drain(..taken.len().saturating_sub(limit));
                } else {
                    taken.truncate(limit);
                }
                let first = taken.first().copied().unwrap_or(from);
                let standing = standings_among(connection, &all, &[first]).await?;
                let standing = standing.into_iter().next().ok_or_else(|| damaged("a place is nowhere"))?;
                return Ok((taken, standing));
            }
            let (next, later) = ends.into_iter().partition(|(end, _)| Some(*end) == reached);
            ends = later;
            let next: Vec<Sought> = next.into_iter().map(|(_, sought): (_, Sought)| sought).collect();
            read = pieces(connection, if upwards { BEFORE } else { AFTER }, next).await?;
        }
    }

    /// Where a place is.
    pub(crate) async fn standing(&self, connection: &mut Connection, place: BoardPlace) -> sqlx::Result<Standing> {
        let standings = standings(connection, &[(self, place)]).await?;
        standings.into_iter().next().ok_or_else(|| damaged("a place is nowhere"))
    }

    pub(super) async fn place_of(&self, connection: &mut Connection, run: RunId) -> sqlx::Result<Option<BoardPlace>> {
        let score = scores_of(connection, run).await?.get(usize::from(self.scope)).copied();
        let Some(place) = score.map(|score| BoardPlace { score, run }) else { return Ok(None) };
        Ok(self.standing(connection, place).await?.taken.then_some(place))
    }
}

/// A place that is looked for on a level of a list; `at` says for what.
#[derive(Clone, Copy, Debug)]
struct Sought {
    at: usize,
    level: u8,
    list: List,
    place: BoardPlace,
}

/// How the first place of a piece compares with one that is sought, and in which order they come from there: of the piece where that place is,
/// of the next one and of the one before.
const THERE: [&str; 2] = ["<=", "DESC"];
const AFTER: [&str; 2] = [">", "ASC"];
const BEFORE: [&str; 2] = ["<", "DESC"];

/// Reads the pieces that are sought, of those there are.
async fn pieces(
    connection: &mut Connection,
    [than, order]: [&str; 2],
    mut sought: Vec<Sought>,
) -> sqlx::Result<Vec<(Sought, Piece)>> {
    let Some(last) = sought.last().copied() else { return Ok(Vec::new()) };
    // What is looked for again to fill a statement up is on no level, so that it is not found.
    sought.push(Sought { level: LEVELS, ..last });
    let numbered: Vec<(i64, Sought)> = (0..).zip(sought).collect();
    let from = format!(
        ") AS asked CROSS JOIN pieces WHERE pieces.id = (
            SELECT there.id FROM pieces AS there WHERE there.level = column2 AND there.period = column3 AND there.course = column4
                AND there.scope = column5 AND there.bests = column6
                AND (there.merit, there.moves, there.run) {than} (column7, column8, column9)
            ORDER BY there.merit {order}, there.moves {order}, there.run {order} LIMIT 1)"
    );
    let numbers =
        ["column1", "pieces.merit", "pieces.moves", "pieces.run", "pieces.before", "pieces.total", "pieces.after"];
    let found = fetch_packed(connection, numbers, "pieces.changes", &from, &numbered, |columns, (at, sought)| {
        columns.push_bind(*at);
        bind_list(columns, sought.level, sought.list);
        bind_place(columns, sought.place);
    });
    let piece = |([at, merit, moves, run, before, total, after], packed): ([i64; 7], Vec<u8>)| {
        let (_, sought) = *nth(&numbered, at)?;
        let score = ScopeScore { key: RankKey::of_number(merit), moves: number(moves)? };
        let (first, after) = (BoardPlace { score, run: RunId(run) }, number(after)?);
        let Sought { level, list, .. } = sought;
        Ok((sought, Piece { list, level, first, before, total, after, changes: changes_of(&packed)? }))
    };
    found.await?.into_iter().map(piece).collect()
}

/// Where places are, each on its board.
async fn standings(connection: &mut Connection, places: &[(&Kept, BoardPlace)]) -> sqlx::Result<Vec<Standing>> {
    let sought = places.iter().enumerate().flat_map(|(at, (kept, place))| kept.seek(at, *place)).collect();
    let read = pieces(connection, THERE, sought).await?;
    let places: Vec<BoardPlace> = places.iter().map(|(_, place)| *place).collect();
    standings_among(connection, &read, &places).await
}

/// Where places are, by their numbers, among pieces that were read: those of each level in which they are, or would be, and others.
async fn standings_among(
    connection: &mut Connection,
    read: &[(Sought, Piece)],
    places: &[BoardPlace],
) -> sqlx::Result<Vec<Standing>> {
    let mut there: BTreeMap<(usize, u8), &(Sought, Piece)> = BTreeMap::new();
    for one in read {
        let (sought, piece) = one;
        if piece.first <= places[sought.at] {
            let held = there.entry((sought.at, sought.level)).or_insert(one);
            if held.1.first < piece.first {
                *held = one;
            }
        }
    }
    let mut sums = vec![[0_i64; 4]; places.len()];
    // Those pieces within whose score the one with the place begins.
    let mut earlier = Vec::new();
    for (sought, piece) in there.into_values() {
        let ([before, better, taken, count], place) = (&mut sums[sought.at], places[sought.at]);
        *before += piece.lines_before(place);
        *taken += piece.lines_at(place);
        *count += piece.total;
        let start = start_of(place.score);
        if piece.first <= start {
            *better += piece.lines_before(start);
        } else {
            earlier.push(Sought { place: start, ..*sought });
        }
    }
    for (sought, piece) in pieces(connection, THERE, earlier).await? {
        sums[sought.at][1] += piece.lines_before(sought.place);
    }
    let number = |sum: i64| u64::try_from(sum).map_err(|_| damaged("fewer than none stand on a board"));
    let standing = |[before, better, taken, count]: [i64; 4]| {
        Ok(Standing { before: number(before)?, better: number(better)?, taken: taken > 0, count: number(count)? })
    };
    sums.into_iter().map(standing).collect()
}

/// The ranks of places, each on its board; none where there is no line at that place.
pub(super) async fn ranks_of(
    connection: &mut Connection,
    places: &[(&Kept, BoardPlace)],
) -> sqlx::Result<Vec<Option<BoardRank>>> {
    Ok(standings(connection, places).await?.into_iter().map(Standing::rank).collect())
}

/// The scores of a run, of the whole and of each room; none if there is no such run.
pub(super) async fn scores_of(connection: &mut Connection, run: RunId) -> sqlx::Result<Vec<ScopeScore>> {
    let sql = "SELECT merits FROM runs WHERE id = $1";
    let kept: Option<String> = sqlx::query_scalar(sql).bind(run.0).fetch_optional(connection).await?;
    kept.as_deref().map_or(Ok(Vec::new()), scores)
}
