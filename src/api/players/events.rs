//! `GET /v1/players/{id}/events`: what happens to a player.

use actix_web::{HttpRequest, HttpResponse, web};

use super::common::oneself;
#[cfg(feature = "schemas")]
use super::document::{describe, example_events, id_in_path};
use super::event_info::{EventInfo, PlayerEvents};
#[cfg(feature = "schemas")]
use crate::api::feed;
use crate::api::feed::{FeedQuery, Shown, stream};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::request::client::{Client, unauthorized};
use crate::api::request::query::Query;
use crate::api::response::event_stream::write_event;
use crate::api::shared::Shared;
use crate::store::{EventPosition, StoredEvent};
use crate::streams::OfPlayer;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc {
    let doc = describe(
        "stream_player_events",
        "Stream your events",
        "Returns what happens to you at any table, and what becomes known of your runs: server-sent events, each with the name of its type, \
         whose data is a `PlayersEvent`; `/asyncapi.json` describes them. `Last-Event-ID`, or `after`, resumes a stream for seven days: it \
         begins with the events since, in order, some perhaps again. `reset` means that \
         events are missing: a new stream begins with it, and so does one that cannot be resumed, because its position is too old or the database \
         lost events. Then read your tables, and go on with the events that follow. A comment arrives every 4 seconds while nothing \
         happens. The stream ends when the service stops or cannot reach its database, and when your token is revoked or replaced. \
         With `wait`, the response is JSON with the next 100 events at most: as soon as there are any, or after that number of seconds.",
    );
    feed::documented::<PlayerEvents>(id_in_path(doc), &example_events()).errors(&["403", "429", "503"])
}

impl Shown for OfPlayer {
    type Page = PlayerEvents;

    fn page(events: Vec<StoredEvent>, position: EventPosition, reset: bool) -> PlayerEvents {
        PlayerEvents::of(events, position, reset)
    }

    fn write(text: &mut String, event: StoredEvent) {
        if let Some(info) = EventInfo::of(event) {
            write_event(text, info.name(), info.position(), &info);
        }
    }
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    Query(query): Query<FeedQuery>,
) -> Result<HttpResponse, Problem> {
    let player = oneself(&request, &id)?.player.id;
    let token = Client::of(&request).hash().ok_or_else(|| unauthorized("the token is unknown"))?;
    stream(&request, &shared, OfPlayer(player, token), query).await
}
