//! `POST /v1/tables/{id}/rematch`: creates the rematch of a table.

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

pub(super) fn doc() -> OperationDoc<(), AnyTable> {
    let doc = describe(
        "rematch",
        "Ask for a rematch",
        "Makes a table with the same terms once one is over, where the robots sit again and the others' seats are open. Whoever of \
         them asks for it after you sits down there; the last one begins the game.",
    );
    id_in_path(doc)
        .response::<AnyTable>("201", "The table is there.", &example_table())
        .another_response("200", "Another made it; you sit there.", &example_table())
        .with_location()
        .no_store()
        .errors(&["403", "404", "409", "422", "503"])
}

/// Makes the rematch of a table, or sits down at it if another made it.
pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<AnyTable>, Problem> {
    let id = id_of(&id)?;
    let player = Client::of(&request).player()?;
    let table = shared.tables.load(id).await.map_err(|why| problem(why, id))?;
    if table.ruleset.ranked().is_some() {
        return Err(Problem::new(Code::Inconsistent, "a solitaire has no rematch: make another table"));
    }
    if table.seat_of(player.id).is_none() {
        return Err(not_done(NotDone::NoSeat));
    }
    if !table.over() {
        return Err(Problem::new(Code::TableNotOver, Code::TableNotOver.meaning()));
    }
    let now = shared.clock.now();
    let seed = shared.seeds.sealed().map_err(|_| Problem::new(Code::InternalError, "no random bytes could be had"))?;
    let terms = TableTerms { seed, maker: player.id, made_at: now, listed: false, ..table.stored.terms.clone() };
    let occupant = |occupant| match occupant {
        Occupant::Player(other) if other != player.id => Occupant::Nobody,
        own_or_robot => own_or_robot,
    };
    let occupants = table.stored.state.seats.iter().map(|seat| occupant(seat.occupant)).collect();
    let new = TableToMake { ruleset: table.ruleset, terms, occupants, repeatable: None, rematch_of: Some(id) };
    let mut done = shared.tables.make(new).await.map_err(|why| problem(why, id))?;
    if !done.changed && done.table.seat_of(player.id).is_none() {
        let id = done.table.stored.id;
        done = shared.tables.join(id, player.id).await.map_err(|why| problem(why, id))?;
        done.changed = false;
    }
    created(&shared, &player, &done).await
}
