//! The moves and events of Fight the Power.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::dice::Face;
use crate::game::Seat;
use crate::seat::seat_moves;
use crate::wire;

/// Gets a die of which the own faction has more than another.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = FightThePowerRecruit)]
pub struct Recruit {
    /// Who moves.
    #[schema(inline = false)]
    pub seat: Seat,
    /// Whose die it is.
    #[schema(inline = false)]
    pub from: Seat,
    /// What the die shows.
    #[schema(inline = false)]
    pub face: Face,
}

wire::record! {
    /// Rolls dice against another faction, which rolls all its dice.
    #[schema(as = FightThePowerFight)]
    pub struct Fight {
        /// Who moves.
        #[schema(inline = false)]
        pub seat: Seat,
        /// Whose faction is attacked.
        #[schema(inline = false)]
        pub with: Seat,
        /// The faces of the own dice that are rolled, the highest first; the others stay as they are.
        pub dice: BoundedVec<Face, 0, 7>,
    }
}

/// Takes a die from the loser of a fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = FightThePowerTake)]
pub struct Take {
    /// Who moves.
    #[schema(inline = false)]
    pub seat: Seat,
    /// What the die shows.
    #[schema(inline = false)]
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
    /// Who got it.
    #[schema(inline = false)]
    pub seat: Seat,
    /// Whose it was.
    #[schema(inline = false)]
    pub from: Seat,
    /// What it shows.
    #[schema(inline = false)]
    pub face: Face,
}

/// A faction rolled dice for a fight.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FightThePowerRolled)]
pub struct Rolled {
    /// Whose dice they are.
    #[schema(inline = false)]
    pub seat: Seat,
    /// What they showed before.
    pub dice: Vec<Face>,
    /// What they show now, as they fell.
    pub faces: Vec<Face>,
}

/// Two factions fought.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FightThePowerFought)]
pub struct Fought {
    /// Whose turn it is.
    #[schema(inline = false)]
    pub attacker: Seat,
    /// Who was attacked.
    #[schema(inline = false)]
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
    /// Who took it.
    #[schema(inline = false)]
    pub seat: Seat,
    /// Whose it was.
    #[schema(inline = false)]
    pub from: Seat,
    /// What it shows.
    #[schema(inline = false)]
    pub face: Face,
}

/// A seat has won the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FightThePowerWon)]
pub struct Won {
    /// Who has won.
    #[schema(inline = false)]
    pub seat: Seat,
    /// With how many dice: 0 or 8.
    #[schema(minimum = 0, maximum = 8)]
    pub dice: u64,
}

/// The last round is over, and nobody has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = FightThePowerRoundsOver)]
pub struct RoundsOver {}

wire::tagged! {
    event
    /// What happens in a move of Fight the Power.
    pub enum Event = "FightThePowerEvent" by "type" {
        "recruited" => Recruited(Recruited),
        "rolled" => Rolled(Rolled),
        "fought" => Fought(Fought),
        "took" => Took(Took),
        "won" => Won(Won),
        "rounds_over" => RoundsOver(RoundsOver),
    }
}
