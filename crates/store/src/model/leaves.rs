//! How often someone left games early, by which they wait before they take a seat at a table of strangers.

use super::calendar::Timestamp;

/// How often someone left games early, and when last. One is forgiven from time to time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EarlyLeaves {
    /// How many are not forgiven.
    pub count: u32,
    /// When the last one was.
    pub last_at: Timestamp,
}

/// What follows from early leaves.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// How many have no consequence.
    pub free: u32,
    /// Seconds after which one is forgiven.
    pub forgiven_after: i64,
    /// Maximum number of seconds to wait. The first wait is a [minute](FIRST_WAIT), and each one after it twice as long.
    pub max_wait: i64,
}

/// Seconds of the first wait.
pub const FIRST_WAIT: i64 = 60;

impl Patience {
    /// With a player.
    pub const PLAYER: Self = Self { free: 1, forgiven_after: 86_400, max_wait: 86_400 };
    /// With an address, which many people may share.
    pub const ADDRESS: Self = Self { free: 4, forgiven_after: 600, max_wait: 3_600 };

    /// Returns the leaves after one more.
    #[must_use]
    pub fn after(self, before: Option<EarlyLeaves>, now: Timestamp) -> EarlyLeaves {
        let Some(EarlyLeaves { count, last_at }) = before else { return EarlyLeaves { count: 1, last_at: now } };
        // Clocks of other instances may be ahead.
        let passed = (now.millis() - last_at.millis()).max(0) / (self.forgiven_after * 1000);
        let forgiven = u32::try_from(passed).unwrap_or(u32::MAX);
        EarlyLeaves { count: count.saturating_sub(forgiven).saturating_add(1), last_at: now.max(last_at) }
    }

    /// Returns when the wait ends, which may be in the past.
    #[must_use]
    pub fn waits_until(self, leaves: EarlyLeaves) -> Timestamp {
        let Some(doublings) = leaves.count.checked_sub(self.free + 1) else { return leaves.last_at };
        let wait = FIRST_WAIT.checked_shl(doublings.min(20)).unwrap_or(self.max_wait).min(self.max_wait);
        leaves.last_at.plus_seconds(wait)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(seconds: i64) -> Timestamp {
        Timestamp::from_millis(1_700_000_000_000).plus_seconds(seconds)
    }

    /// Seconds to wait after each of these leaves.
    fn waits(patience: Patience, leaves: impl IntoIterator<Item = i64>) -> Vec<i64> {
        let mut known = None;
        let wait = |second| {
            let after = patience.after(known, at(second));
            known = Some(after);
            (patience.waits_until(after).millis() - at(second).millis()) / 1000
        };
        leaves.into_iter().map(wait).collect()
    }

    #[test]
    fn waits_double_from_the_second_leave_on() {
        assert_eq!(waits(Patience::PLAYER, 0..5), [0, 60, 120, 240, 480]);
        assert_eq!(waits(Patience::PLAYER, 0..200).last(), Some(&86_400));
        assert_eq!(waits(Patience::ADDRESS, 0..8), [0, 0, 0, 0, 60, 120, 240, 480]);
        assert_eq!(waits(Patience::ADDRESS, 0..200).last(), Some(&3_600));
    }

    #[test]
    fn a_leave_is_forgiven_with_time() {
        let day = 86_400;
        assert_eq!(waits(Patience::PLAYER, [0, 1, 2, 3 * day + 2, 3 * day + 3]), [0, 60, 120, 0, 60]);
        assert_eq!(waits(Patience::PLAYER, (0..9).map(|n| n * day)), [0; 9], "once a day");
        assert_eq!(waits(Patience::ADDRESS, (0..99).map(|n| n * 600)), [0; 99]);
    }

    #[test]
    fn clocks_that_differ_forgive_nothing() {
        let later = Patience::PLAYER.after(None, at(500));
        assert_eq!(Patience::PLAYER.after(Some(later), at(0)), EarlyLeaves { count: 2, last_at: at(500) });
        let last = EarlyLeaves { count: u32::MAX, last_at: at(0) };
        assert_eq!(Patience::PLAYER.waits_until(last), at(86_400));
    }
}
