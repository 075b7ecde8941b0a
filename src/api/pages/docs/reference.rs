//! `GET /docs/`: Swagger UI, where every call can be tried.

use std::fmt::Write as _;
use std::sync::LazyLock;

use actix_web::{HttpRequest, HttpResponse};

use super::ASSETS;
use crate::api::openapi;
use crate::api::openapi::Version;
use crate::api::pages::assets::Page;
use crate::api::pages::escape::escaped;
use crate::api::problem::Problem;

/// The OpenAPI documents on the page, by title and path. The older version reads the same and loads in half the time.
static DOCUMENTS: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| openapi::paths(Version::Older));

static PAGE: LazyLock<Page> = LazyLock::new(|| {
    let options = DOCUMENTS.iter().fold(String::new(), |mut options, (title, path)| {
        let _ = write!(options, "<option value=\"{path}\">{}</option>", escaped(title));
        options
    });
    ASSETS.page(&include_str!("../../../../web/docs/docs.html").replace("<!-- documents -->", &options), "../")
});

pub(super) async fn handle(request: HttpRequest) -> Result<HttpResponse, Problem> {
    PAGE.respond(&request).await
}
