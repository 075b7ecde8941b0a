//! The targets of requests: the list of games, the verification of a contest, and the calls of each game.

use funhouse_engine::calls::to_json;
use funhouse_engine::problem::{Code, Problem};
use funhouse_engine::read::read;
use funhouse_engine::{GameVersions, Refusal, Ruleset, catalogue, contest, rules_text};
use funhouse_rules::page::Audience;
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_json::value::RawValue;

use crate::batch;
use crate::games::games;

/// The body of a request for information about a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct InfoRequest {
    rules: Option<u32>,
}

/// The body of a request for the rules of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RulesRequest {
    rules: Option<u32>,
    #[serde(default, rename = "for")]
    audience: Audience,
}

/// The body of a request for a page of the trace of a run.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TraceRequest<Run> {
    run: Run,
    #[serde(default)]
    trace_from: usize,
}

/// Returns the body of the answer to a request.
///
/// # Errors
/// The problem that the service would send.
pub(crate) fn body_of(target: &str, body: &[u8]) -> Result<Vec<u8>, Problem> {
    if target == "games" {
        return Ok(to_json(&catalogue::list(games())));
    }
    if target == "contest" {
        let verdict = contest::verify(body, games()).map_err(|why| Problem::of_field(Code::InvalidBody, "", why))?;
        return Ok(to_json(&verdict));
    }
    let (id, call) = target.split_once('/').unwrap_or((target, ""));
    let game = games().iter().find(|game| game.id() == id).ok_or_else(|| Problem::unknown_game(id))?;
    of_game(game, call, body)
}

/// Returns the body of the answer to a call of a game.
fn of_game(game: &GameVersions, call: &str, body: &[u8]) -> Result<Vec<u8>, Problem> {
    let answer = match call {
        "deal" => game.of_run(body, |calls| calls.deal(body, &|| None, funhouse_picture::draw)),
        "moves" => game.of_state(body, |calls| calls.moves(body)),
        "play" => game.of_state(body, |calls| calls.play(body, funhouse_picture::draw)),
        "view" => game.of_state(body, |calls| calls.view(body)),
        // As over HTTP, only games for several seats have a built-in player.
        "plan" if game.newest().facts().scoring.is_none() => game.of_state(body, |calls| calls.plan(body)),
        "score" => game.of_state(body, |calls| calls.score(body)),
        "digest" => game.of_state(body, |calls| calls.digest(body)),
        "picture" => game.of_state(body, |calls| calls.scene(body)).map(|scene| funhouse_picture::draw(&scene).into()),
        "text" => game.of_state(body, |calls| calls.scene(body)).map(|scene| scene.to_string().into()),
        "replay" => game.of_run(body, |calls| calls.replay(body, None)),
        "trace" => trace(game, body),
        "info" => info(game, body),
        // Actions and screens are for agents that play alone.
        "deal_many" if game.newest().facts().scoring.is_some() => batch::deal_many(game, body),
        "play_many" => batch::play_many(game, body),
        "show_one" => batch::show_one(game, body),
        "rules" => rules(game, body),
        "plan" => return Err(Problem::no_plan(game.newest().facts().title)),
        _ => return Err(Problem::new(Code::NotFound, format_args!("{} has no call {call:?}", game.id()))),
    };
    answer.map_err(|refusal| match refusal {
        // The service would draw a seed.
        Refusal::NoSeed => Problem::of_field(Code::InvalidBody, "/seed", "is required: the module draws no seeds"),
        refusal => refusal.into(),
    })
}

fn trace(game: &GameVersions, body: &[u8]) -> Result<Vec<u8>, Refusal> {
    let TraceRequest::<IgnoredAny> { trace_from, .. } = read(body)?;
    // The text of the run, which the reader of requests does not have.
    let TraceRequest::<&RawValue> { run, .. } = serde_json::from_slice(body).map_err(unreadable)?;
    let run = run.get().as_bytes();
    game.of_run(run, |calls| calls.replay(run, Some(trace_from)))
}

/// A body that the first reading accepted.
fn unreadable(error: serde_json::Error) -> Refusal {
    Refusal::NotJson(error.to_string())
}

fn info(game: &GameVersions, body: &[u8]) -> Result<Vec<u8>, Refusal> {
    let InfoRequest { rules } = read(or_empty(body))?;
    Ok(to_json(&catalogue::info(game, version(game, rules)?)))
}

fn rules(game: &GameVersions, body: &[u8]) -> Result<Vec<u8>, Refusal> {
    let RulesRequest { rules, audience } = read(or_empty(body))?;
    Ok(rules_text::markdown_document(version(game, rules)?.facts(), audience).into())
}

/// Returns a body, or an empty object if there is none.
fn or_empty(body: &[u8]) -> &[u8] {
    if body.is_empty() { b"{}" } else { body }
}

/// Returns the requested rules version, or the newest.
fn version(game: &GameVersions, rules: Option<u32>) -> Result<Ruleset, Refusal> {
    let Some(rules) = rules else { return Ok(game.newest()) };
    game.version(rules).ok_or(Refusal::UnknownRules { pointer: "/rules", rules })
}
