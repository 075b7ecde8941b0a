//! `GET /v1/players/{id}/export`, and the same for the users of an app: everything that is stored of a player, in a streamed response that is
//! never whole in memory.
//!
//! Runs and tables are read from the store in small pages, and each is replayed or unpacked in the pool, alternating with the work of others. The
//! next is started when the client has read the previous ones. The command line writes the same.

mod call;
mod list;
mod table;
mod writer;

use actix_web::http::Method;
use actix_web::web;

use super::endpoint::{Endpoint, docs};

pub use self::writer::{Export, Source};

/// The endpoint of the export.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::untyped(
            Method::GET,
            "/v1/players/{id}/export",
            || web::to(call::handle),
            docs!(|| call::doc().build()),
        )
        .needs_own_token(),
        Endpoint::untyped(
            Method::GET,
            "/v1/apps/{app}/users/{user}/export",
            || web::to(call::handle_of_user),
            docs!(|| call::doc_of_user().build()),
        )
        .needs_app(),
    ]
}
