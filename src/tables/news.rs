//! Listeners: clients that wait for changes of a table.

use std::collections::BTreeSet;
use std::pin::pin;
use std::sync::{Arc, MutexGuard, PoisonError};

use futures_util::future::{Either, select};
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};

use super::Tables;
use super::channel::Channels;
use super::metrics::{CountedListener, Listener};
use super::phrase::Spoken;
use super::table::Table;
use crate::caller::Caller;
use crate::drain::End;
use crate::limits::Listening;
use crate::store::TableId;

/// What a listener is notified of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// The table has changed.
    Table,
    /// A player said something.
    Spoken(Spoken),
    /// The number of spectators has changed.
    Spectators,
}

/// The changes of a table, for one listener.
#[derive(Debug)]
pub struct News {
    receiver: Option<watch::Receiver<Arc<Table>>>,
    phrases: broadcast::Receiver<Spoken>,
    spectators: watch::Receiver<u32>,
    /// When it ends because the service stops.
    end: End,
    tables: Tables,
    id: TableId,
    /// The spectator that the listener is; none if it has a seat.
    spectator: Option<Caller>,
    _listener: Listening,
    _counted: CountedListener,
}

impl Tables {
    /// Starts to listen to a table. Returns none if there are too many listeners, in all or for the caller.
    #[must_use]
    pub fn listen(&self, table: &Arc<Table>, from: Caller, kind: Listener) -> Option<News> {
        let listener = self.0.listeners.reserve(from)?;
        let counted = self.0.metrics.count_listener(kind);
        let mut channels = self.lock_channels();
        // Without a channel, no listener was notified of versions published since the table was loaded.
        let cached = self.0.live.get(&table.stored.id).filter(|cached| cached.stored.is_later_than(&table.stored));
        let channel = channels.open(cached.as_ref().unwrap_or(table));
        let receiver = channel.table.subscribe();
        let (phrases, spectators) = (channel.phrases.subscribe(), channel.spectators.subscribe());
        drop(channels);
        Some(News {
            receiver: Some(receiver),
            phrases,
            spectators,
            end: self.0.drain.draw_end(),
            tables: self.clone(),
            id: table.stored.id,
            spectator: None,
            _listener: listener,
            _counted: counted,
        })
    }

    /// Returns the tables that this instance knows.
    pub(super) fn known_tables(&self) -> Vec<TableId> {
        let known: BTreeSet<TableId> = self.0.live.iter().map(|(id, _)| id).chain(self.listened_tables()).collect();
        known.into_iter().collect()
    }

    /// Returns the tables that have listeners.
    pub(super) fn listened_tables(&self) -> Vec<TableId> {
        self.lock_channels().tables()
    }

    pub(super) fn lock_channels(&self) -> MutexGuard<'_, Channels> {
        self.0.channels.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl News {
    /// Returns the current table.
    #[must_use]
    pub fn table(&mut self) -> Option<Arc<Table>> {
        self.receiver.as_mut().map(|receiver| Arc::clone(&receiver.borrow_and_update()))
    }

    /// Returns the number of spectators at the last count.
    #[must_use]
    pub fn spectators(&mut self) -> u32 {
        *self.spectators.borrow_and_update()
    }

    /// Counts the listener as a spectator, or as none. All streams of a caller are one spectator.
    pub fn watch_as(&mut self, spectator: Option<Caller>) {
        if self.spectator == spectator {
            return;
        }
        let mut channels = self.tables.lock_channels();
        if let Some(channel) = channels.get_mut(self.id) {
            self.spectator.into_iter().for_each(|before| channel.leave(before));
            spectator.into_iter().for_each(|now| channel.enter(now));
        }
        self.spectator = spectator;
    }

    /// Waits until the table changes. Returns false if no more news will come: the table was deleted, or the service stops.
    pub async fn changed(&mut self) -> bool {
        changed(&mut self.receiver, &mut self.end).await
    }

    /// Waits until the table or the number of spectators changes, or a player says something. Returns none if no more news will come.
    pub async fn next(&mut self) -> Option<Change> {
        loop {
            let heard = {
                let Self { receiver, phrases, spectators, end, .. } = &mut *self;
                let (phrase, count) = (pin!(phrases.recv()), pin!(spectators.changed()));
                match select(pin!(changed(receiver, end)), select(phrase, count)).await {
                    Either::Left((changed, _)) => return changed.then_some(Change::Table),
                    Either::Right((Either::Left((phrase, _)), _)) => phrase,
                    Either::Right((Either::Right((count, _)), _)) => {
                        return count.is_ok().then_some(Change::Spectators);
                    }
                }
            };
            match heard {
                Ok(spoken) => return Some(Change::Spoken(spoken)),
                // A slow listener misses phrases.
                Err(RecvError::Lagged(_)) => {}
                Err(RecvError::Closed) => return None,
            }
        }
    }
}

/// Waits until the table changes. Returns false if it was deleted, or the service stops.
async fn changed(receiver: &mut Option<watch::Receiver<Arc<Table>>>, end: &mut End) -> bool {
    let Some(receiver) = receiver else { return false };
    // The end comes first, so that a table that changes all the time does not keep its listeners.
    match select(pin!(end.reached()), pin!(receiver.changed())).await {
        Either::Left(_) => false,
        Either::Right((changed, _)) => changed.is_ok(),
    }
}

impl Drop for News {
    fn drop(&mut self) {
        self.watch_as(None);
        // The last listener removes the channel. While the channels are locked, no other listener can subscribe.
        let mut channels = self.tables.lock_channels();
        self.receiver = None;
        channels.remove_unused(self.id);
    }
}
