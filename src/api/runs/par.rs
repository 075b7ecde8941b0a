//! `GET /v1/runs/{id}/par`: shows the par of a run's deal, with the line that reaches it.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::document::{describe, example_run, id_in_path};
use super::info::{StoredMoves, unpacked};
use super::lookup::{embargoed_until, named};
use super::submit::AnyRun;
use crate::api::operation::OperationDoc;
use crate::api::pars::ParInfo;
use crate::api::problem::{Code, Problem};
use crate::api::response::{JsonResponse, raw};
use crate::api::shared::Shared;
use crate::engine::analysis::VERSION;
use crate::pars::has_pars;
use crate::store::{Deal, Par, ParLine};

/// The par of a deal, and a run that reaches it.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = ParLine)]
pub(super) struct ParLineInfo {
    #[schema(inline = false)]
    par: ParInfo,
    /// The number of positions that were visited.
    nodes: u64,
    /// A run whose score is `at_most`. Send it to `replay` to verify it.
    #[schema(value_type = AnyRun)]
    run: StoredMoves,
}

pub(super) fn doc() -> OperationDoc<(), ParLineInfo> {
    let run = example_run().run;
    let par = ParInfo::from(Par { at_least: 0, at_most: run["score"].as_u64().unwrap_or_default() });
    let example = serde_json::json!({ "par": par, "nodes": 1000, "run": run });
    let doc = describe(
        "get_par_of_run",
        "Get the par of a run's deal",
        "Returns bounds of the best total of the deal, and a line that reaches `at_most`. Pars are computed in the background: \
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
    let Deal { game, rules, options, seed } = Deal::of(&run.summary);
    let deal = Deal::of(&run.summary);
    let Some(ParLine { par, nodes, line, .. }) = shared.store.par_line(deal, VERSION).await? else {
        let none = || Problem::new(Code::NotFound, format_args!("{game} has no pars"));
        return Err(if has_pars(&game, rules) { pending() } else { none() });
    };
    let run = StoredMoves { game, rules, seed, options: raw(&options), moves: unpacked(&line)?, score: par.at_most };
    Ok(JsonResponse::with_entity_tag(&ParLineInfo { par: par.into(), nodes, run }, &request))
}
