//! `POST /v1/games/{game}/moves`: lists the legal moves.

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
        "list_{game}_moves",
        "list the legal moves",
        "Returns every legal move, in a fixed order. Each is complete: send one of them to `play` as it is. Moves that \
         are too many to list, such as simulated flicks, are described by `bounds`, from which you can build them.",
    );
    let examples = game.newest().examples();
    doc_of_call(game, doc, |schemas| schemas.moves, (examples.moves_request, examples.legal_moves))
}

pub(super) fn route(game: &'static GameVersions) -> Route {
    call(game, |game, body| game.of_state(body, |ruleset| ruleset.moves(body)))
}
