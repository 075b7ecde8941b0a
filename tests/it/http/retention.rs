//! Old tables lose their moves if they count nowhere; their result stays.

use std::collections::BTreeSet;
use std::io::BufRead as _;

use funhouse::store::TableId;
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::databases::{numbers, on_each_kind};
use crate::support::eventually::eventually;
use crate::support::harness::Server;
use crate::support::schema::assert_fits;
use crate::support::store::{confirm_clock, meddle, wait};
use crate::support::tables::{
    Listening, at, call, load_table, make, next_move, path_of, play_on, players, post, resign, seated_on, show, text,
};

const DAY: i64 = 24 * 3_600_000;

/// A short game against a robot, which is over.
fn played_against_robot(server: &Server, who: &Account) -> Json {
    let terms = json!({ "game": "queensland", "options": { "games": "one" }, "seats": ["you", "robot"] });
    let table = make(server, who, &terms);
    loop {
        let now = load_table(server, &table);
        let Some((seat, mv)) = next_move(&now) else { break };
        if text(&show(server, who, &table)["seats"][seat.index()], "kind") == "player" {
            post(server, who, &table, now.move_count(), &[mv]).ok();
        } else {
            eventually("the robot's move", || {
                (load_table(server, &table).move_count() > now.move_count()).then_some(())
            });
        }
    }
    eventually("the end", || Some(show(server, who, &table)).filter(|table| table["status"] == "over"))
}

fn number(table: &Json) -> i64 {
    i64::from_str_radix(text(table, "id"), 16).expect("a number")
}

fn moves_of(server: &Server, table: &Json) -> i64 {
    let id = number(table);
    wait(numbers(&server.database(), &format!("SELECT count(*) FROM table_moves WHERE table_id = {id}")))[0]
}

/// Removes what is older than a day, after this many days.
fn remove_after(server: &Server, days: i64) -> u64 {
    server.shared.clock.set_ahead(days * DAY);
    confirm_clock(server);
    remove(server)
}

/// Removes what is older than a day.
fn remove(server: &Server) -> u64 {
    wait(server.shared.tables.remove_old_moves(1, &mut BTreeSet::new())).expect("they are removed")
}

#[test]
fn result_of_removed_moves_stays_and_moves_are_gone() {
    on_each_kind(|| {
        let server = Server::start();
        let ada = Account::new(&server, "Ada");
        let before = played_against_robot(&server, &ada);
        let digest = hex::encode(load_table(&server, &before).game.digest());
        assert_eq!(remove_after(&server, 0), 0, "it is not old enough");
        assert_eq!(show(&server, &ada, &before), before);
        server.shared.clock.set_ahead(2 * DAY);
        assert_eq!(remove(&server), 0, "the clock is not confirmed");
        assert_eq!(remove_after(&server, 2), 1);
        assert_eq!((remove_after(&server, 2), moves_of(&server, &before)), (0, 0));

        let after = show(&server, &ada, &before);
        assert_fits("QueenslandHeldTable", &after);
        let mut expected = before.clone();
        let position = expected.as_object_mut().expect("a table").remove("position").expect("the game");
        expected["moves_removed"] = true.into();
        expected["digest"] = digest.into();
        expected["points"] = position["points"].clone();
        assert_eq!(after, expected);
        assert_eq!(after["places"].as_array().map(Vec::len), Some(2));
        let path = path_of(&before);
        let onlooker = server.send("GET", &path, &[], None).ok();
        assert_eq!((&onlooker["seed"], onlooker.get("you")), (&before["seed"], None));
        assert_eq!(call(&server, &ada, "GET", &format!("{path}?wait=30"), None).ok(), after, "nothing will come");
        let tag = call(&server, &ada, "GET", &path, None);
        let known = [ada.header(), ("if-none-match", tag.header("etag"))];
        assert_eq!(server.send("GET", &path, &known, None).status, 304);
        call(&server, &ada, "GET", &format!("{path}/ratings"), None).ok();
        let listed = call(&server, &ada, "GET", "/v1/players/me/tables", None).ok()["tables"][0].clone();
        assert_eq!((&listed["id"], &listed["moves_removed"]), (&before["id"], &true.into()));

        for (method, call_path, body) in [
            ("GET", "?after=0", None),
            ("GET", "?after=0&wait=1", None),
            ("GET", "/run", None),
            ("GET", "/picture", None),
            ("GET", "/picture?moves=1", None),
            ("GET", "/events", None),
            ("POST", "/rematch", None),
            ("POST", "/resignation", None),
            ("POST", "/auto_decline", None),
            ("DELETE", "/auto_decline", None),
            ("POST", "/seats/1", None),
            ("DELETE", "/seats/1", None),
            ("POST", "/phrases", Some(json!({ "phrase": "good_game" }))),
            ("POST", "/moves", Some(json!({ "game": "queensland", "after": 0, "moves": [{ "seat": 1 }] }))),
        ] {
            let answer = call(&server, &ada, method, &format!("{path}{call_path}"), body.as_ref());
            answer.problem(410, "moves_removed");
        }
        assert_eq!(show(&server, &ada, &before), after);
    });
}

#[test]
fn rated_ranked_and_open_games_keep_their_moves() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 2);
        let one = json!({ "game": "queensland", "options": { "games": "one" } });
        let rated = play_on(&server, &seated_on(&server, one.clone(), &all), &all, 500);
        let resigned = seated_on(&server, one.clone(), &all);
        resign(&server, &all[0], &resigned);
        let ranked = make(&server, &all[0], &json!({ "game": "slide-jam" }));
        let ranked = play_on(&server, &ranked, &all[..1], 100);
        let open = seated_on(&server, json!({ "game": "queensland", "pace": 604_800 }), &all);
        let (seat, mv) = next_move(&load_table(&server, &open)).expect("a move");
        post(&server, at(&load_table(&server, &open), seat, &all), &open, 0, &[mv]).ok();
        let alone = json!({ "game": "queensland", "seats": ["you", "robot"] });
        let alone = make(&server, &all[1], &alone);
        resign(&server, &all[1], &alone);
        let tables = [&rated, &resigned, &ranked, &open, &alone];
        let before = tables.map(|table| moves_of(&server, table));
        assert!(before[0] > 1 && before[2] > 1 && before[3] == 1, "{before:?}");

        assert_eq!(remove_after(&server, 3), 1, "only the game against a robot");
        assert_eq!(tables[..4].iter().map(|table| moves_of(&server, table)).collect::<Vec<_>>(), before[..4]);
        assert_eq!(moves_of(&server, &alone), 0);
        for table in &tables[..4] {
            let shown = show(&server, &all[0], table);
            assert_eq!((shown.get("moves_removed"), shown.get("position").is_some()), (None, true), "{shown}");
        }
        let shown = show(&server, &all[1], &alone);
        assert_eq!((&shown["ending"], &shown["moves_removed"]), (&"resigned".into(), &true.into()));
    });
}

#[test]
fn game_with_waiting_rematch_keeps_its_moves() {
    let server = Server::start();
    let all = players(&server, 2);
    // The result of a real table counts nowhere.
    let table = seated_on(&server, json!({ "game": "wild-bill" }), &all);
    resign(&server, &all[0], &table);
    let again = format!("{}/rematch", path_of(&table));
    let rematch = call(&server, &all[0], "POST", &again, None).expect(201);
    assert_eq!((rematch["status"].as_str(), remove_after(&server, 2)), (Some("waiting"), 0));
    let rematch = call(&server, &all[1], "POST", &again, None).ok();
    assert_eq!((rematch["status"].as_str(), remove_after(&server, 2)), (Some("playing"), 1));
    assert_eq!(show(&server, &all[0], &table)["rematch"], rematch["id"]);
    call(&server, &all[0], "POST", &again, None).problem(410, "moves_removed");
}

#[test]
fn moves_are_removed_once_by_several_instances() {
    on_each_kind(|| {
        let server = Server::start();
        let ada = Account::new(&server, "Ada");
        for _ in 0..5 {
            let table = make(&server, &ada, &json!({ "game": "queensland", "seats": ["you", "robot"] }));
            resign(&server, &ada, &table);
        }
        let other = Server::start_another(&server);
        for server in [&server, &other] {
            server.shared.clock.set_ahead(2 * DAY);
            confirm_clock(server);
        }
        let removed = wait(async {
            let [one, two] = [&server, &other].map(|server| {
                let tables = server.shared.tables.clone();
                tokio::spawn(async move {
                    tables.remove_old_moves(1, &mut BTreeSet::new()).await.expect("they are removed")
                })
            });
            one.await.expect("it ends") + two.await.expect("it ends")
        });
        assert_eq!(removed, 5);
    });
}

#[test]
fn stream_ends_when_moves_are_removed() {
    let server = Server::start_alone();
    let ada = Account::new(&server, "Ada");
    let table = make(&server, &ada, &json!({ "game": "queensland", "seats": ["you", "robot"] }));
    resign(&server, &ada, &table);
    let mut stream = Listening::to(server.base(), &path_of(&table), Some(&ada), None);
    assert_eq!(stream.next_named("table")["status"], "over");
    assert_eq!(remove_after(&server, 2), 1);
    let mut line = String::new();
    while stream.0.read_line(&mut line).expect("it ends in good order") > 0 {
        line.clear();
    }
}

#[test]
fn games_that_cannot_be_replayed_keep_their_moves() {
    let server = Server::start_alone();
    let ada = Account::new(&server, "Ada");
    let table = played_against_robot(&server, &ada);
    let moves = moves_of(&server, &table);
    let good = make(&server, &ada, &json!({ "game": "queensland", "seats": ["you", "robot"] }));
    resign(&server, &ada, &good);
    let id = number(&table);
    meddle(&server, &format!("UPDATE table_moves SET json = '{{}}' WHERE number = 2 AND table_id = {id}"));
    assert_eq!((remove_after(&server, 2), remove_after(&server, 2)), (1, 0), "others are not held up");
    assert_eq!(moves_of(&server, &table), moves);
    let decided = format!("SELECT moves_state FROM game_tables WHERE id = {id}");
    assert_eq!(wait(numbers(&server.database(), &decided)), [0]);
    assert_eq!(show(&server, &ada, &good)["moves_removed"], true);
}

#[test]
fn unreadable_games_are_skipped_and_tried_again() {
    on_each_kind(|| {
        let server = Server::start();
        let ada = Account::new(&server, "Ada");
        let damaged = [(); 2].map(|()| played_against_robot(&server, &ada));
        let good = make(&server, &ada, &json!({ "game": "queensland", "seats": ["you", "robot"] }));
        resign(&server, &ada, &good);
        let [row, moves] = damaged.each_ref().map(number);
        let column = |sql: &str| wait(numbers(&server.database(), sql))[0];
        let by = column(&format!("SELECT made_by FROM table_moves WHERE number = 1 AND table_id = {moves}"));
        meddle(&server, &format!("UPDATE game_tables SET occupants = 'x' || occupants WHERE id = {row}"));
        meddle(&server, &format!("UPDATE table_moves SET made_by = 9 WHERE number = 1 AND table_id = {moves}"));
        assert_eq!((remove_after(&server, 2), remove_after(&server, 2)), (1, 0), "others are not held up");
        assert_eq!(show(&server, &ada, &good)["moves_removed"], true);
        let mut logged = BTreeSet::new();
        assert_eq!(wait(server.shared.tables.remove_old_moves(1, &mut logged)).expect("nothing is removed"), 0);
        assert_eq!(logged, BTreeSet::from([row, moves].map(TableId)));

        meddle(&server, &format!("UPDATE game_tables SET occupants = substr(occupants, 2) WHERE id = {row}"));
        meddle(&server, &format!("UPDATE table_moves SET made_by = {by} WHERE number = 1 AND table_id = {moves}"));
        assert_eq!(remove_after(&server, 2), 2, "the damage was repaired");
    });
}

#[test]
fn flag_starts_the_removal() {
    let server = Server::start_alone();
    let ada = Account::new(&server, "Ada");
    let table = make(&server, &ada, &json!({ "game": "queensland", "seats": ["you", "robot"] }));
    resign(&server, &ada, &table);
    let ended = server.shared.clock.now().millis() - 8 * DAY;
    meddle(&server, &format!("UPDATE game_tables SET ended_at = {ended}"));
    let _week = Server::start_another_flagged(&server, &["--no-limits", "--keep-table-moves", "7"]);
    eventually("the removal", || {
        show(&server, &ada, &table).get("moves_removed").map(|removed| assert_eq!(removed, true))
    });
}
