//! Fixed responses, one for each rules version of a game.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::{HttpRequest, Route, web};
use serde::Deserialize;

use crate::api::problem::{Code, Problem};
use crate::api::request::query::Query;
use crate::api::response::{Caching, Fixed, JSON};
use crate::engine;
use crate::engine::{GameVersions, Ruleset};

/// The query of the information and the rules of a game.
#[derive(Clone, Copy, Debug, Deserialize)]
pub(super) struct InfoQuery {
    rules: Option<u32>,
}

/// A response for each game at each of its rules versions.
pub(super) type OfVersions = LazyLock<BTreeMap<(&'static str, u32), Fixed>>;

pub(super) fn of_versions() -> BTreeMap<(&'static str, u32), Fixed> {
    let versions = engine::games().iter().flat_map(|game| game.versions().iter().map(|version| version.facts()));
    versions.map(|facts| ((facts.id, facts.rules), Fixed::new(JSON, Caching::Revalidated))).collect()
}

/// The route of a fixed response of a rules version.
pub(super) fn fixed(
    game: &'static GameVersions,
    responses: &'static OfVersions,
    make: fn(&GameVersions, Ruleset) -> Vec<u8>,
) -> Route {
    web::to(move |request: HttpRequest, Query(query): Query<InfoQuery>| async move {
        let ruleset = version(game, query.rules)?;
        let nothing = || Problem::new(Code::NotFound, "the catalogue does not have this game");
        let response = responses.get(&(game.id(), ruleset.facts().rules)).ok_or_else(nothing)?;
        response.respond(&request, move || make(game, ruleset).into()).await
    })
}

/// The rules version that a query names, or the newest.
pub(in crate::api) fn version(game: &'static GameVersions, rules: Option<u32>) -> Result<Ruleset, Problem> {
    let Some(rules) = rules else { return Ok(game.newest()) };
    let unknown =
        || Problem::new(Code::UnknownRules, format_args!("rules must be a rules version of the game (got {rules})"));
    game.version(rules).ok_or_else(unknown)
}
