//! What is decided about a request before its body is read.

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

/// The limit of requests for a path; none for those that tell whether the service is well.
pub(in crate::api) fn limit_of(path: &str) -> Option<Limit> {
    match path {
        "/healthz" | "/readyz" => None,
        // Its own, so that it is answered while all others are refused.
        "/metrics" => Some(Limit::Metrics),
        _ => Some(Limit::Requests),
    }
}

/// Looks up who makes a request, once: whatever asks for it afterwards finds it with the request. Then counts the request, and
/// answers with 429 if it is too many.
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
        Client::look_up(request.request(), &shared.store, &shared.proxies).await
    } else {
        // How the service does is answered without the store.
        Ok(Client::without_token(request.request(), &shared.proxies))
    };
    let client = match client {
        Ok(client) => client,
        Err(why) => return Ok(request.into_response(Problem::from(why).error_response()).map_into_right_body()),
    };
    note_use(&client, &shared);
    let caller = client.caller();
    request.extensions_mut().insert(client);
    let counted = limit.map_or(Ok(()), |limit| shared.count(limit, caller, request.request()));
    let mut response = match counted {
        Ok(()) => next.call(request).await?.map_into_left_body(),
        Err(problem) => request.into_response(problem.error_response()).map_into_right_body(),
    };
    rate_limit::tell(&mut response);
    if Client::of(response.request()).is_response_personal() {
        make_personal(response.headers_mut());
    }
    Ok(response)
}

/// The route for requests that make a player, which are counted by the address that they come from, whatever token they carry.
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

/// Notes that a token is used, once a day. Nobody waits for it: a call is answered whether or not it can be noted.
fn note_use(client: &Client, shared: &Shared) {
    let today = shared.clock.now().day();
    if let Some(token) = client.first_use_on(today) {
        let store = shared.store.clone();
        actix_web::rt::spawn(async move { store.note_use(token, today).await });
    }
}

/// The route for requests that carry a known token only: all others are answered with 401, or 403 if its player is banned, before their body
/// is read.
pub(in crate::api) fn needs_token(route: Route) -> Route {
    route.wrap(from_fn(refuse_unknown))
}

/// The route for requests that carry the moderator's token only: all others are answered with 401 before their body is read.
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
