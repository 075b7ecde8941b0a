//! `PUT` and `DELETE` of `/v1/apps/{app}/runs/{run}/hidden` and `/v1/apps/{app}/users/{user}/hidden`: an app moderates its own boards.

use actix_web::http::Method;
use actix_web::{HttpRequest, HttpResponse, web};

use super::common::{oneself, valid_user};
#[cfg(feature = "schemas")]
use super::document::{describe, id_in_path, user_in_path};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::runs;
use crate::api::shared::Shared;
#[cfg(feature = "schemas")]
use crate::rules::wire;

#[cfg(feature = "schemas")]
fn answered(doc: OperationDoc) -> OperationDoc {
    doc.empty_response("204", "It is as requested, whether or not that changed anything.")
        .no_store()
        .errors(&["404", "503"])
}

#[cfg(feature = "schemas")]
fn run_in_path(doc: OperationDoc) -> OperationDoc {
    let description = "The id of a run that was submitted through the app.";
    id_in_path(doc).path_parameter("run", description, wire::text("^[1-9][0-9]{0,18}$", description, "1"))
}

#[cfg(feature = "schemas")]
pub(super) fn doc_of_hidden_run() -> OperationDoc {
    answered(run_in_path(describe(
        "hide_run_in_app",
        "Hide a run on your app's boards",
        "Removes a run from the boards and lists of the app. It stays on those of the service, if it is on any.",
    )))
}

#[cfg(feature = "schemas")]
pub(super) fn doc_of_shown_run() -> OperationDoc {
    answered(run_in_path(describe(
        "show_run_in_app",
        "Show a run on your app's boards again",
        "Puts a run that the app hid back on its boards and lists.",
    )))
}

#[cfg(feature = "schemas")]
pub(super) fn doc_of_hidden_user() -> OperationDoc {
    answered(user_in_path(describe(
        "hide_user_in_app",
        "Hide a user on your app's boards",
        "Removes all runs of a user, also later ones, from the boards and lists of the app. The user can go on to play.",
    )))
}

#[cfg(feature = "schemas")]
pub(super) fn doc_of_shown_user() -> OperationDoc {
    answered(user_in_path(describe(
        "show_user_in_app",
        "Show a user on your app's boards again",
        "Puts all runs of a user back on the boards and lists of the app, also those that were hidden one by one.",
    )))
}

pub(super) async fn of_run(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, run) = path.into_inner();
    let app = oneself(&request, &id)?.id;
    let number = run.parse().map_err(|()| runs::unknown(&run))?;
    if shared.store.hide_run_in_app(app, number, is_hiding(&request)).await? {
        Ok(HttpResponse::NoContent().finish())
    } else {
        Err(runs::unknown(&run))
    }
}

pub(super) async fn of_user(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let (id, user) = path.into_inner();
    let app = oneself(&request, &id)?.id;
    if shared.store.hide_user_in_app(app, valid_user(user)?, is_hiding(&request)).await? {
        Ok(HttpResponse::NoContent().finish())
    } else {
        Err(Problem::new(Code::UnknownPlayer, "the app has no such user"))
    }
}

fn is_hiding(request: &HttpRequest) -> bool {
    request.method() == Method::PUT
}
