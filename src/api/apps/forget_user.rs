//! `DELETE /v1/apps/{app}/users/{user}`: deletes a user of an app.

use actix_web::{HttpRequest, HttpResponse, web};

use super::common::{oneself, valid_user};
#[cfg(feature = "schemas")]
use super::document::{describe, user_in_path};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::shared::Shared;
use crate::store::Control;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc {
    let doc = describe(
        "delete_user",
        "Delete a user of your app",
        "Ends the app's tokens for a user, and forgets the user id. If the app acts for the player, the player is deleted too, as `DELETE \
         /v1/players/{id}` does. A player whom the user took over stays. Succeeds also if there is no such user.",
    );
    user_in_path(doc).empty_response("204", "The app has no such user any more.").no_store().errors(&["404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, user) = path.into_inner();
    let app = oneself(&request, &id)?.id;
    let user = valid_user(user)?;
    match shared.store.app_user(app, user.clone()).await? {
        // With the player, the store forgets the user id and the tokens.
        Some(known) if known.control == Control::App => drop(shared.store.delete_player(known.player.id).await?),
        Some(_) => drop(shared.store.forget_app_user(app, user).await?),
        None => {}
    }
    Ok(HttpResponse::NoContent().finish())
}
