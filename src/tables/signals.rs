//! Signals: messages between instances of the service about listeners. They are not stored, and a lost one harms no game.

use serde::{Deserialize, Serialize};

use super::Tables;
use super::phrase::{Phrase, Spoken};
use crate::rules::game::Seat;
use crate::store::TableId;

/// Maximum number of tables per signal. PostgreSQL limits a notification to 8,000 bytes.
const MAX_COUNTS: usize = 200;

/// A signal as JSON. Instances ignore signals that they do not know, such as those of a later version, and their own.
#[derive(Debug, Serialize, Deserialize)]
struct Signal {
    /// The instance that sent it.
    from: u64,
    #[serde(flatten)]
    content: Content,
}

#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Content {
    /// A player says something.
    Said { table: i64, seat: u8, phrase: Phrase },
    /// A table has changed without a new version: it has a rematch.
    Changed { table: i64 },
    /// Tables, each with its number of spectators at the instance.
    Spectators(Vec<(i64, u32)>),
}

impl Tables {
    /// Says a phrase to everyone who listens to a table now, at any instance.
    pub async fn say(&self, id: TableId, spoken: Spoken) {
        self.send_phrase(id, spoken);
        let Spoken { seat, phrase } = spoken;
        self.signal(Content::Said { table: id.0, seat: seat.number(), phrase }).await;
    }

    /// Notifies everyone who listens to a table, at any instance, that it has a rematch.
    pub(super) async fn announce_rematch(&self, of: TableId) {
        // Loading the table notifies its listeners. If that fails, the check finds the rematch later.
        let _ = self.load(of).await;
        self.signal(Content::Changed { table: of.0 }).await;
    }

    /// Reports numbers of spectators to the other instances.
    pub(super) async fn report_spectators(&self, counts: &[(TableId, u32)]) {
        for part in counts.chunks(MAX_COUNTS) {
            self.signal(Content::Spectators(part.iter().map(|(id, count)| (id.0, *count)).collect())).await;
        }
    }

    async fn signal(&self, content: Content) {
        let signal = serde_json::to_string(&Signal { from: self.0.instance, content }).unwrap_or_default();
        // Listeners of this instance do not depend on it.
        if let Err(error) = self.0.store.signal(signal).await {
            tracing::debug!(target: "funhouse::tables", %error, "the other instances could not be reached");
        }
    }

    fn send_phrase(&self, id: TableId, spoken: Spoken) {
        if let Some(channel) = self.lock_channels().get(id) {
            // It fails if no one listens.
            let _ = channel.phrases.send(spoken);
        }
    }

    async fn take_signal(&self, text: &str) {
        let Ok(Signal { from, content }) = serde_json::from_str(text) else { return };
        if from == self.0.instance {
            return;
        }
        match content {
            Content::Said { table, seat, phrase } => {
                if let Some(seat) = Seat::new(seat) {
                    self.send_phrase(TableId(table), Spoken { seat, phrase });
                }
            }
            Content::Changed { table } => {
                if self.lock_channels().get(TableId(table)).is_some() {
                    let _ = self.load(TableId(table)).await;
                }
            }
            Content::Spectators(counts) => {
                let mut channels = self.lock_channels();
                for (table, count) in counts {
                    if let Some(channel) = channels.get_mut(TableId(table)) {
                        channel.set_elsewhere(from, count);
                    }
                }
            }
        }
    }
}

/// Passes on the signals of other instances.
pub(super) async fn forward(tables: &Tables) {
    loop {
        for signal in tables.0.store.signals().await {
            tables.take_signal(&signal).await;
        }
    }
}
