//! `GET /v1/runs/{id}`: shows a run.

use actix_web::{HttpRequest, web};

#[cfg(feature = "schemas")]
use super::document::{describe, example_stored, id_in_path};
use super::info::{AnyStoredRun, RunInfo};
use super::lookup::{Embargo, embargo, named_for};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::pars;
use crate::api::problem::Problem;
use crate::api::response::{JsonRepresentation, JsonResponse};
use crate::api::shared::{MAX_CHEAP_MOVES, Shared};

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), AnyStoredRun> {
    let doc = describe(
        "get_run",
        "Get a run",
        "Returns the run with its moves, so anyone can verify it: send `run` to `replay`. Until the day ends, only \
         its player can see the moves of a daily run. Only its player can see a run of a contest until its round is closed.",
    );
    id_in_path(doc).may_use_token().ok::<AnyStoredRun>(&example_stored()).errors(&["403", "404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<AnyStoredRun>, Problem> {
    let run = named_for(&request, &shared, &id).await?;
    let Embargo { closed, until, for_this_request } = embargo(&request, &shared, &run).await?;
    // The moves are left out while they are under an embargo for this client.
    let show_moves = for_this_request.is_none();
    let is_long = run.summary.scores.whole.moves > MAX_CHEAP_MOVES;
    let par = pars::of_runs(&shared, std::iter::once(&run.summary), closed).await?.pop().flatten();
    let write = move || {
        let run = RunInfo::of(run, until, show_moves, closed)?.with_par(par);
        Ok::<_, Problem>(JsonRepresentation::new(&AnyStoredRun(run)))
    };
    Ok(shared.work(&request, show_moves && is_long, write).await?.respond(&request))
}
