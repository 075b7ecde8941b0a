//! `DELETE /v1/tables/{id}/seats/{seat}`: leaves a seat.

use std::sync::Arc;
use std::time::Duration;
use std::borrow::Cow;

use actix_web::http::{Method, header};
use actix_web::http::header::HeaderValue;
use actix_web::{HttpRequest, HttpResponse, rt, web};
use serde::{Deserialize, Serialize};
use sha2::{Digest as _, Sha256};
use serde_json::{Value as Json, json};
use serde_json::value::RawValue;
use utoipa::ToSchema;
use utoipa::openapi::schema::{ObjectBuilder, Type};
use utoipa::openapi::{RefOr, Schema};

use crate::api::endpoint::Endpoint;
use crate::api::games::MAX_INLINE_BYTES;
use crate::api::http::body::Unparsed;
use crate::api::players::{idempotency_key, oneself};
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::request::{cursor, query};
use crate::api::request::cursor::Cursor;
use crate::api::response::picture::PictureFormat;
use crate::api::response::{JSON, JsonRepresentation, JsonResponse, Representation, add_vary, json, picture, raw};
use crate::api::{runs, schemas};
use crate::api::runs::{no_game, Receipt};
use crate::api::shared::{MAX_CHEAP_MOVES, Shared};
use crate::caller::Caller;
use crate::engine::order::{PostedMoves, SeatOrder, TableOrder, pace_schema};
use crate::engine::read::RulesetKey;
use crate::engine::table_game::MoveError;
use crate::engine::{Ruleset, game};
use crate::limits::Limit;
use crate::pool;
use crate::store::calendar::{ClosedDays, Day, Timestamp};
use crate::store::{Occupant, Player, RepeatableTable, RunOfTable, Sealing, StoreError, StoredTable, TableId, TablePlace, TableTerms, MovedBy, StoredMove, TableSeat, TableState, TableStatus, Ending, SeedClass};
use crate::tables::step::NotDone;
use crate::tables::table::{Table, commitment};
use crate::tables::{Done, Failure, FinishedRun, Listener, TableToMake};
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::schemas::examples;
use crate::engine::schema::{NamedSchema, RulesetSchemas};
use crate::rules::game::{Seat, Viewer};
use crate::rules::wire;
use crate::api::schemas::player_name::PlayerName;
use crate::api::schemas::union::{Games, Union};
use crate::engine::answer::BadMove;
use crate::rules::chance::Seed;
use super::info::{AnyTable, Look, MOST_NEWS, MoveInfo, SeatInfo, TableInfo};
use super::document::{id_in_path, describe, example, example_table, pages, seat_in_path};
use super::schema::{TableNumber, commitment_schema, moment, of_any_game};
use super::errors::{embargoed, id_of, not_done, problem, seat_of, too_many_listeners};
use super::respond::{answer, closed_days, count_news, look, created};
use super::list::{TableList, page};

pub(super) fn doc() -> OperationDoc {
    let doc =
        describe("stand_up", "Leave a table", "Leaves a table that has not begun. When nobody is left it is put away.");
    seat_in_path(doc).empty_response("204", "Your seat is open.").no_store().errors(&["403", "404", "409", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, seat) = (id_of(&path.0)?, seat_of(&path.1)?);
    let player = Client::of(&request).player()?;
    shared.tables.stand_up(id, player.id, seat).await.map_err(|why| problem(why, id))?;
    Ok(HttpResponse::NoContent().finish())
}
