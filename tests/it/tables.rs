//! Tables over HTTP: whole games of every game, what nobody may be told, who is faster, time that runs out, and news.

use std::collections::BTreeSet;
use std::io::{BufRead as _, BufReader};
use std::sync::Arc;

use funhouse::engine::order::PostedMove;
use funhouse::engine::{self, GameVersions};
use funhouse::rules::game::Seat;
use funhouse::rules::hex;
use funhouse::store::{NewTable, PlayerId, TableCreated, TableId};
use funhouse::tables::step::{GRACE, NotDone};
use funhouse::tables::table::Table;
use serde_json::{Value as Json, json};
use sha2::{Digest as _, Sha256};

use crate::eventually::{eventually, until};
use crate::harness::{Answer, Server, send};
use crate::store::wait;
use crate::stored::Account;

const DAY: i64 = 24 * 3_600_000;

/// A call with a token.
pub(crate) fn call(server: &Server, who: &Account, method: &str, path: &str, body: Option<&Json>) -> Answer {
    server.send(method, path, &[who.header()], body)
}

pub(crate) fn text<'a>(of: &'a Json, field: &str) -> &'a str {
    of[field].as_str().unwrap_or_else(|| panic!("a text `{field}` in {of}"))
}

pub(crate) fn path_of(table: &Json) -> String {
    format!("/v1/tables/{}", text(table, "id"))
}

pub(crate) fn make(server: &Server, who: &Account, body: &Json) -> Json {
    call(server, who, "POST", "/v1/tables", Some(body)).expect(201)
}

fn show(server: &Server, who: &Account, table: &Json) -> Json {
    call(server, who, "GET", &path_of(table), None).ok()
}

/// The table as the service holds it.
pub(crate) fn held(server: &Server, table: &Json) -> Arc<Table> {
    let id: TableId = text(table, "id").parse().expect("a number");
    wait(server.shared.tables.load(id)).expect("it is there")
}

pub(crate) fn fewest(game: &GameVersions) -> usize {
    usize::from(game.newest().facts().seats.0)
}

/// Accounts of so many players.
pub(crate) fn players(server: &Server, count: usize) -> Vec<Account> {
    (0..count).map(|n| Account::new(server, &format!("Player {n}"))).collect()
}

/// A table at which all these sit, which has begun.
pub(crate) fn seated(server: &Server, game: &str, all: &[Account]) -> Json {
    seated_on(server, json!({ "game": game }), all)
}

/// A table of these terms that has begun, with these players.
pub(crate) fn seated_on(server: &Server, mut terms: Json, all: &[Account]) -> Json {
    let mut seats = vec!["you"];
    seats.resize(all.len(), "open");
    terms["seats"] = json!(seats);
    let mut table = make(server, &all[0], &terms);
    for (at, other) in all.iter().enumerate().skip(1) {
        assert_eq!(table["status"], "waiting");
        table = call(server, other, "POST", &format!("{}/seats/{}", path_of(&table), at + 1), None).ok();
    }
    assert_eq!(table["status"], "playing", "{table}");
    table
}

/// Who sits at a seat.
pub(crate) fn at<'a>(table: &Table, seat: Seat, all: &'a [Account]) -> &'a Account {
    let own = |account: &&Account| table.seat_of(PlayerId(account.id.parse().expect("a number"))) == Some(seat);
    all.iter().find(own).expect("somebody sits there")
}

/// The next move of whoever acts first, as the built-in player would make it.
pub(crate) fn next_move(table: &Table) -> Option<(Seat, Json)> {
    let (seat, moves) = next_plan(table)?;
    Some((seat, moves.into_iter().next().expect("a move")))
}

/// What the built-in player would do next, which may be several moves, for the first of those who may act.
pub(crate) fn next_plan(table: &Table) -> Option<(Seat, Vec<Json>)> {
    let seat = table.game.to_act().iter().next()?;
    let plan = table.game.plan(seat);
    Some((seat, plan.iter().map(|json| serde_json::from_str(json).expect("JSON")).collect()))
}

pub(crate) fn post(server: &Server, who: &Account, table: &Json, after: usize, moves: &[Json]) -> Answer {
    let game = text(table, "game");
    let body = json!({ "game": game, "after": after, "moves": moves });
    call(server, who, "POST", &format!("{}/moves", path_of(table)), Some(&body))
}

/// Plays a table on by the built-in player's moves, each made by whoever sits there, to the end or for so many moves.
pub(crate) fn play_on(server: &Server, table: &Json, all: &[Account], most: usize) -> Json {
    let mut told = table.clone();
    for _ in 0..most {
        let now = held(server, table);
        let Some((seat, mv)) = next_move(&now).filter(|_| !now.over()) else { break };
        told = post(server, at(&now, seat, all), table, now.move_count(), &[mv]).ok();
    }
    told
}

/// Waits until a table is over, as its player sees it.
pub(crate) fn wait_until_over(server: &Server, who: &Account, table: &Json) -> Json {
    let path = format!("{}?wait=5", path_of(table));
    eventually("the end of a table", || {
        Some(call(server, who, "GET", &path, None).ok()).filter(|table| table["status"] == "over")
    })
}

fn commitment(seed: &str) -> String {
    hex::encode(&Sha256::digest(seed))
}

#[test]
fn a_whole_game_of_every_game_is_held_and_can_be_checked_afterwards_by_anybody() {
    let server = Server::start();
    let all = players(&server, 2);
    for game in engine::games() {
        let facts = game.newest().facts();
        let alone = game.newest().ranked().is_some();
        let seats: Vec<&str> = std::iter::once("you").chain(std::iter::repeat("robot")).take(fewest(game)).collect();
        let body = if alone { json!({ "game": facts.id }) } else { json!({ "game": facts.id, "seats": seats }) };
        let mut table = make(&server, &all[0], &body);
        assert!(table.get("seed").is_none(), "{table}");
        let mut rounds = 0;
        while table["status"] != "over" {
            rounds += 1;
            assert!(rounds < 5000, "{}: {table}", facts.id);
            let now = held(&server, &table);
            let own = table["you"].as_u64().and_then(|seat| Seat::new(seat as u8)).expect("a seat");
            if now.game.to_act().contains(own) && !now.over() {
                let plan = now.game.plan(own);
                let moves: Vec<Json> =
                    plan.iter().take(100).map(|json| serde_json::from_str(json).expect("JSON")).collect();
                let answer = post(&server, &all[0], &table, now.move_count(), &moves);
                // A robot that acts at the same time may have been faster, and may be so again before the table is looked at.
                if answer.status == 412 {
                    let told = answer.problem(412, "stale")["moves"].as_u64().expect("a number") as usize;
                    assert!((now.move_count() + 1..=held(&server, &table).move_count()).contains(&told), "{told}");
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
            let kept = text(&table, "run");
            let stored = server.send("GET", &format!("/v1/runs/{kept}"), &[], None).ok();
            assert_eq!((&stored["class"], &stored["run"]["seed"]), (&json!("sealed"), &run["run"]["seed"]));
            assert_eq!(table["receipt"]["run"], stored, "{}", facts.id);
        } else {
            let places = table["position"]["places"].as_array().expect("places").len();
            assert_eq!(places, fewest(game), "{}", facts.id);
        }
    }
    let page = server.send("GET", "/v1/players/me", &[all[0].header()], None).ok();
    let several = engine::games().iter().filter(|game| game.newest().ranked().is_none()).count();
    assert_eq!(page["records"].as_array().expect("records").len(), several, "each game is on record");
}

/// The events that are told to somebody: name, id and data of each, as many as are waited for.
pub(crate) fn events_of(
    server: &Server,
    table: &Json,
    who: Option<&Account>,
    last: Option<usize>,
    tables: usize,
) -> Vec<(String, String, Json)> {
    Listening::to(server.base(), &path_of(table), who, last).take(tables)
}

/// One who listens to a table.
pub(crate) struct Listening(pub(crate) BufReader<ureq::BodyReader<'static>>);

impl Listening {
    pub(crate) fn to(base: &str, path: &str, who: Option<&Account>, last: Option<usize>) -> Self {
        let mut request = ureq::http::Request::builder().uri(format!("{base}{path}/events"));
        if let Some(who) = who {
            let (name, value) = who.header();
            request = request.header(name, value);
        }
        if let Some(last) = last {
            request = request.header("last-event-id", last.to_string());
        }
        let response = ureq::agent().run(request.body(()).expect("a request")).expect("it answers");
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self(BufReader::new(response.into_body().into_reader()))
    }

    /// What comes until so many times the table was told.
    pub(crate) fn take(&mut self, mut tables: usize) -> Vec<(String, String, Json)> {
        let mut events = Vec::new();
        let (mut name, mut id) = (String::new(), String::new());
        while tables > 0 {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).expect("it goes on") > 0, "it ended after {events:?}");
            match line.trim_end().split_once(": ") {
                Some(("event", told)) => name = told.to_owned(),
                Some(("id", told)) => id = told.to_owned(),
                Some(("data", told)) => {
                    tables -= usize::from(name == "table");
                    events.push((name.clone(), id.clone(), serde_json::from_str(told).expect("JSON")));
                }
                _ => {}
            }
        }
        events
    }
}

#[test]
fn a_seed_is_told_by_no_call_before_the_table_is_over() {
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
        seeds.push(held(&server, &table).stored.terms.seed.to_string());
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
                "{path} tells a seed"
            );
        }
    }
    let day = server.shared.clock.now().day();
    let daily = server.send("GET", "/v1/daily", &[], None).ok();
    assert_eq!(daily["sealed"]["catwalk"]["commitment"], tables[1]["commitment"], "{day}");
}

#[test]
fn a_move_that_was_made_is_answered_again_and_one_that_comes_late_is_not_made() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let now = held(&server, &table);
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
    assert_eq!(held(&server, &table).move_count(), 1);

    // Another move after the same number comes late.
    let now = held(&server, &table);
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
    assert_eq!(held(&server, &table).move_count(), 1);
}

#[test]
fn of_two_who_move_at_the_same_time_one_is_told_that_the_other_was_faster_and_goes_on() {
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
        assert_eq!(held(&server, &table).move_count(), 1);
        let now = held(&server, &table);
        if let Some((_, mv)) = next_move(&now) {
            post(&server, &ada, &table, 1, &[mv]).ok();
        }
        // The next one is made once this is over.
        call(&server, &ada, "POST", &format!("{}/resignation", path_of(&table)), None);
    }
}

#[test]
fn whoever_listens_is_told_each_move_once_and_goes_on_where_they_were() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let mut listening = Listening::to(server.base(), &path_of(&table), Some(&all[1]), None);
    let first = listening.take(1);
    assert_eq!((first[0].0.as_str(), &first[0].2["moves"]), ("table", &json!(0)), "it begins with the table");
    play_on(&server, &table, &all, 5);
    let mut told = Vec::new();
    while told.last().is_none_or(|(_, _, table): &(String, String, Json)| table["moves"] != 5) {
        told.extend(listening.take(1));
    }
    let numbers: Vec<&Json> = told.iter().filter(|(name, ..)| name == "move").map(|(_, _, mv)| &mv["number"]).collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5]);
    drop(listening);

    play_on(&server, &table, &all, 2);
    let resumed = events_of(&server, &table, Some(&all[1]), Some(5), 1);
    let ids: Vec<&str> = resumed.iter().map(|(_, id, _)| id.as_str()).collect();
    assert_eq!(ids, ["6", "7", "7"], "what was missed, then the table");
    let news = call(&server, &all[1], "GET", &format!("{}?after=5", path_of(&table)), None).ok();
    let told: Vec<&Json> = resumed.iter().filter(|(name, ..)| name == "move").map(|(_, _, mv)| mv).collect();
    assert_eq!(json!(told), news["news"], "they are told alike");
    let path = format!("{}/events", path_of(&table));
    server.send("GET", &path, &[("last-event-id", "x")], None).problem(400, "bad_request");
}

#[test]
fn a_get_that_waits_is_answered_when_there_is_news_or_time_is_up() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let waiting = |more: &str, headers: &[(&str, &str)]| {
        server.send("GET", &format!("{}?wait=30{more}", path_of(&table)), headers, None)
    };
    std::thread::scope(|scope| {
        let by_count = scope.spawn(|| waiting("&after=0", &[]).ok());
        let tag = server.send("GET", &path_of(&table), &[], None).header("etag").to_owned();
        let by_tag = scope.spawn(move || waiting("", &[("if-none-match", &tag)]).ok());
        // They may come before or after this move: both are told.
        play_on(&server, &table, &all, 1);
        assert_eq!(by_count.join().expect("it answers")["moves"], 1);
        assert_eq!(by_tag.join().expect("it answers")["moves"], 1);
    });
    let tag = server.send("GET", &path_of(&table), &[], None).header("etag").to_owned();
    let path = format!("{}?wait=1", path_of(&table));
    let same = server.send("GET", &path, &[("if-none-match", &tag)], None);
    assert_eq!((same.status, same.body.as_str()), (304, ""), "time is up");
    server.send("GET", &format!("{}?wait=31", path_of(&table)), &[], None).problem(400, "invalid_query");
    assert_eq!(server.shared.tables.listeners().held(), 0, "nobody is left");
}

#[test]
fn when_time_is_up_the_built_in_player_moves_and_the_third_time_it_keeps_the_seat() {
    let server = Server::start();
    let all = players(&server, 3);
    let table = fast_table(&server, &all);
    assert!(table["deadline"].is_string(), "{table}");
    let mut ahead = 0;
    let mut now = show(&server, &all[0], &table);
    while now["seats"].as_array().expect("seats").iter().all(|seat| seat["left"] == false) {
        ahead += 11_000;
        assert!(ahead < 2_000_000, "{now}");
        server.shared.clock.set_ahead(ahead);
        let path = format!("{}?after={}&wait=5", path_of(&table), now["moves"]);
        now = call(&server, &all[0], "GET", &path, None).ok();
        let news = now["news"].as_array().expect("news");
        assert!(news.iter().all(|mv| mv["by"] != "player"), "{news:?}");
        if now["status"] == "over" {
            break;
        }
    }
    let left = now["seats"].as_array().expect("seats").iter().filter(|seat| seat["left"] == true).count();
    assert!(left >= 1, "{now}");
    let all_news = call(&server, &all[0], "GET", &format!("{}?after=0", path_of(&table)), None).ok();
    let by_clock = all_news["news"].as_array().expect("news").iter().filter(|mv| mv["by"] == "clock").count();
    assert!(by_clock >= 3, "the moves say so: {by_clock}");
    // The seat is the built-in player's now.
    let gone = now["seats"].as_array().expect("seats").iter().find(|seat| seat["left"] == true).expect("one");
    let gone = all.iter().find(|one| one.id == gone["player"]["id"].as_str().expect("a player")).expect("one of them");
    let moves = held(&server, &table);
    let (_, mv) = next_move(&moves).unwrap_or((Seat::FIRST, json!({ "type": "roll", "seat": 1 })));
    let refused = post(&server, gone, &table, moves.move_count(), &[mv]);
    assert!([403, 409].contains(&refused.status), "{}", refused.body);
}

/// A table of Queensland at which all these sit, with ten seconds for a move.
fn fast_table(server: &Server, all: &[Account]) -> Json {
    let mut seats = vec!["you"];
    seats.resize(all.len(), "open");
    let mut table = make(server, &all[0], &json!({ "game": "queensland", "seats": seats, "pace": 10 }));
    for (at, other) in all.iter().enumerate().skip(1) {
        table = call(server, other, "POST", &format!("{}/seats/{}", path_of(&table), at + 1), None).ok();
    }
    table
}

#[test]
fn moves_are_timed_when_they_arrive_and_the_clock_waits_for_them() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = fast_table(&server, &all);
    let now = held(&server, &table);
    let (seat, mv) = next_move(&now).expect("somebody acts");
    let player = PlayerId(at(&now, seat, &all).id.parse().expect("a number"));
    let deadline = now.stored.state.seats[seat.index()].due.expect("a deadline");
    let moves = [PostedMove { seat, json: mv.to_string() }];
    let post_at =
        |millis| now.post(player, 0, &moves, deadline.plus_millis(millis)).map(|happened| happened.step.is_some());
    assert_eq!(post_at(-1), Ok(true));
    assert_eq!(post_at(0), Err(NotDone::Late));
    let clock_at = |millis| now.due(deadline.plus_millis(millis)).expect("it is played").is_some();
    assert_eq!((clock_at(GRACE - 1), clock_at(GRACE)), (false, true));
    assert_eq!(now.stored.state.due, Some(deadline.plus_millis(GRACE)), "that is when the clock looks");
}

#[test]
fn move_after_its_deadline_is_refused() {
    let server = Server::start();
    let all = players(&server, 2);
    for round in 1..=8 {
        let table = fast_table(&server, &all);
        let now = held(&server, &table);
        let (seat, mv) = next_move(&now).expect("somebody acts");
        server.shared.clock.set_ahead(round * 10_000);
        let late = post(&server, at(&now, seat, &all), &table, 0, &[mv]);
        // The clock may have moved by then.
        match late.status {
            409 => late.problem(409, "deadline_passed"),
            _ => late.problem(412, "stale"),
        };
        let by = eventually("the clock's move", || {
            let path = format!("{}?after=0&wait=5", path_of(&table));
            call(&server, &all[0], "GET", &path, None).ok()["news"][0].get("by").cloned()
        });
        assert_eq!(by, "clock");
    }
}

#[test]
fn what_came_due_while_the_service_was_down_is_done_when_it_is_up() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("test.db");
    let mut process = crate::crash::Process::start(&file);
    let take = |base: &str, name: &str| {
        let made = send(base, "POST", "/v1/players", &[], Some(&json!({ "name": name }))).expect(201);
        Account::of(text(&made["player"], "id").to_owned(), text(&made, "token").to_owned())
    };
    let (ada, ben) = (take(&process.base, "Ada"), take(&process.base, "Ben"));
    let body = json!({ "game": "queensland", "seats": ["you", "open"], "pace": 10 });
    let table = send(&process.base, "POST", "/v1/tables", &[ada.header()], Some(&body)).expect(201);
    send(&process.base, "POST", &format!("{}/seats/2", path_of(&table)), &[ben.header()], None).ok();
    process.kill();
    let server = Server::start_ahead(folder, 11_000);
    let path = format!("{}?after=0&wait=5", path_of(&table));
    let by = eventually("the clock's move", || {
        let now = call(&server, &ada, "GET", &path, None).ok();
        now["news"][0].get("by").cloned()
    });
    assert_eq!(by, "clock");
}

#[test]
fn robot_keeps_the_seat_of_a_player_who_resigned() {
    let server = Server::start();
    let all = players(&server, 3);
    let table = seated(&server, "queensland", &all);
    assert_eq!(resign(&server, &all[0], &table)["status"], "playing");
    assert_eq!(resign(&server, &all[0], &table)["status"], "playing", "once more changes nothing");
    until("the end of the game", || {
        let now = held(&server, &table);
        if now.over() {
            return true;
        }
        for who in &all[1..] {
            let own = now.seat_of(PlayerId(who.id.parse().expect("a number"))).expect("a seat");
            let Some(mv) = now.game.plan(own).into_iter().next() else { continue };
            let mv = serde_json::from_str(&mv).expect("JSON");
            let answer = post(&server, who, &table, now.move_count(), &[mv]);
            assert!([200, 412].contains(&answer.status), "{}", answer.body);
        }
        false
    });
    let [gave_up, one, other] = [0, 1, 2].map(|at: usize| record(&server, &all[at]));
    assert_eq!((&gave_up["mean_place"], &gave_up["won"]), (&json!(3.0), &json!(0)));
    for stayed in [one, other] {
        assert!(stayed["mean_place"].as_f64() < Some(3.0), "{stayed}");
        assert!(stayed["rating"].as_f64() > gave_up["rating"].as_f64(), "all are rated");
    }
}

#[test]
fn last_remaining_player_wins_the_table() {
    let server = Server::start();
    let all = players(&server, 3);
    let table = seated(&server, "queensland", &all);
    assert_eq!(resign(&server, &all[2], &table)["status"], "playing");
    let over = resign(&server, &all[0], &table);
    assert_eq!((&over["status"], &over["ending"]), (&json!("over"), &json!("resigned")));
    let places = [0, 1, 2].map(|at: usize| record(&server, &all[at])["mean_place"].clone());
    assert_eq!(places, [json!(3.0), json!(1.0), json!(3.0)]);
    let run = server.send("GET", &format!("{}/run", path_of(&table)), &[], None).ok();
    assert_eq!(run["commitment"], commitment(text(&run["run"], "seed")));
    call(&server, &all[1], "POST", &format!("{}/resignation", path_of(&table)), None).problem(409, "table_over");

    // A robot that was there from the start plays on to the last player.
    let body = json!({ "game": "queensland", "seats": ["you", "open", "robot"] });
    let table = make(&server, &all[0], &body);
    call(&server, &all[1], "POST", &format!("{}/seats/2", path_of(&table)), None).ok();
    assert_eq!(resign(&server, &all[0], &table)["status"], "playing");
    let over = resign(&server, &all[1], &table);
    assert_eq!((&over["status"], &over["ending"]), (&json!("over"), &json!("resigned")));
}

/// A player gives up at a table.
pub(crate) fn resign(server: &Server, who: &Account, table: &Json) -> Json {
    call(server, who, "POST", &format!("{}/resignation", path_of(table)), None).ok()
}

/// What is on record of the first game that a player played with others.
fn record(server: &Server, who: &Account) -> Json {
    server.send("GET", "/v1/players/me", &[who.header()], None).ok()["records"][0].clone()
}

#[test]
fn the_sealed_game_of_the_day_is_one_for_each_player_and_nobody_elses_to_see_until_the_day_is_over() {
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
    let seed = held(&server, &table).stored.terms.seed.to_string();
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
        "/v1/leaderboards/slide-jam?class=sealed_daily&period=day".to_owned(),
        "/v1/leaderboards/slide-jam?class=sealed_daily&since=2020-01-01".to_owned(),
        "/v1/players/me".to_owned(),
        "/v1/players/me/runs".to_owned(),
        "/v1/players/me/export".to_owned(),
        "/v1/daily".to_owned(),
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
            assert!(!answer.body.contains(&seed), "{path} tells the seed");
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
    assert_eq!((&board["count"], board["entries"][0].get("seed")), (&json!(1), None), "it stands on the day's board");

    server.shared.clock.set_ahead(ahead + DAY);
    let run = server.send("GET", &format!("{}/run", path_of(&table)), &[], None).ok();
    assert_eq!((text(&run["run"], "seed"), &run["commitment"]), (seed.as_str(), &json!(commitment(&seed))));
    let left = wait_until_over(&server, &all[1], &other);
    assert_eq!((&left["status"], &left["ending"]), (&json!("over"), &json!("abandoned")), "the day is over");
    let date = server.shared.clock.now().day().plus(-1);
    let daily = server.send("GET", &format!("/v1/daily/{date}"), &[], None).ok();
    assert_eq!(daily["sealed"]["slide-jam"]["seed"], seed);
    let next = make(&server, &all[0], &body);
    assert_ne!(next["commitment"], table["commitment"], "each day has another seed");
}

#[test]
fn tables_are_listed_while_they_wait_and_a_players_own_are_theirs_to_list() {
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
    call(&server, &all[0], "POST", &seat(2), None).problem(409, "seat_taken");
    call(&server, &all[1], "POST", &seat(3), None).problem(409, "seat_taken");
    call(&server, &all[1], "POST", &seat(4), None).problem(404, "not_found");
    call(&server, &all[1], "DELETE", &seat(2), None).problem(403, "not_seated");
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
fn a_table_that_nobody_joins_is_put_away() {
    let server = Server::start_flagged(&["--no-limits", "--table-wait", "2"]);
    let ada = Account::new(&server, "Ada");
    let table = make(&server, &ada, &json!({ "game": "queensland", "seats": ["you", "open"] }));
    server.shared.clock.set_ahead(2 * 3_600_000 + 1000);
    let path = format!("{}?wait=10", path_of(&table));
    until("the table to be gone", || call(&server, &ada, "GET", &path, None).status == 404);
}

#[test]
fn a_request_for_a_table_that_is_repeated_with_its_key_makes_no_other() {
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
fn requests_that_fit_no_game_are_refused_with_a_pointer() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let refused = |body: Json, pointer: &str| {
        let problem = call(&server, &ada, "POST", "/v1/tables", Some(&body)).problem(400, "invalid_body");
        assert_eq!(problem["errors"][0]["pointer"], pointer, "{problem}");
    };
    refused(json!({ "game": "nothing" }), "/game");
    refused(json!({ "seats": ["you"] }), "");
    refused(json!({ "game": "queensland" }), "");
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
fn a_player_sits_at_no_more_tables_than_may_be_and_an_address_has_no_more_listeners() {
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
fn a_rematch_seats_the_same_players_once_each_has_asked_for_it() {
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
    assert_ne!(tag(), before, "whoever asks with what they know is told of it");
    let second = rematch(&all[1]).expect(200);
    assert_eq!((&second["id"], &second["status"]), (&first["id"], &json!("playing")));
    assert_eq!(rematch(&all[0]).expect(200)["id"], first["id"], "asking again makes no other");
    assert_ne!(second["commitment"], table["commitment"]);
}

#[test]
fn all_players_get_a_seat_when_they_ask_for_a_rematch_at_once() {
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
        let made = answers.iter().filter(|answer| answer.status == 201).count();
        let joined = answers.iter().filter(|answer| answer.status == 200).count();
        assert_eq!((made, joined), (1, 3), "{:?}", answers.iter().map(|answer| &answer.body).collect::<Vec<_>>());
        let next = show(&server, &all[0], &answers[0].json());
        assert_eq!(next["status"], "playing");
        for who in &all {
            resign_if_playing(&server, who, &next);
        }
    }
}

/// A player gives up at a table, unless it is over.
fn resign_if_playing(server: &Server, who: &Account, table: &Json) {
    call(server, who, "POST", &format!("{}/resignation", path_of(table)), None);
}

#[test]
fn another_instance_on_the_same_database_serves_the_table_and_hears_of_its_moves() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let file = server.folder.path().join("test.db");
    let other = crate::crash::Process::start(&file);
    let mut listening = Listening::to(&other.base, &path_of(&table), Some(&all[0]), None);
    listening.take(1);
    for n in 0..6 {
        let now = held(&server, &table);
        let (seat, mv) = next_move(&now).expect("somebody acts");
        let body = json!({ "game": "queensland", "after": n, "moves": [mv] });
        let path = format!("{}/moves", path_of(&table));
        let base = if n % 2 == 0 { server.base() } else { &other.base };
        send(base, "POST", &path, &[at(&now, seat, &all).header()], Some(&body)).ok();
    }
    let mut numbers = Vec::new();
    while numbers.len() < 6 {
        let told = listening.take(1);
        numbers.extend(told.iter().filter(|(name, ..)| name == "move").map(|(_, _, mv)| mv["number"].clone()));
    }
    assert_eq!(json!(numbers), json!([1, 2, 3, 4, 5, 6]));
    let paths = [server.base(), &other.base].map(|base| send(base, "GET", &path_of(&table), &[], None).ok());
    assert_eq!(paths[0], paths[1]);
}

#[test]
fn a_stream_ends_when_the_service_is_told_to_stop_and_goes_on_with_the_next() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("stop.db");
    let mut process = crate::crash::Process::start(&file);
    let made = send(&process.base, "POST", "/v1/players", &[], Some(&json!({ "name": "Ada" }))).expect(201);
    let ada = Account::of(text(&made["player"], "id").to_owned(), text(&made, "token").to_owned());
    let table =
        send(&process.base, "POST", "/v1/tables", &[ada.header()], Some(&json!({ "game": "slide-jam" }))).expect(201);
    let mut listening = Listening::to(&process.base, &path_of(&table), None, None);
    listening.take(1);
    let terminated =
        std::process::Command::new("kill").arg(process.child.id().to_string()).status().expect("kill runs");
    assert!(terminated.success());
    let mut rest = String::new();
    // It ends of itself, and does not break off.
    std::io::Read::read_to_string(&mut listening.0, &mut rest).expect("it ends");
    assert!(process.child.wait().expect("it stops").success());
    let process = crate::crash::Process::start(&file);
    let told = Listening::to(&process.base, &path_of(&table), None, Some(0)).take(1);
    assert_eq!(told[0].2["id"], table["id"]);
}

#[test]
fn a_table_that_cannot_be_read_is_put_off_and_does_not_stand_before_others() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let now = server.shared.clock.now();
    let mut stored = held(&server, &table).stored.clone();
    stored.terms.rules = 99;
    stored.state.due = Some(now);
    let id = TableId(77);
    let (terms, state) = (stored.terms, stored.state);
    let new = NewTable { id, terms, state, repeatable: None, rematch_of: None, max_open_tables: 100, counts: None };
    assert_eq!(wait(server.shared.store.create_table(new)), Ok(TableCreated::New));
    let due = || wait(server.shared.store.table(id)).expect("an answer").expect("it is there").state.due;
    until("the table to be postponed", || due().is_none_or(|due| due >= now.plus_seconds(3600)));
    let path = format!("/v1/tables/{id}");
    server.send("GET", &path, &[], None).problem(500, "internal_error");
}

#[test]
fn no_more_moves_are_posted_at_once_than_any_turn_has() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let table = make(&server, &ada, &json!({ "game": "easy-slider" }));
    let told = call(&server, &ada, "GET", &format!("{}?with_legal_moves=true", path_of(&table)), None).ok();
    let legal = told["position"]["legal_moves"]["moves"].as_array().expect("moves");
    let slide = legal.iter().find(|mv| mv["type"] == "slide").expect("a slide");
    let problem = post(&server, &ada, &table, 0, &vec![slide.clone(); 101]).problem(400, "invalid_body");
    assert_eq!(problem["errors"][0]["pointer"], "/moves", "{problem}");
    post(&server, &ada, &table, 0, &[]).problem(400, "invalid_body");
}

#[test]
fn the_rules_page_of_every_solitaire_says_what_an_abandoned_game_counts() {
    for (game, newest) in engine::ranked_games() {
        let counts = newest.scoring().abandoned;
        let counts = if counts == 1000 { "1,000".to_owned() } else { counts.to_string() };
        let line = format!("An abandoned game counts {counts}");
        assert!(newest.facts().page.reading().contains(&line), "{}: {line}", game.id());
    }
}
