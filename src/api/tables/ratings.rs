//! `GET /v1/tables/{id}/ratings`: the ratings of the players at a table.

use std::collections::BTreeMap;

use actix_web::{HttpRequest, web};
use serde::Serialize;

#[cfg(feature = "schemas")]
use super::document::{describe, id_in_path};
use super::errors::{id_of, problem};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::ratings::info::RatingInfo;
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::rules::game::Seat;
use crate::rules::wire::ToSchema;
use crate::store::{Occupant, StoredTable};
use crate::tables::Failure;

/// The ratings of the players at a table.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct TableRatings {
    /// Those of the seats whose players have had rated games, in the order of the seats.
    seats: Vec<SeatRating>,
}

/// The rating of the player of a seat.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct SeatRating {
    /// The number of the seat.
    seat: Seat,
    /// The current rating of its player in the game of the table.
    rating: RatingInfo,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), TableRatings> {
    let doc = describe(
        "get_table_ratings",
        "Get the ratings of the players at a table",
        "Returns the current ratings of the players at a table for several seats, also provisional ones. When the table \
         is over, they include its result.",
    );
    let rating = RatingInfo {
        game: "queensland".to_owned(),
        rating: 1623,
        deviation: 58,
        games: 31,
        opponents: 14,
        provisional: false,
    };
    let ratings = TableRatings { seats: vec![SeatRating { seat: Seat::FIRST, rating }] };
    id_in_path(doc).ok::<TableRatings>(&ratings).errors(&["404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<JsonResponse<TableRatings>, Problem> {
    let id = id_of(&id)?;
    // The moves of a table that is not in memory are not needed.
    let stored = match shared.tables.unloaded(id).await {
        Ok(Some(stored)) => Ok(stored),
        Ok(None) => shared.tables.load(id).await.map(|table| table.stored.clone()),
        Err(why) => Err(why),
    };
    let stored = match stored {
        Ok(stored) => stored,
        Err(Failure::MovesRemoved(stored)) => StoredTable::clone(&stored),
        Err(why) => return Err(problem(why, id)),
    };
    let occupants = (1..).zip(&stored.state.seats);
    let players: BTreeMap<_, _> = occupants
        .filter_map(|(seat, of)| match of.occupant {
            Occupant::Player(player) => Some((player, Seat::new(seat)?)),
            Occupant::Robot(_) | Occupant::Vacant => None,
        })
        .collect();
    let game = stored.terms.game.clone();
    let found = shared.store.ratings_among(game, players.keys().copied().collect()).await?;
    let rating = |(player, rating)| Some((*players.get(&player)?, RatingInfo::of(rating)));
    let seats: BTreeMap<Seat, RatingInfo> = found.into_iter().filter_map(rating).collect();
    let seats = seats.into_iter().map(|(seat, rating)| SeatRating { seat, rating }).collect();
    Ok(JsonResponse::with_entity_tag(&TableRatings { seats }, &request))
}
