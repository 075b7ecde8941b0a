//! Decides about a request before its body is read: token, limits, and who may call.

use actix_web::body::{BoxBody, EitherBody, MessageBody};
use actix_web::dev::{ServiceRequest, ServiceResponse};
use actix_web::middleware::{Next, from_fn};
use actix_web::{Error, HttpMessage as _, ResponseError as _, Route, web};

use crate::api::problem::Problem;
use crate::api::request::client::Client;
use crate::api::request::rate_limit;
use crate::api::response::make_personal;
use crate::api::shared::Shared;
use crate::limits::Limit;
use crate::moderator::Moderator;

/// The limit that applies to a path; none for the health checks.
pub(in crate::api) fn limit_of(path: &str) -> Option<Limit> {
    match path {
        "/healthz" | "/readyz" => None,
        // A separate limit, so that it answers while all others are refused.
        "/metrics" => Some(Limit::Metrics),
        _ => Some(Limit::Requests),
    }
}

/// Looks up the client of a request once, and stores it with the request. Then counts the request, and responds with 429 past the limit.
///
/// # Errors
/// Those of the layers within.
pub(in crate::api) async fn admit<B: MessageBody + 'static>(
    request: ServiceRequest,
    next: Next<B>,
) -> Result<ServiceResponse<EitherBody<B, BoxBody>>, Error> {
    let Some(shared) = request.app_data::<web::Data<Shared>>().cloned() else {
        return next.call(request).await.map(ServiceResponse::map_into_left_body);
    };
    let limit = limit_of(request.path());
    let client = if limit == Some(Limit::Requests) {
        Client::look_up(request.request(), &shared.store, &shared.proxies, shared.clock.now()).await
    } else {
        // Health and metrics are answered without the store.
        Ok(Client::without_token(request.request(), &shared.proxies))
    };
    let client = match client {
        Ok(client) => client,
        Err(why) => return Ok(request.into_response(Problem::from(why).error_response()).map_into_right_body()),
    };
    note_use(&client, &shared);
    let counted = limit.map_or(Ok(()), |limit| shared.count_request(limit, &client, request.request()));
    request.extensions_mut().insert(client);
    let mut response = match counted {
        Ok(()) => next.call(request).await?.map_into_left_body(),
        Err(problem) => request.into_response(problem.error_response()).map_into_right_body(),
    };
    rate_limit::add_headers(&mut response);
    if Client::of(response.request()).is_response_personal() {
        make_personal(response.headers_mut());
    }
    Ok(response)
}

/// Counts the requests of a route toward the limit of new players, by address, whatever token they carry.
pub(in crate::api) fn makes_player(route: Route) -> Route {
    route.wrap(from_fn(count_player))
}

async fn count_player(request: ServiceRequest, next: Next<BoxBody>) -> Result<ServiceResponse<BoxBody>, Error> {
    let address = Client::of(request.request()).address();
    let shared = request.app_data::<web::Data<Shared>>().cloned();
    match shared.map_or(Ok(()), |shared| shared.count(Limit::Players, address, request.request())) {
        Ok(()) => next.call(request).await,
        Err(problem) => Ok(request.into_response(problem.error_response())),
    }
}

/// Records the use of a token, once a day. The request does not wait for it, and succeeds even if it fails.
fn note_use(client: &Client, shared: &Shared) {
    let today = shared.days.known_time().now.day();
    if let Some(token) = client.first_use_on(today) {
        let store = shared.store.clone();
        actix_web::rt::spawn(async move { store.note_use(token, today).await });
    }
}

/// Requires a player's token for a route: without one the response is 401, or 403 if the player is banned, before the body is read.
pub(in crate::api) fn needs_token(route: Route) -> Route {
    route.wrap(from_fn(refuse_unknown))
}

/// Requires a player's own token for a route: without one the response is as with [`needs_token`], or 403 if an app acts with the token.
pub(in crate::api) fn needs_own_token(route: Route) -> Route {
    route.wrap(from_fn(refuse_all_but_players_alone))
}

async fn refuse_all_but_players_alone(
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    match Client::of(request.request()).player_alone() {
        Ok(_) => next.call(request).await,
        Err(problem) => Ok(request.into_response(problem.error_response())),
    }
}

/// Requires the key of an app for a route: without one the response is 401 before the body is read.
pub(in crate::api) fn needs_app(route: Route) -> Route {
    route.wrap(from_fn(refuse_all_but_apps))
}

async fn refuse_all_but_apps(request: ServiceRequest, next: Next<BoxBody>) -> Result<ServiceResponse<BoxBody>, Error> {
    match Client::of(request.request()).app() {
        Ok(_) => next.call(request).await,
        Err(problem) => Ok(request.into_response(problem.error_response())),
    }
}

/// Requires the moderator's token for a route: without it the response is 401 before the body is read.
pub(in crate::api) fn needs_moderator(route: Route) -> Route {
    route.wrap(from_fn(refuse_all_but_moderator))
}

async fn refuse_all_but_moderator(
    request: ServiceRequest,
    next: Next<BoxBody>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let off = Moderator::default();
    let shared = request.app_data::<web::Data<Shared>>();
    let moderator = shared.map_or(&off, |shared| &shared.moderator);
    match Client::of(request.request()).check_moderator(request.request(), moderator) {
        Ok(()) => next.call(request).await,
        Err(problem) => Ok(request.into_response(problem.error_response())),
    }
}

async fn refuse_unknown(request: ServiceRequest, next: Next<BoxBody>) -> Result<ServiceResponse<BoxBody>, Error> {
    match Client::of(request.request()).player() {
        Ok(_) => next.call(request).await,
        Err(problem) => Ok(request.into_response(problem.error_response())),
    }
}
