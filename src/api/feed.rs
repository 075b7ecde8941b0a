//! Streams of numbered events, of a player or of an app: as server-sent events or, with `wait`, as one response.

use std::time::Duration;

use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, Responder as _};
use serde::{Deserialize, Serialize};
use tokio::time::{Instant, timeout_at};

#[cfg(feature = "schemas")]
use super::operation::{MediaTypeDoc, OperationDoc};
use super::problem::Problem;
use super::request::client::Client;
use super::request::query;
use super::response::JsonResponse;
use super::response::event_stream::{
    HEARTBEAT, HEARTBEAT_TEXT, Source, last_event_id, respond, too_many_listeners, write_event,
};
use super::shared::Shared;
#[cfg(feature = "schemas")]
use crate::rules::wire::{self, ToSchema};
use crate::store::{EventPosition, StoreError};
use crate::streams::{Feed, MAX_EVENTS, News, Next};

/// Maximum number of seconds that a request waits for events.
const MAX_WAIT: usize = 30;
/// An id of an event, for error messages.
const EXAMPLE_ID: &str = "12-0a1b2c3d";

/// The query of a stream.
#[derive(Debug, Deserialize)]
pub(super) struct FeedQuery {
    after: Option<String>,
    #[serde(default, deserialize_with = "query::up_to::<_, MAX_WAIT>")]
    wait: Option<usize>,
}

/// A stream with what its clients get.
pub(super) trait Shown: Feed {
    /// The response of a request that waits.
    type Page: Serialize;

    /// The response with events, of which the last has this position. With `reset`, earlier ones are missing.
    fn page(events: Vec<Self::Event>, position: EventPosition, reset: bool) -> Self::Page;

    /// Writes a server-sent event; nothing for an event that clients do not get.
    fn write(text: &mut String, event: Self::Event);
}

/// The data of the event `reset`.
#[derive(Clone, Debug, Serialize)]
struct Reset {
    id: String,
    #[serde(rename = "type")]
    kind: &'static str,
}

/// Describes the parameters and the responses of a stream.
#[cfg(feature = "schemas")]
pub(super) fn documented<P: Serialize + ToSchema>(doc: OperationDoc, example: &P) -> OperationDoc {
    let after = "The id of the last event that you know, or `position` of the response before.";
    let wait = "The maximum number of seconds to wait for an event, at most 30. The response is JSON then.";
    let id = "The id of the last event that you received.";
    let stream = MediaTypeDoc { media_type: "text/event-stream", schema: wire::any_text(), example: None };
    doc.query("after", after, position_schema(after))
        .query("wait", wait, wire::integer_schema(wait, 0, MAX_WAIT as u64))
        .header("Last-Event-ID", id, position_schema(id))
        .ok_or_as::<P>("The events: a stream, or JSON with `wait`.", example, [stream])
        .untyped()
        .no_store()
}

/// The schema of a position.
#[cfg(feature = "schemas")]
pub(super) fn position_schema(description: &str) -> wire::AnySchema {
    wire::text("^[0-9]{1,19}-[0-9a-f]{8}$", description, EXAMPLE_ID)
}

/// Responds with a stream, or with the next events.
pub(super) async fn stream<F: Shown>(
    request: &HttpRequest,
    shared: &Shared,
    of: F,
    FeedQuery { after, wait }: FeedQuery,
) -> Result<HttpResponse, Problem> {
    let client = Client::of(request);
    let after = after.map(|after| after.parse().map_err(|()| not_a_position(&after))).transpose()?;
    let known: Option<EventPosition> = last_event_id(request, EXAMPLE_ID)?.or(after);
    let news = shared.tables.streams().listen(of, client.listener()).ok_or_else(too_many_listeners)?;
    news.prepare().await?;
    match wait {
        Some(wait) => {
            let page = wait_for(news, known, Duration::from_secs(wait as u64)).await?;
            if let Some(refusal) = client.refusal_by_now(&shared.store, shared.clock.now()).await? {
                return Err(refusal);
            }
            Ok(JsonResponse::no_store(&page).respond_to(request))
        }
        None => Ok(respond(Listening { news, known, is_behind: true, heartbeat_at: Instant::now() + HEARTBEAT })),
    }
}

fn not_a_position(text: &str) -> Problem {
    query::invalid("after", format_args!("must be the id of an event, such as {EXAMPLE_ID} (got {text:?})"))
}

/// Waits until there are events after a position.
async fn wait_for<F: Shown>(
    mut news: News<F>,
    known: Option<EventPosition>,
    limit: Duration,
) -> Result<F::Page, Problem> {
    let Some(known) = known else { return Ok(F::page(Vec::new(), news.start().await?, true)) };
    let until = Instant::now() + limit;
    let mut is_over = limit.is_zero();
    loop {
        match news.after(known).await? {
            Next::Reset(position) => return Ok(F::page(Vec::new(), position, true)),
            Next::Events(events) if is_over || !events.is_empty() => {
                let position = events.last().map_or(known, F::position);
                return Ok(F::page(events, position, false));
            }
            Next::Events(_) => {}
        }
        // When time is up, or the service stops, the events by now are returned.
        is_over = !matches!(timeout_at(until, news.changed()).await, Ok(true));
    }
}

/// An open stream.
struct Listening<F: Shown> {
    news: News<F>,
    /// The position that the client knows; none before the first event.
    known: Option<EventPosition>,
    /// Whether there may be events that were not read, since the listener was woken or read as many as it can at once.
    is_behind: bool,
    heartbeat_at: Instant,
}

impl<F: Shown> Listening<F> {
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
                write_event(&mut text, "reset", position, &Reset { id: position.to_string(), kind: "reset" });
                self.known = Some(position);
            }
            Next::Events(events) => {
                self.is_behind = events.len() >= MAX_EVENTS as usize;
                for event in events {
                    self.known = Some(F::position(&event));
                    F::write(&mut text, event);
                }
            }
        }
        Ok(text)
    }
}

impl<F: Shown> Source for Listening<F> {
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
