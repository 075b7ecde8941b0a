//! How the built-in player plays: it reckons what a card that takes effect does to both practice piles and scores.

use super::moves::{Decline, Let, Move, Perform, Play, Stop};
use super::show::{self, Role};
use super::table::{LAST_DRAW, Phase, Table, is_ace};
use crate::cards::{Card, Viewed};
use crate::chance::Draws;
use crate::choice;
use crate::game::Seat;

/// How much more a point that is scored counts than one that a show would bring.
const SCORED: i64 = 4;
/// How much a point counts that a show would bring if it were performed now.
const PRACTISED: i64 = 3;
/// A card that is worth so much less than the best is never played.
const MARGIN: i64 = 8;
/// A card is surely stopped if it costs so much more than an ace is worth, and surely not if it costs so much less.
const DOUBT: i64 = 2 * PRACTISED;

/// What both seats have, from the side of one of them.
#[derive(Clone)]
struct Outlook {
    seat: Seat,
    /// The practice piles of both seats.
    piles: [Vec<Card>; 2],
    /// What the seat has scored less what the other has.
    lead: i64,
}

impl Outlook {
    fn of(table: &Table<Viewed<Card>>, seat: Seat) -> Self {
        let pile = |i: usize| table.practice.get(i).map(|pile| pile.to_vec()).unwrap_or_default();
        Self { seat, piles: [pile(0), pile(1)], lead: 0 }
    }

    /// Points for a seat, seen from the side of `self.seat`.
    fn side(&self, owner: Seat, points: i64) -> i64 {
        if owner == self.seat { points } else { -points }
    }

    fn value(&self) -> i64 {
        let show = |owner: Seat| self.side(owner, show::points(self.piles[owner.index()].iter().copied()));
        SCORED * self.lead + PRACTISED * (show(Seat::FIRST) + show(show::SECOND))
    }

    /// What the card does when it takes effect.
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

    /// What performing one trick at the buffet does.
    fn without(&self, owner: Seat, trick: Card) -> Self {
        let mut after = self.clone();
        after.piles[owner.index()].retain(|card| *card != trick);
        after.lead += self.side(owner, show::half(trick).unwrap_or(0));
        after
    }

    /// The trick that the owner performs at the buffet, if that is better for it than to decline.
    fn best_trick(&self, owner: Seat) -> Option<Card> {
        let worth = |outlook: &Self| self.side(owner, outlook.value());
        let tricks = self.piles[owner.index()].iter().copied().filter(|card| show::trick(*card).is_some());
        let best = tricks.max_by_key(|trick| worth(&self.without(owner, *trick)))?;
        (worth(&self.without(owner, best)) > worth(self)).then_some(best)
    }
}

/// The move of a seat that is to act. Cards are played, and stopped, at once and in secret: so these choices are mixed.
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

/// The ace with which the seat stops the next card: if the card would cost it enough. Aces are worth less towards the end.
fn stops(table: &Table<Viewed<Card>>, outlook: &Outlook, draws: &mut Draws) -> Option<Card> {
    // Should both stop it, the ace of the lower suit is spent.
    let ace = table.hand(outlook.seat).known().filter(|card| is_ace(*card)).last()?;
    let loss = outlook.value() - outlook.after(table.next()?).value();
    let dear = if table.turn > LAST_DRAW { 2 * PRACTISED } else { 5 * PRACTISED };
    choice::mixed(vec![(loss, Some(ace)), (dear, None)], DOUBT, draws).flatten()
}
