//! The writer: one thread that owns the one connection that writes.
//!
//! What is handed in waits in a queue of bounded length. The writer takes what waits, up to [`GROUP`] at once, and commits
//! the runs among it in one transaction with multi-row statements, since a commit costs a sync of the disk whatever it holds.
//! If a group cannot be written, each run of it is tried alone, so that none fails for its neighbour.

use std::io;
use std::thread;

use sqlx::sqlite::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use super::commit::Committer;
use super::{days, players, secret, submissions, tokens};
use crate::calendar::{Day, Timestamp};
use crate::{
    Added, Created, NewPlayer, NewRun, NewToken, PlayerId, Recovered, Recovery, RecoveryHash, Revoked, RunId, Secret,
    SecretPlace, StoreError, Submitted, TokenHash, TokenId,
};

/// The most writes that are taken from the queue at once, and so the most runs of a commit.
const GROUP: usize = 64;
/// The most writes that may wait; a call that finds so many is told that the store is busy.
const QUEUE: usize = 1024;

/// Whom to tell what became of a write.
pub(super) type Done<T> = oneshot::Sender<Result<T, StoreError>>;

/// What can be written, and whom to tell.
#[derive(Debug)]
pub(super) enum Write {
    Run(Box<NewRun>, Done<Submitted>),
    Other(Other),
}

/// What is written in a transaction of its own.
#[derive(Debug)]
pub(super) enum Other {
    Secret(SecretPlace, Done<Option<Secret>>),
    /// A day that was reached.
    Day(Day, Done<()>),
    Player(NewPlayer, Done<Created>),
    NewToken(PlayerId, NewToken, Done<Added>),
    Replacement(PlayerId, TokenId, TokenHash, Timestamp, Done<bool>),
    Revocation(PlayerId, TokenId, Done<Revoked>),
    TokenUse(TokenId, Day, Done<()>),
    RecoveryCode(PlayerId, RecoveryHash, Done<bool>),
    Recovery(Recovery, Done<Recovered>),
    Deletion(PlayerId, Done<bool>),
    Hiding(Vec<RunId>, bool, Done<()>),
    Checkpoint(String, RunId, Done<()>),
    /// Tells how the last commit went, or makes one to see.
    Probe(Done<()>),
    Close(Done<()>),
}

/// The queue of the writer.
#[derive(Clone, Debug)]
pub(super) struct Writer(mpsc::Sender<Write>);

impl Writer {
    /// Starts the thread of the writer, which owns the connection from then on.
    pub(super) fn start(committer: Committer) -> io::Result<Self> {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_time().build()?;
        let work = move || runtime.block_on(work(committer, waiting));
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
        // Whether it came to this write before it stopped is not known.
        told.await.unwrap_or_else(|_| Err(StoreError::Unknown("the writer has stopped".to_owned())))
    }
}

pub(super) fn stopped() -> StoreError {
    StoreError::Unavailable("the writer has stopped".to_owned())
}

async fn work(mut committer: Committer, mut waiting: mpsc::Receiver<Write>) {
    let mut taken = Vec::with_capacity(GROUP);
    while committer.truncating(waiting.recv_many(&mut taken, GROUP)).await > 0 {
        let mut runs = Vec::new();
        let mut others = Vec::new();
        for write in taken.drain(..) {
            match write {
                Write::Run(run, done) => runs.push((*run, done)),
                Write::Other(other) => others.push(other),
            }
        }
        submissions::submit(&mut committer, runs).await;
        for other in others {
            match other {
                Other::Close(done) => {
                    drop(waiting);
                    committer.close().await;
                    return tell(done, Ok(()));
                }
                other => write_other(&mut committer, other).await,
            }
        }
    }
}

/// A caller who no longer listens misses the answer; what was written stays written.
pub(super) fn tell<T>(done: Done<T>, answer: Result<T, StoreError>) {
    let _ = done.send(answer);
}

async fn write_other(committer: &mut Committer, write: Other) {
    match write {
        Other::Secret(place, done) => {
            tell(done, gone(committer, async |connection| secret::place(connection, place).await).await);
        }
        Other::Day(day, done) => {
            tell(done, alone(committer, async |connection| days::reach(connection, day).await).await);
        }
        Other::Player(player, done) => {
            tell(done, alone(committer, async |connection| players::create(connection, &player).await).await);
        }
        Other::NewToken(player, token, done) => {
            tell(done, alone(committer, async |connection| tokens::add(connection, player, &token).await).await);
        }
        Other::Replacement(player, id, token, at, done) => {
            let work = async |connection: &mut _| tokens::replace(connection, player, id, token, at).await;
            tell(done, gone(committer, work).await);
        }
        Other::Revocation(player, id, done) => {
            tell(done, gone(committer, async |connection| tokens::revoke(connection, player, id).await).await);
        }
        Other::TokenUse(id, on, done) => {
            tell(done, alone(committer, async |connection| tokens::note_use(connection, id, on).await).await);
        }
        Other::RecoveryCode(player, code, done) => {
            let work = async |connection: &mut _| tokens::set_recovery_code(connection, player, code).await;
            tell(done, gone(committer, work).await);
        }
        Other::Recovery(recovery, done) => {
            tell(done, gone(committer, async |connection| tokens::recover(connection, &recovery).await).await);
        }
        Other::Deletion(id, done) => {
            tell(done, gone(committer, async |connection| players::delete(connection, id).await).await);
        }
        Other::Hiding(runs, hidden, done) => {
            tell(done, alone(committer, async |connection| hide(connection, &runs, hidden).await).await);
        }
        Other::Checkpoint(job, run, done) => {
            tell(done, alone(committer, async |connection| set_checkpoint(connection, &job, run).await).await);
        }
        Other::Probe(done) => tell(done, committer.probe().await),
        Other::Close(done) => tell(done, Ok(())),
    }
}

async fn alone<T>(
    committer: &mut Committer,
    work: impl AsyncFnOnce(&mut SqliteConnection) -> sqlx::Result<T>,
) -> Result<T, StoreError> {
    Ok(committer.transaction(work).await?)
}

/// Does work that deletes or replaces what shall be found in no file any more.
async fn gone<T>(
    committer: &mut Committer,
    work: impl AsyncFnOnce(&mut SqliteConnection) -> sqlx::Result<T>,
) -> Result<T, StoreError> {
    let worked = committer.transaction(work).await?;
    committer.truncate_log().await;
    Ok(worked)
}

async fn hide(connection: &mut SqliteConnection, runs: &[RunId], hidden: bool) -> sqlx::Result<()> {
    for run in runs {
        let sql = "UPDATE runs SET hidden = ?1 WHERE id = ?2 AND hidden <> ?1";
        sqlx::query(sql).bind(hidden).bind(run.0).execute(&mut *connection).await?;
    }
    Ok(())
}

async fn set_checkpoint(connection: &mut SqliteConnection, job: &str, run: RunId) -> sqlx::Result<()> {
    let sql = "INSERT INTO memory (name, value) VALUES (?, ?) ON CONFLICT DO UPDATE SET value = excluded.value";
    sqlx::query(sql).bind(format!("walk {job}")).bind(run.0.to_string().as_bytes()).execute(connection).await?;
    Ok(())
}
