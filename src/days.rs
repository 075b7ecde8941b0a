//! The days of daily games: which one is in play, and which are closed.
//!
//! The store keeps the newest day that was reached. If the clock goes back behind it, no day is played twice; if it leaps ahead of it, no seeds or keys of
//! future days are shown. Reaching a day closes all earlier ones, in one committed row. Only
//! then are their seeds, keys and moves public, on any instance and whatever its clock shows; and from then on the store refuses
//! moves of their games.
//!
//! A clock that leapt ahead also ends no turn and no game: until it is confirmed, or was set right, all deadlines [wait](Time::deadlines_wait).
//! Then each begins again with its full time. The store has this state, so that it survives a restart, and so that any instance can end it.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric as _};
use prometheus_client::metrics::gauge::ConstGauge;

use crate::clock::Clock;
use crate::store::calendar::{ClosedDays, Day, TimeRecord, Timestamp};
use crate::store::{AnyStore, StoreError};

/// The days of daily games.
#[derive(Clone)]
pub struct Days {
    store: AnyStore,
    clock: Clock,
    known: Arc<Mutex<Known>>,
}

/// What an instance knows of time.
#[derive(Debug, Default)]
struct Known {
    /// What the store had. A newer day than this one may be in the store.
    record: TimeRecord,
    /// Whether the clock is unconfirmed, and the store knows it. It is not stored again, in case an instance whose clock is right ends the wait.
    holds: bool,
}

/// The time by which tables are played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    /// The time. While the clock is unconfirmed, it is the end of the newest day.
    pub now: Timestamp,
    /// Whether nothing ends because of time: the clock is unconfirmed, or was until now.
    pub deadlines_wait: bool,
    /// When all deadlines last began again, with their full time.
    pub resumed_at: Timestamp,
}

/// The time of a clock that was never unconfirmed.
impl From<Timestamp> for Time {
    fn from(now: Timestamp) -> Self {
        Self { now, deadlines_wait: false, resumed_at: Timestamp::FIRST }
    }
}

impl Time {
    /// Returns the time of a request that arrived at `arrived_at`.
    #[must_use]
    pub fn of_arrival(self, arrived_at: Timestamp) -> Self {
        Self { now: arrived_at.min(self.now), ..self }
    }
}

impl fmt::Debug for Days {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Days").finish_non_exhaustive()
    }
}

/// The day that the clock shows, next to the newest day that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Today {
    /// The day that the clock shows.
    pub day: Day,
    /// The newest day that was reached: the day of the clock, unless that ran back or leapt ahead.
    pub newest: Day,
}

/// A day, and what of its games is public.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct PublicDay {
    /// The day.
    pub date: Day,
    /// Whether the day has begun, so that its practice seeds are public.
    pub has_begun: bool,
    /// Whether the day is closed, so that its key and its ranked seeds are public.
    pub is_closed: bool,
}

/// The clock is more than a day ahead of the newest day, and no operator has confirmed it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unconfirmed {
    /// The newest day that was reached.
    pub newest: Day,
}

impl Days {
    /// The days that a store keeps, reached by this clock.
    #[must_use]
    pub fn new(store: AnyStore, clock: Clock) -> Self {
        Self { store, clock, known: Arc::default() }
    }

    /// Compares the clock's day with the newest one. The first day, and the day after the newest, become the newest, which closes the days
    /// before.
    ///
    /// # Errors
    /// When the store cannot be read, or a new day cannot be stored.
    pub async fn today(&self) -> Result<Today, StoreError> {
        let day = self.clock.now().day();
        let known = self.known().record.newest;
        match known {
            Some(newest) if day <= newest => Ok(Today { day, newest }),
            _ => self.refresh().await,
        }
    }

    /// Compares the clock's day with the newest one in the store, which another instance may have reached.
    ///
    /// If the database went back behind a day that is known to be reached, that day is reached again, since its seeds and the moves of the day
    /// before it may have been shown.
    ///
    /// # Errors
    /// As [`today`](Self::today).
    pub async fn refresh(&self) -> Result<Today, StoreError> {
        let day = self.clock.now().day();
        let known = self.known().record.newest;
        let record = self.store.time_record().await?;
        let newest = match record.newest {
            stored if stored < known => {
                tracing::error!(target: "funhouse::clock", ?stored, ?known, "the database went back: it lost the newest day");
                self.reach(known.unwrap_or(day)).await?
            }
            Some(newest) if day <= newest || day > newest.plus(1) => newest,
            _ => self.reach(day).await?,
        };
        let mut known = self.known();
        let newest = known.record.newest.map_or(newest, |known| known.max(newest));
        known.record = TimeRecord { newest: Some(newest), ..record };
        Ok(Today { day, newest })
    }

    /// Returns the time by which tables are played. It is at least as new as any table that was loaded before.
    ///
    /// # Errors
    /// As [`today`](Self::today).
    pub async fn time(&self) -> Result<Time, StoreError> {
        self.today().await?;
        Ok(self.known_time())
    }

    /// Returns the [`time`](Self::time), as far as this instance knows it.
    #[must_use]
    pub fn known_time(&self) -> Time {
        self.known().time(self.clock.now())
    }

    /// Compares the clock's day with the newest one as [`refresh`](Self::refresh) does. Makes deadlines wait while the clock is unconfirmed,
    /// and begin again when it no longer is.
    ///
    /// # Errors
    /// As [`refresh`](Self::refresh).
    pub async fn keep(&self) -> Result<Today, StoreError> {
        let today = self.refresh().await?;
        let (hold, holds) = {
            let known = self.known();
            (known.record.hold.clone(), known.holds)
        };
        let is_unconfirmed = today.confirmed().is_err();
        match hold {
            None if is_unconfirmed && !holds => {
                self.store.hold_deadlines(self.clock.now().millis().to_string()).await?;
            }
            Some(hold) if !is_unconfirmed => {
                self.store.resume_deadlines(hold, self.clock.now()).await?;
                tracing::warn!(target: "funhouse::clock", today = %today.day, "deadlines waited for the clock, and begin again");
                self.refresh().await?;
            }
            _ => {}
        }
        self.known().holds = is_unconfirmed;
        Ok(today)
    }

    fn known(&self) -> MutexGuard<'_, Known> {
        self.known.lock().unwrap_or_else(PoisonError::into_inner)
    }

    async fn reach(&self, day: Day) -> Result<Day, StoreError> {
        self.store.reach_day(day).await?;
        Ok(day)
    }

    /// The closed days. Those that have ended by the clock are closed first, unless the clock is unconfirmed.
    ///
    /// # Errors
    /// As [`today`](Self::today).
    pub async fn closed(&self) -> Result<ClosedDays, StoreError> {
        self.today().await.map(Today::closed)
    }

    /// Reaches the day that the clock shows, and logs what is wrong with it.
    pub async fn watch(&self) {
        match self.refresh().await {
            Ok(Today { day, newest }) if day < newest => {
                let why = "the clock is behind the newest day: it ran back, or another instance is ahead; no closed day is played again";
                tracing::error!(target: "funhouse::clock", today = %day, %newest, why);
            }
            Ok(Today { day, newest }) if day > newest => {
                let why = "NO DAILY SEEDS ARE SERVED: the clock is more than a day ahead of the newest day; if it is right, run \
                           `funhouse confirm-day`";
                tracing::error!(target: "funhouse::clock", today = %day, %newest, why);
            }
            // The store logs its failures.
            Ok(_) | Err(_) => {}
        }
    }
}

impl Known {
    /// Returns the time of a clock. Of one that is ahead of the newest day, it is the end of that day: so a deadline that it sets is rather too long
    /// than too short for instances whose clock is right.
    fn time(&self, now: Timestamp) -> Time {
        let TimeRecord { newest, hold, resumed_at } = &self.record;
        let end = newest.map(|newest| newest.end().plus_millis(-1)).filter(|end| now > *end);
        let now_or_end = end.unwrap_or(now);
        // A clock that was confirmed by mistake, and set right later, does not make deadlines begin again.
        let resumed_at = resumed_at.filter(|resumed| *resumed <= now_or_end).unwrap_or(Timestamp::FIRST);
        Time { now: now_or_end, deadlines_wait: end.is_some() || hold.is_some(), resumed_at }
    }
}

impl Collector for Days {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let known = self.known().record.newest;
        let day = self.clock.now().day();
        let unconfirmed = known.is_some_and(|newest| Today { day, newest }.confirmed().is_err());
        let gauge = ConstGauge::new(u64::from(unconfirmed));
        let help = "1 while the clock is more than a day ahead of the newest day, so that no daily seeds are served";
        gauge.encode(encoder.encode_descriptor("clock_unconfirmed", help, None, gauge.metric_type())?)
    }
}

impl Today {
    /// The days before the newest.
    #[must_use]
    pub fn closed(self) -> ClosedDays {
        ClosedDays::before(self.newest)
    }

    /// Whether a day was reached, so that its daily seeds are public.
    #[must_use]
    pub fn has_begun(self, day: Day) -> bool {
        day <= self.newest
    }

    /// Returns what of the games of a day is public.
    #[must_use]
    pub fn public(self, date: Day) -> PublicDay {
        PublicDay { date, has_begun: self.has_begun(date), is_closed: self.closed().contains(date) }
    }

    /// Fails while the clock is unconfirmed.
    ///
    /// # Errors
    /// [`Unconfirmed`] when the clock's day is past the newest.
    pub fn confirmed(self) -> Result<(), Unconfirmed> {
        if self.day > self.newest { Err(Unconfirmed { newest: self.newest }) } else { Ok(()) }
    }
}
