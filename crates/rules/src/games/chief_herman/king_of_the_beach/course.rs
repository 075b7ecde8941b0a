//! The course of a round: the auction, the aggression and the actions.

use super::KingOfTheBeach;
use super::events::{
    Declined, Discarded, Drew, Ended, Event, Fought, GoodieAdded, Offered, Played, RoundEnded, Shuffled, StoneLaid,
    Switched, Took, Traded,
};
use super::pyramid::{self, SPACES, Space, Stone};
use super::table::{Action, HAND, Phase, ROUNDS, Table};
use crate::cards::{Card, Cards, dealt, shuffled};
use crate::chance::Chance;
use crate::game::{Context, Game as _, Log, NoOptions, Seat};
use crate::wire::{BoundedVec, MAX_COUNT};

/// Returns the number of a space that is counted from 0.
pub(super) const fn number(space: usize) -> u64 {
    space as u64 + 1
}

impl Table<Card> {
    pub(super) fn dealt(context: Context<NoOptions>) -> Self {
        let mut markers: Vec<Option<Seat>> = context.seats.iter().map(Some).collect();
        markers.resize(SPACES, None);
        context.chance.event("king-of-the-beach/markers").shuffle(&mut markers);
        let mut pyramid = [Space::default(); SPACES];
        pyramid.iter_mut().zip(markers).for_each(|(space, seat)| space.seat = seat);

        let mut deck = shuffled(&Card::DECK, context.chance, KingOfTheBeach::ID, 1);
        let hands = context.seats.iter().map(|_| dealt(&mut deck, HAND)).collect();
        let mut table = Self {
            phase: Phase::Auction,
            round: 0,
            pyramid,
            auction: Cards::none(),
            waiting: BoundedVec::default(),
            action: None,
            acted: None,
            hands,
            goodies: context.seats.iter().map(|_| Cards::none()).collect(),
            deck,
            discards: Cards::none(),
            shuffles: 1,
        };
        table.begin_round(context.chance, &mut Log::discard());
        table
    }

    /// Draws the top card. If the deck is empty, the discards become the deck first; if there are none either, returns
    /// none.
    fn draw(&mut self, chance: Chance, log: &mut Log<Event>) -> Option<Card> {
        if self.deck.is_empty() && !self.discards.is_empty() {
            self.shuffles = (self.shuffles + 1).min(MAX_COUNT);
            let discards = self.discards.take_every();
            self.deck = shuffled(&discards, chance, KingOfTheBeach::ID, self.shuffles);
            log.write(|| Shuffled { cards: discards.len() as u64 });
        }
        self.deck.draw()
    }

    fn begin_round(&mut self, chance: Chance, log: &mut Log<Event>) {
        self.round += 1;
        self.phase = Phase::Auction;
        for _ in self.seats() {
            if let Some(card) = self.draw(chance, log) {
                self.auction.insert(card);
            }
        }
        log.write(|| Offered { round: self.round, cards: self.auction.to_vec() });
        let waiting = self.by_space().rev().collect();
        self.waiting = waiting;
        self.close_auction(chance, log);
    }

    /// Takes a card on offer for the next seat.
    pub(super) fn take(&mut self, seat: Seat, card: Card, chance: Chance, log: &mut Log<Event>) {
        self.take_card(seat, card, log);
        self.close_auction(chance, log);
    }

    fn take_card(&mut self, seat: Seat, card: Card, log: &mut Log<Event>) {
        self.auction.remove(card);
        self.hands[seat.index()].insert(card);
        self.waiting.remove(0);
        log.write(|| Took { seat, card });
    }

    /// Begins the aggression once no choice is left in the auction. A last card is taken automatically.
    fn close_auction(&mut self, chance: Chance, log: &mut Log<Event>) {
        if self.auction.len() > 1 {
            return;
        }
        if let (Some(card), Some(seat)) = (self.auction.first().copied(), self.active()) {
            self.take_card(seat, card, log);
        }
        self.phase = Phase::Aggression;
        let waiting = self.by_space().collect();
        self.waiting = waiting;
        self.play_from(0, chance, log);
    }

    /// Plays a card of the next seat's hand.
    pub(super) fn combat(&mut self, seat: Seat, card: Card, chance: Chance, log: &mut Log<Event>) {
        let Some(space) = self.space_of(seat) else { return };
        self.play_card(space, seat, card, log);
        self.play_from(space + 1, chance, log);
    }

    fn play_card(&mut self, space: usize, seat: Seat, card: Card, log: &mut Log<Event>) {
        self.hands[seat.index()].remove(card);
        self.waiting.remove(0);
        self.lay(space, card, log);
    }

    fn lay(&mut self, space: usize, card: Card, log: &mut Log<Event>) {
        let on = &mut self.pyramid[space];
        on.card = Some(card);
        let (seat, stone) = (on.seat, on.stone.is_some());
        log.write(|| Played { space: number(space), seat, card, stone });
    }

    /// Plays the cards of robots and of seats without a choice, from a space to the next seat that has one. After the
    /// last space, the fights and the actions follow.
    fn play_from(&mut self, space: usize, chance: Chance, log: &mut Log<Event>) {
        for space in space..SPACES {
            match self.pyramid[space].seat {
                None => {
                    if let Some(card) = self.draw(chance, log) {
                        self.lay(space, card, log);
                    }
                }
                Some(seat) => match *self.hands[seat.index()] {
                    [] => {
                        self.waiting.remove(0);
                    }
                    [card] => self.play_card(space, seat, card, log),
                    _ => return,
                },
            }
        }
        self.fight(log);
        self.phase = Phase::Action;
        self.acted = Some(BoundedVec::default());
        self.offer(&Action::ALL, chance, log);
    }

    /// Resolves the fights. Seats that moved up keep their cards, and all others are discarded.
    fn fight(&mut self, log: &mut Log<Event>) {
        let mut fighters = pyramid::fighters(&self.pyramid);
        pyramid::fight(&mut fighters, |fight| {
            log.write(|| {
                let [left, right, above] = fight.spaces.map(number);
                let (rose, seat) = fight.rose.unzip();
                Fought { left, right, above, strengths: fight.strengths, rose: rose.map(number), seat: seat.flatten() }
            });
        });
        let mut discarded = Vec::new();
        for fighter in fighters {
            match (fighter.seat, fighter.card) {
                (Some(seat), Some(card)) if fighter.rose => {
                    self.goodies[seat.index()].insert(card);
                    log.write(|| GoodieAdded { seat, card });
                }
                (_, card) => discarded.extend(card),
            }
        }
        self.pyramid = fighters.map(|fighter| Space { seat: fighter.seat, ..Space::default() });
        self.discards.insert_all(discarded.iter().copied());
        log.write(|| Discarded { cards: discarded });
    }

    /// Offers the first of these actions that a seat may perform. If there is none, ends the round.
    fn offer(&mut self, actions: &[Action], chance: Chance, log: &mut Log<Event>) {
        let next = actions.iter().find_map(|action| Some((*action, self.actor(*action)?)));
        if let Some((action, seat)) = next {
            self.action = Some(action);
            self.waiting = vec![seat].into();
        } else {
            self.end_round(chance, log);
        }
    }

    /// Continues after an action of a seat, or after it has declined.
    fn finish_action(&mut self, seat: Seat, has_acted: bool, chance: Chance, log: &mut Log<Event>) {
        if let Some(acted) = self.acted.as_mut().filter(|_| has_acted) {
            acted.push(seat);
            acted.sort_unstable();
        }
        let last = self.action.and_then(|action| Action::ALL.iter().position(|other| *other == action));
        self.offer(&Action::ALL[last.map_or(0, |last| last + 1)..], chance, log);
    }

    fn end_round(&mut self, chance: Chance, log: &mut Log<Event>) {
        (self.action, self.acted) = (None, None);
        self.waiting.clear();
        log.write(|| RoundEnded { round: self.round });
        if self.round < ROUNDS {
            self.begin_round(chance, log);
        } else {
            self.phase = Phase::Over;
            log.write(|| Ended { seat: self.pyramid[0].seat });
        }
    }

    /// Exchanges a seat and the robot on a space, numbered from 0.
    pub(super) fn switch(&mut self, seat: Seat, to: usize, chance: Chance, log: &mut Log<Event>) {
        if let Some(from) = self.space_of(seat) {
            (self.pyramid[from].seat, self.pyramid[to].seat) = (None, Some(seat));
            log.write(|| Switched { seat, from: number(from), to: number(to) });
        }
        self.finish_action(seat, true, chance, log);
    }

    /// Exchanges a goodie of a seat for one of the other seat.
    pub(super) fn trade(&mut self, traded: Traded, chance: Chance, log: &mut Log<Event>) {
        let Traded { seat, give, take, other } = traded;
        for (from, to, card) in [(seat, other, give), (other, seat, take)] {
            self.goodies[from.index()].remove(card);
            self.goodies[to.index()].insert(card);
        }
        log.write(|| traded);
        self.finish_action(seat, true, chance, log);
    }

    pub(super) fn draw_card(&mut self, seat: Seat, chance: Chance, log: &mut Log<Event>) {
        if let Some(card) = self.draw(chance, log) {
            self.hands[seat.index()].insert(card);
            log.write(|| Drew { seat });
        }
        self.finish_action(seat, true, chance, log);
    }

    /// Lays the stone on a space, numbered from 0.
    pub(super) fn lay_stone(&mut self, seat: Seat, space: usize, chance: Chance, log: &mut Log<Event>) {
        self.pyramid[space].stone = Some(Stone);
        log.write(|| StoneLaid { seat, space: number(space) });
        self.finish_action(seat, true, chance, log);
    }

    pub(super) fn decline(&mut self, seat: Seat, chance: Chance, log: &mut Log<Event>) {
        if let Some(suit) = self.action {
            log.write(|| Declined { seat, suit });
        }
        self.finish_action(seat, false, chance, log);
    }
}
