//! `POST /v1/games/{game}/play`: plays moves.

use actix_web::Route;

use super::call::{call, describe, doc_of_call};
use crate::api::operation::DocumentedOperation;
use crate::engine::GameVersions;
use crate::picture as drawn;

pub(super) fn doc(game: &GameVersions) -> DocumentedOperation {
    let doc = describe(
        game,
        "play_{game}",
        "make moves",
        "Makes a move, or several in order, and gives the next position with the events of each move. The \
         first illegal move refuses the whole call; with `until_illegal` the moves before it are made, and the answer tells it \
         as `bad_move`: so a player's attempt that may be illegal is no error.",
    );
    let examples = game.newest().examples();
    doc_of_call(game, doc, |schemas| schemas.play, (examples.play_request, examples.played))
}

pub(super) fn route(game: &'static GameVersions) -> Route {
    call(game, |game, body| game.of_state(body, |ruleset| ruleset.play(body, drawn::draw)))
}
