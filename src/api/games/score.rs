//! `POST /v1/games/{game}/score`: scores a state.

use actix_web::Route;

use super::call::call;
#[cfg(feature = "schemas")]
use super::call::{describe, doc_of_call};
#[cfg(feature = "schemas")]
use crate::api::operation::DocumentedOperation;
use crate::engine::GameVersions;

#[cfg(feature = "schemas")]
pub(super) fn doc(game: &GameVersions) -> DocumentedOperation {
    let doc =
        describe(game, "score_{game}", "score a state", "Returns the score that the game would have if it ended now.");
    let examples = game.newest().examples();
    doc_of_call(game, doc, |schemas| schemas.score, (examples.state_request, examples.score))
}

pub(super) fn route(game: &'static GameVersions) -> Route {
    call(game, |game, body| game.of_state(body, |ruleset| ruleset.score(body)))
}
