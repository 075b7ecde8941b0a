//! The course of a turn.

use super::HotelTransylvania;
use super::answer::{Answer, Given, TableCard};
use super::events::{Answered, Asked, Drew, Ended, Event, FreakedOut, Haunted, Moved, Played, Scared, Surprised};
use super::guest::{Guest, GuestNumber};
use super::house::rooms_around;
use super::stack::{Stack, shares};
use super::table::{HAND, MAX_SCORE, MIN_SCORE, Phase, Table};
use crate::cards::{Card, PlayingCard as _, dealt, shuffled};
use crate::chance::Chance;
use crate::dice::{Face, Roll};
use crate::game::{Context, Game as _, Log, NoOptions, Seat};
use crate::wire::{self, BoundedVec};

/// The number of cards that each seat is dealt.
const DEALT: usize = 4;

impl Table<Card> {
    pub(super) fn dealt(context: Context<NoOptions>) -> Self {
        let mut deck = shuffled(&Card::DECK, context.chance, HotelTransylvania::ID, 1);
        let seats = context.seats;
        let hands = seats.iter().map(|_| dealt(&mut deck, DEALT)).collect();
        let mut table = Self {
            phase: Phase::Play,
            turn: Seat::FIRST,
            rolls: 0,
            deck,
            hands,
            stacks: BoundedVec::default(),
            guests: GuestNumber::ALL.into_iter().map(Guest::arriving).collect(),
            moved: None,
            answers: BoundedVec::default(),
            scores: vec![0; seats.count().into()],
        };
        table.begin_turn(&mut Log::discard());
        table
    }

    /// Draws for the seat whose turn it is, and plays its card if it has only one.
    fn begin_turn(&mut self, log: &mut Log<Event>) {
        let seat = self.turn;
        let hand = &mut self.hands[seat.index()];
        let drawn = self.deck.draw_many(HAND.saturating_sub(hand.len()));
        let cards = drawn.len() as u64;
        hand.insert_all(drawn);
        if cards > 0 {
            log.write(|| Drew { seat, cards });
        }
        self.phase = Phase::Play;
        match *self.hand(seat) {
            [] => self.phase = Phase::Guest,
            [card] => self.play_card(seat, card, log),
            _ => {}
        }
    }

    /// Plays a card of the hand: its room and those in a row with it are haunted.
    pub(super) fn play_card(&mut self, seat: Seat, card: Card, log: &mut Log<Event>) {
        self.hands[seat.index()].remove(card);
        log.write(|| Played { seat, card });
        let rooms = self.haunt(seat, card);
        log.write(|| Haunted { seat, rooms });
        self.phase = Phase::Guest;
    }

    /// Begins the next event that rolls dice.
    fn roll(&mut self, chance: Chance) -> Roll {
        self.rolls = wire::increment_capped(self.rolls, wire::MAX_COUNT);
        Roll::numbered(chance, "hotel-transylvania/roll", self.rolls)
    }

    /// Rolls for a guest and moves him.
    pub(super) fn move_guest(&mut self, context: Context<NoOptions>, number: GuestNumber, log: &mut Log<Event>) {
        let dice: Vec<Face> = self.roll(context.chance).dice(2);
        let steps: usize = dice.iter().map(|face| usize::from(face.number())).sum();
        let guest = &mut self.guests[number.index()];
        let from = guest.at;
        let to = from.ahead(steps);
        guest.at = to;
        log.write(|| Moved { guest: number, dice, from, to });
        let Some(room) = to.card() else { return self.end_turn(context, log) };
        if self.stack(room).is_none() && self.asked().next().is_some() {
            self.phase = Phase::Surprise;
            self.moved = Some(number);
            log.write(|| Asked { guest: number, room, seats: self.asked().collect() });
            return;
        }
        self.scare(context, number, room, log);
    }

    /// Adds an answer in the window for a surprise. The last answer closes the window.
    pub(super) fn answer(&mut self, context: Context<NoOptions>, given: Given<Card>, log: &mut Log<Event>) {
        self.answers.push(given);
        self.answers.sort_by_key(|given| given.seat);
        log.write(|| Answered { seat: given.seat });
        if !self.to_act().is_empty() {
            return;
        }
        let Some((number, room)) = self.landed() else { return };
        let answers = std::mem::take(&mut self.answers);
        self.moved = None;
        if let Some(Given { seat, .. }) = answers.into_iter().find(|given| given.answer == Answer::Surprise) {
            self.hands[seat.index()].remove(room);
            self.add_stack(seat, room);
            log.write(|| Surprised { seat, room });
        }
        self.scare(context, number, room, log);
    }

    /// Shares out the points of a guest in a room, changes his rank, and ends the turn.
    fn scare(&mut self, context: Context<NoOptions>, number: GuestNumber, room: Card, log: &mut Log<Event>) {
        let rank = self.guests[number.index()].rank;
        let freaks_out = rank == Face::SIX;
        let next = if freaks_out {
            self.roll(context.chance).die()
        } else {
            Face::new(rank.number() + 1).unwrap_or(Face::SIX)
        };
        self.guests[number.index()].rank = next;
        let ghosts = self.stack(room).map_or(&[][..], |stack| &stack.ghosts);
        let (points, sign) = if freaks_out { (next, -1) } else { (rank, 1) };
        let shared: Vec<i64> =
            shares(ghosts, points.number()).into_iter().take(self.scores.len()).map(|share| sign * share).collect();
        for (score, share) in self.scores.iter_mut().zip(&shared) {
            // Only a posted score can be near a limit.
            *score = (*score + share).clamp(MIN_SCORE, MAX_SCORE);
        }
        if freaks_out {
            log.write(|| FreakedOut { guest: number, rank: next, shares: shared });
        } else {
            log.write(|| Scared { guest: number, rank, shares: shared });
        }
        self.end_turn(context, log);
    }

    fn end_turn(&mut self, context: Context<NoOptions>, log: &mut Log<Event>) {
        if self.is_full() {
            self.phase = Phase::Over;
            log.write(|| Ended { scores: self.scores.clone() });
            return;
        }
        self.turn = context.seats.after(self.turn);
        self.begin_turn(log);
    }
}

impl<C: TableCard> Table<C> {
    /// Adds a haunted room with one ghost. Returns its index among the stacks.
    fn add_stack(&mut self, seat: Seat, room: Card) -> usize {
        let at = self.stacks.partition_point(|stack| stack.room < room);
        self.stacks.insert(at, Stack::of(room, seat));
        at
    }

    /// Haunts a room, then the rooms in a row with it, clockwise and counter-clockwise. Returns the rooms that get a
    /// ghost.
    pub(super) fn haunt(&mut self, seat: Seat, room: Card) -> Vec<Card> {
        let at = self.add_stack(seat, room);
        let around = rooms_around(room);
        let mut haunted = vec![room];
        let (before, from) = self.stacks.split_at_mut(at);
        let index = |stack: &&mut Stack| stack.room.index();
        // Adjacent rooms between two doors have adjacent indices.
        let clockwise = from.iter_mut().skip(1).zip(room.index() + 1..around.end);
        let back = before.iter_mut().rev().zip((around.start..room.index()).rev());
        let clockwise = clockwise.take_while(|(stack, next)| index(stack) == *next).map(|(stack, _)| stack);
        let back = back.take_while(|(stack, next)| index(stack) == *next).map(|(stack, _)| stack);
        haunted.extend(clockwise.chain(back).filter_map(|stack| stack.top_with(seat).then_some(stack.room)));
        haunted
    }
}
