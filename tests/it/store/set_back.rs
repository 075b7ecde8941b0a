//! Versions and marks of tables: what is recognized after the database lost changes.

use funhouse::store::{Changed, NewTable, Occupant, TableChange, TableId, TableStatus, database};

use crate::support::databases::{address_of, meddle, on_each_kind};
use crate::support::store::{new_player, opened, wait};
use crate::support::stored_tables::{APPLIED, change, make, moved, open_table, ranked_table, state, table};

#[test]
fn version_of_a_lost_history_is_stale() {
    on_each_kind(|| {
        let folder = tempfile::tempdir().expect("a folder");
        let address = address_of(&folder.path().join("store.db"));
        let store = wait(database::open(&address)).expect("a new store");
        let ada = new_player(&store, "Ada");
        let id = make(&*store, ranked_table(7, ada));
        let playing = table(&*store, id).state;
        let step = |fence, version| {
            let change = TableChange { fence, ..change(playing.clone(), vec![moved(1)]) };
            let next = change.next_version(version);
            (wait(store.change_table(id, version, change)), next)
        };
        let (stored, known) = step(5, 0);
        assert_eq!(stored, APPLIED);
        wait(meddle(&address, "UPDATE game_tables SET version = 0, moves = 0"));
        wait(meddle(&address, "DELETE FROM table_moves"));
        let (stored, other) = step(6, 0);
        assert_eq!((stored, table(&*store, id).version), (APPLIED, other));
        assert_eq!(step(7, known).0, Ok(Changed::Stale), "its predecessor is lost");
        assert_eq!(step(7, other).0, APPLIED);
    });
}

#[test]
fn marks_change_with_everything_that_a_table_shows() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let (ada, ben) = (new_player(&store, "Ada"), new_player(&store, "Ben"));
        let id = make(&*store, open_table(7, ada));
        let mark = || {
            let marks = wait(store.table_marks(vec![TableId(1), id])).expect("an answer");
            assert_eq!(marks, [table(&*store, id).mark()], "those that exist, as a read has them");
            marks[0].clone()
        };
        let mut marks = vec![mark()];
        let both = state(TableStatus::Playing, &[Occupant::Player(ada), Occupant::Player(ben)]);
        assert_eq!(wait(store.change_table(id, 0, change(both, vec![]))), APPLIED);
        marks.push(mark());
        make(&*store, NewTable { rematch_of: Some(id), ..open_table(8, ada) });
        marks.push(mark());
        assert_eq!(wait(store.delete_player(ben)), Ok(true));
        marks.push(mark());
        assert!((1..marks.len()).all(|at| !marks[..at].contains(&marks[at])), "{marks:?}");
        assert_eq!(wait(store.table_marks(vec![])), Ok(vec![]));
    });
}
