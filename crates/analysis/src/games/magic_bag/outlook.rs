//! The value of the position after each way to end a turn.

use super::board::{Board, Coins, ROWS, Row, coins, worth};

/// The expected total, in thousandths of a point.
pub(super) type Value = i32;

/// A point.
const POINT: i64 = 1000;
/// The average number of coins of a claim beyond the first, in hundredths, by row length.
const MORE_COINS: [i64; 5] = [0, 30, 60, 80, 90];
/// The average number of payments before a claim, in hundredths, by row length.
const PAYMENTS: [i64; 5] = [0, 30, 130, 300, 500];
/// The percentage of a coin's average value that a future draw counts.
const CAUTION: i64 = 50;

#[derive(Debug)]
pub(super) struct Outlook {
    /// The value of each claim, by row and by the number of coins.
    claims: [[Value; 6]; ROWS],
    /// The cheapest coin to pay, and the value after paying it without removing a tile.
    payment: Option<(usize, Value)>,
    /// The gain of removing each tile.
    removals: [Value; 24],
    stop: Value,
}

impl Outlook {
    pub(super) fn of(board: &Board) -> Self {
        let now = worth(board.treasure);
        let gains: i64 = coins(board.bag).map(|coin| worth(board.treasure | 1 << coin) - now).sum();
        let count = i64::from(board.bag.count_ones());
        let cost = |coin: usize| now - worth(board.treasure & !(1 << coin));
        let cheapest = coins(board.treasure).min_by_key(|coin| cost(*coin));
        let position = Position {
            coin: POINT * gains / count.max(1) * CAUTION / 100,
            cost: cheapest.map(|coin| POINT * cost(coin)),
            bag: POINT * (worth(board.treasure | board.bag) - now),
        };
        let row = |row: &Row| position.row(row.len());
        let rows: i64 = board.rows.iter().map(row).sum();
        let sum = board.sum();
        let value = |gain: i64| (POINT * now + gain) as Value;
        let claims = board.rows.each_ref().map(|claimed| {
            let rest = (rows - row(claimed)).min(position.bag);
            std::array::from_fn(|due| {
                if due as i64 >= count {
                    value(position.bag + 10 * POINT * (sum - claimed.sum()))
                } else {
                    value(due as i64 * position.coin + rest)
                }
            })
        });
        let mut removals = [0; 24];
        for row in board.rows.iter().filter(|row| row.len() > 1) {
            let gain = position.row(row.len() - 1) - position.row(row.len());
            row.tiles().for_each(|tile| removals[tile] = gain.max(0) as Value);
        }
        let payment = cheapest.map(|coin| (coin, value(rows.min(position.bag) - POINT * cost(coin))));
        Self { claims, payment, removals, stop: value(0) }
    }

    pub(super) const fn claim(&self, row: usize, coins: usize) -> Value {
        self.claims[row][coins]
    }

    pub(super) const fn stop(&self) -> Value {
        self.stop
    }

    /// Returns the best payment: the coin, the tile to remove of those that can be, and the value.
    pub(super) fn payment(&self, removable: impl Iterator<Item = usize>) -> Option<(usize, Option<usize>, Value)> {
        let (coin, value) = self.payment?;
        let best = removable.map(|tile| (self.removals[tile], tile)).max().filter(|(gain, _)| *gain > 0);
        Some((coin, best.map(|(_, tile)| tile), value + best.map_or(0, |(gain, _)| gain)))
    }
}

struct Position {
    coin: i64,
    cost: Option<i64>,
    bag: i64,
}

impl Position {
    /// Returns the expected value of a row of this length.
    fn row(&self, length: usize) -> i64 {
        if length == 0 {
            return 0;
        }
        let cost = self.cost.unwrap_or(self.coin);
        (self.coin * (100 + MORE_COINS[length]) / 100 - cost * PAYMENTS[length] / 100).max(0)
    }
}
