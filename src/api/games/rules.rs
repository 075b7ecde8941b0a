//! `GET /v1/games/{game}/rules`: the rules for reading.

use std::sync::LazyLock;

use actix_web::Route;

use super::call::describe;
use super::catalogue;
use super::versions::{OfVersions, fixed, of_versions};
use crate::api::operation::DocumentedOperation;
use crate::api::response::json;
use crate::engine::GameVersions;
use crate::rules::wire;

/// The response of each rules version.
static RULES: OfVersions = LazyLock::new(of_versions);

pub(super) fn doc(game: &GameVersions) -> DocumentedOperation {
    let rules = "The rules version. The default is the newest.";
    let description = "Returns the rules as Markdown and as HTML, with the rulings.";
    let example = catalogue::rules(game.newest());
    let shortened = |text: &str| text.lines().find(|line| !line.is_empty()).unwrap_or_default().to_owned();
    let example =
        catalogue::GameRules { markdown: shortened(&example.markdown), html: shortened(&example.html), ..example };
    describe(game, "get_{game}_rules", "rules", description)
        .query("rules", rules, wire::reference_to::<wire::RulesVersion>())
        .ok::<catalogue::GameRules>(&example)
        .errors(&["400", "422"])
        .build()
}

pub(super) fn route(game: &'static GameVersions) -> Route {
    fixed(game, &RULES, |_, ruleset| json(&catalogue::rules(ruleset)))
}
