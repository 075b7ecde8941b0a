//! `GET /openapi.json` and the other documents. Each is built once, at its first request.

use std::collections::BTreeMap;

use actix_web::http::Method;
use actix_web::{HttpRequest, HttpResponse, web};
use utoipa::openapi::schema::{ObjectBuilder, Type};

use super::{Documents, Part, Version, part};
use crate::api::endpoint::Endpoint;
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::problem::{Code, Problem};
use crate::api::response::{Caching, Fixed, JSON};
use crate::rules::wire;

/// The endpoints of the documents.
#[must_use]
pub(in crate::api) fn endpoints() -> Vec<Endpoint> {
    let get = |path: String, doc: fn() -> OperationDoc| Endpoint::new(Method::GET, path, document, doc);
    vec![
        get(path_of_whole(Version::Newer).to_owned(), || doc_of_whole(Version::Newer)),
        get(path_of_part(Version::Newer, "{part}"), || doc_of_part(Version::Newer)),
        get(path_of_whole(Version::Older).to_owned(), || doc_of_whole(Version::Older)),
        get(path_of_part(Version::Older, "{part}"), || doc_of_part(Version::Older)),
    ]
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

fn doc_of_whole(version: Version) -> OperationDoc {
    let (id, summary, description) = match version {
        Version::Newer => ("get_openapi", "The OpenAPI document", "This document, of all calls."),
        Version::Older => (
            "get_openapi_3_0",
            "The document as OpenAPI 3.0.3",
            "The same for tools that read nothing newer. It says less: keys of maps have no pattern there.",
        ),
    };
    answers(doc(id, summary, description))
}

fn doc_of_part(version: Version) -> OperationDoc {
    let (id, summary, description) = match version {
        Version::Newer => (
            "get_openapi_part",
            "The OpenAPI document of a game",
            "All that a client of one game needs: its own calls, and those of players, runs and days as far as they are of this \
             game. `service` is what is common: all calls that are of no single game.",
        ),
        Version::Older => (
            "get_openapi_3_0_part",
            "The document of a game as OpenAPI 3.0.3",
            "The same for tools that read nothing newer.",
        ),
    };
    let part = "The id of a game, or `service` for what is common.";
    let names = ObjectBuilder::new().schema_type(Type::String).enum_values(Some(super::names()));
    let doc = doc(id, summary, description).path_parameter("part", part, names.into());
    answers(doc.errors(&["404"]))
}

fn doc(id: &str, summary: &str, description: &'static str) -> OperationDoc {
    operation(OperationInfo { id: id.to_owned(), tag: "Service", summary: summary.to_owned(), description })
}

fn answers(doc: OperationDoc) -> OperationDoc {
    doc.ok_as("application/json", "An OpenAPI document.", wire::any_object())
}

/// The served documents, by path.
pub(super) struct Served(BTreeMap<String, ServedDocument>);

/// A document and its response.
struct ServedDocument {
    part: Option<Part>,
    version: Version,
    answer: Fixed,
}

impl Served {
    pub(super) fn new() -> Self {
        let of_version = |version: Version| {
            let served = move |part| ServedDocument { part, version, answer: Fixed::new(JSON, Caching::Revalidated) };
            let parts =
                part::all().into_iter().map(move |(part, name, _)| (path_of_part(version, name), served(Some(part))));
            parts.chain([(path_of_whole(version).to_owned(), served(None))])
        };
        Self([Version::Newer, Version::Older].into_iter().flat_map(of_version).collect())
    }
}

async fn document(request: HttpRequest, documents: web::Data<&'static Documents>) -> Result<HttpResponse, Problem> {
    let nothing =
        || Problem::new(Code::NotFound, "there is a document for each game that GET /v1/games lists, and `service`");
    let documents: &'static Documents = &documents;
    let ServedDocument { part, version, answer } = documents.served.0.get(request.path()).ok_or_else(nothing)?;
    answer.respond(&request, || documents.minified(*part, *version).into()).await
}
