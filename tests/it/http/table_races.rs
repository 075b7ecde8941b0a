//! Many clients at the same tables: sitting down, leaving, moving, resigning, revoking tokens and deleting players while the clock
//! runs out. No response is a fault of the service, no player has two seats, and no table that has begun is lost.

use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicI64, Ordering};
use std::thread;

use funhouse::rules::chance::Draws;
use funhouse::store::Occupant;
use funhouse::tables::Failure;
use funhouse::tables::table::Table;
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::eventually::until;
use crate::support::harness::{Answer, Server};
use crate::support::store::wait;
use crate::support::tables::{call, next_move, path_of, text};
use crate::support::walks;

const CLIENTS: usize = 8;
const ROUNDS: usize = 60;
const DAY: i64 = 24 * 3_600_000;
/// Statuses that a client may get: all documented ones of these calls, except 5xx.
const ALLOWED: [u16; 11] = [200, 201, 204, 401, 403, 404, 409, 412, 422, 429, 503];

/// What all clients share.
struct Arena {
    server: Server,
    tables: Mutex<Vec<Json>>,
    ahead: AtomicI64,
}

impl Arena {
    fn any_table(&self, draws: &mut Draws) -> Option<Json> {
        let tables = self.tables.lock().expect("no client failed");
        let at = draws.below(tables.len().max(1) as u64) as usize;
        tables.get(at).cloned()
    }

    /// Does something at random. Returns whether the client is another player afterwards.
    fn act(&self, who: &mut Account, n: usize, round: usize, draws: &mut Draws) {
        let action = draws.below(20);
        let Some(table) = self.any_table(draws).filter(|_| action > 1) else { return self.make(who, draws) };
        let path = path_of(&table);
        let send = |method: &str, path: String| check(call(&self.server, who, method, &path, None));
        match action {
            2..=6 => drop(send("POST", format!("{path}/seats/{}", 1 + draws.below(3)))),
            7 => drop(send("DELETE", format!("{path}/seats/{}", 1 + draws.below(3)))),
            8 => drop(send("POST", format!("{path}/resignation"))),
            9 | 10 => self.note(send("POST", format!("{path}/rematch"))),
            11 => self.advance(11_000),
            12 => *who = self.new_token(who),
            13 if draws.below(4) == 0 => {
                send("DELETE", "/v1/players/me".to_owned());
                *who = Account::new(&self.server, &format!("Client {n} of round {round}"));
            }
            _ => self.make_move(who, &table),
        }
    }

    fn make(&self, who: &Account, draws: &mut Draws) {
        let body = match draws.below(4) {
            0 => json!({ "game": "slide-jam" }),
            1 => json!({ "game": "queensland", "seats": ["you", "open", "robot"], "pace": 10, "listed": true }),
            2 => json!({ "game": "queensland", "seats": ["you", "open", "open"], "pace": 10, "listed": true }),
            _ => {
                json!({ "game": "penniless-and-insane", "seats": ["you", "open", "open"], "pace": 10, "listed": true })
            }
        };
        self.note(check(call(&self.server, who, "POST", "/v1/tables", Some(&body))));
    }

    fn note(&self, answer: Answer) {
        if [200, 201].contains(&answer.status) {
            self.tables.lock().expect("no client failed").push(answer.json());
        }
    }

    fn make_move(&self, who: &Account, table: &Json) {
        let Some(now) = self.load(table) else { return };
        let Some((_, mv)) = next_move(&now).filter(|_| now.begun()) else { return };
        let body = json!({ "game": text(table, "game"), "after": now.move_count(), "moves": [mv] });
        check(call(&self.server, who, "POST", &format!("{}/moves", path_of(table)), Some(&body)));
    }

    /// Another token of the same player; the one that made the request is revoked.
    fn new_token(&self, who: &Account) -> Account {
        let answer = check(call(&self.server, who, "POST", "/v1/players/me/token", None));
        assert_eq!(answer.status, 200, "{}", answer.body);
        assert_eq!(call(&self.server, who, "GET", "/v1/players/me", None).status, 401);
        Account::of(who.id.clone(), text(&answer.json(), "token").to_owned())
    }

    fn advance(&self, millis: i64) {
        let ahead = self.ahead.fetch_add(millis, Ordering::Relaxed) + millis;
        self.server.shared.clock.set_ahead(ahead);
    }

    /// A table, unless it was removed.
    fn load(&self, table: &Json) -> Option<std::sync::Arc<Table>> {
        match wait(self.server.shared.tables.load(text(table, "id").parse().expect("a number"))) {
            Err(Failure::Unknown) => None,
            table => Some(table.expect("it can be read")),
        }
    }

    /// Fails if a player has two seats, or what is stored does not fit together.
    fn inspect(&self, table: &Json) {
        let Some(now) = self.load(table) else { return };
        let stored = &now.stored;
        let is_player = |occupant: &Occupant| matches!(occupant, Occupant::Player(_));
        let seated: Vec<Occupant> = stored.state.seats.iter().map(|seat| seat.occupant).filter(is_player).collect();
        let players: BTreeSet<String> = seated.iter().map(|occupant| format!("{occupant:?}")).collect();
        assert_eq!(players.len(), seated.len(), "a player has two seats: {stored:?}");
        assert_eq!(stored.moves as usize, now.move_count());
        assert_eq!(now.over(), stored.state.ended_at.is_some(), "{stored:?}");
        assert!(now.over() || stored.state.due.is_some(), "the clock ends it: {stored:?}");
    }
}

/// Checks that a response is one of those that are documented.
fn check(answer: Answer) -> Answer {
    assert!(ALLOWED.contains(&answer.status), "{} {}", answer.status, answer.body);
    answer
}

#[test]
fn tables_survive_players_coming_and_going() {
    let arena = Arena { server: Server::start(), tables: Mutex::default(), ahead: AtomicI64::new(0) };
    thread::scope(|scope| {
        for n in 0..CLIENTS {
            let arena = &arena;
            scope.spawn(move || {
                let mut draws = walks::draws("table-races", n as u64);
                let mut who = Account::new(&arena.server, &format!("Client {n}"));
                (0..ROUNDS).for_each(|round| arena.act(&mut who, n, round, &mut draws));
            });
        }
    });
    let tables = arena.tables.lock().expect("no client failed").clone();
    assert!(tables.len() > CLIENTS, "{} tables", tables.len());
    tables.iter().for_each(|table| arena.inspect(table));
    let begun: Vec<&Json> =
        tables.iter().filter(|table| arena.load(table).is_some_and(|table| table.begun())).collect();
    assert!(begun.len() > CLIENTS, "{} tables have begun", begun.len());
    // No one plays on: the clock ends the tables that have begun, and removes those that wait.
    until("the clock ends all tables", || {
        // The clock shows each day, so that it needs no confirmation.
        arena.advance(DAY);
        wait(arena.server.shared.days.today()).expect("a day");
        tables.iter().all(|table| arena.load(table).is_none_or(|table| table.over()))
    });
    for table in begun {
        let run = arena.server.send("GET", &format!("{}/run", path_of(table)), &[], None).ok();
        let path = format!("/v1/games/{}/replay", text(table, "game"));
        let replay = arena.server.send("POST", &path, &[], Some(&run["run"])).ok();
        assert_eq!(replay["legal"], true, "{run}");
    }
}
