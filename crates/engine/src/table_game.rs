//! The game at a table: the server stores its state and shows each seat only what it may see.
//!
//! Everything that a seat or an onlooker receives is derived from their view, and nothing contains the seed.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::Arc;

use rpds::VectorSync;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::answer::{Events, ViewPosition};
use crate::table_move::TableMove;
use crate::verification::{Acceptance, AcceptedRun};
use funhouse_rules::chance::{Draws, Seed};
use funhouse_rules::fault::Illegal;
use funhouse_rules::game::{Game, Level, Log, Seat, SeatSet, Seats, State, Viewer};
use funhouse_rules::mode::Mode;
use funhouse_rules::replay::{Replay, digest_bytes};
use funhouse_rules::scene::Scene;

/// A game at a table, independent of its types.
pub trait TableGame: Debug + Send + Sync {
    /// Returns an independent copy of the game.
    fn copy(&self) -> Box<dyn TableGame>;

    /// The number of seats.
    fn seats(&self) -> Seats;

    /// Returns the number of moves made.
    fn move_count(&self) -> usize;

    /// Returns the seats that may act now; empty exactly when the game has ended.
    fn to_act(&self) -> SeatSet;

    /// Returns the seats that may act and need not wait for others. Robots act for these only.
    fn in_step(&self) -> SeatSet;

    /// Returns the legal moves of a seat, as JSON.
    fn legal_moves(&self, seat: Seat) -> String;

    /// Returns the current total of a solitaire; none for a game for several seats.
    fn score(&self) -> Option<u64>;

    /// Returns the place of each seat, from seat 1; none for a solitaire or before the end of the game.
    fn places(&self) -> Option<Vec<u8>>;

    /// Returns the move with which a seat declines the open window; none if no window asks it. It follows from what every
    /// viewer sees.
    fn decline(&self, seat: Seat) -> Option<TableMove>;

    /// Returns the median number of moves of such a game between built-in players; none for a solitaire.
    fn median_moves(&self) -> Option<u16>;

    /// Whether the winner takes seat 1 in a rematch, where the others keep their order.
    fn winner_begins(&self) -> bool;

    /// Returns the move at an index, from 0.
    fn move_at(&self, index: usize) -> Option<TableMove>;

    /// Returns the game after its first `count` moves; the whole game if it has no more.
    fn after(&self, count: usize) -> Box<dyn TableGame>;

    /// Plays a move.
    ///
    /// # Errors
    /// See [`MoveError`]. The game is then unchanged.
    fn play(&mut self, mv: &TableMove) -> Result<(), MoveError>;

    /// Returns the next moves of the built-in player for a seat; none if the seat may not act.
    ///
    /// The player knows only what the seat sees. Its random choices at level 1 use the seed of the game, so repeated calls in a
    /// position return the same moves.
    fn plan(&self, seat: Seat, level: Level) -> Vec<TableMove>;

    /// Returns what a viewer sees, as JSON in the form of the call `view`. Only seats get legal moves.
    fn view(&self, viewer: Viewer, with_legal_moves: bool) -> Box<RawValue>;

    /// Returns the events of the move at an index, from 0, as a viewer may see them: a list, as JSON. With `with_text`,
    /// each carries its sentence.
    fn events(&self, index: usize, viewer: Viewer, with_text: bool) -> Option<Box<RawValue>>;

    /// Returns the scene for a viewer.
    fn scene(&self, viewer: Viewer) -> Scene;

    /// Returns the scene for a viewer after the first `count` moves; the current one if there are no more. Replays these moves.
    fn scene_after(&self, count: usize, viewer: Viewer) -> Scene;

    /// Returns the state as JSON, including the seed and all hidden parts.
    fn state(&self) -> String;

    /// Returns the digest of the state.
    fn digest(&self) -> [u8; 32];

    /// Returns the run so far as JSON, with its current standing as the claim. It contains the seed and every move.
    fn run(&self) -> Box<RawValue>;

    /// Returns the run so far as one that is accepted; none unless the game is a complete solitaire that may rank.
    fn accepted(&self) -> Option<AcceptedRun>;

    /// Returns a game that the viewer cannot distinguish from this one: another seed, and all hidden parts dealt again.
    ///
    /// The past moves and their visible events are the same.
    fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Box<dyn TableGame>;
}

/// The reason why a move is not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It is a move of another ruleset.
    OfAnotherRuleset,
    /// The rules refuse it.
    Illegal(Illegal),
}

/// A move that was made, with all its events.
#[derive(Debug)]
struct PlayedMove<G: Game> {
    mv: Arc<G::Move>,
    erased: TableMove,
    events: Vec<G::Event>,
    /// The index of the room in which it was made.
    room: usize,
}

/// A game of a type and a mode.
#[derive(Debug)]
pub(crate) struct TypedTableGame<G: Game, M> {
    dealt: Arc<State<G>>,
    state: State<G>,
    moves: VectorSync<PlayedMove<G>>,
    mode: PhantomData<M>,
}

impl<G: Game, M: Mode<G>> TypedTableGame<G, M> {
    /// Creates a game after its deal.
    pub(crate) fn dealt(seats: Seats, seed: Seed, options: G::Options) -> Self {
        let state = State::deal_for(seats, seed, options);
        Self { dealt: Arc::new(state.clone()), state, moves: VectorSync::new_sync(), mode: PhantomData }
    }

    /// Returns the same game with another state.
    fn with(&self, state: State<G>) -> Self {
        Self { dealt: Arc::clone(&self.dealt), state, moves: self.moves.clone(), mode: PhantomData }
    }

    /// Replays the first `count` moves, or all if there are no more.
    fn state_after(&self, count: usize) -> State<G> {
        let mut state = State::clone(&self.dealt);
        for earlier in self.moves.iter().take(count) {
            // These moves have already been legal.
            let _ = state.play(&earlier.mv, &mut Log::discard());
        }
        state
    }

    fn typed_run(&self) -> M::Run {
        let moves = self.moves.iter().map(|played| G::Move::clone(&played.mv)).collect();
        M::run(&self.dealt, moves, Some(&M::standing(&self.state)))
    }
}

/// Serializes a value of the program. This cannot fail for views, events and runs.
fn json(value: &impl Serialize) -> Box<RawValue> {
    to_raw_value(value).unwrap_or_default()
}

impl<G: Game, M: Acceptance<G>> TableGame for TypedTableGame<G, M> {
    fn copy(&self) -> Box<dyn TableGame> {
        Box::new(self.with(self.state.clone()))
    }

    fn seats(&self) -> Seats {
        self.state.seats()
    }

    fn move_count(&self) -> usize {
        self.moves.len()
    }

    fn to_act(&self) -> SeatSet {
        M::to_act(&self.state)
    }

    fn in_step(&self) -> SeatSet {
        M::in_step(&self.state)
    }

    fn legal_moves(&self, seat: Seat) -> String {
        serde_json::to_string(&M::legal_moves(&self.state, Some(seat))).unwrap_or_default()
    }

    fn score(&self) -> Option<u64> {
        M::score(&M::standing(&self.state))
    }

    fn places(&self) -> Option<Vec<u8>> {
        M::places(&self.state)
    }

    fn decline(&self, seat: Seat) -> Option<TableMove> {
        M::decline(&self.state, seat).map(TableMove::new::<G, M>)
    }

    fn median_moves(&self) -> Option<u16> {
        M::median_moves(&self.state)
    }

    fn winner_begins(&self) -> bool {
        M::winner_begins(&self.state)
    }

    fn move_at(&self, index: usize) -> Option<TableMove> {
        self.moves.get(index).map(|played| played.erased.clone())
    }

    fn after(&self, count: usize) -> Box<dyn TableGame> {
        let mut moves = self.moves.clone();
        while moves.len() > count {
            moves.drop_last_mut();
        }
        let state = self.state_after(count);
        Box::new(Self { dealt: Arc::clone(&self.dealt), state, moves, mode: PhantomData })
    }

    fn play(&mut self, erased: &TableMove) -> Result<(), MoveError> {
        let mv = erased.typed::<G>().ok_or(MoveError::OfAnotherRuleset)?;
        let (mut log, room) = (Log::keep(), M::room(&self.state));
        self.state.play(&mv, &mut log).map_err(MoveError::Illegal)?;
        self.moves.push_back_mut(PlayedMove { mv, erased: erased.clone(), events: log.events(), room });
        Ok(())
    }

    fn plan(&self, seat: Seat, level: Level) -> Vec<TableMove> {
        if !self.to_act().contains(seat) {
            return Vec::new();
        }
        let plan = M::plan_at(&self.state, seat, level, self.state.seed(), &|_| true);
        plan.unwrap_or_default().into_iter().map(TableMove::new::<G, M>).collect()
    }

    fn view(&self, viewer: Viewer, with_legal_moves: bool) -> Box<RawValue> {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Host | Viewer::Onlooker => None,
        };
        json(&ViewPosition::<G, M>::of(&self.state, seat, with_legal_moves))
    }

    fn events(&self, index: usize, viewer: Viewer, with_text: bool) -> Option<Box<RawValue>> {
        let visible = |played: &PlayedMove<G>| {
            let events: Vec<_> = played.events.iter().map(|event| G::visible_event(event, viewer)).collect();
            json(&Events { events: &events, with_text })
        };
        self.moves.get(index).map(visible)
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        M::scene(&self.state, viewer)
    }

    fn scene_after(&self, count: usize, viewer: Viewer) -> Scene {
        M::scene(&self.state_after(count), viewer)
    }

    fn state(&self) -> String {
        serde_json::to_string(&self.state).unwrap_or_default()
    }

    fn digest(&self) -> [u8; 32] {
        digest_bytes(&self.state)
    }

    fn run(&self) -> Box<RawValue> {
        json(&self.typed_run())
    }

    fn accepted(&self) -> Option<AcceptedRun> {
        let mut moves_in_rooms = vec![0; M::ROOMS.len()];
        for played in &self.moves {
            if let Some(moves) = moves_in_rooms.get_mut(played.room) {
                *moves += 1;
            }
        }
        let (state, moves) = (self.state.clone(), self.moves.len());
        M::accept_played(self.typed_run(), &Replay { state, illegal_move: None, trace: None, moves, moves_in_rooms })
    }

    fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Box<dyn TableGame> {
        Box::new(self.with(self.state.redealt(viewer, draws)))
    }
}
