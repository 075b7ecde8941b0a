//! Leaving games early, and the wait that follows.

use std::thread;

use funhouse::store::PlayerId;
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::databases::on_each_kind;
use crate::support::harness::{Answer, Server, send};
use crate::support::store::wait;
use crate::support::tables::{call, make, path_of, play_a_third, players, resign, seated, text};

/// A table of two with an open seat.
fn open(server: &Server, maker: &Account, listed: bool) -> Json {
    make(server, maker, &json!({ "game": "queensland", "seats": ["you", "open"], "listed": listed }))
}

fn sit(server: &Server, who: &Account, table: &Json) -> Answer {
    call(server, who, "POST", &format!("{}/seats/2", path_of(table)), None)
}

fn listed(server: &Server) -> Vec<Json> {
    server.send("GET", "/v1/tables?limit=100", &[], None).ok()["tables"].as_array().expect("tables").clone()
}

/// Seconds to wait, by a refusal.
fn seconds(refused: &Answer) -> i64 {
    let problem = refused.problem(429, "must_wait");
    let seconds = refused.header("retry-after").parse().expect("seconds");
    assert!(text(&problem, "detail").contains(&format!("in {seconds} seconds")), "{problem}");
    seconds
}

/// Takes open seats and resigns until that is refused. Returns the number of games and the refusal.
fn end_tables(server: &Server, who: &Account) -> (usize, Option<Answer>) {
    for (count, table) in listed(server).iter().enumerate() {
        let answer = sit(server, who, table);
        if answer.status != 200 {
            return (count, Some(answer));
        }
        resign(server, who, table);
    }
    (listed(server).len(), None)
}

#[test]
fn one_account_or_address_cannot_end_every_listed_table() {
    on_each_kind(|| {
        let server = Server::start();
        let makers = players(&server, 5);
        (0..50).for_each(|n| drop(open(&server, &makers[n % 5], true)));
        let attacker = Account::new(&server, "Attacker");
        let (ended, refused) = end_tables(&server, &attacker);
        assert_eq!(ended, 2);
        assert!((1..=60).contains(&seconds(&refused.expect("a refusal"))));
        assert_eq!(listed(&server).len(), 48);
        // Others are not harmed, and the attacker lost.
        for maker in &makers {
            let page = server.send("GET", &format!("/v1/players/{}", maker.id), &[], None).ok();
            assert_eq!((&page["ratings"], &page["records"]), (&json!([]), &json!([])));
        }
        let page = server.send("GET", &format!("/v1/players/{}", attacker.id), &[], None).ok();
        assert!(page["ratings"][0]["rating"].as_i64() < Some(1500) && page["records"][0]["played"] == 2, "{page}");

        // Further accounts at the address end few more.
        let more: usize = (0..10).map(|n| end_tables(&server, &Account::new(&server, &format!("More {n}"))).0).sum();
        assert_eq!(listed(&server).len(), 48 - more);
        // Each instance counts the leaves of addresses on its own.
        let instances = server.bases().len();
        assert!(more <= 10 * instances, "{more}");
        if instances == 1 {
            assert_eq!(more, 3, "at an address, the fifth game has consequences");
            let other = Account::new(&server, "Innocent");
            assert!((1..=60).contains(&seconds(&sit(&server, &other, &listed(&server)[0]))));
        }
    });
}

#[test]
fn waits_grow_end_and_spare_tables_of_friends() {
    let server = Server::start();
    let all = players(&server, 3);
    let leave = |ahead: i64| {
        server.shared.clock.set_ahead(ahead * 1000);
        resign(&server, &all[1], &seated(&server, "queensland", &all[..2]));
    };
    let refused = || {
        let table = open(&server, &all[2], true);
        seconds(&sit(&server, &all[1], &table))
    };
    leave(0);
    sit(&server, &all[1], &open(&server, &all[0], true)).ok();
    leave(1);
    assert!((1..=60).contains(&refused()));
    leave(2);
    assert!((61..=120).contains(&refused()));
    // A table that is not listed has only players who got its link.
    assert_eq!(sit(&server, &all[1], &open(&server, &all[2], false)).ok()["status"], "playing");
    // An instance that starts later knows what the player did.
    let other = Server::start_another(&server);
    other.shared.clock.set_ahead(3_000);
    assert!((61..=120).contains(&seconds(&sit(&other, &all[1], &listed(&server)[0]))));
    server.shared.clock.set_ahead(123_000);
    assert_eq!(sit(&server, &all[1], &listed(&server)[0]).ok()["status"], "playing");
}

#[test]
fn games_that_were_played_and_games_with_robots_have_no_wait() {
    let server = Server::start();
    let all = players(&server, 2);
    for _ in 0..3 {
        let table = seated(&server, "queensland", &all);
        play_a_third(&server, &table, &all);
        resign(&server, &all[1], &table);
        resign(&server, &all[1], &make(&server, &all[1], &json!({ "game": "queensland", "seats": ["you", "robot"] })));
        resign(&server, &all[1], &make(&server, &all[1], &json!({ "game": "slide-jam" })));
    }
    sit(&server, &all[1], &open(&server, &all[0], true)).ok();
}

#[test]
fn simultaneous_leaves_are_all_counted() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 2);
        let tables: Vec<Json> = (0..6).map(|_| seated(&server, "queensland", &all)).collect();
        let bases = server.bases();
        thread::scope(|scope| {
            // Each twice: the second one changes nothing.
            for (n, table) in tables.iter().chain(&tables).enumerate() {
                let (base, path) = (bases[n % bases.len()], format!("{}/resignation", path_of(table)));
                let leaver = &all[1];
                scope.spawn(move || send(base, "POST", &path, &[leaver.header()], None).ok());
            }
        });
        let leaves = wait(server.shared.store.early_leaves(PlayerId(all[1].id.parse().expect("a number"))));
        assert_eq!(leaves.expect("leaves").map(|leaves| leaves.count), Some(6));
        assert!(seconds(&sit(&server, &all[1], &open(&server, &all[0], true))) > 900);
        assert_eq!(
            call(&server, &all[1], "DELETE", "/v1/players/me", None).status,
            204,
            "a player with leaves is deleted"
        );
    });
}
