//! Leaderboards: one path for each game, its options among the parameters of the query.

mod averages;
mod board;
pub mod info;
mod query;

use actix_web::http::Method;

pub(super) use self::info::{PeriodKind, RoomMark, Show, room_id};
use super::endpoint::{Endpoint, docs};
use crate::engine::{GameVersions, Ranked, ranked_games};

/// The leaderboard and the averages of each ranked game.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    ranked_games().flat_map(of_game).collect()
}

fn of_game((game, newest): (&'static GameVersions, Ranked)) -> [Endpoint; 2] {
    let path = format!("/v1/leaderboards/{}", game.id());
    [
        Endpoint::untyped(Method::GET, path.clone(), move || board::route(game), docs!(move || board::doc(newest))),
        Endpoint::untyped(
            Method::GET,
            format!("{path}/averages"),
            move || averages::route(game),
            docs!(move || averages::doc(newest)),
        ),
    ]
}
