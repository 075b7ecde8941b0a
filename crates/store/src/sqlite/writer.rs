//! The writer: one thread that owns the one connection that writes.
//!
//! What is handed in waits in a queue of bounded length. The writer takes what waits, up to [`GROUP`] at once, and commits it in one
//! transaction, since a commit costs a sync of the disk whatever it holds; the runs among it are written together. If a group
//! cannot be written, each write of it is tried alone, so that none fails for its neighbour.
//!
//! A write is stated once, where it is called: as a [job](Writer::write) on the connection of a transaction.

use std::io;
use std::pin::Pin;
use std::thread;

use sqlx::sqlite::SqliteConnection;
use tokio::sync::{mpsc, oneshot};

use super::commit::{Committer, NotCommitted};
use super::submissions::Submissions;
use crate::{NewRun, StoreError, Submitted};

/// The most writes that are taken from the queue at once, and so the most of a commit.
const GROUP: usize = 64;
/// The most writes that may wait; a call that finds so many is told that the store is busy.
const QUEUE: usize = 1024;

/// Whom to tell what became of a write.
pub(super) type Done<T> = oneshot::Sender<Result<T, StoreError>>;

/// What is done on the connection of a transaction, and told once that is committed.
pub(super) trait Job: Send {
    /// Does it and keeps the answer. It may be done again if the transaction is rolled back.
    fn work<'a>(&'a mut self, connection: &'a mut SqliteConnection) -> Work<'a>;

    /// Whether it deletes or replaces what shall be found in no file any more.
    fn deletes(&self) -> bool;

    /// The same as jobs that can fail each by itself.
    fn apart(self: Box<Self>) -> Vec<Box<dyn Job>>;

    /// Tells the answer, or why the transaction was not committed. A caller who no longer listens misses it.
    fn tell(self: Box<Self>, committed: Result<(), StoreError>);
}

/// The doing of a job.
pub(super) type Work<'a> = Pin<Box<dyn Future<Output = sqlx::Result<()>> + 'a>>;

/// A job for which one caller waits.
struct Waited<F, T> {
    work: F,
    deletes: bool,
    answer: Option<T>,
    done: Done<T>,
}

impl<F, T> Job for Waited<F, T>
where
    F: AsyncFn(&mut SqliteConnection) -> sqlx::Result<T> + Send + 'static,
    T: Send + 'static,
{
    fn work<'a>(&'a mut self, connection: &'a mut SqliteConnection) -> Work<'a> {
        Box::pin(async {
            self.answer = Some((self.work)(connection).await?);
            Ok(())
        })
    }

    fn deletes(&self) -> bool {
        self.deletes
    }

    fn apart(self: Box<Self>) -> Vec<Box<dyn Job>> {
        vec![self]
    }

    fn tell(self: Box<Self>, committed: Result<(), StoreError>) {
        let Self { answer, done, .. } = *self;
        let _ = done.send(committed.and_then(|()| answer.ok_or_else(stopped)));
    }
}

/// What waits in the queue.
enum Write {
    Run(Box<NewRun>, Done<Submitted>),
    Job(Box<dyn Job>),
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

    /// Has work done in a transaction, and waits until it is on disk. If it fails, it may be done once more.
    pub(super) async fn write<T: Send + 'static>(
        &self,
        work: impl AsyncFn(&mut SqliteConnection) -> sqlx::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.hand_in(|done| Write::Job(Box::new(Waited { work, deletes: false, answer: None, done }))).await
    }

    /// Has work done that deletes or replaces what shall be found in no file any more once this is answered.
    pub(super) async fn delete<T: Send + 'static>(
        &self,
        work: impl AsyncFn(&mut SqliteConnection) -> sqlx::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.hand_in(|done| Write::Job(Box::new(Waited { work, deletes: true, answer: None, done }))).await
    }

    /// Keeps a run.
    pub(super) async fn submit(&self, run: NewRun) -> Result<Submitted, StoreError> {
        self.hand_in(|done| Write::Run(Box::new(run), done)).await
    }

    /// How the last commit went; if none was made lately, one is made to see.
    pub(super) async fn probe(&self) -> Result<(), StoreError> {
        self.hand_in(Write::Probe).await
    }

    /// Writes what waits, and ends.
    pub(super) async fn close(&self) -> Result<(), StoreError> {
        self.hand_in(Write::Close).await
    }

    async fn hand_in<T>(&self, what: impl FnOnce(Done<T>) -> Write) -> Result<T, StoreError> {
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
        let mut runs = Submissions::default();
        let (mut jobs, mut probes, mut closing) = (Vec::new(), Vec::new(), None);
        for write in taken.drain(..) {
            match write {
                Write::Run(run, done) => runs.add(*run, done),
                Write::Job(job) => jobs.push(job),
                Write::Probe(done) => probes.push(done),
                Write::Close(done) => closing = Some(done),
            }
        }
        if !runs.is_empty() {
            jobs.insert(0, Box::new(runs));
        }
        write_group(&mut committer, jobs).await;
        for done in probes {
            let _ = done.send(committer.probe().await);
        }
        if let Some(done) = closing {
            drop(waiting);
            committer.close().await;
            let _ = done.send(Ok(()));
            return;
        }
    }
}

/// Commits jobs together, or, if they cannot be for what may be the fault of one, each alone.
async fn write_group(committer: &mut Committer, mut jobs: Vec<Box<dyn Job>>) {
    if jobs.is_empty() {
        return;
    }
    let outcome = commit(committer, &mut jobs).await;
    if !matches!(&outcome, Err(why) if why.may_be_of_one()) {
        return tell_all(jobs, outcome);
    }
    let apart: Vec<Box<dyn Job>> = jobs.into_iter().flat_map(Job::apart).collect();
    if apart.len() == 1 {
        return tell_all(apart, outcome);
    }
    for job in apart {
        let mut alone = vec![job];
        let outcome = commit(committer, &mut alone).await;
        tell_all(alone, outcome);
    }
}

async fn commit(committer: &mut Committer, jobs: &mut [Box<dyn Job>]) -> Result<(), NotCommitted> {
    let work = async |connection: &mut SqliteConnection| {
        for job in jobs.iter_mut() {
            job.work(connection).await?;
        }
        Ok(())
    };
    committer.transaction(work).await?;
    if jobs.iter().any(|job| job.deletes()) {
        committer.truncate_log().await;
    }
    Ok(())
}

fn tell_all(jobs: Vec<Box<dyn Job>>, outcome: Result<(), NotCommitted>) {
    let outcome = outcome.map_err(StoreError::from);
    jobs.into_iter().for_each(|job| job.tell(outcome.clone()));
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;
    use std::sync::atomic::Ordering;

    use tokio::sync::Semaphore;

    use crate::sqlite::Sqlite;
    use crate::sqlite::plans::{COMMITS, alone, new_player, new_run, start};
    use crate::{Created, NewRun, PlayerId, RunId, Store as _, StoreError, Submitted};

    /// A store of one player whose writer is busy until it may go on, with a folder.
    async fn busy() -> (Sqlite, Arc<Semaphore>, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("a folder");
        let address = format!("sqlite://{}", folder.path().join("store.db").display());
        let store = Sqlite::open(&address).await.expect("a new store");
        assert_eq!(store.create_player(new_player(1)).await, Ok(Created::New(PlayerId(1))));
        let (begun, go_on) = (Arc::new(Semaphore::new(0)), Arc::new(Semaphore::new(0)));
        let (busy, has_begun, may_go_on) = (store.clone(), begun.clone(), go_on.clone());
        tokio::spawn(async move {
            let work = async move |_: &mut _| {
                has_begun.add_permits(1);
                may_go_on.acquire().await.expect("it stays open").forget();
                Ok(())
            };
            busy.writer.write(work).await
        });
        begun.acquire().await.expect("it stays open").forget();
        (store, go_on, folder)
    }

    #[test]
    fn writes_of_every_kind_that_wait_share_a_commit_and_one_that_fails_fails_alone() {
        let _alone = alone();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            for with_nobodys in [false, true] {
                let (store, go_on, _folder) = busy().await;
                let before = COMMITS.load(Ordering::Relaxed);
                let of_player = |player, n| new_run(PlayerId(player), "a-seed", n, start());
                let submit = |run: NewRun| {
                    let store = store.clone();
                    tokio::spawn(async move { store.submit(run).await })
                };
                let runs: Vec<_> = (0..10).map(|n| submit(of_player(1, n))).collect();
                let nobodys = with_nobodys.then(|| submit(of_player(-1, 99)));
                let others = store.clone();
                let player = tokio::spawn(async move { others.create_player(new_player(2)).await });
                let others = store.clone();
                let day = tokio::spawn(async move { others.reach_day(start().day()).await });
                let others = store.clone();
                let hidden = tokio::spawn(async move { others.hide(vec![RunId(1)], true).await });
                let waiting = 13 + usize::from(with_nobodys);
                while store.writer.0.max_capacity() - store.writer.0.capacity() < waiting {
                    tokio::task::yield_now().await;
                }
                go_on.add_permits(1);
                for run in runs {
                    let run = run.await.expect("it ends");
                    assert!(matches!(run, Ok(Submitted::New { .. })), "{run:?}");
                }
                if let Some(nobodys) = nobodys {
                    assert!(matches!(nobodys.await.expect("it ends"), Err(StoreError::Unavailable(_))));
                }
                assert_eq!(player.await.expect("it ends"), Ok(Created::New(PlayerId(2))));
                assert_eq!((day.await.expect("it ends"), hidden.await.expect("it ends")), (Ok(()), Ok(())));
                let commits = COMMITS.load(Ordering::Relaxed) - before;
                assert_eq!(commits, if with_nobodys { 14 } else { 2 }, "one was under way before");
                assert_eq!(store.count_after(RunId(0)).await, Ok(10));
                assert!(store.run(RunId(1)).await.expect("an answer").expect("a run").summary.hidden);
            }
        });
    }
}
