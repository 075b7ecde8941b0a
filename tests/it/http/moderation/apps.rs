//! What the moderator sees of apps, and their suspension.

use funhouse::store::AppState;
use serde_json::json;

use super::{TOKEN, apply, bearer, log, moderate, unchanged};
use crate::http::apps::App;
use crate::support::account::Account;
use crate::support::harness::Server;
use crate::support::schema::assert_fits;
use crate::support::store::wait;

#[test]
fn moderator_sees_apps_and_suspends_them() {
    let server = Server::start_all(&["--no-limits", "--moderator-token", TOKEN, "--apps", "open"]);
    let ada = Account::new(&server, "Ada");
    let app = App::new(&server, &ada);
    let user = app.sign_in(&server, "u", "Ben");
    let show =
        |id: &str| server.send("GET", &format!("/v1/moderation/apps/{id}"), &[("authorization", &bearer(TOKEN))], None);
    let shown = show(&app.id).ok();
    assert_fits("ModeratedApp", &shown);
    assert_eq!((&shown["app"]["name"], &shown["owner"]), (&json!("Slide Club"), &json!(ada.id)));
    for id in ["99", "x", "0"] {
        show(id).problem(404, "unknown_app");
        let body = json!({ "action": "suspend_app", "app": id, "reason": "spam" });
        moderate(&server, &body).problem(404, "unknown_app");
    }

    let suspend = json!({ "action": "suspend_app", "app": app.id, "reason": "spam" });
    let action = apply(&server, &suspend);
    assert_eq!((&action["action"], &action["app"]), (&json!("suspend_app"), &json!(app.id)));
    unchanged(&server, &suspend);
    assert_eq!(log(&server, "?limit=1")["actions"][0], action);
    assert_eq!(show(&app.id).ok()["app"]["status"], "suspended");
    for header in [app.header(), user.header()] {
        server.send("GET", "/v1/players/me", &[header], None).problem(401, "unauthorized");
    }
    let id = app.id.parse().expect("an id");
    assert_eq!(wait(server.shared.store.set_app_state(id, AppState::Approved)), Ok(true));
    server.send("GET", "/v1/players/me", &[user.header()], None).ok();
}
