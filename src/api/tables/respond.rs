//! Responses with a table, as the player who sent a request sees it.

use actix_web::HttpRequest;

use super::errors::problem;
use super::info::{AnyTable, TableInfo, ViewOptions};
use crate::api::problem::Problem;
use crate::api::request::client::Client;
use crate::api::response::JsonResponse;
use crate::api::runs;
use crate::api::shared::Shared;
use crate::store::calendar::ClosedDays;
use crate::store::{Player, RunOfTable, StoredTable, TableId};
use crate::tables::table::Table;
use crate::tables::{FinishedRun, TableUpdate};

/// Maximum number of moves of news that do not count as long work.
const MAX_CHEAP_NEWS: usize = 100;

/// Maximum number of moves of a table that can be loaded without counting as long work.
const MAX_CHEAP_LOAD: u32 = 500;
/// A table without moves takes as much space in the database as this many moves.
pub(in crate::api) const MOVES_OF_TABLE: usize = 5;

/// How the player who sent a request views a table.
pub(super) fn view_options(player: Option<&Player>, table: &Table, closed: ClosedDays) -> ViewOptions {
    let viewer = table.viewer(player.map(|player| player.id));
    ViewOptions { viewer, closed, with_legal_moves: false, after: None, with_text: false }
}

/// The closed days, as far as they matter for a table.
pub(super) async fn closed_days(shared: &Shared, table: &Table) -> Result<ClosedDays, Problem> {
    shared.closed_days(table.day().is_some()).await
}

/// The response with a table that was created, now or earlier.
pub(in crate::api) async fn created(
    shared: &Shared,
    player: &Player,
    update: &TableUpdate,
) -> Result<JsonResponse<AnyTable>, Problem> {
    let closed = closed_days(shared, &update.table).await?;
    let answer = AnyTable(TableInfo::of(&update.table, view_options(Some(player), &update.table, closed)));
    let location = format!("/v1/tables/{}", update.table.stored.id);
    Ok(if update.changed {
        JsonResponse::created(location, &answer)
    } else {
        JsonResponse::no_store(&answer).location(location)
    })
}

/// Loads a table whose many moves must all be replayed, as long work of a request. Does nothing for other tables.
pub(super) async fn load_if_long(shared: &Shared, request: &HttpRequest, id: TableId) -> Result<(), Problem> {
    let is_long = |stored: StoredTable| stored.moves > MAX_CHEAP_LOAD && stored.moves_removed.is_none();
    if shared.tables.unloaded(id).await.map_err(|why| problem(why, id))?.is_some_and(is_long) {
        shared.count_work(request)?;
        let share = Client::of(request).share();
        shared.tables.load_for(id, share).await.map_err(|why| problem(why, id))?;
    }
    Ok(())
}

/// Counts long work of a request whose caller knows so few moves of a table that there is much news.
pub(super) fn count_news(shared: &Shared, table: &Table, after: usize, request: &HttpRequest) -> Result<(), Problem> {
    let is_much = table.move_count().saturating_sub(after) > MAX_CHEAP_NEWS;
    if is_much { shared.count_work(request) } else { Ok(()) }
}

/// The optional parts of a response with a table that was changed.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct ResponseOptions {
    /// The number of known moves, after which news are included; none without news.
    pub(super) after: Option<usize>,
    /// Whether to list the legal moves of the player.
    pub(super) with_legal_moves: bool,
    /// Whether each event carries its sentence.
    pub(super) with_text: bool,
}

/// The response with a table that was changed, and the receipt of its run.
pub(super) async fn answer(
    shared: &Shared,
    player: &Player,
    update: TableUpdate,
    ResponseOptions { after, with_legal_moves, with_text }: ResponseOptions,
) -> Result<JsonResponse<AnyTable>, Problem> {
    let TableUpdate { table, run, bad_move, .. } = update;
    // The change is committed: if the days cannot be read now, the table is shown as on its day.
    let closed = closed_days(shared, &table).await.unwrap_or(ClosedDays::NONE);
    let options = ViewOptions { after, with_legal_moves, with_text, ..view_options(Some(player), &table, closed) };
    let info = TableInfo::of(&table, options);
    // A run of a solitaire is of the player who made its last move.
    let stored = match run {
        Some(FinishedRun::New(run, RunOfTable { id, same_as, app })) => {
            let class = run.category.class;
            Some(run.into_stored(id, class, same_as, app, player.clone()))
        }
        // The response does not depend on whether an earlier run can be read now.
        Some(FinishedRun::Existing(id)) => shared.store.run(id).await.ok().flatten(),
        None => None,
    };
    let receipt = match stored {
        Some(stored) => runs::receipt(shared, stored, closed).await.ok(),
        None => None,
    };
    Ok(JsonResponse::no_store(&AnyTable(info.with_receipt(receipt).with_bad_move(bad_move))))
}
