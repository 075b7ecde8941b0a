//! The moves of Dungeon Crawl.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::character::Skill;
use crate::cards::Card;
use crate::game::Seat;
use crate::seat::seat_moves;
use crate::wire;

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

/// Builds a character of three skills: each 2 to 10, 16 or less together.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DungeonCrawlBuild)]
pub struct Build {
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
}

/// Fights a round of the combat on the space, or rolls a die and walks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DungeonCrawlGo)]
pub struct Go {
    /// The seat.
    pub seat: Seat,
}

/// Stops and joins the combat on the space.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DungeonCrawlJoin)]
pub struct Join {
    /// The seat.
    pub seat: Seat,
}

/// Walks on with the steps that are left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DungeonCrawlWalkOn)]
pub struct WalkOn {
    /// The seat.
    pub seat: Seat,
}

/// Accepts that a challenge is lost, and its damage.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DungeonCrawlAccept)]
pub struct Accept {
    /// The seat.
    pub seat: Seat,
}

/// Carries the food that was found. Food that was carried is discarded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DungeonCrawlKeep)]
pub struct Keep {
    /// The seat.
    pub seat: Seat,
}

/// Discards the food that was found.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DungeonCrawlLeave)]
pub struct Leave {
    /// The seat.
    pub seat: Seat,
}

/// Picks a card of a treasure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DungeonCrawlTake)]
pub struct Take {
    /// The seat.
    pub seat: Seat,
    /// A card of the pile.
    pub card: Card,
}

/// Picks no weapon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DungeonCrawlPass)]
pub struct Pass {
    /// The seat.
    pub seat: Seat,
}

/// Eats food: the damage falls by its face value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DungeonCrawlEat)]
pub struct Eat {
    /// The seat.
    pub seat: Seat,
    /// The food.
    pub food: Food,
}

/// Spends 3 experience to add 1 to a skill.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = DungeonCrawlUpgrade)]
pub struct Upgrade {
    /// The seat.
    pub seat: Seat,
    /// The skill.
    pub skill: Skill,
}

wire::tagged! {
    read
    /// A move in Dungeon Crawl.
    pub enum Move = "DungeonCrawlMove" by "type" {
        "build" => Build(Build),
        "go" => Go(Go),
        "join" => Join(Join),
        "walk_on" => WalkOn(WalkOn),
        "accept" => Accept(Accept),
        "keep" => Keep(Keep),
        "leave" => Leave(Leave),
        "take" => Take(Take),
        "pass" => Pass(Pass),
        "eat" => Eat(Eat),
        "upgrade" => Upgrade(Upgrade),
    }
}

seat_moves!(Move: Build | Go | Join | WalkOn | Accept | Keep | Leave | Take | Pass | Eat | Upgrade);
