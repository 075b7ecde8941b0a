//! The pages for people: the front page at `/`, and the front end at `/play`, embedded whole. They ask no other host for
//! anything and use nothing but the public API, which is why they are no part of the list of endpoints.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};

use super::endpoint::Path;
use super::problem::{Code, Problem};
use super::service::Cached;

const HTML: &str = "text/html; charset=utf-8";
const SCRIPT: &str = "text/javascript; charset=utf-8";
const STYLE: &str = "text/css; charset=utf-8";
const SVG: &str = "image/svg+xml";

/// What a page may load: what this service serves, and nothing that stands within the page itself.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; \
                      base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/// Lists files of `web/` with the paths where they are served.
macro_rules! files {
    ($( $path:literal => $kind:ident $file:literal ),+ $(,)?) => {
        &[$( ($path, $kind, include_bytes!(concat!("../../web/", $file)).as_slice()) ),+]
    };
}

/// Every file there is. A file that is missing here does not exist for browsers.
const FILES: &[(&str, &str, &[u8])] = files! {
    "/" => HTML "index.html",
    "/play" => HTML "play.html",
    "/play/style.css" => STYLE "style.css",
    "/play/icon.svg" => SVG "icon.svg",
    "/play/animate.js" => SCRIPT "animate.js",
    "/play/board-table.js" => SCRIPT "board-table.js",
    "/play/board.js" => SCRIPT "board.js",
    "/play/boards.js" => SCRIPT "boards.js",
    "/play/chooser.js" => SCRIPT "chooser.js",
    "/play/daily.js" => SCRIPT "daily.js",
    "/play/dom.js" => SCRIPT "dom.js",
    "/play/flick.js" => SCRIPT "flick.js",
    "/play/front.js" => SCRIPT "front.js",
    "/play/games.js" => SCRIPT "games.js",
    "/play/handing-in.js" => SCRIPT "handing-in.js",
    "/play/howto.js" => SCRIPT "howto.js",
    "/play/journey.js" => SCRIPT "journey.js",
    "/play/link.js" => SCRIPT "link.js",
    "/play/main.js" => SCRIPT "main.js",
    "/play/memory.js" => SCRIPT "memory.js",
    "/play/moves.js" => SCRIPT "moves.js",
    "/play/name.js" => SCRIPT "name.js",
    "/play/peek.js" => SCRIPT "peek.js",
    "/play/playing.js" => SCRIPT "playing.js",
    "/play/rules.js" => SCRIPT "rules.js",
    "/play/score.js" => SCRIPT "score.js",
    "/play/service.js" => SCRIPT "service.js",
    "/play/setup.js" => SCRIPT "setup.js",
    "/play/spots.js" => SCRIPT "spots.js",
    "/play/stored.js" => SCRIPT "stored.js",
    "/play/table.js" => SCRIPT "table.js",
    "/play/thumbnail.js" => SCRIPT "thumbnail.js",
    "/play/watch.js" => SCRIPT "watch.js",
    "/play/words.js" => SCRIPT "words.js",
    "/play/you.js" => SCRIPT "you.js",
};

/// The files by their paths, each with its media type.
static PAGES: LazyLock<BTreeMap<&str, (&str, Cached)>> = LazyLock::new(|| {
    FILES.iter().map(|(path, kind, body)| (*path, (*kind, Cached::new(Bytes::from_static(body))))).collect()
});

/// Adds the pages to the router. Their paths have no patterns, and come after all others.
pub(super) fn configure(config: &mut web::ServiceConfig) {
    for (path, ..) in FILES {
        config.service(Path::get(path, || web::to(page)).resource());
    }
}

async fn page(request: HttpRequest) -> Result<HttpResponse, Problem> {
    let missing = || Problem::new(Code::NotFound, "there is no such page");
    let (kind, file) = PAGES.get(request.path()).ok_or_else(missing)?;
    let mut response = file.answer(&request, kind);
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_SECURITY_POLICY, HeaderValue::from_static(POLICY));
    headers.insert(header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    Ok(response)
}
