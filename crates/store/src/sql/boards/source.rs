//! The rows that hold the entries of a board.

use std::collections::{BTreeMap, BTreeSet};

use sqlx::QueryBuilder;

use super::super::runs::category_id;
use super::super::{Connection, Db};
use super::ids::known;
use crate::fold::{BoardKey, BoardList};
use crate::model::calendar::{Period, Timestamp};
use crate::{Board, BoardKind, BoardPlace, Category};
use funhouse_rules::chance::Seed;

/// The rows with the entries of a board. A board without entries may have no source.
#[derive(Clone, Debug)]
pub(super) enum Source {
    /// In `bests`.
    Bests {
        /// The number of the board.
        board: i64,
    },
    /// In `seed_bests`: all seeds of a category.
    Runs {
        /// The number of the board.
        board: i64,
        /// The number of the category.
        category: i64,
    },
    /// In `seed_bests`: one seed.
    Seed {
        /// The number of the category.
        category: i64,
        /// The seed.
        seed: Seed,
    },
}

/// Which entries are read, and in which order.
#[derive(Clone, Copy)]
pub(super) enum Span {
    /// Entries after a place, the best first.
    After(BoardPlace),
    /// Entries at and after a place, the best first.
    From(BoardPlace),
    /// Entries before a place, the last first.
    Before(BoardPlace),
}

impl Span {
    fn place(self) -> BoardPlace {
        match self {
            Self::After(place) | Self::From(place) | Self::Before(place) => place,
        }
    }

    fn comparison(self) -> &'static str {
        match self {
            Self::After(_) => ">",
            Self::From(_) => ">=",
            Self::Before(_) => "<",
        }
    }

    fn order(self) -> &'static str {
        match self {
            Self::After(_) | Self::From(_) => " ORDER BY score_key, move_count, run",
            Self::Before(_) => " ORDER BY score_key DESC, move_count DESC, run DESC",
        }
    }
}

impl Source {
    /// Returns the sources of boards; none for a board without entries.
    pub(super) async fn of(connection: &mut Connection, boards: &[&Board]) -> sqlx::Result<Vec<Option<Self>>> {
        let mut categories: BTreeMap<&Category, Option<i64>> = BTreeMap::new();
        let mut keys = Vec::with_capacity(boards.len());
        for board in boards {
            let category = match categories.get(&board.category) {
                Some(known) => *known,
                None => *categories.entry(&board.category).or_insert(category_id(connection, &board.category).await?),
            };
            keys.push(match category {
                Some(category) => Counted::of(connection, category, board).await?,
                None => None,
            });
        }
        let counted = keys.iter().flatten().filter_map(|counted| match counted {
            Counted::Board(key) => Some(*key),
            Counted::Seed(_) => None,
        });
        let ids = known(connection, counted.collect::<BTreeSet<_>>().into_iter().collect()).await?;
        let source = |counted: Option<Counted>| match counted? {
            Counted::Seed(source) => Some(source),
            Counted::Board(key) => {
                let board = *ids.get(&key)?;
                Some(match key.list {
                    BoardList::Runs => Self::Runs { board, category: key.category },
                    BoardList::Bests(_) | BoardList::Room(_) | BoardList::App(..) => Self::Bests { board },
                })
            }
        };
        Ok(keys.into_iter().map(source).collect())
    }

    /// Appends the table of the entries and the condition that selects them.
    pub(super) fn push(&self, query: &mut QueryBuilder<Db>) {
        match self {
            Self::Bests { board } => query.push("bests WHERE board = ").push_bind(*board),
            Self::Runs { category, .. } => query.push("seed_bests WHERE category = ").push_bind(*category),
            Self::Seed { category, seed } => {
                query.push("seed_bests WHERE category = ").push_bind(*category);
                query.push(" AND seed = ").push_bind(seed.as_str().to_owned())
            }
        };
    }

    /// Appends a selection of the runs of a span.
    pub(super) fn push_runs(&self, query: &mut QueryBuilder<Db>, span: Span, limit: u32) {
        query.push("SELECT run FROM ");
        self.push(query);
        push_comparison(query, span.comparison(), span.place());
        query.push(span.order()).push(" LIMIT ").push_bind(i64::from(limit));
    }

    /// Whether there are entries before one place, and after another.
    pub(super) async fn surroundings(
        &self,
        connection: &mut Connection,
        first: BoardPlace,
        last: BoardPlace,
    ) -> sqlx::Result<(bool, bool)> {
        let mut query = QueryBuilder::new("SELECT EXISTS (SELECT 1 FROM ");
        self.push(&mut query);
        push_comparison(&mut query, "<", first);
        query.push("), EXISTS (SELECT 1 FROM ");
        self.push(&mut query);
        push_comparison(&mut query, ">", last);
        query.push(")");
        query.build_query_as().fetch_one(connection).await
    }
}

fn push_comparison(query: &mut QueryBuilder<Db>, comparison: &str, BoardPlace { score, run }: BoardPlace) {
    query.push(" AND (score_key, move_count, run) ").push(comparison).push(" (");
    query.push_bind(score.key.number()).push(", ").push_bind(i64::from(score.moves)).push(", ").push_bind(run.0);
    query.push(")");
}

/// A board with counts, or the source of a board without.
enum Counted {
    Board(BoardKey),
    Seed(Source),
}

impl Counted {
    async fn of(connection: &mut Connection, category: i64, board: &Board) -> sqlx::Result<Option<Self>> {
        let list = match &board.kind {
            BoardKind::Bests(period) => BoardList::Bests(*period),
            BoardKind::Room(room) => BoardList::Room(*room),
            BoardKind::Runs => BoardList::Runs,
            BoardKind::App(app, period) => BoardList::App(*app, *period),
            BoardKind::Seed(seed) if board.category.class.is_daily() => match day_of(connection, category, seed).await?
            {
                Some(day) => BoardList::Bests(day),
                None => return Ok(None),
            },
            BoardKind::Seed(seed) => return Ok(Some(Self::Seed(Source::Seed { category, seed: seed.clone() }))),
        };
        Ok(Some(Self::Board(BoardKey { category, list })))
    }
}

/// Returns the day of a daily seed, if a run of it is on a board.
async fn day_of(connection: &mut Connection, category: i64, seed: &Seed) -> sqlx::Result<Option<Period>> {
    let sql = "SELECT received_at FROM seed_bests CROSS JOIN runs
        WHERE seed_bests.category = $1 AND seed_bests.seed = $2 AND runs.id = seed_bests.run LIMIT 1";
    let query = sqlx::query_scalar(sql).bind(category).bind(seed.as_str());
    let received_at: Option<i64> = query.fetch_optional(connection).await?;
    Ok(received_at.map(|millis| Period::Day(Timestamp::from_millis(millis).day())))
}
