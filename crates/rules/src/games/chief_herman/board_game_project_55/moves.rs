//! The moves and events of Board Game Project #55.

use serde::{Deserialize, Deserializer, Serialize};

use super::board::{Spot, Square};
use super::chips::Color;
use crate::game::Seat;
use crate::wire::{self, ToSchema};

/// Steals a chip of the turn's color: from under the top of a pile, or from a stockpile.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = BoardGameProject55Steal)]
pub struct Steal {
    /// The seat that moves.
    pub seat: Seat,
    /// The cell of the pile, if a pile is robbed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = wire::reference_to::<Spot>)]
    pub cell: Option<Spot>,
    /// The seat with the stockpile, if a stockpile is robbed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = wire::reference_to::<Seat>)]
    pub victim: Option<Seat>,
}

impl<'de> Deserialize<'de> for Steal {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        struct Form {
            seat: Seat,
            #[serde(default, deserialize_with = "wire::present")]
            cell: Option<Spot>,
            #[serde(default, deserialize_with = "wire::present")]
            victim: Option<Seat>,
        }
        use serde::de::Error as _;
        let Form { seat, cell, victim } = Form::deserialize(deserializer)?;
        if cell.is_some() == victim.is_some() {
            return Err(D::Error::custom("must have either `cell` or `victim`"));
        }
        if let Some(victim) = victim.filter(|victim| victim.number() > 4) {
            return Err(D::Error::custom(format_args!("must have a `victim` from 1 to 4 (got {victim})")));
        }
        Ok(Self { seat, cell, victim })
    }
}

impl wire::Described for Steal {
    const DESCRIPTION: &'static str =
        "Steals a chip of the turn's color: from under the top of a pile, or from a stockpile.";
}

wire::tagged! {
    read seated
    /// A move in Board Game Project #55.
    pub enum Move = "BoardGameProject55Move" by "type" {
        /// Lays a chip of the turn's color on a pile.
        "lay" => Lay as BoardGameProject55Lay {
            /// The seat that moves.
            pub seat: Seat,
            /// The pile for the chip.
            pub cell: Spot,
        },
        /// Walks with the seat's pawn.
        "walk" => Walk as BoardGameProject55Walk {
            /// The seat that moves.
            pub seat: Seat,
            /// The end of the walk.
            pub to: Spot,
        },
        /// Takes all chips from under the top of the pile on which the seat's pawn is.
        "restock" => Restock as BoardGameProject55Restock {
            /// The seat that moves.
            pub seat: Seat,
        },
        "steal" => Steal,
        /// Ends the turn without walking, restocking or stealing.
        "stay" => Stay as BoardGameProject55Stay {
            /// The seat that moves.
            pub seat: Seat,
        },
    }
}

wire::tagged! {
    event
    /// An event of Board Game Project #55.
    pub enum Event = "BoardGameProject55Event" by "type" {
        /// The die was rolled for a turn.
        "rolled" => Rolled as BoardGameProject55Rolled {
            /// The seat whose turn it is.
            pub seat: Seat,
            /// The color of the turn.
            pub color: Color,
        },
        /// A chip was laid.
        "laid" => Laid as BoardGameProject55Laid {
            /// The owner of the chip.
            pub seat: Seat,
            /// Its position, on top.
            pub cell: Spot,
            /// Its color.
            pub color: Color,
        },
        /// A pawn walked.
        "walked" => Walked as BoardGameProject55Walked {
            /// The owner of the pawn.
            pub seat: Seat,
            /// Its position before.
            pub from: Square,
            /// Its position now.
            pub to: Spot,
        },
        /// Chips under the top of a pile were taken.
        "restocked" => Restocked as BoardGameProject55Restocked {
            /// The seat that took them.
            pub seat: Seat,
            /// The cell of the pile.
            pub cell: Spot,
            /// The chips.
            pub chips: Vec<Color>,
        },
        /// A chip was stolen.
        "stole" => Stole as BoardGameProject55Stole {
            /// The seat that stole it.
            pub seat: Seat,
            /// Its color.
            pub color: Color,
            /// The cell of the pile, if a pile was robbed.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schema(schema_with = wire::reference_to::<Spot>)]
            pub cell: Option<Spot>,
            /// The seat with the stockpile, if a stockpile was robbed.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schema(schema_with = wire::reference_to::<Seat>)]
            pub victim: Option<Seat>,
        },
        /// A seat had no legal move, and its turn was skipped.
        "stuck" => Stuck as BoardGameProject55Stuck {
            /// The seat whose turn it was.
            pub seat: Seat,
        },
        /// A seat has walked onto one of its targets, and all pawns are back where they started.
        "round_over" => RoundOver as BoardGameProject55RoundOver {
            /// The seat.
            pub seat: Seat,
            /// The points that it scored: none on the pawn of another seat.
            #[schema(minimum = 0, maximum = 42)]
            pub points: u64,
        },
        /// A seat has eleven points or more.
        "goal_reached" => GoalReached as BoardGameProject55GoalReached {
            /// The seat.
            pub seat: Seat,
        },
        /// The last turn is over, and no seat has eleven points.
        "turns_over" => TurnsOver as BoardGameProject55TurnsOver {},
    }
}
