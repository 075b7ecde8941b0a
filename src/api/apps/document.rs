//! What the operations about apps share in the OpenAPI document: parameters of the path and examples.

use super::event_info::AppEvents;
use super::info::{AppInfo, AppStatus};
use super::seasons::SeasonInfo;
use crate::api::operation::{OperationDoc, OperationInfo, operation};
use crate::api::schemas::{self, examples};
use crate::rules::wire;
use crate::store::{
    AppEvent, AppId, EventPosition, PlayerEvent, PlayerId, SeasonId, StoredEvent, TableId, UserEvent, UserId,
};

pub(in crate::api) fn describe(id: &str, summary: &str, description: &'static str) -> OperationDoc {
    operation(OperationInfo { id: id.to_owned(), tag: "Apps", summary: summary.to_owned(), description })
}

pub(super) const EXAMPLE_KEY: &str = "fhk_dGhpcyBpcyBubyByZWFsIHRva2VuLCBidXQgMzIgYiE";

pub(super) fn example_info(status: AppStatus) -> AppInfo {
    let (name, home_page) = ("Slide Club".to_owned(), "https://slides.example.org".to_owned());
    AppInfo { id: AppId(1), name, home_page, status, created_at: examples::time() }
}

pub(super) fn example_season() -> SeasonInfo {
    let (first_day, last_day) = (examples::time().day(), examples::time().day().plus(30));
    SeasonInfo { id: SeasonId(1), name: "Winter".to_owned(), first_day, last_day }
}

pub(super) fn example_events() -> AppEvents {
    let (position, game) = (EventPosition { number: 4711, tag: 0x0d3c_2b1a }, Some("queensland".to_owned()));
    let (of_player, event) = (EventPosition { number: 12, tag: 0x0d3c_2b1a }, Some(PlayerEvent::Started(TableId(7))));
    let event = StoredEvent { position: of_player, event, at: examples::time(), game, by: None };
    let user = UserId::new("u-17".to_owned());
    let delivers = user.map(|user| UserEvent { user, player: PlayerId(15), event });
    AppEvents::of(vec![AppEvent { position, delivers }], position, false)
}

/// The id of any app.
pub(super) fn any_id_in_path(doc: OperationDoc) -> OperationDoc {
    let description = "The id of an app.";
    doc.path_parameter("app", description, wire::text("^[1-9][0-9]{0,18}$", description, "1"))
}

/// An app that an operator approved.
pub(in crate::api) fn example_app() -> AppInfo {
    example_info(AppStatus::Approved)
}

pub(super) fn id_in_path(doc: OperationDoc) -> OperationDoc {
    let description = "The id of the app whose key is sent.";
    doc.path_parameter("app", description, wire::text("^[1-9][0-9]{0,18}$", description, "1"))
}

pub(super) fn season_in_path(doc: OperationDoc) -> OperationDoc {
    doc.path_parameter("season", "The id of a season.", wire::reference_to::<schemas::SeasonNumber>())
}

pub(in crate::api) fn user_in_path(doc: OperationDoc) -> OperationDoc {
    let description = "The app's own id of the user: 1 to 128 bytes of UTF-8 without control characters, percent-encoded. It is not `.` \
        or `..`.";
    id_in_path(doc).path_parameter(
        "user",
        description,
        wire::text("^[^\\x00-\\x1f\\x7f]{1,128}$", description, "u-4711"),
    )
}
