//! `GET /v1/contests/{id}/export`: everything by which anyone can verify a contest, in a streamed response.

use std::collections::VecDeque;
use std::sync::Arc;

use actix_web::http::header;
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream::{self, StreamExt as _};
use serde::Serialize;

use super::common::{named, problem};
#[cfg(feature = "schemas")]
use super::document::{describe, example_contest, id_in_path};
use super::info::ContestInfo;
use super::standings::{StandingInfo, info, names};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::response::{JSON, json};
use crate::api::runs::{self, AnyRun, StoredMoves};
use crate::api::schemas;
use crate::api::shared::Shared;
use crate::contests::{ContestTable, EntryResult, result_of};
use crate::rules::wire::ToSchema;
use crate::store::{PlayerId, RunId};

/// Number of standings in a part of the response.
const STANDINGS_PER_PART: usize = 100;

/// Everything by which anyone can verify a contest.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct ContestExport {
    contest: ContestInfo,
    /// The entries of the closed rounds that are not void.
    entries: Vec<EntryInfo>,
    /// The standings, the best first.
    standings: Vec<StandingInfo>,
}

/// What an entry counts as: the finished run, an unfinished game, or nothing, because its run is hidden or its player is banned.
#[derive(Clone, Copy, Debug, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
enum EntryStatus {
    Finished,
    Unfinished,
    Hidden,
}

/// The entry of a player in a round.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = ContestRoundEntry)]
struct EntryInfo {
    #[schema(minimum = 1, maximum = 12)]
    round: u8,
    /// The player's id.
    #[schema(value_type = schemas::PlayerNumber)]
    player: PlayerId,
    #[schema(inline)]
    status: EntryStatus,
    /// The run, as `replay` takes it. Absent unless the status is `finished`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<AnyRun>)]
    run: Option<StoredMoves>,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), ContestExport> {
    let doc = describe(
        "export_contest",
        "Export a contest",
        "Returns what is needed to verify the closed rounds of a contest: seeds, commitments, all runs with their moves, and the standings. \
         `funhouse verify contest` checks the file without the service. The response can be long and is written while you read it: if it breaks \
         off, it is not valid JSON.",
    );
    let example = ContestExport { contest: example_contest(), entries: Vec::new(), standings: Vec::new() };
    id_in_path(doc).ok::<ContestExport>(&example).no_store().errors(&["404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    shared.count_work(&request)?;
    let contest = named(&shared, &id).await?;
    let table = shared.contests.standings(&contest, shared.days.time().await?.now).await.map_err(problem)?;
    let mut head = json(&serde_json::json!({ "contest": ContestInfo::of(contest, None) }));
    head.pop();
    head.extend_from_slice(b",\"entries\":[");
    let export = Export {
        entries: table.entries.keys().copied().collect(),
        shared: shared.get_ref().clone(),
        table,
        is_first: true,
        line: None,
    };
    let rest = stream::unfold(Some(export), |export| async move {
        let mut export = export?;
        match export.next_part().await {
            Ok(part) => part.map(|part| (Ok(part), Some(export))),
            // The connection is closed, so that the client notices that the export is incomplete.
            Err(problem) => Some((Err(problem), None)),
        }
    });
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"funhouse-contest.json\""))
        .content_type(JSON)
        .streaming(stream::iter([Ok(Bytes::from(head))]).chain(rest)))
}

/// An export of which the rest is still to be written.
struct Export {
    shared: Shared,
    table: Arc<ContestTable>,
    /// The entries that are still to be written.
    entries: VecDeque<(u8, PlayerId)>,
    /// Whether the next element is the first of its list.
    is_first: bool,
    /// The line of the next place; none while entries are written.
    line: Option<usize>,
}

impl Export {
    /// Returns the next part; none after the last.
    async fn next_part(&mut self) -> Result<Option<Bytes>, Problem> {
        if let Some(key) = self.entries.pop_front() {
            let text = json(&self.entry(key).await?);
            return Ok(Some(self.element(text)));
        }
        let Some(line) = self.line else {
            (self.line, self.is_first) = (Some(0), true);
            return Ok(Some(Bytes::from_static(b"],\"standings\":[")));
        };
        let all = &self.table.standings;
        let end = line.saturating_add(STANDINGS_PER_PART).min(all.len());
        let Some(page) = all.get(line..end) else { return Ok(None) };
        let names = names(&self.shared, page).await?;
        let places: Vec<Vec<u8>> = page.iter().map(|place| json(&info(place, &self.table, &names))).collect();
        let mut part = Vec::new();
        for place in places {
            part.extend_from_slice(&self.element(place));
        }
        self.line = Some(end);
        if end == self.table.standings.len() {
            part.extend_from_slice(b"]}");
            self.line = Some(usize::MAX);
        }
        Ok(Some(part.into()))
    }

    /// Returns the text of an element, after a comma if it is not the first.
    fn element(&mut self, text: Vec<u8>) -> Bytes {
        let comma: &[u8] = if std::mem::take(&mut self.is_first) { b"" } else { b",\n" };
        [comma, &text].concat().into()
    }

    async fn entry(&self, (round, player): (u8, PlayerId)) -> Result<EntryInfo, Problem> {
        let entry = self.table.entries.get(&(round, player));
        let (status, run) = match entry.map(result_of) {
            Some(EntryResult::Finished(_)) => (EntryStatus::Finished, entry.and_then(|entry| entry.run)),
            Some(EntryResult::Unfinished) => (EntryStatus::Unfinished, None),
            Some(EntryResult::Hidden) | None => (EntryStatus::Hidden, None),
        };
        let run = match run {
            Some(run) => Some(self.run(run.id).await?),
            None => None,
        };
        Ok(EntryInfo { round, player, status, run })
    }

    async fn run(&self, id: RunId) -> Result<StoredMoves, Problem> {
        let run = runs::named(&self.shared, &id.to_string()).await?;
        StoredMoves::of(run)
    }
}
