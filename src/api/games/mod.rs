//! The calls of a game. Each reads which rules version it is about and passes the body to that [`Ruleset`](crate::engine::Ruleset).

mod analysis;
mod call;
mod deal;
mod info;
mod moves;
mod picture;
mod plan;
mod play;
mod replay;
mod rules;
mod score;
mod versions;
mod view;

use actix_web::Route;
use actix_web::http::Method;

pub(super) use self::call::MAX_INLINE_BYTES;
pub(super) use self::rules::html as rules_html;
pub(super) use self::versions::version;
use super::endpoint::{Endpoint, docs};
use super::http::body::max_bytes_of_run;
#[cfg(feature = "schemas")]
use super::operation::DocumentedOperation;
use crate::engine::{self, GameVersions};

/// Builds the operation of a call of a game.
#[cfg(feature = "schemas")]
type DocOfGame = fn(&GameVersions) -> DocumentedOperation;
/// Nothing, because the operation of a call of a game is not built.
#[cfg(not(feature = "schemas"))]
type DocOfGame = std::marker::PhantomData<()>;

/// The endpoints of all games.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    engine::games().iter().flat_map(of_game).collect()
}

/// The endpoints of a game.
fn of_game(game: &'static GameVersions) -> Vec<Endpoint> {
    let base = format!("/v1/games/{}", game.id());
    let endpoint = |method, path, route: fn(&'static GameVersions) -> Route, doc: DocOfGame| {
        Endpoint::untyped(method, path, move || route(game), docs!(move || doc(game)))
    };
    let get = |path, route, doc| endpoint(Method::GET, path, route, doc);
    let post = |call, route, doc| endpoint(Method::POST, format!("{base}/{call}"), route, doc);
    let mut endpoints = vec![
        get(base.clone(), info::route, docs!(info::doc)),
        get(format!("{base}/rules"), rules::route, docs!(rules::doc)),
        post("deal", deal::route, docs!(deal::doc)),
        post("moves", moves::route, docs!(moves::doc)),
        post("play", play::route, docs!(play::doc)),
        post("view", view::route, docs!(view::doc)),
        post("score", score::route, docs!(score::doc)),
        post("picture", picture::route, docs!(picture::doc)),
        post("replay", replay::route, docs!(replay::doc)).max_bytes(max_bytes_of_run(game.newest().facts().max_moves)),
    ];
    if game.newest().ranked().is_none() {
        endpoints.push(post("plan", plan::route, docs!(plan::doc)));
    }
    if analysis::analyzed(game).next().is_some() {
        endpoints.push(post("analysis", analysis::route, docs!(analysis::doc)));
    }
    endpoints
}

/// Lists the calls of a game by the ends of their paths, such as `play`.
pub(super) fn names_of_calls(game: &'static GameVersions) -> Vec<String> {
    let base = format!("/v1/games/{}/", game.id());
    of_game(game).iter().filter_map(|call| call.path.strip_prefix(&base)).map(str::to_owned).collect()
}
