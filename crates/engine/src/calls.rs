//! The calls of a game at a rules version, independent of its types. They need nothing but the request.

use std::fmt::{self, Debug};
use std::marker::PhantomData;

use funhouse_rules::chance::Seed;
use funhouse_rules::game::{Game, MoveType, Seated, Solitaire, move_types};
use funhouse_rules::mode::{Mode, SeatedMode, SolitaireMode};
use funhouse_rules::scene::Scene;
use serde::Serialize;

use crate::answer::Draw;
use crate::call::{self, Call, Deal, Digest, ListMoves, Play, Replay, Score, ShowView};
use crate::facts::{Facts, ModeFacts};
use crate::read::read;
use crate::refusal::Refusal;
use crate::request::{PictureRequest, RequestFields};

/// The calls of a game at a rules version. They take the bytes of a request and return the bytes of an answer, both JSON.
///
/// A [`Refusal`] reports what is wrong with a request and where.
pub trait Calls: Debug + Send + Sync {
    /// Returns the metadata of the game.
    fn facts(&self) -> &'static Facts;

    /// Deals: returns the initial position. `draw_seed` draws a seed if the request has none; `draw` draws the picture
    /// if it is requested.
    ///
    /// # Errors
    /// See [`Refusal`]; [`Refusal::NoSeed`] if no seed could be drawn.
    fn deal(&self, request: &[u8], draw_seed: &dyn Fn() -> Option<Seed>, draw: Draw) -> Result<Vec<u8>, Refusal>;

    /// Lists the legal moves in a state.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn moves(&self, request: &[u8]) -> Result<Vec<u8>, Refusal>;

    /// Plays moves in a state. `draw` draws the picture if it is requested.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn play(&self, request: &[u8], draw: Draw) -> Result<Vec<u8>, Refusal>;

    /// Returns a seat's view of a state, or an onlooker's.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn view(&self, request: &[u8]) -> Result<Vec<u8>, Refusal>;

    /// Returns the next moves of the built-in player for a seat, based on that seat's view and a seed for random
    /// choices.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn plan(&self, request: &[u8]) -> Result<Vec<u8>, Refusal> {
        Ok(self.pending_plan(request)?.run(&|_| true).unwrap_or_default())
    }

    /// Reads a request for a plan. The built-in player starts when the result is run.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn pending_plan(&self, request: &[u8]) -> Result<PendingPlan, Refusal>;

    /// Returns the standing of a state: a solitaire's score card, or the points of each seat.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn score(&self, request: &[u8]) -> Result<Vec<u8>, Refusal>;

    /// Returns the scene of a state, optionally for a seat, or of a view.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn scene(&self, request: &[u8]) -> Result<Scene, Refusal>;

    /// Replays a run and returns a verdict. With `trace_from`, includes a page of the trace from that entry on: score
    /// or points, and digest, after the deal and after each move.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn replay(&self, run: &[u8], trace_from: Option<usize>) -> Result<Vec<u8>, Refusal>;

    /// Returns the digest of a state.
    ///
    /// # Errors
    /// See [`Refusal`].
    fn digest(&self, request: &[u8]) -> Result<Vec<u8>, Refusal>;

    /// Returns the types of the game's moves.
    fn move_types(&self) -> Vec<MoveType>;
}

/// A plan that ends once this returns false.
type PlanFn = dyn FnOnce(&dyn Fn(u64) -> bool) -> Option<Vec<u8>> + Send;

/// A plan that was requested and has not started.
pub struct PendingPlan {
    /// The maximum number of moves that its search makes; 0 for a level that does not search, which takes milliseconds.
    pub nodes: u32,
    plan: Box<PlanFn>,
}

impl PendingPlan {
    /// Plans, and returns the answer as JSON. A search calls `go_on` from time to time with its number of moves; returns none once
    /// that returns false.
    #[must_use]
    pub fn run(self, go_on: &dyn Fn(u64) -> bool) -> Option<Vec<u8>> {
        (self.plan)(go_on)
    }
}

impl Debug for PendingPlan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("PendingPlan").field("nodes", &self.nodes).finish_non_exhaustive()
    }
}

/// The ruleset of a game type and a mode.
pub(crate) struct TypedRuleset<G, M>(pub(crate) PhantomData<fn() -> (G, M)>);

/// A mode whose games have calls.
pub(crate) trait CallableMode<G: Game>: RequestFields<G> + ModeFacts<G> {}

impl<G: Game, M: RequestFields<G> + ModeFacts<G>> CallableMode<G> for M {}

/// Returns the calls of a solitaire. A program that links only these is much smaller than one with a [`Ruleset`](crate::Ruleset).
#[must_use]
pub fn of_solitaire<G: Solitaire>() -> &'static dyn Calls {
    &TypedRuleset::<G, SolitaireMode>(PhantomData)
}

/// Returns the calls of a game for several seats. See [`of_solitaire`].
#[must_use]
pub fn of_seated<G: Seated>() -> &'static dyn Calls {
    &TypedRuleset::<G, SeatedMode>(PhantomData)
}

impl<G: Game, M: Mode<G>> Debug for TypedRuleset<G, M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} rules {}", G::ID, G::RULES)
    }
}

impl<G: Game, M: CallableMode<G>> Calls for TypedRuleset<G, M> {
    fn facts(&self) -> &'static Facts {
        const { &Facts::of::<G, M>() }
    }

    fn deal(&self, request: &[u8], draw_seed: &dyn Fn() -> Option<Seed>, draw: Draw) -> Result<Vec<u8>, Refusal> {
        answered::<G, M, _>(&Deal { draw_seed, draw }, request)
    }

    fn moves(&self, request: &[u8]) -> Result<Vec<u8>, Refusal> {
        answered::<G, M, _>(&ListMoves, request)
    }

    fn play(&self, request: &[u8], draw: Draw) -> Result<Vec<u8>, Refusal> {
        answered::<G, M, _>(&Play { draw }, request)
    }

    fn view(&self, request: &[u8]) -> Result<Vec<u8>, Refusal> {
        answered::<G, M, _>(&ShowView, request)
    }

    fn pending_plan(&self, request: &[u8]) -> Result<PendingPlan, Refusal> {
        let task = call::plan_task::<G, M>(read(request)?)?;
        let nodes = task.nodes();
        let plan = move |go_on: &dyn Fn(u64) -> bool| task.run::<M>(go_on).map(|plan| to_json(&plan));
        Ok(PendingPlan { nodes, plan: Box::new(plan) })
    }

    fn score(&self, request: &[u8]) -> Result<Vec<u8>, Refusal> {
        answered::<G, M, _>(&Score, request)
    }

    fn scene(&self, request: &[u8]) -> Result<Scene, Refusal> {
        call::scene(read::<PictureRequest<G, M>>(request)?)
    }

    fn replay(&self, run: &[u8], trace_from: Option<usize>) -> Result<Vec<u8>, Refusal> {
        answered::<G, M, _>(&Replay { trace_from }, run)
    }

    fn digest(&self, request: &[u8]) -> Result<Vec<u8>, Refusal> {
        answered::<G, M, _>(&Digest, request)
    }

    fn move_types(&self) -> Vec<MoveType> {
        move_types::<G::Move>()
    }
}

/// Executes a call and returns the answer as JSON.
fn answered<G: Game, M: RequestFields<G>, C: Call<G, M>>(call: &C, request: &[u8]) -> Result<Vec<u8>, Refusal> {
    call.answer(read(request)?).map(|answer| to_json(&answer))
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
