//! The moves and events of Ten-Die Poker.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::pairs::{PairNumber, Pairs};
use crate::game::Seat;
use crate::seat::seat_moves;
use crate::wire;

/// Drops out of the pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TenDiePokerFold)]
pub struct Fold {
    /// Who moves.
    #[schema(inline = false)]
    pub seat: Seat,
}

wire::record! {
    /// Pays half the pot and rolls pairs again, to be at least as good as those who lead.
    #[schema(as = TenDiePokerChallenge)]
    pub struct Challenge {
        /// Who moves.
        #[schema(inline = false)]
        pub seat: Seat,
        /// The pairs that are rolled again, ascending.
        pub pairs: BoundedVec<PairNumber, 0, 5>,
    }
}

wire::tagged! {
    read
    /// A move in Ten-Die Poker.
    pub enum Move = "TenDiePokerMove" by "type" {
        "fold" => Fold(Fold),
        "challenge" => Challenge(Challenge),
    }
}

seat_moves!(Move: Fold | Challenge);

/// A hand began: everyone paid a chip, and all dice were rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TenDiePokerHandDealt)]
pub struct HandDealt {
    /// The number of the hand, from 1.
    #[schema(minimum = 1, maximum = 25)]
    pub hand: u64,
    /// What is in the pot.
    #[schema(minimum = 4)]
    pub pot: u64,
    /// The dice of each seat, from seat 1.
    pub dice: Vec<Pairs>,
}

/// A seat has the worst dice and is to act.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TenDiePokerActive)]
pub struct Active {
    /// Who is to act.
    #[schema(inline = false)]
    pub seat: Seat,
    /// All the seats that are tied for worst, if it was drawn from among them.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schema(required = false)]
    pub tied: Vec<Seat>,
}

/// A seat dropped out of the pot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TenDiePokerFolded)]
pub struct Folded {
    /// Who dropped out.
    #[schema(inline = false)]
    pub seat: Seat,
}

/// What a challenge came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = TenDiePokerResult)]
pub enum Outcome {
    /// The seat leads alone now.
    Leads,
    /// The seat leads with those who led before.
    Joins,
    /// The seat has dropped out of the pot.
    DropsOut,
}

/// A seat paid, and rolled pairs again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TenDiePokerChallenged)]
pub struct Challenged {
    /// Who it was.
    #[schema(inline = false)]
    pub seat: Seat,
    /// What was paid into the pot.
    #[schema(minimum = 2)]
    pub paid: u64,
    /// The pairs that were rolled.
    pub pairs: Vec<PairNumber>,
    /// All dice of the seat as they lie now.
    #[schema(inline = false)]
    pub dice: Pairs,
    /// What it came to.
    pub result: Outcome,
}

/// Those who lead shared the pot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = TenDiePokerPotWon)]
pub struct PotWon {
    /// Who shared it, ascending.
    pub seats: Vec<Seat>,
    /// What each of them got.
    #[schema(minimum = 0)]
    pub each: u64,
    /// What could not be divided; it is in the pot of the next hand.
    #[schema(minimum = 0, maximum = 6)]
    pub left: u64,
}

wire::tagged! {
    event
    /// What happens in a move of Ten-Die Poker.
    pub enum Event = "TenDiePokerEvent" by "type" {
        "hand_dealt" => HandDealt(HandDealt),
        "active" => Active(Active),
        "folded" => Folded(Folded),
        "challenged" => Challenged(Challenged),
        "pot_won" => PotWon(PotWon),
    }
}
