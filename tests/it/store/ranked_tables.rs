//! Ranked games at tables: what they leave in the store when they end.

use funhouse::store::calendar::{ClosedDays, Day, Period};
use funhouse::store::{
    Board, BoardKind, BoardPlace, BoardRank, NewRun, PageStart, RankKey, RankedSeed, RunId, SeedClass, TableCreated,
    TableId,
};

use crate::support::store::{new_player, opened, wait};
use crate::support::stored_tables::{category, end_ranked, make, ranked_run, ranked_table, start, table};

#[test]
fn finished_ranked_game_becomes_a_run_on_boards() {
    let (store, _folder) = opened();
    let ada = new_player(&store, "Ada");
    let of = category("slide-jam", SeedClass::Ranked);
    let key = RankKey::of_number(12);
    let id = make(&*store, ranked_table(1, ada));
    let run = ranked_run(ada, 1, of.clone(), key);
    let saved = end_ranked(&*store, id, None, Some(run.clone())).expect("it is kept");
    assert_eq!(table(&*store, id).run, Some(saved));
    let shown = wait(store.run(saved)).expect("an answer").expect("it is there");
    assert_eq!((shown.summary.category, shown.summary.seed), (of.clone(), run.seed.clone()));
    let other = make(&*store, ranked_table(2, ada));
    end_ranked(&*store, other, None, Some(ranked_run(ada, 2, of.clone(), key)));
    let place = BoardPlace { score: run.scores.whole, run: saved };
    let of_seed = BoardKind::Seed(run.seed.clone());
    for (kind, count) in [(BoardKind::Runs, 2), (BoardKind::Bests(Period::All), 1), (of_seed, 1)] {
        let board = Board { category: of.clone(), kind };
        let page = wait(store.page(board.clone(), PageStart::Top, 10)).expect("a page");
        assert_eq!(page.count, Some(count), "{board:?}");
        assert_eq!(wait(store.ranks(vec![(board, place)])), Ok(vec![Some(BoardRank { rank: 1, count })]));
    }
    // A game that was not finished leaves no run; and a run that is known already is the one that is known.
    let third = make(&*store, ranked_table(3, ada));
    assert_eq!(end_ranked(&*store, third, None, None), None);
    assert_eq!(table(&*store, third).run, None);
    let fourth = make(&*store, ranked_table(4, ada));
    assert_eq!(end_ranked(&*store, fourth, None, Some(run)), Some(saved));
    assert_eq!(wait(store.count_after(RunId(0))), Ok(2));
}

#[test]
fn ranked_daily_is_one_table_on_daily_boards() {
    let (store, _folder) = opened();
    let players = ["Ada", "Ben", "Cid"].map(|name| new_player(&store, name));
    let of = category("slide-jam", SeedClass::RankedDaily);
    let today: Day = start().day();
    let daily = |id, player, day: Day| {
        let mut new = ranked_table(id, player);
        new.terms.ranked = Some(RankedSeed::Daily(day));
        new.terms.seed = format!("the-seed-of-{day}").parse().expect("a seed");
        new
    };
    let run = |n, player, key, day: Day| {
        let seed = format!("the-seed-of-{day}").parse().expect("a seed");
        let received_at = day.start().plus_seconds(n as i64);
        NewRun { seed, received_at, ..ranked_run(player, n, of.clone(), RankKey::of_number(key)) }
    };
    let mut runs = Vec::new();
    for (n, (day, player)) in (0..2).flat_map(|day| players.map(|player| (today.plus(day), player))).enumerate() {
        let id = TableId(n as i64 + 1);
        assert_eq!(wait(store.daily_table(player, "slide-jam".to_owned(), day)), Ok(None));
        make(&*store, daily(id.0, player, day));
        assert_eq!(wait(store.daily_table(player, "slide-jam".to_owned(), day)), Ok(Some(id)));
        assert_eq!(wait(store.create_table(daily(99, player, day))), Ok(TableCreated::Existing(id)));
        assert_eq!(table(&*store, id).terms.ranked, Some(RankedSeed::Daily(day)));
        runs.push(end_ranked(&*store, id, None, Some(run(n as u64, player, 10 - n as i64, day))));
    }
    assert_eq!(wait(store.daily_table(players[0], "catwalk".to_owned(), today)), Ok(None));
    let runs_on = |kind| {
        let page = wait(store.page(Board { category: of.clone(), kind }, PageStart::Top, 10)).expect("a page");
        page.entries.iter().map(|entry| entry.run.id.0).collect::<Vec<_>>()
    };
    let of_seed = |day: Day| BoardKind::Seed(format!("the-seed-of-{day}").parse().expect("a seed"));
    assert_eq!(runs_on(BoardKind::Runs), [6, 5, 4, 3, 2, 1]);
    assert_eq!(runs_on(BoardKind::Bests(Period::Day(today))), [3, 2, 1]);
    assert_eq!(runs_on(of_seed(today)), [3, 2, 1]);
    assert_eq!(runs_on(of_seed(today.plus(1))), [6, 5, 4]);
    assert_eq!(runs_on(of_seed(today.plus(2))), [] as [i64; 0]);
    wait(store.hide(vec![RunId(3)], true)).expect("it is hidden");
    assert_eq!(runs_on(of_seed(today)), [2, 1]);
    wait(store.hide(vec![RunId(3)], false)).expect("it is shown");
    assert_eq!(runs_on(of_seed(today)), [3, 2, 1]);

    // Its seed is open once the day is closed.
    let summary = wait(store.run(RunId(1))).expect("an answer").expect("a run").summary;
    let [before, after] = [today, today.plus(1)].map(ClosedDays::before);
    let none = ClosedDays::NONE;
    let seeds = [none, before, after].map(|closed| summary.open_seed(closed));
    assert_eq!((summary.day(), seeds), (Some(today), [None, None, Some(&summary.seed)]));
    let own = funhouse::store::Summary { category: category("slide-jam", SeedClass::Ranked), ..summary };
    assert_eq!((own.day(), own.open_seed(none)), (None, Some(&own.seed)));
}
