//! The background job that computes the pars of deals.
//!
//! It looks for deals without a par: those of the day, those of the ranked games of the day before, and those of stored runs, in the
//! order of their ids. A checkpoint is stored after each chunk of runs, so an interrupted job continues. One instance at a time has
//! the lease of the job.
//!
//! The search runs in the pool's lane for analyses. When other work waits in the lane, the search pauses: its thread runs one piece of
//! that work, and then goes on with the search for as long as that took, but at most a second. So the search always proceeds, and
//! delays others by no more than that.

#![allow(clippy::disallowed_types, reason = "shares the time of a thread; only the rules must not use a clock")]

use std::cell::Cell;
use std::fmt;
use std::sync::Arc;
use std::time::{Duration, Instant};

use actix_web::rt;

use crate::clock::Clock;
use crate::days::Days;
use crate::engine::analysis::{Effort, VERSION, is_analyzed};
use crate::engine::game;
use crate::pool::{Lane, Pool, PoolError, Share};
use crate::rules::chance::Seed;
use crate::solve::{Solved, search};
use crate::store::calendar::Day;
use crate::store::{
    AnyStore, Deal, Lease, NewEvent, PackedMoves, ParLine, PlayerEvent, PlayerId, RunId, SeedClass, StoreError, Summary,
};
use crate::streams::Streams;

/// Interval between looks for deals without a par.
const INTERVAL: Duration = Duration::from_secs(10);
/// How long other work waits at most after a pause of the search.
const MAX_SLICE: Duration = Duration::from_secs(1);
/// The number of runs to read at once.
const CHUNK: u32 = 100;
/// How long an instance has the job after its last sign of life, in seconds. A search takes a few.
const LEASE_SECONDS: i64 = 120;

/// The job.
#[derive(Clone)]
pub struct Pars {
    store: AnyStore,
    pool: Pool,
    clock: Clock,
    days: Days,
    /// The deals of the practice games and of the ranked games of a day.
    daily: Arc<dyn Fn(Day) -> DailyDeals + Send + Sync>,
    /// Notifies the players of runs whose par was found.
    streams: Streams,
    /// Identifies this instance.
    owner: i64,
}

/// The deals of a day in games that have pars.
#[derive(Clone, Debug, Default)]
pub struct DailyDeals {
    /// The practice games.
    pub practice: Vec<Deal>,
    /// The ranked games.
    pub ranked: Vec<Deal>,
}

impl fmt::Debug for Pars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pars").finish_non_exhaustive()
    }
}

/// Why the job stopped before everything was computed.
#[derive(Debug)]
enum Stop {
    Store,
    /// Another instance has the job, the pool is full, or the service stops.
    Yield,
}

impl From<StoreError> for Stop {
    fn from(_: StoreError) -> Self {
        Self::Store
    }
}

/// Returns the deal of a seed with the newest rules and the default options, if the game has pars.
#[must_use]
pub fn default_deal(id: &str, seed: Seed) -> Option<Deal> {
    let ruleset = game(id)?.newest();
    let rules = ruleset.facts().rules;
    let options = ruleset.options(serde_json::Map::new()).ok()?;
    is_analyzed(id, rules).then(|| Deal { game: id.to_owned(), rules, options, seed })
}

/// The name of the checkpoint and of the lease. Another version of the analysis begins again.
fn job() -> String {
    format!("pars {VERSION}")
}

/// What is to be computed next.
struct Wanted {
    /// Each with the runs whose players are notified of its par.
    deals: Vec<(Deal, Vec<(PlayerId, RunId)>)>,
    /// The last run whose deal is among them or has a par.
    reached: Option<RunId>,
}

impl Pars {
    /// Creates the job. `daily` returns the deals of a day.
    #[must_use]
    pub fn new(
        store: AnyStore,
        pool: Pool,
        clock: Clock,
        days: Days,
        daily: impl Fn(Day) -> DailyDeals + Send + Sync + 'static,
        streams: Streams,
        owner: i64,
    ) -> Self {
        Self { store, pool, clock, days, daily: Arc::new(daily), streams, owner }
    }

    /// Computes pars for as long as the service runs.
    pub async fn run(self) {
        loop {
            rt::time::sleep(INTERVAL).await;
            self.compute_missing().await;
        }
    }

    /// Computes the pars that are missing now. Returns whether none is missing then.
    pub async fn compute_missing(&self) -> bool {
        loop {
            match self.step().await {
                Ok(true) => {}
                Ok(false) => return true,
                // The store logs its failures.
                Err(Stop::Yield | Stop::Store) => return false,
            }
        }
    }

    /// Computes the pars of a few deals. Returns whether there were any.
    async fn step(&self) -> Result<bool, Stop> {
        if self.wanted().await?.is_none() {
            return Ok(false);
        }
        self.renew().await?;
        // The instance that had the lease may have computed them.
        let Some(Wanted { deals, reached }) = self.wanted().await? else { return Ok(false) };
        let mut advanced = reached.is_some();
        for (deal, runs) in deals {
            if let Some(found) = self.search(deal.clone()).await? {
                self.set(deal, found, &runs).await?;
                advanced = true;
            }
            self.renew().await?;
        }
        if let Some(reached) = reached {
            self.store.set_checkpoint(&job(), reached).await?;
        }
        Ok(advanced)
    }

    /// Stores a par, and notifies the players of these runs.
    async fn set(&self, deal: Deal, found: ParLine, runs: &[(PlayerId, RunId)]) -> Result<(), StoreError> {
        let (at, tag) = (self.days.time().await?.now, getrandom::u32().unwrap_or_default());
        let event = |&(player, run)| NewEvent { player, event: PlayerEvent::ParKnown(run), at, tag };
        self.store.set_par(deal, found, runs.iter().map(event).collect()).await?;
        self.streams.notify(runs.iter().map(|(player, _)| *player));
        Ok(())
    }

    /// Takes or extends the lease.
    async fn renew(&self) -> Result<(), Stop> {
        let now = self.clock.now().min(self.days.time().await?.now);
        let lease = Lease { job: job(), owner: self.owner, now, until: now.plus_seconds(LEASE_SECONDS) };
        if self.store.lease_job(lease).await? { Ok(()) } else { Err(Stop::Yield) }
    }

    /// Finds deals without a par.
    async fn wanted(&self) -> Result<Option<Wanted>, StoreError> {
        let newest = self.days.today().await?.newest;
        let daily = [(self.daily)(newest).practice, (self.daily)(newest.plus(-1)).ranked].concat();
        let deals: Vec<_> = self.missing(daily).await?.into_iter().map(|deal| (deal, Vec::new())).collect();
        if !deals.is_empty() {
            return Ok(Some(Wanted { deals, reached: None }));
        }
        let reached = self.store.checkpoint(&job()).await?;
        if self.store.runs_after(reached, 1).await?.is_empty() {
            return Ok(None);
        }
        // Instances can commit runs in another order than that of their ids: after this one, some may still be missing.
        let last = self.store.last_run().await?;
        let mut runs = self.store.runs_after(reached, CHUNK).await?;
        runs.retain(|run| run.summary.id <= last);
        let Some(end) = runs.last() else { return Ok(None) };
        let reached = Some(end.summary.id);
        let deals = runs.iter().map(|run| Deal::of(&run.summary));
        let deals = deals.filter(|deal| is_analyzed(&deal.game, deal.rules)).collect();
        // A par of a day's deal is not shown before the day is closed, and that of a contest's not before the round is.
        let has_event = |run: &&Summary| !run.category.class.is_daily() && run.category.class != SeedClass::Contest;
        let runs = runs.iter().map(|run| &run.summary).filter(has_event);
        let runs: Vec<(Deal, PlayerId, RunId)> =
            runs.filter_map(|run| Some((Deal::of(run), run.player.as_ref()?.id, run.id))).collect();
        let runs_of = |deal: &Deal| {
            let of_deal = runs.iter().filter(|(of, ..)| of == deal);
            of_deal.map(|(_, player, run)| (*player, *run)).collect()
        };
        let deals = self.missing(deals).await?.into_iter().map(|deal| (deal.clone(), runs_of(&deal))).collect();
        Ok(Some(Wanted { deals, reached }))
    }

    async fn missing(&self, deals: Vec<Deal>) -> Result<Vec<Deal>, StoreError> {
        let pars = self.store.pars(deals.clone(), VERSION).await?;
        let mut missing = Vec::new();
        for (deal, par) in deals.into_iter().zip(pars) {
            if par.is_none() && !missing.contains(&deal) {
                missing.push(deal);
            }
        }
        Ok(missing)
    }

    /// Searches for the par of a deal. None if the deal cannot be dealt, as when its rules have changed.
    async fn search(&self, deal: Deal) -> Result<Option<ParLine>, Stop> {
        let turns = LaneTurns::new(self.pool.clone());
        // Dropped with this future, when the service stops.
        let waits = Arc::new(());
        let job = Arc::downgrade(&waits);
        let work = move || {
            let proceed = |_| {
                turns.pause_if_due();
                job.strong_count() > 0
            };
            found(&deal, &proceed)
        };
        let searched = self.pool.run(Lane::Analyses, Share::SERVICE, work).await;
        drop(waits);
        match searched {
            Ok(Searched::Canceled) | Err(PoolError::Full | PoolError::ShareFull) => Err(Stop::Yield),
            Ok(Searched::Found(found)) => Ok(Some(found)),
            Ok(Searched::Impossible(why)) | Err(PoolError::Panicked(why)) => {
                tracing::warn!(target: "funhouse::pars", why, "a deal has no par");
                Ok(None)
            }
        }
    }
}

/// Shares a thread of the lane for analyses with the work that waits there.
struct LaneTurns {
    pool: Pool,
    /// When waiting work is run next.
    next: Cell<Instant>,
}

impl LaneTurns {
    fn new(pool: Pool) -> Self {
        Self { pool, next: Cell::new(Instant::now()) }
    }

    /// Runs a piece of waiting work, unless the search did not yet have its time since the last.
    fn pause_if_due(&self) {
        let begun = Instant::now();
        if begun >= self.next.get() && self.pool.run_next(Lane::Analyses) {
            self.next.set(Instant::now() + begun.elapsed().min(MAX_SLICE));
        }
    }
}

/// The outcome of a search.
enum Searched {
    Found(ParLine),
    Canceled,
    Impossible(String),
}

fn found(deal: &Deal, proceed: &dyn Fn(u64) -> bool) -> Searched {
    let unknown = || Searched::Impossible(format!("{} {} is unknown", deal.game, deal.rules));
    let Some(ruleset) = game(&deal.game).and_then(|game| game.version(deal.rules)) else { return unknown() };
    let request =
        format!("{{\"seed\":{},\"rules\":{},\"options\":{}}}", serde_json::json!(deal.seed), deal.rules, deal.options);
    let position = match ruleset.deal(request.as_bytes(), &|| None, crate::picture::draw) {
        Ok(position) => position,
        Err(refusal) => return Searched::Impossible(format!("{refusal:?}")),
    };
    match search(ruleset, &position, Effort::Deep, proceed) {
        Ok(Some(Solved { par, run, nodes, .. })) => match PackedMoves::pack(run["moves"].to_string().as_bytes()) {
            Ok(line) => Searched::Found(ParLine { par, analysis: VERSION, nodes, line }),
            Err(why) => Searched::Impossible(why.to_string()),
        },
        Ok(None) => Searched::Canceled,
        Err(why) => Searched::Impossible(why),
    }
}
