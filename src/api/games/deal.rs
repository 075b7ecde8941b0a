//! `POST /v1/games/{game}/deal`: deals a game.

use actix_web::{HttpRequest, Route, web};

use super::call::{MAX_INLINE_BYTES, json_response};
#[cfg(feature = "schemas")]
use super::call::{describe, each};
use crate::api::http::body::Unparsed;
#[cfg(feature = "schemas")]
use crate::api::operation::DocumentedOperation;
use crate::api::request::client::Client;
use crate::api::shared::Shared;
use crate::engine::GameVersions;
#[cfg(feature = "schemas")]
use crate::engine::schema::CallSchemas;
use crate::picture as drawn;

#[cfg(feature = "schemas")]
pub(super) fn doc(game: &GameVersions) -> DocumentedOperation {
    let doc = describe(
        game,
        "deal_{game}",
        "deal a game",
        "Returns the first position. Without `seed`, the service draws one and recognizes it as drawn for this game \
         when a run of it is submitted. With a player's token, the seed belongs to that player; without a token, to \
         the first player who submits a run of it. A run of the seed by any other player has the class `chosen`. \
         There is no limit on the number of seeds that a player draws.",
    );
    let examples = game.newest().examples();
    let (requests, answers): (Vec<_>, Vec<_>) =
        each(game, |schemas| schemas.deal).map(|CallSchemas { request, answer }| (request, answer)).unzip();
    // A request that names no rules version fits those of several versions.
    doc.request_body_any_of(&requests, examples.deal_request)
        .response_one_of("200", "Done.", &answers, examples.dealt)
        .no_store()
        .may_use_token()
        .errors(&["503"])
        .build()
}

pub(super) fn route(game: &'static GameVersions) -> Route {
    web::to(move |request: HttpRequest, shared: web::Data<Shared>, body: Unparsed<()>| async move {
        let player = Client::of(&request).known_player()?.map(|player| player.id);
        let (is_long, seeds) = (body.bytes.len() > MAX_INLINE_BYTES, shared.seeds);
        let draw = move || seeds.draw(game.id(), player).ok();
        let dealt = move || game.of_run(&body.bytes, |ruleset| ruleset.deal(&body.bytes, &draw, drawn::draw));
        shared.work(&request, is_long, dealt).await.map(json_response)
    })
}
