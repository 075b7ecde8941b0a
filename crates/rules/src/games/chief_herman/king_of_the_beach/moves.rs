//! The moves of King of the Beach.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::cards::Card;
use crate::game::Seat;
use crate::seat::seat_moves;
use crate::wire;

/// Takes a card on offer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = KingOfTheBeachTake)]
pub struct Take {
    /// The seat.
    pub seat: Seat,
    /// A card on offer.
    pub card: Card,
}

/// Plays a card onto the space of the seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = KingOfTheBeachCombat)]
pub struct Combat {
    /// The seat.
    pub seat: Seat,
    /// A card of its hand.
    pub card: Card,
}

/// Changes places with a robot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = KingOfTheBeachSwitch)]
pub struct Switch {
    /// The seat.
    pub seat: Seat,
    /// The space of the robot.
    #[serde(deserialize_with = "wire::integer::<_, 1, 10>")]
    #[schema(minimum = 1, maximum = 10)]
    pub space: u64,
}

/// Trades a goodie for one of another seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = KingOfTheBeachTrade)]
pub struct Trade {
    /// The seat.
    pub seat: Seat,
    /// A goodie of its own.
    pub give: Card,
    /// A goodie of another seat.
    pub take: Card,
}

/// Draws a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = KingOfTheBeachDraw)]
pub struct Draw {
    /// The seat.
    pub seat: Seat,
}

/// Lays the stone onto a space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = KingOfTheBeachLayStone)]
pub struct LayStone {
    /// The seat.
    pub seat: Seat,
    /// The space.
    #[serde(deserialize_with = "wire::integer::<_, 1, 10>")]
    #[schema(minimum = 1, maximum = 10)]
    pub space: u64,
}

/// Does nothing with the current suit. The seat may still act for a later one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = KingOfTheBeachDecline)]
pub struct Decline {
    /// The seat.
    pub seat: Seat,
}

wire::tagged! {
    read
    /// A move in King of the Beach.
    pub enum Move = "KingOfTheBeachMove" by "type" {
        "take" => Take(Take),
        "combat" => Combat(Combat),
        "switch" => Switch(Switch),
        "trade" => Trade(Trade),
        "draw" => Draw(Draw),
        "stone" => LayStone(LayStone),
        "decline" => Decline(Decline),
    }
}

seat_moves!(Move: Take | Combat | Switch | Trade | Draw | LayStone | Decline);
