//! The days of daily games: which one is in play, and which are closed.
//!
//! The store keeps the newest day that was reached. If the clock goes back behind it, no day is played twice; if it leaps ahead of it, no seeds or keys of
//! future days are shown. Reaching a day closes all earlier ones, in one committed row. Only
//! then are their seeds, keys and moves public, on any instance and whatever its clock shows; and from then on the store refuses
//! moves of their games.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use prometheus_client::collector::Collector;
use prometheus_client::encoding::{DescriptorEncoder, EncodeMetric as _};
use prometheus_client::metrics::gauge::ConstGauge;

use crate::clock::Clock;
use crate::store::calendar::{ClosedDays, Day};
use crate::store::{AnyStore, StoreError};

/// The days of daily games.
#[derive(Clone)]
pub struct Days {
    store: AnyStore,
    clock: Clock,
    /// The newest day that is known to be reached. A newer one may be in the store.
    known: Arc<Mutex<Option<Day>>>,
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
        let known = *self.known.lock().unwrap_or_else(PoisonError::into_inner);
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
        let known = *self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let newest = match self.store.newest_day().await? {
            stored if stored < known => {
                tracing::error!(target: "funhouse::clock", ?stored, ?known, "the database went back: it lost the newest day");
                self.reach(known.unwrap_or(day)).await?
            }
            Some(newest) if day <= newest || day > newest.plus(1) => newest,
            _ => self.reach(day).await?,
        };
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let newest = known.map_or(newest, |known| known.max(newest));
        *known = Some(newest);
        Ok(Today { day, newest })
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

impl Collector for Days {
    fn encode(&self, mut encoder: DescriptorEncoder<'_>) -> fmt::Result {
        let known = *self.known.lock().unwrap_or_else(PoisonError::into_inner);
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
