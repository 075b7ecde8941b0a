//! The operations of moderation in the OpenAPI document.

use serde_json::json;

use super::shape::{ActionList, LoggedActionInfo, ModerationAction, ModerationRequest, ModerationResult};
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::request::{cursor, query};
use crate::api::schemas::examples;
use crate::store::{ActionId, RunId};

fn doc(id: &str, summary: &str, description: &'static str) -> OperationDoc {
    operation(OperationInfo { id: id.to_owned(), tag: "Moderation", summary: summary.to_owned(), description })
}

fn example_action() -> LoggedActionInfo {
    LoggedActionInfo {
        id: ActionId(1),
        at: examples::time(),
        action: ModerationAction::HideRun,
        run: Some(RunId(1)),
        player: None,
        old_name: None,
        name: None,
        reason: "played by a program".to_owned(),
    }
}

pub(super) fn doc_of_moderate() -> OperationDoc<ModerationRequest, ModerationResult> {
    doc(
        "moderate",
        "Hide, restore, rename, ban",
        "Does one action and logs it, in one transaction. What was done before is neither done nor logged again: `changed` is false. \
         A hidden run stays readable by its number. The tokens and the recovery code of a banned player are refused with 403, `banned`, \
         and all their runs and averages leave boards and lists until the ban is undone. The old name of a renamed player stays taken.",
    )
    .request_body::<ModerationRequest>(&json!({ "action": "hide_run", "run": "1", "reason": "played by a program" }))
    .ok::<ModerationResult>(&ModerationResult { changed: true, action: Some(example_action()) })
    .no_store()
    .errors(&["404", "409", "503"])
}

pub(super) fn doc_of_list() -> OperationDoc<(), ActionList> {
    let doc = doc(
        "list_moderation_actions",
        "List what moderators did",
        "The log of all actions, the newest first. The names of a deleted player are removed from it.",
    );
    let next = "The cursor of a page, as the page before gave it in `next`.";
    query::limit(doc)
        .query("cursor", next, cursor::schema())
        .ok::<ActionList>(&ActionList { actions: vec![example_action()], next: None })
        .no_store()
        .errors(&["400", "503"])
}
