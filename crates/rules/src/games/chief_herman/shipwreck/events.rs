//! The events of Shipwreck!.

use serde::Serialize;
use utoipa::ToSchema;

use super::boats::Boat;
use crate::cards::{Card, PlayedCard};
use crate::game::Seat;
use crate::wire;

/// A round began.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShipwreckDealt)]
pub struct Dealt {
    /// The round, from 1.
    pub round: u64,
    /// The dealer, who begins.
    pub dealer: Seat,
}

/// A seat drew cards at the beginning of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShipwreckDrew)]
pub struct Drew {
    /// The seat.
    pub seat: Seat,
    /// The number of cards.
    pub count: u64,
}

/// A seat discarded a card into the lifeboat of its suit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShipwreckDiscarded)]
pub struct Discarded {
    /// The seat.
    pub seat: Seat,
    /// The card.
    pub card: Card,
}

/// A seat began a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShipwreckAttacked)]
pub struct Attacked {
    /// The seat that attacked.
    pub seat: Seat,
    /// The seat that it attacked.
    pub target: Seat,
    /// The card.
    pub card: Card,
}

/// A seat played a higher card in a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShipwreckAnswered)]
pub struct Answered {
    /// The seat.
    pub seat: Seat,
    /// The card.
    pub card: Card,
}

/// A seat lost a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShipwreckSurrendered)]
pub struct Surrendered {
    /// The seat.
    pub seat: Seat,
}

/// The winner of a fight drew a card of the loser's hand, which is on its board now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShipwreckTaken)]
pub struct Taken {
    /// The seat that won the fight.
    pub winner: Seat,
    /// The seat that lost it.
    pub loser: Seat,
    /// The card.
    pub card: Card,
}

/// A seat drew the last card, and the ship sank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShipwreckSunk)]
pub struct Sunk {
    /// The seat.
    pub seat: Seat,
}

/// A seat laid its key face down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShipwreckKeyLaid)]
pub struct KeyLaid {
    /// The seat.
    pub seat: Seat,
}

/// All keys and hands were revealed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShipwreckRevealed)]
pub struct Revealed {
    /// The keys, by seat.
    pub keys: Vec<PlayedCard>,
    /// The rest of each hand.
    pub hands: Vec<Vec<Card>>,
}

/// A lifeboat left, with a seat or without.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShipwreckBoarded)]
pub struct Boarded {
    /// The suit of the lifeboat.
    pub suit: Boat,
    /// The seat that boarded it. Absent if the best seats were equal.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub seat: Option<Seat>,
    /// The points of all cards in it.
    pub points: i64,
}

/// The game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = ShipwreckEnded)]
pub struct Ended {
    /// The points of each seat.
    pub points: Vec<i64>,
}

wire::tagged! {
    event
    /// An event of Shipwreck!.
    pub enum Event = "ShipwreckEvent" by "type" {
        "dealt" => Dealt(Dealt),
        "drew" => Drew(Drew),
        "discarded" => Discarded(Discarded),
        "attacked" => Attacked(Attacked),
        "answered" => Answered(Answered),
        "surrendered" => Surrendered(Surrendered),
        "taken" => Taken(Taken),
        "sunk" => Sunk(Sunk),
        "key_laid" => KeyLaid(KeyLaid),
        "revealed" => Revealed(Revealed),
        "boarded" => Boarded(Boarded),
        "ended" => Ended(Ended),
    }
}
