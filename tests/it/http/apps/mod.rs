//! Apps: keys, users and their tokens, and which callers each operation accepts.

mod attacks;
mod boards;
mod events;
mod limits;
mod opponents;
mod seasons;
mod take_over;

use std::collections::BTreeMap;
use std::io::Read as _;

use funhouse::api::routes;
use funhouse::store::AppState;
use serde_json::{Value as Json, json};

use super::player_events::{listen, next};
use crate::support::account::{Account, slide_jam};
use crate::support::databases::on_each_kind;
use crate::support::harness::{Answer, Server};
use crate::support::schema::assert_fits;
use crate::support::store::wait;
use crate::support::tables::{Listening, make, path_of};

/// An app with its key.
pub(super) struct App {
    pub(super) id: String,
    bearer: String,
}

impl App {
    /// Asks for an app.
    pub(super) fn new(server: &Server, owner: &Account) -> Self {
        let body = json!({ "name": "Slide Club", "home_page": "https://slides.example.org" });
        let created = server.send("POST", "/v1/apps", &[owner.header()], Some(&body)).expect(201);
        assert_fits("AppWithKey", &created);
        assert_eq!(created["app"]["status"], "pending");
        let key = created["key"].as_str().expect("a key");
        assert!(key.starts_with("fhk_"), "{key}");
        Self { id: created["app"]["id"].as_str().expect("an id").to_owned(), bearer: format!("Bearer {key}") }
    }

    pub(super) fn header(&self) -> (&str, &str) {
        ("authorization", &self.bearer)
    }

    fn user(&self, user: &str) -> String {
        format!("/v1/apps/{}/users/{user}", self.id)
    }

    fn put(&self, server: &Server, user: &str, name: &str) -> Answer {
        self.put_with(server, user, &json!({ "name": name }), &[])
    }

    fn put_with(&self, server: &Server, user: &str, body: &Json, more: &[(&str, &str)]) -> Answer {
        server.send("PUT", &self.user(user), &[&[self.header()], more].concat(), Some(body))
    }

    /// Signs in a new user.
    pub(super) fn sign_in(&self, server: &Server, user: &str, name: &str) -> Account {
        account(&self.put(server, user, name).expect(201))
    }
}

fn account(signed_in: &Json) -> Account {
    assert_fits("UserWithToken", signed_in);
    let text = |value: &Json| value.as_str().expect("a text").to_owned();
    Account::of(text(&signed_in["player"]["id"]), text(&signed_in["token"]))
}

fn open() -> Server {
    open_with(&["--no-limits"])
}

/// A server on which players can ask for apps.
fn open_with(flags: &[&str]) -> Server {
    Server::start_flagged(&[flags, &["--apps", "open"]].concat())
}

/// Which caller an operation needs that not everyone can make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Needs {
    Player,
    PlayerAlone,
    App,
    Moderator,
}

/// All operations that need a token or a key, each with the caller that it needs.
const NEEDS: &[(Needs, &[&str])] = &[
    (
        Needs::Player,
        &[
            "POST /v1/runs",
            "POST /v1/tables",
            "POST /v1/tables/{id}/moves",
            "POST /v1/tables/{id}/seats/{seat}",
            "DELETE /v1/tables/{id}/seats/{seat}",
            "POST /v1/tables/{id}/requests/{player}",
            "DELETE /v1/tables/{id}/requests/{player}",
            "POST /v1/tables/{id}/auto_decline",
            "DELETE /v1/tables/{id}/auto_decline",
            "POST /v1/tables/{id}/resignation",
            "POST /v1/tables/{id}/rematch",
            "POST /v1/tables/{id}/phrases",
            "GET /v1/players/{id}/tables",
            "GET /v1/players/{id}/events",
            "PATCH /v1/players/{id}",
            "GET /v1/players/{id}/blocks",
            "PUT /v1/players/{id}/blocks/{other}",
            "DELETE /v1/players/{id}/blocks/{other}",
            "GET /v1/players/{id}/invitations",
            "POST /v1/tables/{id}/invitations",
            "DELETE /v1/tables/{id}/invitations/{player}",
            "POST /v1/pairings",
            "GET /v1/pairings/{id}",
            "DELETE /v1/pairings/{id}",
            "POST /v1/contests",
            "DELETE /v1/contests/{id}",
            "POST /v1/contests/{id}/entrants",
            "POST /v1/contests/{id}/entrants/{player}",
            "DELETE /v1/contests/{id}/entrants/{player}",
            "POST /v1/contests/{id}/rounds/{round}/table",
            "GET /v1/players/{id}/contests",
        ],
    ),
    (
        Needs::PlayerAlone,
        &[
            "DELETE /v1/players/{id}",
            "GET /v1/players/{id}/tokens",
            "POST /v1/players/{id}/tokens",
            "DELETE /v1/players/{id}/tokens/{token}",
            "POST /v1/players/{id}/token",
            "POST /v1/players/{id}/recovery_code",
            "GET /v1/players/{id}/export",
            "POST /v1/apps",
            "POST /v1/app_links/consent",
            "GET /v1/players/{id}/apps",
            "DELETE /v1/players/{id}/apps/{app}",
        ],
    ),
    (
        Needs::App,
        &[
            "GET /v1/apps/{app}",
            "GET /v1/apps/{app}/usage",
            "GET /v1/apps/{app}/events",
            "POST /v1/apps/{app}/seasons",
            "DELETE /v1/apps/{app}/seasons/{season}",
            "GET /v1/apps/{app}/users",
            "PUT /v1/apps/{app}/users/{user}",
            "DELETE /v1/apps/{app}/users/{user}",
            "GET /v1/apps/{app}/users/{user}/export",
            "POST /v1/apps/{app}/users/{user}/link",
            "PUT /v1/apps/{app}/users/{user}/hidden",
            "DELETE /v1/apps/{app}/users/{user}/hidden",
            "PUT /v1/apps/{app}/runs/{run}/hidden",
            "DELETE /v1/apps/{app}/runs/{run}/hidden",
        ],
    ),
    (Needs::Moderator, &["POST /v1/moderation/actions", "GET /v1/moderation/actions", "GET /v1/moderation/apps/{app}"]),
];

#[test]
fn every_operation_accepts_only_declared_callers() {
    let server = open();
    let owner = Account::new(&server, "Ada");
    let app = App::new(&server, &owner);
    let user = app.sign_in(&server, "u", "Ben");
    let declared = NEEDS.iter().flat_map(|(needs, operations)| operations.iter().map(|operation| (*operation, *needs)));
    let mut declared: BTreeMap<&str, Needs> = declared.collect();
    for endpoint in routes::endpoints() {
        let operation = format!("{} {}", endpoint.method, endpoint.path);
        let needs = declared.remove(operation.as_str());
        let parts = endpoint.path.split(['{', '}']).enumerate();
        let path: String = parts.map(|(i, part)| if i % 2 == 0 { part } else { "1" }).collect();
        // Its stream has no end.
        let path = if operation == "GET /v1/apps/{app}/events" { path + "?wait=0" } else { path };
        let refusal = |headers: &[(&str, &str)]| {
            let answer = server.send(endpoint.method.as_str(), &path, headers, None);
            let detail = || answer.json()["detail"].as_str().unwrap_or_default().to_owned();
            match answer.status {
                401 => Some("no"),
                403 if detail().starts_with("only the player can make this call") => Some("alone"),
                403 if detail().starts_with("this call needs a player's token") => Some("player"),
                _ => None,
            }
        };
        let refusals = [refusal(&[]), refusal(&[user.header()]), refusal(&[app.header()])];
        let due = match needs {
            None => [None, None, None],
            Some(Needs::Player) => [Some("no"), None, Some("player")],
            Some(Needs::PlayerAlone) => [Some("no"), Some("alone"), Some("player")],
            Some(Needs::App) => [Some("no"), Some("no"), None],
            Some(Needs::Moderator) => [Some("no"); 3],
        };
        assert_eq!(refusals, due, "{operation}: without a token, by a token of an app, by a key");
    }
    assert_eq!(declared, BTreeMap::new(), "these operations do not exist");
}

#[test]
fn same_user_id_is_another_player_in_another_app() {
    on_each_kind(|| {
        let server = open();
        let owner = Account::new(&server, "Ada");
        let apps = [App::new(&server, &owner), App::new(&server, &owner)];
        let first = apps[0].sign_in(&server, "u", "Ben");
        let again = account(&apps[0].put_with(&server, "u", &json!({}), &[]).ok());
        assert_eq!(first.id, again.id);
        assert_ne!(first.token, again.token);
        let other = apps[1].sign_in(&server, "u", "Cleo");
        assert_ne!(first.id, other.id);
        // The key of one app is nothing to the other, whether or not the other exists.
        let answers = [apps[1].user("u"), "/v1/apps/999/users/u".to_owned()]
            .map(|path| server.send("PUT", &path, &[apps[0].header()], Some(&json!({}))).problem(404, "unknown_app"));
        assert_eq!(answers[0]["detail"], answers[1]["detail"]);
    });
}

#[test]
fn same_idempotency_key_returns_the_same_token() {
    on_each_kind(|| {
        let server = open();
        let app = App::new(&server, &Account::new(&server, "Ada"));
        let key = [("idempotency-key", "0b7a4d3e-2f5c-4a8e")];
        let first = app.put_with(&server, "u", &json!({ "name": "Ben" }), &key).expect(201);
        let again = app.put_with(&server, "u", &json!({ "name": "Ben" }), &key).ok();
        assert_eq!(first, again);
        server.send("GET", "/v1/players/me", &[account(&first).header()], None).ok();
        assert_eq!(app.put_with(&server, "u", &json!({}), &key).ok()["token"], first["token"], "also after its use");
        let other = app.put_with(&server, "u2", &json!({ "name": "Cleo" }), &key).expect(201);
        assert_ne!(other["token"], first["token"]);
        server.shared.clock.set_ahead(24 * 60 * 60 * 1000);
        let problem =
            server.send("GET", "/v1/players/me", &[account(&first).header()], None).problem(401, "unauthorized");
        assert!(problem["detail"].as_str().is_some_and(|detail| detail.contains("expired")), "{problem}");
        assert_ne!(app.put_with(&server, "u", &json!({}), &key).ok()["token"], first["token"]);
    });
}

#[test]
fn taken_name_gets_free_suggestions_or_another_name() {
    let server = open();
    let app = App::new(&server, &Account::new(&server, "Ada"));
    let problem = app.put(&server, "u", "ada").problem(409, "name_taken");
    assert_eq!(problem["names"], json!(["ada 2", "ada 3", "ada 4"]), "{problem}");
    let chosen = app.put_with(&server, "u", &json!({ "name": "Ada", "unique": true }), &[]).expect(201);
    assert_eq!(chosen["player"]["name"], "Ada 2");
    app.put_with(&server, "new", &json!({}), &[]).problem(422, "invalid_name");
}

#[test]
fn apps_have_no_name_that_looks_like_the_service() {
    let server = open();
    let ada = Account::new(&server, "Ada");
    for name in ["Funhouse", "the service", "Moderator 1"] {
        let body = json!({ "name": name, "home_page": "https://a.example" });
        server.send("POST", "/v1/apps", &[ada.header()], Some(&body)).problem(422, "invalid_name");
    }
}

#[test]
fn contests_of_users_are_not_open_to_everyone() {
    let server = open();
    let app = App::new(&server, &Account::new(&server, "Ada"));
    let user = app.sign_in(&server, "u", "Ben");
    let contest = |entry: &str| {
        let closes_at = server.shared.clock.now().plus_seconds(3600);
        let body = json!({ "name": "For all", "game": "slide-jam", "entry": entry, "closes_at": closes_at });
        server.send("POST", "/v1/contests", &[user.header()], Some(&body))
    };
    contest("open").problem(422, "inconsistent");
    contest("app").expect(201);
}

#[test]
fn user_ids_are_opaque() {
    let server = open();
    let app = App::new(&server, &Account::new(&server, "Ada"));
    let ids = ["..%2F..%2Fadmin", "a%2Fb%3Fc%23d", "%20", "%D0%BD%D0%BE", "me", &"x".repeat(128)];
    for (n, id) in ids.into_iter().enumerate() {
        let user = app.sign_in(&server, id, &format!("User {n}"));
        assert_eq!(account(&app.put_with(&server, id, &json!({}), &[]).ok()).id, user.id, "{id}");
    }
    for id in [&"x".repeat(129), &"x".repeat(1024), "a%00b", "a%0Ab", "Jos%E9", "%ED%A0%80"] {
        app.put(&server, id, "Zoe").problem(422, "invalid_user_id");
    }
}

#[test]
fn tokens_end_with_suspension_rotation_and_deletion() {
    on_each_kind(|| {
        let server = open();
        let app = App::new(&server, &Account::new(&server, "Ada"));
        let user = app.sign_in(&server, "u", "Ben");
        user.submit(&server, &slide_jam("by-an-app")).expect(201);
        let me = || server.send("GET", "/v1/players/me", &[user.header()], None).status;
        let own = || server.send("GET", &format!("/v1/apps/{}", app.id), &[app.header()], None).status;
        assert_fits("App", &server.send("GET", &format!("/v1/apps/{}", app.id), &[app.header()], None).ok());
        let (store, id) = (&server.shared.store, app.id.parse().expect("an id"));
        for (state, due) in [(AppState::Suspended, 401), (AppState::Approved, 200)] {
            assert_eq!(wait(store.set_app_state(id, state)), Ok(true));
            assert_eq!([me(), own()], [due; 2], "{state:?}");
        }
        server.send("DELETE", &app.user("u"), &[app.header()], None);
        assert_eq!(me(), 401);
        server.send("GET", &format!("/v1/players/{}", user.id), &[], None).problem(404, "unknown_player");
        let again = app.sign_in(&server, "u", "Ben again");
        assert_ne!(again.id, user.id);
        assert_eq!(wait(store.delete_app(id)), Ok(true));
        assert_eq!(own(), 401);
        server.send("GET", "/v1/players/me", &[again.header()], None).problem(401, "unauthorized");
    });
}

#[test]
fn streams_end_with_expiry_and_suspension() {
    on_each_kind(|| {
        let server = open();
        let app = App::new(&server, &Account::new(&server, "Ada"));
        let user = app.sign_in(&server, "u", "Ben");
        let id = app.id.parse().expect("an id");
        let suspend = || assert_eq!(wait(server.shared.store.set_app_state(id, AppState::Suspended)), Ok(true));
        let resume = || assert_eq!(wait(server.shared.store.set_app_state(id, AppState::Approved)), Ok(true));
        let expire = || server.shared.clock.set_ahead(24 * 60 * 60 * 1000);
        let table = make(&server, &user, &json!({ "game": "slide-jam" }));
        for end in [&suspend as &dyn Fn(), &expire] {
            resume();
            let mut stream = listen(server.base(), &user, None);
            assert_eq!(next(&mut stream)["type"], "reset");
            let mut of_table = Listening::to(server.base(), &path_of(&table), Some(&user), None);
            assert_eq!(of_table.next().0, "table");
            end();
            for stream in [&mut stream, &mut of_table] {
                stream.0.read_to_string(&mut String::new()).expect("it ends without an error");
            }
        }
    });
}

#[test]
fn users_are_listed_in_pages_to_their_app_alone() {
    on_each_kind(|| {
        let server = open();
        let owner = Account::new(&server, "Ada");
        let [app, other] = [(), ()].map(|()| App::new(&server, &owner));
        other.sign_in(&server, "other", "Zoe");
        for (user, name) in [("c", "Cleo"), ("a%2F", "Ben"), ("b", "Dora")] {
            app.sign_in(&server, user, name);
        }
        let list = |query: &str| {
            let path = format!("/v1/apps/{}/users?limit=2{query}", app.id);
            let page = server.send("GET", &path, &[app.header()], None).ok();
            assert_fits("UserList", &page);
            page
        };
        let ids = |page: &Json| {
            let users = page["users"].as_array().expect("users").iter();
            users.map(|user| user["user"].as_str().expect("an id").to_owned()).collect::<Vec<_>>()
        };
        let first = list("");
        assert_eq!((ids(&first), &first["users"][0]["taken_over"]), (vec!["c".into(), "a/".into()], &json!(false)));
        let last = list(&format!("&cursor={}", first["next"].as_str().expect("a cursor")));
        assert_eq!((ids(&last), last.get("next")), (vec!["b".to_owned()], None));
        let path = format!("/v1/apps/{}/users", app.id);
        server.send("GET", &path, &[other.header()], None).problem(404, "unknown_app");
    });
}

#[test]
fn app_exports_its_own_users_alone() {
    let server = open();
    let owner = Account::new(&server, "Ada");
    let [app, other] = [(), ()].map(|()| App::new(&server, &owner));
    let user = app.sign_in(&server, "a%2Fb", "Ben");
    user.submit(&server, &slide_jam("a-seed")).expect(201);
    let export = |app: &App, path: &str| server.send("GET", &format!("{path}/export"), &[app.header()], None);
    let exported = export(&app, &app.user("a%2Fb")).ok();
    assert_eq!(exported["player"]["name"], "Ben");
    assert_eq!(exported["runs"].as_array().map(Vec::len), Some(1));
    assert_eq!(exported["tokens"], json!([]));
    export(&app, &app.user("b")).problem(404, "unknown_player");
    export(&other, &other.user("a%2Fb")).problem(404, "unknown_player");
    export(&other, &app.user("a%2Fb")).problem(404, "unknown_app");
}

#[test]
fn only_operators_create_apps_by_default() {
    let server = Server::start();
    let owner = Account::new(&server, "Ada");
    let body = json!({ "name": "Slide Club", "home_page": "https://slides.example.org" });
    server.send("POST", "/v1/apps", &[owner.header()], Some(&body)).problem(403, "apps_closed");
}
