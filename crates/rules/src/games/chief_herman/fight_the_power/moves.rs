//! The moves and events of Fight the Power.

use crate::dice::Face;
use crate::game::Seat;
use crate::wire;

wire::record! {
    /// Rolls dice against another faction, which rolls all its dice.
    #[schema(as = FightThePowerFight)]
    pub struct Fight {
        /// The seat that moves.
        pub seat: Seat,
        /// The seat whose faction is attacked.
        pub with: Seat,
        /// The faces of the own dice to roll, highest first. The others stay.
        pub dice: BoundedVec<Face, 0, 7>,
    }
}

wire::tagged! {
    read seated
    /// A move in Fight the Power.
    pub enum Move = "FightThePowerMove" by "type" {
        /// Takes a die from a seat that has fewer dice with that face.
        #[derive(Copy)]
        "recruit" => Recruit as FightThePowerRecruit {
            /// The seat that moves.
            pub seat: Seat,
            /// The owner of the die.
            pub from: Seat,
            /// The face that the die shows.
            pub face: Face,
        },
        "fight" => Fight,
        /// Takes a die from the loser of a fight.
        #[derive(Copy)]
        "take" => Take as FightThePowerTake {
            /// The seat that moves.
            pub seat: Seat,
            /// The face that the die shows.
            pub face: Face,
        },
    }
}

wire::tagged! {
    event
    /// An event of Fight the Power.
    pub enum Event = "FightThePowerEvent" by "type" {
        /// A die was recruited.
        "recruited" => Recruited as FightThePowerRecruited {
            /// The seat that got it.
            pub seat: Seat,
            /// The owner before.
            pub from: Seat,
            /// The face that it shows.
            pub face: Face,
        },
        /// A faction rolled its dice for a fight.
        "rolled" => Rolled as FightThePowerRolled {
            /// The owner of the dice.
            pub seat: Seat,
            /// Their faces before.
            pub dice: Vec<Face>,
            /// Their faces now, in the order of the roll.
            pub faces: Vec<Face>,
        },
        /// Two factions fought.
        "fought" => Fought as FightThePowerFought {
            /// The seat whose turn it is.
            pub attacker: Seat,
            /// The seat that was attacked.
            pub defender: Seat,
            /// Who won; absent if it was a draw.
            #[serde(skip_serializing_if = "Option::is_none")]
            #[schema(schema_with = wire::reference_to::<Seat>)]
            pub winner: Option<Seat>,
        },
        /// The winner of a fight took a die.
        "took" => Took as FightThePowerTook {
            /// The seat that took it.
            pub seat: Seat,
            /// The owner before.
            pub from: Seat,
            /// The face that it shows.
            pub face: Face,
        },
        /// A seat has won the game.
        "won" => Won as FightThePowerWon {
            /// The winner.
            pub seat: Seat,
            /// With how many dice: 0 or 8.
            #[schema(minimum = 0, maximum = 8)]
            pub dice: u64,
        },
        /// The last round is over without a winner.
        "rounds_over" => RoundsOver as FightThePowerRoundsOver {},
    }
}
