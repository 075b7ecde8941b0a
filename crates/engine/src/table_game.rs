//! TypedTableGame games: a game of which somebody holds the state and shows each seat what it may see, move after move.
//!
//! This is what a table plays on. Nothing in what is told to a seat or to an onlooker comes from anything but their view, and
//! nothing has the seed.

use std::fmt::Debug;
use std::marker::PhantomData;
use std::sync::Arc;

use serde::Serialize;

use crate::answer::ViewPosition;
use crate::verification::Unreadable;
use funhouse_rules::chance::{Draws, Seed};
use funhouse_rules::fault::Illegal;
use funhouse_rules::game::{Game, Log, Seat, SeatSet, Seats, State, Viewer};
use funhouse_rules::mode::Mode;
use funhouse_rules::scene::Scene;

/// A game that is held, from its deal on.
pub trait TableGame: Debug + Send + Sync {
    /// The same game, to be played on by itself.
    fn copy(&self) -> Box<dyn TableGame>;

    /// How many seats there are.
    fn seats(&self) -> Seats;

    /// How many moves were made.
    fn move_count(&self) -> usize;

    /// The seats that may act now: none exactly when the game has ended.
    fn to_act(&self) -> SeatSet;

    /// The legal moves of a seat, as JSON.
    fn legal_moves(&self, seat: Seat) -> String;

    /// The total of a solitaire if it ended now; none for a game for several seats.
    fn score(&self) -> Option<u64>;

    /// The place of each seat, from seat 1, once a game for several seats has ended.
    fn places(&self) -> Option<Vec<u8>>;

    /// The move of this place, from 0, as JSON, with its seat.
    fn move_at(&self, index: usize) -> Option<(Seat, String)>;

    /// The game as it was when only its first `count` moves had been made; itself if it has no more.
    fn after(&self, count: usize) -> Box<dyn TableGame>;

    /// Makes a move, as JSON of the game's schema, that is of this seat.
    ///
    /// # Errors
    /// See [`MoveError`]; the game is then as it was.
    fn play(&mut self, seat: Seat, json: &str) -> Result<(), MoveError>;

    /// What the built-in player does next in a seat, from what that seat sees: moves as JSON, all legal in turn; none if the seat
    /// is not to act. Its random choices come from the seed of the game, so they are the same however often it is asked in a position.
    fn plan(&self, seat: Seat) -> Vec<String>;

    /// What somebody sees, as the call `view` tells it, as JSON. Legal moves are told to a seat alone.
    fn view(&self, viewer: Viewer, with_legal_moves: bool) -> String;

    /// The events of the move of this place, from 0, as they are told to somebody: a list, as JSON.
    fn events(&self, index: usize, viewer: Viewer) -> Option<String>;

    /// What there is to see for somebody.
    fn scene(&self, viewer: Viewer) -> Scene;

    /// The state as JSON, with the seed and all that is hidden.
    fn state(&self) -> String;

    /// The run as far as it was played, as JSON, claiming what it gives. It has the seed and every move.
    fn run(&self) -> String;

    /// A game that this viewer cannot tell from this one: another seed, and all that is hidden from them dealt again. The moves
    /// that were made are the same, and so is what was told of them.
    fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Box<dyn TableGame>;
}

/// Why a move is not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It is no move of the game, for this reason.
    NotOfSchema(String),
    /// It is the move of this seat, and not of the one that makes it.
    OfAnotherSeat(Seat),
    /// The rules refuse it.
    Illegal(Illegal),
}

/// A move that was made, with its events as whoever runs the table sees them.
#[derive(Debug)]
struct PlayedMove<G: Game> {
    mv: G::Move,
    events: Vec<G::Event>,
}

/// A held game of a type.
#[derive(Debug)]
pub(crate) struct TypedTableGame<G: Game, M> {
    dealt: Arc<State<G>>,
    state: State<G>,
    moves: Vec<Arc<PlayedMove<G>>>,
    mode: PhantomData<M>,
}

impl<G: Game, M: Mode<G>> TypedTableGame<G, M> {
    /// A game right after its deal.
    pub(crate) fn dealt(seats: Seats, seed: Seed, options: G::Options) -> Self {
        let state = State::deal_for(seats, seed, options);
        Self { dealt: Arc::new(state.clone()), state, moves: Vec::new(), mode: PhantomData }
    }

    /// The same game in another state.
    fn with(&self, state: State<G>) -> Self {
        Self { dealt: Arc::clone(&self.dealt), state, moves: self.moves.clone(), mode: PhantomData }
    }
}

/// What was read or made by this program, as JSON. Moves, views and events can always be written.
fn json(value: &impl Serialize) -> String {
    serde_json::to_string(value).unwrap_or_default()
}

impl<G: Game, M: Mode<G>> TableGame for TypedTableGame<G, M> {
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

    fn legal_moves(&self, seat: Seat) -> String {
        json(&M::legal_moves(&self.state, Some(seat)))
    }

    fn score(&self) -> Option<u64> {
        M::score(&M::standing(&self.state))
    }

    fn places(&self) -> Option<Vec<u8>> {
        M::places(&self.state)
    }

    fn move_at(&self, index: usize) -> Option<(Seat, String)> {
        self.moves.get(index).map(|played| (M::acting_seat(&played.mv), json(&played.mv)))
    }

    fn after(&self, count: usize) -> Box<dyn TableGame> {
        let mut moves = self.moves.clone();
        moves.truncate(count);
        let mut state = State::clone(&self.dealt);
        for earlier in &moves {
            // What was legal when it was made is legal again.
            let _ = state.play(&earlier.mv, &mut Log::discard());
        }
        Box::new(Self { dealt: Arc::clone(&self.dealt), state, moves, mode: PhantomData })
    }

    fn play(&mut self, seat: Seat, json: &str) -> Result<(), MoveError> {
        let mv: G::Move = serde_json::from_str(json).map_err(|error| MoveError::NotOfSchema(error.to_string()))?;
        let mover = M::acting_seat(&mv);
        if mover != seat {
            return Err(MoveError::OfAnotherSeat(mover));
        }
        let mut log = Log::keep();
        self.state.play(&mv, &mut log).map_err(MoveError::Illegal)?;
        self.moves.push(Arc::new(PlayedMove { mv, events: log.events() }));
        Ok(())
    }

    fn plan(&self, seat: Seat) -> Vec<String> {
        if !self.to_act().contains(seat) {
            return Vec::new();
        }
        self.state.plan_for(seat).iter().map(json).collect()
    }

    fn view(&self, viewer: Viewer, with_legal_moves: bool) -> String {
        let seat = match viewer {
            Viewer::Seat(seat) => Some(seat),
            Viewer::Host | Viewer::Onlooker => None,
        };
        json(&ViewPosition::<G, M>::of(&self.state, seat, with_legal_moves))
    }

    fn events(&self, index: usize, viewer: Viewer) -> Option<String> {
        let told = |played: &Arc<PlayedMove<G>>| {
            json(&played.events.iter().map(|event| G::visible_event(event, viewer)).collect::<Vec<_>>())
        };
        self.moves.get(index).map(told)
    }

    fn scene(&self, viewer: Viewer) -> Scene {
        M::scene(&self.state, viewer)
    }

    fn state(&self) -> String {
        json(&self.state)
    }

    fn run(&self) -> String {
        let moves = self.moves.iter().map(|played| played.mv.clone()).collect();
        json(&M::run(&self.dealt, moves, Some(&M::standing(&self.state))))
    }

    fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Box<dyn TableGame> {
        Box::new(self.with(self.state.redealt(viewer, draws)))
    }
}

/// Holds a game of which these moves were made.
///
/// # Errors
/// When the options cannot be read, or a move cannot be made.
pub(crate) fn restore<G: Game, M: Mode<G>>(
    seats: Seats,
    seed: Seed,
    options: &str,
    moves: &mut dyn Iterator<Item = (Seat, &str)>,
) -> Result<Box<dyn TableGame>, Unreadable> {
    let options = serde_json::from_str(options).map_err(|why| Unreadable(format!("the options: {why}")))?;
    let mut game = TypedTableGame::<G, M>::dealt(seats, seed, options);
    for (index, (seat, json)) in moves.enumerate() {
        game.play(seat, json).map_err(|why| Unreadable(format!("move {index} cannot be made: {why:?}")))?;
    }
    Ok(Box::new(game))
}
