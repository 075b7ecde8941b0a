//! The greedy robot of The Magic Bag: it claims the most valuable row, and stops when no payment is worth its cost.
//!
//! Within a turn it computes exact expectations: the value of ending the turn for each state of the dice, and from
//! there back over every choice of dice to roll. Beyond the turn it estimates the average value of a coin from the bag,
//! the cost of the cheapest payment, and how soon a row of a given length is claimed. The constants were tuned over a
//! thousand seeds. The robot does not use the seed, so it knows neither future rolls nor future draws.
//!
//! Values are in millionths of a point, so that rounding averages loses next to nothing.

use super::rows::Row;
use super::{Claim, Dice, MagicBagScore, Move, Pay, ROLLS, Roll, RowNumber, Table, put};
use crate::games::Stop;
use crate::piecepack::{Coin, Suit, SuitSet, Tile, Value};

/// A point, in units of values.
const POINT: i64 = 1_000_000;
/// The number of states of four dice.
const DICE_STATES: usize = 6 * 6 * 6 * 6;
/// The average number of coins of a claim beyond the first, in hundredths, by row length.
const MORE_COINS: [i64; 5] = [0, 30, 60, 80, 90];
/// The average number of payments before a claim, in hundredths, by row length.
const PAYMENTS: [i64; 5] = [0, 30, 130, 300, 500];
/// The percentage of a coin's average value that a future draw counts, because coins in the treasure are certain.
const CAUTION: i64 = 50;

/// Returns the next move; none after the end of the game.
pub(super) fn decide(table: &Table) -> Option<Move> {
    if table.ended().is_some() {
        return None;
    }
    let Some(dice) = table.dice else {
        return Some(Move::Roll(Roll { dice: SuitSet::FULL }));
    };
    let outlook = Outlook::of(table);
    let (end, worth) = outlook.best_end(dice);
    let left = ROLLS.saturating_sub(table.rolls_this_turn);
    match outlook.best_roll(dice, left) {
        Some((set, expected)) if expected > worth => Some(Move::Roll(Roll { dice: set })),
        _ => Some(end),
    }
}

/// The robot's estimates for a table between turns.
struct Outlook<'a> {
    table: &'a Table,
    /// The expected gain of a coin drawn from the bag.
    coin: i64,
    /// The gain of all coins in the bag.
    bag: i64,
    /// The cheapest coin to pay, and its cost.
    cheapest: Option<(Coin, i64)>,
}

impl<'a> Outlook<'a> {
    fn of(table: &'a Table) -> Self {
        let worth = |coins: &[Coin]| MagicBagScore::of(coins, 0).total as i64 * POINT;
        let now = worth(&table.treasure);
        let with = |coin: Coin| {
            let mut coins = table.treasure.clone();
            put(&mut coins, coin);
            worth(&coins) - now
        };
        let without = |coin: Coin| {
            let coins: Vec<Coin> = table.treasure.iter().copied().filter(|other| *other != coin).collect();
            now - worth(&coins)
        };
        let gains: i64 = table.bag.iter().map(|coin| with(*coin)).sum();
        let average = gains / (table.bag.len() as i64).max(1);
        let all: Vec<Coin> = table.treasure.iter().chain(&table.bag).copied().collect();
        let costs = table.treasure.iter().map(|coin| (*coin, without(*coin)));
        Self {
            table,
            coin: average * CAUTION / 100,
            bag: worth(&all) - now,
            cheapest: costs.min_by_key(|(_, cost)| *cost),
        }
    }

    /// Returns the expected value of a row of this length.
    fn row(&self, length: usize) -> i64 {
        let (more, payments) = (MORE_COINS[length.min(4)], PAYMENTS[length.min(4)]);
        let cost = self.cheapest.map_or(self.coin, |(_, cost)| cost);
        (self.coin * (100 + more) / 100 - cost * payments / 100).max(0)
    }

    /// Returns the expected value of all rows but one.
    fn rows_but(&self, but: Option<RowNumber>) -> i64 {
        let left = self.table.rows.left().filter(|(number, _)| Some(*number) != but);
        left.map(|(_, row)| self.row(row.tiles().len())).sum::<i64>().min(self.bag)
    }

    /// Returns the value of a claim with these dice.
    fn claim(&self, number: RowNumber, row: &Row, dice: Dice) -> i64 {
        let due = row.coins(dice);
        if due >= self.table.bag.len() as u64 {
            let left = self.table.rows.sum() - row.tiles().iter().map(|tile| tile.value().count()).sum::<u64>();
            return self.bag + 10 * left as i64 * POINT;
        }
        due as i64 * self.coin + self.rows_but(Some(number))
    }

    /// Returns the value of removing a tile.
    fn removal(&self, tile: Tile) -> i64 {
        let row = self.table.rows.find(tile).map(|number| self.table.rows.get(number).tiles().len());
        row.map_or(0, |length| self.row(length.saturating_sub(1)) - self.row(length))
    }

    /// Returns the best way to end the turn with these dice, and its value. Stopping has the value 0.
    fn best_end(&self, dice: Dice) -> (Move, i64) {
        let claims = self.table.rows.left().filter(|(_, row)| row.matches(dice));
        let claims = claims.map(|(number, row)| (Move::Claim(Claim { row: number }), self.claim(number, row, dice)));
        let stop = (Move::Stop(Stop {}), 0);
        claims.max_by_key(|(_, worth)| *worth).unwrap_or_else(|| match self.payment(dice) {
            Some((pay, worth)) if worth > 0 => (Move::Pay(pay), worth),
            _ => stop,
        })
    }

    /// Returns the best payment with these dice, and its value.
    fn payment(&self, dice: Dice) -> Option<(Pay, i64)> {
        let (coin, cost) = self.cheapest?;
        let removals = self.table.removable(dice).map(|tile| (Some(tile), self.removal(tile)));
        let (tile, gain) = removals.filter(|(_, gain)| *gain > 0).max_by_key(|(_, gain)| *gain).unwrap_or((None, 0));
        Some((Pay { coin, tile }, gain + self.rows_but(None) - cost))
    }

    /// Returns the best dice to roll with `left` rolls left in the turn, and the expected value.
    fn best_roll(&self, dice: Dice, left: u64) -> Option<(SuitSet, i64)> {
        let ends: Vec<i64> = ways().map(|dice| self.best_end(dice).1).collect();
        let mut worths = ends.clone();
        for _ in 1..left {
            let expected = averages(&worths);
            let best = |way: usize| expected.iter().filter_map(|worths| worths.get(way)).max().copied();
            worths = ends.iter().enumerate().map(|(way, end)| best(way).unwrap_or(*end).max(*end)).collect();
        }
        let expected = averages(&worths);
        let sets = SuitSet::some().filter(|_| left > 0);
        sets.zip(expected).map(|(set, worths)| (set, worths[number(dice)])).max_by_key(|(_, worth)| *worth)
    }
}

/// Returns every state of the dice, in the order of [`number`].
fn ways() -> impl Iterator<Item = Dice> {
    (0..DICE_STATES).map(|way| {
        let mut dice = Dice::default();
        let mut rest = way;
        for suit in Suit::ALL {
            dice.turn(suit, Value::ALL[rest % 6]);
            rest /= 6;
        }
        dice
    })
}

/// Returns the number of a state of the dice.
fn number(dice: Dice) -> usize {
    dice.values().into_iter().rev().fold(0, |number, value| 6 * number + value.index())
}

/// Returns the expected values of rolling each set of dice, in the order of [`SuitSet::some`], by the state of the dice
/// before.
fn averages(worths: &[i64]) -> Vec<Vec<i64>> {
    let mut sets = vec![worths.to_vec()];
    for (suit, step) in Suit::ALL.into_iter().zip([1, 6, 36, 216]) {
        // The sets without this die are followed by the same sets with it.
        for set in 0..1 << suit.index() {
            let with = sets.get(set).map(|worths| averaged(worths, step)).unwrap_or_default();
            sets.push(with);
        }
    }
    sets.split_off(1)
}

/// Averages over one die, whose values are `step` entries apart.
fn averaged(worths: &[i64], step: usize) -> Vec<i64> {
    let mut averaged = vec![0; worths.len()];
    for start in (0..worths.len()).filter(|way| (way / step).is_multiple_of(6)) {
        let sum: i64 = (0..6).map(|face| worths[start + face * step]).sum();
        for face in 0..6 {
            averaged[start + face * step] = sum / 6;
        }
    }
    averaged
}
