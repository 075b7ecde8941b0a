//! The writes of the store, and their order in a group: all runs in one job, all changes of tables in another, then the rest.

use super::Connection;
use super::tables::Change;
use super::writer::{self, Group, Job, Many, Reply, Single};
use crate::{Changed, NewRun, PlayerId, StoreError, Submitted};

/// The queue of the writer.
pub(crate) type Writer = writer::Writer<Writes>;

/// A queued write.
pub(crate) enum Write {
    Run(Box<NewRun>, Reply<Submitted>),
    Change(Box<Change>, Reply<Changed>),
    Job(Box<dyn Job>),
}

/// The writes of a group.
#[derive(Default)]
pub(crate) struct Writes {
    runs: Many<NewRun>,
    changes: Many<Change>,
    jobs: Vec<Box<dyn Job>>,
}

impl Group for Writes {
    type Write = Write;

    fn add(&mut self, write: Write) {
        match write {
            Write::Run(run, reply) => self.runs.add(*run, reply),
            Write::Change(change, reply) => self.changes.add(*change, reply),
            Write::Job(job) => self.jobs.push(job),
        }
    }

    fn into_jobs(self) -> Vec<Box<dyn Job>> {
        self.runs.into_job().into_iter().chain(self.changes.into_job()).chain(self.jobs).collect()
    }
}

impl Writer {
    /// Does work in a transaction, and waits until it is on disk. Work that changes the state of a player depending on that state names the
    /// player, whose row is locked. Work may run again after a rollback.
    pub(crate) async fn write<T: Send + 'static>(
        &self,
        player: Option<PlayerId>,
        work: impl AsyncFn(&mut Connection) -> sqlx::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.write_of(player.into_iter().collect(), work).await
    }

    /// Does work as [`write`](Self::write) does, which changes the state of these players.
    pub(super) async fn write_of<T: Send + 'static>(
        &self,
        players: Vec<PlayerId>,
        work: impl AsyncFn(&mut Connection) -> sqlx::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.queue(|reply| Write::Job(Single::boxed(players, false, work, reply))).await
    }

    /// Does work as [`write`](Self::write) does, and then removes deleted and replaced data from all files.
    pub(super) async fn delete<T: Send + 'static>(
        &self,
        player: Option<PlayerId>,
        work: impl AsyncFn(&mut Connection) -> sqlx::Result<T> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.queue(|reply| Write::Job(Single::boxed(player.into_iter().collect(), true, work, reply))).await
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
