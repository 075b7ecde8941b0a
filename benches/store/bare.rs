//! Bare inserts: the very rows of `runs` that a store wrote, in a table without indexes, by one writer with the same pragmas.

use std::cell::RefCell;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use futures_util::future::join_all;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection, SqliteRow};
use sqlx::{AssertSqlSafe, ConnectOptions as _, Connection as _, Executor as _, QueryBuilder, Row as _};
use tokio::sync::{mpsc, oneshot};

use super::{fill, folder, forget};

/// How many rows a group has.
pub(crate) const GROUP: usize = 64;

const NUMBERS: [&str; 7] = ["id", "player", "category", "received_at", "hidden", "score_key", "move_count"];
const TEXTS: [&str; 3] = ["seed", "room_scores", "score_card"];
const BLOBS: [&str; 3] = ["digest", "fingerprint", "moves"];

fn columns() -> String {
    [NUMBERS.as_slice(), &TEXTS, &BLOBS].concat().join(", ")
}

/// The rows of the runs that were stored after a number of others.
pub(crate) async fn rows_after(file: &Path, runs: u64) -> Vec<SqliteRow> {
    let mut connection = fill::connect(file).await;
    let sql = format!("SELECT {} FROM runs WHERE id > ? ORDER BY id", columns());
    let rows = sqlx::query(AssertSqlSafe(sql)).bind(runs as i64).fetch_all(&mut connection).await.expect("rows");
    connection.close().await.expect("it closes");
    rows
}

/// A row, ready to be bound.
pub(crate) struct Bound<'a> {
    numbers: [i64; NUMBERS.len()],
    texts: [Option<&'a str>; TEXTS.len()],
    blobs: [&'a [u8]; BLOBS.len()],
}

impl<'a> Bound<'a> {
    pub(crate) fn of(row: &'a SqliteRow) -> Self {
        Self {
            numbers: NUMBERS.map(|column| row.get(column)),
            texts: TEXTS.map(|column| row.get(column)),
            blobs: BLOBS.map(|column| row.get(column)),
        }
    }
}

/// How long inserts took.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Took {
    /// All of them.
    pub(crate) all: Duration,
    /// The slowest one, from the call to its answer.
    pub(crate) slowest: Duration,
}

/// A file into which rows are inserted bare.
pub(crate) struct Bare {
    connection: SqliteConnection,
}

impl Bare {
    /// A file with the runs of another.
    pub(crate) async fn copy_of(template: &Path, name: &str) -> Self {
        let mut bare = Self::empty(name).await;
        bare.attach(template).await;
        let columns = columns();
        let copy = format!("INSERT INTO runs SELECT {columns} FROM other.runs");
        bare.connection.execute(AssertSqlSafe(copy)).await.expect("a copy");
        bare.connection.execute("DETACH other").await.expect("it was attached");
        bare
    }

    /// A file without runs.
    pub(crate) async fn empty(name: &str) -> Self {
        let file = folder().join(format!("{name}.db"));
        forget(&file);
        let options = SqliteConnectOptions::new().filename(&file).create_if_missing(true);
        options.connect().await.expect("a new file").close().await.expect("it closes");
        let mut bare = Self { connection: fill::connect(&file).await };
        let columns = columns().replace("id, player", "id INTEGER PRIMARY KEY, player");
        let create = format!("CREATE TABLE runs ({columns})");
        bare.connection.execute(AssertSqlSafe(create)).await.expect("a table");
        bare
    }

    /// Inserts rows from as many clients, each of which waits for its answer before it continues.
    pub(crate) async fn insert_for(&mut self, clients: usize, rows: &[Bound<'_>]) -> Took {
        let left = RefCell::new(rows.iter());
        let (queue, mut waiting) = mpsc::channel(clients);
        let client = async |queue: mpsc::Sender<_>| {
            let mut slowest = Duration::ZERO;
            loop {
                let Some(row) = left.borrow_mut().next() else { return slowest };
                let (reply, answer) = oneshot::channel();
                let sent = Instant::now();
                queue.send((row, reply)).await.expect("the writer lives");
                answer.await.expect("an answer");
                slowest = slowest.max(sent.elapsed());
            }
        };
        let all = join_all((0..clients).map(|_| client(queue.clone())));
        drop(queue);
        let writer = async {
            let mut taken = Vec::with_capacity(GROUP);
            while waiting.recv_many(&mut taken, GROUP).await > 0 {
                let (group, replies): (Vec<&Bound>, Vec<oneshot::Sender<()>>) = taken.drain(..).unzip();
                self.insert_group(group).await;
                replies.into_iter().for_each(|reply| reply.send(()).expect("the client waits"));
            }
        };
        let started = Instant::now();
        let (slowest, ()) = tokio::join!(all, writer);
        Took { all: started.elapsed(), slowest: slowest.into_iter().max().unwrap_or_default() }
    }

    /// Inserts rows in groups, one after another.
    pub(crate) async fn insert(&mut self, rows: &[Bound<'_>]) -> Duration {
        let started = Instant::now();
        for group in rows.chunks(GROUP) {
            self.insert_group(group).await;
        }
        started.elapsed()
    }

    async fn insert_group<'a>(&mut self, group: impl IntoIterator<Item = &'a Bound<'a>>) {
        self.connection.execute("BEGIN IMMEDIATE").await.expect("a transaction");
        let mut query = QueryBuilder::<sqlx::Sqlite>::new(format!("INSERT INTO runs ({}) ", columns()));
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
        self.connection.execute(AssertSqlSafe(attach)).await.expect("it is a database");
    }

    /// Checks that both files hold the same runs.
    pub(crate) async fn assert_same_as(&mut self, other: &Path) {
        self.attach(other).await;
        let columns = columns();
        let sql = format!("SELECT count(*) FROM (SELECT {columns} FROM runs EXCEPT SELECT {columns} FROM other.runs)");
        let differ: i64 =
            sqlx::query_scalar(AssertSqlSafe(sql)).fetch_one(&mut self.connection).await.expect("a comparison");
        assert_eq!(differ, 0, "both have written the same rows");
    }
}

/// A copy of a file of the benchmark.
pub(crate) fn copy_of(template: &Path, name: &str) -> PathBuf {
    let file = folder().join(format!("{name}.db"));
    forget(&file);
    std::fs::copy(template, &file).expect("a copy");
    file
}
