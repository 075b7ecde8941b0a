//! Refuses requests that an operation does not declare: unknown parameters of the query, and media types that it cannot give.

use std::sync::{Arc, LazyLock};

use actix_web::body::BoxBody;
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::http::header::{self, HeaderValue, Quality};
use actix_web::middleware::{Next, from_fn};
use actix_web::{HttpRequest, ResponseError as _, Route, web};
use utoipa::openapi::RefOr;
use utoipa::openapi::path::ParameterIn;

use crate::api::operation::DocumentedOperation;
use crate::api::problem::{Code, Problem};
use crate::api::request::query::unknown_parameter;
use crate::api::response::media_ranges::MediaRanges;

/// The parameters and the media types of an operation, as the document has them.
pub(in crate::api) struct Declared {
    parameters: Vec<String>,
    /// The media types of responses that are not errors. None if they have no body.
    media_types: Vec<String>,
}

/// The declaration of an operation, which is built for the first request that needs it.
pub(in crate::api) type LazyDeclared = Arc<LazyLock<Declared, Box<dyn FnOnce() -> Declared + Send>>>;

impl Declared {
    /// Reads the declaration of an operation.
    pub(in crate::api) fn of(DocumentedOperation { operation, .. }: &DocumentedOperation) -> Self {
        let parameters = operation.parameters.iter().flatten().filter_map(|parameter| match parameter {
            RefOr::T(parameter) if matches!(parameter.parameter_in, ParameterIn::Query) => Some(parameter.name.clone()),
            _ => None,
        });
        let responses = operation.responses.responses.iter().filter(|(status, _)| status.starts_with('2'));
        let media_types = responses.flat_map(|(_, response)| match response {
            RefOr::T(response) => response.content.keys().cloned().collect(),
            RefOr::Ref(_) => Vec::new(),
        });
        Self { parameters: parameters.collect(), media_types: media_types.collect() }
    }

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

/// Checks the requests of a route before their body is read.
pub(in crate::api) fn refuse_undeclared(route: Route, declared: LazyDeclared) -> Route {
    route.wrap(from_fn(move |request: ServiceRequest, next: Next<BoxBody>| {
        let declared = Arc::clone(&declared);
        async move {
            let is_plain = request.query_string().is_empty() && !request.headers().contains_key(header::ACCEPT);
            let checked = if is_plain { Ok(()) } else { declared.check(request.request()) };
            match checked {
                Ok(()) => next.call(request).await,
                Err(problem) => Ok::<ServiceResponse, _>(request.into_response(problem.error_response())),
            }
        }
    }))
}
