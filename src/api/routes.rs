//! All endpoints: the table of contents of the API.

use std::sync::LazyLock;

use serde_json::{Value as Json, json};

use super::endpoint::Endpoint;
use super::openapi::{self, Documents};
use super::{
    app_links, apps, contests, daily, document, export, games, leaderboards, moderation, pairings, players, ratings,
    runs, service, tables,
};
use crate::public_url::PublicUrl;

/// Returns all endpoints.
#[must_use]
pub fn endpoints() -> Vec<Endpoint> {
    let mut endpoints = service::endpoints();
    endpoints.extend(games::endpoints());
    endpoints.extend(players::endpoints());
    endpoints.extend(apps::endpoints());
    endpoints.extend(app_links::endpoints());
    endpoints.extend(runs::endpoints());
    endpoints.extend(leaderboards::endpoints());
    endpoints.extend(ratings::endpoints());
    endpoints.extend(tables::endpoints());
    endpoints.extend(pairings::endpoints());
    endpoints.extend(contests::endpoints());
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

/// Returns the documents of a service with a public address, which they name as its server. They live as long as the process.
#[must_use]
pub fn documents_at(address: &PublicUrl) -> &'static Documents {
    let servers = json!([{ "url": address.to_string() }]);
    let read = move || {
        let mut whole: Json = document::read();
        whole["servers"] = servers;
        whole
    };
    Box::leak(Box::new(Documents::of(read)))
}
