//! The course of a challenge: the reaction to a lost one, damage, and death.

use super::Death;
use super::challenge::{Challenge, Kind};
use super::character::{Character, Skill, UPGRADE};
use super::course::Crawl;
use super::events::{Damaged, Died, Discarded, Fought, Gained, MonsterLeft, Restarted, Trapped, Upgraded};
use super::table::Phase;
use crate::cards::{Card, Cards};
use crate::game::Seat;
use crate::wire::{MAX_COUNT, increment_capped};

impl Crawl<'_> {
    /// Meets a trap.
    pub(super) fn meet_trap(&mut self, value: u64) {
        self.face(Challenge { kind: Kind::Trap, value, dice: None });
    }

    /// Fights a small monster.
    pub(super) fn meet_monster(&mut self, value: u64) {
        let dice = Some(self.roll_six());
        self.face(Challenge { kind: Kind::SmallMonster, value, dice });
    }

    /// Wins or loses a challenge, unless it is lost and upgrades could win it.
    pub(super) fn face(&mut self, challenge: Challenge) {
        let character = self.table.character(self.table.turn);
        let (won, winnable) = (challenge.upgrades_needed(character) == 0, challenge.is_winnable(character));
        self.report(&challenge);
        if won {
            self.win(challenge.kind);
        } else if winnable {
            self.table.phase = Phase::React;
            self.table.challenge = Some(challenge);
        } else {
            self.lose();
        }
    }

    fn report(&mut self, challenge: &Challenge) {
        let Challenge { kind, value, dice } = *challenge;
        let seat = self.table.turn;
        let totals = challenge.totals(self.table.character(seat));
        let won = totals[0] >= totals[1];
        match dice {
            Some(dice) => self.log.write(|| Fought { seat, kind, dice, totals, won }),
            None => self.log.write(|| Trapped { seat, value, won }),
        }
    }

    /// Faces the challenge again after an upgrade: it is won as soon as that is enough.
    pub(super) fn face_again(&mut self) {
        let Some(challenge) = self.table.challenge else { return };
        if challenge.upgrades_needed(self.table.character(self.table.turn)) == 0 {
            self.table.challenge = None;
            self.report(&challenge);
            self.win(challenge.kind);
        }
    }

    fn win(&mut self, kind: Kind) {
        let seat = self.table.turn;
        let character = self.table.character_mut(seat);
        character.experience = increment_capped(character.experience, MAX_COUNT);
        let experience = character.experience;
        self.log.write(|| Gained { seat, experience });
        match kind {
            Kind::BigMonster => self.hit(),
            Kind::Trap | Kind::SmallMonster => self.settle_challenge(),
        }
    }

    /// Takes the damage of a lost challenge. Too much of it kills, unless food or an upgrade saves the character.
    pub(super) fn lose(&mut self) {
        self.table.challenge = None;
        let seat = self.table.turn;
        let character = self.table.character_mut(seat);
        character.damage = increment_capped(character.damage, MAX_COUNT);
        let character = self.table.character(seat);
        let (damage, health) = (character.damage, character.skill(Skill::Health));
        let can_save = character.food.is_some() || character.affordable() > 0;
        self.log.write(|| Damaged { seat, damage });
        if damage <= health {
            self.settle_challenge();
        } else if can_save {
            self.table.phase = Phase::Save;
        } else {
            self.die(seat);
        }
    }

    /// Goes on after a challenge: with the treasure whose trap it was, or with the next turn.
    pub(super) fn settle_challenge(&mut self) {
        if self.table.treasure.is_some() { self.continue_treasure() } else { self.end_turn() }
    }

    fn die(&mut self, seat: Seat) {
        self.log.write(|| Died { seat });
        let character = self.table.character_mut(seat);
        let (built, space) = (character.built(), character.space);
        let alive = self.death == Death::Restart;
        let dead = std::mem::replace(character, Character { alive, space, ..Character::new(built) });
        let mut things: Vec<Card> = dead.gold.iter().copied().chain(dead.weapon).chain(dead.food).collect();
        if alive {
            self.discard(things);
            self.log.write(|| Restarted { seat });
        } else {
            let traps = self.table.treasure.as_mut().map(|treasure| std::mem::take(&mut *treasure.traps));
            things.extend(traps.unwrap_or_default());
            self.discard(things);
            self.leave_combat(space);
        }
        self.settle_challenge();
    }

    /// Ends the combat on a space if no living seat is there.
    fn leave_combat(&mut self, space: u64) {
        let at = self.table.combats.iter().position(|combat| combat.space == space);
        if let Some(at) = at.filter(|_| self.table.living_on(space).next().is_none()) {
            let combat = self.table.combats.remove(at);
            self.table.discards.insert(combat.card);
            self.log.write(|| MonsterLeft { space });
        }
    }

    /// Discards cards, and reports them if there are any.
    pub(super) fn discard(&mut self, cards: Vec<Card>) {
        if !cards.is_empty() {
            self.table.discards.insert_all(cards.iter().copied());
            self.log.write(|| Discarded { cards: Cards::set(cards).into_vec() });
        }
    }

    /// Pays for an upgrade.
    pub(super) fn upgrade(&mut self, seat: Seat, skill: Skill) {
        let character = self.table.character_mut(seat);
        character.experience = character.experience.saturating_sub(UPGRADE);
        character.added.increment(skill);
        let value = character.skill(skill);
        self.log.write(|| Upgraded { seat, skill, value });
        match self.table.phase {
            Phase::React => self.face_again(),
            Phase::Save => self.settle_challenge(),
            _ => {}
        }
    }

    /// Lowers the damage of a seat.
    pub(super) fn heal(&mut self, seat: Seat, by: u64) {
        let character = self.table.character_mut(seat);
        let before = character.damage;
        character.damage = before.saturating_sub(by);
        let damage = character.damage;
        if damage < before {
            self.log.write(|| Damaged { seat, damage });
        }
    }
}
