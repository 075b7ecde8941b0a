//! A quota: a number of requests at once, which refills over a time.

use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::time::Duration;

/// Maximum number of requests. The time in which one refills must not round to zero.
const MAX: u32 = 1_000_000;

/// A number of requests at once, which refill one by one, evenly over a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Quota {
    requests: NonZeroU32,
    seconds: NonZeroU32,
    of_governor: governor::Quota,
}

impl Quota {
    fn new(requests: NonZeroU32, seconds: NonZeroU32) -> Option<Self> {
        let interval = Duration::from_secs(seconds.get().into()) / requests.get();
        let of_governor = governor::Quota::with_period(interval)?.allow_burst(requests);
        (requests.get() <= MAX).then_some(Self { requests, seconds, of_governor })
    }

    /// Creates a quota that refills over a minute.
    pub(super) const fn per_minute(requests: NonZeroU32) -> Self {
        const SECONDS: NonZeroU32 = NonZeroU32::MIN.saturating_add(59);
        Self { requests, seconds: SECONDS, of_governor: governor::Quota::per_minute(requests) }
    }

    /// Creates a quota with this many requests at once, of which one refills every five seconds.
    pub(super) const fn per_five_seconds(requests: NonZeroU32) -> Self {
        const SECONDS: NonZeroU32 = NonZeroU32::MIN.saturating_add(4);
        const PER_MINUTE: NonZeroU32 = NonZeroU32::MIN.saturating_add(11);
        let of_governor = governor::Quota::per_minute(PER_MINUTE).allow_burst(requests);
        Self { requests, seconds: requests.saturating_mul(SECONDS), of_governor }
    }

    /// Returns the number of requests at once.
    #[must_use]
    pub const fn requests(self) -> NonZeroU32 {
        self.requests
    }

    /// Returns the seconds in which all requests refill.
    #[must_use]
    pub const fn seconds(self) -> NonZeroU32 {
        self.seconds
    }

    /// Returns this fraction of the quota, but at least one request.
    pub(super) fn part(self, of: u32) -> Self {
        let requests = NonZeroU32::new(self.requests.get() / of).unwrap_or(NonZeroU32::MIN);
        Self::new(requests, self.seconds).unwrap_or(self)
    }

    pub(super) const fn of_governor(self) -> governor::Quota {
        self.of_governor
    }
}

/// The error for a text that is not a quota.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct QuotaError;

impl fmt::Display for QuotaError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "a limit is a number from 1 to {MAX} and a time, such as 100/10s, 30/1m or 20/1h")
    }
}

impl std::error::Error for QuotaError {}

/// Parses a quota such as `100/10s`: the time is in seconds, minutes or hours.
impl FromStr for Quota {
    type Err = QuotaError;

    fn from_str(text: &str) -> Result<Self, QuotaError> {
        let read = || {
            let (requests, time) = text.split_once('/')?;
            let units = [('s', 1), ('m', 60), ('h', 3600)];
            let (count, unit) = units.iter().find_map(|(name, unit)| Some((time.strip_suffix(*name)?, unit)))?;
            let seconds = count.parse::<u32>().ok()?.checked_mul(*unit)?;
            Self::new(requests.parse().ok()?, NonZeroU32::new(seconds)?)
        };
        read().ok_or(QuotaError)
    }
}

impl fmt::Display for Quota {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}s", self.requests, self.seconds)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quota_is_a_number_and_a_time() {
        for (text, shown) in
            [("100/10s", "100/10s"), ("30/1m", "30/60s"), ("1000000/1s", "1000000/1s"), ("1/2h", "1/7200s")]
        {
            assert_eq!(text.parse::<Quota>().map(|quota| quota.to_string()), Ok(shown.to_owned()));
        }
        for text in ["", "100", "100/s", "0/1s", "1/0s", "-1/1s", "1.5/1s", "1/1d", "1000001/1s", "1/4000000000h"] {
            assert_eq!(text.parse::<Quota>(), Err(QuotaError), "{text}");
        }
    }
}
