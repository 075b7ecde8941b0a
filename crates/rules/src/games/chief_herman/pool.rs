//! What the games on a pool table share: the rack, fouls, and the picture of the balls. Rules: pool.md.

use serde::{Deserialize, Serialize};

use crate::scene::{Area, Piece, Side};
use crate::text;
use crate::wire::ToSchema;

/// The number of object balls of a full rack.
pub(super) const RACK: u64 = 15;

/// What was wrong with a shot. If it had several faults, the first in this list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PoolFoul)]
pub enum FoulKind {
    /// The cue ball fell into a pocket or left the table.
    Scratch,
    /// The cue ball hit no object ball.
    NoHit,
    /// The first contact of the cue ball was not one of those that were due.
    WrongContact,
    /// After the hit no ball reached a rail or a pocket.
    NoRail,
    /// Any other foul, such as a broken cue.
    Other,
}

impl FoulKind {
    /// All fouls, in the order in which they are reported.
    pub(super) const ALL: [Self; 5] = [Self::Scratch, Self::NoHit, Self::WrongContact, Self::NoRail, Self::Other];

    /// Describes the foul.
    pub(super) const fn text(self) -> &'static str {
        match self {
            Self::Scratch => "the cue ball fell into a pocket or left the table",
            Self::NoHit => "the cue ball hit no object ball",
            Self::WrongContact => "the first contact was wrong",
            Self::NoRail => "no ball reached a rail or a pocket",
            Self::Other => "it broke another rule",
        }
    }
}

/// Formats a number of balls: `no ball`, `1 ball`, `2 balls`.
pub(super) fn balls(count: u64) -> String {
    if count == 0 { "no ball".to_owned() } else { text::counted(count, "ball") }
}

/// Creates the area of the object balls on the table, of which there are at most `room`.
pub(super) fn balls_area(room: u64, count: u64) -> Area {
    let balls = (0..count.min(room)).map(|_| Piece::Ball);
    Area::row("object balls", room as usize, balls).on(Side::Center)
}

/// Creates an area with a number of the scoreboard.
pub(super) fn number_area(name: &'static str, number: u64) -> Area {
    Area::row(name, 1, [Piece::Number(number)])
}
