//! Boards, ranks and counts equal what sorting all runs in memory gives: for random runs, boards and pages, before and
//! after some are hidden and players deleted.

use std::collections::BTreeSet;

use funhouse::rules::chance::Draws;
use funhouse::store::calendar::{Day, Period, Timestamp};
use funhouse::store::database;
use funhouse::store::{
    AnyStore, Best, Board, BoardPage, BoardPlace, BoardRank, Category, NewRun, PageStart, PlayerId, RankKey, RunId,
    ScopeScore, SeedClass, TimeRange, TimeRangePlace,
};

use crate::databases::{address_of, hex_of, texts};
use crate::store::{hand_in, new_player, opened, wait};
use crate::walks;

/// A run as the memory keeps it.
#[derive(Clone, Debug)]
struct Kept {
    id: RunId,
    run: NewRun,
    hidden: bool,
}

/// All runs, sorted when they are asked for.
#[derive(Clone, Debug, Default)]
struct Memory(Vec<Kept>);

impl Memory {
    /// The lines of a board, best first, each with its rank.
    fn lines(&self, board: &Board) -> Vec<(u64, BoardPlace)> {
        let on_board = |kept: &&Kept| {
            !kept.hidden
                && kept.run.category == board.category
                && board.seed.as_ref().is_none_or(|seed| *seed == kept.run.seed)
                && board.period.contains(kept.run.received_at)
        };
        let score = |kept: &Kept| kept.run.scores[usize::from(board.scope)];
        let mut lines: Vec<(BoardPlace, PlayerId, &str)> = self
            .0
            .iter()
            .filter(on_board)
            .map(|kept| (BoardPlace { score: score(kept), run: kept.id }, kept.run.player, kept.run.seed.as_str()))
            .collect();
        lines.sort();
        // The runs of a player on a seed are one line, and on boards of bests all runs of a player are.
        let mut seen = BTreeSet::new();
        lines.retain(|(_, player, seed)| seen.insert((*player, Some(*seed).filter(|_| !board.bests))));
        let better = |place: &BoardPlace| lines.iter().filter(|(other, ..)| other.score < place.score).count() as u64;
        lines.iter().map(|(place, ..)| (1 + better(place), *place)).collect()
    }

    fn kept(&self, run: RunId) -> &Kept {
        self.0.iter().find(|kept| kept.id == run).expect("it is known")
    }

    fn runs_in(&self, range: &TimeRange) -> Vec<RunId> {
        let mut runs: Vec<(Timestamp, RunId)> = self
            .0
            .iter()
            .filter(|kept| !kept.hidden && kept.run.category == range.category)
            .filter(|kept| range.seed.as_ref().is_none_or(|seed| *seed == kept.run.seed))
            .map(|kept| (kept.run.received_at, kept.id))
            .filter(|(at, _)| (range.since..range.until).contains(at))
            .collect();
        runs.sort();
        runs.into_iter().rev().map(|(_, run)| run).collect()
    }
}

const PLAYERS: u64 = 6;

fn first_day() -> Day {
    "2026-02-25".parse().expect("a day")
}

/// The classes of runs, in the order in which bests are told.
const CLASSES: [SeedClass; 2] = [SeedClass::Drawn, SeedClass::Chosen];

fn category(draws: &mut Draws) -> Category {
    category_of(draws.pick(&[SeedClass::Chosen, SeedClass::Chosen, SeedClass::Drawn]))
}

fn category_of(class: SeedClass) -> Category {
    Category { game: "epic-funhouse".to_owned(), rules: 1, options: "{}".to_owned(), class }
}

fn seed(draws: &mut Draws) -> &'static str {
    // One is played often enough to get boards of its own, in the middle of its runs.
    draws.pick(&["often", "often", "often", "often", "seldom", "a", "b", "c"])
}

fn any_run(draws: &mut Draws, players: &[PlayerId], n: u64) -> NewRun {
    let mut score =
        || ScopeScore { key: RankKey::of_number(draws.below(4) as i64 - 1), moves: draws.below(3) as u32 + 1 };
    let scores = vec![score(), score(), score()];
    // On the hour, so that some come in at the very first moment of a day.
    let millis = first_day().start().millis() + draws.below(40 * 24) as i64 * 3_600_000;
    NewRun {
        scores,
        received_at: Timestamp::from_millis(millis),
        category: category(draws),
        seed: seed(draws).parse().expect("a seed"),
        ..hand_in(draws.pick(players), n)
    }
}

fn any_board(draws: &mut Draws) -> Board {
    let day = first_day().plus(draws.below(42) as i64);
    let period = draws.pick(&[Period::All, Period::All, Period::Day(day), day.week(), day.month()]);
    let seed = (draws.below(2) == 0).then(|| seed(draws).parse().expect("a seed"));
    Board { category: category(draws), seed, scope: draws.below(3) as u8, period, bests: draws.below(2) == 0 }
}

fn told(page: &BoardPage) -> Vec<(u64, BoardPlace)> {
    page.entries.iter().map(|entry| (entry.rank, entry.place)).collect()
}

/// Compares a board with the memory: from the top to the end and back, around a run, and its ranks.
fn compare(store: &AnyStore, memory: &Memory, board: &Board, draws: &mut Draws) {
    let lines = memory.lines(board);
    let limit = 1 + draws.below(40) as u32;
    let page = |at| wait(store.page(board.clone(), at, limit)).expect("a page");
    let mut walked = Vec::new();
    let mut at = PageStart::Top;
    loop {
        let page = page(at);
        assert_eq!(page.count, lines.len() as u64, "{board:?}");
        assert_eq!(page.more_before, !walked.is_empty());
        for entry in &page.entries {
            let (shown, run) = (&entry.run, &memory.kept(entry.place.run).run);
            assert_eq!((shown.id, &shown.category, shown.hidden), (entry.place.run, &run.category, false));
            assert_eq!((&shown.seed, shown.received_at, &shown.scores), (&run.seed, run.received_at, &run.scores));
            assert!(shown.player.as_ref().is_none_or(|(player, _)| *player == run.player));
        }
        walked.extend(told(&page));
        assert_eq!(page.more_after, walked.len() < lines.len());
        match page.entries.last().filter(|_| page.more_after) {
            Some(last) => at = PageStart::After(last.place),
            None => break,
        }
    }
    assert_eq!(walked, lines, "{board:?}");

    let mut back = Vec::new();
    let mut first = walked.last().map(|(_, place)| *place);
    while let Some(place) = first {
        let page = page(PageStart::Before(place));
        back.splice(..0, told(&page));
        first = page.entries.first().filter(|_| page.more_before).map(|entry| entry.place);
    }
    assert_eq!(back, lines[..lines.len().saturating_sub(1)], "{board:?} backwards");

    // Beyond either end there is nothing but the way back.
    if let (Some((_, first)), Some((_, last))) = (lines.first(), lines.last()) {
        let (before, after) = (page(PageStart::Before(*first)), page(PageStart::After(*last)));
        assert!(before.entries.is_empty() && after.entries.is_empty());
        assert_eq!((before.more_before, before.more_after), (false, true));
        assert_eq!((after.more_before, after.more_after), (true, false));
        assert_eq!((before.count, after.count), (lines.len() as u64, lines.len() as u64));
    }

    let run = memory.0[draws.below(memory.0.len() as u64) as usize].id;
    let around = page(PageStart::Around(run));
    let standing = lines.iter().position(|(_, place)| place.run == run);
    assert_eq!(around.found, standing.is_some());
    if let Some(at) = standing {
        let first = at.saturating_sub(limit as usize / 2);
        let end = (first + limit as usize).min(lines.len());
        let told = told(&around);
        assert!(told.iter().any(|(_, place)| place.run == run));
        assert_eq!(told, lines[first..][..told.len()]);
        assert!(told.len() == limit as usize || first + told.len() == end, "the page is full, or the board ends");
    }
    let rank = wait(store.ranks(run, vec![board.clone()])).expect("ranks");
    let due = standing.map(|at| BoardRank { rank: lines[at].0, count: lines.len() as u64 });
    assert_eq!(rank, [due], "{board:?}");
}

fn compare_range(store: &AnyStore, memory: &Memory, draws: &mut Draws) {
    let since = first_day().plus(draws.below(40) as i64).start();
    let until = since.plus_seconds(draws.below(20 * 24) as i64 * 3_600);
    let seed = (draws.below(2) == 0).then(|| seed(draws).parse().expect("a seed"));
    let range = TimeRange { category: category(draws), seed, since, until };
    let mut walked = Vec::new();
    let mut after = None;
    loop {
        let runs = wait(store.runs_in(range.clone(), after, 7)).expect("runs");
        let Some(last) = runs.last() else { break };
        after = Some(TimeRangePlace { received_at: last.received_at, run: last.id });
        walked.extend(runs.into_iter().map(|run| run.id));
    }
    assert_eq!(walked, memory.runs_in(&range), "{range:?}");
}

/// A player's best in every category and scope, in the order in which they are told.
fn compare_bests(store: &AnyStore, memory: &Memory, player: PlayerId) {
    let mut due = Vec::new();
    for category in CLASSES.map(category_of) {
        for scope in 0..3 {
            let board = Board { category: category.clone(), seed: None, scope, period: Period::All, bests: true };
            let lines = memory.lines(&board);
            let of_player = |(_, place): &&(u64, BoardPlace)| memory.kept(place.run).run.player == player;
            if let Some((rank, place)) = lines.iter().find(of_player) {
                let (rank, place, count) = (*rank, *place, lines.len() as u64);
                due.push(Best { category: category.clone(), scope, place, rank, count });
            }
        }
    }
    assert_eq!(wait(store.bests_of(player)).expect("bests"), due, "{player:?}");
}

/// All that is kept of boards: their lines, the places of bests, and which runs stand.
pub(crate) async fn kept(address: &str) -> (Vec<[i64; 7]>, [Vec<String>; 2]) {
    let lines = database::lines(address).await.expect("boards that are whole");
    let places = hex_of(address, "places");
    let bests = format!(
        "SELECT player || ' ' || period || ' ' || course || ' ' || {places} FROM bests ORDER BY player, period, course"
    );
    let runs = "SELECT id || ' ' || hidden FROM runs ORDER BY id";
    (lines, [texts(address, &bests).await, texts(address, runs).await])
}

#[test]
fn boards_ranks_and_counts_equal_sorting_all_runs_also_after_hiding_and_deleting() {
    for case in 0..4 {
        let draws = &mut walks::draws("boards", case);
        let (store, folder) = opened();
        let players: Vec<PlayerId> = (0..PLAYERS).map(|n| new_player(&store, &format!("player {n}"))).collect();
        let mut memory = Memory::default();
        for n in 0..360 {
            let run = any_run(draws, &players, n);
            let id = wait(store.submit(run.clone())).expect("it is kept").id().expect("it is for any class");
            memory.0.push(Kept { id, run, hidden: false });
            if n % 120 == 60 {
                (0..6).for_each(|_| compare(&store, &memory, &any_board(draws), draws));
            }
        }
        for round in 0..3 {
            for hidden in [true, false] {
                let chosen: Vec<usize> = (0..40).map(|_| draws.below(360) as usize).collect();
                chosen.iter().for_each(|n| memory.0[*n].hidden = hidden);
                let ids = chosen.iter().map(|n| memory.0[*n].id).collect();
                wait(store.hide(ids, hidden)).expect("it is done");
            }
            assert!(wait(store.delete_player(players[round])).expect("it is done"));
            for _ in 0..25 {
                compare(&store, &memory, &any_board(draws), draws);
                compare_range(&store, &memory, draws);
            }
            players.iter().for_each(|player| compare_bests(&store, &memory, *player));
        }
        wait(store.close()).expect("it closes");
        let address = address_of(&folder.path().join("store.db"));
        let step_by_step = wait(kept(&address));
        assert_eq!(wait(database::rebuild(&address, |_, _| {})), Ok(360));
        assert!(wait(kept(&address)) == step_by_step, "what is made anew is what was kept");
    }
}

#[test]
fn a_walk_over_a_board_of_every_run_shows_no_line_twice_and_misses_none_however_many_are_added() {
    let draws = &mut walks::draws("walk", 1);
    let (store, _folder) = opened();
    let players: Vec<PlayerId> = (0..PLAYERS).map(|n| new_player(&store, &format!("player {n}"))).collect();
    let category = category(&mut walks::draws("walk", 2));
    let board = Board { category, seed: None, scope: 0, period: Period::All, bests: false };
    let mut n = 0;
    let mut add = |draws: &mut Draws| {
        n += 1;
        let seed = format!("seed-{n}").parse().expect("a seed");
        let run = NewRun { category: board.category.clone(), seed, ..any_run(draws, &players, n) };
        wait(store.submit(run)).expect("it is kept").id().expect("it is for any class")
    };
    let before: BTreeSet<RunId> = (0..100).map(|_| add(draws)).collect();
    let mut seen = BTreeSet::new();
    let mut at = PageStart::Top;
    loop {
        let page = wait(store.page(board.clone(), at, 7)).expect("a page");
        for entry in &page.entries {
            assert!(seen.insert(entry.place.run), "{:?} is shown twice", entry.place);
        }
        let Some(last) = page.entries.last().filter(|_| page.more_after) else { break };
        at = PageStart::After(last.place);
        (0..5).for_each(|_| {
            add(draws);
        });
    }
    assert!(seen.is_superset(&before));
}
