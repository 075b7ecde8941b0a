//! Streams of players' events: who listens, and when there may be news.
//!
//! The store has the events. A listener knows a position, and reads what follows it when it is woken: by a change of this instance, by a
//! notification of another one, or by a check that finds what a lost notification announced. So memory holds a few words per listener, and a
//! database that went back is noticed by the position, which it does not have.

use std::collections::BTreeMap;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use actix_web::rt;
use actix_web::rt::time::Instant;
use futures_util::future::{Either, select};
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;
use tokio::sync::watch;

use crate::caller::Caller;
use crate::days::Days;
use crate::drain::{Drain, End};
use crate::limits::{Listeners, Listening};
use crate::store::calendar::Timestamp;
use crate::store::{AnyStore, EVENT_SECONDS, EventPosition, EventsAfter, PlayerId, StoreError, StoredEvent, TokenHash};

/// Interval between checks of all listeners: whether their tokens are valid, and whether there are events that they were not notified of.
const CHECK_INTERVAL: Duration = Duration::from_secs(4);
/// Maximum number of listeners per statement of such a check.
const MAX_CHECKED: usize = 1000;
/// How long the database may fail before streams end. At other instances, there may be news.
const MAX_OUTAGE: Duration = Duration::from_secs(5);
/// Interval between deletions of old events.
const FORGET_INTERVAL: Duration = Duration::from_secs(600);
/// Maximum number of events that are deleted at once, and the pause after that, in which other writes go ahead.
const MAX_FORGOTTEN: u32 = 1000;
const FORGET_PAUSE: Duration = Duration::from_millis(50);
/// Maximum number of events that are read at once.
pub const MAX_EVENTS: u32 = 100;

/// The streams of all players at this instance.
#[derive(Clone)]
pub struct Streams(Arc<Inner>);

struct Inner {
    store: AnyStore,
    days: Days,
    drain: Drain,
    listeners: Listeners,
    channels: Mutex<Channels>,
    open: Gauge,
}

/// By token, because a stream ends with its token.
type Channels = BTreeMap<(PlayerId, TokenHash), Channel>;

/// The channel of all listeners with a token. Its value is the newest position that one of them has read; none before the first event.
type Channel = watch::Sender<Option<EventPosition>>;

/// The next events of a listener.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Next {
    /// Those after the known position.
    Events(Vec<StoredEvent>),
    /// Nothing continues the known position: the client must forget what it knows, and go on from this one.
    Reset(EventPosition),
}

/// A listener to the events of a player.
pub struct PlayerNews {
    streams: Streams,
    of: (PlayerId, TokenHash),
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
        let (channels, open) = (Mutex::default(), Gauge::default());
        Self(Arc::new(Inner { store, days, drain, listeners, channels, open }))
    }

    /// Registers the metrics of streams.
    pub fn register(&self, registry: &mut Registry) {
        let help = "Clients that wait for events of players";
        registry.register("player_event_listeners", help, self.0.open.clone());
    }

    /// Starts to listen to the events of a player with a token. Returns none if there are too many listeners, in all or for the caller.
    #[must_use]
    pub fn listen(&self, player: PlayerId, token: TokenHash, from: Caller) -> Option<PlayerNews> {
        let listener = self.0.listeners.reserve(from)?;
        let of = (player, token);
        let receiver = self.lock().entry(of).or_insert_with(|| watch::Sender::new(None)).subscribe();
        self.0.open.inc();
        let end = self.0.drain.draw_end();
        Some(PlayerNews { streams: self.clone(), of, receiver: Some(receiver), end, _listener: listener })
    }

    /// Wakes the listeners of players whose events were stored.
    pub fn notify(&self, players: impl IntoIterator<Item = PlayerId>) {
        let channels = self.lock();
        if channels.is_empty() {
            return;
        }
        for player in players {
            let of_player = channels.range((player, TokenHash([0; 32]))..=(player, TokenHash([u8::MAX; 32])));
            of_player.for_each(|(_, channel)| channel.send_modify(|_| {}));
        }
    }

    /// Returns those of the players who listen at this instance.
    #[must_use]
    pub fn listening(&self, players: impl IntoIterator<Item = PlayerId>) -> Vec<PlayerId> {
        let channels = self.lock();
        let listens = |player: &PlayerId| {
            channels.range((*player, TokenHash([0; 32]))..=(*player, TokenHash([u8::MAX; 32]))).next().is_some()
        };
        players.into_iter().filter(listens).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Channels> {
        self.0.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Ends the streams whose tokens are not valid any more, and wakes the listeners that do not know the newest event of the database.
    async fn check(&self) -> Result<(), StoreError> {
        let listening: Vec<(PlayerId, TokenHash)> = self.lock().keys().copied().collect();
        for some in listening.chunks(MAX_CHECKED) {
            let tokens = some.iter().map(|(_, token)| *token).collect();
            let newest = self.0.store.newest_events(tokens, self.0.days.known_time().now).await?;
            let mut channels = self.lock();
            for of in some {
                match (newest.get(&of.1), channels.get(of)) {
                    (None, _) => drop(channels.remove(of)),
                    (Some(newest), Some(channel)) => {
                        channel.send_if_modified(|known| std::mem::replace(known, *newest) != *newest);
                    }
                    (Some(_), None) => {}
                }
            }
        }
        Ok(())
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

impl PlayerNews {
    /// Returns the position after the newest event.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn start(&self) -> Result<EventPosition, StoreError> {
        let newest = self.store().newest_event(self.of.0).await?;
        Ok(self.reached(newest.unwrap_or_else(|| EventPosition::start(self.now()))))
    }

    /// Returns the next events, or the position to go on from if nothing continues the known one.
    ///
    /// # Errors
    /// When the store fails.
    pub async fn after(&self, known: EventPosition) -> Result<Next, StoreError> {
        if known.is_outdated(self.now()) {
            return self.start().await.map(Next::Reset);
        }
        Ok(match self.store().events_after(self.of.0, known, MAX_EVENTS).await? {
            EventsAfter::Continued(events) => {
                self.reached(events.last().map_or(known, |event| event.position));
                Next::Events(events)
            }
            EventsAfter::Lost(newest) => {
                Next::Reset(self.reached(newest.unwrap_or_else(|| EventPosition::start(self.now()))))
            }
        })
    }

    /// Notes a position that was read, and returns it. All listeners with the token were woken to read it.
    fn reached(&self, position: EventPosition) -> EventPosition {
        if let Some(channel) = self.streams.lock().get(&self.of) {
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

    /// Waits until there may be events. Returns false if no more will come: the token is not valid any more, or the service stops.
    pub async fn changed(&mut self) -> bool {
        let Some(receiver) = &mut self.receiver else { return false };
        // The end comes first, so that a player with events all the time does not keep the listener.
        match select(pin!(self.end.reached()), pin!(receiver.changed())).await {
            Either::Left(_) => false,
            Either::Right((changed, _)) => changed.is_ok(),
        }
    }

    /// Whether the token was valid at the last check.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.receiver.as_ref().is_some_and(|receiver| receiver.has_changed().is_ok())
    }
}

impl Drop for PlayerNews {
    fn drop(&mut self) {
        self.streams.0.open.dec();
        // The last listener removes the channel. While the channels are locked, no other one can subscribe.
        let mut channels = self.streams.lock();
        self.receiver = None;
        if channels.get(&self.of).is_some_and(|channel| channel.receiver_count() == 0) {
            channels.remove(&self.of);
        }
    }
}

/// Wakes and ends streams, and deletes old events, for as long as the service runs.
pub async fn run(streams: Streams) {
    futures_util::future::join3(forward(&streams), check(&streams), forget(&streams)).await;
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

async fn forget(streams: &Streams) {
    loop {
        if let Err(why) = streams.forget().await {
            tracing::debug!(target: "funhouse::store", %why, "old events are deleted later");
        }
        rt::time::sleep(FORGET_INTERVAL).await;
    }
}
