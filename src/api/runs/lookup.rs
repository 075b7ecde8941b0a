//! The run that a path names, and whether its moves may be shown.

use actix_web::HttpRequest;

use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::shared::Shared;
use crate::store::calendar::{ClosedDays, Timestamp};
use crate::store::{RunId, SeedClass, StoredRun};

/// The problem of a run that does not exist.
pub(in crate::api) fn unknown(id: &str) -> Problem {
    Problem::new(Code::UnknownRun, format_args!("no run has the id {id:?}"))
}

/// The run that a path names, unless it is of a round of a contest that is not closed.
///
/// # Errors
/// 404 when there is no such run, 403 when it is of such a round.
pub(in crate::api) async fn named(shared: &Shared, id: &str) -> Result<StoredRun, Problem> {
    let run = stored(shared, id).await?;
    if run.summary.is_sealed() { Err(sealed(&run)) } else { Ok(run) }
}

/// The run that a path names, for a request. Of a round of a contest that is not closed, only its player gets it.
///
/// # Errors
/// As [`named`].
pub(super) async fn named_for(request: &HttpRequest, shared: &Shared, id: &str) -> Result<StoredRun, Problem> {
    let run = stored(shared, id).await?;
    if run.summary.is_sealed() && Client::of(request).known_player()?.is_none_or(|caller| caller.id != run.owner) {
        return Err(sealed(&run));
    }
    Ok(run)
}

async fn stored(shared: &Shared, id: &str) -> Result<StoredRun, Problem> {
    let id: RunId = id.parse().map_err(|()| unknown(id))?;
    shared.store.run(id).await?.ok_or_else(|| unknown(&id.to_string()))
}

fn sealed(run: &StoredRun) -> Problem {
    let until = run.summary.embargoed_until(ClosedDays::NONE).unwrap_or(Timestamp::LAST);
    Problem::new(
        Code::Embargoed,
        format_args!("the seed and the moves of a run of a contest are secret until its round is closed, at {until}"),
    )
}

/// The end of the embargo on the moves of a run; none once its day or round is closed, and for other runs.
pub(in crate::api) fn embargoed_until(run: &StoredRun, closed: ClosedDays) -> Option<Timestamp> {
    run.summary.embargoed_until(closed)
}

/// The embargo on a run's moves: they are shown to its player only.
pub(super) struct Embargo {
    /// The closed days, as far as they matter for the run.
    pub(super) closed: ClosedDays,
    pub(super) until: Option<Timestamp>,
    /// The same, but none for a request of its player.
    pub(super) for_this_request: Option<Timestamp>,
}

/// The embargo on a run's moves.
pub(super) async fn embargo(request: &HttpRequest, shared: &Shared, run: &StoredRun) -> Result<Embargo, Problem> {
    let client = Client::of(request);
    client.check_token()?;
    let closed = shared.closed_days(run.summary.category.class.is_daily()).await?;
    let until = embargoed_until(run, closed);
    // Without an embargo everyone sees the same, and it may be cached.
    let Some(_) = until else { return Ok(Embargo { closed, until, for_this_request: None }) };
    let owner = client.known_player()?.is_some_and(|caller| caller.id == run.owner);
    // The seed of a ranked daily game is not for its player either.
    let to_owner = run.summary.open_seed(closed).is_some();
    Ok(Embargo { closed, until, for_this_request: until.filter(|_| !(owner && to_owner)) })
}

/// The run and the number of moves that a path names; 403 while its moves are under an embargo for this request.
pub(super) async fn shown(
    request: &HttpRequest,
    shared: &Shared,
    (id, n): (String, String),
) -> Result<(StoredRun, usize), Problem> {
    let run = named(shared, &id).await?;
    let no_number = || Problem::new(Code::NotFound, format_args!("{n:?} is not a number of moves"));
    let moves = n.parse().ok().filter(|moves: &usize| moves.to_string() == n).ok_or_else(no_number)?;
    if let Some(until) = embargo(request, shared, &run).await?.for_this_request {
        let detail = if run.summary.category.class == SeedClass::Daily {
            format!("only its player can see the moves of this daily run until {until}")
        } else {
            format!("the moves of this ranked daily run are shown only at its table, to its player, until {until}")
        };
        return Err(Problem::new(Code::Embargoed, detail));
    }
    Ok((run, moves))
}
