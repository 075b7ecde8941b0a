//! A clock that leaps ahead ends nothing. Once it is confirmed or set right, each deadline begins again with its full time.

use std::sync::Arc;

use funhouse::days::Time;
use funhouse::store::calendar::Timestamp;
use funhouse::tables::step::RANKED_PACE;
use funhouse::tables::table::Table;
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::databases::on_each_kind;
use crate::support::eventually::{eventually, until};
use crate::support::harness::Server;
use crate::support::store::{confirm_clock, wait};
use crate::support::tables::{at, call, load_table, make, next_move, path_of, players, post, resign, seated, show};

const DAY: i64 = 24 * 3_600_000;
/// Milliseconds for a move at a [`paced_table`], more than a test takes.
const PACE: i64 = 600_000;
/// Milliseconds for which a table waits for players.
const WAIT: i64 = 7 * DAY;

/// Moves the clock, and waits until the database knows that deadlines wait.
fn leap(server: &Server, ahead: i64) {
    server.shared.clock.set_ahead(ahead);
    until("deadlines to wait", || wait(server.shared.store.time_record()).expect("it is read").hold.is_some());
}

fn time(server: &Server) -> Time {
    wait(server.shared.days.time()).expect("a time")
}

/// A table of two players with [`PACE`] for a move.
fn paced_table(server: &Server, all: &[Account]) -> Json {
    let body = json!({ "game": "queensland", "seats": ["you", "open"], "pace": PACE / 1000 });
    let table = make(server, &all[0], &body);
    call(server, &all[1], "POST", &format!("{}/seats/2", path_of(&table)), None).ok()
}

/// A table that is being played, a ranked solitaire, and a table that waits for players.
struct Open {
    paced: Json,
    ranked: Json,
    waiting: Json,
}

impl Open {
    fn new(server: &Server, all: &[Account]) -> Self {
        let ranked = make(server, &all[0], &json!({ "game": "slide-jam" }));
        let waiting = make(server, &all[0], &json!({ "game": "queensland", "seats": ["you", "open"] }));
        Self { paced: paced_table(server, all), ranked, waiting }
    }

    fn all(&self) -> [&Json; 3] {
        [&self.paced, &self.ranked, &self.waiting]
    }

    /// Asserts that nothing has happened at any of the tables, and that nothing is due.
    fn assert_untouched(&self, server: &Server) {
        for table in self.all() {
            let now = load_table(server, table);
            assert!(!now.over() && now.move_count() == 0, "{:?}", now.stored);
            assert!(now.due(time(server)).expect("it is read").is_none(), "{:?}", now.stored);
            let shown = server.send("GET", &path_of(table), &[], None).ok();
            assert_eq!(shown.get("seed"), None, "{shown}");
        }
    }

    /// Asserts that all deadlines began again after `since`, with their full time.
    fn assert_full_time(&self, server: &Server, since: Timestamp) {
        for (table, full) in self.all().into_iter().zip([PACE, RANKED_PACE * 1000, WAIT]) {
            eventually("the full time again", || {
                let deadline = deadline(&load_table(server, table))?;
                let latest = server.shared.clock.now().plus_millis(full);
                (since.plus_millis(full)..=latest).contains(&deadline).then_some(())
            });
        }
    }
}

/// The first deadline of a player at a table, or the end of its wait.
fn deadline(table: &Arc<Table>) -> Option<Timestamp> {
    let state = &table.stored.state;
    if table.begun() { state.seats.iter().filter_map(|seat| seat.due).min() } else { state.due }
}

/// The author of the first move after `known` moves.
fn author_after(server: &Server, who: &Account, table: &Json, known: usize) -> Json {
    let path = format!("{}?after={known}&wait=5", path_of(table));
    eventually("a move", || call(server, who, "GET", &path, None).ok()["news"][0].get("by").cloned())
}

#[test]
fn unconfirmed_clock_ends_neither_turns_nor_games() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 2);
        let open = Open::new(&server, &all);
        // Twice in a row.
        for ahead in [30 * DAY, 60 * DAY] {
            leap(&server, ahead);
            open.assert_untouched(&server);
            let since = server.shared.clock.now();
            confirm_clock(&server);
            open.assert_full_time(&server, since);
        }
        // Deadlines run again.
        server.shared.clock.set_ahead(60 * DAY + 2 * PACE);
        assert_eq!(author_after(&server, &all[0], &open.paced, 0), "clock");
    });
}

#[test]
fn deadlines_begin_again_after_restart() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let all = players(&server, 2);
        let open = Open::new(&server, &all);
        leap(&server, 30 * DAY);
        let server = Server::start_ahead(server.stop(), 30 * DAY + 60_000);
        open.assert_untouched(&server);
        // The instance may stop before it notices that the operator confirms the clock.
        let since = server.shared.clock.now();
        wait(server.shared.store.reach_day(server.shared.clock.now().day())).expect("it is stored");
        let server = Server::start_ahead(server.stop(), 30 * DAY + 120_000);
        open.assert_full_time(&server, since);
    });
}

#[test]
fn clock_set_right_gives_full_time_again() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let all = players(&server, 2);
        let open = Open::new(&server, &all);
        let moved = paced_table(&server, &all);
        leap(&server, 30 * DAY);
        let (seat, mv) = next_move(&load_table(&server, &moved)).expect("a move");
        let played = post(&server, at(&load_table(&server, &moved), seat, &all), &moved, 0, &[mv]).ok();
        assert_eq!(played["moves"], 1, "a move after its deadline is in time");
        let server = Server::start_ahead(server.stop(), 60_000);
        let since = server.shared.clock.now().plus_millis(-30_000);
        open.assert_full_time(&server, since);
        Open { paced: moved, ranked: open.ranked.clone(), waiting: open.waiting.clone() }
            .assert_full_time(&server, since);
        assert_eq!(wait(server.shared.store.time_record()).expect("it is read").hold, None);
        server.shared.clock.set_ahead(60_000 + 2 * PACE);
        assert_eq!(author_after(&server, &all[0], &open.paced, 0), "clock");
    });
}

#[test]
fn instance_with_right_clock_keeps_deadlines() {
    on_each_kind(|| {
        let right = Server::start_alone();
        let wrong = Server::start_another(&right);
        let all = players(&right, 2);
        // The wait may be too short to be seen.
        wrong.shared.clock.set_ahead(30 * DAY);
        until("the instance whose clock is right to end the wait", || {
            let record = wait(right.shared.store.time_record()).expect("it is read");
            record.resumed_at.is_some() && record.hold.is_none() && !time(&right).deadlines_wait
        });
        let table = paced_table(&right, &all);
        assert!(time(&wrong).deadlines_wait);
        right.shared.clock.set_ahead(2 * PACE);
        assert_eq!(author_after(&right, &all[0], &table, 0), "clock");
    });
}

#[test]
fn robots_move_while_deadlines_wait() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 1);
        let seats = json!({ "game": "queensland", "seats": ["you", "robot"], "pace": 10 });
        let before = make(&server, &all[0], &seats);
        leap(&server, 30 * DAY);
        for table in [before, make(&server, &all[0], &seats)] {
            let own = || {
                load_table(&server, &table).seat_of(all[0].id.parse().map(funhouse::store::PlayerId).expect("a number"))
            };
            let (seat, mv) = eventually("the player's turn", || {
                next_move(&load_table(&server, &table)).filter(|(seat, _)| Some(*seat) == own())
            });
            assert_eq!(Some(seat), own());
            let known = load_table(&server, &table).move_count();
            post(&server, &all[0], &table, known, &[mv]).ok();
            assert_eq!(author_after(&server, &all[0], &table, known + 1), "robot");
        }
    });
}

#[test]
fn unconfirmed_clock_forgets_no_request_and_ends_no_talk() {
    let server = Server::start();
    let all = players(&server, 2);
    let request = |path: &str, body: &Json| {
        let key = [("idempotency-key", "a-key-of-a-request-1"), all[0].header()];
        server.send("POST", path, &key, Some(body))
    };
    let table = json!({ "game": "queensland", "seats": ["you", "open"] });
    let first = request("/v1/tables", &table).expect(201);
    let player = request("/v1/players", &json!({ "name": "Cleo" })).expect(201);
    let over = seated(&server, "queensland", &all);
    resign(&server, &all[0], &over);
    leap(&server, 30 * DAY);
    assert_eq!(request("/v1/tables", &table).ok()["id"], first["id"]);
    assert_eq!(request("/v1/players", &json!({ "name": "Cleo" })).expect(201)["token"], player["token"]);
    let phrase = json!({ "phrase": "thanks" });
    assert_eq!(call(&server, &all[0], "POST", &format!("{}/phrases", path_of(&over)), Some(&phrase)).status, 204);
    let table = make(&server, &all[0], &json!({ "game": "slide-jam" }));
    assert_eq!(show(&server, &all[0], &table)["status"], "playing");
}

#[test]
fn leaving_by_clock_that_is_ahead_has_no_wait() {
    on_each_kind(|| {
        let server = Server::start_alone();
        let all = players(&server, 2);
        let terms = json!({ "game": "queensland", "seats": ["you", "open"], "listed": true });
        let tables = [(); 4].map(|()| make(&server, &all[0], &terms));
        let sit = |table: &Json| call(&server, &all[1], "POST", &format!("{}/seats/2", path_of(table)), None);
        leap(&server, 30 * DAY);
        for table in &tables[..3] {
            sit(table).ok();
            resign(&server, &all[1], table);
        }
        server.shared.clock.set_ahead(0);
        until("deadlines to begin again", || !time(&server).deadlines_wait);
        sit(&tables[3]).ok();
    });
}
