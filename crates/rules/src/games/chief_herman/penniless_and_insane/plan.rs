//! How the built-in player plays: it wants high cards and few chips, and weighs what it gives up against what it gets.

use super::table::{CHIPS, Table, price};
use crate::cards::{Card, Viewed};
use crate::chance::Draws;
use crate::choice;
use crate::game::Seat;

/// How much more a hand is worth to whoever has no chips left than to whoever has but one.
const PENNILESS: i64 = 10;
/// A card is never bid if it promises less than the best by this much, in hundredths.
const MARGIN: i64 = 14;

/// The card that a seat bids. Bids are simultaneous and secret. An opponent who could predict a bid would bid just below it, so the choice is random.
pub(super) fn bid(table: &Table<Viewed<Card>>, seat: Seat, draws: &mut Draws) -> Option<Card> {
    let money = table.money.get(seat.index()).copied().unwrap_or(0);
    let hand: Vec<Card> = table.hand(seat).known().collect();
    let sum: u64 = hand.iter().copied().map(price).sum();
    let mut pool: Vec<u64> = table.pool.iter().copied().map(price).collect();
    pool.sort_unstable_by(|a, b| b.cmp(a));
    let promise = |card: Card| {
        let cost = price(card);
        // Low bids choose first: the higher a bid, the more of the pool is gone, and perhaps all of it.
        let gone = (cost as usize - 1) * (pool.len() + 1) / 13;
        match pool.get(gone) {
            Some(got) if cost <= money => outlook(sum - cost + got, money - cost),
            _ => outlook(sum, money),
        }
    };
    let promises: Vec<(i64, Card)> = hand.iter().map(|card| (promise(*card), *card)).collect();
    let best = promises.iter().map(|(promise, _)| *promise).max()?;
    choice::mixed(promises, best * MARGIN / 100 + 1, draws)
}

/// The card that a seat takes: the highest.
pub(super) fn take(table: &Table<Viewed<Card>>) -> Option<Card> {
    table.pool.iter().copied().max_by_key(|card| card.ace_low())
}

/// What a hand of this sum promises with so many chips left: the fewer, the likelier it is that nobody has less, and that the
/// hand scores three times.
fn outlook(sum: u64, money: u64) -> i64 {
    let (sum, spent) = (sum as i64, CHIPS.saturating_sub(money) as i64);
    let penniless = if money == 0 { PENNILESS } else { 0 };
    sum * (CHIPS as i64 + 2 * spent + penniless)
}
