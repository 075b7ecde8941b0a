//! `DELETE /v1/contests/{id}`: cancels a contest.

use actix_web::{HttpRequest, HttpResponse, web};

use super::common::{named, unknown};
#[cfg(feature = "schemas")]
use super::document::{describe, id_in_path};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::shared::Shared;
use crate::store::ContestCanceled;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc {
    let doc = describe(
        "cancel_contest",
        "Cancel a contest",
        "Deletes a contest that you created, with its rounds and entrants, unless a player has begun a round.",
    );
    id_in_path(doc).empty_response("204", "The contest is deleted.").no_store().errors(&["404", "409", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let by = Client::of(&request).player()?.id;
    let contest = named(&shared, &id).await?;
    if contest.terms.organizer != by {
        return Err(Problem::of(Code::NotOrganizer));
    }
    match shared.store.cancel_contest(contest.id).await? {
        ContestCanceled::Deleted => Ok(HttpResponse::NoContent().finish()),
        ContestCanceled::Unknown => Err(unknown(&id)),
        ContestCanceled::Begun => Err(Problem::new(Code::ContestBegun, "a player has begun a round of the contest")),
    }
}
