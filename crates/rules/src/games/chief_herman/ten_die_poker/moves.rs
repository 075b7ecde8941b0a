//! The moves and events of Ten-Die Poker.

use serde::Serialize;

use super::pairs::{PairNumber, Pairs};
use crate::game::Seat;
use crate::wire::{self, ToSchema};

wire::record! {
    /// Pays half the pot and rolls pairs again, to tie or beat the leaders.
    #[schema(as = TenDiePokerChallenge)]
    pub struct Challenge {
        /// The seat that moves.
        pub seat: Seat,
        /// The pairs to roll again, in ascending order.
        pub pairs: BoundedVec<PairNumber, 0, 5>,
    }
}

wire::tagged! {
    read seated
    /// A move in Ten-Die Poker.
    pub enum Move = "TenDiePokerMove" by "type" {
        /// Drops out of the pot.
        "fold" => Fold as TenDiePokerFold {
            /// The seat that moves.
            pub seat: Seat,
        },
        "challenge" => Challenge,
    }
}

/// The result of a challenge.
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

wire::tagged! {
    event
    /// An event of Ten-Die Poker.
    pub enum Event = "TenDiePokerEvent" by "type" {
        /// A hand began: each seat paid a chip, and all dice were rolled.
        "hand_dealt" => HandDealt as TenDiePokerHandDealt {
            /// The number of the hand, from 1.
            #[schema(minimum = 1, maximum = 25)]
            pub hand: u64,
            /// The chips in the pot.
            #[schema(minimum = 4)]
            pub pot: u64,
            /// The dice of each seat, from seat 1.
            pub dice: Vec<Pairs>,
        },
        /// A seat has the worst dice and is to act.
        "active" => Active as TenDiePokerActive {
            /// The seat to act.
            pub seat: Seat,
            /// All the seats that are tied for worst, if it was drawn from among them.
            #[serde(skip_serializing_if = "Vec::is_empty")]
            #[schema(required = false)]
            pub tied: Vec<Seat>,
        },
        /// A seat dropped out of the pot.
        "folded" => Folded as TenDiePokerFolded {
            /// The seat that dropped out.
            pub seat: Seat,
        },
        /// A seat paid and rolled pairs again.
        "challenged" => Challenged as TenDiePokerChallenged {
            /// The seat.
            pub seat: Seat,
            /// The chips that were paid into the pot.
            #[schema(minimum = 2)]
            pub paid: u64,
            /// The pairs that were rolled.
            pub pairs: Vec<PairNumber>,
            /// All dice of the seat now.
            pub dice: Pairs,
            /// The result.
            pub result: Outcome,
        },
        /// The leaders shared the pot.
        "pot_won" => PotWon as TenDiePokerPotWon {
            /// The seats that shared it, in ascending order.
            pub seats: Vec<Seat>,
            /// The chips that each of them got.
            #[schema(minimum = 0)]
            pub each: u64,
            /// The remainder that could not be divided. It goes into the pot of the next hand.
            #[schema(minimum = 0, maximum = 6)]
            pub left: u64,
        },
    }
}
