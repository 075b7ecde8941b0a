//! The OpenAPI 3.1 documents. All are cut from the whole one, which the program embeds.
//!
//! `part` extracts a document for each game and one for the service, in which `common` replaces unions over games. `older` converts any of
//! them to OpenAPI 3.0.3, `asyncapi` describes the event streams of any of them, `json_schema` extracts the schemas of a game, and `serve`
//! has the endpoints.
//!
//! The whole document is generated from the same rows as the router, with the feature `schemas`. `whole` combines the operations and schemas
//! of all endpoints. Then `plain` rewrites values for generators, `open` allows responses to gain fields, and `parameters` shares parameters.

mod asyncapi;
mod common;
mod json_schema;
mod older;
#[cfg(feature = "schemas")]
mod open;
#[cfg(feature = "schemas")]
mod parameters;
mod part;
#[cfg(feature = "schemas")]
mod plain;
mod serve;
mod walk;
#[cfg(feature = "schemas")]
mod whole;
mod words;

use std::sync::LazyLock;

use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum};
use serde::Serialize;
use serde_json::Value as Json;

#[cfg(feature = "schemas")]
use super::endpoint::Endpoint;
use crate::engine::GameVersions;

pub use super::openapi::part::Part;
pub(super) use super::openapi::serve::endpoints;
#[cfg(feature = "schemas")]
pub use super::openapi::whole::gathered_schemas;

/// A version of OpenAPI.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Version {
    /// OpenAPI 3.1.
    #[value(name = "3.1")]
    Newer,
    /// OpenAPI 3.0.3.
    #[value(name = "3.0")]
    Older,
}

/// Selects a document.
#[derive(Clone, Debug, Args)]
pub struct Which {
    /// Print only what a client of this game needs, or with `service` only the calls that belong to no single game. The default is all
    /// calls.
    #[arg(long = "of", value_name = "GAME", value_parser = PossibleValuesParser::new(names()))]
    name: Option<String>,
    /// The version of OpenAPI.
    #[arg(long = "openapi", value_enum, default_value = "3.1")]
    version: Version,
}

impl Which {
    /// The document as text.
    #[must_use]
    pub fn text(&self, documents: &Documents) -> String {
        let named = |name: &String| part::all().into_iter().find(|(_, known, _)| known == name).map(|(part, ..)| part);
        documents.text(self.name.as_ref().and_then(named), self.version)
    }
}

fn names() -> Vec<&'static str> {
    part::all().into_iter().map(|(_, name, _)| name).collect()
}

/// The whole document and all that are cut from it. Each is built once, at its first request.
pub struct Documents {
    whole: LazyLock<Json, Box<dyn FnOnce() -> Json + Send>>,
    served: serve::Served,
}

impl Documents {
    /// The documents that are cut from a whole one.
    #[must_use]
    pub fn of(whole: impl FnOnce() -> Json + Send + 'static) -> Self {
        Self { whole: LazyLock::new(Box::new(whole)), served: serve::Served::new() }
    }

    /// The whole document, or a part of it, in a version, as indented JSON with a line feed at its end. `openapi/openapi.json` is the whole
    /// in the newer version.
    #[must_use]
    pub fn text(&self, part: Option<Part>, version: Version) -> String {
        indented(&self.document(part, version))
    }

    /// The same document without white space, as it is served.
    #[must_use]
    pub fn minified(&self, part: Option<Part>, version: Version) -> String {
        let document = self.document(part, version);
        serde_json::to_string(&InOrder::of(&document)).unwrap_or_default()
    }

    /// The AsyncAPI document of the event streams of the whole or a part, without white space.
    #[must_use]
    pub fn asyncapi(&self, part: Option<Part>) -> String {
        asyncapi::of(&self.document(part, Version::Newer)).to_string()
    }

    /// The JSON Schema of a game, without white space.
    #[must_use]
    pub fn json_schema(&self, game: &GameVersions) -> String {
        json_schema::of(&self.document(None, Version::Newer), game).to_string()
    }

    fn document(&self, part: Option<Part>, version: Version) -> Json {
        let document = part.map_or_else(|| self.whole.clone(), |part| part::of(&self.whole, part));
        if version == Version::Older { older::of(&document) } else { document }
    }
}

/// Generates the whole document of endpoints: the content of `openapi/openapi.json`.
#[cfg(feature = "schemas")]
#[must_use]
pub fn generated(endpoints: &[Endpoint]) -> Json {
    let mut document = serde_json::to_value(whole::build(endpoints)).unwrap_or_default();
    plain::simplify(&mut document);
    open::responses(&mut document);
    parameters::share(&mut document);
    plain::drop_discriminators(&mut document);
    document
}

/// A document as indented JSON, with a line feed at its end.
#[must_use]
pub fn indented(document: &Json) -> String {
    let mut text = serde_json::to_string_pretty(&InOrder::of(document)).unwrap_or_default();
    text.push('\n');
    text
}

/// The names and the paths of all documents of a version, the parts first.
pub(super) fn paths(version: Version) -> Vec<(&'static str, String)> {
    let parts = part::all().into_iter().map(|(_, name, title)| (title, serve::path_of_part(version, name)));
    parts.chain([("Everything", serve::path_of_whole(version).to_owned())]).collect()
}

/// A document with its parts in reading order.
#[derive(Serialize)]
struct InOrder<'a> {
    openapi: &'a Json,
    info: &'a Json,
    servers: &'a Json,
    tags: &'a Json,
    paths: &'a Json,
    components: &'a Json,
}

impl<'a> InOrder<'a> {
    fn of(document: &'a Json) -> Self {
        Self {
            openapi: &document["openapi"],
            info: &document["info"],
            servers: &document["servers"],
            tags: &document["tags"],
            paths: &document["paths"],
            components: &document["components"],
        }
    }
}
