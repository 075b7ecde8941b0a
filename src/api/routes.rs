//! All endpoints: the table of contents of the API.

use std::sync::LazyLock;

use super::endpoint::Endpoint;
use super::openapi::{self, Documents};
use super::{daily, document, export, games, leaderboards, moderation, players, ratings, runs, service, tables};

/// Returns all endpoints.
#[must_use]
pub fn endpoints() -> Vec<Endpoint> {
    let mut endpoints = service::endpoints();
    endpoints.extend(games::endpoints());
    endpoints.extend(players::endpoints());
    endpoints.extend(runs::endpoints());
    endpoints.extend(leaderboards::endpoints());
    endpoints.extend(ratings::endpoints());
    endpoints.extend(tables::endpoints());
    endpoints.extend(export::endpoints());
    endpoints.extend(daily::endpoints());
    endpoints.extend(moderation::endpoints());
    endpoints.extend(openapi::endpoints());
    endpoints
}

/// Returns the embedded OpenAPI document of all endpoints, and those that are cut from it.
#[must_use]
pub fn documents() -> &'static Documents {
    static DOCUMENTS: LazyLock<Documents> = LazyLock::new(|| Documents::of(document::read));
    &DOCUMENTS
}
