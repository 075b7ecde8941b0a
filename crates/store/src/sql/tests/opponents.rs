//! Requests for opponents and blocks on several instances at once: no request leads to two tables, and no one sits next to a blocked player.

use std::collections::{BTreeMap, BTreeSet};

use funhouse_rules::chance::Chance;

use super::super::super::tests::scratch::Scratch;
use super::super::SqlStore;
use super::{hash, new_player, new_table, start};
use crate::{
    Asked, Blocked, Changed, Created, Events as _, Invited, NewInvitation, NewPairing, NewTable, Occupant,
    Opponents as _, PairedTable, PairingId, PairingTerms, PlayerId, Store as _, TableChange, TableCreated, TableId,
    TableSeat, TableState, TableStatus, Tables as _,
};

/// Runs a test on several instances, if there is a database.
fn on_instances(test: impl AsyncFnOnce(Vec<SqlStore>)) {
    let Some(scratch) = Scratch::new() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut stores = Vec::new();
        for _ in 0..Scratch::INSTANCES {
            stores.push(scratch.open().await);
        }
        test(stores).await;
    });
}

async fn players(store: &SqlStore, count: u64) -> Vec<PlayerId> {
    let mut players = Vec::new();
    for n in 0..count {
        let Ok(Created::New(player)) = store.create_player(new_player(n)).await else { panic!("a new name") };
        players.push(player);
    }
    players
}

fn seat(player: PlayerId) -> TableSeat {
    TableSeat { occupant: Occupant::Player(player), due: None, missed: 0, left: None, auto_decline: false }
}

/// The state of a table that these players have begun.
fn begun(players: &[PlayerId]) -> TableState {
    let seats = players.iter().map(|player| seat(*player)).collect();
    TableState { status: TableStatus::Playing, seats, started_at: Some(start()), ..new_table(1, players[0]).state }
}

fn asked(player: PlayerId, id: i64) -> NewPairing {
    let terms = PairingTerms {
        game: "queensland".to_owned(),
        rules: 1,
        options: "{}".to_owned(),
        seats: 2,
        pace: 60,
        rated: true,
        bots: false,
        robots_after: Some(30),
    };
    NewPairing {
        id: PairingId(id),
        player,
        app: None,
        terms,
        address: [7; 16],
        key: Some(hash(id as u64)),
        at: start(),
        max_open_tables: 100,
    }
}

fn paired(table: i64, of: &[(PlayerId, PairingId)]) -> PairedTable {
    let players: Vec<PlayerId> = of.iter().map(|(player, _)| *player).collect();
    let table = NewTable { id: TableId(table), state: begun(&players), ..new_table(1, players[0]) };
    PairedTable { table, of: of.to_vec(), seen_since: start() }
}

/// Stores a request of a player with this number.
async fn ask(store: &SqlStore, player: PlayerId, id: i64) {
    let stored = store.ask_for_opponents(asked(player, id)).await;
    assert!(matches!(&stored, Ok(Asked::Stored(new)) if new.id == PairingId(id)), "{stored:?}");
}

/// The open tables of a player.
async fn tables_of(store: &SqlStore, player: PlayerId) -> BTreeSet<TableId> {
    store.tables_of(player, None, 100).await.expect("tables").iter().map(|table| table.id).collect()
}

#[test]
fn concurrent_searches_seat_each_request_at_most_once() {
    on_instances(async |stores| {
        let all = players(&stores[0], 8).await;
        let seed = "pairing".parse().expect("a seed");
        let mut draws = Chance::new(&seed).event("test");
        for round in 0..6_i64 {
            let id = |n: usize| PairingId(1_000 * (round + 1) + n as i64);
            let mut before = BTreeMap::new();
            for (n, player) in all.iter().enumerate() {
                before.insert(*player, tables_of(&stores[0], *player).await);
                ask(&stores[n % stores.len()], *player, id(n).0).await;
            }
            // All instances try overlapping pairs, while some players cancel.
            let mut searches = Vec::new();
            for attempt in 0..24_i64 {
                let (one, other) = (draws.below(8) as usize, draws.below(8) as usize);
                if one == other {
                    continue;
                }
                let store = stores[attempt as usize % stores.len()].clone();
                let of = [(all[one], id(one)), (all[other], id(other))];
                let table = TableId(10_000 * (round + 1) + attempt);
                searches.push(tokio::spawn(async move { (store.pair(paired(table.0, &of)).await, table, of) }));
            }
            let canceling = (stores[0].clone(), all[0], id(0));
            let canceled = tokio::spawn(async move { canceling.0.cancel_pairing(canceling.1, canceling.2).await });
            let mut seated: BTreeMap<PlayerId, TableId> = BTreeMap::new();
            for search in searches {
                let (outcome, table, of) = search.await.expect("it ends");
                if outcome.expect("no search fails because of another") {
                    for (player, _) in of {
                        assert_eq!(seated.insert(player, table), None, "one request leads to one table");
                    }
                }
            }
            let canceled = canceled.await.expect("it ends").expect("an answer");
            assert_eq!(canceled, seated.get(&all[0]).copied(), "a canceled request leads to no table");
            for (n, player) in all.iter().enumerate() {
                let new: BTreeSet<TableId> =
                    tables_of(&stores[0], *player).await.difference(&before[player]).copied().collect();
                assert_eq!(new, seated.get(player).copied().into_iter().collect());
                let stored = stores[0].pairing(*player, id(n)).await.expect("an answer");
                assert_eq!(stored.and_then(|pairing| pairing.table), seated.get(player).copied());
            }
        }
    });
}

#[test]
fn request_is_repeated_replaced_and_forgotten() {
    on_instances(async |stores| {
        let store = &stores[0];
        let all = players(store, 3).await;
        let (ada, ben) = (all[0], all[1]);
        ask(store, ada, 1).await;
        let again = store.ask_for_opponents(NewPairing { id: PairingId(9), ..asked(ada, 1) }).await;
        let Ok(Asked::Stored(existing)) = again else { panic!("{again:?}") };
        assert_eq!((existing.id, existing.rating, existing.table), (PairingId(1), 1_500_000, None));
        ask(store, ada, 2).await;
        assert_eq!(store.pairing(ada, PairingId(1)).await, Ok(None), "another one replaced it");
        ask(store, ben, 3).await;
        let pair = |table, other| paired(table, &[(ada, PairingId(2)), other]);
        assert_eq!(store.pair(pair(50, (ben, PairingId(4)))).await, Ok(false), "Ben has another request");
        let late = PairedTable { seen_since: start().plus_seconds(1), ..pair(51, (ben, PairingId(3))) };
        assert_eq!(store.pair(late).await, Ok(false), "no one gave a sign");
        assert_eq!(store.block(ben, ada, start()).await, Ok(Blocked::Done));
        assert_eq!(store.pair(pair(52, (ben, PairingId(3)))).await, Ok(false), "Ben blocks Ada");
        let first = store.waiting_pairings(start(), None, 1).await.expect("requests");
        assert_eq!(first.pairings.iter().map(|pairing| pairing.player).collect::<Vec<_>>(), [ada]);
        let rest = store.waiting_pairings(start(), first.next, 2).await.expect("requests");
        assert_eq!(rest.pairings.iter().map(|pairing| pairing.player).collect::<Vec<_>>(), [ben]);
        let waiting = store.waiting_pairings(start(), None, 9).await.expect("requests");
        assert_eq!((waiting.pairings.len(), waiting.blocks), (2, vec![(ben, ada)]));
        store.unblock(ben, ada).await.expect("done");
        let mut full = pair(53, (ben, PairingId(3)));
        full.table.max_open_tables = 0;
        assert_eq!(store.pair(full).await, Ok(false));
        assert_eq!(
            store.waiting_pairings(start(), None, 9).await.map(|waiting| waiting.pairings),
            Ok(vec![]),
            "both ended"
        );
        assert_eq!(tables_of(store, ada).await, BTreeSet::new());

        ask(store, all[2], 5).await;
        store.see_pairings(vec![all[2]], start().plus_seconds(20)).await.expect("stored");
        assert_eq!(store.forget_pairings(start().plus_seconds(20), 9).await, Ok(0));
        assert_eq!(store.forget_pairings(start().plus_seconds(21), 9).await, Ok(1));
        assert_eq!(store.pairing(all[2], PairingId(5)).await, Ok(None));
    });
}

#[test]
fn block_and_seat_at_once_have_an_order() {
    on_instances(async |stores| {
        let all = players(&stores[0], 2).await;
        let (ada, ben) = (all[0], all[1]);
        for n in 1..=12 {
            let table = new_table(n, ada);
            assert_eq!(stores[0].create_table(table.clone()).await, Ok(TableCreated::New));
            let mut state = table.state.clone();
            state.seats[1] = seat(ben);
            let change = TableChange {
                newcomers: vec![ben],
                by: Some(ben),
                max_open_tables: 100,
                ..TableChange::of(state, table.history, 1)
            };
            let (one, other) = (stores[0].clone(), stores[stores.len() - 1].clone());
            let sits = tokio::spawn(async move { one.change_table(table.id, 0, change).await });
            let blocks = tokio::spawn(async move { other.block(ada, ben, start()).await });
            let (sits, blocks) = (sits.await.expect("it ends"), blocks.await.expect("it ends"));
            assert_eq!(blocks, Ok(Blocked::Done));
            let is_seated = tables_of(&stores[0], ben).await.contains(&table.id);
            let expected = if is_seated { Changed::Applied { run: None } } else { Changed::Blocked };
            assert_eq!(sits, Ok(expected));
            stores[0].unblock(ada, ben).await.expect("done");
        }
    });
}

#[test]
fn invitation_reaches_only_players_who_could_sit_down() {
    on_instances(async |stores| {
        let store = &stores[0];
        let all = players(store, 3).await;
        let (ada, ben, cleo) = (all[0], all[1], all[2]);
        let table = new_table(1, ada);
        assert_eq!(store.create_table(table.clone()).await, Ok(TableCreated::New));
        let invite = |by, player| NewInvitation { table: table.id, by, player, at: start(), tag: 7 };
        assert_eq!(store.invite(invite(ada, PlayerId(99))).await, Ok(Invited::NoPlayer));
        assert_eq!(store.block(cleo, ada, start()).await, Ok(Blocked::Done));
        for player in [ben, cleo, ben] {
            assert_eq!(store.invite(invite(ada, player)).await, Ok(Invited::Done));
        }
        let of = async |player| store.invitations_of(player, 9).await.expect("invitations").len();
        assert_eq!((of(ben).await, of(cleo).await), (1, 0), "a block is not revealed");
        let events = async |player| store.newest_event(player).await.expect("an answer").map(|newest| newest.number);
        assert_eq!((events(ben).await, events(cleo).await), (Some(1), None));
        let decline = async |player, by| store.decline_invitation(table.id, player, by, (start(), 8)).await;
        assert_eq!(decline(ben, cleo).await, Ok(None), "it is not Cleo's");
        assert_eq!(decline(ben, ben).await, Ok(Some(ada)));
        assert_eq!((of(ben).await, events(ada).await), (0, Some(1)));
        assert_eq!(store.invite(invite(ada, ben)).await, Ok(Invited::Done));
        assert_eq!((of(ben).await, events(ben).await), (0, Some(1)), "it was declined");
        assert_eq!(store.remove_table(table.id, 0).await, Ok(true));
        assert_eq!(store.invite(invite(ada, ben)).await, Ok(Invited::NotWaiting));
    });
}
