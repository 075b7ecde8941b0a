//! Submissions of runs.

mod claims;
mod equivalents;
mod insert;

pub(super) use self::insert::{OfBanned, insert};
use super::Connection;
use super::writer::{Grouped, Work};
use crate::{NewRun, PlayerId, Submitted};

impl Grouped for NewRun {
    type Outcome = Submitted;

    fn write_all<'a>(connection: &'a mut Connection, runs: &'a [Self]) -> Work<'a, Vec<Submitted>> {
        Box::pin(insert(connection, runs, OfBanned::Rejected, None))
    }

    fn players(&self) -> Vec<PlayerId> {
        vec![self.player]
    }
}
