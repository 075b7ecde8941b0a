//! A series of games: as many as there are seats, one after the other, each begun by the next seat, so that all have been first
//! as often.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::game::{OptionInfo, Seat, Seats};

/// How many games a run has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = SeriesGames)]
pub enum Games {
    /// As many as there are seats, each begun by the next seat.
    #[default]
    Rotate,
    /// One, begun by seat 1.
    One,
}

/// What is decided by `games`.
pub(super) const GAMES_OPTION: OptionInfo = OptionInfo {
    name: "games",
    values: &["rotate", "one"],
    summary: "Whether as many games as there are seats are played, each begun by the next seat, or one alone.",
};

impl Games {
    /// How many games there are for so many seats.
    pub(super) fn count(self, seats: Seats) -> u64 {
        match self {
            Self::Rotate => seats.count().into(),
            Self::One => 1,
        }
    }

    /// Which game is played, in words, followed by a comma; nothing if there is but one.
    pub(super) fn label(self, game: u64, seats: Seats) -> String {
        match self {
            Self::Rotate => format!("game {game} of {}, ", seats.count()),
            Self::One => String::new(),
        }
    }
}

/// The seat whose turn it is after so many turns of the game of this number: seat 1 begins game 1, seat 2 game 2.
pub(super) fn seat_to_act(game: u64, turns: usize, seats: usize) -> Seat {
    let after_first = (game.saturating_sub(1) as usize + turns) % seats.max(1);
    Seat::new(after_first as u8 + 1).unwrap_or(Seat::FIRST)
}
