//! `GET /v1/runs/{id}/positions/{n}`: shows a position of a run.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::Deserialize;

#[cfg(feature = "schemas")]
use super::document::{describe, doc_of_a_position, example_game};
use super::lookup::shown;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::request::query::Query;
use crate::api::response::{JSON, Representation};
use crate::api::schemas::union::union_schema;
#[cfg(feature = "schemas")]
use crate::api::schemas::union::{Games, Union};
use crate::api::shared::Shared;
#[cfg(feature = "schemas")]
use crate::engine::schema::NamedSchema;
use crate::verification::ruleset;

/// Positions of stored runs.
#[cfg(feature = "schemas")]
const POSITION: Union = Union {
    of: Games::Ranked,
    kind: "Position",
    name: |ruleset| ruleset.schemas().position.name.into_owned(),
    gather: |ruleset, schemas| (ruleset.schemas().position.gather)(schemas),
};

/// A position of any game.
struct PositionOfAnyGame;

union_schema!(
    PositionOfAnyGame,
    "Position",
    POSITION,
    "A position of any game. The variants are distinguished by `game`."
);

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc {
    let doc = describe(
        "get_run_position",
        "Get a position of a run",
        "Returns the position after n moves of a stored run, with the events of the last move. Until the day is \
         closed, only its player sees a daily run, and a ranked one only at its table.",
    );
    let example = example_game().examples().played;
    let text = "Whether each event has `text`: one English sentence.";
    doc_of_a_position(doc).query_flag("with_text", text).response_one_of(
        "200",
        "Done.",
        &[NamedSchema::of::<PositionOfAnyGame>()],
        example,
    )
}

/// The query of a position.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct PositionQuery {
    #[serde(default)]
    with_text: bool,
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
    Query(PositionQuery { with_text }): Query<PositionQuery>,
) -> Result<HttpResponse, Problem> {
    let (run, moves) = shown(&request, &shared, path.into_inner()).await?;
    let positions = shared.positions.clone();
    let position = move || Ok(ruleset(&run)?.position(&*positions.checkpoints(&run)?, moves, with_text)?);
    let body = shared.run_in_pool(&request, position).await?;
    Ok(Representation::new(body.into()).respond(&request, JSON))
}
