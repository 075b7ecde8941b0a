//! Moves a second, durable, without HTTP: the store against bare inserts of the same moves.
//!
//! In each round, tables each make one move after another, and wait until it is stored. Then the very rows that the store
//! wrote are inserted bare into a table of the same shape: one `INSERT` of many rows and one commit for each group, by one writer
//! with the same pragmas. What the store adds is its queue, the comparison of versions, the row of the table with its clocks, and
//! an answer to each.
//!
//! Bare inserts are measured twice: in groups of 64 whatever the number of tables, and in groups of as many as there are tables,
//! since a table that waits for each answer cannot be grouped.

use std::path::Path;
use std::time::{Duration, Instant};

use funhouse::rules::game::Level;
use funhouse::store::calendar::Timestamp;
use funhouse::store::sqlite::Sqlite;
use funhouse::store::{
    Changed, Created, History, MovedBy, NewEvent, NewPlayer, NewTable, Occupant, PlayerEvent, PlayerId, RecoveryHash,
    SeatRequests, Store as _, StoredMove, TableChange, TableCreated, TableId, TableSeat, TableState, TableStatus,
    TableTerms, Tables as _, TokenHash,
};
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use sqlx::{ConnectOptions as _, Executor as _, QueryBuilder};

use super::{median, runtime};

/// How many rows a group has.
const GROUP: usize = 64;
const ROUNDS: usize = 5;
/// A move of usual length.
const MOVE: &str = r#"{"type":"place","seat":1,"cell":"c4","from":"reserve"}"#;

pub(crate) fn measure() {
    println!("  median of {ROUNDS} rounds; aim at 64 tables: 0.5 of bare inserts");
    for (tables, moves) in [(1, 300), (8, 1600), (64, 6400), (256, 12800)] {
        runtime().block_on(compare(tables, moves));
    }
}

/// Moves by which it becomes the turn of another player, as at tables of two: each stores an event.
pub(crate) fn measure_events() {
    println!("  median of {ROUNDS} rounds; aim at every number of tables: a ratio of at most 1.10");
    for (tables, moves) in [(1, 300), (8, 1600), (64, 6400), (256, 12800)] {
        runtime().block_on(compare_events(tables, moves));
    }
}

async fn compare_events(tables: usize, moves: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let store =
        Sqlite::open(&format!("sqlite://{}", folder.path().join("ours.db").display())).await.expect("a database");
    let player = player(&store).await;
    let mut ratios = Vec::new();
    for round in 0..2 * ROUNDS {
        let first = (round * tables) as i64 + 1;
        let ids: Vec<TableId> = (first..).take(tables).map(spread).collect();
        for id in &ids {
            assert_eq!(store.create_table(table(*id, player)).await, Ok(TableCreated::New));
        }
        // In turns, so that a slow disk slows both down.
        let half = moves / tables / 2;
        let order = if round % 2 == 0 { [false, true] } else { [true, false] };
        let mut took = [Duration::ZERO; 2];
        for (from, has_events) in [0, half as i64].into_iter().zip(order) {
            took[usize::from(has_events)] = play_from(&store, player, ids.clone(), from, half, has_events).await;
        }
        ratios.push(took[1].as_secs_f64() / took[0].as_secs_f64());
    }
    store.close().await.expect("it closes");
    println!("  {tables:>3} tables: with events {:.2} times the time without", median(&mut ratios));
}

async fn compare(tables: usize, moves: usize) {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("ours.db");
    let store = Sqlite::open(&format!("sqlite://{}", file.display())).await.expect("a database");
    let player = player(&store).await;
    let mut bare = [
        Bare::open(&folder.path().join("grouped.db"), GROUP).await,
        Bare::open(&folder.path().join("equal.db"), tables).await,
    ];
    let mut rates = [Vec::new(), Vec::new(), Vec::new()];
    for round in 0..ROUNDS {
        let first = (round * tables) as i64 + 1;
        for id in (first..).take(tables) {
            // Spread as numbers that are drawn at random are.
            let created = store.create_table(table(spread(id), player)).await;
            assert_eq!(created, Ok(TableCreated::New));
        }
        let each = moves / tables;
        let took = play(&store, player, (first..).take(tables).map(spread).collect(), each).await;
        rates[0].push(moves as f64 / took.as_secs_f64());
        let rows: Vec<(i64, i64)> =
            (1..=each as i64).flat_map(|number| (first..).take(tables).map(move |id| (spread(id).0, number))).collect();
        for (bare, rates) in bare.iter_mut().zip(&mut rates[1..]) {
            let took = bare.insert(&rows).await;
            rates.push(moves as f64 / took.as_secs_f64());
        }
    }
    store.close().await.expect("it closes");
    let ratio = |of: usize| {
        let mut ratios: Vec<f64> = rates[0].iter().zip(&rates[of]).map(|(ours, bare)| ours / bare).collect();
        median(&mut ratios)
    };
    let (of_groups, of_equal) = (ratio(1), ratio(2));
    let [ours, grouped, equal] = rates.each_mut().map(|rates| median(rates));
    println!(
        "  {tables:>3} tables: store {ours:>6.0}/s, bare in groups of {GROUP} {grouped:>6.0}/s (ratio {of_groups:.2}), \
         bare in groups of {tables} {equal:>6.0}/s (ratio {of_equal:.2})"
    );
}

fn spread(id: i64) -> TableId {
    TableId(id.wrapping_mul(0x1f83_d9ab_fb41_bd6b) & i64::MAX)
}

async fn player(store: &Sqlite) -> PlayerId {
    let (token, recovery) = (TokenHash([1; 32]), RecoveryHash([1; 32]));
    let at = Timestamp::from_millis(1_800_000_000_000);
    let new =
        NewPlayer { name: "Ada".to_owned(), forms: vec![[1; 32]], token, recovery, bot: false, repeatable: None, at };
    match store.create_player(new).await {
        Ok(Created::New(id)) => id,
        other => panic!("{other:?}"),
    }
}

fn state(player: PlayerId, due: Timestamp) -> TableState {
    let seat = |occupant, due| TableSeat { occupant, due, missed: 0, left: None, auto_decline: false };
    TableState {
        status: TableStatus::Playing,
        seats: vec![seat(Occupant::Player(player), Some(due)), seat(Occupant::Robot(Level::DEFAULT), None)],
        due: Some(due),
        started_at: Some(Timestamp::from_millis(1_800_000_000_000)),
        ended_at: None,
        set_backs: 0,
        requests: SeatRequests::default(),
    }
}

fn table(id: TableId, player: PlayerId) -> NewTable {
    let at = Timestamp::from_millis(1_800_000_000_000);
    let terms = TableTerms {
        game: "queensland".to_owned(),
        rules: 1,
        options: "{}".to_owned(),
        seed: "funhouse-1".parse().expect("a seed"),
        ranked: None,
        listed: false,
        approval: false,
        rated: true,
        pace: 86_400,
        maker: player,
        app: None,
        made_at: at,
    };
    let state = state(player, at);
    NewTable {
        id,
        terms,
        history: state.history(),
        state,
        repeatable: None,
        rematch_of: None,
        max_open_tables: u32::MAX,
        max_open_of_app: u32::MAX,
        counts: None,
        events: Vec::new(),
    }
}

/// Each of these tables makes this many moves, one after another.
async fn play(store: &Sqlite, player: PlayerId, tables: Vec<TableId>, each: usize) -> Duration {
    play_from(store, player, tables, 0, each, false).await
}

/// The same, after a number of moves. With events, each move stores one.
async fn play_from(
    store: &Sqlite,
    player: PlayerId,
    tables: Vec<TableId>,
    from: i64,
    each: usize,
    has_events: bool,
) -> Duration {
    let local = tokio::task::LocalSet::new();
    let started = Instant::now();
    for id in tables {
        let store = store.clone();
        local.spawn_local(async move {
            for version in (from..).take(each) {
                let at = Timestamp::from_millis(1_800_000_000_000 + version);
                let mv = StoredMove { seat: 1, by: MovedBy::Player, at, json: MOVE.to_owned() };
                let state = state(player, at.plus_seconds(86_400));
                let event = PlayerEvent::YourTurn { table: id, due: Some(at) };
                let event = NewEvent { player, event, at, tag: 1 };
                let events = if has_events { vec![event] } else { Vec::new() };
                let change = TableChange { moves: vec![mv], events, ..TableChange::of(state, History::default(), 0) };
                let changed = store.change_table(id, version, change).await;
                assert_eq!(changed, Ok(Changed::Applied { run: None }));
            }
        });
    }
    local.await;
    started.elapsed()
}

/// A file into which rows are inserted bare.
struct Bare {
    connection: SqliteConnection,
    group: usize,
}

impl Bare {
    async fn open(file: &Path, group: usize) -> Self {
        let options = SqliteConnectOptions::new().filename(file).create_if_missing(true);
        let mut connection = options.connect().await.expect("a new file");
        for sql in [
            "PRAGMA journal_mode = WAL",
            "PRAGMA synchronous = FULL",
            "CREATE TABLE table_moves (table_id INTEGER NOT NULL, number INTEGER NOT NULL, seat INTEGER NOT NULL,
                made_by INTEGER NOT NULL, made_at INTEGER NOT NULL, json TEXT NOT NULL, PRIMARY KEY (table_id, number))
                STRICT, WITHOUT ROWID",
        ] {
            connection.execute(sql).await.expect("a new table");
        }
        Self { connection, group }
    }

    async fn insert(&mut self, rows: &[(i64, i64)]) -> Duration {
        let started = Instant::now();
        for group in rows.chunks(self.group) {
            self.connection.execute("BEGIN IMMEDIATE").await.expect("a transaction");
            let sql = "INSERT INTO table_moves (table_id, number, seat, made_by, made_at, json) ";
            let mut query = QueryBuilder::<sqlx::Sqlite>::new(sql);
            query.push_values(group, |mut row, (id, number)| {
                row.push_bind(*id).push_bind(*number).push_bind(1).push_bind(0);
                row.push_bind(1_800_000_000_000 + number).push_bind(MOVE);
            });
            query.build().execute(&mut self.connection).await.expect("rows");
            self.connection.execute("COMMIT").await.expect("a transaction");
        }
        started.elapsed()
    }
}
