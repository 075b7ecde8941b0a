//! Games for several seats. Rules: seats.md.

use super::{Game, Level, Seat, SeatMove, SeatSet, Seats};
use crate::fault::{Illegal, Rule};
use crate::scene::{Scene, Winning};

/// A game for several seats, which ends with points and places.
pub trait Seated: Game<Move: SeatMove> {
    /// The rule that refuses every move after the end of the game.
    const ENDED: Rule;
    /// The rule that refuses moves of a seat that may not act.
    const TURN: Rule;
    /// The median number of moves of a game between built-in players, with the default options: for each number of seats, from the
    /// minimum on. A test measures it.
    const MEDIAN_MOVES: &'static [u16];

    /// Returns the seats that may act now; empty exactly when the game has ended.
    fn to_act(options: Self::Options, table: &Self::Table) -> SeatSet;

    /// Returns the seats that may act and need not wait for others to keep pace; empty exactly when the game has ended.
    ///
    /// Robots act for these seats only. A game in which every seat may act at any time returns those that are behind, so
    /// that a robot does not play all its moves before a person plays one. The rules do not depend on it.
    fn in_step(options: Self::Options, table: &Self::Table) -> SeatSet {
        Self::to_act(options, table)
    }

    /// Returns the current points of each seat, from seat 1. More points are better, unless [`places`](Self::places) is
    /// overridden.
    fn points(options: Self::Options, table: &Self::Table) -> Vec<i64>;

    /// Returns the final place of each seat, from seat 1. Place 1 is the best, and ties share a place.
    ///
    /// Games whose options decide whether more points are better override this.
    fn places(options: Self::Options, table: &Self::Table) -> Vec<u8> {
        places(&Self::points(options, table))
    }

    /// Returns the pieces on the table with which a seat in the first place has won. They must be visible to every viewer. By
    /// default none.
    fn winning(_options: Self::Options, _table: &Self::Table, _seat: Seat) -> Winning {
        Winning::Nothing
    }

    /// Returns a number for the prospects of each seat, from seat 1, by which a search judges a game that has not ended: more is
    /// better. By default the points.
    fn prospects(options: Self::Options, table: &Self::Table) -> Vec<i64> {
        Self::points(options, table)
    }

    /// Returns the median number of moves of a game between built-in players. Games whose options make them shorter or longer override
    /// this.
    fn median_moves(_options: Self::Options, seats: Seats) -> u16 {
        Self::default_median_moves(seats)
    }

    /// Returns the median number of moves of a game with the default options.
    fn default_median_moves(seats: Seats) -> u16 {
        let at = usize::from(seats.count() - *Self::SEATS.start());
        Self::MEDIAN_MOVES.get(at).copied().unwrap_or_default()
    }

    /// Whether the winner of a game takes seat 1 in the next one of the same players, who otherwise keep their order.
    fn winner_begins(_options: Self::Options) -> bool {
        false
    }

    /// Returns the move with which a seat declines the open window; none if no window asks it.
    ///
    /// It is legal whatever the seat holds, and follows from what every viewer sees.
    fn decline(_options: Self::Options, _table: &Self::Table, _seat: Seat) -> Option<Self::Move> {
        None
    }

    /// Returns the move that the service makes for a seat whose time is over; by default none, and the built-in player moves.
    fn late_move(_options: Self::Options, _table: &Self::Table, _seat: Seat) -> Option<Self::Move> {
        None
    }

    /// Returns the milliseconds that a robot of a level takes for a move, where seats race against each other in real time. By
    /// default none: a robot moves at once when it is in step.
    fn robot_pace(_options: Self::Options, _level: Level) -> Option<u32> {
        None
    }

    /// Returns a number that changes whenever a seat's position can change by moves of other seats; by default none. While it
    /// stays the same, a seat may move without knowing what others have done meanwhile.
    fn stretch(_options: Self::Options, _table: &Self::Table) -> Option<u64> {
        None
    }

    /// Checks that the game has not ended and that the seat of the move may act. Each `play` calls this before its own
    /// rules.
    ///
    /// # Errors
    /// [`Self::ENDED`] or [`Self::TURN`].
    fn require_turn(options: Self::Options, table: &Self::Table, mv: &Self::Move) -> Result<(), Illegal> {
        let to_act = Self::to_act(options, table);
        Self::ENDED.require(!to_act.is_empty(), || "the game is over".to_owned())?;
        let seat = mv.seat();
        Self::TURN.require(to_act.contains(seat), || format!("seat {seat} is not to move, {to_act} {}", to_act.verb()))
    }
}

/// Marks the pieces with which the seats in the first place have won.
pub(crate) fn with_winning<G: Seated>(scene: Scene, options: G::Options, table: &G::Table) -> Scene {
    let first: Vec<Seat> = scene.seats.iter().filter(|at| at.place == Some(1)).map(|at| at.seat).collect();
    first.into_iter().fold(scene, |scene, seat| scene.won_with(seat, &G::winning(options, table, seat)))
}

/// Computes places from keys, greater keys first. Ties share a place and the places after it are skipped: 1, 2, 2, 4.
pub fn places<K: Ord>(keys: &[K]) -> Vec<u8> {
    keys.iter().map(|key| 1 + keys.iter().filter(|other| *other > key).count() as u8).collect()
}
