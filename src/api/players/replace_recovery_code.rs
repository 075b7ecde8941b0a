//! `POST /v1/players/{id}/recovery_code`: makes a recovery code.

use actix_web::{HttpRequest, web};
use serde::Serialize;

use super::common::{no_random, oneself, unknown};
#[cfg(feature = "schemas")]
use super::document::{EXAMPLE_CODE, EXAMPLE_CODE_ID, describe, id_in_path};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::response::JsonResponse;
use crate::api::schemas;
use crate::api::secrets::recovery_code::RecoveryCode;
use crate::api::shared::Shared;
use crate::rules::wire::ToSchema;

/// A new recovery code, which replaces any other.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ReplacementCode {
    /// The code, shown only once. The code before it no longer works.
    #[schema(value_type = schemas::RecoveryCodeText)]
    recovery_code: String,
    /// The code's id, as `GET /v1/players/{id}/tokens` returns it while the code is valid.
    #[schema(value_type = schemas::RecoveryCodeId)]
    recovery_code_id: String,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), ReplacementCode> {
    let doc = describe(
        "replace_recovery_code",
        "Create a recovery code",
        "Returns a new recovery code, which is shown only once. An earlier code no longer works.",
    );
    let code = ReplacementCode { recovery_code: EXAMPLE_CODE.to_owned(), recovery_code_id: EXAMPLE_CODE_ID.to_owned() };
    id_in_path(doc).ok::<ReplacementCode>(&code).no_store().errors(&["403", "404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<ReplacementCode>, Problem> {
    let player = oneself(&request, &id)?.player;
    let code = RecoveryCode::random().map_err(no_random)?;
    if !shared.store.set_recovery_code(player.id, code.hash()).await? {
        return Err(unknown(&id));
    }
    Ok(JsonResponse::no_store(&ReplacementCode { recovery_code: code.to_string(), recovery_code_id: code.id() }))
}
