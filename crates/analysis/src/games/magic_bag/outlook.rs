//! The value of the position after each way to end a turn.

use super::board::{Board, ROWS, Row, UNIT, Value, cheapest, coins, worth};
use super::weights::{Features, value};

/// The values of all ways to end a turn.
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
        let payment = cheapest(board.treasure, board.bag).map(|(coin, _)| coin);
        let mut outlook =
            Self { claims: [[0; 6]; ROWS], payment: None, removals: [0; 24], stop: points(worth(board.treasure)) };
        for (row, claims) in outlook.claims.iter_mut().enumerate().filter(|(row, _)| board.rows[*row].len() > 0) {
            *claims = claim(board, row);
        }
        if let Some(coin) = payment {
            let paid = Board { treasure: board.treasure & !(1 << coin), ..board.clone() };
            let after = value(&Features::of(&paid));
            outlook.payment = Some((coin, after));
            for (at, row) in paid.rows.iter().enumerate().filter(|(_, row)| row.len() > 1) {
                for tile in row.tiles() {
                    let mut removed = paid.clone();
                    removed.rows[at] = row.without(tile);
                    outlook.removals[tile] = (value(&Features::of(&removed)) - after).max(0);
                }
            }
        }
        outlook
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

/// Returns the values of claiming a row, by the number of coins.
fn claim(board: &Board, row: usize) -> [Value; 6] {
    let mut after = board.clone();
    after.rows[row] = Row::default();
    let (now, all) = (worth(board.treasure), worth(board.treasure | board.bag));
    let count = i64::from(board.bag.count_ones());
    let gains: i64 = coins(board.bag).map(|coin| worth(board.treasure | 1 << coin) - now).sum();
    let features = Features::of(&after);
    let is_last = after.rows.iter().all(|row| row.len() == 0);
    std::array::from_fn(|due| {
        let due = due as i64;
        if due >= count {
            return points(all + 10 * after.sum());
        }
        // The first coin gains as much as the average one alone, and all coins gain what they are worth together.
        let gain = UNIT * due * (gains * (count - due) + (all - now) * due) / (count * count);
        let drawn = features.after_draws(due, gain);
        if is_last { drawn.treasure() } else { value(&drawn).max(drawn.treasure()) }
    })
}

const fn points(points: i64) -> Value {
    (UNIT * points) as Value
}
