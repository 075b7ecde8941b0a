//! The moves and events of Break the Bank.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::dice::Face;
use crate::game::Seat;
use crate::seat::seat_moves;
use crate::wire;

/// Takes the Kitty, which ends the turn, and the game too if the Bank is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BreakTheBankTake)]
pub struct Take {
    /// The seat.
    pub seat: Seat,
}

/// Pays 5 chips and rolls one die more than at the last roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BreakTheBankRoll)]
pub struct Roll {
    /// The seat.
    pub seat: Seat,
}

wire::tagged! {
    read
    /// A move in Break the Bank.
    pub enum Move = "BreakTheBankMove" by "type" {
        "take" => Take(Take),
        "roll" => Roll(Roll),
    }
}

seat_moves!(Move: Take | Roll);

/// A seat paid for a roll and rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = BreakTheBankRolled)]
pub struct Rolled {
    /// The seat.
    pub seat: Seat,
    /// The number of chips that it paid to the Bank.
    #[schema(minimum = 5, maximum = 5)]
    pub paid: u64,
    /// The faces, as they fell.
    pub faces: Vec<Face>,
}

/// The roll has a 1: the turn is over, and the Kitty returns to the Bank.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = BreakTheBankBust)]
pub struct Bust {
    /// The seat.
    pub seat: Seat,
    /// The number of chips that went back.
    #[schema(minimum = 0, maximum = 800)]
    pub returned: u64,
}

/// Chips went from the Bank to the Kitty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = BreakTheBankKittyGrew)]
pub struct KittyGrew {
    /// The seat that rolled.
    pub seat: Seat,
    /// The number of chips.
    #[schema(minimum = 0, maximum = 24)]
    pub by: u64,
}

/// A seat took the Kitty, and its turn is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = BreakTheBankTook)]
pub struct Took {
    /// The seat.
    pub seat: Seat,
    /// The number of chips that it took.
    #[schema(minimum = 0, maximum = 800)]
    pub chips: u64,
}

/// A seat could not pay for the first roll of its turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = BreakTheBankTurnLost)]
pub struct TurnLost {
    /// The seat.
    pub seat: Seat,
}

/// A seat broke the Bank: it took all that was in the Kitty and in the Bank, and the game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = BreakTheBankBroke)]
pub struct BrokeTheBank {
    /// The seat.
    pub seat: Seat,
    /// The number of chips that it took.
    #[schema(minimum = 0, maximum = 800)]
    pub chips: u64,
}

/// The last turn is over, and the Bank was split among the seats.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = BreakTheBankSplit)]
pub struct Split {
    /// The number of chips that each seat got.
    #[schema(minimum = 0, maximum = 200)]
    pub each: u64,
    /// The number of chips that remained in the Bank.
    #[schema(minimum = 0, maximum = 7)]
    pub left: u64,
}

wire::tagged! {
    event
    /// An event of Break the Bank.
    pub enum Event = "BreakTheBankEvent" by "type" {
        "rolled" => Rolled(Rolled),
        "bust" => Bust(Bust),
        "kitty_grew" => KittyGrew(KittyGrew),
        "took" => Took(Took),
        "turn_lost" => TurnLost(TurnLost),
        "broke_the_bank" => BrokeTheBank(BrokeTheBank),
        "split" => Split(Split),
    }
}
