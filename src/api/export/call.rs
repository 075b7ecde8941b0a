//! The HTTP call of an export.

use std::time::Duration;

use actix_web::http::header;
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
use futures_util::stream::{self, Stream, StreamExt as _};

use super::writer::{Export, PlayerExport, Source};
use crate::api::apps;
#[cfg(feature = "schemas")]
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::players::oneself;
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::response::JSON;
use crate::api::shared::Shared;
use crate::rules::wire;
use crate::store::{Player, TokenId};

/// Delay before a retry while the pool is full. A response that has started cannot become an error.
const RETRY_DELAY: Duration = Duration::from_millis(250);

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), PlayerExport> {
    let doc = operation(OperationInfo {
        id: "export_player".to_owned(),
        tag: "Players",
        summary: "Export all your data".to_owned(),
        description: "Returns the stored data of a player, with all runs and their moves, and all tables as the player can see \
            them. The response can be long and is written while you read it: if it breaks off, it is not valid JSON.",
    });
    let description = "The player's id, or `me` for the player whose token is sent.";
    doc.path_parameter("id", description, wire::text("^([1-9][0-9]{0,18}|me)$", description, "1"))
        .ok::<PlayerExport>(&PlayerExport::example())
        .no_store()
        .errors(&["403", "503"])
}

#[cfg(feature = "schemas")]
pub(super) fn doc_of_user() -> OperationDoc<(), PlayerExport> {
    let doc = apps::describe(
        "export_user",
        "Export the data of a user of your app",
        "Returns the stored data of a player for whom the app acts, as `GET /v1/players/{id}/export` does for players themselves.",
    );
    apps::user_in_path(doc).ok::<PlayerExport>(&PlayerExport::example()).no_store().errors(&["404", "409", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let known = oneself(&request, &id)?;
    streamed(&request, &shared, known.player, Some(known.id)).await
}

pub(super) async fn handle_of_user(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, user) = path.into_inner();
    let app = apps::oneself(&request, &id)?;
    let player = apps::acted_for(&shared, app.id, apps::valid_user(user)?).await?;
    streamed(&request, &shared, player, None).await
}

/// The export of a player as a streamed response. `current` is the token of the request, if it is the player's.
async fn streamed(
    request: &HttpRequest,
    shared: &Shared,
    player: Player,
    current: Option<TokenId>,
) -> Result<HttpResponse, Problem> {
    shared.count_work(request)?;
    let share = Client::of(request).share();
    let source = Source { store: shared.store.clone(), pool: shared.pool.clone(), days: shared.days.clone(), share };
    let (mut export, head) = Export::begin(source, player, current).await?;
    // Errors before the first byte become a problem.
    let first = export.next_part().await?;
    let begun = stream::iter([Ok(head)].into_iter().chain(first.map(Ok)));
    Ok(HttpResponse::Ok()
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .insert_header((header::CONTENT_DISPOSITION, "attachment; filename=\"funhouse-export.json\""))
        .content_type(JSON)
        .streaming(begun.chain(rest(export))))
}

/// All parts from this one on.
fn rest(export: Export) -> impl Stream<Item = Result<Bytes, Problem>> {
    stream::unfold(Some(export), |export| async move {
        let mut export = export?;
        match next_part_with_retries(&mut export).await {
            Ok(part) => part.map(|part| (Ok(part), Some(export))),
            // The connection is closed, so that the client notices that the export is incomplete.
            Err(problem) => Some((Err(problem), None)),
        }
    })
}

/// The next part, retried while the pool is full.
async fn next_part_with_retries(export: &mut Export) -> Result<Option<Bytes>, Problem> {
    loop {
        match export.next_part().await {
            Err(problem) if problem.code == Code::Busy => actix_web::rt::time::sleep(RETRY_DELAY).await,
            part => return part,
        }
    }
}
