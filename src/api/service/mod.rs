//! The calls that belong to no game: the list of games, the problems, health and metrics.

#[cfg(feature = "schemas")]
mod document;
mod health;
mod list_games;
mod metrics;
mod problems;
mod readiness;

use actix_web::http::Method;
use actix_web::web;

pub use self::metrics::METRICS;
use super::endpoint::{Endpoint, docs};
use super::problem::{Code, Problem};

/// The endpoints that belong to no game.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::new(Method::GET, "/v1/games", list_games::handle, docs!(list_games::doc)),
        Endpoint::new(Method::GET, "/v1/problems", problems::handle, docs!(problems::doc)),
        Endpoint::new(Method::GET, "/healthz", health::handle, docs!(health::doc)),
        Endpoint::new(Method::GET, "/readyz", readiness::handle, docs!(readiness::doc)),
        Endpoint::new(Method::GET, METRICS, metrics::handle, docs!(metrics::doc)),
    ]
}

/// Adds the routes of the address of the metrics: the metrics, and whether the process lives.
pub(super) fn configure_metrics(config: &mut web::ServiceConfig) {
    let get = || web::method(Method::GET);
    let head = || web::method(Method::HEAD);
    config
        .service(web::resource(METRICS).route(get().to(metrics::handle)).route(head().to(metrics::handle)))
        .service(web::resource("/healthz").route(get().to(health::handle)).route(head().to(health::handle)))
        .default_service(web::to(|| async {
            Err::<&str, _>(Problem::new(Code::NotFound, "this address has only /metrics and /healthz"))
        }));
}
