//! Refuses requests that an operation does not declare: unknown parameters of the query, and media types that it cannot give.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::Method;
use actix_web::http::header::{self, HeaderValue, Quality};
use actix_web::middleware::{Next, from_fn};
use actix_web::{HttpRequest, ResponseError as _, Route, web};
use serde::Deserialize;
use serde::de::IgnoredAny;

use crate::api::document;
use crate::api::problem::{Code, Problem};
use crate::api::request::query::unknown_parameter;
use crate::api::response::media_ranges::MediaRanges;

/// The parameters and the media types of an operation, as the document has them.
struct Declared {
    parameters: Vec<String>,
    /// The media types of responses that are not errors. None if they have no body.
    media_types: Vec<String>,
}

/// The declarations of all operations, by method and path. They are read for the first request that needs one.
static DECLARED: LazyLock<BTreeMap<String, Declared>> = LazyLock::new(|| document::read::<Document>().declared());

/// What the document declares.
#[derive(Default, Deserialize)]
struct Document {
    paths: BTreeMap<String, BTreeMap<String, Operation>>,
    components: Components,
}

#[derive(Default, Deserialize)]
struct Components {
    parameters: BTreeMap<String, Parameter>,
}

#[derive(Deserialize)]
struct Operation {
    #[serde(default)]
    parameters: Vec<ParameterOrReference>,
    responses: BTreeMap<String, Response>,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum ParameterOrReference {
    Reference {
        #[serde(rename = "$ref")]
        target: String,
    },
    Parameter(Parameter),
}

#[derive(Deserialize)]
struct Parameter {
    name: String,
    #[serde(rename = "in")]
    place: String,
}

/// A response. One that is a reference is an error.
#[derive(Deserialize)]
struct Response {
    #[serde(default)]
    content: BTreeMap<String, IgnoredAny>,
}

impl Document {
    fn declared(&self) -> BTreeMap<String, Declared> {
        let of_path = |(path, methods): (&String, &BTreeMap<String, Operation>)| {
            methods.iter().map(|(method, it)| (key(method, path), self.declared_by(it))).collect::<Vec<_>>()
        };
        self.paths.iter().flat_map(of_path).collect()
    }

    fn declared_by(&self, operation: &Operation) -> Declared {
        let parameters = operation.parameters.iter().filter_map(|parameter| self.resolved(parameter));
        let in_query = parameters.filter(|parameter| parameter.place == "query");
        let responses = operation.responses.iter().filter(|(status, _)| status.starts_with('2'));
        Declared {
            parameters: in_query.map(|parameter| parameter.name.clone()).collect(),
            media_types: responses.flat_map(|(_, response)| response.content.keys().cloned()).collect(),
        }
    }

    fn resolved<'a>(&'a self, parameter: &'a ParameterOrReference) -> Option<&'a Parameter> {
        match parameter {
            ParameterOrReference::Parameter(parameter) => Some(parameter),
            ParameterOrReference::Reference { target } => self.components.parameters.get(target.rsplit('/').next()?),
        }
    }
}

fn key(method: &str, path: &str) -> String {
    format!("{} {path}", method.to_ascii_lowercase())
}

impl Declared {
    /// # Errors
    /// 400 for an unknown parameter, 406 if no media type is accepted.
    fn check(&self, request: &HttpRequest) -> Result<(), Problem> {
        // What cannot be parsed is refused by the handler.
        let query = web::Query::<Vec<(String, String)>>::from_query(request.query_string());
        let names = query.iter().flat_map(|query| query.iter()).map(|(name, _)| name);
        if let Some(name) = names.into_iter().find(|name| !self.parameters.contains(name)) {
            return Err(unknown_parameter(name, &self.parameters));
        }
        let ranges = MediaRanges::of(request);
        let is_accepted = |media_type: &String| ranges.quality(media_type) > Quality::ZERO;
        if self.media_types.is_empty() || self.media_types.iter().any(is_accepted) {
            return Ok(());
        }
        let detail = format!("`Accept` excludes the media types of this operation: {}", self.media_types.join(", "));
        let vary = HeaderValue::from_static("Accept");
        Err(Problem::new(Code::UnacceptableMediaType, detail).with_header(header::VARY, vary))
    }
}

/// Checks the requests of the route of a method and a path before their body is read.
pub(in crate::api) fn refuse_undeclared(route: Route, method: &Method, path: &str) -> Route {
    let key = key(method.as_str(), path);
    route.wrap(from_fn(move |request: ServiceRequest, next: Next<BoxBody>| {
        let is_plain = request.query_string().is_empty() && !request.headers().contains_key(header::ACCEPT);
        let declared = if is_plain { None } else { DECLARED.get(&key) };
        let checked = declared.map_or(Ok(()), |declared| declared.check(request.request()));
        async move {
            match checked {
                Ok(()) => next.call(request).await,
                Err(problem) => Ok::<ServiceResponse, _>(request.into_response(problem.error_response())),
            }
        }
    }))
}
