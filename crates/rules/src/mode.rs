//! The two modes of play, solitaire and seated: their scores or points.
//!
//! Code for both modes is generic over [`Mode`]. The differences are here, so that neither mode carries the other's
//! fields: games for several seats have no total, and solitaires have no seats.

use std::fmt::Debug;

use serde::ser::Serialize;
use serde_json::value::to_raw_value;

use super::chance::Seed;
use super::game::{
    Context, Game, LegalMoves, Level, ScoreCard as _, Scoring, SealedView, Seat, SeatMove as _, SeatSet, Seated, Sight,
    Solitaire, State, ViewForm, Viewer, with_winning,
};
use super::scene::Scene;
use super::search;
use super::standing::{ScoreStanding, SeatPoints, SeatedStanding, Standing};
use super::wire::{self, ToSchema};

/// A mode of play.
pub trait Mode<G: Game>: Clone + Copy + Debug + Eq + Send + Sync + 'static {
    /// The current result of a game, as the call `score` returns it: a score card or points.
    type Standing: Clone + Debug + Eq + Send + Serialize + ToSchema;
    /// The schema of the result in a trace entry.
    type TraceScore: ToSchema;

    /// The ids of the rooms, which have their own scores.
    const ROOMS: &'static [&'static str] = &[];
    /// The scoring constants, if its games are solitaires.
    const SCORING: Option<Scoring>;

    /// Returns the standing of a state.
    fn standing(state: &State<G>) -> Self::Standing {
        Self::standing_of(state.options(), state.table())
    }

    /// Returns the standing of a table.
    fn standing_of(options: G::Options, table: &G::Table) -> Self::Standing;

    /// Returns a standing without its type.
    fn erased(standing: &Self::Standing) -> Standing;

    /// Returns the schemas of the fields of a position that contain the standing.
    #[cfg(feature = "schemas")]
    fn schema_fields() -> Vec<wire::Field>;

    /// Returns the schema of the result in a trace entry.
    #[cfg(feature = "schemas")]
    fn trace_field() -> wire::Field;

    /// Returns the schema of the field of a run that contains the claim.
    #[cfg(feature = "schemas")]
    fn claim_field() -> wire::Field;

    /// Returns whether a finished solitaire may be ranked; false for several seats.
    fn eligible(_state: &State<G>) -> bool {
        false
    }

    /// Returns a run from a table in canonical form. That of several seats is never compared.
    fn canonical(_context: Context<'_, G::Options>, _table: G::Table, _moves: &[G::Move]) -> String {
        String::new()
    }

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

    /// Returns the move that the service makes for a seat whose time is over; none if the built-in player moves.
    fn late_move(_state: &State<G>, _seat: Seat) -> Option<G::Move> {
        None
    }

    /// Returns the milliseconds that a robot of a level takes for a move; none if it moves at once.
    fn robot_pace(_state: &State<G>, _level: Level) -> Option<u32> {
        None
    }

    /// Returns the number of the stretch in which moves of other seats do not matter to a seat; none if they always may.
    fn stretch(_state: &State<G>) -> Option<u64> {
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
        let scene = Scene { world: G::WORLD, ..G::scene(sight) };
        let scene = Self::add_standing(scene, &standing, finished, sight.viewer);
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

impl<G: Solitaire> Mode<G> for SolitaireMode {
    type Standing = G::Score;
    type TraceScore = G::Score;

    const ROOMS: &'static [&'static str] = G::ROOMS;
    const SCORING: Option<Scoring> = Some(Scoring::of::<G>());

    fn standing_of(options: G::Options, table: &G::Table) -> G::Score {
        G::score(options, table)
    }

    fn erased(score: &G::Score) -> Standing {
        let card = to_raw_value(score).unwrap_or_default();
        Standing::Score(ScoreStanding { card, total: score.total(), rooms: score.rooms().to_vec() })
    }

    #[cfg(feature = "schemas")]
    fn schema_fields() -> Vec<wire::Field> {
        vec![<Self as Mode<G>>::trace_field()]
    }

    #[cfg(feature = "schemas")]
    fn trace_field() -> wire::Field {
        wire::required("score", wire::reference_to::<G::Score>())
    }

    #[cfg(feature = "schemas")]
    fn claim_field() -> wire::Field {
        wire::optional("score", wire::described("The claimed total.", wire::reference_to::<wire::Points>()))
    }

    fn eligible(state: &State<G>) -> bool {
        state.eligible()
    }

    fn canonical(context: Context<'_, G::Options>, table: G::Table, moves: &[G::Move]) -> String {
        G::canonical(context, table, moves)
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

    const SCORING: Option<Scoring> = None;

    fn standing_of(options: G::Options, table: &G::Table) -> SeatedStanding {
        let places = G::finished(options, table).then(|| G::places(options, table));
        SeatedStanding { points: G::points(options, table), to_act: G::to_act(options, table), places }
    }

    fn erased(standing: &SeatedStanding) -> Standing {
        Standing::Points(standing.clone())
    }

    #[cfg(feature = "schemas")]
    fn schema_fields() -> Vec<wire::Field> {
        SeatedStanding::schema_fields()
    }

    #[cfg(feature = "schemas")]
    fn trace_field() -> wire::Field {
        super::standing::points_field()
    }

    #[cfg(feature = "schemas")]
    fn claim_field() -> wire::Field {
        let claim = "The claimed points, one number for each seat.";
        wire::optional("points", wire::described(claim, wire::reference_to::<SeatPoints>()))
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

    fn late_move(state: &State<G>, seat: Seat) -> Option<G::Move> {
        G::late_move(state.options(), state.table(), seat)
    }

    fn robot_pace(state: &State<G>, level: Level) -> Option<u32> {
        G::robot_pace(state.options(), level)
    }

    fn stretch(state: &State<G>) -> Option<u64> {
        G::stretch(state.options(), state.table())
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
            return Some(state.plan_at(seat, level, seed));
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
