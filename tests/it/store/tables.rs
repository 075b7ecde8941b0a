//! Tables in a store: every call, in the order of a table's life, and concurrent calls.

use std::collections::BTreeSet;

use funhouse::rules::game::Level;
use funhouse::store::calendar::Period;
use funhouse::store::{
    Act, Board, BoardKind, Changed, Counting, Departure, DuePlace, Ending, HiddenFor, Moderated, ModerationOrder,
    MovedBy, NewTable, Occupant, Outcome, PageStart, PlayerId, PlayerResult, RankKey, RankedSeed, Reason,
    RepeatableTable, SeedClass, Store, StoredMove, StoredTable, TableChange, TableCreated, TableId, TablePlace,
    TableSeat, TableState, TableStatus, WaitingTables,
};

use crate::support::databases::on_each_kind;
use crate::support::store::{new_player, opened, wait};
use crate::support::stored_tables::{
    APPLIED, category, change, end_ranked, later, make, moved, open_table, ranked_run, ranked_table, start, state,
    table,
};
use crate::support::walks;

#[test]
fn every_call_of_a_table_in_order() {
    let (store, _folder) = opened();
    let (ada, ben) = (new_player(&store, "Ada"), new_player(&store, "Ben"));
    let store: &dyn Store = &*store;
    let new = open_table(7, ada);
    let id = make(store, new.clone());
    let created = table(store, id);
    let players = vec![wait(store.player(ada)).expect("an answer"), None];
    let expected = StoredTable {
        id,
        version: 0,
        terms: new.terms.clone(),
        state: new.state,
        players,
        moves: 0,
        requesters: Vec::new(),
        history: new.history,
        run: None,
        rematch: None,
        rematch_of: None,
        moves_removed: None,
    };
    assert_eq!(created, expected, "what was given is what is read");
    assert_eq!(wait(store.table(TableId(8))), Ok(None));

    // Ben sits down, and rises again; then he sits down and it begins, in another order.
    let [ada_sits, ben_sits] = [ada, ben].map(Occupant::Player);
    let both = state(TableStatus::Waiting, &[ada_sits, ben_sits]);
    assert_eq!(wait(store.change_table(id, 0, change(both.clone(), vec![]))), APPLIED);
    let of_ben = wait(store.tables_of(ben, None, 10)).expect("tables");
    assert_eq!(of_ben, [table(store, id)]);
    assert_eq!(of_ben[0].players[1].as_ref().map(|player| player.name.as_str()), Some("Ben"));
    let alone = state(TableStatus::Waiting, &[ada_sits, Occupant::Vacant]);
    assert_eq!(wait(store.change_table(id, 1, change(alone, vec![]))), APPLIED);
    assert_eq!(wait(store.tables_of(ben, None, 10)), Ok(vec![]));
    let mut playing = state(TableStatus::Playing, &[ben_sits, ada_sits]);
    (playing.due, playing.started_at) = (Some(later(60)), Some(later(1)));
    playing.seats[0].due = Some(later(60));
    assert_eq!(wait(store.change_table(id, 2, change(playing.clone(), vec![]))), APPLIED);
    assert_eq!((table(store, id).version, table(store, id).state), (3, playing.clone()));

    // Moves: the store does not interpret them.
    let by_clock = StoredMove { seat: 2, by: MovedBy::Clock, at: later(9), json: "[\"ü\\\"\"]".to_owned() };
    let by_robot = StoredMove { by: MovedBy::Robot, ..moved(3) };
    let moves = [moved(1), by_clock, by_robot, moved(4), moved(5)];
    playing.seats[1] =
        TableSeat { due: Some(later(90)), missed: 2, left: Some(Departure::Late), ..playing.seats[1].clone() };
    let three = change(playing.clone(), moves[..3].to_vec());
    assert_eq!(wait(store.change_table(id, 3, three)), APPLIED);
    assert_eq!(wait(store.change_table(id, 4, change(playing.clone(), moves[3..].to_vec()))), APPLIED);
    assert_eq!((table(store, id).moves, table(store, id).state.seats), (5, playing.seats.clone()));
    for after in 0..7 {
        let expected = moves.get(after as usize..).unwrap_or_default().to_vec();
        assert_eq!(wait(store.moves_of_table(id, after)), Ok(expected), "after {after}");
    }

    // What is known too late changes nothing, nor does what is of no table.
    for version in [3, 4, 6] {
        let stale = change(playing.clone(), vec![moved(6)]);
        assert_eq!(wait(store.change_table(id, version, stale)), Ok(Changed::Stale));
    }
    let of_none = wait(store.change_table(TableId(8), 0, change(playing.clone(), vec![moved(6)])));
    assert_eq!(of_none, Ok(Changed::Stale));
    assert_eq!((table(store, id).version, table(store, id).moves), (5, 5));
    assert_eq!(wait(store.remove_table(id, 5)), Ok(false), "it has begun");

    // The end.
    let over = TableState {
        status: TableStatus::Over(Ending::Finished),
        due: None,
        ended_at: Some(later(100)),
        ..playing.clone()
    };
    let places =
        [(ada, 2), (ben, 1)].map(|(player, place)| PlayerResult { player, place, counting: Counting::Regular });
    let outcome = Some(Outcome::Seated { players: places.to_vec() });
    let end = TableChange { outcome, ..change(over.clone(), vec![moved(6)]) };
    assert_eq!(wait(store.change_table(id, 5, end.clone())), APPLIED);
    assert_eq!(wait(store.change_table(id, 5, end)), Ok(Changed::Stale), "it ends once");
    assert_eq!((table(store, id).state, table(store, id).moves), (over, 6));
    assert_eq!(wait(store.records_of(ben)).expect("records")[0].won, 1);

    // A rematch is created once; an expired one makes room for another.
    let again = NewTable { rematch_of: Some(id), ..open_table(9, ben) };
    make(store, again.clone());
    assert_eq!(table(store, id).rematch, Some(TableId(9)));
    let another = NewTable { id: TableId(10), ..again.clone() };
    assert_eq!(wait(store.create_table(another.clone())), Ok(TableCreated::Existing(TableId(9))));
    assert_eq!(wait(store.remove_table(TableId(9), 1)), Ok(false), "it is at another version");
    assert_eq!(wait(store.remove_table(TableId(9), 0)), Ok(true));
    assert_eq!((wait(store.table(TableId(9))), table(store, id).rematch), (Ok(None), None));
    assert_eq!(wait(store.tables_of(ben, None, 10)).expect("tables").len(), 1);
    assert_eq!(wait(store.create_table(another)), Ok(TableCreated::New));

    // Who is deleted keeps the seat, without a name.
    assert_eq!(wait(store.delete_player(ben)), Ok(true));
    let left = table(store, id);
    assert_eq!(left.state.seats[0].occupant, ben_sits);
    assert_eq!(left.players, [None, wait(store.player(ada)).expect("an answer")]);
}

#[test]
fn one_of_concurrent_changes_of_version_succeeds() {
    let (store, _folder) = opened();
    let ada = new_player(&store, "Ada");
    let id = make(&*store, ranked_table(1, ada));
    let playing = state(TableStatus::Playing, &[Occupant::Player(ada)]);
    wait(async {
        for version in 0..20_u32 {
            let change = |by: u32| {
                let (store, mut change) = (store.clone(), change(playing.clone(), vec![moved(version), moved(by)]));
                // Some rise, so that they take the other way.
                if by.is_multiple_of(3) && version == 19 {
                    change.state.seats[0].occupant = Occupant::Robot(Level::DEFAULT);
                }
                tokio::spawn(async move { store.change_table(id, version.into(), change).await })
            };
            let all: Vec<_> = (100..108).map(change).collect();
            let mut finished = Vec::new();
            for (by, answer) in (100..).zip(all) {
                match answer.await.expect("it ends") {
                    Ok(Changed::Applied { run: None }) => finished.push(by),
                    Ok(Changed::Stale) => {}
                    other => panic!("{other:?}"),
                }
            }
            let [by] = finished[..] else { panic!("{finished:?} are done") };
            let saved = store.moves_of_table(id, version * 2).await;
            assert_eq!(saved, Ok(vec![moved(version), moved(by)]));
        }
    });
    assert_eq!((table(&*store, id).version, table(&*store, id).moves), (20, 40));
}

#[test]
fn creating_a_table_is_idempotent_by_key() {
    let (store, _folder) = opened();
    let ada = new_player(&store, "Ada");
    let repeatable =
        |key, request| Some(RepeatableTable { key: [key; 32], request: [request; 32], until: later(3_600) });
    let new = |id, repeatable| NewTable { repeatable, ..open_table(id, ada) };
    let first = make(&*store, new(1, repeatable(1, 1)));
    assert_eq!(wait(store.create_table(new(2, repeatable(1, 1)))), Ok(TableCreated::Existing(first)));
    assert_eq!(wait(store.create_table(new(2, repeatable(1, 2)))), Ok(TableCreated::OtherRequest));
    assert_eq!(wait(store.create_table(new(2, repeatable(2, 1)))), Ok(TableCreated::New));
    // A repeated request works at the limit too; one whose table has expired creates another; an old one is unknown.
    let full = NewTable { max_open_tables: 0, ..new(3, repeatable(1, 1)) };
    assert_eq!(wait(store.create_table(full)), Ok(TableCreated::Existing(first)));
    assert_eq!(wait(store.remove_table(first, 0)), Ok(true));
    assert_eq!(wait(store.create_table(new(3, repeatable(1, 1)))), Ok(TableCreated::New));
    assert_eq!(wait(store.create_table(new(4, repeatable(1, 1)))), Ok(TableCreated::Existing(TableId(3))));
    let mut late = new(4, repeatable(1, 2));
    late.terms.made_at = later(3_601);
    assert_eq!(wait(store.create_table(late)), Ok(TableCreated::New));
    assert_eq!(wait(store.tables_of(ada, None, 10)).expect("tables").len(), 3);

    // However many come at once, one makes it.
    let created = wait(async {
        let ask = |id| {
            let (store, new) = (store.clone(), new(id, repeatable(9, 9)));
            tokio::spawn(async move { store.create_table(new).await })
        };
        let mut created = Vec::new();
        for asked in (50..60).map(ask).collect::<Vec<_>>() {
            created.push(asked.await.expect("it ends").expect("an answer"));
        }
        created
    });
    assert_eq!(created[0], TableCreated::New);
    assert_eq!(created[1..], [TableCreated::Existing(TableId(50)); 9]);
}

#[test]
fn player_with_maximum_tables_cannot_create_or_join() {
    let (store, _folder) = opened();
    let [ada, ben] = ["Ada", "Ben"].map(|name| new_player(&store, name));
    let new = |id, player| NewTable { max_open_tables: 2, ..ranked_table(id, player) };
    for (id, created) in [(1, TableCreated::New), (2, TableCreated::New), (3, TableCreated::TooMany)] {
        assert_eq!(wait(store.create_table(new(id, ada))), Ok(created));
    }
    let bens = make(&*store, open_table(4, ben));
    let both = state(TableStatus::Playing, &[Occupant::Player(ben), Occupant::Player(ada)]);
    let join = |version| {
        wait(store.change_table(bens, version, TableChange { max_open_tables: 2, ..change(both.clone(), vec![]) }))
    };
    assert_eq!(join(0), Ok(Changed::TooMany));
    assert_eq!((table(&*store, bens).version, wait(store.tables_of(ada, None, 9)).expect("tables").len()), (0, 2));
    // A table that is over is none of them; and who sits already does not sit down.
    let over = state(TableStatus::Over(Ending::Resigned), &[Occupant::Player(ada)]);
    assert_eq!(wait(store.change_table(TableId(1), 0, change(over, vec![]))), APPLIED);
    assert_eq!(join(0), APPLIED);
    let full = TableChange { max_open_tables: 0, ..change(both.clone(), vec![moved(1)]) };
    assert_eq!(wait(store.change_table(bens, 1, full)), APPLIED);
    assert_eq!(wait(store.create_table(new(5, ada))), Ok(TableCreated::TooMany));
    let gone = state(TableStatus::Playing, &[Occupant::Player(ben), Occupant::Robot(Level::DEFAULT)]);
    assert_eq!(wait(store.change_table(bens, 2, change(gone, vec![]))), APPLIED);
    assert_eq!(wait(store.create_table(new(5, ada))), Ok(TableCreated::New), "she has risen from one");
    assert_eq!(wait(store.tables_of(ada, None, 9)).expect("tables").len(), 3, "one of them is over");
}

#[test]
fn due_tables_are_listed_in_order() {
    let (store, _folder) = opened();
    let ada = new_player(&store, "Ada");
    for (id, due) in [(1, Some(30)), (2, Some(10)), (3, None), (4, Some(20)), (5, Some(31)), (6, Some(20))] {
        let mut new = ranked_table(id, ada);
        new.state.due = due.map(later);
        make(&*store, new);
    }
    let ids = |places: Vec<DuePlace>| places.iter().map(|place| place.id.0).collect::<Vec<_>>();
    let after = |now, place, limit| wait(store.due_tables(later(now), place, limit)).expect("tables");
    let due = |now, limit| ids(after(now, None, limit));
    assert_eq!(due(30, 10), [2, 4, 6, 1]);
    assert_eq!((due(30, 2), due(9, 10)), (vec![2, 4], vec![]));
    let place = after(30, None, 2).last().copied();
    assert_eq!(place, Some(DuePlace { due: later(20), id: TableId(4) }));
    assert_eq!((ids(after(30, place, 10)), ids(after(20, place, 10))), (vec![6, 1], vec![6]));
    let playing = TableState { due: Some(later(40)), ..state(TableStatus::Playing, &[Occupant::Player(ada)]) };
    assert_eq!(wait(store.change_table(TableId(2), 0, change(playing.clone(), vec![moved(1)]))), APPLIED);
    let finished = TableState { due: None, ..playing };
    assert_eq!(wait(store.change_table(TableId(4), 0, change(finished, vec![]))), APPLIED);
    assert_eq!((due(30, 10), due(99, 10)), (vec![6, 1], vec![6, 1, 5, 2]));
}

#[test]
fn lists_are_paged_newest_first() {
    let (store, _folder) = opened();
    let [ada, ben] = ["Ada", "Ben"].map(|name| new_player(&store, name));
    let mut draws = walks::draws("lists-of-tables", 0);
    let mut all = Vec::new();
    for id in 1..=60 {
        let mut new = open_table(id, draws.pick(&[ada, ben]));
        // Some were made at once.
        new.terms.made_at = later(draws.below(20) as i64);
        new.terms.listed = draws.below(4) > 0;
        new.terms.game = draws.pick(&["queensland", "mansion-makers"]).to_owned();
        if draws.below(4) == 0 {
            new.state.status = TableStatus::Playing;
        }
        make(&*store, new.clone());
        all.push(new);
    }
    all.sort_by_key(|new| std::cmp::Reverse((new.terms.made_at, new.id)));
    let paged = |page: &dyn Fn(Option<TablePlace>) -> Vec<StoredTable>| {
        let (mut seen, mut after) = (Vec::new(), None);
        loop {
            let page = page(after);
            let Some(last) = page.last() else { return seen };
            after = Some(TablePlace { made_at: last.terms.made_at, id: last.id });
            seen.extend(page.iter().map(|table| table.id));
        }
    };
    let expected = |holds: &dyn Fn(&NewTable) -> bool| -> Vec<TableId> {
        all.iter().filter(|new| holds(new)).map(|new| new.id).collect()
    };
    let waits = |new: &NewTable| new.terms.listed && new.state.status == TableStatus::Waiting;
    for limit in [1, 7, 100] {
        let waiting = |game: Option<&str>| {
            paged(&|after| {
                wait(store.waiting_tables(WaitingTables { game: game.map(str::to_owned), app: None }, after, limit))
                    .expect("a page")
            })
        };
        assert_eq!(waiting(None), expected(&waits));
        assert_eq!(waiting(Some("queensland")), expected(&|new| waits(new) && new.terms.game == "queensland"));
        assert_eq!(waiting(Some("slide-jam")), []);
        let of_ben = paged(&|after| wait(store.tables_of(ben, after, limit)).expect("a page"));
        assert_eq!(of_ben, expected(&|new| new.terms.maker == ben));
    }
    assert_eq!(wait(store.delete_player(ben)), Ok(true));
    for table in wait(store.tables_of(ben, None, 100)).expect("tables") {
        assert_eq!(table.players, [None, None]);
    }
}

#[test]
fn banned_game_ends_by_clock_and_counts_afterwards() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let ada = new_player(&store, "Ada");
        let moderate = |act: Act| {
            let reason = Reason::new("a reason").expect("a reason");
            let outcome = wait(store.moderate(ModerationOrder { act, reason, at: start() }));
            assert!(matches!(outcome, Ok(Moderated::Applied(_))), "{outcome:?}");
        };
        let id = make(&*store, ranked_table(1, ada));
        moderate(Act::BanPlayer(ada));
        // What the player requests is refused, with and without a change of the seats.
        for occupants in [&[Occupant::Player(ada)][..], &[Occupant::Robot(Level::DEFAULT)]] {
            let requested = change(state(TableStatus::Playing, occupants), vec![moved(1)]);
            let requested = TableChange { by: Some(ada), ..requested };
            assert_eq!(wait(store.change_table(id, 0, requested)), Ok(Changed::Banned));
        }
        assert_eq!(wait(store.create_table(ranked_table(2, ada))), Ok(TableCreated::Banned));
        assert_eq!(wait(store.moves_of_table(id, 0)), Ok(Vec::new()));

        // The service ends the game. Its run is stored and hidden.
        let of = category("slide-jam", SeedClass::Ranked);
        let run = ranked_run(ada, 1, of.clone(), RankKey::of_number(12));
        let run = end_ranked(&*store, id, None, Some(run)).expect("a run");
        let stored = || wait(store.run(run)).expect("an answer").expect("a run").summary.hidden;
        assert!(stored().is_for(HiddenFor::Ban) && !stored().is_for(HiddenFor::Moderation));
        let count = || {
            let board = Board { category: of.clone(), kind: BoardKind::Bests(Period::All) };
            wait(store.page(board, PageStart::Top, 1)).expect("a page").count
        };
        assert_eq!(count(), Some(0));
        moderate(Act::UnbanPlayer(ada));
        assert!(!stored().is_hidden());
        assert_eq!(count(), Some(1));
    });
}

#[test]
fn records_count_games_and_places() {
    let (store, _folder) = opened();
    let [ada, ben, cid] = ["Ada", "Ben", "Cid"].map(|name| new_player(&store, name));
    let play = |id, game: &str, places: &[(PlayerId, u8)]| {
        let mut new = open_table(id, ada);
        new.terms.game = game.to_owned();
        make(&*store, new);
        let players = places
            .iter()
            .map(|(player, place)| PlayerResult { player: *player, place: *place, counting: Counting::Regular })
            .collect();
        let sitting: Vec<Occupant> = places.iter().map(|(player, _)| Occupant::Player(*player)).collect();
        let over = state(TableStatus::Over(Ending::Finished), &sitting);
        let end = TableChange { outcome: Some(Outcome::Seated { players }), ..change(over, vec![]) };
        assert_eq!(wait(store.change_table(TableId(id), 0, end)), APPLIED);
    };
    let records = |player| wait(store.records_of(player)).expect("records");
    let shown = |player| {
        let shown = |record: &funhouse::store::Record| (record.game.clone(), record.played, record.won, record.places);
        records(player).iter().map(shown).collect::<Vec<_>>()
    };
    assert_eq!(records(ada), []);
    play(1, "queensland", &[(ada, 3)]);
    let queensland = |played, won, places| ("queensland".to_owned(), played, won, places);
    assert_eq!(shown(ada), [queensland(1, 0, 3)]);
    play(2, "queensland", &[(ada, 2), (ben, 1), (cid, 4)]);
    play(3, "queensland", &[(cid, 1), (ada, 1)]);
    play(4, "mansion-makers", &[(ada, 1)]);
    assert_eq!(shown(ada), [("mansion-makers".to_owned(), 1, 1, 1), queensland(3, 1, 6)]);
    assert_eq!(shown(ben), [queensland(1, 1, 1)]);
    assert_eq!(shown(cid), [queensland(2, 1, 5)]);
}

#[test]
fn failing_table_does_not_fail_its_group() {
    let (store, _folder) = opened();
    let ada = new_player(&store, "Ada");
    // No player has this number, so the database itself refuses the table.
    let no_one = PlayerId(99);
    wait(async {
        let make = |id: i64| {
            let store = store.clone();
            let new = ranked_table(id, if id % 5 == 2 { no_one } else { ada });
            tokio::spawn(async move { store.create_table(new).await })
        };
        for (id, created) in (1..31).zip((1..31).map(make).collect::<Vec<_>>()) {
            assert_eq!(created.await.expect("it ends").is_ok(), id % 5 != 2, "{id}");
        }
    });
    let saved: BTreeSet<i64> =
        wait(store.tables_of(ada, None, 100)).expect("tables").iter().map(|table| table.id.0).collect();
    assert_eq!(saved.len(), 24);
}

#[test]
fn resumed_deadlines_make_open_tables_due() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let [ada, ben] = ["Ada", "Ben"].map(|name| new_player(&store, name));
        let store: &dyn Store = &*store;
        let due_at = |mut new: NewTable, due| {
            new.state.due = due;
            make(store, new)
        };
        let mut daily = ranked_table(3, ada);
        daily.terms.ranked = Some(RankedSeed::Daily(start().day()));
        let open = [due_at(open_table(1, ada), Some(later(9))), due_at(ranked_table(2, ada), Some(later(99)))];
        let [daily, over] = [due_at(daily, None), due_at(ranked_table(4, ben), Some(later(9)))];
        end_ranked(store, over, None, None);
        let before = table(store, over);
        wait(store.hold_deadlines("a wait".to_owned())).expect("it is stored");
        let state = |id| (table(store, id).version, table(store, id).state.due);
        assert_eq!(open.map(state), [(0, Some(later(9))), (0, Some(later(99)))]);
        wait(store.resume_deadlines("a wait".to_owned(), later(500))).expect("it is stored");
        assert_eq!(open.map(state), [(1, Some(later(500))); 2], "other instances notice it");
        assert_eq!((state(daily), table(store, over)), ((0, None), before));
        wait(store.resume_deadlines("a wait".to_owned(), later(600))).expect("it is stored");
        assert_eq!(open.map(state), [(1, Some(later(500))); 2], "the wait is over");
    });
}
