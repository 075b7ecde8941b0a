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
        let values = [1, now, all - now, rows(1), rows(2), rows(3), rows(4), board.sum(), one, two, three, repeated];
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
    [
        -108_977_500,
        1_061_373,
        1_201_580,
        56_980_000,
        69_289_100,
        63_967_000,
        60_037_400,
        2_943_950,
        -90_150,
        -20_170,
        -4985,
        -8_234_300,
    ],
    [
        -125_860_600,
        974_145,
        780_005,
        74_598_700,
        85_463_200,
        84_451_300,
        80_417_100,
        1_263_510,
        -163_590,
        -27_650,
        -177_220,
        -1_161_600,
    ],
    [
        -340_976_200,
        1_038_713,
        868_812,
        86_550_700,
        98_762_300,
        99_071_700,
        91_088_900,
        876_470,
        -176_950,
        -84_835,
        -268_830,
        1_283_100,
    ],
    [
        -639_018_700,
        1_169_504,
        1_046_255,
        93_698_400,
        109_839_700,
        110_417_600,
        106_626_900,
        150_240,
        -191_325,
        -84_040,
        -267_620,
        958_600,
    ],
    [
        -598_437_900,
        841_683,
        653_704,
        102_078_700,
        111_812_400,
        115_581_100,
        112_044_500,
        254_750,
        -1_011_875,
        -147_970,
        -159_075,
        355_900,
    ],
    [
        -158_594_900,
        -441_719,
        -176_517,
        90_167_400,
        94_646_700,
        106_826_100,
        95_256_900,
        273_300,
        -4_349_735,
        -306_655,
        -87_375,
        1_557_000,
    ],
];
