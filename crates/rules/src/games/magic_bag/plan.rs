//! The greedy robot of The Magic Bag: it claims the row of the highest worth, and stops when no payment is worth its cost.
//!
//! Within a turn it reckons exactly: for each way in which the dice can lie, what the turn's end would be worth, and
//! from there back, over every choice of dice to roll, what it may expect. Beyond the turn it estimates: what a coin
//! from the bag is worth on average, what the cheapest payment costs, and how easily a row of so many tiles is
//! claimed. The numbers that the estimates need were found by trial over a thousand seeds. The robot does not use the seed:
//! it knows neither how the dice will fall nor which coins will be drawn.
//!
//! Worths are counted in millionths of a point, so that averages lose next to nothing to rounding.

use super::rows::Row;
use super::{Claim, Dice, MagicBagScore, Move, Pay, ROLLS, Roll, RowNumber, Table, put};
use crate::games::Stop;
use crate::piecepack::{Coin, Suit, SuitSet, Tile, Value};

/// A point, in what worths are counted in.
const POINT: i64 = 1_000_000;
/// The ways in which four dice can lie.
const EIGHT_DIRECTIONS: usize = 6 * 6 * 6 * 6;
/// The coins that a claimed row brings on average beyond its first, in hundredths of a coin, by its number of tiles.
const MORE_COINS: [i64; 5] = [0, 30, 60, 80, 90];
/// The payments that it takes on average until a row is claimed, in hundredths of a payment, by its number of tiles.
const PAYMENTS: [i64; 5] = [0, 30, 130, 300, 500];
/// The percentage of a drawn coin's average worth that is counted, as coins in the treasure are surer than draws.
const CAUTION: i64 = 50;

/// The next move, unless the game has ended.
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

/// What the robot estimates of a table between turns.
struct Outlook<'a> {
    table: &'a Table,
    /// What a coin drawn from the bag is expected to add.
    coin: i64,
    /// What all coins in the bag would add to the treasure.
    bag: i64,
    /// The coin whose payment costs least, and what it costs.
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

    /// What a row with this many tiles may still bring.
    fn row(&self, length: usize) -> i64 {
        let (more, payments) = (MORE_COINS[length.min(4)], PAYMENTS[length.min(4)]);
        let cost = self.cheapest.map_or(self.coin, |(_, cost)| cost);
        (self.coin * (100 + more) / 100 - cost * payments / 100).max(0)
    }

    /// What all rows but one may still bring.
    fn rows_but(&self, but: Option<RowNumber>) -> i64 {
        let left = self.table.rows.left().filter(|(number, _)| Some(*number) != but);
        left.map(|(_, row)| self.row(row.tiles().len())).sum::<i64>().min(self.bag)
    }

    /// What a claim is worth with these dice.
    fn claim(&self, number: RowNumber, row: &Row, dice: Dice) -> i64 {
        let due = row.coins(dice);
        if due >= self.table.bag.len() as u64 {
            let left = self.table.rows.sum() - row.tiles().iter().map(|tile| tile.value().count()).sum::<u64>();
            return self.bag + 10 * left as i64 * POINT;
        }
        due as i64 * self.coin + self.rows_but(Some(number))
    }

    /// What the removal of a tile is worth.
    fn removal(&self, tile: Tile) -> i64 {
        let row = self.table.rows.find(tile).map(|number| self.table.rows.get(number).tiles().len());
        row.map_or(0, |length| self.row(length.saturating_sub(1)) - self.row(length))
    }

    /// The best end of the turn with these dice, and what it is worth; stopping is worth nothing.
    fn best_end(&self, dice: Dice) -> (Move, i64) {
        let claims = self.table.rows.left().filter(|(_, row)| row.matches(dice));
        let claims = claims.map(|(number, row)| (Move::Claim(Claim { row: number }), self.claim(number, row, dice)));
        let stop = (Move::Stop(Stop {}), 0);
        claims.max_by_key(|(_, worth)| *worth).unwrap_or_else(|| match self.payment(dice) {
            Some((pay, worth)) if worth > 0 => (Move::Pay(pay), worth),
            _ => stop,
        })
    }

    /// The best payment with these dice, and what it is worth.
    fn payment(&self, dice: Dice) -> Option<(Pay, i64)> {
        let (coin, cost) = self.cheapest?;
        let removals = self.table.removable(dice).map(|tile| (Some(tile), self.removal(tile)));
        let (tile, gain) = removals.filter(|(_, gain)| *gain > 0).max_by_key(|(_, gain)| *gain).unwrap_or((None, 0));
        Some((Pay { coin, tile }, gain + self.rows_but(None) - cost))
    }

    /// The dice that are best rolled, with so many rolls left in the turn, and what may be expected then.
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

/// Every way in which the dice can lie, by its [`number`].
fn ways() -> impl Iterator<Item = Dice> {
    (0..EIGHT_DIRECTIONS).map(|way| {
        let mut dice = Dice::default();
        let mut rest = way;
        for suit in Suit::ALL {
            dice.turn(suit, Value::ALL[rest % 6]);
            rest /= 6;
        }
        dice
    })
}

/// The number of the way in which the dice lie.
fn number(dice: Dice) -> usize {
    dice.values().into_iter().rev().fold(0, |number, value| 6 * number + value.index())
}

/// For each set of dice, in the order of [`SuitSet::some`], what may be expected from rolling it, by how the dice lie
/// before.
fn averages(worths: &[i64]) -> Vec<Vec<i64>> {
    let mut sets = vec![worths.to_vec()];
    for (suit, step) in Suit::ALL.into_iter().zip([1, 6, 36, 216]) {
        // The sets without this die and those after it, each with this die.
        for set in 0..1 << suit.index() {
            let with = sets.get(set).map(|worths| averaged(worths, step)).unwrap_or_default();
            sets.push(with);
        }
    }
    sets.split_off(1)
}

/// Averages over one die, whose values are `step` apart.
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
