//! `POST /v1/apps`: asks for an app.

use actix_web::{HttpRequest, web};
use serde::Deserialize;
use serde_json::json;

use super::common::no_random;
#[cfg(feature = "schemas")]
use super::document::{EXAMPLE_KEY, describe, example_info};
use super::info::{AppInfo, AppStatus, AppWithKey};
use crate::api::http::body::Body;
#[cfg(feature = "schemas")]
use crate::api::operation::OperationDoc;
use crate::api::problem::{Code, Problem};
use crate::api::request::client::Client;
use crate::api::response::JsonResponse;
use crate::api::secrets::app_key::AppKey;
use crate::api::shared::Shared;
use crate::config::AppRegistration;
use crate::public_url::PublicUrl;
use crate::rules::wire::ToSchema;
use crate::store::label::Label;
use crate::store::name::{NameError, is_reserved};
use crate::store::{AppState, MAX_APPS, NewApp, Registered};

/// The body of `POST /v1/apps`.
#[derive(Clone, Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct AppRequest {
    /// The name: 1 to 64 characters, counted as code points in normal form C, without control characters or invisible characters, and without
    /// a space at either end.
    name: String,
    /// The address of the home page: `http` or `https`, a host and perhaps a path.
    home_page: String,
}

#[cfg(feature = "schemas")]
pub(super) fn doc() -> OperationDoc<AppRequest, AppWithKey> {
    describe(
        "create_app",
        "Ask for an app",
        "Creates an app and returns its key, which is shown only once. The app can act at once, also before an operator approves it. Its calls \
         count toward the limits of their addresses, and new users toward that of new players. A player can ask for at most 5 apps. Only on \
         services that allow it; elsewhere, ask the operator.",
    )
    .request_body::<AppRequest>(&json!({ "name": "Slide Club", "home_page": "https://slides.example.org" }))
    .response::<AppWithKey>(
        "201",
        "The app with its key.",
        &AppWithKey { app: example_info(AppStatus::Pending), key: EXAMPLE_KEY.to_owned() },
    )
    .with_location()
    .no_store()
    .errors(&["409", "503"])
}

pub(super) async fn handle(
    request: HttpRequest,
    shared: web::Data<Shared>,
    Body(AppRequest { name, home_page }, _): Body<AppRequest>,
) -> Result<JsonResponse<AppWithKey>, Problem> {
    if shared.app_registration == AppRegistration::Closed {
        return Err(Problem::new(Code::AppsClosed, "only the operator of this service creates apps"));
    }
    let owner = Some(Client::of(&request).player_alone()?.id);
    let name = Label::new(&name).map_err(|why| Problem::of_field(Code::InvalidName, "/name", why))?.into_string();
    if is_reserved(&name) {
        return Err(Problem::of_field(Code::InvalidName, "/name", NameError::Reserved));
    }
    let home_page: PublicUrl =
        home_page.parse().map_err(|why| Problem::of_field(Code::InvalidHomePage, "/home_page", why))?;
    let (key, home_page, at) = (AppKey::random().map_err(no_random)?, home_page.to_string(), shared.clock.now());
    let app = NewApp { name, home_page, owner, state: AppState::Pending, key: key.hash(), at };
    match shared.store.register_app(app.clone()).await? {
        Registered::New(id) => {
            let NewApp { name, home_page, .. } = app;
            let app = AppInfo { id, name, home_page, status: AppStatus::Pending, created_at: at };
            Ok(JsonResponse::created(format!("/v1/apps/{id}"), &AppWithKey { app, key: key.to_string() }))
        }
        Registered::TooMany => {
            let detail = format!("a player can ask for at most {MAX_APPS} apps; an operator can delete one");
            Err(Problem::new(Code::TooManyApps, detail))
        }
    }
}
