//! Big monsters, and the combats against them.

use serde::{Deserialize, Serialize};

use crate::cards::Card;
use crate::wire::{self, ToSchema};

/// A big monster.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = DungeonCrawlMonster)]
pub enum Monster {
    /// A jack: treasure 2, health 2, power 3.
    Jack,
    /// A queen: treasure 3, health 3, power 6.
    Queen,
    /// A king: treasure 4, health 4, power 9.
    King,
}

impl Monster {
    /// Returns its health at first.
    pub(super) const fn health(self) -> u64 {
        match self {
            Self::Jack => 2,
            Self::Queen => 3,
            Self::King => 4,
        }
    }

    /// Returns the number of cards of its treasure.
    pub(super) const fn treasure(self) -> usize {
        self.health() as usize
    }

    /// Returns its power.
    pub(super) const fn power(self) -> u64 {
        match self {
            Self::Jack => 3,
            Self::Queen => 6,
            Self::King => 9,
        }
    }

    /// Returns its name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Jack => "jack",
            Self::Queen => "queen",
            Self::King => "king",
        }
    }
}

wire::record! {
    /// A combat.
    #[derive(Copy)]
    #[schema(as = DungeonCrawlCombat)]
    pub struct Combat {
        /// The space.
        #[serde(deserialize_with = "wire::integer::<_, 0, 60>")]
        #[schema(minimum = 0, maximum = 60)]
        pub space: u64,
        /// The card of the monster.
        pub card: Card,
        /// The monster that this card is in its zone.
        pub monster: Monster,
        /// The health that the monster has left.
        pub health: Count,
    }
}
