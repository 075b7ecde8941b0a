//! How the caller of a request stands with the limits that it was counted by, as its response tells in `RateLimit`.

use actix_web::dev::ServiceResponse;
use actix_web::http::header::{self, HeaderName, HeaderValue};
use actix_web::{HttpMessage as _, HttpRequest};

use crate::api::problem::{Code, Problem};
use crate::limits::{Standing, rate_limit, rate_limit_policy};

const RATE_LIMIT: HeaderName = HeaderName::from_static("ratelimit");
const RATE_LIMIT_POLICY: HeaderName = HeaderName::from_static("ratelimit-policy");

/// How the caller stands with each limit, kept with the request while it is served.
struct Standings(Vec<Standing>);

/// Keeps how the caller stands with one more limit.
///
/// # Errors
/// 429 when the request is too many.
pub(in crate::api) fn keep(standing: Standing, request: &HttpRequest) -> Result<(), Problem> {
    let mut kept = request.extensions_mut();
    match kept.get_mut::<Standings>() {
        Some(Standings(known)) => known.push(standing),
        None => drop(kept.insert(Standings(vec![standing]))),
    }
    if standing.refused { Err(too_many(standing)) } else { Ok(()) }
}

fn too_many(standing: Standing) -> Problem {
    let detail = format!("there were too many from you ({}); ask again in {} s", standing.policy(), standing.wait);
    Problem::new(Code::TooManyRequests, detail).with_header(header::RETRY_AFTER, standing.wait.into())
}

/// Tells in a response how the caller stands.
pub(in crate::api) fn tell<B>(response: &mut ServiceResponse<B>) {
    let text = |Standings(known): &Standings| (rate_limit(known), rate_limit_policy(known));
    let Some((stands, policy)) = response.request().extensions().get::<Standings>().map(text) else { return };
    for (name, value) in [(RATE_LIMIT, stands), (RATE_LIMIT_POLICY, policy)] {
        if let Ok(value) = HeaderValue::try_from(value) {
            response.headers_mut().insert(name, value);
        }
    }
}
