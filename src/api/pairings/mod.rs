//! Pairings: requests for opponents, each of which ends with a table.

mod cancel;
mod create;
mod info;
mod show;

use actix_web::http::Method;

use super::endpoint::{Endpoint, docs};

/// The endpoints of pairings.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new(Method::POST, "/v1/pairings", create::handle, docs!(create::doc)).needs_token(),
        Endpoint::new(Method::GET, "/v1/pairings/{id}", show::handle, docs!(show::doc)).needs_token(),
        Endpoint::new(Method::DELETE, "/v1/pairings/{id}", cancel::handle, docs!(cancel::doc)).needs_token(),
    ]
}
