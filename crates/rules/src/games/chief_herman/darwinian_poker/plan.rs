//! How the built-in player plays: it supposes what the others may hold, and plants the card that leaves it with the best hand there.

use super::table::{Table, captures, worth};
use crate::cards::{Card, Viewed};
use crate::chance::Draws;
use crate::choice;
use crate::game::{Log, NoOptions, Seat, ViewOf as _, Viewer};

/// How many deals of what is hidden are tried.
const DEALS: usize = 16;
/// What a card in the hand is worth: it keeps the seat alive, and may be of use later.
const CARD: i64 = 20;
/// What a better kind of hand is worth, for each step from one kind to the next. Its highest rank counts its height.
const KIND: i64 = 20;
/// A card that promises so much less than the best is never planted.
const MARGIN: i64 = 15;

/// The card that a seat plants; none if it has none. Seeds are planted at once and in secret, so the choice is mixed.
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

/// What is hidden from a seat, dealt again, where the others have planted the cards that match most of the ooze.
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

/// What the hand of a seat is worth after it has planted a card and all seeds have been played.
fn outcome(deal: &Table<Card>, seat: Seat, card: Card) -> i64 {
    let mut after = deal.clone();
    after.plant(seat, card, &mut Log::discard());
    after.play_seeds(&mut Log::discard());
    let hand = after.hand(seat);
    let value = worth(hand).map_or(-2 * KIND, |value| {
        let height = value.ranks().next().map_or(0, |rank| i64::from(rank.height()));
        KIND * value.category() as i64 + height
    });
    CARD * hand.len() as i64 + value
}
