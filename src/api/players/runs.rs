//! `GET /v1/players/{id}/runs`: lists the runs of a player.

use std::borrow::Cow;
use std::marker::PhantomData;

use actix_web::{HttpRequest, web};
use serde::Serialize;

use super::common::named;
#[cfg(feature = "schemas")]
use super::document::{describe, id_in_path};
use super::info::RunSummary;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::Problem;
use crate::api::request::cursor::Cursor;
use crate::api::request::query::{OneOf, Parameters, Parsed, Query, SEED_CLASSES, SEED_TEXT};
use crate::api::request::{cursor, query};
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::engine;
use crate::rules::chance::Seed;
use crate::rules::wire::{self, ToSchema};
use crate::store::{AppId, GameRuns, SeedClass};

/// A page of a player's runs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct PlayersRuns {
    /// The runs, the newest first.
    runs: Vec<RunSummary>,
    /// The cursor of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

const GAME: &str = "game";
const CLASS: OneOf<SeedClass> = OneOf {
    name: "class",
    description: "Only runs of this seed class. Needs `game`.",
    values: Cow::Borrowed(SEED_CLASSES),
    default: None,
};
const SEED: Parsed<Seed> = Parsed {
    name: "seed",
    description: "Only runs of this seed. Needs `game`. The runs of a ranked daily seed are listed when its day is closed.",
    expected: SEED_TEXT,
    #[cfg(feature = "schemas")]
    schema: |_| wire::reference_to::<Seed>(),
    of: PhantomData,
};

const APP: Parsed<AppId> = query::app(
    "Only runs that were submitted through this app. Those of the time when it acted for the player are in no other list. Not allowed \
     with `game`.",
);

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), PlayersRuns> {
    let description = "Returns a player's runs, the newest first: all, or those in a game, of a seed class, of a seed, or through an app.";
    let doc = describe("list_players_runs", "List a player's runs", description);
    let next = "The cursor of a page, as `next` of the page before. It belongs to the player and the filters.";
    let doc = id_in_path(query::limit(doc)).query("cursor", next, cursor::schema());
    let doc = doc.query(GAME, "Only runs in this game.", wire::any_text());
    APP.documented(SEED.documented(CLASS.documented(doc)))
        .may_use_token()
        .ok::<PlayersRuns>(&PlayersRuns { runs: Vec::new(), next: None })
        .errors(&["404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    Query(query): Query<Vec<(String, String)>>,
) -> Result<JsonResponse<PlayersRuns>, Problem> {
    let player = named(&request, &shared, &id).await?;
    let mut query = Parameters::new(query);
    let of = filter(&mut query)?;
    let app = query.take(&APP)?;
    if app.is_some() && of.is_some() {
        return Err(query::invalid(APP.name, "is not allowed with game"));
    }
    let cursor = query.take_text("cursor")?;
    let limit = query::limit_of(query.take_text("limit")?.as_deref())?;
    query.none_left()?;
    let list = match (&of, app) {
        (Some(of), _) => cursor::of_game_runs(player.id, of),
        (None, Some(app)) => cursor::of_app_runs(player.id, app),
        (None, None) => cursor::of_runs(player.id),
    };
    let before = cursor.map(|text| Cursor::read(&text, list)?.run()).transpose()?;
    let is_of_seed = of.as_ref().is_some_and(|of| of.seed.is_some());
    let mut runs = match (of, app) {
        (None, None) => shared.store.runs_of(player.id, before, limit + 1).await?,
        (None, Some(app)) => shared.store.runs_of_in_app(player.id, app, before, limit + 1).await?,
        (Some(of), _) => shared.store.runs_of_game(player.id, of, before, limit + 1).await?,
    };
    let closed = shared.days.closed().await?;
    // Listed by a seed that is still secret, a run would confirm that seed. So would a page after it.
    runs.retain(|run| !is_of_seed || run.open_seed(closed).is_some());
    let more = runs.len() > limit as usize;
    runs.truncate(limit as usize);
    let next = runs.last().filter(|_| more).map(|last| Cursor::Run(last.id).write(list));
    let page = PlayersRuns { runs: runs.into_iter().map(|run| RunSummary::of(run, closed)).collect(), next };
    Ok(JsonResponse::with_entity_tag(&page, &request))
}

/// Reads the filters of a query.
///
/// Class and seed need a game: each game has few categories, whose runs an index lists in order.
fn filter(query: &mut Parameters) -> Result<Option<GameRuns>, Problem> {
    let (game, class, seed) = (query.take_text(GAME)?, query.take_one(&CLASS)?, query.take(&SEED)?);
    match game {
        Some(id) if engine::game(&id).is_none() => {
            Err(query::invalid(GAME, format_args!("must be the id of a game (got {id:?})")))
        }
        Some(game) => Ok(Some(GameRuns { game, class, seed })),
        None if class.is_some() => Err(query::invalid(CLASS.name, "is allowed only with game")),
        None if seed.is_some() => Err(query::invalid(SEED.name, "is allowed only with game")),
        None => Ok(None),
    }
}
