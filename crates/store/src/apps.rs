//! The calls of the store for apps.

use async_trait::async_trait;

use crate::error::StoreError;
use crate::model::apps::{
    App, AppKeyHash, AppLink, AppState, AppUser, Consented, LinkPurpose, NewApp, NewAppLink, NewSeason, OfferedName,
    Registered, Season, SeasonCreated, SignIn, SignedIn, TakeOver, TookOver, UsageCount, UsageKind, UserId,
};
use crate::model::calendar::{Day, Timestamp};
use crate::model::ids::{AppId, PlayerId, RunId, SeasonId};
use crate::model::players::TokenHash;

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

    /// Creates a link for a user of an app, which replaces an earlier one. Returns what it is for; none if the app has no such user.
    async fn create_app_link(&self, link: NewAppLink) -> Result<Option<LinkPurpose>, StoreError>;

    /// Returns the link with a code, if it is valid at a time.
    async fn app_link(&self, code: TokenHash, at: Timestamp) -> Result<Option<AppLink>, StoreError>;

    /// Ends that an app acts for a player, with all its tokens, and gives the player a recovery code and a token of their own.
    async fn take_over(&self, request: TakeOver) -> Result<TookOver, StoreError>;

    /// Lets an app play for a player who took themselves over. The link is used up.
    async fn consent(&self, code: TokenHash, player: PlayerId, at: Timestamp) -> Result<Consented, StoreError>;

    /// Returns the apps that a player lets play for them.
    async fn apps_of_player(&self, player: PlayerId) -> Result<Vec<App>, StoreError>;

    /// Ends that an app may play for a player, with its tokens. Returns whether it might.
    async fn withdraw_consent(&self, player: PlayerId, app: AppId) -> Result<bool, StoreError>;

    /// Hides a run on the boards and lists of its app, or shows it again. Returns false if no such run was submitted through the app.
    async fn hide_run_in_app(&self, app: AppId, run: RunId, hidden: bool) -> Result<bool, StoreError>;

    /// Hides the runs of a user on the boards and lists of the app, also later ones, or shows all again. Returns whether the app has this user.
    async fn hide_user_in_app(&self, app: AppId, user: UserId, hidden: bool) -> Result<bool, StoreError>;

    /// Creates a season of an app.
    async fn create_season(&self, season: NewSeason) -> Result<SeasonCreated, StoreError>;

    /// Returns a season.
    async fn season(&self, id: SeasonId) -> Result<Option<Season>, StoreError>;

    /// Returns the seasons of an app, the latest first.
    async fn seasons(&self, app: AppId) -> Result<Vec<Season>, StoreError>;

    /// Deletes a season of an app that begins after a day. Returns whether there was one.
    async fn delete_season(&self, app: AppId, id: SeasonId, after: Day) -> Result<bool, StoreError>;

    /// Adds counts to the usage of apps on a day. Deletes those from more than [`USAGE_DAYS`](crate::USAGE_DAYS) before.
    async fn add_app_usage(&self, day: Day, counts: Vec<(AppId, UsageKind, UsageCount)>) -> Result<(), StoreError>;

    /// Returns the usage of an app since a day, the newest day first.
    async fn app_usage(&self, app: AppId, since: Day) -> Result<Vec<(Day, UsageKind, UsageCount)>, StoreError>;
}
