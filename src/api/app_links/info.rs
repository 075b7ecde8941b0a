//! The bodies of the calls about links.

use serde::{Deserialize, Serialize};

use crate::api::players::info::PlayerInfo;
use crate::api::problem::{Code, Problem};
use crate::api::schemas;
use crate::api::secrets::token::Token;
use crate::rules::wire::ToSchema;
use crate::store::{App, AppId, AppLink, LinkPurpose, TokenHash};

/// What a link is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
#[schema(as = LinkPurpose)]
pub(super) enum PurposeInfo {
    /// The person takes over the player for whom the app acts.
    TakeOver,
    /// The person, who took the player over, lets the app play for them.
    Consent,
}

impl From<LinkPurpose> for PurposeInfo {
    fn from(purpose: LinkPurpose) -> Self {
        match purpose {
            LinkPurpose::TakeOver => Self::TakeOver,
            LinkPurpose::Consent => Self::Consent,
        }
    }
}

/// The code in a link.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct LinkCode {
    /// The code: what follows the last `/` of the link.
    #[schema(value_type = schemas::LinkCodeText)]
    code: String,
}

impl LinkCode {
    /// The hash of the code.
    ///
    /// # Errors
    /// 404 when the text is no code.
    pub(super) fn hash(&self) -> Result<TokenHash, Problem> {
        Token::of_text(&self.code).map(|code| code.hash()).ok_or_else(unknown)
    }
}

/// The refusal of a code without a valid link.
pub(super) fn unknown() -> Problem {
    Problem::new(Code::UnknownLink, "the link is unknown, has expired, or was used; ask the app for another one")
}

/// What people see of an app.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct PublicApp {
    #[schema(value_type = schemas::AppNumber)]
    pub(super) id: AppId,
    pub(super) name: String,
    /// The address of its home page.
    pub(super) home_page: String,
}

impl From<App> for PublicApp {
    fn from(App { id, name, home_page, .. }: App) -> Self {
        Self { id, name, home_page }
    }
}

/// A link of an app.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AppLink)]
pub(super) struct LinkInfo {
    pub(super) purpose: PurposeInfo,
    pub(super) app: PublicApp,
    /// The player that the person takes over, or for whom the app asks to play.
    pub(super) player: PlayerInfo,
}

impl From<AppLink> for LinkInfo {
    fn from(AppLink { app, player, purpose }: AppLink) -> Self {
        Self { purpose: purpose.into(), app: app.into(), player: player.into() }
    }
}
