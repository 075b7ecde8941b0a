//! Tables: games that the service holds. Nobody, the maker included, is told the seed before a table is over, and what a seat is
//! told is its view.
//!
//! [`table`] is a table as it stands at one version, and [`step`] what can happen there; both know neither store nor time. Here a
//! step is worked out, kept, and told to who listens. The store lets of several steps from the same version only one through,
//! so that any number of instances can serve a table: what is in memory is a cache.

mod clock;
mod metrics;
mod posting;
pub mod step;
pub mod table;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use actix_web::rt;
use prometheus_client::registry::Registry;
use quick_cache::Weighter;
use quick_cache::sync::Cache;
use tokio::sync::watch;

use self::metrics::{Counted, TableMetrics};
use self::step::{Happened, NotDone, Step};
use self::table::Table;
use crate::caller::Caller;
use crate::clock::Clock;
use crate::days::Days;
use crate::engine::Ruleset;
use crate::engine::answer::BadMove;
use crate::engine::table_request::PostedMove;
use crate::engine::verification::Unreadable;
use crate::limits::{Budget, Reservation};
use crate::pool::{self, Lane, Pool};
use crate::rules::chance::Draws;
use crate::rules::game::{Seats, Viewer};
use crate::store::calendar::{Day, Timestamp};
use crate::store::{
    AnyStore, Changed, NewRun, NewTable, Occupant, Outcome, PlayerId, RepeatableTable, RunId, RunOfTable, Sealing,
    StoreError, StoredTable, TableChange, TableCreated, TableId, TableState, TableStatus, TableTerms,
};

pub use self::clock::{run as run_clock, run_counts, run_news};
pub use self::metrics::Listener;

/// How many bytes of tables are kept in memory at the most; those that are asked for least are put away.
const MOST_BYTES: u64 = 64 << 20;
/// How many tables there is room for at the least.
const LEAST_TABLES: usize = 256;
/// About how many bytes a table takes, and each of its moves.
const BYTES: (u64, u64) = (4096, 512);
/// More moves than these are replayed in the pool.
const MOST_INLINE_MOVES: u32 = 200;
/// After how many seconds a table that cannot be read is looked at again.
const PUT_OFF: i64 = 3600;
/// How often a step is worked out anew because others were faster.
const TRIES: usize = 16;
/// Maximum number of listeners at the same time, from all addresses. Each takes a few kilobytes.
const MAX_LISTENERS: usize = 20_000;

/// How much of tables there may be.
#[derive(Clone, Copy, Debug)]
pub struct TableLimits {
    /// At how many tables that are not over a player may sit.
    pub tables: u32,
    /// How many listeners an address may have at the same time; as many as it likes if none.
    pub listeners: Option<usize>,
    /// For how many seconds a table waits for players before it is put away.
    pub waits_for: i64,
}

/// The tables of the service.
#[derive(Clone)]
pub struct Tables(Arc<Inner>);

struct Inner {
    store: AnyStore,
    pool: Pool,
    clock: Clock,
    days: Days,
    limits: TableLimits,
    live: Cache<TableId, Arc<Table>, Weight>,
    /// The tables of which news is awaited.
    awaited: Mutex<BTreeMap<TableId, watch::Sender<Arc<Table>>>>,
    /// The tables at which what is due is being done; true if somebody asked for it since it was looked at.
    driven: Mutex<BTreeMap<TableId, bool>>,
    /// Those who wait for news.
    listeners: Budget,
    metrics: TableMetrics,
    closing: watch::Sender<bool>,
}

#[derive(Clone)]
struct Weight;

impl Weighter<TableId, Arc<Table>> for Weight {
    fn weight(&self, _: &TableId, table: &Arc<Table>) -> u64 {
        BYTES.0 + BYTES.1 * table.move_count() as u64
    }
}

impl fmt::Debug for Tables {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tables").finish_non_exhaustive()
    }
}

/// Why something was not done at a table.
#[derive(Clone, Debug)]
pub enum Failure {
    /// There is no such table.
    Unknown,
    /// The table does not allow it.
    NotDone(NotDone),
    /// The player sits at too many tables: so many.
    TooManyTables(u32),
    /// The player plays such a sealed game already, at this table.
    HasOpen(TableId),
    /// A moderator banned the player who requested it.
    Banned,
    /// The same `Idempotency-Key` came with another request.
    OtherRequest,
    /// The store failed.
    Store(StoreError),
    /// The pool could not do the work.
    Pool(pool::NotDone),
    /// No number could be drawn for it.
    NoRandom,
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

impl From<NotDone> for Failure {
    fn from(why: NotDone) -> Self {
        Self::NotDone(why)
    }
}

impl From<Unreadable> for Failure {
    fn from(Unreadable(why): Unreadable) -> Self {
        Self::NotDone(NotDone::Unreadable(why))
    }
}

impl From<pool::NotDone> for Failure {
    fn from(why: pool::NotDone) -> Self {
        Self::Pool(why)
    }
}

/// A table that is to be made.
#[derive(Debug)]
pub struct TableToMake {
    /// Its ruleset.
    pub ruleset: &'static dyn Ruleset,
    /// What it is.
    pub terms: TableTerms,
    /// Who shall play.
    pub occupants: Vec<Occupant>,
    /// How to know the request again.
    pub repeatable: Option<RepeatableTable>,
    /// The table of which it is the rematch.
    pub rematch_of: Option<TableId>,
}

/// A table, and the result of a request to change it.
#[derive(Clone, Debug)]
pub struct Done {
    /// The table as it stands then.
    pub table: Arc<Table>,
    /// Whether it was changed now; else what was asked for had been done before.
    pub changed: bool,
    /// The run that was stored of it.
    pub run: Option<FinishedRun>,
    /// The first of the posted moves that was not made, if any was not.
    pub bad_move: Option<BadMove>,
}

/// The run of a table.
#[derive(Clone, Debug)]
pub enum FinishedRun {
    /// It was stored by this request.
    New(Box<NewRun>, RunOfTable),
    /// It was stored before.
    Before(RunId),
}

/// What may happen at a table: worked out from how it stands.
type Happening = Arc<dyn Fn(&Table) -> Result<Happened, NotDone> + Send + Sync>;

/// Waits for news of a table.
#[derive(Debug)]
pub struct News {
    receiver: Option<watch::Receiver<Arc<Table>>>,
    closing: watch::Receiver<bool>,
    tables: Tables,
    id: TableId,
    _listener: Reservation,
    _counted: Counted,
}

impl Tables {
    /// The tables that a store keeps.
    #[must_use]
    pub fn new(store: AnyStore, pool: Pool, clock: Clock, days: Days, limits: TableLimits) -> Self {
        let metrics = TableMetrics::new(clock.now());
        Self(Arc::new(Inner {
            store,
            pool,
            clock,
            days,
            limits,
            live: Cache::with_weighter(LEAST_TABLES, MOST_BYTES, Weight),
            awaited: Mutex::default(),
            driven: Mutex::default(),
            listeners: Budget::new(MAX_LISTENERS, limits.listeners.unwrap_or(usize::MAX)),
            metrics,
            closing: watch::Sender::new(false),
        }))
    }

    /// Those who wait for news, counted by address.
    #[must_use]
    pub fn listeners(&self) -> &Budget {
        &self.0.listeners
    }

    /// Adds what is counted of tables to the metrics of the service.
    pub fn register(&self, registry: &mut Registry) {
        self.0.metrics.register(registry);
        let help = "Clients that could not wait for news of tables, since too many do, in all or from their address";
        registry.register("table_listeners_refused", help, self.0.listeners.refused());
    }

    /// Lets all go who wait for news: the service stops.
    pub fn close(&self) {
        self.0.closing.send_replace(true);
    }

    /// Makes a table. One that was made before by the same request is given as it stands, and so is a player's daily table and a
    /// rematch.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn make(&self, table: TableToMake) -> Result<Done, Failure> {
        let TableToMake { ruleset, terms, occupants, repeatable, rematch_of } = table;
        let seats = u8::try_from(occupants.len()).ok().and_then(Seats::new).ok_or(NotDone::UnknownSeat)?;
        let game = ruleset.restore(seats, terms.seed.clone(), &terms.options, &mut std::iter::empty())?;
        let mut state = step::made(ruleset, &terms, occupants, &*game, self.0.limits.waits_for);
        // A solitaire may have ended with its deal: the clock sees to it.
        if game.to_act().is_empty() {
            state.due = Some(terms.made_at);
        }
        let (id, most) = (fresh_id()?, self.0.limits.tables);
        let (made_at, due) = (terms.made_at, state.due);
        let is_counted = terms.sealing == Some(Sealing::Own);
        let counts = ruleset.ranked().filter(|_| is_counted).map(|ranked| step::unfinished(ranked.scoring(), &*game));
        let new = NewTable { id, terms, state, repeatable, rematch_of, max_open_tables: most, counts };
        let (id, changed) = match self.0.store.create_table(new).await? {
            TableCreated::New => (id, true),
            TableCreated::Existing(id) => (id, false),
            TableCreated::OtherRequest => return Err(Failure::OtherRequest),
            TableCreated::TooMany => return Err(Failure::TooManyTables(most)),
            TableCreated::HasOpen(open) => return Err(Failure::HasOpen(open)),
            TableCreated::Banned => return Err(Failure::Banned),
            TableCreated::DayClosed => return Err(NotDone::DayClosed.into()),
        };
        let table = self.load(id).await?;
        if let Some(of) = rematch_of.filter(|_| changed) {
            // Those who listen to the table before are told of it. That they cannot be undoes nothing: it is told to whoever asks.
            let _ = self.load(of).await;
        }
        if changed && due.is_some_and(|due| due <= made_at) {
            self.nudge(id);
        }
        let run = table.stored.run.map(FinishedRun::Before);
        Ok(Done { table, changed, run, bad_move: None })
    }

    /// A table as it stands.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn load(&self, id: TableId) -> Result<Arc<Table>, Failure> {
        let Some(stored) = self.0.store.table(id).await? else {
            self.0.live.remove(&id);
            return Err(Failure::Unknown);
        };
        let known = self.0.live.get(&id);
        match &known {
            Some(known) if known.stored == stored => return Ok(Arc::clone(known)),
            // What was kept a moment ago may be newer than what the reader saw.
            Some(known) if known.stored.version > stored.version => return Ok(Arc::clone(known)),
            _ => {}
        }
        let after = known.as_ref().map_or(0, |known| known.stored.moves);
        let mut moves = Vec::new();
        if stored.moves > after {
            moves = self.0.store.moves_of_table(id, after).await?;
            // Others may have moved between the two reads.
            moves.truncate((stored.moves - after) as usize);
        }
        let (caller, many) = (Caller::player(stored.terms.maker), stored.moves - after > MOST_INLINE_MOVES);
        let replay = move || match known {
            Some(known) => known.later(stored, &moves),
            None => Table::of(stored, &moves),
        };
        let table = if many { self.0.pool.run(Lane::Rest, caller, replay).await?? } else { replay()? };
        let table = Arc::new(table);
        self.publish(&table);
        Ok(table)
    }

    /// A player sits down at a seat.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn sit(&self, id: TableId, player: PlayerId, seat: usize) -> Result<Done, Failure> {
        let clock = self.0.clock.clone();
        let done = self
            .change(id, Some(player), None, Arc::new(move |table| table.sit(player, seat, clock.now()).map(Into::into)))
            .await?;
        // The name of whoever sat down is read with the table.
        Ok(Done { table: self.load(id).await?, ..done })
    }

    /// A player sits down at the first open seat.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn join(&self, id: TableId, player: PlayerId) -> Result<Done, Failure> {
        let clock = self.0.clock.clone();
        let done = self
            .change(id, Some(player), None, Arc::new(move |table| table.join(player, clock.now()).map(Into::into)))
            .await?;
        // The name of the player who sat down is read with the table.
        Ok(Done { table: self.load(id).await?, ..done })
    }

    /// A player leaves a table that has not begun. None if nobody is left: then the table is put away.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn stand_up(&self, id: TableId, player: PlayerId, seat: usize) -> Result<Option<Done>, Failure> {
        let table = self.load(id).await?;
        if table.stand_up(player, seat)?.is_none() && self.0.store.remove_table(id, table.stored.version).await? {
            self.0.live.remove(&id);
            self.lock_awaited().remove(&id);
            return Ok(None);
        }
        let stand_up = move |table: &Table| match table.stand_up(player, seat)? {
            Some(step) => Ok(Some(step).into()),
            // Whoever was there besides has left as well meanwhile: the clock puts the table away.
            None => Err(NotDone::NoSeat),
        };
        self.change(id, Some(player), None, Arc::new(stand_up)).await.map(Some)
    }

    /// A player makes moves after those that they know of, with a request that arrived then: see [`Table::post`]. `dear` says whether
    /// that is work for the pool.
    ///
    /// # Errors
    /// See [`Failure`]; then none of them is made.
    pub async fn post(
        &self,
        id: TableId,
        player: PlayerId,
        after: usize,
        moves: Vec<PostedMove>,
        arrived_at: Timestamp,
        dear: bool,
    ) -> Result<Done, Failure> {
        let post = move |table: &Table| table.post(player, after, &moves, arrived_at);
        self.change(id, Some(player), dear.then(|| Caller::player(player)), Arc::new(post)).await
    }

    /// A player gives up.
    ///
    /// # Errors
    /// See [`Failure`].
    pub async fn resign(&self, id: TableId, player: PlayerId) -> Result<Done, Failure> {
        let clock = self.0.clock.clone();
        self.change(id, Some(player), None, Arc::new(move |table| table.resign(player, clock.now()).map(Into::into)))
            .await
    }

    /// Waits for news of a table from somebody. None if too many listen from there.
    #[must_use]
    pub fn listen(&self, table: &Arc<Table>, from: Caller, how: Listener) -> Option<News> {
        let listener = self.0.listeners.reserve(from, 1)?;
        let counted = self.0.metrics.listener(how);
        let id = table.stored.id;
        let mut awaited = self.lock_awaited();
        let sender = awaited.entry(id).or_insert_with(|| watch::Sender::new(Arc::clone(table)));
        let receiver = sender.subscribe();
        drop(awaited);
        let closing = self.0.closing.subscribe();
        Some(News {
            receiver: Some(receiver),
            closing,
            tables: self.clone(),
            id,
            _listener: listener,
            _counted: counted,
        })
    }

    /// Has what is due at a table done. If that is under way, it is looked at once more when it is done.
    pub fn nudge(&self, id: TableId) {
        if self.lock_driven().insert(id, true).is_some() {
            return;
        }
        let driven = Driven { tables: self.clone(), id };
        rt::spawn(async move {
            while driven.is_asked_for() {
                if let Err(why) = driven.tables.drive(id).await {
                    driven.tables.put_off(id, why).await;
                }
            }
        });
    }

    /// Puts in the place of a table one that this viewer cannot tell from it: another seed, and all that is hidden from them dealt
    /// again. The tests use it to show that nothing hidden has an effect on what the viewer is told.
    pub fn suppose(&self, table: &Table, viewer: Viewer, draws: &mut Draws) {
        let game = table.game.redealt(viewer, draws);
        let table = Table::new(table.stored.clone(), table.ruleset, table.notes.clone(), game);
        self.0.live.insert(table.stored.id, Arc::new(table));
    }

    /// Forgets all tables that are in memory, as a start of the service does.
    pub fn forget(&self) {
        self.0.live.clear();
    }

    /// Does what is due at a table, one step after another.
    async fn drive(&self, id: TableId) -> Result<(), Failure> {
        loop {
            let table = match self.load(id).await {
                Err(Failure::Unknown) => return Ok(()),
                table => table?,
            };
            let now = self.0.clock.now();
            if !table.over() && self.is_of_closed_day(table.day()).await? {
                self.change(id, None, None, Arc::new(move |table| table.end_of_day(now).map(Into::into))).await?;
                return Ok(());
            }
            let state = &table.stored.state;
            let Some(due) = state.due.filter(|due| *due <= now) else { return Ok(()) };
            if state.status == TableStatus::Waiting {
                if self.0.store.remove_table(id, table.stored.version).await? {
                    self.0.metrics.served(due, self.now());
                }
                self.0.live.remove(&id);
                self.lock_awaited().remove(&id);
                return Ok(());
            }
            let clock = self.0.clock.clone();
            // The built-in player may think long. It never plays a solitaire.
            let caller = Caller::player(table.stored.terms.maker);
            let pooled = table.ruleset.ranked().is_none().then_some(caller);
            let act = Arc::new(move |table: &Table| table.due(clock.now()).map(Into::into));
            if self.change(id, None, pooled, act).await?.changed {
                self.0.metrics.served(due, self.now());
            }
        }
    }

    /// What is due at a table was not done. What was merely too much is tried again when the clock next looks; a table that cannot be
    /// read, as one of rules that are not known here, is looked at again in an hour, so that it does not stand before others.
    async fn put_off(&self, id: TableId, why: Failure) {
        if let Failure::Store(StoreError::Busy) | Failure::Pool(pool::NotDone::Full | pool::NotDone::ShareFull) = why {
            return tracing::debug!(target: "funhouse::tables", table = %id, "what is due waits: there is too much to do");
        }
        tracing::error!(target: "funhouse::tables", table = %id, ?why, "what is due was not done");
        if let Ok(Some(StoredTable { version, state, .. })) = self.0.store.table(id).await {
            let later = TableState { due: Some(self.now().plus_seconds(PUT_OFF)), ..state };
            let change = TableChange {
                state: later,
                moves: Vec::new(),
                max_open_tables: self.0.limits.tables,
                day: None,
                counts: None,
                outcome: None,
                by: None,
            };
            // If this fails as well, the clock comes back to it.
            let _ = self.0.store.change_table(id, version, change).await;
        }
    }

    /// Has something happen at a table, requested by a player or by no one, stores it, and notifies listeners. If others were faster it is
    /// computed again.
    async fn change(
        &self,
        id: TableId,
        by: Option<PlayerId>,
        pooled: Option<Caller>,
        happening: Happening,
    ) -> Result<Done, Failure> {
        for _ in 0..TRIES {
            let table = self.load(id).await?;
            let Happened { step, bad_move } = match pooled {
                Some(caller) => {
                    let (happening, table) = (Arc::clone(&happening), Arc::clone(&table));
                    self.0.pool.run(Lane::Rest, caller, move || happening(&table)).await??
                }
                None => happening(&table)?,
            };
            let Some(Step { state, moves, notes, game, day, counts, outcome }) = step else {
                let run = table.stored.run.map(FinishedRun::Before);
                return Ok(Done { table, changed: false, run, bad_move });
            };
            if self.is_of_closed_day(day).await? {
                return Err(NotDone::DayClosed.into());
            }
            let made = u32::try_from(moves.len()).unwrap_or(u32::MAX);
            let new_run = match &outcome {
                Some(Outcome::Sealed(run)) => Some(run.clone()),
                Some(Outcome::Seated { .. }) | None => None,
            };
            let change = TableChange {
                state: state.clone(),
                moves,
                max_open_tables: self.0.limits.tables,
                day,
                counts,
                outcome,
                by,
            };
            match self.0.store.change_table(id, table.stored.version, change).await? {
                Changed::Applied { run } => {
                    let stored = StoredTable {
                        version: table.stored.version + 1,
                        moves: table.stored.moves.saturating_add(made),
                        state,
                        run: run.map(|run| run.id),
                        ..table.stored.clone()
                    };
                    let next = Arc::new(Table::new(stored, table.ruleset, notes, game));
                    self.publish(&next);
                    if next.stored.state.due.is_some_and(|due| due <= self.0.clock.now()) {
                        self.nudge(id);
                    }
                    let run = new_run.zip(run).map(|(new, run)| FinishedRun::New(new, run));
                    return Ok(Done { table: next, changed: true, run, bad_move });
                }
                Changed::TooMany => return Err(Failure::TooManyTables(self.0.limits.tables)),
                Changed::DayClosed => return Err(NotDone::DayClosed.into()),
                Changed::Banned => return Err(Failure::Banned),
                Changed::Stale => {}
            }
        }
        Err(Failure::Store(StoreError::Busy))
    }

    /// Whether the day of a sealed daily game is closed, which it is if the clock shows a later one. The store has the last word.
    async fn is_of_closed_day(&self, day: Option<Day>) -> Result<bool, StoreError> {
        let Some(day) = day else { return Ok(false) };
        Ok(self.0.days.closed().await?.contains(day))
    }

    /// Notes how a table stands, and tells it to who listens.
    fn publish(&self, table: &Arc<Table>) {
        let id = table.stored.id;
        let is_later = |known: &Arc<Table>| known.stored.version <= table.stored.version;
        if self.0.live.get(&id).is_none_or(|known| is_later(&known)) {
            self.0.live.insert(id, Arc::clone(table));
        }
        if let Some(sender) = self.lock_awaited().get(&id) {
            sender.send_if_modified(|known| {
                let news = is_later(known) && known.stored != table.stored;
                if news {
                    *known = Arc::clone(table);
                }
                news
            });
        }
    }

    /// The tables of which news is awaited.
    fn awaited(&self) -> Vec<TableId> {
        self.lock_awaited().keys().copied().collect()
    }

    fn lock_awaited(&self) -> MutexGuard<'_, BTreeMap<TableId, watch::Sender<Arc<Table>>>> {
        self.0.awaited.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_driven(&self) -> MutexGuard<'_, BTreeMap<TableId, bool>> {
        self.0.driven.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> Timestamp {
        self.0.clock.now()
    }
}

/// A table at which what is due is being done. Whatever happens, it can be done again when this is dropped.
struct Driven {
    tables: Tables,
    id: TableId,
}

impl Driven {
    /// Whether somebody asked for it since it was looked at. If not, the next who asks begins anew.
    fn is_asked_for(&self) -> bool {
        let mut driven = self.tables.lock_driven();
        let asked = driven.get_mut(&self.id).is_some_and(std::mem::take);
        if !asked {
            driven.remove(&self.id);
        }
        asked
    }
}

impl Drop for Driven {
    fn drop(&mut self) {
        // After the last look another may have begun; a panic leaves the mark of this one.
        if std::thread::panicking() {
            self.tables.lock_driven().remove(&self.id);
        }
    }
}

/// A number for a table that nobody can guess.
fn fresh_id() -> Result<TableId, Failure> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes).map_err(|_| Failure::NoRandom)?;
    Ok(TableId((i64::from_le_bytes(bytes) & i64::MAX).max(1)))
}

impl News {
    /// The table as it stands now.
    #[must_use]
    pub fn table(&mut self) -> Option<Arc<Table>> {
        self.receiver.as_mut().map(|receiver| Arc::clone(&receiver.borrow_and_update()))
    }

    /// Waits until the table changes. False if no more news will come: the table was put away, or the service stops.
    pub async fn changed(&mut self) -> bool {
        let Some(receiver) = &mut self.receiver else { return false };
        if *self.closing.borrow() {
            return false;
        }
        let (changed, closing) = (std::pin::pin!(receiver.changed()), std::pin::pin!(self.closing.changed()));
        match futures_util::future::select(changed, closing).await {
            futures_util::future::Either::Left((changed, _)) => changed.is_ok(),
            futures_util::future::Either::Right(_) => false,
        }
    }
}

impl Drop for News {
    fn drop(&mut self) {
        let mut awaited = self.tables.lock_awaited();
        // The last one who leaves takes the table off the list. Nobody comes while it is locked.
        self.receiver = None;
        if awaited.get(&self.id).is_some_and(|sender| sender.receiver_count() == 0) {
            awaited.remove(&self.id);
        }
    }
}
