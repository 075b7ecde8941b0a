//! Server-sent events: the response, the text of events, and the position from which a client resumes.

use std::fmt::Display;
use std::str::FromStr;
use std::time::Duration;

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream;
use serde::Serialize;

use crate::api::problem::{Code, Problem};

/// Interval without events after which a heartbeat is sent. Pages report a lost connection after 10 seconds of silence.
pub(in crate::api) const HEARTBEAT: Duration = Duration::from_secs(4);
/// A comment, which clients ignore.
pub(in crate::api) const HEARTBEAT_TEXT: Bytes = Bytes::from_static(b": heartbeat\n\n");
/// The beginning of a stream: the milliseconds that a client should wait before it reconnects.
const HEAD: Bytes = Bytes::from_static(b"retry: 1000\n\n");

/// What sends events.
pub(in crate::api) trait Source: 'static {
    /// Returns the next events; none when the stream ends.
    async fn next(&mut self) -> Option<Bytes>;
}

/// The response with the events of a source.
pub(in crate::api) fn respond(source: impl Source) -> HttpResponse {
    let events = stream::unfold((Some(HEAD), Some(source)), |(head, source)| async move {
        let mut source = source?;
        let next = match head {
            Some(head) => head,
            None => source.next().await?,
        };
        Some((Ok::<_, Problem>(next), (None, Some(source))))
    });
    HttpResponse::Ok()
        .content_type("text/event-stream")
        .insert_header((header::CACHE_CONTROL, HeaderValue::from_static("no-store")))
        // Turns off the buffering of proxies.
        .insert_header(("X-Accel-Buffering", "no"))
        .streaming(events)
}

/// Writes an event. JSON has no line feeds.
pub(in crate::api) fn write_event(text: &mut String, kind: &str, id: impl Display, data: &impl Serialize) {
    let data = serde_json::to_string(data).unwrap_or_default();
    text.push_str(&format!("event: {kind}\nid: {id}\ndata: {data}\n\n"));
}

/// The id in `Last-Event-ID`.
///
/// # Errors
/// 400 when it is not an id such as in `examples`.
pub(in crate::api) fn last_event_id<T: FromStr>(request: &HttpRequest, examples: &str) -> Result<Option<T>, Problem> {
    let Some(value) = request.headers().get("last-event-id") else { return Ok(None) };
    let id = value.to_str().ok().and_then(|text| text.parse().ok());
    let why = || format!("the Last-Event-ID must be an id from this stream, such as {examples}");
    id.map(Some).ok_or_else(|| Problem::new(Code::BadRequest, why()))
}

/// The refusal of a client because too many wait for news.
pub(in crate::api) fn too_many_listeners() -> Problem {
    let problem = Problem::of(Code::TooManyListeners);
    problem.with_header(header::RETRY_AFTER, HeaderValue::from_static("5"))
}
