//! The calls of the store for apps.

use async_trait::async_trait;

use crate::error::StoreError;
use crate::model::apps::{
    App, AppKeyHash, AppState, AppUser, NewApp, OfferedName, Registered, SignIn, SignedIn, UserId,
};
use crate::model::calendar::Timestamp;
use crate::model::ids::{AppId, PlayerId};

/// The calls for apps. They fail as those of [`Store`](crate::Store) do.
#[async_trait]
pub trait Apps: Send + Sync {
    /// Registers an app with its first key. A player may ask for at most [`MAX_APPS`](crate::MAX_APPS).
    async fn register_app(&self, app: NewApp) -> Result<Registered, StoreError>;

    /// Returns an app; none if it does not exist or is deleted.
    async fn app(&self, id: AppId) -> Result<Option<App>, StoreError>;

    /// Returns at most `limit` apps after an app, in order of number.
    async fn apps_after(&self, after: AppId, limit: u32) -> Result<Vec<App>, StoreError>;

    /// Returns the app with a key; none if no app has it, or if the app is suspended.
    async fn app_of_key(&self, key: AppKeyHash) -> Result<Option<App>, StoreError>;

    /// Sets whether an app may act. Returns whether the app exists.
    async fn set_app_state(&self, id: AppId, state: AppState) -> Result<bool, StoreError>;

    /// Adds a key of an app. Only the newest [`MAX_APP_KEYS`](crate::MAX_APP_KEYS) stay, or only this one with `alone`. Returns whether the
    /// app exists.
    async fn add_app_key(&self, id: AppId, key: AppKeyHash, alone: bool, at: Timestamp) -> Result<bool, StoreError>;

    /// Deletes an app with its keys, its tokens and the ids of its users. Returns whether the app existed. The caller deletes the players for
    /// whom it acts first.
    async fn delete_app(&self, id: AppId) -> Result<bool, StoreError>;

    /// Creates a token of a user, and the user if there is none. Deletes some expired tokens.
    async fn sign_in(&self, request: SignIn) -> Result<SignedIn, StoreError>;

    /// Returns those of the names that are free, in this order.
    async fn free_names(&self, names: Vec<OfferedName>) -> Result<Vec<String>, StoreError>;

    /// Returns a user of an app.
    async fn app_user(&self, app: AppId, user: UserId) -> Result<Option<AppUser>, StoreError>;

    /// Returns at most `limit` users of an app after a player, in order of their players' numbers.
    async fn app_users(&self, app: AppId, after: PlayerId, limit: u32) -> Result<Vec<AppUser>, StoreError>;

    /// Ends the tokens that an app has for a user, and forgets the user id. Returns the player; none if the app has no such user. The caller
    /// deletes the player if the app acts for them.
    async fn forget_app_user(&self, app: AppId, user: UserId) -> Result<Option<PlayerId>, StoreError>;
}
