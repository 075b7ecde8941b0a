//! The moves and events of Pontifuse.

use std::fmt;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::field::{Army, Territory};
use crate::game::Seat;
use crate::seat::seat_moves;
use crate::wire;

/// Declares an army, before the first mark of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PontifuseDeclare)]
pub struct Declare {
    /// The seat that declares: the Punchinade.
    pub seat: Seat,
    /// Its army.
    pub army: Army,
}

/// Marks a territory.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PontifuseMark)]
pub struct Mark {
    /// The seat that marks.
    pub seat: Seat,
    /// A territory without a mark.
    pub territory: Territory,
}

wire::tagged! {
    read
    /// A move in Pontifuse.
    pub enum Move = "PontifuseMove" by "type" {
        "declare" => Declare(Declare),
        "mark" => Mark(Mark),
    }
}

seat_moves!(Move: Declare | Mark);

/// The sign of a mark.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = PontifuseSign)]
pub enum MarkSign {
    /// That of the Resonade.
    Cross,
    /// That of the Punchinade.
    Hoop,
}

impl fmt::Display for MarkSign {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Cross => "cross",
            Self::Hoop => "hoop",
        })
    }
}

/// The armies were declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PontifuseDeclared)]
pub struct Declared {
    /// The seat that declared.
    pub seat: Seat,
    /// Its army. The other seat has the other.
    pub army: Army,
}

/// A territory was marked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PontifuseMarked)]
pub struct Marked {
    /// The seat that marked it.
    pub seat: Seat,
    /// Its position.
    pub territory: Territory,
    /// The name of the territory for the seat's army.
    pub meaning: &'static str,
    /// The sign that was drawn.
    pub sign: MarkSign,
}

/// A territory was flanked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PontifuseFlanked)]
pub struct Flanked {
    /// The owner of the territory.
    pub seat: Seat,
    /// The territory.
    pub territory: Territory,
    /// The points that it scored: 100 for the seat's first, 50 for its second.
    pub points: i64,
}

/// A seat was the first of both to flank a territory, which brings 100 points.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PontifuseEarlyBird)]
pub struct EarlyBird {
    /// The seat.
    pub seat: Seat,
}

/// A board is full and no territory is flanked. Unless it was the ninth, the next board begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = PontifuseDrawn)]
pub struct Drawn {
    /// The number of the board.
    #[schema(minimum = 1, maximum = 9)]
    pub board: u64,
}

wire::tagged! {
    event
    /// An event of Pontifuse.
    pub enum Event = "PontifuseEvent" by "type" {
        "declared" => Declared(Declared),
        "marked" => Marked(Marked),
        "flanked" => Flanked(Flanked),
        "early_bird" => EarlyBird(EarlyBird),
        "drawn" => Drawn(Drawn),
    }
}
