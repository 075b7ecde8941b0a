//! Moderation: what the moderator does, and the log of it. Each call needs the moderator's token.

mod act;
mod app;
#[cfg(feature = "schemas")]
mod document;
mod info;
mod list;

use actix_web::http::Method;

use super::endpoint::{Endpoint, docs};

/// The endpoints of moderation.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    const PATH: &str = "/v1/moderation/actions";
    vec![
        Endpoint::new(Method::POST, PATH, act::handle, docs!(act::doc)).needs_moderator(),
        Endpoint::new(Method::GET, "/v1/moderation/apps/{app}", app::handle, docs!(app::doc)).needs_moderator(),
        Endpoint::new(Method::GET, PATH, list::handle, docs!(list::doc)).needs_moderator(),
    ]
}
