//! Boards: pages, ranks and counts.
//!
//! The boards of a category are [kept](Kept): their lines lie in the order of their ranks, in pieces that know how many stand before
//! them, so that reading a page takes no longer the more runs there are. A seed has boards of its own only
//! once it is played often; until then its few runs are [listed](Lines::Listed) and sorted when they are asked for. A day's seed
//! has none: its boards are those of the day.
//!
//! Each statement and each row of an answer is handed from one thread to another, which costs more than finding the row. So
//! there are few statements, and an answer of many rows comes as one row of JSON.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::{Connection as _, Row as _};

use super::kept::{Kept, Span, Standing, ranks_of, scores_of};
use super::runs::{Line, class, damaged, lines_of, number_at, of_json, scores};
use super::submissions::class_number;
use super::tables::places_of;
use super::{Connection, OF_ANY_SEED, list_of};
use crate::calendar::{Day, Period, Timestamp};
use crate::fold::pieces::LEAST;
use crate::{Best, Board, BoardEntry, BoardPage, BoardPlace, BoardRank, Category, PageStart, PlayerId, RunId, Summary};
use funhouse_rules::chance::Seed;

/// A page of a board, read in one transaction so that its parts agree.
pub(super) async fn page(
    connection: &mut Connection,
    board: &Board,
    at: PageStart,
    limit: u32,
) -> sqlx::Result<BoardPage> {
    let mut transaction = connection.begin().await?;
    let lines = match CategoryIds::of(&mut transaction, &board.category, board.seed.as_ref()).await? {
        Some(ids) => Lines::of(&mut transaction, ids, board).await?,
        None => Lines::Listed(Vec::new()),
    };
    lines.page(&mut transaction, board, at, limit).await
}

/// The rank of a run on each of these boards; none where it does not stand.
pub(super) async fn ranks(
    connection: &mut Connection,
    run: RunId,
    boards: &[Board],
) -> sqlx::Result<Vec<Option<BoardRank>>> {
    let mut transaction = connection.begin().await?;
    let scores = scores_of(&mut transaction, run).await?;
    let mut known: BTreeMap<(&Category, Option<&str>), Option<CategoryIds>> = BTreeMap::new();
    let mut ranks = vec![None; boards.len()];
    let mut asked = Vec::new();
    for (i, board) in boards.iter().enumerate() {
        let Some(score) = scores.get(usize::from(board.scope)).copied() else { continue };
        let what = (&board.category, board.seed.as_ref().map(Seed::as_str));
        let ids = match known.get(&what) {
            Some(ids) => *ids,
            None => *known
                .entry(what)
                .or_insert(CategoryIds::of(&mut transaction, &board.category, board.seed.as_ref()).await?),
        };
        let Some(ids) = ids else { continue };
        let place = BoardPlace { score, run };
        match Lines::of(&mut transaction, ids, board).await? {
            Lines::Kept(kept) => asked.push((i, kept, place)),
            Lines::Listed(places) => ranks[i] = standing_in_list(&places, place).rank(),
        }
    }
    let of_kept =
        ranks_of(&mut transaction, &asked.iter().map(|(_, kept, place)| (kept, *place)).collect::<Vec<_>>()).await?;
    for ((i, _, _), rank) in asked.iter().zip(of_kept) {
        ranks[*i] = rank;
    }
    Ok(ranks)
}

/// A player's best on every board of all time and of any seed.
pub(super) async fn bests_of(connection: &mut Connection, player: PlayerId) -> sqlx::Result<Vec<Best>> {
    let mut transaction = connection.begin().await?;
    let sql = "SELECT course, places, game, rules, options, class
        FROM bests CROSS JOIN courses
        WHERE courses.id = course AND player = $1 AND period = $2
        ORDER BY game, rules DESC, options, class";
    let query = sqlx::query(sql).bind(player.0).bind(Period::All.number());
    let rows = query.fetch_all(&mut *transaction).await?;
    let mut bests = Vec::new();
    for row in &rows {
        let (game, rules, options) = (row.try_get(2)?, number_at(row, 3)?, row.try_get(4)?);
        let category = Category { game, rules, options, class: class(row.try_get(5)?)? };
        for (scope, place) in (0..).zip(places_of(row.try_get(1)?)?) {
            bests.push((category.clone(), Kept::bests_of_all_time(row.try_get(0)?, scope), place));
        }
    }
    let asked: Vec<_> = bests.iter().map(|(_, kept, place)| (kept, *place)).collect();
    let ranks = ranks_of(&mut transaction, &asked).await?;
    let told = |((category, kept, place), rank): ((Category, Kept, BoardPlace), Option<BoardRank>)| {
        let BoardRank { rank, count } = rank.ok_or_else(|| damaged("a best stands nowhere"))?;
        Ok(Best { category, scope: kept.scope, place, rank, count })
    };
    bests.into_iter().zip(ranks).map(told).collect()
}

/// The ids of a category, and of one seed of it once that has boards of its own.
#[derive(Clone, Copy)]
struct CategoryIds {
    any_seed: i64,
    of_seed: Option<i64>,
}

impl CategoryIds {
    async fn of(connection: &mut Connection, category: &Category, seed: Option<&Seed>) -> sqlx::Result<Option<Self>> {
        let sql = format!(
            "SELECT courses.id, own.id
            FROM courses LEFT JOIN courses AS own ON own.base = courses.id AND own.seed = $5
            WHERE courses.game = $1 AND courses.rules = $2 AND courses.options = $3 AND courses.class = $4
                AND {OF_ANY_SEED}"
        );
        let query = sqlx::query_as(&sql).bind(&category.game).bind(i64::from(category.rules)).bind(&category.options);
        let query = query.bind(class_number(category.class)).bind(seed.map(Seed::as_str));
        let ids: Option<(i64, Option<i64>)> = query.fetch_optional(connection).await?;
        Ok(ids.map(|(any_seed, of_seed)| Self { any_seed, of_seed }))
    }
}

/// The lines of a board.
enum Lines {
    /// Those of a board that is kept in the database.
    Kept(Kept),
    /// All lines, in the order of their ranks.
    Listed(Vec<BoardPlace>),
}

impl Lines {
    async fn of(connection: &mut Connection, ids: CategoryIds, board: &Board) -> sqlx::Result<Self> {
        match (&board.seed, ids.of_seed) {
            (None, _) => Ok(Self::Kept(Kept::new(ids.any_seed, board))),
            (Some(_), Some(own)) => Ok(Self::Kept(Kept::of_seed(own, board))),
            (Some(seed), None) if board.category.class.is_daily() => {
                let day =
                    day_of(connection, ids.any_seed, seed).await?.filter(|day| board.period.contains(day.start()));
                let kept = day.map(|day| Self::Kept(Kept::of_day(ids.any_seed, board.scope, day)));
                Ok(kept.unwrap_or(Self::Listed(Vec::new())))
            }
            (Some(seed), None) => Ok(Self::Listed(listed(connection, ids.any_seed, seed, board).await?)),
        }
    }

    async fn page(
        &self,
        connection: &mut Connection,
        board: &Board,
        at: PageStart,
        limit: u32,
    ) -> sqlx::Result<BoardPage> {
        let mut found = true;
        let (lines, standing) = match at {
            PageStart::Top => self.lines(connection, board, Span::Top, limit).await?,
            PageStart::After(place) => self.lines(connection, board, Span::After(place), limit).await?,
            PageStart::Before(place) => self.lines(connection, board, Span::Before(place), limit).await?,
            PageStart::Around(run) => match self.place_of(connection, run).await? {
                Some(place) => {
                    let (mut lines, before) = self.lines(connection, board, Span::Before(place), limit / 2).await?;
                    let left = limit.saturating_sub(lines.len() as u32);
                    let (from, there) = self.lines(connection, board, Span::From(place), left).await?;
                    let standing = if lines.is_empty() { there } else { before };
                    lines.extend(from);
                    (lines, standing)
                }
                None => {
                    found = false;
                    (Vec::new(), self.standing(connection, LEAST).await?)
                }
            },
        };
        let Standing { before, better, count, .. } = standing;
        if lines.is_empty() {
            let more_before = count > 0 && matches!(at, PageStart::After(_));
            let more_after = count > 0 && matches!(at, PageStart::Before(_));
            return Ok(BoardPage { entries: Vec::new(), count, more_before, more_after, found });
        }
        let more_after = before + (lines.len() as u64) < count;
        Ok(BoardPage { entries: ranked(lines, before, better), count, more_before: before > 0, more_after, found })
    }

    /// Lines that follow one another, the best first, and where the first of them is, or, if there is none, where they were looked for.
    async fn lines(
        &self,
        connection: &mut Connection,
        board: &Board,
        span: Span,
        limit: u32,
    ) -> sqlx::Result<(Vec<(BoardPlace, Summary)>, Standing)> {
        let (places, standing) = match self {
            Self::Kept(kept) => &kept.places(connection, span, limit).await?,
            Self::Listed(all) => {
                let places = within(all, span, limit as usize);
                let first = places.first().copied().unwrap_or(LEAST);
                &(places.to_vec(), standing_in_list(all, first))
            }
        };
        let told = lines_of(connection, &places.iter().map(|place| place.run.0).collect::<Vec<_>>()).await?;
        let line = |line: Line| {
            let run = line.summary(&board.category)?;
            let score = run.scores.get(usize::from(board.scope)).copied();
            let score = score.ok_or_else(|| damaged("a run stands on the board of a room that it lacks"))?;
            Ok((BoardPlace { score, run: run.id }, run))
        };
        let mut lines = told.into_iter().map(line).collect::<sqlx::Result<Vec<_>>>()?;
        lines.sort_unstable_by_key(|(place, _)| *place);
        Ok((lines, *standing))
    }

    /// Where a place is here.
    async fn standing(&self, connection: &mut Connection, place: BoardPlace) -> sqlx::Result<Standing> {
        match self {
            Self::Kept(kept) => kept.standing(connection, place).await,
            Self::Listed(places) => Ok(standing_in_list(places, place)),
        }
    }

    /// Where a run stands here, if it does.
    async fn place_of(&self, connection: &mut Connection, run: RunId) -> sqlx::Result<Option<BoardPlace>> {
        match self {
            Self::Kept(kept) => kept.place_of(connection, run).await,
            Self::Listed(places) => Ok(places.iter().find(|place| place.run == run).copied()),
        }
    }
}

/// Lines with their ranks, of which the first comes after so many, and so many are better: a score has one rank, that of the first
/// line that has it.
fn ranked(lines: Vec<(BoardPlace, Summary)>, before: u64, better: u64) -> Vec<BoardEntry> {
    let (mut rank, mut score) = (1 + better, lines.first().map(|(place, _)| place.score));
    let entry = |(line, (place, run)): (u64, (BoardPlace, Summary))| {
        if score.replace(place.score) != Some(place.score) {
            rank = 1 + before + line;
        }
        BoardEntry { rank, place, run }
    };
    (0..).zip(lines).map(entry).collect()
}

/// Places of a list that follow one another.
fn within(places: &[BoardPlace], span: Span, limit: usize) -> &[BoardPlace] {
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

fn standing_in_list(places: &[BoardPlace], place: BoardPlace) -> Standing {
    Standing {
        before: places.partition_point(|other| *other < place) as u64,
        better: places.partition_point(|other| other.score < place.score) as u64,
        taken: places.contains(&place),
        count: places.len() as u64,
    }
}

/// The day whose seed this is, if a run of it was handed in.
async fn day_of(connection: &mut Connection, category: i64, seed: &Seed) -> sqlx::Result<Option<Day>> {
    let sql = "SELECT received_at FROM runs WHERE course = $1 AND seed = $2 LIMIT 1";
    let query = sqlx::query_scalar(sql).bind(category).bind(seed.as_str());
    let received_at: Option<i64> = query.fetch_optional(connection).await?;
    Ok(received_at.map(|millis| Timestamp::from_millis(millis).day()))
}

/// The lines of the board of a seed that is not played often.
async fn listed(connection: &mut Connection, base: i64, seed: &Seed, board: &Board) -> sqlx::Result<Vec<BoardPlace>> {
    let runs = list_of("id, player, received_at, merits");
    let sql = format!("SELECT {runs} FROM runs WHERE course = $1 AND seed = $2 AND hidden = 0");
    let runs: String = sqlx::query_scalar(&sql).bind(base).bind(seed.as_str()).fetch_one(connection).await?;
    let mut places = Vec::new();
    for (id, player, received_at, merits) in of_json::<(i64, i64, i64, String)>(&runs)? {
        let score = scores(&merits)?.get(usize::from(board.scope)).copied();
        if let Some(score) = score.filter(|_| board.period.contains(Timestamp::from_millis(received_at))) {
            places.push((BoardPlace { score, run: RunId(id) }, player));
        }
    }
    // A player has one line on the boards of a seed: the best.
    places.sort_unstable();
    let mut seen = BTreeSet::new();
    places.retain(|(_, player)| seen.insert(*player));
    Ok(places.into_iter().map(|(place, _)| place).collect())
}
