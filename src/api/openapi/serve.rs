//! `GET /openapi.json`, `GET /asyncapi.json`, `GET /schemas/{game}.json` and the other documents. Each is built once, at its first request.

use std::collections::BTreeMap;

use actix_web::http::Method;
use actix_web::{HttpRequest, HttpResponse, web};
#[cfg(feature = "schemas")]
use utoipa::openapi::schema::{ObjectBuilder, Type};

use super::{Documents, Part, Version, part};
use crate::api::endpoint::{Doc, Endpoint, docs};
#[cfg(feature = "schemas")]
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::problem::{Code, Problem};
use crate::api::response::{Caching, Fixed, JSON};
use crate::engine::catalogue::path_of_schema;
use crate::engine::{self, GameVersions};
use crate::rules::wire;

/// The endpoints of the documents.
#[must_use]
pub(in crate::api) fn endpoints() -> Vec<Endpoint> {
    let get = |path: String, doc: Doc<(), ()>| Endpoint::new(Method::GET, path, document, doc);
    vec![
        get(path_of_whole(Version::Newer).to_owned(), docs!(|| doc_of_whole(Version::Newer))),
        get(path_of_part(Version::Newer, "{part}"), docs!(|| doc_of_part(Version::Newer))),
        get(path_of_whole(Version::Older).to_owned(), docs!(|| doc_of_whole(Version::Older))),
        get(path_of_part(Version::Older, "{part}"), docs!(|| doc_of_part(Version::Older))),
        get(ASYNCAPI.to_owned(), docs!(doc_of_asyncapi)),
        get(asyncapi_of_part("{part}"), docs!(doc_of_asyncapi_of_part)),
        get(path_of_schema("{game}"), docs!(doc_of_schema)),
    ]
}

const ASYNCAPI: &str = "/asyncapi.json";

fn asyncapi_of_part(name: &str) -> String {
    format!("/asyncapi/{name}.json")
}

pub(super) fn path_of_whole(version: Version) -> &'static str {
    match version {
        Version::Newer => "/openapi.json",
        Version::Older => "/openapi-3.0.json",
    }
}

pub(super) fn path_of_part(version: Version, name: &str) -> String {
    match version {
        Version::Newer => format!("/openapi/{name}.json"),
        Version::Older => format!("/openapi-3.0/{name}.json"),
    }
}

#[cfg(feature = "schemas")]
fn doc_of_whole(version: Version) -> OperationDoc {
    let (id, summary, description) = match version {
        Version::Newer => ("get_openapi", "Get the OpenAPI document", "Returns this document, with all calls."),
        Version::Older => (
            "get_openapi_3_0",
            "Get the document as OpenAPI 3.0.3",
            "Returns the same document for tools that need OpenAPI 3.0. It lacks the patterns of map keys.",
        ),
    };
    answers(doc(id, summary, description))
}

#[cfg(feature = "schemas")]
fn doc_of_part(version: Version) -> OperationDoc {
    let (id, summary, description) = match version {
        Version::Newer => (
            "get_openapi_part",
            "Get the OpenAPI document of a game",
            "Returns the document for clients of one game: its calls, and those of players, runs, tables and daily games, limited to this \
             game. `service` has all calls that belong to no single game, such as those for tokens.",
        ),
        Version::Older => (
            "get_openapi_3_0_part",
            "Get the document of a game as OpenAPI 3.0.3",
            "Returns the same document for tools that need OpenAPI 3.0.",
        ),
    };
    answers(part_in_path(doc(id, summary, description)))
}

#[cfg(feature = "schemas")]
fn doc_of_asyncapi() -> OperationDoc {
    let description = "Returns an AsyncAPI 3 document with the events of `GET /v1/tables/{id}/events`, for all games.";
    of_asyncapi(doc("get_asyncapi", "Get the AsyncAPI document", description))
}

#[cfg(feature = "schemas")]
fn doc_of_asyncapi_of_part() -> OperationDoc {
    let description =
        "Returns the AsyncAPI document for one game, or with `service` for any game, with common fields only.";
    of_asyncapi(part_in_path(doc("get_asyncapi_part", "Get the AsyncAPI document of a game", description)))
}

#[cfg(feature = "schemas")]
fn doc_of_schema() -> OperationDoc {
    let description = "Returns a JSON Schema (draft 2020-12) of a game's states. Its `$defs` have `state`, `view`, `move`, `event` and \
                       `options`.";
    let ids = engine::games().iter().map(GameVersions::id);
    let ids = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(ids));
    doc("get_json_schema", "Get the JSON Schema of a game", description)
        .path_parameter("game", "The id of a game.", ids.into())
        .ok_as(JSON_SCHEMA, "A JSON Schema.", wire::any_object())
        .errors(&["404"])
}

#[cfg(feature = "schemas")]
fn part_in_path(doc: OperationDoc) -> OperationDoc {
    let part = "The id of a game, or `service`.";
    let names = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(super::names()));
    doc.path_parameter("part", part, names.into()).errors(&["404"])
}

#[cfg(feature = "schemas")]
fn doc(id: &str, summary: &str, description: &'static str) -> OperationDoc {
    operation(OperationInfo { id: id.to_owned(), tag: "Service", summary: summary.to_owned(), description })
}

#[cfg(feature = "schemas")]
fn answers(doc: OperationDoc) -> OperationDoc {
    doc.ok_as("application/json", "An OpenAPI document.", wire::any_object())
}

#[cfg(feature = "schemas")]
fn of_asyncapi(doc: OperationDoc) -> OperationDoc {
    doc.ok_as("application/json", "An AsyncAPI document.", wire::any_object())
}

/// The media type of a JSON Schema.
const JSON_SCHEMA: &str = "application/schema+json";

/// The served documents, by path.
pub(super) struct Served(BTreeMap<String, ServedDocument>);

/// The format of a document, and which part it describes.
#[derive(Clone, Copy)]
enum Format {
    OpenApi(Option<Part>, Version),
    AsyncApi(Option<Part>),
    JsonSchema(&'static GameVersions),
}

/// A document and its response.
struct ServedDocument {
    format: Format,
    answer: Fixed,
}

impl ServedDocument {
    fn new(format: Format) -> Self {
        let media_type = if matches!(format, Format::JsonSchema(_)) { JSON_SCHEMA } else { JSON };
        Self { format, answer: Fixed::new(media_type, Caching::Revalidated) }
    }

    fn text(&self, documents: &Documents) -> String {
        match self.format {
            Format::OpenApi(part, version) => documents.minified(part, version),
            Format::AsyncApi(part) => documents.asyncapi(part),
            Format::JsonSchema(game) => documents.json_schema(game),
        }
    }
}

impl Served {
    pub(super) fn new() -> Self {
        let openapi = [Version::Newer, Version::Older].into_iter().flat_map(|version| {
            let whole = (path_of_whole(version).to_owned(), Format::OpenApi(None, version));
            let parts = part::all().into_iter();
            let parts =
                parts.map(move |(part, name, _)| (path_of_part(version, name), Format::OpenApi(Some(part), version)));
            parts.chain([whole])
        });
        let asyncapi =
            part::all().into_iter().map(|(part, name, _)| (asyncapi_of_part(name), Format::AsyncApi(Some(part))));
        let schemas = engine::games().iter().map(|game| (path_of_schema(game.id()), Format::JsonSchema(game)));
        let all = openapi.chain(asyncapi).chain([(ASYNCAPI.to_owned(), Format::AsyncApi(None))]).chain(schemas);
        Self(all.map(|(path, format)| (path, ServedDocument::new(format))).collect())
    }
}

async fn document(request: HttpRequest, documents: web::Data<&'static Documents>) -> Result<HttpResponse, Problem> {
    let nothing = || Problem::new(Code::NotFound, "this document does not exist; each game in GET /v1/games has one");
    let documents: &'static Documents = &documents;
    let served = documents.served.0.get(request.path()).ok_or_else(nothing)?;
    served.answer.respond(&request, || served.text(documents).into()).await
}
