//! The moves of Dungeon Crawl.

use serde::{Deserialize, Serialize};

use super::character::Skill;
use crate::cards::Card;
use crate::game::Seat;
use crate::wire::{self, ToSchema};

/// Which food is eaten.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = DungeonCrawlFood)]
pub enum Food {
    /// The food that the seat carries.
    Carried,
    /// The food that it has found.
    Found,
}

wire::tagged! {
    read seated
    /// A move in Dungeon Crawl.
    pub enum Move = "DungeonCrawlMove" by "type" {
        /// Builds a character of three skills: each 2 to 10, 16 or less together.
        "build" => Build as DungeonCrawlBuild {
            /// The seat.
            pub seat: Seat,
            /// Speed, which disarms traps.
            #[serde(deserialize_with = "wire::count")]
            #[schema(minimum = 0, maximum = 1_000_000_000_000_000_u64)]
            pub speed: u64,
            /// Power, which counts in fights.
            #[serde(deserialize_with = "wire::count")]
            #[schema(minimum = 0, maximum = 1_000_000_000_000_000_u64)]
            pub power: u64,
            /// Health: more damage than this kills.
            #[serde(deserialize_with = "wire::count")]
            #[schema(minimum = 0, maximum = 1_000_000_000_000_000_u64)]
            pub health: u64,
        },
        /// Fights a round of the combat on the space, or rolls a die and walks.
        "go" => Go as DungeonCrawlGo {
            /// The seat.
            pub seat: Seat,
        },
        /// Stops and joins the combat on the space.
        "join" => Join as DungeonCrawlJoin {
            /// The seat.
            pub seat: Seat,
        },
        /// Walks on with the steps that are left.
        "walk_on" => WalkOn as DungeonCrawlWalkOn {
            /// The seat.
            pub seat: Seat,
        },
        /// Accepts that a challenge is lost, and its damage.
        "accept" => Accept as DungeonCrawlAccept {
            /// The seat.
            pub seat: Seat,
        },
        /// Carries the food that was found. Food that was carried is discarded.
        "keep" => Keep as DungeonCrawlKeep {
            /// The seat.
            pub seat: Seat,
        },
        /// Discards the food that was found.
        "leave" => Leave as DungeonCrawlLeave {
            /// The seat.
            pub seat: Seat,
        },
        /// Picks a card of a treasure.
        "take" => Take as DungeonCrawlTake {
            /// The seat.
            pub seat: Seat,
            /// A card of the pile.
            pub card: Card,
        },
        /// Picks no weapon.
        "pass" => Pass as DungeonCrawlPass {
            /// The seat.
            pub seat: Seat,
        },
        /// Eats food: the damage falls by its face value.
        "eat" => Eat as DungeonCrawlEat {
            /// The seat.
            pub seat: Seat,
            /// The food.
            pub food: Food,
        },
        /// Spends 3 experience to add 1 to a skill.
        #[derive(Copy)]
        "upgrade" => Upgrade as DungeonCrawlUpgrade {
            /// The seat.
            pub seat: Seat,
            /// The skill.
            pub skill: Skill,
        },
    }
}
