//! The bodies of the calls about apps.

use serde::Serialize;

use crate::api::players::info::PlayerInfo;
use crate::api::schemas;
use crate::rules::wire::ToSchema;
use crate::store::calendar::Timestamp;
use crate::store::{App, AppId, AppState};

/// Whether an operator approved an app.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = AppStatus)]
pub(super) enum AppStatus {
    /// It waits for the approval of an operator. It can act meanwhile.
    Pending,
    /// An operator approved it.
    Approved,
    /// An operator suspended it.
    Suspended,
}

impl From<AppState> for AppStatus {
    fn from(state: AppState) -> Self {
        match state {
            AppState::Pending => Self::Pending,
            AppState::Approved => Self::Approved,
            AppState::Suspended => Self::Suspended,
        }
    }
}

/// An app.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = App)]
pub(in crate::api) struct AppInfo {
    /// The app's id.
    #[schema(value_type = schemas::AppNumber)]
    pub(super) id: AppId,
    /// The name.
    pub(super) name: String,
    /// The address of its home page.
    pub(super) home_page: String,
    /// Whether an operator approved it.
    pub(super) status: AppStatus,
    /// When it was registered.
    #[schema(value_type = schemas::Moment)]
    pub(super) created_at: Timestamp,
}

impl From<App> for AppInfo {
    fn from(App { id, name, home_page, state, created_at, .. }: App) -> Self {
        Self { id, name, home_page, status: state.into(), created_at }
    }
}

/// An app with its first key.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct AppWithKey {
    /// The app.
    pub(super) app: AppInfo,
    /// The key, shown only once. Only your server may know it: it acts for all users of the app.
    #[schema(value_type = schemas::AppKeyText)]
    pub(super) key: String,
}

/// A user of an app with a token.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct UserWithToken {
    /// The player. It never has the app's id of the user.
    pub(super) player: PlayerInfo,
    /// The token with which the app plays for the user. It cannot create tokens or recovery codes, rename, or delete.
    #[schema(value_type = schemas::PlayerToken)]
    pub(super) token: String,
    /// When the token expires.
    #[schema(value_type = schemas::Moment)]
    pub(super) expires_at: Timestamp,
}
