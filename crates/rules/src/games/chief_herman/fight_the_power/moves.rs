//! The moves and events of Fight the Power.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::dice::Face;
use crate::game::Seat;
use crate::seat::seat_moves;
use crate::wire;

/// Takes a die from a seat that has fewer dice with that face.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = FightThePowerRecruit)]
pub struct Recruit {
    /// The seat that moves.
    pub seat: Seat,
    /// The owner of the die.
    pub from: Seat,
    /// The face that the die shows.
    pub face: Face,
}

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

/// Takes a die from the loser of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = FightThePowerTake)]
pub struct Take {
    /// The seat that moves.
    pub seat: Seat,
    /// The face that the die shows.
    pub face: Face,
}

wire::tagged! {
    read
    /// A move in Fight the Power.
    pub enum Move = "FightThePowerMove" by "type" {
        "recruit" => Recruit(Recruit),
        "fight" => Fight(Fight),
        "take" => Take(Take),
    }
}

seat_moves!(Move: Recruit | Fight | Take);

/// A die was recruited.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FightThePowerRecruited)]
pub struct Recruited {
    /// The seat that got it.
    pub seat: Seat,
    /// The owner before.
    pub from: Seat,
    /// The face that it shows.
    pub face: Face,
}

/// A faction rolled its dice for a fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FightThePowerRolled)]
pub struct Rolled {
    /// The owner of the dice.
    pub seat: Seat,
    /// Their faces before.
    pub dice: Vec<Face>,
    /// Their faces now, in the order of the roll.
    pub faces: Vec<Face>,
}

/// Two factions fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FightThePowerFought)]
pub struct Fought {
    /// The seat whose turn it is.
    pub attacker: Seat,
    /// The seat that was attacked.
    pub defender: Seat,
    /// Who won; absent if it was a draw.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = wire::reference_to::<Seat>)]
    pub winner: Option<Seat>,
}

/// The winner of a fight took a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FightThePowerTook)]
pub struct Took {
    /// The seat that took it.
    pub seat: Seat,
    /// The owner before.
    pub from: Seat,
    /// The face that it shows.
    pub face: Face,
}

/// A seat has won the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FightThePowerWon)]
pub struct Won {
    /// The winner.
    pub seat: Seat,
    /// With how many dice: 0 or 8.
    #[schema(minimum = 0, maximum = 8)]
    pub dice: u64,
}

/// The last round is over without a winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FightThePowerRoundsOver)]
pub struct RoundsOver {}

wire::tagged! {
    event
    /// An event of Fight the Power.
    pub enum Event = "FightThePowerEvent" by "type" {
        "recruited" => Recruited(Recruited),
        "rolled" => Rolled(Rolled),
        "fought" => Fought(Fought),
        "took" => Took(Took),
        "won" => Won(Won),
        "rounds_over" => RoundsOver(RoundsOver),
    }
}
