//! Jobs: what the writer does in a transaction, and whom it answers then.

use std::pin::Pin;

use tokio::sync::oneshot;

use super::super::Connection;
use crate::{PlayerId, StoreError};

/// Where the outcome of a write is sent.
pub(crate) type Reply<T> = oneshot::Sender<Result<T, StoreError>>;

/// What is done on the connection of a transaction, and answered once that is committed.
pub(crate) trait Job: Send {
    /// Does the work and keeps the answer. It is done again if the transaction is rolled back and tried again.
    fn work<'a>(&'a mut self, connection: &'a mut Connection) -> Work<'a>;

    /// The players whose state it reads in order to change it: their rows are locked first.
    fn players(&self) -> Vec<PlayerId>;

    /// Whether it deletes or replaces what must be found in no file any more.
    fn deletes(&self) -> bool;

    /// The same as jobs each of which can fail alone.
    fn apart(self: Box<Self>) -> Vec<Box<dyn Job>>;

    /// Sends the answer, or why the transaction was not committed. A caller that is gone misses it.
    fn finish(self: Box<Self>, committed: Result<(), StoreError>);
}

/// The work of a job.
pub(crate) type Work<'a> = Pin<Box<dyn Future<Output = sqlx::Result<()>> + 'a>>;

/// A job for one caller.
pub(crate) struct Single<F, T> {
    work: F,
    player: Option<PlayerId>,
    deletes: bool,
    answer: Option<T>,
    reply: Reply<T>,
}

impl<F, T> Single<F, T>
where
    F: AsyncFn(&mut Connection) -> sqlx::Result<T> + Send + 'static,
    T: Send + 'static,
{
    pub(crate) fn boxed(player: Option<PlayerId>, deletes: bool, work: F, reply: Reply<T>) -> Box<dyn Job> {
        Box::new(Self { work, player, deletes, answer: None, reply })
    }
}

impl<F, T> Job for Single<F, T>
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

    fn players(&self) -> Vec<PlayerId> {
        self.player.into_iter().collect()
    }

    fn deletes(&self) -> bool {
        self.deletes
    }

    fn apart(self: Box<Self>) -> Vec<Box<dyn Job>> {
        vec![self]
    }

    fn finish(self: Box<Self>, committed: Result<(), StoreError>) {
        let Self { answer, reply, .. } = *self;
        let _ = reply.send(committed.and_then(|()| answer.ok_or_else(stopped)));
    }
}

/// The error of a writer that has stopped.
pub(crate) fn stopped() -> StoreError {
    StoreError::Unavailable("the writer has stopped".to_owned())
}
