//! Every statement that the service can cause is looked at: how SQLite plans it, and how many steps it takes.
//!
//! A plan shows scans and sorts, but neither what triggers do nor rows that are read and thrown away. Steps of SQLite's virtual
//! machine show both: no call may take more of them in a database of ten times as many runs.

use std::collections::BTreeSet;
use std::fmt::Debug;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Executor as _, Row as _};
use tracing::field::{Field, Visit};
use tracing::{Event, Subscriber};
use tracing_subscriber::layer::{Context, Layer, SubscriberExt as _};

use super::Sqlite;
use super::sql::tests::{category, change_of, hash, new_player, new_run, new_table, start, stored_move};
use crate::calendar::{ClosedDays, Day, Month, Period, Timestamp};
use crate::{
    Act, Added, AverageList, Board, BoardKind, BoardPlace, Category, Changed, Created, Ending, GameCounts, MAX_TOKENS,
    Made, Moderated, ModerationOrder, NewPlayer, NewRun, NewTable, NewToken, Outcome, PageStart, PlayerId,
    PlayersPlace, RankKey, Reason, Recovered, Recovery, RecoveryHash, RepeatableTable, Revoked, RunId, Sealing, Secret,
    SecretPlace, SeedClass, Store as _, StoreError, Submitted, TableChange, TableId, TablePlace, TableStatus,
    Tables as _, TimeRange, TimeRangePlace, TokenHash, TokenId,
};

/// The steps that SQLite's virtual machine has taken on all connections.
static STEPS: AtomicU64 = AtomicU64::new(0);

/// Lets one test at a time open stores, so that no other's steps are counted.
pub(super) fn alone() -> MutexGuard<'static, ()> {
    static ALONE: Mutex<()> = Mutex::new(());
    ALONE.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Has the steps of a connection counted.
pub(super) async fn count_steps(connection: &mut SqliteConnection) -> sqlx::Result<()> {
    let mut handle = connection.lock_handle().await?;
    handle.set_progress_handler(1, || {
        STEPS.fetch_add(1, Ordering::Relaxed);
        true
    });
    Ok(())
}

/// Takes statements out of the log.
#[derive(Clone, Default)]
struct Recorder(Arc<Mutex<BTreeSet<String>>>);

impl<S: Subscriber> Layer<S> for Recorder {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if event.metadata().target() == "sqlx::query" {
            let mut statement = Statement::default();
            event.record(&mut statement);
            let whole = if statement.whole.is_empty() { statement.summary } else { statement.whole };
            self.0.lock().expect("no test panics here").insert(words(&whole));
        }
    }
}

/// What sqlx logs of a statement: its first words, and the whole if there is more.
#[derive(Default)]
struct Statement {
    summary: String,
    whole: String,
}

impl Visit for Statement {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            "summary" => self.summary = value.to_owned(),
            "db.statement" => self.whole = value.to_owned(),
            _ => {}
        }
    }

    fn record_debug(&mut self, _: &Field, _: &dyn Debug) {}
}

/// A text with single spaces.
fn words(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a call of the store is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Use {
    Service,
    /// Also walks through a part of an index: the lines of one list, which grow with the players who are in it, or the oldest due tables,
    /// of which at most a fixed number is read.
    Walking,
    /// Only jobs that an operator starts, which go through all runs.
    Job,
}

/// A call that was made, and how many steps it took.
struct Call {
    name: String,
    of: Use,
    steps: u64,
}

/// A store of some size, in which all that can be many is.
struct World {
    store: Sqlite,
    _folder: tempfile::TempDir,
    calls: Vec<Call>,
    /// The number from which players, fingerprints and keys are still free.
    next: u64,
}

/// A seed that every player has played, one that two have, and one all of whose runs are hidden.
const OFTEN: &str = "often";
const RARE: &str = "rare";
const HIDDEN: &str = "hidden";

impl World {
    /// A store with so many players; of each of these runs so many: alike, of a seed played often, of one player, hidden.
    async fn of(n: u64) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let address = format!("sqlite://{}", folder.path().join("store.db").display());
        let store = Sqlite::open(&address).await.expect("a new store");
        let world = Self { store, _folder: folder, calls: Vec::new(), next: 10_000_000 };
        // Names have their key before there are many.
        world.store.secret(SecretPlace::Database(Secret([1; 32]))).await.expect("an answer").expect("a secret");
        for player in 1..=n {
            let created = world.store.create_player(new_player(player)).await;
            assert_eq!(created, Ok(Created::New(PlayerId(player as i64))));
        }
        let later = |seconds: u64| start().plus_seconds(seconds as i64);
        let player = |n: u64| PlayerId(n as i64);
        // The seed that is seldom played has the first run and the last.
        let mut runs = vec![new_run(player(1), RARE, 1_000_000, start())];
        for i in 1..=n {
            runs.push(new_run(player(i), OFTEN, 2_000_000, later(i)));
            runs.push(new_run(player(1), &format!("seed-{i}"), 3_000_000 + i, later(i)));
        }
        runs.push(new_run(player(2), RARE, 1_000_001, later(n + 1)));
        world.submit_all(runs).await;
        let first = world.store.count_after(RunId(0)).await.expect("a count") as i64 + 1;
        // Each is of a player of few runs, so that hiding it is soon done; and some are of the first player.
        let hidden = (2..=n).map(player).chain([player(1); 8]).enumerate();
        let hidden = hidden.map(|(i, player)| new_run(player, HIDDEN, 4_000_000 + i as u64, later(n + 2)));
        world.submit_all(hidden.collect()).await;
        let last = world.store.count_after(RunId(0)).await.expect("a count") as i64;
        world.store.hide((first..=last).map(RunId).collect(), true).await.expect("they are hidden");
        world.hold_tables(n).await;
        // All connections have read the schema before steps are counted, for that takes steps too.
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
        // Few enough to find room in the queue of the writer.
        for some in runs.chunks(500) {
            let waiting: Vec<_> = some.iter().cloned().map(submit).collect();
            for run in waiting {
                assert!(run.await.expect("it ends").expect("it is kept").is_new());
            }
        }
    }

    /// Of each of these so many: tables that wait and have something due, tables of a player that are over, players with an average.
    async fn hold_tables(&self, n: u64) {
        let over = |counts| {
            let mut change = change_of(PlayerId(1), start(), vec![stored_move()]);
            (change.state.status, change.counts) = (TableStatus::Over(Ending::Abandoned), Some(counts));
            change
        };
        for i in 1..=n {
            let waiting = NewTable { most: u32::MAX, ..new_table(2 * i, PlayerId(n as i64)) };
            assert_eq!(self.store.make_table(waiting).await, Ok(Made::New));
            let counts = GameCounts { key: RankKey::of_number((i % 7) as i64), finished: false };
            let new = new_table(2 * i + 1, PlayerId(i as i64));
            let ended = NewTable { counts: Some(counts.key), most: u32::MAX, ..new };
            assert_eq!(self.store.make_table(ended.clone()).await, Ok(Made::New));
            let done = self.store.change_table(ended.id, 0, over(counts)).await;
            assert_eq!(done, Ok(Changed::Done { run: None }));
        }
        // As many games as list all of them.
        let more = async |connection: &mut SqliteConnection| {
            sqlx::query("UPDATE averages SET games = 20, mean = score_sum / 20").execute(connection).await
        };
        self.store.writer.write(None, more).await.expect("they are kept");
    }

    fn free(&mut self) -> u64 {
        self.next += 1;
        self.next
    }

    /// Makes a call, and notes how many steps it took.
    async fn call<T>(&mut self, name: impl Into<String>, call: impl AsyncFnOnce(&Sqlite) -> T) -> T {
        self.call_of(Use::Service, name, call).await
    }

    async fn call_of<T>(&mut self, of: Use, name: impl Into<String>, call: impl AsyncFnOnce(&Sqlite) -> T) -> T {
        let before = STEPS.load(Ordering::Relaxed);
        let answer = call(&self.store).await;
        self.calls.push(Call { name: name.into(), of, steps: STEPS.load(Ordering::Relaxed) - before });
        answer
    }

    /// Every call of the trait, in every way that leads to other statements.
    async fn make_every_call(&mut self) {
        for before in [Ok(()), Err(StoreError::Busy)] {
            let ready = async |store: &Sqlite| {
                store.last_commit.age(before.clone());
                store.ready().await
            };
            self.call(format!("ready, long after {before:?}"), ready).await.expect("it is");
        }
        self.call("ready", async |store| store.ready().await).await.expect("it is");
        let secret = async |store: &Sqlite, place| store.secret(place).await.expect("an answer").expect("a secret");
        self.call("a secret", async |store| secret(store, SecretPlace::Database(Secret([1; 32]))).await).await;
        self.call("a secret elsewhere", async |s| secret(s, SecretPlace::Elsewhere(Secret([1; 32]))).await).await;
        self.call("a day", async |store| store.reach_day(start().day()).await).await.expect("it is noted");
        self.call("the newest day", async |store| store.newest_day().await).await.expect("an answer").expect("a day");
        self.call_players().await;
        self.call_runs().await;
        self.call_boards().await;
        self.call_lists().await;
        self.call_tables().await;
        self.call_endings().await;
        self.call_moderation().await;
        self.call_jobs().await;
    }

    async fn call_moderation(&mut self) {
        let newcomer = new_player(self.free());
        let Ok(Created::New(id)) = self.store.create_player(newcomer.clone()).await else { panic!("the name is free") };
        let code = newcomer.recovery;
        let n = self.free();
        let run = self.store.submit(new_run(id, OFTEN, n, start())).await.expect("stored").id().expect("a number");
        let table = NewTable { counts: Some(RankKey::of_number(7)), ..new_table(self.free(), id) };
        assert_eq!(self.store.make_table(table.clone()).await, Ok(Made::New));
        let name = |n: u64| Act::RenamePlayer { player: id, name: format!("renamed {n}"), forms: vec![hash(n)] };
        let (renamed, taken) = (name(self.free()), name(1));
        let is_done = |outcome: &Moderated| matches!(outcome, Moderated::Done(_));
        for (of, act, is_expected) in [
            ("hide a run", Act::HideRun(run), is_done as fn(&Moderated) -> bool),
            ("hide it again", Act::HideRun(run), |outcome| *outcome == Moderated::Unchanged),
            ("restore it", Act::RestoreRun(run), is_done),
            ("hide no run", Act::HideRun(RunId(i64::MAX)), |outcome| *outcome == Moderated::UnknownRun),
            ("rename", renamed.clone(), is_done),
            ("rename again", renamed, |outcome| *outcome == Moderated::Unchanged),
            ("rename to a taken name", taken, |outcome| *outcome == Moderated::NameTaken),
            ("ban", Act::BanPlayer(id), is_done),
            ("ban no one", Act::BanPlayer(PlayerId(-1)), |outcome| *outcome == Moderated::UnknownPlayer),
        ] {
            let order = ModerationOrder { act, reason: Reason::new("a reason").expect("a reason"), at: start() };
            let outcome = self.call(of, async |store| store.moderate(order).await).await.expect("an outcome");
            assert!(is_expected(&outcome), "{of}: {outcome:?}");
        }
        let refused = new_run(id, OFTEN, self.free(), start());
        let refused = self.call("a banned player's run", async |store| store.submit(refused).await).await;
        assert_eq!(refused, Ok(Submitted::Banned));
        let token = NewToken { hash: TokenHash(hash(self.free())), label: None, at: start() };
        let recovery = Recovery { code, salt: hash(1), token, next: RecoveryHash(hash(self.free())) };
        let refused = self.call("a banned player's code", async |store| store.recover(recovery).await).await;
        assert_eq!(refused, Ok(Recovered::Banned));
        let refused = new_table(self.free(), id);
        let refused = self.call("a banned player's table", async |store| store.make_table(refused).await).await;
        assert_eq!(refused, Ok(Made::Banned));
        let moved = TableChange { by: Some(id), ..change_of(id, start(), vec![stored_move()]) };
        let refused =
            self.call("a banned player's move", async |store| store.change_table(table.id, 0, moved).await).await;
        assert_eq!(refused, Ok(Changed::Banned));
        let order =
            ModerationOrder { act: Act::UnbanPlayer(id), reason: Reason::new("x").expect("a reason"), at: start() };
        let outcome = self.call("unban", async |store| store.moderate(order).await).await.expect("an outcome");
        assert!(is_done(&outcome), "{outcome:?}");
        let log = self.call("the log", async |store| store.moderation_actions(None, 2).await).await.expect("actions");
        let before = log.last().map(|action| action.id);
        let log = self.call("the rest of the log", async |store| store.moderation_actions(before, 9).await).await;
        assert_eq!(log.expect("actions").len(), 3);
    }

    async fn call_players(&mut self) {
        let new = new_player(self.free());
        let taken = NewPlayer { repeatable: None, token: TokenHash(hash(1)), ..new.clone() };
        let partly_taken = NewPlayer { forms: vec![hash(self.free()), hash(1)], ..taken.clone() };
        let reused = NewPlayer { name: "another".to_owned(), ..new.clone() };
        let created = self.call("a name", async |store| store.create_player(new.clone()).await).await;
        let Ok(Created::New(id)) = created else { panic!("{created:?}") };
        let again = self.call("a name again", async |store| store.create_player(new.clone()).await).await;
        assert!(matches!(again, Ok(Created::Before { .. })), "{again:?}");
        assert_eq!(self.call("a taken name", async |s| s.create_player(taken).await).await, Ok(Created::Taken));
        let found = self.call("a partly taken name", async |s| s.create_player(partly_taken).await).await;
        assert_eq!(found, Ok(Created::Taken));
        assert_eq!(self.call("a used key", async |s| s.create_player(reused).await).await, Ok(Created::OtherName));
        let found = self.call("a token", async |store| store.known_token(new.token).await).await;
        let known = found.expect("an answer").expect("a token");
        assert_eq!(known.player.id, id);
        self.call("a player", async |store| store.player(id).await).await.expect("an answer").expect("a player");
        let token = TokenHash(hash(self.free()));
        let replaced = self.call("another token", async |s| s.replace_token(id, known.id, token, start()).await).await;
        assert_eq!(replaced, Ok(true));
        self.call_tokens(id, known.id).await;
        assert_eq!(self.call("a deletion", async |store| store.delete_player(id).await).await, Ok(true));
    }

    async fn call_tokens(&mut self, player: PlayerId, first: TokenId) {
        let new = |n| NewToken { hash: TokenHash(hash(n)), label: None, at: start() };
        for _ in 1..MAX_TOKENS {
            let token = new(self.free());
            let added = self.store.add_token(player, token).await;
            assert!(matches!(added, Ok(Added::New(_))), "{added:?}");
        }
        let token = new(self.free());
        let added = self.call("too many tokens", async |store| store.add_token(player, token).await).await;
        assert_eq!(added, Ok(Added::TooMany));
        self.call("a use", async |store| store.note_use(first, start().day().plus(1)).await)
            .await
            .expect("it is noted");
        let tokens = self.call("tokens", async |store| store.tokens_of(player).await).await.expect("tokens");
        assert_eq!(tokens.len(), MAX_TOKENS);
        let [code, next, after] = [self.free(), self.free(), self.free()].map(|n| RecoveryHash(hash(n)));
        assert_eq!(self.call("a code", async |store| store.set_recovery_code(player, code).await).await, Ok(true));
        assert_eq!(self.call("its hash", async |store| store.recovery_code_of(player).await).await, Ok(Some(code)));
        let recovery = Recovery { code, salt: hash(1), token: new(self.free()), next };
        let recovered = self.call("a recovery", async |store| store.recover(recovery.clone()).await).await;
        assert!(matches!(recovered, Ok(Recovered::New(..))), "{recovered:?}");
        let again = self.call("a recovery again", async |store| store.recover(recovery.clone()).await).await;
        assert!(matches!(again, Ok(Recovered::Before { .. })), "{again:?}");
        let unknown = Recovery { code: after, next: after, ..recovery };
        assert_eq!(self.call("no code", async |store| store.recover(unknown).await).await, Ok(Recovered::Unknown));
        let revoked = self.call("a revocation", async |store| store.revoke_token(player, first).await).await;
        assert_eq!(revoked, Ok(Revoked::Done));
        let token = new(self.free());
        let added = self.call("a token", async |store| store.add_token(player, token).await).await;
        assert!(matches!(added, Ok(Added::New(_))), "{added:?}");
    }

    async fn call_runs(&mut self) {
        let (one, n) = (PlayerId(2), self.free());
        let at = start().plus_seconds(9_999);
        let new = new_run(one, &format!("seed-{n}"), n, at);
        let answer = self.call("a run", async |store| store.submit(new.clone()).await).await.expect("it is kept");
        assert!(answer.is_new());
        self.call("a run again", async |store| store.submit(new.clone()).await).await.expect("it was kept");
        let of_often = new_run(one, OFTEN, self.free(), at);
        self.call("a run of a seed played often", async |store| store.submit(of_often).await).await.expect("kept");
        let nobodys = new_run(PlayerId(-1), OFTEN, self.free(), at);
        let refused = self.call("a run of nobody", async |store| store.submit(nobodys).await).await;
        assert!(matches!(refused, Err(StoreError::Unavailable(_))), "{refused:?}");
        let newcomer = new_player(self.free());
        let Ok(Created::New(other)) = self.store.create_player(newcomer).await else { panic!("the name is free") };
        let alike = new_run(other, OFTEN, 2_000_000, at);
        let id = self.call("a run like many", async |store| store.submit(alike).await).await.expect("kept").id();
        let id = id.expect("it is for any class");
        let read = self.call("that run", async |store| store.run(id).await).await.expect("an answer").expect("it");
        assert!(read.summary.same_as.is_some_and(|first| first < RunId(10)), "{:?}", read.summary.same_as);
        let of_drawn = |player, n| NewRun { claims_seed: true, ..new_run(player, &format!("drawn-{n}"), n, at) };
        let n = self.free();
        self.call("a run that claims a seed", async |store| store.submit(of_drawn(one, n)).await).await.expect("kept");
        let anothers = self.call("a run of a claimed seed", async |store| store.submit(of_drawn(other, n)).await).await;
        assert!(matches!(anothers, Ok(Submitted::New { class: SeedClass::Chosen, .. })), "{anothers:?}");
        let game = Category { game: "a-new-game".to_owned(), ..category() };
        let first = NewRun { category: game, ..new_run(one, OFTEN, self.free(), at) };
        self.call("the first run of a category", async |store| store.submit(first).await).await.expect("kept");
    }

    async fn call_boards(&mut self) {
        let day: Day = start().day();
        let seed = |seed: &str| BoardKind::Seed(seed.parse().expect("a seed"));
        let kinds = [
            BoardKind::Bests(Period::All),
            BoardKind::Bests(Period::Day(day)),
            BoardKind::Bests(day.week()),
            BoardKind::Bests(day.month()),
            BoardKind::Room(1),
            BoardKind::Runs,
        ];
        for kind in kinds {
            self.call_board(Use::Service, kind).await;
        }
        // Ranks on boards of seeds are counted, up to a fixed number.
        for kind in [seed(OFTEN), seed(RARE), seed(HIDDEN), seed("unplayed")] {
            self.call_board(Use::Walking, kind).await;
        }
        let daily = Category { class: SeedClass::Daily, ..category() };
        let first = NewRun { category: daily.clone(), ..new_run(PlayerId(2), RARE, self.free(), start()) };
        let first = self.store.submit(first).await.expect("stored").id().expect("it is for any class");
        for (kind, is_played) in [(seed(RARE), true), (seed("unplayed"), false)] {
            let board = Board { category: daily.clone(), kind };
            let around = async |store: &Sqlite| store.page(board.clone(), PageStart::Around(first), 5).await;
            let page = self.call(format!("the board of a day's seed {:?}", board.kind), around).await.expect("a page");
            assert_eq!(page.found, is_played);
        }
        let unknown = Board { category: Category { rules: 9, ..category() }, kind: BoardKind::Runs };
        self.call("a board of nothing", async |store| store.page(unknown, PageStart::Top, 5).await)
            .await
            .expect("a page");
    }

    /// Reads a board in every way, if anything is on it.
    async fn call_board(&mut self, of: Use, kind: BoardKind) {
        let board = Board { category: category(), kind };
        let name = format!("{:?}", board.kind);
        let page = |at: PageStart| {
            let board = board.clone();
            async move |store: &Sqlite| store.page(board, at, 5).await.expect("a page")
        };
        let top = self.call_of(of, format!("the top of {name}"), page(PageStart::Top)).await;
        let Some(last) = top.entries.last() else { return };
        let (place, run) = (last.place, last.run.id);
        self.call_of(of, format!("after an entry of {name}"), page(PageStart::After(place))).await;
        self.call_of(of, format!("before an entry of {name}"), page(PageStart::Before(place))).await;
        self.call_of(of, format!("around a run of {name}"), page(PageStart::Around(run))).await;
        let off = BoardPlace { run: RunId(i64::MAX), ..place };
        self.call_of(of, format!("around no run of {name}"), page(PageStart::Around(off.run))).await;
        let places = vec![(board.clone(), place), (board.clone(), off)];
        let ranks = self.call_of(of, format!("ranks on {name}"), async |store| store.ranks(places).await).await;
        assert_eq!(ranks.expect("ranks").iter().map(Option::is_some).collect::<Vec<_>>(), [true, false]);
    }

    async fn call_lists(&mut self) {
        let range = TimeRange { category: category(), since: Timestamp::FIRST, until: Timestamp::LAST };
        let list = async |store: &Sqlite, after| store.runs_in(range.clone(), after, 5).await.expect("runs");
        let runs = self.call("a range of time", async |store| list(store, None).await).await;
        let after = runs.last().map(|last| TimeRangePlace { received_at: last.received_at, run: last.id });
        self.call("the next of a range", async |store| list(store, after).await).await;
        let player = PlayerId(1);
        for before in [None, Some(RunId(9))] {
            self.call(format!("a player's runs before {before:?}"), async |s| s.runs_of(player, before, 5).await)
                .await
                .expect("runs");
        }
        self.call("a player's whole runs", async |store| store.whole_runs_of(player, RunId(9), 5).await)
            .await
            .expect("runs");
        self.call("a player's bests", async |store| store.bests_of(player).await).await.expect("bests");
    }

    async fn call_tables(&mut self) {
        let (one, other) = (PlayerId(2), PlayerId(3));
        let repeatable = RepeatableTable { key: hash(1), request: hash(1), until: start().plus_seconds(60) };
        let mut new = NewTable { repeatable: Some(repeatable), ..new_table(self.free(), one) };
        (new.terms.sealing, new.rematch_of) = (Some(Sealing::Daily(start().day())), Some(TableId(1)));
        let id = new.id;
        let made = self.call("a table", async |store| store.make_table(new.clone()).await).await;
        assert_eq!(made, Ok(Made::New));
        let unkeyed = NewTable { repeatable: None, ..new.clone() };
        let mut rematch = unkeyed.clone();
        rematch.terms.sealing = None;
        for (name, again) in
            [("a table again", new.clone()), ("a daily table again", unkeyed), ("a rematch again", rematch)]
        {
            let made = self.call(name, async |store| store.make_table(again.clone()).await).await;
            assert_eq!(made, Ok(Made::Before(id)), "{name}");
        }
        let full = NewTable { most: 1, ..new_table(self.free(), one) };
        assert_eq!(self.call("a table too many", async |s| s.make_table(full).await).await, Ok(Made::TooMany));
        let found = self.call("a table that is told", async |store| store.table(id).await).await.expect("an answer");
        assert_eq!(found.map(|table| table.version), Some(0));
        let daily = async |store: &Sqlite| store.daily_table(one, category().game, start().day()).await;
        assert_eq!(self.call("a daily table", daily).await, Ok(Some(id)));

        let played =
            |version: i64| change_of(one, start().plus_seconds(version), vec![stored_move(); version as usize + 1]);
        for version in 0..3 {
            let change = async |store: &Sqlite| store.change_table(id, version, played(version)).await;
            assert_eq!(self.call(format!("{} moves", version + 1), change).await, Ok(Changed::Done { run: None }));
        }
        let stale = self.call("a stale move", async |store| store.change_table(id, 0, played(0)).await).await;
        assert_eq!(stale, Ok(Changed::Stale));
        let joined = async |store: &Sqlite| store.change_table(id, 3, change_of(other, start(), Vec::new())).await;
        assert_eq!(self.call("another sits down", joined).await, Ok(Changed::Done { run: None }));
        let moves = self.call("moves", async |store| store.moves_of_table(id, 4).await).await.expect("moves");
        assert_eq!(moves.len(), 2);

        let removed = new_table(self.free(), other);
        assert_eq!(self.store.make_table(removed.clone()).await, Ok(Made::New));
        assert_eq!(self.call("a table put away", async |s| s.remove_table(removed.id, 0).await).await, Ok(true));
        for game in [None, Some(category().game)] {
            let list =
                async |store: &Sqlite, after| store.waiting_tables(game.clone(), after, 5).await.expect("a page");
            let page = self.call(format!("tables of {game:?}"), async |store| list(store, None).await).await;
            let last = page.last().map(|table| TablePlace { made_at: table.terms.made_at, id: table.id });
            self.call(format!("the next tables of {game:?}"), async |store| list(store, last).await).await;
        }
        let list = async |store: &Sqlite| store.tables_of(PlayerId(1), None, 5).await;
        assert_eq!(self.call("a player's tables", list).await.expect("tables").len(), 5);
        let closed = ClosedDays::before(Timestamp::LAST.day());
        let left_open = async |store: &Sqlite| store.tables_left_open(closed, 5).await;
        assert_eq!(self.call("tables left open", left_open).await.expect("tables"), [id]);
        let open = async |store: &Sqlite| store.open_tables().await;
        assert!(self.call_of(Use::Walking, "open tables", open).await.is_ok_and(|open| open.waiting > 0));
        let due = async |store: &Sqlite| store.due_tables(Timestamp::LAST, 5).await;
        assert_eq!(self.call_of(Use::Walking, "what is due", due).await.expect("tables").len(), 5);
    }

    async fn call_endings(&mut self) {
        let sealed = Category { class: SeedClass::Sealed, ..category() };
        let run = NewRun { category: sealed.clone(), ..new_run(PlayerId(1), "sealed", self.free(), start()) };
        let places = [(PlayerId(1), 1), (PlayerId(2), 2)].map(|(player, place)| PlayersPlace { player, place });
        let outcomes = [
            ("a sealed run", true, Some(Outcome::Sealed(Box::new(run)))),
            ("an abandoned game", true, None),
            ("a seated game", false, Some(Outcome::Seated { players: places.to_vec() })),
        ];
        let key = RankKey::of_number(7);
        for (name, is_sealed, outcome) in outcomes {
            let counts = is_sealed.then_some(GameCounts { key, finished: outcome.is_some() });
            let new = NewTable { counts: is_sealed.then_some(key), ..new_table(self.free(), PlayerId(4)) };
            let made = self.call(format!("a table for {name}"), async |s| s.make_table(new.clone()).await).await;
            assert_eq!(made, Ok(Made::New));
            if is_sealed {
                let another = NewTable { id: TableId(1), ..new.clone() };
                let open = self.call("another of a game that is open", async |s| s.make_table(another).await).await;
                assert_eq!(open, Ok(Made::HasOpen(new.id)));
            }
            let mut change = change_of(PlayerId(4), start(), vec![stored_move()]);
            change.state.status = TableStatus::Over(Ending::Finished);
            (change.counts, change.outcome) = (counts, outcome);
            let ended = self.call(name, async |store| store.change_table(new.id, 0, change.clone()).await).await;
            assert!(matches!(ended, Ok(Changed::Done { .. })), "{ended:?}");
        }
        let records = self.call("records", async |store| store.records_of(PlayerId(1)).await).await.expect("records");
        assert_eq!(records.len(), 1);
        let of_month = AverageList { category: sealed, month: Month::of(start().day()) };
        let list = async |store: &Sqlite, after| store.averages(of_month.clone(), after, 5).await.expect("a page");
        let page = self.call_of(Use::Walking, "averages", async |store| list(store, None).await).await;
        let last = page.lines.last().map(|line| line.place);
        let next = self.call_of(Use::Walking, "the next averages", async |store| list(store, last).await).await;
        assert_eq!((page.lines.len(), next.lines.len()), (5, 5));
        let own = async |store: &Sqlite| store.averages_of(PlayerId(4), 5).await;
        assert_eq!(self.call("a player's averages", own).await.expect("averages").len(), 1);
    }

    async fn call_jobs(&mut self) {
        let of = Use::Job;
        self.call_of(of, "the last run", async |store| store.last_run().await).await.expect("a run");
        self.call_of(of, "runs after", async |store| store.runs_after(RunId(1), 5).await).await.expect("runs");
        self.call_of(of, "count after", async |store| store.count_after(RunId(1)).await).await.expect("a count");
        self.call_of(of, "a checkpoint", async |store| store.checkpoint("job").await).await.expect("a run");
        self.call_of(of, "a new one", async |store| store.set_checkpoint("job", RunId(1)).await).await.expect("set");
        // One run of many on its boards, and one that stands alone on them.
        let game = Category { game: "played-once".to_owned(), ..category() };
        let alone = NewRun { category: game, ..new_run(PlayerId(3), RARE, self.free(), start()) };
        let alone = self.store.submit(alone).await.expect("kept").id().expect("it is for any class");
        let runs = vec![RunId(2), alone];
        self.call_of(of, "hide", async |store| store.hide(runs.clone(), true).await).await.expect("hidden");
        self.call_of(of, "show", async |store| store.hide(runs.clone(), false).await).await.expect("shown");
    }
}

/// What a plan may walk through from one end to the other: what a statement itself makes, which its limits bound.
fn bounded(scanned: &str) -> bool {
    ["latest", "page", "asked", "counted", "noted", "given", "oldest", "turns"].contains(&scanned)
        || scanned.ends_with("CONSTANT ROW")
        || scanned.ends_with("CONSTANT ROWS")
        || scanned.ends_with("-ROW VALUES CLAUSE")
        || scanned.starts_with("(subquery-")
        || scanned.contains(" VIRTUAL TABLE INDEX ")
}

/// Statements that sort what does not grow with the runs: the boards on which a player has a best, the oldest due tables.
fn sorts_little(sql: &str) -> bool {
    ["SELECT boards.id, boards.room", "SELECT id FROM ( SELECT id, due, row_number()"]
        .iter()
        .any(|start| sql.starts_with(start))
}

/// What is wrong with the plan of a statement.
async fn faults(connection: &mut SqliteConnection, sql: &str) -> Vec<String> {
    let plan =
        sqlx::query(AssertSqlSafe(format!("EXPLAIN QUERY PLAN {sql}"))).fetch_all(connection).await.expect("a plan");
    let steps = plan.iter().map(|row| row.get::<String, _>(3));
    let fault = |step: &String| {
        step.strip_prefix("SCAN ").is_some_and(|scanned| !bounded(scanned))
            || (step.contains("TEMP B-TREE") && !sorts_little(sql))
            || step.contains("AUTOMATIC")
    };
    steps.filter(fault).map(|step| format!("{step}: {sql}")).collect()
}

/// The texts in a source that are or become part of a statement, without what is put into them.
fn sql_in(source: &str) -> Vec<String> {
    let lines = source.lines().take_while(|line| *line != "#[cfg(test)]");
    let code: Vec<&str> = lines.map(|line| line.split("//").next().unwrap_or_default()).collect();
    let code = code.join("\n").replace("\\\"", "'");
    let texts = code.split('"').skip(1).step_by(2);
    let of_sql = |text: &&str| {
        let verbs =
            ["SELECT", "INSERT", "UPDATE", "DELETE", "FROM", "WHERE", "AND", "VALUES", "CONFLICT", "BEGIN", "LIMIT"];
        text.split_whitespace().any(|word| verbs.contains(&word))
    };
    texts.filter(of_sql).flat_map(|text| text.split(['{', '}']).step_by(2)).map(words).collect()
}

/// What these do is done once, before the service serves, or by tests.
const NOT_SERVING: [&str; 7] = ["open.rs", "check.rs", "rebuild.rs", "plans.rs", "scratch.rs", "copy.rs", "schema.rs"];

/// The sources in a folder and its folders, with their names.
#[allow(clippy::disallowed_methods, reason = "the test reads the sources")]
fn sources(folder: &Path) -> Vec<(String, String)> {
    let mut sources = Vec::new();
    for entry in std::fs::read_dir(folder).expect("the sources") {
        let path = entry.expect("a file").path();
        let name = path.file_name().expect("a name").to_string_lossy().into_owned();
        if path.is_dir() && name != "tests" {
            sources.extend(self::sources(&path));
        } else if path.is_file() && !NOT_SERVING.contains(&name.as_str()) {
            sources.push((name, std::fs::read_to_string(&path).expect("a source")));
        }
    }
    sources
}

#[test]
fn statements_use_indexes_and_take_no_more_steps_with_more_runs() {
    let _alone = alone();
    let recorder = Recorder::default();
    tracing::subscriber::set_global_default(tracing_subscriber::registry().with(recorder.clone())).expect("the first");
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let [few, many] = [80, 800];
        let [mut small, mut large] = [World::of(few).await, World::of(many).await];
        recorder.0.lock().expect("no test panics here").clear();
        small.make_every_call().await;
        large.make_every_call().await;

        let statements = recorder.0.lock().expect("no test panics here").clone();
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
        for (file, source) in ["sqlite", "sql"].iter().flat_map(|of| sources(&folder.join(of))) {
            for text in sql_in(&source) {
                let seen = statements.iter().any(|statement| statement.contains(&text));
                assert!(seen, "{file}: no call here makes the statement {text:?}: make one in this test");
            }
        }

        let file = large._folder.path().join("store.db");
        let mut connection = SqliteConnectOptions::new().filename(file).connect().await.expect("a connection");
        let mut found = Vec::new();
        for sql in &statements {
            if ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].iter().any(|verb| sql.starts_with(verb)) {
                found.extend(faults(&mut connection, sql).await);
            }
        }
        assert_eq!(small.calls.len(), large.calls.len());
        for (small, large) in small.calls.iter().zip(&large.calls) {
            assert_eq!(small.name, large.name);
            assert!(large.steps > 0, "{} takes no step", large.name);
            // A row that is read takes a step at the least.
            if small.of == Use::Service && large.steps >= small.steps + many - few {
                found.push(format!("{} takes {} steps, and then {}", small.name, small.steps, large.steps));
            }
        }
        assert!(found.is_empty(), "{}", found.join("\n"));
    });
}
