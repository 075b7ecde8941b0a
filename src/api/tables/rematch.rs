//! `POST /v1/tables/{id}/rematch`: creates the rematch of a table.

use actix_web::{HttpRequest, web};

#[cfg(feature = "schemas")]
use super::document::{describe, example_table, id_in_path};
use super::errors::{id_of, problem, step_error};
use super::info::AnyTable;
use super::respond::{MOVES_OF_TABLE, created, load_if_long};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::store::{Occupant, TableTerms};
use crate::tables::TableSpec;
use crate::tables::step::StepError;

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), AnyTable> {
    let doc = describe(
        "create_rematch",
        "Create a rematch",
        "Creates a table with the same settings after a game. Robots keep their seats, and the other seats are open. \
         Other players of the game who call this join the same table. The game begins when all have joined.",
    );
    id_in_path(doc)
        .response::<AnyTable>("201", "The new table.", &example_table())
        .another_response("200", "Another player created it. You have a seat.")
        .with_location()
        .no_store()
        .errors(&["403", "404", "409", "410", "422", "503"])
}

/// Creates the rematch of a table, or takes a seat there if another player created it.
pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<AnyTable>, Problem> {
    let id = id_of(&id)?;
    let by = Client::of(&request).requester()?;
    let player = &by.player;
    load_if_long(&shared, &request, id).await?;
    let table = shared.tables.load(id).await.map_err(|why| problem(why, id))?;
    if table.ruleset.ranked().is_some() {
        return Err(Problem::new(Code::Inconsistent, "a solitaire has no rematch; create another table"));
    }
    if table.seat_of(player.id).is_none() {
        return Err(step_error(StepError::NotSeated));
    }
    if !table.over() {
        return Err(Problem::of(Code::TableNotOver));
    }
    shared.count_work(&request)?;
    let counted = shared.count_stored(MOVES_OF_TABLE, &request)?;
    let now = shared.days.time().await?.now;
    let seed =
        shared.seeds.secret().map_err(|_| Problem::new(Code::InternalError, "the system returned no random bytes"))?;
    let terms = TableTerms {
        seed,
        maker: player.id,
        made_at: now,
        listed: false,
        approval: false,
        ..table.stored.terms.clone()
    };
    let occupant = |occupant| match occupant {
        Occupant::Player(other) if other != player.id => Occupant::Vacant,
        own_or_robot => own_or_robot,
    };
    let occupants = table.stored.state.seats.iter().map(|seat| occupant(seat.occupant)).collect();
    let ruleset = table.ruleset;
    let new = TableSpec { ruleset, terms, occupants, repeatable: None, rematch_of: Some(table), from: by.from };
    let mut update = shared.tables.create(new).await.map_err(|why| problem(why, id))?;
    if update.changed {
        counted.keep(MOVES_OF_TABLE);
    } else if update.table.seat_of(player.id).is_none() {
        let id = update.table.stored.id;
        update = shared.tables.join(update.table, &by).await.map_err(|why| problem(why, id))?;
        update.changed = false;
    }
    created(&shared, player, &update).await
}
