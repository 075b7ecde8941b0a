//! `POST /v1/games/{game}/analysis`: searches for the best total that a solitaire can still reach, or estimates the mean one.

use actix_web::{HttpRequest, HttpResponse, Route, web};

#[cfg(feature = "schemas")]
use super::call::describe;
use super::call::{MAX_INLINE_BYTES, json_response};
use crate::api::http::body::Unparsed;
#[cfg(feature = "schemas")]
use crate::api::operation::DocumentedOperation;
use crate::api::problem::{Code, Problem};
use crate::api::shared::Shared;
use crate::engine::analysis::{Effort, PendingAnalysis};
use crate::engine::{GameVersions, Refusal, Ruleset};

/// Returns the rules versions of a game whose states can be analyzed, the newest first.
pub(super) fn analyzed(game: &GameVersions) -> impl Iterator<Item = Ruleset> {
    game.versions().iter().rev().copied().filter(|ruleset| ruleset.analysis().is_some())
}

#[cfg(feature = "schemas")]
pub(super) fn doc(game: &GameVersions) -> DocumentedOperation {
    let doc = describe(
        game,
        "analyze_{game}",
        "find the best total",
        "Returns bounds of the best total that the game can still reach, a line of moves with the total `at_most`, and a hint. The \
         bounds are proven: if they are equal, no play is better. Where chance is to come or pieces are hidden, `expected` is the mean \
         total of a strong player over futures that do not depend on the seed, and there is no line. `effort` is counted in \
         positions, not in time, so the same request always gets the same response.",
    );
    let (requests, answers): (Vec<_>, Vec<_>) =
        analyzed(game).filter_map(Ruleset::analysis_schemas).map(|schemas| (schemas.request, schemas.answer)).unzip();
    let example = analyzed(game).next().and_then(Ruleset::analysis).map(|analysis| analysis.examples());
    let (request, answer) = example.unwrap_or_default();
    doc.request_body_one_of(&requests, request)
        .response_one_of("200", "The analysis.", &answers, answer)
        .errors(&["503"])
        .build()
}

/// Quick analyses run like any other work; others take so long that they have a lane of their own.
pub(super) fn route(game: &'static GameVersions) -> Route {
    web::to(move |request: HttpRequest, shared: web::Data<Shared>, body: Unparsed<()>| async move {
        let is_long = body.bytes.len() > MAX_INLINE_BYTES;
        let pending = shared.work(&request, is_long, move || read(game, &body.bytes)).await?;
        let answer = match pending.effort {
            Effort::Quick => shared.run_in_pool(&request, move || Ok(pending.run(&|_| true))).await?,
            Effort::Normal | Effort::Deep => shared.analysis(&request, move |go_on| pending.run(go_on)).await?,
        };
        answered(answer)
    })
}

fn read(game: &GameVersions, body: &[u8]) -> Result<PendingAnalysis, Refusal> {
    game.of_state(body, |ruleset| match ruleset.analysis() {
        Some(analysis) => analysis.read(body),
        None => Err(Refusal::UnknownRules { pointer: "/state/rules", rules: ruleset.facts().rules }),
    })
}

/// An analysis without an answer was canceled, so its caller is gone.
fn answered(answer: Option<Vec<u8>>) -> Result<HttpResponse, Problem> {
    answer.map(json_response).ok_or_else(|| Problem::new(Code::Busy, "the analysis was canceled"))
}
