//! Boards that are kept in pieces, read back place by place.

use std::collections::{BTreeMap, BTreeSet};

use funhouse_rules::chance::{Chance, Draws};
use sqlx::Connection as _;

use super::super::super::scratch::Scratch;
use super::super::Connection;
use super::super::kept::{Kept, Span};
use crate::fold::pieces::{Change, List, start_of};
use crate::fold::{BoardKey, change_lists};
use crate::{BoardPlace, RankKey, RunId, ScopeScore, Store as _};

/// The lists of a board as sets: that of every run, and that of bests.
type Lists = [BTreeSet<BoardPlace>; 2];

fn any_place(draws: &mut Draws, run: i64) -> BoardPlace {
    let (key, moves) = (draws.below(12) as i64 - 6, draws.below(4) as u32);
    BoardPlace { score: ScopeScore { key: RankKey::of_number(key), moves }, run: RunId(run) }
}

/// Takes and gives up some places, in one go: those that were taken last are the likeliest to be given up.
fn change(draws: &mut Draws, lists: &mut Lists, all: &mut Vec<BoardPlace>, often: u64) -> BTreeMap<List, Vec<Change>> {
    let mut changed: BTreeMap<List, Vec<Change>> = BTreeMap::new();
    for _ in 0..1 + draws.below(often) {
        let place = if all.is_empty() || draws.below(3) > 0 {
            any_place(draws, all.len() as i64 + 1)
        } else {
            let among = draws.below(all.len() as u64) + 1;
            all[all.len() - draws.below(among) as usize - 1]
        };
        all.push(place);
        let best = place.run.0 % 3 == 0;
        let list = &mut lists[usize::from(best)];
        let by = if list.remove(&place) { -1 } else { i8::from(list.insert(place)) };
        // Another board, on which the same stands, is in nobody's way.
        for board in [BOARD, BoardKey { scope: 1, ..BOARD }] {
            changed.entry(List { board, best }).or_default().push(Change { place, by });
        }
    }
    changed
}

const BOARD: BoardKey = BoardKey { category: 7, scope: 2, period: 0 };

/// Compares what is read of a board with what sorting all of it gives.
async fn compare(connection: &mut Connection, bests: bool, lists: &Lists, draws: &mut Draws) {
    let BoardKey { category, scope, period } = BOARD;
    let kept = Kept { bests, category, scope, period };
    let sorted: Vec<BoardPlace> = lists[usize::from(bests)].iter().copied().collect();
    let sql = "SELECT merit, moves, run FROM pieces WHERE level > 0 AND scope = $1 AND bests = $2
        ORDER BY level, merit, moves, run";
    let query = sqlx::query_as(sql).bind(i64::from(scope)).bind(i64::from(bests));
    let begin: Vec<(i64, i64, i64)> = query.fetch_all(&mut *connection).await.expect("pieces");
    for _ in 0..4 {
        // A place that is taken, one that is not, one beyond either end, and the last one before a piece.
        let any = sorted.get(draws.below(sorted.len() as u64 + 1) as usize).copied();
        let [least, greatest] =
            [-99, 99].map(|key| Some(start_of(ScopeScore { key: RankKey::of_number(key), moves: 0 })));
        let piece = begin.get(draws.below(begin.len() as u64 + 1) as usize);
        let before_a_piece = piece.and_then(|(key, moves, run)| {
            let score = ScopeScore { key: RankKey::of_number(*key), moves: u32::try_from(*moves).expect("a number") };
            let before = sorted.partition_point(|place| *place < BoardPlace { score, run: RunId(*run) });
            sorted.get(before.checked_sub(1)?).copied()
        });
        for at in [any, Some(any_place(draws, 0)), least, greatest, before_a_piece].into_iter().flatten() {
            let (before, limit) = (sorted.partition_point(|place| *place < at), 1 + draws.below(700) as usize);
            let taken = sorted.get(before) == Some(&at);
            let told = kept.standing(connection, at).await.expect("it is told");
            let better = sorted.partition_point(|place| place.score < at.score);
            assert_eq!((told.before, told.better, told.taken), (before as u64, better as u64, taken), "{at:?}");
            assert_eq!(told.count, sorted.len() as u64);
            let after = before + usize::from(taken);
            let end = |from: usize| sorted.len().min(from + limit);
            for (span, due) in [
                (Span::Top, 0..end(0)),
                (Span::From(at), before..end(before)),
                (Span::After(at), after..end(after)),
                (Span::Before(at), before.saturating_sub(limit)..before),
            ] {
                let (places, first) = kept.places(connection, span, limit as u32).await.expect("places");
                let better = |place: &BoardPlace| sorted.partition_point(|other| other.score < place.score) as u64;
                if let Some(place) = places.first() {
                    let standing = (first.before, first.better, first.taken);
                    assert_eq!(standing, (due.start as u64, better(place), true), "{at:?}, {limit}");
                }
                assert_eq!(first.count, sorted.len() as u64);
                assert!(places == sorted[due], "{at:?}, {limit}");
            }
        }
    }
}

#[test]
fn what_is_read_of_pieces_is_what_sorting_all_of_it_gives_however_many_levels_there_are() {
    let Some(scratch) = Scratch::new() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        scratch.open().await.close().await.expect("it closes");
        let mut connection = scratch.connect().await;
        let seed = "pieces".parse().expect("a seed");
        let draws = &mut Chance::new(&seed).event("places");
        let (mut lists, mut all) = (Lists::default(), Vec::new());
        let mut levels = BTreeSet::new();
        for round in 0..60 {
            let mut transaction = connection.begin().await.expect("a transaction");
            for _ in 0..10 {
                let changed = change(draws, &mut lists, &mut all, 80);
                change_lists(&mut *transaction, changed).await.expect("it is written");
            }
            transaction.commit().await.expect("a commit");
            if round % 6 == 5 {
                compare(&mut connection, round % 4 == 1, &lists, draws).await;
            }
            let sql = "SELECT DISTINCT level FROM pieces";
            levels.extend(sqlx::query_scalar::<_, i64>(sql).fetch_all(&mut connection).await.expect("levels"));
        }
        assert!(levels.into_iter().eq(0..4), "so many levels were met");
        // When all is given up, nothing is left to be seen, and at last nothing at all.
        let mut changed: BTreeMap<List, Vec<Change>> = BTreeMap::new();
        for (best, list) in [false, true].into_iter().zip(&mut lists) {
            let given_up = std::mem::take(list).into_iter().map(|place| Change { place, by: -1 });
            changed.insert(List { board: BOARD, best }, given_up.collect());
        }
        change_lists(&mut connection, changed).await.expect("it is written");
        compare(&mut connection, true, &lists, draws).await;
        compare(&mut connection, false, &lists, draws).await;
    });
}
