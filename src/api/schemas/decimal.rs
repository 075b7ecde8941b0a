//! Numbers with three decimals, stored in thousandths and written as JSON numbers, so that nothing is rounded twice.

use serde::{Serialize, Serializer};

/// A number in thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Decimal(i64);

impl Decimal {
    /// The number of `thousandths` thousandths.
    #[must_use]
    pub const fn of(thousandths: i64) -> Self {
        Self(thousandths)
    }

    /// The mean of `count` numbers with this sum, rounded to thousandths; 0 for no numbers.
    #[must_use]
    pub fn mean(sum: u64, count: u32) -> Self {
        let count = u128::from(count.max(1));
        let thousandths = (u128::from(sum) * 1000 + count / 2) / count;
        Self(i64::try_from(thousandths).unwrap_or(i64::MAX))
    }
}

impl Serialize for Decimal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // The nearest double is written with the fewest digits that identify it: at most three decimals.
        serializer.serialize_f64(self.0 as f64 / 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn means_have_at_most_three_decimals() {
        let written = |sum, count| serde_json::to_string(&Decimal::mean(sum, count)).expect("a number");
        assert_eq!([written(5, 3), written(4, 2), written(1, 8), written(0, 0)], ["1.667", "2.0", "0.125", "0.0"]);
        assert_eq!(serde_json::to_string(&Decimal::of(-25_001)).expect("a number"), "-25.001");
    }
}
