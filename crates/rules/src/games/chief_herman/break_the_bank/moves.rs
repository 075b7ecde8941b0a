//! The moves and events of Break the Bank.

use crate::dice::Face;
use crate::game::Seat;
use crate::wire;

wire::tagged! {
    read seated
    /// A move in Break the Bank.
    pub enum Move = "BreakTheBankMove" by "type" {
        /// Takes the Kitty, which ends the turn, and the game too if the Bank is empty.
        "take" => Take as BreakTheBankTake {
            /// The seat.
            pub seat: Seat,
        },
        /// Pays 5 chips and rolls one die more than at the last roll.
        "roll" => Roll as BreakTheBankRoll {
            /// The seat.
            pub seat: Seat,
        },
    }
}

wire::tagged! {
    event
    /// An event of Break the Bank.
    pub enum Event = "BreakTheBankEvent" by "type" {
        /// A seat paid for a roll and rolled.
        "rolled" => Rolled as BreakTheBankRolled {
            /// The seat.
            pub seat: Seat,
            /// The number of chips that it paid to the Bank.
            #[schema(minimum = 5, maximum = 5)]
            pub paid: u64,
            /// The faces, as they fell.
            pub faces: Vec<Face>,
        },
        /// The roll has a 1: the turn is over, and the Kitty returns to the Bank.
        "bust" => Bust as BreakTheBankBust {
            /// The seat.
            pub seat: Seat,
            /// The number of chips that went back.
            #[schema(minimum = 0, maximum = 800)]
            pub returned: u64,
        },
        /// Chips went from the Bank to the Kitty.
        "kitty_grew" => KittyGrew as BreakTheBankKittyGrew {
            /// The seat that rolled.
            pub seat: Seat,
            /// The number of chips.
            #[schema(minimum = 0, maximum = 24)]
            pub by: u64,
        },
        /// A seat took the Kitty, and its turn is over.
        "took" => Took as BreakTheBankTook {
            /// The seat.
            pub seat: Seat,
            /// The number of chips that it took.
            #[schema(minimum = 0, maximum = 800)]
            pub chips: u64,
        },
        /// A seat could not pay for the first roll of its turn.
        "turn_lost" => TurnLost as BreakTheBankTurnLost {
            /// The seat.
            pub seat: Seat,
        },
        /// A seat broke the Bank: it took all that was in the Kitty and in the Bank, and the game is over.
        "broke_the_bank" => BrokeTheBank as BreakTheBankBroke {
            /// The seat.
            pub seat: Seat,
            /// The number of chips that it took.
            #[schema(minimum = 0, maximum = 800)]
            pub chips: u64,
        },
        /// The last turn is over, and the Bank was split among the seats.
        "split" => Split as BreakTheBankSplit {
            /// The number of chips that each seat got.
            #[schema(minimum = 0, maximum = 200)]
            pub each: u64,
            /// The number of chips that remained in the Bank.
            #[schema(minimum = 0, maximum = 7)]
            pub left: u64,
        },
    }
}
