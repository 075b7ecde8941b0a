//! Creating, listing, joining and rematches.

use std::collections::BTreeSet;

use funhouse::store::PlayerId;
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::harness::{Answer, Server};
use crate::support::tables::{
    Listening, call, load_table, make, next_move, path_of, play_on, players, post, resign, resign_if_playing, seated,
    seated_on, show, text,
};

#[test]
fn waiting_tables_are_public_own_tables_private() {
    let server = Server::start();
    let all = players(&server, 3);
    let open = |listed: bool| json!({ "game": "queensland", "seats": ["you", "open", "robot"], "listed": listed });
    let mut listed: Vec<Json> = (0..3).map(|_| make(&server, &all[0], &open(true))).collect();
    make(&server, &all[0], &open(false));
    listed.reverse();
    let page = server.send("GET", "/v1/tables?limit=2", &[], None).ok();
    let next = text(&page, "next");
    let rest = server.send("GET", &format!("/v1/tables?limit=2&cursor={next}"), &[], None).ok();
    let ids = |page: &Json| -> Vec<Json> {
        page["tables"].as_array().expect("tables").iter().map(|table| table["id"].clone()).collect()
    };
    let found: BTreeSet<String> = ids(&page).iter().chain(&ids(&rest)).map(|id| id.to_string()).collect();
    assert_eq!(found, listed.iter().map(|table| table["id"].to_string()).collect());
    assert_eq!(ids(&server.send("GET", "/v1/tables?game=pontifuse", &[], None).ok()), [] as [Json; 0]);
    server.send("GET", "/v1/tables?game=nothing", &[], None).problem(400, "invalid_query");
    server.send("GET", &format!("/v1/tables?game=pontifuse&cursor={next}"), &[], None).problem(400, "invalid_cursor");

    assert_eq!(ids(&call(&server, &all[0], "GET", "/v1/players/me/tables", None).ok()).len(), 4);
    call(&server, &all[1], "GET", &format!("/v1/players/{}/tables", all[0].id), None).problem(403, "forbidden");
    server.send("GET", "/v1/players/me/tables", &[], None).problem(401, "unauthorized");

    // Leaving, and what is left by everybody.
    let table = &listed[0];
    let seat = |n: usize| format!("{}/seats/{n}", path_of(table));
    call(&server, &all[0], "POST", &seat(2), None).problem(409, "already_seated");
    call(&server, &all[1], "POST", &seat(3), None).problem(409, "seat_taken");
    call(&server, &all[1], "POST", &seat(4), None).problem(404, "not_found");
    call(&server, &all[1], "DELETE", &seat(2), None).problem(403, "not_seated");
    call(&server, &all[0], "DELETE", &seat(2), None).problem(403, "not_seated");
    assert_eq!(call(&server, &all[0], "DELETE", &seat(1), None).status, 204);
    server.send("GET", &path_of(table), &[], None).problem(404, "unknown_table");
    let begun = call(&server, &all[2], "POST", &format!("{}/seats/2", path_of(&listed[1])), None).ok();
    assert_eq!(begun["status"], "playing");
    let own = format!("{}/seats/{}", path_of(&begun), begun["you"]);
    call(&server, &all[2], "DELETE", &own, None).problem(409, "table_begun");
    let late = call(&server, &all[1], "POST", &format!("{}/seats/1", path_of(&begun)), None);
    late.problem(409, "table_begun");
}

#[test]
fn creating_a_table_is_idempotent_by_key() {
    let server = Server::start();
    let all = players(&server, 2);
    let body = json!({ "game": "queensland", "seats": ["you", "open"] });
    let make = |who: &Account, key: &str, body: &Json| {
        server.send("POST", "/v1/tables", &[who.header(), ("idempotency-key", key)], Some(body))
    };
    let first = make(&all[0], "0123456789abcdef", &body).expect(201);
    assert_eq!(make(&all[0], "0123456789abcdef", &body).expect(200)["id"], first["id"]);
    make(&all[0], "0123456789abcdef", &json!({ "game": "catwalk" })).problem(422, "idempotency_key_reused");
    assert_ne!(make(&all[1], "0123456789abcdef", &body).expect(201)["id"], first["id"], "keys are each player's own");
    make(&all[0], "short", &body).problem(400, "bad_request");
}

#[test]
fn invalid_table_requests_are_rejected_with_pointer() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let refused = |body: Json, pointer: &str| {
        let problem = call(&server, &ada, "POST", "/v1/tables", Some(&body)).problem(400, "invalid_body");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{problem}");
    };
    refused(json!({ "game": "nothing" }), "/game");
    refused(json!({ "seats": ["you"] }), "/game");
    refused(json!({ "game": "queensland" }), "/seats");
    refused(json!({ "game": "queensland", "seats": ["you"] }), "/seats");
    refused(json!({ "game": "queensland", "seats": ["open", "robot"] }), "/seats");
    refused(json!({ "game": "queensland", "seats": ["you", "you"] }), "/seats");
    refused(json!({ "game": "queensland", "seats": ["you", "me"] }), "/seats/1");
    refused(json!({ "game": "queensland", "seats": ["you", "open"], "pace": 9 }), "/pace");
    refused(json!({ "game": "queensland", "seats": ["you", "open"], "seed": "mine" }), "/seed");
    refused(json!({ "game": "slide-jam", "seats": ["you"] }), "/seats");
    server.send("POST", "/v1/tables", &[], Some(&json!({ "game": "slide-jam" }))).problem(401, "unauthorized");
    for id in ["x", "0000000000000001", "ffffffffffffffff", "1"] {
        server.send("GET", &format!("/v1/tables/{id}"), &[], None).problem(404, "unknown_table");
    }
}

#[test]
fn limits_tables_per_player_and_listeners_per_address() {
    let server = Server::start_flagged(&["--limit-tables", "2", "--limit-listeners", "2"]);
    let all = players(&server, 2);
    let body = json!({ "game": "queensland", "seats": ["you", "open"] });
    let first = make(&server, &all[0], &body);
    make(&server, &all[0], &json!({ "game": "catwalk" }));
    call(&server, &all[0], "POST", "/v1/tables", Some(&body)).problem(409, "too_many_tables");
    let others = make(&server, &all[1], &body);
    call(&server, &all[0], "POST", &format!("{}/seats/2", path_of(&others)), None).problem(409, "too_many_tables");
    call(&server, &all[0], "DELETE", &format!("{}/seats/1", path_of(&first)), None);
    call(&server, &all[0], "POST", &format!("{}/seats/2", path_of(&others)), None).ok();

    let listening = [(); 2].map(|()| Listening::to(server.base(), &path_of(&others), None, None));
    let path = format!("{}/events", path_of(&others));
    let refused = server.send("GET", &path, &[], None);
    assert!(!refused.header("retry-after").is_empty());
    refused.problem(429, "too_many_listeners");
    server.send("GET", &format!("{}?wait=5", path_of(&others)), &[], None).problem(429, "too_many_listeners");
    drop(listening);
}

#[test]
fn listeners_see_names_only_at_taken_seats() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = make(&server, &all[0], &json!({ "game": "queensland", "seats": ["you", "open", "open"] }));
    let mut listening = Listening::to(server.base(), &path_of(&table), None, None);
    let mut names = || -> Vec<Json> {
        let (_, _, table) = listening.take(1).pop().expect("an event");
        table["seats"].as_array().expect("seats").iter().map(|seat| seat["player"]["name"].clone()).collect()
    };
    let seat = format!("{}/seats/2", path_of(&table));
    assert_eq!(names(), [json!("Player 0"), Json::Null, Json::Null]);
    call(&server, &all[1], "POST", &seat, None).ok();
    assert_eq!(names(), [json!("Player 0"), json!("Player 1"), Json::Null]);
    assert_eq!(call(&server, &all[1], "DELETE", &seat, None).status, 204);
    assert_eq!(names(), [json!("Player 0"), Json::Null, Json::Null]);
}

#[test]
fn rematch_starts_when_all_players_have_asked() {
    let server = Server::start();
    let all = players(&server, 3);
    let table = seated(&server, "queensland", &all[..2]);
    let rematch = |who: &Account| call(&server, who, "POST", &format!("{}/rematch", path_of(&table)), None);
    rematch(&all[0]).problem(409, "table_not_over");
    resign(&server, &all[0], &table);
    rematch(&all[2]).problem(403, "not_seated");
    let tag = || server.send("GET", &path_of(&table), &[], None).header("etag").to_owned();
    let before = tag();
    let first = rematch(&all[0]).expect(201);
    assert_eq!(first["status"], "waiting");
    assert_eq!(show(&server, &all[1], &table)["rematch"], first["id"], "the others see it");
    assert_ne!(tag(), before, "a request with the old tag gets the change");
    let second = rematch(&all[1]).expect(200);
    assert_eq!((&second["id"], &second["status"]), (&first["id"], &json!("playing")));
    assert_eq!(rematch(&all[0]).expect(200)["id"], first["id"], "asking again makes no other");
    assert_ne!(second["commitment"], table["commitment"]);
}

/// The names at the seats of a table; null for a robot.
fn names_at(table: &Json) -> Vec<Json> {
    table["seats"].as_array().expect("seats").iter().map(|seat| seat["player"]["name"].clone()).collect()
}

/// The names at the seats of a finished table with the winner first, as its rematch is to have them.
fn winner_first(table: &Json) -> Vec<Json> {
    let places = table["position"]["places"].as_array().expect("places");
    let winner = places.iter().position(|place| *place == 1).expect("a winner");
    let mut names = names_at(table);
    names[..=winner].rotate_right(1);
    names
}

#[test]
fn winner_of_a_single_castle_begins_the_rematch() {
    let server = Server::start();
    let all = players(&server, 5);
    let terms = json!({ "game": "putwoodys-castle", "options": { "games": "one" } });
    let mut table = seated_on(&server, terms, &all[..4]);
    for _ in 0..3 {
        play_on(&server, &table, &all, 1000);
        let over = show(&server, &all[0], &table);
        let path = format!("{}/rematch", path_of(&table));
        for who in [2, 0, 3, 1].map(|number| &all[number]) {
            table = call(&server, who, "POST", &path, None).json();
        }
        assert_eq!((&table["status"], names_at(&table)), (&json!("playing"), winner_first(&over)));
    }
    // Another player sits down in the place of one who does not come again.
    play_on(&server, &table, &all, 1000);
    let mut expected = winner_first(&show(&server, &all[0], &table));
    let path = format!("{}/rematch", path_of(&table));
    for who in &all[..3] {
        table = call(&server, who, "POST", &path, None).json();
    }
    let vacant = names_at(&table).iter().position(Json::is_null).expect("a vacant seat");
    let table = call(&server, &all[4], "POST", &format!("{}/seats/{}", path_of(&table), vacant + 1), None).ok();
    *expected.iter_mut().find(|name| **name == "Player 3").expect("a seat") = json!("Player 4");
    assert_eq!(names_at(&table), expected);
}

#[test]
fn robot_that_won_a_single_castle_begins_the_rematch() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let id = PlayerId(ada.id.parse().expect("a number"));
    let seats = ["you", "robot", "robot", "robot"];
    let terms = json!({ "game": "hermans-castle", "options": { "games": "one" }, "seats": seats });
    // Robots look the same, so the order shows only if a robot after Ada has won.
    for _ in 0..50 {
        let table = make(&server, &ada, &terms);
        while show(&server, &ada, &table)["status"] != "over" {
            let now = load_table(&server, &table);
            match next_move(&now).filter(|(seat, _)| now.seat_of(id) == Some(*seat)) {
                Some((_, mv)) => drop(post(&server, &ada, &table, now.move_count(), &[mv])),
                None => std::thread::sleep(std::time::Duration::from_millis(10)),
            }
        }
        let over = show(&server, &ada, &table);
        let rematch = call(&server, &ada, "POST", &format!("{}/rematch", path_of(&table)), None).expect(201);
        assert_eq!(names_at(&rematch), winner_first(&over));
        resign_if_playing(&server, &ada, &rematch);
        if names_at(&rematch) != names_at(&over) {
            return;
        }
    }
    panic!("no robot after Ada has won");
}

#[test]
fn concurrent_rematch_requests_seat_all_players() {
    let server = Server::start();
    let all = players(&server, 4);
    for _ in 0..6 {
        let table = seated(&server, "queensland", &all);
        for who in &all[..3] {
            resign(&server, who, &table);
        }
        let path = format!("{}/rematch", path_of(&table));
        let answers: Vec<Answer> = std::thread::scope(|scope| {
            let (server, path) = (&server, &path);
            let ask = |who| scope.spawn(move || call(server, who, "POST", path, None));
            let asked: Vec<_> = all.iter().map(ask).collect();
            asked.into_iter().map(|asked| asked.join().expect("it answers")).collect()
        });
        let created = answers.iter().filter(|answer| answer.status == 201).count();
        let joined = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!((created, joined), (1, 3), "{:?}", answers.iter().map(|answer| &answer.body).collect::<Vec<_>>());
        let next = show(&server, &all[0], &answers[0].json());
        assert_eq!(next["status"], "playing");
        for who in &all {
            resign_if_playing(&server, who, &next);
        }
    }
}
