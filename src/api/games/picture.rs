//! `POST /v1/games/{game}/picture`: draws a state or a view.

use actix_web::{HttpRequest, Route, web};

use super::call::MAX_INLINE_BYTES;
#[cfg(feature = "schemas")]
use super::call::{describe, each};
use crate::api::http::body::Unparsed;
#[cfg(feature = "schemas")]
use crate::api::operation::DocumentedOperation;
use crate::api::problem::Problem;
use crate::api::response::picture;
use crate::api::shared::Shared;
use crate::engine::GameVersions;

#[cfg(feature = "schemas")]
pub(super) fn doc(game: &GameVersions) -> DocumentedOperation {
    let doc = describe(
        game,
        "draw_{game}",
        "draw a state or a view",
        "Returns a picture of the table as SVG, PNG or text. In the SVG, `data-place` and \
         `data-piece` have the names that moves use. To draw a view, send it with its `seat`; without a seat, it is \
         drawn for an onlooker.",
    );
    let examples = game.newest().examples();
    let doc =
        doc.request_body_one_of(&each(game, |schemas| schemas.picture).collect::<Vec<_>>(), examples.state_request);
    picture::responses(doc, examples.text_board).errors(&["503"]).build()
}

pub(super) fn route(game: &'static GameVersions) -> Route {
    web::to(move |request: HttpRequest, shared: web::Data<Shared>, body: Unparsed<()>| async move {
        let format = picture::PictureFormat::negotiate(&request)?;
        let is_long = format.is_long() || body.bytes.len() > MAX_INLINE_BYTES;
        let draw = move || {
            let scene = game.of_state(&body.bytes, |ruleset| ruleset.scene(&body.bytes)).map_err(Problem::from)?;
            format.render(&scene)
        };
        shared.work(&request, is_long, draw).await.map(|picture| format.respond(picture))
    })
}
