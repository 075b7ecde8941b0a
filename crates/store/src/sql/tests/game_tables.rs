//! Every call for tables, on each backend.

use super::super::super::tests::scratch::Scratch;
use super::{category, change_of, hash, new_player, new_run, new_table, start, stored_move};
use crate::model::calendar::{Month, Timestamp};
use crate::{
    AverageList, Category, Changed, Counting, Created, DuePlace, Ending, GameCounts, MIN_AVERAGED_GAMES, NewRun,
    NewTable, Occupant, Outcome, PlayerId, PlayerResult, RankKey, RankedSeed, RepeatableTable, RunId, RunOfTable,
    SeedClass, Store as _, TableCreated, TableId, TablePlace, TableStatus, Tables as _, WaitingTables,
};

const APPLIED: Result<Changed, crate::StoreError> = Ok(Changed::Applied { run: None });

#[test]
fn tables_are_created_changed_and_listed() {
    let Some(scratch) = Scratch::new() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = scratch.open().await;
        let [one, other] = [PlayerId(1), PlayerId(2)];
        for player in [one, other] {
            assert_eq!(store.create_player(new_player(player.0 as u64)).await, Ok(Created::New(player)));
        }
        let repeatable = Some(RepeatableTable { key: hash(1), request: hash(1), until: start().plus_seconds(60) });
        let mut new = NewTable { repeatable, rematch_of: Some(TableId(77)), ..new_table(1, one) };
        new.terms.ranked = Some(RankedSeed::Daily(start().day()));
        assert_eq!(store.create_table(new.clone()).await, Ok(TableCreated::New));
        assert_eq!(store.create_table(new.clone()).await, Ok(TableCreated::Existing(TableId(1))));
        let mut rematch = NewTable { repeatable: None, ..new.clone() };
        assert_eq!(store.create_table(rematch.clone()).await, Ok(TableCreated::Existing(TableId(1))), "of the day");
        rematch.terms.ranked = None;
        assert_eq!(store.create_table(rematch).await, Ok(TableCreated::Existing(TableId(1))));
        let full = NewTable { max_open_tables: 1, ..new_table(2, one) };
        assert_eq!(store.create_table(full).await, Ok(TableCreated::TooMany));
        assert_eq!(store.create_table(new_table(2, other)).await, Ok(TableCreated::New));
        assert_eq!(store.daily_table(one, category().game, start().day()).await, Ok(Some(TableId(1))));

        for game in [None, Some(category().game)] {
            let newest =
                store.waiting_tables(WaitingTables { game: game.clone(), app: None }, None, 1).await.expect("a page");
            let place = newest.first().map(|table| TablePlace { made_at: table.terms.made_at, id: table.id });
            assert_eq!(place.map(|place| place.id), Some(TableId(2)));
            let next = store.waiting_tables(WaitingTables { game, app: None }, place, 5).await.expect("a page");
            assert_eq!(next.iter().map(|table| table.id).collect::<Vec<_>>(), [TableId(1)]);
        }
        assert_eq!(store.remove_table(TableId(2), 0).await, Ok(true));
        assert_eq!(store.table(TableId(2)).await, Ok(None));

        let due = start().plus_seconds(5);
        let mut moves = Vec::new();
        for version in 0..4 {
            let played = vec![stored_move(); version as usize];
            moves.extend(played.clone());
            assert_eq!(store.change_table(TableId(1), version, change_of(one, due, played)).await, APPLIED);
        }
        let stale = store.change_table(TableId(1), 2, change_of(one, due, vec![stored_move()])).await;
        assert_eq!(stale, Ok(Changed::Stale));
        assert_eq!(store.moves_of_table(TableId(1), 0).await, Ok(moves.clone()));
        assert_eq!(store.moves_of_table(TableId(1), 5).await, Ok(moves[5..].to_vec()));
        let place = DuePlace { due, id: TableId(1) };
        assert_eq!(store.due_tables(due, None, 5).await, Ok(vec![place]));
        assert_eq!(store.due_tables(due, Some(place), 5).await, Ok(Vec::new()));
        assert_eq!(store.change_table(TableId(1), 4, change_of(other, due, Vec::new())).await, APPLIED);
        assert_eq!(store.tables_of(one, None, 5).await, Ok(Vec::new()), "the other sits there now");
        let table = store.table(TableId(1)).await.expect("an answer").expect("a table");
        assert_eq!(store.tables_of(other, None, 5).await, Ok(vec![table.clone()]));
        assert_eq!((table.version, table.moves, table.terms), (5, 6, new.terms));
        assert_eq!(table.state.seats[0].occupant, Occupant::Player(other));
        assert_eq!(table.players, [store.player(other).await.expect("an answer"), None]);
    });
}

#[test]
fn outcomes_of_tables_are_stored() {
    let Some(scratch) = Scratch::new() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let store = scratch.open().await;
        let [one, other] = [PlayerId(1), PlayerId(2)];
        for player in [one, other] {
            assert_eq!(store.create_player(new_player(player.0 as u64)).await, Ok(Created::New(player)));
        }
        let ranked = Category { class: SeedClass::Ranked, ..category() };
        let end = async |new: NewTable, counts, outcome| {
            let (id, player) = (new.id, new.terms.maker);
            assert_eq!(store.create_table(new).await, Ok(TableCreated::New));
            let mut change = change_of(player, start(), vec![stored_move()]);
            (change.state.status, change.state.due) = (TableStatus::Over(Ending::Finished), None);
            change.state.ended_at = Some(start());
            (change.counts, change.outcome) = (counts, Some(outcome));
            store.change_table(id, 0, change).await
        };
        let games = u64::from(MIN_AVERAGED_GAMES);
        for n in 1..=games {
            for player in [one, other] {
                let id = n * 2 + player.0 as u64;
                let run = NewRun { category: ranked.clone(), ..new_run(player, &format!("ranked-{id}"), id, start()) };
                let counts = GameCounts { key: RankKey::of_number(-(id as i64)), finished: true };
                let new = NewTable { counts: Some(RankKey::of_number(0)), ..new_table(id, player) };
                let run_id = RunId((n * 2 + player.0 as u64 - 2) as i64);
                let ended = end(new, Some(counts), Outcome::Ranked(Box::new(run))).await;
                assert_eq!(
                    ended,
                    Ok(Changed::Applied { run: Some(RunOfTable { id: run_id, same_as: None, app: None }) })
                );
            }
        }
        let list = AverageList { category: ranked, month: Month::of(start().day()) };
        let page = store.averages(list.clone(), None, 1).await.expect("a page");
        assert_eq!((page.count, page.more, page.lines[0].place.player, page.lines[0].rank), (2, true, other, 1));
        let next = store.averages(list, Some(page.lines[0].place), 5).await.expect("a page");
        let line = &next.lines[0];
        assert_eq!((next.more, line.place.player, line.rank), (false, one, 2));
        assert_eq!((line.games, line.finished, line.sum), (20, 20, (1..=games).map(|n| n * 2 + 1).sum()));
        let averages = store.averages_of(one, 5).await.expect("averages");
        assert_eq!(averages.iter().map(|average| average.games).collect::<Vec<_>>(), [20]);
        let open = NewTable { counts: Some(RankKey::of_number(0)), ..new_table(80, one) };
        let another = NewTable { id: TableId(81), ..open.clone() };
        assert_eq!(store.create_table(open).await, Ok(TableCreated::New));
        assert_eq!(store.create_table(another).await, Ok(TableCreated::HasOpen(TableId(80))));

        let places =
            [(one, 2), (other, 1)].map(|(player, place)| PlayerResult { player, place, counting: Counting::Regular });
        for id in [90, 91] {
            let ended = end(new_table(id, one), None, Outcome::Seated { players: places.to_vec() }).await;
            assert_eq!(ended, APPLIED);
        }
        let records = store.records_of(other).await.expect("records");
        assert_eq!((records[0].played, records[0].won, records[0].places), (2, 2, 2));
        let ratings = store.ratings_of(other).await.expect("ratings");
        assert_eq!((ratings[0].games, ratings[0].opponents, ratings.len()), (1, 1, 1));
        let among = store.ratings_among(category().game, vec![one, other]).await.expect("ratings");
        assert_eq!(among.len(), 2);
        let page = store.ratings(category().game, None, 5).await.expect("a page");
        assert_eq!((page.count, page.lines.len()), (0, 0), "no one had ten opponents");
        let due = store.due_tables(Timestamp::LAST, None, 9).await.expect("tables");
        assert_eq!(due.iter().map(|place| place.id).collect::<Vec<_>>(), [TableId(80)]);
    });
}
