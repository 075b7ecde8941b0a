//! `GET /v1/players/{id}/export`: everything that is stored of a player, in a streamed response that is never whole in memory.
//!
//! Runs are read from the store in small pages, and each is unpacked in the pool, alternating with the work of others. The next is started
//! when the client has read the previous ones.

use std::time::Duration;
use std::vec;

use super::common::{oneself, tokens_of};
use super::document::{example_info, example_tokens};
use actix_web::http::header;
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream::{self, Stream, StreamExt as _};
use serde::Serialize;
use utoipa::ToSchema;

use super::info::{AverageInfo, PlayerInfo, RecordInfo};
use super::token_info::TokenInfo;
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::problem::{Code, Problem};
use crate::api::ratings::info::RatingInfo;
use crate::api::request::client::Client;
use crate::api::response::{JSON, json};
use crate::api::runs::{AnyStoredRun, RunInfo, embargoed_until};
use crate::api::shared::Shared;
use crate::caller::Caller;
use crate::limits::Limit;
use crate::pool::{Lane, PoolError};
use crate::rules::wire;
use crate::store::{PlayerId, RunId, StoreError, StoredRun};

/// Number of runs per read from the store.
const PAGE_SIZE: u32 = 8;
/// Delay before a retry while the pool is full. A response that has started cannot become an error.
const RETRY_DELAY: Duration = Duration::from_millis(250);

/// The stored data of a player. Tables have a list of their own.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct PlayerExport {
    /// The player.
    player: PlayerInfo,
    /// The player's tokens. The tokens themselves are not stored.
    tokens: Vec<TokenInfo>,
    /// Whether there is a recovery code, which is not stored itself.
    has_recovery_code: bool,
    /// The player's results at tables.
    records: Vec<RecordInfo>,
    /// The player's ratings in games for several seats.
    ratings: Vec<RatingInfo>,
    /// The averages of ranked games of all months, the newest first.
    averages: Vec<AverageInfo>,
    /// The runs with their moves, in the order of submission, including hidden runs.
    runs: Vec<AnyStoredRun>,
}

pub(super) fn doc() -> OperationDoc<(), PlayerExport> {
    let doc = operation(OperationInfo {
        id: "export_player".to_owned(),
        tag: "Players",
        summary: "Export all your data".to_owned(),
        description: "Returns the stored data of a player, with all runs and their moves. Tables are listed by `GET \
            /v1/players/{id}/tables`. The response can be long and is written while you read it: if it breaks off, \
            it is not valid JSON.",
    });
    let tokens = example_tokens();
    let (player, has_recovery_code) = (example_info(), tokens.has_recovery_code);
    let export = PlayerExport {
        player,
        tokens: tokens.tokens,
        has_recovery_code,
        records: Vec::new(),
        ratings: Vec::new(),
        averages: Vec::new(),
        runs: Vec::new(),
    };
    let description = "The player's id, or `me` for the player whose token is sent.";
    doc.path_parameter("id", description, wire::text("^([1-9][0-9]{0,18}|me)$", description, "1"))
        .ok::<PlayerExport>(&export)
        .no_store()
        .errors(&["403", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let known = oneself(&request, &id)?;
    let tokens = tokens_of(&shared, &known).await?;
    let player = PlayerInfo::from(known.player);
    let records = shared.store.records_of(player.id).await?.into_iter().map(RecordInfo::of).collect();
    let ratings = shared.store.ratings_of(player.id).await?.into_iter().map(RatingInfo::of).collect();
    let averages = shared.store.averages_of(player.id, u32::MAX).await?.into_iter().map(AverageInfo::of).collect();
    let caller = Client::of(&request).caller();
    shared.count(Limit::Work, caller, &request)?;
    let mut runs = Runs::of(shared, player.id, caller);
    // Errors before the first byte become a problem.
    let first = runs.next_part().await?;
    let export = PlayerExport {
        player,
        tokens: tokens.tokens,
        has_recovery_code: tokens.has_recovery_code,
        records,
        ratings,
        averages,
        runs: Vec::new(),
    };
    // The list of runs is last, and is left open.
    let mut head = json(&export);
    head.truncate(head.len().saturating_sub(END.len()));
    let parts = stream::iter([Ok(head.into())]).chain(runs.parts(first));
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"funhouse-export.json\""))
        .content_type(JSON)
        .streaming(parts))
}

/// Closes the list of runs and the export.
const END: &[u8] = b"]}";

/// The runs of a player that are still to be written.
struct Runs {
    shared: web::Data<Shared>,
    player: PlayerId,
    caller: Caller,
    page: vec::IntoIter<StoredRun>,
    /// The last run that was written; `RunId(0)` before the first.
    last: RunId,
}

impl Runs {
    fn of(shared: web::Data<Shared>, player: PlayerId, caller: Caller) -> Self {
        Self { shared, player, caller, page: Vec::new().into_iter(), last: RunId(0) }
    }

    /// The next run as JSON, after a comma if it is not the first; none after the last.
    async fn next_part(&mut self) -> Result<Option<Bytes>, Problem> {
        if self.page.len() == 0 {
            self.page = self.shared.store.whole_runs_of(self.player, self.last, PAGE_SIZE).await?.into_iter();
        }
        // Removed from the page once it is written, so that it can be retried.
        let Some(run) = self.page.as_slice().first().cloned() else { return Ok(None) };
        let (id, is_first) = (run.summary.id, self.last == RunId(0));
        let closed = self.shared.closed_days(run.summary.category.class.is_daily()).await?;
        let until = embargoed_until(&run, closed);
        let write = move || -> Result<Bytes, Problem> {
            let run = json(&AnyStoredRun(RunInfo::of(run, until, true, closed)?));
            let comma: &[u8] = if is_first { b"" } else { b",\n" };
            Ok([comma, &run].concat().into())
        };
        let written = self.shared.pool.run(Lane::Rest, self.caller, write).await.map_err(|why| pool_error(&why))??;
        self.page.next();
        self.last = id;
        Ok(Some(written))
    }

    /// All parts from this one on, and the end.
    fn parts(self, first: Option<Bytes>) -> impl Stream<Item = Result<Bytes, Problem>> {
        stream::unfold((Some(self), first), |(runs, ready)| async move {
            let mut runs = runs?;
            let part = match ready {
                Some(ready) => Ok(Some(ready)),
                None => runs.next_part_with_retries().await,
            };
            Some(match part {
                Ok(Some(part)) => (Ok(part), (Some(runs), None)),
                Ok(None) => (Ok(Bytes::from_static(END)), (None, None)),
                // The connection is closed, so that the client notices that the export is incomplete.
                Err(problem) => (Err(problem), (None, None)),
            })
        })
    }

    /// The next part, retried while the pool is full.
    async fn next_part_with_retries(&mut self) -> Result<Option<Bytes>, Problem> {
        loop {
            match self.next_part().await {
                Err(problem) if problem.code == Code::Busy => actix_web::rt::time::sleep(RETRY_DELAY).await,
                part => return part,
            }
        }
    }
}

fn pool_error(why: &PoolError) -> Problem {
    match why {
        PoolError::Full | PoolError::ShareFull => Problem::of_store(&StoreError::Busy),
        PoolError::Panicked(_) => Problem::of(Code::InternalError),
    }
}
