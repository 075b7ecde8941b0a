//! Use of the pages without a network: the files that only it needs, and the service worker, which stores all files in the browser. Builds
//! have it if the folder of the pages does: with bundled pages and the WebAssembly module.

use std::borrow::Cow;
use std::collections::BTreeMap;

use actix_web::web::Bytes;

use super::assets::{Assets, Page, SCRIPT};
use super::module;
use crate::api::games::rules_html;
use crate::api::response::{JSON, json};
use crate::engine;
use crate::picture;

/// The name of the service worker's script in the folder of the pages.
pub(super) const SERVICE_WORKER: &str = "service-worker.js";

/// The widths of the icons of the installed page, in pixels.
const ICONS: [u32; 2] = [192, 512];

/// The rules of all games, and the icons.
pub(super) fn files() -> Vec<(Cow<'static, str>, &'static str, Bytes)> {
    let rules: BTreeMap<_, _> = engine::games().iter().map(|game| (game.id(), rules_html(game))).collect();
    let icons = ICONS.iter().filter_map(|width| {
        let png = picture::rasterize(&icon(), *width, *width).ok()?;
        Some((format!("icon-{width}.png").into(), "image/png", png.into()))
    });
    icons.chain([("rules.json".into(), JSON, json(&rules).into())]).collect()
}

/// The icon on a background, with a margin, because systems cut icons to their own shapes.
fn icon() -> String {
    let inner = include_str!("../../../web/icon.svg").replace("<svg ", r#"<svg x="4" y="4" width="24" height="24" "#);
    format!(
        r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="#f7f4ee"/>{inner}</svg>"##
    )
}

/// The script of the service worker, with the paths of the files that it stores, relative to the root. The pages do not use the scripts of the npm
/// package.
pub(super) fn service_worker(assets: &Assets, source: &str) -> Page {
    let folder = assets.folder().trim_start_matches('/').to_owned();
    let is_used = |name: &&str| !name.starts_with(module::FOLDER) || name.ends_with(".wasm");
    let paths: Vec<String> = assets.names().filter(is_used).map(|name| format!("{folder}{name}")).collect();
    assets.revalidated(SCRIPT, format!("const FOLDER = {folder:?};\nconst FILES = {paths:?};\n{source}"))
}
