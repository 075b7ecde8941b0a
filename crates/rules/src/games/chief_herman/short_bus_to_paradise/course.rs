//! The course of the game: the deal, turns, and what moves do.

use super::cab::{Cab, ScoredCab, WaitingCab};
use super::events::{
    Arrived, Bussed, Drew, Ended, Event, LastTurnsBegan, Left, Loaded, Played, Rolled, Stolen, TurnEnded,
};
use super::moves::{Load, Steal};
use super::stone::{self, Color, Group};
use super::table::{HAND, Phase, TURNS, Table};
use super::{CAB, CARD, DECK, FROM, GROUP, IDLE, ONE_CARD, ONE_COLOR, PLAY_FIRST, ROOM, ShortBusToParadise};
use crate::cards::{dealt, shuffled};
use crate::chance::Chance;
use crate::dice::{Face, Roll};
use crate::fault::Illegal;
use crate::game::{Game as _, Log, Seat, Seats};
use crate::wire::BoundedVec;

/// The cruise line takes groups of more stones than this.
pub(super) const MAX_GROUP: u64 = 10;

/// What a load or a steal does.
#[derive(Clone, Copy)]
pub(super) struct Loading {
    into: Cab,
    /// The cab that is robbed, and how many passengers it has.
    from: Option<(Cab, u64)>,
    color: Color,
}

impl Table<Cab> {
    pub(super) fn dealt(seats: Seats, chance: Chance) -> Self {
        let mut deck = shuffled(&Cab::DECK, chance, ShortBusToParadise::ID, 1);
        let hands = seats.iter().map(|_| dealt(&mut deck, HAND)).collect();
        let mut table = Self {
            phase: Phase::Turns,
            turn: 1,
            played: false,
            loaded: false,
            last_turns: None,
            rolls: 0,
            bag: stone::bag(chance).into(),
            pot: BoundedVec::default(),
            gone: BoundedVec::default(),
            deck,
            hands,
            cabs: seats.iter().map(|_| BoundedVec::default()).collect(),
            scored: seats.iter().map(|_| BoundedVec::default()).collect(),
        };
        table.bring_tourists(chance, &mut Log::discard());
        table
    }

    /// Rolls the dice, draws stones into the pot, and removes large groups.
    fn bring_tourists(&mut self, chance: Chance, log: &mut Log<Event>) {
        self.rolls += 1;
        let dice: Vec<Face> = Roll::numbered(chance, "short-bus-to-paradise/roll", self.rolls).dice(2);
        let wanted = dice.iter().map(|face| usize::from(face.number())).sum::<usize>();
        let lacks = self.bag.len() < wanted;
        let count = wanted.min(self.bag.len());
        let arrived = stone::grouped(&self.bag[..count]);
        self.bag.drain(..count);
        for group in &arrived {
            stone::add(&mut self.pot, *group);
        }
        log.write(|| Rolled { dice });
        log.write(|| Arrived { stones: arrived });
        if lacks {
            self.begin_last_turns(log);
        }
        for Group { color, count } in self.pot.extract_if(.., |group| group.count > MAX_GROUP) {
            stone::add(&mut self.gone, Group { color, count });
            log.write(|| Bussed { color, count });
        }
    }

    fn begin_last_turns(&mut self, log: &mut Log<Event>) {
        if self.last_turns.is_none() {
            let turns = self.seats() as u64;
            self.last_turns = Some(turns);
            log.write(|| LastTurnsBegan { turns });
        }
    }

    /// Checks that a seat may play a cab.
    pub(super) fn check_play(&self, seat: Seat, cab: Cab) -> Result<(), Illegal> {
        ONE_CARD.require(!self.played, || "a cab was played in this turn".to_owned())?;
        PLAY_FIRST.require(!self.loaded, || "stones were taken from the pot in this turn".to_owned())?;
        CARD.require(self.hands[seat.index()].contains(&cab), || format!("seat {seat} has no {cab}"))
    }

    /// Checks that a seat may draw a card.
    pub(super) fn check_draw(&self) -> Result<(), Illegal> {
        IDLE.require(self.is_idle(), || "something was played or loaded in this turn".to_owned())?;
        DECK.require(!self.deck.is_empty(), || "the deck is empty".to_owned())
    }

    /// Checks a load, and returns what it does.
    pub(super) fn check_load(&self, Load { seat, cab, color }: Load) -> Result<Loading, Illegal> {
        let into = self.own_cab(seat, cab)?;
        self.check_room(into, color, 0)?;
        Ok(Loading { into: cab, from: None, color })
    }

    /// Checks a steal, and returns what it does.
    pub(super) fn check_steal(&self, Steal { seat, cab, from }: Steal) -> Result<Loading, Illegal> {
        let into = self.own_cab(seat, cab)?;
        let robbed = self.waiting().find(|(_, waiting)| waiting.cab == from && from != cab);
        let passengers = robbed.and_then(|(_, waiting)| waiting.passengers);
        let Group { color, count } =
            passengers.ok_or_else(|| FROM.violation(format!("{from} is no other waiting cab with passengers")))?;
        self.check_room(into, color, count)?;
        Ok(Loading { into: cab, from: Some((from, count)), color })
    }

    fn own_cab(&self, seat: Seat, cab: Cab) -> Result<&WaitingCab, Illegal> {
        let waiting = self.waiting_of(seat).iter().find(|waiting| waiting.cab == cab);
        waiting.ok_or_else(|| CAB.violation(format!("no {cab} waits in front of seat {seat}")))
    }

    fn check_room(&self, into: &WaitingCab, color: Color, passengers: u64) -> Result<(), Illegal> {
        let in_pot = self.in_pot(color);
        GROUP.require(in_pot > 0, || format!("the pot has no {color} stones"))?;
        ONE_COLOR.require(into.accepts(color), || format!("{} holds another color", into.cab))?;
        let more = in_pot + passengers;
        ROOM.require(into.has_room_for(more), || format!("{} has no room for {more} more", into.cab))
    }

    /// Plays a cab of the hand.
    pub(super) fn play_cab(&mut self, seat: Seat, cab: Cab, log: &mut Log<Event>) {
        self.hands[seat.index()].remove(cab);
        let cabs = &mut self.cabs[seat.index()];
        let at = cabs.partition_point(|other| other.cab < cab);
        cabs.insert(at, WaitingCab::empty(cab));
        self.played = true;
        log.write(|| Played { seat, cab });
    }

    /// Loads stones from the pot, and passengers of another cab if it is a steal.
    pub(super) fn load(&mut self, seat: Seat, Loading { into, from, color }: Loading, log: &mut Log<Event>) {
        let count = stone::take(&mut self.pot, color);
        let passengers = from.map_or(0, |(_, passengers)| passengers);
        self.loaded = true;
        match from {
            Some((from, passengers)) => {
                for robbed in self.cabs.iter_mut().flat_map(|cabs| cabs.iter_mut()).filter(|it| it.cab == from) {
                    robbed.passengers = None;
                }
                log.write(|| Stolen { seat, cab: into, from, color, passengers, count });
            }
            None => log.write(|| Loaded { seat, cab: into, color, count }),
        }
        let cabs = &mut self.cabs[seat.index()];
        let Some(at) = cabs.iter().position(|waiting| waiting.cab == into) else { return };
        let all = cabs[at].count() + count + passengers;
        cabs[at].passengers = Some(Group { color, count: all });
        if all >= into.room() {
            cabs.remove(at);
            let scored = &mut self.scored[seat.index()];
            let at = scored.partition_point(|other| other.cab < into);
            scored.insert(at, ScoredCab { cab: into, color });
            log.write(|| Left { seat, cab: into, color });
        }
    }

    /// Draws the top card of the deck.
    pub(super) fn draw(&mut self, seat: Seat, log: &mut Log<Event>) {
        let Some(cab) = self.deck.draw() else { return };
        self.hands[seat.index()].insert(cab);
        log.write(|| Drew { seat });
        if self.deck.is_empty() {
            self.begin_last_turns(log);
        }
    }

    /// Ends the turn if only that is left to the seat.
    pub(super) fn end_turn_without_choice(&mut self, chance: Chance, log: &mut Log<Event>) {
        if !self.has_choice(self.active()) {
            self.end_turn(chance, log);
        }
    }

    /// Ends the turn, and those of the next seats as long as they have no choice.
    pub(super) fn end_turn(&mut self, chance: Chance, log: &mut Log<Event>) {
        loop {
            let seat = self.active();
            log.write(|| TurnEnded { seat });
            if self.turn >= TURNS || self.last_turns == Some(0) {
                self.phase = Phase::Over;
                log.write(|| Ended { points: self.points() });
                return;
            }
            if let Some(turns) = &mut self.last_turns {
                *turns -= 1;
            }
            self.turn += 1;
            let taken = std::mem::take(&mut self.loaded);
            self.played = false;
            if taken {
                self.bring_tourists(chance, log);
            }
            if self.has_choice(self.active()) {
                return;
            }
        }
    }
}
