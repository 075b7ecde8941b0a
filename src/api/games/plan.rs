//! `POST /v1/games/{game}/plan`: asks the built-in player.

use actix_web::{HttpRequest, Route, web};

use super::call::{describe, doc_of_call, json_response};
use crate::api::http::body::Unparsed;
use crate::api::operation::DocumentedOperation;
use crate::api::shared::Shared;
use crate::engine::GameVersions;

pub(super) fn doc(game: &GameVersions) -> DocumentedOperation {
    let doc = describe(
        game,
        "plan_{game}",
        "ask the built-in player",
        "Returns the next moves of the built-in player in a seat: one or more, legal in this order. It uses only what \
         that seat sees. Without `seat`, it plays the first seat that can act. If the seat cannot act, the list is \
         empty. Random choices come from `seed`, or else from the seed of the state, so the same request always gets \
         the same response.",
    );
    let examples = game.newest().examples();
    doc_of_call(game, doc, |schemas| schemas.plan, (examples.plan_request, examples.plan))
}

/// Always runs in the pool: the built-in player may search many moves ahead, however short the body is.
pub(super) fn route(game: &'static GameVersions) -> Route {
    web::to(move |request: HttpRequest, shared: web::Data<Shared>, body: Unparsed<()>| async move {
        let planned = move || game.of_state(&body.bytes, |ruleset| ruleset.plan(&body.bytes));
        shared.work(&request, true, planned).await.map(json_response)
    })
}
