//! `POST /v1/apps/{app}/users/{user}/link`: creates a link for a user.

use actix_web::{HttpRequest, web};
use serde::Serialize;

#[cfg(feature = "schemas")]
use super::document::{EXAMPLE_CODE, describe};
use super::info::PurposeInfo;
use crate::api::apps;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::response::JsonResponse;
use crate::api::schemas;
#[cfg(feature = "schemas")]
use crate::api::schemas::examples;
use crate::api::secrets::token::Token;
use crate::api::shared::Shared;
use crate::rules::wire::ToSchema;
use crate::store::NewAppLink;
use crate::store::calendar::Timestamp;

/// Number of seconds for which a link is valid.
const LINK_SECONDS: i64 = 60 * 60;

/// A new link.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct CreatedLink {
    purpose: PurposeInfo,
    /// The address to which you send the person. It is relative to the public address of the service unless the operator has set that.
    url: String,
    #[schema(value_type = schemas::Moment)]
    expires_at: Timestamp,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), CreatedLink> {
    let doc = describe(
        "create_app_link",
        "Create a link for a user of your app",
        "Returns a link to the page of the service that works once, within an hour. If the app acts for the player, the person takes the player \
         over with it: the app's tokens end, and the person gets a recovery code. If the person has the player already, they are asked \
         whether the app may play for them. A new link replaces an earlier one. Anyone who opens a link can use it: show it only to \
         the person.",
    );
    let link = CreatedLink {
        purpose: PurposeInfo::TakeOver,
        url: format!("https://play.example.org/play#/link/{EXAMPLE_CODE}"),
        expires_at: examples::time(),
    };
    apps::user_in_path(doc).ok::<CreatedLink>(&link).no_store().errors(&["404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<JsonResponse<CreatedLink>, Problem> {
    let (id, user) = path.into_inner();
    let app = apps::oneself(&request, &id)?.id;
    let user = apps::valid_user(user)?;
    let code = Token::random().map_err(apps::no_random)?;
    let at = shared.clock.now();
    let expires_at = at.plus_seconds(LINK_SECONDS);
    let link = NewAppLink { app, user, code: code.hash(), at, expires_at };
    let purpose = shared.store.create_app_link(link).await?;
    let purpose = purpose.ok_or_else(|| Problem::new(Code::UnknownPlayer, "the app has no such user"))?.into();
    let base = shared.public_url.as_ref().map(ToString::to_string).unwrap_or_default();
    Ok(JsonResponse::no_store(&CreatedLink { purpose, url: format!("{base}/play#/link/{code}"), expires_at }))
}
