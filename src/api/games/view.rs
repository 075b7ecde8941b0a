//! `POST /v1/games/{game}/view`: shows what a seat sees.

use actix_web::Route;

use super::call::call;
#[cfg(feature = "schemas")]
use super::call::{describe, doc_of_call};
#[cfg(feature = "schemas")]
use crate::api::operation::DocumentedOperation;
use crate::engine::GameVersions;

#[cfg(feature = "schemas")]
pub(super) fn doc(game: &GameVersions) -> DocumentedOperation {
    let doc = describe(
        game,
        "view_{game}",
        "show what a seat sees",
        "Returns what the player of a seat can see, or an onlooker if there is no `seat`: the state without its seed \
         and without hidden information. It is safe to show to that player. With `with_legal_moves`, it lists the \
         moves of that seat only. Views cannot be played.",
    );
    let examples = game.newest().examples();
    doc_of_call(game, doc, |schemas| schemas.view, (examples.view_request, examples.view))
}

pub(super) fn route(game: &'static GameVersions) -> Route {
    call(game, |game, body| game.of_state(body, |ruleset| ruleset.view(body)))
}
