//! Runs: submitted, replayed, stored, shown, and verified again.

mod document;
mod ranks;
mod shape;
mod submit;

use actix_web::http::{Method, header};
use actix_web::{HttpRequest, HttpResponse, web};

use super::endpoint::Endpoint;
use super::http::body::MAX_BYTES_OF_RUN;
use super::problem::{Code, Problem};
use super::request::client::Client;
use super::response::picture::PictureFormat;
use super::response::{JSON, JsonRepresentation, JsonResponse, Representation, add_vary};
use super::runs::document::{doc_of_picture, doc_of_position, doc_of_show, doc_of_submit, doc_of_verify};
pub(super) use super::runs::shape::{AnyStoredRun, Receipt, RunInfo};
pub(super) use super::runs::submit::{no_game, receipt};
use super::shared::{MAX_CHEAP_MOVES, Shared};
use crate::engine::verification::Verification;
use crate::store::calendar::{ClosedDays, Day, Timestamp};
use crate::store::{RunId, StoredRun};
use crate::verification::{self, ruleset};

/// The endpoints of runs.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new(Method::POST, "/v1/runs", submit::submit, doc_of_submit)
            .needs_token()
            .max_bytes(MAX_BYTES_OF_RUN),
        Endpoint::new(Method::GET, "/v1/runs/{id}", show, doc_of_show),
        Endpoint::new(Method::POST, "/v1/runs/{id}/verification", verify, doc_of_verify),
        Endpoint::untyped(
            Method::GET,
            "/v1/runs/{id}/positions/{n}",
            || web::to(position),
            || doc_of_position().build(),
        ),
        Endpoint::new(Method::GET, "/v1/runs/{id}/positions/{n}/picture", position_picture, doc_of_picture),
    ]
}

pub(super) fn unknown(id: &str) -> Problem {
    Problem::new(Code::UnknownRun, format_args!("there is no run {id:?}"))
}

/// The run that a path names.
async fn named(shared: &Shared, id: &str) -> Result<StoredRun, Problem> {
    let id: RunId = id.parse().map_err(|()| unknown(id))?;
    shared.store.run(id).await?.ok_or_else(|| unknown(&id.to_string()))
}

/// The end of the day of a daily run, whose moves are shown to its player only; none once that day is closed.
pub(super) fn embargoed_until(run: &StoredRun, closed: ClosedDays) -> Option<Timestamp> {
    run.summary.day().filter(|day| !closed.contains(*day)).map(Day::end)
}

/// Until when a run's moves are shown to its player only; none once that is over.
struct Embargo {
    /// The closed days, as far as they matter for the run.
    closed: ClosedDays,
    until: Option<Timestamp>,
    /// The same, but none if its player asks.
    for_this_request: Option<Timestamp>,
}

/// The embargo on a run's moves.
async fn embargo(request: &HttpRequest, shared: &Shared, run: &StoredRun) -> Result<Embargo, Problem> {
    let client = Client::of(request);
    client.check_token()?;
    let closed = shared.closed_days(run.summary.category.class.is_daily()).await?;
    let until = embargoed_until(run, closed);
    // Without an embargo everyone sees the same, and it may be cached.
    let Some(_) = until else { return Ok(Embargo { closed, until, for_this_request: None }) };
    let owner = client.known_player()?.is_some_and(|caller| caller.id == run.owner);
    // The seed of a sealed daily game is not for its player either.
    let to_owner = run.summary.open_seed(closed).is_some();
    Ok(Embargo { closed, until, for_this_request: until.filter(|_| !(owner && to_owner)) })
}

async fn show(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<AnyStoredRun>, Problem> {
    let run = named(&shared, &id).await?;
    let Embargo { closed, until, for_this_request } = embargo(&request, &shared, &run).await?;
    // The moves are left out while they are under an embargo for this client.
    let show_moves = for_this_request.is_none();
    let is_long = run.summary.scores.whole.moves > MAX_CHEAP_MOVES;
    let write =
        move || RunInfo::of(run, until, show_moves, closed).map(|run| JsonRepresentation::new(&AnyStoredRun(run)));
    Ok(shared.work(&request, show_moves && is_long, write).await?.respond(&request))
}

async fn verify(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<Verification>, Problem> {
    let run = named(&shared, &id).await?;
    Ok(JsonResponse::no_store(&shared.work(&request, true, move || verification::verify(&run)).await?))
}

/// The run and the number of moves that a path names; 403 while its moves are under an embargo for this request.
async fn shown(
    request: &HttpRequest,
    shared: &Shared,
    (id, n): (String, String),
) -> Result<(StoredRun, usize), Problem> {
    let run = named(shared, &id).await?;
    let no_number = || Problem::new(Code::NotFound, format_args!("{n:?} is no number of moves"));
    let moves = n.parse().ok().filter(|moves: &usize| moves.to_string() == n).ok_or_else(no_number)?;
    if let Some(until) = embargo(request, shared, &run).await?.for_this_request {
        let detail = format!("what this daily run shows is not everybody's to know until {until}");
        return Err(Problem::new(Code::Embargoed, detail));
    }
    Ok((run, moves))
}

async fn position(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (run, moves) = shown(&request, &shared, path.into_inner()).await?;
    let positions = shared.positions.clone();
    let position = move || Ok(ruleset(&run)?.position(&*positions.checkpoints(&run)?, moves)?);
    let body = shared.dear(&request, position).await?;
    Ok(Representation::new(body.into()).respond(&request, JSON))
}

async fn position_picture(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let format = PictureFormat::negotiate(&request)?;
    let (run, moves) = shown(&request, &shared, path.into_inner()).await?;
    let positions = shared.positions.clone();
    let draw = move || Ok(format.render(&ruleset(&run)?.scene_after(&*positions.checkpoints(&run)?, moves)?));
    let picture = shared.dear(&request, draw).await?;
    let mut response = Representation::new(picture.into()).respond(&request, format.media_type());
    add_vary(response.headers_mut(), &header::ACCEPT);
    Ok(response)
}
