//! The moves of Hotel Transylvania.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::guest::GuestNumber;
use crate::cards::Card;
use crate::game::Seat;
use crate::seat::seat_moves;
use crate::wire;

/// Plays a card: its room and those in a row with it are haunted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HotelTransylvaniaPlay)]
pub struct Play {
    /// The seat.
    pub seat: Seat,
    /// A card of its hand.
    pub card: Card,
}

/// Rolls two dice for a guest and moves him.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HotelTransylvaniaMoveGuest)]
pub struct MoveGuest {
    /// The seat.
    pub seat: Seat,
    /// The guest.
    pub guest: GuestNumber,
}

/// Surprises the guest with the card of his room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HotelTransylvaniaSurprise)]
pub struct Surprise {
    /// The seat.
    pub seat: Seat,
}

/// Lets the guest be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = HotelTransylvaniaLet)]
pub struct Let {
    /// The seat.
    pub seat: Seat,
}

wire::tagged! {
    read
    /// A move in Hotel Transylvania.
    pub enum Move = "HotelTransylvaniaMove" by "type" {
        "play" => Play(Play),
        "guest" => Guest(MoveGuest),
        "surprise" => Surprise(Surprise),
        "let" => Let(Let),
    }
}

seat_moves!(Move: Play | Guest | Surprise | Let);
