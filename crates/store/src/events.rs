//! The calls of the store for the events of players.

use std::collections::BTreeMap;

use async_trait::async_trait;

use crate::error::StoreError;
use crate::model::apps::AppKeyHash;
use crate::model::calendar::Timestamp;
use crate::model::events::{AppEvent, EventPosition, EventsAfter, NewestOfApp};
use crate::model::ids::{AppId, PlayerId};
use crate::model::players::TokenHash;

/// The calls for the events of players. They fail as those of [`Store`](crate::Store) do. The calls that change tables and pars store events, in
/// the same transaction.
#[async_trait]
pub trait Events: Send + Sync {
    /// Returns at most `limit` events of a player after a position.
    async fn events_after(&self, player: PlayerId, after: EventPosition, limit: u32)
    -> Result<EventsAfter, StoreError>;

    /// Returns the position of a player's newest event; none without events.
    async fn newest_event(&self, player: PlayerId) -> Result<Option<EventPosition>, StoreError>;

    /// Returns the positions of the newest events of the players of these tokens. Tokens that were replaced or revoked or have expired
    /// at this time, those of suspended apps, and those of banned players are missing.
    async fn newest_events(
        &self,
        tokens: Vec<TokenHash>,
        at: Timestamp,
    ) -> Result<BTreeMap<TokenHash, Option<EventPosition>>, StoreError>;

    /// Gives numbers in the streams of apps to at most `limit` events of each, which were committed before. Skips apps whose events another
    /// instance numbers at this moment. Returns the number of events.
    async fn number_app_events(&self, apps: Vec<AppId>, limit: u32) -> Result<u64, StoreError>;

    /// Returns at most `limit` events of the players for whom an app acts, after a position.
    async fn app_events_after(
        &self,
        app: AppId,
        after: EventPosition,
        limit: u32,
    ) -> Result<EventsAfter<AppEvent>, StoreError>;

    /// Returns what is known of the streams of the apps with these keys. Keys that were replaced, and those of suspended apps, are missing.
    async fn newest_app_events(&self, keys: Vec<AppKeyHash>) -> Result<BTreeMap<AppKeyHash, NewestOfApp>, StoreError>;

    /// Deletes at most `limit` events from before a time, and as many from the streams of apps. Returns the greater number of the two.
    async fn forget_events(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError>;

    /// Waits until any instance has stored events, and returns their players, some of them more than once. Events of this instance may be
    /// among them. Events during a failure of the database are missed. With SQLite, which serves one instance, this waits forever.
    async fn events_stored(&self) -> Vec<PlayerId>;
}
