//! The mean of totals, in integers.

use serde::Serialize;

use funhouse_rules::wire::ToSchema;

/// The greatest integer that every JSON reader reads exactly.
const MAX_EXACT: u128 = (1 << 53) - 1;

/// Fewer futures are not enough to prefer another move to that of the strong player.
const MIN_COMPARED: usize = 8;

/// The mean total of a strong player over sampled futures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = AnalysisExpected)]
pub struct Expected {
    /// The mean total, in thousandths.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64)]
    pub mean: u64,
    /// The standard error of the mean, in thousandths.
    #[schema(minimum = 0, maximum = 9_007_199_254_740_991_u64)]
    pub standard_error: u64,
    /// The number of futures.
    #[schema(minimum = 2, maximum = 1_000_000)]
    pub futures: u64,
}

impl Expected {
    /// Returns the mean of these totals and its standard error, each rounded to the nearest thousandth; none for fewer than two.
    #[must_use]
    pub fn of(totals: &[u64]) -> Option<Self> {
        let count = totals.len() as u128;
        if count < 2 {
            return None;
        }
        let sum: u128 = totals.iter().map(|total| u128::from(*total)).sum();
        let mean = (1000 * sum + count / 2) / count;
        let Spread { variance, .. } = Spread::of(totals.iter().map(|total| i128::from(*total) - i128::from(totals[0])));
        // The variance of the mean is the spread divided by n² (n - 1), in squares of points.
        let squared = variance.saturating_mul(1_000_000) / (count * count * (count - 1));
        let root = squared.isqrt();
        let nearest = root + u128::from(squared > root * root + root);
        let exact = |number: u128| number.min(MAX_EXACT) as u64;
        Some(Self { mean: exact(mean), standard_error: exact(nearest), futures: totals.len() as u64 })
    }
}

/// Returns whether the first totals are greater than the others in the mean, by more than two standard errors of the difference. Both
/// are of the same futures.
pub(crate) fn clearly_greater(greater: &[u64], others: &[u64]) -> bool {
    let count = greater.len().min(others.len());
    let differences = greater.iter().zip(others).map(|(a, b)| i128::from(*a) - i128::from(*b));
    let Spread { sum, variance } = Spread::of(differences);
    let squared = sum.unsigned_abs().saturating_mul(sum.unsigned_abs());
    count >= MIN_COMPARED && sum > 0 && squared.saturating_mul(count as u128 - 1) > variance.saturating_mul(4)
}

/// The sum of n numbers, and n times the sum of their squares minus the square of their sum.
struct Spread {
    sum: i128,
    variance: u128,
}

impl Spread {
    fn of(numbers: impl Iterator<Item = i128>) -> Self {
        let (mut count, mut sum, mut squares) = (0_u128, 0_i128, 0_u128);
        for number in numbers {
            count += 1;
            sum += number;
            squares = squares.saturating_add(number.unsigned_abs().saturating_mul(number.unsigned_abs()));
        }
        let square = sum.unsigned_abs().saturating_mul(sum.unsigned_abs());
        Self { sum, variance: squares.saturating_mul(count).saturating_sub(square) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mean_and_standard_error_are_rounded_to_thousandths() {
        let known = [
            (vec![3, 3], (3000, 0, 2)),
            (vec![0, 1], (500, 500, 2)),
            // The variance of 1, 2 and 4 is 7/3, so the standard error is the root of 7/9.
            (vec![1, 2, 4], (2333, 882, 3)),
            (vec![10, 20, 30, 40], (25_000, 6455, 4)),
        ];
        for (totals, (mean, standard_error, futures)) in known {
            assert_eq!(Expected::of(&totals), Some(Expected { mean, standard_error, futures }), "{totals:?}");
        }
        assert_eq!([vec![], vec![7]].map(|totals| Expected::of(&totals)), [None, None]);
    }

    #[test]
    fn large_totals_do_not_overflow() {
        let large = Expected::of(&[u64::MAX, u64::MAX - 1, 0]).expect("three totals");
        assert_eq!(u128::from(large.mean), MAX_EXACT);
    }

    #[test]
    fn clear_difference_exceeds_two_standard_errors() {
        let others = [5; 10];
        assert!(clearly_greater(&[7; 10], &others));
        assert!(!clearly_greater(&[5; 10], &others));
        assert!(!clearly_greater(&[3; 10], &others));
        assert!(!clearly_greater(&[7; 4], &others), "too few futures");
        // Mean differences of 1 with standard errors of 1 and of 1/3.
        assert!(!clearly_greater(&[9, 3, 9, 3, 9, 3, 9, 3, 9, 3], &others));
        assert!(clearly_greater(&[7, 5, 7, 5, 7, 5, 7, 5, 7, 5], &others));
    }
}
