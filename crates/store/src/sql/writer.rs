//! The writer: one thread that owns the one connection that writes.
//!
//! What is handed in waits in a queue of bounded length. The writer takes what waits, up to [`GROUP`] at once, and commits it in one
//! transaction, since a commit costs a sync of the disk whatever it holds; the runs among it are written together, and so are the
//! changes of tables. If a group
//! cannot be written, each write of it is tried alone, so that none fails for its neighbour.
//!
//! A write is stated once, where it is called: as a [job](Writer::write) on the connection of a transaction.

use std::io;
use std::pin::Pin;
use std::thread;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot};

use super::Connection;
use super::changes::{Change, Changes};
use super::commit::Committer;
use super::outcome::NotCommitted;
use super::submissions::Submissions;
use crate::{Changed, NewRun, StoreError, Submitted};

/// The most writes that are taken from the queue at once, and so the most of a commit.
const GROUP: usize = 256;
/// The most writes that may wait; a call that finds so many is told that the store is busy.
const QUEUE: usize = 1024;

/// How long the writer waits at a time for more of a group, and how often at the most.
const PAUSE: Duration = Duration::from_micros(50);
const PAUSES: u32 = 32;

/// Whom to tell what became of a write.
pub(super) type Done<T> = oneshot::Sender<Result<T, StoreError>>;

/// What is done on the connection of a transaction, and told once that is committed.
pub(super) trait Job: Send {
    /// Does it and keeps the answer. It may be done again if the transaction is rolled back.
    fn work<'a>(&'a mut self, connection: &'a mut Connection) -> Work<'a>;

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
    F: AsyncFn(&mut Connection) -> sqlx::Result<T> + Send + 'static,
    T: Send + 'static,
{
    fn work<'a>(&'a mut self, connection: &'a mut Connection) -> Work<'a> {
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
    Change(Box<Change>, Done<Changed>),
    Job(Box<dyn Job>),
    /// Tells how the last commit went, or makes one to see.
    Probe(Done<()>),
    Close(Done<()>),
}

/// The queue of the writer.
#[derive(Clone, Debug)]
pub(crate) struct Writer(mpsc::Sender<Write>);

impl Writer {
    /// Starts the thread of the writer, which owns the connection from then on.
    pub(crate) fn start(committer: Committer) -> io::Result<Self> {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let work = move || runtime.block_on(work(committer, waiting));
        thread::Builder::new().name("store-writer".to_owned()).spawn(work)?;
        Ok(Self(queue))
    }

    /// Has work done in a transaction, and waits until it is on disk. If it fails, it may be done once more.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        work: impl AsyncFn(&mut Connection) -> sqlx::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.hand_in(|done| Write::Job(Box::new(Waited { work, deletes: false, answer: None, done }))).await
    }

    /// Has work done that deletes or replaces what shall be found in no file any more once this is answered.
    pub(crate) async fn delete<T: Send + 'static>(
        &self,
        work: impl AsyncFn(&mut Connection) -> sqlx::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.hand_in(|done| Write::Job(Box::new(Waited { work, deletes: true, answer: None, done }))).await
    }

    /// Keeps a run.
    pub(crate) async fn submit(&self, run: NewRun) -> Result<Submitted, StoreError> {
        self.hand_in(|done| Write::Run(Box::new(run), done)).await
    }

    /// Changes a table.
    pub(crate) async fn change(&self, change: Change) -> Result<Changed, StoreError> {
        self.hand_in(|done| Write::Change(Box::new(change), done)).await
    }

    /// How the last commit went; if none was made lately, one is made to see.
    pub(crate) async fn probe(&self) -> Result<(), StoreError> {
        self.hand_in(Write::Probe).await
    }

    /// Writes what waits, and ends.
    pub(crate) async fn close(&self) -> Result<(), StoreError> {
        self.hand_in(Write::Close).await
    }

    /// How many writes wait.
    #[cfg(test)]
    pub(crate) fn waiting(&self) -> usize {
        self.0.max_capacity() - self.0.capacity()
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

pub(crate) fn stopped() -> StoreError {
    StoreError::Unavailable("the writer has stopped".to_owned())
}

async fn work(mut committer: Committer, mut waiting: mpsc::Receiver<Write>) {
    let mut taken = Vec::with_capacity(GROUP);
    let mut answered = 0;
    while committer.truncating(waiting.recv_many(&mut taken, GROUP)).await > 0 {
        gather(&mut waiting, &mut taken, answered);
        answered = taken.len();
        let (mut runs, mut changes) = (Submissions::default(), Changes::default());
        let (mut jobs, mut probes, mut closing) = (Vec::new(), Vec::new(), None);
        for write in taken.drain(..) {
            match write {
                Write::Run(run, done) => runs.add(*run, done),
                Write::Change(change, done) => changes.add(*change, done),
                Write::Job(job) => jobs.push(job),
                Write::Probe(done) => probes.push(done),
                Write::Close(done) => closing = Some(done),
            }
        }
        if !changes.is_empty() {
            jobs.insert(0, Box::new(changes));
        }
        if !runs.is_empty() {
            jobs.insert(0, Box::new(runs));
        }
        let outcome = write_group(&mut committer, jobs).await;
        for done in probes {
            let _ = done.send(committer.probe().await);
        }
        if let (Err(why @ StoreError::Unavailable(_)), None) = (outcome, &closing) {
            closing = refuse_waiting(&mut waiting, &why);
        }
        if let Some(done) = closing {
            drop(waiting);
            committer.close().await;
            let _ = done.send(Ok(()));
            return;
        }
    }
    committer.close().await;
}

/// Refuses what came while the database could not be reached: each group of it would wait as long again, and those behind it longer. Ends at
/// the request to close, if there is one, and returns it.
fn refuse_waiting(waiting: &mut mpsc::Receiver<Write>, why: &StoreError) -> Option<Done<()>> {
    while let Ok(write) = waiting.try_recv() {
        match write {
            Write::Run(_, done) => drop(done.send(Err(why.clone()))),
            Write::Change(_, done) => drop(done.send(Err(why.clone()))),
            Write::Job(job) => job.tell(Err(why.clone())),
            Write::Probe(done) => drop(done.send(Err(why.clone()))),
            Write::Close(done) => return Some(done),
        }
    }
    None
}

/// Waits for more of a group, as long as it is smaller than the last one and more come: those who were answered together hand in again
/// one after another, and the first of them would have a commit alone. Who hands in alone waits for nobody. The thread sleeps, since
/// it has nothing else to do.
fn gather(waiting: &mut mpsc::Receiver<Write>, taken: &mut Vec<Write>, answered: usize) {
    for _ in 0..PAUSES {
        let before = taken.len();
        if before >= answered {
            return;
        }
        thread::sleep(PAUSE);
        while taken.len() < GROUP
            && let Ok(write) = waiting.try_recv()
        {
            taken.push(write);
        }
        if taken.len() == before {
            return;
        }
    }
}

/// Commits jobs together, or, if they cannot be for what may be the fault of one, each alone. Fails if no transaction could be begun.
async fn write_group(committer: &mut Committer, mut jobs: Vec<Box<dyn Job>>) -> Result<(), StoreError> {
    if jobs.is_empty() {
        return Ok(());
    }
    let outcome = commit(committer, &mut jobs).await;
    if !matches!(&outcome, Err(why) if why.may_be_of_one()) {
        let begun = outcome.as_ref().map_or_else(NotCommitted::begun, |()| Ok(()));
        tell_all(jobs, outcome);
        return begun;
    }
    let apart: Vec<Box<dyn Job>> = jobs.into_iter().flat_map(Job::apart).collect();
    if apart.len() == 1 {
        tell_all(apart, outcome);
        return Ok(());
    }
    for job in apart {
        let mut alone = vec![job];
        let outcome = commit(committer, &mut alone).await;
        tell_all(alone, outcome);
    }
    Ok(())
}

async fn commit(committer: &mut Committer, jobs: &mut [Box<dyn Job>]) -> Result<(), NotCommitted> {
    let work = async |connection: &mut Connection| {
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
    use super::*;

    /// How many writes a group has of which one was taken, while so many wait, after a group of so many.
    fn gathered(queued: usize, answered: usize) -> usize {
        let (queue, mut waiting) = mpsc::channel(QUEUE);
        let mut taken = vec![Write::Probe(oneshot::channel().0)];
        for _ in 0..queued {
            assert!(queue.try_send(Write::Probe(oneshot::channel().0)).is_ok(), "there is room");
        }
        gather(&mut waiting, &mut taken, answered);
        taken.len()
    }

    #[test]
    fn a_group_takes_those_who_come_again_and_no_more_than_it_has_room_for() {
        assert_eq!(gathered(7, 8), 8);
        assert_eq!(gathered(3, 200), 4, "nobody else comes");
        assert_eq!(gathered(GROUP + 50, GROUP), GROUP);
        assert_eq!(gathered(0, 0), 1);
        assert_eq!(gathered(5, 1), 1, "one who was answered alone waits for nobody");
    }
}
