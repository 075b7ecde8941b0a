//! What the handlers share: the store, the seeds, the clock, and the pool for long work.

use std::fmt;
use std::num::NonZeroU32;
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::header::{self, HeaderValue};

use super::problem::{Code, Problem};
use super::request::client::Client;
use super::request::rate_limit;
use super::response::KnownResponses;
use super::secrets::address_key::AddressKey;
use super::secrets::seeds::Seeds;
use crate::caller::{Caller, Scope};
use crate::clock::Clock;
use crate::config::AppRegistration;
use crate::contests::Contests;
use crate::days::{Days, PublicDay};
use crate::drain::Drain;
use crate::limits::{Counted, Limit, Limits, Proxies, Unsent};
use crate::moderator::Moderator;
use crate::pool::{Lane, Pool, PoolError};
use crate::positions::Positions;
use crate::public_url::PublicUrl;
use crate::store::calendar::ClosedDays;
use crate::store::name::NameKey;
use crate::store::{AnyStore, Par};
use crate::tables::Tables;

/// Runs of more moves are shown in the pool.
pub(super) const MAX_CHEAP_MOVES: u32 = 1000;

/// What the handlers share.
#[derive(Clone)]
pub struct Shared {
    /// The store.
    pub store: AnyStore,
    /// The seeds.
    pub seeds: Seeds,
    /// The key under which names are hashed.
    pub names: NameKey,
    /// The key under which addresses are hashed.
    pub addresses: AddressKey,
    /// Recognizes the moderator's token.
    pub moderator: Moderator,
    /// Who may register apps.
    pub app_registration: AppRegistration,
    /// The clock.
    pub clock: Clock,
    /// The days of daily games.
    pub days: Days,
    /// Whether the service drains before it stops.
    pub drain: Drain,
    /// The pool for long work.
    pub pool: Pool,
    /// Finds positions of stored runs.
    pub positions: Positions,
    /// The tables.
    pub tables: Tables,
    /// The standings of contests.
    pub contests: Contests,
    /// The limits of each caller, unless there are none.
    pub limits: Option<Arc<Limits>>,
    /// The proxies that are trusted to name the client.
    pub proxies: Arc<Proxies>,
    /// The public address of the service, if its operator has set it.
    pub public_url: Option<PublicUrl>,
    /// Counts the bytes of responses that clients have not read yet.
    pub unsent: Unsent,
    /// The games of days, by what is public of a day and by the pars of its public deals.
    pub daily: KnownResponses<(PublicDay, Vec<Option<Par>>)>,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}

impl Shared {
    /// Counts a request of a caller toward a limit.
    ///
    /// # Errors
    /// 429 past the limit.
    pub fn count(&self, limit: Limit, caller: Caller, request: &HttpRequest) -> Result<(), Problem> {
        let Some(limits) = &self.limits else { return Ok(()) };
        rate_limit::record(limits.count(limit, caller), request)
    }

    /// Counts a request toward the limit of its caller and, if it comes through an approved app, toward that of the app.
    ///
    /// # Errors
    /// 429 past a limit.
    pub fn count_request(&self, limit: Limit, client: &Client, request: &HttpRequest) -> Result<(), Problem> {
        let (caller, party) = (client.caller(), client.party());
        match party.scope() {
            Scope::Service => self.count(limit, caller, request),
            Scope::App(_) | Scope::User(_) => {
                let Some(limits) = &self.limits else { return Ok(()) };
                let states = limits.count_both([limit, limit], caller, party, NonZeroU32::MIN);
                states.into_iter().try_for_each(|state| rate_limit::record(state, request))
            }
        }
    }

    /// Counts long work of a request, toward the limits of its caller and of its address.
    ///
    /// # Errors
    /// 429 past a limit.
    pub fn count_work(&self, request: &HttpRequest) -> Result<(), Problem> {
        let Some(limits) = &self.limits else { return Ok(()) };
        let client = Client::of(request);
        let both = [Limit::Work, Limit::AddressWork];
        let states = limits.count_both(both, client.caller(), client.party(), NonZeroU32::MIN);
        states.into_iter().try_for_each(|state| rate_limit::record(state, request))
    }

    /// Counts what a request is going to store permanently, in moves, toward the limits of its caller and of its address. What it does not
    /// store is uncounted.
    ///
    /// # Errors
    /// 429 past a limit.
    pub fn count_stored(&self, moves: usize, request: &HttpRequest) -> Result<Counted, Problem> {
        let Some(limits) = &self.limits else { return Ok(Counted::NOTHING) };
        let client = Client::of(request);
        let (counted, states) = match Counted::of(limits.clone(), client.caller(), client.party(), moves) {
            Ok((counted, states)) => (counted, states),
            Err(states) => (Counted::NOTHING, states),
        };
        states.into_iter().try_for_each(|state| rate_limit::record(state, request))?;
        Ok(counted)
    }

    /// Returns the closed days for daily games, and none for other games, which do not depend on them.
    ///
    /// # Errors
    /// When the newest day that was reached cannot be read.
    pub async fn closed_days(&self, is_daily: bool) -> Result<ClosedDays, Problem> {
        if is_daily { Ok(self.days.closed().await?) } else { Ok(ClosedDays::NONE) }
    }

    /// Runs work immediately, or in the pool if it is long: see [`run_in_pool`](Self::run_in_pool).
    ///
    /// # Errors
    /// Those of the pool and of the work.
    pub async fn work<T, E>(
        &self,
        request: &HttpRequest,
        is_long: bool,
        work: impl FnOnce() -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Into<Problem>,
    {
        let work = move || work().map_err(Into::into);
        if is_long { self.run_in_pool(request, work).await } else { work() }
    }

    /// Runs work in the pool, in the share of the request's address, and in that of its caller there.
    ///
    /// # Errors
    /// 429 past the limit of the caller, 503 when the queue is full, 500 when the work panics, and the errors of the work.
    pub async fn run_in_pool<T: Send + 'static>(
        &self,
        request: &HttpRequest,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.pooled(Lane::Rest, request, work).await
    }

    /// Runs an analysis, in the pool's lane for analyses. The work gets a function that returns false once the caller is gone.
    ///
    /// # Errors
    /// As [`run_in_pool`](Self::run_in_pool).
    pub async fn analysis<T: Send + 'static>(
        &self,
        request: &HttpRequest,
        work: impl FnOnce(&dyn Fn(u64) -> bool) -> T + Send + 'static,
    ) -> Result<T, Problem> {
        // Dropped with this future, which is dropped when the caller goes away.
        let waits = Arc::new(());
        let caller = Arc::downgrade(&waits);
        let work = move || Ok(work(&|_| caller.strong_count() > 0));
        let answer = self.pooled(Lane::Analyses, request, work).await;
        drop(waits);
        answer
    }

    /// Runs the work of a submitted run, in the pool's lane for submissions.
    ///
    /// # Errors
    /// As [`run_in_pool`](Self::run_in_pool).
    pub async fn submission<T: Send + 'static>(
        &self,
        request: &HttpRequest,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.pooled(Lane::Submissions, request, work).await
    }

    async fn pooled<T: Send + 'static>(
        &self,
        lane: Lane,
        request: &HttpRequest,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.count_work(request)?;
        self.pool.run(lane, Client::of(request).share(), work).await.map_err(|why| pool_error(&why))?
    }
}

fn pool_error(why: &PoolError) -> Problem {
    let busy =
        |detail| Problem::new(Code::Busy, detail).with_header(header::RETRY_AFTER, HeaderValue::from_static("1"));
    match why {
        PoolError::Full => busy("too much work is waiting"),
        PoolError::ShareFull => busy("too much of your work is waiting"),
        PoolError::Panicked(why) => {
            tracing::error!(target: "funhouse::request", why, "work in the pool panicked");
            Problem::of(Code::InternalError)
        }
    }
}
