//! The channels of tables that have listeners: the current table, the phrases that are said, and the number of spectators.

use std::collections::BTreeMap;
use std::sync::Arc;

use tokio::sync::{broadcast, watch};

use super::phrase::Spoken;
use super::table::Table;
use crate::caller::Caller;
use crate::store::TableId;

/// Number of phrases that a slow listener can be behind. It misses older ones.
const MAX_PENDING_PHRASES: usize = 8;
/// Number of counts for which the report of another instance is valid, unless it is renewed.
const REPORT_COUNTS: u8 = 25;

/// The channel of a table that has listeners.
#[derive(Debug)]
pub(super) struct Channel {
    pub(super) table: watch::Sender<Arc<Table>>,
    pub(super) phrases: broadcast::Sender<Spoken>,
    /// The number of spectators at the last count.
    pub(super) spectators: watch::Sender<u32>,
    /// The spectators at this instance, each with their number of streams.
    here: BTreeMap<Caller, u32>,
    /// The number that other instances know of this one.
    reported: u32,
    /// The numbers that other instances reported, each with the number of counts for which it is valid.
    elsewhere: BTreeMap<u64, (u32, u8)>,
}

/// The channels by table.
#[derive(Debug, Default)]
pub(super) struct Channels {
    by_table: BTreeMap<TableId, Channel>,
    /// Tables of which other instances know spectators, but which have no listener any more.
    left: Vec<TableId>,
}

impl Channel {
    fn of(table: Arc<Table>) -> Self {
        Self {
            table: watch::Sender::new(table),
            phrases: broadcast::Sender::new(MAX_PENDING_PHRASES),
            spectators: watch::Sender::new(0),
            here: BTreeMap::new(),
            reported: 0,
            elsewhere: BTreeMap::new(),
        }
    }

    /// Adds a stream of a spectator.
    pub(super) fn enter(&mut self, spectator: Caller) {
        *self.here.entry(spectator).or_default() += 1;
    }

    /// Removes a stream of a spectator.
    pub(super) fn leave(&mut self, spectator: Caller) {
        if let Some(streams) = self.here.get_mut(&spectator) {
            *streams -= 1;
            if *streams == 0 {
                self.here.remove(&spectator);
            }
        }
    }

    /// Records the number of spectators that another instance reports.
    pub(super) fn set_elsewhere(&mut self, instance: u64, count: u32) {
        if count == 0 {
            self.elsewhere.remove(&instance);
        } else {
            self.elsewhere.insert(instance, (count, REPORT_COUNTS));
        }
    }

    /// Counts the spectators, and notifies listeners if their number has changed. Returns the number at this instance if other instances
    /// need it.
    fn count(&mut self, renews: bool) -> Option<u32> {
        self.elsewhere.retain(|_, (_, counts)| {
            *counts = counts.saturating_sub(1);
            *counts > 0
        });
        let here = u32::try_from(self.here.len()).unwrap_or(u32::MAX);
        let all = self.elsewhere.values().fold(here, |sum, (count, _)| sum.saturating_add(*count));
        self.spectators.send_if_modified(|known| std::mem::replace(known, all) != all);
        let is_news = here != self.reported || (renews && here > 0);
        self.reported = here;
        is_news.then_some(here)
    }
}

impl Channels {
    pub(super) fn get(&self, id: TableId) -> Option<&Channel> {
        self.by_table.get(&id)
    }

    pub(super) fn get_mut(&mut self, id: TableId) -> Option<&mut Channel> {
        self.by_table.get_mut(&id)
    }

    /// Returns the channel of a table, which is new if the table has no listener.
    pub(super) fn open(&mut self, table: &Arc<Table>) -> &mut Channel {
        self.by_table.entry(table.stored.id).or_insert_with(|| Channel::of(Arc::clone(table)))
    }

    /// Returns the tables that have listeners.
    pub(super) fn tables(&self) -> Vec<TableId> {
        self.by_table.keys().copied().collect()
    }

    /// Removes the channel of a table, which ends the streams of its listeners.
    pub(super) fn remove(&mut self, id: TableId) {
        if self.by_table.remove(&id).is_some_and(|channel| channel.reported > 0) {
            self.left.push(id);
        }
    }

    /// Removes all channels, which ends the streams of all listeners.
    pub(super) fn clear(&mut self) {
        self.by_table.clear();
    }

    /// Removes the channel of a table if no one listens to it.
    pub(super) fn remove_unused(&mut self, id: TableId) {
        if self.get(id).is_some_and(|channel| channel.table.receiver_count() == 0) {
            self.remove(id);
        }
    }

    /// Counts the spectators of all tables, and notifies listeners of numbers that have changed. Returns the numbers at this instance that
    /// other instances need: those that have changed, or with `renews` all.
    pub(super) fn count_spectators(&mut self, renews: bool) -> Vec<(TableId, u32)> {
        let left = self.left.drain(..).map(|id| (id, 0));
        let counts = self.by_table.iter_mut().filter_map(|(id, channel)| Some((*id, channel.count(renews)?)));
        left.chain(counts).collect()
    }
}
