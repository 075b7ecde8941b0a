//! The writer: one thread that owns the one connection that writes.
//!
//! Writes wait in a bounded queue. The writer commits up to [`MAX_GROUP`] queued writes in one transaction (group commit), since each commit
//! costs a sync of the disk. If a group fails, each of its writes is tried alone, so that none fails because of another.
//!
//! A caller waits up to a time limit, the time in the queue included. A write that is not yet in a transaction by then is withdrawn and never
//! committed; the outcome of any other is unknown ([`reply`]).
//!
//! The writer does not depend on what is written: a [`Group`] turns writes into jobs.

mod job;
pub(crate) mod outcome;
mod reply;

use std::collections::BTreeSet;
use std::fmt;
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use tokio::sync::mpsc;

use self::job::stopped;
pub(crate) use self::job::{Grouped, Job, Many, Single, Work};
use self::outcome::CommitError;
use self::reply::Answer;
pub(crate) use self::reply::Reply;
use super::commit::Committer;
use super::{Connection, lock_players};
use crate::metrics::WriterCounts;
use crate::{PlayerId, StoreError};

/// Maximum number of writes in a group.
const MAX_GROUP: usize = 256;
/// Maximum number of queued writes. Further calls fail with [`StoreError::Busy`].
const MAX_QUEUED: usize = 1024;

/// Duration of one wait for more writes of a group, and maximum number of waits.
const PAUSE: Duration = Duration::from_micros(50);
const MAX_PAUSES: u32 = 32;

/// Maximum number of attempts of a job that conflicts with writes of other instances.
const MAX_ATTEMPTS: u32 = 3;

/// Writes that are committed together.
pub(crate) trait Group: Default {
    /// A queued write.
    type Write: Send + 'static;

    fn add(&mut self, write: Self::Write);

    /// Returns the jobs, in the order of execution.
    fn into_jobs(self) -> Vec<Box<dyn Job>>;
}

/// An element of the queue.
enum Queued<W> {
    Write(W),
    /// A request for the outcome of the last commit, or of a new one.
    Probe(Reply<()>),
    Close(Reply<()>),
}

/// The queue of a writer.
pub(crate) struct Writer<B: Group> {
    queue: mpsc::Sender<Queued<B::Write>>,
    counts: Arc<WriterCounts>,
    /// How long callers wait.
    timeout: Duration,
}

impl<B: Group> fmt::Debug for Writer<B> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Writer")
    }
}

impl<B: Group> Clone for Writer<B> {
    fn clone(&self) -> Self {
        Self { queue: self.queue.clone(), counts: Arc::clone(&self.counts), timeout: self.timeout }
    }
}

impl<B: Group> Writer<B> {
    /// Starts the thread of the writer, which owns the connection.
    pub(crate) fn start(committer: Committer, timeout: Duration) -> io::Result<Self> {
        let (queue, waiting) = mpsc::channel(MAX_QUEUED);
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        let counts = Arc::<WriterCounts>::default();
        let counted = Arc::clone(&counts);
        let run = move || runtime.block_on(run::<B>(committer, waiting, &counted));
        thread::Builder::new().name("store-writer".to_owned()).spawn(run)?;
        Ok(Self { queue, counts, timeout })
    }

    /// Queues a write, and waits until it is on disk.
    pub(super) async fn queue<T>(&self, write: impl FnOnce(Reply<T>) -> B::Write) -> Result<T, StoreError> {
        self.send(|reply| Queued::Write(write(reply))).await
    }

    /// Returns the outcome of the last commit. Commits something if there was no recent commit.
    pub(super) async fn probe(&self) -> Result<(), StoreError> {
        self.send(Queued::Probe).await
    }

    /// Commits queued writes, and ends the thread. Waits without a limit.
    pub(super) async fn close(&self) -> Result<(), StoreError> {
        self.try_send(Queued::Close)?.wait().await
    }

    /// Returns the number of queued writes.
    pub(super) fn waiting(&self) -> usize {
        self.queue.max_capacity().saturating_sub(self.queue.capacity())
    }

    /// Returns the maximum number of queued writes.
    pub(super) fn capacity(&self) -> usize {
        self.queue.max_capacity()
    }

    /// Returns the counts of writes.
    pub(super) fn counts(&self) -> &WriterCounts {
        &self.counts
    }

    async fn send<T>(&self, queued: impl FnOnce(Reply<T>) -> Queued<B::Write>) -> Result<T, StoreError> {
        let outcome = match self.try_send(queued) {
            Ok(answer) => answer.within(self.timeout).await,
            Err(error) => Err(error),
        };
        self.counts.errors.count(&outcome);
        outcome
    }

    fn try_send<T>(&self, queued: impl FnOnce(Reply<T>) -> Queued<B::Write>) -> Result<Answer<T>, StoreError> {
        let (reply, answer) = reply::pair();
        self.queue.try_send(queued(reply)).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => StoreError::Busy,
            mpsc::error::TrySendError::Closed(_) => stopped(),
        })?;
        Ok(answer)
    }
}

#[allow(clippy::disallowed_types, reason = "commits are timed")]
async fn run<B: Group>(mut committer: Committer, mut waiting: mpsc::Receiver<Queued<B::Write>>, counts: &WriterCounts) {
    let mut group = Vec::with_capacity(MAX_GROUP);
    let mut last_size = 0;
    while committer.truncating(waiting.recv_many(&mut group, MAX_GROUP)).await > 0 {
        gather(&mut waiting, &mut group, last_size);
        last_size = group.len();
        let (mut batch, mut probes, mut closing) = (B::default(), Vec::new(), None);
        for queued in group.drain(..) {
            match queued {
                Queued::Write(write) => batch.add(write),
                Queued::Probe(reply) => probes.push(reply),
                Queued::Close(reply) => closing = Some(reply),
            }
        }
        let (writes, begun) = (last_size - probes.len() - usize::from(closing.is_some()), std::time::Instant::now());
        let outcome = write_group(&mut committer, batch.into_jobs()).await;
        counts.group(writes, begun.elapsed());
        for mut reply in probes {
            if reply.begin() {
                reply.send(committer.probe().await);
            }
        }
        if let (Err(why @ StoreError::Unavailable(_)), None) = (outcome, &closing) {
            closing = reject_queued::<B>(&mut waiting, &why);
        }
        if let Some(reply) = closing {
            drop(waiting);
            committer.close().await;
            reply.send(Ok(()));
            return;
        }
    }
    committer.close().await;
}

/// Rejects what was queued while the database could not be reached: otherwise each group would wait as long again. Stops at the request to
/// close, if there is one, and returns it.
fn reject_queued<B: Group>(waiting: &mut mpsc::Receiver<Queued<B::Write>>, why: &StoreError) -> Option<Reply<()>> {
    let (mut batch, mut closing) = (B::default(), None);
    while let (None, Ok(queued)) = (&closing, waiting.try_recv()) {
        match queued {
            Queued::Write(write) => batch.add(write),
            Queued::Probe(reply) => reply.send(Err(why.clone())),
            Queued::Close(reply) => closing = Some(reply),
        }
    }
    batch.into_jobs().into_iter().for_each(|job| job.finish(Err(why.clone())));
    closing
}

/// Waits for more writes of a group while it is smaller than the last group and more arrive. Callers whose writes were committed together
/// often write again at about the same time, and the first of them would get its own commit. A single caller does not wait.
fn gather<T>(waiting: &mut mpsc::Receiver<T>, group: &mut Vec<T>, last_size: usize) {
    for _ in 0..MAX_PAUSES {
        let before = group.len();
        if before >= last_size {
            return;
        }
        thread::sleep(PAUSE);
        while group.len() < MAX_GROUP
            && let Ok(queued) = waiting.try_recv()
        {
            group.push(queued);
        }
        if group.len() == before {
            return;
        }
    }
}

/// Commits jobs together, or each alone if one of them may have made the group fail. Fails if no transaction could begin.
async fn write_group(committer: &mut Committer, mut jobs: Vec<Box<dyn Job>>) -> Result<(), StoreError> {
    if jobs.is_empty() {
        return Ok(());
    }
    let outcome = commit(committer, &mut jobs).await;
    let Err(why) = &outcome else {
        finish(jobs, Ok(()));
        return Ok(());
    };
    if !why.may_concern_one() {
        let begun = why.begun();
        finish(jobs, outcome);
        return begun;
    }
    let single: Vec<Box<dyn Job>> = jobs.into_iter().flat_map(Job::split).collect();
    if single.len() == 1 && !why.is_conflict() {
        finish(single, outcome);
        return Ok(());
    }
    for job in single {
        let mut alone = vec![job];
        let outcome = commit_repeatedly(committer, &mut alone).await;
        finish(alone, outcome);
    }
    Ok(())
}

/// Commits one job, with further attempts if it conflicts with a write of another instance.
async fn commit_repeatedly(committer: &mut Committer, alone: &mut Vec<Box<dyn Job>>) -> Result<(), CommitError> {
    let mut attempts = 1;
    loop {
        match commit(committer, alone).await {
            Err(why) if why.is_conflict() && attempts < MAX_ATTEMPTS => attempts += 1,
            outcome => return outcome,
        }
    }
}

async fn commit(committer: &mut Committer, jobs: &mut Vec<Box<dyn Job>>) -> Result<(), CommitError> {
    let work = async |connection: &mut Connection| {
        // Not before the transaction has begun: until then, callers can withdraw their writes.
        jobs.retain_mut(|job| job.begin());
        let players: BTreeSet<PlayerId> = jobs.iter().flat_map(|job| job.players()).collect();
        lock_players(connection, &players).await?;
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

fn finish(jobs: Vec<Box<dyn Job>>, outcome: Result<(), CommitError>) {
    let outcome = outcome.map_err(StoreError::from);
    jobs.into_iter().for_each(|job| job.finish(outcome.clone()));
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The size of a group that began with one write, while others wait, after a group of `last_size`.
    fn gathered(queued: usize, last_size: usize) -> usize {
        let (queue, mut waiting) = mpsc::channel(MAX_QUEUED);
        let mut group = vec![0];
        for n in 0..queued {
            assert!(queue.try_send(n).is_ok(), "there is room");
        }
        gather(&mut waiting, &mut group, last_size);
        group.len()
    }

    #[test]
    fn group_waits_for_returning_callers_up_to_its_maximum() {
        assert_eq!(gathered(7, 8), 8);
        assert_eq!(gathered(3, 200), 4, "no one else comes");
        assert_eq!(gathered(MAX_GROUP + 50, MAX_GROUP), MAX_GROUP);
        assert_eq!(gathered(0, 0), 1);
        assert_eq!(gathered(5, 1), 1, "a caller that was answered alone does not wait");
    }
}
