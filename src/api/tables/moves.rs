//! `POST /v1/tables/{id}/moves`: plays moves.

use actix_web::{HttpRequest, web};
use serde_json::{Value as Json, json};

#[cfg(feature = "schemas")]
use super::document::{describe, example, example_table, id_in_path};
use super::errors::{id_of, problem};
use super::info::AnyTable;
use super::respond::{ResponseOptions, answer, count_news, load_if_long};
use crate::api::games::MAX_INLINE_BYTES;
use crate::api::http::body::Unparsed;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::response::JsonResponse;
use crate::api::schemas::union::union_schema;
#[cfg(feature = "schemas")]
use crate::api::schemas::union::{Games, Union};
use crate::api::shared::Shared;
use crate::engine::read::RulesetKey;
use crate::engine::table_request::PostedMoves;
use crate::engine::{Refusal, Ruleset, game};

/// Maximum number of moves per request that do not count as long work.
const MAX_CHEAP_MOVES: usize = 10;

/// Maximum number of moves of a game that is replayed outside the pool when it may end.
const MAX_INLINE_MOVES: usize = 200;

/// Moves that are posted.
#[cfg(feature = "schemas")]
const MOVES_REQUEST: Union = Union {
    of: Games::All,
    kind: "MovesRequest",
    name: |ruleset| ruleset.schemas().moves_request.name.into_owned(),
    gather: |ruleset, schemas| (ruleset.schemas().moves_request.gather)(schemas),
};

/// Moves at a table of any game.
pub(super) struct AnyMovesRequest;
union_schema!(
    AnyMovesRequest,
    "MovesRequest",
    MOVES_REQUEST,
    "Moves to make at a table of any game. The variants are distinguished by `game`."
);

#[cfg(feature = "schemas")]
fn example_moves() -> Json {
    let mv = example().and_then(|table| table.game.move_at(0));
    let mv: Json = mv.and_then(|mv| serde_json::from_str(mv.json()).ok()).unwrap_or_default();
    json!({ "game": "queensland", "after": 0, "moves": [mv] })
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<AnyMovesRequest, AnyTable> {
    let doc = describe(
        "make_moves",
        "Play moves at a table",
        "Plays moves of your seat; `after` is the number of moves that you know. The moves before the first illegal \
         one are played, and the response has the illegal one as `bad_move`; if it is the first, the response is 422. \
         Moves of another seat get 403 and are not played. The moves are on disk before the response is sent. If \
         other moves came first, the response is 412 `stale` with their number, unless they are choices of other \
         seats in the same simultaneous step. After the deadline of your seat, the response is 409 `deadline_passed`. \
         Repeating a request is safe: it plays nothing twice and has the same result. With `with_legal_moves`, the \
         response lists your legal moves after these moves, so that you need no other call if you move again. Robots move after the response: \
         receive their moves as events, or wait for them. The response to the last move of a ranked solitaire has the \
         receipt of its run.",
    );
    id_in_path(doc)
        .request_body::<AnyMovesRequest>(&example_moves())
        .ok::<AnyTable>(&example_table())
        .no_store()
        .errors(&["403", "404", "409", "410", "412", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    body: Unparsed<AnyMovesRequest>,
) -> Result<JsonResponse<AnyTable>, Problem> {
    // The whole request has arrived: later delays must not count toward the player's deadline.
    let arrived_at = shared.clock.now();
    let id = id_of(&id)?;
    let by = Client::of(&request).requester()?;
    let player = &by.player;
    load_if_long(&shared, &request, id).await?;
    let table = shared.tables.load(id).await.map_err(|why| problem(why, id))?;
    let ruleset = table.ruleset;
    let is_long = body.bytes.len() > MAX_INLINE_BYTES;
    let read = move || ruleset.posted_moves(&body.bytes).map_err(|why| unreadable(ruleset, &body.bytes, why));
    let PostedMoves { after, moves, with_legal_moves, with_text } = shared.work(&request, is_long, read).await?;
    let count = moves.len();
    // A repeated request stores nothing, so it passes while the limit is reached.
    let new = if table.has_post(player.id, after, &moves) { 0 } else { count };
    let counted = shared.count_stored(new, &request)?;
    if count > MAX_CHEAP_MOVES {
        shared.count_work(&request)?;
    }
    count_news(&shared, &table, after, &request)?;
    let is_long = is_long || table.move_count() > MAX_INLINE_MOVES;
    let in_pool = is_long.then(|| Client::of(&request).share());
    let posted = shared.tables.post(table, &by, after, moves, arrived_at, in_pool).await;
    let update = posted.map_err(|why| problem(why, id))?;
    if update.changed {
        counted.keep(update.bad_move.as_ref().map_or(count, |bad_move| bad_move.index));
    }
    answer(&shared, player, update, ResponseOptions { after: Some(after), with_legal_moves, with_text }).await
}

/// The problem of a body that does not match the schema of the table's game. If it names another game, that is the reason.
fn unreadable(ruleset: Ruleset, body: &[u8], why: Refusal) -> Problem {
    let RulesetKey { game: named, .. } = RulesetKey::of_run(body);
    let id = ruleset.facts().id;
    let Some(other) = named.filter(|named| named != id && game(named).is_some()) else { return why.into() };
    Problem::of_field(
        Code::Inconsistent,
        "/game",
        format_args!("must be {id:?}, the game of the table (got {other:?})"),
    )
}
