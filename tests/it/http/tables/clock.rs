//! Deadlines, and what happens when they pass.

use funhouse::rules::game::{Level, Seat};
use funhouse::store::{NewTable, PlayerId, TableCreated, TableId};
use funhouse::tables::step::{GRACE, StepError};
use serde_json::{Value as Json, json};

use super::commitment;
use crate::support::account::Account;
use crate::support::databases::{Kind, kind, on_each_kind};
use crate::support::eventually::{eventually, until};
use crate::support::harness::{Server, send};
use crate::support::store::{meddle, wait};
use crate::support::tables::{
    at, call, fast_table, json_of, load_table, make, move_of, next_move, path_of, play_a_third, players, post, record,
    resign, seated, show, text,
};

#[test]
fn robot_moves_on_timeout_then_takes_the_seat() {
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
    let moves = load_table(&server, &table);
    let (_, mv) = next_move(&moves).unwrap_or((Seat::FIRST, json!({ "type": "roll", "seat": 1 })));
    let refused = post(&server, gone, &table, moves.move_count(), &[mv]);
    assert!([403, 409].contains(&refused.status), "{}", refused.body);
}

#[test]
fn moves_are_timed_at_arrival() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = fast_table(&server, &all);
    let now = load_table(&server, &table);
    let (seat, mv) = next_move(&now).expect("somebody acts");
    let player = PlayerId(at(&now, seat, &all).id.parse().expect("a number"));
    let deadline = now.stored.state.seats[seat.index()].due.expect("a deadline");
    let moves = [move_of(&now, &mv)];
    let post_at =
        |millis| now.post(player, 0, &moves, deadline.plus_millis(millis)).map(|decision| decision.step.is_some());
    assert_eq!(post_at(-1), Ok(true));
    assert_eq!(post_at(0), Err(StepError::DeadlinePassed));
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
        let now = load_table(&server, &table);
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
fn moves_due_during_downtime_happen_after_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("test.db");
    let mut process = crate::support::process::Process::start(&file);
    let take = |base: &str, name: &str| {
        let created = send(base, "POST", "/v1/players", &[], Some(&json!({ "name": name }))).expect(201);
        Account::of(text(&created["player"], "id").to_owned(), text(&created, "token").to_owned())
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
fn robot_plays_for_player_who_resigned() {
    let server = Server::start();
    let all = players(&server, 3);
    let table = seated(&server, "queensland", &all);
    play_a_third(&server, &table, &all);
    assert_eq!(resign(&server, &all[0], &table)["status"], "playing");
    assert_eq!(resign(&server, &all[0], &table)["status"], "playing", "once more changes nothing");
    until("the end of the game", || {
        let now = load_table(&server, &table);
        if now.over() {
            return true;
        }
        for who in &all[1..] {
            let own = now.seat_of(PlayerId(who.id.parse().expect("a number"))).expect("a seat");
            let Some(mv) = now.game.plan(own, Level::DEFAULT).into_iter().next() else { continue };
            let answer = post(&server, who, &table, now.move_count(), &[json_of(&mv)]);
            assert!([200, 412].contains(&answer.status), "{}", answer.body);
        }
        false
    });
    let over = server.send("GET", &path_of(&table), &[], None).ok();
    assert_eq!(place(&over, &all[0]), 3, "players who resigned are behind all who stayed");
    assert!([1, 2].iter().all(|at| place(&over, &all[*at]) < 3), "{over}");
    let rated = |at: usize| {
        let page = server.send("GET", "/v1/players/me", &[all[at].header()], None).ok();
        page["ratings"][0]["rating"].as_u64().expect("a rating")
    };
    assert!(rated(0) < rated(1).min(rated(2)), "players who resigned are rated as the last");
    let [gave_up, one, other] = [0, 1, 2].map(|at: usize| record(&server, &all[at]));
    assert_eq!((&gave_up["mean_place"], &gave_up["won"]), (&json!(3.0), &json!(0)));
    for stayed in [one, other] {
        assert!(stayed["mean_place"].as_f64() < Some(3.0), "{stayed}");
    }
}

/// The index of a player's seat at a table.
fn seat_index(table: &Json, player: &Account) -> usize {
    let seats = table["seats"].as_array().expect("seats");
    seats.iter().position(|seat| seat["player"]["id"] == player.id.as_str()).expect("a seat")
}

/// The place of a player at a table that is over.
fn place(table: &Json, player: &Account) -> u64 {
    table["places"][seat_index(table, player)].as_u64().expect("a place")
}

#[test]
fn last_remaining_player_wins_the_table() {
    let server = Server::start();
    let all = players(&server, 3);
    let table = seated(&server, "queensland", &all);
    play_a_third(&server, &table, &all);
    assert_eq!(resign(&server, &all[2], &table)["status"], "playing");
    let over = resign(&server, &all[0], &table);
    assert_eq!((&over["status"], &over["ending"]), (&json!("over"), &json!("resigned")));
    let places = [0, 1, 2].map(|at: usize| record(&server, &all[at])["mean_place"].clone());
    assert_eq!(places, [json!(3.0), json!(1.0), json!(3.0)]);
    assert_eq!([0, 1, 2].map(|at| place(&over, &all[at])), [3, 1, 3]);
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
    let robot = 3 - [0, 1].map(|at| seat_index(&over, &all[at])).iter().sum::<usize>();
    assert_eq!([place(&over, &all[0]), place(&over, &all[1])], [3, 3], "no player stayed");
    assert_eq!(over["places"][robot], 1);
}

#[test]
fn table_without_players_expires() {
    let server = Server::start_flagged(&["--no-limits", "--table-wait", "2"]);
    let ada = Account::new(&server, "Ada");
    let table = make(&server, &ada, &json!({ "game": "queensland", "seats": ["you", "open"] }));
    server.shared.clock.set_ahead(2 * 3_600_000 + 1000);
    let path = format!("{}?wait=10", path_of(&table));
    until("the table to be gone", || call(&server, &ada, "GET", &path, None).status == 404);
}

#[test]
fn unreadable_table_is_retried_later_without_blocking_others() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let now = server.shared.clock.now();
    let mut stored = load_table(&server, &table).stored.clone();
    stored.terms.rules = 99;
    stored.state.due = Some(now);
    let id = TableId(77);
    let (terms, state, history) = (stored.terms, stored.state, stored.history);
    let (repeatable, rematch_of, counts) = (None, None, None);
    let new = NewTable {
        id,
        terms,
        state,
        repeatable,
        rematch_of,
        max_open_tables: 100,
        max_open_of_app: 100,
        counts,
        history,
        events: Vec::new(),
    };
    assert_eq!(wait(server.shared.store.create_table(new)), Ok(TableCreated::New));
    let due = || wait(server.shared.store.table(id)).expect("an answer").expect("it is there").state.due;
    until("the table to be postponed", || due().is_none_or(|due| due >= now.plus_seconds(3600)));
    let path = format!("/v1/tables/{id}");
    server.send("GET", &path, &[], None).problem(500, "internal_error");
}

/// Statements after which the database refuses moves of robots, and accepts them again.
fn refuse_robots(table: &str) -> [String; 2] {
    match kind() {
        Kind::Sqlite => [
            format!(
                "CREATE TRIGGER no_robots BEFORE INSERT ON {table} WHEN new.made_by = 1
                BEGIN SELECT RAISE(ABORT, 'no space'); END"
            ),
            "DROP TRIGGER no_robots".to_owned(),
        ],
        Kind::Postgres => [
            format!("ALTER TABLE {table} ADD CONSTRAINT no_robots CHECK (made_by <> 1) NOT VALID"),
            format!("ALTER TABLE {table} DROP CONSTRAINT no_robots"),
        ],
    }
}

#[test]
fn robot_moves_soon_after_the_database_failed() {
    on_each_kind(|| {
        let server = Server::start();
        let ada = Account::new(&server, "Ada");
        let table = make(&server, &ada, &json!({ "game": "queensland", "seats": ["you", "robot"] }));
        let own = Seat::new(table["you"].as_u64().expect("a seat") as u8).expect("a seat");
        let (known, mv) = eventually("the player's turn", || {
            let now = load_table(&server, &table);
            next_move(&now).filter(|(seat, _)| *seat == own).map(|(_, mv)| (now.move_count(), mv))
        });
        let [refuse, accept] = refuse_robots("table_moves");
        meddle(&server, &refuse);
        let errors = || server.shared.store.metrics().write_errors;
        let before = errors();
        // With PostgreSQL, another instance may serve the request. Then this one finds the robot's turn.
        post(&server, &ada, &table, known, &[mv]).ok();
        until("the robot's move to fail", || errors() != before);
        meddle(&server, &accept);
        let path = format!("{}?after={}&wait=5", path_of(&table), known + 1);
        let by = eventually("the robot's move", || {
            call(&server, &ada, "GET", &path, None).ok()["news"][0].get("by").cloned()
        });
        assert_eq!(by, "robot");
    });
}
