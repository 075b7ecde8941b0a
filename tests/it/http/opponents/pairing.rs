//! Pairing: requests for opponents.

use std::collections::BTreeSet;
use std::thread;

use serde_json::{Value as Json, json};

use super::{block, done};
use crate::http::player_events::{listen, next};
use crate::support::account::Account;
use crate::support::databases::on_each_kind;
use crate::support::eventually::eventually;
use crate::support::harness::{Answer, Server, send};
use crate::support::schema::assert_fits;
use crate::support::tables::{call, players, show};

/// A service that takes the address of a request from a header.
fn start() -> Server {
    Server::start_all(&["--no-limits", "--trusted-proxy", "127.0.0.0/8"])
}

/// Asks for opponents from an address.
fn ask(server: &Server, who: &Account, address: &str, body: &Json) -> Answer {
    server.send("POST", "/v1/pairings", &[who.header(), ("x-forwarded-for", address)], Some(body))
}

fn path_of(pairing: &Json) -> String {
    format!("/v1/pairings/{}", pairing["id"].as_str().expect("an id"))
}

/// Waits until a request has led to a table, and returns the table as its player sees it.
fn table_of(server: &Server, who: &Account, pairing: &Json) -> Json {
    let path = format!("{}?wait=5", path_of(pairing));
    let paired = eventually("opponents", || {
        let shown = call(server, who, "GET", &path, None).ok();
        assert_fits("Pairing", &shown);
        shown.get("table").cloned()
    });
    show(server, who, &json!({ "id": paired }))
}

/// A request that has not led to a table after others have.
fn assert_waits(server: &Server, who: &Account, pairing: &Json) {
    assert_eq!(call(server, who, "GET", &format!("{}?wait=2", path_of(pairing)), None).ok().get("table"), None);
}

#[test]
fn players_with_equal_wishes_are_seated_together() {
    on_each_kind(|| {
        let server = start();
        let all = players(&server, 3);
        let body = json!({ "game": "queensland", "options": { "games": "one" }, "pace": 30 });
        let mut stream = listen(server.base(), &all[0], None);
        assert_eq!(next(&mut stream)["type"], "reset");
        let one = ask(&server, &all[0], "192.0.2.1", &body).expect(201);
        assert_fits("Pairing", &one);
        assert_eq!([&one["seats"], &one["rated"], &one["bots"]], [&json!(2), &json!(true), &json!(false)]);
        let different = ask(&server, &all[2], "192.0.2.3", &json!({ "game": "queensland", "pace": 31 })).expect(201);
        let other = ask(&server, &all[1], "192.0.2.2", &body).expect(201);
        let tables = [(&all[0], &one), (&all[1], &other)].map(|(who, pairing)| table_of(&server, who, pairing));
        assert_eq!(tables[0]["id"], tables[1]["id"]);
        assert_eq!(
            [&tables[0]["status"], &tables[0]["rated"], &tables[0]["pace"]],
            [&json!("playing"), &json!(true), &json!(30)]
        );
        assert_eq!(tables[0]["options"]["games"], "one");
        assert_eq!(next(&mut stream)["type"], "table_started");
        assert_waits(&server, &all[2], &different);
        let canceled = call(&server, &all[0], "DELETE", &path_of(&one), None).problem(409, "paired");
        assert_eq!(canceled["table"], tables[0]["id"]);
        assert_eq!(call(&server, &all[2], "DELETE", &path_of(&different), None).status, 204);
        call(&server, &all[2], "GET", &path_of(&different), None).problem(404, "unknown_pairing");
        call(&server, &all[2], "GET", &path_of(&one), None).problem(404, "unknown_pairing");
    });
}

#[test]
fn rated_games_never_have_two_players_of_one_address() {
    on_each_kind(|| {
        let server = start();
        let all = players(&server, 3);
        let body = json!({ "game": "queensland" });
        let homes = ["2001:db8:1:2::1", "2001:db8:1:2:ffff::2"];
        let at_home = [0, 1].map(|n| ask(&server, &all[n], homes[n], &body).expect(201));
        assert_waits(&server, &all[1], &at_home[1]);
        let casual = [0, 1].map(|n| ask(&server, &all[n], homes[n], &json!({ "game": "queensland", "rated": false })));
        let casual = casual.map(|answer| answer.expect(201));
        assert_eq!(table_of(&server, &all[0], &casual[0])["rated"], false);
        let again = ask(&server, &all[0], homes[0], &body).expect(201);
        let elsewhere = ask(&server, &all[2], "2001:db8:1:3::1", &body).expect(201);
        assert_eq!(table_of(&server, &all[0], &again)["id"], table_of(&server, &all[2], &elsewhere)["id"]);
    });
}

#[test]
fn blocked_players_and_bots_are_not_paired_unasked() {
    let server = start();
    let all = players(&server, 3);
    let body = json!({ "game": "queensland" });
    done(block(&server, &all[1], "PUT", &all[0]));
    call(&server, &all[2], "PATCH", "/v1/players/me", Some(&json!({ "bot": true }))).ok();
    let asked: Vec<Json> = (0..3).map(|n| ask(&server, &all[n], &format!("192.0.2.{n}"), &body).expect(201)).collect();
    (0..3).for_each(|n| assert_waits(&server, &all[n], &asked[n]));
    let accepts = json!({ "game": "queensland", "bots": true });
    let human = ask(&server, &all[0], "192.0.2.0", &accepts).expect(201);
    call(&server, &all[0], "GET", &path_of(&asked[0]), None).problem(404, "unknown_pairing");
    assert_eq!(table_of(&server, &all[0], &human)["id"], table_of(&server, &all[2], &asked[2])["id"]);
    assert_waits(&server, &all[1], &asked[1]);
}

#[test]
fn robots_play_where_opponents_are_missing() {
    on_each_kind(|| {
        let server = start();
        let ada = Account::new(&server, "Ada");
        let body = json!({ "game": "queensland", "seats": 3, "robots_after": 0 });
        let table = table_of(&server, &ada, &ask(&server, &ada, "192.0.2.1", &body).expect(201));
        let kinds: Vec<&Json> = table["seats"].as_array().expect("seats").iter().map(|seat| &seat["kind"]).collect();
        assert_eq!(kinds.iter().filter(|kind| **kind == "robot").count(), 2, "{table}");
        assert_eq!((&table["status"], &table["rated"]), (&json!("playing"), &json!(false)));
    });
}

#[test]
fn requests_at_once_on_all_instances_lead_to_one_table_each() {
    on_each_kind(|| {
        let server = start();
        let all = players(&server, 9);
        let bases = server.bases();
        let asked: Vec<Json> = thread::scope(|scope| {
            let ask = |n: usize| {
                let (who, base) = (&all[n], bases[n % bases.len()]);
                let address = format!("192.0.2.{n}");
                let body = json!({ "game": "queensland" });
                scope.spawn(move || {
                    send(base, "POST", "/v1/pairings", &[who.header(), ("x-forwarded-for", &address)], Some(&body))
                        .expect(201)
                })
            };
            let asking: Vec<_> = (0..9).map(ask).collect();
            asking.into_iter().map(|asked| asked.join().expect("it ends")).collect()
        });
        let paired = |n: usize| call(&server, &all[n], "GET", &path_of(&asked[n]), None).ok().get("table").cloned();
        let tables = eventually("four tables", || {
            let tables: Vec<Json> = (0..9).filter_map(paired).collect();
            (tables.len() == 8).then_some(tables)
        });
        let distinct: BTreeSet<String> = tables.iter().map(Json::to_string).collect();
        assert_eq!(distinct.len(), 4);
        let own = |who: &Account| {
            let listed = call(&server, who, "GET", "/v1/players/me/tables", None).ok();
            listed["tables"].as_array().expect("tables").len()
        };
        assert_eq!(all.iter().map(own).sum::<usize>(), 8, "each player sits at one table, and the last one waits");
    });
}

#[test]
fn request_ends_a_minute_after_the_last_sign() {
    let server = start();
    let all = players(&server, 2);
    let body = json!({ "game": "queensland" });
    let one = ask(&server, &all[0], "192.0.2.1", &body).expect(201);
    server.shared.clock.set_ahead(59_000);
    assert_eq!(call(&server, &all[0], "GET", &path_of(&one), None).ok().get("table"), None, "a sign");
    server.shared.clock.set_ahead(118_000);
    assert_eq!(call(&server, &all[0], "GET", &path_of(&one), None).ok().get("table"), None);
    server.shared.clock.set_ahead(180_000);
    let other = ask(&server, &all[1], "192.0.2.2", &body).expect(201);
    assert_waits(&server, &all[1], &other);
    call(&server, &all[0], "GET", &path_of(&one), None).problem(404, "unknown_pairing");
}

#[test]
fn lost_response_does_not_cost_the_place() {
    let server = start();
    let ada = Account::new(&server, "Ada");
    let ask = |key: &str| {
        let headers = [ada.header(), ("idempotency-key", key)];
        server.send("POST", "/v1/pairings", &headers, Some(&json!({ "game": "queensland" })))
    };
    let first = ask("0123456789abcdef").expect(201);
    server.shared.clock.set_ahead(59_000);
    assert_eq!(ask("0123456789abcdef").ok(), first, "a sign");
    server.shared.clock.set_ahead(118_000);
    assert_eq!(ask("0123456789abcdef").ok(), first);
    let second = ask("another-0123456789").expect(201);
    assert_ne!(second["id"], first["id"]);
    call(&server, &ada, "GET", &path_of(&first), None).problem(404, "unknown_pairing");
    server.shared.clock.set_ahead(180_000);
    let third = ask("another-0123456789").expect(201);
    assert_ne!(third["id"], second["id"], "the second one has ended");
}

#[test]
fn each_of_many_requests_of_a_player_at_once_is_stored() {
    on_each_kind(|| {
        let server = start();
        let ada = Account::new(&server, "Ada");
        let body = json!({ "game": "queensland" });
        let ask = |base| send(base, "POST", "/v1/pairings", &[ada.header()], Some(&body)).expect(201);
        let asked: Vec<Json> = thread::scope(|scope| {
            let bases = server.bases().into_iter().cycle().take(9);
            let asking: Vec<_> = bases.map(|base| scope.spawn(move || ask(base))).collect();
            asking.into_iter().map(|asked| asked.join().expect("it ends")).collect()
        });
        let waits = |asked: &&Json| call(&server, &ada, "GET", &path_of(asked), None).status == 200;
        assert_eq!(asked.iter().filter(waits).count(), 1, "the last one replaced the others");
    });
}

#[test]
fn impossible_wishes_are_refused() {
    let server = start();
    let ada = Account::new(&server, "Ada");
    for (body, pointer) in [
        (json!({ "game": "slide-jam" }), "/game"),
        (json!({ "game": "wild-bill" }), "/game"),
        (json!({ "game": "queensland", "rules": 99 }), "/rules"),
        (json!({ "game": "queensland", "options": { "x": 1 } }), "/options"),
        (json!({ "game": "queensland", "seats": 1 }), "/seats"),
        (json!({ "game": "queensland", "seats": 99 }), "/seats"),
        (json!({ "game": "queensland", "pace": 9 }), "/pace"),
        (json!({ "game": "queensland", "robots_after": 3601 }), "/robots_after"),
        (json!({ "game": "easy-slider-match", "rated": true }), "/rated"),
    ] {
        let refused = ask(&server, &ada, "192.0.2.1", &body).problem(422, "inconsistent");
        assert_eq!(refused["errors"][0]["pointer"], pointer, "{refused}");
    }
    ask(&server, &ada, "192.0.2.1", &json!({ "game": "nowhere" })).problem(404, "unknown_game");
    ask(&server, &ada, "192.0.2.1", &json!({ "game": "queensland", "seats": "two" })).problem(400, "invalid_body");
    ask(&server, &ada, "192.0.2.1", &json!({})).problem(400, "invalid_body");
    call(&server, &ada, "GET", "/v1/pairings/x", None).problem(404, "unknown_pairing");
}
