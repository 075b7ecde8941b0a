//! Events of players.
//!
//! The number of an event follows the newest of its player. The row of the player is [locked](super::lock_players) first, so numbers are committed
//! in their order: a reader that sees an event sees all earlier ones.
//!
//! Events of players for whom an app acts are also in the stream of the [app](of_apps).

mod of_apps;
mod read;
mod write;

use std::collections::{BTreeMap, BTreeSet};

use async_trait::async_trait;

pub(super) use self::write::{add, forget_player, players_of};
use super::{Connection, SqlStore};
use crate::model::calendar::Timestamp;
use crate::{
    AppEvent, AppId, AppKeyHash, EventPosition, Events, EventsAfter, NewestOfApp, PlayerId, StoreError, TokenHash,
};

#[async_trait]
impl Events for SqlStore {
    async fn events_after(
        &self,
        player: PlayerId,
        after: EventPosition,
        limit: u32,
    ) -> Result<EventsAfter, StoreError> {
        self.readers.read(async move |connection| read::after(connection, player, after, limit).await).await
    }

    async fn newest_event(&self, player: PlayerId) -> Result<Option<EventPosition>, StoreError> {
        self.readers.read(async move |connection| read::newest(connection, player).await).await
    }

    async fn newest_events(
        &self,
        tokens: Vec<TokenHash>,
        at: Timestamp,
    ) -> Result<BTreeMap<TokenHash, Option<EventPosition>>, StoreError> {
        self.readers.read(async move |connection| read::newest_of_tokens(connection, &tokens, at).await).await
    }

    async fn number_app_events(&self, apps: Vec<AppId>, limit: u32) -> Result<u64, StoreError> {
        let apps: BTreeSet<AppId> = apps.into_iter().collect();
        let work = async move |connection: &mut Connection| of_apps::number(connection, &apps, limit).await;
        self.writer.write(None, work).await
    }

    async fn app_events_after(
        &self,
        app: AppId,
        after: EventPosition,
        limit: u32,
    ) -> Result<EventsAfter<AppEvent>, StoreError> {
        self.readers.read(async move |connection| of_apps::after(connection, app, after, limit).await).await
    }

    async fn newest_app_events(&self, keys: Vec<AppKeyHash>) -> Result<BTreeMap<AppKeyHash, NewestOfApp>, StoreError> {
        self.readers.read(async move |connection| of_apps::newest_of_keys(connection, &keys).await).await
    }

    async fn forget_events(&self, before: Timestamp, limit: u32) -> Result<u64, StoreError> {
        let work = async move |connection: &mut Connection| write::forget(connection, before, limit).await;
        self.writer.write(None, work).await
    }

    async fn events_stored(&self) -> Vec<PlayerId> {
        self.opened.events_stored().await
    }
}
