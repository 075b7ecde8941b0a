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
        "What the built-in player does next in a seat: one move or more, all legal in turn. It is given what that seat sees, \
         and nothing else. Without a seat it plays the first that may act; for a seat that is not to act it has no moves. Where \
         opponents could gain by predicting it, it chooses at random: its choices come from `seed`, or from the seed of the state. The same \
         request always gets the same response.",
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
