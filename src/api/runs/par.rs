//! `GET /v1/runs/{id}/par`: shows the par of a run's deal, with the line that reaches it.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, web};
use serde::Serialize;

#[cfg(feature = "schemas")]
use super::document::{describe, example_run, id_in_path};
use super::info::{StoredMoves, unpacked};
use super::lookup::{embargoed_until, named};
use super::submit::AnyRun;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::pars::ParInfo;
use crate::api::problem::{Code, Problem};
use crate::api::response::{JsonResponse, raw};
use crate::api::shared::Shared;
use crate::engine::analysis::{VERSION, is_analyzed};
use crate::rules::wire::ToSchema;
use crate::store::{Deal, ParLine};

/// The par of a deal, and a run that reaches it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ParLine)]
pub(super) struct ParLineInfo {
    par: ParInfo,
    /// The number of positions that were visited.
    nodes: u64,
    /// A run that reaches it. Send it to `replay` to verify it.
    #[schema(value_type = AnyRun)]
    run: StoredMoves,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), ParLineInfo> {
    let run = example_run().run;
    let total = run["score"].as_u64().unwrap_or_default();
    let par = ParInfo { total, at_least: 0, at_most: total };
    let example = serde_json::json!({ "par": par, "nodes": 1000, "run": run });
    let doc = describe(
        "get_par_of_run",
        "Get the par of a run's deal",
        "Returns the best total of the deal that was found, and a run that reaches it. Pars are computed in the background: \
         until then, the response is 404 `par_pending`. That of a daily game is shown once its day is closed.",
    );
    id_in_path(doc).ok::<ParLineInfo>(&example).errors(&["403", "404", "503"])
}

/// The problem of a par that is not computed yet.
fn pending() -> Problem {
    Problem::of(Code::ParPending).with_header(header::RETRY_AFTER, HeaderValue::from_static("10"))
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<ParLineInfo>, Problem> {
    let run = named(&shared, &id).await?;
    let closed = shared.closed_days(run.summary.category.class.is_daily()).await?;
    if let Some(until) = embargoed_until(&run, closed) {
        return Err(Problem::new(Code::Embargoed, format_args!("the line is not shown until {until}")));
    }
    let deal = Deal::of(&run.summary);
    if !is_analyzed(&deal.game, deal.rules) {
        return Err(Problem::new(Code::NotFound, format_args!("{} has no pars", deal.game)));
    }
    let found = shared.store.par_line(deal.clone(), VERSION).await?;
    let found = found.and_then(|found| Some((ParInfo::of(found.par, &deal)?, found)));
    let (par, ParLine { nodes, line, .. }) = found.ok_or_else(pending)?;
    let Deal { game, rules, options, seed } = deal;
    let run = StoredMoves { game, rules, seed, options: raw(&options), moves: unpacked(&line)?, score: par.total };
    Ok(JsonResponse::with_entity_tag(&ParLineInfo { par, nodes, run }, &request))
}
