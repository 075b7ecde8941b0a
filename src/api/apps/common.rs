//! What the calls of apps share: the app that a path names, user ids, and their refusals.

use actix_web::HttpRequest;

use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::store::{App, MAX_USER_ID_BYTES, UserId};

/// The app whose key the request carries, if it is the app in the path. The response for another app does not depend on whether that app exists.
pub(super) fn oneself(request: &HttpRequest, id: &str) -> Result<App, Problem> {
    let app = Client::of(request).app()?;
    if id == app.id.to_string() {
        Ok(app)
    } else {
        Err(Problem::new(Code::UnknownApp, "the key in the request belongs to no app with this id"))
    }
}

pub(super) fn valid_user(text: String) -> Result<UserId, Problem> {
    let why = || {
        let limit = MAX_USER_ID_BYTES;
        format!("a user id has 1 to {limit} bytes, has no control characters, and is neither `.` nor `..`")
    };
    UserId::new(text).ok_or_else(|| Problem::new(Code::InvalidUserId, why()))
}

pub(super) fn no_random(_: getrandom::Error) -> Problem {
    Problem::new(Code::InternalError, "the system returned no random bytes")
}
