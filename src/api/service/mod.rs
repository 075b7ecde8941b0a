//! The calls that belong to no game: the catalogue, the problems, the document and its page, health and metrics.

use actix_web::http::{Method, header};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::Serialize;
use utoipa::ToSchema;

use super::endpoint::Endpoint;
use super::games::catalogue;
use super::games::catalogue::GameList;
use super::monitoring::metrics::Metrics;
use super::operation::{OperationDoc, OperationInfo, operation};
use super::problem::{Code, Problem};
use super::response::{FixedJson, JsonResponse};
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

/// The health of the service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct Health {
    /// `ok`.
    pub status: &'static str,
}

const HEALTHY: Health = Health { status: "ok" };

/// The endpoints that belong to no game.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new(Method::GET, "/v1/games", list_games, doc_of_games),
        Endpoint::new(Method::GET, "/v1/problems", list_problems, doc_of_problems),
        Endpoint::new(Method::GET, "/healthz", health, doc_of_health),
        Endpoint::new(Method::GET, "/readyz", readiness, doc_of_readiness),
        Endpoint::new(Method::GET, METRICS, metrics, doc_of_metrics),
    ]
}

/// The path of the metrics.
pub const METRICS: &str = "/metrics";

/// What is served on an address of its own: the metrics, and whether the process lives.
pub(super) fn configure_metrics(config: &mut web::ServiceConfig) {
    let get = || web::method(Method::GET);
    let head = || web::method(Method::HEAD);
    config
        .service(web::resource(METRICS).route(get().to(metrics)).route(head().to(metrics)))
        .service(web::resource("/healthz").route(get().to(health)).route(head().to(health)))
        .default_service(web::to(|| async {
            Err::<&str, _>(Problem::new(Code::NotFound, "there are /metrics and /healthz"))
        }));
}

fn doc(id: &str, summary: &str, description: &'static str) -> OperationDoc {
    operation(OperationInfo { id: id.to_owned(), tag: "Service", summary: summary.to_owned(), description })
}

fn doc_of_games() -> OperationDoc<(), GameList> {
    doc("list_games", "List the games", "Every game, with its id, title and summary.").ok(&catalogue::list())
}

async fn list_games(request: HttpRequest) -> Result<JsonResponse<GameList>, Problem> {
    static LIST: FixedJson<GameList> = FixedJson::new(catalogue::list);
    LIST.respond(&request).await
}

fn doc_of_problems() -> OperationDoc<(), ProblemList> {
    doc("list_problems", "List the kinds of problem", "Every error code, with its status and meaning.").ok(&problems())
}

fn problems() -> ProblemList {
    let kind = |code: &Code| ProblemKind {
        code: *code,
        status: code.status().as_u16(),
        title: code.title(),
        meaning: code.meaning(),
    };
    ProblemList { problems: Code::ALL.iter().map(kind).collect() }
}

async fn list_problems(request: HttpRequest) -> Result<JsonResponse<ProblemList>, Problem> {
    static LIST: FixedJson<ProblemList> = FixedJson::new(problems);
    LIST.respond(&request).await
}

fn doc_of_health() -> OperationDoc<(), Health> {
    doc("health", "Whether the service lives", "Answers as long as the process does.").ok(&HEALTHY).no_store()
}

async fn health() -> JsonResponse<Health> {
    JsonResponse::no_store(&HEALTHY)
}

fn doc_of_readiness() -> OperationDoc<(), Health> {
    doc("readiness", "Whether the service can take requests", "Answers 200 when it can read its store and its last commit succeeded. When none was made for a second, it makes one of its own.")
        .ok(&HEALTHY)
        .no_store()
        .errors(&["503"])
}

async fn readiness(shared: web::Data<Shared>) -> Result<JsonResponse<Health>, Problem> {
    shared.store.ready().await?;
    Ok(JsonResponse::no_store(&HEALTHY))
}

fn doc_of_metrics() -> OperationDoc {
    doc("metrics", "Metrics", "Counts of the whole service, for Prometheus. Not served here if the service was started with `--metrics-listen`.")
        .ok_as("application/openmetrics-text", "Metrics in the OpenMetrics text format.", wire::any_text())
        .no_store()
}

async fn metrics(metrics: web::Data<Metrics>) -> Result<HttpResponse, Problem> {
    let text = metrics.text().map_err(|_| Problem::new(Code::InternalError, "the metrics could not be written"))?;
    Ok(HttpResponse::Ok()
        .content_type(Metrics::MEDIA_TYPE)
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .body(text))
}
