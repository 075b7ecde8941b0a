//! Limits of approved apps, which their users share, and what an app used of them.

use funhouse::store::AppState;
use serde_json::{Value as Json, json};

use super::{App, open_with};
use crate::support::account::{Account, slide_jam};
use crate::support::databases::on_each_kind;
use crate::support::eventually::until;
use crate::support::harness::Server;
use crate::support::schema::assert_fits;
use crate::support::store::wait;

/// A server with these limits of apps, with an approved app.
pub(super) fn limited(limits: &str, more: &[&str]) -> (Server, App) {
    let server = open_with(&[&["--limit-app", limits], more].concat());
    let app = App::new(&server, &Account::new(&server, "Ada"));
    approve(&server, &app);
    (server, app)
}

pub(super) fn approve(server: &Server, app: &App) {
    let id = app.id.parse().expect("an id");
    assert_eq!(wait(server.shared.store.set_app_state(id, AppState::Approved)), Ok(true));
}

fn get(server: &Server, headers: &[(&str, &str)]) -> u16 {
    server.send("GET", "/v1/games", headers, None).status
}

/// What the app used and was refused of a kind today.
fn usage(server: &Server, app: &App, kind: &str) -> (u64, u64) {
    let usage = server.send("GET", &format!("/v1/apps/{}/usage", app.id), &[app.header()], None).ok();
    assert_fits("AppUsageList", &usage);
    let number = |of: &str| usage["days"][0][kind][of].as_u64().unwrap_or(0);
    (number("used"), number("refused"))
}

#[test]
fn one_user_cannot_use_up_the_limits_of_an_app() {
    let (server, app) = limited("requests=60/1h", &["--limit-requests", "20/1h"]);
    let [greedy, other] = [("g", "Ben"), ("o", "Cleo")].map(|(user, name)| app.sign_in(&server, user, name));
    let answers: Vec<u16> = (0..30).map(|_| get(&server, &[greedy.header()])).collect();
    assert_eq!(answers.iter().filter(|status| **status == 200).count(), 6, "a tenth: {answers:?}");
    assert_eq!(answers.last(), Some(&429));
    assert_eq!([get(&server, &[other.header()]), get(&server, &[app.header()])], [200; 2]);
    let answer = server.send("GET", "/v1/games", &[other.header()], None);
    assert_eq!(answer.header("ratelimit-policy"), r#""requests";q=6;w=3600, "app_requests";q=60;w=3600"#);
    // With requests of the app alone, its address would be past its own limit.
    let by_key: Vec<u16> = (0..60).map(|_| get(&server, &[app.header()])).collect();
    assert!(by_key.iter().filter(|status| **status == 200).count() > 20, "{by_key:?}");
    let statuses = [app.header(), other.header()].map(|header| get(&server, &[header]));
    assert_eq!(statuses, [429, 200], "the server and the users of an app do not share their limits");
    assert_eq!(get(&server, &[]), 200);
}

#[test]
fn app_that_waits_for_approval_has_the_limits_of_its_address() {
    let server = open_with(&["--limit-app", "requests=60/1h"]);
    let app = App::new(&server, &Account::new(&server, "Ada"));
    let policy = |header| server.send("GET", "/v1/games", &[header], None).header("ratelimit-policy").to_owned();
    let user = app.sign_in(&server, "u", "Ben");
    assert_eq!([policy(app.header()), policy(user.header())], [r#""requests";q=2000;w=4"#; 2]);
    approve(&server, &app);
    assert_eq!(policy(app.header()), r#""app_requests";q=60;w=3600"#);
}

#[test]
fn new_users_tables_and_streams_count_for_the_app() {
    on_each_kind(|| {
        let limits = "players=3/1h,tables=2,listeners=10";
        let (server, app) = limited(limits, &["--limit-players", "1/1h"]);
        let users = ["Ben", "Cleo", "Dora"].map(|name| app.sign_in(&server, name, name));
        let refused = app.put(&server, "e", "Emil");
        let detail = refused.problem(429, "too_many_requests")["detail"].to_string();
        assert!(detail.contains("--limit-app"), "{detail}");
        assert_eq!(app.put(&server, "Ben", "Ben").status, 200, "a known user is not a new one");

        let table = |user: &Account, key: &str| {
            let headers = [user.header(), ("idempotency-key", key)];
            server.send("POST", "/v1/tables", &headers, Some(&json!({ "game": "slide-jam" })))
        };
        let keys = ["key-of-a-first-table", "key-of-second-table", "key-of-a-third-table"];
        let created = [0, 1].map(|n| table(&users[n], keys[n]).expect(201));
        table(&users[2], keys[2]).problem(409, "too_many_tables");
        assert_eq!(table(&users[0], keys[0]).ok()["id"], created[0]["id"], "the same request");

        let path = format!("/v1/players/{}/events?wait=0", users[0].id);
        server.send("GET", &path, &[users[0].header()], None).ok();
        users[0].submit(&server, &slide_jam("a-seed")).expect(201);

        until("the usage", || usage(&server, &app, "tables") == (2, 1));
        let counts = ["players", "listeners", "work"].map(|kind| usage(&server, &app, kind));
        assert_eq!(counts, [(3, 1), (1, 0), (5, 0)]);
        assert!(usage(&server, &app, "moves").0 > 10 && usage(&server, &app, "requests").0 > 9);
    });
}

#[test]
fn user_of_app_takes_at_most_a_tenth_of_its_tables() {
    let (server, app) = limited("tables=50", &[]);
    let users = ["Ben", "Cleo"].map(|name| app.sign_in(&server, name, name));
    let waiting = json!({ "game": "queensland", "seats": ["you", "open", "open"] });
    let table = |user: &Account| server.send("POST", "/v1/tables", &[user.header()], Some(&waiting));
    (0..5).for_each(|_| drop(table(&users[0]).expect(201)));
    let refused = table(&users[0]).problem(409, "too_many_tables");
    assert!(refused["detail"].to_string().contains("5 tables"), "{refused}");
    table(&users[1]).expect(201);
}

#[test]
fn users_of_an_app_ask_for_opponents_each_for_themselves() {
    // More than the seats that one address may take before it must wait.
    let (server, app) = limited("players=400/1h", &[]);
    let wish = json!({ "game": "queensland", "seats": 3 });
    for n in 0..40 {
        let user = app.sign_in(&server, &format!("u{n}"), &format!("User {n}"));
        server.send("POST", "/v1/pairings", &[user.header()], Some(&wish)).expect(201);
    }
}

#[test]
fn usage_is_of_the_app_alone() {
    let (server, app) = limited("players=9/1h", &[]);
    let other = App::new(&server, &Account::new(&server, "Zoe"));
    approve(&server, &other);
    app.sign_in(&server, "u", "Ben");
    until("the usage", || usage(&server, &app, "players") == (1, 0));
    assert_eq!(usage(&server, &other, "players"), (0, 0));
    let path = format!("/v1/apps/{}/usage", app.id);
    server.send("GET", &path, &[other.header()], None).problem(404, "unknown_app");
    let nothing = Json::Array(Vec::new());
    let pending = App::new(&server, &Account::new(&server, "Yan"));
    let own = format!("/v1/apps/{}/usage", pending.id);
    assert_eq!(server.send("GET", &own, &[pending.header()], None).ok()["days"], nothing);
}
