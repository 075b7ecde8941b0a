//! The built-in player of Penniless and Insane: it prefers high cards and few chips, and weighs what it bids against
//! what it gets.

use super::table::{CHIPS, Table, price};
use crate::cards::{Card, Viewed};
use crate::chance::Draws;
use crate::choice;
use crate::game::Seat;

/// The additional value of a hand with no chips left, compared with one chip.
const PENNILESS: i64 = 10;
/// A card this much worse than the best is never bid, in hundredths.
const MARGIN: i64 = 14;

/// Returns the card that a seat bids. Bids are simultaneous and secret. An opponent who could predict a bid would bid
/// just below it, so the choice is mixed.
pub(super) fn bid(table: &Table<Viewed<Card>>, seat: Seat, draws: &mut Draws) -> Option<Card> {
    let money = table.money.get(seat.index()).copied().unwrap_or(0);
    let hand: Vec<Card> = table.hand(seat).known().collect();
    let sum: u64 = hand.iter().copied().map(price).sum();
    let mut pool: Vec<u64> = table.pool.iter().copied().map(price).collect();
    pool.sort_unstable_by(|a, b| b.cmp(a));
    let promise = |card: Card| {
        let cost = price(card);
        // Low bids choose first: the higher a bid, the more of the pool is gone, perhaps all of it.
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

/// Returns the card that a seat takes: the highest.
pub(super) fn take(table: &Table<Viewed<Card>>) -> Option<Card> {
    table.pool.iter().copied().max_by_key(|card| card.ace_low())
}

/// Returns the value of a hand of this sum with this number of chips left. With fewer chips it is more likely that no
/// one has less, so that the hand scores three times.
fn outlook(sum: u64, money: u64) -> i64 {
    let (sum, spent) = (sum as i64, CHIPS.saturating_sub(money) as i64);
    let penniless = if money == 0 { PENNILESS } else { 0 };
    sum * (CHIPS as i64 + 2 * spent + penniless)
}
