//! The built-in player of Dungeon Crawl: it values each move in hundredths of a point.

use super::cards::{self, Role};
use super::challenge::Kind;
use super::character::{Character, MAX_SUM, Skill, Skills};
use super::dungeon::END;
use super::moves::{Build, Eat, Food, Move, Take, Upgrade};
use super::table::{Phase, ROUNDS, Table};
use crate::cards::{Card, Viewed};
use crate::chance::Draws;
use crate::choice;
use crate::game::Seat;

/// The character that the player prefers.
const PREFERRED: Skills = Skills { speed: 4, power: 9, health: 3 };
/// A character this different from the preferred one is never built.
const MARGIN: i64 = 5;
/// The value of a point.
const POINT: i64 = 100;
/// What an upgrade costs beyond the point that it adds.
const UPGRADE: i64 = 2 * POINT;
/// The value of a point of Power or Speed for each turn to come.
const SKILL: i64 = 20;
/// The value of the damage that food heals, for each point.
const HEALING: i64 = 45;
/// The value of food that is carried, for each point of its face value.
const CARRIED: i64 = 35;
/// The ways in which six dice can fall.
const ROLLS: i64 = 46_656;

/// Returns the move of a seat that may act. Characters are built simultaneously and in secret, so that choice is mixed.
pub(super) fn decide(table: &Table<Viewed<Card>>, seat: Seat, draws: &mut Draws) -> Option<Move> {
    if table.phase == Phase::Build {
        let skills = Skills::possible().iter().filter(|skills| skills.sum() == MAX_SUM);
        let skills = skills.map(|skills| (-difference(skills), *skills)).collect();
        let mixed = choice::mixed(skills, MARGIN, draws);
        return mixed.map(|Skills { speed, power, health }| Move::Build(Build { seat, speed, power, health }));
    }
    let judge = Judge { table, character: table.character(seat) };
    let mut moves = Vec::new();
    table.each_move(|mv| moves.push((judge.value(&mv), mv)));
    choice::best(moves, draws)
}

/// Returns by how much a character differs from the preferred one.
fn difference(skills: &Skills) -> i64 {
    Skill::ALL.iter().map(|skill| skills.of(*skill).abs_diff(PREFERRED.of(*skill)) as i64).sum()
}

/// A seat that values its moves.
struct Judge<'a> {
    table: &'a Table<Viewed<Card>>,
    character: &'a Character,
}

impl Judge<'_> {
    fn value(&self, mv: &Move) -> i64 {
        match *mv {
            Move::Build(_) | Move::Go(_) | Move::Accept(_) | Move::WalkOn(_) | Move::Pass(_) | Move::Leave(_) => 0,
            Move::Join(_) => self.joining(),
            Move::Keep(_) => self.found(|food| self.keeping(food)),
            Move::Take(Take { card, .. }) => self.picking(card),
            Move::Eat(Eat { food, .. }) => self.eating(food),
            Move::Upgrade(Upgrade { skill, .. }) => self.upgrading(skill),
        }
    }

    /// Estimates the number of turns that the game still has.
    fn turns_left(&self) -> i64 {
        let first = self.table.living().map(|(_, character)| character.space).max().unwrap_or(0);
        let by_way = END.saturating_sub(first) / 3 + 1;
        by_way.min(ROUNDS.saturating_sub(self.table.round) + 1) as i64
    }

    /// Returns whether the next damage could kill.
    fn is_in_danger(&self) -> bool {
        self.character.damage >= self.character.skill(Skill::Health)
    }

    fn joining(&self) -> i64 {
        let space = self.table.pawn();
        let Some(combat) = self.table.combat_on(space) else { return 0 };
        let wins = ways_to_win(self.character.strength(), combat.monster.power()) * POINT / ROLLS;
        let can_save = self.character.food.is_some() || self.character.affordable() > 0;
        let damage = match (self.is_in_danger(), can_save) {
            (true, false) => 20 * POINT,
            (true, true) => 2 * POINT,
            (false, _) => POINT,
        };
        // A win is a point of experience, and a share of the treasure.
        let win = POINT + 4 * POINT * combat.monster.treasure() as i64 / (combat.health as i64 + 2);
        (wins * win - (POINT - wins) * damage) / POINT
    }

    fn found(&self, value: impl Fn(Card) -> i64) -> i64 {
        self.table.found.map_or(0, value)
    }

    /// The value of carrying food.
    fn carrying(card: Card) -> i64 {
        CARRIED * cards::face_value(card) as i64
    }

    /// The value of carrying food instead of what is carried.
    fn keeping(&self, food: Card) -> i64 {
        Self::carrying(food) - self.character.food.map_or(0, Self::carrying)
    }

    /// The value of eating food, without that of carrying it.
    fn healing(&self, food: Card) -> i64 {
        HEALING * self.character.damage.min(cards::face_value(food)) as i64
    }

    fn eating(&self, food: Food) -> i64 {
        let Some(carried) = self.character.food.filter(|_| food == Food::Carried) else {
            return self.found(|found| self.healing(found));
        };
        let healed = self.healing(carried) - Self::carrying(carried);
        match self.table.phase {
            // Food that would heal more is eaten later.
            Phase::Start if cards::face_value(carried) > self.character.damage => -POINT,
            Phase::Food => healed + self.found(Self::carrying),
            _ => healed,
        }
    }

    fn picking(&self, card: Card) -> i64 {
        let value = POINT * cards::face_value(card) as i64;
        match cards::role(card) {
            Role::Food => self.keeping(card).max(self.healing(card)),
            Role::Weapon => {
                let before = self.character.weapon.map_or(0, cards::face_value) as i64;
                (value / POINT - before) * (POINT + SKILL * self.turns_left())
            }
            _ => value,
        }
    }

    fn upgrading(&self, skill: Skill) -> i64 {
        let later = SKILL * self.turns_left();
        match self.table.phase {
            Phase::React => self.reacting(later),
            // Otherwise food is eaten, which heals more.
            Phase::Save => later - UPGRADE,
            Phase::Pick => self.reaching(later),
            // Experience that is not spent can still win a challenge.
            _ if self.character.affordable() < 3 || skill != Skill::Power => -POINT,
            _ => later - UPGRADE,
        }
    }

    fn reacting(&self, later: i64) -> i64 {
        let Some(challenge) = self.table.challenge else { return 0 };
        let needed = challenge.upgrades_needed(self.character) as i64;
        let combat = self.table.combat_on(self.table.pawn());
        let kills = challenge.kind == Kind::BigMonster && combat.is_some_and(|combat| combat.health == 1);
        let won = if kills { 6 * POINT } else { POINT };
        let spared = if self.is_in_danger() { 3 * POINT } else { POINT };
        won + spared + needed * (later - UPGRADE)
    }

    /// The value of upgrades for the best weapon that they let the seat take.
    fn reaching(&self, later: i64) -> i64 {
        let speed = self.character.skill(Skill::Speed);
        let pile = self.table.treasure.iter().flat_map(|treasure| treasure.pile.iter().copied());
        let useful = pile.filter(|card| {
            let needed = cards::face_value(*card).saturating_sub(speed);
            cards::role(*card) == Role::Weapon && (1..=self.character.affordable()).contains(&needed)
        });
        let value = |card: Card| {
            let needed = (cards::face_value(card) - speed) as i64;
            self.picking(card) + needed * (later - UPGRADE)
        };
        useful.map(value).max().unwrap_or(-POINT)
    }
}

/// Returns in how many of all ways three dice and a strength are at least three dice and a power.
fn ways_to_win(strength: u64, power: u64) -> i64 {
    // Three dice less three dice fall like six dice less 21.
    let mut ways = [0_i64; 37];
    ways[0] = 1;
    for _ in 0..6 {
        let before = ways;
        ways = [0; 37];
        for (sum, count) in before.iter().enumerate().filter(|(_, count)| **count > 0) {
            (1..=6).for_each(|face| ways[sum + face] += count);
        }
    }
    let needed = (21 + power).saturating_sub(strength);
    ways.iter().zip(0..).filter(|(_, sum)| *sum >= needed).map(|(count, _)| count).sum()
}
