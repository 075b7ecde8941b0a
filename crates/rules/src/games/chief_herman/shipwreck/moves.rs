//! The moves of Shipwreck!.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::cards::Card;
use crate::game::Seat;
use crate::seat::seat_moves;
use crate::wire;

/// Discards a card into the lifeboat of its suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ShipwreckDiscard)]
pub struct Discard {
    /// The seat.
    pub seat: Seat,
    /// A card of its hand.
    pub card: Card,
}

/// Attacks another seat with a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ShipwreckFight)]
pub struct Fight {
    /// The seat.
    pub seat: Seat,
    /// A card of its hand.
    pub card: Card,
    /// The seat that it attacks, which has cards in its hand.
    pub target: Seat,
}

/// Plays a higher card than the last one of the fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ShipwreckAnswer)]
pub struct Answer {
    /// The seat.
    pub seat: Seat,
    /// A card of its hand. The last card of a hand must be a king.
    pub card: Card,
}

/// Gives the fight up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ShipwreckSurrender)]
pub struct Surrender {
    /// The seat.
    pub seat: Seat,
}

/// Lays a card face down: the seat runs to the lifeboat of its suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ShipwreckKey)]
pub struct Key {
    /// The seat.
    pub seat: Seat,
    /// A card of its hand.
    pub card: Card,
}

wire::tagged! {
    read
    /// A move in Shipwreck!.
    pub enum Move = "ShipwreckMove" by "type" {
        "discard" => Discard(Discard),
        "fight" => Fight(Fight),
        "answer" => Answer(Answer),
        "surrender" => Surrender(Surrender),
        "key" => Key(Key),
    }
}

seat_moves!(Move: Discard | Fight | Answer | Surrender | Key);
