//! What the handlers share: the store, the seeds, the clock, and the pool for dear work.

use std::fmt;
use std::sync::Arc;

use actix_web::HttpRequest;
use actix_web::http::header::{self, HeaderValue};

use super::monitoring::requests::RequestId;
use super::problem::{Code, Problem};
use super::request::client::Client;
use super::request::rate_limit;
use super::secrets::seeds::Seeds;
use crate::caller::Caller;
use crate::clock::Clock;
use crate::days::Days;
use crate::limits::{Limit, Limits, Proxies, Unsent};
use crate::moderator::Moderator;
use crate::pool::{Lane, NotDone, Pool};
use crate::positions::Positions;
use crate::store::calendar::ClosedDays;
use crate::store::name::NameKey;
use crate::store::{AnyStore, PlayerId};
use crate::tables::Tables;

/// A run of more moves than these is long: showing its moves is work that takes long.
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
    /// Recognizes the moderator's token.
    pub moderator: Moderator,
    /// The clock.
    pub clock: Clock,
    /// The days of daily games.
    pub days: Days,
    /// Where dear work is done.
    pub pool: Pool,
    /// What positions of stored runs are found from.
    pub positions: Positions,
    /// The tables.
    pub tables: Tables,
    /// The limits of each caller, unless there are none.
    pub limits: Option<Arc<Limits>>,
    /// The proxies that are believed where requests come from.
    pub proxies: Arc<Proxies>,
    /// Bytes of responses that clients have not taken yet.
    pub unsent: Unsent,
}

impl fmt::Debug for Shared {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}

impl Shared {
    /// Counts one more of a caller's by a limit.
    ///
    /// # Errors
    /// 429 when it is too many.
    pub fn count(&self, limit: Limit, caller: Caller, request: &HttpRequest) -> Result<(), Problem> {
        let Some(limits) = &self.limits else { return Ok(()) };
        rate_limit::keep(limits.count(limit, caller), request)
    }

    /// The closed days, for what is shown of daily games; none for other games, which do not depend on them.
    ///
    /// # Errors
    /// When the newest day that was reached cannot be read.
    pub async fn closed_days(&self, is_daily: bool) -> Result<ClosedDays, Problem> {
        if is_daily { Ok(self.days.closed().await?) } else { Ok(ClosedDays::NONE) }
    }

    /// Does work here and now, or, if it is dear, in the pool: see [`dear`](Self::dear).
    ///
    /// # Errors
    /// Those of the pool, and whatever the work finds wrong.
    pub async fn work<T, E>(
        &self,
        request: &HttpRequest,
        dear: bool,
        work: impl FnOnce() -> Result<T, E> + Send + 'static,
    ) -> Result<T, Problem>
    where
        T: Send + 'static,
        E: Into<Problem>,
    {
        let work = move || work().map_err(Into::into);
        if dear { self.dear(request, work).await } else { work() }
    }

    /// Does dear work in the pool, as work of whoever makes the request: the player whose token it carries, else the
    /// address that it comes from.
    ///
    /// # Errors
    /// 429 when it is too much for the caller, 503 when too much waits already, 500 when the work panics, and whatever the work finds wrong.
    pub async fn dear<T: Send + 'static>(
        &self,
        request: &HttpRequest,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.pooled(Lane::Rest, Client::of(request).caller(), request, work).await
    }

    /// Does the work of a run that a player hands in, in the pool's lane for submissions.
    ///
    /// # Errors
    /// As [`dear`](Self::dear).
    pub async fn submission<T: Send + 'static>(
        &self,
        player: PlayerId,
        request: &HttpRequest,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.pooled(Lane::Submissions, Caller::player(player), request, work).await
    }

    async fn pooled<T: Send + 'static>(
        &self,
        lane: Lane,
        caller: Caller,
        request: &HttpRequest,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.count(Limit::Work, caller, request)?;
        self.pool.run(lane, caller, work).await.map_err(|why| not_done(&why, request))?
    }
}

fn not_done(why: &NotDone, request: &HttpRequest) -> Problem {
    let busy =
        |detail| Problem::new(Code::Busy, detail).with_header(header::RETRY_AFTER, HeaderValue::from_static("1"));
    match why {
        NotDone::Full => busy("too much work waits to be done"),
        NotDone::ShareFull => busy("too much of your work waits to be done"),
        NotDone::Died(why) => {
            let id = RequestId::of(request);
            tracing::error!(target: "funhouse::request", id = id.as_str(), why, "dear work panicked");
            Problem::new(Code::InternalError, Code::InternalError.meaning())
        }
    }
}
