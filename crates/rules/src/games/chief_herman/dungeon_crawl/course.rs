//! The course of the game: building characters, walking through the dungeon, and the order of turns.

use super::cards::{self, Role};
use super::character::{Built, Character, Skills};
use super::dungeon::{self, END, Space};
use super::events::{
    CharacterBuilt, Deferred, Drew, Ended, Event, Jumped, Reshuffled, Revealed, Rolled, TurnBegan, Walked, Why,
};
use super::moves::{Build, Eat, Keep, Leave, Move, Pass, Take, Upgrade};
use super::table::{Phase, ROUNDS, Table};
use super::{Death, DungeonCrawl};
use crate::cards::{Card, shuffled};
use crate::chance::Chance;
use crate::dice::{Face, Roll};
use crate::game::{Game as _, Log, Seat, Seats};
use crate::wire::{MAX_COUNT, increment_capped};

/// Steps that a die allows at most.
const STEPS: usize = 6;
/// By how much damage falls at a fountain.
const FOUNTAIN: u64 = 2;

/// A table that changes, with the chance and the option that decide how.
pub(super) struct Crawl<'a> {
    pub(super) table: &'a mut Table<Card>,
    pub(super) chance: Chance<'a>,
    pub(super) seats: Seats,
    pub(super) death: Death,
    pub(super) log: &'a mut Log<Event>,
}

impl Crawl<'_> {
    /// Plays a legal move, and every move after it that is the only legal one.
    pub(super) fn play(&mut self, mv: &Move) {
        self.play_one(mv);
        while let Some(only) = self.table.only_move() {
            self.play_one(&only);
        }
    }

    fn play_one(&mut self, mv: &Move) {
        match *mv {
            Move::Build(Build { seat, speed, power, health }) => self.build(seat, Skills { speed, power, health }),
            Move::Go(_) => self.go(),
            Move::Join(_) => self.stop_early(),
            Move::WalkOn(_) => self.walk_on(),
            Move::Accept(_) => self.lose(),
            Move::Keep(Keep { seat }) => self.keep(seat),
            Move::Leave(Leave { seat }) => self.leave(seat),
            Move::Take(Take { seat, card }) => self.take(seat, card),
            Move::Pass(Pass { seat }) => self.pass(seat),
            Move::Eat(Eat { seat, food }) => self.eat(seat, food),
            Move::Upgrade(Upgrade { seat, skill }) => self.upgrade(seat, skill),
        }
    }

    fn build(&mut self, seat: Seat, skills: Skills) {
        let built = &mut self.table.built;
        built.push(Built::new(seat, skills));
        built.sort_unstable_by_key(|built| built.seat);
        self.log.write(|| CharacterBuilt { seat });
        if self.table.built.len() == usize::from(self.seats.count()) {
            self.begin();
        }
    }

    /// Begins the game with all characters.
    fn begin(&mut self) {
        let built = std::mem::take(&mut *self.table.built);
        for Built { seat, speed, power, health } in &built {
            self.log.write(|| Revealed { seat: *seat, speed: speed.0, power: power.0, health: health.0 });
        }
        let taken = built.iter().flat_map(|built| built.skills().cards());
        let rest = cards::six_decks_without(taken);
        self.table.shuffles = 1;
        self.table.deck = shuffled(&rest, self.chance, DungeonCrawl::ID, 1);
        self.table.characters = built.iter().map(|built| Character::new(built.skills())).collect();
        self.begin_turn(Seat::FIRST);
    }

    fn begin_turn(&mut self, seat: Seat) {
        let round = self.table.round;
        self.table.turn = seat;
        self.table.phase = Phase::Start;
        self.log.write(|| TurnBegan { seat, round });
    }

    /// Ends a turn, and the game if no turn follows.
    pub(super) fn end_turn(&mut self) {
        let turn = self.table.turn;
        let Some(next) = self.table.next_living(turn, |_| true) else { return self.end(Why::AllDied) };
        if next <= turn {
            if self.table.round >= ROUNDS {
                return self.end(Why::Rounds);
            }
            self.table.round += 1;
        }
        self.begin_turn(next);
    }

    fn end(&mut self, why: Why) {
        self.table.phase = Phase::Over;
        self.log.write(|| Ended { why });
    }

    fn roll(&mut self) -> Roll {
        self.table.rolls = increment_capped(self.table.rolls, MAX_COUNT);
        Roll::numbered(self.chance, "dungeon-crawl/roll", self.table.rolls)
    }

    /// Rolls the dice of a fight.
    pub(super) fn roll_six(&mut self) -> [Face; 6] {
        let mut roll = self.roll();
        [(); 6].map(|()| roll.die())
    }

    /// Draws the top card. If the deck is empty, the discards become the deck first.
    pub(super) fn draw(&mut self) -> Option<Card> {
        if self.table.deck.is_empty() && !self.table.discards.is_empty() {
            self.table.shuffles = increment_capped(self.table.shuffles, MAX_COUNT);
            let discards = self.table.discards.take_every();
            self.table.deck = shuffled(&discards, self.chance, DungeonCrawl::ID, self.table.shuffles);
            self.log.write(|| Reshuffled { cards: discards.len() as u64 });
        }
        self.table.deck.draw()
    }

    /// Fights in the combat on the space, or rolls a die and walks.
    fn go(&mut self) {
        let seat = self.table.turn;
        if let Some(combat) = self.table.combat_on(self.table.pawn()) {
            return self.fight(combat.monster);
        }
        let die = self.roll().die();
        self.log.write(|| Rolled { seat, die });
        self.walk(die.number().into());
    }

    /// Walks to the last step, or to a step with a combat.
    fn walk(&mut self, steps: u64) {
        let seat = self.table.turn;
        let (mut spaces, mut locked) = (Vec::with_capacity(STEPS), false);
        let mut at = self.table.pawn();
        for left in (0..steps).rev() {
            let closed = dungeon::is_at_door(at) && self.table.is_locked(dungeon::zone(at));
            at = dungeon::next(at, closed);
            locked |= closed;
            spaces.push(at);
            self.table.steps = Some(left).filter(|left| *left > 0);
            if at == END || self.table.combat_on(at).is_some() {
                break;
            }
        }
        self.table.character_mut(seat).space = at;
        self.log.write(|| Walked { seat, spaces, locked });
        if at == END {
            self.table.steps = None;
            self.end(Why::Exit);
        } else if self.table.steps.is_some() {
            self.table.phase = Phase::Join;
        } else {
            self.stop();
        }
    }

    fn walk_on(&mut self) {
        if let Some(steps) = self.table.steps.take() {
            self.walk(steps);
        }
    }

    /// Stops at a combat, with steps left.
    fn stop_early(&mut self) {
        self.table.steps = None;
        self.stop();
    }

    /// Deals with the space where the seat whose turn it is stops.
    fn stop(&mut self) {
        let (seat, space) = (self.table.turn, self.table.pawn());
        if let Some(combat) = self.table.combat_on(space) {
            return self.fight(combat.monster);
        }
        match Space::of(space) {
            Space::Start | Space::End => self.end_turn(),
            Space::Card => self.draw_in_the_open(),
            Space::Monster(power) => self.meet_monster(power),
            Space::Trap(value) => self.meet_trap(value),
            Space::Fountain => {
                self.heal(seat, FOUNTAIN);
                self.end_turn();
            }
            Space::Passage(to) | Space::Slide(to) | Space::FalseExit(to) => {
                self.table.character_mut(seat).space = to;
                self.log.write(|| Jumped { seat, from: space, to });
                self.stop();
            }
        }
    }

    fn draw_in_the_open(&mut self) {
        let seat = self.table.turn;
        let Some(card) = self.draw() else { return self.end_turn() };
        self.log.write(|| Drew { seat, card });
        let value = cards::face_value(card);
        match cards::role(card) {
            Role::Trap => {
                self.table.discards.insert(card);
                self.meet_trap(value);
            }
            Role::Weapon => {
                self.table.discards.insert(card);
                self.meet_monster(value);
            }
            Role::Gold => {
                self.table.deferred.insert(card);
                self.log.write(|| Deferred { card });
                self.end_turn();
            }
            Role::Food => self.find_food(card),
            Role::BigMonster => self.begin_combat(card),
        }
    }
}
