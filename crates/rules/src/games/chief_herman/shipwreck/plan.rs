//! The built-in player of Shipwreck!: it estimates how strong each seat is in each suit, and how much its best lifeboats
//! promise after each of its moves.

use super::boats::{Boat, value, worth};
use super::moves::{Answer, Discard, Fight, Key, Move, Surrender};
use super::table::{MAX_SEATS, Table, all_cards};
use crate::cards::{Card, CardFace as _, PlayingCard as _, Rank, Viewed};
use crate::chance::Draws;
use crate::choice;
use crate::game::Seat;

/// The scale of strengths and loads: a point of a card.
const POINT: i64 = 10;
/// The scale of chances.
const SURE: i64 = 1000;
/// The lead with which a seat is sure of a lifeboat when no cards are left to draw, and the additional lead for each
/// round of turns that is left.
const SAFE_LEAD: (i64, i64) = (14 * POINT, 3 * POINT);
/// Keys are mixed that promise at most this part less than the best one: a quarter.
const MIXED: i64 = 4;
/// The chance that a king in the hand wins a fight that another card did not.
const KING_SAVES: i64 = 300;
/// The part of the other lifeboats' promises that counts: a third.
const OTHERS: i64 = 3;

/// The strength in each suit, or the points in each lifeboat.
type BySuit = [i64; 4];

/// Returns the move of a seat that may act.
pub(super) fn decide(table: &Table<Viewed<Card>>, seat: Seat, draws: &mut Draws) -> Option<Move> {
    if !table.to_act().contains(seat) {
        return None;
    }
    let outlook = Outlook::of(table, seat);
    let promises: Vec<(i64, Move)> =
        table.plays(seat).into_iter().map(|mv| (outlook.promise_of(table, &mv), mv)).collect();
    match promises.first() {
        // Keys are laid in secret at the same time.
        Some((_, Move::Key(_))) => {
            let best = promises.iter().map(|(promise, _)| *promise).max().unwrap_or(0);
            choice::mixed(promises, (best / MIXED).max(1), draws)
        }
        _ => choice::best(promises, draws),
    }
}

/// What a seat knows and expects.
#[derive(Clone)]
struct Outlook {
    seat: usize,
    seats: usize,
    /// The strength of each seat: of hidden cards the mean.
    strength: [BySuit; MAX_SEATS],
    boats: BySuit,
    /// The mean strength of an unseen card.
    mean: BySuit,
    /// The number of unseen cards by rank, from the ace.
    unseen: [i64; 13],
    /// The lead with which a lifeboat is sure.
    safe: i64,
    /// What will still be put into each lifeboat.
    future: i64,
}

fn suit(card: Card) -> usize {
    card.suit() as usize
}

/// Returns the chance of a lead, if it is sure from `safe` on.
fn chance(lead: i64, safe: i64) -> i64 {
    (SURE / 2 + lead * (SURE / 2) / safe).clamp(SURE / 50, SURE - SURE / 50)
}

impl Outlook {
    fn of(table: &Table<Viewed<Card>>, seat: Seat) -> Self {
        let seats = table.hands.len();
        let mut counts = [0; Card::DECK.len()];
        all_cards(seats).into_iter().for_each(|card| counts[card.index()] += 1);
        table.visible().for_each(|card| counts[card.index()] -= 1);
        let (mut unseen, mut sums, mut count) = ([0; 13], [0; 4], 0);
        for (card, n) in Card::DECK.into_iter().zip(counts) {
            unseen[card.rank().face_value() as usize - 1] += n;
            sums[suit(card)] += n * value(card) * POINT;
            count += n;
        }
        let mean = sums.map(|sum| sum / count.max(1));
        let mut strength = [[0; 4]; MAX_SEATS];
        for ((own, hand), board) in strength.iter_mut().zip(&table.hands).zip(&table.boards) {
            hand.known().chain(board.iter().copied()).for_each(|card| own[suit(card)] += value(card) * POINT);
            let hidden = (hand.len() - hand.known().count()) as i64;
            (0..4).for_each(|i| own[i] += hidden * mean[i]);
        }
        for key in &table.keys {
            let own = &mut strength[key.seat.index()];
            match key.card.known() {
                Some(card) => own[suit(card)] += value(card) * POINT,
                None => (0..4).for_each(|i| own[i] += mean[i]),
            }
        }
        let deck = table.deck.len() as i64;
        Self {
            seat: seat.index(),
            seats,
            strength,
            boats: table.boats.each().map(|(_, load)| worth(load) * POINT),
            mean,
            unseen,
            safe: SAFE_LEAD.0 + SAFE_LEAD.1 * deck / seats as i64,
            future: deck * 7 * POINT / 4,
        }
    }

    /// Returns what the lifeboats promise: the best one, and a part of the others.
    fn promise(&self) -> i64 {
        let others = || (0..self.seats).filter(|other| *other != self.seat);
        let of_boat = |i: usize| {
            let rival = others().map(|other| self.strength[other][i]).max().unwrap_or(0);
            chance(self.strength[self.seat][i] - rival, self.safe) * (self.boats[i] + self.future)
        };
        let each = [0, 1, 2, 3].map(of_boat);
        let best = each.iter().copied().max().unwrap_or(0);
        best + (each.iter().sum::<i64>() - best) / OTHERS
    }

    /// Returns the outlook after the seat has put a card into its lifeboat and drawn another.
    fn without(&self, card: Card) -> Self {
        let mut after = self.clone();
        after.boats[suit(card)] += value(card) * POINT;
        after.lose(card);
        after
    }

    fn lose(&mut self, card: Card) {
        let own = &mut self.strength[self.seat];
        own[suit(card)] -= value(card) * POINT;
        if self.future > 0 {
            (0..4).for_each(|i| own[i] += self.mean[i]);
        }
    }

    /// Returns the promise after the seat has won a card of another seat.
    fn after_win(&self, loser: Seat) -> i64 {
        let mut after = self.clone();
        let (own, other) = (self.seat, loser.index());
        for i in 0..4 {
            // Mostly one suit gains much, which counts for more than a little of each.
            after.strength[own][i] += self.mean[i];
            after.strength[other][i] -= self.mean[i] / 2;
        }
        after.promise()
    }

    /// Returns the mean promise after another seat has won one of these cards.
    fn after_loss(&self, cards: &[Card], winner: Seat) -> i64 {
        let promise = |card: &Card| {
            let mut after = self.clone();
            after.lose(*card);
            after.strength[winner.index()][suit(*card)] += value(*card) * POINT;
            after.promise()
        };
        cards.iter().map(promise).sum::<i64>() / cards.len().max(1) as i64
    }

    /// Returns the chance that a card of a rank beats all cards of a hidden hand.
    fn beats(&self, rank: Rank, cards: usize) -> i64 {
        let (lower, higher) = self.unseen.split_at(rank.face_value().into());
        let (lower, higher): (i64, i64) = (lower.iter().sum(), higher.iter().sum());
        (0..cards as i64).fold(SURE, |chance, i| chance * (lower - i).max(0) / (lower + higher - i).max(1))
    }

    /// Returns the promise of a fight with a card that the opponent has to beat.
    fn fight(&self, table: &Table<Viewed<Card>>, own: Seat, card: Card, opponent: Seat) -> i64 {
        let mut rest: Vec<Card> = table.hand(own).iter().filter_map(|face| face.known()).collect();
        if let Some(at) = rest.iter().position(|other| *other == card) {
            rest.remove(at);
        }
        let after = self.without(card);
        let mut wins = self.beats(card.rank(), table.hand(opponent).len());
        if rest.iter().any(|card| card.rank() == Rank::KING) {
            wins += (SURE - wins) * KING_SAVES / SURE;
        }
        (wins * after.after_win(opponent) + (SURE - wins) * after.after_loss(&rest, opponent)) / SURE
    }

    fn promise_of(&self, table: &Table<Viewed<Card>>, mv: &Move) -> i64 {
        match *mv {
            Move::Discard(Discard { card, .. }) => self.without(card).promise(),
            Move::Fight(Fight { seat, card, target }) => self.fight(table, seat, card, target),
            Move::Answer(Answer { seat, card }) => {
                let opponent = table.fight.as_ref().map_or(seat, |fight| table.opponent(fight));
                self.fight(table, seat, card, opponent)
            }
            Move::Surrender(Surrender { seat }) => {
                let opponent = table.fight.as_ref().map_or(seat, |fight| table.opponent(fight));
                let hand: Vec<Card> = table.hand(seat).iter().filter_map(|face| face.known()).collect();
                self.after_loss(&hand, opponent)
            }
            Move::Key(Key { card, .. }) => self.promise_of_key(table, Boat::of(card.suit())),
        }
    }

    /// Returns what a lifeboat promises a seat that runs to it: its load, by the chance that no stronger seat does.
    fn promise_of_key(&self, table: &Table<Viewed<Card>>, boat: Boat) -> i64 {
        let i = boat as usize;
        let own = self.strength[self.seat][i];
        let runs = |other: usize| {
            let appeal = |i: usize| (self.strength[other][i] + self.boats[i] / 2).max(1).pow(2);
            appeal(i) * SURE / (0..4).map(appeal).sum::<i64>()
        };
        let others = (0..self.seats).filter(|other| {
            *other != self.seat
                && (!table.hands[*other].is_empty() || table.keys.iter().any(|key| key.seat.index() == *other))
        });
        let free = others.fold(SURE, |free, other| {
            let safe = self.safe + 2 * POINT * table.hands[other].len() as i64;
            let stronger = chance(self.strength[other][i] + 3 * POINT - own, safe);
            free * (SURE - runs(other) * stronger / SURE) / SURE
        });
        free * self.boats[i]
    }
}
