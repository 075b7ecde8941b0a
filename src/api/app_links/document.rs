//! What the operations about links share in the OpenAPI document.

use super::info::PublicApp;
use crate::api::apps;
use crate::api::operation::OperationDoc;
use crate::store::AppId;

pub(super) const EXAMPLE_CODE: &str = "bm8gcmVhbCBjb2RlLCBidXQgaXQgaGFzIDMyIGJ5dGU";

pub(super) fn describe(id: &str, summary: &str, description: &'static str) -> OperationDoc {
    apps::describe(id, summary, description)
}

pub(super) fn example_app() -> PublicApp {
    PublicApp { id: AppId(1), name: "Slide Club".to_owned(), home_page: "https://slides.example.org".to_owned() }
}
