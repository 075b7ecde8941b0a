//! The course of a game: rounds, turns, fights and showdowns.

use std::cmp::Ordering;

use super::Shipwreck;
use super::boats::{Boat, Boats, value, worth};
use super::events::{
    Answered, Attacked, Boarded, Dealt, Discarded, Drew, Ended, Event, KeyLaid, Revealed, Sunk, Surrendered, Taken,
};
use super::table::{Combat, GOAL, HAND, LAST_ROUND, Phase, Table, all_cards, removed_cards};
use crate::cards::{Card, Cards, PlayedCard, Rank, by_seat, dealt, shuffled};
use crate::game::{Context, Game as _, Log, NoOptions, Seat};
use crate::wire::BoundedVec;

/// The strength of a seat in a suit: its points, then its cards from the highest.
type Strength = (i64, Vec<Rank>);

impl Table<Card> {
    pub(super) fn dealt(context: Context<NoOptions>) -> Self {
        let mut table = Self {
            phase: Phase::Turn,
            round: 0,
            active: Seat::FIRST,
            deck: Cards::none(),
            removed: Cards::none(),
            hands: BoundedVec::default(),
            boards: BoundedVec::default(),
            boats: Boats::default(),
            fight: None,
            keys: BoundedVec::default(),
            takes: 0,
            points: vec![0; context.seats.count().into()],
        };
        table.begin_round(context, &mut Log::discard());
        table
    }

    fn begin_round(&mut self, context: Context<NoOptions>, log: &mut Log<Event>) {
        let (seats, count) = (context.seats, context.seats.count().into());
        self.round += 1;
        self.phase = Phase::Turn;
        self.active = Seat::in_turn(self.round - 1, count);
        self.deck = shuffled(&all_cards(count), context.chance, Shipwreck::ID, self.round);
        self.hands = seats.iter().map(|_| dealt(&mut self.deck, HAND)).collect();
        self.removed = dealt(&mut self.deck, removed_cards(count));
        self.boards = seats.iter().map(|_| Cards::none()).collect();
        self.boats = Boats::default();
        self.keys = BoundedVec::default();
        log.write(|| Dealt { round: self.round, dealer: self.active });
    }

    /// Draws for the next seat. The last card sinks the ship.
    fn end_turn(&mut self, context: Context<NoOptions>, log: &mut Log<Event>) {
        let seat = context.seats.after(self.active);
        self.phase = Phase::Turn;
        self.active = seat;
        let hand = &mut self.hands[seat.index()];
        let drawn = self.deck.draw_many(HAND.saturating_sub(hand.len()));
        if !drawn.is_empty() {
            log.write(|| Drew { seat, count: drawn.len() as u64 });
        }
        hand.insert_all(drawn);
        if self.deck.is_empty() {
            self.sink(context, log);
        }
    }

    pub(super) fn discard(&mut self, seat: Seat, card: Card, context: Context<NoOptions>, log: &mut Log<Event>) {
        self.hands[seat.index()].remove(card);
        self.boats.put(card);
        log.write(|| Discarded { seat, card });
        self.end_turn(context, log);
    }

    pub(super) fn attack(
        &mut self,
        (seat, target): (Seat, Seat),
        card: Card,
        context: Context<NoOptions>,
        log: &mut Log<Event>,
    ) {
        self.hands[seat.index()].remove(card);
        log.write(|| Attacked { seat, target, card });
        self.phase = Phase::Fight;
        self.fight = Some(Combat { target, cards: vec![card].into() });
        if card.rank() == Rank::KING {
            self.surrender(context, log);
        }
    }

    /// Plays a card in a fight. The other seat surrenders to a king.
    pub(super) fn answer(&mut self, seat: Seat, card: Card, context: Context<NoOptions>, log: &mut Log<Event>) {
        self.hands[seat.index()].remove(card);
        if let Some(fight) = &mut self.fight {
            fight.cards.push(card);
        }
        log.write(|| Answered { seat, card });
        if card.rank() == Rank::KING {
            self.surrender(context, log);
        }
    }

    /// Ends the fight: the seat that would answer loses it.
    pub(super) fn surrender(&mut self, context: Context<NoOptions>, log: &mut Log<Event>) {
        let Some(fight) = self.fight.take() else { return };
        let (loser, winner) = (self.answering(&fight), self.opponent(&fight));
        log.write(|| Surrendered { seat: loser });
        self.takes += 1;
        let hand = &mut self.hands[loser.index()];
        let mut draws = context.chance.numbered("shipwreck/take", self.takes);
        // The last card of a hand is never played unless it wins, so the loser has a card.
        let card = draws.pick(hand);
        hand.remove(card);
        self.boards[winner.index()].insert(card);
        log.write(|| Taken { winner, loser, card });
        fight.cards.iter().for_each(|card| self.boats.put(*card));
        self.end_turn(context, log);
    }

    fn sink(&mut self, context: Context<NoOptions>, log: &mut Log<Event>) {
        self.phase = Phase::Showdown;
        log.write(|| Sunk { seat: self.active });
        for seat in context.seats.iter() {
            if let [only] = self.hands[seat.index()][..] {
                self.lay(seat, only, log);
            }
        }
        self.reveal(context, log);
    }

    fn lay(&mut self, seat: Seat, card: Card, log: &mut Log<Event>) {
        self.hands[seat.index()].remove(card);
        self.keys.push(PlayedCard { seat, card });
        by_seat(&mut self.keys);
        log.write(|| KeyLaid { seat });
    }

    pub(super) fn key(&mut self, seat: Seat, card: Card, context: Context<NoOptions>, log: &mut Log<Event>) {
        self.lay(seat, card, log);
        self.reveal(context, log);
    }

    /// Reveals and scores the round once all keys are there. Begins the next round, or ends the game.
    fn reveal(&mut self, context: Context<NoOptions>, log: &mut Log<Event>) {
        if !self.to_act().is_empty() {
            return;
        }
        log.write(|| Revealed {
            keys: self.keys.to_vec(),
            hands: self.hands.iter().map(|hand| hand.to_vec()).collect(),
        });
        for boarded in self.boarded() {
            if let Some(seat) = boarded.seat {
                self.points[seat.index()] += boarded.points;
            }
            log.write(|| boarded);
        }
        if self.round >= LAST_ROUND || self.points.iter().any(|points| *points >= GOAL) {
            self.phase = Phase::Over;
            log.write(|| Ended { points: self.points.clone() });
        } else {
            self.begin_round(context, log);
        }
    }

    /// Returns what happens to each lifeboat to which a seat runs.
    pub(super) fn boarded(&self) -> Vec<Boarded> {
        let boarded = |boat: Boat| {
            let runners = self.keys.iter().filter(|key| Boat::of(key.card.suit()) == boat);
            let mut ranked: Vec<(Strength, Seat)> =
                runners.map(|key| (self.strength(key.seat, boat), key.seat)).collect();
            ranked.sort_by(|one, other| other.0.cmp(&one.0));
            let seat = match &ranked[..] {
                [] => return None,
                [best, next, ..] if best.0.cmp(&next.0) == Ordering::Equal => None,
                [best, ..] => Some(best.1),
            };
            Some(Boarded { suit: boat, seat, points: worth(self.boats.load(boat)) })
        };
        Boat::ALL.into_iter().filter_map(boarded).collect()
    }

    /// Returns the strength of a seat: its cards of a suit in hand, on the board and as a key.
    fn strength(&self, seat: Seat, boat: Boat) -> Strength {
        let key = self.keys.iter().filter(|key| key.seat == seat).map(|key| key.card);
        let own = self.hands[seat.index()].iter().chain(&*self.boards[seat.index()]).copied().chain(key);
        let cards: Vec<Card> = own.filter(|card| Boat::of(card.suit()) == boat).collect();
        let mut ranks: Vec<Rank> = cards.iter().map(|card| card.rank()).collect();
        ranks.sort_unstable_by(|one, other| other.cmp(one));
        (cards.iter().copied().map(value).sum(), ranks)
    }
}
