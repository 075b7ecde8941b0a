//! `GET /v1/players/{id}/events`: what happens to a player, as server-sent events or, with `wait`, as one response.

use std::time::Duration;

use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, Responder as _, web};
use serde::Deserialize;
use tokio::time::{Instant, timeout_at};

use super::common::oneself;
#[cfg(feature = "schemas")]
use super::document::{describe, example_events, id_in_path};
use super::event_info::{EventInfo, PlayerEvents, PlayerReset};
#[cfg(feature = "schemas")]
use crate::api::operation::{MediaTypeDoc, OperationDoc};
use crate::api::problem::Problem;
use crate::api::request::client::{Client, unauthorized};
use crate::api::request::query::{self, Query};
use crate::api::response::JsonResponse;
use crate::api::response::event_stream::{
    HEARTBEAT, HEARTBEAT_TEXT, Source, last_event_id, respond, too_many_listeners, write_event,
};
use crate::api::shared::Shared;
use crate::rules::wire;
use crate::store::{EventPosition, StoreError};
use crate::streams::{MAX_EVENTS, Next, PlayerNews};

/// Maximum number of seconds that a request waits for events.
const MAX_WAIT: usize = 30;
/// An id of an event, for error messages.
const EXAMPLE_ID: &str = "12-0a1b2c3d";

/// The query of the events of a player.
#[derive(Debug, Deserialize)]
pub(super) struct EventsQuery {
    after: Option<String>,
    #[serde(default, deserialize_with = "query::up_to::<_, MAX_WAIT>")]
    wait: Option<usize>,
}

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
    let after = "The id of the last event that you know, or `position` of the response before.";
    let wait = "The maximum number of seconds to wait for an event, at most 30. The response is JSON then.";
    let id = "The id of the last event that you received.";
    let position = |description: &str| wire::text("^[0-9]{1,19}-[0-9a-f]{8}$", description, EXAMPLE_ID);
    let stream = MediaTypeDoc { media_type: "text/event-stream", schema: wire::any_text(), example: None };
    id_in_path(doc)
        .query("after", after, position(after))
        .query("wait", wait, wire::integer_schema(wait, 0, MAX_WAIT as u64))
        .header("Last-Event-ID", id, position(id))
        .ok_or_as::<PlayerEvents>("The events: a stream, or JSON with `wait`.", &example_events(), [stream])
        .untyped()
        .no_store()
        .errors(&["403", "429", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    Query(EventsQuery { after, wait }): Query<EventsQuery>,
) -> Result<HttpResponse, Problem> {
    let player = oneself(&request, &id)?.player.id;
    let client = Client::of(&request);
    let token = client.hash().ok_or_else(|| unauthorized("the token is unknown"))?;
    let after = after.map(|after| after.parse().map_err(|()| not_a_position(&after))).transpose()?;
    let known: Option<EventPosition> = last_event_id(&request, EXAMPLE_ID)?.or(after);
    let news = shared.tables.streams().listen(player, token, client.listener()).ok_or_else(too_many_listeners)?;
    match wait {
        Some(wait) => {
            let events = wait_for(news, known, Duration::from_secs(wait as u64)).await?;
            if let Some(refusal) = client.refusal_by_now(&shared.store, shared.clock.now()).await? {
                return Err(refusal);
            }
            Ok(JsonResponse::no_store(&events).respond_to(&request))
        }
        None => Ok(respond(Listening { news, known, is_behind: true, heartbeat_at: Instant::now() + HEARTBEAT })),
    }
}

fn not_a_position(text: &str) -> Problem {
    query::invalid("after", format_args!("must be the id of an event, such as {EXAMPLE_ID} (got {text:?})"))
}

/// Waits until there are events after a position.
async fn wait_for(
    mut news: PlayerNews,
    known: Option<EventPosition>,
    limit: Duration,
) -> Result<PlayerEvents, Problem> {
    let Some(known) = known else { return Ok(PlayerEvents::reset(news.start().await?)) };
    let until = Instant::now() + limit;
    let mut is_over = limit.is_zero();
    loop {
        match news.after(known).await? {
            Next::Reset(position) => return Ok(PlayerEvents::reset(position)),
            Next::Events(events) if is_over || !events.is_empty() => return Ok(PlayerEvents::of(events, known)),
            Next::Events(_) => {}
        }
        // When time is up, or the service stops, the events by now are returned.
        is_over = !matches!(timeout_at(until, news.changed()).await, Ok(true));
    }
}

/// A stream of the events of a player.
struct Listening {
    news: PlayerNews,
    /// The position that the client knows; none before the first event.
    known: Option<EventPosition>,
    /// Whether there may be events that were not read, since the listener was woken or read as many as it can at once.
    is_behind: bool,
    heartbeat_at: Instant,
}

impl Listening {
    /// Reads the events that the client does not know, and writes them; nothing if there are none.
    async fn read(&mut self) -> Result<String, StoreError> {
        let next = match self.known {
            Some(known) => self.news.after(known).await?,
            None => Next::Reset(self.news.start().await?),
        };
        let mut text = String::new();
        self.is_behind = false;
        match next {
            Next::Reset(position) => {
                write_event(&mut text, "reset", position, &PlayerReset::to(position));
                self.known = Some(position);
            }
            Next::Events(events) => {
                self.is_behind = events.len() >= MAX_EVENTS as usize;
                for event in events {
                    self.known = Some(event.position);
                    if let Some(info) = EventInfo::of(event) {
                        write_event(&mut text, info.name(), info.position(), &info);
                    }
                }
            }
        }
        Ok(text)
    }
}

impl Source for Listening {
    async fn next(&mut self) -> Option<Bytes> {
        // The client connects again if the events cannot be read.
        while self.news.is_valid() {
            if self.is_behind {
                let text = self.read().await.ok()?;
                if text.is_empty() {
                    continue;
                }
                self.heartbeat_at = Instant::now() + HEARTBEAT;
                return Some(text.into());
            }
            match timeout_at(self.heartbeat_at, self.news.changed()).await {
                Ok(true) => self.is_behind = true,
                Ok(false) => return None,
                Err(_) => {
                    self.heartbeat_at = Instant::now() + HEARTBEAT;
                    return Some(HEARTBEAT_TEXT);
                }
            }
        }
        None
    }
}
