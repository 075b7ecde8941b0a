//! The moves and events of Monster Builder.

use super::monster::{Attack, Part};
use crate::dice::Face;
use crate::game::Seat;
use crate::wire;

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

wire::tagged! {
    read seated
    /// A move in Monster Builder.
    pub enum Move = "MonsterBuilderMove" by "type" {
        /// Rolls the research dice.
        "research" => Research as MonsterBuilderResearch {
            /// The seat that moves.
            pub seat: Seat,
        },
        /// Builds one of the faces of the research dice into a part.
        #[derive(Copy)]
        "build" => Build as MonsterBuilderBuild {
            /// The seat that moves.
            pub seat: Seat,
            /// The face of the research die.
            pub face: Face,
            /// The part of the own monster.
            pub part: Part,
        },
        "scavenge" => Scavenge,
        /// Fights with another seat.
        #[derive(Copy)]
        "fight" => Fight as MonsterBuilderFight {
            /// The seat that moves.
            pub seat: Seat,
            /// The way to fight.
            pub attack: Attack,
            /// The seat that is attacked.
            pub with: Seat,
        },
        /// Steals a part after a won fight.
        #[derive(Copy)]
        "steal" => Steal as MonsterBuilderSteal {
            /// The seat that moves.
            pub seat: Seat,
            /// The part of the loser.
            pub part: Part,
            /// The part of the own monster into which its value is built; without one it is thrown away.
            #[serde(default, deserialize_with = "wire::present", skip_serializing_if = "Option::is_none")]
            #[schema(schema_with = wire::reference_to::<Part>)]
            pub to: Option<Part>,
        },
        /// Builds nothing after a research, or steals nothing after a won fight.
        "leave" => Leave as MonsterBuilderLeave {
            /// The seat that moves.
            pub seat: Seat,
        },
    }
}

wire::tagged! {
    event
    /// An event of Monster Builder.
    pub enum Event = "MonsterBuilderEvent" by "type" {
        /// The research dice were rolled.
        "researched" => Researched as MonsterBuilderResearched {
            /// The seat that rolled them.
            pub seat: Seat,
            /// Their faces, in the order of the roll.
            pub faces: Vec<Face>,
        },
        /// The face of a research die was built into a part. The die shows 1 now.
        "built" => Built as MonsterBuilderBuilt {
            /// The owner of the monster.
            pub seat: Seat,
            /// The face that the die showed.
            pub face: Face,
            /// The part.
            pub part: Part,
            /// The value of the part before.
            #[schema(minimum = 0, maximum = 6)]
            pub before: u64,
        },
        /// Two monsters fought.
        "fought" => Fought as MonsterBuilderFought {
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
        },
        /// A part was stolen.
        "stolen" => Stolen as MonsterBuilderStolen {
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
        },
        /// Nothing was built, or nothing stolen.
        "left" => Left as MonsterBuilderLeft {
            /// The seat that left it.
            pub seat: Seat,
        },
        /// All parts of a monster are 6.
        "won" => Won as MonsterBuilderWon {
            /// The owner of the monster.
            pub seat: Seat,
        },
        /// The last round is over without a winner.
        "rounds_over" => RoundsOver as MonsterBuilderRoundsOver {},
    }
}
