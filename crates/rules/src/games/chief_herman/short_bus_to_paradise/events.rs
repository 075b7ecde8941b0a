//! The events of Short Bus to Paradise.

use serde::Serialize;
use utoipa::ToSchema;

use super::cab::Cab;
use super::stone::{Color, Group};
use crate::dice::Face;
use crate::game::Seat;
use crate::wire;

/// Two dice were rolled at the beginning of a turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShortBusToParadiseRolled)]
pub struct Rolled {
    /// The dice.
    pub dice: Vec<Face>,
}

/// Stones were drawn from the bag into the pot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShortBusToParadiseArrived)]
pub struct Arrived {
    /// The stones by color. Empty if the bag was empty.
    pub stones: Vec<Group>,
}

/// The cruise line took a color out of the pot and of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShortBusToParadiseBussed)]
pub struct Bussed {
    /// The color.
    pub color: Color,
    /// How many stones.
    pub count: u64,
}

/// A seat played a cab.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShortBusToParadisePlayed)]
pub struct Played {
    /// The seat.
    pub seat: Seat,
    /// The cab.
    pub cab: Cab,
}

/// A seat loaded stones from the pot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShortBusToParadiseLoaded)]
pub struct Loaded {
    /// The seat.
    pub seat: Seat,
    /// The cab.
    pub cab: Cab,
    /// The color.
    pub color: Color,
    /// How many stones.
    pub count: u64,
}

/// A seat stole passengers, together with stones from the pot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShortBusToParadiseStolen)]
pub struct Stolen {
    /// The seat.
    pub seat: Seat,
    /// The cab that they went into.
    pub cab: Cab,
    /// The cab that they left.
    pub from: Cab,
    /// The color.
    pub color: Color,
    /// How many passengers came from the other cab.
    pub passengers: u64,
    /// How many stones came from the pot.
    pub count: u64,
}

/// A full cab left.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShortBusToParadiseLeft)]
pub struct Left {
    /// The seat that it scores for.
    pub seat: Seat,
    /// The cab.
    pub cab: Cab,
    /// The color of its passengers.
    pub color: Color,
}

/// A seat drew a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShortBusToParadiseDrew)]
pub struct Drew {
    /// The seat.
    pub seat: Seat,
}

/// The turn of a seat ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShortBusToParadiseTurnEnded)]
pub struct TurnEnded {
    /// The seat.
    pub seat: Seat,
}

/// The bag had too few stones, or the deck ran out: each seat has one more turn.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShortBusToParadiseLastTurnsBegan)]
pub struct LastTurnsBegan {
    /// How many turns come after the present one.
    pub turns: u64,
}

/// The game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShortBusToParadiseEnded)]
pub struct Ended {
    /// The points of each seat.
    pub points: Vec<i64>,
}

wire::tagged! {
    event
    /// An event of Short Bus to Paradise.
    pub enum Event = "ShortBusToParadiseEvent" by "type" {
        "rolled" => Rolled(Rolled),
        "arrived" => Arrived(Arrived),
        "bussed" => Bussed(Bussed),
        "played" => Played(Played),
        "loaded" => Loaded(Loaded),
        "stolen" => Stolen(Stolen),
        "left" => Left(Left),
        "drew" => Drew(Drew),
        "turn_ended" => TurnEnded(TurnEnded),
        "last_turns_began" => LastTurnsBegan(LastTurnsBegan),
        "ended" => Ended(Ended),
    }
}
