//! Checks what is read before it is timed: boards are compared with all runs sorted in memory.

use std::collections::BTreeSet;

use funhouse::store::{
    AnyStore, Board, BoardEntry, BoardKind, BoardPage, BoardPlace, BoardRank, PageStart, RunId, ScopeScore, Summary,
};

/// All runs of a store.
pub(crate) async fn all(store: &AnyStore) -> Vec<Summary> {
    let mut runs: Vec<Summary> = Vec::new();
    loop {
        let after = runs.last().map_or(RunId(0), |run| run.id);
        let chunk = store.runs_after(after, 1000).await.expect("runs");
        if chunk.is_empty() {
            return runs;
        }
        runs.extend(chunk.into_iter().map(|run| run.summary));
    }
}

/// The places of a board, the best first, out of all runs.
fn sorted(runs: &[Summary], board: &Board) -> Vec<BoardPlace> {
    let is_listed = |run: &Summary| match &board.kind {
        BoardKind::Bests(period) => period.contains(run.received_at),
        BoardKind::Room(_) | BoardKind::Runs => true,
        BoardKind::Seed(seed) => *seed == run.seed,
        BoardKind::App(app, period) => period.contains(run.received_at) && run.app.is_some_and(|of| of.id == *app),
    };
    let of_board = |run: &&Summary| run.category == board.category && is_listed(run);
    let score = |run: &Summary| run.scores.of_scope(board.scope()).expect("a score");
    let place = |run: &Summary| BoardPlace { score: score(run), run: run.id };
    // A player has one entry, or one for each seed.
    let by_seed = board.kind == BoardKind::Runs;
    let line =
        |run: &Summary| (run.player.as_ref().map(|player| player.id), by_seed.then(|| run.seed.as_str().to_owned()));
    let mut places: Vec<_> = runs.iter().filter(of_board).map(|run| (place(run), line(run))).collect();
    places.sort();
    let mut seen = BTreeSet::new();
    places.retain(|(_, line)| seen.insert(line.clone()));
    places.into_iter().map(|(place, _)| place).collect()
}

/// Compares a board page by page, downwards and upwards, then the pages around some runs and their ranks.
pub(crate) async fn check(store: &AnyStore, runs: &[Summary], board: &Board) {
    let sorted = sorted(runs, board);
    let better = |score: ScopeScore| sorted.partition_point(|place| place.score < score) as u64;
    let read = async |at| store.page(board.clone(), at, 70).await.expect("a page");
    let same = |page: &BoardPage, from: usize, end: usize| {
        let places: Vec<BoardPlace> = page.entries.iter().map(|entry| entry.place).collect();
        assert_eq!(places, sorted[from..end], "{board:?}");
        assert!(page.entries.iter().all(|BoardEntry { rank, place, run }| {
            let known = &runs[place.run.0 as usize - 1];
            *rank == Some(1 + better(place.score)) && run == known
        }));
        let around = (page.more_before, page.more_after, page.count);
        assert_eq!(around, (from > 0, end < sorted.len(), Some(sorted.len() as u64)), "{board:?}");
    };
    let (mut at, mut shown) = (PageStart::Top, 0);
    while shown < sorted.len() {
        let end = sorted.len().min(shown + 70);
        same(&read(at).await, shown, end);
        (at, shown) = (PageStart::After(sorted[end - 1]), end);
    }
    let mut at = PageStart::Before(sorted[sorted.len() - 1]);
    let mut left = sorted.len() - 1;
    while left > 0 {
        let from = left.saturating_sub(70);
        same(&read(at).await, from, left);
        (at, left) = (PageStart::Before(sorted[from]), from);
    }
    for at in [0, sorted.len() / 2, sorted.len() - 1] {
        let from = at.saturating_sub(35);
        same(&read(PageStart::Around(sorted[at].run)).await, from, sorted.len().min(from + 70));
        let ranks = store.ranks(vec![(board.clone(), sorted[at])]).await.expect("ranks");
        let due = BoardRank { rank: 1 + better(sorted[at].score), count: sorted.len() as u64 };
        assert_eq!(ranks, [Some(due)]);
    }
}
