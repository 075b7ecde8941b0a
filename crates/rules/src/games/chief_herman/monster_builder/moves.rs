//! The moves and events of Monster Builder.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::monster::{Attack, Part};
use crate::dice::Face;
use crate::game::Seat;
use crate::seat::seat_moves;
use crate::wire;

/// Rolls the research dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MonsterBuilderResearch)]
pub struct Research {
    /// The seat that moves.
    pub seat: Seat,
}

/// Builds one of the faces of the research dice into a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MonsterBuilderBuild)]
pub struct Build {
    /// The seat that moves.
    pub seat: Seat,
    /// The face of the research die.
    pub face: Face,
    /// The part of the own monster.
    pub part: Part,
}

wire::record! {
    /// A face that is scavenged, and the part into which it is built.
    #[derive(Copy)]
    #[schema(as = MonsterBuilderFind)]
    pub struct Find {
        /// The face of the research die.
        pub face: Face,
        /// The part of the own monster.
        pub part: Part,
    }
}

wire::record! {
    /// Builds the faces of one or two research dice without rolling them again.
    #[schema(as = MonsterBuilderScavenge)]
    pub struct Scavenge {
        /// The seat that moves.
        pub seat: Seat,
        /// The faces to build, in the order of the parts.
        pub builds: BoundedVec<Find, 1, 2>,
    }
}

/// Fights with another seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MonsterBuilderFight)]
pub struct Fight {
    /// The seat that moves.
    pub seat: Seat,
    /// The way to fight.
    pub attack: Attack,
    /// The seat that is attacked.
    pub with: Seat,
}

/// Steals a part after a won fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MonsterBuilderSteal)]
pub struct Steal {
    /// The seat that moves.
    pub seat: Seat,
    /// The part of the loser.
    pub part: Part,
    /// The part of the own monster into which its value is built; without one it is thrown away.
    #[serde(default, deserialize_with = "wire::present", skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = wire::reference_to::<Part>)]
    pub to: Option<Part>,
}

/// Builds nothing after a research, or steals nothing after a won fight.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = MonsterBuilderLeave)]
pub struct Leave {
    /// The seat that moves.
    pub seat: Seat,
}

wire::tagged! {
    read
    /// A move in Monster Builder.
    pub enum Move = "MonsterBuilderMove" by "type" {
        "research" => Research(Research),
        "build" => Build(Build),
        "scavenge" => Scavenge(Scavenge),
        "fight" => Fight(Fight),
        "steal" => Steal(Steal),
        "leave" => Leave(Leave),
    }
}

seat_moves!(Move: Research | Build | Scavenge | Fight | Steal | Leave);

/// The research dice were rolled.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MonsterBuilderResearched)]
pub struct Researched {
    /// The seat that rolled them.
    pub seat: Seat,
    /// Their faces, in the order of the roll.
    pub faces: Vec<Face>,
}

/// The face of a research die was built into a part. The die shows 1 now.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MonsterBuilderBuilt)]
pub struct Built {
    /// The owner of the monster.
    pub seat: Seat,
    /// The face that the die showed.
    pub face: Face,
    /// The part.
    pub part: Part,
    /// The value of the part before.
    #[schema(minimum = 0, maximum = 6)]
    pub before: u64,
}

/// Two monsters fought.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MonsterBuilderFought)]
pub struct Fought {
    /// The seat whose turn it is.
    pub attacker: Seat,
    /// The seat that was attacked.
    pub defender: Seat,
    /// The way to fight.
    pub attack: Attack,
    /// The faces of the attacker's dice.
    pub attacker_dice: Vec<Face>,
    /// The faces of the defender's dice, if it rolled any.
    pub defender_dice: Vec<Face>,
    /// The attacker's dice and parts together.
    #[schema(minimum = 1, maximum = 18)]
    pub attacker_total: u64,
    /// The defender's dice, or its parts, together.
    #[schema(minimum = 0, maximum = 30)]
    pub defender_total: u64,
    /// The winner.
    pub winner: Seat,
}

/// A part was stolen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MonsterBuilderStolen)]
pub struct Stolen {
    /// The seat that stole it.
    pub seat: Seat,
    /// The owner before.
    pub from: Seat,
    /// The part of the loser. It is 0 now.
    pub part: Part,
    /// The value that it had.
    #[schema(minimum = 1, maximum = 6)]
    pub value: u64,
    /// The part of the thief into which it was built; absent if it was thrown away.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(schema_with = wire::reference_to::<Part>)]
    pub to: Option<Part>,
    /// The value of the part before. Absent if it was discarded.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(required = false, nullable = false, minimum = 0, maximum = 6)]
    pub before: Option<u64>,
}

/// Nothing was built, or nothing stolen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MonsterBuilderLeft)]
pub struct Left {
    /// The seat that left it.
    pub seat: Seat,
}

/// All parts of a monster are 6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MonsterBuilderWon)]
pub struct Won {
    /// The owner of the monster.
    pub seat: Seat,
}

/// The last round is over without a winner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = MonsterBuilderRoundsOver)]
pub struct RoundsOver {}

wire::tagged! {
    event
    /// An event of Monster Builder.
    pub enum Event = "MonsterBuilderEvent" by "type" {
        "researched" => Researched(Researched),
        "built" => Built(Built),
        "fought" => Fought(Fought),
        "stolen" => Stolen(Stolen),
        "left" => Left(Left),
        "won" => Won(Won),
        "rounds_over" => RoundsOver(RoundsOver),
    }
}
