//! `POST /v1/tables/{id}/phrases`: says a phrase.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::de::IntoDeserializer;
use serde::{Deserialize, Deserializer};
use serde_json::json;

#[cfg(feature = "schemas")]
use super::document::{describe, id_in_path};
use super::errors::{id_of, problem, step_error};
use super::respond::load_if_long;
use crate::api::http::body::Body;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::request::client::Client;
use crate::api::shared::Shared;
use crate::caller::Caller;
use crate::limits::Limit;
use crate::rules::wire::ToSchema;
use crate::tables::phrase::{Phrase, SECONDS_AFTER_END, Spoken};

// What the description says.
const _: () = assert!(SECONDS_AFTER_END == 3_600);

/// The body of `POST /v1/tables/{id}/phrases`.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PhraseRequest {
    /// What you say.
    #[serde(deserialize_with = "phrase_by_name")]
    phrase: Phrase,
}

/// Reads a phrase from its name. Serde reads an enum from an object, too.
fn phrase_by_name<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Phrase, D::Error> {
    let name = String::deserialize(deserializer)?;
    Phrase::deserialize(IntoDeserializer::<D::Error>::into_deserializer(name))
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<PhraseRequest> {
    let doc = describe(
        "say_phrase",
        "Say a phrase",
        "Sends a phrase of your seat to all event streams of the table, as the event `phrase`. It is not stored, and does \
         not change the table. You need a seat, in a game for several seats; you can speak before the game begins, after you gave \
         up, and for an hour after the end. You can say 5 phrases at once, and then one every 5 seconds.",
    );
    id_in_path(doc)
        .request_body::<PhraseRequest>(&json!({ "phrase": "well_played" }))
        .empty_response("204", "Everyone who listens to the table receives the phrase.")
        .no_store()
        .errors(&["403", "404", "409", "410", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    Body(PhraseRequest { phrase }, _): Body<PhraseRequest>,
) -> Result<HttpResponse, Problem> {
    let id = id_of(&id)?;
    let player = Client::of(&request).player()?;
    // First, because a table that is not in memory takes work.
    shared.count(Limit::Phrases, Caller::player(player.id), &request)?;
    load_if_long(&shared, &request, id).await?;
    let table = shared.tables.load(id).await.map_err(|why| problem(why, id))?;
    let seat = table.speaker(player.id, shared.days.time().await?).map_err(step_error)?;
    shared.tables.say(id, Spoken { seat, phrase }).await;
    Ok(HttpResponse::NoContent().finish())
}
