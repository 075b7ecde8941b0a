//! The page at `/docs`, where every call can be tried. It is embedded whole and asks no other host for anything.

use std::sync::Arc;

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use utoipa_swagger_ui::Config;

use super::problem::{Code, Problem};
use super::service::Cached;

/// Adds the page to the router.
pub(super) fn configure(config: &mut web::ServiceConfig) {
    config.route("/docs", web::get().to(to_page)).route("/docs/{file:.*}", web::get().to(file));
}

async fn to_page() -> HttpResponse {
    HttpResponse::PermanentRedirect().insert_header((header::LOCATION, "/docs/")).finish()
}

async fn file(request: HttpRequest, file: web::Path<String>) -> Result<HttpResponse, Problem> {
    let config = Arc::new(Config::from("/openapi.json").try_it_out_enabled(true));
    let missing = || Problem::new(Code::NotFound, "the documentation has no such page");
    let served = utoipa_swagger_ui::serve(&file, config).ok().flatten().ok_or_else(missing)?;
    Ok(Cached::new(served.bytes.into_owned().into()).answer(&request, &served.content_type))
}
