//! `POST /v1/moderation/actions`: hides, restores, renames, bans or suspends.

use actix_web::web;
use serde::{Deserialize, Serialize};
use serde_json::json;

#[cfg(feature = "schemas")]
use super::document::{describe, example_action};
use super::info::LoggedActionInfo;
use crate::api::http::body::Body;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::players::{name_taken, valid_name};
use crate::api::problem::{Code, Problem};
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::api::{apps, contests, players, runs, schemas};
use crate::rules::wire::{self, ToSchema};
use crate::store::label::Label;
use crate::store::{Act, Moderated, ModerationOrder, PlayerId, Reason, RunId};

/// The result of a moderator's request.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, ToSchema)]
pub(super) struct ModerationResult {
    /// Whether anything changed. If not, it was done before, and nothing was logged.
    changed: bool,
    /// The action as it was logged; absent if nothing changed.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    action: Option<LoggedActionInfo>,
}

/// Declares the request of an action: an object with these fields and a reason.
macro_rules! request {
    ($(#[doc = $doc:literal])+ $Name:ident { $($(#[doc = $of:literal])+ $field:ident: $Schema:ty,)+ }) => {
        $(#[doc = $doc])+
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
        #[serde(deny_unknown_fields)]
        pub(super) struct $Name {
            $(
                $(#[doc = $of])+
                #[schema(value_type = $Schema)]
                pub(super) $field: String,
            )+
            /// The reason: 1 to 500 characters, counted as code points in normal form C, without control characters and line breaks, and not
            /// blank. The log keeps it even when the player is deleted, so do not include names.
            pub(super) reason: String,
        }
    };
}

request!(
    /// Hides a run.
    HideRun {
        /// The run.
        run: schemas::RunNumber,
    }
);
request!(
    /// Restores a run that a moderator hid.
    RestoreRun {
        /// The run.
        run: schemas::RunNumber,
    }
);
request!(
    /// Gives a player another name.
    RenamePlayer {
        /// The player.
        player: schemas::PlayerNumber,
        /// The new name, as in `POST /v1/players`.
        name: String,
    }
);
request!(
    /// Bans a player.
    BanPlayer {
        /// The player.
        player: schemas::PlayerNumber,
    }
);
request!(
    /// Undoes a ban.
    UnbanPlayer {
        /// The player.
        player: schemas::PlayerNumber,
    }
);

request!(
    /// Suspends an app.
    SuspendApp {
        /// The app.
        app: schemas::AppNumber,
    }
);

request!(
    /// Gives a contest another name.
    RenameContest {
        /// The contest.
        contest: schemas::ContestNumber,
        /// The new name, as in `POST /v1/contests`.
        name: String,
    }
);

wire::tagged! {
    read
    /// An action of a moderator.
    pub(super) enum ModerationRequest = "ModerationRequest" by "action" {
        "hide_run" => HideRun(HideRun),
        "restore_run" => RestoreRun(RestoreRun),
        "rename_player" => RenamePlayer(RenamePlayer),
        "ban_player" => BanPlayer(BanPlayer),
        "unban_player" => UnbanPlayer(UnbanPlayer),
        "suspend_app" => SuspendApp(SuspendApp),
        "rename_contest" => RenameContest(RenameContest),
    }
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<ModerationRequest, ModerationResult> {
    describe(
        "create_moderation_action",
        "Hide or restore a run, rename or ban a player, suspend an app, rename a contest",
        "Applies one action and logs it, in one transaction. If nothing would change, nothing is logged, and \
         `changed` is false. A hidden run can still be read by its id. The tokens and the recovery code of a banned \
         player get 403 `banned`, and their runs and averages leave boards and lists until the ban is removed. The \
         old name of a renamed player stays taken. The keys and tokens of a suspended app get 401, and its streams end within 5 seconds; only \
         an operator can approve it again.",
    )
    .request_body::<ModerationRequest>(&json!({ "action": "hide_run", "run": "1", "reason": "played by a program" }))
    .ok::<ModerationResult>(&ModerationResult { changed: true, action: Some(example_action()) })
    .no_store()
    .errors(&["404", "409", "503"])
}

pub(super) async fn handle(
    shared: web::Data<Shared>,
    Body(request, ..): Body<ModerationRequest>,
) -> Result<JsonResponse<ModerationResult>, Problem> {
    let order = order(&shared, request)?;
    let act = order.act.clone();
    let action = match shared.store.moderate(order).await? {
        Moderated::Applied(action) => Some(LoggedActionInfo::of(action)),
        Moderated::Unchanged => None,
        Moderated::NameTaken => return Err(name_taken()),
        Moderated::UnknownRun | Moderated::UnknownPlayer | Moderated::UnknownApp | Moderated::UnknownContest => {
            return Err(unknown(&act));
        }
    };
    Ok(JsonResponse::no_store(&ModerationResult { changed: action.is_some(), action }))
}

/// Checks what is requested.
fn order(shared: &Shared, request: ModerationRequest) -> Result<ModerationOrder, Problem> {
    use ModerationRequest as Request;
    let player = |id: &str| id.parse().map_err(|()| players::unknown(id));
    let run = |id: &str| id.parse().map_err(|()| runs::unknown(id));
    let (act, reason) = match request {
        Request::HideRun(of) => (Act::HideRun(run(&of.run)?), of.reason),
        Request::RestoreRun(of) => (Act::RestoreRun(run(&of.run)?), of.reason),
        Request::RenamePlayer(of) => {
            let name = valid_name(&of.name)?;
            let (forms, name) = (name.forms(&shared.names), name.as_str().to_owned());
            (Act::RenamePlayer { player: player(&of.player)?, name, forms }, of.reason)
        }
        Request::BanPlayer(of) => (Act::BanPlayer(player(&of.player)?), of.reason),
        Request::UnbanPlayer(of) => (Act::UnbanPlayer(player(&of.player)?), of.reason),
        Request::SuspendApp(of) => (Act::SuspendApp(of.app.parse().map_err(|()| apps::unknown(&of.app))?), of.reason),
        Request::RenameContest(of) => {
            let name = Label::new(&of.name).map_err(|why| Problem::of_field(Code::InvalidName, "/name", why))?;
            let contest = of.contest.parse().map_err(|()| contests::unknown(&of.contest))?;
            (Act::RenameContest { contest, name: name.into_string() }, of.reason)
        }
    };
    let invalid = |why| Problem::of_field(Code::InvalidReason, "/reason", why);
    Ok(ModerationOrder { act, reason: Reason::new(&reason).map_err(invalid)?, at: shared.clock.now() })
}

fn unknown(act: &Act) -> Problem {
    match act {
        Act::HideRun(RunId(run)) | Act::RestoreRun(RunId(run)) => runs::unknown(&run.to_string()),
        Act::RenamePlayer { player: PlayerId(player), .. }
        | Act::BanPlayer(PlayerId(player))
        | Act::UnbanPlayer(PlayerId(player)) => players::unknown(&player.to_string()),
        Act::SuspendApp(app) => apps::unknown(&app.to_string()),
        Act::RenameContest { contest, .. } => contests::unknown(&contest.to_string()),
    }
}
