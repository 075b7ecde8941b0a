//! `GET /v1/tables/{id}/picture`: draws a table.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;

#[cfg(feature = "schemas")]
use super::document::{describe, example, id_in_path};
use super::errors::{embargoed, id_of, problem, step_error};
use super::respond::{closed_days, load_if_long, view_options};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::request::client::Client;
use crate::api::request::query::{self, Query};
use crate::api::response::picture::PictureFormat;
use crate::api::response::{add_vary, picture};
use crate::api::shared::Shared;
use crate::rules::game::Viewer;
use crate::rules::wire;
use crate::tables::step::StepError;

/// Maximum number of moves whose replay does not count as long work.
const MAX_CHEAP_REPLAY: usize = 200;

/// The query of a picture. The format reads the width.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct PictureQuery {
    #[serde(default, deserialize_with = "query::up_to::<_, { wire::MAX_MOVES_OF_ANY }>")]
    moves: Option<usize>,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc {
    let doc = describe(
        "draw_table",
        "Draw a table",
        "Returns a picture of the table as you can see it, as SVG, PNG or text. With `moves`, it shows what you could see \
         after that number of moves.",
    );
    let board = example().map(|table| table.game.scene(Viewer::Onlooker).to_string()).unwrap_or_default();
    let moves = "The number of moves after which to draw the table; all by default, and if there are fewer.";
    let doc = id_in_path(doc).query("moves", moves, wire::integer_schema(moves, 0, wire::MAX_MOVES_OF_ANY as u64));
    let doc = doc.may_use_token().no_store().errors(&["403", "404", "409", "410", "503"]);
    picture::responses(doc, board)
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    Query(PictureQuery { moves }): Query<PictureQuery>,
) -> Result<HttpResponse, Problem> {
    let format = PictureFormat::negotiate(&request)?;
    let id = id_of(&id)?;
    let player = Client::of(&request).known_player()?;
    load_if_long(&shared, &request, id).await?;
    let table = shared.tables.load(id).await.map_err(|why| problem(why, id))?;
    let options = view_options(player.as_ref(), &table, closed_days(&shared, &table).await?);
    if !table.begun() {
        return Err(step_error(StepError::NotBegun));
    }
    if !options.may_see(&table) {
        return Err(embargoed(&table, options.closed));
    }
    let earlier = moves.filter(|moves| *moves < table.move_count());
    let is_long = format.is_long() || earlier.is_some_and(|moves| moves > MAX_CHEAP_REPLAY);
    let draw = move || {
        let scene = match earlier {
            Some(moves) => table.game.scene_after(moves, options.viewer),
            None => table.game.scene(options.viewer),
        };
        format.render(&scene)
    };
    let drawn = shared.work(&request, is_long, draw).await?;
    let mut response = format.respond(drawn);
    add_vary(response.headers_mut(), &header::ACCEPT);
    Ok(response)
}
