//! Jobs: the work of a transaction, and the callers that wait for it.

use std::pin::Pin;

use super::super::Connection;
use super::reply::Reply;
use crate::{PlayerId, StoreError};

/// Work in a transaction. Its callers get their answers after the commit.
pub(crate) trait Job: Send {
    /// Begins the writes whose callers still wait, and drops the others. Returns whether any are left.
    fn begin(&mut self) -> bool;

    /// Does the work and stores the answer. Runs again if the transaction is retried after a rollback.
    fn work<'a>(&'a mut self, connection: &'a mut Connection) -> Work<'a, ()>;

    /// Returns the players whose state it changes depending on that state. Their rows are locked first.
    fn players(&self) -> Vec<PlayerId>;

    /// Whether it deletes or replaces data that must disappear from all files.
    fn deletes(&self) -> bool;

    /// Splits it into jobs that can fail independently.
    fn split(self: Box<Self>) -> Vec<Box<dyn Job>>;

    /// Sends the answer, or the reason why the transaction was not committed, to callers that still wait.
    fn finish(self: Box<Self>, committed: Result<(), StoreError>);
}

/// The work of a job.
pub(crate) type Work<'a, T> = Pin<Box<dyn Future<Output = sqlx::Result<T>> + 'a>>;

/// A job for one caller.
pub(crate) struct Single<F, T> {
    work: F,
    players: Vec<PlayerId>,
    deletes: bool,
    answer: Option<T>,
    reply: Reply<T>,
}

impl<F, T> Single<F, T>
where
    F: AsyncFn(&mut Connection) -> sqlx::Result<T> + Send + 'static,
    T: Send + 'static,
{
    pub(crate) fn boxed(players: Vec<PlayerId>, deletes: bool, work: F, reply: Reply<T>) -> Box<dyn Job> {
        Box::new(Self { work, players, deletes, answer: None, reply })
    }
}

impl<F, T> Job for Single<F, T>
where
    F: AsyncFn(&mut Connection) -> sqlx::Result<T> + Send + 'static,
    T: Send + 'static,
{
    fn begin(&mut self) -> bool {
        self.reply.begin()
    }

    fn work<'a>(&'a mut self, connection: &'a mut Connection) -> Work<'a, ()> {
        Box::pin(async {
            self.answer = Some((self.work)(connection).await?);
            Ok(())
        })
    }

    fn players(&self) -> Vec<PlayerId> {
        self.players.clone()
    }

    fn deletes(&self) -> bool {
        self.deletes
    }

    fn split(self: Box<Self>) -> Vec<Box<dyn Job>> {
        vec![self]
    }

    fn finish(self: Box<Self>, committed: Result<(), StoreError>) {
        let Self { answer, reply, .. } = *self;
        reply.send(committed.and_then(|()| answer.ok_or_else(stopped)));
    }
}

/// A write of a kind that a group writes together.
pub(crate) trait Grouped: Sized + Send {
    type Outcome: Send;

    /// Writes all, and returns the outcome of each.
    fn write_all<'a>(connection: &'a mut Connection, writes: &'a [Self]) -> Work<'a, Vec<Self::Outcome>>;

    /// Returns the players whose state the write changes depending on that state.
    fn players(&self) -> Vec<PlayerId>;
}

/// A job for many callers with writes of one kind.
pub(crate) struct Many<W: Grouped> {
    writes: Vec<W>,
    replies: Vec<Reply<W::Outcome>>,
    outcomes: Vec<W::Outcome>,
}

impl<W: Grouped> Default for Many<W> {
    fn default() -> Self {
        Self { writes: Vec::new(), replies: Vec::new(), outcomes: Vec::new() }
    }
}

impl<W: Grouped + 'static> Many<W> {
    pub(crate) fn add(&mut self, write: W, reply: Reply<W::Outcome>) {
        self.writes.push(write);
        self.replies.push(reply);
    }

    /// Returns the job; none without writes.
    pub(crate) fn into_job(self) -> Option<Box<dyn Job>> {
        (!self.writes.is_empty()).then(|| -> Box<dyn Job> { Box::new(self) })
    }
}

impl<W: Grouped + 'static> Job for Many<W> {
    fn begin(&mut self) -> bool {
        let writes = std::mem::take(&mut self.writes).into_iter();
        let begun = writes.zip(std::mem::take(&mut self.replies)).filter_map(|(write, mut reply)| {
            let is_begun = reply.begin();
            is_begun.then_some((write, reply))
        });
        (self.writes, self.replies) = begun.unzip();
        !self.writes.is_empty()
    }

    fn work<'a>(&'a mut self, connection: &'a mut Connection) -> Work<'a, ()> {
        Box::pin(async {
            self.outcomes = W::write_all(connection, &self.writes).await?;
            Ok(())
        })
    }

    fn players(&self) -> Vec<PlayerId> {
        self.writes.iter().flat_map(W::players).collect()
    }

    fn deletes(&self) -> bool {
        false
    }

    fn split(self: Box<Self>) -> Vec<Box<dyn Job>> {
        let single = |(write, reply)| -> Box<dyn Job> {
            Box::new(Self { writes: vec![write], replies: vec![reply], outcomes: Vec::new() })
        };
        self.writes.into_iter().zip(self.replies).map(single).collect()
    }

    fn finish(self: Box<Self>, committed: Result<(), StoreError>) {
        let mut outcomes = self.outcomes.into_iter();
        for reply in self.replies {
            reply.send(committed.clone().and_then(|()| outcomes.next().ok_or_else(stopped)));
        }
    }
}

/// The error of a writer that has stopped.
pub(crate) fn stopped() -> StoreError {
    StoreError::Unavailable("the writer has stopped".to_owned())
}
