//! The newest day that was reached, which the store remembers: the clock may neither go back behind it, so that a day is played twice,
//! nor leap ahead of it, so that seeds and keys of days to come are shown.

use std::fmt;
use std::sync::{Arc, Mutex, PoisonError};

use actix_web::http::header::{self, HeaderValue};

use super::problem::{Code, Problem};
use crate::store::calendar::{Day, Timestamp};
use crate::store::{AnyStore, StoreError};

/// The newest day that was reached.
#[derive(Clone)]
pub struct NewestDay {
    store: AnyStore,
    /// What is known of it without asking the store; it may be newer.
    known: Arc<Mutex<Option<Day>>>,
}

impl fmt::Debug for NewestDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("NewestDay").finish_non_exhaustive()
    }
}

/// How the day that the clock shows stands to the newest day that was reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Today {
    /// It is that day, and noted as such.
    Newest,
    /// It is before that day: the clock ran back.
    Past,
    /// It is more than a day after that day, and nobody has confirmed it.
    Unconfirmed(Day),
}

impl NewestDay {
    /// The day that a store remembers.
    #[must_use]
    pub fn of(store: AnyStore) -> Self {
        Self { store, known: Arc::default() }
    }

    /// How the day that the clock shows stands to the newest one. The first day, and the day after the newest, become the newest.
    ///
    /// # Errors
    /// When the store cannot be read, or a new day not be noted.
    pub async fn compare(&self, today: Day) -> Result<Today, StoreError> {
        let known = *self.known.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = known.filter(|known| today <= *known) {
            return Ok(if today == known { Today::Newest } else { Today::Past });
        }
        let newest = self.store.newest_day().await?;
        let (newest, compared) = match newest {
            Some(newest) if today < newest => (newest, Today::Past),
            Some(newest) if today > newest.plus(1) => (newest, Today::Unconfirmed(newest)),
            _ => {
                self.store.reach_day(today).await?;
                (today, Today::Newest)
            }
        };
        *self.known.lock().unwrap_or_else(PoisonError::into_inner) = Some(newest);
        Ok(compared)
    }

    /// Notes the day that the clock shows, and says in the log what is amiss with it.
    pub async fn watch(&self, today: Day) {
        match self.compare(today).await {
            Ok(Today::Newest) => {}
            Ok(Today::Past) => {
                let why = "the clock ran back: a day before the newest is not played again";
                tracing::error!(target: "funhouse::clock", %today, why);
            }
            Ok(Today::Unconfirmed(newest)) => {
                let why = "NO DAILY SEEDS ARE SERVED: the clock is more than a day ahead of the newest day; if it is right, run \
                           `funhouse confirm-day`";
                tracing::error!(target: "funhouse::clock", %today, %newest, why);
            }
            Err(error) => tracing::error!(target: "funhouse::clock", %today, %error, "the day could not be noted"),
        }
    }
}

impl Today {
    /// What time it is for what is shown of daily games: as long as the clock is not confirmed, none past the newest day.
    #[must_use]
    pub fn moment(self, now: Timestamp) -> Timestamp {
        match self {
            Self::Newest | Self::Past => now,
            Self::Unconfirmed(newest) => Timestamp::from_millis(newest.end().millis() - 1),
        }
    }

    /// Refuses what must know that the clock is right.
    ///
    /// # Errors
    /// 503 as long as it is not confirmed.
    pub fn confirmed(self) -> Result<(), Problem> {
        let Self::Unconfirmed(newest) = self else { return Ok(()) };
        let detail = format!(
            "the clock is more than a day ahead of {newest}, the newest day that was served: no later day's seeds are served until the \
             operator confirms that it is right"
        );
        let a_minute = HeaderValue::from_static("60");
        Err(Problem::new(Code::ClockUnconfirmed, detail).with_header(header::RETRY_AFTER, a_minute))
    }
}
