//! `POST /v1/games/{game}/view`: shows what a seat sees.

use actix_web::Route;

use super::call::{call, describe, doc_of_call};
use crate::api::operation::DocumentedOperation;
use crate::engine::GameVersions;

pub(super) fn doc(game: &GameVersions) -> DocumentedOperation {
    let doc = describe(
        game,
        "view_{game}",
        "show what a player sees",
        "What the player of a seat may see, or an onlooker where no seat is named: a state without its seed, of which what is hidden \
         from them is unknown. This is what may be sent to a player's screen. With `with_legal_moves` the moves of that seat are \
         listed, and no others. No call takes a view for a state.",
    );
    let examples = game.newest().examples();
    doc_of_call(game, doc, |schemas| schemas.view, (examples.view_request, examples.view))
}

pub(super) fn route(game: &'static GameVersions) -> Route {
    call(game, |game, body| game.of_state(body, |ruleset| ruleset.view(body)))
}
