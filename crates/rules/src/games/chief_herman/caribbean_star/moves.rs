//! The moves and events of Caribbean Star.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::cards::Card;
use crate::game::Seat;
use crate::seat::seat_moves;
use crate::wire;

/// Plays a card, face down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CaribbeanStarPlay)]
pub struct Play {
    /// The seat.
    pub seat: Seat,
    /// A card of its hand, but no ace.
    pub card: Card,
}

/// Stops the card that is to take effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CaribbeanStarStop)]
pub struct Stop {
    /// The seat.
    pub seat: Seat,
    /// An ace of its hand.
    pub card: Card,
}

/// Lets the card take effect.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CaribbeanStarLet)]
pub struct Let {
    /// The seat.
    pub seat: Seat,
}

/// Performs one trick at the buffet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CaribbeanStarPerform)]
pub struct Perform {
    /// The seat.
    pub seat: Seat,
    /// A trick of its practice pile.
    pub card: Card,
}

/// Performs nothing at the buffet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CaribbeanStarDecline)]
pub struct Decline {
    /// The seat.
    pub seat: Seat,
}

wire::tagged! {
    read
    /// A move in Caribbean Star.
    pub enum Move = "CaribbeanStarMove" by "type" {
        "play" => Play(Play),
        "stop" => Stop(Stop),
        "let" => Let(Let),
        "perform" => Perform(Perform),
        "decline" => Decline(Decline),
    }
}

seat_moves!(Move: Play | Stop | Let | Perform | Decline);

/// A seat played a card, face down.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CaribbeanStarPlayed)]
pub struct Played {
    /// The seat.
    pub seat: Seat,
}

/// The cards played were turned up.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CaribbeanStarRevealed)]
pub struct Revealed {
    /// The cards, in the order in which they take effect.
    pub cards: Vec<Card>,
}

/// Both seats are asked whether they stop a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CaribbeanStarAsked)]
pub struct Asked {
    /// The card that is to take effect.
    pub card: Card,
}

/// A seat stopped the card and takes it into its hand.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CaribbeanStarStopped)]
pub struct Stopped {
    /// The seat.
    pub seat: Seat,
    /// The ace, which is discarded.
    pub ace: Card,
    /// The card that is stopped.
    pub card: Card,
}

/// A seat keeps its ace, for the other had stopped the card already.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CaribbeanStarStopNotNeeded)]
pub struct StopNotNeeded {
    /// The seat.
    pub seat: Seat,
    /// The ace.
    pub ace: Card,
}

/// A card went into the practice pile of its owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CaribbeanStarPractised)]
pub struct Practised {
    /// The owner.
    pub seat: Seat,
    /// The card.
    pub card: Card,
}

/// A seat performed its practice pile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CaribbeanStarPerformed)]
pub struct Performed {
    /// The seat.
    pub seat: Seat,
    /// The cards of the pile.
    pub cards: Vec<Card>,
    /// The length of the show.
    pub minutes: u64,
    /// The points that it scored.
    pub points: i64,
}

/// A seat was at the buffet.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CaribbeanStarBuffet)]
pub struct Buffet {
    /// The seat.
    pub seat: Seat,
    /// The trick that it performed. Absent if it declined or had none.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub card: Option<Card>,
    /// The points that it scored.
    pub points: i64,
}

/// The seats swapped their hands.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CaribbeanStarSwapped)]
pub struct Swapped {}

/// A seat drew a card.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CaribbeanStarDrew)]
pub struct Drew {
    /// The seat.
    pub seat: Seat,
    /// The card, for the seat itself; hidden from the other.
    pub card: crate::cards::ViewedCard,
}

/// A seat performed the rest of its practice pile at the end of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CaribbeanStarFarewell)]
pub struct Farewell {
    /// The seat.
    pub seat: Seat,
    /// The cards of the pile.
    pub cards: Vec<Card>,
    /// The length of the show.
    pub minutes: u64,
    /// The points that it scored.
    pub points: i64,
}

/// The game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = CaribbeanStarEnded)]
pub struct Ended {
    /// The score of each seat.
    pub scores: Vec<i64>,
}

wire::tagged! {
    event
    /// An event of Caribbean Star.
    pub enum Event = "CaribbeanStarEvent" by "type" {
        "played" => Played(Played),
        "revealed" => Revealed(Revealed),
        "asked" => Asked(Asked),
        "stopped" => Stopped(Stopped),
        "stop_not_needed" => StopNotNeeded(StopNotNeeded),
        "practised" => Practised(Practised),
        "performed" => Performed(Performed),
        "buffet" => Buffet(Buffet),
        "swapped" => Swapped(Swapped),
        "drew" => Drew(Drew),
        "farewell" => Farewell(Farewell),
        "ended" => Ended(Ended),
    }
}
