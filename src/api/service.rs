//! The calls that belong to no game: the catalogue, the problems, the document and its page, health and metrics.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use actix_web::http::header::{self, ETag, EntityTag, Header as _, IfNoneMatch};
use actix_web::web::Bytes;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;

use super::catalogue::{self, GameList};
use super::endpoint::Endpoint;
use super::observe::Metrics;
use super::openapi::{self, Described, OperationSays, operation};
use super::problem::{Code, Problem};
use super::shared::Shared;
use crate::rules::wire;

/// A kind of problem.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProblemKind {
    /// The stable code.
    #[schema(inline = false)]
    pub code: Code,
    /// The status that it is given with.
    #[schema(minimum = 400, maximum = 599)]
    pub status: u16,
    /// The title.
    pub title: &'static str,
    /// What it means.
    pub meaning: &'static str,
}

/// The kinds of problem there are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct ProblemList {
    /// Every kind.
    pub problems: Vec<ProblemKind>,
}

/// How the service does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Health {
    /// `ok`.
    pub status: &'static str,
}

const WELL: Health = Health { status: "ok" };

/// The endpoints that belong to no game.
#[must_use]
pub fn endpoints() -> Vec<Endpoint> {
    fn says(id: &str, summary: &str, description: &'static str) -> OperationSays {
        operation(Described { id: id.to_owned(), tag: "Service", summary: summary.to_owned(), description })
    }
    fn schemas<T: ToSchema>() -> wire::Schemas {
        let mut schemas = wire::Schemas::new();
        wire::gather::<T>(&mut schemas);
        schemas
    }
    vec![
        Endpoint::get(
            "/v1/games",
            || web::to(games),
            || {
                says("list_games", "List the games", "Every game, with its id, title and summary.")
                    .answers::<GameList>(&catalogue::list())
                    .done()
            },
            schemas::<GameList>,
        ),
        Endpoint::get(
            "/v1/problems",
            || web::to(problems),
            || {
                says("list_problems", "List the kinds of problem", "Every error code, with its status and meaning.")
                    .answers::<ProblemList>(&problem_list())
                    .done()
            },
            schemas::<ProblemList>,
        ),
        Endpoint::get(
            "/openapi.json",
            || web::to(document),
            || {
                says("openapi", "The OpenAPI document", "This document.")
                    .answers_with("application/json", "An OpenAPI 3.1 document.", wire::any_object())
                    .done()
            },
            Vec::new,
        ),
        Endpoint::get(
            "/healthz",
            || web::to(health),
            || {
                says("health", "Whether the service lives", "Answers as long as the process does.")
                    .answers::<Health>(&WELL)
                    .done()
            },
            schemas::<Health>,
        ),
        Endpoint::get(
            "/readyz",
            || web::to(readiness),
            || {
                says("readiness", "Whether the service can take requests", "Answers 200 when it can read its store.")
                    .answers::<Health>(&WELL)
                    .refuses(&["503"])
                    .done()
            },
            schemas::<Health>,
        ),
        Endpoint::get(
            "/metrics",
            || web::to(metrics),
            || {
                says("metrics", "Metrics", "Counts and durations of requests by route and status, for Prometheus.")
                    .answers_with(
                        "application/openmetrics-text",
                        "Metrics in the OpenMetrics text format.",
                        wire::any_text(),
                    )
                    .done()
            },
            Vec::new,
        ),
    ]
}

async fn games(request: HttpRequest) -> HttpResponse {
    struct Games;
    impl Fixed for Games {
        fn make() -> Vec<u8> {
            serde_json::to_vec(&catalogue::list()).unwrap_or_default()
        }
    }
    Cached::of::<Games>().answer(&request, "application/json")
}

fn problem_list() -> ProblemList {
    let kind = |code: &Code| ProblemKind {
        code: *code,
        status: code.status().as_u16(),
        title: code.title(),
        meaning: code.meaning(),
    };
    ProblemList { problems: Code::ALL.iter().map(kind).collect() }
}

async fn problems(request: HttpRequest) -> HttpResponse {
    struct Problems;
    impl Fixed for Problems {
        fn make() -> Vec<u8> {
            serde_json::to_vec(&problem_list()).unwrap_or_default()
        }
    }
    Cached::of::<Problems>().answer(&request, "application/json")
}

async fn document(request: HttpRequest) -> HttpResponse {
    struct Document;
    impl Fixed for Document {
        fn make() -> Vec<u8> {
            openapi::document_text().into_bytes()
        }
    }
    Cached::of::<Document>().answer(&request, "application/json")
}

async fn health() -> HttpResponse {
    HttpResponse::Ok().insert_header((header::CACHE_CONTROL, "no-store")).json(WELL)
}

async fn readiness(shared: web::Data<Shared>) -> Result<HttpResponse, Problem> {
    shared.store.ready().await?;
    Ok(health().await)
}

async fn metrics(metrics: web::Data<Metrics>) -> Result<HttpResponse, Problem> {
    let text = metrics.text().map_err(|_| Problem::new(Code::InternalError, "the metrics could not be written"))?;
    Ok(HttpResponse::Ok()
        .content_type(Metrics::MEDIA_TYPE)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(text))
}

/// An answer that is the same as long as the program runs.
pub trait Fixed: 'static {
    /// Makes the body, when it is first asked for.
    fn make() -> Vec<u8>;
}

/// A body that does not change, with its entity tag.
#[derive(Clone, Debug)]
pub struct Cached {
    body: Bytes,
    tag: EntityTag,
}

impl Cached {
    /// The body of a fixed answer, made on first use.
    #[must_use]
    pub fn of<F: Fixed>() -> Self {
        static MADE: Mutex<BTreeMap<TypeId, Cached>> = Mutex::new(BTreeMap::new());
        let mut made = MADE.lock().unwrap_or_else(PoisonError::into_inner);
        made.entry(TypeId::of::<F>()).or_insert_with(|| Self::new(F::make().into())).clone()
    }

    /// A body with its entity tag.
    #[must_use]
    pub fn new(body: Bytes) -> Self {
        let digest = Sha256::digest(&body);
        let tag = digest.iter().take(12).map(|byte| format!("{byte:02x}")).collect();
        // Weak, since the same tag stands for every content encoding.
        Self { body, tag: EntityTag::new_weak(tag) }
    }

    /// The answer: the body, or 304 if the client has it.
    pub fn answer(&self, request: &HttpRequest, media_type: &str) -> HttpResponse {
        let has = match IfNoneMatch::parse(request) {
            Ok(IfNoneMatch::Any) => request.headers().contains_key(header::IF_NONE_MATCH),
            Ok(IfNoneMatch::Items(tags)) => tags.iter().any(|tag| tag.weak_eq(&self.tag)),
            Err(_) => false,
        };
        let mut response = if has { HttpResponse::NotModified() } else { HttpResponse::Ok() };
        response.insert_header(ETag(self.tag.clone())).insert_header((header::CACHE_CONTROL, "no-cache"));
        if has { response.finish() } else { response.content_type(media_type).body(self.body.clone()) }
    }
}
