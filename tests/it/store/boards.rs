//! Boards, ranks and counts equal the result of sorting all runs in memory: for random runs, boards and pages, before and after runs are
//! hidden, players deleted, and boards rebuilt.

use std::collections::{BTreeMap, BTreeSet};

use funhouse::rules::chance::{Draws, Seed};
use funhouse::store::calendar::{Day, Period, Timestamp};
use funhouse::store::{
    Act, AnyStore, AppId, Best, Board, BoardKind, BoardPage, BoardPlace, BoardRank, Category, MAX_SEED_RANK, Moderated,
    ModerationOrder, NewRun, NewSeason, PageStart, PlayerId, RankKey, Reason, RunId, ScopeScore, Scores, SeasonCreated,
    SeedClass, Submitted, TimeRange, TimeRangePlace, database,
};

use crate::support::databases::{address_of, meddle, on_each_kind, rows_of_boards};
use crate::support::store::{new_app, new_player, new_run, new_user, opened, wait};
use crate::support::walks;

/// A run in memory.
#[derive(Clone, Debug)]
struct Stored {
    id: RunId,
    run: NewRun,
    /// Whether an app acts for the player, so that the run is only on boards and lists of the app.
    is_in_app_alone: bool,
    failed: bool,
    moderated: bool,
}

/// All runs, sorted when a board is read, the banned players, and those for whom an app acts.
#[derive(Clone, Debug, Default)]
struct Memory(Vec<Stored>, BTreeSet<PlayerId>, BTreeMap<PlayerId, AppId>);

impl Memory {
    fn push(&mut self, id: RunId, run: NewRun) {
        let acting = self.2.get(&run.player).copied();
        let run = NewRun { app: acting.or(run.app), ..run };
        self.0.push(Stored { id, run, is_in_app_alone: acting.is_some(), failed: false, moderated: false });
    }

    fn is_visible(&self, stored: &Stored) -> bool {
        !stored.failed && !stored.moderated && !self.1.contains(&stored.run.player)
    }

    /// Whether a run is in the lists of an app; if none is given, in those of the service.
    fn is_listed(&self, stored: &Stored, app: Option<AppId>) -> bool {
        let is_of_list = if app.is_some() { stored.run.app == app } else { !stored.is_in_app_alone };
        is_of_list && self.is_visible(stored)
    }

    /// The entries of a board, the best first, each with its rank.
    fn entries(&self, board: &Board) -> Vec<(u64, BoardPlace)> {
        let is_listed = |run: &NewRun| match &board.kind {
            BoardKind::Bests(period) | BoardKind::App(_, period) => period.contains(run.received_at),
            BoardKind::Room(_) | BoardKind::Runs => true,
            BoardKind::Seed(seed) => *seed == run.seed,
        };
        let app = match board.kind {
            BoardKind::App(app, _) => Some(app),
            _ => None,
        };
        let mut sorted: Vec<(BoardPlace, &NewRun)> = self
            .0
            .iter()
            .filter(|stored| {
                self.is_listed(stored, app) && stored.run.category == board.category && is_listed(&stored.run)
            })
            .map(|stored| (place(stored, board), &stored.run))
            .collect();
        sorted.sort_by_key(|(place, _)| *place);
        let mut seen = BTreeSet::new();
        let all_seeds = board.kind == BoardKind::Runs;
        sorted.retain(|(_, run)| seen.insert((run.player, all_seeds.then(|| run.seed.as_str()))));
        let better = |place: &BoardPlace| sorted.iter().filter(|(other, _)| other.score < place.score).count() as u64;
        sorted.iter().map(|(place, _)| (1 + better(place), *place)).collect()
    }

    fn get(&self, run: RunId) -> &Stored {
        self.0.iter().find(|stored| stored.id == run).expect("a stored run")
    }

    fn any(&self, draws: &mut Draws) -> &Stored {
        &self.0[draws.below(self.0.len() as u64) as usize]
    }

    fn runs_in(&self, range: &TimeRange) -> Vec<RunId> {
        let mut runs: Vec<(Timestamp, RunId)> = self
            .0
            .iter()
            .filter(|stored| self.is_listed(stored, range.app) && stored.run.category == range.category)
            .map(|stored| (stored.run.received_at, stored.id))
            .filter(|(at, _)| (range.since..range.until).contains(at))
            .collect();
        runs.sort();
        runs.into_iter().rev().map(|(_, run)| run).collect()
    }
}

/// Where a run is on a board if it is listed there.
fn place(stored: &Stored, board: &Board) -> BoardPlace {
    BoardPlace { score: stored.run.scores.of_scope(board.scope()).expect("a score"), run: stored.id }
}

const PLAYERS: u64 = 6;

const DAYS: u64 = 40;

/// Two apps.
const APPS: [AppId; 2] = [AppId(1), AppId(2)];

/// The season of an app.
fn season(app: AppId) -> Period {
    let first = first_day().plus(5 * app.0);
    Period::Span(first, first.plus(9))
}

/// Creates the players: for the last two, an app acts. Each app has a season.
fn any_players(store: &AnyStore, memory: &mut Memory) -> Vec<PlayerId> {
    assert_eq!(APPS.map(|_| new_app(store)), APPS);
    for app in APPS {
        let Period::Span(first, last) = season(app) else { panic!("a span") };
        let created = wait(store.create_season(NewSeason { app, name: "A season".to_owned(), first, last }));
        assert!(matches!(created, Ok(SeasonCreated::New(_))), "{created:?}");
    }
    let own = (2..PLAYERS).map(|n| new_player(store, &format!("player {n}")));
    let mut players: Vec<PlayerId> = own.collect();
    for app in APPS {
        let player = new_user(store, app, &format!("user of {app}"));
        memory.2.insert(player, app);
        players.insert(0, player);
    }
    players
}

fn first_day() -> Day {
    "2026-02-25".parse().expect("a day")
}

/// The classes of runs, in the order of a player's bests.
const CLASSES: [SeedClass; 3] = [SeedClass::Daily, SeedClass::Drawn, SeedClass::Chosen];

fn category(draws: &mut Draws) -> Category {
    category_of(draws.pick(&[SeedClass::Chosen, SeedClass::Chosen, SeedClass::Drawn, SeedClass::Daily]))
}

fn category_of(class: SeedClass) -> Category {
    Category { game: "epic-funhouse".to_owned(), rules: 1, options: "{}".to_owned(), class }
}

fn seed(text: &str) -> Seed {
    text.parse().expect("a seed")
}

/// The seed of a day, or of a few that are played often.
fn any_seed(draws: &mut Draws, class: SeedClass, day: Day) -> Seed {
    if class.is_daily() {
        seed(&format!("day-{day}"))
    } else {
        seed(draws.pick(&["often", "often", "often", "a", "b"]))
    }
}

fn any_score(draws: &mut Draws) -> ScopeScore {
    ScopeScore { key: RankKey::of_number(draws.below(4) as i64 - 1), moves: draws.below(3) as u32 + 1 }
}

fn any_run(draws: &mut Draws, players: &[PlayerId], n: u64) -> NewRun {
    // On the hour, so that some arrive at the first moment of a day.
    let millis = first_day().start().millis() + draws.below(DAYS * 24) as i64 * 3_600_000;
    let (received_at, category) = (Timestamp::from_millis(millis), category(draws));
    let seed = any_seed(draws, category.class, received_at.day());
    let scores = Scores { whole: any_score(draws), rooms: vec![any_score(draws), any_score(draws)] };
    let app = draws.pick(&[None, Some(APPS[0]), Some(APPS[1])]);
    NewRun { scores, received_at, category, seed, app, ..new_run(draws.pick(players), n) }
}

fn any_board(draws: &mut Draws) -> Board {
    let (category, day) = (category(draws), first_day().plus(draws.below(DAYS + 2) as i64));
    let period = draws.pick(&[Period::All, Period::Day(day), day.week(), day.month()]);
    let kind = match draws.below(6) {
        0 => BoardKind::Bests(period),
        1 => BoardKind::Room(1 + draws.below(2) as u8),
        2 => BoardKind::Runs,
        3 | 4 => {
            let app = draws.pick(&APPS);
            BoardKind::App(app, draws.pick(&[Period::All, Period::Day(day), day.month(), season(app)]))
        }
        _ => BoardKind::Seed(any_seed(draws, category.class, day)),
    };
    Board { category, kind }
}

/// Every kind of board on which a run may be.
fn boards_of(run: &NewRun) -> Vec<Board> {
    let day = run.received_at.day();
    let periods = [Period::All, Period::Day(day), day.week(), day.month(), Period::Day(day.plus(1))];
    let others = [BoardKind::Room(1), BoardKind::Room(2), BoardKind::Runs, BoardKind::Seed(run.seed.clone())];
    let of_apps = APPS.into_iter().flat_map(|app| {
        [Period::All, Period::Day(day), day.month(), season(app)].map(|period| BoardKind::App(app, period))
    });
    let kinds = periods.map(BoardKind::Bests).into_iter().chain(others).chain(of_apps);
    kinds.map(|kind| Board { category: run.category.clone(), kind }).collect()
}

fn ranked(page: &BoardPage) -> Vec<(u64, BoardPlace)> {
    page.entries.iter().map(|entry| (entry.rank.expect("a rank"), entry.place)).collect()
}

/// Compares a board with the memory: from the top to the end and back, and around a run.
fn compare(store: &AnyStore, memory: &Memory, board: &Board, draws: &mut Draws) {
    let entries = memory.entries(board);
    let (limit, count) = (1 + draws.below(40) as u32, Some(entries.len() as u64));
    let page = |at| wait(store.page(board.clone(), at, limit)).expect("a page");
    let mut walked = Vec::new();
    let mut at = PageStart::Top;
    loop {
        let page = page(at);
        assert_eq!((page.count, page.more_before), (count, !walked.is_empty()), "{board:?}");
        for entry in &page.entries {
            let (shown, run) = (&entry.run, &memory.get(entry.place.run).run);
            assert_eq!((shown.id, &shown.category, shown.hidden.is_hidden()), (entry.place.run, &run.category, false));
            assert_eq!((&shown.seed, shown.received_at, &shown.scores), (&run.seed, run.received_at, &run.scores));
            assert!(shown.player.as_ref().is_none_or(|player| player.id == run.player));
        }
        walked.extend(ranked(&page));
        assert_eq!(page.more_after, walked.len() < entries.len());
        match page.entries.last().filter(|_| page.more_after) {
            Some(last) => at = PageStart::After(last.place),
            None => break,
        }
    }
    assert_eq!(walked, entries, "{board:?}");

    let mut back = Vec::new();
    let mut first = walked.last().map(|(_, place)| *place);
    while let Some(place) = first {
        let page = page(PageStart::Before(place));
        back.splice(..0, ranked(&page));
        first = page.entries.first().filter(|_| page.more_before).map(|entry| entry.place);
    }
    assert_eq!(back, entries[..entries.len().saturating_sub(1)], "{board:?} backwards");

    // Past either end there is only the way back.
    if let (Some((_, first)), Some((_, last))) = (entries.first(), entries.last()) {
        let (before, after) = (page(PageStart::Before(*first)), page(PageStart::After(*last)));
        assert!(before.entries.is_empty() && after.entries.is_empty());
        assert_eq!((before.more_before, before.more_after), (false, true));
        assert_eq!((after.more_before, after.more_after), (true, false));
        assert_eq!((before.count, after.count), (count, count));
    }

    let run = memory.any(draws).id;
    let around = page(PageStart::Around(run));
    let at = entries.iter().position(|(_, place)| place.run == run);
    assert_eq!((around.found, around.count), (at.is_some(), count), "{board:?} around {run:?}");
    if let Some(at) = at {
        let first = at.saturating_sub(limit as usize / 2);
        let end = (first + limit as usize).min(entries.len());
        let shown = ranked(&around);
        assert!(shown.iter().any(|(_, place)| place.run == run));
        assert_eq!(shown, entries[first..][..shown.len()]);
        assert!(shown.len() == limit as usize || first + shown.len() == end, "the page is full, or the board ends");
    }
}

/// Compares the ranks of a run on all boards with the memory, all of them asked for at once.
fn compare_ranks(store: &AnyStore, memory: &Memory, stored: &Stored) {
    let places: Vec<(Board, BoardPlace)> =
        boards_of(&stored.run).into_iter().map(|board| (board.clone(), place(stored, &board))).collect();
    let rank = |(board, place): &(Board, BoardPlace)| {
        let entries = memory.entries(board);
        let (rank, _) = entries.iter().find(|(_, entry)| entry == place)?;
        Some(BoardRank { rank: *rank, count: entries.len() as u64 })
    };
    let expected: Vec<Option<BoardRank>> = places.iter().map(rank).collect();
    assert_eq!(wait(store.ranks(places)), Ok(expected), "{stored:?}");
}

fn compare_range(store: &AnyStore, memory: &Memory, draws: &mut Draws) {
    let since = first_day().plus(draws.below(DAYS) as i64).start();
    let until = since.plus_seconds(draws.below(20 * 24) as i64 * 3_600);
    let range = TimeRange { category: category(draws), app: draws.pick(&[None, Some(APPS[0])]), since, until };
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

/// Compares a player's bests with the memory: of every category, by total and by room.
fn compare_bests(store: &AnyStore, memory: &Memory, player: PlayerId) {
    let kinds = [BoardKind::Bests(Period::All), BoardKind::Room(1), BoardKind::Room(2)];
    let mut expected = Vec::new();
    for category in CLASSES.map(category_of) {
        for (scope, kind) in (0..).zip(kinds.clone()) {
            let entries = memory.entries(&Board { category: category.clone(), kind });
            let of_player = |(_, place): &&(u64, BoardPlace)| memory.get(place.run).run.player == player;
            if let Some((rank, place)) = entries.iter().find(of_player) {
                let (rank, place, count) = (*rank, *place, entries.len() as u64);
                expected.push(Best { category: category.clone(), scope, place, rank, count });
            }
        }
    }
    let mut bests = wait(store.bests_of(player)).expect("bests");
    bests.sort_by_key(|best| (best.category.class, best.scope));
    assert_eq!(bests, expected, "{player:?}");
}

#[test]
fn boards_equal_sorted_runs_after_hiding_and_deleting() {
    for case in 0..4 {
        let draws = &mut walks::draws("boards", case);
        let (store, folder) = opened();
        let mut memory = Memory::default();
        let players = any_players(&store, &mut memory);
        for n in 0..360 {
            let run = any_run(draws, &players, n);
            let id = wait(store.submit(run.clone())).expect("stored").id().expect("of any class");
            memory.push(id, run);
            if n % 120 == 60 {
                (0..6).for_each(|_| compare(&store, &memory, &any_board(draws), draws));
            }
        }
        for player in players.iter().take(3) {
            for hidden in [true, false] {
                let chosen: Vec<usize> = (0..40).map(|_| draws.below(360) as usize).collect();
                chosen.iter().for_each(|n| memory.0[*n].failed = hidden);
                let ids = chosen.iter().map(|n| memory.0[*n].id).collect();
                wait(store.hide(ids, hidden)).expect("hidden or shown");
            }
            assert!(wait(store.delete_player(*player)).expect("deleted"));
            for _ in 0..25 {
                compare(&store, &memory, &any_board(draws), draws);
                compare_ranks(&store, &memory, memory.any(draws));
                compare_range(&store, &memory, draws);
            }
            players.iter().for_each(|player| compare_bests(&store, &memory, *player));
        }
        wait(store.close()).expect("closed");
        let address = address_of(&folder.path().join("store.db"));
        let maintained = wait(rows_of_boards(&address));
        assert!(maintained.iter().all(|rows| !rows.is_empty()), "there are rows to compare");
        assert_eq!(wait(database::rebuild(&address, &|_, _| {})), Ok(360));
        assert_eq!(wait(rows_of_boards(&address)), maintained);
        let store = wait(database::open(&address)).expect("rebuilt");
        (0..10).for_each(|_| compare(&store, &memory, &any_board(draws), draws));
    }
}

/// Orders something that a moderator can do, and returns the outcome.
fn moderate(store: &AnyStore, act: Act) -> Moderated {
    let reason = Reason::new("a reason").expect("a reason");
    wait(store.moderate(ModerationOrder { act, reason, at: Timestamp::FIRST })).expect("an outcome")
}

/// Hides, restores, bans or unbans something, in the store and in memory.
fn moderate_any(store: &AnyStore, memory: &mut Memory, players: &[PlayerId], draws: &mut Draws) {
    let (at, player, is_set) = (draws.below(memory.0.len() as u64) as usize, draws.pick(players), draws.below(2) == 0);
    let id = memory.0[at].id;
    let (act, changed) = match draws.below(3) {
        0 => {
            wait(store.hide(vec![id], is_set)).expect("hidden or shown");
            memory.0[at].failed = is_set;
            return;
        }
        1 => {
            let was = std::mem::replace(&mut memory.0[at].moderated, is_set);
            (if is_set { Act::HideRun(id) } else { Act::RestoreRun(id) }, was != is_set)
        }
        _ if is_set => (Act::BanPlayer(player), memory.1.insert(player)),
        _ => (Act::UnbanPlayer(player), memory.1.remove(&player)),
    };
    let outcome = moderate(store, act);
    assert_eq!(changed, matches!(outcome, Moderated::Applied(_)), "{outcome:?}");
    assert_eq!(!changed, outcome == Moderated::Unchanged, "{outcome:?}");
}

#[test]
fn boards_equal_sorted_runs_after_any_moderation() {
    on_each_kind(|| {
        let draws = &mut walks::draws("moderation", 0);
        let (store, folder) = opened();
        let mut memory = Memory::default();
        let players = any_players(&store, &mut memory);
        for n in 0..320 {
            let run = any_run(draws, &players, n);
            let submitted = wait(store.submit(run.clone())).expect("an outcome");
            let is_banned = memory.1.contains(&run.player);
            assert_eq!(is_banned, submitted == Submitted::Banned);
            if let Submitted::New { id, .. } = submitted {
                memory.push(id, run);
            }
            if n > 60 {
                moderate_any(&store, &mut memory, &players, draws);
            }
            if n % 16 == 0 {
                (0..4).for_each(|_| compare(&store, &memory, &any_board(draws), draws));
                compare_ranks(&store, &memory, memory.any(draws));
                compare_range(&store, &memory, draws);
                let player = draws.pick(&players);
                compare_bests(&store, &memory, player);
                for app in [None, Some(APPS[0]), Some(APPS[1])] {
                    let listed = match app {
                        None => wait(store.runs_of(player, None, 1000)).expect("runs"),
                        Some(app) => wait(store.runs_of_in_app(player, app, None, 1000)).expect("runs"),
                    };
                    let is_listed = |stored: &&Stored| stored.run.player == player && memory.is_listed(stored, app);
                    let expected: Vec<RunId> =
                        memory.0.iter().filter(is_listed).map(|stored| stored.id).rev().collect();
                    assert_eq!(listed.iter().map(|run| run.id).collect::<Vec<_>>(), expected);
                }
                let whole = wait(store.whole_runs_of(player, RunId(0), 1000)).expect("runs");
                let all = memory.0.iter().filter(|stored| stored.run.player == player).count();
                assert_eq!(whole.len(), all, "hidden runs are the player's all the same");
            }
        }
        assert!(!memory.1.is_empty() && memory.0.iter().any(|stored| stored.moderated && stored.failed));
        wait(store.close()).expect("closed");
        let address = address_of(&folder.path().join("store.db"));
        let maintained = wait(rows_of_boards(&address));
        assert_eq!(wait(database::rebuild(&address, &|_, _| {})), Ok(memory.0.len() as u64));
        assert_eq!(wait(rows_of_boards(&address)), maintained);

        // Undone, everything is as if it had never been done.
        let store = wait(database::open(&address)).expect("rebuilt");
        for player in &players {
            moderate(&store, Act::UnbanPlayer(*player));
        }
        for stored in &mut memory.0 {
            moderate(&store, Act::RestoreRun(stored.id));
            (stored.failed, stored.moderated) = (false, false);
        }
        memory.1.clear();
        wait(store.hide(memory.0.iter().map(|stored| stored.id).collect(), false)).expect("shown");
        (0..20).for_each(|_| compare(&store, &memory, &any_board(draws), draws));
    });
}

#[test]
fn walks_show_no_entry_twice_and_miss_none() {
    let draws = &mut walks::draws("walk", 1);
    let (store, _folder) = opened();
    let players: Vec<PlayerId> = (0..PLAYERS).map(|n| new_player(&store, &format!("player {n}"))).collect();
    let board = Board { category: category_of(SeedClass::Chosen), kind: BoardKind::Runs };
    let mut n = 0;
    let mut add = |draws: &mut Draws| {
        n += 1;
        let seed = seed(&format!("seed-{n}"));
        let run = NewRun { category: board.category.clone(), seed, ..any_run(draws, &players, n) };
        wait(store.submit(run)).expect("stored").id().expect("of any class")
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

/// Creates a seed on which this many players have one run each, two with every score.
fn make_popular_seed(address: &str, players: u32) {
    let numbers = format!("WITH RECURSIVE n(i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n WHERE i < {players} + 1)");
    let sql = [
        format!("{numbers} INSERT INTO players (id, name, created_at) SELECT i, 'player ' || i, 0 FROM n"),
        format!(
            "{numbers} INSERT INTO runs (id, player, category, seed, received_at, score_key, move_count, hidden, score_card,
                digest, fingerprint, moves)
            SELECT n.i, n.i, runs.category, runs.seed, runs.received_at, n.i / 2, 1, 0, '{{}}', runs.digest, runs.digest, runs.moves
            FROM n CROSS JOIN runs WHERE runs.id = 1"
        ),
        "INSERT INTO seed_bests (category, seed, player, score_key, move_count, run)
            SELECT category, seed, player, score_key, move_count, id FROM runs WHERE id > 1"
            .to_owned(),
        // The run that made the category is on no board.
        "DELETE FROM seed_bests WHERE run = 1".to_owned(),
    ];
    for sql in sql {
        wait(meddle(address, &sql));
    }
}

#[test]
fn seed_boards_have_ranks_up_to_a_maximum() {
    for (players, knows_all) in [(MAX_SEED_RANK, true), (MAX_SEED_RANK + 2, false)] {
        let (store, folder) = opened();
        let ada = new_player(&store, "Ada");
        let run = new_run(ada, 1);
        wait(store.submit(run.clone())).expect("stored");
        make_popular_seed(&address_of(&folder.path().join("store.db")), players);
        let board = Board { category: run.category, kind: BoardKind::Seed(run.seed) };
        let last = RunId(i64::from(players) + 1);
        let page = |at| wait(store.page(board.clone(), at, 3)).expect("a page");
        let ranks = |page: &BoardPage| page.entries.iter().map(|entry| entry.rank).collect::<Vec<_>>();
        let (top, end) = (page(PageStart::Top), page(PageStart::Around(last)));
        let count = knows_all.then_some(u64::from(players));
        assert_eq!((ranks(&top), top.count, top.more_after), (vec![Some(1), Some(1), Some(3)], count, true));
        assert_eq!((end.count, end.more_after), (count, false));
        let rank_of_last = if knows_all { Some(u64::from(players) - 1) } else { None };
        assert_eq!(ranks(&end).last(), Some(&rank_of_last));
        let place = |run: i64| {
            let score = ScopeScore { key: RankKey::of_number(run / 2), moves: 1 };
            (board.clone(), BoardPlace { score, run: RunId(run) })
        };
        let rank = |rank| count.map(|count| BoardRank { rank, count });
        let expected = vec![rank(1), rank(u64::from(players) - 1)];
        assert_eq!(wait(store.ranks(vec![place(2), place(last.0)])), Ok(expected));
    }
}
