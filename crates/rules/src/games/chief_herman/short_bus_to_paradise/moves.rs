//! The moves of Short Bus to Paradise.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::cab::Cab;
use super::stone::Color;
use crate::game::Seat;
use crate::seat::seat_moves;
use crate::wire;

/// Plays a cab of the hand: it waits in front of the seat, empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ShortBusToParadisePlay)]
pub struct Play {
    /// The seat.
    pub seat: Seat,
    /// A cab of its hand.
    pub cab: Cab,
}

/// Loads all stones of a color in the pot into a waiting cab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ShortBusToParadiseLoad)]
pub struct Load {
    /// The seat.
    pub seat: Seat,
    /// A cab that waits in front of it.
    pub cab: Cab,
    /// The color.
    pub color: Color,
}

/// Moves the passengers of another waiting cab, and all stones of their color in the pot, into a waiting cab.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ShortBusToParadiseSteal)]
pub struct Steal {
    /// The seat.
    pub seat: Seat,
    /// A cab that waits in front of it.
    pub cab: Cab,
    /// Another waiting cab with passengers, of any seat.
    pub from: Cab,
}

/// Draws the top card of the deck, and ends the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ShortBusToParadiseDraw)]
pub struct Draw {
    /// The seat.
    pub seat: Seat,
}

/// Ends the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ShortBusToParadiseEnd)]
pub struct End {
    /// The seat.
    pub seat: Seat,
}

wire::tagged! {
    read
    /// A move in Short Bus to Paradise.
    pub enum Move = "ShortBusToParadiseMove" by "type" {
        "play" => Play(Play),
        "load" => Load(Load),
        "steal" => Steal(Steal),
        "draw" => Draw(Draw),
        "end" => End(End),
    }
}

seat_moves!(Move: Play | Load | Steal | Draw | End);
