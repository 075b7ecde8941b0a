//! The two modes of play, solitaire and seated: their scores or points, their runs and their wire fields.
//!
//! Code for both modes is generic over [`Mode`]. The differences are here, so that neither mode carries the other's
//! fields: games for several seats have no total, and solitaires have no seats.

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::ser::{Serialize, SerializeStruct};
use serde_json::Value as Json;

use super::chance::Seed;
use super::game::{
    Game, Id, LegalMoves, Level, MAX_SEATS, ScoreCard as _, SealedView, Seat, SeatMove as _, SeatSet, Seated, SeatsOf,
    Sight, Solitaire, State, Version, ViewForm, Viewer, with_winning,
};
use super::run::{Run, SeatPoints, SeatedRun};
use super::scene::Scene;
use super::search;
use super::wire::{self, ToSchema};

/// A mode of play.
pub trait Mode<G: Game>: Clone + Copy + Debug + Eq + Send + Sync + 'static {
    /// The current result of a game, as the call `score` returns it: a score card or points.
    type Standing: Clone + Debug + Eq + Send + Serialize + ToSchema;
    /// The schema of the result in a trace entry.
    type TraceScore: ToSchema;
    /// The run of a game of this mode.
    type Run: Clone + Debug + Send + Serialize + DeserializeOwned + ToSchema;
    /// The result that a run claims.
    type Claim: Clone + Debug + Eq + Send;

    /// The fields of a position that contain the standing. All but the first are optional.
    const FIELDS: &'static [&'static str];
    /// The field of a run that contains the claim.
    const CLAIM: &'static str;
    /// The ids of the rooms, which have their own scores.
    const ROOMS: &'static [&'static str] = &[];

    /// Returns the standing of a state.
    fn standing(state: &State<G>) -> Self::Standing {
        Self::standing_of(state.options(), state.table())
    }

    /// Returns the standing of a table.
    fn standing_of(options: G::Options, table: &G::Table) -> Self::Standing;

    /// Returns the total of a solitaire; none for several seats.
    fn score(_standing: &Self::Standing) -> Option<u64> {
        None
    }

    /// Serializes the [fields](Self::FIELDS) of a position.
    ///
    /// # Errors
    /// Those of the serializer.
    fn serialize_fields<S: SerializeStruct>(standing: &Self::Standing, into: &mut S) -> Result<(), S::Error>;

    /// Returns the schemas of the [fields](Self::FIELDS).
    #[cfg(feature = "schemas")]
    fn schema_fields() -> Vec<wire::Field>;

    /// Serializes the result in a trace entry, which is next to its digest.
    ///
    /// # Errors
    /// Those of the serializer.
    fn serialize_trace_fields<S: SerializeStruct>(standing: &Self::Standing, into: &mut S) -> Result<(), S::Error>;

    /// Returns the schema of the result in a trace entry.
    #[cfg(feature = "schemas")]
    fn trace_field() -> wire::Field;

    /// Returns whether the standing equals the claim.
    fn matches_claim(standing: &Self::Standing, claim: &Self::Claim) -> bool;

    /// Creates a run. It claims the standing, if there is one.
    fn run(dealt: &State<G>, moves: Vec<G::Move>, standing: Option<&Self::Standing>) -> Self::Run;

    /// Reads the claim of a run that may be malformed.
    ///
    /// # Errors
    /// A message that describes what is wrong.
    fn read_claim(claim: Json) -> Result<Self::Claim, String>;

    /// Returns the initial state of a run.
    fn initial_state(run: &Self::Run) -> State<G>;

    /// Returns the moves of a run.
    fn moves(run: &Self::Run) -> &[G::Move];

    /// Returns the claim of a run, if it has one.
    fn claim(run: &Self::Run) -> Option<Self::Claim>;

    /// Returns the index of the current [room](Self::ROOMS).
    fn room(_state: &State<G>) -> usize {
        0
    }

    /// Returns the seats that may act.
    fn to_act(state: &State<G>) -> SeatSet;

    /// Returns the seats that may act and need not wait for others. Robots act for these only.
    fn in_step(state: &State<G>) -> SeatSet {
        Self::to_act(state)
    }

    /// Returns the place of each seat, from seat 1; none for a solitaire or before the end of the game.
    fn places(_state: &State<G>) -> Option<Vec<u8>> {
        None
    }

    /// Returns the move with which a seat declines the open window; none if no window asks it.
    fn decline(_state: &State<G>, _seat: Seat) -> Option<G::Move> {
        None
    }

    /// Returns the median number of moves of a game; none for a solitaire.
    fn median_moves(_state: &State<G>) -> Option<u16> {
        None
    }

    /// Whether the winner of a game takes seat 1 in the next one of the same players.
    fn winner_begins(_state: &State<G>) -> bool {
        false
    }

    /// Returns the next moves of the built-in player for a seat at a level. The player knows only what the seat sees.
    ///
    /// Random choices of level 1 use `seed`: see [`State::plan_drawn`]. Those of higher levels follow from the view and the level.
    /// A search calls `go_on` from time to time with its number of moves; returns none once that returns false.
    fn plan_at(
        state: &State<G>,
        seat: Seat,
        _level: Level,
        seed: &Seed,
        _go_on: &dyn Fn(u64) -> bool,
    ) -> Option<Vec<G::Move>> {
        Some(state.plan_drawn(seat, seed))
    }

    /// Returns the seat that makes a move.
    fn acting_seat(mv: &G::Move) -> Seat;

    /// Returns the legal moves: all of them, or those of one seat.
    fn legal_moves(state: &State<G>, of: Option<Seat>) -> LegalMoves<G>;

    /// Adds a standing to the scene that a game returned.
    fn add_standing(scene: Scene, standing: &Self::Standing, finished: bool, viewer: Viewer) -> Scene;

    /// Returns the scene of a state for a viewer.
    fn scene(state: &State<G>, viewer: Viewer) -> Scene {
        let view = state.view(viewer);
        let sight = Sight { seats: state.seats(), viewer, options: state.options(), table: &view };
        Self::scene_of(sight, state.table())
    }

    /// Returns the scene of a view, which equals that of every state with this view.
    fn scene_of_view(view: &SealedView<G>) -> Scene {
        Self::scene_of(view.sight(), view.determinized())
    }

    /// Returns the scene of a sight and a table that is consistent with it.
    fn scene_of(sight: Sight<G::Options, G::View>, table: &G::Table) -> Scene {
        let (standing, finished) = (Self::standing_of(sight.options, table), G::finished(sight.options, table));
        let scene = Self::add_standing(G::scene(sight), &standing, finished, sight.viewer);
        Self::add_winning(scene, sight.options, table)
    }

    /// Marks the winning pieces in a scene with its standing.
    fn add_winning(scene: Scene, _options: G::Options, _table: &G::Table) -> Scene {
        scene
    }
}

/// The mode of games for one player, which end with a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolitaireMode {}

/// The mode of games for several seats, which end with points and places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SeatedMode {}

/// The standing of a game for several seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatedStanding {
    /// The points of each seat so far, from seat 1.
    pub points: Vec<i64>,
    /// The seats that may act now; empty exactly when the game has ended.
    pub to_act: SeatSet,
    /// The place of each seat, from seat 1; none before the end of the game.
    pub places: Option<Vec<u8>>,
}

impl Serialize for SeatedStanding {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut points = serializer.serialize_struct("SeatedStanding", 3)?;
        self.serialize_fields(&mut points)?;
        points.end()
    }
}

impl SeatedStanding {
    fn serialize_fields<S: SerializeStruct>(&self, into: &mut S) -> Result<(), S::Error> {
        into.serialize_field("points", &self.points)?;
        into.serialize_field("to_act", &self.to_act)?;
        match &self.places {
            Some(places) => into.serialize_field("places", places),
            None => into.skip_field("places"),
        }
    }

    #[cfg(feature = "schemas")]
    fn schema_fields() -> Vec<wire::Field> {
        let places = wire::integer_schema("A place: 1 is the best.", 1, MAX_SEATS.into());
        let places = wire::list_at_most(
            "The place of each seat, from seat 1, when the game is over. Tied seats share a place.",
            places,
            MAX_SEATS.into(),
        );
        vec![
            points_field(),
            wire::required(
                "to_act",
                wire::described(
                    "The seats that can act now. Empty when the game is over.",
                    wire::reference_to::<SeatSet>(),
                ),
            ),
            wire::optional("places", places),
        ]
    }
}

#[cfg(feature = "schemas")]
fn points_field() -> wire::Field {
    wire::required("points", wire::reference_to::<SeatPoints>())
}

wire::named_schema!(
    impl[] SeatedStanding,
    "Standing",
    wire::object("The standing of a game for several seats.", SeatedStanding::schema_fields()),
    gather [SeatPoints, SeatSet]
);

impl<G: Solitaire> Mode<G> for SolitaireMode {
    type Standing = G::Score;
    type TraceScore = G::Score;
    type Run = Run<G>;
    type Claim = u64;

    const FIELDS: &'static [&'static str] = &["score"];
    const CLAIM: &'static str = "score";
    const ROOMS: &'static [&'static str] = G::ROOMS;

    fn standing_of(options: G::Options, table: &G::Table) -> G::Score {
        G::score(options, table)
    }

    fn score(score: &G::Score) -> Option<u64> {
        Some(score.total())
    }

    fn serialize_fields<S: SerializeStruct>(score: &G::Score, into: &mut S) -> Result<(), S::Error> {
        into.serialize_field("score", score)
    }

    #[cfg(feature = "schemas")]
    fn schema_fields() -> Vec<wire::Field> {
        vec![<Self as Mode<G>>::trace_field()]
    }

    fn serialize_trace_fields<S: SerializeStruct>(score: &G::Score, into: &mut S) -> Result<(), S::Error> {
        into.serialize_field("score", score)
    }

    #[cfg(feature = "schemas")]
    fn trace_field() -> wire::Field {
        wire::required("score", wire::reference_to::<G::Score>())
    }

    fn matches_claim(score: &G::Score, claim: &u64) -> bool {
        score.total() == *claim
    }

    fn run(dealt: &State<G>, moves: Vec<G::Move>, score: Option<&G::Score>) -> Run<G> {
        let score = score.map(|score| score.total());
        let (game, rules, seed) = (Id::new(), Version::new(), dealt.seed().clone());
        Run { game, rules, seed, options: dealt.options(), moves, score }
    }

    fn read_claim(claim: Json) -> Result<u64, String> {
        serde_json::from_value(claim).map_err(|error| format!("the score is no total: {error}"))
    }

    fn initial_state(run: &Run<G>) -> State<G> {
        State::deal(run.seed.clone(), run.options)
    }

    fn moves(run: &Run<G>) -> &[G::Move] {
        &run.moves
    }

    fn claim(run: &Run<G>) -> Option<u64> {
        run.score
    }

    fn room(state: &State<G>) -> usize {
        state.room()
    }

    fn to_act(state: &State<G>) -> SeatSet {
        if state.finished() { SeatSet::NONE } else { SeatSet::only(Seat::FIRST) }
    }

    fn acting_seat(_: &G::Move) -> Seat {
        Seat::FIRST
    }

    fn legal_moves(state: &State<G>, _: Option<Seat>) -> LegalMoves<G> {
        state.legal_moves()
    }

    fn add_standing(scene: Scene, score: &G::Score, finished: bool, _: Viewer) -> Scene {
        scene.scored(score.total(), score.rooms(), finished)
    }
}

impl<G: Seated> Mode<G> for SeatedMode {
    type Standing = SeatedStanding;
    type TraceScore = SeatPoints;
    type Run = SeatedRun<G>;
    type Claim = Vec<i64>;

    const FIELDS: &'static [&'static str] = &["points", "to_act", "places"];
    const CLAIM: &'static str = "points";

    fn standing_of(options: G::Options, table: &G::Table) -> SeatedStanding {
        let places = G::finished(options, table).then(|| G::places(options, table));
        SeatedStanding { points: G::points(options, table), to_act: G::to_act(options, table), places }
    }

    fn serialize_fields<S: SerializeStruct>(points: &SeatedStanding, into: &mut S) -> Result<(), S::Error> {
        points.serialize_fields(into)
    }

    #[cfg(feature = "schemas")]
    fn schema_fields() -> Vec<wire::Field> {
        SeatedStanding::schema_fields()
    }

    fn serialize_trace_fields<S: SerializeStruct>(points: &SeatedStanding, into: &mut S) -> Result<(), S::Error> {
        into.serialize_field("points", &points.points)
    }

    #[cfg(feature = "schemas")]
    fn trace_field() -> wire::Field {
        points_field()
    }

    fn matches_claim(points: &SeatedStanding, claim: &Vec<i64>) -> bool {
        points.points == *claim
    }

    fn run(dealt: &State<G>, moves: Vec<G::Move>, points: Option<&SeatedStanding>) -> SeatedRun<G> {
        let points = points.map(|standing| standing.points.clone());
        let (game, rules, seed) = (Id::new(), Version::new(), dealt.seed().clone());
        let seats = SeatsOf::of(dealt.seats());
        SeatedRun { game, rules, seed, seats, options: dealt.options(), moves, points }
    }

    fn read_claim(claim: Json) -> Result<Vec<i64>, String> {
        serde_json::from_value(claim).map_err(|error| format!("the points are no list of numbers: {error}"))
    }

    fn initial_state(run: &SeatedRun<G>) -> State<G> {
        State::deal_for(run.seats.count(), run.seed.clone(), run.options)
    }

    fn moves(run: &SeatedRun<G>) -> &[G::Move] {
        &run.moves
    }

    fn claim(run: &SeatedRun<G>) -> Option<Vec<i64>> {
        run.points.clone()
    }

    fn to_act(state: &State<G>) -> SeatSet {
        state.to_act()
    }

    fn in_step(state: &State<G>) -> SeatSet {
        state.in_step()
    }

    fn places(state: &State<G>) -> Option<Vec<u8>> {
        state.places()
    }

    fn decline(state: &State<G>, seat: Seat) -> Option<G::Move> {
        state.decline(seat)
    }

    fn median_moves(state: &State<G>) -> Option<u16> {
        Some(G::median_moves(state.options(), state.seats()))
    }

    fn winner_begins(state: &State<G>) -> bool {
        G::winner_begins(state.options())
    }

    fn plan_at(
        state: &State<G>,
        seat: Seat,
        level: Level,
        seed: &Seed,
        go_on: &dyn Fn(u64) -> bool,
    ) -> Option<Vec<G::Move>> {
        // For a game with one level the search is not compiled.
        if const { G::SEARCH.nodes.is_empty() } || G::SEARCH.nodes_of(level) == 0 {
            return Some(state.plan_drawn(seat, seed));
        }
        search::plan(&ViewForm::of(state, Viewer::Seat(seat)), seat, G::SEARCH, level, go_on)
    }

    fn acting_seat(mv: &G::Move) -> Seat {
        mv.seat()
    }

    fn legal_moves(state: &State<G>, of: Option<Seat>) -> LegalMoves<G> {
        match of {
            Some(seat) => state.legal_moves_of(seat),
            None => state.legal_moves(),
        }
    }

    fn add_standing(scene: Scene, standing: &SeatedStanding, finished: bool, viewer: Viewer) -> Scene {
        let SeatedStanding { points, to_act, places } = standing;
        Scene { finished, ..scene }.seating(points, *to_act, places.as_deref(), viewer)
    }

    fn add_winning(scene: Scene, options: G::Options, table: &G::Table) -> Scene {
        with_winning::<G>(scene, options, table)
    }
}
