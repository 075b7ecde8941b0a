//! What the operations of moderation share in the OpenAPI document.

use super::info::{LoggedActionInfo, ModerationAction};
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::schemas::examples;
use crate::store::{ActionId, RunId};

pub(super) fn describe(id: &str, summary: &str, description: &'static str) -> OperationDoc {
    operation(OperationInfo { id: id.to_owned(), tag: "Moderation", summary: summary.to_owned(), description })
}

pub(super) fn example_action() -> LoggedActionInfo {
    LoggedActionInfo {
        id: ActionId(1),
        at: examples::time(),
        action: ModerationAction::HideRun,
        run: Some(RunId(1)),
        player: None,
        app: None,
        contest: None,
        old_name: None,
        name: None,
        reason: "played by a program".to_owned(),
    }
}
