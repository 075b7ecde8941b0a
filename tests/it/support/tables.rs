//! Tables over HTTP: creating, joining, moving and listening.

use std::io::{BufRead as _, BufReader};
use std::sync::Arc;

use funhouse::engine::GameVersions;
use funhouse::engine::table_move::TableMove;
use funhouse::rules::game::{Level, Seat};
use funhouse::store::{PlayerId, TableId};
use funhouse::tables::table::Table;
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::eventually::eventually;
use crate::support::harness::{Answer, Server};
use crate::support::store::wait;

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

pub(crate) fn show(server: &Server, who: &Account, table: &Json) -> Json {
    call(server, who, "GET", &path_of(table), None).ok()
}

/// The table in the memory of the service.
pub(crate) fn load_table(server: &Server, table: &Json) -> Arc<Table> {
    let id: TableId = text(table, "id").parse().expect("a number");
    wait(server.shared.tables.load(id)).expect("it is there")
}

pub(crate) fn min_seats(game: &GameVersions) -> usize {
    usize::from(game.newest().facts().seats.0)
}

/// Accounts of this many players.
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

/// The next move of the first seat to act, as the robot would make it.
pub(crate) fn next_move(table: &Table) -> Option<(Seat, Json)> {
    let (seat, moves) = next_plan(table)?;
    Some((seat, moves.into_iter().next().expect("a move")))
}

/// The next plan of the robot, which may be several moves, for the first seat to act.
pub(crate) fn next_plan(table: &Table) -> Option<(Seat, Vec<Json>)> {
    let seat = table.game.to_act().iter().next()?;
    let plan = table.game.plan(seat, Level::DEFAULT);
    Some((seat, plan.iter().map(json_of).collect()))
}

/// A move as JSON.
pub(crate) fn json_of(mv: &TableMove) -> Json {
    serde_json::from_str(mv.json()).expect("JSON")
}

/// A move of the game of a table, from JSON.
pub(crate) fn move_of(table: &Table, mv: &Json) -> TableMove {
    table.ruleset.stored_move(&mv.to_string()).expect("a move of the game")
}

pub(crate) fn post(server: &Server, who: &Account, table: &Json, after: usize, moves: &[Json]) -> Answer {
    let game = text(table, "game");
    let body = json!({ "game": game, "after": after, "moves": moves });
    call(server, who, "POST", &format!("{}/moves", path_of(table)), Some(&body))
}

/// Plays a table on with the moves of the robot, posted by the players, to the end or for `most` moves.
pub(crate) fn play_on(server: &Server, table: &Json, all: &[Account], most: usize) -> Json {
    let mut shown = table.clone();
    for _ in 0..most {
        let now = load_table(server, table);
        let Some((seat, mv)) = next_move(&now).filter(|_| !now.over()) else { break };
        shown = post(server, at(&now, seat, all), table, now.move_count(), &[mv]).ok();
    }
    shown
}

/// Plays a table on to a third of its game's median length, from which on leaving is not early.
pub(crate) fn play_a_third(server: &Server, table: &Json, all: &[Account]) {
    let third = |now: &Table| usize::from(now.early_until().expect("a length"));
    let now = load_table(server, table);
    play_on(server, table, all, third(&now).saturating_sub(now.move_count()));
    let now = load_table(server, table);
    assert!(!now.over() && now.move_count() >= third(&now), "{table}");
}

/// Waits until a table is over, as its player sees it.
pub(crate) fn wait_until_over(server: &Server, who: &Account, table: &Json) -> Json {
    let path = format!("{}?wait=5", path_of(table));
    eventually("the end of a table", || {
        Some(call(server, who, "GET", &path, None).ok()).filter(|table| table["status"] == "over")
    })
}

/// The first events of a stream: name, id and data of each.
pub(crate) fn events_of(
    server: &Server,
    table: &Json,
    who: Option<&Account>,
    last: Option<usize>,
    tables: usize,
) -> Vec<(String, String, Json)> {
    Listening::to(server.base(), &path_of(table), who, last).take(tables)
}

/// A listener of a table.
pub(crate) struct Listening(pub(crate) BufReader<ureq::BodyReader<'static>>);

impl Listening {
    pub(crate) fn to(base: &str, path: &str, who: Option<&Account>, last: Option<usize>) -> Self {
        Self::to_stream(base, &format!("{path}/events"), who, last)
    }

    /// Listens to a table with the legal moves of the listener.
    pub(crate) fn with_legal_moves(server: &Server, table: &Json, who: Option<&Account>, last: Option<usize>) -> Self {
        Self::to_stream(server.base(), &format!("{}/events?with_legal_moves=true", path_of(table)), who, last)
    }

    /// Listens to the stream at a path with its query.
    pub(crate) fn to_stream(base: &str, path: &str, who: Option<&Account>, last: Option<usize>) -> Self {
        let last = last.map(|last| last.to_string());
        let headers: Vec<(&str, &str)> =
            who.map(Account::header).into_iter().chain(last.as_deref().map(|last| ("last-event-id", last))).collect();
        Self::with_headers_to_stream(base, path, &headers)
    }

    /// Listens to a table with these headers.
    pub(crate) fn with_headers(base: &str, path: &str, headers: &[(&str, &str)]) -> Self {
        Self::with_headers_to_stream(base, &format!("{path}/events"), headers)
    }

    fn with_headers_to_stream(base: &str, path: &str, headers: &[(&str, &str)]) -> Self {
        let mut request = ureq::http::Request::builder().uri(format!("{base}{path}"));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = ureq::agent().run(request.body(()).expect("a request")).expect("it answers");
        assert_eq!(response.headers()["content-type"], "text/event-stream");
        Self(BufReader::new(response.into_body().into_reader()))
    }

    /// Returns the moves and tables that arrive until the table was sent this many times.
    pub(crate) fn take(&mut self, mut tables: usize) -> Vec<(String, String, Json)> {
        let mut events = Vec::new();
        while tables > 0 {
            let event = self.next();
            tables -= usize::from(event.0 == "table");
            if ["table", "move"].contains(&event.0.as_str()) {
                events.push(event);
            }
        }
        events
    }

    /// Returns the data of the next event with a name, after others.
    pub(crate) fn next_named(&mut self, wanted: &str) -> Json {
        loop {
            let (name, id, data) = self.next();
            if name == wanted {
                assert_eq!(
                    id.is_empty(),
                    ["phrase", "spectators"].contains(&wanted),
                    "only events that are resumed have an id"
                );
                return data;
            }
        }
    }

    /// Returns the next event: its name, its id if it has one, and its data.
    pub(crate) fn next(&mut self) -> (String, String, Json) {
        let (mut name, mut id) = (String::new(), String::new());
        loop {
            let mut line = String::new();
            assert!(self.0.read_line(&mut line).expect("it goes on") > 0, "the stream ended");
            match line.trim_end().split_once(": ") {
                Some(("event", shown)) => name = shown.to_owned(),
                Some(("id", shown)) => id = shown.to_owned(),
                Some(("data", shown)) => return (name, id, serde_json::from_str(shown).expect("JSON")),
                _ => {}
            }
        }
    }
}

/// A table of Queensland at which all these sit, with ten seconds for a move.
pub(crate) fn fast_table(server: &Server, all: &[Account]) -> Json {
    let mut seats = vec!["you"];
    seats.resize(all.len(), "open");
    let mut table = make(server, &all[0], &json!({ "game": "queensland", "seats": seats, "pace": 10 }));
    for (at, other) in all.iter().enumerate().skip(1) {
        table = call(server, other, "POST", &format!("{}/seats/{}", path_of(&table), at + 1), None).ok();
    }
    table
}

/// Resigns at a table.
pub(crate) fn resign(server: &Server, who: &Account, table: &Json) -> Json {
    call(server, who, "POST", &format!("{}/resignation", path_of(table)), None).ok()
}

/// The record of the first game that a player played with others.
pub(crate) fn record(server: &Server, who: &Account) -> Json {
    server.send("GET", "/v1/players/me", &[who.header()], None).ok()["records"][0].clone()
}

/// Resigns at a table, unless it is over.
pub(crate) fn resign_if_playing(server: &Server, who: &Account, table: &Json) {
    call(server, who, "POST", &format!("{}/resignation", path_of(table)), None);
}
