//! Submissions a second, durable, without HTTP: the store against bare inserts of the same rows.
//!
//! A round hands so many new runs to [`Store::submit`], from as many clients as waiting calls. Then the very rows that
//! the store wrote are read back and inserted bare into a copy of the file from before the round: one `INSERT` of many rows and
//! one commit for each group, through sqlx, by one writer with the same pragmas. The other file has the same schema with
//! the same triggers, so both write the same rows to all tables, and at the end both are compared. What the store adds is
//! its queue, the search for runs that were handed in before, categories, numbers, and answers to each client.
//!
//! Bare inserts are measured twice: in groups of 64 whatever the number of clients, which is what the store aims at 0.8
//! of; and in groups of as many as there are clients, since one client who waits for each answer cannot be grouped.

use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use funhouse::store::Store as _;
use funhouse::store::sqlite::Sqlite;
use sqlx::sqlite::{SqliteConnection, SqliteRow};
use sqlx::{Connection as _, Executor as _, QueryBuilder, Row as _};

use super::runs::Generator;
use super::{Scale, address, fill, folder, forget, median, runtime};

/// How many rows a group has.
const GROUP: usize = 64;
const ROUNDS: u64 = 5;

pub(crate) fn measure(scale: Scale) {
    let kept = scale.runs[0];
    let (template, generator) = (fill::filled(kept), Generator::new(kept));
    println!("  Funhouse runs into a database of {kept}, median of {ROUNDS} rounds");
    for (clients, runs) in [(1, 400), (8, 2000), (64, 4000)] {
        runtime().block_on(compare(&template, &generator, kept, clients, runs / scale.divisor));
    }
}

async fn compare(template: &Path, generator: &Generator, kept: u64, clients: usize, runs: u64) {
    let ours = copy_of(template, "ours");
    let mut bare = [Bare::open(template, "grouped", GROUP).await, Bare::open(template, "alike", clients).await];
    let store = Sqlite::open(&address(&ours)).await.expect("a database");
    let mut rates = [Vec::new(), Vec::new(), Vec::new()];
    for round in 0..ROUNDS {
        let first = kept + round * runs;
        let took = submit(&store, generator, first..first + runs, clients).await;
        rates[0].push(runs as f64 / took.as_secs_f64());
        let rows = rows_after(&ours, first).await;
        for (bare, rates) in bare.iter_mut().zip(&mut rates[1..]) {
            let took = bare.insert(&rows).await;
            rates.push(runs as f64 / took.as_secs_f64());
            bare.take_courses_of(&ours).await;
        }
    }
    store.close().await.expect("it closes");
    for bare in &mut bare {
        bare.assert_same_as(&ours).await;
    }
    let ratio = |of: usize| {
        let mut ratios: Vec<f64> = rates[0].iter().zip(&rates[of]).map(|(ours, bare)| ours / bare).collect();
        median(&mut ratios)
    };
    let (of_groups, of_alike) = (ratio(1), ratio(2));
    let [ours, grouped, alike] = rates.each_mut().map(|rates| median(rates));
    println!(
        "  {clients:>2} clients: store {ours:>6.0}/s, bare in groups of {GROUP} {grouped:>6.0}/s (ratio {of_groups:.2}), \
         bare in groups of {clients} {alike:>6.0}/s (ratio {of_alike:.2})"
    );
}

fn copy_of(template: &Path, name: &str) -> PathBuf {
    let file = folder().join(format!("{name}.db"));
    forget(&file);
    std::fs::copy(template, &file).expect("a copy");
    file
}

/// Hands in runs from so many clients, each of which waits for its answer before it goes on.
async fn submit(store: &Sqlite, generator: &Generator, numbers: std::ops::Range<u64>, clients: usize) -> Duration {
    let runs: Vec<_> = numbers.map(|number| generator.run(number)).collect();
    let queue = std::rc::Rc::new(std::cell::RefCell::new(runs.into_iter()));
    let local = tokio::task::LocalSet::new();
    let started = Instant::now();
    for _ in 0..clients {
        let (store, queue) = (store.clone(), queue.clone());
        local.spawn_local(async move {
            loop {
                let Some(run) = queue.borrow_mut().next() else { return };
                let submitted = store.submit(run).await.expect("the run is kept");
                assert!(submitted.is_new(), "each run is another");
            }
        });
    }
    local.await;
    started.elapsed()
}

/// The rows of the runs that were kept after the first so many.
async fn rows_after(file: &Path, runs: u64) -> Vec<SqliteRow> {
    let mut connection = fill::connect(file).await;
    let sql =
        "SELECT id, player, course, seed, received_at, merits, score, digest, fingerprint, moves, likeness FROM runs
        WHERE id > ? ORDER BY id";
    let rows = sqlx::query(sql).bind(runs as i64).fetch_all(&mut connection).await.expect("rows");
    connection.close().await.expect("it closes");
    rows
}

/// A file into which rows are inserted bare.
struct Bare {
    connection: SqliteConnection,
    group: usize,
}

impl Bare {
    async fn open(template: &Path, name: &str, group: usize) -> Self {
        Self { connection: fill::connect(&copy_of(template, name)).await, group }
    }

    async fn insert(&mut self, rows: &[SqliteRow]) -> Duration {
        let rows: Vec<Bound> = rows.iter().map(Bound::of).collect();
        let started = Instant::now();
        for group in rows.chunks(self.group) {
            self.connection.execute("BEGIN IMMEDIATE").await.expect("a transaction");
            let mut query = QueryBuilder::<sqlx::Sqlite>::new(
                "INSERT INTO runs (id, player, course, seed, received_at, merits, score, digest, fingerprint, moves, likeness) ",
            );
            query.push_values(group, |mut row, run| {
                let [id, player, course, received_at] = run.numbers;
                row.push_bind(id).push_bind(player).push_bind(course).push_bind(run.seed).push_bind(received_at);
                row.push_bind(run.merits).push_bind(run.score);
                run.bytes.iter().for_each(|bytes| {
                    row.push_bind(*bytes);
                });
            });
            query.build().execute(&mut self.connection).await.expect("rows");
            self.connection.execute("COMMIT").await.expect("a transaction");
        }
        started.elapsed()
    }

    /// Gives boards to those seeds that the other file has given boards to; this is not timed.
    async fn take_courses_of(&mut self, other: &Path) {
        self.attach(other).await;
        let sql = "INSERT INTO courses SELECT * FROM other.courses WHERE id NOT IN (SELECT id FROM courses)";
        self.connection.execute(sql).await.expect("courses");
        self.connection.execute("DETACH other").await.expect("it was attached");
    }

    async fn attach(&mut self, other: &Path) {
        let attach = format!("ATTACH '{}' AS other", other.display());
        self.connection.execute(attach.as_str()).await.expect("it is a database");
    }

    /// Both files hold the same rows in all tables.
    async fn assert_same_as(&mut self, other: &Path) {
        self.attach(other).await;
        for table in ["runs", "standings", "bests", "counts"] {
            let sql = format!(
                "SELECT (SELECT count(*) FROM (SELECT * FROM {table} EXCEPT SELECT * FROM other.{table}))
                    + (SELECT count(*) FROM (SELECT * FROM other.{table} EXCEPT SELECT * FROM {table}))"
            );
            let differ: i64 = sqlx::query_scalar(&sql).fetch_one(&mut self.connection).await.expect("a comparison");
            assert_eq!(differ, 0, "both have written the same rows to {table}");
        }
    }
}

/// The columns of a row, ready to be bound.
struct Bound<'a> {
    numbers: [i64; 4],
    seed: &'a str,
    merits: &'a str,
    score: &'a str,
    bytes: [&'a [u8]; 4],
}

impl<'a> Bound<'a> {
    fn of(row: &'a SqliteRow) -> Self {
        Self {
            numbers: [0, 1, 2, 4].map(|column: usize| row.get(column)),
            seed: row.get(3),
            merits: row.get(5),
            score: row.get(6),
            bytes: [7, 8, 9, 10].map(|column: usize| row.get(column)),
        }
    }
}
