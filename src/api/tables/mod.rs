//! Tables: games that the service holds, so that nobody knows what comes next.

mod document;
mod events;
mod shape;

use actix_web::http::Method;
use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, rt, web};
use serde::Deserialize;
use sha2::{Digest as _, Sha256};
use std::sync::Arc;
use std::time::Duration;

use self::document::{
    doc_of_events, doc_of_leave, doc_of_list, doc_of_make, doc_of_moves, doc_of_own, doc_of_picture, doc_of_rematch,
    doc_of_resign, doc_of_run, doc_of_show, doc_of_sit,
};
use self::shape::{AnyMovesRequest, AnyTable, AnyTableRequest, Look, TableInfo, TableList, TableRun};
use super::body::Unparsed;
use super::client::Client;
use super::cursor::{self, Cursor};
use super::endpoint::Endpoint;
use super::game::MAX_INLINE_BYTES;
use super::picture::PictureFormat;
use super::players::{idempotency_key, oneself};
use super::problem::{Code, Problem};
use super::query;
use super::response::{JSON, JsonRepresentation, JsonResponse, Representation, add_vary, json};
use super::runs::{self, no_game};
use super::shared::{MAX_CHEAP_MOVES, Shared};
use crate::caller::Caller;
use crate::engine::order::{PostedMoves, SeatOrder, TableOrder};
use crate::engine::read::RulesetKey;
use crate::engine::table_game::MoveError;
use crate::engine::{Ruleset, game};
use crate::limits::Limit;
use crate::pool;
use crate::store::calendar::ClosedDays;
use crate::store::{
    Occupant, Player, RepeatableTable, RunOfTable, Sealing, StoreError, StoredTable, TableId, TablePlace, TableTerms,
};
use crate::tables::step::NotDone;
use crate::tables::table::Table;
use crate::tables::{Done, Failure, FinishedRun, Listener, TableToMake};

/// For how many seconds an `Idempotency-Key` is remembered.
const REPEATABLE_SECONDS: i64 = 24 * 60 * 60;
/// The most seconds that a GET waits for news.
const MOST_WAIT: u64 = 30;
/// More moves than these, posted at once, are counted as work.
const MOST_CHEAP_MOVES: usize = 10;
/// News of more moves than these is counted as work.
const MAX_CHEAP_NEWS: usize = 100;
/// A game with more moves than these is replayed in the pool when it may end.
const MOST_INLINE_MOVES: usize = 200;

/// The endpoints of tables.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new(Method::POST, "/v1/tables", make, doc_of_make).needs_token(),
        Endpoint::new(Method::GET, "/v1/tables", list, doc_of_list),
        Endpoint::untyped(Method::GET, "/v1/tables/{id}", || web::to(show), || doc_of_show().build()),
        Endpoint::new(Method::POST, "/v1/tables/{id}/moves", post, doc_of_moves).needs_token(),
        Endpoint::untyped(
            Method::GET,
            "/v1/tables/{id}/events",
            || web::to(events::stream),
            || doc_of_events().build(),
        ),
        Endpoint::new(Method::GET, "/v1/tables/{id}/picture", picture, doc_of_picture),
        Endpoint::new(Method::POST, "/v1/tables/{id}/seats/{seat}", sit, doc_of_sit).needs_token(),
        Endpoint::new(Method::DELETE, "/v1/tables/{id}/seats/{seat}", leave, doc_of_leave).needs_token(),
        Endpoint::new(Method::POST, "/v1/tables/{id}/resignation", resign, doc_of_resign).needs_token(),
        Endpoint::new(Method::POST, "/v1/tables/{id}/rematch", rematch, doc_of_rematch).needs_token(),
        Endpoint::new(Method::GET, "/v1/tables/{id}/run", run, doc_of_run),
        Endpoint::new(Method::GET, "/v1/players/{id}/tables", own, doc_of_own).needs_token(),
    ]
}

fn unknown(id: &str) -> Problem {
    Problem::new(Code::UnknownTable, format_args!("there is no table {id:?}"))
}

/// The number of the table that a path names.
fn id_of(text: &str) -> Result<TableId, Problem> {
    text.parse().map_err(|()| unknown(text))
}

/// The problem of what was not done at a table.
fn problem(why: Failure, id: TableId) -> Problem {
    match why {
        Failure::Unknown => unknown(&id.to_string()),
        Failure::NotDone(why) => not_done(why),
        Failure::TooManyTables(most) => {
            let detail = format!("you sit at as many tables that are not over as you may: {most}");
            Problem::new(Code::TooManyTables, detail)
        }
        Failure::HasOpen(open) => Problem::new(Code::TableOpen, Code::TableOpen.meaning()).with_table(open),
        Failure::Banned => Problem::banned(),
        Failure::OtherRequest => {
            Problem::new(Code::IdempotencyKeyReused, "the Idempotency-Key came before with another request")
        }
        Failure::Store(error) => error.into(),
        Failure::Pool(pool::NotDone::Full | pool::NotDone::ShareFull) => StoreError::Busy.into(),
        Failure::Pool(pool::NotDone::Died(why)) => {
            tracing::error!(target: "funhouse::tables", table = %id, why, "work at a table panicked");
            Problem::new(Code::InternalError, Code::InternalError.meaning())
        }
        Failure::NoRandom => Problem::new(Code::InternalError, "no random bytes could be had"),
    }
}

fn not_done(why: NotDone) -> Problem {
    let of = |code: Code| Problem::new(code, code.meaning());
    match why {
        NotDone::NotBegun => of(Code::TableNotBegun),
        NotDone::Begun => of(Code::TableBegun),
        NotDone::Over => of(Code::TableOver),
        NotDone::DayClosed => of(Code::DayClosed),
        NotDone::NoSeat => of(Code::NotSeated),
        NotDone::Left => of(Code::SeatLeft),
        NotDone::Late => of(Code::DeadlinePassed),
        NotDone::UnknownSeat => Problem::new(Code::NotFound, "the table has no such seat"),
        NotDone::SeatTaken => of(Code::SeatTaken),
        NotDone::SeatedElsewhere => Problem::new(Code::SeatTaken, "you have another seat at this table"),
        NotDone::Stale(moves) => Problem::new(Code::Stale, format_args!("{moves} moves were made")).with_moves(moves),
        NotDone::Ahead(moves) => {
            let detail = format!("{moves} moves were made, and no more");
            Problem::new(Code::Inconsistent, &detail).at("/after", "inconsistent", &detail).with_moves(moves)
        }
        NotDone::Refused(MoveError::Illegal(illegal)) => Problem::illegal_move(&illegal, "/moves/0"),
        NotDone::OfAnotherSeat(index, seat) => {
            let detail = format!("the move is of seat {seat}, which is not yours");
            Problem::new(Code::NotSeated, &detail).at(format_args!("/moves/{index}/seat"), "not_seated", &detail)
        }
        NotDone::TooManyMoves => of(Code::TooManyMoves),
        // What is posted was read by its schema, and its seats were compared.
        NotDone::Refused(why @ (MoveError::NotOfSchema(_) | MoveError::OfAnotherSeat(_))) => {
            tracing::error!(target: "funhouse::tables", ?why, "a move that was read cannot be made");
            of(Code::InternalError)
        }
        NotDone::Unreadable(why) => {
            tracing::error!(target: "funhouse::tables", why, "a table cannot be read");
            Problem::new(Code::InternalError, "the table cannot be read")
        }
    }
}

/// A table as the player who sent a request sees it.
fn look(player: Option<&Player>, table: &Table, closed: ClosedDays) -> Look {
    Look { viewer: table.viewer(player.map(|player| player.id)), closed, with_legal_moves: false, after: None }
}

/// The closed days, as far as they matter for a table.
async fn closed_days(shared: &Shared, table: &Table) -> Result<ClosedDays, Problem> {
    shared.closed_days(table.day().is_some()).await
}

async fn make(
    request: HttpRequest,
    shared: web::Data<Shared>,
    body: Unparsed<AnyTableRequest>,
) -> Result<JsonResponse<AnyTable>, Problem> {
    let player = Client::of(&request).player()?;
    let key = idempotency_key(&request)?;
    let RulesetKey { game: named, .. } = RulesetKey::of_run(&body.bytes);
    let Some(game) = named.as_deref().and_then(game) else { return Err(no_game(&body.bytes, named)) };
    let (ruleset, order): (&'static dyn Ruleset, TableOrder) = {
        let mut found = None;
        let order = game.of_run(&body.bytes, |ruleset| {
            found = game.version(ruleset.facts().rules);
            ruleset.table_order(&body.bytes)
        })?;
        (found.unwrap_or(game.newest()), order)
    };
    // Each is kept for good.
    shared.count(Limit::Work, Caller::player(player.id), &request)?;
    let now = shared.clock.now();
    let random = |_| Problem::new(Code::InternalError, "no random bytes could be had");
    let (seed, sealing) = if order.daily {
        let today = shared.days.today().await?;
        today.confirmed()?;
        (shared.seeds.sealed_daily(today.day, ruleset.facts().id), Some(Sealing::Daily(today.day)))
    } else {
        let sealing = ruleset.ranked().map(|_| Sealing::Own);
        (shared.seeds.sealed().map_err(random)?, sealing)
    };
    let repeatable = key.map(|key| RepeatableTable {
        key: Sha256::digest(format!("{}\n{key}", player.id)).into(),
        request: Sha256::digest(&body.bytes).into(),
        until: now.plus_seconds(REPEATABLE_SECONDS),
    });
    let occupant = |order: &SeatOrder| match order {
        SeatOrder::You => Occupant::Player(player.id),
        SeatOrder::Open => Occupant::Vacant,
        SeatOrder::Robot => Occupant::Robot,
    };
    let terms = TableTerms {
        game: ruleset.facts().id.to_owned(),
        rules: ruleset.facts().rules,
        options: order.options,
        seed,
        sealing,
        listed: order.listed,
        pace: order.pace,
        maker: player.id,
        made_at: now,
    };
    let occupants = order.seats.iter().map(occupant).collect();
    let table = TableToMake { ruleset, terms, occupants, repeatable, rematch_of: None };
    let done = shared.tables.make(table).await.map_err(|why| problem(why, TableId(0)))?;
    made(&shared, &player, &done).await
}

/// The answer with a table that was made, now or before.
async fn made(shared: &Shared, player: &Player, done: &Done) -> Result<JsonResponse<AnyTable>, Problem> {
    let closed = closed_days(shared, &done.table).await?;
    let answer = AnyTable(TableInfo::of(&done.table, look(Some(player), &done.table, closed)));
    let location = format!("/v1/tables/{}", done.table.stored.id);
    Ok(if done.changed {
        JsonResponse::created(location, &answer)
    } else {
        JsonResponse::no_store(&answer).location(location)
    })
}

/// The query of a table.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TableQuery {
    after: Option<usize>,
    wait: Option<u64>,
    #[serde(default)]
    with_legal_moves: bool,
}

/// Counts work for a caller who knows of so few moves at a table that there is much news.
fn count_news(
    shared: &Shared,
    table: &Table,
    after: usize,
    caller: Caller,
    request: &HttpRequest,
) -> Result<(), Problem> {
    let is_much = table.move_count().saturating_sub(after) > MAX_CHEAP_NEWS;
    if is_much { shared.count(Limit::Work, caller, request) } else { Ok(()) }
}

async fn show(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    web::Query(TableQuery { after, wait, with_legal_moves }): web::Query<TableQuery>,
) -> Result<HttpResponse, Problem> {
    let id = id_of(&id)?;
    let client = Client::of(&request);
    let player = client.clone().known_player()?;
    if wait.is_some_and(|wait| wait > MOST_WAIT) {
        return Err(query::invalid("wait", format_args!("at most {MOST_WAIT} seconds are waited")));
    }
    let mut table = shared.tables.load(id).await.map_err(|why| problem(why, id))?;
    if let Some(after) = after {
        count_news(&shared, &table, after, client.caller(), &request)?;
    }
    let represent = async |table: &Table| {
        let closed = closed_days(&shared, table).await?;
        let look = Look { with_legal_moves, after, ..look(player.as_ref(), table, closed) };
        Ok::<_, Problem>(Representation::new(json(&TableInfo::of(table, look)).into()))
    };
    let mut shown = represent(&table).await?;
    if let Some(wait) = wait.filter(|wait| *wait > 0) {
        let has_news = match after {
            Some(after) => table.move_count() > after,
            None => request.headers().contains_key(header::IF_NONE_MATCH) && !shown.is_known(&request),
        };
        if !has_news && !table.over() {
            let mut news =
                shared.tables.listen(&table, client.address(), Listener::Wait).ok_or_else(too_many_listeners)?;
            let first = table.tag();
            let unchanged = |table: Arc<Table>| table.tag() == first;
            let waiting = async { while news.table().is_none_or(unchanged) && news.changed().await {} };
            // When time is up, the current table is shown.
            let _ = rt::time::timeout(Duration::from_secs(wait), waiting).await;
            drop(news);
            if let Some(refusal) = client.refusal_by_now(&shared.store).await? {
                return Err(refusal);
            }
            table = shared.tables.load(id).await.map_err(|why| problem(why, id))?;
            shown = represent(&table).await?;
        }
    }
    Ok(shown.respond(&request, JSON))
}

fn too_many_listeners() -> Problem {
    let problem = Problem::new(Code::TooManyListeners, Code::TooManyListeners.meaning());
    problem.with_header(header::RETRY_AFTER, HeaderValue::from_static("5"))
}

async fn post(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    body: Unparsed<AnyMovesRequest>,
) -> Result<JsonResponse<AnyTable>, Problem> {
    // The whole request has arrived: what it waits for from here on is not the player's doing.
    let arrived_at = shared.clock.now();
    let id = id_of(&id)?;
    let player = Client::of(&request).player()?;
    let table = shared.tables.load(id).await.map_err(|why| problem(why, id))?;
    let ruleset = table.ruleset;
    let RulesetKey { game: named, .. } = RulesetKey::of_run(&body.bytes);
    if let Some(other) = named.filter(|named| named != ruleset.facts().id && game(named).is_some()) {
        let detail = format!("the table is one of {}, not of {other}", ruleset.facts().id);
        return Err(Problem::new(Code::Inconsistent, &detail).at("/game", "inconsistent", &detail));
    }
    let dear = body.bytes.len() > MAX_INLINE_BYTES;
    let read = move || ruleset.posted_moves(&body.bytes);
    let PostedMoves { after, moves } = shared.work(&request, dear, read).await?;
    if moves.len() > MOST_CHEAP_MOVES {
        shared.count(Limit::Work, Caller::player(player.id), &request)?;
    }
    count_news(&shared, &table, after, Caller::player(player.id), &request)?;
    let dear = dear || table.move_count() > MOST_INLINE_MOVES;
    let posted = shared.tables.post(id, player.id, after, moves, arrived_at, dear).await;
    let done = posted.map_err(|why| problem(why, id))?;
    answer(&shared, &player, done, Some(after)).await
}

/// The answer with a table at which something was done, with the news after those that are known and the receipt of its run.
async fn answer(
    shared: &Shared,
    player: &Player,
    done: Done,
    after: Option<usize>,
) -> Result<JsonResponse<AnyTable>, Problem> {
    let Done { table, run, bad_move, .. } = done;
    // What was done is done: if the days cannot be read now, the table is shown as on its day.
    let closed = closed_days(shared, &table).await.unwrap_or(ClosedDays::NONE);
    let info = TableInfo::of(&table, Look { after, ..look(Some(player), &table, closed) });
    // A run of a solitaire is of the player who made its last move.
    let stored = match run {
        Some(FinishedRun::New(run, RunOfTable { id, same_as })) => {
            let class = run.category.class;
            Some(run.into_stored(id, class, same_as, player.clone()))
        }
        // The response does not depend on whether an earlier run can be read now.
        Some(FinishedRun::Before(id)) => shared.store.run(id).await.ok().flatten(),
        None => None,
    };
    let receipt = match stored {
        Some(stored) => runs::receipt(shared, stored, closed).await.ok(),
        None => None,
    };
    Ok(JsonResponse::no_store(&AnyTable(info.with_receipt(receipt).with_bad_move(bad_move))))
}

async fn picture(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let format = PictureFormat::negotiate(&request)?;
    let id = id_of(&id)?;
    let player = Client::of(&request).known_player()?;
    let table = shared.tables.load(id).await.map_err(|why| problem(why, id))?;
    let look = look(player.as_ref(), &table, closed_days(&shared, &table).await?);
    if !table.begun() {
        return Err(not_done(NotDone::NotBegun));
    }
    if !look.may_see(&table) {
        return Err(embargoed(&table));
    }
    let drawn = format.render(&table.game.scene(look.viewer));
    let mut response = format.respond(drawn);
    add_vary(response.headers_mut(), &header::ACCEPT);
    Ok(response)
}

/// The problem of a sealed daily game that is shown to its player alone.
fn embargoed(table: &Table) -> Problem {
    let until = table.day().map(|day| day.end().to_string()).unwrap_or_default();
    Problem::new(Code::Embargoed, format_args!("a sealed daily game is shown to its player only, until {until}"))
}

async fn sit(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<JsonResponse<AnyTable>, Problem> {
    let (id, seat) = (id_of(&path.0)?, seat_of(&path.1)?);
    let player = Client::of(&request).player()?;
    let done = shared.tables.sit(id, player.id, seat).await.map_err(|why| problem(why, id))?;
    answer(&shared, &player, done, None).await
}

async fn leave(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, seat) = (id_of(&path.0)?, seat_of(&path.1)?);
    let player = Client::of(&request).player()?;
    shared.tables.stand_up(id, player.id, seat).await.map_err(|why| problem(why, id))?;
    Ok(HttpResponse::NoContent().finish())
}

fn seat_of(text: &str) -> Result<usize, Problem> {
    let seat = text.parse().ok().filter(|seat: &usize| seat.to_string() == text);
    seat.ok_or_else(|| not_done(NotDone::UnknownSeat))
}

async fn resign(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<AnyTable>, Problem> {
    let id = id_of(&id)?;
    let player = Client::of(&request).player()?;
    let done = shared.tables.resign(id, player.id).await.map_err(|why| problem(why, id))?;
    answer(&shared, &player, done, None).await
}

/// Makes the rematch of a table, or sits down at it if another made it.
async fn rematch(
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
        Occupant::Player(other) if other != player.id => Occupant::Vacant,
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
    made(&shared, &player, &done).await
}

async fn run(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<TableRun>, Problem> {
    let id = id_of(&id)?;
    let player = Client::of(&request).known_player()?;
    let table = shared.tables.load(id).await.map_err(|why| problem(why, id))?;
    let closed = closed_days(&shared, &table).await?;
    if !table.over() {
        return Err(Problem::new(Code::TableNotOver, Code::TableNotOver.meaning()));
    }
    let look = look(player.as_ref(), &table, closed);
    if !look.may_see(&table) {
        return Err(embargoed(&table));
    }
    let is_long = table.stored.moves > MAX_CHEAP_MOVES;
    let write = move || Ok::<_, Problem>(JsonRepresentation::new(&run_of(&table, closed)));
    Ok(shared.work(&request, is_long, write).await?.respond(&request))
}

/// The run of a table that is over: its moves only while its day is not closed.
fn run_of(table: &Table, closed: ClosedDays) -> TableRun {
    let open = table.is_open(closed);
    let mut moves = (0..table.move_count()).filter_map(|index| table.game.move_at(index));
    TableRun {
        game: table.stored.terms.game.clone(),
        rules: table.stored.terms.rules,
        table: table.stored.id,
        commitment: table.commitment(),
        run: open.then(|| super::response::raw(&table.game.run())),
        embargoed_until: table.embargoed_until(closed),
        moves: (!open).then(|| moves.by_ref().map(|(_, json)| super::response::raw(&json)).collect()),
    }
}

/// The query of a list of tables.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ListQuery {
    game: Option<String>,
    cursor: Option<String>,
    limit: Option<String>,
}

/// The query of a player's tables.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct OwnQuery {
    cursor: Option<String>,
    limit: Option<String>,
}

async fn list(
    request: HttpRequest,
    shared: web::Data<Shared>,
    web::Query(ListQuery { game: id, cursor, limit }): web::Query<ListQuery>,
) -> Result<JsonResponse<TableList>, Problem> {
    if let Some(id) = id.as_deref().filter(|id| game(id).is_none()) {
        return Err(query::invalid("game", format_args!("there is no game {id:?}")));
    }
    let limit = query::limit_of(limit.as_deref())?;
    let list = cursor::of_waiting_tables(id.as_deref());
    let after = cursor.map(|text| Cursor::read(&text, list)?.table()).transpose()?;
    let tables = shared.store.waiting_tables(id, after, limit + 1).await?;
    Ok(JsonResponse::with_entity_tag(&page(tables, limit, list), &request))
}

async fn own(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    web::Query(OwnQuery { cursor, limit }): web::Query<OwnQuery>,
) -> Result<JsonResponse<TableList>, Problem> {
    let player = oneself(&request, &id)?.player;
    let limit = query::limit_of(limit.as_deref())?;
    let list = cursor::of_players_tables(player.id);
    let after = cursor.map(|text| Cursor::read(&text, list)?.table()).transpose()?;
    let tables = shared.store.tables_of(player.id, after, limit + 1).await?;
    Ok(JsonResponse::with_entity_tag(&page(tables, limit, list), &request))
}

/// A page of tables, of which one more was read than it has room for.
fn page(mut tables: Vec<StoredTable>, limit: u32, list: cursor::ListId) -> TableList {
    let more = tables.len() > limit as usize;
    tables.truncate(limit as usize);
    let last = tables.last().filter(|_| more);
    let place = |table: &StoredTable| TablePlace { made_at: table.terms.made_at, id: table.id };
    let next = last.map(|last| Cursor::Table(place(last)).write(list));
    TableList { tables: tables.iter().map(|table| AnyTable(TableInfo::listed(table))).collect(), next }
}
