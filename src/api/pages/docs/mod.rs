//! The documentation at `/docs`: the page on which every call can be tried, and the documents. They are embedded, and send requests to no
//! other host.

mod documents;
mod markdown;
mod reference;

use std::sync::{Arc, LazyLock};

use actix_web::http::header;
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
use utoipa_swagger_ui::Config;

use super::assets::{Assets, SCRIPT, STYLE, SVG};
use crate::api::endpoint::Path;
use crate::api::pages;
use crate::api::problem::Problem;

/// The files of Swagger UI that its page loads, with their media types.
const FILES: &[(&str, &str)] = &[("swagger-ui-bundle.js", SCRIPT), ("swagger-ui.css", STYLE)];

/// The files around it, and those of the documents.
const OWN: &[(&str, &str, &[u8])] = &[
    ("docs.css", STYLE, include_bytes!("../../../../web/docs/docs.css")),
    ("docs.js", SCRIPT, include_bytes!("../../../../web/docs/docs.js")),
    ("document.css", STYLE, include_bytes!("../../../../web/docs/document.css")),
    ("icon.svg", SVG, include_bytes!("../../../../web/icon.svg")),
];

static ASSETS: LazyLock<Assets> = LazyLock::new(|| {
    let config = Arc::new(Config::default());
    let embedded = |name| utoipa_swagger_ui::serve(name, Arc::clone(&config)).ok().flatten();
    let vendored =
        FILES.iter().filter_map(|(name, kind)| Some((*name, *kind, embedded(name)?.bytes.into_owned().into())));
    let own = OWN.iter().map(|(name, kind, content)| (*name, *kind, Bytes::from_static(content)));
    Assets::new("/docs/", pages::POLICY, vendored.chain(own))
});

/// Adds the pages to the router.
pub(super) fn configure(config: &mut web::ServiceConfig) {
    config.service(Path::get("/docs", || web::to(to_reference)).resource());
    config.service(Path::get("/docs/", || web::to(reference::handle)).resource());
    config.service(Path::get("/docs/{document}", || web::to(documents::handle)).resource());
    config.service(Path::get("/docs/{build}/{file}", || web::to(file)).resource());
}

async fn to_reference() -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, "/docs/")).finish()
}

async fn file(request: HttpRequest, path: web::Path<(String, String)>) -> Result<HttpResponse, Problem> {
    ASSETS.respond(&request, &path.0, &path.1).await.or_else(|problem| pages::lost(&request, problem))
}
