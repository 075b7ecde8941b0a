//! The pages: the front page at `/`, and the front end at `/play`, both embedded. They send requests to no other host and use only the
//! public API. They are not in the list of endpoints.

mod assets;
mod docs;
pub(super) mod escape;
mod module;
mod offline;

use std::borrow::Cow;
use std::sync::LazyLock;

use actix_web::http::Method;
use actix_web::http::header::{Accept, Header as _, Quality};
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};

use super::endpoint::Path;
pub(super) use super::pages::assets::below;
use super::pages::assets::{Assets, Page, SCRIPT, STYLE, SVG};
use super::pages::offline::SERVICE_WORKER;
use super::problem::{Code, Problem};
use crate::engine;
use crate::engine::GameVersions;
use crate::picture;

/// Pages may load what this service serves, and no inline scripts or styles. No other page may frame them.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
                      manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// The files that pages load, by their paths in `web/`. The build script lists them.
const FILES: &[(&str, &[u8])] = include!(concat!(env!("OUT_DIR"), "/web_files.rs"));

/// The HTML of a page of `web/`, or of the folder with its bundles.
macro_rules! html {
    ($name:literal) => {
        include_str!(concat!(env!("FUNHOUSE_PAGES"), "/", $name))
    };
}

/// The folder of the files that only the page at `/docs/` loads.
const DOCS: &str = "docs/";

static ASSETS: LazyLock<Assets> = LazyLock::new(|| {
    let written = FILES.iter().filter(|(name, _)| !name.starts_with(DOCS) && *name != SERVICE_WORKER);
    let written = written.map(|(name, content)| (Cow::from(*name), media_type(name), Bytes::from_static(content)));
    let drawn =
        engine::games().iter().filter_map(|game| Some((format!("look-{}.svg", game.id()).into(), SVG, look(game)?)));
    let for_offline = service_worker_source().map(|_| offline::files()).unwrap_or_default();
    Assets::new("/play/", POLICY, written.chain(drawn).chain(for_offline))
});
static OFFLINE: LazyLock<Option<Page>> =
    LazyLock::new(|| Some(offline::service_worker(&ASSETS, service_worker_source()?)));
static FRONT: LazyLock<Page> = LazyLock::new(|| ASSETS.page(html!("index.html"), "./"));
static PLAY: LazyLock<Page> = LazyLock::new(|| ASSETS.page(html!("play.html"), "./"));
/// Its paths become relative when it is served, since it is served at any address.
static LOST: LazyLock<Page> = LazyLock::new(|| ASSETS.page(html!("not-found.html"), "/"));

/// The source of the service worker, if this build has one.
fn service_worker_source() -> Option<&'static str> {
    let (_, source) = FILES.iter().find(|(name, _)| *name == SERVICE_WORKER)?;
    std::str::from_utf8(source).ok()
}

/// The media type of a file, by its extension.
fn media_type(name: &str) -> &'static str {
    match name.trim_end_matches(".br").rsplit_once('.') {
        Some((_, "css")) => STYLE,
        Some((_, "svg")) => SVG,
        Some((_, "wasm")) => "application/wasm",
        Some((_, "webmanifest")) => "application/manifest+json",
        _ => SCRIPT,
    }
}

/// A picture of a dealt game, for the list of games.
fn look(game: &GameVersions) -> Option<Bytes> {
    let ruleset = game.newest();
    let seats = match ruleset.ranked() {
        Some(_) => String::new(),
        None => format!(r#", "seats": {}"#, ruleset.facts().seats.0),
    };
    let request = format!(r#"{{"seed": "funhouse-1"{seats}}}"#);
    let dealt = ruleset.deal(request.as_bytes(), &|| None, picture::draw).ok()?;
    Some(picture::draw(&ruleset.scene(&dealt).ok()?).into())
}

/// Responds to an unknown path: with a page for browsers, and with the problem for other clients and within the API.
///
/// # Errors
/// The problem.
pub(super) fn lost(request: &HttpRequest, problem: Problem) -> Result<HttpResponse, Problem> {
    let path = request.path();
    let of_pages = !path.starts_with("/v1/") && !path.starts_with("/openapi") && problem.code == Code::NotFound;
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    if of_pages && reads && prefers_pages(request) { Ok(LOST.respond_not_found(request)) } else { Err(problem) }
}

/// Replaces the paths of assets in a page of another module by their versioned paths, and all paths by relative ones.
pub(super) fn linked(html: &str, root: &str) -> String {
    below(&ASSETS.linked(html), root)
}

/// Whether `Accept` names HTML: browsers do so when they navigate to an address, and other clients do not.
pub(super) fn prefers_pages(request: &HttpRequest) -> bool {
    let named = |accept: Accept| {
        accept.iter().any(|range| range.item.essence_str() == "text/html" && range.quality > Quality::ZERO)
    };
    Accept::parse(request).is_ok_and(named)
}

/// Adds the pages to the router, those that are matched by a pattern last.
pub(super) fn configure(config: &mut web::ServiceConfig) {
    config.service(Path::get("/", || web::to(front)).resource());
    config.service(Path::get("/play", || web::to(play)).resource());
    config.service(Path::get("/service-worker.js", || web::to(service_worker)).resource());
    config.service(Path::get("/play/{build}/{file:.+}", || web::to(file)).resource());
    config.service(Path::get("/module/importmap.json", || web::to(module::map)).resource());
    config.service(Path::get("/module/{file:.+}", || web::to(module::file)).resource());
    docs::configure(config);
}

async fn front(request: HttpRequest) -> Result<HttpResponse, Problem> {
    FRONT.respond(&request).await
}

async fn play(request: HttpRequest) -> Result<HttpResponse, Problem> {
    PLAY.respond(&request).await
}

async fn service_worker(request: HttpRequest) -> Result<HttpResponse, Problem> {
    match &*OFFLINE {
        Some(script) => script.respond(&request).await,
        None => lost(&request, Problem::new(Code::NotFound, "this build has no service worker")),
    }
}

async fn file(request: HttpRequest, path: web::Path<(String, String)>) -> Result<HttpResponse, Problem> {
    ASSETS.respond(&request, &path.0, &path.1).await.or_else(|problem| lost(&request, problem))
}
