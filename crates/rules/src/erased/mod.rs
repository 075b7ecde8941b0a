//! Games without their types. A program that serves every game is written once, over these traits, and each game's types are compiled once,
//! in this crate.
//!
//! A [`Rules`] is a game at a rules version. It reads states, views and moves from a [tree](crate::wire::Node), and its [`AnyState`] plays moves
//! and shows itself. What is written for a client is JSON already.

mod facts;
mod typed;

use std::any::Any;
use std::fmt::Debug;
use std::sync::Arc;

use serde_json::value::RawValue;

pub use self::facts::Facts;
pub use self::typed::{TypedState, games, seated, solitaire};
use crate::chance::{Draws, Seed};
use crate::fault::{Faults, Illegal};
use crate::game::{Level, MoveType, Seat, SeatSet, Seats, Viewer};
use crate::scene::Scene;
use crate::standing::Standing;
use crate::wire::{Fault, Reader};

/// A game at a rules version.
pub trait Rules: Debug + Send + Sync {
    /// The metadata of the game.
    fn facts(&self) -> &'static Facts;

    /// Returns the types of its moves.
    fn move_types(&self) -> Vec<MoveType>;

    /// Reads options; absent ones have their defaults.
    ///
    /// # Errors
    /// If they do not match the schema.
    fn options(&self, options: Reader<'_>) -> Result<OptionsText, Fault>;

    /// Deals for this number of seats, which must be one that the game can have.
    ///
    /// # Errors
    /// If the options do not match the schema.
    fn deal(&self, seats: Seats, seed: Seed, options: Reader<'_>) -> Result<Box<dyn AnyState>, Fault>;

    /// Reads a state.
    ///
    /// # Errors
    /// If it does not match the schema.
    fn read_state(&self, state: Reader<'_>) -> Result<Box<dyn AnyStateForm>, Fault>;

    /// Reads a view.
    ///
    /// # Errors
    /// If it does not match the schema.
    fn read_view(&self, view: Reader<'_>) -> Result<Box<dyn AnyViewForm>, Fault>;

    /// Reads a move.
    ///
    /// # Errors
    /// If it does not match the schema.
    fn read_move(&self, mv: Reader<'_>) -> Result<Move, Fault>;
}

/// Options as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionsText {
    /// With the fields in the order of their declaration.
    pub declared: String,
    /// As canonical JSON (RFC 8785).
    pub canonical: String,
    /// Whether they are the defaults.
    pub default: bool,
}

/// A state from the wire, which has not been inspected.
pub trait AnyStateForm: Debug {
    /// Inspects the state and seals it.
    ///
    /// # Errors
    /// All its faults. Their pointers are into the state.
    fn admit(self: Box<Self>) -> Result<Box<dyn AnyState>, Faults>;
}

/// A view from the wire, which has not been inspected.
pub trait AnyViewForm: Debug {
    /// The number of seats.
    fn seats(&self) -> Seats;

    /// Inspects the view of a viewer, and returns its scene.
    ///
    /// # Errors
    /// All its detectable faults. Their pointers are into the view.
    fn scene(self: Box<Self>, viewer: Viewer) -> Result<Scene, Faults>;
}

/// A move of any game.
pub type Move = Arc<dyn AnyMove>;

/// A move, independent of its game.
pub trait AnyMove: Any + Debug + Send + Sync {
    /// The seat that makes it.
    fn seat(&self) -> Seat;

    /// Returns the move as JSON.
    fn json(&self) -> Box<RawValue>;
}

/// The events of a move, independent of their game.
pub trait AnyEvents: Debug + Send + Sync {
    /// Returns them as a viewer may see them: a list, as JSON. With `with_text`, each has its sentence.
    fn json(&self, viewer: Viewer, with_text: bool) -> Box<RawValue>;
}

/// The reason why a move is not made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveError {
    /// It is a move of another game.
    OfAnotherGame,
    /// The rules refuse it.
    Illegal(Illegal),
}

/// A state of any game, which only legal moves change.
pub trait AnyState: Any + Debug + Send + Sync {
    /// Returns an independent copy.
    fn copy(&self) -> Box<dyn AnyState>;

    /// The seed.
    fn seed(&self) -> &Seed;

    /// The number of seats.
    fn seats(&self) -> Seats;

    /// Returns the options.
    fn options(&self) -> OptionsText;

    /// Whether the game has ended.
    fn finished(&self) -> bool;

    /// Whether a finished solitaire may be ranked; false for several seats.
    fn eligible(&self) -> bool;

    /// Returns the index of the current room; 0 for a game without rooms.
    fn room(&self) -> usize;

    /// Returns the score card, or the points of each seat.
    fn standing(&self) -> Standing;

    /// Returns the seats that may act; empty exactly when the game has ended.
    fn to_act(&self) -> SeatSet;

    /// Returns the seats that may act and need not wait for others. Robots act for these only.
    fn in_step(&self) -> SeatSet;

    /// Returns the move with which a seat declines the open window; none if no window asks it. It follows from what every viewer sees.
    fn decline(&self, seat: Seat) -> Option<Move>;

    /// Returns the move that the service makes for a seat whose time is over; none if the built-in player moves.
    fn late_move(&self, seat: Seat) -> Option<Move>;

    /// Returns the milliseconds that a robot of a level takes for a move; none if it moves at once.
    fn robot_pace(&self, level: Level) -> Option<u32>;

    /// Returns the number of the stretch in which moves of other seats do not matter to a seat; none if they always may.
    fn stretch(&self) -> Option<u64>;

    /// Returns the median number of moves of such a game between built-in players; none for a solitaire.
    fn median_moves(&self) -> Option<u16>;

    /// Whether the winner takes seat 1 in the next game of the same players.
    fn winner_begins(&self) -> bool;

    /// Plays a move, and returns its events.
    ///
    /// # Errors
    /// See [`MoveError`]. The state is then unchanged.
    fn play(&mut self, mv: &dyn AnyMove) -> Result<Arc<dyn AnyEvents>, MoveError>;

    /// Plays a move whose events no one needs.
    ///
    /// # Errors
    /// See [`MoveError`]. The state is then unchanged.
    fn advance(&mut self, mv: &dyn AnyMove) -> Result<(), MoveError>;

    /// Returns the next moves of the built-in player for a seat at a level, which knows only what the seat sees. A search calls `go_on` from time
    /// to time with its number of moves; returns none once that returns false.
    fn plan(&self, seat: Seat, level: Level, seed: &Seed, go_on: &dyn Fn(u64) -> bool) -> Option<Vec<Move>>;

    /// Returns a uniformly random listed move, or a random move within the bounds if none is listed. The draws are those of the event
    /// `player/random/TURN` of the seed.
    fn random_move(&self, turn: u64) -> Option<Move>;

    /// Returns the legal moves, of all seats or of one, as JSON, and the number of those that are listed.
    fn legal_moves(&self, of: Option<Seat>) -> (Box<RawValue>, usize);

    /// Returns the state as JSON, with the seed and all hidden parts.
    fn json(&self) -> Box<RawValue>;

    /// Returns the view of a viewer as JSON. After the end of the game, everything is visible.
    fn view(&self, viewer: Viewer) -> Box<RawValue>;

    /// Returns the scene for a viewer.
    fn scene(&self, viewer: Viewer) -> Scene;

    /// Returns the SHA-256 of the state as canonical JSON (RFC 8785).
    fn digest(&self) -> [u8; 32];

    /// Returns the canonical form of a run that begins with this state: equal for runs that differ only in what does not affect the score.
    fn canonical(&self, moves: &[Move]) -> String;

    /// Returns a state that the viewer cannot distinguish from this one: another seed, and all hidden parts dealt again.
    fn redealt(&self, viewer: Viewer, draws: &mut Draws) -> Box<dyn AnyState>;
}
