//! `POST /v1/contests`: creates a contest.

use actix_web::{HttpRequest, web};
use serde::Deserialize;
use serde_json::{Map, Value as Json, json};
use sha2::{Digest as _, Sha256};

#[cfg(feature = "schemas")]
use super::document::{describe, example_contest};
use super::info::{ContestInfo, EntryName};
use super::show::as_seen_by;
use crate::api::http::body::Unparsed;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::players::idempotency_key;
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::response::JsonResponse;
use crate::api::schemas;
use crate::api::shared::Shared;
use crate::engine::read::read;
use crate::engine::{self, Ruleset};
use crate::rules::contest::ContestScoring;
use crate::rules::game::Seats;
use crate::rules::wire::{self, ToSchema};
use crate::store::calendar::{Day, Timestamp};
use crate::store::label::Label;
use crate::store::{
    ContestCreated, ContestId, ContestTerms, Entry, MAX_OPEN_CONTESTS, MAX_ROUNDS, NewContest, NewRound, RoundId,
};

/// The option with whose value players report what real pieces did, which no one can verify.
const REPORTED: (&str, &str) = ("dexterity", "reported");
/// A contest takes as much space in the database as this many moves, and each round as many again.
const MOVES_OF_ROUND: usize = 5;
/// Seconds from the opening of a round to that of the next, if they open one a day.
const ROUND_SECONDS: i64 = 86_400;
/// Maximum number of seconds from now until the first round opens, and from then until the last one closes.
const MAX_SECONDS: i64 = 366 * 86_400;

/// When rounds open and close: all at the same times, or one a day: each is open for 24 hours, and opens when the one before closes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = ContestSchedule)]
enum Schedule {
    #[default]
    Together,
    Daily,
}

/// A contest to create.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ContestRequest {
    /// The name: 1 to 64 characters, counted as code points in normal form C, without control characters or invisible characters, and without
    /// a space at either end.
    name: String,
    /// The game, which is a solitaire.
    #[schema(value_type = schemas::GameId)]
    game: String,
    /// The rules version. The newest if absent.
    #[serde(default, deserialize_with = "wire::present")]
    #[schema(nullable = false, value_type = Option<wire::RulesVersion>)]
    rules: Option<u32>,
    /// The options. The defaults if absent.
    #[serde(default)]
    #[schema(value_type = schemas::AnyOptions, required = false)]
    options: Map<String, Json>,
    /// The number of rounds. 1 if absent.
    #[serde(default, deserialize_with = "wire::present")]
    #[schema(nullable = false, minimum = 1, maximum = 12)]
    rounds: Option<u8>,
    /// When they open and close. `together` if absent.
    #[serde(default)]
    #[schema(required = false)]
    schedule: Schedule,
    /// When the first round opens, at most 366 days ahead. Now if absent.
    #[serde(default, deserialize_with = "wire::present")]
    #[schema(nullable = false, value_type = Option<schemas::Moment>)]
    opens_at: Option<String>,
    /// When all rounds close, at most 366 days after they open. Required unless the schedule is `daily`, and not allowed then.
    #[serde(default, deserialize_with = "wire::present")]
    #[schema(nullable = false, value_type = Option<schemas::Moment>)]
    closes_at: Option<String>,
    /// Who may enter. `link` if absent.
    #[serde(default)]
    #[schema(required = false)]
    entry: EntryName,
    /// Whether you approve entrants. False if absent.
    #[serde(default)]
    #[schema(required = false)]
    approval: bool,
    /// How the rounds are added up. `total` if absent.
    #[serde(default, deserialize_with = "wire::present")]
    #[schema(nullable = false)]
    scoring: Option<ContestScoring>,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<ContestRequest, ContestInfo> {
    let key = "A key of your own of 16 to 128 visible ASCII characters, such as a random UUID. The same request with \
        the same key gets the same contest, so a lost response does not create a second one.";
    describe(
        "create_contest",
        "Create a contest",
        "Creates a contest: everyone who enters plays the same secret deals, one for each round. No player can see the seed of a round \
         before it is closed; `commitment`, the SHA-256 of the seed, is public from the start. With one round, it is a challenge for a few \
         friends. To play yourself, enter it.",
    )
    .header("Idempotency-Key", key, wire::text("^[!-~]{16,128}$", key, "0b7a4d3e-2f5c-4a8e-9d61-7c1e5b9f2a30"))
    .request_body::<ContestRequest>(&json!({
        "name": "Friday slides", "game": "slide-jam", "closes_at": "2026-11-21T20:00:00.000Z", "entry": "open",
    }))
    .response::<ContestInfo>("201", "The new contest.", &example_contest())
    .another_response("200", "The same request created it before.")
    .with_location()
    .no_store()
    .errors(&["404", "422", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    body: Unparsed<ContestRequest>,
) -> Result<JsonResponse<ContestInfo>, Problem> {
    let by = Client::of(&request).requester()?;
    let key = idempotency_key(&request)?;
    let parsed: ContestRequest = read(&body.bytes)?;
    let now = shared.days.time().await?.now;
    let random = |_| Problem::new(Code::InternalError, "the system returned no random bytes");
    let (ruleset, options) = ranked_ruleset(&parsed)?;
    let times = times(&parsed, now)?;
    let entry = Entry::from(parsed.entry);
    if entry == Entry::App && by.app.is_none() {
        return Err(inconsistent("/entry", "must not be `app` without a token of an app"));
    }
    if entry == Entry::Open && by.app.is_some_and(|app| app.acts_for_player) {
        return Err(inconsistent(
            "/entry",
            "must not be `open` for a player for whom an app acts; `app` lets its users enter",
        ));
    }
    let name = Label::new(&parsed.name).map_err(|why| Problem::of_field(Code::InvalidName, "/name", why))?;
    let terms = ContestTerms {
        organizer: by.player.id,
        app: by.app_id(),
        name: name.into_string(),
        game: ruleset.facts().id.to_owned(),
        rules: ruleset.facts().rules,
        options,
        entry,
        approval: parsed.approval,
        by_points: parsed.scoring == Some(ContestScoring::Points),
        created_at: now,
    };
    let mut rounds = Vec::with_capacity(times.len());
    for (opens_at, closes_at) in times {
        let seed = shared.seeds.secret().map_err(random)?;
        // The rules must be able to deal it, which no one sees before it opens.
        ruleset
            .table_game(Seats::ONE, seed.clone(), &terms.options)
            .map_err(|why| Problem::of_field(Code::InvalidBody, "/options", why.0))?;
        rounds.push(NewRound { id: RoundId(random_id().map_err(random)?), seed, opens_at, closes_at });
    }
    let stored = MOVES_OF_ROUND * (rounds.len() + 1);
    let counted = shared.count_stored(stored, &request)?;
    let repeatable = key.map(|key| {
        let key = Sha256::digest(format!("{}\n{key}", by.player.id)).into();
        (key, Sha256::digest(&body.bytes).into())
    });
    let id = ContestId(random_id().map_err(random)?);
    let created = shared.store.create_contest(NewContest { id, terms, rounds, repeatable }).await?;
    let (id, is_new) = match created {
        ContestCreated::New => (id, true),
        ContestCreated::Existing(id) => (id, false),
        ContestCreated::OtherRequest => {
            let detail = "the Idempotency-Key was used before with another body";
            return Err(Problem::new(Code::IdempotencyKeyReused, detail));
        }
        ContestCreated::Banned => return Err(Problem::banned()),
        ContestCreated::TooMany => {
            let detail = format!(
                "you have {MAX_OPEN_CONTESTS} contests that are not over, which is the maximum; create another when one is over"
            );
            return Err(Problem::new(Code::TooManyContests, detail));
        }
    };
    if is_new {
        counted.keep(stored);
    }
    let location = format!("/v1/contests/{id}");
    let contest = super::common::named(&shared, &id.to_string()).await?;
    let contest = as_seen_by(&shared, contest, Some(by.player.id)).await?;
    Ok(if is_new {
        JsonResponse::created(location, &contest)
    } else {
        JsonResponse::no_store(&contest).location(location)
    })
}

/// Returns a random number for a contest or a round. It cannot be guessed.
fn random_id() -> Result<i64, getrandom::Error> {
    Ok((getrandom::u64()?.cast_signed() & i64::MAX).max(1))
}

fn inconsistent(pointer: &str, predicate: &str) -> Problem {
    Problem::of_field(Code::Inconsistent, pointer, predicate)
}

/// The ruleset of the requested game, and the options as canonical JSON.
fn ranked_ruleset(request: &ContestRequest) -> Result<(Ruleset, String), Problem> {
    let id = &request.game;
    let unknown =
        || Problem::of_field(Code::InvalidBody, "/game", format_args!("must be the id of a game (got {id:?})"));
    let game = engine::game(id).ok_or_else(unknown)?;
    let ruleset = match request.rules {
        None => game.newest(),
        Some(rules) => game.version(rules).ok_or_else(|| {
            Problem::of_field(
                Code::UnknownRules,
                "/rules",
                format_args!("is not a rules version of {id} (got {rules})"),
            )
        })?,
    };
    if ruleset.ranked().is_none() {
        let title = ruleset.facts().title;
        let detail = format!("{title} is not a solitaire: in a contest, each player plays a solitaire alone");
        return Err(Problem::new(Code::SeatedGame, detail));
    }
    let options = ruleset.options(request.options.clone());
    let options = options.map_err(|why| Problem::of_field(Code::InvalidBody, "/options", why))?;
    let (option, reported) = REPORTED;
    if request.options.get(option).is_some_and(|value| value == reported) {
        let predicate = format!("must not be `{reported}` in a contest, where the service verifies every score");
        return Err(inconsistent(&format!("/options/{option}"), &predicate));
    }
    Ok((ruleset, options))
}

/// When each round opens and closes.
fn times(request: &ContestRequest, now: Timestamp) -> Result<Vec<(Timestamp, Timestamp)>, Problem> {
    let moment = |name: &str, text: &String| {
        let pointer = format!("/{name}");
        let why = || {
            let predicate = format_args!("must be a date with a time, such as 2026-11-20T09:30:00Z (got {text:?})");
            Problem::of_field(Code::InvalidBody, &pointer, predicate)
        };
        // A date alone would mean its start, which is not what its author expects of a closing.
        if text.parse::<Day>().is_ok() { Err(why()) } else { text.parse::<Timestamp>().map_err(|()| why()) }
    };
    let count = request.rounds.unwrap_or(1);
    if !(1..=MAX_ROUNDS).contains(&count) {
        let predicate = format_args!("must be between 1 and {MAX_ROUNDS} (got {count})");
        return Err(Problem::of_field(Code::InvalidBody, "/rounds", predicate));
    }
    let opens_at = request.opens_at.as_ref().map_or(Ok(now), |text| moment("opens_at", text))?.max(now);
    if opens_at > now.plus_seconds(MAX_SECONDS) {
        return Err(inconsistent("/opens_at", "must be at most 366 days ahead"));
    }
    match (request.schedule, &request.closes_at) {
        (Schedule::Together, Some(text)) => {
            let closes_at = moment("closes_at", text)?;
            if closes_at <= opens_at || closes_at > opens_at.plus_seconds(MAX_SECONDS) {
                return Err(inconsistent("/closes_at", "must be after the opening, and at most 366 days later"));
            }
            Ok(vec![(opens_at, closes_at); count.into()])
        }
        (Schedule::Together, None) => Err(inconsistent("/closes_at", "is required unless the schedule is `daily`")),
        (Schedule::Daily, Some(_)) => Err(inconsistent("/closes_at", "is not allowed with the schedule `daily`")),
        (Schedule::Daily, None) => {
            let opening = |number: u8| opens_at.plus_seconds(ROUND_SECONDS * i64::from(number));
            Ok((0..count).map(|number| (opening(number), opening(number + 1))).collect())
        }
    }
}
