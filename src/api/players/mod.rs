//! Players: names, tokens, and what a player has done.

mod add_token;
mod blocks;
mod change;
mod common;
mod create;
mod credentials;
mod delete;
#[cfg(feature = "schemas")]
pub(super) mod document;
pub(in crate::api) mod event_info;
mod events;
pub mod info;
mod invitations;
mod list_tokens;
mod recover;
mod replace_recovery_code;
mod replace_token;
mod revoke_token;
mod runs;
mod show;
pub mod token_info;

use actix_web::http::Method;

pub(super) use self::common::{idempotency_key, name_taken, oneself, tokens_of, unknown, valid_name};
pub(super) use self::credentials::{Credentials, REPEATABLE_SECONDS};
#[cfg(feature = "schemas")]
pub(super) use self::document::{example_with_token, id_in_path};
use super::endpoint::{Endpoint, docs};

/// The endpoints of players.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new(Method::POST, "/v1/players", create::handle, docs!(create::doc)).makes_player(),
        Endpoint::new(Method::GET, "/v1/players/{id}", show::handle, docs!(show::doc)),
        Endpoint::new(Method::PATCH, "/v1/players/{id}", change::handle, docs!(change::doc)).needs_token(),
        Endpoint::new(Method::DELETE, "/v1/players/{id}", delete::handle, docs!(delete::doc)).needs_own_token(),
        Endpoint::new(Method::GET, "/v1/players/{id}/tokens", list_tokens::handle, docs!(list_tokens::doc))
            .needs_own_token(),
        Endpoint::new(Method::POST, "/v1/players/{id}/tokens", add_token::handle, docs!(add_token::doc))
            .needs_own_token(),
        Endpoint::new(
            Method::DELETE,
            "/v1/players/{id}/tokens/{token}",
            revoke_token::handle,
            docs!(revoke_token::doc),
        )
        .needs_own_token(),
        Endpoint::new(Method::POST, "/v1/players/{id}/token", replace_token::handle, docs!(replace_token::doc))
            .needs_own_token(),
        Endpoint::new(
            Method::POST,
            "/v1/players/{id}/recovery_code",
            replace_recovery_code::handle,
            docs!(replace_recovery_code::doc),
        )
        .needs_own_token(),
        Endpoint::new(Method::POST, "/v1/recovery", recover::handle, docs!(recover::doc)),
        Endpoint::new(Method::GET, "/v1/players/{id}/runs", runs::handle, docs!(runs::doc)),
        Endpoint::new(Method::GET, "/v1/players/{id}/blocks", blocks::list, docs!(blocks::list_doc)).needs_token(),
        Endpoint::new(Method::PUT, "/v1/players/{id}/blocks/{other}", blocks::add, docs!(blocks::add_doc))
            .needs_token(),
        Endpoint::new(Method::DELETE, "/v1/players/{id}/blocks/{other}", blocks::remove, docs!(blocks::remove_doc))
            .needs_token(),
        Endpoint::new(Method::GET, "/v1/players/{id}/invitations", invitations::handle, docs!(invitations::doc))
            .needs_token(),
        Endpoint::new(Method::GET, "/v1/players/{id}/events", events::handle, docs!(events::doc)).needs_token(),
    ]
}
