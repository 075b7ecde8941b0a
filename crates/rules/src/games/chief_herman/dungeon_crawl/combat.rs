//! The course of a combat: how it begins, its rounds, and how it ends.

use super::challenge::{Challenge, Kind};
use super::course::Crawl;
use super::dungeon;
use super::events::{CombatBegan, Killed};
use super::monster::{Combat, Monster};
use crate::cards::Card;

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
