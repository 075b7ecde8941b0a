//! The move and the events of Darwinian Poker.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

// The field type must be named `Value`: utoipa then publishes it without a schema, as clients know it.
use crate::cards::poker::HandValue as Value;
use crate::cards::{Card, PlayedCard};
use crate::game::Seat;
use crate::seat::seat_moves;
use crate::wire;

/// Plants a card.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DarwinianPokerPlant)]
pub struct Plant {
    /// The seat.
    pub seat: Seat,
    /// A card of its hand.
    pub card: Card,
}

wire::tagged! {
    read
    /// A move in Darwinian Poker.
    pub enum Move = "DarwinianPokerMove" by "type" {
        "plant" => Plant(Plant),
    }
}

seat_moves!(Move: Plant);

/// A round began.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DarwinianPokerDealt)]
pub struct Dealt {
    /// The round, from 1.
    pub round: u64,
    /// The ooze.
    pub ooze: Vec<Card>,
}

/// A seat planted a seed, face down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DarwinianPokerPlanted)]
pub struct Planted {
    /// The seat.
    pub seat: Seat,
}

/// All seeds were turned up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DarwinianPokerRevealed)]
pub struct Revealed {
    /// The seeds, in the order in which they are played.
    pub seeds: Vec<PlayedCard>,
}

/// A seed captured cards of the ooze and fell into it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DarwinianPokerCaptured)]
pub struct Captured {
    /// The seat that planted the seed.
    pub seat: Seat,
    /// The seed.
    pub seed: Card,
    /// The cards that it captured. Can be empty.
    pub cards: Vec<Card>,
}

/// The rest of the ooze was discarded.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DarwinianPokerDiscarded)]
pub struct Discarded {
    /// The cards.
    pub cards: Vec<Card>,
}

/// A seat went extinct.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DarwinianPokerExtinct)]
pub struct Extinct {
    /// The seat.
    pub seat: Seat,
}

/// A hand as it is shown at the end.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DarwinianPokerShown)]
pub struct Shown {
    /// The seat.
    pub seat: Seat,
    /// The hand.
    pub cards: Vec<Card>,
    /// Its value.
    pub value: Value,
}

/// All seats showed their hands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DarwinianPokerShowdown)]
pub struct Showdown {
    /// The hands of the seats that are not extinct.
    pub hands: Vec<Shown>,
}

/// The game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = DarwinianPokerEnded)]
pub struct Ended {
    /// The place of each seat.
    pub places: Vec<u8>,
}

wire::tagged! {
    event
    /// An event of Darwinian Poker.
    pub enum Event = "DarwinianPokerEvent" by "type" {
        "dealt" => Dealt(Dealt),
        "planted" => Planted(Planted),
        "revealed" => Revealed(Revealed),
        "captured" => Captured(Captured),
        "discarded" => Discarded(Discarded),
        "extinct" => Extinct(Extinct),
        "showdown" => Showdown(Showdown),
        "ended" => Ended(Ended),
    }
}
