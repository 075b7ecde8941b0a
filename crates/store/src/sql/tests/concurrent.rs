//! Concurrent writes of several instances: nothing is lost or stored twice, and no limit is exceeded.

use std::collections::{BTreeMap, BTreeSet};

use funhouse_rules::chance::{Chance, Draws};

use super::super::super::tests::scratch::Scratch;
use super::super::{Connection, SqlStore, rebuild};
use super::{category, change_of, hash, new_player, new_run, new_table, start};
use crate::model::calendar::{Month, Timestamp};
use crate::{
    Act, Added, AverageList, Category, Changed, Counting, Created, Ending, GameCounts, MAX_TOKENS, ModerationOrder,
    NewPlayer, NewRun, NewTable, NewToken, Outcome, PlayerId, PlayerResult, RankKey, Reason, Recovered, Recovery,
    RecoveryHash, RunId, SeedClass, Store as _, StoreError, Submitted, TableCreated, TableId, TableStatus, Tables as _,
    TokenHash,
};

/// Number of concurrent calls on each instance.
const CALLS: u64 = 12;

/// Runs a test on several instances, if there is a database.
fn on_instances(test: impl AsyncFnOnce(&Scratch, Vec<SqlStore>)) {
    let Some(scratch) = Scratch::new() else { return };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut stores = Vec::new();
        for _ in 0..Scratch::INSTANCES {
            stores.push(scratch.open().await);
        }
        test(&scratch, stores).await;
    });
}

/// Makes calls on all instances at the same time, and returns their answers. The call gets its number, from 0.
async fn at_once<T: Send + 'static, F: Future<Output = Result<T, StoreError>> + Send + 'static>(
    stores: &[SqlStore],
    call: impl Fn(SqlStore, u64) -> F,
) -> Vec<T> {
    let calls = CALLS * stores.len() as u64;
    let call = |n: u64| tokio::spawn(call(stores[n as usize % stores.len()].clone(), n));
    let calls: Vec<_> = (0..calls).map(call).collect();
    let mut answers = Vec::new();
    for call in calls {
        answers.push(call.await.expect("it ends").expect("no call fails because of another"));
    }
    answers
}

async fn players(store: &SqlStore, count: u64) -> Vec<PlayerId> {
    let mut players = Vec::new();
    for n in 0..count {
        let new = new_player(1_000 * count + n);
        let Ok(Created::New(player)) = store.create_player(new).await else { panic!("a new name") };
        players.push(player);
    }
    players
}

/// A run of few players, seeds, scores and canonical forms, so that many of them meet.
fn any_run(draws: &mut Draws, players: &[PlayerId], n: u64) -> NewRun {
    let player = draws.pick(players);
    // Some runs are submitted more than once.
    let n = if draws.below(8) == 0 { n / 2 } else { n };
    let seed = format!("seed-{}", draws.below(4));
    let drawn = draws.below(3) == 0;
    let class = if drawn { SeedClass::Drawn } else { SeedClass::Chosen };
    let mut equivalence = [0; 16];
    // The same moves have the same form.
    equivalence[0] = (n % 3) as u8;
    let options = format!("{{\"n\":{}}}", draws.below(2));
    NewRun {
        category: Category { class, options, ..category() },
        claims_seed: drawn,
        equivalence,
        ..new_run(player, &seed, n, start().plus_seconds(draws.below(40 * 86_400) as i64))
    }
}

/// All entries and counts of boards as text.
async fn boards(connection: &mut Connection) -> BTreeSet<String> {
    let board = "boards.category || ' ' || boards.shows || ' ' || boards.room || ' ' || boards.period";
    let by_board = "GROUP BY boards.category, boards.shows, boards.room, boards.period";
    let entry = "score_key || ' ' || move_count || ' ' || run";
    let queries = [
        format!(
            "SELECT 'best ' || bests.player || ' ' || {board} || ' ' || {entry} || ' ' || all_time
            FROM bests JOIN boards ON boards.id = bests.board"
        ),
        format!("SELECT 'seed ' || category || ' ' || seed || ' ' || player || ' ' || {entry} FROM seed_bests"),
        format!(
            "SELECT 'score ' || {board} || ' ' || score_key || ' ' || CAST(sum(entries) AS BIGINT)
            FROM score_counts JOIN boards ON boards.id = board {by_board}, score_key HAVING sum(entries) <> 0"
        ),
        format!(
            "SELECT 'moves ' || {board} || ' ' || score_key || ' ' || move_count || ' ' || CAST(sum(entries) AS BIGINT)
            FROM move_counts JOIN boards ON boards.id = board {by_board}, score_key, move_count
            HAVING sum(entries) <> 0"
        ),
    ];
    let mut all = BTreeSet::new();
    for sql in queries {
        let found: Vec<String> =
            sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).fetch_all(&mut *connection).await.expect("rows");
        let count = found.len();
        all.extend(found);
        assert!(count > 0);
    }
    all
}

#[test]
fn writers_do_not_wait_for_a_reader_of_the_last_run() {
    on_instances(async |_, stores| {
        assert_eq!(stores[0].last_run().await, Ok(RunId(0)));
        let other = stores.last().expect("an instance");
        // Blocks this runtime, so that no task of the first instance goes on.
        std::thread::scope(|scope| {
            let write = || {
                let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
                runtime.block_on(players(other, 1))
            };
            assert_eq!(scope.spawn(write).join().expect("a player").len(), 1);
        });
    });
}

#[test]
fn boards_of_concurrent_moderation_equal_a_rebuild() {
    on_instances(async |scratch, stores| {
        let players = players(&stores[0], 4).await;
        for round in 0..8 {
            let seed = format!("moderation-{round}").parse().expect("a seed");
            let players = players.clone();
            at_once(&stores, move |store, n| {
                let draws = &mut Chance::new(&seed).event(&n.to_string());
                let run = any_run(draws, &players, round * 1_000 + n);
                let (player, known) = (draws.pick(&players), RunId(1 + draws.below(40 * (round + 1)) as i64));
                let act = match draws.below(9) {
                    0 => Some(Act::BanPlayer(player)),
                    1 => Some(Act::UnbanPlayer(player)),
                    2 => Some(Act::HideRun(known)),
                    3 => Some(Act::RestoreRun(known)),
                    _ => None,
                };
                let reason = Reason::new("a reason").expect("a reason");
                async move {
                    match act {
                        Some(act) => store.moderate(ModerationOrder { act, reason, at: start() }).await.map(drop),
                        None if n % 5 == 0 => store.hide(vec![known], n % 2 == 0).await,
                        None => store.submit(run).await.map(drop),
                    }
                }
            })
            .await;
        }
        let mut connection = scratch.connect_as_writer().await;
        let sql = "SELECT count(*) FROM runs JOIN players ON players.id = player
            WHERE (players.banned_at IS NOT NULL) <> (runs.hidden >= 4)";
        let differing: i64 = sqlx::query_scalar(sql).fetch_one(&mut connection).await.expect("a number");
        assert_eq!(differing, 0, "runs are hidden as their players are banned");
        let updated = boards(&mut connection).await;
        rebuild::all(&mut connection, |_, _| {}).await.expect("rebuilt");
        assert_eq!(boards(&mut connection).await, updated);
    });
}

#[test]
fn boards_of_concurrent_submissions_equal_a_rebuild() {
    on_instances(async |scratch, stores| {
        let players = players(&stores[0], 5).await;
        let mut runs: BTreeMap<RunId, (NewRun, SeedClass, Option<RunId>)> = BTreeMap::new();
        for round in 0..8 {
            let seed = format!("round-{round}").parse().expect("a seed");
            let players = players.clone();
            let answers = at_once(&stores, move |store, n| {
                let run = any_run(&mut Chance::new(&seed).event(&n.to_string()), &players, round * 1_000 + n);
                async move { Ok((run.clone(), store.submit(run).await?)) }
            });
            for (run, submitted) in answers.await {
                if let Submitted::New { id, class, same_as, .. } = submitted {
                    assert!(runs.insert(id, (run, class, same_as)).is_none(), "{id} is given once");
                }
            }
        }
        let fingerprints: BTreeSet<_> = runs.values().map(|(run, ..)| (run.fingerprint, run.player)).collect();
        assert_eq!(fingerprints.len(), runs.len(), "no run is stored twice");
        assert_eq!(stores[0].last_run().await, Ok(*runs.keys().last().expect("runs")));

        for (run, class, same_as) in runs.values() {
            if let Some(first) = same_as {
                let (other, ..) = &runs[first];
                assert!(other.equivalence == run.equivalence && other.player != run.player, "{same_as:?}");
            }
            let owners: BTreeSet<PlayerId> = runs
                .values()
                .filter(|(other, class, _)| *class == SeedClass::Drawn && other.seed == run.seed)
                .map(|(other, ..)| other.player)
                .collect();
            assert!(owners.len() <= 1, "a seed has one owner: {owners:?}");
            assert_eq!(*class == SeedClass::Drawn, run.claims_seed && owners.contains(&run.player));
        }
        for form in 0..3 {
            let of_form: Vec<_> = runs.values().filter(|(run, ..)| run.equivalence[0] == form).collect();
            let without: BTreeSet<PlayerId> =
                of_form.iter().filter(|(.., same_as)| same_as.is_none()).map(|(run, ..)| run.player).collect();
            assert_eq!(without.len(), 1, "all but the first player's runs refer to another");
        }

        let hidden: Vec<RunId> = runs.keys().copied().step_by(3).collect();
        let restored: Vec<RunId> = hidden.iter().copied().step_by(2).collect();
        stores[0].hide(hidden, true).await.expect("it succeeds");
        stores[0].hide(restored, false).await.expect("it succeeds");
        let mut connection = scratch.connect_as_writer().await;
        let updated = boards(&mut connection).await;
        rebuild::all(&mut connection, |_, _| {}).await.expect("it is rebuilt");
        let rebuilt = boards(&mut connection).await;
        assert_eq!(updated.symmetric_difference(&rebuilt).collect::<Vec<_>>(), Vec::<&String>::new());
    });
}

#[test]
fn concurrent_claims_of_a_name_have_one_winner() {
    on_instances(async |_, stores| {
        let claim =
            |n: u64| NewPlayer { name: "Ada".to_owned(), forms: vec![hash(7), hash(8 + n % 2)], ..new_player(100 + n) };
        let created = at_once(&stores, move |store, n| async move { store.create_player(claim(n)).await }).await;
        assert_eq!(created.iter().filter(|created| matches!(created, Created::New(_))).count(), 1);
        assert!(created.iter().all(|created| matches!(created, Created::New(_) | Created::Taken)));
        // The form that no player took is free.
        let other = NewPlayer { forms: vec![hash(8)], ..new_player(500) };
        let another = NewPlayer { forms: vec![hash(9)], ..new_player(501) };
        let both = [stores[0].create_player(other).await, stores[0].create_player(another).await];
        assert_eq!(both.iter().filter(|created| matches!(created, Ok(Created::New(_)))).count(), 1);
    });
}

#[test]
fn concurrent_repetitions_of_a_request_have_one_outcome() {
    on_instances(async |_, stores| {
        let created = at_once(&stores, |store, _| async move { store.create_player(new_player(3)).await }).await;
        let ids: BTreeSet<PlayerId> = created
            .iter()
            .map(|created| match created {
                Created::New(id) | Created::Repeated { id, .. } => *id,
                other => panic!("{other:?}"),
            })
            .collect();
        assert_eq!(ids.len(), 1);
        let player = *ids.first().expect("a player");

        let code = RecoveryHash(hash(3));
        let recovery = move |n: u64| Recovery {
            code,
            salt: hash(50 + n),
            token: NewToken { hash: TokenHash(hash(50 + n)), label: None, at: start() },
            next: RecoveryHash(hash(90 + n)),
        };
        let recovered = at_once(&stores, move |store, n| async move { store.recover(recovery(n)).await }).await;
        let tokens: BTreeSet<i64> = recovered
            .iter()
            .map(|recovered| match recovered {
                Recovered::New(token, _) | Recovered::Repeated { token, .. } => token.0,
                Recovered::Banned | Recovered::Unknown => panic!("the code is known, and no one is banned"),
            })
            .collect();
        assert_eq!(tokens.len(), 1);
        assert_eq!(stores[0].tokens_of(player).await.expect("tokens").len(), 2);

        let run = move || new_run(player, "a-seed", 5, start());
        let submitted = at_once(&stores, move |store, _| async move { store.submit(run()).await }).await;
        assert_eq!(submitted.iter().filter(|submitted| submitted.is_new()).count(), 1);
        assert_eq!(stores[0].count_after(RunId(0)).await, Ok(1));
    });
}

#[test]
fn concurrent_calls_of_a_player_exceed_no_limit() {
    on_instances(async |_, stores| {
        let player = players(&stores[0], 1).await[0];
        let added = at_once(&stores, move |store, n| async move {
            let token = NewToken { hash: TokenHash(hash(20 + n)), label: None, at: start() };
            store.add_token(player, token).await
        });
        let added = added.await.iter().filter(|added| matches!(added, Added::New(_))).count();
        assert_eq!(added, (MAX_TOKENS - 1).min((CALLS * stores.len() as u64) as usize));

        let created = at_once(&stores, move |store, n| async move {
            store.create_table(NewTable { max_open_tables: 3, ..new_table(1 + n, player) }).await
        });
        assert_eq!(created.await.iter().filter(|created| **created == TableCreated::New).count(), 3);

        let makers = players(&stores[0], 7).await;
        let (guest, makers) = makers.split_last().expect("players");
        for (n, maker) in (0..).zip(makers) {
            assert_eq!(stores[0].create_table(new_table(500 + n, *maker)).await, Ok(TableCreated::New));
        }
        let (guest, tables) = (*guest, makers.len() as u64);
        let changed = at_once(&stores, move |store, n| async move {
            store.change_table(TableId((500 + n % tables) as i64), 0, sitting_down(guest)).await
        });
        assert_eq!(changed.await.iter().filter(|changed| matches!(changed, Changed::Applied { .. })).count(), 3);
    });
}

/// A change by which a player sits down who may have three open tables.
fn sitting_down(player: PlayerId) -> crate::TableChange {
    crate::TableChange { max_open_tables: 3, ..change_of(player, start(), Vec::new()) }
}

#[test]
fn concurrent_endings_count_every_game_once() {
    on_instances(async |_, stores| {
        let [one, other] = players(&stores[0], 2).await[..] else { panic!("two players") };
        let places =
            [(one, 1), (other, 2)].map(|(player, place)| PlayerResult { player, place, counting: Counting::Regular });
        let ranked = Category { class: SeedClass::Ranked, ..category() };
        // One player has one open ranked game of a category: each game has a category of its own, but the rules of averages are the same.
        let ended = at_once(&stores, move |store, n| {
            let ranked = ranked.clone();
            async move {
                let player = if n % 2 == 0 { one } else { other };
                let seated = NewTable { max_open_tables: 1_000, ..new_table(10 + n, player) };
                store.create_table(seated.clone()).await?;
                let mut change = change_of(player, start(), Vec::new());
                change.state.status = TableStatus::Over(Ending::Finished);
                change.outcome = Some(Outcome::Seated { players: places.to_vec() });
                let ended = store.change_table(seated.id, 0, change.clone()).await?;
                assert_eq!(ended, Changed::Applied { run: None });

                let run = NewRun { category: ranked, ..new_run(player, &format!("ranked-{n}"), n, start()) };
                let counts = GameCounts { key: RankKey::of_number(n as i64), finished: true };
                let new = NewTable { counts: Some(counts.key), max_open_tables: 1_000, ..new_table(1_000 + n, player) };
                loop {
                    match store.create_table(new.clone()).await? {
                        TableCreated::New => break,
                        TableCreated::HasOpen(_) => tokio::task::yield_now().await,
                        other => panic!("{other:?}"),
                    }
                }
                change.counts = Some(counts);
                change.outcome = Some(Outcome::Ranked(Box::new(run)));
                let ended = store.change_table(new.id, 0, change).await?;
                assert!(matches!(ended, Changed::Applied { run: Some(_) }), "{ended:?}");
                Ok(n)
            }
        });
        let games = ended.await;
        for player in [one, other] {
            let records = stores[0].records_of(player).await.expect("records");
            assert_eq!(
                (records[0].played as usize, records[0].won as usize),
                (games.len(), if player == one { games.len() } else { 0 })
            );
        }
        let of_one: Vec<u64> = games.iter().copied().filter(|n| n % 2 == 0).collect();
        let average = &stores[0].averages_of(one, 1).await.expect("averages")[0];
        let sum: u64 = of_one.iter().sum();
        assert_eq!((average.games as usize, average.finished as usize, average.sum), (of_one.len(), of_one.len(), sum));
        let list = AverageList {
            category: Category { class: SeedClass::Ranked, ..category() },
            month: Month::of(Timestamp::day(start())),
        };
        assert!(stores[0].averages(list, None, 5).await.is_ok());
        assert_eq!(stores[0].table(TableId(10)).await.expect("an answer").map(|table| table.version), Some(1));
    });
}

#[test]
fn concurrent_endings_rate_each_pair_once() {
    on_instances(async |_, stores| {
        let all = players(&stores[0], 3).await;
        let pairs = [[0, 1], [1, 2], [2, 0]].map(|pair| pair.map(|at| all[at]));
        at_once(&stores, move |store, n| async move {
            let [winner, loser] = pairs[n as usize % 3];
            let new = NewTable { max_open_tables: 1_000, ..new_table(10 + n, winner) };
            store.create_table(new.clone()).await?;
            let mut change = change_of(winner, start(), Vec::new());
            (change.state.status, change.state.ended_at) = (TableStatus::Over(Ending::Finished), Some(start()));
            let players = [(winner, 1), (loser, 2)].map(|(player, place)| PlayerResult {
                player,
                place,
                counting: Counting::Regular,
            });
            change.outcome = Some(Outcome::Seated { players: players.to_vec() });
            let ended = store.change_table(new.id, 0, change).await?;
            assert_eq!(ended, Changed::Applied { run: None });
            Ok(())
        })
        .await;
        for player in all {
            let ratings = stores[0].ratings_of(player).await.expect("ratings");
            assert_eq!(ratings.iter().map(|rating| (rating.games, rating.opponents)).collect::<Vec<_>>(), [(2, 2)]);
        }
    });
}
