//! The calls of a game, generic over games and modes: request, answer and implementation of each.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::answer::{
    BadMove, Draw, Extras, MAX_TRACE_ENTRIES, Plan, Position, StateDigest, Verdict, ViewPosition, viewer,
};
use crate::refusal::Refusal;
use crate::request::{
    DealRequest, PictureRequest, PictureSubject, PlanRequest, PlayRequest, RequestFields, SeatRequest, StateRequest,
    ViewRequest,
};
use funhouse_rules::chance::Seed;
use funhouse_rules::game::{Game, LegalMoves, Level, Log, Seat, Seats, State, StateForm, Viewer};
use funhouse_rules::mode::Mode;
use funhouse_rules::replay;
use funhouse_rules::scene::Scene;
use funhouse_rules::wire::ToSchema;

/// A call of a game.
pub trait Call<G: Game, M: RequestFields<G>> {
    /// The type of the request.
    type Request: DeserializeOwned + ToSchema;
    /// The type of the answer.
    type Answer: Serialize + ToSchema;

    /// Executes the call.
    ///
    /// # Errors
    /// The reason for the refusal.
    fn answer(&self, request: Self::Request) -> Result<Self::Answer, Refusal>;
}

/// Deals: returns the initial position.
pub struct Deal<'a> {
    /// Draws a seed for a request without one.
    pub draw_seed: &'a dyn Fn() -> Option<Seed>,
    /// Draws the picture, if requested.
    pub draw: Draw,
}

/// Lists the legal moves.
pub struct ListMoves;

/// Plays moves.
pub struct Play {
    /// Draws the picture, if requested.
    pub draw: Draw,
}

/// Returns a viewer's position.
pub struct ShowView;

/// Returns the next moves of the built-in player.
pub struct MakePlan;

/// Returns the standing of a state.
pub struct Score;

/// Returns the digest of a state.
pub struct Digest;

/// Replays a run and returns a verdict.
pub struct Replay {
    /// The index of the first requested trace entry; none for no trace. Entry 0 is that of the deal.
    pub trace_from: Option<usize>,
}

impl<G: Game, M: RequestFields<G>> Call<G, M> for Deal<'_> {
    type Request = DealRequest<G>;
    type Answer = Position<G, M>;

    fn answer(&self, request: DealRequest<G>) -> Result<Position<G, M>, Refusal> {
        let DealRequest { seats, seed, options, with_legal_moves, with_picture } = request;
        let seed = seed.or_else(self.draw_seed).ok_or(Refusal::NoSeed)?;
        let picture = with_picture.then_some(self.draw);
        let extras = Extras { legal_moves: with_legal_moves, picture, ..Extras::default() };
        Ok(Position::for_seat(State::deal_for(seats, seed, options), None, extras, None))
    }
}

impl<G: Game, M: RequestFields<G>> Call<G, M> for ListMoves {
    type Request = SeatRequest<G, M>;
    type Answer = LegalMoves<G>;

    fn answer(&self, request: SeatRequest<G, M>) -> Result<LegalMoves<G>, Refusal> {
        let (state, seat) = admitted_for(request.state, request.seat)?;
        Ok(M::legal_moves(&state, seat))
    }
}

impl<G: Game, M: RequestFields<G>> Call<G, M> for Play {
    type Request = PlayRequest<G, M>;
    type Answer = Position<G, M>;

    fn answer(&self, request: PlayRequest<G, M>) -> Result<Position<G, M>, Refusal> {
        let PlayRequest { state, moves, seat, until_illegal, with_legal_moves, with_picture, with_text, .. } = request;
        let (mut state, seat) = admitted_for(state, seat)?;
        let mut events = Vec::with_capacity(moves.count());
        let mut bad_move = None;
        for (mv, pointer) in moves.each() {
            let mut log = Log::keep();
            match state.play(mv, &mut log) {
                Ok(()) => events.push(visible_events::<G>(log, seat)),
                Err(illegal) if until_illegal => {
                    bad_move = Some(BadMove::new(events.len(), &illegal));
                    break;
                }
                Err(illegal) => return Err(Refusal::IllegalMove { pointer: pointer(), illegal }),
            }
        }
        let picture = with_picture.then_some(self.draw);
        let extras = Extras { legal_moves: with_legal_moves, picture, text: with_text };
        Ok(Position { bad_move, ..Position::for_seat(state, Some(events), extras, seat) })
    }
}

/// Returns the events of a move as a seat, or the host, may see them.
fn visible_events<G: Game>(log: Log<G::Event>, seat: Option<Seat>) -> Vec<G::Event> {
    let events = log.events();
    match seat {
        Some(seat) => events.iter().map(|event| G::visible_event(event, Viewer::Seat(seat))).collect(),
        None => events,
    }
}

impl<G: Game, M: RequestFields<G>> Call<G, M> for ShowView {
    type Request = ViewRequest<G, M>;
    type Answer = ViewPosition<G, M>;

    fn answer(&self, request: ViewRequest<G, M>) -> Result<ViewPosition<G, M>, Refusal> {
        let ViewRequest { state, seat, with_legal_moves, .. } = request;
        let (state, seat) = admitted_for(state, seat)?;
        Ok(ViewPosition::of(&state, seat, with_legal_moves))
    }
}

impl<G: Game, M: RequestFields<G>> Call<G, M> for MakePlan {
    type Request = PlanRequest<G, M>;
    type Answer = Plan<G>;

    /// Plans with the view of the seat and random draws only. Without a seat, plans for the first that may act
    /// and need not wait for others.
    fn answer(&self, request: PlanRequest<G, M>) -> Result<Plan<G>, Refusal> {
        Ok(plan_task(request)?.run::<M>(&|_| true).unwrap_or(Plan { moves: Vec::new() }))
    }
}

/// The admitted request of a plan.
pub(crate) struct PlanTask<G: Game> {
    state: State<G>,
    seat: Option<Seat>,
    seed: Seed,
    level: Level,
}

/// Admits the state of a request for a plan, and chooses the seat.
pub(crate) fn plan_task<G: Game, M: RequestFields<G>>(request: PlanRequest<G, M>) -> Result<PlanTask<G>, Refusal> {
    let PlanRequest { state, seat, seed, level, .. } = request;
    let (state, seat) = admitted_for(state, seat)?;
    let to_act = M::to_act(&state);
    let seat = seat.or_else(|| M::in_step(&state).iter().next()).filter(|seat| to_act.contains(*seat));
    let seed = seed.unwrap_or_else(|| state.seed().clone());
    Ok(PlanTask { state, seat, seed, level })
}

impl<G: Game> PlanTask<G> {
    /// Returns the maximum number of moves that a search makes; 0 without a search.
    pub(crate) fn nodes(&self) -> u32 {
        self.seat.map_or(0, |_| G::SEARCH.nodes_of(self.level))
    }

    /// Plans. Returns none once `go_on` returns false.
    pub(crate) fn run<M: Mode<G>>(&self, go_on: &dyn Fn(u64) -> bool) -> Option<Plan<G>> {
        let Some(seat) = self.seat else { return Some(Plan { moves: Vec::new() }) };
        M::plan_at(&self.state, seat, self.level, &self.seed, go_on).map(|moves| Plan { moves })
    }
}

impl<G: Game, M: RequestFields<G>> Call<G, M> for Score {
    type Request = StateRequest<G, M>;
    type Answer = M::Standing;

    fn answer(&self, request: StateRequest<G, M>) -> Result<M::Standing, Refusal> {
        Ok(M::standing(&admitted(request.state)?))
    }
}

impl<G: Game, M: RequestFields<G>> Call<G, M> for Digest {
    type Request = StateRequest<G, M>;
    type Answer = StateDigest;

    fn answer(&self, request: StateRequest<G, M>) -> Result<StateDigest, Refusal> {
        Ok(StateDigest { digest: replay::digest(&admitted(request.state)?) })
    }
}

impl<G: Game, M: RequestFields<G>> Call<G, M> for Replay {
    type Request = M::Run;
    type Answer = Verdict<G, M>;

    fn answer(&self, run: M::Run) -> Result<Verdict<G, M>, Refusal> {
        let page = self.trace_from.map(|from| from..from.saturating_add(MAX_TRACE_ENTRIES));
        let replay = replay::replay_run(&run, page.clone());
        // There is one more entry than there are moves.
        let trace_next = page.map(|page| page.end).filter(|next| *next <= replay.moves);
        Ok(Verdict { trace_next, ..Verdict::of(replay, M::claim(&run).as_ref()) })
    }
}

/// Returns the scene of the state or the view in a request.
///
/// # Errors
/// The reason for the refusal.
pub fn scene<G: Game, M: RequestFields<G>>(request: PictureRequest<G, M>) -> Result<Scene, Refusal> {
    match (request.shown, request.seat) {
        (PictureSubject::State(state), seat) => {
            let (state, seat) = admitted_for(state, seat)?;
            Ok(M::scene(&state, viewer(seat)))
        }
        (PictureSubject::View(view), seat) => {
            require_seat(seat, view.seats)?;
            let view = view.admit(seat.map_or(Viewer::Onlooker, Viewer::Seat));
            view.map(|view| M::scene_of_view(&view)).map_err(|faults| Refusal::ImpossibleView { faults })
        }
    }
}

/// Admits a state.
pub(crate) fn admitted<G: Game>(state: StateForm<G>) -> Result<State<G>, Refusal> {
    state.admit().map_err(|faults| Refusal::ImpossibleState { faults })
}

/// Admits a state and checks the requested seat.
fn admitted_for<G: Game>(state: StateForm<G>, seat: Option<Seat>) -> Result<(State<G>, Option<Seat>), Refusal> {
    let state = admitted(state)?;
    require_seat(seat, state.seats())?;
    Ok((state, seat))
}

/// Checks that a requested seat exists.
fn require_seat(seat: Option<Seat>, seats: Seats) -> Result<(), Refusal> {
    match seat.filter(|seat| !seats.contains(*seat)) {
        Some(seat) => Err(Refusal::UnknownSeat { seat, seats }),
        None => Ok(()),
    }
}
