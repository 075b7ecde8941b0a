//! Runs: handed in, replayed, kept, shown, and verified again.

use actix_web::http::header::{self, HeaderValue};
use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;
use utoipa::openapi::path::Operation;

use super::answer::Position;
use super::body::{MOST_BYTES_OF_RUN, Unparsed, parse};
use super::endpoint::Endpoint;
use super::game::{json_answer, json_bytes};
use super::leaderboards::{PeriodKind, RoomMark, course, room_id};
use super::openapi::{Described, OperationSays, example_seed, operation};
use super::picture;
use super::players::{PlayerName, example_moment, example_player, raw};
use super::problem::{Code, Problem};
use super::service::Cached;
use super::shared::Shared;
use crate::rules::chance::Seed;
use crate::rules::game::{Game, Id, Log, ScoreCard as _, State, version_schema};
use crate::rules::player::Player;
use crate::rules::registry::{self, Task, Visitor};
use crate::rules::replay::{MOST_MOVES, Run, digest, hex};
use crate::rules::scene::Scene;
use crate::rules::wire;
use crate::store::calendar::{Period, Timestamp};
use crate::store::{Board, Class, NewRun, PackedMoves, PlayerId, RunId, Standing, StoredRun, Submitted, Summary};
use crate::verification::{self, RunTask, Unreadable, Verification};

/// A stored run. The document has a schema of it for each game; this is what all have in common.
#[derive(Clone, Debug, Serialize)]
pub struct RunInfo {
    id: String,
    game: String,
    rules: u32,
    seed: Seed,
    options: Box<RawValue>,
    class: Class,
    #[serde(skip_serializing_if = "Option::is_none")]
    player: Option<PlayerName>,
    received_at: Timestamp,
    score: Box<RawValue>,
    move_count: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    rooms: Option<Vec<RoomMark>>,
    digest: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    same_as: Option<String>,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hidden: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    embargoed_until: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    run: Option<StoredMoves>,
}

/// A stored run as one that can be posted again.
#[derive(Clone, Debug, Serialize)]
struct StoredMoves {
    game: String,
    rules: u32,
    seed: Seed,
    options: Box<RawValue>,
    moves: Box<RawValue>,
    score: u64,
}

impl RunInfo {
    /// What is told of a stored run; its moves only if they may be shown.
    fn of(stored: StoredRun, embargoed_until: Option<Timestamp>, show_moves: bool) -> Result<Self, Problem> {
        let moves = if show_moves { Some(unpacked(&stored)?) } else { None };
        let StoredRun { summary, score, digest, same_as, .. } = stored;
        let rooms = RoomMark::of(&summary);
        let Summary { id, player, course, seed, received_at, marks, hidden } = summary;
        let (total, move_count) = marks.first().map_or((0, 0), |mark| (mark.merit.score(), mark.moves));
        let options = raw(&course.options);
        let run = moves.map(|moves| StoredMoves {
            game: course.game.clone(),
            rules: course.rules,
            seed: seed.clone(),
            options: options.clone(),
            moves,
            score: total,
        });
        Ok(Self {
            id: id.to_string(),
            game: course.game,
            rules: course.rules,
            seed,
            options,
            class: course.class,
            player: player.map(|(id, name)| PlayerName { id, name }),
            received_at,
            score: raw(&score),
            move_count,
            rooms,
            digest: hex(&digest),
            same_as: same_as.map(|run| run.to_string()),
            hidden,
            embargoed_until,
            run,
        })
    }
}

fn unpacked(stored: &StoredRun) -> Result<Box<RawValue>, Problem> {
    let unreadable = |why: String| Problem::unreadable(&Unreadable(why));
    let moves = stored.moves.unpack().map_err(|why| unreadable(why.to_string()))?;
    let moves = String::from_utf8(moves).map_err(|why| unreadable(why.to_string()))?;
    RawValue::from_string(moves).map_err(|why| unreadable(why.to_string()))
}

/// How a run stands on a board of every run.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RunRank {
    /// The room that the board ranks; absent where it ranks totals.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub room: Option<String>,
    /// Whether the board is that of the run's seed alone.
    pub same_seed: bool,
    /// The period of the board.
    #[schema(inline = false)]
    pub period: PeriodKind,
    /// 1 and the number of runs that are strictly better by score, then by fewer moves.
    #[schema(minimum = 1)]
    pub rank: u64,
    /// How many stand on the board.
    #[schema(minimum = 1)]
    pub count: u64,
}

/// A run that was handed in, and how it stands.
#[derive(Clone, Debug, Serialize)]
pub struct Receipt {
    run: RunInfo,
    ranks: Vec<RunRank>,
}

/// The schema of a stored run of a game.
struct StoredRunOf<G>(std::marker::PhantomData<G>);

wire::named_schema!(
    impl[G: Game] StoredRunOf<G>,
    format!("{}StoredRun", G::NAME),
    {
        let id = |what: &str| wire::text("^[1-9][0-9]{0,18}$", what, "1");
        let moment = |what: &str| wire::text("^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]{12}Z$", what, "2026-11-20T09:30:00.000Z");
        let rooms = wire::list("Room by room, where the game has rooms.", wire::reference_to::<RoomMark>());
        wire::object(
            &format!("A stored run of {}.", G::TITLE),
            [
                wire::required("id", id("The run's number: runs are numbered in the order in which they were taken in.")),
                wire::required("game", wire::constant(G::ID)),
                wire::required("rules", version_schema()),
                wire::required("seed", wire::reference_to::<Seed>()),
                wire::required("options", wire::reference_to::<G::Options>()),
                wire::required("class", wire::reference_to::<Class>()),
                wire::optional("player", wire::reference_to::<PlayerName>()),
                wire::required("received_at", moment("When it was received.")),
                wire::required("score", wire::reference_to::<G::Score>()),
                wire::required("move_count", wire::integer_schema("How many moves it has.", 0, MOST_MOVES as u64)),
                wire::optional("rooms", rooms),
                wire::required("digest", super::answer::digest_schema()),
                wire::optional("same_as", id("The first run of the same seed, options and moves, if another player handed it in before.")),
                wire::optional("hidden", wire::boolean_schema("Whether it is kept off the boards, since it did not hold when it was verified again; not if absent.")),
                wire::optional("embargoed_until", moment("Until when the moves are shown to the run's player only; absent once they are shown to all.")),
                wire::optional("run", wire::reference_to::<Run<G>>()),
            ],
        )
    },
    gather [Seed, G::Options, Class, PlayerName, G::Score, RoomMark, Run<G>]
);

/// A name for a schema, and the schemas of each game that it is one of.
struct OfAnyGame<T>(std::marker::PhantomData<T>);

/// The unions over all games.
trait Union {
    const NAME: &'static str;
    const DESCRIPTION: &'static str;
    fn of<G: Game>(schemas: &mut wire::Schemas) -> String;
}

/// A run of any game.
struct AnyRun;

impl Union for AnyRun {
    const NAME: &'static str = "Run";
    const DESCRIPTION: &'static str = "A run of any game, told apart by `game`.";
    fn of<G: Game>(schemas: &mut wire::Schemas) -> String {
        wire::gather::<Run<G>>(schemas);
        Run::<G>::name().into_owned()
    }
}

/// A stored run of any game.
struct AnyStoredRun;

impl Union for AnyStoredRun {
    const NAME: &'static str = "StoredRun";
    const DESCRIPTION: &'static str = "A stored run of any game, told apart by `game`.";
    fn of<G: Game>(schemas: &mut wire::Schemas) -> String {
        wire::gather::<StoredRunOf<G>>(schemas);
        StoredRunOf::<G>::name().into_owned()
    }
}

/// The variants of a union, with their schemas.
struct Variants<T>(Vec<(&'static str, String)>, wire::Schemas, std::marker::PhantomData<T>);

impl<T: Union> Visitor for Variants<T> {
    fn visit<G: Game>(&mut self) {
        let name = T::of::<G>(&mut self.1);
        self.0.push((G::ID, name));
    }
}

impl<T: Union> Variants<T> {
    fn all() -> Self {
        let mut variants = Self(Vec::new(), wire::Schemas::new(), std::marker::PhantomData);
        registry::visit_all(&mut variants);
        variants
    }
}

impl<T: Union> utoipa::PartialSchema for OfAnyGame<T> {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        wire::union(T::DESCRIPTION, "game", &Variants::<T>::all().0)
    }
}

impl<T: Union> ToSchema for OfAnyGame<T> {
    fn name() -> std::borrow::Cow<'static, str> {
        T::NAME.into()
    }
    fn schemas(schemas: &mut wire::Schemas) {
        schemas.extend(Variants::<T>::all().1);
    }
}

/// The schema of a receipt.
struct AnyReceipt;

wire::named_schema!(
    impl[] AnyReceipt,
    "RunReceipt",
    wire::object(
        "A run that was handed in, and how it stands.",
        [
            wire::required("run", wire::reference_to::<OfAnyGame<AnyStoredRun>>()),
            wire::required("ranks", wire::list(
                "How it stands on boards of every run of its class: by total in each period, on that of its seed, and room by room.",
                wire::reference_to::<RunRank>(),
            )),
        ],
    ),
    gather [OfAnyGame<AnyStoredRun>, RunRank]
);

/// A position of a run of any game.
struct AnyPosition;

impl Union for AnyPosition {
    const NAME: &'static str = "Position";
    const DESCRIPTION: &'static str = "A position of any game; `state` says of which.";
    fn of<G: Game>(schemas: &mut wire::Schemas) -> String {
        wire::gather::<Position<G>>(schemas);
        Position::<G>::name().into_owned()
    }
}

wire::named_schema!(
    impl[] PositionOfAnyGame,
    AnyPosition::NAME,
    wire::one_of(AnyPosition::DESCRIPTION, Variants::<AnyPosition>::all().0.iter().map(|(_, name)| wire::reference(name))),
    gather []
);

/// The schema of a position of any game.
struct PositionOfAnyGame;

/// The endpoints of runs.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::post(
            "/v1/runs",
            || web::to(submit),
            says_submit,
            || wire::gathered([wire::gather::<OfAnyGame<AnyRun>>, wire::gather::<AnyReceipt>]),
        )
        .most_bytes(MOST_BYTES_OF_RUN),
        Endpoint::get(
            "/v1/runs/{id}",
            || web::to(show),
            says_show,
            || wire::gathered([wire::gather::<OfAnyGame<AnyStoredRun>>]),
        ),
        Endpoint::post(
            "/v1/runs/{id}/verification",
            || web::to(verify),
            says_verify,
            || wire::gathered([wire::gather::<Verification>]),
        ),
        Endpoint::get(
            "/v1/runs/{id}/positions/{n}",
            || web::to(position),
            says_position,
            || {
                let mut schemas = Variants::<AnyPosition>::all().1;
                wire::gather::<PositionOfAnyGame>(&mut schemas);
                schemas
            },
        ),
        Endpoint::get("/v1/runs/{id}/positions/{n}/picture", || web::to(position_picture), says_picture, Vec::new),
    ]
}

fn says(id: &str, summary: &str, description: &'static str) -> OperationSays {
    operation(Described { id: id.to_owned(), tag: "Runs", summary: summary.to_owned(), description })
}

fn id_in_path(says: OperationSays) -> OperationSays {
    says.part_of_path("id", "The run's number.", wire::text("^[1-9][0-9]{0,18}$", "The run's number.", "1"))
}

/// The run of the examples: a whole Slide Jam.
fn example() -> (Run<ExampleGame>, State<ExampleGame>) {
    let mut state = State::<ExampleGame>::deal(example_seed(), Default::default());
    let mut moves = Vec::new();
    Player::Greedy.play_out(&mut state, MOST_MOVES, |mv, _| moves.push(mv.clone()));
    let score = Some(state.score().total());
    let run = Run {
        game: Id::new(),
        rules: ExampleGame::RULES,
        seed: example_seed(),
        options: state.options(),
        moves,
        score,
    };
    (run, state)
}

type ExampleGame = crate::rules::games::epic_funhouse::slide_jam::SlideJam;

fn example_stored() -> serde_json::Value {
    let (run, state) = example();
    json!({
        "id": "1", "game": ExampleGame::ID, "rules": run.rules, "seed": run.seed, "options": run.options,
        "class": Class::Chosen, "player": example_player(), "received_at": example_moment(),
        "score": state.score(), "move_count": run.moves.len(), "digest": digest(&state), "run": run,
    })
}

fn says_submit() -> Operation {
    let rank = RunRank { room: None, same_seed: false, period: PeriodKind::All, rank: 1, count: 1 };
    let receipt = json!({ "run": example_stored(), "ranks": [rank] });
    let class = "The class that the run is meant for. If its seed is not of that class when it is received, it is refused and \
                 nothing is kept; without this, a run is kept in whatever class its seed is of.";
    says(
        "submit_run",
        "Hand in a run",
        "Replays the run, and keeps it if it is legal and complete and scores what it claims in `score`. Once this is \
         answered, the run is on disk. The same run handed in again by the same player is answered with 200 and the one that \
         is kept. Seeds are of three classes, worked out now and kept: `daily` (the day's seed of the game, with the default \
         options, received on that day, UTC), `drawn` (given out by `deal` for this game when it was asked for none), `chosen` \
         (any other). All chance can be computed ahead from a known seed, and anyone can draw many. Work is bounded by the \
         size of the body and the number of moves; when too many runs wait for their replay, the answer is 503.",
    )
    .query("class", class, wire::reference_to::<Class>())
    .needs_token()
    .takes::<OfAnyGame<AnyRun>>(&example().0)
    .answers_status::<AnyReceipt>("201", "The run is kept.", &receipt)
    .answers_status::<AnyReceipt>("200", "The player handed in the same run before; it is kept once.", &receipt)
    .refuses(&["503"])
    .done()
}

fn says_show() -> Operation {
    let says = says(
        "show_run",
        "Show a run",
        "The run with its moves, so that anybody can verify it: `run` is what `replay` takes. The moves of a daily run are \
         shown to its player only until the day has ended.",
    );
    let says = id_in_path(says).may_use_token().answers::<OfAnyGame<AnyStoredRun>>(&example_stored());
    says.refuses(&["404", "503"]).done()
}

fn says_verify() -> Operation {
    let (_, state) = example();
    let verification = json!({
        "holds": true, "legal": true, "complete": true, "score_holds": true, "digest_holds": true,
        "score": state.score(), "digest": digest(&state),
    });
    let says = says("verify_run", "Verify a run", "Replays the stored run now and says whether it still holds.");
    id_in_path(says).answers::<Verification>(&verification).refuses(&["404", "503"]).done()
}

/// What the document says of a position of a run.
fn says_of_position(says: OperationSays) -> OperationSays {
    let n = "After how many moves; 0 is the deal.";
    id_in_path(says)
        .part_of_path("n", n, wire::integer_schema(n, 0, MOST_MOVES as u64))
        .may_use_token()
        .refuses(&["403", "404", "503"])
}

fn says_position() -> Operation {
    let (run, _) = example();
    let mut state = State::<ExampleGame>::deal(run.seed, run.options);
    let mut log = Log::kept();
    if let Some(mv) = run.moves.first() {
        // The first move of a run that the greedy player made is legal.
        let _ = state.play(mv, &mut log);
    }
    let example = Position::of(state, Some(vec![log.events()]), false);
    let says = says(
        "run_position",
        "Show a position of a run",
        "The position after n moves of a stored run, with the events of the last of them. Those of a daily run are shown to \
         its player only until the day has ended.",
    );
    says_of_position(says).answers::<PositionOfAnyGame>(&example).done()
}

fn says_picture() -> Operation {
    let says = says(
        "run_position_picture",
        "Draw a position of a run",
        "A picture of the position after n moves of a stored run, as SVG or as text: it can be linked. Those of a daily run \
         are shown to its player only until the day has ended.",
    );
    picture::answers(says_of_position(says), &example().1)
}

/// The query of a run that is handed in.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct SubmitQuery {
    class: Option<Class>,
}

async fn submit(
    request: HttpRequest,
    shared: web::Data<Shared>,
    query: web::Query<SubmitQuery>,
    Unparsed(body): Unparsed,
) -> Result<HttpResponse, Problem> {
    let received_at = shared.clock.now();
    let player = shared.caller(&request).await?;
    let receiving = Receiving { body, player: player.id, received_at, meant_for: query.class, seeds: shared.seeds };
    let run = shared.replays.run(move || receive(receiving)).await?;
    let Submitted { id, new } = shared.store.submit(run).await?;
    let stored = stored(&shared, id).await?;
    let ranks = ranks(&shared, &stored.summary).await?;
    let embargoed_until = embargoed_until(&stored, shared.clock.now());
    let receipt = Receipt { run: RunInfo::of(stored, embargoed_until, true)?, ranks };
    let mut answer = if new { HttpResponse::Created() } else { HttpResponse::Ok() };
    Ok(answer
        .insert_header((header::LOCATION, format!("/v1/runs/{id}")))
        .content_type("application/json")
        .body(json_bytes(&receipt)))
}

/// A run on its way in.
struct Receiving {
    body: web::Bytes,
    player: PlayerId,
    received_at: Timestamp,
    meant_for: Option<Class>,
    seeds: super::seeds::Seeds,
}

/// What is looked for in a run before its game is known.
#[derive(Deserialize)]
struct GameOfRun {
    game: String,
}

/// Reads, replays and judges a run.
fn receive(receiving: Receiving) -> Result<NewRun, Problem> {
    let GameOfRun { game } = parse(&receiving.body)?;
    registry::with_game(&game, receiving).unwrap_or_else(|_| {
        let detail = format!("there is no game {game:?}");
        Err(Problem::new(Code::InvalidBody, &detail).at("/game", "invalid", &detail))
    })
}

impl Task for Receiving {
    type Output = Result<NewRun, Problem>;

    fn run<G: Game>(self) -> Self::Output {
        let run: Run<G> = parse(&self.body)?;
        let claim = run.score.ok_or_else(|| {
            let detail = "a run is handed in with the total that it claims";
            Problem::new(Code::ClaimMissing, detail).at("", "claim_missing", detail)
        })?;
        let judged = verification::judge(&run, claim).map_err(|refused| Problem::refused(&refused, ""))?;
        let judged = judged.map_err(Problem::not_kept)?;
        let class = self.seeds.class(G::ID, &run.seed, run.options == G::Options::default(), self.received_at);
        if let Some(meant_for) = self.meant_for.filter(|meant_for| *meant_for != class) {
            return Err(class_differs(class, meant_for));
        }
        let moves = serde_json::to_vec(&run.moves).unwrap_or_default();
        let course = course::<G>(run.rules, &run.options, class);
        let fingerprint = fingerprint(&run, &moves);
        let moves = PackedMoves::pack(&moves)
            .map_err(|_| Problem::new(Code::InternalError, "the moves could not be packed"))?;
        Ok(NewRun {
            player: self.player,
            course,
            seed: run.seed,
            received_at: self.received_at,
            marks: judged.marks,
            score: judged.score,
            digest: judged.digest,
            fingerprint,
            moves,
        })
    }
}

fn class_differs(class: Class, meant_for: Class) -> Problem {
    let name = |class| match class {
        Class::Daily => "daily",
        Class::Drawn => "drawn",
        Class::Chosen => "chosen",
    };
    let (class, meant_for) = (name(class), name(meant_for));
    let detail =
        format!("received now, with these options, the seed is a {class} one of this game, not a {meant_for} one");
    Problem::new(Code::ClassDiffers, &detail).at("/seed", "class_differs", &detail)
}

/// A hash of game, rules, options, seed and moves.
fn fingerprint<G: Game>(run: &Run<G>, moves: &[u8]) -> [u8; 16] {
    let options = serde_json::to_string(&run.options).unwrap_or_default();
    let mut hash = Sha256::new();
    hash.update(format!("{}\n{}\n{options}\n{}\n", G::ID, run.rules, run.seed));
    hash.update(moves);
    let mut fingerprint = [0; 16];
    fingerprint.iter_mut().zip(hash.finalize()).for_each(|(byte, of_hash)| *byte = of_hash);
    fingerprint
}

/// How a run stands: by total in each period and on its seed, and room by room.
async fn ranks(shared: &Shared, run: &Summary) -> Result<Vec<RunRank>, Problem> {
    let day = run.received_at.day();
    let of_all = [PeriodKind::Day, PeriodKind::Week, PeriodKind::Month, PeriodKind::All].map(|kind| (0, false, kind));
    let rooms = (1..run.marks.len()).map(|scope| (u8::try_from(scope).unwrap_or(u8::MAX), false, PeriodKind::All));
    let asked: Vec<(u8, bool, PeriodKind)> =
        of_all.into_iter().chain([(0, true, PeriodKind::All)]).chain(rooms).collect();
    let board = |(scope, same_seed, kind): &(u8, bool, PeriodKind)| Board {
        course: run.course.clone(),
        seed: same_seed.then(|| run.seed.clone()),
        scope: *scope,
        period: match kind {
            PeriodKind::All => Period::All,
            kind => kind.with(day),
        },
        bests: false,
    };
    let standings = shared.store.ranks(run.id, asked.iter().map(board).collect()).await?;
    let rank = |((scope, same_seed, period), standing): ((u8, bool, PeriodKind), Option<Standing>)| {
        let Standing { rank, count } = standing?;
        Some(RunRank { room: room_id(&run.course.game, scope), same_seed, period, rank, count })
    };
    Ok(asked.into_iter().zip(standings).filter_map(rank).collect())
}

async fn stored(shared: &Shared, id: RunId) -> Result<StoredRun, Problem> {
    shared.store.run(id).await?.ok_or_else(|| unknown(&id.to_string()))
}

fn unknown(id: &str) -> Problem {
    Problem::new(Code::UnknownRun, format_args!("there is no run {id:?}"))
}

/// The run that a path names.
async fn named(shared: &Shared, id: &str) -> Result<StoredRun, Problem> {
    stored(shared, id.parse().map_err(|()| unknown(id))?).await
}

/// Until when the moves of a run are its player's alone, if they are now.
fn embargoed_until(run: &StoredRun, now: Timestamp) -> Option<Timestamp> {
    let end = run.summary.received_at.day().end();
    (run.summary.course.class == Class::Daily && now < end).then_some(end)
}

/// The embargo on a run, if there is one for whoever asks.
async fn embargo(request: &HttpRequest, shared: &Shared, run: &StoredRun) -> Result<Option<Timestamp>, Problem> {
    let caller = shared.known_caller(request).await?;
    let owner = caller.is_some_and(|caller| caller.id == run.owner);
    Ok(embargoed_until(run, shared.clock.now()).filter(|_| !owner))
}

async fn show(request: HttpRequest, shared: web::Data<Shared>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let run = named(&shared, &id).await?;
    let embargo = embargo(&request, &shared, &run).await?;
    let embargoed_until = embargoed_until(&run, shared.clock.now());
    let info = RunInfo::of(run, embargoed_until, embargo.is_none())?;
    // What is shown under an embargo depends on who asks.
    Ok(answer_varying(json_bytes(&info).into(), &request, "application/json", "Authorization"))
}

async fn verify(shared: web::Data<Shared>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let run = named(&shared, &id).await?;
    let verify = move || {
        let verification = verification::verify(&run).map_err(|why| Problem::unreadable(&why))?;
        Ok(json_bytes(&verification))
    };
    shared.replays.run(verify).await.map(json_answer)
}

/// What stands after so many moves of a run, as whoever asks wants it told.
struct After<T> {
    moves: usize,
    told: T,
}

/// How a position is told.
trait Told: Send + 'static {
    type Telling: Send + 'static;
    fn tell<G: Game>(self, state: State<G>, events: Option<Vec<Vec<G::Event>>>) -> Self::Telling;
}

/// As `play` would tell it.
struct AsPosition;

impl Told for AsPosition {
    type Telling = Vec<u8>;
    fn tell<G: Game>(self, state: State<G>, events: Option<Vec<Vec<G::Event>>>) -> Vec<u8> {
        json_bytes(&Position::of(state, events, false))
    }
}

/// As something to see.
struct AsScene;

impl Told for AsScene {
    type Telling = Scene;
    fn tell<G: Game>(self, state: State<G>, _: Option<Vec<Vec<G::Event>>>) -> Scene {
        state.scene()
    }
}

impl<T: Told> RunTask for After<T> {
    type Output = Result<T::Telling, Problem>;

    fn run<G: Game>(self, run: Run<G>) -> Result<Self::Output, Unreadable> {
        let Self { moves, told } = self;
        let Some(made) = run.moves.get(..moves) else {
            let detail = format!("the run has {} moves", run.moves.len());
            return Ok(Err(Problem::new(Code::NotFound, detail)));
        };
        let mut state = State::<G>::deal(run.seed, run.options);
        let mut last = None;
        for (i, mv) in made.iter().enumerate() {
            let mut log = if i + 1 == moves { Log::kept() } else { Log::forgotten() };
            state.play(mv, &mut log).map_err(|illegal| Unreadable(format!("move {i} is illegal: {}", illegal.why)))?;
            last = Some(log);
        }
        Ok(Ok(told.tell(state, last.map(|log| vec![log.events()]))))
    }
}

/// What stands after n moves of the run that a path names, told to whoever may see it.
async fn after<T: Told>(
    request: &HttpRequest,
    shared: &Shared,
    (id, n): (String, String),
    told: T,
) -> Result<T::Telling, Problem> {
    let run = named(shared, &id).await?;
    let no_number = || Problem::new(Code::NotFound, format_args!("{n:?} is no number of moves"));
    let moves = n.parse().ok().filter(|moves: &usize| moves.to_string() == n).ok_or_else(no_number)?;
    if let Some(until) = embargo(request, shared, &run).await? {
        let detail = format!("the moves of this daily run are shown to its player only, until {until}");
        return Err(Problem::new(Code::Embargoed, detail));
    }
    let task = After { moves, told };
    shared.replays.run(move || verification::with_run(&run, task).map_err(|why| Problem::unreadable(&why))?).await
}

/// An answer with its tag, which depends on these headers of the request.
fn answer_varying(body: web::Bytes, request: &HttpRequest, media_type: &str, vary: &'static str) -> HttpResponse {
    let mut answer = Cached::new(body).answer(request, media_type);
    answer.headers_mut().insert(header::VARY, HeaderValue::from_static(vary));
    answer
}

async fn position(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let body = after(&request, &shared, path.into_inner(), AsPosition).await?;
    Ok(answer_varying(body.into(), &request, "application/json", "Authorization"))
}

async fn position_picture(
    request: HttpRequest,
    shared: web::Data<Shared>,
    path: web::Path<(String, String)>,
) -> Result<HttpResponse, Problem> {
    let scene = after(&request, &shared, path.into_inner(), AsScene).await?;
    let (media_type, body) = picture::drawn(&scene, &request)?;
    Ok(answer_varying(body.into(), &request, media_type, "Accept, Authorization"))
}
