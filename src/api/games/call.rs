//! What the calls of a game share: whether they run in the pool, and their operations in the OpenAPI document.

use actix_web::{HttpRequest, HttpResponse, Route, web};
use serde_json::Value as Json;

use crate::api::http::body::Unparsed;
#[cfg(feature = "schemas")]
use crate::api::operation::{DocumentedOperation, OperationDoc, OperationInfo, id_of_game, operation};
use crate::api::response::JSON;
use crate::api::shared::Shared;
#[cfg(feature = "schemas")]
use crate::engine::schema::{CallSchemas, RulesetSchemas};
use crate::engine::{GameVersions, Refusal};

/// Maximum size in bytes of a body that is processed immediately; larger ones are processed in the pool. This is a few hundred moves of any
/// game: they take less than a millisecond, and so do the most expensive picture and list of legal moves.
pub(in crate::api) const MAX_INLINE_BYTES: usize = 16 * 1024;

/// The route of a call whose response depends only on the body.
pub(super) fn call(
    game: &'static GameVersions,
    answer: fn(&'static GameVersions, &[u8]) -> Result<Vec<u8>, Refusal>,
) -> Route {
    web::to(move |request: HttpRequest, shared: web::Data<Shared>, body: Unparsed<()>| async move {
        let is_long = body.bytes.len() > MAX_INLINE_BYTES;
        shared.work(&request, is_long, move || answer(game, &body.bytes)).await.map(json_response)
    })
}

/// A response of JSON.
pub(super) fn json_response(json: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok().content_type(JSON).body(json)
}

/// Starts the operation of a call. `id` is its operation id with `{game}` in place of the game.
#[cfg(feature = "schemas")]
pub(super) fn describe(game: &GameVersions, id: &str, summary: &str, description: &'static str) -> OperationDoc {
    let facts = game.newest().facts();
    operation(OperationInfo {
        id: id_of_game(id, facts.id),
        tag: facts.title,
        summary: format!("{}: {summary}", facts.title),
        description,
    })
}

/// Schemas of every rules version, the newest first.
#[cfg(feature = "schemas")]
pub(super) fn each<T>(game: &GameVersions, schemas: fn(RulesetSchemas) -> T) -> impl Iterator<Item = T> {
    game.versions().iter().rev().map(move |ruleset| schemas(ruleset.schemas()))
}

/// The operation of a call, from the schemas of every version and examples of the newest.
#[cfg(feature = "schemas")]
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
