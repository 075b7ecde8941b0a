//! The HTTP layer: JSON over HTTP, everything under `/v1`.
//!
//! [`routes`] lists all endpoints: the router and the OpenAPI documents are built from it. Each resource has a folder, and each endpoint
//! a file with its parameters, response, operation and handler. The other folders have what endpoints share, innermost first:
//!
//! - [`problem`]: errors. `document`: the OpenAPI document, from which `operation` and [`schemas`] generate it. [`secrets`]: seeds, tokens,
//!   recovery codes.
//! - [`connection`]: sockets. [`request`] and [`response`]: what is read from requests, and how responses are built.
//! - [`monitoring`]: metrics, logs and panics. [`shared`]: the store, the clock, the pool.
//! - [`http`]: the layers around handlers, and bodies. [`endpoint`]: a row of [`routes`]. [`openapi`]: the documents.

mod app_links;
mod apps;
pub mod connection;
mod contests;
pub mod daily;
mod document;
mod embed;
pub mod endpoint;
pub mod export;
mod feed;
pub mod games;
pub mod http;
pub mod leaderboards;
mod moderation;
pub mod monitoring;
pub mod openapi;
#[cfg(feature = "schemas")]
pub mod operation;
mod pages;
mod pairings;
mod pars;
pub mod players;
pub mod problem;
pub mod ratings;
pub mod request;
pub mod response;
pub mod routes;
pub mod runs;
pub mod schemas;
pub mod secrets;
pub mod service;
pub mod shared;
mod tables;

use actix_web::body::MessageBody;
use actix_web::dev::{ServiceFactory, ServiceRequest, ServiceResponse};
use actix_web::middleware::from_fn;
use actix_web::web;
use actix_web::{App, Error, HttpRequest, HttpResponse};

use self::http::body::Intake;
use self::http::cors::PreflightMethods;
use self::monitoring::metrics::Metrics;
use self::openapi::Documents;
use self::problem::{Code, Problem};
use self::shared::Shared;
use crate::engine::problem::Problem as ProblemBody;
use crate::engine::{self, GameVersions};

/// The service, as each worker runs it.
pub fn app(
    paths: &[endpoint::Path],
    metrics: web::Data<Metrics>,
    intake: web::Data<Intake>,
    shared: web::Data<Shared>,
    documents: web::Data<&'static Documents>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody + use<>>,
        Error = Error,
        InitError = (),
    > + use<>,
> {
    let app = App::new()
        .app_data(metrics)
        .app_data(intake)
        .app_data(shared)
        .app_data(documents)
        .app_data(PreflightMethods::of(paths.iter().map(endpoint::Path::with_methods)))
        .default_service(web::to(nothing_here))
        .wrap(from_fn(http::encode::encode))
        .wrap(from_fn(http::slices::slice))
        .wrap(from_fn(http::admission::admit))
        .wrap(from_fn(http::location::complete))
        .wrap(http::cors::cors())
        .wrap(from_fn(http::cors::expose))
        .wrap(from_fn(monitoring::requests::observe))
        .wrap(from_fn(connection::payload::retain))
        .wrap(from_fn(http::closing::announce));
    // The pages come last: paths that are matched by a pattern slow down the lookup of all later ones.
    let app = paths.iter().fold(app, |app, path| app.service(path.resource()));
    app.configure(pages::configure).configure(embed::configure)
}

/// The service on the address of the metrics: only they and the health of the process.
pub fn metrics_app(
    metrics: web::Data<Metrics>,
) -> App<
    impl ServiceFactory<
        ServiceRequest,
        Config = (),
        Response = ServiceResponse<impl MessageBody + use<>>,
        Error = Error,
        InitError = (),
    > + use<>,
> {
    App::new().app_data(metrics).wrap(from_fn(connection::payload::retain)).configure(service::configure_metrics)
}

async fn nothing_here(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let path = request.path();
    match path.strip_prefix("/v1/leaderboards/").and_then(known_game) {
        Some(game) if game.newest().ranked().is_none() => Err(Problem::seated_game(game.newest().facts().title)),
        _ => pages::lost(&request, missing(path)),
    }
}

/// Returns the problem of a path that does not exist.
fn missing(path: &str) -> Problem {
    let of_game = ["/v1/games/", "/v1/leaderboards/"].iter().find_map(|prefix| path.strip_prefix(prefix));
    let id = of_game.and_then(|rest| rest.split('/').next());
    if let Some(id) = id.filter(|id| engine::game(id).is_none()) {
        return ProblemBody::unknown_game(id).into();
    }
    let of_plan = path.strip_prefix("/v1/games/").and_then(|rest| rest.strip_suffix("/plan")).and_then(engine::game);
    match of_plan {
        Some(game) => ProblemBody::no_plan(game.newest().facts().title).into(),
        None => Problem::new(Code::NotFound, format_args!("{path} does not exist; {}", other_paths(path))),
    }
}

/// Returns the game with which a path begins.
fn known_game(path: &str) -> Option<&'static GameVersions> {
    engine::game(path.split('/').next()?)
}

/// Returns what exists in place of a path: a predicate for the caller.
fn other_paths(path: &str) -> String {
    if path.ends_with('/') {
        return "paths have no slash at their end".to_owned();
    }
    match path.strip_prefix("/v1/games/").and_then(known_game) {
        Some(game) => {
            format!("{} has these calls: {}", game.newest().facts().title, games::names_of_calls(game).join(", "))
        }
        None => "/docs lists all calls".to_owned(),
    }
}
