//! `GET /v1/tables/{id}/picture`: draws a table.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};

use super::document::{describe, example, id_in_path};
use super::errors::{embargoed, id_of, problem, step_error};
use super::respond::{closed_days, view_options};
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::request::client::Client;
use crate::api::response::picture::PictureFormat;
use crate::api::response::{add_vary, picture};
use crate::api::shared::Shared;
use crate::rules::game::Viewer;
use crate::tables::step::StepError;

pub(super) fn doc() -> OperationDoc {
    let doc = describe(
        "draw_table",
        "Draw a table",
        "Returns a picture of the table as you can see it, as SVG, PNG or text.",
    );
    let board = example().map(|table| table.game.scene(Viewer::Onlooker).to_string()).unwrap_or_default();
    let doc = id_in_path(doc).may_use_token().no_store().errors(&["403", "404", "409", "503"]);
    picture::responses(doc, board)
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let format = PictureFormat::negotiate(&request)?;
    let id = id_of(&id)?;
    let player = Client::of(&request).known_player()?;
    let table = shared.tables.load(id).await.map_err(|why| problem(why, id))?;
    let options = view_options(player.as_ref(), &table, closed_days(&shared, &table).await?);
    if !table.begun() {
        return Err(step_error(StepError::NotBegun));
    }
    if !options.may_see(&table) {
        return Err(embargoed(&table));
    }
    let scene = table.game.scene(options.viewer);
    let drawn = shared.work(&request, format.is_long(), move || format.render(&scene)).await?;
    let mut response = format.respond(drawn);
    add_vary(response.headers_mut(), &header::ACCEPT);
    Ok(response)
}
