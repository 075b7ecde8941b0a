//! The scoreboard, which records each fall with coins. Rules: catwalk.md, "Scoring and the
//! scoreboard".

use crate::piecepack::{Coin, PiecepackPiece, Suit, Value};

/// The record of a fall: the coin that fell, then one coin of the tile's value or two with that sum.
pub(super) type Record = [Vec<Coin>; 2];

/// The coins available for recording falls and for the next room's grid: the draw pool, in canonical order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Pool(Vec<Coin>);

impl Pool {
    /// Creates the pool after choosing the suit to flick: all coins of the other suits.
    #[must_use]
    pub(super) fn without(suit: Suit) -> Self {
        Self(Coin::ALL.into_iter().filter(|coin| coin.suit() != suit).collect())
    }

    /// Creates a pool of these coins.
    #[must_use]
    pub(super) fn of(coins: Vec<Coin>) -> Self {
        let mut pool = Self(coins);
        pool.0.sort_unstable();
        pool
    }

    /// Adds a coin.
    pub(super) fn put(&mut self, coin: Coin) {
        self.0.push(coin);
        self.0.sort_unstable();
    }

    /// Returns the coins in canonical order.
    #[must_use]
    pub(super) fn into_coins(self) -> Vec<Coin> {
        self.0
    }

    /// Removes the first coin of a value.
    fn take(&mut self, value: Value) -> Option<Coin> {
        let first = self.0.iter().position(|coin| coin.value() == value)?;
        Some(self.0.remove(first))
    }

    /// Removes an ace, or else a null.
    fn take_one(&mut self) -> Option<Coin> {
        self.take(Value::ACE).or_else(|| self.take(Value::NULL))
    }

    /// Removes the two coins of these values, or none.
    fn take_two(&mut self, below: u8, above: u8) -> Option<Vec<Coin>> {
        let mut trial = self.clone();
        let mut take = |value: u8| match value {
            1 => trial.take_one(),
            _ => trial.take(Value::new(value)?),
        };
        let two = vec![take(below)?, take(above)?];
        *self = trial;
        Some(two)
    }

    /// Removes the coins that record a value: one coin, or two with that sum, the lower one first.
    ///
    /// The pool suffices for any six values.
    pub(super) fn record(&mut self, value: Value) -> Vec<Coin> {
        if let Some(coin) = self.take(value) {
            return vec![coin];
        }
        let pairs: &[(u8, u8)] = match value.number() {
            0 => return self.take(Value::ACE).into_iter().collect(),
            1 => return self.take(Value::NULL).into_iter().collect(),
            2 => &[(1, 1)],
            3 => &[(2, 1)],
            4 => &[(2, 2), (3, 1)],
            _ => &[(3, 2), (4, 1)],
        };
        pairs.iter().find_map(|(below, above)| self.take_two(*below, *above)).unwrap_or_default()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn coins(names: &str) -> Vec<Coin> {
        names.split_whitespace().map(|name| name.parse().expect("a coin")).collect()
    }

    fn recorded(pool: &str, value: usize) -> Vec<Coin> {
        Pool::of(coins(pool)).record(Value::ALL[value])
    }

    #[test]
    fn value_is_recorded_by_its_first_coin() {
        assert_eq!(recorded("A3 M3 C3", 3), coins("M3"));
    }

    #[test]
    fn null_and_ace_replace_each_other() {
        assert_eq!(recorded("C1 A1 S2", 0), coins("C1"));
        assert_eq!(recorded("C0 A0 S2", 1), coins("C0"));
    }

    #[test]
    fn greater_values_are_recorded_by_two_coins() {
        assert_eq!(recorded("S2 M3 C4 A1", 5), coins("M3 S2"));
        assert_eq!(recorded("M3 C4 A1", 5), coins("C4 A1"));
        assert_eq!(recorded("C2 S2 M3 A1", 4), coins("S2 C2"));
        assert_eq!(recorded("S2 M3 A0", 4), coins("M3 A0"));
        assert_eq!(recorded("S0 A1 M2", 3), coins("M2 A1"));
        assert_eq!(recorded("S0 A1 M3", 2), coins("A1 S0"));
        assert_eq!(recorded("S0 A0 M3", 2), coins("S0 A0"));
        assert_eq!(recorded("S0 C1 M1", 2), coins("M1 C1"));
    }

    #[test]
    fn pool_suffices_for_any_six_values() {
        // Fallen coins never return, and coins that crossed only help, so the pool of 18 must suffice alone.
        fn suffices(pool: &Pool, left: usize) -> bool {
            left == 0
                || Value::ALL.into_iter().all(|value| {
                    let mut pool = pool.clone();
                    !pool.record(value).is_empty() && suffices(&pool, left - 1)
                })
        }
        for suit in Suit::ALL {
            assert!(suffices(&Pool::without(suit), 6), "{suit}");
        }
    }

    #[test]
    fn recording_removes_coins_from_pool() {
        let mut pool = Pool::of(coins("S2 M3 C4 A1"));
        assert_eq!(pool.record(Value::ALL[5]), coins("M3 S2"));
        assert_eq!(pool.into_coins(), coins("C4 A1"));
    }
}
