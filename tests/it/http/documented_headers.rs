//! Every response has the headers that its document names.

use std::collections::BTreeSet;

use funhouse::api::openapi::Version;
use funhouse::engine::analysis::VERSION;
use funhouse::pars::default_deal;
use funhouse::rules::game::{Level, Seat};
use funhouse::store::{PackedMoves, Par, ParLine};
use serde_json::{Value as Json, json};

use super::documents::generated;
use crate::support::account::{Account, slide_jam};
use crate::support::eventually::until;
use crate::support::harness::{Answer, Server, post_text};
use crate::support::schema::operations;
use crate::support::store::wait;
use crate::support::tables::json_of;

/// The documented headers.
const DOCUMENTED_HEADERS: &[&str] = &[
    "allow",
    "cache-control",
    "etag",
    "location",
    "ratelimit",
    "ratelimit-policy",
    "retry-after",
    "vary",
    "www-authenticate",
    "x-request-id",
];

/// Fails unless a response has exactly the documented ones of these headers.
fn assert_headers(document: &Json, call: &str, operation: &Json, answer: &Answer) {
    let responses = &operation["responses"];
    let response = responses.get(answer.status.to_string()).unwrap_or(&responses["default"]);
    let target = response.get("$ref").and_then(Json::as_str);
    let response = target.map_or(response, |target| document.pointer(&target[1..]).expect("an answer"));
    let shown = response["headers"].as_object().expect("headers").keys().map(|name| name.to_lowercase());
    let sent = DOCUMENTED_HEADERS.iter().filter(|name| !answer.header(name).is_empty()).map(|name| (*name).to_owned());
    assert_eq!(sent.collect::<BTreeSet<_>>(), shown.collect(), "{call} answers {}", answer.status);
}

/// The number of a player's first token.
fn token_of(server: &Server, account: &Account) -> String {
    let tokens = server.send("GET", "/v1/players/me/tokens", &[account.header()], None).ok();
    tokens["tokens"][0]["id"].as_str().expect("a number").to_owned()
}

/// The request by which a new player of this name recovers.
fn recovery_of(server: &Server, name: &str) -> Json {
    let player = server.send("POST", "/v1/players", &[], Some(&json!({ "name": name }))).expect(201);
    json!({ "recovery_code": player["recovery_code"] })
}

/// The path of a call of a table at which it can be made by somebody.
fn table_for(server: &Server, who: &Account, guest: &Account, call: &str) -> String {
    let make = |who: &Account, body: Json| -> String {
        let answer = server.send("POST", "/v1/tables", &[who.header()], Some(&body));
        // One who plays such a game goes on with it.
        let table = match answer.status {
            409 => answer.problem(409, "table_open")["table"].clone(),
            _ => answer.expect(201)["id"].clone(),
        };
        format!("/v1/tables/{}", table.as_str().expect("a number"))
    };
    let resign = |table: &str, who: &Account| {
        server.send("POST", &format!("{table}/resignation"), &[who.header()], None).ok();
    };
    match call {
        // Somebody else's table, and one's own.
        "/seats/{seat}" => {
            let host = Account::new(server, &format!("Host of {}", who.id));
            let table = make(&host, json!({ "game": "queensland", "seats": ["you", "open", "open"] }));
            server.send("POST", &format!("{table}/seats/2"), &[who.header()], None).ok();
            format!("{table}/seats/2")
        }
        "/requests/{player}" => {
            let guest = Account::new(server, &format!("Guest of {}", who.id));
            let table = make(who, json!({ "game": "queensland", "seats": ["you", "open"], "approval": true }));
            server.send("POST", &format!("{table}/seats/2"), &[guest.header()], None).ok();
            format!("{table}/requests/{}", guest.id)
        }
        "/rematch" => {
            let table = make(who, json!({ "game": "queensland", "seats": ["you", "robot"] }));
            resign(&table, who);
            table + call
        }
        "/invitations" | "/invitations/{player}" => {
            let table = make(who, json!({ "game": "queensland", "seats": ["you", "open"] }));
            if call.ends_with("{player}") {
                let body = json!({ "player": guest.id });
                server.send("POST", &format!("{table}/invitations"), &[who.header()], Some(&body));
            }
            table + &call.replace("{player}", &guest.id)
        }
        "/auto_decline" => make(who, json!({ "game": "caribbean-star", "seats": ["you", "robot"] })) + call,
        "/phrases" => make(who, json!({ "game": "queensland", "seats": ["you", "robot"] })) + call,
        "/run" => {
            let table = make(who, json!({ "game": "slide-jam" }));
            resign(&table, who);
            table + call
        }
        _ => make(who, json!({ "game": "slide-jam" })) + call,
    }
}

/// A move that is legal at the table of a path.
fn moves_at(server: &Server, path: &str) -> Json {
    let id = path.split('/').nth(3).and_then(|id| id.parse().ok()).expect("a table's number");
    let table = wait(server.shared.tables.load(id)).expect("it is there");
    let mv = json_of(&table.game.plan(Seat::FIRST, Level::DEFAULT)[0]);
    json!({ "game": "slide-jam", "after": 0, "moves": [mv] })
}

/// The `Authorization` of the first app, which has the user `u`, and the id of a run of that user.
fn key_of_app(server: &Server, owner: &Account) -> (String, String) {
    let body = json!({ "name": "Slide Club", "home_page": "https://slides.example.org" });
    let created = server.send("POST", "/v1/apps", &[owner.header()], Some(&body)).expect(201);
    let key = format!("Bearer {}", created["key"].as_str().expect("a key"));
    let headers = [("authorization", key.as_str())];
    let user = server.send("PUT", "/v1/apps/1/users/u", &headers, Some(&json!({ "name": "A user" }))).expect(201);
    let text = |value: &Json| value.as_str().expect("a text").to_owned();
    let user = Account::of(text(&user["player"]["id"]), text(&user["token"]));
    let run = user.submit(server, &slide_jam("headers-of-a-user")).expect(201);
    (key, text(&run["run"]["id"]))
}

/// The request for a season that begins in this many days.
fn new_season(server: &Server, days: i64) -> Json {
    let day = server.shared.clock.now().day().plus(days);
    json!({ "name": "Winter", "first_day": day, "last_day": day })
}

/// The path of a season of the first app.
fn season_of(server: &Server, app_key: &str) -> String {
    let (path, headers) = ("/v1/apps/1/seasons", [("authorization", app_key)]);
    let season = server.send("POST", path, &headers, Some(&new_season(server, 40))).expect(201);
    format!("{path}/{}", season["id"].as_str().expect("an id"))
}

/// A link by which a person can take over a new user of the first app.
fn link_of(server: &Server, app_key: &str, name: &str) -> Json {
    let headers = [("authorization", app_key)];
    let user = format!("/v1/apps/1/users/{}", name.replace(' ', "-"));
    server.send("PUT", &user, &headers, Some(&json!({ "name": name })));
    let link = server.send("POST", &format!("{user}/link"), &headers, None).ok();
    let code = link["url"].as_str().and_then(|url| url.rsplit('/').next());
    json!({ "code": code.expect("an address with a code") })
}

/// A link by which a person who took over a user of the first app can let the app play, and that person.
fn consent_link_of(server: &Server, app_key: &str, name: &str) -> (Json, Account) {
    let code = link_of(server, app_key, name);
    let person = server.send("POST", "/v1/app_links/take_over", &[], Some(&code)).expect(201);
    let text = |value: &Json| value.as_str().expect("a text").to_owned();
    (link_of(server, app_key, name), Account::of(text(&person["player"]["id"]), text(&person["token"])))
}

/// The request for a contest that closes in an hour.
fn new_contest(server: &Server) -> Json {
    let closes_at = server.shared.clock.now().plus_millis(3_600_000);
    json!({ "name": "Friday slides", "game": "slide-jam", "closes_at": closes_at, "entry": "open", "approval": true })
}

/// The path of a call of a contest at which it can be made by its organizer.
fn contest_for(server: &Server, organizer: &Account, guest: &Account, call: &str) -> String {
    let send = |who: &Account, path: &str, body: Option<&Json>| server.send("POST", path, &[who.header()], body);
    let contest = send(organizer, "/v1/contests", Some(&new_contest(server))).expect(201);
    let path = format!("/v1/contests/{}", contest["id"].as_str().expect("an id"));
    send(guest, &format!("{path}/entrants"), None).ok();
    if call.starts_with("/rounds") {
        send(organizer, &format!("{path}/entrants"), None).ok();
    }
    // Until the clock has opened the round, the contest may change between two requests.
    until("the round to open", || server.send("GET", &path, &[], None).ok()["rounds"][0]["status"] == "open");
    path + &call.replace("{player}", &guest.id).replace("{round}", "1")
}

/// The id of a request for opponents.
fn pairing_of(server: &Server, who: &Account) -> String {
    let body = json!({ "game": "queensland" });
    let asked = server.send("POST", "/v1/pairings", &[who.header()], Some(&body));
    assert!([200, 201].contains(&asked.status), "{}", asked.body);
    asked.json()["id"].as_str().expect("an id").to_owned()
}

#[test]
fn responses_have_documented_headers() {
    let moderator = "a-moderator-token-of-enough-characters";
    let server = Server::start_flagged(&["--moderator-token", moderator, "--apps", "open"]);
    let moderator = format!("Bearer {moderator}");
    let document = generated(None, Version::Newer);
    let ada = Account::new(&server, "Ada Lovelace");
    assert_eq!(ada.submit(&server, &slide_jam("headers")).status, 201);
    let (app_key, run_of_user) = key_of_app(&server, &ada);
    let deal = default_deal("slide-jam", "headers".parse().expect("a seed")).expect("it has pars");
    let line = PackedMoves::pack(b"[]").expect("memory");
    let par = ParLine { par: Par { at_least: 0, at_most: 0 }, analysis: VERSION, nodes: 1, line };
    wait(server.shared.store.set_par(deal, par, Vec::new())).expect("it is stored");
    let guest = Account::new(&server, "Grace Hopper");
    let mut statuses = BTreeSet::new();
    // A stream has no end to wait for; the tests of tables read it.
    let calls = operations(&document).into_iter().filter(|(path, ..)| !path.ends_with("/events"));
    for (n, (path, method, operation)) in calls.enumerate() {
        let leaves = method == "delete" || path.ends_with("/token");
        let needs_person = path == "/v1/app_links/consent" || path == "/v1/players/{id}/apps/{app}";
        let consent = needs_person.then(|| consent_link_of(&server, &app_key, &format!("Linked {n}")));
        let caller = match &consent {
            Some((_, person)) => person.clone(),
            None if leaves => Account::new(&server, &format!("Guest {n}")),
            None => ada.clone(),
        };
        if let Some((code, person)) = consent.as_ref().filter(|_| leaves) {
            assert_eq!(server.send("POST", "/v1/app_links/consent", &[person.header()], Some(code)).status, 204);
        }
        let id = if leaves { "me" } else { "1" };
        let user = if leaves && path.ends_with("/{user}") { "other" } else { "u" };
        let target = path.replace("{id}", id).replace("{n}", "1").replace("{date}", "2026-11-20");
        let target = target.replace("{app}", "1").replace("{run}", &run_of_user).replace("{user}", user);
        let game = if path.starts_with("/v1/ratings") { "queensland" } else { "catwalk" };
        let target = target.replace("{part}", "service").replace("{game}", game);
        let target = match path.strip_prefix("/v1/tables/{id}") {
            Some(call) => table_for(&server, &caller, &guest, call),
            None => target,
        };
        let target = match path.strip_prefix("/v1/contests/{id}") {
            Some(call) => contest_for(&server, &caller, &guest, call),
            None => target,
        };
        let target = match path.as_str() {
            "/v1/apps/{app}/seasons/{season}" => season_of(&server, &app_key),
            "/v1/pairings/{id}" => format!("/v1/pairings/{}", pairing_of(&server, &caller)),
            _ => target.replace("{other}", &guest.id),
        };
        let target = match path.contains("{token}") {
            true => target.replace("{token}", &token_of(&server, &caller)),
            false => target,
        };
        let example = operation.pointer("/requestBody/content/application~1json/example").cloned();
        // The code of the example belongs to no player.
        let body = match path.as_str() {
            "/v1/recovery" => Some(recovery_of(&server, &format!("Lost {n}"))),
            "/v1/app_links" | "/v1/app_links/take_over" => Some(link_of(&server, &app_key, &format!("Linked {n}"))),
            "/v1/app_links/consent" => consent.as_ref().map(|(code, _)| code.clone()),
            "/v1/apps/{app}/seasons" if method == "post" => Some(new_season(&server, 20)),
            "/v1/contests" => Some(new_contest(&server)),
            "/v1/tables/{id}/invitations" => Some(json!({ "player": guest.id })),
            "/v1/tables/{id}/moves" => Some(moves_at(&server, &target)),
            _ => example,
        };
        let body = body.as_ref();
        let mut check = |target: &str, headers: &[(&str, &str)]| {
            let answer = if path == "/v1/verifications" {
                post_text(server.base(), target, "application/x-ndjson", headers, &slide_jam("headers").to_string())
            } else {
                server.send(&method.to_uppercase(), target, headers, body)
            };
            statuses.insert(answer.status);
            assert_headers(&document, &format!("{method} {path}"), &operation, &answer);
            answer
        };
        let needs_token =
            operation.get("security").is_some_and(|security| security.as_array().is_some_and(|ways| ways.len() == 1));
        if needs_token {
            assert_eq!(check(&target, &[]).status, 401, "{method} {path}");
        }
        let needs = |scheme: &str| operation.pointer(&format!("/security/0/{scheme}")).is_some();
        let token = match () {
            () if needs("moderator_token") => ("authorization", moderator.as_str()),
            () if needs("app_key") => ("authorization", app_key.as_str()),
            () => caller.header(),
        };
        let answer = check(&target, &[token]);
        assert!(answer.status < 300, "{method} {target}: {}", answer.body);
        let tag = answer.header("etag");
        if !tag.is_empty() {
            assert_eq!(check(&target, &[caller.header(), ("if-none-match", tag)]).status, 304, "{method} {path}");
        }
        if path.contains("{id}") && method == "get" && !needs_token {
            assert_eq!(check(&path.replace("{id}", "999").replace("{n}", "1"), &[]).status, 404, "{path}");
        }
    }
    assert_eq!(statuses, BTreeSet::from([200, 201, 204, 304, 401, 404]));
}
