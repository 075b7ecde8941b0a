//! Submissions a second, durable, without HTTP: the store against bare inserts of the same runs.
//!
//! A round hands so many new runs to [`Store::submit`], from as many clients as waiting calls. Then the very rows of `runs` that
//! the store wrote are read back and inserted bare into a table of their own, which has as many rows and no index: one `INSERT` of
//! many rows and one commit for each group, through sqlx, by one writer with the same pragmas. What the store adds is the
//! search for runs that were handed in before, the indexes by which runs are listed, and all boards.
//!
//! Bare inserts are measured twice: from as many clients, each of which waits for its answer while the writer takes what waits, up to 64 rows
//! at once; and in groups of 64 one after another, for which nobody waits.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use funhouse::rules::games::epic_funhouse::EpicFunhouse;
use funhouse::rules::games::epic_funhouse::slide_jam::SlideJam;
use funhouse::store::{AnyStore, database};
use futures_util::future::join_all;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{ConnectOptions as _, Connection as _, Executor as _, QueryBuilder, Row as _};
use tokio::sync::{mpsc, oneshot};

use super::runs::Generator;
use super::{Scale, address, fill, folder, forget, median, runtime};

/// How many rows a group has.
const GROUP: usize = 64;
const ROUNDS: u64 = 5;

pub(crate) fn measure(scale: Scale) {
    let kept = scale.runs[0];
    let template = fill::filled(kept);
    let of_a_funhouse = Generator::new::<EpicFunhouse>(kept);
    let without_rooms = Generator::new::<SlideJam>(kept);
    for (of, aim, generator) in [("a Funhouse", 0.5, &of_a_funhouse), ("a game without rooms", 0.7, &without_rooms)] {
        println!("  runs of {of} into a database of {kept}, median of {ROUNDS} rounds; aim with 64 clients: {aim}");
        for (clients, runs) in [(1, 400), (8, 2000), (64, 4000), (256, 4000)] {
            runtime().block_on(compare(&template, generator, kept, clients, runs / scale.divisor));
        }
    }
}

async fn compare(template: &Path, generator: &Generator, kept: u64, clients: usize, runs: u64) {
    let ours = copy_of(template, "ours");
    let mut bare = [Bare::open(template, "answered").await, Bare::open(template, "grouped").await];
    let store = [database::open(&address(&ours)).await.expect("a database")];
    let mut rates = [Vec::new(), Vec::new(), Vec::new()];
    for round in 0..ROUNDS {
        let first = kept + round * runs;
        let took = submit(&store, generator, first..first + runs, clients).await;
        rates[0].push(runs as f64 / took.as_secs_f64());
        let rows = rows_after(&ours, first).await;
        let rows: Vec<Bound> = rows.iter().map(Bound::of).collect();
        let took = [bare[0].insert_for(clients, &rows).await, bare[1].insert(&rows).await];
        for (took, rates) in took.iter().zip(&mut rates[1..]) {
            rates.push(runs as f64 / took.as_secs_f64());
        }
    }
    store[0].close().await.expect("it closes");
    for bare in &mut bare {
        bare.assert_same_as(&ours).await;
    }
    let ratio = |of: usize| {
        let mut ratios: Vec<f64> = rates[0].iter().zip(&rates[of]).map(|(ours, bare)| ours / bare).collect();
        median(&mut ratios)
    };
    let (of_answered, of_grouped) = (ratio(1), ratio(2));
    let [ours, answered, grouped] = rates.each_mut().map(|rates| median(rates));
    println!(
        "  {clients:>3} clients: store {ours:>6.0}/s, bare from as many {answered:>6.0}/s (ratio {of_answered:.2}), \
         bare in groups of {GROUP} {grouped:>6.0}/s (ratio {of_grouped:.2})"
    );
}

fn copy_of(template: &Path, name: &str) -> PathBuf {
    let file = folder().join(format!("{name}.db"));
    forget(&file);
    std::fs::copy(template, &file).expect("a copy");
    file
}

/// Hands in runs from so many clients, each of which waits for its answer before it goes on; with several stores, to one after another.
pub(crate) async fn submit(
    stores: &[AnyStore],
    generator: &Generator,
    numbers: std::ops::Range<u64>,
    clients: usize,
) -> Duration {
    let runs: Vec<_> = numbers.map(|number| generator.run(number)).collect();
    let queue = std::rc::Rc::new(std::cell::RefCell::new(runs.into_iter()));
    let local = tokio::task::LocalSet::new();
    let started = Instant::now();
    for client in 0..clients {
        let (store, queue) = (stores[client % stores.len()].clone(), queue.clone());
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

/// The columns of `runs`, of which those before [`TEXTS`] are numbers, and those from [`BLOBS`] on neither numbers nor texts.
const COLUMNS: &str =
    "id, player, course, received_at, hidden, seed, merits, score, digest, fingerprint, likeness, moves";
const TEXTS: usize = 5;
const BLOBS: usize = 8;

/// The rows of the runs that were kept after the first so many.
async fn rows_after(file: &Path, runs: u64) -> Vec<SqliteRow> {
    let mut connection = fill::connect(file).await;
    let sql = format!("SELECT {COLUMNS} FROM runs WHERE id > ? ORDER BY id");
    let rows = sqlx::query(&sql).bind(runs as i64).fetch_all(&mut connection).await.expect("rows");
    connection.close().await.expect("it closes");
    rows
}

/// A file into which rows are inserted bare.
struct Bare {
    connection: SqliteConnection,
}

impl Bare {
    async fn open(template: &Path, name: &str) -> Self {
        let file = folder().join(format!("{name}.db"));
        forget(&file);
        let options = SqliteConnectOptions::new().filename(&file).create_if_missing(true);
        options.connect().await.expect("a new file").close().await.expect("it closes");
        let mut bare = Self { connection: fill::connect(&file).await };
        bare.attach(template).await;
        let columns = COLUMNS.replace("id, player", "id INTEGER PRIMARY KEY, player");
        for sql in [
            format!("CREATE TABLE runs ({columns})"),
            format!("INSERT INTO runs SELECT {COLUMNS} FROM other.runs"),
            "DETACH other".to_owned(),
        ] {
            bare.connection.execute(sql.as_str()).await.expect("a copy");
        }
        bare
    }

    /// Inserts rows that as many clients hand in, each of which waits for its answer before it goes on.
    async fn insert_for(&mut self, clients: usize, rows: &[Bound<'_>]) -> Duration {
        let left = RefCell::new(rows.iter());
        let (queue, mut waiting) = mpsc::channel(clients);
        let client = async |queue: mpsc::Sender<_>| {
            loop {
                let Some(row) = left.borrow_mut().next() else { return };
                let (done, told) = oneshot::channel();
                queue.send((row, done)).await.expect("the writer lives");
                told.await.expect("an answer");
            }
        };
        let all = join_all((0..clients).map(|_| client(queue.clone())));
        drop(queue);
        let writer = async {
            let mut taken = Vec::with_capacity(GROUP);
            while waiting.recv_many(&mut taken, GROUP).await > 0 {
                let (group, done): (Vec<&Bound>, Vec<oneshot::Sender<()>>) = taken.drain(..).unzip();
                self.insert_group(group).await;
                done.into_iter().for_each(|done| done.send(()).expect("the client waits"));
            }
        };
        let started = Instant::now();
        tokio::join!(all, writer);
        started.elapsed()
    }

    /// Inserts rows in groups, one after another.
    async fn insert(&mut self, rows: &[Bound<'_>]) -> Duration {
        let started = Instant::now();
        for group in rows.chunks(GROUP) {
            self.insert_group(group).await;
        }
        started.elapsed()
    }

    async fn insert_group<'a>(&mut self, group: impl IntoIterator<Item = &'a Bound<'a>>) {
        self.connection.execute("BEGIN IMMEDIATE").await.expect("a transaction");
        let mut query = QueryBuilder::<sqlx::Sqlite>::new(format!("INSERT INTO runs ({COLUMNS}) "));
        query.push_values(group, |mut row, run| {
            run.numbers.iter().for_each(|number| {
                row.push_bind(*number);
            });
            run.texts.iter().for_each(|text| {
                row.push_bind(*text);
            });
            run.blobs.iter().for_each(|blob| {
                row.push_bind(*blob);
            });
        });
        query.build().execute(&mut self.connection).await.expect("rows");
        self.connection.execute("COMMIT").await.expect("a transaction");
    }

    async fn attach(&mut self, other: &Path) {
        let attach = format!("ATTACH '{}' AS other", other.display());
        self.connection.execute(attach.as_str()).await.expect("it is a database");
    }

    /// Both files hold the same runs.
    async fn assert_same_as(&mut self, other: &Path) {
        self.attach(other).await;
        let sql = format!("SELECT count(*) FROM (SELECT {COLUMNS} FROM runs EXCEPT SELECT {COLUMNS} FROM other.runs)");
        let differ: i64 = sqlx::query_scalar(&sql).fetch_one(&mut self.connection).await.expect("a comparison");
        assert_eq!(differ, 0, "both have written the same rows");
    }
}

/// The columns of a row, ready to be bound.
struct Bound<'a> {
    numbers: [i64; TEXTS],
    texts: [&'a str; BLOBS - TEXTS],
    blobs: [&'a [u8]; 4],
}

impl<'a> Bound<'a> {
    fn of(row: &'a SqliteRow) -> Self {
        Self {
            numbers: std::array::from_fn(|column| row.get(column)),
            texts: std::array::from_fn(|column| row.get(TEXTS + column)),
            blobs: std::array::from_fn(|column| row.get(BLOBS + column)),
        }
    }
}
