//! `POST /v1/games/{game}/play`: plays moves.

use actix_web::Route;

use super::call::call;
#[cfg(feature = "schemas")]
use super::call::{describe, doc_of_call};
#[cfg(feature = "schemas")]
use crate::api::operation::DocumentedOperation;
use crate::engine::GameVersions;
use crate::picture as drawn;

#[cfg(feature = "schemas")]
pub(super) fn doc(game: &GameVersions) -> DocumentedOperation {
    let doc = describe(
        game,
        "play_{game}",
        "play moves",
        "Plays a move or a list of moves. Returns the next position, with the events of each move. If a move is \
         illegal, the response is an error and nothing is played, unless `until_illegal` is set.",
    );
    let examples = game.newest().examples();
    doc_of_call(game, doc, |schemas| schemas.play, (examples.play_request, examples.played))
}

pub(super) fn route(game: &'static GameVersions) -> Route {
    call(game, |game, body| game.of_state(body, |ruleset| ruleset.play(body, drawn::draw)))
}
