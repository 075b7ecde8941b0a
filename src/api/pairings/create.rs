//! `POST /v1/pairings`: asks for opponents.

use actix_web::{HttpRequest, web};
use serde::Deserialize;
#[cfg(feature = "schemas")]
use serde_json::json;
use serde_json::{Map, Value as Json};
use sha2::{Digest as _, Sha256};

use super::info::{MAX_ROBOTS_AFTER, PairingInfo};
#[cfg(feature = "schemas")]
use super::info::{describe, example};
use crate::api::http::body::Body;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::players::idempotency_key;
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::response::JsonResponse;
use crate::api::schemas;
use crate::api::shared::Shared;
use crate::api::tables::{MOVES_OF_TABLE, may_be_rated, problem};
use crate::engine::table_request::PACE;
use crate::engine::{Ruleset, game};
use crate::rules::game::Kind;
use crate::rules::wire::{self, ToSchema};
use crate::store::{PairingTerms, TableId};
use crate::tables::PairingRequest;

/// The seconds for each move, unless the request says otherwise.
const DEFAULT_PACE: u32 = 60;

/// What you want to play.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PairingRequest)]
pub(super) struct PairingBody {
    /// The game, which is one for several seats, and not for a real table.
    #[schema(value_type = schemas::GameId)]
    game: String,
    /// The rules version. The newest if absent.
    #[serde(default, deserialize_with = "wire::present")]
    #[schema(nullable = false, value_type = Option<wire::RulesVersion>)]
    rules: Option<u32>,
    /// The options, in the schema of the game. Those that are absent have their defaults.
    #[serde(default)]
    #[schema(value_type = schemas::AnyOptions, required = false)]
    options: Map<String, Json>,
    /// The number of seats. The smallest number of the game if absent.
    #[serde(default, deserialize_with = "wire::present")]
    #[schema(nullable = false, minimum = 2, maximum = 8)]
    seats: Option<u8>,
    /// The seconds for each move, as for a new table. 60 if absent.
    #[serde(default, deserialize_with = "wire::present")]
    #[schema(nullable = false, minimum = 2, maximum = 604800)]
    pace: Option<u32>,
    /// Whether the result counts for ratings. If absent, it does if you have a recovery code, no app acts for you, and the game is rated.
    #[serde(default, deserialize_with = "wire::present")]
    #[schema(nullable = false)]
    rated: Option<bool>,
    /// Whether opponents may be players who say that they are bots. False if absent.
    #[serde(default)]
    #[schema(required = false)]
    bots: bool,
    /// The seconds after which robots take the seats that are left, from 0 to 3,600. They never do if absent.
    #[serde(default, deserialize_with = "wire::present")]
    #[schema(nullable = false, maximum = 3600)]
    robots_after: Option<u32>,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<PairingBody, PairingInfo> {
    let key = "A key of your own of 16 to 128 visible ASCII characters, such as a random UUID. While the request exists, the same key \
        returns it, so a lost response does not cost your place in line.";
    let doc = describe(
        "create_pairing",
        "Ask for opponents",
        "Asks for opponents who want to play the same: game, rules version, options, seats, pace, and rated or not. The oldest request gets the \
         opponents with the nearest ratings; the longer you wait, the more theirs may differ from yours. Then a table begins: you have the event \
         `table_started`, and `GET /v1/pairings/{id}` has its id. The request ends when you cancel it, when you make another one, or after a minute \
         without a sign of you: a `GET` of it, or an open stream of your events. Players who block each other are not paired, and in rated games \
         neither are players at one address.",
    );
    doc.header("Idempotency-Key", key, wire::text("^[!-~]{16,128}$", key, "0b7a4d3e-2f5c-4a8e-9d61-7c1e5b9f2a30"))
        .request_body::<PairingBody>(&json!({ "game": "queensland", "robots_after": 45 }))
        .response::<PairingInfo>("201", "You wait for opponents.", &example(None))
        .another_response("200", "You asked before, with the same key.")
        .with_location()
        .no_store()
        .errors(&["404", "409", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    Body(body, ..): Body<PairingBody>,
) -> Result<JsonResponse<PairingInfo>, Problem> {
    let by = Client::of(&request).requester()?;
    let key = idempotency_key(&request)?.map(|key| Sha256::digest(key).into());
    let rated = body.rated;
    let (ruleset, terms) = terms(body)?;
    let rated = may_be_rated(&shared, &by, ruleset, rated).await?;
    shared.count_work(&request)?;
    let counted = shared.count_stored(MOVES_OF_TABLE, &request)?;
    let request =
        PairingRequest { terms: PairingTerms { rated, ..terms }, address: shared.addresses.hash(by.from), key };
    let asked = shared.tables.ask_for_opponents(&by, request).await;
    let (pairing, is_new) = asked.map_err(|why| problem(why, TableId(0)))?;
    let location = format!("/v1/pairings/{}", pairing.id);
    let info = PairingInfo::from(pairing);
    if is_new {
        counted.keep(MOVES_OF_TABLE);
        return Ok(JsonResponse::created(location, &info));
    }
    Ok(JsonResponse::no_store(&info).location(location))
}

/// Reads what a player wants to play, without whether it is rated.
fn terms(body: PairingBody) -> Result<(Ruleset, PairingTerms), Problem> {
    let unknown = || Problem::new(Code::UnknownGame, format_args!("no game has the id {:?}", body.game));
    let of = game(&body.game).ok_or_else(unknown)?;
    let ruleset = match body.rules {
        None => of.newest(),
        Some(rules) => {
            of.version(rules).ok_or_else(|| inconsistent("/rules", "must be a rules version of the game"))?
        }
    };
    let facts = ruleset.facts();
    if matches!(facts.kind, Kind::Solitaire | Kind::Referee) {
        return Err(inconsistent("/game", "must be a game for several seats that is not played at a real table"));
    }
    let options = ruleset.options(body.options).map_err(|why| inconsistent("/options", &why))?;
    let (min, max) = facts.seats;
    let seats = body.seats.unwrap_or(min.max(2));
    if seats < 2 || !(min..=max).contains(&seats) {
        return Err(inconsistent("/seats", &format!("must be between {} and {max} (got {seats})", min.max(2))));
    }
    let (pace, min_pace, max_pace) = (body.pace.unwrap_or(DEFAULT_PACE), ruleset.min_pace(&options), *PACE.end());
    if !(min_pace..=max_pace).contains(&pace) {
        return Err(inconsistent("/pace", &format!("must be between {min_pace} and {max_pace} (got {pace})")));
    }
    if let Some(after) = body.robots_after.filter(|after| *after > MAX_ROBOTS_AFTER) {
        return Err(inconsistent("/robots_after", &format!("must be at most {MAX_ROBOTS_AFTER} (got {after})")));
    }
    let (game, rules) = (facts.id.to_owned(), facts.rules);
    let (bots, robots_after) = (body.bots, body.robots_after);
    Ok((ruleset, PairingTerms { game, rules, options, seats, pace, rated: false, bots, robots_after }))
}

fn inconsistent(pointer: &str, predicate: &str) -> Problem {
    Problem::of_field(Code::Inconsistent, pointer, predicate)
}
