//! What the calls of apps share: the app that a path names, user ids, and their refusals.

use actix_web::HttpRequest;

use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::shared::Shared;
use crate::store::{App, AppId, AppKeyHash, AppUser, Control, MAX_USER_ID_BYTES, Player, UserId};

/// The app whose key the request carries, if it is the app in the path. The response for another app does not depend on whether that app exists.
pub(in crate::api) fn oneself(request: &HttpRequest, id: &str) -> Result<App, Problem> {
    oneself_by_key(request, id).map(|(app, _)| app)
}

/// The app as [`oneself`] returns it, with the hash of its key.
pub(super) fn oneself_by_key(request: &HttpRequest, id: &str) -> Result<(App, AppKeyHash), Problem> {
    let (app, key) = Client::of(request).app_with_key()?;
    if id == app.id.to_string() {
        Ok((app, key))
    } else {
        Err(Problem::new(Code::UnknownApp, "the key in the request belongs to no app with this id"))
    }
}

/// The problem of an app that does not exist, or is deleted.
pub(in crate::api) fn unknown(id: &str) -> Problem {
    Problem::new(Code::UnknownApp, format!("there is no app {id:?}"))
}

pub(in crate::api) fn valid_user(text: String) -> Result<UserId, Problem> {
    let why = || {
        let limit = MAX_USER_ID_BYTES;
        format!("a user id is UTF-8 of 1 to {limit} bytes, has no control characters, and is neither `.` nor `..`")
    };
    UserId::new(text).ok_or_else(|| Problem::new(Code::InvalidUserId, why()))
}

/// The refusal to act for a user who took the player over.
pub(super) fn taken_over() -> Problem {
    Problem::new(Code::TakenOver, "this user took the player over; ask them to let the app play for them")
}

/// The player of a user for whom an app acts.
///
/// # Errors
/// 404 when the app has no such user, 409 when the user took the player over.
pub(in crate::api) async fn acted_for(shared: &Shared, app: AppId, user: UserId) -> Result<Player, Problem> {
    match shared.store.app_user(app, user).await? {
        Some(AppUser { player, control: Control::App, .. }) => Ok(player),
        Some(_) => Err(taken_over()),
        None => Err(Problem::new(Code::UnknownPlayer, "the app has no such user")),
    }
}

pub(in crate::api) fn no_random(_: getrandom::Error) -> Problem {
    Problem::new(Code::InternalError, "the system returned no random bytes")
}
