//! Which moves of tables a store keeps.

use funhouse::store::calendar::Timestamp;
use funhouse::store::{
    Changed, Ending, FinalResult, GameCounts, NewTable, Occupant, PlayerId, RankKey, RankedSeed, Retention, Store,
    StoreError, StoredTable, TableCreated, TableId, TableState, TableStatus,
};

use crate::support::databases::{address_of, numbers, on_each_kind};
use crate::support::store::{new_player, opened, wait};
use crate::support::stored_tables::{
    APPLIED, change, end_ranked, later, make, moved, open_table, ranked_table, start, state, table,
};

/// Ends a table of this player with two moves.
fn end(store: &dyn Store, new: NewTable, ended_at: Timestamp) -> TableId {
    let seats = [Occupant::Player(new.terms.maker)];
    let id = make(store, new);
    let over = TableState { ended_at: Some(ended_at), ..state(TableStatus::Over(Ending::Finished), &seats) };
    assert_eq!(wait(store.change_table(id, 0, change(over, vec![moved(1), moved(2)]))), APPLIED);
    id
}

fn undecided(store: &dyn Store, ended_before: Timestamp, limit: u32) -> Vec<TableId> {
    wait(store.undecided_tables(ended_before, limit)).expect("tables")
}

fn decide(store: &dyn Store, id: TableId, to: Retention) -> Result<(), StoreError> {
    wait(store.decide_retention(vec![(id, to)]))
}

fn result() -> FinalResult {
    FinalResult { digest: Some([9; 32]), points: Some(vec![-3, 12]), places: Some(vec![2, 1]) }
}

#[test]
fn old_tables_are_undecided_until_decided_once() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let ada = new_player(&store, "Ada");
        let store: &dyn Store = &*store;
        let ids = [3, 1, 2, 4].map(|id| end(store, open_table(id, ada), later(100 - id)));
        let rematch = make(store, NewTable { rematch_of: Some(ids[3]), ..open_table(9, ada) });
        end(store, ranked_table(10, ada), later(1));
        assert_eq!(undecided(store, later(1000), 9), [3, 2, 1].map(TableId), "the rematch of 4 waits for players");
        assert_eq!(undecided(store, later(99), 9), [3, 2].map(TableId));
        assert_eq!(undecided(store, later(1000), 1), [TableId(3)]);
        assert_eq!(wait(store.remove_table(rematch, 0)), Ok(true));
        assert_eq!(undecided(store, later(1000), 9), [4, 3, 2, 1].map(TableId));

        let before = table(store, TableId(1));
        let decisions = vec![
            (TableId(3), Retention::Remove(FinalResult { points: None, ..result() })),
            (TableId(2), Retention::Keep),
            (TableId(4), Retention::Unreadable),
            (TableId(1), Retention::Remove(result())),
            (TableId(77), Retention::Remove(result())),
        ];
        wait(store.decide_retention(decisions)).expect("it is stored");
        assert_eq!(undecided(store, later(1000), 9), []);
        let removed = [1, 2, 3, 4].map(|id| table(store, TableId(id)).moves_removed);
        let without_points = FinalResult { points: None, ..result() };
        assert_eq!(removed, [Some(result()), None, Some(without_points), Some(FinalResult::default())]);
        let left = [1, 2, 3, 4].map(|id| wait(store.moves_of_table(TableId(id), 0)).expect("moves").len());
        assert_eq!(left, [0, 2, 0, 2], "unreadable moves stay for diagnosis");
        assert_eq!(
            table(store, TableId(1)),
            StoredTable { version: before.version + 1, moves_removed: Some(result()), ..before }
        );

        // A second instance that decided at the same time changes nothing.
        decide(store, TableId(1), Retention::Keep).expect("it is ignored");
        decide(store, TableId(2), Retention::Remove(result())).expect("it is ignored");
        assert_eq!(table(store, TableId(1)).moves_removed, Some(result()));
        let stays = (table(store, TableId(2)).moves_removed, wait(store.moves_of_table(TableId(2), 0)));
        assert_eq!(stays, (None, Ok(vec![moved(1), moved(2)])));
        decide(store, TableId(2), Retention::Unreadable).expect("it is stored");
        decide(store, TableId(1), Retention::Unreadable).expect("it is ignored");
        let results = [2, 1].map(|id| table(store, TableId(id)).moves_removed);
        assert_eq!(results, [Some(FinalResult::default()), Some(result())]);
    });
}

#[test]
fn open_tables_are_not_decided() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let ada = new_player(&store, "Ada");
        let store: &dyn Store = &*store;
        let id = make(store, open_table(1, ada));
        let playing = state(TableStatus::Playing, &[Occupant::Player(ada)]);
        assert_eq!(wait(store.change_table(id, 0, change(playing, vec![moved(1)]))), APPLIED);
        for to in [Retention::Keep, Retention::Unreadable, Retention::Remove(result())] {
            decide(store, id, to).expect("it is ignored");
            assert_eq!(table(store, id).moves_removed, None);
        }
        assert_eq!(wait(store.moves_of_table(id, 0)), Ok(vec![moved(1)]));
    });
}

#[test]
fn undecided_tables_are_found_by_index() {
    on_each_kind(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let address = address_of(&folder.path().join("store.db"));
        let store = wait(funhouse::store::database::open(&address)).expect("a new store");
        let ada = new_player(&store, "Ada");
        end(&*store, open_table(1, ada), start());
        // What the index has: nothing but the table that is not decided.
        let indexed =
            "SELECT count(*) FROM game_tables WHERE ended_at IS NOT NULL AND ranked = 0 AND moves_state IS NULL";
        assert_eq!(wait(numbers(&address, indexed)), [1]);
        decide(&*store, TableId(1), Retention::Keep).expect("it is stored");
        assert_eq!(wait(numbers(&address, indexed)), [0]);
        if address.starts_with("sqlite") {
            let plan = "SELECT count(*) FROM (SELECT 1 FROM game_tables INDEXED BY game_tables_undecided
                    WHERE ended_at < 5 AND ranked = 0 AND moves_state IS NULL ORDER BY ended_at, id LIMIT 1)";
            assert_eq!(wait(numbers(&address, plan)), [0], "SQLite refuses an index that it cannot use");
        }
    });
}

#[test]
fn tables_are_listed_in_order_of_number() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let ada = new_player(&store, "Ada");
        let store: &dyn Store = &*store;
        let ben = PlayerId(ada.0 + 1);
        for id in [5, 2, i64::MAX, 9] {
            make(store, open_table(id, ada));
        }
        let listing = |id, seconds| wait(store.listing_players(TableId(id), later(seconds), vec![ben, ada]));
        assert_eq!([listing(5, 0), listing(6, 0), listing(5, 1)], [Ok(vec![ada]), Ok(vec![]), Ok(vec![])]);
        let after = |id, limit| wait(store.tables_after(TableId(id), limit)).expect("tables");
        assert_eq!(after(0, 3), [2, 5, 9].map(TableId));
        assert_eq!((after(9, 3), after(i64::MAX, 3)), (vec![TableId(i64::MAX)], vec![]));
        let counts = [0, 5, i64::MAX].map(|id| wait(store.count_tables_after(TableId(id))));
        assert_eq!(counts, [4, 2, 0].map(Ok));
    });
}

#[test]
fn ranked_game_without_outcome_ends_and_keeps_its_count() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let ada = new_player(&store, "Ada");
        let store: &dyn Store = &*store;
        let counts = Some(RankKey::of_number(-40));
        let new = |id| {
            let mut table = NewTable { counts, ..ranked_table(id, ada) };
            table.terms.ranked = Some(RankedSeed::Own);
            table
        };
        let id = make(store, new(1));
        assert_eq!(wait(store.create_table(new(2))), Ok(TableCreated::HasOpen(id)));
        assert_eq!(end_ranked(store, id, None, None), None);
        make(store, new(2));
        let sum = |player: PlayerId| {
            let averages = wait(store.averages_of(player, 9)).expect("averages");
            averages.iter().map(|average| (average.games, average.finished, average.sum)).collect::<Vec<_>>()
        };
        assert_eq!(sum(ada), [(2, 0, 80)], "both count what they counted at their start");
        let counts = Some(GameCounts { key: RankKey::of_number(-50), finished: false });
        assert_eq!(end_ranked(store, TableId(2), counts, None), None);
        assert_eq!(sum(ada), [(2, 0, 90)]);
        let stale = change(state(TableStatus::Over(Ending::Abandoned), &[Occupant::Player(ada)]), vec![]);
        assert_eq!(wait(store.change_table(id, 0, stale)), Ok(Changed::Stale));
    });
}
