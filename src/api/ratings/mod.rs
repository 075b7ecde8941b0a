//! Ratings of players in games for several seats.

pub mod info;
mod list;

use actix_web::http::Method;

use super::endpoint::{Endpoint, docs};

/// The endpoints of ratings.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![Endpoint::new(Method::GET, "/v1/ratings/{game}", list::handle, docs!(list::doc))]
}
