//! Limits of each caller: what counts, for whom, and the headers that report it.

use funhouse::rules::game::{Level, Seat};
use serde_json::{Value as Json, json};

use crate::support::account::{Account, slide_jam};
use crate::support::eventually::{PATIENCE, until};
use crate::support::harness::{Answer, Server};
use crate::support::raw::Raw;
use crate::support::tables::{json_of, load_table, make, path_of, post};

/// A server with these quotas of requests, work and players, for any number of moves.
fn limited(requests: &str, work: &str, players: &str) -> Server {
    let any = "1000000/1s";
    let moves = &["--limit-moves", any, "--limit-address-moves", any][..];
    let others = &["--limit-requests", requests, "--limit-work", work, "--limit-players", players][..];
    Server::start_flagged(&[moves, others].concat())
}

/// Asserts that a header ends with `before` and a wait in seconds: the full wait, less the time that the test has taken.
fn assert_wait(header: &str, before: &str, full: u64) {
    let rest = header.trim_end_matches(|c: char| c.is_ascii_digit());
    let wait: u64 = header[rest.len()..].parse().unwrap_or_else(|_| panic!("{header} does not end with a number"));
    assert!(rest.ends_with(before), "{header}");
    assert!((full - PATIENCE.as_secs()..=full).contains(&wait), "{header}");
}

fn status(server: &Server, path: &str, headers: &[(&str, &str)]) -> u16 {
    server.send("GET", path, headers, None).status
}

fn take_name(server: &Server, name: &str, headers: &[(&str, &str)]) -> Answer {
    server.send("POST", "/v1/players", headers, Some(&json!({ "name": name })))
}

#[test]
fn requests_past_limit_get_429_and_retry_after() {
    let server = limited("5/1h", "1/1h", "1/1h");
    let front = [("origin", "https://front.example")];
    let first = server.send("GET", "/v1/games", &front, None);
    assert_eq!(
        (first.header("ratelimit-policy"), first.header("ratelimit")),
        (r#""requests";q=5;w=3600"#, r#""requests";r=4;t=720"#)
    );
    for path in ["/play", "/nothing", "/openapi.json", "/docs/"] {
        assert!(!server.send("GET", path, &[], None).header("ratelimit").is_empty(), "{path} is counted");
    }
    let refused = server.send("GET", "/v1/games", &front, None);
    refused.problem(429, "too_many_requests");
    assert_wait(refused.header("ratelimit"), r#""requests";r=0;t="#, 720);
    assert_wait(refused.header("retry-after"), "", 720);
    assert_eq!(refused.header("access-control-allow-origin"), "*");
    let exposed = refused.header("access-control-expose-headers").to_lowercase();
    assert!(["ratelimit", "ratelimit-policy", "retry-after"].iter().all(|name| exposed.contains(name)), "{exposed}");
}

#[test]
fn refused_sign_up_says_what_to_do() {
    let server = limited("99/1h", "99/1h", "1/1h");
    take_name(&server, "First", &[]).expect(201);
    let detail = take_name(&server, "Second", &[]).problem(429, "too_many_requests")["detail"].to_string();
    assert!(detail.contains("use the token again") && detail.contains("--limit-players"), "{detail}");
}

#[test]
fn probes_and_preflights_are_not_limited() {
    let server = limited("1/1h", "1/1h", "1/1h");
    let preflight = [("origin", "https://front.example"), ("access-control-request-method", "POST")];
    for _ in 0..5 {
        for path in ["/healthz", "/readyz"] {
            let answer = server.send("GET", path, &[], None);
            assert_eq!((answer.status, answer.header("ratelimit")), (200, ""), "{path}");
        }
        assert_eq!(server.send("OPTIONS", "/v1/runs", &preflight, None).status, 200);
    }
    assert_eq!([(); 2].map(|()| status(&server, "/v1/games", &[])), [200, 429]);
}

#[test]
fn metrics_have_a_limit_of_their_own() {
    let server = limited("1000/1h", "1/1h", "1/1h");
    let first = server.send("GET", "/metrics", &[], None);
    assert_eq!((first.status, first.header("ratelimit-policy")), (200, r#""metrics";q=60;w=60"#));
    let refused = (0..1000).map(|_| server.send("GET", "/metrics", &[], None)).find(|answer| answer.status != 200);
    let refused = refused.expect("the limit is reached");
    assert!(!refused.header("retry-after").is_empty());
    refused.problem(429, "too_many_requests");
    for path in ["/healthz", "/readyz", "/v1/games"] {
        assert_eq!(status(&server, path, &[]), 200, "{path}");
    }
}

#[test]
fn player_and_address_have_separate_limits() {
    let server = limited("3/1h", "1/1h", "1/1h");
    let ada = Account::new(&server, "Ada");
    let unknown = |n: usize| format!("Bearer {n:0>43}");
    assert_eq!([(); 2].map(|()| status(&server, "/v1/games", &[])), [200, 200]);
    for n in 0..5 {
        assert_eq!(status(&server, "/v1/games", &[("authorization", &unknown(n))]), 429);
    }
    assert_eq!([(); 4].map(|()| status(&server, "/v1/games", &[ada.header()])), [200, 200, 200, 429]);
}

#[test]
fn long_work_has_its_own_limit() {
    let server = limited("100/1h", "2/1h", "1/1h");
    let ada = Account::new(&server, "Ada");
    let submitted = ada.submit(&server, &slide_jam("limits"));
    submitted.expect(201);
    assert!(submitted.header("ratelimit").contains(r#", "work";r=1;t=1800, "#), "{}", submitted.header("ratelimit"));
    assert!(submitted.header("ratelimit-policy").contains(r#", "work";q=2;w=3600, "address_work";q=3000;w=60, "#));
    ada.submit(&server, &slide_jam("limits")).ok();
    let refused = ada.submit(&server, &slide_jam("limits"));
    refused.problem(429, "too_many_requests");
    assert_wait(refused.header("retry-after"), "", 1800);
    server.send("POST", "/v1/games/slide-jam/deal", &[ada.header()], Some(&json!({}))).ok();
}

/// A whole Whack-a-Dummy of this many moves.
fn walk(moves: usize) -> Vec<Json> {
    let walk = (2..moves).map(|_| json!({ "type": "go", "direction": "north" }));
    let [first, last] = [json!({ "type": "enter", "cell": "b3" }), json!({ "type": "give_up" })];
    [first].into_iter().chain(walk).chain([last]).collect()
}

#[test]
fn long_runs_that_are_shown_count_as_work() {
    let server = limited("100000/1h", "7/1h", "9/1h");
    let [ada, ben] = ["Ada", "Ben"].map(|name| Account::new(&server, name));
    let submit = |moves: usize| {
        let moves = walk(moves);
        let run =
            json!({ "game": "whack-a-dummy", "rules": 1, "seed": "long", "options": {}, "moves": moves, "score": 15 });
        let stored = ben.submit(&server, &run).expect(201);
        format!("/v1/runs/{}", stored["run"]["id"].as_str().expect("a number"))
    };
    let (long, short) = (submit(1001), submit(1000));
    let table = make(&server, &ada, &json!({ "game": "whack-a-dummy" }));
    for (moves, after) in walk(1001).chunks(10).zip((0..).step_by(10)) {
        post(&server, &ada, &table, after, moves).ok();
    }
    let of_table = format!("{}/run", path_of(&table));
    for path in [&long, &of_table].repeat(3) {
        assert_eq!(status(&server, path, &[ada.header()]), 200, "{path}");
    }
    for path in [&long, &of_table] {
        assert_eq!(status(&server, path, &[ada.header()]), 429, "{path}");
    }
    assert_eq!(status(&server, &short, &[ada.header()]), 200);
}

/// Posts moves with an address that a trusted proxy names.
fn post_from(server: &Server, who: &Account, address: &str, table: &Json, after: usize, moves: &[Json]) -> Answer {
    let body = json!({ "game": "whack-a-dummy", "after": after, "moves": moves });
    let headers = [who.header(), ("x-forwarded-for", address)];
    server.send("POST", &format!("{}/moves", path_of(table)), &headers, Some(&body))
}

/// The number of moves at a table.
fn moves_at(server: &Server, table: &Json) -> Json {
    server.send("GET", &path_of(table), &[], None).ok()["moves"].clone()
}

#[test]
fn moves_of_player_are_limited_however_they_are_posted() {
    let server = Server::start_flagged(&["--limit-moves", "100/1h", "--limit-requests", "1000000/1s"]);
    let [ada, ben] = ["Ada", "Ben"].map(|name| Account::new(&server, name));
    let [table, bens] = [&ada, &ben].map(|who| make(&server, who, &json!({ "game": "whack-a-dummy" })));
    let moves = walk(200);
    let first = post(&server, &ada, &table, 0, &moves[..60]);
    assert_eq!(first.ok()["moves"], 60);
    assert!(first.header("ratelimit-policy").contains(r#""moves";q=100;w=3600"#));
    assert!(first.header("ratelimit").contains(r#""moves";r=35;"#), "{}: the table counts", first.header("ratelimit"));
    let refused = post(&server, &ada, &table, 60, &moves[60..120]);
    refused.problem(429, "too_many_requests");
    assert_wait(refused.header("retry-after"), "", 25 * 36);
    assert_eq!(moves_at(&server, &table), 60, "a request is refused as a whole");
    for after in 60..93 {
        post(&server, &ada, &table, after, &moves[after..=after]).ok();
    }
    let one_by_one = (93..200).find(|at| post(&server, &ada, &table, *at, &moves[*at..=*at]).status == 429);
    assert!(one_by_one.is_some_and(|at| at < 105), "{one_by_one:?}");
    post(&server, &ben, &bens, 0, &moves[..90]).ok();
}

#[test]
fn moves_of_address_are_limited_for_all_its_players() {
    let flags = ["--limit-address-moves", "100/1h", "--limit-moves", "150/1h", "--trusted-proxy", "127.0.0.0/8"];
    let server = Server::start_flagged(&flags);
    let [ada, ben] = ["Ada", "Ben"].map(|name| Account::new(&server, name));
    let [table, bens] = [&ada, &ben].map(|who| make(&server, who, &json!({ "game": "whack-a-dummy" })));
    let moves = walk(200);
    let [home, neighbor, other] = ["2001:db8:0:1::1", "2001:db8:0:1::2", "2001:db8:0:2::1"];
    post_from(&server, &ada, home, &table, 0, &moves[..90]).ok();
    // A player past their own limit takes nothing from the address.
    post_from(&server, &ada, neighbor, &table, 90, &moves[90..190]).problem(429, "too_many_requests");
    post_from(&server, &ben, neighbor, &bens, 0, &moves[..9]).ok();
    let refused = post_from(&server, &ben, neighbor, &bens, 9, &moves[9..100]);
    refused.problem(429, "too_many_requests");
    assert!(refused.header("ratelimit").contains(r#""address_moves";r=0;"#), "{}", refused.header("ratelimit"));
    assert_eq!(moves_at(&server, &bens), 9);
    post_from(&server, &ada, other, &table, 90, &moves[90..140]).ok();
}

/// The flags of a server behind a proxy, with these limits of moves.
fn with_moves<'a>(moves: &'a str, address_moves: &'a str) -> Vec<&'a str> {
    vec!["--limit-moves", moves, "--limit-address-moves", address_moves, "--trusted-proxy", "127.0.0.0/8"]
}

/// An address that is not that of the tests.
const ELSEWHERE: (&str, &str) = ("x-forwarded-for", "192.0.2.1");

#[test]
fn refused_moves_do_not_use_up_the_limits() {
    let server = Server::start_flagged(&with_moves("100/1h", "100/1h"));
    let ada = Account::new(&server, "Ada");
    let table = make(&server, &ada, &json!({ "game": "whack-a-dummy" }));
    let moves = walk(100);
    for _ in 0..30 {
        post(&server, &ada, &table, 0, &moves[50..60]).problem(422, "illegal_move");
        post(&server, &ada, &table, 7, &moves[..10]).problem(422, "inconsistent");
    }
    for _ in 0..3 {
        post(&server, &ada, &table, 0, &moves[..40]).ok();
    }
    post(&server, &ada, &table, 40, &moves[40..90]).ok();
    post(&server, &ada, &table, 90, &moves[90..96]).problem(429, "too_many_requests");
}

#[test]
fn tables_and_runs_count_toward_moves_by_size() {
    let server = Server::start_flagged(&with_moves("200/1h", "300/1h"));
    let [ada, ben] = ["Ada", "Ben"].map(|name| Account::new(&server, name));
    let create = |who: &Account, more: &[(&str, &str)]| {
        let headers = [&[who.header()], more].concat();
        server.send("POST", "/v1/tables", &headers, Some(&json!({ "game": "queensland", "seats": ["you", "robot"] })))
    };
    let tables = |who: &Account| (0..50).take_while(|_| create(who, &[]).status == 201).count();
    // Robots may have moved in some of them.
    let [adas, bens] = [&ada, &ben].map(tables);
    assert!((30..=40).contains(&adas) && (5..=20).contains(&bens), "{adas} and {bens} tables");
    create(&ben, &[]).problem(429, "too_many_requests");
    create(&ben, &[ELSEWHERE]).expect(201);
    let submit = |seed: &str| {
        server.send("POST", "/v1/runs", &[ben.header(), ("x-forwarded-for", "192.0.2.2")], Some(&slide_jam(seed)))
    };
    let rest = |answer: &Answer| -> u64 {
        let rest = answer.header("ratelimit").split("\"address_moves\";r=").nth(1).expect("the limit of the address");
        rest.split(';').next().expect("a number").parse().expect("a number")
    };
    let [first, second] = ["first", "second"].map(submit);
    assert_eq!((first.status, second.status), (201, 201));
    let counted = rest(&first) - rest(&second);
    assert!((6..=8).contains(&counted), "{counted}");
}

#[test]
fn robots_moves_count_toward_moves_of_address() {
    let server = Server::start_flagged(&with_moves("1000/1h", "100/1h"));
    let [ada, ben] = ["Ada", "Ben"].map(|name| Account::new(&server, name));
    let request = json!({ "game": "pontifuse", "seats": ["you", "robot"] });
    let own_turn = |table: &Json| {
        let own = Seat::new(table["you"].as_u64().expect("a seat") as u8).expect("a seat");
        until("the player's turn", || load_table(&server, table).game.to_act().contains(own));
        let now = load_table(&server, table);
        (now.move_count(), json_of(&now.game.plan(own, Level::DEFAULT)[0]))
    };
    let move_as = |who: &Account, table: &Json, address: &str| {
        let (after, mv) = own_turn(table);
        let body = json!({ "game": "pontifuse", "after": after, "moves": [mv] });
        let headers = [who.header(), ("x-forwarded-for", address)];
        let answer = server.send("POST", &format!("{}/moves", path_of(table)), &headers, Some(&body));
        answer.ok()["moves"].clone()
    };
    let [adas, bens] = [&ada, &ben].map(|who| make(&server, who, &request));
    own_turn(&adas);
    let solitaire = make(&server, &ada, &json!({ "game": "whack-a-dummy" }));
    let home = "192.0.2.1";
    post_from(&server, &ada, home, &solitaire, 0, &walk(200)[..99]).ok();
    let after = move_as(&ada, &adas, home);
    (0..4).for_each(|_| drop(move_as(&ben, &bens, "192.0.2.2")));
    assert_eq!(moves_at(&server, &adas), after, "the robot waits until the address may store more");
}

#[test]
fn long_work_of_address_is_limited_for_all_its_players() {
    let server = Server::start_flagged(&["--limit-address-work", "3/1h", "--trusted-proxy", "127.0.0.0/8"]);
    let [ada, ben] = ["Ada", "Ben"].map(|name| Account::new(&server, name));
    let submit = |who: &Account| who.submit(&server, &slide_jam("address"));
    submit(&ada).expect(201);
    submit(&ada).ok();
    submit(&ben).expect(201);
    let refused = submit(&ben);
    refused.problem(429, "too_many_requests");
    assert!(refused.header("ratelimit").contains(r#""address_work";r=0;"#), "{}", refused.header("ratelimit"));
    server.send("POST", "/v1/runs", &[ben.header(), ELSEWHERE], Some(&slide_jam("address"))).ok();
}

#[test]
fn long_game_is_posted_at_the_default_rate() {
    let server = Server::start_flagged(&[]);
    let ada = Account::new(&server, "Ada");
    let table = make(&server, &ada, &json!({ "game": "whack-a-dummy" }));
    let moves = walk(1000);
    let mut refused = 0;
    for (moves, after) in moves.chunks(100).zip((0..).step_by(100)).take(5) {
        until("the moves to be played", || {
            let answer = post(&server, &ada, &table, after, moves);
            if answer.status == 200 {
                return true;
            }
            answer.problem(429, "too_many_requests");
            let wait: u64 = answer.header("retry-after").parse().expect("seconds");
            assert!(after >= 100 && (1..=5).contains(&wait), "{after}: {wait}");
            refused += 1;
            false
        });
    }
    assert!(refused > 0);
    assert_eq!(moves_at(&server, &table), 500);
}

#[test]
fn long_replay_of_table_counts_as_work() {
    let server = limited("100000/1h", "20/1h", "9/1h");
    let ada = Account::new(&server, "Ada");
    let table = make(&server, &ada, &json!({ "game": "whack-a-dummy" }));
    for (moves, after) in walk(600)[..510].chunks(100).zip((0..).step_by(100)) {
        post(&server, &ada, &table, after, moves).ok();
    }
    // Each counts as if the service had been restarted before.
    let after_restart = |path: &str| {
        server.shared.tables.clear_cache();
        server.send("GET", &format!("{}{path}", path_of(&table)), &[], None)
    };
    for _ in 0..30 {
        after_restart("/run").problem(409, "table_not_over");
        after_restart("/ratings").ok();
    }
    for path in ["", "/picture", "?after=500", "/picture"].repeat(5) {
        assert_eq!(after_restart(path).status, 200, "{path}");
    }
    for path in ["", "/picture", "/events"] {
        after_restart(path).problem(429, "too_many_requests");
    }
    after_restart("/run").problem(409, "table_not_over");
}

#[test]
fn news_of_many_moves_counts_as_work() {
    let server = limited("100000/1h", "4/1h", "9/1h");
    let ada = Account::new(&server, "Ada");
    let table = make(&server, &ada, &json!({ "game": "whack-a-dummy" }));
    let moves = walk(112);
    for (moves, after) in moves[..110].chunks(10).zip((0..).step_by(10)) {
        post(&server, &ada, &table, after, moves).ok();
    }
    let after = |known: usize| status(&server, &format!("{}?after={known}", path_of(&table)), &[ada.header()]);
    assert_eq!([after(9), after(9), after(10)], [200; 3]);
    post(&server, &ada, &table, 0, &moves[..1]).ok();
    assert_eq!([after(9), after(10)], [429, 200]);
    assert_eq!(post(&server, &ada, &table, 0, &moves[..1]).status, 429, "a repeated request has the news, too");
    post(&server, &ada, &table, 110, &moves[110..111]).ok();
}

#[test]
fn sign_ups_are_limited_by_address_despite_tokens() {
    let server = limited("1000/1s", "1/1h", "3/1h");
    let ada = Account::new(&server, "Ada");
    take_name(&server, "Ben", &[ada.header()]).expect(201);
    take_name(&server, "Ben", &[]).problem(409, "name_taken");
    let refused = take_name(&server, "Cleo", &[ada.header()]);
    refused.problem(429, "too_many_requests");
    assert_wait(refused.header("ratelimit"), r#""players";r=0;t="#, 1200);
}

#[test]
fn two_thousand_sign_ups_create_under_a_hundred_players() {
    let server = Server::start_flagged(&[]);
    let taken = (0..2000).filter(|n| take_name(&server, &format!("Guest {n}"), &[]).status == 201).count();
    assert!((20..100).contains(&taken), "{taken} names");
}

#[test]
fn forwarded_address_counts_from_trusted_proxies_only() {
    let forwarded =
        |server: &Server, header: &str, value: &str| [(); 2].map(|()| status(server, "/v1/games", &[(header, value)]));
    let named = Server::start_flagged(&["--limit-requests", "1/1h", "--trusted-proxy", "127.0.0.0/8"]);
    assert_eq!(forwarded(&named, "x-forwarded-for", "192.0.2.1"), [200, 429]);
    assert_eq!(
        forwarded(&named, "x-forwarded-for", "192.0.2.1, 192.0.2.2"),
        [200, 429],
        "the last is the one that counts"
    );
    assert_eq!(forwarded(&named, "x-forwarded-for", "2001:db8::1"), [200, 429]);
    assert_eq!(forwarded(&named, "x-forwarded-for", "2001:db8::2"), [429, 429], "of one network");
    assert_eq!(forwarded(&named, "forwarded", "for=192.0.2.9"), [200, 429], "the proxy's own");
    assert_eq!(forwarded(&named, "forwarded", "for=192.0.2.10"), [429, 429], "another header is not read");

    let no_one = Server::start_flagged(&["--limit-requests", "1/1h"]);
    assert_eq!(forwarded(&no_one, "x-forwarded-for", "192.0.2.1"), [200, 429]);
    assert_eq!(forwarded(&no_one, "x-forwarded-for", "192.0.2.2"), [429, 429]);

    let flags = ["--limit-requests", "1/1h", "--trusted-proxy", "127.0.0.1", "--forwarded-header", "forwarded"];
    let standard = Server::start_flagged(&flags);
    assert_eq!(forwarded(&standard, "forwarded", "for=192.0.2.9"), [200, 429]);
    assert_eq!(forwarded(&standard, "forwarded", "for=192.0.2.10"), [200, 429]);
}

#[test]
fn no_limits_means_no_limit_headers() {
    let server = Server::start_flagged(&["--limit-requests", "1/1h", "--no-limits"]);
    for _ in 0..3 {
        let answer = server.send("GET", "/v1/games", &[], None);
        assert_eq!((answer.status, answer.header("ratelimit"), answer.header("ratelimit-policy")), (200, "", ""));
    }
}

#[test]
fn typical_clients_stay_within_default_limits() {
    let server = Server::start_flagged(&[]);
    // A house where ten have a page open that asks for sixty things at once.
    let mut page = Raw::connect(server.base());
    for _ in 0..600 {
        page.send("GET /v1/daily HTTP/1.1\r\nhost: x\r\n\r\n");
        assert_eq!(page.answer().status, 200);
    }
    let state = server.send("POST", "/v1/games/slide-jam/deal", &[], Some(&json!({ "seed": "bot" }))).ok();
    let mut raw = Raw::connect(server.base());
    let body = json!({ "state": state["state"] }).to_string();
    let request = format!(
        "POST /v1/games/slide-jam/moves HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: {}\r\n\r\n{body}",
        body.len()
    );
    for turn in 0..600 {
        raw.send(&request);
        assert_eq!(raw.answer().status, 200, "turn {turn}");
    }
}
