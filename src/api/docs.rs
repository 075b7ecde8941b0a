//! The page at `/docs`, where every call can be tried. It is embedded whole and asks no other host for anything.

use std::sync::{Arc, LazyLock};

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use utoipa_swagger_ui::{Config, Url};

use super::assets::{Assets, PNG, Page, SCRIPT, STYLE};
use super::endpoint::Path;
use super::openapi::{self, Version};
use super::pages;
use super::problem::Problem;

/// The documents that the page offers, by title and path: the older version is the same to read and takes the page half the
/// time.
static DOCUMENTS: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| openapi::paths(Version::Older));

/// What the page may load: as any page here, and the one style within it, which belongs to the logo.
const POLICY: &str = "default-src 'none'; script-src 'self'; \
                      style-src 'self' 'sha256-RL3ie0nH+Lzz2YNqQN83mnU0J1ot4QL7b99vMdIX99w='; connect-src 'self'; \
                      img-src 'self' data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The files of Swagger UI that the page loads, with their media types.
const FILES: &[(&str, &str)] = &[
    ("favicon-32x32.png", PNG),
    ("index.css", STYLE),
    ("swagger-initializer.js", SCRIPT),
    ("swagger-ui-bundle.js", SCRIPT),
    ("swagger-ui-standalone-preset.js", SCRIPT),
    ("swagger-ui.css", STYLE),
];

static ASSETS: LazyLock<Assets> = LazyLock::new(|| {
    let documents = DOCUMENTS.iter().map(|(title, path)| Url::new(title, path.as_str()));
    // Unless told, the page has the document validated by a host of its makers, wherever it is not served from localhost.
    let config = Arc::new(Config::new(documents).try_it_out_enabled(true).validator_url("none"));
    let embedded = |name| utoipa_swagger_ui::serve(name, Arc::clone(&config)).ok().flatten();
    let files = FILES.iter().filter_map(|(name, kind)| Some((*name, *kind, embedded(name)?.bytes.into_owned().into())));
    Assets::new("/docs/", POLICY, files)
});
static PAGE: LazyLock<Page> = LazyLock::new(|| ASSETS.page(include_str!("../../web/docs.html")));

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
