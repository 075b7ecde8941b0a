//! `GET /v1/games/{game}`: describes a game.

use std::sync::LazyLock;

use actix_web::Route;

#[cfg(feature = "schemas")]
use super::call::describe;
use super::versions::{OfVersions, fixed, of_versions};
#[cfg(feature = "schemas")]
use crate::api::operation::DocumentedOperation;
use crate::api::response::json;
use crate::engine::{GameVersions, catalogue};
use crate::rules::wire;

/// The response of each rules version.
static INFOS: OfVersions = LazyLock::new(of_versions);

#[cfg(feature = "schemas")]
pub(super) fn doc(game: &GameVersions) -> DocumentedOperation {
    let rules = "The rules version. The default is the newest.";
    let example = catalogue::info(game, game.newest());
    let shortened = |entries: Vec<_>| entries.into_iter().take(1).collect();
    let example = catalogue::GameInfo {
        rulings: example.rulings.into_iter().take(1).collect(),
        refusing_rules: shortened(example.refusing_rules),
        faults: shortened(example.faults),
        ..example
    };
    describe(
        game,
        "get_{game}",
        "about the game",
        "Returns title, designer, options, rulings, rule ids and fault codes.",
    )
    .query("rules", rules, wire::reference_to::<wire::RulesVersion>())
    .ok::<catalogue::GameInfo>(&example)
    .errors(&["422"])
    .build()
}

pub(super) fn route(game: &'static GameVersions) -> Route {
    fixed(game, &INFOS, |game, ruleset| json(&catalogue::info(game, ruleset)))
}
