//! Tables: games that the service holds. Their seeds stay secret until they are over.

mod approve;
mod auto_decline;
mod create;
#[cfg(feature = "schemas")]
mod document;
mod errors;
mod events;
mod info;
mod invite;
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

use super::endpoint::{Endpoint, docs};

pub(super) use self::create::may_be_rated;
#[cfg(feature = "schemas")]
pub(super) use self::document::example_table;
pub(super) use self::errors::problem;
pub(super) use self::info::{AnyTable, TableInfo, ViewOptions};
pub(super) use self::respond::{MOVES_OF_TABLE, created};

/// The endpoints of tables.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new(Method::POST, "/v1/tables", create::handle, docs!(create::doc)).needs_token(),
        Endpoint::new(Method::GET, "/v1/tables", list::handle, docs!(list::doc)),
        Endpoint::untyped(Method::GET, "/v1/tables/{id}", || web::to(show::handle), docs!(|| show::doc().build())),
        Endpoint::new(Method::POST, "/v1/tables/{id}/moves", moves::handle, docs!(moves::doc)).needs_token(),
        Endpoint::untyped(
            Method::GET,
            "/v1/tables/{id}/events",
            || web::to(events::handle),
            docs!(|| events::doc().build()),
        ),
        Endpoint::new(Method::GET, "/v1/tables/{id}/picture", picture::handle, docs!(picture::doc)),
        Endpoint::new(Method::POST, "/v1/tables/{id}/seats/{seat}", sit::handle, docs!(sit::doc)).needs_token(),
        Endpoint::new(Method::DELETE, "/v1/tables/{id}/seats/{seat}", leave::handle, docs!(leave::doc)).needs_token(),
        Endpoint::new(Method::POST, "/v1/tables/{id}/requests/{player}", approve::approve, docs!(approve::approve_doc))
            .needs_token(),
        Endpoint::new(Method::DELETE, "/v1/tables/{id}/requests/{player}", approve::refuse, docs!(approve::refuse_doc))
            .needs_token(),
        Endpoint::new(Method::POST, "/v1/tables/{id}/invitations", invite::invite, docs!(invite::invite_doc))
            .needs_token(),
        Endpoint::new(
            Method::DELETE,
            "/v1/tables/{id}/invitations/{player}",
            invite::decline,
            docs!(invite::decline_doc),
        )
        .needs_token(),
        Endpoint::new(
            Method::POST,
            "/v1/tables/{id}/auto_decline",
            auto_decline::enable,
            docs!(auto_decline::enable_doc),
        )
        .needs_token(),
        Endpoint::new(
            Method::DELETE,
            "/v1/tables/{id}/auto_decline",
            auto_decline::disable,
            docs!(auto_decline::disable_doc),
        )
        .needs_token(),
        Endpoint::new(Method::POST, "/v1/tables/{id}/resignation", resign::handle, docs!(resign::doc)).needs_token(),
        Endpoint::new(Method::POST, "/v1/tables/{id}/rematch", rematch::handle, docs!(rematch::doc)).needs_token(),
        Endpoint::new(Method::POST, "/v1/tables/{id}/phrases", say::handle, docs!(say::doc)).needs_token(),
        Endpoint::new(Method::GET, "/v1/tables/{id}/run", run::handle, docs!(run::doc)),
        Endpoint::new(Method::GET, "/v1/tables/{id}/ratings", ratings::handle, docs!(ratings::doc)),
        Endpoint::new(Method::GET, "/v1/players/{id}/tables", own::handle, docs!(own::doc)).needs_token(),
    ]
}
