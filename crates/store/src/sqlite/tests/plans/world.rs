//! A store of some size, on which calls are made and counted.

use std::sync::atomic::Ordering;

use sqlx::Executor as _;
use sqlx::sqlite::SqliteConnection;

use super::super::super::Sqlite;
use super::super::super::sql::tests::{category, change_of, new_player, new_run, new_table, start, stored_move};
use super::super::steps::STEPS;
use crate::{
    Category, Changed, Created, Deal, Ending, GameCounts, NewRun, NewTable, PackedMoves, Par, ParLine, PlayerId,
    RankKey, RunId, Secret, SecretPlace, Store as _, TableCreated, TableStatus, Tables as _,
};

/// The use of a call of the store.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Use {
    Service,
    /// Calls that also scan a part of an index, of one list, which grows with its players.
    Walking,
    /// Calls of jobs over all runs, which operators start.
    Job,
}

/// A call and its number of steps.
pub(super) struct Call {
    pub(super) name: String,
    pub(super) of: Use,
    pub(super) steps: u64,
}

/// A store with many rows of every kind.
pub(super) struct World {
    pub(super) store: Sqlite,
    pub(super) folder: tempfile::TempDir,
    pub(super) calls: Vec<Call>,
    /// The last used number of players, fingerprints and keys.
    next: u64,
}

/// A seed that every player has played, one that two have, and one all of whose runs are hidden.
pub(super) const OFTEN: &str = "often";
pub(super) const RARE: &str = "rare";
pub(super) const HIDDEN: &str = "hidden";

/// A deal of a seed.
pub(super) fn deal(seed: &str) -> Deal {
    let Category { game, rules, options, .. } = category();
    Deal { game, rules, options, seed: seed.parse().expect("a seed") }
}

/// A par with its line.
pub(super) fn par_line() -> ParLine {
    let line = PackedMoves::pack(b"[]").expect("memory");
    ParLine { par: Par { at_least: 1, at_most: 4 }, analysis: 1, nodes: 9, line }
}

impl World {
    /// Creates a store with `n` players, and `n` runs of each of these kinds: equivalent, of one seed, of one player, hidden.
    pub(super) async fn of(n: u64) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let address = format!("sqlite://{}", folder.path().join("store.db").display());
        let store = Sqlite::open(&address).await.expect("a new store");
        let world = Self { store, folder, calls: Vec::new(), next: 10_000_000 };
        // The first call stores the key of names.
        world.store.secret(SecretPlace::Database(Secret([1; 32]))).await.expect("an answer").expect("a secret");
        for player in 1..=n {
            let created = world.store.create_player(new_player(player)).await;
            assert_eq!(created, Ok(Created::New(PlayerId(player as i64))));
            world.store.set_par(deal(&format!("par-{player}")), par_line(), Vec::new()).await.expect("stored");
        }
        let later = |seconds: u64| start().plus_seconds(seconds as i64);
        let player = |n: u64| PlayerId(n as i64);
        // The rare seed has the first run and the last.
        let mut runs = vec![new_run(player(1), RARE, 1_000_000, start())];
        for i in 1..=n {
            runs.push(new_run(player(i), OFTEN, 2_000_000, later(i)));
            runs.push(new_run(player(1), &format!("seed-{i}"), 3_000_000 + i, later(i)));
        }
        runs.push(new_run(player(2), RARE, 1_000_001, later(n + 1)));
        world.submit_all(runs).await;
        let first = world.store.count_after(RunId(0)).await.expect("a count") as i64 + 1;
        // Most are of players with few runs, so that hiding is fast; some are of the first player.
        let hidden = (2..=n).map(player).chain([player(1); 8]).enumerate();
        let hidden = hidden.map(|(i, player)| new_run(player, HIDDEN, 4_000_000 + i as u64, later(n + 2)));
        world.submit_all(hidden.collect()).await;
        let last = world.store.count_after(RunId(0)).await.expect("a count") as i64;
        world.store.hide((first..=last).map(RunId).collect(), true).await.expect("they are hidden");
        world.add_tables(n).await;
        // All connections read the schema now, since that takes steps too.
        let mut open = Vec::new();
        for _ in 0..world.store.readers.pool().options().get_max_connections() {
            let mut connection = world.store.readers.pool().acquire().await.expect("a connection");
            connection.execute("SELECT 1 FROM meta WHERE name = 'secret'").await.expect("an answer");
            open.push(connection);
        }
        drop(open);
        world
    }

    async fn submit_all(&self, runs: Vec<NewRun>) {
        let submit = |run: NewRun| {
            let store = self.store.clone();
            tokio::spawn(async move { store.submit(run).await })
        };
        // Fewer than the queue of the writer can have.
        for some in runs.chunks(500) {
            let waiting: Vec<_> = some.iter().cloned().map(submit).collect();
            for run in waiting {
                assert!(run.await.expect("it ends").expect("it is stored").is_new());
            }
        }
    }

    /// Adds `n` of each: waiting tables with something due, ended tables, players with an average.
    async fn add_tables(&self, n: u64) {
        let over = |counts| {
            let mut change = change_of(PlayerId(1), start(), vec![stored_move()]);
            (change.state.status, change.counts) = (TableStatus::Over(Ending::Abandoned), Some(counts));
            change
        };
        for i in 1..=n {
            let waiting = NewTable { max_open_tables: u32::MAX, ..new_table(2 * i, PlayerId(n as i64)) };
            assert_eq!(self.store.create_table(waiting).await, Ok(TableCreated::New));
            let counts = GameCounts { key: RankKey::of_number((i % 7) as i64), finished: false };
            let new = new_table(2 * i + 1, PlayerId(i as i64));
            let ended = NewTable { counts: Some(counts.key), max_open_tables: u32::MAX, ..new };
            assert_eq!(self.store.create_table(ended.clone()).await, Ok(TableCreated::New));
            let ended_at_once = self.store.change_table(ended.id, 0, over(counts)).await;
            assert_eq!(ended_at_once, Ok(Changed::Applied { run: None }));
        }
        // With 20 games each, all averages are listed, and with 10 opponents all ratings.
        let more = async |connection: &mut SqliteConnection| {
            sqlx::query("UPDATE averages SET games = 20, mean = score_sum / 20").execute(&mut *connection).await?;
            let ratings =
                "INSERT INTO ratings (player, game, rating, deviation, volatility, games, opponents, rank_key)
                SELECT id, $1, 1500000, 60000, 60000, 10, 10, -1380000 FROM players WHERE name IS NOT NULL";
            sqlx::query(ratings).bind(category().game).execute(connection).await
        };
        self.store.writer.write(None, more).await.expect("they are stored");
    }

    pub(super) fn free(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Makes a call, and records its number of steps.
    pub(super) async fn call<T>(&mut self, name: impl Into<String>, call: impl AsyncFnOnce(&Sqlite) -> T) -> T {
        self.call_of(Use::Service, name, call).await
    }

    pub(super) async fn call_of<T>(
        &mut self,
        of: Use,
        name: impl Into<String>,
        call: impl AsyncFnOnce(&Sqlite) -> T,
    ) -> T {
        let before = STEPS.load(Ordering::Relaxed);
        let answer = call(&self.store).await;
        self.calls.push(Call { name: name.into(), of, steps: STEPS.load(Ordering::Relaxed) - before });
        answer
    }
}
