//! The bodies of moderation.

use serde::Serialize;

use crate::api::schemas;
use crate::rules::wire::ToSchema;
use crate::store::calendar::Timestamp;
use crate::store::{ActionId, AppId, ContestId, LoggedAct, LoggedAction, Names, PlayerId, RunId};

/// An action of a moderator.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum ModerationAction {
    /// Hide a run.
    HideRun,
    /// Restore a run that a moderator hid.
    RestoreRun,
    /// Give a player another name.
    RenamePlayer,
    /// Ban a player.
    BanPlayer,
    /// Undo a ban.
    UnbanPlayer,
    /// Suspend an app.
    SuspendApp,
    /// Give a contest another name.
    RenameContest,
}

/// An entry in the moderation log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
#[schema(as = LoggedAction)]
pub(super) struct LoggedActionInfo {
    /// The id of the entry. Each id is used once.
    #[schema(value_type = schemas::ActionNumber)]
    pub(super) id: ActionId,
    /// When the request was received.
    #[schema(value_type = schemas::Moment)]
    pub(super) at: Timestamp,
    /// The action.
    pub(super) action: ModerationAction,
    /// The run that was hidden or restored.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::RunNumber>)]
    pub(super) run: Option<RunId>,
    /// The player who was renamed, banned or unbanned, or the organizer of the contest.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::PlayerNumber>)]
    pub(super) player: Option<PlayerId>,
    /// The app that was suspended.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::AppNumber>)]
    pub(super) app: Option<AppId>,
    /// The contest that was renamed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false, value_type = Option<schemas::ContestNumber>)]
    pub(super) contest: Option<ContestId>,
    /// The earlier name of a renamed player or contest. Absent if the player was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) old_name: Option<String>,
    /// The new name of a renamed player or contest. Absent if the player was deleted.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub(super) name: Option<String>,
    /// The reason.
    pub(super) reason: String,
}

impl LoggedActionInfo {
    /// An entry as the store has it.
    pub(super) fn of(LoggedAction { id, at, act, reason }: LoggedAction) -> Self {
        use ModerationAction as Action;
        let (app, contest) = match act {
            LoggedAct::SuspendApp(app) => (Some(app), None),
            LoggedAct::RenameContest { contest, .. } => (None, Some(contest)),
            _ => (None, None),
        };
        let (action, run, player, names) = match act {
            LoggedAct::HideRun(run) => (Action::HideRun, Some(run), None, None),
            LoggedAct::RestoreRun(run) => (Action::RestoreRun, Some(run), None, None),
            LoggedAct::RenamePlayer { player, names } => (Action::RenamePlayer, None, Some(player), names),
            LoggedAct::BanPlayer(player) => (Action::BanPlayer, None, Some(player), None),
            LoggedAct::UnbanPlayer(player) => (Action::UnbanPlayer, None, Some(player), None),
            LoggedAct::SuspendApp(_) => (Action::SuspendApp, None, None, None),
            LoggedAct::RenameContest { organizer, names, .. } => (Action::RenameContest, None, Some(organizer), names),
        };
        let (old_name, name) = names.map(|Names { old, new }| (old, new)).unzip();
        Self { id, at, action, run, player, app, contest, old_name, name, reason }
    }
}
