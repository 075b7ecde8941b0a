//! The course of a treasure: its traps, who picks what, and food that is found.

use super::cards::{self, Role};
use super::character::{Shows, Skill};
use super::course::Crawl;
use super::events::{Ate, CarriedFood, Passed, Took, TreasureFound};
use super::monster::Monster;
use super::moves::Food;
use super::table::{Phase, Table};
use super::treasure::Treasure;
use crate::cards::{Card, Cards};
use crate::game::Seat;

impl Crawl<'_> {
    /// Draws the treasure of a monster.
    pub(super) fn find_treasure(&mut self, monster: Monster) {
        let seat = self.table.turn;
        let (mut drawn, mut traps, mut pile) = (Vec::new(), Vec::new(), self.table.deferred.take_every());
        let mut left = monster.treasure();
        while left > 0 {
            let Some(card) = self.draw() else { break };
            drawn.push(card);
            match cards::role(card) {
                Role::BigMonster => {
                    self.table.discards.insert(card);
                    continue;
                }
                Role::Trap => traps.push(card),
                Role::Weapon | Role::Gold | Role::Food => pile.push(card),
            }
            left -= 1;
        }
        self.log.write(|| TreasureFound { seat, cards: drawn });
        let treasure = Treasure { traps: traps.into(), pile: Cards::set(pile), taker: seat, passes: 0 };
        self.table.treasure = Some(treasure);
        self.continue_treasure();
    }

    /// Meets the next trap of the treasure. After the last one, the seats of the combat pick.
    pub(super) fn continue_treasure(&mut self) {
        let (killer, alive) = (self.table.turn, self.table.character(self.table.turn).alive);
        let Some(treasure) = &mut self.table.treasure else { return };
        if treasure.traps.is_empty() {
            return if alive { self.pick() } else { self.pass_on_from(killer) };
        }
        let trap = treasure.traps.remove(0);
        self.table.discards.insert(trap);
        self.meet_trap(cards::face_value(trap));
    }

    /// Lets the next seat of the combat pick.
    fn pass_on_from(&mut self, seat: Seat) {
        let next = self.table.next_living(seat, |character| character.space == self.table.pawn());
        match (next, &mut self.table.treasure) {
            (Some(next), Some(treasure)) => {
                treasure.taker = next;
                self.pick();
            }
            _ => self.close_treasure(),
        }
    }

    /// Lets the taker pick, if there is something left.
    fn pick(&mut self) {
        self.table.phase = Phase::Pick;
        if self.table.treasure.as_ref().is_none_or(|treasure| treasure.pile.is_empty()) {
            self.close_treasure();
        }
    }

    fn close_treasure(&mut self) {
        let left = self.table.treasure.take().map(|treasure| treasure.pile.into_vec());
        self.discard(left.unwrap_or_default());
        self.end_turn();
    }

    /// Picks a card of the pile.
    pub(super) fn take(&mut self, seat: Seat, card: Card) {
        let Some(treasure) = &mut self.table.treasure else { return };
        treasure.pile.remove(card);
        treasure.passes = 0;
        self.log.write(|| Took { seat, card });
        let character = self.table.character_mut(seat);
        match cards::role(card) {
            Role::Food => return self.find_food(card),
            Role::Weapon => {
                let before = character.weapon.replace(card);
                self.discard(before.into_iter().collect());
            }
            _ => character.gold.insert(card),
        }
        self.pass_on_from(seat);
    }

    pub(super) fn pass(&mut self, seat: Seat) {
        self.log.write(|| Passed { seat });
        let seats = self.table.living_on(self.table.pawn()).count() as u64;
        let Some(treasure) = &mut self.table.treasure else { return };
        treasure.passes += 1;
        if treasure.passes >= seats { self.close_treasure() } else { self.pass_on_from(seat) }
    }

    /// Lets a seat decide what to do with the food that it has found.
    pub(super) fn find_food(&mut self, card: Card) {
        self.table.phase = Phase::Food;
        self.table.found = Some(card);
    }

    /// Goes on after food has been found: with the next pick, or with the next turn.
    fn settle_food(&mut self, seat: Seat) {
        self.table.found = None;
        if self.table.treasure.is_some() { self.pass_on_from(seat) } else { self.end_turn() }
    }

    /// Carries the found food instead of what was carried.
    pub(super) fn keep(&mut self, seat: Seat) {
        if let Some(card) = self.table.found.take() {
            let before = self.table.character_mut(seat).food.replace(card);
            self.log.write(|| CarriedFood { seat, card });
            self.discard(before.into_iter().collect());
        }
        self.settle_food(seat);
    }

    /// Discards the found food.
    pub(super) fn leave(&mut self, seat: Seat) {
        let found = self.table.found.take();
        self.discard(found.into_iter().collect());
        self.settle_food(seat);
    }

    /// Eats food.
    pub(super) fn eat(&mut self, seat: Seat, food: Food) {
        let eaten = match food {
            Food::Carried => self.table.character_mut(seat).food.take(),
            Food::Found => self.table.found.take(),
        };
        let Some(card) = eaten else { return };
        self.table.discards.insert(card);
        self.log.write(|| Ate { seat, card });
        self.heal(seat, cards::face_value(card));
        match (self.table.phase, food) {
            (Phase::Save, _) => self.settle_challenge(),
            (Phase::Food, Food::Found) => self.settle_food(seat),
            _ => {}
        }
    }
}

impl<C: Shows> Table<C> {
    /// Returns whether upgrades that a seat can pay would let it take a weapon that is above its Speed.
    pub(super) fn is_upgrade_useful(&self, seat: Seat) -> bool {
        let character = self.character(seat);
        let speed = character.skill(Skill::Speed);
        let reach = speed + character.affordable();
        let weapon =
            |card: &Card| cards::role(*card) == Role::Weapon && (speed + 1..=reach).contains(&cards::face_value(*card));
        self.treasure.as_ref().is_some_and(|treasure| treasure.pile.iter().any(weapon))
    }
}
