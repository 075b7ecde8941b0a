//! The calls of a game: written once, for any game.

use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};

use super::answer::{self, DealRequest, PlayRequest, Position, StateRequest, Verdict};
use super::body::{Body, MOST_BYTES_OF_RUN};
use super::catalogue::{self, GameInfo};
use super::endpoint::Endpoint;
use super::openapi::{Described, OperationSays, example_seed, operation};
use super::picture;
use super::problem::{Code, Problem};
use super::service::{Cached, Fixed};
use super::shared::Shared;
use crate::rules::game::{Game, LegalMoves, Log, State, known_rules};
use crate::rules::player::Player;
use crate::rules::replay::{Run, replay};
use crate::rules::wire;

/// Runs and plays of more moves than this leave the worker that serves cheap calls alone.
pub(super) const DEAR: usize = 250;

/// The endpoints of a game.
#[must_use]
pub(super) fn endpoints<G: Game>() -> Vec<Endpoint> {
    let base = format!("/v1/games/{}", G::ID);
    let path = |call: &str| format!("{base}/{call}");
    vec![
        Endpoint::get(
            base.clone(),
            || web::to(info::<G>),
            || {
                says::<G>(
                    "info",
                    "what it is",
                    "Title, designer, options, rulings, and the catalogue of rule ids and fault codes.",
                )
                .answers::<GameInfo>(&catalogue::info::<G>())
                .done()
            },
            || {
                let mut schemas = wire::Schemas::new();
                wire::gather::<GameInfo>(&mut schemas);
                schemas
            },
        ),
        Endpoint::post(
            path("deal"),
            || web::to(deal::<G>),
            || {
                let example = Example::<G>::new();
                says::<G>(
                    "deal",
                    "deal",
                    "Gives the first position. Without a seed the service draws one, which it will know again as drawn for this \
                     game when a run of it is handed in; the answer's state says which.",
                )
                .takes::<DealRequest<G>>(&example.deal_request())
                .answers::<Position<G>>(&Position::of(example.dealt, None, true))
                .done()
            },
            schemas::<G>,
        ),
        Endpoint::post(
            path("moves"),
            || web::to(moves::<G>),
            || {
                let dealt = Example::<G>::new().dealt;
                says::<G>(
                    "moves",
                    "list the legal moves",
                    "Every legal move, in a fixed order, each ready to be sent to `play`. Simulated flicks are a \
                     continuum: `moves` is then empty, and `bounds` says which flicks are legal.",
                )
                .takes::<StateRequest<G>>(&serde_json::json!({ "state": dealt }))
                .answers::<LegalMoves<G>>(&dealt.legal_moves())
                .done()
            },
            schemas::<G>,
        ),
        Endpoint::post(
            path("play"),
            || web::to(play::<G>),
            || {
                let example = Example::<G>::new();
                says::<G>(
                    "play",
                    "make moves",
                    "Makes a move, or several in order, and gives the next position with the events of each move. The \
                     first illegal move refuses the whole call.",
                )
                .takes::<PlayRequest<G>>(&example.play_request())
                .answers::<Position<G>>(&example.played())
                .done()
            },
            schemas::<G>,
        ),
        Endpoint::post(
            path("score"),
            || web::to(score::<G>),
            || {
                let dealt = Example::<G>::new().dealt;
                says::<G>("score", "score a state", "The score card: what the game would score if it ended now.")
                    .takes::<StateRequest<G>>(&serde_json::json!({ "state": dealt }))
                    .answers::<G::Score>(&dealt.score())
                    .done()
            },
            schemas::<G>,
        ),
        Endpoint::post(
            path("picture"),
            || web::to(picture_of::<G>),
            || {
                let dealt = Example::<G>::new().dealt;
                let says = says::<G>(
                    "picture",
                    "draw a state",
                    "A picture of what lies on the table: SVG, or plain text if `Accept` likes that better. Places and \
                     pieces in the SVG carry the names by which moves refer to them (`data-place`, `data-piece`).",
                );
                picture::answers(says.takes::<StateRequest<G>>(&serde_json::json!({ "state": dealt })), &dealt)
            },
            schemas::<G>,
        ),
        Endpoint::post(
            path("replay"),
            || web::to(replay_run::<G>),
            || {
                let example = Example::<G>::new();
                says::<G>(
                    "replay",
                    "verify a run",
                    "Plays a run from its deal and gives a verdict: whether it is legal, whether it is complete, and \
                     whether its claim holds. Any run of the schema is answered with 200.",
                )
                .query_flag("trace", "Whether to give score and digest after the deal and after each move.")
                .takes::<Run<G>>(&example.run)
                .answers::<Verdict<G>>(&example.verdict())
                .done()
            },
            schemas::<G>,
        )
        .most_bytes(MOST_BYTES_OF_RUN),
    ]
}

fn says<G: Game>(call: &str, summary: &str, description: &'static str) -> OperationSays {
    operation(Described {
        id: format!("{}_{call}", G::ID.replace('-', "_")),
        tag: G::TITLE,
        summary: format!("{}: {summary}", G::TITLE),
        description,
    })
}

/// The schemas of everything that the calls take and give.
fn schemas<G: Game>() -> wire::Schemas {
    let mut schemas = wire::Schemas::new();
    answer::gather::<G>(&mut schemas);
    schemas
}

async fn info<G: Game>(request: actix_web::HttpRequest) -> HttpResponse {
    struct Info<G>(std::marker::PhantomData<G>);
    impl<G: Game> Fixed for Info<G> {
        fn make() -> Vec<u8> {
            serde_json::to_vec(&catalogue::info::<G>()).unwrap_or_default()
        }
    }
    Cached::of::<Info<G>>().answer(&request, "application/json")
}

async fn deal<G: Game>(
    shared: web::Data<Shared>,
    Body(request): Body<DealRequest<G>>,
) -> Result<HttpResponse, Problem> {
    if let Some(rules) = request.rules {
        known_rules::<G>(rules).map_err(|refused| Problem::refused(&refused, ""))?;
    }
    let seed = match request.seed {
        Some(seed) => seed,
        None => {
            let failed = |_| Problem::new(Code::InternalError, "no seed could be drawn");
            shared.seeds.draw(G::ID).map_err(failed)?
        }
    };
    let state = State::<G>::deal(seed, request.options);
    Ok(json(&Position::of(state, None, request.with_legal_moves)))
}

async fn moves<G: Game>(Body(request): Body<StateRequest<G>>) -> Result<HttpResponse, Problem> {
    Ok(json(&admit(request)?.legal_moves()))
}

async fn score<G: Game>(Body(request): Body<StateRequest<G>>) -> Result<HttpResponse, Problem> {
    Ok(json(&admit(request)?.score()))
}

async fn picture_of<G: Game>(
    request: HttpRequest,
    Body(state): Body<StateRequest<G>>,
) -> Result<HttpResponse, Problem> {
    picture::answer(&admit(state)?, &request)
}

fn admit<G: Game>(request: StateRequest<G>) -> Result<State<G>, Problem> {
    request.state.admit().map_err(|refused| Problem::refused(&refused, "/state"))
}

async fn play<G: Game>(Body(request): Body<PlayRequest<G>>) -> Result<HttpResponse, Problem> {
    if request.moves.count() > DEAR {
        return away(move || Ok(json_bytes(&played(request)?))).await;
    }
    Ok(json(&played(request)?))
}

/// The position after the moves of a request.
fn played<G: Game>(request: PlayRequest<G>) -> Result<Position<G>, Problem> {
    let PlayRequest { state, moves, with_legal_moves } = request;
    let mut state = state.admit().map_err(|refused| Problem::refused(&refused, "/state"))?;
    let mut events = Vec::with_capacity(moves.count());
    for (mv, pointer) in moves.each() {
        let mut log = Log::kept();
        state.play(mv, &mut log).map_err(|illegal| Problem::illegal_move(&illegal, &pointer()))?;
        events.push(log.events());
    }
    Ok(Position::of(state, Some(events), with_legal_moves))
}

/// The query of `replay`.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ReplayQuery {
    #[serde(default)]
    trace: bool,
}

async fn replay_run<G: Game>(query: web::Query<ReplayQuery>, Body(run): Body<Run<G>>) -> Result<HttpResponse, Problem> {
    let ReplayQuery { trace } = query.into_inner();
    let dear = run.moves.len() > if trace { DEAR / 10 } else { DEAR };
    let judge = move || {
        let replay = replay(&run, trace).map_err(|refused| Problem::refused(&refused, ""))?;
        Ok(json_bytes(&Verdict::of(replay, run.score)))
    };
    if dear { away(judge).await } else { judge().map(json_answer) }
}

/// Does dear work on a thread of its own.
pub(super) async fn away(
    work: impl FnOnce() -> Result<Vec<u8>, Problem> + Send + 'static,
) -> Result<HttpResponse, Problem> {
    let done = web::block(work).await;
    done.map_err(|_| Problem::new(Code::InternalError, "the work was dropped"))?.map(json_answer)
}

pub(super) fn json_bytes(answer: &impl Serialize) -> Vec<u8> {
    // Answers are texts, integers, lists and objects with text keys: they can always be written.
    let mut bytes = Vec::with_capacity(4096);
    if serde_json::to_writer(&mut bytes, answer).is_err() {
        bytes.clear();
    }
    bytes
}

pub(super) fn json_answer(bytes: Vec<u8>) -> HttpResponse {
    HttpResponse::Ok().content_type("application/json").body(bytes)
}

pub(super) fn json(answer: &impl Serialize) -> HttpResponse {
    json_answer(json_bytes(answer))
}

/// What the document shows: a deal, its first legal moves played, and the run of them. All of it is real.
struct Example<G: Game> {
    dealt: State<G>,
    run: Run<G>,
}

/// How many moves the example of a run has at the most.
const EXAMPLE_MOVES: usize = 4;

impl<G: Game> Example<G> {
    fn new() -> Self {
        let seed = example_seed();
        let dealt = State::<G>::deal(seed.clone(), G::Options::default());
        let mut state = dealt.clone();
        let mut moves = Vec::new();
        Player::Random.play_out(&mut state, EXAMPLE_MOVES, |mv, _| moves.push(mv.clone()));
        let options = G::Options::default();
        let score = Some(crate::rules::game::ScoreCard::total(&state.score()));
        let run = Run { game: crate::rules::game::Id::new(), rules: G::RULES, seed, options, moves, score };
        Self { dealt, run }
    }

    fn deal_request(&self) -> serde_json::Value {
        serde_json::json!({ "seed": self.run.seed, "options": self.run.options, "with_legal_moves": true })
    }

    fn play_request(&self) -> serde_json::Value {
        serde_json::json!({ "state": self.dealt, "move": self.run.moves.first() })
    }

    fn played(&self) -> Position<G> {
        let mut state = self.dealt.clone();
        let mut log = Log::kept();
        if let Some(mv) = self.run.moves.first() {
            // The random player's first move is legal.
            let _ = state.play(mv, &mut log);
        }
        Position::of(state, Some(vec![log.events()]), false)
    }

    fn verdict(&self) -> Verdict<G> {
        let replay = crate::rules::replay::replay_moves(self.dealt.clone(), &self.run.moves, false);
        Verdict::of(replay, self.run.score)
    }
}
