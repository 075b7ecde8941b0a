//! `GET /module/…`: the WebAssembly module and the scripts of its npm package, for pages of other sites without npm. Builds have them if the
//! folder of the pages does.
//!
//! Addresses with the version of the build never change, and can be cached forever. Those without a version redirect. Other versions are gone:
//! pages with the hashes of one version must load no script of another.

use std::sync::LazyLock;

use actix_web::http::header::{self, HeaderValue};
use actix_web::web::{self, Bytes};
use actix_web::{HttpRequest, HttpResponse};
use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha384};

use super::ASSETS;
use crate::api::pages;
use crate::api::problem::{Code, Problem};
use crate::api::response::{JSON, Representation};
use crate::api::shared::Shared;

/// The folder of these files among those of the pages.
pub(super) const FOLDER: &str = "module/";
/// The entry with all games.
const ENTRY: &str = "funhouse.js";
/// The folder of the entries with one game.
const GAMES: &str = "games/";

/// The hash of each script, by its name.
static HASHES: LazyLock<Vec<(String, String)>> = LazyLock::new(|| {
    let files = ASSETS.names().filter_map(|name| Some((name.strip_prefix(FOLDER)?.to_owned(), ASSETS.content(name)?)));
    let hash = |content: Bytes| format!("sha384-{}", BASE64_STANDARD.encode(Sha384::digest(content)));
    files.filter(|(name, _)| name.ends_with(".js")).map(|(name, content)| (name, hash(content))).collect()
});

/// The name by which pages import an entry: `funhouse`, or `funhouse/slide-jam`.
fn specifier(name: &str) -> Option<String> {
    if name == ENTRY {
        return Some("funhouse".to_owned());
    }
    Some(format!("funhouse/{}", name.strip_prefix(GAMES)?.strip_suffix(".js")?))
}

/// The import map (HTML) of the scripts: their names, and the hashes that browsers check. `base` precedes the paths.
fn import_map(base: &str) -> Json {
    let address = |name: &str| format!("{base}/{FOLDER}{}/{name}", ASSETS.build());
    let imports = HASHES.iter().filter_map(|(name, _)| Some((specifier(name)?, address(name).into())));
    let integrity = HASHES.iter().map(|(name, hash)| (address(name), hash.as_str().into()));
    json!({ "imports": Json::Object(imports.collect()), "integrity": Json::Object(integrity.collect()) })
}

pub(super) async fn map(request: HttpRequest, shared: web::Data<Shared>) -> Result<HttpResponse, Problem> {
    if HASHES.is_empty() {
        return pages::lost(&request, missing());
    }
    let base = shared.public_url.as_ref().map(ToString::to_string).unwrap_or_default();
    Ok(Representation::new(import_map(&base).to_string().into()).respond(&request, JSON))
}

pub(super) async fn file(request: HttpRequest, path: web::Path<String>) -> Result<HttpResponse, Problem> {
    if let Some((build, name)) = path.split_once('/').filter(|(build, _)| *build == ASSETS.build()) {
        let file = ASSETS.respond(&request, build, &format!("{FOLDER}{name}")).await;
        return file.or_else(|_| pages::lost(&request, missing()));
    }
    let file = format!("{FOLDER}{path}");
    if !ASSETS.names().any(|name| name == file) {
        return pages::lost(&request, missing());
    }
    let current = format!("{}{}/{path}", "../".repeat(path.matches('/').count()), ASSETS.build());
    let no_cache = (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(HttpResponse::TemporaryRedirect().insert_header((header::LOCATION, current)).insert_header(no_cache).finish())
}

fn missing() -> Problem {
    Problem::new(
        Code::NotFound,
        "this version has no such file, or this build has no module; GET /module/importmap.json lists the files",
    )
}
