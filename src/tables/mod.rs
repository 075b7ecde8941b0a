//! Tables: games that the service holds.
//!
//! The seed stays secret until the table is over, even from the maker. Each seat receives only its own view.
//!
//! [`table`] has a table at one version, and [`step`] the changes of a table. Both are pure: they use neither the database nor a clock.
//! [`Tables`] computes a step, stores it, and notifies listeners. Updates are compare-and-swap on the version of the table, so any instance
//! can serve any table. In-memory state is only a cache: the database decides, also if it went back.

mod announce;
mod causes;
mod change;
mod channel;
mod clock;
mod closing;
mod create;
mod due;
mod error;
mod inviting;
mod leaving;
mod load;
mod metrics;
mod news;
mod outcome;
mod pairing;
pub mod phrase;
mod posting;
mod requests;
mod retention;
mod seating;
mod set_back;
mod signals;
pub mod step;
pub mod table;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::sync::{Arc, Mutex};

use prometheus_client::registry::Registry;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tokio::sync::Notify;

use self::causes::Causes;
use self::channel::Channels;
use self::due::Retry;
use self::leaving::SeatWaits;
use self::metrics::TableMetrics;
use self::table::Table;
use crate::caller::Caller;
use crate::days::Days;
use crate::drain::Drain;
use crate::limits::{Limits, Listeners};
use crate::pool::{Pool, Share};
use crate::rules::chance::Draws;
use crate::rules::game::Viewer;
use crate::store::calendar::Timestamp;
use crate::store::{AnyStore, PlayerId, RankedSeed, StoreError, TableId};
use crate::streams::Streams;

pub use self::change::{FinishedRun, TableUpdate};
pub use self::clock::{run as run_clock, run_counts, run_news};
pub use self::closing::{Closing, close_stuck};
pub use self::create::TableSpec;
pub use self::error::Failure;
pub use self::metrics::Listener;
pub use self::news::{Change, News};
pub use self::pairing::{PairingRequest, run_pairing};
pub use self::retention::run_retention;

/// Maximum size of the table cache, in bytes. Evicts the least used tables.
const MAX_CACHE_BYTES: u64 = 64 << 20;
/// Expected number of cached tables. The cache has room for at least these.
const MIN_CACHED_TABLES: usize = 256;
/// Estimated size of a cached table without its moves, in bytes.
const TABLE_BYTES: u64 = 4096;
/// Estimated size of a move of a cached table, in bytes.
const MOVE_BYTES: u64 = 512;
/// Number of requests for seats of which the address is known.
const MAX_ASKED: usize = 16_384;
/// Maximum number of listeners at the same time, from all addresses. Each takes a few kilobytes.
const MAX_LISTENERS: usize = 20_000;

/// Limits on tables and their listeners.
#[derive(Clone, Debug)]
pub struct TableLimits {
    /// Maximum number of open tables per player.
    pub tables: u32,
    /// Maximum number of listeners per address at the same time; unlimited if none.
    pub listeners: Option<usize>,
    /// Seconds for which a table waits for players. Then it is deleted.
    pub wait_seconds: i64,
    /// The limits of callers, toward which moves of robots count, and those of apps; none if there are none.
    pub rates: Option<Arc<Limits>>,
}

/// The tables of the service.
#[derive(Clone)]
pub struct Tables(Arc<Inner>);

struct Inner {
    store: AnyStore,
    pool: Pool,
    days: Days,
    limits: TableLimits,
    live: Cache<TableId, Arc<Table>, Weight>,
    causes: Causes,
    /// The address from which a player last asked for a seat at a table.
    asked_from: Cache<(TableId, PlayerId), Caller>,
    channels: Mutex<Channels>,
    /// Tables whose due steps are running. True if another check was requested since the last one began.
    due_tasks: Mutex<BTreeMap<TableId, bool>>,
    /// Tables whose day or round is closed, so that the clock ends their games.
    left_open: Mutex<BTreeSet<TableId>>,
    /// Tables whose due steps the database failed.
    retries: Mutex<BTreeMap<TableId, Retry>>,
    listeners: Listeners,
    streams: Streams,
    seat_waits: SeatWaits,
    /// Wakes the search for opponents.
    wanted: Notify,
    metrics: TableMetrics,
    drain: Drain,
    /// The random number of this instance in signals.
    instance: u64,
}

#[derive(Clone)]
struct Weight;

impl Weighter<TableId, Arc<Table>> for Weight {
    fn weight(&self, _: &TableId, table: &Arc<Table>) -> u64 {
        TABLE_BYTES + MOVE_BYTES * table.move_count() as u64
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").finish_non_exhaustive()
    }
}

impl Tables {
    /// The tables in a store.
    #[must_use]
    pub fn new(store: AnyStore, pool: Pool, days: Days, drain: Drain, limits: TableLimits) -> Self {
        let metrics = TableMetrics::new(days.known_time().now);
        let each = limits.listeners.unwrap_or(usize::MAX);
        let listeners = Listeners::new(MAX_LISTENERS, each, limits.rates.clone());
        let streams = Streams::new(store.clone(), days.clone(), drain.clone(), listeners.clone());
        Self(Arc::new(Inner {
            store,
            pool,
            days,
            listeners,
            streams,
            limits,
            live: Cache::with_weighter(MIN_CACHED_TABLES, MAX_CACHE_BYTES, Weight),
            causes: Causes::new(),
            asked_from: Cache::new(MAX_ASKED),
            channels: Mutex::default(),
            due_tasks: Mutex::default(),
            left_open: Mutex::default(),
            retries: Mutex::default(),
            seat_waits: SeatWaits::new(),
            wanted: Notify::new(),
            metrics,
            drain,
            instance: getrandom::u64().unwrap_or_default(),
        }))
    }

    /// Returns the streams of players' events, which share the budget of listeners.
    #[must_use]
    pub fn streams(&self) -> &Streams {
        &self.0.streams
    }

    /// Returns the budget of listeners.
    #[must_use]
    pub fn listeners(&self) -> &Listeners {
        &self.0.listeners
    }

    /// Registers the metrics of tables.
    pub fn register(&self, registry: &mut Registry) {
        self.0.metrics.register(registry);
        self.0.streams.register(registry);
        let help = "Clients that could not wait for news, since too many do, in all or from their address";
        registry.register("table_listeners_refused", help, self.0.listeners.refused());
    }

    /// Replaces a cached table with one that the viewer cannot distinguish from it: another seed, and all hidden parts dealt again.
    ///
    /// Tests use this to show that responses do not depend on hidden information.
    pub fn replace_with_redealt(&self, table: &Table, viewer: Viewer, draws: &mut Draws) {
        let game = table.game.redealt(viewer, draws);
        let table = Table::new(table.stored.clone(), table.ruleset, table.notes.clone(), game);
        self.0.live.insert(table.stored.id, Arc::new(table));
    }

    /// Forgets all tables and ends all streams, as a restart of the service does.
    pub fn clear_cache(&self) {
        self.0.live.clear();
        self.lock_channels().clear();
    }

    /// Whether the window of a game with a shared seed is closed. The result may be outdated: the store checks again when it stores a change.
    async fn is_window_closed(&self, table: &Table) -> Result<bool, StoreError> {
        match table.stored.terms.ranked {
            Some(RankedSeed::Daily(day)) => Ok(self.0.days.closed().await?.contains(day)),
            Some(RankedSeed::Contest(round)) => Ok(round.is_closed),
            Some(RankedSeed::Own) | None => Ok(false),
        }
    }

    /// Records that a player looks at a table from an address: after a restart, robots move for players who wait for them.
    pub fn note_player(&self, table: &Table, player: PlayerId, from: Caller) {
        if table.seat_of(player).is_some() {
            self.0.causes.looked_at(table.stored.id, from);
        }
    }

    /// Returns the share of what is due at a table of a maker. An address with many makers is one party.
    fn due_share(&self, id: TableId, maker: PlayerId) -> Share {
        Share::of_service(self.0.causes.of(id), Caller::player(maker))
    }

    /// Returns the time by which tables are played, which no clock that is ahead can move past the newest day.
    fn now(&self) -> Timestamp {
        self.0.days.known_time().now
    }
}
