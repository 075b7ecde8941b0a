//! `GET /v1/games`: lists the games.

use actix_web::HttpRequest;

#[cfg(feature = "schemas")]
use super::document::describe;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::response::{FixedJson, JsonResponse};
use crate::engine::catalogue::{self, GameList};
use crate::engine::games;
use crate::rules::sources::RulesDigest;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), GameList> {
    describe(
        "list_games",
        "List the games",
        "Returns all games with id, title, summary, seats, duration, weight, tags and move types.",
    )
    .ok(&GameList { rules_digest: RulesDigest::EXAMPLE, ..catalogue::list(games()) })
}

pub(super) async fn handle(request: HttpRequest) -> Result<JsonResponse<GameList>, Problem> {
    static LIST: FixedJson<GameList> = FixedJson::new(|| catalogue::list(games()));
    LIST.respond(&request).await
}
