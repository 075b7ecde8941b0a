//! What the calls of a game share: where they run, and what the OpenAPI document says of them.

use actix_web::{HttpRequest, HttpResponse, Route, web};
use serde_json::Value as Json;

use crate::api::http::body::Unparsed;
use crate::api::operation::{DocumentedOperation, OperationDoc, OperationInfo, operation};
use crate::api::response::JSON;
use crate::api::shared::Shared;
use crate::engine::schema::{CallSchemas, RulesetSchemas};
use crate::engine::{GameVersions, Refusal};

/// A body of more bytes than this is read and answered in the pool, and not by the worker that serves cheap calls. It is a few
/// hundred moves of any game: reading and making them takes less than a millisecond, as the dearest picture and the dearest
/// list of legal moves do.
pub(in crate::api) const MAX_INLINE_BYTES: usize = 16 * 1024;

/// The route of a call that makes an answer of a body and of nothing else.
pub(super) fn call(
    game: &'static GameVersions,
    answer: fn(&'static GameVersions, &[u8]) -> Result<Vec<u8>, Refusal>,
) -> Route {
    web::to(move |request: HttpRequest, shared: web::Data<Shared>, body: Unparsed<()>| async move {
        let dear = body.bytes.len() > MAX_INLINE_BYTES;
        shared.work(&request, dear, move || answer(game, &body.bytes)).await.map(json_answer)
    })
}

/// An answer of JSON.
pub(super) fn json_answer(json: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok().content_type(JSON).body(json)
}

/// Begins what the document says of a call.
pub(super) fn describe(game: &GameVersions, call: &str, summary: &str, description: &'static str) -> OperationDoc {
    let facts = game.newest().facts();
    operation(OperationInfo {
        id: format!("{}_{call}", facts.id.replace('-', "_")),
        tag: facts.title,
        summary: format!("{}: {summary}", facts.title),
        description,
    })
}

/// Schemas of every rules version, the newest first.
pub(super) fn each<T>(game: &GameVersions, schemas: fn(RulesetSchemas) -> T) -> impl Iterator<Item = T> {
    game.versions().iter().rev().map(move |ruleset| schemas(ruleset.schemas()))
}

/// What the document says of a call from schemas of every version and examples of the newest.
pub(super) fn doc_of_call(
    game: &GameVersions,
    doc: OperationDoc,
    schemas: fn(RulesetSchemas) -> CallSchemas,
    (request_example, answer_example): (Json, Json),
) -> DocumentedOperation {
    let (requests, answers): (Vec<_>, Vec<_>) =
        each(game, schemas).map(|CallSchemas { request, answer }| (request, answer)).unzip();
    doc.request_body_one_of(&requests, request_example)
        .response_one_of("200", "Done.", &answers, answer_example)
        .errors(&["503"])
        .build()
}
