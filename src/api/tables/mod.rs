//! Tables: games that the service holds. Their seeds stay secret until they are over.

mod approve;
mod auto_decline;
mod create;
mod document;
mod errors;
mod events;
mod info;
mod leave;
mod list;
mod moves;
mod own;
mod picture;
mod ratings;
mod rematch;
mod resign;
mod respond;
mod run;
mod say;
mod schema;
mod show;
mod sit;
mod values;

use actix_web::http::Method;
use actix_web::web;

use super::endpoint::Endpoint;

pub(super) use self::info::{AnyTable, TableInfo, ViewOptions};

/// The endpoints of tables.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new(Method::POST, "/v1/tables", create::handle, create::doc).needs_token(),
        Endpoint::new(Method::GET, "/v1/tables", list::handle, list::doc),
        Endpoint::untyped(Method::GET, "/v1/tables/{id}", || web::to(show::handle), || show::doc().build()),
        Endpoint::new(Method::POST, "/v1/tables/{id}/moves", moves::handle, moves::doc).needs_token(),
        Endpoint::untyped(Method::GET, "/v1/tables/{id}/events", || web::to(events::handle), || events::doc().build()),
        Endpoint::new(Method::GET, "/v1/tables/{id}/picture", picture::handle, picture::doc),
        Endpoint::new(Method::POST, "/v1/tables/{id}/seats/{seat}", sit::handle, sit::doc).needs_token(),
        Endpoint::new(Method::DELETE, "/v1/tables/{id}/seats/{seat}", leave::handle, leave::doc).needs_token(),
        Endpoint::new(Method::POST, "/v1/tables/{id}/requests/{player}", approve::approve, approve::approve_doc)
            .needs_token(),
        Endpoint::new(Method::DELETE, "/v1/tables/{id}/requests/{player}", approve::refuse, approve::refuse_doc)
            .needs_token(),
        Endpoint::new(Method::POST, "/v1/tables/{id}/auto_decline", auto_decline::enable, auto_decline::enable_doc)
            .needs_token(),
        Endpoint::new(Method::DELETE, "/v1/tables/{id}/auto_decline", auto_decline::disable, auto_decline::disable_doc)
            .needs_token(),
        Endpoint::new(Method::POST, "/v1/tables/{id}/resignation", resign::handle, resign::doc).needs_token(),
        Endpoint::new(Method::POST, "/v1/tables/{id}/rematch", rematch::handle, rematch::doc).needs_token(),
        Endpoint::new(Method::POST, "/v1/tables/{id}/phrases", say::handle, say::doc).needs_token(),
        Endpoint::new(Method::GET, "/v1/tables/{id}/run", run::handle, run::doc),
        Endpoint::new(Method::GET, "/v1/tables/{id}/ratings", ratings::handle, ratings::doc),
        Endpoint::new(Method::GET, "/v1/players/{id}/tables", own::handle, own::doc).needs_token(),
    ]
}
