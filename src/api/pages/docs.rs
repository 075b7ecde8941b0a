//! The page at `/docs`, where every call can be tried. It is embedded, and sends requests to no other host.

use std::fmt::Write as _;
use std::sync::{Arc, LazyLock};

use actix_web::http::header;
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
use utoipa_swagger_ui::Config;

use super::assets::{Assets, Page, SCRIPT, STYLE, SVG};
use crate::api::endpoint::Path;
use crate::api::openapi;
use crate::api::openapi::Version;
use crate::api::pages;
use crate::api::problem::Problem;

/// The documents on the page, by title and path. The older version reads the same and loads in half the time.
static DOCUMENTS: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| openapi::paths(Version::Older));

/// The files of Swagger UI that the page loads, with their media types.
const FILES: &[(&str, &str)] = &[("swagger-ui-bundle.js", SCRIPT), ("swagger-ui.css", STYLE)];

/// The files around it.
const OWN: &[(&str, &str, &[u8])] = &[
    ("docs.css", STYLE, include_bytes!("../../../web/docs/docs.css")),
    ("docs.js", SCRIPT, include_bytes!("../../../web/docs/docs.js")),
    ("icon.svg", SVG, include_bytes!("../../../web/icon.svg")),
];

static ASSETS: LazyLock<Assets> = LazyLock::new(|| {
    let config = Arc::new(Config::default());
    let embedded = |name| utoipa_swagger_ui::serve(name, Arc::clone(&config)).ok().flatten();
    let vendored =
        FILES.iter().filter_map(|(name, kind)| Some((*name, *kind, embedded(name)?.bytes.into_owned().into())));
    let own = OWN.iter().map(|(name, kind, content)| (*name, *kind, Bytes::from_static(content)));
    Assets::new("/docs/", pages::POLICY, vendored.chain(own))
});

static PAGE: LazyLock<Page> = LazyLock::new(|| {
    let options = DOCUMENTS.iter().fold(String::new(), |mut options, (title, path)| {
        // The only special characters in titles are apostrophes.
        let _ = write!(options, "<option value=\"{path}\">{}</option>", title.replace('\'', "&#39;"));
        options
    });
    ASSETS.page(&include_str!("../../../web/docs/docs.html").replace("<!-- documents -->", &options))
});

/// Adds the page to the router.
pub(super) fn configure(config: &mut web::ServiceConfig) {
    config.service(Path::get("/docs", || web::to(to_page)).resource());
    config.service(Path::get("/docs/", || web::to(page)).resource());
    config.service(Path::get("/docs/{build}/{file}", || web::to(file)).resource());
}

async fn to_page() -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, "/docs/")).finish()
}

async fn page(request: HttpRequest) -> Result<HttpResponse, Problem> {
    PAGE.respond(&request).await
}

async fn file(request: HttpRequest, path: web::Path<(String, String)>) -> Result<HttpResponse, Problem> {
    ASSETS.respond(&request, &path.0, &path.1).await.or_else(|problem| pages::lost(&request, problem))
}
