//! Attacks with keys, user ids and users of apps. What a feature defends against by itself is tested with it:
//!
//! | attack | tests here and in |
//! |---|---|
//! | the keys of others | here; `every_operation_accepts_only_declared_callers`, `stream_of_another_app_is_unknown` |
//! | user ids that look like paths, or are long | `user_ids_are_opaque` |
//! | sign-ins and links that are sent again | here; `same_idempotency_key_returns_the_same_token`, `links_work_once_within_an_hour_for_one_user` |
//! | a user who takes what others need | here; `one_user_cannot_use_up_the_limits_of_an_app` |
//! | a season that is changed after its start | `season_begins_in_the_future_and_then_never_changes` |
//! | boards full of throwaway users | here; `runs_of_users_are_on_boards_of_their_app_alone`, `new_users_tables_and_streams_count_for_the_app` |
//! | streams that stay open | here; `streams_end_with_expiry_and_suspension`, `person_takes_player_over_and_app_cannot_play_any_more` |
//! | users and apps that are guessed | here; `users_are_listed_in_pages_to_their_app_alone`, `log_has_no_user_ids_of_apps` |
//! | the same user id in two apps | here; `same_user_id_is_another_player_in_another_app` |
//! | a token of a deleted app | here; `tokens_end_with_suspension_rotation_and_deletion` |

use std::io::Read as _;
use std::thread;

use funhouse::store::AppState;
use serde_json::{Value as Json, json};

use super::limits::{approve, limited};
use super::take_over::{consent, take_over};
use super::{App, NEEDS, Needs, account, open};
use crate::http::player_events::{listen, next};
use crate::support::account::{Account, slide_jam};
use crate::support::databases::on_each_kind;
use crate::support::harness::{Answer, Server};
use crate::support::store::wait;
use crate::support::tables::{Listening, make, path_of};

/// A problem without the id that the request names.
fn shape(answer: &Answer, named: &str) -> (u16, String) {
    (answer.status, answer.body.replace(named, "ID"))
}

#[test]
fn key_of_an_app_shows_and_changes_nothing_of_another() {
    on_each_kind(|| {
        let server = open();
        let owner = Account::new(&server, "Ada");
        let [app, other] = [(), ()].map(|()| App::new(&server, &owner));
        let user = other.sign_in(&server, "u", "Ben");
        let run = user.submit(&server, &slide_jam("a-seed")).expect(201)["run"]["id"].clone();
        let run = run.as_str().expect("an id");
        let calls = NEEDS.iter().filter(|(needs, _)| *needs == Needs::App).flat_map(|(_, operations)| *operations);
        let mut count = 0;
        for operation in calls {
            let (method, path) = operation.split_once(' ').expect("a method and a path");
            let path = path.replace("{user}", "u").replace("{run}", run).replace("{season}", "1");
            let answer = |id: &str| {
                let body = match (method, path.ends_with("/seasons")) {
                    ("PUT", _) => json!({}),
                    (_, true) => json!({ "name": "Winter", "first_day": "2030-01-01", "last_day": "2030-01-02" }),
                    _ => Json::Null,
                };
                let body = (!body.is_null() && !path.ends_with("/hidden")).then_some(body);
                server.send(method, &path.replace("{app}", id), &[app.header()], body.as_ref())
            };
            answer(&other.id).problem(404, "unknown_app");
            assert_eq!(shape(&answer(&other.id), &other.id), shape(&answer("999"), "999"), "{operation}");
            count += 1;
        }
        assert_eq!(count, 14);
        let listed = server.send("GET", &format!("/v1/apps/{}/users", other.id), &[other.header()], None).ok();
        assert_eq!(listed["users"].as_array().map(Vec::len), Some(1));
        assert_eq!(listed["users"][0]["hidden"], false);
        server.send("GET", "/v1/players/me", &[user.header()], None).ok();
    });
}

#[test]
fn users_of_another_app_are_as_unknown_as_those_of_no_one() {
    let server = open();
    let owner = Account::new(&server, "Ada");
    let [app, other] = [(), ()].map(|()| App::new(&server, &owner));
    other.sign_in(&server, "theirs", "Ben");
    for (method, what) in
        [("GET", "/export"), ("POST", "/link"), ("PUT", "/hidden"), ("DELETE", "/hidden"), ("DELETE", "")]
    {
        let [theirs, no_one] = ["theirs", "no-one"].map(|user| {
            let path = format!("{}{what}", app.user(user));
            shape(&server.send(method, &path, &[app.header()], None), user)
        });
        assert_eq!(theirs, no_one, "{method} {what}");
    }
    assert_eq!(other.put_with(&server, "theirs", &json!({}), &[]).status, 200);
}

#[test]
fn user_ids_are_in_no_public_response() {
    const ID: &str = "person-4711";
    let server = open();
    let app = App::new(&server, &Account::new(&server, "Ada"));
    let user = app.sign_in(&server, ID, "Ben");
    let run = user.submit(&server, &slide_jam("a-seed")).expect(201);
    let waiting = json!({ "game": "queensland", "seats": ["you", "open"], "listed": true });
    let table = path_of(&make(&server, &user, &waiting));
    let run = format!("/v1/runs/{}", run["run"]["id"].as_str().expect("an id"));
    let player = format!("/v1/players/{}", user.id);
    let runs = format!("{player}/runs?app={}", app.id);
    let board = format!("/v1/leaderboards/slide-jam?class=chosen&app={}", app.id);
    let tables = format!("/v1/tables?app={}", app.id);
    for path in [&run, &player, &runs, &board, &tables, &table] {
        let answer = server.send("GET", path, &[], None);
        assert!(answer.status == 200 && answer.body.contains("Ben"), "{path}: {}", answer.body);
        assert!(!answer.body.contains(ID), "{path}: {}", answer.body);
    }
    let own = server.send("GET", "/v1/players/me/runs", &[user.header()], None);
    assert!(!own.body.contains(ID), "not to the user either: {}", own.body);
}

#[test]
fn replayed_sign_in_returns_no_token_that_has_ended() {
    on_each_kind(|| {
        let server = open();
        let owner = Account::new(&server, "Ada");
        let [app, other] = [(), ()].map(|()| App::new(&server, &owner));
        let (body, key) = (json!({ "name": "Ben", "unique": true }), [("idempotency-key", "0b7a4d3e-2f5c-4a8e")]);
        let replay = |by: &App| by.put_with(&server, "u", &body, &key);
        let me = |token: &Account| server.send("GET", "/v1/players/me", &[token.header()], None).status;
        let first = account(&replay(&app).expect(201));
        let theirs = account(&replay(&other).expect(201));
        assert!(theirs.id != first.id && theirs.token != first.token, "another app has its own");

        server.send("DELETE", &app.user("u"), &[app.header()], None);
        let second = account(&replay(&app).expect(201));
        assert!(second.id != first.id && second.token != first.token, "the deleted player stays deleted");
        assert_eq!([me(&first), me(&second)], [401, 200]);

        let id = app.id.parse().expect("an id");
        assert_eq!(wait(server.shared.store.set_app_state(id, AppState::Suspended)), Ok(true));
        replay(&app).problem(401, "unauthorized");
        assert_eq!(wait(server.shared.store.set_app_state(id, AppState::Approved)), Ok(true));

        let person = take_over(&server, &app, "u");
        replay(&app).problem(409, "taken_over");
        consent(&server, &app, "u", &person);
        let third = account(&replay(&app).ok());
        assert_ne!(third.token, second.token);
        assert_eq!([me(&second), me(&third)], [401, 200]);
        let path = format!("/v1/players/me/apps/{}", app.id);
        assert_eq!(server.send("DELETE", &path, &[person.header()], None).status, 204);
        replay(&app).problem(409, "taken_over");
        assert_eq!(me(&third), 401);
    });
}

#[test]
fn simultaneous_sign_ins_create_one_player() {
    on_each_kind(|| {
        let server = Server::start_all(&["--no-limits", "--apps", "open"]);
        let app = App::new(&server, &Account::new(&server, "Ada"));
        let (server, app) = (&server, &app);
        let ids: Vec<String> = thread::scope(|scope| {
            let calls: Vec<_> = (0..8)
                .map(|n| scope.spawn(move || app.put_with(server, "u", &json!({ "name": format!("Ben {n}") }), &[])))
                .collect();
            let answers = calls.into_iter().map(|call| call.join().expect("an answer"));
            answers.map(|answer| account(&answer.json()).id).collect()
        });
        assert!(ids.iter().all(|id| *id == ids[0]), "{ids:?}");
    });
}

#[test]
fn throwaway_users_fill_no_board_of_the_service_and_no_more_than_the_budget() {
    let (server, app) = limited("players=5/1h", &[]);
    let (other, players) = (App::new(&server, &Account::new(&server, "Zoe")), 5);
    approve(&server, &other);
    for n in 0..players {
        let user = app.sign_in(&server, &format!("u-{n}"), &format!("Ben {n}"));
        user.submit(&server, &slide_jam("a-seed")).expect(201);
    }
    let counts = || {
        let queries = [String::new(), format!("&app={}", app.id), format!("&app={}", other.id)];
        queries.map(|query| {
            let page = server.send("GET", &format!("/v1/leaderboards/slide-jam?class=chosen{query}"), &[], None).ok();
            page["entries"].as_array().expect("entries").len()
        })
    };
    assert_eq!(counts(), [0, players, 0]);
    // Deleted users return nothing to the budget. As with any player, their runs stay where they are, without a name.
    for n in 0..players {
        assert_eq!(server.send("DELETE", &app.user(&format!("u-{n}")), &[app.header()], None).status, 204);
    }
    app.put(&server, "u-9", "Ben 9").problem(429, "too_many_requests");
    assert_eq!(counts(), [0, players, 0]);
    other.sign_in(&server, "u", "Cleo");
}

#[test]
fn one_user_cannot_take_all_streams_of_an_app() {
    let (server, app) = limited("listeners=20", &["--limit-listeners", "1"]);
    let [greedy, other] = [("g", "Ben"), ("o", "Cleo")].map(|(user, name)| app.sign_in(&server, user, name));
    let streams = [(), ()].map(|()| {
        let mut stream = listen(server.base(), &greedy, None);
        assert_eq!(next(&mut stream)["type"], "reset");
        stream
    });
    let path = "/v1/players/me/events";
    server.send("GET", path, &[greedy.header()], None).problem(429, "too_many_listeners");
    assert_eq!(next(&mut listen(server.base(), &other, None))["type"], "reset");
    drop(streams);
}

#[test]
fn streams_end_with_deletion_and_withdrawn_consent() {
    on_each_kind(|| {
        let server = open();
        let app = App::new(&server, &Account::new(&server, "Ada"));
        let begun = |who: &Account| {
            let table = make(&server, who, &json!({ "game": "slide-jam" }));
            let mut streams =
                [Listening::to(server.base(), &path_of(&table), Some(who), None), listen(server.base(), who, None)];
            assert_eq!(streams[0].next().0, "table");
            assert_eq!(next(&mut streams[1])["type"], "reset");
            streams
        };
        let end = |streams: [Listening; 2]| {
            for mut stream in streams {
                stream.0.read_to_string(&mut String::new()).expect("it ends without an error");
            }
        };
        app.sign_in(&server, "taken", "Ben");
        let person = take_over(&server, &app, "taken");
        consent(&server, &app, "taken", &person);
        let streams = begun(&account(&app.put_with(&server, "taken", &json!({}), &[]).ok()));
        let withdrawn = format!("/v1/players/me/apps/{}", app.id);
        assert_eq!(server.send("DELETE", &withdrawn, &[person.header()], None).status, 204);
        end(streams);

        let streams = begun(&app.sign_in(&server, "deleted", "Cleo"));
        assert_eq!(server.send("DELETE", &app.user("deleted"), &[app.header()], None).status, 204);
        end(streams);

        let streams = begun(&app.sign_in(&server, "left", "Dora"));
        assert_eq!(wait(server.shared.store.delete_app(app.id.parse().expect("an id"))), Ok(true));
        end(streams);
    });
}
