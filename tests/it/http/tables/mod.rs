//! Tables over HTTP: whole games, secrets, concurrent moves, deadlines and news.

mod approval;
mod auto_decline;
mod clock;
mod leaving;
mod legal_moves;
mod news;
mod phrases;
mod race;
mod seating;
mod set_back;
mod spectators;
mod unconfirmed;

use funhouse::engine;
use funhouse::rules::game::{Kind, Level, Seat};
use funhouse::rules::page::Audience;
use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};

use crate::support::account::Account;
use crate::support::harness::Server;
use crate::support::tables::{
    at, call, json_of, load_table, make, min_seats, next_move, path_of, play_on, players, post, seated, show, text,
    wait_until_over,
};

const DAY: i64 = 24 * 3_600_000;

fn commitment(seed: &str) -> String {
    hex::encode(Sha256::digest(seed))
}

#[test]
fn whole_game_at_table_is_verifiable_afterwards() {
    let server = Server::start();
    let all = players(&server, 2);
    for game in engine::games() {
        let facts = game.newest().facts();
        let alone = game.newest().ranked().is_some();
        let seats: Vec<&str> = std::iter::once("you").chain(std::iter::repeat("robot")).take(min_seats(game)).collect();
        let body = if alone { json!({ "game": facts.id }) } else { json!({ "game": facts.id, "seats": seats }) };
        let mut table = make(&server, &all[0], &body);
        assert!(table.get("seed").is_none(), "{table}");
        let mut rounds = 0;
        while table["status"] != "over" {
            rounds += 1;
            assert!(rounds < 5000, "{}: {table}", facts.id);
            let now = load_table(&server, &table);
            let own = table["you"].as_u64().and_then(|seat| Seat::new(seat as u8)).expect("a seat");
            if now.game.to_act().contains(own) && !now.over() {
                let plan = now.game.plan(own, Level::DEFAULT);
                let moves: Vec<Json> = plan.iter().take(100).map(json_of).collect();
                let answer = post(&server, &all[0], &table, now.move_count(), &moves);
                // A robot that acts at the same time may have been faster, and may be so again before the table is looked at.
                if answer.status == 412 {
                    let shown = answer.problem(412, "stale")["moves"].as_u64().expect("a number") as usize;
                    assert!(
                        (now.move_count() + 1..=load_table(&server, &table).move_count()).contains(&shown),
                        "{shown}"
                    );
                    continue;
                }
                // Where every seat may act at any time, that robot may have ended the game.
                if answer.status == 409 && load_table(&server, &table).over() {
                    table = show(&server, &all[0], &table);
                    continue;
                }
                assert_eq!(answer.status, 200, "{}: {}", facts.id, answer.body);
                table = answer.ok();
            } else {
                let path = format!("{}?after={}&wait=5", path_of(&table), now.move_count());
                table = call(&server, &all[0], "GET", &path, None).ok();
            }
        }
        assert_eq!(table["ending"], "finished", "{}", facts.id);
        let run = server.send("GET", &format!("{}/run", path_of(&table)), &[], None).ok();
        assert_eq!(run["commitment"], commitment(text(&run["run"], "seed")), "{}", facts.id);
        assert_eq!(run["commitment"], table["commitment"]);
        let replay = server.send("POST", &format!("/v1/games/{}/replay", facts.id), &[], Some(&run["run"])).ok();
        assert_eq!([&replay["legal"], &replay["complete"], &replay["claim_holds"]], [&json!(true); 3], "{}", facts.id);
        if alone {
            let saved = text(&table, "run");
            let stored = server.send("GET", &format!("/v1/runs/{saved}"), &[], None).ok();
            assert_eq!((&stored["class"], &stored["run"]["seed"]), (&json!("ranked"), &run["run"]["seed"]));
            assert_eq!(table["receipt"]["run"], stored, "{}", facts.id);
        } else {
            let places = table["position"]["places"].as_array().expect("places").len();
            assert_eq!(places, min_seats(game), "{}", facts.id);
        }
    }
    let page = server.send("GET", "/v1/players/me", &[all[0].header()], None).ok();
    let rated = engine::games().iter().filter(|game| game.newest().facts().kind == Kind::Seated).count();
    assert_eq!(
        page["records"].as_array().expect("records").len(),
        rated,
        "each seated game is on record, and no referee game"
    );
}

#[test]
fn seed_stays_secret_until_table_is_over() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let mut seeds = Vec::new();
    let mut tables = Vec::new();
    for body in [
        json!({ "game": "whack-a-dummy" }),
        json!({ "game": "catwalk", "daily": true }),
        json!({ "game": "caribbean-star", "seats": ["you", "open"], "listed": true }),
    ] {
        let table = make(&server, &ada, &body);
        seeds.push(load_table(&server, &table).stored.terms.seed.to_string());
        tables.push(table);
    }
    let mut paths: Vec<String> =
        ["/v1/tables?limit=1", "/v1/players/me/tables", "/v1/players/me", "/v1/players/me/export"]
            .map(str::to_owned)
            .into();
    paths.extend(["/metrics", "/v1/daily", "/v1/players/me/tables?limit=1"].map(str::to_owned));
    paths.extend(
        tables
            .iter()
            .flat_map(|table| ["", "/run", "/picture", "?after=0"].map(|call| format!("{}{call}", path_of(table)))),
    );
    for path in paths {
        let answer = server.send("GET", &path, &[ada.header()], None);
        for seed in &seeds {
            assert!(
                !answer.body.contains(seed) && !format!("{:?}", answer.headers).contains(seed),
                "{path} reveals a seed"
            );
        }
    }
    let day = server.shared.clock.now().day();
    let daily = server.send("GET", "/v1/daily", &[], None).ok();
    assert_eq!(daily["ranked"]["catwalk"]["commitment"], tables[1]["commitment"], "{day}");
}

#[test]
fn repeated_move_returns_same_response_late_move_fails() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let now = load_table(&server, &table);
    let (seat, mv) = next_move(&now).expect("somebody acts");
    let (actor, other) = (at(&now, seat, &all), all.iter().find(|one| one.id != at(&now, seat, &all).id).expect("two"));

    post(&server, other, &table, 0, std::slice::from_ref(&mv)).problem(403, "not_seated");
    let onlooker = Account::new(&server, "Olga");
    post(&server, &onlooker, &table, 0, std::slice::from_ref(&mv)).problem(403, "not_seated");
    post(&server, actor, &table, 7, std::slice::from_ref(&mv)).problem(422, "inconsistent");
    let body = json!({ "game": "pontifuse", "after": 0, "moves": [mv] });
    call(&server, actor, "POST", &format!("{}/moves", path_of(&table)), Some(&body)).problem(422, "inconsistent");
    let path = format!("{}/moves", path_of(&table));
    server.send("POST", &path, &[], Some(&body)).problem(401, "unauthorized");

    let first = post(&server, actor, &table, 0, std::slice::from_ref(&mv)).ok();
    let moves = first["moves"].as_u64().expect("a number");
    assert_eq!(moves, 1);
    let again = post(&server, actor, &table, 0, std::slice::from_ref(&mv)).ok();
    assert_eq!(again, first, "a lost answer is asked for again");
    assert_eq!(load_table(&server, &table).move_count(), 1);

    // Another move after the same number comes late.
    let now = load_table(&server, &table);
    let (seat, next) = next_move(&now).expect("somebody acts");
    let stale = post(&server, at(&now, seat, &all), &table, 0, std::slice::from_ref(&next));
    if next != mv || at(&now, seat, &all).id != actor.id {
        assert_eq!(stale.problem(412, "stale")["moves"], 1);
    }
    // A move that is malformed refuses all.
    let amiss = json!({ "type": "roll", "seat": 99 });
    post(&server, at(&now, seat, &all), &table, 1, &[next.clone(), amiss]).problem(400, "invalid_body");
    let twice = post(&server, actor, &table, 1, &vec![mv; 60]);
    assert_eq!(twice.status, 422, "{}", twice.body);
    assert_eq!(load_table(&server, &table).move_count(), 1);
}

#[test]
fn one_of_two_concurrent_moves_is_stale() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    for _ in 0..12 {
        let table = make(&server, &ada, &json!({ "game": "slide-jam" }));
        let moves = call(&server, &ada, "GET", &format!("{}?with_legal_moves=true", path_of(&table)), None).ok();
        let moves = moves["position"]["legal_moves"]["moves"].as_array().expect("moves").clone();
        let two: Vec<u16> = std::thread::scope(|scope| {
            let (server, ada, table) = (&server, &ada, &table);
            let both = [moves[0].clone(), moves[1].clone()]
                .map(|mv| scope.spawn(move || post(server, ada, table, 0, &[mv]).status));
            both.map(|one| one.join().expect("it answers")).into()
        });
        let mut two = two;
        two.sort_unstable();
        assert_eq!(two, [200, 412]);
        assert_eq!(load_table(&server, &table).move_count(), 1);
        let now = load_table(&server, &table);
        if let Some((_, mv)) = next_move(&now) {
            post(&server, &ada, &table, 1, &[mv]).ok();
        }
        // The next one is made once this is over.
        call(&server, &ada, "POST", &format!("{}/resignation", path_of(&table)), None);
    }
}

#[test]
fn ranked_daily_is_secret_until_day_is_over() {
    let server = Server::start();
    let all = players(&server, 2);
    // Early in a day there is time for all of it.
    let now = server.shared.clock.now();
    server.shared.clock.set_ahead(now.day().end().millis() - now.millis() + 60_000);
    let ahead = now.day().end().millis() - now.millis() + 60_000;
    let body = json!({ "game": "slide-jam", "daily": true });
    let table = make(&server, &all[0], &body);
    assert_eq!(call(&server, &all[0], "POST", "/v1/tables", Some(&body)).ok()["id"], table["id"], "one a day");
    let other = make(&server, &all[1], &body);
    assert_eq!(other["commitment"], table["commitment"], "the same for everybody");
    assert_ne!(other["id"], table["id"]);
    let drawn = make(&server, &all[0], &json!({ "game": "slide-jam" }));
    assert_ne!(drawn["commitment"], table["commitment"]);

    let over = play_on(&server, &table, &all[..1], 100);
    assert_eq!(over["ending"], "finished", "{over}");
    let seed = load_table(&server, &table).stored.terms.seed.to_string();
    let run = text(&over, "run");
    let paths = [
        path_of(&table),
        format!("{}?after=0", path_of(&table)),
        format!("{}/run", path_of(&table)),
        format!("{}/picture", path_of(&table)),
        format!("{}/events", path_of(&table)),
        format!("/v1/runs/{run}"),
        format!("/v1/runs/{run}/positions/1"),
        format!("/v1/runs/{run}/positions/1/picture"),
        "/v1/leaderboards/slide-jam?class=ranked_daily&period=day".to_owned(),
        "/v1/leaderboards/slide-jam?class=ranked_daily&since=2020-01-01".to_owned(),
        "/v1/players/me".to_owned(),
        "/v1/players/me/runs".to_owned(),
        "/v1/players/me/export".to_owned(),
        "/v1/daily".to_owned(),
        format!("{}/picture?moves=1", path_of(&table)),
    ];
    for path in &paths {
        for who in all.iter().map(Some).chain([None]) {
            if path.contains("/me") && who.is_none()
                || path.ends_with("/events") && who.is_some_and(|who| who.id == all[0].id)
            {
                continue;
            }
            let headers: Vec<(&str, &str)> = who.iter().map(|who| who.header()).collect();
            let answer = server.send("GET", path, &headers, None);
            assert!(!answer.body.contains(&seed), "{path} reveals the seed");
            let others = who.is_none_or(|who| who.id != all[0].id);
            if others && path.starts_with("/v1/tables") && path.contains("/run") {
                answer.problem(403, "embargoed");
            }
        }
    }
    let own = call(&server, &all[0], "GET", &format!("{}/run", path_of(&table)), None).ok();
    assert_eq!(own["moves"].as_array().map(Vec::len), over["moves"].as_u64().map(|moves| moves as usize));
    assert!(own.get("run").is_none(), "{own}");
    assert!(show(&server, &all[1], &table).get("position").is_none(), "others see who plays and no more");
    let board = server.send("GET", &paths[8], &[], None).ok();
    assert_eq!((&board["count"], board["entries"][0].get("seed")), (&json!(1), None), "it is on the day's board");

    let by_seed = format!("/v1/players/{}/runs?game=slide-jam&class=ranked_daily&seed=", all[0].id);
    let [guessed, wrong] = [&seed, "a-wrong-guess"].map(|seed| {
        let answer = server.send("GET", &format!("{by_seed}{seed}"), &[], None);
        (answer.ok(), answer.header("etag").to_owned())
    });
    assert_eq!(guessed, wrong, "the list does not confirm a guess");

    server.shared.clock.set_ahead(ahead + DAY);
    let run = server.send("GET", &format!("{}/run", path_of(&table)), &[], None).ok();
    assert_eq!((text(&run["run"], "seed"), &run["commitment"]), (seed.as_str(), &json!(commitment(&seed))));
    let left = wait_until_over(&server, &all[1], &other);
    assert_eq!((&left["status"], &left["ending"]), (&json!("over"), &json!("abandoned")), "the day is over");
    let listed = server.send("GET", &format!("{by_seed}{seed}"), &[], None).ok();
    assert_eq!(listed["runs"][0]["seed"], seed.as_str());
    let date = server.shared.clock.now().day().plus(-1);
    let daily = server.send("GET", &format!("/v1/daily/{date}"), &[], None).ok();
    assert_eq!(daily["ranked"]["slide-jam"]["seed"], seed);
    let next = make(&server, &all[0], &body);
    assert_ne!(next["commitment"], table["commitment"], "each day has another seed");
}

#[test]
fn posted_moves_are_limited_to_one_turn() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let table = make(&server, &ada, &json!({ "game": "easy-slider" }));
    let shown = call(&server, &ada, "GET", &format!("{}?with_legal_moves=true", path_of(&table)), None).ok();
    let legal = shown["position"]["legal_moves"]["moves"].as_array().expect("moves");
    let slide = legal.iter().find(|mv| mv["type"] == "slide").expect("a slide");
    let problem = post(&server, &ada, &table, 0, &vec![slide.clone(); 101]).problem(400, "invalid_body");
    assert_eq!(problem["errors"][0]["pointer"], "/moves", "{problem}");
    post(&server, &ada, &table, 0, &[]).problem(400, "invalid_body");
}

#[test]
fn rules_pages_state_score_of_abandoned_games() {
    for (game, newest) in engine::ranked_games() {
        let counts = newest.scoring().abandoned;
        let counts = if counts == 1000 { "1,000".to_owned() } else { counts.to_string() };
        let line = format!("An abandoned game counts {counts}");
        assert!(newest.facts().page.reading(Audience::Players).contains(&line), "{}: {line}", game.id());
    }
}
