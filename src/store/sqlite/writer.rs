//! The writer: one thread that owns the one connection that writes.
//!
//! What is handed in waits in a queue of bounded length. The writer takes what waits, up to [`GROUP`] at once, and commits
//! the runs among it in one transaction with multi-row statements: a commit costs a sync of the disk, whatever it holds.
//! If a group cannot be written, each run of it is tried alone, so that none fails for its neighbour.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::thread;

use sqlx::sqlite::SqliteConnection;
use sqlx::{Connection as _, Executor as _, QueryBuilder, Row as _, Sqlite};
use tokio::sync::{mpsc, oneshot};

use super::{code, players, primary_code};
use crate::store::{
    Class, Course, Created, NewPlayer, NewRun, PlayerId, RunId, Secret, StoreError, Submitted, TokenHash,
};

/// The most runs of a commit.
const GROUP: usize = 64;
/// How often a seed is played before it gets boards of its own; until then its runs are sorted when they are asked for.
const OFTEN: i64 = 64;
/// The most that may wait.
const QUEUE: usize = 1024;

type Done<T> = oneshot::Sender<Result<T, StoreError>>;

/// What can be written, and whom to tell.
#[derive(Debug)]
pub(super) enum Write {
    Run(Box<NewRun>, Done<Submitted>),
    Other(Other),
}

/// What is written in a transaction of its own.
#[derive(Debug)]
pub(super) enum Other {
    Secret(Secret, Done<Secret>),
    Player(NewPlayer, Done<Created>),
    Token(PlayerId, TokenHash, Done<bool>),
    Deletion(PlayerId, Done<bool>),
    Hiding(Vec<RunId>, bool, Done<()>),
    Milestone(String, RunId, Done<()>),
    Close(Done<()>),
}

/// The way to the writer.
#[derive(Clone, Debug)]
pub(super) struct Writer(mpsc::Sender<Write>);

impl Writer {
    /// Starts the writer of a connection.
    pub(super) fn start(connection: SqliteConnection) -> io::Result<Self> {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let runtime = tokio::runtime::Builder::new_current_thread().build()?;
        let work = move || runtime.block_on(work(connection, waiting));
        thread::Builder::new().name("store-writer".to_owned()).spawn(work)?;
        Ok(Self(queue))
    }

    /// Hands something to the writer and waits until it is on disk.
    pub(super) async fn write<T>(&self, what: impl FnOnce(Done<T>) -> Write) -> Result<T, StoreError> {
        let (done, told) = oneshot::channel();
        self.0.try_send(what(done)).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => StoreError::Busy,
            mpsc::error::TrySendError::Closed(_) => stopped(),
        })?;
        told.await.unwrap_or_else(|_| Err(stopped()))
    }
}

fn stopped() -> StoreError {
    StoreError::Unavailable("the writer has stopped".to_owned())
}

async fn work(mut connection: SqliteConnection, mut waiting: mpsc::Receiver<Write>) {
    let mut taken = Vec::with_capacity(GROUP);
    while waiting.recv_many(&mut taken, GROUP).await > 0 {
        let mut runs = Vec::new();
        let mut others = Vec::new();
        for write in taken.drain(..) {
            match write {
                Write::Run(run, done) => runs.push((*run, done)),
                Write::Other(other) => others.push(other),
            }
        }
        submit(&mut connection, runs).await;
        for other in others {
            match other {
                Other::Close(done) => {
                    // What was committed is safe whether or not the connection closes well.
                    let _ = connection.close().await;
                    return tell(done, Ok(()));
                }
                other => write_other(&mut connection, other).await,
            }
        }
    }
}

/// A caller who no longer listens misses the answer; what was written stays written.
fn tell<T>(done: Done<T>, answer: Result<T, StoreError>) {
    let _ = done.send(answer);
}

async fn write_other(connection: &mut SqliteConnection, write: Other) {
    match write {
        Other::Secret(fresh, done) => {
            tell(done, alone(connection, async |connection| players::secret(connection, fresh).await).await);
        }
        Other::Player(player, done) => {
            tell(done, alone(connection, async |connection| players::create(connection, &player).await).await);
        }
        Other::Token(id, token, done) => {
            tell(done, alone(connection, async |connection| players::replace_token(connection, id, token).await).await);
        }
        Other::Deletion(id, done) => {
            tell(done, alone(connection, async |connection| players::delete(connection, id).await).await);
        }
        Other::Hiding(runs, hidden, done) => {
            tell(done, alone(connection, async |connection| hide(connection, &runs, hidden).await).await);
        }
        Other::Milestone(walk, run, done) => {
            tell(done, alone(connection, async |connection| set_milestone(connection, &walk, run).await).await);
        }
        Other::Close(done) => tell(done, Ok(())),
    }
}

async fn alone<T>(
    connection: &mut SqliteConnection,
    work: impl AsyncFnOnce(&mut SqliteConnection) -> sqlx::Result<T>,
) -> Result<T, StoreError> {
    Ok(transaction(connection, work).await?)
}

/// Does work in a transaction, which is undone if the work fails.
async fn transaction<T>(
    connection: &mut SqliteConnection,
    work: impl AsyncFnOnce(&mut SqliteConnection) -> sqlx::Result<T>,
) -> sqlx::Result<T> {
    connection.execute("BEGIN IMMEDIATE").await?;
    let worked = match work(connection).await {
        Ok(worked) => connection.execute("COMMIT").await.map(|_| worked),
        Err(error) => Err(error),
    };
    if worked.is_err() {
        // After some failures SQLite has rolled back by itself; then this fails, and nothing is open either way.
        let _ = connection.execute("ROLLBACK").await;
    }
    worked
}

/// Writes a group of runs, or, if they cannot be written together for the fault of one, each alone.
async fn submit(connection: &mut SqliteConnection, group: Vec<(NewRun, Done<Submitted>)>) {
    if group.is_empty() {
        return;
    }
    let (runs, waiting): (Vec<NewRun>, Vec<Done<Submitted>>) = group.into_iter().unzip();
    match transaction(connection, async |connection| insert(connection, &runs).await).await {
        Ok(submitted) => waiting.into_iter().zip(submitted).for_each(|(done, submitted)| tell(done, Ok(submitted))),
        Err(error) if runs.len() > 1 && primary_code(&error) == Some(code::CONSTRAINT) => {
            for (run, done) in runs.into_iter().zip(waiting) {
                let alone = std::slice::from_ref(&run);
                let submitted = transaction(connection, async |connection| insert(connection, alone).await).await;
                tell(done, submitted.map_err(Into::into).and_then(|all| all.first().copied().ok_or_else(stopped)));
            }
        }
        Err(error) => {
            let error = StoreError::from(error);
            waiting.into_iter().for_each(|done| tell(done, Err(error.clone())));
        }
    }
}

/// Inserts those runs that their players have not handed in before, and tells the number of each.
async fn insert(connection: &mut SqliteConnection, runs: &[NewRun]) -> sqlx::Result<Vec<Submitted>> {
    let mut known = handed_in_before(connection, runs).await?;
    let courses = course_numbers(connection, runs).await?;
    let (last,): (i64,) = sqlx::query_as("SELECT ifnull(max(id), 0) FROM runs").fetch_one(&mut *connection).await?;
    let mut next = last + 1;
    let mut submitted = Vec::with_capacity(runs.len());
    let mut fresh = Vec::new();
    for run in runs {
        let key = (run.fingerprint, run.player);
        let new = !known.contains_key(&key);
        let id = *known.entry(key).or_insert(RunId(next));
        if new {
            next += 1;
            let course = courses.get(&run.course).copied().unwrap_or_default();
            fresh.push((id, course, run));
        }
        submitted.push(Submitted { id, new });
    }
    if !fresh.is_empty() {
        insert_rows(connection, &fresh).await?;
        give_boards(connection, &fresh).await?;
    }
    Ok(submitted)
}

/// Gives boards of their own to the seeds of runs that are played often by now.
async fn give_boards(connection: &mut SqliteConnection, fresh: &[(RunId, i64, &NewRun)]) -> sqlx::Result<()> {
    let seeds: BTreeSet<(i64, &str)> = fresh.iter().map(|(_, course, run)| (*course, run.seed.as_str())).collect();
    let sql = "INSERT INTO courses (game, rules, options, class, seed, base)
        SELECT game, rules, options, class, played.value ->> 1, courses.id
        FROM json_each(?) AS played CROSS JOIN courses ON courses.id = played.value ->> 0
        WHERE NOT EXISTS (SELECT 1 FROM courses AS own WHERE own.base = courses.id AND own.seed = played.value ->> 1)
            AND (SELECT count(*) FROM runs WHERE course = courses.id AND seed = played.value ->> 1) >= ?";
    let seeds = serde_json::json!(seeds).to_string();
    sqlx::query(sql).bind(seeds).bind(OFTEN).execute(connection).await?;
    Ok(())
}

type Known = BTreeMap<([u8; 16], PlayerId), RunId>;

async fn handed_in_before(connection: &mut SqliteConnection, runs: &[NewRun]) -> sqlx::Result<Known> {
    let mut query = QueryBuilder::<Sqlite>::new(
        "SELECT runs.fingerprint, runs.player, runs.id FROM runs WHERE (fingerprint, player) IN (VALUES ",
    );
    let mut first = true;
    for run in runs {
        query.push(if first { "(" } else { ", (" }).push_bind(run.fingerprint.as_slice());
        query.push(", ").push_bind(run.player.0).push(")");
        first = false;
    }
    let rows = query.push(")").build().fetch_all(connection).await?;
    rows.iter()
        .map(|row| {
            let fingerprint: Vec<u8> = row.try_get(0)?;
            let fingerprint = <[u8; 16]>::try_from(fingerprint).unwrap_or_default();
            Ok(((fingerprint, PlayerId(row.try_get(1)?)), RunId(row.try_get(2)?)))
        })
        .collect()
}

/// The numbers of the courses of runs; a course that is new gets one.
async fn course_numbers<'a>(
    connection: &mut SqliteConnection,
    runs: &'a [NewRun],
) -> sqlx::Result<BTreeMap<&'a Course, i64>> {
    let mut numbers = BTreeMap::new();
    for run in runs {
        if numbers.contains_key(&run.course) {
            continue;
        }
        let number = match course_number(connection, &run.course).await? {
            Some(number) => number,
            None => new_course(connection, &run.course).await?,
        };
        numbers.insert(&run.course, number);
    }
    Ok(numbers)
}

/// The number of a course of any seed, if it has one.
pub(super) async fn course_number(connection: &mut SqliteConnection, course: &Course) -> sqlx::Result<Option<i64>> {
    let sql = "SELECT id FROM courses
        WHERE game = ? AND rules = ? AND options = ? AND class = ? AND ifnull(seed, '') = ''";
    let query = sqlx::query_scalar(sql).bind(&course.game).bind(course.rules).bind(&course.options);
    query.bind(class_number(course.class)).fetch_optional(connection).await
}

async fn new_course(connection: &mut SqliteConnection, course: &Course) -> sqlx::Result<i64> {
    let sql = "INSERT INTO courses (game, rules, options, class) VALUES (?, ?, ?, ?) RETURNING id";
    let query = sqlx::query_scalar(sql).bind(&course.game).bind(course.rules).bind(&course.options);
    query.bind(class_number(course.class)).fetch_one(connection).await
}

/// A seed class as it is kept.
pub(super) fn class_number(class: Class) -> i64 {
    match class {
        Class::Daily => 0,
        Class::Drawn => 1,
        Class::Chosen => 2,
    }
}

async fn insert_rows(connection: &mut SqliteConnection, fresh: &[(RunId, i64, &NewRun)]) -> sqlx::Result<()> {
    let mut query = QueryBuilder::<Sqlite>::new(
        "INSERT INTO runs (id, player, course, seed, received_at, merits, score, digest, fingerprint, moves) ",
    );
    query.push_values(fresh, |mut row, (id, course, run)| {
        row.push_bind(id.0).push_bind(run.player.0).push_bind(course).push_bind(run.seed.as_str());
        row.push_bind(run.received_at.millis()).push_bind(merits(run)).push_bind(&run.score);
        row.push_bind(run.digest.as_slice()).push_bind(run.fingerprint.as_slice()).push_bind(run.moves.as_bytes());
    });
    query.build().execute(connection).await?;
    Ok(())
}

/// The marks of a run as they are kept: a list of `[merit, moves]`.
fn merits(run: &NewRun) -> String {
    let marks: Vec<String> = run.marks.iter().map(|mark| format!("[{},{}]", mark.merit.0, mark.moves)).collect();
    format!("[{}]", marks.join(","))
}

async fn hide(connection: &mut SqliteConnection, runs: &[RunId], hidden: bool) -> sqlx::Result<()> {
    for run in runs {
        let sql = "UPDATE runs SET hidden = ?1 WHERE id = ?2 AND hidden <> ?1";
        sqlx::query(sql).bind(hidden).bind(run.0).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn set_milestone(connection: &mut SqliteConnection, walk: &str, run: RunId) -> sqlx::Result<()> {
    let sql = "INSERT INTO memory (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value";
    sqlx::query(sql).bind(format!("walk {walk}")).bind(run.0.to_string().as_bytes()).execute(connection).await?;
    Ok(())
}
