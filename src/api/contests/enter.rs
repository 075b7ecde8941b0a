//! `POST /v1/contests/{id}/entrants`, and `POST` and `DELETE` of one entrant: enters, approves and refuses.

use actix_web::{HttpRequest, HttpResponse, web};

use super::common::{changed, id_of, named};
#[cfg(feature = "schemas")]
use super::document::{describe, example_contest, id_in_path};
use super::info::ContestInfo;
use super::show::as_seen_by;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::response::JsonResponse;
use crate::api::schemas::PlayerNumber;
use crate::api::shared::Shared;
use crate::rules::wire;
use crate::store::{EntrantChange, PlayerId, StoredContest};

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), ContestInfo> {
    let doc = describe(
        "enter_contest",
        "Enter a contest",
        "Enters a contest, whose last round must not be closed. With `approval`, asks the organizer instead: `you.status` is `asked` until \
         they answer. Entering again changes nothing.",
    );
    id_in_path(doc).ok::<ContestInfo>(&example_contest()).no_store().errors(&["404", "409", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<ContestInfo>, Problem> {
    let by = Client::of(&request).requester()?;
    let (number, player, at) = (id_of(&id)?, by.player.id, shared.days.time().await?.now);
    let counted = shared.count_stored(1, &request)?;
    let outcome = shared.store.change_entrant(number, player, EntrantChange::Enter, by.app_id(), at).await?;
    changed(outcome, &id)?;
    counted.keep(1);
    let contest = named(&shared, &id).await?;
    Ok(JsonResponse::no_store(&as_seen_by(&shared, contest, Some(player)).await?))
}

#[cfg(feature = "schemas")]
fn with_player(doc: OperationDoc) -> OperationDoc {
    id_in_path(doc).path_parameter("player", "The id of the player.", wire::reference_to::<PlayerNumber>())
}

#[cfg(feature = "schemas")]
pub(super) fn approve_doc() -> OperationDoc<(), ContestInfo> {
    let doc = describe(
        "approve_entrant",
        "Approve an entrant",
        "Lets a player enter who asked, or whom you refused before, in a contest with `approval` that you created.",
    );
    with_player(doc).ok::<ContestInfo>(&example_contest()).no_store().errors(&["404", "409", "503"])
}

pub(super) async fn approve(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<JsonResponse<ContestInfo>, Problem> {
    let (contest, organizer) = decide(&request, &shared, &path, EntrantChange::Approve).await?;
    let contest = named(&shared, &contest.id.to_string()).await?;
    Ok(JsonResponse::no_store(&as_seen_by(&shared, contest, Some(organizer)).await?))
}

#[cfg(feature = "schemas")]
pub(super) fn refuse_doc() -> OperationDoc {
    let doc = describe(
        "refuse_entrant",
        "Refuse an entrant, or withdraw",
        "With the id of another player, refuses a player who asked to enter a contest with `approval` that you created. The player cannot ask \
         again. Who has entered stays. With your own id, you withdraw: you no longer ask, or leave the contest, unless you have begun a round.",
    );
    with_player(doc)
        .empty_response("204", "The player no longer asks, or you have withdrawn.")
        .no_store()
        .errors(&["404", "409", "503"])
}

pub(super) async fn refuse(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let by = Client::of(&request).player()?.id;
    if by.to_string() == path.1 {
        let at = shared.days.time().await?.now;
        let outcome = shared.store.change_entrant(id_of(&path.0)?, by, EntrantChange::Withdraw, None, at).await?;
        changed(outcome, &path.0)?;
    } else {
        decide(&request, &shared, &path, EntrantChange::Refuse).await?;
    }
    Ok(HttpResponse::NoContent().finish())
}

/// Changes an entrant as the organizer. Returns the contest as it was before, and the organizer.
async fn decide(
    request: &HttpRequest,
    shared: &Shared,
    (id, player): &(String, String),
    change: EntrantChange,
) -> Result<(StoredContest, PlayerId), Problem> {
    let by = Client::of(request).player()?.id;
    let contest = named(shared, id).await?;
    if contest.terms.organizer != by {
        return Err(Problem::of(Code::NotOrganizer));
    }
    let unknown = || Problem::new(Code::UnknownPlayer, "the player did not ask to enter this contest");
    let player: PlayerId = player.parse().map_err(|()| unknown())?;
    let at = shared.days.time().await?.now;
    let outcome = shared.store.change_entrant(contest.id, player, change, None, at).await?;
    // The organizer is not banned: the call is refused then.
    changed(outcome, id).map_err(|why| if why.code == Code::Banned { Problem::of(Code::CannotSit) } else { why })?;
    Ok((contest, by))
}
