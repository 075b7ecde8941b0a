//! The built-in player of Darwinian Poker: it samples possible deals and plants the card that leaves it with the best
//! hand on average.

use super::table::{Table, captures, worth};
use crate::cards::{Card, Viewed};
use crate::chance::Draws;
use crate::choice;
use crate::game::{Log, NoOptions, Seat, ViewOf as _, Viewer};

/// The number of sampled deals.
const DEALS: usize = 16;
/// The value of a card in the hand: it preserves the seat from extinction and may be useful later.
const CARD: i64 = 20;
/// The value of a step to the next better category. The highest rank counts its height.
const CATEGORY: i64 = 20;
/// A card this much worse than the best is never planted.
const MARGIN: i64 = 15;

/// Returns the card that a seat plants; none if it has none. Seeds are planted simultaneously and in secret, so the
/// choice is mixed.
pub(super) fn seed(table: &Table<Viewed<Card>>, seat: Seat, draws: &mut Draws) -> Option<Card> {
    if !table.to_act().contains(seat) {
        return None;
    }
    let determinized = table.determinize(NoOptions {});
    let deals: Vec<Table<Card>> = (0..DEALS).map(|_| others_plant(&determinized, seat, draws)).collect();
    let promise = |card: Card| deals.iter().map(|deal| outcome(deal, seat, card)).sum::<i64>() / DEALS as i64;
    let promises = determinized.hand(seat).iter().map(|card| (promise(*card), *card)).collect();
    choice::mixed(promises, MARGIN, draws)
}

/// Samples a deal in which the other seats have planted the cards that match most of the ooze.
fn others_plant(determinized: &Table<Card>, seat: Seat, draws: &mut Draws) -> Table<Card> {
    let mut deal = determinized.redealt(Viewer::Seat(seat), draws);
    for other in deal.to_act().iter().filter(|other| *other != seat) {
        let matches = |card: Card| deal.ooze.iter().filter(|ooze| captures(card, **ooze)).count();
        let hand: Vec<_> = deal.hand(other).iter().map(|card| (matches(*card), *card)).collect();
        if let Some(card) = choice::best(hand, draws) {
            deal.plant(other, card, &mut Log::discard());
        }
    }
    deal
}

/// Returns the value of a seat's hand after it has planted a card and all seeds have been played.
fn outcome(deal: &Table<Card>, seat: Seat, card: Card) -> i64 {
    let mut after = deal.clone();
    after.plant(seat, card, &mut Log::discard());
    after.play_seeds(&mut Log::discard());
    let hand = after.hand(seat);
    let value = worth(hand).map_or(-2 * CATEGORY, |value| {
        let height = value.ranks().next().map_or(0, |rank| i64::from(rank.height()));
        CATEGORY * value.category() as i64 + height
    });
    CARD * hand.len() as i64 + value
}
