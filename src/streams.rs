//! Streams of the events of players and apps: who listens, and when there may be news.
//!
//! The store has the events. A listener knows a position, and reads what follows it when it is woken: by a change of this instance, by a
//! notification of another one, or by a check that finds what a lost notification announced. So memory holds a few words per listener, and a
//! database that went back is noticed by the position, which it does not have.
//!
//! The stream of an app has the events of all players for whom the app acts. The store numbers them only for those who listen. At each instance,
//! events of any player wake one task, which asks for all apps with listeners at once whether some are theirs, at most every 20 milliseconds. So
//! the cost depends on the number of listeners, and not on that of users.

use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix_web::rt;
use actix_web::rt::time::Instant;
use futures_util::future::{Either, select};
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use tokio::sync::{Notify, watch};

use crate::caller::Caller;
use crate::days::Days;
use crate::drain::{Drain, End};
use crate::limits::{Listeners, Listening};
use crate::store::calendar::Timestamp;
use crate::store::{
    AnyStore, AppEvent, AppId, AppKeyHash, EVENT_SECONDS, EventPosition, EventsAfter, NewestOfApp, PlayerId,
    StoreError, StoredEvent, TokenHash,
};

/// Interval between checks of all listeners: whether their tokens and keys are valid, and whether there are events that they were not notified of.
const CHECK_INTERVAL: Duration = Duration::from_secs(4);
/// Maximum number of listeners per statement of such a check.
const MAX_CHECKED: usize = 1000;
/// Pause between checks of the listeners to apps, in which news gather.
const GATHER: Duration = Duration::from_millis(20);
/// Maximum number of events of an app that are numbered at once.
const MAX_NUMBERED: u32 = 1000;
/// How long the database may fail before streams end. At other instances, there may be news.
const MAX_OUTAGE: Duration = Duration::from_secs(5);
/// Interval between deletions of old events.
const FORGET_INTERVAL: Duration = Duration::from_secs(600);
/// Maximum number of events that are deleted at once, and the pause after that, in which other writes go ahead.
const MAX_FORGOTTEN: u32 = 1000;
const FORGET_PAUSE: Duration = Duration::from_millis(50);
/// Maximum number of events that are read at once.
pub const MAX_EVENTS: u32 = 100;

/// The streams of all players and apps at this instance.
#[derive(Clone)]
pub struct Streams(Arc<Inner>);

struct Inner {
    store: AnyStore,
    days: Days,
    drain: Drain,
    listeners: Listeners,
    channels: Mutex<Channels>,
    /// Wakes the task that looks for events of apps.
    apps: Notify,
    open: Gauge,
}

type Channels = BTreeMap<Subject, Channel>;

/// Whose events a stream has, and the token or key with which it ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// A player. These come before apps.
    Player(PlayerId, TokenHash),
    /// An app.
    App(AppId, AppKeyHash),
}

impl Subject {
    const FIRST_APP: Self = Self::App(AppId(i64::MIN), AppKeyHash([0; 32]));

    /// The subjects of a player with any token.
    fn of_player(player: PlayerId) -> RangeInclusive<Self> {
        Self::Player(player, TokenHash([0; 32]))..=Self::Player(player, TokenHash([u8::MAX; 32]))
    }
}

/// The channel of all listeners with a token or key. Its value is the newest position that one of them has read; none before the first event.
type Channel = watch::Sender<Option<EventPosition>>;

/// What a listener reads.
pub trait Feed: Copy + 'static {
    /// An event in the stream.
    type Event;

    /// Whose stream it is.
    fn subject(self) -> Subject;

    /// The position of an event.
    fn position(event: &Self::Event) -> EventPosition;

    /// Prepares what was stored before for the first read.
    fn prepare(self, store: &AnyStore) -> impl Future<Output = Result<(), StoreError>>;

    /// Returns the position of the newest event; none without events.
    fn newest(self, store: &AnyStore) -> impl Future<Output = Result<Option<EventPosition>, StoreError>>;

    /// Returns the next events after a position.
    fn after(
        self,
        store: &AnyStore,
        known: EventPosition,
    ) -> impl Future<Output = Result<EventsAfter<Self::Event>, StoreError>>;
}

/// The events of a player who is known by a token.
#[derive(Clone, Copy, Debug)]
pub struct OfPlayer(pub PlayerId, pub TokenHash);

/// The events of the players for whom an app acts, which is known by a key.
#[derive(Clone, Copy, Debug)]
pub struct OfApp(pub AppId, pub AppKeyHash);

impl Feed for OfPlayer {
    type Event = StoredEvent;

    fn subject(self) -> Subject {
        Subject::Player(self.0, self.1)
    }

    fn position(event: &StoredEvent) -> EventPosition {
        event.position
    }

    async fn prepare(self, _: &AnyStore) -> Result<(), StoreError> {
        Ok(())
    }

    async fn newest(self, store: &AnyStore) -> Result<Option<EventPosition>, StoreError> {
        store.newest_event(self.0).await
    }

    async fn after(self, store: &AnyStore, known: EventPosition) -> Result<EventsAfter, StoreError> {
        store.events_after(self.0, known, MAX_EVENTS).await
    }
}

impl OfApp {
    /// Returns what is known of the stream; none if the key is not valid any more.
    async fn known(self, store: &AnyStore) -> Result<Option<NewestOfApp>, StoreError> {
        Ok(store.newest_app_events(vec![self.1]).await?.remove(&self.1))
    }
}

impl Feed for OfApp {
    type Event = AppEvent;

    fn subject(self) -> Subject {
        Subject::App(self.0, self.1)
    }

    fn position(event: &AppEvent) -> EventPosition {
        event.position
    }

    /// Numbers the events since someone last listened.
    async fn prepare(self, store: &AnyStore) -> Result<(), StoreError> {
        if self.known(store).await?.is_some_and(|known| known.unnumbered) {
            while store.number_app_events(vec![self.0], MAX_NUMBERED).await? == u64::from(MAX_NUMBERED) {}
        }
        Ok(())
    }

    async fn newest(self, store: &AnyStore) -> Result<Option<EventPosition>, StoreError> {
        Ok(self.known(store).await?.and_then(|known| known.newest))
    }

    async fn after(self, store: &AnyStore, known: EventPosition) -> Result<EventsAfter<AppEvent>, StoreError> {
        store.app_events_after(self.0, known, MAX_EVENTS).await
    }
}

/// The next events of a listener.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next<E> {
    /// Those after the known position.
    Events(Vec<E>),
    /// Nothing continues the known position: the client must forget what it knows, and go on from this one.
    Reset(EventPosition),
}

/// A listener to the events of a player or an app.
pub struct News<F: Feed> {
    streams: Streams,
    of: F,
    receiver: Option<watch::Receiver<Option<EventPosition>>>,
    end: End,
    _listener: Listening,
}

impl std::fmt::Debug for Streams {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Streams").finish_non_exhaustive()
    }
}

impl Streams {
    /// The streams of the events in a store. `listeners` is the budget of all who listen to anything.
    #[must_use]
    pub fn new(store: AnyStore, days: Days, drain: Drain, listeners: Listeners) -> Self {
        let (channels, apps, open) = (Mutex::default(), Notify::new(), Gauge::default());
        Self(Arc::new(Inner { store, days, drain, listeners, channels, apps, open }))
    }

    /// Registers the metrics of streams.
    pub fn register(&self, registry: &mut Registry) {
        let help = "Clients that wait for events of players and apps";
        registry.register("player_event_listeners", help, self.0.open.clone());
    }

    /// Starts to listen to events. Returns none if there are too many listeners, in all or for the caller.
    #[must_use]
    pub fn listen<F: Feed>(&self, of: F, from: Caller) -> Option<News<F>> {
        let listener = self.0.listeners.reserve(from)?;
        let receiver = self.lock().entry(of.subject()).or_insert_with(|| watch::Sender::new(None)).subscribe();
        self.0.open.inc();
        let end = self.0.drain.draw_end();
        Some(News { streams: self.clone(), of, receiver: Some(receiver), end, _listener: listener })
    }

    /// Wakes the listeners of players whose events were stored, and the task that looks for events of apps.
    pub fn notify(&self, players: impl IntoIterator<Item = PlayerId>) {
        let channels = self.lock();
        if channels.is_empty() {
            return;
        }
        for player in players {
            channels.range(Subject::of_player(player)).for_each(|(_, channel)| channel.send_modify(|_| {}));
        }
        if channels.range(Subject::FIRST_APP..).next().is_some() {
            self.0.apps.notify_one();
        }
    }

    /// Returns those of the players who listen at this instance.
    #[must_use]
    pub fn listening(&self, players: impl IntoIterator<Item = PlayerId>) -> Vec<PlayerId> {
        let channels = self.lock();
        let listens = |player: &PlayerId| channels.range(Subject::of_player(*player)).next().is_some();
        players.into_iter().filter(listens).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Channels> {
        self.0.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the streams whose tokens are not valid any more, and wakes the listeners that do not know the newest event of the database.
    async fn check(&self) -> Result<(), StoreError> {
        self.check_players().await?;
        self.check_apps().await
    }

    async fn check_players(&self) -> Result<(), StoreError> {
        let of_player = |subject: &Subject| match *subject {
            Subject::Player(player, token) => Some((player, token)),
            Subject::App(..) => None,
        };
        let listening: Vec<(PlayerId, TokenHash)> = self.lock().keys().filter_map(of_player).collect();
        for some in listening.chunks(MAX_CHECKED) {
            let tokens = some.iter().map(|(_, token)| *token).collect();
            let newest = self.0.store.newest_events(tokens, self.0.days.known_time().now).await?;
            self.update(
                some.iter().map(|(player, token)| (Subject::Player(*player, *token), newest.get(token).copied())),
            );
        }
        Ok(())
    }

    /// Does for listeners to apps what [`check`](Self::check) does, and numbers events that wait for it.
    async fn check_apps(&self) -> Result<(), StoreError> {
        let of_app = |subject: &Subject| match *subject {
            Subject::App(app, key) => Some((app, key)),
            Subject::Player(..) => None,
        };
        let listening: Vec<(AppId, AppKeyHash)> = self.lock().keys().filter_map(of_app).collect();
        for some in listening.chunks(MAX_CHECKED) {
            let read = || self.0.store.newest_app_events(some.iter().map(|(_, key)| *key).collect());
            let mut known = read().await?;
            let unnumbered = |(app, key): &(AppId, AppKeyHash)| known.get(key)?.unnumbered.then_some(*app);
            let waiting: Vec<AppId> = some.iter().filter_map(unnumbered).collect();
            if !waiting.is_empty() {
                self.0.store.number_app_events(waiting, MAX_NUMBERED).await?;
                // There may be more than the maximum, or another instance may be numbering them.
                self.0.apps.notify_one();
                known = read().await?;
            }
            self.update(
                some.iter().map(|(app, key)| (Subject::App(*app, *key), known.get(key).map(|known| known.newest))),
            );
        }
        Ok(())
    }

    /// Wakes listeners that do not know the newest event, and ends those whose token or key is not valid: they have none of both.
    fn update(&self, checked: impl Iterator<Item = (Subject, Option<Option<EventPosition>>)>) {
        let mut channels = self.lock();
        for (subject, newest) in checked {
            match (newest, channels.get(&subject)) {
                (None, _) => drop(channels.remove(&subject)),
                (Some(newest), Some(channel)) => {
                    channel.send_if_modified(|known| std::mem::replace(known, newest) != newest);
                }
                (Some(_), None) => {}
            }
        }
    }

    /// Deletes events that are older than seven days. Does nothing while deadlines wait for the clock.
    async fn forget(&self) -> Result<(), StoreError> {
        let time = self.0.days.time().await?;
        if time.deadlines_wait {
            return Ok(());
        }
        let before: Timestamp = time.now.plus_seconds(-EVENT_SECONDS);
        while self.0.store.forget_events(before, MAX_FORGOTTEN).await? == u64::from(MAX_FORGOTTEN) {
            rt::time::sleep(FORGET_PAUSE).await;
        }
        Ok(())
    }
}

impl<F: Feed> News<F> {
    /// Prepares what was stored before for the first read.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn prepare(&self) -> Result<(), StoreError> {
        self.of.prepare(self.store()).await
    }

    /// Returns the position after the newest event.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn start(&self) -> Result<EventPosition, StoreError> {
        let newest = self.of.newest(self.store()).await?;
        Ok(self.reached(newest.unwrap_or_else(|| EventPosition::start(self.now()))))
    }

    /// Returns the next events, or the position to go on from if nothing continues the known one.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn after(&self, known: EventPosition) -> Result<Next<F::Event>, StoreError> {
        if known.is_outdated(self.now()) {
            return self.start().await.map(Next::Reset);
        }
        Ok(match self.of.after(self.store(), known).await? {
            EventsAfter::Continued(events) => {
                self.reached(events.last().map_or(known, F::position));
                Next::Events(events)
            }
            EventsAfter::Lost(newest) => {
                Next::Reset(self.reached(newest.unwrap_or_else(|| EventPosition::start(self.now()))))
            }
        })
    }

    /// Notes a position that was read, and returns it. All listeners with the token or key were woken to read it.
    fn reached(&self, position: EventPosition) -> EventPosition {
        if let Some(channel) = self.streams.lock().get(&self.of.subject()) {
            channel.send_if_modified(|newest| {
                *newest = Some(position).filter(|position| !position.is_start());
                false
            });
        }
        position
    }

    fn store(&self) -> &AnyStore {
        &self.streams.0.store
    }

    fn now(&self) -> Timestamp {
        self.streams.0.days.known_time().now
    }

    /// Waits until there may be events. Returns false if no more will come: the token or key is not valid any more, or the service stops.
    pub async fn changed(&mut self) -> bool {
        let Some(receiver) = &mut self.receiver else { return false };
        // The end comes first, so that a player with events all the time does not keep the listener.
        match select(pin!(self.end.reached()), pin!(receiver.changed())).await {
            Either::Left(_) => false,
            Either::Right((changed, _)) => changed.is_ok(),
        }
    }

    /// Whether the token or key was valid at the last check.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.receiver.as_ref().is_some_and(|receiver| receiver.has_changed().is_ok())
    }
}

impl<F: Feed> Drop for News<F> {
    fn drop(&mut self) {
        self.streams.0.open.dec();
        // The last listener removes the channel. While the channels are locked, no other one can subscribe.
        let mut channels = self.streams.lock();
        self.receiver = None;
        let subject = self.of.subject();
        if channels.get(&subject).is_some_and(|channel| channel.receiver_count() == 0) {
            channels.remove(&subject);
        }
    }
}

/// Wakes and ends streams, and deletes old events, for as long as the service runs.
pub async fn run(streams: Streams) {
    futures_util::future::join4(forward(&streams), check(&streams), check_apps(&streams), forget(&streams)).await;
}

/// Passes on the notifications of other instances.
async fn forward(streams: &Streams) {
    loop {
        let players = streams.0.store.events_stored().await;
        streams.notify(players);
    }
}

async fn check(streams: &Streams) {
    let mut available_at = Instant::now();
    loop {
        rt::time::sleep(CHECK_INTERVAL).await;
        // The store logs its failures.
        if streams.check().await.is_ok() {
            available_at = Instant::now();
        } else if available_at.elapsed() >= MAX_OUTAGE {
            streams.lock().clear();
        }
    }
}

/// Looks for events of apps when any events were stored.
async fn check_apps(streams: &Streams) {
    loop {
        streams.0.apps.notified().await;
        // The store logs its failures, and the next check of all listeners finds what is missing.
        let _ = streams.check_apps().await;
        rt::time::sleep(GATHER).await;
    }
}

async fn forget(streams: &Streams) {
    loop {
        if let Err(why) = streams.forget().await {
            tracing::debug!(target: "funhouse::store", %why, "old events are deleted later");
        }
        rt::time::sleep(FORGET_INTERVAL).await;
    }
}
