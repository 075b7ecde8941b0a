//! The calls of a game at a rules version: requests and answers are JSON. They need nothing but the request.

use std::fmt::{self, Debug};

use funhouse_rules::chance::Seed;
use funhouse_rules::erased::{AnyState, MoveError};
use funhouse_rules::game::{Level, Seat, Seats, Viewer};
use funhouse_rules::replay::{self, Replay, replay};
use funhouse_rules::scene::Scene;
use serde::Serialize;

use crate::answer::{BadMove, Draw, Extras, MAX_TRACE_ENTRIES, Plan, Position, SeenPosition, StateDigest, Verdict};
use crate::answer::{viewer, visible};
use crate::read::{missing, read_with};
use crate::refusal::Refusal;
use crate::request::{Call, DealRequest, Moves, RunRequest, StateRequest};
use crate::ruleset::Ruleset;

/// The calls take the bytes of a request and return the bytes of an answer, both JSON. A [`Refusal`] reports what is wrong with a request and
/// where.
impl Ruleset {
    /// Deals: returns the initial position. `draw_seed` draws a seed if the request has none; `draw` draws the picture
    /// if it is requested.
    ///
    /// # Errors
    /// See [`Refusal`]; [`Refusal::NoSeed`] if no seed could be drawn.
    pub fn deal(self, request: &[u8], draw_seed: &dyn Fn() -> Option<Seed>, draw: Draw) -> Result<Vec<u8>, Refusal> {
        let DealRequest { dealt, with_legal_moves, with_picture } =
            read_with(request, &|request| DealRequest::read(self.rules(), draw_seed, request))?;
        let extras = Extras { legal_moves: with_legal_moves, picture: with_picture.then_some(draw) };
        Ok(to_json(&Position::of(self.facts().id, &*dealt.ok_or(Refusal::NoSeed)?, None, extras, None)))
    }

    /// Lists the legal moves in a state.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn moves(self, request: &[u8]) -> Result<Vec<u8>, Refusal> {
        let (state, StateRequest { seat, .. }) = self.admitted(request, Call::Moves)?;
        Ok(state.legal_moves(seat).0.get().into())
    }

    /// Plays moves in a state. `draw` draws the picture if it is requested.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn play(self, request: &[u8], draw: Draw) -> Result<Vec<u8>, Refusal> {
        let (mut state, mut request) = self.admitted(request, Call::Play)?;
        let moves = request.moves.take().unwrap_or(Moves::Several(Vec::new()));
        let (mut events, mut bad_move) = (Vec::with_capacity(moves.all().len()), None);
        for (i, mv) in moves.all().iter().enumerate() {
            match state.play(&**mv) {
                Ok(played) => events.push(played),
                Err(MoveError::Illegal(illegal)) if request.until_illegal => {
                    bad_move = Some(BadMove::new(i, &illegal));
                    break;
                }
                Err(MoveError::Illegal(illegal)) => {
                    return Err(Refusal::IllegalMove { pointer: moves.pointer(i), illegal });
                }
                Err(MoveError::OfAnotherGame) => return Err(missing("/moves")),
            }
        }
        let events = visible(&events, viewer(request.seat), request.with_text);
        let picture = request.with_picture.then_some(draw);
        let extras = Extras { legal_moves: request.with_legal_moves, picture };
        let position = Position::of(self.facts().id, &*state, Some(events), extras, request.seat);
        Ok(to_json(&Position { bad_move, ..position }))
    }

    /// Returns a seat's view of a state, or an onlooker's.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn view(self, request: &[u8]) -> Result<Vec<u8>, Refusal> {
        let (state, StateRequest { seat, with_legal_moves, .. }) = self.admitted(request, Call::View)?;
        Ok(to_json(&SeenPosition::of(self.facts().id, &*state, seat, with_legal_moves)))
    }

    /// Returns the next moves of the built-in player for a seat, based on that seat's view and a seed for random
    /// choices.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn plan(self, request: &[u8]) -> Result<Vec<u8>, Refusal> {
        Ok(self.pending_plan(request)?.run(&|_| true).unwrap_or_default())
    }

    /// Reads a request for a plan. The built-in player starts when the result is run. Without a seat, it plans for the first that may act and
    /// need not wait for others.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn pending_plan(self, request: &[u8]) -> Result<PendingPlan, Refusal> {
        let (state, StateRequest { seat, seed, level, .. }) = self.admitted(request, Call::Plan)?;
        let seat = seat.or_else(|| state.in_step().iter().next()).filter(|seat| state.to_act().contains(*seat));
        let seed = seed.unwrap_or_else(|| state.seed().clone());
        let nodes = seat.map_or(0, |_| self.facts().search.nodes_of(level));
        Ok(PendingPlan { nodes, state, seat, seed, level })
    }

    /// Returns the standing of a state: a solitaire's score card, or the points of each seat.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn score(self, request: &[u8]) -> Result<Vec<u8>, Refusal> {
        Ok(to_json(&self.admitted(request, Call::Score)?.0.standing()))
    }

    /// Returns the scene of a state, optionally for a seat, or of a view.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn scene(self, request: &[u8]) -> Result<Scene, Refusal> {
        let mut request = self.request(request, Call::Picture)?;
        let Some(view) = request.view.take() else {
            let (state, StateRequest { seat, .. }) = admitted(request)?;
            return Ok(state.scene(viewer(seat)));
        };
        require_seat(request.seat, view.seats())?;
        let viewer = request.seat.map_or(Viewer::Onlooker, Viewer::Seat);
        view.scene(viewer).map_err(|faults| Refusal::ImpossibleView { faults })
    }

    /// Replays a run and returns a verdict. With `trace_from`, includes a page of the trace from that entry on: score
    /// or points, and digest, after the deal and after each move.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn replay(self, run: &[u8], trace_from: Option<usize>) -> Result<Vec<u8>, Refusal> {
        let RunRequest { dealt, moves, claim } = read_with(run, &|run| RunRequest::read(self.rules(), run))?;
        let page = trace_from.map(|from| from..from.saturating_add(MAX_TRACE_ENTRIES));
        let replay: Replay = replay(dealt, &moves, self.rooms().len(), page.clone()).map_err(|_| missing("/moves"))?;
        // There is one more entry than there are moves.
        let trace_next = page.map(|page| page.end).filter(|next| *next <= replay.moves);
        Ok(to_json(&Verdict { trace_next, ..Verdict::of(self.facts().id, replay, claim.as_ref()) }))
    }

    /// Returns the digest of a state.
    ///
    /// # Errors
    /// See [`Refusal`].
    pub fn digest(self, request: &[u8]) -> Result<Vec<u8>, Refusal> {
        let (state, _) = self.admitted(request, Call::Score)?;
        Ok(to_json(&StateDigest { digest: replay::digest(&*state) }))
    }

    /// Reads the request of a call.
    pub(crate) fn request(self, request: &[u8], call: Call) -> Result<StateRequest, Refusal> {
        read_with(request, &|request| StateRequest::read(self.rules(), call, request))
    }

    /// Reads the request of a call, and admits its state.
    pub(crate) fn admitted(self, request: &[u8], call: Call) -> Result<(Box<dyn AnyState>, StateRequest), Refusal> {
        admitted(self.request(request, call)?)
    }
}

/// Admits the state of a request, and checks the requested seat.
fn admitted(mut request: StateRequest) -> Result<(Box<dyn AnyState>, StateRequest), Refusal> {
    let state = request.state.take().ok_or_else(|| missing("/state"))?;
    let state = state.admit().map_err(|faults| Refusal::ImpossibleState { faults })?;
    require_seat(request.seat, state.seats())?;
    Ok((state, request))
}

/// Checks that a requested seat exists.
fn require_seat(seat: Option<Seat>, seats: Seats) -> Result<(), Refusal> {
    match seat.filter(|seat| !seats.contains(*seat)) {
        Some(seat) => Err(Refusal::UnknownSeat { seat, seats }),
        None => Ok(()),
    }
}

/// A plan that was requested and has not started.
pub struct PendingPlan {
    /// The maximum number of moves that its search makes; 0 for a level that does not search, which takes milliseconds.
    pub nodes: u32,
    state: Box<dyn AnyState>,
    seat: Option<Seat>,
    seed: Seed,
    level: Level,
}

impl PendingPlan {
    /// Plans, and returns the answer as JSON. A search calls `go_on` from time to time with its number of moves; returns none once
    /// that returns false.
    #[must_use]
    pub fn run(self, go_on: &dyn Fn(u64) -> bool) -> Option<Vec<u8>> {
        let Some(seat) = self.seat else { return Some(to_json(&Plan::default())) };
        let moves = self.state.plan(seat, self.level, &self.seed, go_on)?;
        Some(to_json(&Plan { moves: moves.iter().map(|mv| mv.json()).collect() }))
    }
}

impl Debug for PendingPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PendingPlan").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// Serializes an answer.
pub fn to_json(answer: &impl Serialize) -> Vec<u8> {
    // Answers are texts, integers, lists and objects with text keys: they can always be written.
    let mut json = Vec::with_capacity(4096);
    if serde_json::to_writer(&mut json, answer).is_err() {
        json.clear();
    }
    json
}
