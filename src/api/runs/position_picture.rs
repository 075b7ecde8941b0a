//! `GET /v1/runs/{id}/positions/{n}/picture`: draws a position of a run.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};

#[cfg(feature = "schemas")]
use super::document::{describe, doc_of_a_position, example_game};
use super::lookup::shown;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::response::picture::PictureFormat;
use crate::api::response::{Representation, add_vary, picture};
use crate::api::shared::Shared;
use crate::verification::ruleset;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc {
    let doc = describe(
        "draw_run_position",
        "Draw a position of a run",
        "Returns a picture of the position after `n` moves of a stored run, as SVG, PNG or text. Until the day is \
         closed, only its player sees a daily run, and a ranked one only at its table.",
    );
    picture::responses(doc_of_a_position(doc), example_game().examples().text_board)
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let format = PictureFormat::negotiate(&request)?;
    let (run, moves) = shown(&request, &shared, path.into_inner()).await?;
    let positions = shared.positions.clone();
    let draw = move || format.render(&ruleset(&run)?.scene_after(&*positions.checkpoints(&run)?, moves)?);
    let picture = shared.run_in_pool(&request, draw).await?;
    let mut response = Representation::new(picture).respond(&request, format.content_type());
    add_vary(response.headers_mut(), &header::ACCEPT);
    Ok(response)
}
