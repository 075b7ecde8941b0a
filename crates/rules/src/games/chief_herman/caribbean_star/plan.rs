//! The built-in player of Caribbean Star: it evaluates the effect of each card on both practice piles and scores.

use super::moves::{Decline, Let, Move, Perform, Play, Stop};
use super::show::{self, Role};
use super::table::{LAST_DRAW, Phase, Table, is_ace};
use crate::cards::{Card, Viewed};
use crate::chance::Draws;
use crate::choice;
use crate::game::Seat;

/// The weight of a point that has been scored.
const SCORED: i64 = 4;
/// The weight of a point that a show would score now.
const PRACTICED: i64 = 3;
/// A card this much worse than the best is never played.
const MARGIN: i64 = 8;
/// A card is certainly stopped if it costs this much more than the value of an ace, and never if it costs this much
/// less.
const DOUBT: i64 = 2 * PRACTICED;

/// The piles and scores of both seats, from the perspective of one.
#[derive(Clone)]
struct Outlook {
    seat: Seat,
    /// The practice piles of both seats.
    piles: [Vec<Card>; 2],
    /// The seat's score minus the other's.
    lead: i64,
}

impl Outlook {
    fn of(table: &Table<Viewed<Card>>, seat: Seat) -> Self {
        let pile = |i: usize| table.practice.get(i).map(|pile| pile.to_vec()).unwrap_or_default();
        Self { seat, piles: [pile(0), pile(1)], lead: 0 }
    }

    /// Returns points of a seat from the perspective of `self.seat`.
    fn side(&self, owner: Seat, points: i64) -> i64 {
        if owner == self.seat { points } else { -points }
    }

    fn value(&self) -> i64 {
        let show = |owner: Seat| self.side(owner, show::points(self.piles[owner.index()].iter().copied()));
        SCORED * self.lead + PRACTICED * (show(Seat::FIRST) + show(Seat::SECOND))
    }

    /// Returns the outlook after the card takes effect.
    fn after(&self, card: Card) -> Self {
        let mut after = self.clone();
        let owner = show::owner(card);
        let pile = &mut after.piles[owner.index()];
        match show::role(card) {
            Role::Practice => pile.push(card),
            Role::Showtime => {
                let pile = std::mem::take(pile);
                after.lead += self.side(owner, show::points(pile.iter().copied()));
            }
            Role::Buffet => return self.best_trick(owner).map_or(after, |trick| self.without(owner, trick)),
            Role::Nap | Role::Ace => {}
        }
        after
    }

    /// Returns the outlook after performing one trick at the buffet.
    fn without(&self, owner: Seat, trick: Card) -> Self {
        let mut after = self.clone();
        after.piles[owner.index()].retain(|card| *card != trick);
        after.lead += self.side(owner, show::half(trick).unwrap_or(0));
        after
    }

    /// Returns the trick that the owner performs at the buffet, if that is better than declining.
    fn best_trick(&self, owner: Seat) -> Option<Card> {
        let worth = |outlook: &Self| self.side(owner, outlook.value());
        let tricks = self.piles[owner.index()].iter().copied().filter(|card| show::trick(*card).is_some());
        let best = tricks.max_by_key(|trick| worth(&self.without(owner, *trick)))?;
        (worth(&self.without(owner, best)) > worth(self)).then_some(best)
    }
}

/// Returns the move of a seat that may act. Cards are played and stopped simultaneously and in secret, so these choices
/// are mixed.
pub(super) fn decide(table: &Table<Viewed<Card>>, seat: Seat, draws: &mut Draws) -> Option<Move> {
    let outlook = Outlook::of(table, seat);
    match table.phase {
        Phase::Play => {
            let cards = table.hand(seat).known().filter(|card| !is_ace(*card));
            let cards = cards.map(|card| (outlook.after(card).value(), card)).collect();
            choice::mixed(cards, MARGIN, draws).map(|card| Move::Play(Play { seat, card }))
        }
        Phase::Stop => {
            let ace = stops(table, &outlook, draws);
            Some(ace.map_or(Move::Let(Let { seat }), |card| Move::Stop(Stop { seat, card })))
        }
        Phase::Buffet => {
            let trick = outlook.best_trick(seat);
            Some(trick.map_or(Move::Decline(Decline { seat }), |card| Move::Perform(Perform { seat, card })))
        }
        Phase::Over => None,
    }
}

/// Returns the ace with which the seat stops the next card, if the card would cost it enough. Aces lose value toward
/// the end.
fn stops(table: &Table<Viewed<Card>>, outlook: &Outlook, draws: &mut Draws) -> Option<Card> {
    // If both stop it, the ace of the lower suit is spent.
    let ace = table.hand(outlook.seat).known().filter(|card| is_ace(*card)).last()?;
    let loss = outlook.value() - outlook.after(table.next()?).value();
    let threshold = if table.turn > LAST_DRAW { 2 * PRACTICED } else { 5 * PRACTICED };
    choice::mixed(vec![(loss, Some(ace)), (threshold, None)], DOUBT, draws).flatten()
}
