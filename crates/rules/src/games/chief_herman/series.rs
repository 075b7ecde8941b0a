//! A series of as many games as there are seats. The first turn rotates, so that each seat begins equally often.

use crate::game::{Seat, Seats};
use crate::wire;

wire::option! {
    /// The number of games of a run.
    #[schema(as = SeriesGames)]
    pub enum Games: "Whether to play one game, or one for each seat, each started by the next seat." {
        /// As many as there are seats, each begun by the next seat.
        Rotate = "rotate",
        /// One, begun by seat 1.
        One = "one",
    }
}

impl Games {
    /// Returns the number of games for a number of seats.
    pub(super) fn count(self, seats: Seats) -> u64 {
        match self {
            Self::Rotate => seats.count().into(),
            Self::One => 1,
        }
    }

    /// Returns the median number of moves, from the one with a game for each seat.
    pub(super) fn median_moves(self, rotate: u16, seats: Seats) -> u16 {
        match self {
            Self::Rotate => rotate,
            Self::One => rotate / u16::from(seats.count()),
        }
    }

    /// Returns a label such as `game 2 of 4, `; empty for a single game.
    pub(super) fn label(self, game: u64, seats: Seats) -> String {
        match self {
            Self::Rotate => format!("game {game} of {}, ", seats.count()),
            Self::One => String::new(),
        }
    }
}

/// Returns the seat to act after `turns` turns of a game, from 1. Seat 1 begins game 1, seat 2 game 2.
pub(super) fn seat_to_act(game: u64, turns: usize, seats: usize) -> Seat {
    Seat::in_turn(game.saturating_sub(1).saturating_add(turns as u64), seats)
}
