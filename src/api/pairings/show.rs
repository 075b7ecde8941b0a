//! `GET /v1/pairings/{id}`: shows a request for opponents, at once or when it has led to a table.

use std::time::Duration;

use actix_web::{HttpRequest, web};
use serde::Deserialize;
use tokio::time::{Instant, timeout_at};

use super::info::{PairingInfo, id_of};
#[cfg(feature = "schemas")]
use super::info::{describe, example, id_in_path};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::request::client::{Client, unauthorized};
use crate::api::request::query::{self, Query};
use crate::api::response::JsonResponse;
use crate::api::response::event_stream::too_many_listeners;
use crate::api::shared::Shared;
use crate::api::tables::problem;
#[cfg(feature = "schemas")]
use crate::rules::wire;
use crate::store::TableId;
use crate::streams::OfPlayer;

/// Maximum number of seconds that a request waits for a table.
const MAX_WAIT: usize = 30;

/// The query of a request for opponents.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct PairingQuery {
    #[serde(default, deserialize_with = "query::up_to::<_, MAX_WAIT>")]
    wait: Option<usize>,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), PairingInfo> {
    let doc = describe(
        "get_pairing",
        "Get a request for opponents",
        "Returns your request, with `table` as soon as there is one. Each call shows that you still wait. With `wait`, the response is sent when \
         the table begins, or after that number of seconds. 404 means that the request has ended.",
    );
    let wait = "The maximum number of seconds to wait for a table, at most 30.";
    id_in_path(doc)
        .query("wait", wait, wire::integer_schema(wait, 0, MAX_WAIT as u64))
        .ok::<PairingInfo>(&example(Some(TableId(0x4f1c_9a2b_7d3e_8f60))))
        .no_store()
        .errors(&["404", "429", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    Query(PairingQuery { wait }): Query<PairingQuery>,
) -> Result<JsonResponse<PairingInfo>, Problem> {
    let (id, client) = (id_of(&id)?, Client::of(&request));
    let player = client.clone().player()?.id;
    let read = async || shared.tables.pairing(player, id).await.map_err(|why| problem(why, TableId(0)));
    let mut pairing = read().await?;
    if let Some(wait) = wait.filter(|wait| *wait > 0 && pairing.table.is_none()) {
        let token = client.hash().ok_or_else(|| unauthorized("the token is unknown"))?;
        let news = shared.tables.streams().listen(OfPlayer(player, token), client.address());
        let mut news = news.ok_or_else(too_many_listeners)?;
        let until = Instant::now() + Duration::from_secs(wait as u64);
        // The start of the table is an event of the player. One before the listener began is found by the first read.
        pairing = read().await?;
        while pairing.table.is_none() && matches!(timeout_at(until, news.changed()).await, Ok(true)) {
            pairing = read().await?;
        }
        drop(news);
        if let Some(refusal) = client.refusal_by_now(&shared.store, shared.clock.now()).await? {
            return Err(refusal);
        }
    }
    Ok(JsonResponse::no_store(&pairing.into()))
}
