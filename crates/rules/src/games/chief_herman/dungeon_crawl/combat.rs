//! Combats: big monsters, and the rounds that are fought against them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::challenge::{Challenge, Kind};
use super::course::Crawl;
use super::dungeon;
use super::events::{CombatBegan, Killed};
use crate::cards::Card;
use crate::wire;

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
        #[schema(inline = false)]
        pub card: Card,
        /// The monster that this card is in its zone.
        #[schema(inline = false)]
        pub monster: Monster,
        /// The health that the monster has left.
        pub health: Count,
    }
}

impl Crawl<'_> {
    /// Begins a combat against the monster that a face card is, and fights its first round.
    pub(super) fn begin_combat(&mut self, card: Card) {
        let space = self.table.pawn();
        let Some(monster) = dungeon::monster(space, card) else { return self.end_turn() };
        let combat = Combat { space, card, monster, health: monster.health() };
        self.table.combats.push(combat);
        self.table.combats.sort_unstable_by_key(|combat| combat.space);
        self.log.write(|| CombatBegan { space, card, monster });
        self.fight(monster);
    }

    /// Fights a round of the combat on the space of the seat whose turn it is.
    pub(super) fn fight(&mut self, monster: Monster) {
        let dice = Some(self.roll_six());
        self.face(Challenge { kind: Kind::BigMonster, value: monster.power(), dice });
    }

    /// Takes one health of the monster on the space of the seat whose turn it is, which may kill it.
    pub(super) fn hit(&mut self) {
        let (seat, space) = (self.table.turn, self.table.pawn());
        let Some(at) = self.table.combats.iter().position(|combat| combat.space == space) else {
            return self.end_turn();
        };
        let combat = &mut self.table.combats[at];
        combat.health = combat.health.saturating_sub(1);
        if combat.health > 0 {
            return self.end_turn();
        }
        let Combat { card, monster, .. } = self.table.combats.remove(at);
        self.table.discards.insert(card);
        self.log.write(|| Killed { seat, monster });
        self.find_treasure(monster);
    }
}
