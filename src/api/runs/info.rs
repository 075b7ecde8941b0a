//! A stored run as JSON, and its schemas: one for each game, and a union over all.

use serde::Serialize;
use serde_json::value::RawValue;

use crate::api::leaderboards::RoomMark;
use crate::api::pars::ParInfo;
use crate::api::problem::Problem;
use crate::api::response::raw;
use crate::api::schemas;
use crate::api::schemas::contest_round::ContestRoundName;
#[cfg(feature = "schemas")]
use crate::api::schemas::of_game::OfGame;
use crate::api::schemas::player_name::PlayerName;
use crate::api::schemas::union::union_schema;
#[cfg(feature = "schemas")]
use crate::api::schemas::union::{Games, Union};
use crate::engine::Ruleset;
#[cfg(feature = "schemas")]
use crate::engine::schema::RulesetSchemas;
use crate::rules::chance::Seed;
use crate::rules::wire::{self, ToSchema};
use crate::store::calendar::{ClosedDays, Timestamp};
use crate::store::{AppId, PackedMoves, SeedClass, StoredRun, Summary, ThroughApp};
use crate::verification::Unverifiable;

/// A stored run. The document has a schema of it for each game, in which the fields of type `Object` have the schemas of that game.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(in crate::api) struct RunInfo {
    #[schema(value_type = schemas::RunNumber)]
    id: String,
    game: String,
    rules: u32,
    /// The seed. Absent for a ranked daily game until its day is closed, and for a game of a contest until its round is.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    seed: Option<Seed>,
    #[schema(value_type = Object)]
    options: Box<RawValue>,
    class: SeedClass,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    player: Option<PlayerName>,
    /// When it was received.
    #[schema(value_type = schemas::Moment)]
    received_at: Timestamp,
    #[schema(value_type = Object)]
    score: Box<RawValue>,
    #[schema(value_type = wire::MoveCount)]
    move_count: u32,
    /// The result of each room, if the game has rooms.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    rooms: Option<Vec<RoomMark>>,
    #[schema(value_type = wire::Digest)]
    digest: String,
    #[doc = "The first equivalent run, if another player submitted one before: it has the same seed and options, and its moves \
             differ only in ways that do not affect the score, such as exchanged stacks or an order that does not \
             matter. Of runs stored before a version that compares more, only exact copies are known."]
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::RunNumber>)]
    same_as: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::TakenBack>)]
    taken_back: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::Assisted>)]
    assisted: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    par: Option<ParInfo>,
    #[doc = "Whether it is hidden from boards and lists: it failed its verification, a moderator hid it, or its player is \
             banned. False if absent."]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    hidden: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    app: Option<RunApp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    contest: Option<ContestRoundName>,
    /// Until then, only the run's player can see its moves. Absent when they are public.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::Moment>)]
    embargoed_until: Option<Timestamp>,
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<Object>)]
    run: Option<StoredMoves>,
}

/// The app through which a run was submitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(in crate::api) struct RunApp {
    /// The app's id.
    #[schema(value_type = schemas::AppNumber)]
    id: AppId,
    /// Whether the app acted for the player, so that the run is only on boards and lists of the app.
    alone: bool,
    /// Whether the app hid it on its own boards and lists. False if absent.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schema(required = false)]
    hidden: bool,
}

impl From<ThroughApp> for RunApp {
    fn from(ThroughApp { id, alone, hidden }: ThroughApp) -> Self {
        Self { id, alone, hidden }
    }
}

/// A stored run as one that can be posted again.
#[derive(Clone, Debug, Serialize)]
pub(in crate::api) struct StoredMoves {
    pub(super) game: String,
    pub(super) rules: u32,
    pub(super) seed: Seed,
    pub(super) options: Box<RawValue>,
    pub(super) moves: Box<RawValue>,
    pub(super) score: u64,
}

impl StoredMoves {
    /// A stored run whose seed is public.
    ///
    /// # Errors
    /// When the stored moves are damaged.
    pub(in crate::api) fn of(stored: StoredRun) -> Result<Self, Problem> {
        let moves = unpacked(&stored.moves)?;
        let Summary { category, seed, scores, .. } = stored.summary;
        let (options, score) = (raw(&category.options), scores.whole.key.score());
        Ok(Self { game: category.game, rules: category.rules, seed, options, moves, score })
    }
}

impl RunInfo {
    /// A stored run, with its moves if they may be shown, and its seed if it is public.
    ///
    /// # Errors
    /// When the stored moves are damaged.
    pub(in crate::api) fn of(
        stored: StoredRun,
        embargoed_until: Option<Timestamp>,
        show_moves: bool,
        closed: ClosedDays,
    ) -> Result<Self, Problem> {
        let is_shown = show_moves && stored.summary.open_seed(closed).is_some();
        let moves = if is_shown { Some(unpacked(&stored.moves)?) } else { None };
        Ok(Self::with_moves(stored, embargoed_until, moves, closed))
    }

    /// The same with the par of its deal.
    pub(super) fn with_par(self, par: Option<ParInfo>) -> Self {
        Self { par, ..self }
    }

    /// A stored run with these moves, which are shown if its seed is public.
    pub(super) fn with_moves(
        stored: StoredRun,
        embargoed_until: Option<Timestamp>,
        moves: Option<Box<RawValue>>,
        closed: ClosedDays,
    ) -> Self {
        let (open_seed, is_sealed) = (stored.summary.open_seed(closed).cloned(), stored.summary.is_sealed());
        let moves = moves.filter(|_| open_seed.is_some());
        let StoredRun { summary, score_card, digest, .. } = stored;
        let rooms = RoomMark::of(&summary);
        let Summary {
            id,
            player,
            category,
            seed,
            received_at,
            scores,
            hidden,
            same_as,
            taken_back,
            assisted,
            app,
            round,
        } = summary;
        let options = raw(&category.options);
        let run = moves.map(|moves| StoredMoves {
            game: category.game.clone(),
            rules: category.rules,
            seed: seed.clone(),
            options: options.clone(),
            moves,
            score: scores.whole.key.score(),
        });
        Self {
            id: id.to_string(),
            game: category.game,
            rules: category.rules,
            seed: open_seed,
            options,
            class: category.class,
            player: player.map(PlayerName::from),
            received_at,
            score: raw(&score_card),
            move_count: scores.whole.moves,
            rooms,
            digest: hex::encode(digest),
            // It would show that another entrant made the same moves.
            same_as: same_as.filter(|_| !is_sealed).map(|run| run.to_string()),
            taken_back,
            assisted,
            par: None,
            hidden: hidden.is_hidden(),
            app: app.map(RunApp::from),
            contest: round.map(ContestRoundName::from),
            embargoed_until,
            run,
        }
    }
}

/// Unpacks moves.
///
/// # Errors
/// When they are damaged.
pub(super) fn unpacked(moves: &PackedMoves) -> Result<Box<RawValue>, Problem> {
    let unreadable = |why: String| Problem::from(Unverifiable::Unreadable(why));
    let moves = moves.unpack().map_err(|why| unreadable(why.to_string()))?;
    let moves = String::from_utf8(moves).map_err(|why| unreadable(why.to_string()))?;
    RawValue::from_string(moves).map_err(|why| unreadable(why.to_string()))
}

/// The name and the schema of a stored run of a game at a rules version.
#[cfg(feature = "schemas")]
fn stored_run(ruleset: Ruleset) -> (String, wire::AnySchema) {
    let (facts, schemas) = (ruleset.facts(), ruleset.schemas());
    let schema = OfGame::new::<RunInfo>(facts, &format!("A stored run of {}.", facts.title))
        .field("options", schemas.options.reference())
        .field("score", schemas.score_card.reference())
        .field("run", schemas.run.reference());
    (format!("{}StoredRun", facts.name), schema.into_schema())
}

/// All schemas that a stored run refers to.
#[cfg(feature = "schemas")]
fn gather_stored_run(ruleset: Ruleset, schemas: &mut wire::Schemas) {
    let RulesetSchemas { options, score_card, run, .. } = ruleset.schemas();
    [options, score_card, run].iter().for_each(|schema| (schema.gather)(schemas));
    RunInfo::schemas(schemas);
    schemas.push(stored_run(ruleset));
}

/// Stored runs.
#[cfg(feature = "schemas")]
const STORED_RUN: Union =
    Union { of: Games::Ranked, kind: "StoredRun", name: |ruleset| stored_run(ruleset).0, gather: gather_stored_run };

/// A stored run of any game.
#[derive(Clone, Debug, Serialize)]
#[serde(transparent)]
pub(in crate::api) struct AnyStoredRun(pub(in crate::api) RunInfo);

union_schema!(
    AnyStoredRun,
    "StoredRun",
    STORED_RUN,
    "A stored run of any game. The variants are distinguished by `game`."
);
