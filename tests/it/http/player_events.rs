//! The events of a player: from every table, resumed at any instance, and for no one else.

#![allow(clippy::disallowed_types, reason = "measures when events arrive; only the rules must not use a clock")]

use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use funhouse::store::{NewEvent, PlayerEvent, PlayerId, TableChange, TableId};
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::databases::{Kind, kind, on_each_kind};
use crate::support::eventually::{eventually, until};
use crate::support::harness::{Answer, Server, send};
use crate::support::metrics::metric;
use crate::support::schema::assert_fits;
use crate::support::store::wait;
use crate::support::tables::{
    Listening, at, call, load_table, make, next_move, path_of, play_on, players, post, resign, seated, text,
};

const PATH: &str = "/v1/players/me/events";

/// Listens to the events of a player, after a position.
pub(super) fn listen(base: &str, who: &Account, last: Option<&str>) -> Listening {
    let headers: Vec<(&str, &str)> =
        [who.header()].into_iter().chain(last.map(|last| ("last-event-id", last))).collect();
    Listening::with_headers(base, "/v1/players/me", &headers)
}

/// Returns the next event of a stream, whose name and id its data repeat.
pub(super) fn next(listening: &mut Listening) -> Json {
    let (name, id, data) = listening.next();
    assert_eq!((&data["type"], &data["id"]), (&json!(name), &json!(id)));
    if name != "reset" {
        assert_fits("PlayersEvent", &data);
    }
    data
}

/// Returns this many events of a stream, by type.
fn types(listening: &mut Listening, count: usize) -> Vec<String> {
    (0..count).map(|_| text(&next(listening), "type").to_owned()).collect()
}

/// Asks for the events after a position, and waits for this many seconds.
fn ask(server: &Server, who: &Account, query: &str) -> Answer {
    call(server, who, "GET", &format!("{PATH}?{query}"), None)
}

fn number(who: &Account) -> PlayerId {
    who.id.parse().expect("a number")
}

/// Stores events that no instance is notified of, unless the database does it.
fn store_unnoticed(server: &Server, ada: &Account, count: u32) {
    let table = make(server, ada, &json!({ "game": "queensland", "seats": ["you", "open"] }));
    let (id, stored) = (text(&table, "id").parse().expect("an id"), load_table(server, &table).stored.clone());
    let at = server.shared.clock.now();
    let event = |tag| NewEvent { player: number(ada), event: PlayerEvent::Started(TableId(1)), at, tag };
    let events = (1..=count).map(event).collect();
    let change = TableChange { events, ..TableChange::of(stored.state, stored.history, 1) };
    wait(server.shared.store.change_table(id, stored.version, change)).expect("it is stored");
}

#[test]
fn players_are_notified_of_their_tables_in_order() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 2);
        let mut streams = [0, 1].map(|at| listen(server.bases()[at % server.bases().len()], &all[at], None));
        for stream in &mut streams {
            assert_eq!(next(stream)["type"], "reset", "a new stream begins with it");
        }
        let table = seated(&server, "queensland", &all);
        let now = load_table(&server, &table);
        let (seat, _) = next_move(&now).expect("somebody acts");
        let first = usize::from(at(&now, seat, &all).id == all[1].id);
        assert_eq!(types(&mut streams[first], 1), ["table_started"]);
        let turn = next(&mut streams[first]);
        let due = now.stored.state.seats[seat.index()].due.expect("a deadline").to_string();
        assert_eq!(
            [&turn["type"], &turn["table"], &turn["game"], &turn["deadline"]],
            [&json!("your_turn"), &table["id"], &json!("queensland"), &json!(due)]
        );
        assert_eq!(types(&mut streams[1 - first], 1), ["table_started"]);
        // Each turn is announced once, when it begins.
        let mut turns = [0, 0];
        for _ in 0..6 {
            let before = load_table(&server, &table);
            let to_act = |table: &funhouse::tables::table::Table, n: usize| {
                table.game.to_act().contains(table.seat_of(number(&all[n])).expect("a seat"))
            };
            play_on(&server, &table, &all, 1);
            let after = load_table(&server, &table);
            for n in [0, 1] {
                turns[n] += usize::from(to_act(&after, n) && !to_act(&before, n));
            }
        }
        resign(&server, &all[0], &table);
        for n in [0, 1] {
            let mut due = vec!["your_turn"; turns[n]];
            due.push("table_over");
            assert_eq!(types(&mut streams[n], due.len()), due);
        }
        let rematch = call(&server, &all[0], "POST", &format!("{}/rematch", path_of(&table)), None).expect(201);
        let offered = next(&mut streams[1]);
        assert_eq!(
            [&offered["type"], &offered["table"], &offered["rematch"]],
            [&json!("rematch_offered"), &table["id"], &rematch["id"]]
        );
    });
}

#[test]
fn streams_and_waiting_requests_resume_at_any_instance() {
    on_each_kind(|| {
        let server = Server::start();
        let ada = Account::new(&server, "Ada");
        let first = ask(&server, &ada, "wait=0").ok();
        assert_fits("PlayerEvents", &first);
        assert_eq!((&first["events"], &first["reset"]), (&json!([]), &json!(true)));
        let start = text(&first, "position");
        let solitaire = || make(&server, &ada, &json!({ "game": "slide-jam" }));
        let (table, other) = (solitaire(), make(&server, &ada, &json!({ "game": "trampo-land" })));
        let all = eventually("both events", || {
            let shown = ask(&server, &ada, &format!("after={start}&wait=30")).ok();
            (shown["events"].as_array().expect("events").len() == 2).then_some(shown)
        });
        assert_fits("PlayerEvents", &all);
        assert!(all.get("reset").is_none(), "{all}");
        assert_eq!([&all["events"][0]["table"], &all["events"][1]["table"]], [&table["id"], &other["id"]]);
        for base in server.bases() {
            let mut resumed = listen(base, &ada, Some(text(&all["events"][0], "id")));
            assert_eq!(next(&mut resumed), all["events"][1]);
            let mut resumed = listen(base, &ada, Some(start));
            assert_eq!([next(&mut resumed), next(&mut resumed)].as_slice(), all["events"].as_array().expect("events"));
        }
        let position = text(&all, "position");
        assert_eq!(position, text(&all["events"][1], "id"));
        let none = ask(&server, &ada, &format!("after={position}&wait=0")).ok();
        assert_eq!(none, json!({ "events": [], "position": position }));
        // A waiting request is answered by the next event.
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| ask(&server, &ada, &format!("after={position}&wait=30")).ok());
            until("the request to wait", || {
                server.shared.tables.listeners().reserved() > 0 || kind() == Kind::Postgres
            });
            resign(&server, &ada, &table);
            let began = Instant::now();
            let answer = waiting.join().expect("it is answered");
            assert_eq!(answer["events"][0]["type"], "table_over", "{answer}");
            assert!(began.elapsed() < Duration::from_secs(20), "not when time is up");
        });
    });
}

#[test]
fn positions_that_are_not_of_the_stream_are_reset() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 2);
        seated(&server, "queensland", &all);
        let events = |who: &Account| ask(&server, who, "after=0-ffffffff&wait=30").ok();
        let (adas, bens) = (events(&all[0]), events(&all[1]));
        let newest = text(&adas, "position").to_owned();
        let another = text(&bens["events"][0], "id");
        let of_own = format!("1-{}", &another[2..]);
        for (why, position) in
            [("the future", "999-00000000"), ("another event", "1-00000000"), ("too old", "0-00000000")]
        {
            let answer = ask(&server, &all[0], &format!("after={position}&wait=30")).ok();
            assert_eq!(answer, json!({ "events": [], "position": newest, "reset": true }), "{why}");
            let reset = next(&mut listen(server.base(), &all[0], Some(position)));
            assert_eq!(reset, json!({ "type": "reset", "id": newest }), "{why}");
        }
        // Events of one change have the same tag: the position of another player shows only the own events after it.
        let answer = ask(&server, &all[0], &format!("after={of_own}&wait=0")).ok();
        assert!(answer["events"].as_array().is_some_and(|events| events.len() <= 1), "{answer}");
        for malformed in ["12", "x-00000000", "1-0000000g", "-1-00000000", "1-00000000-1", "+1-00000000"] {
            let answer = ask(&server, &all[0], &format!("after={}&wait=0", malformed.replace('+', "%2B")));
            answer.problem(400, "invalid_query");
            let headers = [all[0].header(), ("last-event-id", malformed)];
            server.send("GET", PATH, &headers, None).problem(400, "bad_request");
        }
        ask(&server, &all[0], "wait=31").problem(400, "invalid_query");
    });
}

#[test]
fn stream_is_for_its_player_alone() {
    let server = Server::start();
    let all = players(&server, 2);
    server.send("GET", PATH, &[], None).problem(401, "unauthorized");
    let of_another = format!("/v1/players/{}/events?wait=0", all[1].id);
    call(&server, &all[0], "GET", &of_another, None).problem(403, "forbidden");
    call(&server, &all[1], "GET", &of_another, None).ok();
    call(&server, &all[0], "GET", "/v1/players/999/events", None).problem(403, "forbidden");
}

/// Ends the token of a player.
type EndToken<'a> = dyn Fn(&Account) + 'a;

#[test]
fn ended_tokens_lose_their_streams_within_seconds() {
    on_each_kind(|| {
        let server = Server::start();
        let ada = Account::new(&server, "Ada");
        let (ben, cleo) = (Account::new(&server, "Ben"), Account::new(&server, "Cleo"));
        let replace = |who: &Account| call(&server, who, "POST", "/v1/players/me/token", None).ok();
        let delete = |who: &Account| assert_eq!(call(&server, who, "DELETE", "/v1/players/me", None).status, 204);
        let revoke = |who: &Account| {
            let tokens = call(&server, who, "GET", "/v1/players/me/tokens", None).ok();
            let path = format!("/v1/players/me/tokens/{}", text(&tokens["tokens"][0], "id"));
            assert_eq!(call(&server, who, "DELETE", &path, None).status, 204);
        };
        let ends: [(&Account, &EndToken); 3] = [(&ada, &|who| drop(replace(who))), (&ben, &delete), (&cleo, &revoke)];
        for (who, end) in ends {
            let mut streams: Vec<Listening> = server.bases().iter().map(|base| listen(base, who, None)).collect();
            streams.iter_mut().for_each(|stream| assert_eq!(next(stream)["type"], "reset"));
            let began = Instant::now();
            end(who);
            for mut stream in streams {
                let mut rest = String::new();
                stream.0.read_to_string(&mut rest).expect("it ends without an error");
            }
            // The check takes place every four seconds.
            assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
        }
    });
}

#[test]
fn listeners_of_one_address_are_limited() {
    let server = Server::start_flagged(&["--limit-listeners", "3"]);
    let (ada, ben) = (Account::new(&server, "Ada"), Account::new(&server, "Ben"));
    let mut streams = [&ada, &ada, &ben].map(|who| listen(server.base(), who, None));
    streams.iter_mut().for_each(|stream| assert_eq!(next(stream)["type"], "reset"));
    assert_eq!(metric(&server, "funhouse_player_event_listeners"), Some(3));
    server.send("GET", PATH, &[ben.header()], None).problem(429, "too_many_listeners");
    ask(&server, &ben, "wait=5").problem(429, "too_many_listeners");
    drop(streams);
    until("room for a listener", || ask(&server, &ben, "wait=0").status == 200);
}

#[test]
fn check_finds_events_of_which_no_notification_arrived() {
    let server = Server::start_alone();
    let ada = Account::new(&server, "Ada");
    let mut listening = listen(server.base(), &ada, None);
    next(&mut listening);
    store_unnoticed(&server, &ada, 250);
    for n in 1..=250 {
        let event = next(&mut listening);
        assert_eq!(
            (event["type"].clone(), event["id"].clone()),
            (json!("table_started"), json!(format!("{n}-{n:08x}")))
        );
        assert!(event.get("game").is_none(), "the table does not exist: {event}");
    }
}

#[test]
fn client_that_reads_nothing_delays_no_one() {
    let server = Server::start_alone();
    let all = players(&server, 2);
    let address = server.base().trim_start_matches("http://");
    let mut silent = TcpStream::connect(address).expect("it listens");
    let (name, value) = all[0].header();
    write!(silent, "GET {PATH} HTTP/1.1\r\nhost: x\r\n{name}: {value}\r\n\r\n").expect("it is open");
    until("the stream", || server.shared.tables.listeners().reserved() == 1);
    let mut listening = listen(server.base(), &all[0], None);
    next(&mut listening);
    for _ in 0..4 {
        store_unnoticed(&server, &all[0], 2_000);
        for _ in 0..2_000 {
            next(&mut listening);
        }
    }
    let table = seated(&server, "queensland", &all);
    play_on(&server, &table, &all, 2);
    assert_eq!(next(&mut listening)["type"], "table_started");
}

#[test]
fn turn_against_robots_is_announced_once_each() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let ada = Account::new(&server, "Ada");
        let start = text(&ask(&server, &ada, "wait=0").ok(), "position").to_owned();
        let table = make(&server, &ada, &json!({ "game": "queensland", "seats": ["you", "robot"] }));
        let mut posted = 0;
        for _ in 0..40 {
            let now = load_table(&server, &table);
            let own = now.seat_of(number(&ada)).expect("a seat");
            if now.over() {
                break;
            }
            if let Some((seat, mv)) = next_move(&now).filter(|(seat, _)| *seat == own) {
                let _ = seat;
                posted += usize::from(post(&server, &ada, &table, now.move_count(), &[mv]).status == 200);
            } else {
                std::thread::sleep(Duration::from_millis(5));
            }
        }
        assert!(posted > 2, "{posted}");
        let shown = ask(&server, &ada, &format!("after={start}&wait=0")).ok();
        let events = shown["events"].as_array().expect("events");
        let turns = events.iter().filter(|event| event["type"] == "your_turn").count();
        assert_eq!(events[0]["type"], "table_started");
        assert!((1..=posted + 1).contains(&turns), "{turns} turns for {posted} moves");
    });
}

#[test]
fn events_reach_all_instances_quickly() {
    let Some((server, _chosen)) = crate::support::harness::three_instances() else { return };
    let all = players(&server, 2);
    let mut streams: Vec<Listening> = server.bases().iter().map(|base| listen(base, &all[1], None)).collect();
    streams.iter_mut().for_each(|stream| drop(next(stream)));
    let mut slowest = Duration::ZERO;
    for n in 0..5 {
        let base = server.bases()[n % 3];
        let body = json!({ "game": "queensland", "seats": ["you", "open"] });
        let table = send(base, "POST", "/v1/tables", &[all[0].header()], Some(&body)).expect(201);
        let began = Instant::now();
        call(&server, &all[1], "POST", &format!("{}/seats/2", path_of(&table)), None).ok();
        for stream in &mut streams {
            while next(stream)["type"] != "table_started" {}
            slowest = slowest.max(began.elapsed());
        }
    }
    // Notifications are faster than the check, which takes place every four seconds.
    assert!(slowest < Duration::from_secs(3), "{slowest:?}");
}
