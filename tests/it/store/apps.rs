//! Games of players for whom apps act: what does not count, and which lists have them.

use funhouse::store::calendar::Month;
use funhouse::store::{
    Act, AverageList, Counting, Ending, GameCounts, MIN_AVERAGED_GAMES, Moderated, ModerationOrder, NewTable, Occupant,
    Outcome, PlayerId, PlayerResult, RankKey, Reason, SeedClass, Store, TableChange, TableId, TableState, TableStatus,
    TableTerms, WaitingTables, database,
};

use crate::support::databases::{address_of, on_each_kind};
use crate::support::store::{new_app, new_player, new_user, opened, wait};
use crate::support::stored_tables::{
    APPLIED, category, change, end_ranked, later, make, open_table, ranked_table, start, state, table,
};

/// Ends a new table of two players, of whom the first wins.
fn end(store: &dyn Store, id: i64, [winner, loser]: [PlayerId; 2], counting: [Counting; 2]) {
    make(store, open_table(id, winner));
    let sitting = [winner, loser].map(Occupant::Player);
    let over = TableState { ended_at: Some(later(50)), ..state(TableStatus::Over(Ending::Finished), &sitting) };
    let result = |player, place, counting| PlayerResult { player, place, counting };
    let players = vec![result(winner, 1, counting[0]), result(loser, 2, counting[1])];
    let end = TableChange { outcome: Some(Outcome::Seated { players }), ..change(over, vec![]) };
    assert_eq!(wait(store.change_table(TableId(id), 0, end)), APPLIED);
}

#[test]
fn games_with_players_of_apps_are_unrated() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let [ada, ben] = ["Ada", "Ben"].map(|name| new_player(&store, name));
        let user = new_user(&store, new_app(&store), "Cleo");
        let counts = |player| {
            let (records, ratings) = (wait(store.records_of(player)), wait(store.ratings_of(player)));
            (records.expect("records").len(), ratings.expect("ratings").len())
        };
        end(&*store, 1, [user, ada], [Counting::Regular; 2]);
        end(&*store, 2, [ada, user], [Counting::Regular; 2]);
        end(&*store, 3, [ada, user], [Counting::Regular, Counting::Forfeit]);
        assert_eq!([user, ada].map(counts), [(0, 0); 2]);
        end(&*store, 4, [ada, ben], [Counting::Regular; 2]);
        assert_eq!([ada, ben].map(counts), [(1, 1); 2]);
    });
}

#[test]
fn tables_of_users_are_only_in_lists_of_their_app() {
    on_each_kind(|| {
        let (store, _folder) = opened();
        let [app, other] = [new_app(&store), new_app(&store)];
        let (ada, user) = (new_player(&store, "Ada"), new_user(&store, app, "Cleo"));
        let new = |id, maker, app| {
            let table = open_table(id, maker);
            NewTable { terms: TableTerms { app, ..table.terms }, ..table }
        };
        make(&*store, new(1, user, None));
        make(&*store, new(2, user, Some(other)));
        make(&*store, new(3, ada, None));
        make(&*store, new(4, ada, Some(app)));
        let unlisted = new(5, user, None);
        make(&*store, NewTable { terms: TableTerms { listed: false, ..unlisted.terms }, ..unlisted });
        assert_eq!(
            [1, 2, 3, 4, 5].map(|id| table(&*store, TableId(id)).terms.app),
            [Some(app), Some(app), None, Some(app), Some(app)]
        );
        assert_eq!([1, 4, 5].map(|id| table(&*store, TableId(id)).terms.listed), [true, true, false]);
        let listed = |app, game: Option<&str>| {
            let of = WaitingTables { game: game.map(str::to_owned), app };
            let tables = wait(store.waiting_tables(of, None, 10)).expect("tables");
            tables.into_iter().map(|table| table.id.0).collect::<Vec<_>>()
        };
        for game in [None, Some("queensland")] {
            assert_eq!(listed(None, game), [4, 3]);
            assert_eq!(listed(Some(app), game), [4, 2, 1]);
            assert_eq!(listed(Some(other), game), [] as [i64; 0]);
        }
        assert_eq!(listed(Some(app), Some("catwalk")), [] as [i64; 0]);
    });
}

#[test]
fn averages_of_users_are_not_listed() {
    on_each_kind(|| {
        let (store, folder) = opened();
        let (ada, user) = (new_player(&store, "Ada"), new_user(&store, new_app(&store), "Cleo"));
        let of = category("slide-jam", SeedClass::Ranked);
        let list = AverageList { category: of, month: Month::of(start().day()) };
        let key = RankKey::of_number(7);
        for (n, player) in (0..MIN_AVERAGED_GAMES).flat_map(|n| [(2 * n, ada), (2 * n + 1, user)]) {
            let id = i64::from(n) + 1;
            make(&*store, NewTable { counts: Some(key), ..ranked_table(id, player) });
            end_ranked(&*store, TableId(id), Some(GameCounts { key, finished: true }), None);
        }
        let moderate = |act| {
            let (reason, at) = (Reason::new("a reason").expect("a reason"), start());
            let outcome = wait(store.moderate(ModerationOrder { act, reason, at })).expect("an outcome");
            assert!(matches!(outcome, Moderated::Applied(_)), "{outcome:?}");
        };
        let listed = |store: &dyn Store| {
            let page = wait(store.averages(list.clone(), None, 10)).expect("a page");
            page.lines.into_iter().map(|line| line.place.player).collect::<Vec<_>>()
        };
        assert_eq!(listed(&*store), [ada]);
        moderate(Act::BanPlayer(user));
        moderate(Act::UnbanPlayer(user));
        assert_eq!(listed(&*store), [ada], "also after a ban is undone");
        wait(store.close()).expect("closed");
        let address = address_of(&folder.path().join("store.db"));
        assert_eq!(wait(database::rebuild(&address, &|_, _| {})), Ok(0));
        assert_eq!(listed(&*wait(database::open(&address)).expect("rebuilt")), [ada]);
    });
}
