//! Events of players: their order, also when instances commit in another one, and positions that are lost.

use tokio::sync::oneshot;

use super::super::super::tests::scratch::Scratch;
use super::super::{Connection, SqlStore, events};
use super::{change_of, hash, new_player, new_table, start, stored_move};
use crate::{
    Changed, Created, EventPosition, Events as _, EventsAfter, NewEvent, NewTable, PlayerEvent, PlayerId, Revoked,
    Store as _, StoreError, StoredEvent, TableChange, TableCreated, TableId, Tables as _, TokenHash, TokenId,
};

/// Runs a test on two instances, which on SQLite are the same one, if there is a database.
fn on_two_instances(test: impl AsyncFnOnce(SqlStore, SqlStore)) {
    let Some(scratch) = Scratch::new() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let one = scratch.open().await;
        let other = if Scratch::INSTANCES > 1 { scratch.open().await } else { one.clone() };
        test(one, other).await;
    });
}

async fn player(store: &SqlStore, n: u64) -> PlayerId {
    let Ok(Created::New(player)) = store.create_player(new_player(n)).await else { panic!("a new name") };
    player
}

fn over(player: PlayerId, n: u32) -> NewEvent {
    NewEvent { player, event: PlayerEvent::Over(TableId(n.into())), at: start().plus_seconds(n.into()), tag: n }
}

async fn add(store: &SqlStore, noted: Vec<NewEvent>) -> Result<(), StoreError> {
    let players = events::players_of(&noted).collect();
    store.writer.write_of(players, async move |connection: &mut Connection| events::add(connection, &noted).await).await
}

fn position(number: i64, tag: u32) -> EventPosition {
    EventPosition { number, tag }
}

async fn after(store: &SqlStore, player: PlayerId, known: EventPosition, limit: u32) -> Vec<StoredEvent> {
    match store.events_after(player, known, limit).await {
        Ok(EventsAfter::Continued(events)) => events,
        other => panic!("{other:?}"),
    }
}

/// Numbers and tags.
fn positions(events: &[StoredEvent]) -> Vec<(i64, u32)> {
    events.iter().map(|event| (event.position.number, event.position.tag)).collect()
}

#[test]
fn events_are_numbered_for_each_player_and_resumed() {
    on_two_instances(async |store, other| {
        let (ada, ben) = (player(&store, 1).await, player(&store, 2).await);
        let beginning = EventPosition::start(start());
        assert_eq!(after(&store, ada, beginning, 9).await, []);
        let events = vec![over(ada, 1), over(ben, 2), over(ada, 3), over(ada, 4)];
        add(&store, events).await.expect("stored");
        add(&other, vec![over(ada, 5)]).await.expect("stored");
        let all = after(&store, ada, beginning, 9).await;
        assert_eq!(positions(&all), [(1, 1), (2, 3), (3, 4), (4, 5)]);
        assert_eq!((all[1].event, all[1].at), (Some(PlayerEvent::Over(TableId(3))), start().plus_seconds(3)));
        assert_eq!(positions(&after(&store, ada, beginning, 2).await), [(1, 1), (2, 3)]);
        assert_eq!(positions(&after(&store, ada, position(2, 3), 1).await), [(3, 4)]);
        assert_eq!(after(&store, ada, position(4, 5), 9).await, []);
        assert_eq!(positions(&after(&store, ben, beginning, 9).await), [(1, 2)]);
        let newest = store.newest_event(ada).await.expect("an answer");
        assert_eq!(newest, Some(position(4, 5)));
        for (why, lost) in
            [("another event", position(4, 6)), ("the future", position(5, 5)), ("another player's", position(1, 2))]
        {
            assert_eq!(store.events_after(ada, lost, 9).await, Ok(EventsAfter::Lost(newest)), "{why}");
        }
    });
}

#[test]
fn changes_of_tables_store_their_events_or_nothing() {
    on_two_instances(async |store, _| {
        let (ada, ben) = (player(&store, 1).await, player(&store, 2).await);
        let beginning = EventPosition::start(start());
        let new = NewTable { events: vec![over(ben, 1)], ..new_table(7, ada) };
        assert_eq!(store.create_table(new.clone()).await, Ok(TableCreated::New));
        assert!(matches!(store.create_table(new).await, Ok(TableCreated::Existing(_))));
        let change = |n| TableChange {
            events: vec![over(ada, n), over(ben, n)],
            ..change_of(ada, start(), vec![stored_move()])
        };
        assert_eq!(store.change_table(TableId(7), 0, change(2)).await, Ok(Changed::Applied { run: None }));
        assert_eq!(store.change_table(TableId(7), 0, change(3)).await, Ok(Changed::Stale));
        assert_eq!(positions(&after(&store, ben, beginning, 9).await), [(1, 1), (2, 2)]);
        assert_eq!(positions(&after(&store, ada, beginning, 9).await), [(1, 2)]);
        let event = NewEvent { event: PlayerEvent::Started(TableId(7)), ..over(ada, 9) };
        add(&store, vec![event]).await.expect("stored");
        let games: Vec<_> = after(&store, ada, beginning, 9).await.into_iter().map(|event| event.game).collect();
        assert_eq!(games, [None, Some("slide-jam".to_owned())], "the game of a table that exists");
    });
}

#[test]
fn resume_skips_no_event_that_was_committed_late() {
    on_two_instances(async |one, other| {
        let (ada, ben) = (player(&one, 1).await, player(&one, 2).await);
        add(&one, vec![over(ada, 1)]).await.expect("stored");
        let (started, is_started) = oneshot::channel();
        let (commit, may_commit) = oneshot::channel::<()>();
        let (started, may_commit) = (std::cell::Cell::new(Some(started)), std::cell::Cell::new(Some(may_commit)));
        let late = async move |connection: &mut Connection| {
            events::add(connection, &[over(ada, 2), over(ben, 2)]).await?;
            if let (Some(started), Some(may_commit)) = (started.take(), may_commit.take()) {
                started.send(()).expect("the test waits");
                may_commit.await.expect("the test goes on");
            }
            Ok(())
        };
        let first = tokio::spawn({
            let one = one.clone();
            async move { one.writer.write_of(vec![ada, ben], late).await }
        });
        is_started.await.expect("it has written");
        let second = tokio::spawn({
            let other = other.clone();
            async move { add(&other, vec![over(ada, 3)]).await }
        });
        // The event after the uncommitted one cannot be seen before it, however long the transaction takes.
        for _ in 0..20 {
            assert_eq!(after(&other, ada, position(1, 1), 9).await, []);
            tokio::time::sleep(std::time::Duration::from_millis(10)).await;
        }
        assert!(!second.is_finished(), "it waits for the number");
        commit.send(()).expect("it waits");
        first.await.expect("it ends").expect("stored");
        second.await.expect("it ends").expect("stored");
        assert_eq!(positions(&after(&other, ada, position(1, 1), 9).await), [(2, 2), (3, 3)]);
        assert_eq!(positions(&after(&other, ben, EventPosition::start(start()), 9).await), [(1, 2)]);
    });
}

#[test]
fn concurrent_instances_number_all_events() {
    on_two_instances(async |one, other| {
        let players = [player(&one, 1).await, player(&one, 2).await, player(&one, 3).await];
        let calls: Vec<_> = (0..60_u32)
            .map(|n| {
                let store = if n % 2 == 0 { one.clone() } else { other.clone() };
                // In every order of players.
                let mut noted: Vec<NewEvent> = players.iter().map(|player| over(*player, n)).collect();
                noted.rotate_left(n as usize % 3);
                tokio::spawn(async move { add(&store, noted).await })
            })
            .collect();
        for call in calls {
            call.await.expect("it ends").expect("no deadlock");
        }
        for player in players {
            let events = after(&one, player, EventPosition::start(start()), 99).await;
            let numbers: Vec<i64> = events.iter().map(|event| event.position.number).collect();
            assert_eq!(numbers, (1..=60).collect::<Vec<_>>());
        }
    });
}

#[test]
fn old_events_are_deleted_and_their_positions_lost() {
    on_two_instances(async |store, _| {
        let (ada, ben) = (player(&store, 1).await, player(&store, 2).await);
        add(&store, vec![over(ada, 1), over(ada, 2), over(ada, 30), over(ben, 1)]).await.expect("stored");
        let before = start().plus_seconds(10);
        assert_eq!(store.forget_events(before, 2).await, Ok(2));
        assert_eq!(store.forget_events(before, 2).await, Ok(1));
        assert_eq!(store.forget_events(before, 2).await, Ok(0));
        let newest = Some(position(3, 30));
        assert_eq!(after(&store, ada, position(3, 30), 9).await, []);
        for lost in [EventPosition::start(start()), position(2, 2)] {
            assert_eq!(store.events_after(ada, lost, 9).await, Ok(EventsAfter::Lost(newest)), "{lost}");
        }
        assert_eq!(store.newest_event(ben).await, Ok(None));
        assert_eq!(store.delete_player(ada).await, Ok(true));
        assert_eq!(store.newest_event(ada).await, Ok(None), "all are deleted with the player");
    });
}

#[test]
fn newest_events_leave_out_tokens_that_ended() {
    on_two_instances(async |store, _| {
        let (ada, ben) = (player(&store, 1).await, player(&store, 2).await);
        add(&store, vec![over(ada, 1), over(ada, 2)]).await.expect("stored");
        let [adas, bens, unknown] = [1, 2, 3].map(|n| TokenHash(hash(n)));
        let newest = store.newest_events(vec![adas, bens, unknown], start()).await.expect("an answer");
        assert_eq!(newest, [(adas, Some(position(2, 2))), (bens, None)].into());
        assert_eq!(store.revoke_token(ada, TokenId(1)).await, Ok(Revoked::Removed));
        assert_eq!(store.delete_player(ben).await, Ok(true));
        assert_eq!(store.newest_events(vec![adas, bens], start()).await, Ok([].into()));
    });
}
