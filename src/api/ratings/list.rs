//! `GET /v1/ratings/{game}`: the listed players of a game for several seats, ranked by their ratings.

use actix_web::{HttpRequest, web};
use serde::{Deserialize, Serialize};

use super::info::rounded;
#[cfg(feature = "schemas")]
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::problem::{Code, Problem};
use crate::api::request::cursor::Cursor;
use crate::api::request::query::Query;
use crate::api::request::{cursor, query};
use crate::api::response::JsonResponse;
use crate::api::schemas;
use crate::api::schemas::examples;
use crate::api::schemas::player_name::PlayerName;
use crate::api::shared::Shared;
use crate::engine;
use crate::engine::problem::Problem as ProblemBody;
use crate::rules::game::Kind;
use crate::rules::wire::{self, ToSchema};
use crate::store::{ListedRating, MIN_RATED_OPPONENTS};

// What the texts say.
const _: () = assert!(MIN_RATED_OPPONENTS == 10);

/// The query of a list of ratings.
#[derive(Debug, Deserialize)]
pub(super) struct RatingsQuery {
    cursor: Option<String>,
    limit: Option<String>,
}

/// A page of ratings.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct Ratings {
    /// The game.
    #[schema(value_type = schemas::GameId)]
    game: &'static str,
    /// The number of listed players: those who have had ten different opponents.
    count: u64,
    /// The lines, the best first.
    entries: Vec<RatingEntry>,
    /// The cursor of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// A line of the ratings.
#[derive(Clone, Debug, Serialize, ToSchema)]
struct RatingEntry {
    /// 1 plus the number of players whose `at_least` is strictly better, before it is rounded.
    #[schema(minimum = 1)]
    rank: u64,
    /// The player.
    player: PlayerName,
    /// The rating minus two deviations, rounded. It decides the rank: with 95% certainty, the player is at least this strong.
    #[schema(minimum = -700, maximum = 4000)]
    at_least: i64,
    /// The rating (Glicko-2), rounded.
    #[schema(minimum = 0, maximum = 4000)]
    rating: i64,
    /// The standard deviation of the rating, rounded.
    #[schema(minimum = 1, maximum = 350)]
    deviation: i64,
    /// The number of rated games.
    #[schema(minimum = 1)]
    games: u32,
    /// The number of different opponents in rated games.
    #[schema(minimum = 10)]
    opponents: u32,
}

impl RatingEntry {
    fn of(ListedRating { rank, player, rating }: ListedRating) -> Self {
        Self {
            rank,
            player: player.into(),
            at_least: rounded(rating.rating.at_least()),
            rating: rounded(rating.rating.rating),
            deviation: rounded(rating.rating.deviation),
            games: rating.games,
            opponents: rating.opponents,
        }
    }
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), Ratings> {
    let doc = operation(OperationInfo {
        id: "list_ratings".to_owned(),
        tag: "Leaderboards",
        summary: "List the ratings of a game for several seats".to_owned(),
        description: "Returns the players who have had at least ten different opponents, ranked by their rating minus two \
             deviations. For each pair of players, one game per day (UTC) is rated. Robots do not count. The list does not \
             prove that a player has only one account or plays without a program.",
    });
    let entry = RatingEntry {
        rank: 1,
        player: examples::player(),
        at_least: 1507,
        rating: 1623,
        deviation: 58,
        games: 31,
        opponents: 14,
    };
    let example = Ratings { game: "queensland", count: 1, entries: vec![entry], next: None };
    let game = "The id of a game for several seats (`kind` is `seated`).";
    let doc = doc.path_parameter("game", game, wire::reference_to::<schemas::GameId>());
    query::limit(doc.query("cursor", "The cursor of a page, from `next` of the page before.", cursor::schema()))
        .ok::<Ratings>(&example)
        .errors(&["404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    game: web::Path<String>,
    Query(RatingsQuery { cursor, limit }): Query<RatingsQuery>,
) -> Result<JsonResponse<Ratings>, Problem> {
    let game = rated_game(&game)?;
    let limit = query::limit_of(limit.as_deref())?;
    let list = cursor::of_ratings(game);
    let after = cursor.map(|text| Cursor::read(&text, list)?.rating()).transpose()?;
    let page = shared.store.ratings(game.to_owned(), after, limit).await?;
    let next = page.lines.last().filter(|_| page.more).map(|last| Cursor::Rating(last.place()).write(list));
    let entries = page.lines.into_iter().map(RatingEntry::of).collect();
    Ok(JsonResponse::with_entity_tag(&Ratings { game, count: page.count, entries, next }, &request))
}

/// The id of a game with ratings.
fn rated_game(id: &str) -> Result<&'static str, Problem> {
    let game = engine::game(id).ok_or_else(|| Problem::from(ProblemBody::unknown_game(id)))?;
    let facts = game.newest().facts();
    if facts.kind == Kind::Seated {
        Ok(game.id())
    } else {
        Err(Problem::new(
            Code::NotFound,
            format_args!("{} has no ratings: only games whose kind is `seated` are rated", facts.title),
        ))
    }
}
