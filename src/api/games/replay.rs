//! `POST /v1/games/{game}/replay`: verifies a run.

use actix_web::{HttpRequest, Route, web};
use serde::Deserialize;

use super::call::{MAX_INLINE_BYTES, json_response};
#[cfg(feature = "schemas")]
use super::call::{describe, doc_of_call};
use crate::api::http::body::Unparsed;
#[cfg(feature = "schemas")]
use crate::api::operation::DocumentedOperation;
use crate::api::problem::Problem;
use crate::api::request::query::{self, Query};
use crate::api::shared::Shared;
use crate::engine::GameVersions;
use crate::rules::replay::MAX_MOVES;
use crate::rules::wire;

/// The query of `replay`.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct ReplayQuery {
    #[serde(default)]
    trace: bool,
    #[serde(default, deserialize_with = "query::up_to::<_, MAX_MOVES>")]
    trace_from: Option<usize>,
}

impl ReplayQuery {
    /// The first entry of the requested trace; none without a trace.
    fn trace_from(self) -> Result<Option<usize>, Problem> {
        match self.trace_from {
            Some(_) if !self.trace => Err(query::invalid("trace_from", "needs trace=true")),
            from => Ok(self.trace.then_some(from.unwrap_or(0))),
        }
    }
}

#[cfg(feature = "schemas")]
pub(super) fn doc(game: &GameVersions) -> DocumentedOperation {
    let doc = describe(
        game,
        "replay_{game}",
        "verify a run",
        "Plays a run from its deal. Returns whether it is legal, whether it is complete, and whether it scores what \
         it claims. The response is 200 for every run that matches the schema.",
    );
    let trace = "Whether to include score and digest after the deal and after each move. For the next page of a long \
                 trace, send `trace_next` as `trace_from`.";
    let from = "The first entry of the page of the trace. The default is 0, the deal.";
    let doc = doc.query_flag("trace", trace).query("trace_from", from, wire::integer_schema(from, 0, MAX_MOVES as u64));
    let examples = game.newest().examples();
    doc_of_call(game, doc, |schemas| schemas.replay, (examples.run, examples.verdict))
}

pub(super) fn route(game: &'static GameVersions) -> Route {
    web::to(
        move |request: HttpRequest, shared: web::Data<Shared>, Query(query): Query<ReplayQuery>, body: Unparsed<()>| async move {
            let trace_from = query.trace_from()?;
            let is_long = trace_from.is_some() || body.bytes.len() > MAX_INLINE_BYTES;
            let verdict = move || game.of_run(&body.bytes, |ruleset| ruleset.replay(&body.bytes, trace_from));
            shared.work(&request, is_long, verdict).await.map(json_response)
        },
    )
}
