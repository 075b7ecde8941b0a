//! The Easy Slider match at a table: moves at any time, robots with the pace of people, and ticks of seconds.

use funhouse::rules::game::{Level, Seat};
use funhouse::store::{MovedBy, Occupant, PlayerId, StoredTable};
use funhouse::tables::table::Table;
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::eventually::eventually;
use crate::support::harness::Server;
use crate::support::tables::{at, call, load_table, make, path_of, players, post, seated_on, show};

const GAME: &str = "easy-slider-match";

fn terms(mode: &str, rounds: &str) -> Json {
    json!({ "game": GAME, "options": { "mode": mode, "rounds": rounds } })
}

fn slide(seat: Seat, cell: &str) -> Json {
    json!({ "seat": seat, "type": "slide", "cell": cell })
}

fn give_up(seat: Seat) -> Json {
    json!({ "seat": seat, "type": "give_up" })
}

/// The accounts at seats 1 and 2.
fn by_seat<'a>(server: &Server, table: &Json, all: &'a [Account]) -> [&'a Account; 2] {
    let now = load_table(server, table);
    Seat::BOTH.map(|seat| at(&now, seat, all))
}

#[test]
fn seats_of_a_race_need_not_know_moves_of_others() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = seated_on(&server, terms("race", "3"), &all);
    let [one, two] = by_seat(&server, &table, &all);
    let [first, second] = Seat::BOTH;
    let row = ["e4", "e3", "d3"].map(|cell| slide(first, cell));
    assert_eq!(post(&server, one, &table, 0, &row).ok()["moves"], 3, "several slides come in one request");
    assert_eq!(post(&server, two, &table, 0, &[slide(second, "d5")]).ok()["moves"], 4);
    assert_eq!(post(&server, one, &table, 3, &[slide(first, "d4")]).ok()["moves"], 5);
    assert_eq!(
        post(&server, one, &table, 3, &[slide(first, "d4")]).ok()["moves"],
        5,
        "a repeated request plays nothing"
    );
    post(&server, one, &table, 3, &[slide(first, "d2")]).problem(412, "stale");
    post(&server, two, &table, 4, &[give_up(second)]).ok();
    let late = slide(first, "e4");
    let refused = post(&server, one, &table, 5, std::slice::from_ref(&late)).problem(412, "stale");
    assert_eq!(refused["moves"], 6, "the next round has begun");
    post(&server, one, &table, 6, &[late]).ok();
}

#[test]
fn choices_of_a_tick_do_not_make_each_other_stale() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = seated_on(&server, terms("slide", "1"), &all);
    let [one, two] = by_seat(&server, &table, &all);
    let [first, second] = Seat::BOTH;
    post(&server, one, &table, 0, &[slide(first, "e4")]).ok();
    post(&server, two, &table, 0, &[slide(second, "e4")]).ok();
    post(&server, two, &table, 0, &[slide(second, "e5")]).problem(412, "stale");
    post(&server, one, &table, 2, &[slide(first, "e5")]).ok();
    post(&server, two, &table, 2, &[slide(second, "e5")]).ok();
    let shown = show(&server, one, &table);
    assert_eq!(shown["position"]["view"]["table"]["slides"], json!([2, 2]), "{shown}");
}

#[test]
fn only_ticks_can_be_as_short_as_2_seconds() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let order = |terms: &Json, pace: u32| {
        let mut body = terms.clone();
        (body["seats"], body["pace"]) = (json!(["you", "open"]), json!(pace));
        call(&server, &ada, "POST", "/v1/tables", Some(&body))
    };
    order(&terms("slide", "1"), 2).expect(201);
    order(&terms("slide", "1"), 1).problem(400, "invalid_body");
    let refused = order(&terms("race", "1"), 9).problem(400, "invalid_body");
    assert!(refused.to_string().contains("/pace"), "{refused}");
    order(&terms("race", "1"), 10).expect(201);
    order(&json!({ "game": "queensland" }), 9).problem(400, "invalid_body");
}

#[test]
fn seat_that_misses_its_tick_gives_up() {
    let server = Server::start();
    let all = players(&server, 2);
    let mut order = terms("slide", "1");
    order["pace"] = json!(2);
    let table = seated_on(&server, order, &all);
    let [one, _] = by_seat(&server, &table, &all);
    post(&server, one, &table, 0, &[slide(Seat::FIRST, "e4")]).ok();
    server.shared.clock.set_ahead(3_000);
    let path = format!("{}?after=1&wait=5", path_of(&table));
    let news = eventually("the clock's move", || {
        let shown = call(&server, one, "GET", &path, None).ok();
        Some(shown["news"].clone()).filter(|news| news[0].is_object())
    });
    assert_eq!((&news[0]["by"], &news[0]["events"][1]["cause"]), (&json!("clock"), &json!("give_up")), "{news}");
    let over = show(&server, one, &table);
    assert_eq!((&over["status"], &over["position"]["points"]), (&json!("over"), &json!([1, 0])));
}

#[test]
fn robots_of_a_race_keep_the_pace_of_people() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let mut order = terms("race", "1");
    let robot = |level: u8| json!({ "kind": "robot", "level": level });
    order["seats"] = json!(["you", robot(1), robot(3)]);
    let table = make(&server, &ada, &order);
    let now = load_table(&server, &table);
    let own = now.seat_of(PlayerId(ada.id.parse().expect("a number"))).expect("a seat");
    let mut clock = now.stored.state.started_at.expect("it has begun");
    let (mut table_then, mut slides) = (now.clone(), [0_u32; 2]);
    // Ten seconds in which no one else moves.
    for _ in 0..100 {
        clock = clock.plus_millis(100);
        while let Some(step) = table_then.due(clock).expect("it is computed") {
            for mv in &step.moves {
                assert_eq!((mv.by, mv.seat == own.number()), (MovedBy::Robot, false));
                let level = now.stored.state.seats[usize::from(mv.seat) - 1].occupant;
                let fast = level == Occupant::Robot(Level::new(3).expect("a level"));
                slides[usize::from(fast)] += 1;
            }
            assert!(step.moves.len() <= 1, "one slide at a time");
            let stored = StoredTable { state: step.state, ..now.stored.clone() };
            table_then = Table::new(stored, now.ruleset, step.notes, step.game).into();
        }
    }
    assert!((5..=7).contains(&slides[0]) && (20..=26).contains(&slides[1]), "{slides:?}");
    let shown = show(&server, &ada, &table);
    let deadlines = shown["seats"].as_array().expect("seats").iter().filter(|seat| seat.get("deadline").is_some());
    assert_eq!(deadlines.count(), 1, "robots have no deadline: {shown}");
}

#[test]
fn longest_match_can_be_replayed() {
    let moves = |count: usize| {
        let cell = |n: usize| ["e4", "e5"][n / 8 % 2];
        let slide = |n: usize| json!({ "seat": n % 8 + 1, "type": "slide", "cell": cell(n) });
        (0..count).map(slide).collect::<Vec<_>>()
    };
    let run = |count| {
        let options = json!({ "mode": "slide", "rounds": "5" });
        json!({ "game": GAME, "rules": 1, "seed": "longest", "seats": 8, "options": options, "moves": moves(count) })
    };
    let server = Server::start();
    let replay = |run: &Json| server.send("POST", &format!("/v1/games/{GAME}/replay"), &[], Some(run));
    let verdict = replay(&run(64_000)).ok();
    assert_eq!((&verdict["legal"], &verdict["complete"]), (&json!(true), &json!(true)), "{}", verdict["bad_move"]);
    assert_eq!(verdict["position"]["state"]["table"]["round"], 8, "three play-offs follow the five rounds");
    replay(&run(64_001)).problem(400, "invalid_body");
}
