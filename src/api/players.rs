//! Players: names, tokens, and what a player has done.

use actix_web::http::header;
use actix_web::{HttpRequest, HttpResponse, web};
use serde::{Deserialize, Serialize};
use serde_json::json;
use serde_json::value::RawValue;
use sha2::{Digest as _, Sha256};
use utoipa::ToSchema;
use utoipa::openapi::path::Operation;

use super::body::Body;
use super::cursor::{self, Cursor};
use super::endpoint::Endpoint;
use super::game::{json, json_bytes};
use super::leaderboards::{self, RoomMark};
use super::openapi::{Described, OperationSays, operation};
use super::problem::{Code, Problem};
use super::service::Cached;
use super::shared::Shared;
use super::token::Token;
use crate::rules::wire;
use crate::store::calendar::Timestamp;
use crate::store::name::Name;
use crate::store::{Best, Class, Created, NewPlayer, Player, PlayerId, Repeatable, Summary};

/// How long a request with an `Idempotency-Key` may come again.
const REPEATABLE_SECONDS: i64 = 24 * 60 * 60;
/// How many of a player's runs are shown with the player.
const LATEST: u32 = 10;

/// A player, by number and name.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub struct PlayerName {
    /// The player's number.
    #[schema(value_type = String)]
    pub id: PlayerId,
    /// The name.
    pub name: String,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = Player)]
pub struct PlayerInfo {
    /// The player's number.
    #[schema(value_type = String)]
    pub id: PlayerId,
    /// The name.
    pub name: String,
    /// When the name was taken.
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
}

impl From<Player> for PlayerInfo {
    fn from(Player { id, name, created_at }: Player) -> Self {
        Self { id, name, created_at }
    }
}

/// What `POST /v1/players` takes.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(remote = "Self", deny_unknown_fields)]
#[schema(as = NewPlayer)]
pub struct NewPlayerRequest {
    /// The name: 2 to 32 characters, counted as code points in normal form C: letters and marks of any script, digits,
    /// single spaces between them, and `. _ -`.
    pub name: String,
}

wire::object_only!(read impl[] NewPlayerRequest);

/// A player with the token that only they know.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerWithToken {
    /// The player.
    pub player: PlayerInfo,
    /// The player's token, shown this once: send it as `Authorization: Bearer`.
    #[schema(pattern = "^[A-Za-z0-9_-]{43}$")]
    pub token: String,
}

/// A token that replaces another.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct NewToken {
    /// The player's token, shown this once. The one before it is worth nothing now.
    #[schema(pattern = "^[A-Za-z0-9_-]{43}$")]
    pub token: String,
}

/// A run, as lists tell it.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct RunSummary {
    /// The run's number.
    pub id: String,
    /// The game.
    pub game: String,
    /// The rules version.
    #[schema(minimum = 1)]
    pub rules: u32,
    /// The options, as the game's own schema says.
    #[schema(value_type = Object)]
    pub options: Box<RawValue>,
    /// How the seed came to be.
    #[schema(inline = false)]
    pub class: Class,
    /// The seed.
    pub seed: String,
    /// Whose it is; absent if the player was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub player: Option<PlayerName>,
    /// The total.
    pub score: u64,
    /// How many moves it took.
    pub moves: u32,
    /// Room by room, where the game has rooms.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub rooms: Option<Vec<RoomMark>>,
    /// When it was received.
    #[schema(value_type = String, format = DateTime)]
    pub received_at: Timestamp,
}

impl RunSummary {
    /// What lists tell of a run.
    #[must_use]
    pub fn of(run: Summary) -> Self {
        let whole = run.marks.first();
        Self {
            id: run.id.to_string(),
            score: whole.map_or(0, |mark| mark.merit.score()),
            moves: whole.map_or(0, |mark| mark.moves),
            rooms: RoomMark::of(&run),
            rules: run.course.rules,
            options: raw(&run.course.options),
            class: run.course.class,
            game: run.course.game,
            seed: run.seed.to_string(),
            player: run.player.map(|(id, name)| PlayerName { id, name }),
            received_at: run.received_at,
        }
    }
}

/// JSON that was stored, as it is.
pub(super) fn raw(json: &str) -> Box<RawValue> {
    RawValue::from_string(json.to_owned()).unwrap_or_else(|_| RawValue::NULL.to_owned())
}

/// A player's best on a board of all time.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayersBest {
    /// The game.
    pub game: String,
    /// The rules version.
    #[schema(minimum = 1)]
    pub rules: u32,
    /// The options, as the game's own schema says.
    #[schema(value_type = Object)]
    pub options: Box<RawValue>,
    /// How the seed came to be.
    #[schema(inline = false)]
    pub class: Class,
    /// The room that the board ranks; absent where it ranks totals.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub room: Option<String>,
    /// The score that ranks.
    pub score: u64,
    /// The number of moves that ranks among equal scores.
    pub moves: u32,
    /// The run.
    pub run: String,
    /// 1 and the number of players who are strictly better.
    #[schema(minimum = 1)]
    pub rank: u64,
    /// How many players stand on the board.
    pub count: u64,
}

/// A player's page.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayerPage {
    /// The player.
    pub player: PlayerInfo,
    /// The player's best on every board of all time.
    pub bests: Vec<PlayersBest>,
    /// The player's latest runs, the newest first; `GET /v1/players/{id}/runs` has all.
    pub latest: Vec<RunSummary>,
}

/// A page of a player's runs.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub struct PlayersRuns {
    /// The runs, the newest first.
    pub runs: Vec<RunSummary>,
    /// The cursor of the page that follows; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub next: Option<String>,
}

/// The endpoints of players.
#[must_use]
pub(super) fn endpoints() -> Vec<Endpoint> {
    vec![
        Endpoint::post(
            "/v1/players",
            || web::to(create),
            says_create,
            || wire::gathered([wire::gather::<NewPlayerRequest>, wire::gather::<PlayerWithToken>]),
        ),
        Endpoint::get("/v1/players/{id}", || web::to(show), says_show, || wire::gathered([wire::gather::<PlayerPage>])),
        Endpoint::delete("/v1/players/{id}", || web::to(delete), says_delete, Vec::new),
        Endpoint::post(
            "/v1/players/{id}/token",
            || web::to(replace_token),
            says_token,
            || wire::gathered([wire::gather::<NewToken>]),
        ),
        Endpoint::get(
            "/v1/players/{id}/runs",
            || web::to(list_runs),
            says_runs,
            || wire::gathered([wire::gather::<PlayersRuns>]),
        ),
    ]
}

fn says(id: &str, summary: &str, description: &'static str) -> OperationSays {
    operation(Described { id: id.to_owned(), tag: TAG, summary: summary.to_owned(), description })
}

/// The group that the document puts these calls into.
pub(super) const TAG: &str = "Players";

/// The player of the document's examples.
pub(super) fn example_player() -> PlayerName {
    PlayerName { id: PlayerId(1), name: "Ada".to_owned() }
}

/// The moment of the document's examples.
pub(super) fn example_moment() -> Timestamp {
    Timestamp::from_millis(1_800_000_000_000)
}

fn example_info() -> PlayerInfo {
    let PlayerName { id, name } = example_player();
    PlayerInfo { id, name, created_at: example_moment() }
}

const EXAMPLE_TOKEN: &str = "dGhpcyBpcyBubyByZWFsIHRva2VuLCBidXQgMzIgYiE";

fn id_in_path(says: OperationSays) -> OperationSays {
    let description = "The player's number, or `me` for the player whose token is sent.";
    says.part_of_path("id", description, wire::text("^([1-9][0-9]{0,18}|me)$", description, "1"))
}

fn says_create() -> Operation {
    let key = "A key that nobody else uses, 16 to 128 visible ASCII characters, such as a random UUID. The same request \
               with the same key within a day gets the same answer again, so that a lost answer does not cost the name. \
               Whoever knows the key can have the token: keep it secret.";
    says(
        "create_player",
        "Take a name",
        "Takes a name, and answers with a token, which is shown this once and proves who hands in a run. A name is taken if \
         another that is in use or once was equals it when case is folded, or looks like it (Unicode TR39).",
    )
    .header("Idempotency-Key", key, wire::text("^[!-~]{16,128}$", key, "0b7a4d3e-2f5c-4a8e-9d61-7c1e5b9f2a30"))
    .takes::<NewPlayerRequest>(&json!({ "name": "Ada" }))
    .answers_status::<PlayerWithToken>(
        "201",
        "The name is taken, and the token is yours.",
        &PlayerWithToken { player: example_info(), token: EXAMPLE_TOKEN.to_owned() },
    )
    .refuses(&["409", "503"])
    .done()
}

fn says_show() -> Operation {
    let says = says(
        "show_player",
        "Show a player",
        "A player's bests, with the rank of each among the bests of all players, and latest runs.",
    );
    let page = PlayerPage { player: example_info(), bests: Vec::new(), latest: Vec::new() };
    id_in_path(says).may_use_token().answers::<PlayerPage>(&page).refuses(&["404", "503"]).done()
}

fn says_delete() -> Operation {
    let says = says(
        "delete_player",
        "Delete a player",
        "The player's runs stay on their boards without a name; the name can never be taken again.",
    );
    id_in_path(says)
        .needs_token()
        .answers_nothing("204", "The player is deleted, and the token is worth nothing now.")
        .refuses(&["403", "503"])
        .done()
}

fn says_token() -> Operation {
    let says =
        says("replace_token", "Replace a token", "Gives a new token; the one that is sent is worth nothing then.");
    id_in_path(says)
        .needs_token()
        .answers::<NewToken>(&NewToken { token: EXAMPLE_TOKEN.to_owned() })
        .refuses(&["403", "503"])
        .done()
}

fn says_runs() -> Operation {
    let says = says("list_players_runs", "List a player's runs", "A player's runs, the newest first.");
    let next = "The cursor of a page, as the page before gave it in `next`.";
    id_in_path(leaderboards::limit(says))
        .query("cursor", next, cursor::schema())
        .may_use_token()
        .answers::<PlayersRuns>(&PlayersRuns { runs: Vec::new(), next: None })
        .refuses(&["400", "404", "503"])
        .done()
}

async fn create(
    request: HttpRequest,
    shared: web::Data<Shared>,
    Body(NewPlayerRequest { name }): Body<NewPlayerRequest>,
) -> Result<HttpResponse, Problem> {
    let name = Name::new(&name).map_err(|why| Problem::new(Code::InvalidName, why).at("/name", "invalid_name", why))?;
    let at = shared.clock.now();
    let key = idempotency_key(&request)?;
    let mut salt = [0; 32];
    getrandom::fill(&mut salt).map_err(no_random)?;
    let token_of = |salt: &[u8; 32]| match key {
        Some(key) => Token::repeatable(salt, key),
        None => Token::of_bytes(*salt),
    };
    let token = token_of(&salt);
    let repeatable =
        key.map(|key| Repeatable { key: Sha256::digest(key).into(), salt, until: at.plus_seconds(REPEATABLE_SECONDS) });
    let (forms, name) = (name.forms(), name.as_str().to_owned());
    let player = NewPlayer { name: name.clone(), forms, token: token.hash(), repeatable, at };
    let (id, created_at, token) = match shared.store.create_player(player).await? {
        Created::New(id) => (id, at, token),
        Created::Before { id, created_at, salt } => (id, created_at, token_of(&salt)),
        Created::Taken => {
            let detail = "a name that is in use, or once was, equals it or looks like it";
            return Err(Problem::new(Code::NameTaken, detail).at("/name", "name_taken", detail));
        }
        Created::OtherName => {
            let detail = "the Idempotency-Key came before with another name";
            return Err(Problem::new(Code::IdempotencyKeyReused, detail));
        }
    };
    let answer = PlayerWithToken { player: PlayerInfo { id, name, created_at }, token: token.to_string() };
    Ok(HttpResponse::Created()
        .insert_header((header::LOCATION, format!("/v1/players/{id}")))
        .insert_header((header::CACHE_CONTROL, "no-store"))
        .content_type("application/json")
        .body(json_bytes(&answer)))
}

fn idempotency_key(request: &HttpRequest) -> Result<Option<&str>, Problem> {
    let Some(value) = request.headers().get("idempotency-key") else { return Ok(None) };
    let fit = |key: &&str| (16..=128).contains(&key.len()) && key.bytes().all(|b| b.is_ascii_graphic());
    let key = value.to_str().ok().filter(fit);
    let why = "an Idempotency-Key is 16 to 128 visible ASCII characters";
    key.map(Some).ok_or_else(|| Problem::new(Code::BadRequest, why))
}

fn no_random(_: getrandom::Error) -> Problem {
    Problem::new(Code::InternalError, "no random bytes could be had")
}

fn unknown(id: &str) -> Problem {
    Problem::new(Code::UnknownPlayer, format_args!("there is no player {id:?}"))
}

/// The player whom a path names.
async fn named(request: &HttpRequest, shared: &Shared, id: &str) -> Result<Player, Problem> {
    if id == "me" {
        return shared.caller(request).await;
    }
    let id: PlayerId = id.parse().map_err(|()| unknown(id))?;
    shared.store.player(id).await?.ok_or_else(|| unknown(&id.to_string()))
}

/// The player whom a path names, who must be the one whose token is sent.
async fn oneself(request: &HttpRequest, shared: &Shared, id: &str) -> Result<Player, Problem> {
    let caller = shared.caller(request).await?;
    if id == "me" || id == caller.id.to_string() {
        Ok(caller)
    } else {
        Err(Problem::new(Code::Forbidden, "the token is another player's"))
    }
}

async fn show(request: HttpRequest, shared: web::Data<Shared>, id: web::Path<String>) -> Result<HttpResponse, Problem> {
    let player = named(&request, &shared, &id).await?;
    let bests = shared.store.bests_of(player.id).await?;
    let latest = shared.store.runs_of(player.id, None, LATEST).await?;
    let best = |best: Best| PlayersBest {
        room: leaderboards::room_id(&best.course.game, best.scope),
        game: best.course.game,
        rules: best.course.rules,
        options: raw(&best.course.options),
        class: best.course.class,
        score: best.place.mark.merit.score(),
        moves: best.place.mark.moves,
        run: best.place.run.to_string(),
        rank: best.standing.rank,
        count: best.standing.count,
    };
    let page = PlayerPage {
        player: player.into(),
        bests: bests.into_iter().map(best).collect(),
        latest: latest.into_iter().map(RunSummary::of).collect(),
    };
    Ok(Cached::new(json_bytes(&page).into()).answer(&request, "application/json"))
}

async fn delete(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let player = oneself(&request, &shared, &id).await?;
    // Whoever deletes twice at once is told the same twice.
    shared.store.delete_player(player.id).await?;
    Ok(HttpResponse::NoContent().finish())
}

async fn replace_token(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
) -> Result<HttpResponse, Problem> {
    let player = oneself(&request, &shared, &id).await?;
    let token = Token::random().map_err(no_random)?;
    if !shared.store.replace_token(player.id, token.hash()).await? {
        return Err(unknown(&id));
    }
    let mut answer = json(&NewToken { token: token.to_string() });
    answer.headers_mut().insert(header::CACHE_CONTROL, header::HeaderValue::from_static("no-store"));
    Ok(answer)
}

/// The query of a player's runs.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct RunsQuery {
    cursor: Option<String>,
    limit: Option<String>,
}

async fn list_runs(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    query: web::Query<RunsQuery>,
) -> Result<HttpResponse, Problem> {
    let player = named(&request, &shared, &id).await?;
    let limit = leaderboards::limit_of(query.limit.as_deref())?;
    let list = cursor::list(&("runs of", player.id));
    let before = match &query.cursor {
        None => None,
        Some(text) => Some(Cursor::read(text, list)?.run()?),
    };
    let mut runs = shared.store.runs_of(player.id, before, limit + 1).await?;
    let more = runs.len() > limit as usize;
    runs.truncate(limit as usize);
    let next = runs.last().filter(|_| more).map(|last| Cursor::Run(last.id).write(list));
    let page = PlayersRuns { runs: runs.into_iter().map(RunSummary::of).collect(), next };
    Ok(Cached::new(json_bytes(&page).into()).answer(&request, "application/json"))
}
