//! Listeners: clients that wait for changes of a table.

use std::sync::{Arc, MutexGuard, PoisonError};

use tokio::sync::watch;

use super::metrics::{CountedListener, Listener};
use super::table::Table;
use super::{Channels, Tables};
use crate::caller::Caller;
use crate::limits::Reservation;
use crate::store::TableId;

/// The changes of a table, for one listener.
#[derive(Debug)]
pub struct News {
    receiver: Option<watch::Receiver<Arc<Table>>>,
    closing: watch::Receiver<bool>,
    tables: Tables,
    id: TableId,
    _listener: Reservation,
    _counted: CountedListener,
}

impl Tables {
    /// Starts to listen to a table. Returns none if there are too many listeners, in all or for the caller.
    #[must_use]
    pub fn listen(&self, table: &Arc<Table>, from: Caller, kind: Listener) -> Option<News> {
        let listener = self.0.listeners.reserve(from, 1)?;
        let counted = self.0.metrics.count_listener(kind);
        let id = table.stored.id;
        let mut channels = self.lock_channels();
        let sender = channels.entry(id).or_insert_with(|| watch::Sender::new(Arc::clone(table)));
        let receiver = sender.subscribe();
        drop(channels);
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

    /// Returns the tables that have listeners.
    pub(super) fn listened_tables(&self) -> Vec<TableId> {
        self.lock_channels().keys().copied().collect()
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

    /// Waits until the table changes. Returns false if no more news will come: the table was deleted, or the service stops.
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
        // The last listener removes the channel. While the channels are locked, no other listener can subscribe.
        let mut channels = self.tables.lock_channels();
        self.receiver = None;
        if channels.get(&self.id).is_some_and(|sender| sender.receiver_count() == 0) {
            channels.remove(&self.id);
        }
    }
}
