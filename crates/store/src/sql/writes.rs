//! What is written, and how what waits together is done: all runs in one job, all changes of tables in another, then the rest.

use super::Connection;
use super::submissions::Submissions;
use super::tables::{Change, Changes};
use super::writer::{self, Batch, Job, Reply, Single};
use crate::{Changed, NewRun, PlayerId, StoreError, Submitted};

/// The queue of the writer.
pub(crate) type Writer = writer::Writer<Group>;

/// A write that waits.
pub(crate) enum Write {
    Run(Box<NewRun>, Reply<Submitted>),
    Change(Box<Change>, Reply<Changed>),
    Job(Box<dyn Job>),
}

/// Writes that waited together.
#[derive(Default)]
pub(crate) struct Group {
    runs: Submissions,
    changes: Changes,
    jobs: Vec<Box<dyn Job>>,
}

impl Batch for Group {
    type Write = Write;

    fn add(&mut self, write: Write) {
        match write {
            Write::Run(run, reply) => self.runs.add(*run, reply),
            Write::Change(change, reply) => self.changes.add(*change, reply),
            Write::Job(job) => self.jobs.push(job),
        }
    }

    fn into_jobs(self) -> Vec<Box<dyn Job>> {
        let Self { runs, changes, jobs } = self;
        let runs = (!runs.is_empty()).then(|| -> Box<dyn Job> { Box::new(runs) });
        let changes = (!changes.is_empty()).then(|| -> Box<dyn Job> { Box::new(changes) });
        runs.into_iter().chain(changes).chain(jobs).collect()
    }
}

impl Writer {
    /// Has work done in a transaction, and waits until it is on disk. Work that reads the state of a player in order to change it names the
    /// player. If the transaction is rolled back, it may be done again.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        player: Option<PlayerId>,
        work: impl AsyncFn(&mut Connection) -> sqlx::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.queue(|reply| Write::Job(Single::boxed(player, false, work, reply))).await
    }

    /// Has work done as [`write`](Self::write) does, after which what it deletes or replaces is in no file any more.
    pub(super) async fn delete<T: Send + 'static>(
        &self,
        player: Option<PlayerId>,
        work: impl AsyncFn(&mut Connection) -> sqlx::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.queue(|reply| Write::Job(Single::boxed(player, true, work, reply))).await
    }

    /// Stores a run.
    pub(super) async fn submit(&self, run: NewRun) -> Result<Submitted, StoreError> {
        self.queue(|reply| Write::Run(Box::new(run), reply)).await
    }

    /// Changes a table.
    pub(super) async fn change(&self, change: Change) -> Result<Changed, StoreError> {
        self.queue(|reply| Write::Change(Box::new(change), reply)).await
    }
}
