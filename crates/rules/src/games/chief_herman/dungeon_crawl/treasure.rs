//! Treasures.

use super::cards::{self, Role};
use crate::cards::{Card, Cards};
use crate::game::Seat;
use crate::wire;

wire::record! {
    /// A treasure that is dealt with.
    #[schema(as = DungeonCrawlTreasure)]
    pub struct Treasure {
        /// The traps that are still to come, in order.
        pub traps: BoundedVec<Card, 0, 4>,
        /// The cards to pick from, in canonical order.
        #[serde(deserialize_with = "cards::read")]
        #[schema(schema_with = cards::pile_schema)]
        pub pile: Cards<Card>,
        /// The seat whose pick it is or will be.
        pub taker: Seat,
        /// The number of seats that have passed in a row.
        #[serde(deserialize_with = "wire::integer::<_, 0, 5>")]
        #[schema(minimum = 0, maximum = 5)]
        pub passes: u64,
    }
}

impl Treasure {
    /// Returns whether nothing but weapons is left.
    pub(super) fn has_only_weapons(&self) -> bool {
        self.pile.iter().all(|card| cards::role(*card) == Role::Weapon)
    }
}
