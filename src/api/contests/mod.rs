//! Contests: the same secret deals for everyone.

mod begin;
mod cancel;
mod common;
mod create;
#[cfg(feature = "schemas")]
mod document;
mod enter;
mod entrants;
mod export;
mod info;
mod list;
mod show;
mod standings;

use actix_web::http::Method;
use actix_web::web;

pub(in crate::api) use self::common::unknown;
use super::endpoint::{Endpoint, docs};

/// The endpoints of contests.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    const ENTRANTS: &str = "/v1/contests/{id}/entrants";
    const ENTRANT: &str = "/v1/contests/{id}/entrants/{player}";
    vec![
        Endpoint::new(Method::POST, "/v1/contests", create::handle, docs!(create::doc)).needs_token(),
        Endpoint::new(Method::GET, "/v1/contests", list::handle, docs!(list::doc)),
        Endpoint::new(Method::GET, "/v1/contests/{id}", show::handle, docs!(show::doc)),
        Endpoint::new(Method::DELETE, "/v1/contests/{id}", cancel::handle, docs!(cancel::doc)).needs_token(),
        Endpoint::new(Method::POST, ENTRANTS, enter::handle, docs!(enter::doc)).needs_token(),
        Endpoint::new(Method::GET, ENTRANTS, entrants::handle, docs!(entrants::doc)),
        Endpoint::new(Method::POST, ENTRANT, enter::approve, docs!(enter::approve_doc)).needs_token(),
        Endpoint::new(Method::DELETE, ENTRANT, enter::refuse, docs!(enter::refuse_doc)).needs_token(),
        Endpoint::new(Method::POST, "/v1/contests/{id}/rounds/{round}/table", begin::handle, docs!(begin::doc))
            .needs_token(),
        Endpoint::new(Method::GET, "/v1/contests/{id}/standings", standings::handle, docs!(standings::doc)),
        Endpoint::untyped(
            Method::GET,
            "/v1/contests/{id}/export",
            || web::to(export::handle),
            docs!(|| export::doc().build()),
        ),
        Endpoint::new(Method::GET, "/v1/players/{id}/contests", list::own, docs!(list::own_doc)).needs_token(),
    ]
}
