//! Pages of boards, found by place, so that a deep page takes no longer than the first.

use sqlx::{Connection as _, QueryBuilder};

use super::super::runs::{LISTED_RUN, ListedRun, scores};
use super::super::values::{damaged, number, of_json};
use super::super::{Connection, list_of};
use super::ranks::{RankCounts, rank_counts};
use super::source::{Source, Span};
use crate::{Board, BoardEntry, BoardPage, BoardPlace, PageStart, RankKey, RunId, ScopeScore, Summary};

/// The place before all others.
const TOP: BoardPlace =
    BoardPlace { score: ScopeScore { key: RankKey::of_number(i64::MIN), moves: 0 }, run: RunId(i64::MIN) };

/// Reads a page of a board in one transaction, so that its parts are consistent.
pub(crate) async fn page(
    connection: &mut Connection,
    board: &Board,
    at: PageStart,
    limit: u32,
) -> sqlx::Result<BoardPage> {
    let mut transaction = connection.begin().await?;
    let source = Source::of(&mut transaction, &[board]).await?.pop().flatten();
    let Some(source) = source else {
        let found = !matches!(at, PageStart::Around(_));
        return Ok(BoardPage { count: Some(0), found, ..BoardPage::default() });
    };
    let reader = Reader { board, source };
    let entries = match at {
        PageStart::Top => reader.entries(&mut transaction, Span::From(TOP), limit).await?,
        PageStart::After(place) => reader.entries(&mut transaction, Span::After(place), limit).await?,
        PageStart::Before(place) => reader.entries(&mut transaction, Span::Before(place), limit).await?,
        PageStart::Around(run) => match reader.place_of(&mut transaction, run).await? {
            Some(place) => {
                let mut entries = reader.entries(&mut transaction, Span::Before(place), limit / 2).await?;
                let rest = limit.saturating_sub(entries.len() as u32);
                entries.extend(reader.entries(&mut transaction, Span::From(place), rest).await?);
                entries
            }
            None => {
                let count = reader.counts(&mut transaction, TOP).await?;
                return Ok(BoardPage { count: count.known(count.count), ..BoardPage::default() });
            }
        },
    };
    reader.page(&mut transaction, at, entries).await
}

/// A board with its source.
struct Reader<'a> {
    board: &'a Board,
    source: Source,
}

impl Reader<'_> {
    /// Reads consecutive entries, the best first.
    async fn entries(
        &self,
        connection: &mut Connection,
        span: Span,
        limit: u32,
    ) -> sqlx::Result<Vec<(BoardPlace, Summary)>> {
        let mut query = QueryBuilder::new(format!("SELECT {} FROM (", list_of(LISTED_RUN)));
        self.source.push_runs(&mut query, span, limit);
        query
            .push(") AS page CROSS JOIN runs CROSS JOIN players WHERE runs.id = page.run AND players.id = runs.player");
        let list: String = query.build_query_scalar().fetch_one(connection).await?;
        let entry = |run: ListedRun| {
            let run = run.summary(&self.board.category)?;
            let score = run.scores.of_scope(self.board.scope());
            let score = score.ok_or_else(|| damaged("a run is on the board of a room that it lacks"))?;
            Ok((BoardPlace { score, run: run.id }, run))
        };
        let mut entries = of_json(&list)?.into_iter().map(entry).collect::<sqlx::Result<Vec<_>>>()?;
        entries.sort_unstable_by_key(|(place, _)| *place);
        Ok(entries)
    }

    /// Returns the page with these entries.
    async fn page(
        &self,
        connection: &mut Connection,
        at: PageStart,
        entries: Vec<(BoardPlace, Summary)>,
    ) -> sqlx::Result<BoardPage> {
        let (first, last) = (entries.first().map(|(place, _)| *place), entries.last().map(|(place, _)| *place));
        let counts = self.counts(connection, first.unwrap_or(TOP)).await?;
        let (more_before, more_after) = match first.zip(last) {
            Some((first, last)) => self.source.surroundings(connection, first, last).await?,
            None => {
                let has_entries = counts.count > 0;
                (has_entries && matches!(at, PageStart::After(_)), has_entries && matches!(at, PageStart::Before(_)))
            }
        };
        let count = counts.known(counts.count);
        Ok(BoardPage { entries: ranked(entries, counts), count, more_before, more_after, found: true })
    }

    async fn counts(&self, connection: &mut Connection, place: BoardPlace) -> sqlx::Result<RankCounts> {
        let mut rank_counts = rank_counts(connection, &[(Some(self.source.clone()), place)]).await?;
        rank_counts.pop().ok_or_else(|| damaged("a place is nowhere"))
    }

    /// Returns the place of a run on the board, if it is there.
    async fn place_of(&self, connection: &mut Connection, run: RunId) -> sqlx::Result<Option<BoardPlace>> {
        let sql = "SELECT score_key, move_count, room_scores FROM runs WHERE id = $1";
        let row: Option<(i64, i64, Option<String>)> =
            sqlx::query_as(sql).bind(run.0).fetch_optional(&mut *connection).await?;
        let Some((key, moves, rooms)) = row else { return Ok(None) };
        let Some(score) = scores(key, number(moves)?, rooms.as_deref())?.of_scope(self.board.scope()) else {
            return Ok(None);
        };
        let place = BoardPlace { score, run };
        Ok(self.counts(connection, place).await?.is_taken.then_some(place))
    }
}

/// Returns entries with their ranks, given the counts at the first. Entries with equal score and number of moves share a rank.
fn ranked(entries: Vec<(BoardPlace, Summary)>, first: RankCounts) -> Vec<BoardEntry> {
    let (mut rank, mut score) = (1 + first.better, entries.first().map(|(place, _)| place.score));
    // Entries before the page may share the rank of the first one.
    let (mut next_rank, mut is_first_group) = (rank + first.equal, true);
    let entry = |(place, run): (BoardPlace, Summary)| {
        if score.replace(place.score) != Some(place.score) {
            (rank, is_first_group) = (next_rank, false);
        }
        next_rank += u64::from(!is_first_group);
        BoardEntry { rank: first.known(rank), place, run }
    };
    entries.into_iter().map(entry).collect()
}
