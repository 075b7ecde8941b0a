//! Submissions: the runs of a group as one job of the writer.

mod claims;
mod equivalents;
mod insert;

pub(super) use self::insert::{OfBanned, insert};
use super::Connection;
use super::writer::{Job, Reply, Work, stopped};
use crate::{NewRun, PlayerId, StoreError, Submitted};

/// The runs of a group, with where the outcome of each is sent.
#[derive(Default)]
pub(crate) struct Submissions {
    runs: Vec<NewRun>,
    replies: Vec<Reply<Submitted>>,
    submitted: Vec<Submitted>,
}

impl Submissions {
    pub(crate) fn add(&mut self, run: NewRun, reply: Reply<Submitted>) {
        self.runs.push(run);
        self.replies.push(reply);
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }
}

impl Job for Submissions {
    fn work<'a>(&'a mut self, connection: &'a mut Connection) -> Work<'a> {
        Box::pin(async {
            self.submitted = insert(connection, &self.runs, OfBanned::Refused).await?;
            Ok(())
        })
    }

    fn players(&self) -> Vec<PlayerId> {
        self.runs.iter().map(|run| run.player).collect()
    }

    fn deletes(&self) -> bool {
        false
    }

    fn apart(self: Box<Self>) -> Vec<Box<dyn Job>> {
        let alone = |(run, reply)| -> Box<dyn Job> {
            Box::new(Self { runs: vec![run], replies: vec![reply], submitted: Vec::new() })
        };
        self.runs.into_iter().zip(self.replies).map(alone).collect()
    }

    fn finish(self: Box<Self>, committed: Result<(), StoreError>) {
        let mut submitted = self.submitted.into_iter();
        for reply in self.replies {
            let answer = committed.clone().and_then(|()| submitted.next().ok_or_else(stopped));
            let _ = reply.send(answer);
        }
    }
}
