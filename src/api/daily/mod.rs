//! The daily games: one seed a day for each game, committed to beforehand.

mod date;
mod info;
mod today;

use actix_web::http::Method;

use super::endpoint::{Endpoint, docs};

/// The endpoints of the daily games.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new(Method::GET, "/v1/daily", today::handle, docs!(today::doc)),
        Endpoint::new(Method::GET, "/v1/daily/{date}", date::handle, docs!(date::doc)),
    ]
}
