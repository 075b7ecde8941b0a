//! The values of the simulations that made a move.

use super::outcome::WIN;

/// How many values there are, their sum, and the sum of their squares.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Results {
    pub(super) count: u64,
    pub(super) total: i64,
    squares: i64,
}

impl Results {
    /// Adds a value.
    pub(super) fn add(&mut self, value: i64) {
        self.count += 1;
        self.total += value;
        self.squares += value * value;
    }

    /// Returns the mean value, if there are any.
    pub(super) fn mean(&self) -> Option<i64> {
        (self.count > 0).then(|| self.total / self.count as i64)
    }

    /// Returns whether the mean is better than that of another move by more than one and a half standard errors of the difference.
    pub(super) fn are_clearly_better_than(&self, other: &Self) -> bool {
        let (Some(mean), Some(other_mean)) = (self.mean(), other.mean()) else { return false };
        let lead = mean - other_mean;
        lead > 0 && 4 * lead * lead > 9 * (self.squared_error() + other.squared_error())
    }

    /// Returns the square of the standard error of the mean.
    fn squared_error(&self) -> i64 {
        let count = self.count.max(1) as i64;
        let mean = self.total / count;
        // Few values can agree by chance, so one more is added that differs from the mean by a tenth of a win.
        let variance = (self.squares / count - mean * mean).max(0) + (WIN / 10) * (WIN / 10) / count;
        variance / count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn results(times: usize, values: [i64; 2]) -> Results {
        let mut results = Results::default();
        for _ in 0..times {
            values.iter().for_each(|value| results.add(*value));
        }
        results
    }

    /// Returns whether one of two moves is clearly better, after a number of simulations with two values each.
    fn is_better(times: usize, one: [i64; 2], other: [i64; 2]) -> bool {
        results(times, one).are_clearly_better_than(&results(times, other))
    }

    #[test]
    fn difference_must_be_large_for_its_error() {
        assert!(is_better(100, [2_000, 10_000], [0, 10_000]));
        assert!(!is_better(100, [100, 10_000], [0, 10_000]), "the difference is too small");
        assert!(!is_better(2, [2_000, 10_000], [0, 10_000]), "there are too few values");
        assert!(!is_better(1, [5_500, 5_500], [5_000, 5_000]), "two equal values prove little");
        assert!(!is_better(100, [0, 10_000], [2_000, 10_000]), "it is worse");
        assert!(!results(1, [0, 10_000]).are_clearly_better_than(&Results::default()), "the other was never tried");
    }
}
