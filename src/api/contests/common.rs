//! What the calls about contests share: the contest that a path names, and problems.

use crate::api::problem::{Code, Problem};
use crate::api::shared::Shared;
use crate::contests::Failure;
use crate::pool::PoolError;
use crate::store::{ContestId, EntrantChanged, StoreError, StoredContest, StoredRound};

/// The problem of a contest that does not exist.
pub(in crate::api) fn unknown(id: &str) -> Problem {
    Problem::new(Code::UnknownContest, format_args!("no contest has the id {id:?}"))
}

/// Parses the id of a contest in a path.
pub(super) fn id_of(text: &str) -> Result<ContestId, Problem> {
    text.parse().map_err(|()| unknown(text))
}

/// The contest that a path names.
pub(super) async fn named(shared: &Shared, text: &str) -> Result<StoredContest, Problem> {
    shared.store.contest(id_of(text)?).await?.ok_or_else(|| unknown(text))
}

/// The round that a path names.
pub(super) fn round_of<'a>(contest: &'a StoredContest, text: &str) -> Result<&'a StoredRound, Problem> {
    let named = |round: &&StoredRound| round.number.to_string() == text;
    let missing = || Problem::new(Code::NotFound, format_args!("the contest has no round {text:?}"));
    contest.rounds.iter().find(named).ok_or_else(missing)
}

/// The problem of standings that cannot be shown.
pub(super) fn problem(why: Failure) -> Problem {
    match why {
        Failure::Store(error) => error.into(),
        Failure::Pool(PoolError::Full | PoolError::ShareFull) => StoreError::Busy.into(),
        Failure::Pool(PoolError::Panicked(why)) => {
            tracing::error!(target: "funhouse::contests", why, "the standings of a contest panicked");
            Problem::of(Code::InternalError)
        }
    }
}

/// Fails if the change of a player's relation to a contest was refused.
pub(super) fn changed(outcome: EntrantChanged, id: &str) -> Result<(), Problem> {
    match outcome {
        EntrantChanged::Now(_) | EntrantChanged::Gone => Ok(()),
        EntrantChanged::HasEntered => Err(Problem::of(Code::AlreadyEntered)),
        EntrantChanged::HasBegun => Err(Problem::new(Code::ContestBegun, "you have begun a round of the contest")),
        EntrantChanged::Unknown => Err(unknown(id)),
        EntrantChanged::NoRequest => {
            Err(Problem::new(Code::UnknownPlayer, "the player did not ask to enter this contest"))
        }
        EntrantChanged::Closed => Err(Problem::of(Code::ContestClosed)),
        EntrantChanged::Full => Err(Problem::of(Code::ContestFull)),
        EntrantChanged::Banned => Err(Problem::banned()),
        EntrantChanged::OtherApp => {
            Err(Problem::new(Code::Forbidden, "only players who act through the app of the contest can enter it"))
        }
    }
}
