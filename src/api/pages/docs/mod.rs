//! The documentation at `/docs`: the page on which every call can be tried, and the documents. They are embedded, and send requests to no
//! other host.

mod documents;
mod markdown;
mod reference;

use std::io::Read as _;
use std::sync::LazyLock;

use actix_web::http::header;
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
use flate2::read::DeflateDecoder;

use super::assets::{Assets, SCRIPT, STYLE, SVG};
use crate::api::endpoint::Path;
use crate::api::pages;
use crate::api::problem::Problem;

/// The files of Swagger UI that its page loads, compressed (deflate) as in its release: see `build.rs`.
const SWAGGER_UI: &[(&str, &str, &[u8])] = &[
    ("swagger-ui-bundle.js", SCRIPT, include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui-bundle.js.deflate"))),
    ("swagger-ui.css", STYLE, include_bytes!(concat!(env!("OUT_DIR"), "/swagger-ui.css.deflate"))),
];

/// The files around it, and those of the documents.
const OWN: &[(&str, &str, &[u8])] = &[
    ("docs.css", STYLE, include_bytes!("../../../../web/docs/docs.css")),
    ("docs.js", SCRIPT, include_bytes!("../../../../web/docs/docs.js")),
    ("document.css", STYLE, include_bytes!("../../../../web/docs/document.css")),
    ("icon.svg", SVG, include_bytes!("../../../../web/icon.svg")),
];

static ASSETS: LazyLock<Assets> = LazyLock::new(|| {
    let inflated = |content| {
        let mut file = Vec::new();
        DeflateDecoder::new(content).read_to_end(&mut file).ok().map(|_| file.into())
    };
    let swagger_ui = SWAGGER_UI.iter().filter_map(|(name, kind, content)| Some((*name, *kind, inflated(*content)?)));
    let own = OWN.iter().map(|(name, kind, content)| (*name, *kind, Bytes::from_static(content)));
    Assets::new("/docs/", pages::POLICY, swagger_ui.chain(own))
});

/// Adds the pages to the router.
pub(super) fn configure(config: &mut web::ServiceConfig) {
    config.service(Path::get("/docs", || web::to(to_reference)).resource());
    config.service(Path::get("/docs/", || web::to(reference::handle)).resource());
    config.service(Path::get("/docs/{document}", || web::to(documents::handle)).resource());
    config.service(Path::get("/docs/{build}/{file}", || web::to(file)).resource());
}

async fn to_reference() -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, "docs/")).finish()
}

async fn file(request: HttpRequest, path: web::Path<(String, String)>) -> Result<HttpResponse, Problem> {
    ASSETS.respond(&request, &path.0, &path.1).await.or_else(|problem| pages::lost(&request, problem))
}
