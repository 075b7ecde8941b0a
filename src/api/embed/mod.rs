//! Stored runs on other sites: a page that any site can frame, and its description for oEmbed (<https://oembed.com>).
//!
//! These are not in the list of endpoints: consumers of oEmbed send parameters of their own, which must be ignored.

mod oembed;
mod page;
mod run;

use actix_web::web;

use super::endpoint::Path;

/// Adds the pages to the router.
pub(super) fn configure(config: &mut web::ServiceConfig) {
    config.service(Path::get("/oembed", || web::to(oembed::handle)).resource());
    config.service(Path::get("/embed/runs/{id}", || web::to(page::handle)).resource());
}
