//! The two kinds of games: how a game of each stands, what a run of it claims, and what somebody is told of it.
//!
//! What is done alike for both is written once, over a [`Kind`]; what differs stands here, so that neither kind pays for the
//! other: no total for games of several seats, and no seats for solitaires.

use std::fmt::Debug;

use serde::de::DeserializeOwned;
use serde::ser::{Serialize, SerializeStruct};
use serde_json::Value as Json;
use utoipa::ToSchema;

use super::game::{
    Game, Id, LegalMoves, MAX_SEATS, ScoreCard as _, SealedView, Seat, SeatMove as _, SeatSet, Seated, SeatsOf, Sight,
    Solitaire, State, Version, Viewer,
};
use super::run::{Run, SeatPoints, SeatedRun};
use super::scene::Scene;
use super::wire::{self, Field};

/// A kind of games.
pub trait Kind<G: Game>: Clone + Copy + Debug + Eq + Send + Sync + 'static {
    /// How a game stands: what the call `score` gives.
    type Standing: Clone + Debug + Eq + Send + Serialize + ToSchema;
    /// What an entry of a trace refers to.
    type Step: ToSchema;
    /// A run.
    type Run: Clone + Debug + Send + Serialize + DeserializeOwned + ToSchema;
    /// What a run claims.
    type Claim: Clone + Debug + Eq + Send;

    /// The fields that tell in a position how the game stands. All but the first may be absent.
    const FIELDS: &'static [&'static str];
    /// The field in which a run claims something.
    const CLAIM: &'static str;
    /// The parts of the game that are counted by themselves.
    const ROOMS: &'static [&'static str] = &[];

    /// How a state stands.
    fn standing(state: &State<G>) -> Self::Standing {
        Self::stands(state.options(), state.table())
    }

    /// How a game with such a table stands.
    fn stands(options: G::Options, table: &G::Table) -> Self::Standing;

    /// The total of a game for one player; none for several seats.
    fn score(_standing: &Self::Standing) -> Option<u64> {
        None
    }

    /// Writes the [fields](Self::FIELDS) of a position.
    ///
    /// # Errors
    /// Those of the serializer.
    fn write<S: SerializeStruct>(standing: &Self::Standing, into: &mut S) -> Result<(), S::Error>;

    /// The schemas of these fields.
    fn fields() -> Vec<Field>;

    /// Writes what an entry of a trace tells beside its digest.
    ///
    /// # Errors
    /// Those of the serializer.
    fn write_step<S: SerializeStruct>(standing: &Self::Standing, into: &mut S) -> Result<(), S::Error>;

    /// The schema of that.
    fn step_field() -> Field;

    /// Whether a standing is what is claimed.
    fn is(standing: &Self::Standing, claim: &Self::Claim) -> bool;

    /// A run, which claims what its last state gives if that is known.
    fn run(dealt: &State<G>, moves: Vec<G::Move>, standing: Option<&Self::Standing>) -> Self::Run;

    /// Reads a claim of a run that may not be well-formed.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_claim(claim: Json) -> Result<Self::Claim, String>;

    /// The state from which a run begins.
    fn dealt(run: &Self::Run) -> State<G>;

    /// The moves of a run.
    fn moves(run: &Self::Run) -> &[G::Move];

    /// What a run claims, if anything.
    fn claim(run: &Self::Run) -> Option<Self::Claim>;

    /// Which of the [rooms](Self::ROOMS) is open.
    fn room(_state: &State<G>) -> usize {
        0
    }

    /// The seats that may act.
    fn to_act(state: &State<G>) -> SeatSet;

    /// The place of each seat, from seat 1, once a game for several seats has ended.
    fn places(_state: &State<G>) -> Option<Vec<u8>> {
        None
    }

    /// The seat that makes a move.
    fn mover(mv: &G::Move) -> Seat;

    /// The legal moves, or those of one seat.
    fn legal_moves(state: &State<G>, of: Option<Seat>) -> LegalMoves<G>;

    /// A scene that a game drew for somebody, with what a standing adds to it.
    fn finish(scene: Scene, standing: &Self::Standing, finished: bool, viewer: Viewer) -> Scene;

    /// What there is to see in a state for somebody.
    fn scene(state: &State<G>, viewer: Viewer) -> Scene {
        let view = state.view(viewer);
        let sight = Sight { seats: state.seats(), viewer, options: state.options(), table: &view };
        Self::scene_of(sight, state.table())
    }

    /// What there is to see in a view: the same as in every state of which it is the view.
    fn scene_of_view(view: &SealedView<G>) -> Scene {
        Self::scene_of(view.sight(), view.supposed())
    }

    /// What somebody sees who has this sight of a table.
    fn scene_of(sight: Sight<G::Options, G::View>, table: &G::Table) -> Scene {
        let (standing, finished) = (Self::stands(sight.options, table), G::finished(table));
        Self::finish(G::scene(sight), &standing, finished, sight.viewer)
    }
}

/// The kind of games for one player, who is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alone {}

/// The kind of games for several seats, which end in points and places.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {}

/// How a game for several seats stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Points {
    /// What each seat has so far, from seat 1.
    pub points: Vec<i64>,
    /// The seats that may act now: none exactly when the game has ended.
    pub to_act: SeatSet,
    /// The place of each seat, from seat 1, once the game has ended.
    pub places: Option<Vec<u8>>,
}

impl Serialize for Points {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut points = serializer.serialize_struct("Points", 3)?;
        self.write(&mut points)?;
        points.end()
    }
}

impl Points {
    fn write<S: SerializeStruct>(&self, into: &mut S) -> Result<(), S::Error> {
        into.serialize_field("points", &self.points)?;
        into.serialize_field("to_act", &self.to_act)?;
        match &self.places {
            Some(places) => into.serialize_field("places", places),
            None => into.skip_field("places"),
        }
    }

    fn fields() -> Vec<Field> {
        let places = wire::integer_schema("A place: 1 is the best.", 1, MAX_SEATS.into());
        let places = wire::list_at_most(
            "The place of each seat, from seat 1, once the game has ended; seats that are level share one.",
            places,
            MAX_SEATS.into(),
        );
        vec![
            points_field(),
            wire::required(
                "to_act",
                wire::described(
                    "The seats that may act now: none once the game has ended.",
                    wire::reference_to::<SeatSet>(),
                ),
            ),
            wire::optional("places", places),
        ]
    }
}

fn points_field() -> Field {
    wire::required("points", wire::reference_to::<SeatPoints>())
}

wire::named_schema!(
    impl[] Points,
    "Standing",
    wire::object("How a game for several seats stands.", Points::fields()),
    gather [SeatPoints, SeatSet]
);

impl<G: Solitaire> Kind<G> for Alone {
    type Standing = G::Score;
    type Step = G::Score;
    type Run = Run<G>;
    type Claim = u64;

    const FIELDS: &'static [&'static str] = &["score"];
    const CLAIM: &'static str = "score";
    const ROOMS: &'static [&'static str] = G::ROOMS;

    fn stands(_: G::Options, table: &G::Table) -> G::Score {
        G::score(table)
    }

    fn score(score: &G::Score) -> Option<u64> {
        Some(score.total())
    }

    fn write<S: SerializeStruct>(score: &G::Score, into: &mut S) -> Result<(), S::Error> {
        into.serialize_field("score", score)
    }

    fn fields() -> Vec<Field> {
        vec![<Self as Kind<G>>::step_field()]
    }

    fn write_step<S: SerializeStruct>(score: &G::Score, into: &mut S) -> Result<(), S::Error> {
        into.serialize_field("score", score)
    }

    fn step_field() -> Field {
        wire::required("score", wire::reference_to::<G::Score>())
    }

    fn is(score: &G::Score, claim: &u64) -> bool {
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

    fn dealt(run: &Run<G>) -> State<G> {
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

    fn mover(_: &G::Move) -> Seat {
        Seat::FIRST
    }

    fn legal_moves(state: &State<G>, _: Option<Seat>) -> LegalMoves<G> {
        state.legal_moves()
    }

    fn finish(scene: Scene, score: &G::Score, finished: bool, _: Viewer) -> Scene {
        scene.scored(score.total(), score.rooms(), finished)
    }
}

impl<G: Seated> Kind<G> for Together {
    type Standing = Points;
    type Step = SeatPoints;
    type Run = SeatedRun<G>;
    type Claim = Vec<i64>;

    const FIELDS: &'static [&'static str] = &["points", "to_act", "places"];
    const CLAIM: &'static str = "points";

    fn stands(options: G::Options, table: &G::Table) -> Points {
        let places = G::finished(table).then(|| G::places(options, table));
        Points { points: G::points(table), to_act: G::to_act(table), places }
    }

    fn write<S: SerializeStruct>(points: &Points, into: &mut S) -> Result<(), S::Error> {
        points.write(into)
    }

    fn fields() -> Vec<Field> {
        Points::fields()
    }

    fn write_step<S: SerializeStruct>(points: &Points, into: &mut S) -> Result<(), S::Error> {
        into.serialize_field("points", &points.points)
    }

    fn step_field() -> Field {
        points_field()
    }

    fn is(points: &Points, claim: &Vec<i64>) -> bool {
        points.points == *claim
    }

    fn run(dealt: &State<G>, moves: Vec<G::Move>, points: Option<&Points>) -> SeatedRun<G> {
        let points = points.map(|standing| standing.points.clone());
        let (game, rules, seed) = (Id::new(), Version::new(), dealt.seed().clone());
        let seats = SeatsOf::of(dealt.seats());
        SeatedRun { game, rules, seed, seats, options: dealt.options(), moves, points }
    }

    fn read_claim(claim: Json) -> Result<Vec<i64>, String> {
        serde_json::from_value(claim).map_err(|error| format!("the points are no list of numbers: {error}"))
    }

    fn dealt(run: &SeatedRun<G>) -> State<G> {
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

    fn places(state: &State<G>) -> Option<Vec<u8>> {
        state.places()
    }

    fn mover(mv: &G::Move) -> Seat {
        mv.seat()
    }

    fn legal_moves(state: &State<G>, of: Option<Seat>) -> LegalMoves<G> {
        match of {
            Some(seat) => state.legal_moves_of(seat),
            None => state.legal_moves(),
        }
    }

    fn finish(scene: Scene, standing: &Points, finished: bool, viewer: Viewer) -> Scene {
        let Points { points, to_act, places } = standing;
        Scene { finished, ..scene }.seating(points, *to_act, places.as_deref(), viewer)
    }
}
