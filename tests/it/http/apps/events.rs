//! The stream of an app: the events of all its users, at any instance, numbered after they were committed.

use std::io::Read as _;
use std::thread;

use funhouse::store::calendar::Timestamp;
use funhouse::store::{AppKeyHash, AppState};
use serde_json::{Value as Json, json};

use super::App;
use super::take_over::take_over;
use crate::http::player_events;
use crate::support::account::Account;
use crate::support::databases::{Kind, kind, on_each_kind, texts};
use crate::support::eventually::until;
use crate::support::harness::Server;
use crate::support::schema::assert_fits;
use crate::support::store::{meddle, wait};
use crate::support::tables::{Listening, call, make, path_of, text};

/// A server, on PostgreSQL with several instances, on which players can ask for apps.
fn open() -> Server {
    Server::start_all(&["--no-limits", "--apps", "open"])
}

fn listen(base: &str, app: &App, last: Option<&str>) -> Listening {
    let headers: Vec<(&str, &str)> =
        [app.header()].into_iter().chain(last.map(|last| ("last-event-id", last))).collect();
    Listening::with_headers(base, &format!("/v1/apps/{}", app.id), &headers)
}

/// Returns the next event of a stream.
fn next(listening: &mut Listening) -> Json {
    let (name, id, data) = listening.next();
    assert_eq!(data["id"], id.as_str());
    if name == "reset" {
        assert_eq!(data["type"], "reset");
    } else {
        assert_fits("AppEvent", &data);
        assert_eq!(data["event"]["type"], name.as_str());
    }
    data
}

/// A stream that has begun at the newest event, and its position.
fn begun(base: &str, app: &App) -> (Listening, String) {
    let mut listening = listen(base, app, None);
    let reset = next(&mut listening);
    (listening, text(&reset, "id").to_owned())
}

/// Asks for the events after a position.
fn ask(server: &Server, app: &App, query: &str) -> Json {
    let answer = server.send("GET", &format!("/v1/apps/{}/events?{query}", app.id), &[app.header()], None).ok();
    assert_fits("AppEvents", &answer);
    answer
}

/// Solitaires. A player can have one open table of each.
const SOLITAIRES: [&str; 3] = ["slide-jam", "trampo-land", "catwalk"];

/// Makes a table of one player, who gets one event.
fn solitaire(server: &Server, who: &Account, game: &str) -> Json {
    make(server, who, &json!({ "game": game }))
}

#[test]
fn app_gets_the_events_of_all_its_users_and_of_no_one_else() {
    on_each_kind(|| {
        let server = open();
        let ada = Account::new(&server, "Ada");
        let [app, other] = [(), ()].map(|()| App::new(&server, &ada));
        let users = [("b%2F1", "Ben"), ("c", "Cleo")].map(|(id, name)| app.sign_in(&server, id, name));
        let stranger = other.sign_in(&server, "b%2F1", "Dora");
        let mut streams: Vec<Listening> = server.bases().iter().map(|base| begun(base, &app).0).collect();
        let mut own = [0, 1].map(|n| player_events::listen(server.base(), &users[n], None));
        own.iter_mut().for_each(|stream| drop(player_events::next(stream)));
        for who in [&ada, &stranger] {
            solitaire(&server, who, SOLITAIRES[0]);
        }
        let table = make(&server, &users[0], &json!({ "game": "queensland", "seats": ["you", "open"] }));
        call(&server, &users[1], "POST", &format!("{}/seats/2", path_of(&table)), None).ok();
        let mut of_app: Vec<Vec<Json>> = Vec::new();
        for stream in &mut streams {
            let events: Vec<Json> = (0..3).map(|_| next(stream)).collect();
            let types = events.iter().map(|event| text(&event["event"], "type"));
            assert_eq!(types.filter(|kind| *kind == "table_started").count(), 2, "{events:?}");
            for event in &events {
                let user = users.iter().zip(["b/1", "c"]).find(|(who, _)| event["player"] == who.id.as_str());
                assert_eq!(user.map(|(_, id)| id), event["user"].as_str(), "{event}");
                assert_eq!(event["event"]["table"], table["id"]);
            }
            of_app.push(events);
        }
        for (who, own) in users.iter().zip(&mut own) {
            let is_own = |event: &&Json| event["player"] == who.id.as_str();
            let expected: Vec<&Json> = of_app[0].iter().filter(is_own).map(|event| &event["event"]).collect();
            let events: Vec<Json> = expected.iter().map(|_| player_events::next(own)).collect();
            assert_eq!(events.iter().collect::<Vec<_>>(), expected, "as in the player's own stream");
        }
        assert!(of_app.iter().all(|events| *events == of_app[0]), "the same at all instances");

        let person = take_over(&server, &app, "c");
        solitaire(&server, &person, SOLITAIRES[0]);
        let last = solitaire(&server, &users[0], SOLITAIRES[0]);
        for stream in &mut streams {
            assert_eq!(next(stream)["event"]["table"], last["id"], "the person's are not in it");
        }
    });
}

#[test]
fn stream_of_app_resumes_at_any_instance() {
    on_each_kind(|| {
        let server = open();
        let app = App::new(&server, &Account::new(&server, "Ada"));
        let [ben, cleo] = ["Ben", "Cleo"].map(|name| app.sign_in(&server, name, name));
        solitaire(&server, &cleo, SOLITAIRES[0]);
        let start = text(&ask(&server, &app, "wait=0"), "position").to_owned();
        // No one listens meanwhile.
        let tables = SOLITAIRES.map(|game| solitaire(&server, &ben, game)["id"].clone());
        let all = ask(&server, &app, &format!("after={start}&wait=0"));
        let events = all["events"].as_array().expect("events");
        assert_eq!(events.iter().map(|event| event["event"]["table"].clone()).collect::<Vec<_>>(), tables);
        assert_eq!((&all["position"], all.get("reset")), (&events[2]["id"], None));
        for base in server.bases() {
            let mut resumed = listen(base, &app, Some(text(&events[0], "id")));
            assert_eq!([next(&mut resumed), next(&mut resumed)].as_slice(), &events[1..]);
            for position in ["999-00000000", "1-00000000", "0-00000000"] {
                let reset = next(&mut listen(base, &app, Some(position)));
                assert_eq!(reset, json!({ "type": "reset", "id": all["position"] }), "{position}");
            }
        }
        // The places of a deleted user remain.
        assert_eq!(server.send("DELETE", &app.user("Ben"), &[app.header()], None).status, 204);
        let position = text(&all, "position");
        assert_eq!(ask(&server, &app, &format!("after={start}&wait=0")), json!({ "events": [], "position": position }));
        thread::scope(|scope| {
            let waiting = scope.spawn(|| ask(&server, &app, &format!("after={position}&wait=30")));
            let table = solitaire(&server, &cleo, SOLITAIRES[1]);
            let answer = waiting.join().expect("it is answered");
            assert_eq!(answer["events"][0]["event"]["table"], table["id"], "{answer}");
        });
    });
}

#[test]
fn events_that_are_committed_late_are_not_skipped() {
    if kind() == Kind::Sqlite {
        // It has one writer, and all instances are one.
        return;
    }
    let server = open();
    let app = App::new(&server, &Account::new(&server, "Ada"));
    let [ben, cleo] = ["Ben", "Cleo"].map(|name| app.sign_in(&server, name, name));
    let (mut stream, start) = begun(server.base(), &app);
    thread::scope(|scope| {
        // It is committed once the later event has its number.
        let late = format!(
            "BEGIN;
            INSERT INTO player_events (player, number, tag, at, kind, subject) VALUES ({0}, 1, 7, 0, 1, 1);
            INSERT INTO app_events (app, player, player_number, tag, at) VALUES ({1}, {0}, 1, 7, 0);
            DO $$ BEGIN
                FOR attempt IN 1..2000 LOOP
                    EXIT WHEN EXISTS (SELECT 1 FROM app_events WHERE player = {2} AND number IS NOT NULL);
                    PERFORM pg_sleep(0.05);
                END LOOP;
            END $$;
            COMMIT",
            ben.id, app.id, cleo.id
        );
        let server = &server;
        scope.spawn(move || meddle(server, &late));
        let sleeping = "SELECT query FROM pg_stat_activity WHERE wait_event = 'PgSleep' AND query LIKE '%app_events%'";
        until("the transaction to wait", || !wait(texts(&server.database(), sleeping)).is_empty());
        let table = solitaire(server, &cleo, SOLITAIRES[0]);
        let first = next(&mut stream);
        assert_eq!(first["event"]["table"], table["id"], "it does not wait for the earlier one");
        let second = next(&mut stream);
        assert_eq!((&second["user"], &second["event"]["id"]), (&json!("Ben"), &json!("1-00000007")));
        let mut resumed = listen(server.base(), &app, Some(&start));
        assert_eq!([next(&mut resumed), next(&mut resumed)], [first, second], "the order never changes");
    });
}

#[test]
fn stream_of_app_is_reset_when_the_database_lost_events() {
    on_each_kind(|| {
        let server = open();
        let app = App::new(&server, &Account::new(&server, "Ada"));
        let ben = app.sign_in(&server, "b", "Ben");
        let (mut stream, _) = begun(server.base(), &app);
        solitaire(&server, &ben, SOLITAIRES[0]);
        let lost = next(&mut stream);
        // Another event has its number now.
        meddle(&server, &format!("UPDATE app_events SET tag = 1 WHERE app = {}", app.id));
        let reset = next(&mut stream);
        assert_eq!(reset["type"], "reset");
        assert_ne!(reset["id"], lost["id"]);
        let answer = ask(&server, &app, &format!("after={}&wait=0", text(&lost, "id")));
        assert_eq!(answer, json!({ "events": [], "position": reset["id"], "reset": true }));
        let table = solitaire(&server, &ben, SOLITAIRES[1]);
        assert_eq!(next(&mut stream)["event"]["table"], table["id"]);
    });
}

#[test]
fn stream_of_app_ends_with_suspension_and_rotation() {
    on_each_kind(|| {
        let server = open();
        let app = App::new(&server, &Account::new(&server, "Ada"));
        app.sign_in(&server, "b", "Ben");
        let (store, id) = (&server.shared.store, app.id.parse().expect("an id"));
        let suspend = || assert_eq!(wait(store.set_app_state(id, AppState::Suspended)), Ok(true));
        let rotate = || {
            assert_eq!(wait(store.set_app_state(id, AppState::Approved)), Ok(true));
            assert_eq!(wait(store.add_app_key(id, AppKeyHash([7; 32]), true, Timestamp::FIRST)), Ok(true));
        };
        for end in [&suspend as &dyn Fn(), &rotate] {
            assert_eq!(wait(store.set_app_state(id, AppState::Approved)), Ok(true));
            let mut streams: Vec<Listening> = server.bases().iter().map(|base| begun(base, &app).0).collect();
            let path = format!("/v1/apps/{}/events", app.id);
            let start = text(&ask(&server, &app, "wait=0"), "position").to_owned();
            let waiting = format!("{path}?after={start}&wait=30");
            thread::scope(|scope| {
                let waiting = scope.spawn(|| server.send("GET", &waiting, &[app.header()], None));
                end();
                for stream in &mut streams {
                    stream.0.read_to_string(&mut String::new()).expect("it ends without an error");
                }
                waiting.join().expect("it is answered").problem(401, "unauthorized");
            });
            server.send("GET", &path, &[app.header()], None).problem(401, "unauthorized");
        }
    });
}

#[test]
fn stream_of_another_app_is_unknown() {
    let server = open();
    let ada = Account::new(&server, "Ada");
    let [app, other] = [(), ()].map(|()| App::new(&server, &ada));
    let path = format!("/v1/apps/{}/events", other.id);
    server.send("GET", &path, &[app.header()], None).problem(404, "unknown_app");
    server
        .send("GET", &format!("/v1/apps/{}/events?wait=31", app.id), &[app.header()], None)
        .problem(400, "invalid_query");
    server
        .send("GET", &format!("/v1/apps/{}/events?after=x", app.id), &[app.header()], None)
        .problem(400, "invalid_query");
}
