//! One list of endpoints: the router and the document are both made from its rows, so that they cannot drift.

use actix_web::http::Method;
use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{self, PayloadConfig};
use actix_web::{Resource, Route};
use utoipa::openapi::path::Operation;

use super::body::MOST_BYTES;
use super::observe::RouteName;
use super::problem::{Code, Problem};
use super::{daily, game, leaderboards, players, round, runs, service};
use crate::rules::game::Game;
use crate::rules::registry::{self, Visitor};
use crate::rules::wire::Schemas;

/// A row: one method of one path.
pub struct Endpoint {
    /// The method; a GET answers HEAD too.
    pub method: Method,
    /// The path, with parameters in braces.
    pub path: String,
    /// Makes the route to the handler; the method is the row's.
    pub route: fn() -> Route,
    /// The most bytes of its body.
    pub most_bytes: usize,
    /// What the document says of it, made when the document is.
    pub operation: fn() -> Operation,
    /// The schemas that the operation refers to.
    pub schemas: fn() -> Schemas,
}

impl Endpoint {
    /// A GET.
    pub fn get(
        path: impl Into<String>,
        route: fn() -> Route,
        operation: fn() -> Operation,
        schemas: fn() -> Schemas,
    ) -> Self {
        Self { method: Method::GET, path: path.into(), route, most_bytes: MOST_BYTES, operation, schemas }
    }

    /// A POST.
    pub fn post(
        path: impl Into<String>,
        route: fn() -> Route,
        operation: fn() -> Operation,
        schemas: fn() -> Schemas,
    ) -> Self {
        Self { method: Method::POST, path: path.into(), route, most_bytes: MOST_BYTES, operation, schemas }
    }

    /// A DELETE.
    pub fn delete(
        path: impl Into<String>,
        route: fn() -> Route,
        operation: fn() -> Operation,
        schemas: fn() -> Schemas,
    ) -> Self {
        Self { method: Method::DELETE, path: path.into(), route, most_bytes: MOST_BYTES, operation, schemas }
    }

    /// The endpoint with another limit of its body.
    #[must_use]
    pub fn most_bytes(self, most_bytes: usize) -> Self {
        Self { most_bytes, ..self }
    }
}

/// Every endpoint there is, in the order of the document.
#[must_use]
pub fn all() -> Vec<Endpoint> {
    struct Games(Vec<Endpoint>);
    impl Visitor for Games {
        fn visit<G: Game>(&mut self) {
            self.0.extend(game::endpoints::<G>());
        }
    }
    let mut endpoints = Games(service::endpoints());
    registry::visit_all(&mut endpoints);
    let Games(mut endpoints) = endpoints;
    endpoints.extend(round::endpoints());
    endpoints.extend(players::endpoints());
    endpoints.extend(runs::endpoints());
    endpoints.extend(leaderboards::endpoints());
    endpoints.extend(daily::endpoints());
    endpoints
}

/// What a router needs of the rows of one path.
pub struct Path {
    path: String,
    routes: Vec<(Method, fn() -> Route)>,
    most_bytes: usize,
    name: RouteName,
}

/// The paths of the endpoints, each with all its methods.
#[must_use]
pub fn paths() -> Vec<Path> {
    let mut paths: Vec<Path> = Vec::new();
    for Endpoint { method, path, route, most_bytes, .. } in all() {
        match paths.iter_mut().find(|known| known.path == path) {
            Some(known) => known.routes.push((method, route)),
            None => paths.push(Path { name: RouteName::of(&path), path, routes: vec![(method, route)], most_bytes }),
        }
    }
    paths
}

impl Path {
    /// A path with a GET and nothing else, which is no part of the API.
    pub(super) fn get(path: &str, route: fn() -> Route) -> Self {
        let name = RouteName::of(path);
        Self { path: path.to_owned(), routes: vec![(Method::GET, route)], most_bytes: MOST_BYTES, name }
    }

    /// The resource: its methods, and 405 with `Allow` for all others.
    pub fn resource(&self) -> Resource {
        let mut allow = Vec::new();
        let mut resource =
            web::resource(self.path.as_str()).app_data(PayloadConfig::new(self.most_bytes)).app_data(self.name.clone());
        for (method, route) in &self.routes {
            resource = resource.route(route().method(method.clone()));
            allow.push(method.as_str());
            if *method == Method::GET {
                resource = resource.route(route().method(Method::HEAD));
                allow.push("HEAD");
            }
        }
        let allow = HeaderValue::from_str(&allow.join(", ")).unwrap_or(HeaderValue::from_static(""));
        resource.default_service(web::to(move || {
            let detail = format!("this path allows {}", allow.to_str().unwrap_or_default());
            let problem = Problem::new(Code::MethodNotAllowed, detail).with_header(header::ALLOW, allow.clone());
            async move { Err::<&str, _>(problem) }
        }))
    }
}
