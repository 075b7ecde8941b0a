//! `POST /v1/runs/{id}/verification`: replays a stored run.

use actix_web::{HttpRequest, web};
use serde_json::json;

#[cfg(feature = "schemas")]
use super::document::{describe, example_run, example_verdict, id_in_path};
use super::lookup::named;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::engine::robot::PlayedGame;
use crate::engine::verification::Verification;
use crate::rules::sources::RulesDigest;
use crate::verification;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), Verification> {
    let PlayedGame { run, standing: score } = example_run();
    let verification = json!({
        "holds": true, "legal": true, "complete": true, "score_holds": true, "digest_holds": true,
        "score": score, "digest": example_verdict(&run)["digest"], "rules_digest": RulesDigest::EXAMPLE,
    });
    let doc = describe(
        "verify_run",
        "Verify a run",
        "Replays the stored run and returns whether it is still legal, \
        complete and scored as stored.",
    );
    id_in_path(doc).ok::<Verification>(&verification).no_store().errors(&["403", "404", "422", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<Verification>, Problem> {
    let run = named(&shared, &id).await?;
    Ok(JsonResponse::no_store(&shared.work(&request, true, move || verification::verify(&run)).await?))
}
