//! The value of a position between turns: a weighted sum of what is on the board.
//!
//! The weights were fitted by least squares to the totals of games that the player played against itself, in several rounds. They
//! differ with the number of coins in the bag: between the numbers of [`KNOTS`], they are interpolated.

use super::board::{Board, UNIT, Value, cheapest, worth};

/// The numbers of coins in the bag that have weights.
const KNOTS: [i64; 6] = [0, 4, 8, 12, 16, 21];
/// The number of features.
const COUNT: usize = 12;
/// The cost of a payment that no coin is left for, twice.
const NO_COIN: i64 = 60;
/// A weight of one, in units of weights.
const ONE: i64 = 1_000_000;

/// What a value depends on, each in thousandths: one; the points of the treasure, and those of the bag; the number of rows of one to
/// four tiles; the sum of the values of all tiles; twice the cost of one, two and three payments; and the tiles whose value is in
/// their row before.
#[derive(Clone, Debug)]
pub(super) struct Features {
    values: [i64; COUNT],
    /// The number of coins in the bag.
    bag: i64,
}

impl Features {
    pub(super) fn of(board: &Board) -> Self {
        let now = worth(board.treasure);
        let all = worth(board.treasure | board.bag);
        let rows = |length: usize| board.rows.iter().filter(|row| row.len() == length).count() as i64;
        let mut costs = [0; 3];
        let (mut treasure, mut sum) = (board.treasure, 0);
        for cost in &mut costs {
            let next = cheapest(treasure, board.bag);
            sum += next.map_or(NO_COIN, |(_, cost)| cost);
            treasure &= !next.map_or(0, |(coin, _)| 1 << coin);
            *cost = sum;
        }
        let repeated: i64 = board.rows.iter().map(|row| row.repeated()).sum();
        let [one, two, three] = costs;
        let values =
            [1, now, all - now, rows(1), rows(2), rows(3), rows(4), board.sum(), one, two, three, repeated];
        Self { values: values.map(|value| UNIT * value), bag: board.bag.count_ones().into() }
    }

    /// Returns the features after some draws with this expected gain in thousandths of a point.
    pub(super) fn after_draws(&self, count: i64, gain: i64) -> Self {
        let mut after = self.clone();
        after.values[1] += gain;
        after.values[2] -= gain;
        after.bag -= count;
        after
    }

    /// Returns the value of the treasure.
    pub(super) const fn treasure(&self) -> Value {
        self.values[1] as Value
    }
}

/// Returns the value of a position.
pub(super) fn value(features: &Features) -> Value {
    let last = KNOTS.len() - 2;
    let at = (0..last).find(|at| features.bag <= KNOTS[at + 1]).unwrap_or(last);
    let (before, after) = (features.bag - KNOTS[at], KNOTS[at + 1] - features.bag);
    let weight = |feature: usize| WEIGHTS[at][feature] * after + WEIGHTS[at + 1][feature] * before;
    let sum: i64 = features.values.iter().enumerate().map(|(feature, value)| value * weight(feature)).sum();
    (sum / (ONE * (before + after))) as Value
}

/// The weights for each number of coins, in millionths of a point per unit.
const WEIGHTS: [[i64; COUNT]; KNOTS.len()] = [
    [-97_583_300, 1_032_608, 1_131_798, 61_375_400, 79_151_600, 75_414_900, 69_038_600, 2_711_370, -80_560, -20_810, -15_990, -6_327_000],
    [-137_399_600, 991_702, 796_951, 76_775_900, 87_038_300, 85_275_000, 80_344_800, 1_132_160, -163_820, -24_910, -192_115, -259_300],
    [-313_894_300, 1_000_108, 818_407, 87_309_900, 101_388_600, 101_046_700, 95_812_000, 660_090, -203_095, -45_300, -277_880, 986_500],
    [-559_318_200, 1_029_409, 884_084, 97_554_200, 113_413_600, 114_819_500, 109_212_000, 218_850, -200_425, -28_925, -300_510, 1_273_600],
    [-564_403_200, 762_026, 589_168, 101_317_600, 114_012_200, 118_308_300, 114_730_900, 172_990, -810_290, -114_565, -191_465, 727_800],
    [-108_216_200, -374_736, -376_706, 94_873_900, 102_284_300, 108_225_000, 96_849_000, 1_074_010, -2_896_205, -194_585, -151_395, 1_969_800],
];
