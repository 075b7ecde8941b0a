//! `POST /v1/verifications`: replays many runs, one on each line of the body, and streams a line for each.
//!
//! Each line counts toward the limits of its caller as a call of `replay` does, and is replayed in the pool, alternating with the work of
//! others. Where a single call is refused because a limit or the pool is exhausted, a line waits. The next line is started when the client
//! has read the previous ones. The body counts as a response that waits to be read until its last line is started, so clients of an address
//! with many bodies are disconnected when memory is short. When the service stops, the response ends before its last line.

use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use actix_web::http::header;
use actix_web::rt::time::sleep;
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::future::{Either, select};
use futures_util::stream::{self, Stream};
use serde::Serialize;
use serde_json::value::RawValue;
use tracing::Instrument as _;

#[cfg(feature = "schemas")]
use super::document::describe;
#[cfg(feature = "schemas")]
use super::submit::RUN;
use super::submit::no_game;
use crate::api::games::MAX_INLINE_BYTES;
use crate::api::http::body::Unparsed;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::response::json;
#[cfg(feature = "schemas")]
use crate::api::schemas::union::{Games, Union, union_schema};
use crate::api::shared::Shared;
use crate::caller::Caller;
#[cfg(feature = "schemas")]
use crate::engine;
use crate::engine::game;
use crate::engine::read::RulesetKey;
use crate::limits::{Cut, Limit, UnsentPart};
use crate::pool::{Lane, PoolError, Share};
use crate::rules::wire;

/// The media type of the request and the response: JSON, one value on each line.
pub(super) const NDJSON: &str = "application/x-ndjson";
/// Maximum number of lines.
pub const MAX_LINES: usize = 1000;
/// Delay before a retry while the pool is full. A response that has started cannot become an error.
const RETRY_DELAY: Duration = Duration::from_millis(250);

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc {
    describe(
        "verify_runs",
        "Verify many runs",
        "Replays a run on each line, of any game, as `replay` does, and stores nothing. The response has a line for each line of the \
         request, in the same order: its number in `line`, and either `verdict`, as `replay` returns it, or `problem`. A line that \
         is malformed does not affect the others. There are at most 1,000 lines and 1 MiB. Each line counts toward your limits as a \
         call of `replay`, and waits while a limit is reached. A response with fewer lines than the request is incomplete: the \
         service stopped, or ended a response that was not read. Send the rest again.",
    )
    .request_lines::<RunOfAnyGame>(NDJSON)
    .ok_lines::<LineResult>(NDJSON, "A line for each run.")
    .no_store()
    .errors(&["503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    body: Unparsed<()>,
) -> Result<HttpResponse, Problem> {
    let lines = Lines::of(&request, shared, &body.bytes)?;
    let no_store = (header::CACHE_CONTROL, "no-store");
    Ok(HttpResponse::Ok().insert_header(no_store).content_type(NDJSON).streaming(lines.results()))
}

/// The lines that are still to be verified.
struct Lines {
    shared: web::Data<Shared>,
    caller: Caller,
    party: Caller,
    share: Share,
    rest: Bytes,
    /// The number of the last line that was started, from 1.
    number: usize,
    /// The number of all lines.
    count: usize,
    /// The span of the request, which is over before its response is streamed.
    span: tracing::Span,
    _counted: UnsentPart,
}

/// The result of a line.
#[derive(Serialize)]
struct LineResult {
    line: usize,
    #[serde(flatten)]
    outcome: Outcome,
}

#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum Outcome {
    Verdict(Box<RawValue>),
    Problem(Box<Problem>),
}

wire::named_schema!(
    impl[] LineResult,
    "VerificationLine",
    wire::object("The result of a line. It has either `verdict` or `problem`.", [
        wire::required("line", wire::integer_schema("The number of the line.", 1, MAX_LINES as u64)),
        wire::optional("verdict", wire::open_object("What `replay` of the run's game returns.", [
            wire::required("legal", wire::boolean_schema("Whether every move is legal.")),
            wire::required("complete", wire::boolean_schema("Whether the game has ended.")),
            wire::optional("claim_holds", wire::boolean_schema("Whether the claim equals the result. Absent if nothing is claimed.")),
        ])),
        wire::optional("problem", wire::reference_to::<engine::problem::Problem>()),
    ]),
    gather [engine::problem::Problem]
);

/// Runs of all games.
#[cfg(feature = "schemas")]
const RUN_OF_ANY_GAME: Union = Union { of: Games::All, ..RUN };

/// A run of any game, ranked or not.
#[cfg(feature = "schemas")]
struct RunOfAnyGame;

#[cfg(feature = "schemas")]
union_schema!(
    RunOfAnyGame,
    "RunOfAnyGame",
    RUN_OF_ANY_GAME,
    "A run of any game, ranked or not. The variants are distinguished by `game`."
);

impl Lines {
    /// # Errors
    /// 400 without a line, 413 with too many.
    fn of(request: &HttpRequest, shared: web::Data<Shared>, body: &[u8]) -> Result<Self, Problem> {
        let body = body.strip_suffix(b"\n").unwrap_or(body);
        let count = body.split(|byte| *byte == b'\n').count();
        if body.is_empty() {
            return Err(Problem::new(Code::InvalidBody, "the body must have at least one line, with a run"));
        }
        if count > MAX_LINES {
            let detail = format!("the body must have at most {MAX_LINES} lines (got {count})");
            return Err(Problem::new(Code::BodyTooLarge, detail));
        }
        let client = Client::of(request);
        let cut = request.conn_data::<Arc<Cut>>().cloned().unwrap_or_default();
        let counted = shared.unsent.count(client.address(), body.len(), cut);
        // A copy, since the memory of bodies is for those that are being read.
        let rest = Bytes::copy_from_slice(body);
        let span = tracing::Span::current();
        Ok(Self {
            shared,
            caller: client.caller(),
            party: client.party(),
            share: client.share(),
            rest,
            number: 0,
            count,
            span,
            _counted: counted,
        })
    }

    /// The results of all lines.
    fn results(self) -> impl Stream<Item = Result<Bytes, Problem>> {
        stream::unfold(self, |mut lines| async move {
            let line = lines.take_line()?;
            let outcome = match lines.verdict_until_closing(line).await? {
                Ok(verdict) => Outcome::Verdict(verdict),
                Err(problem) => Outcome::Problem(Box::new(problem)),
            };
            let mut text = json(&LineResult { line: lines.number, outcome });
            text.push(b'\n');
            Some((Ok(text.into()), lines))
        })
    }

    /// Removes the next line; none after the last.
    fn take_line(&mut self) -> Option<Bytes> {
        if self.number == self.count {
            return None;
        }
        self.number += 1;
        let end = self.rest.iter().position(|byte| *byte == b'\n').unwrap_or(self.rest.len());
        let line = self.rest.split_to(end);
        // The line feed.
        drop(self.rest.split_to(self.rest.len().min(1)));
        Some(line)
    }

    /// Replays the run on a line. None if the service stops before.
    async fn verdict_until_closing(&self, line: Bytes) -> Option<Result<Box<RawValue>, Problem>> {
        let (verdict, closing) =
            (pin!(self.verdict(line).instrument(self.span.clone())), pin!(self.shared.drain.over()));
        match select(verdict, closing).await {
            Either::Left((verdict, _)) => Some(verdict),
            Either::Right(_) => None,
        }
    }

    /// Replays the run on a line, once the limits and the pool allow it.
    async fn verdict(&self, line: Bytes) -> Result<Box<RawValue>, Problem> {
        // The request itself was counted for the first line.
        if self.number > 1 {
            self.wait_for(Limit::Requests, self.caller).await;
        }
        if line.len() > MAX_INLINE_BYTES {
            self.wait_for(Limit::Work, self.caller).await;
            self.wait_for(Limit::AddressWork, self.party).await;
        }
        loop {
            let line = line.clone();
            match self.shared.pool.run(Lane::Rest, self.share, move || replayed(&line)).await {
                Ok(verdict) => return verdict,
                Err(PoolError::Full | PoolError::ShareFull) => sleep(RETRY_DELAY).await,
                Err(PoolError::Panicked(why)) => {
                    tracing::error!(target: "funhouse::request", why, "the verification of a line panicked");
                    return Err(Problem::of(Code::InternalError));
                }
            }
        }
    }

    /// Counts a line toward a limit, as soon as that is possible.
    async fn wait_for(&self, limit: Limit, caller: Caller) {
        let Some(limits) = &self.shared.limits else { return };
        loop {
            let standing = limits.count(limit, caller);
            if !standing.refused {
                return;
            }
            sleep(Duration::from_secs(standing.wait)).await;
        }
    }
}

/// Replays a run of any game.
fn replayed(run: &[u8]) -> Result<Box<RawValue>, Problem> {
    let RulesetKey { game: id, .. } = RulesetKey::of_run(run);
    let Some(game) = id.as_deref().and_then(game) else { return Err(no_game(run, id)) };
    let verdict = game.of_run(run, |ruleset| ruleset.replay(run, None))?;
    let unreadable = || Problem::of(Code::InternalError);
    String::from_utf8(verdict).ok().and_then(|json| RawValue::from_string(json).ok()).ok_or_else(unreadable)
}
