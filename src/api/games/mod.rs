//! The calls of a game. Each reads which rules version it is about and hands the body to that [`Ruleset`].

pub mod catalogue;
pub(super) mod round;

use std::collections::BTreeMap;
use std::sync::LazyLock;

use actix_web::http::Method;
use actix_web::{HttpRequest, HttpResponse, Route, web};
use serde::Deserialize;
use serde_json::Value as Json;

use super::endpoint::Endpoint;
use super::http::body::{MAX_BYTES_OF_RUN, Unparsed};
use super::operation::{DocumentedOperation, OperationDoc, OperationInfo, operation};
use super::problem::{Code, Problem};
use super::request::client::Client;
use super::response::picture;
use super::response::{Caching, Fixed, JSON, json};
use super::shared::Shared;
use crate::engine::schema::{CallSchemas, RulesetSchemas};
use crate::engine::{self, GameVersions, Refusal, Ruleset};
use crate::picture as drawn;
use crate::rules::replay::MAX_MOVES;
use crate::rules::wire;

/// A body of more bytes than this is read and answered in the pool, and not by the worker that serves cheap calls. It is a few
/// hundred moves of any game: reading and making them takes less than a millisecond, as the dearest picture and the dearest
/// list of legal moves do.
pub(super) const MAX_INLINE_BYTES: usize = 16 * 1024;

/// The endpoints of a game.
#[must_use]
pub(super) fn endpoints(game: &'static GameVersions) -> Vec<Endpoint> {
    let base = format!("/v1/games/{}", game.id());
    let path = |call: &str| format!("{base}/{call}");
    let post =
        |call: &str, route: fn(&'static GameVersions) -> Route, doc: fn(&GameVersions) -> DocumentedOperation| {
            Endpoint::untyped(Method::POST, path(call), move || route(game), move || doc(game))
        };
    let several = game.newest().facts().seats.1 > 1;
    let mut endpoints = vec![
        Endpoint::untyped(Method::GET, base.clone(), move || info(game), move || doc_of_info(game)),
        Endpoint::untyped(Method::GET, path("rules"), move || rules(game), move || doc_of_rules(game)),
        post("deal", deal, doc_of_deal),
        post("moves", |game| call(game, |game, body| game.of_state(body, |ruleset| ruleset.moves(body))), doc_of_moves),
        post(
            "play",
            |game| call(game, |game, body| game.of_state(body, |ruleset| ruleset.play(body, drawn::draw))),
            doc_of_play,
        ),
        post("view", |game| call(game, |game, body| game.of_state(body, |ruleset| ruleset.view(body))), doc_of_view),
        post("score", |game| call(game, |game, body| game.of_state(body, |ruleset| ruleset.score(body))), doc_of_score),
        post("picture", picture_of, doc_of_picture),
        post("replay", replay, doc_of_replay).max_bytes(MAX_BYTES_OF_RUN),
    ];
    endpoints.extend(several.then(|| post("plan", plan, doc_of_plan)));
    endpoints
}

/// The query of a game's catalogue and rules.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct InfoQuery {
    rules: Option<u32>,
}

/// An answer for each game at each of its rules versions.
type OfVersions = LazyLock<BTreeMap<(&'static str, u32), Fixed>>;

/// What is said of each.
static INFOS: OfVersions = LazyLock::new(of_versions);
/// The rules of each, for reading.
static RULES: OfVersions = LazyLock::new(of_versions);

fn of_versions() -> BTreeMap<(&'static str, u32), Fixed> {
    let versions = engine::games().iter().flat_map(|game| game.versions().iter().map(|version| version.facts()));
    versions.map(|facts| ((facts.id, facts.rules), Fixed::new(JSON, Caching::Revalidated))).collect()
}

/// The route of an answer that a rules version has once and for all.
fn fixed(
    game: &'static GameVersions,
    answers: &'static OfVersions,
    make: fn(&GameVersions, &dyn Ruleset) -> Vec<u8>,
) -> Route {
    web::to(move |request: HttpRequest, query: web::Query<InfoQuery>| async move {
        let ruleset = version(game, query.rules)?;
        let nothing = || Problem::new(Code::NotFound, "the catalogue has no such game");
        let answer = answers.get(&(game.id(), ruleset.facts().rules)).ok_or_else(nothing)?;
        answer.respond(&request, move || make(game, ruleset).into()).await
    })
}

fn info(game: &'static GameVersions) -> Route {
    fixed(game, &INFOS, |game, ruleset| json(&catalogue::info(game, ruleset)))
}

fn rules(game: &'static GameVersions) -> Route {
    fixed(game, &RULES, |_, ruleset| json(&catalogue::rules(ruleset)))
}

/// The rules version that a query names, or the newest.
pub(super) fn version(game: &'static GameVersions, rules: Option<u32>) -> Result<&'static dyn Ruleset, Problem> {
    let Some(rules) = rules else { return Ok(game.newest()) };
    game.version(rules).ok_or_else(|| Refusal::UnknownRules { pointer: "/rules", rules }.into())
}

fn deal(game: &'static GameVersions) -> Route {
    web::to(move |request: HttpRequest, shared: web::Data<Shared>, body: Unparsed<()>| async move {
        let player = Client::of(&request).known_player()?.map(|player| player.id);
        let (dear, seeds) = (body.bytes.len() > MAX_INLINE_BYTES, shared.seeds);
        let draw = move || seeds.draw(game.id(), player).ok();
        let dealt = move || game.of_run(&body.bytes, |ruleset| ruleset.deal(&body.bytes, &draw, drawn::draw));
        shared.work(&request, dear, dealt).await.map(json_answer)
    })
}

/// The route of a call that makes an answer of a body and of nothing else.
fn call(game: &'static GameVersions, answer: fn(&'static GameVersions, &[u8]) -> Result<Vec<u8>, Refusal>) -> Route {
    web::to(move |request: HttpRequest, shared: web::Data<Shared>, body: Unparsed<()>| async move {
        let dear = body.bytes.len() > MAX_INLINE_BYTES;
        shared.work(&request, dear, move || answer(game, &body.bytes)).await.map(json_answer)
    })
}

/// The built-in player may look many moves ahead: it thinks in the pool, however short the body is.
fn plan(game: &'static GameVersions) -> Route {
    web::to(move |request: HttpRequest, shared: web::Data<Shared>, body: Unparsed<()>| async move {
        let planned = move || game.of_state(&body.bytes, |ruleset| ruleset.plan(&body.bytes));
        shared.work(&request, true, planned).await.map(json_answer)
    })
}

fn picture_of(game: &'static GameVersions) -> Route {
    web::to(move |request: HttpRequest, shared: web::Data<Shared>, body: Unparsed<()>| async move {
        let format = picture::PictureFormat::negotiate(&request)?;
        let dear = body.bytes.len() > MAX_INLINE_BYTES;
        let draw =
            move || game.of_state(&body.bytes, |ruleset| ruleset.scene(&body.bytes)).map(|scene| format.render(&scene));
        shared.work(&request, dear, draw).await.map(|picture| format.respond(picture))
    })
}

/// The query of `replay`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReplayQuery {
    #[serde(default)]
    trace: bool,
    trace_from: Option<usize>,
}

impl ReplayQuery {
    /// From which entry on a trace is wanted, if one is.
    fn trace_from(self) -> Result<Option<usize>, Problem> {
        match self.trace_from {
            Some(_) if !self.trace => Err(Problem::new(Code::InvalidQuery, "trace_from goes with trace=true")),
            Some(from) if from > MAX_MOVES => {
                let detail = format!("no trace goes on from {from}: a run has at most {MAX_MOVES} moves");
                Err(Problem::new(Code::InvalidQuery, detail))
            }
            from => Ok(self.trace.then_some(from.unwrap_or(0))),
        }
    }
}

fn replay(game: &'static GameVersions) -> Route {
    web::to(
        move |request: HttpRequest, shared: web::Data<Shared>, query: web::Query<ReplayQuery>, body: Unparsed<()>| async move {
            let trace_from = query.trace_from()?;
            let dear = trace_from.is_some() || body.bytes.len() > MAX_INLINE_BYTES;
            let verdict = move || game.of_run(&body.bytes, |ruleset| ruleset.replay(&body.bytes, trace_from));
            shared.work(&request, dear, verdict).await.map(json_answer)
        },
    )
}

/// An answer of JSON.
pub(super) fn json_answer(json: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok().content_type(JSON).body(json)
}

/// Begins what the document says of a call.
pub(super) fn doc(game: &GameVersions, call: &str, summary: &str, description: &'static str) -> OperationDoc {
    let facts = game.newest().facts();
    operation(OperationInfo {
        id: format!("{}_{call}", facts.id.replace('-', "_")),
        tag: facts.title,
        summary: format!("{}: {summary}", facts.title),
        description,
    })
}

/// Schemas of every rules version, the newest first.
fn each<T>(game: &GameVersions, schemas: fn(RulesetSchemas) -> T) -> impl Iterator<Item = T> {
    game.versions().iter().rev().map(move |ruleset| schemas(ruleset.schemas()))
}

/// What the document says of a call from schemas of every version and examples of the newest.
fn doc_of_call(
    game: &GameVersions,
    doc: OperationDoc,
    schemas: fn(RulesetSchemas) -> CallSchemas,
    (request_example, answer_example): (Json, Json),
) -> DocumentedOperation {
    let (requests, answers): (Vec<_>, Vec<_>) =
        each(game, schemas).map(|CallSchemas { request, answer }| (request, answer)).unzip();
    doc.request_body_one_of(&requests, request_example)
        .response_one_of("200", "Done.", &answers, answer_example)
        .errors(&["503"])
        .build()
}

fn doc_of_info(game: &GameVersions) -> DocumentedOperation {
    let rules = "The rules version; the newest if absent.";
    doc(game, "info", "what it is", "Title, designer, options, rulings, and the catalogue of rule ids and fault codes.")
        .query("rules", rules, wire::reference_to::<wire::RulesVersion>())
        .ok::<catalogue::GameInfo>(&catalogue::info(game, game.newest()))
        .errors(&["400", "422"])
        .build()
}

fn doc_of_rules(game: &GameVersions) -> DocumentedOperation {
    let rules = "The rules version; the newest if absent.";
    let description = "The whole rules for reading, with the rulings, as Markdown and as HTML. Rule ids and fault codes are in the catalogue.";
    let example = catalogue::rules(game.newest());
    let shortened = |text: &str| text.lines().find(|line| !line.is_empty()).unwrap_or_default().to_owned();
    let example =
        catalogue::GameRules { markdown: shortened(&example.markdown), html: shortened(&example.html), ..example };
    doc(game, "rules", "its rules", description)
        .query("rules", rules, wire::reference_to::<wire::RulesVersion>())
        .ok::<catalogue::GameRules>(&example)
        .errors(&["400", "422"])
        .build()
}

fn doc_of_deal(game: &GameVersions) -> DocumentedOperation {
    let doc = doc(
        game,
        "deal",
        "deal",
        "Gives the first position. Without a seed the service draws one, which it will know again as drawn for this \
         game when a run of it is handed in; the answer's state says which. If the call comes with a player's token, the seed \
         is that player's; if it comes without, the seed belongs to the first player who hands in a run of it. Anybody \
         else's run of the seed is of the class `chosen`. Anyone may draw as many seeds as they like and play the best.",
    );
    let examples = game.newest().examples();
    let (requests, answers): (Vec<_>, Vec<_>) =
        each(game, |schemas| schemas.deal).map(|CallSchemas { request, answer }| (request, answer)).unzip();
    // A request that names no rules version fits those of several versions.
    doc.request_body_any_of(&requests, examples.deal_request)
        .response_one_of("200", "Done.", &answers, examples.dealt)
        .no_store()
        .may_use_token()
        .errors(&["503"])
        .build()
}

fn doc_of_moves(game: &GameVersions) -> DocumentedOperation {
    let doc = doc(
        game,
        "moves",
        "list the legal moves",
        "Every legal move, in a fixed order, each ready to be sent to `play`. Where there are too many to be listed, as of \
         simulated flicks, `moves` is empty, and `bounds` says which moves are legal.",
    );
    let examples = game.newest().examples();
    doc_of_call(game, doc, |schemas| schemas.moves, (examples.state_request, examples.legal_moves))
}

fn doc_of_play(game: &GameVersions) -> DocumentedOperation {
    let doc = doc(
        game,
        "play",
        "make moves",
        "Makes a move, or several in order, and gives the next position with the events of each move. The \
         first illegal move refuses the whole call; with `until_illegal` the moves before it are made, and the answer tells it \
         as `bad_move`: so a player's attempt that may be illegal is no error.",
    );
    let examples = game.newest().examples();
    doc_of_call(game, doc, |schemas| schemas.play, (examples.play_request, examples.played))
}

fn doc_of_view(game: &GameVersions) -> DocumentedOperation {
    let doc = doc(
        game,
        "view",
        "show what a player sees",
        "What the player of a seat may see, or an onlooker where no seat is named: a state without its seed, of which what is hidden \
         from them is unknown. This is what may be sent to a player's screen. With `with_legal_moves` the moves of that seat are \
         listed, and no others. No call takes a view for a state.",
    );
    let examples = game.newest().examples();
    doc_of_call(game, doc, |schemas| schemas.view, (examples.view_request, examples.view))
}

fn doc_of_plan(game: &GameVersions) -> DocumentedOperation {
    let doc = doc(
        game,
        "plan",
        "ask the built-in player",
        "What the built-in player does next in a seat: one move or more, all legal in turn. It is given what that seat sees, \
         and nothing else. Without a seat it plays the first that may act; for a seat that is not to act it has no moves. Where \
         opponents could gain by predicting it, it chooses at random: its choices come from `seed`, or from the seed of the state. The same \
         request always gets the same response.",
    );
    let examples = game.newest().examples();
    doc_of_call(game, doc, |schemas| schemas.plan, (examples.plan_request, examples.plan))
}

fn doc_of_score(game: &GameVersions) -> DocumentedOperation {
    let doc = doc(game, "score", "score a state", "The score card: what the game would score if it ended now.");
    let examples = game.newest().examples();
    doc_of_call(game, doc, |schemas| schemas.score, (examples.state_request, examples.score))
}

fn doc_of_picture(game: &GameVersions) -> DocumentedOperation {
    let doc = doc(
        game,
        "picture",
        "draw a state or a view",
        "A picture of what lies on the table: SVG, or plain text if `Accept` likes that better. Places and \
         pieces in the SVG carry the names by which moves refer to them (`data-place`, `data-piece`). A view is drawn as \
         its state is for its seat, and so needs no state: name the seat whose view it is, or none for an onlooker's.",
    );
    let examples = game.newest().examples();
    let doc =
        doc.request_body_one_of(&each(game, |schemas| schemas.picture).collect::<Vec<_>>(), examples.state_request);
    picture::responses(doc, examples.text_board).errors(&["503"]).build()
}

fn doc_of_replay(game: &GameVersions) -> DocumentedOperation {
    let doc = doc(
        game,
        "replay",
        "verify a run",
        "Plays a run from its deal and gives a verdict: whether it is legal, whether it is complete, and \
         whether its claim holds. Any run of the schema is answered with 200.",
    );
    let trace = "Whether to give score and digest after the deal and after each move. A long trace comes in pages: the answer's \
                 `trace_next` is the `trace_from` of the next.";
    let from = "The place of the entry with which the page of the trace begins; 0, the deal, if absent.";
    let doc = doc.query_flag("trace", trace).query("trace_from", from, wire::integer_schema(from, 0, MAX_MOVES as u64));
    let examples = game.newest().examples();
    doc_of_call(game, doc, |schemas| schemas.replay, (examples.run, examples.verdict))
}
