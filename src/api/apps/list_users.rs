//! `GET /v1/apps/{app}/users`: lists the users of an app.

use actix_web::{HttpRequest, web};
use serde::{Deserialize, Serialize};

use super::common::oneself;
#[cfg(feature = "schemas")]
use super::document::{describe, id_in_path};
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::players::info::PlayerInfo;
use crate::api::problem::Problem;
use crate::api::request::cursor::Cursor;
use crate::api::request::query::Query;
use crate::api::request::{cursor, query};
use crate::api::response::JsonResponse;
use crate::api::shared::Shared;
use crate::rules::wire::ToSchema;
use crate::store::{AppUser, Control, PlayerId};

/// A user of an app.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = AppUser)]
pub(super) struct UserInfo {
    /// The app's own id of the user.
    user: String,
    /// The player.
    player: PlayerInfo,
    /// Whether the user took the player over, so that the app no longer acts for them.
    taken_over: bool,
    /// Whether a user who took the player over lets the app play for them.
    consents: bool,
    /// Whether the app hid the user's runs on its own boards and lists.
    hidden: bool,
}

impl From<AppUser> for UserInfo {
    fn from(AppUser { user, player, control, hidden }: AppUser) -> Self {
        let (taken_over, consents) = (control != Control::App, control == Control::Consenting);
        Self { user: user.as_str().to_owned(), player: player.into(), taken_over, consents, hidden }
    }
}

/// A page of the users of an app.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(super) struct UserList {
    /// The users, in the order in which their players were created.
    users: Vec<UserInfo>,
    /// The cursor of the next page; absent on the last.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    next: Option<String>,
}

/// The query of the list.
#[derive(Debug, Deserialize)]
pub(super) struct UsersQuery {
    cursor: Option<String>,
    limit: Option<String>,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<(), UserList> {
    let doc = describe("list_users", "List the users of your app", "Returns the users of the app with their players.");
    let next = "The cursor of a page, from `next` of the page before.";
    query::limit(id_in_path(doc))
        .query("cursor", next, cursor::schema())
        .ok::<UserList>(&UserList { users: Vec::new(), next: None })
        .no_store()
        .errors(&["404", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    id: web::Path<String>,
    Query(UsersQuery { cursor, limit }): Query<UsersQuery>,
) -> Result<JsonResponse<UserList>, Problem> {
    let app = oneself(&request, &id)?.id;
    let limit = query::limit_of(limit.as_deref())?;
    let list = cursor::of_app_users(app);
    let after = cursor.map(|text| Cursor::read(&text, list)?.player()).transpose()?.unwrap_or(PlayerId(0));
    let mut users = shared.store.app_users(app, after, limit + 1).await?;
    let more = users.len() > limit as usize;
    users.truncate(limit as usize);
    let next = users.last().filter(|_| more).map(|last| Cursor::Player(last.player.id).write(list));
    let users = users.into_iter().map(UserInfo::from).collect();
    Ok(JsonResponse::no_store(&UserList { users, next }))
}
