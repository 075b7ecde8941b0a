//! The headers `RateLimit` and `RateLimit-Policy`: the state of the limits that a request was counted toward.

use actix_web::dev::ServiceResponse;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpMessage as _, HttpRequest};

use crate::api::problem::{Code, Problem};
use crate::limits::{Limit, LimitState, OfApp, rate_limit, rate_limit_policy};

const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// The state of each limit, stored with the request while it is served.
struct LimitStates(Vec<LimitState>);

/// Records the state of a limit that a request was counted toward.
///
/// # Errors
/// 429 when the request is past the limit.
pub(in crate::api) fn record(state: LimitState, request: &HttpRequest) -> Result<(), Problem> {
    let mut extensions = request.extensions_mut();
    match extensions.get_mut::<LimitStates>() {
        Some(LimitStates(known)) => {
            known.retain(|known| known.limit != state.limit);
            known.push(state);
        }
        None => drop(extensions.insert(LimitStates(vec![state]))),
    }
    if state.refused { Err(too_many(state)) } else { Ok(()) }
}

fn too_many(state: LimitState) -> Problem {
    let advice = match state.limit {
        Limit::Players => {
            ". Sign up once and use the token again, also in tests; in an office or a class room, ask the operator for a higher --limit-players"
        }
        Limit::App(OfApp::Players) => "; ask the operator for a higher --limit-app",
        _ => "",
    };
    let detail = format!("you exceeded the rate limit {:?}; try again in {} s{advice}", state.policy(), state.wait);
    Problem::new(Code::TooManyRequests, detail).with_header(header::RETRY_AFTER, state.wait.into())
}

/// Adds the state of the recorded limits to a response.
pub(in crate::api) fn add_headers<B>(response: &mut ServiceResponse<B>) {
    let text = |LimitStates(known): &LimitStates| (rate_limit(known), rate_limit_policy(known));
    let Some((state, policy)) = response.request().extensions().get::<LimitStates>().map(text) else { return };
    for (name, value) in [(RATE_LIMIT, state), (RATE_LIMIT_POLICY, policy)] {
        if let Ok(value) = HeaderValue::try_from(value) {
            response.headers_mut().insert(name, value);
        }
    }
}
