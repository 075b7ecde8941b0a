//! `GET /v1/apps/{app}/events`: what happens to the players for whom an app acts.

use actix_web::{HttpRequest, HttpResponse, web};

use super::common::oneself_by_key;
#[cfg(feature = "schemas")]
use super::document::{describe, example_events, id_in_path};
use super::event_info::{AppEventInfo, AppEvents};
#[cfg(feature = "schemas")]
use crate::api::feed;
use crate::api::feed::{FeedQuery, Shown, stream};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::request::query::Query;
use crate::api::response::event_stream::write_event;
use crate::api::shared::Shared;
use crate::store::{AppEvent, EventPosition};
use crate::streams::OfApp;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc {
    let doc = describe(
        "stream_app_events",
        "Stream the events of your users",
        "Returns what happens to all players for whom the app acts, in one stream: server-sent events, each with the name of its type, whose data is \
         an `AppEvent`; `/asyncapi.json` describes them. The events of each player are in order; those of different players may not be. Events of \
         users who took their players over are not in it. `Last-Event-ID`, or `after`, resumes a stream for seven days: it begins with the events \
         since, some perhaps again. `reset` means that events are missing: a new stream begins with it, and so does one that cannot be resumed, \
         because its position is too old or the database lost events. Then read the tables of your users, and go on with the events that follow. A \
         comment arrives every 4 seconds while nothing happens. The stream ends when the service stops or cannot reach its database, when the key is \
         replaced, and when the app is suspended. With `wait`, the response is JSON with the next 100 events at most: as soon as there are any, or \
         after that number of seconds.",
    );
    feed::documented::<AppEvents>(id_in_path(doc), &example_events()).errors(&["404", "429", "503"])
}

impl Shown for OfApp {
    type Page = AppEvents;

    fn page(events: Vec<AppEvent>, position: EventPosition, reset: bool) -> AppEvents {
        AppEvents::of(events, position, reset)
    }

    fn write(text: &mut String, event: AppEvent) {
        if let Some(info) = AppEventInfo::of(event) {
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
    let (app, key) = oneself_by_key(&request, &id)?;
    stream(&request, &shared, OfApp(app.id, key), query).await
}
