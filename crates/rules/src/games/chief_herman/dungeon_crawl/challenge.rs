//! Challenges: traps and monsters, and what wins them.

use serde::{Deserialize, Serialize};

use super::character::{Character, Skill};
use crate::dice::Face;
use crate::wire::{self, ToSchema};

/// The kind of a challenge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = DungeonCrawlChallengeKind)]
pub enum Kind {
    /// A trap.
    Trap,
    /// A small monster.
    SmallMonster,
    /// The big monster of the combat on the space.
    BigMonster,
}

impl Kind {
    /// Returns the skill that matters.
    pub(super) const fn skill(self) -> Skill {
        match self {
            Self::Trap => Skill::Speed,
            Self::SmallMonster | Self::BigMonster => Skill::Power,
        }
    }

    /// Returns the name.
    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::Trap => "trap",
            Self::SmallMonster => "small monster",
            Self::BigMonster => "big monster",
        }
    }
}

wire::record! {
    /// A challenge that upgrades could win.
    #[derive(Copy)]
    #[schema(as = DungeonCrawlChallenge)]
    pub struct Challenge {
        /// What it is.
        pub kind: Kind,
        /// The value of the trap, or the power of the monster.
        pub value: Count,
        /// The dice of a fight: three of the seat, then three of the monster. Absent for a trap.
        #[schema(value_type = Option<Vec<Face>>, min_items = 6, max_items = 6)]
        pub dice: Option<[Face; 6]>,
    }
}

impl Challenge {
    /// Returns the totals of a character and of the challenge.
    pub(super) fn totals(&self, character: &Character) -> [u64; 2] {
        let pips = |dice: &[Face]| dice.iter().map(|face| u64::from(face.number())).sum::<u64>();
        match self.dice {
            _ if self.kind == Kind::Trap => [character.skill(Skill::Speed), self.value],
            Some(dice) => [pips(&dice[..3]) + character.strength(), pips(&dice[3..]) + self.value],
            None => [character.strength(), self.value],
        }
    }

    /// Returns the number of upgrades that would win the challenge; 0 if it is won.
    pub(super) fn upgrades_needed(&self, character: &Character) -> u64 {
        let [own, against] = self.totals(character);
        against.saturating_sub(own)
    }

    /// Returns whether it is lost, and the upgrades that the character can pay would win it.
    pub(super) fn is_winnable(&self, character: &Character) -> bool {
        (1..=character.affordable()).contains(&self.upgrades_needed(character))
    }
}
