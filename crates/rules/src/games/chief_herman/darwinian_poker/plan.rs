//! How the built-in player plays: it plants what is likely to capture most, and keeps what makes a good hand.

use super::table::Table;
use crate::cards::poker::Value;
use crate::cards::{Card, Seen};
use crate::game::Seat;

/// The card that a seat plants; none if it has none.
pub(super) fn seed(table: &Table<Seen<Card>>, seat: Seat) -> Option<Card> {
    let hand = table.hands.get(seat.index())?;
    // The last of several that are equally good: cards are tried in canonical order.
    hand.known().max_by_key(|card| promise(table, seat, *card))
}

/// How much planting a card promises: what it captures if nobody is before it, and the hand that is then left. Cards that
/// are captured keep the seat alive; towards the end their number counts less than what they make.
fn promise(table: &Table<Seen<Card>>, seat: Seat, seed: Card) -> (i64, u8) {
    let captured = table.ooze.iter().copied().filter(|card| card.suit() == seed.suit() || card.rank() == seed.rank());
    let hand = table.hands.get(seat.index()).into_iter().flat_map(|hand| hand.known()).filter(|card| *card != seed);
    let count = captured.clone().count() as i64;
    let kind = Value::of(hand.chain(captured)).map_or(-2, |value| value.kind() as i64);
    (2 * count + kind, seed.rank().height())
}
