//! Tables whose makers approve who sits down.

use std::thread;

use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::databases::on_each_kind;
use crate::support::harness::{Answer, Server, send};
use crate::support::schema::assert_fits;
use crate::support::tables::{Listening, call, make, path_of, play_a_third, players, resign, show, text};

/// A listed table of Queensland, at which the first player approves who sits down.
fn with_approval(server: &Server, maker: &Account, seats: &[&str]) -> Json {
    make(server, maker, &json!({ "game": "queensland", "seats": seats, "listed": true, "approval": true }))
}

fn ask(server: &Server, who: &Account, table: &Json) -> Answer {
    call(server, who, "POST", &format!("{}/seats/2", path_of(table)), None)
}

/// A call about the request of a player.
fn answer(server: &Server, by: &Account, method: &str, table: &Json, asking: &Account) -> Answer {
    call(server, by, method, &format!("{}/requests/{}", path_of(table), asking.id), None)
}

/// The ids of the players who ask for a seat, as anyone sees them.
fn asking(server: &Server, table: &Json) -> Vec<String> {
    let shown = server.send("GET", &path_of(table), &[], None).ok();
    let requests = shown["approval"]["requests"].as_array().expect("requests");
    requests.iter().map(|player| text(player, "id").to_owned()).collect()
}

#[test]
fn maker_approves_refuses_and_removes_while_the_table_waits() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 4);
        let table = with_approval(&server, &all[0], &["you", "open", "open"]);
        assert_fits("QueenslandHeldTable", &table);
        assert_eq!(table["approval"], json!({ "maker": all[0].id, "requests": [] }));
        let mut stream = Listening::to(server.base(), &path_of(&table), None, None);
        stream.next_named("table");
        let asked = ask(&server, &all[1], &table).ok();
        assert_eq!((asked.get("you"), &asked["seats"][1]["kind"]), (None, &json!("open")), "a request holds no seat");
        assert_eq!(stream.next_named("table")["approval"]["requests"][0]["name"], "Player 1", "everyone sees it");
        assert_eq!(ask(&server, &all[1], &table).ok()["approval"], asked["approval"], "once more changes nothing");
        ask(&server, &all[2], &table).ok();
        assert_eq!(asking(&server, &table), [all[1].id.as_str(), &all[2].id]);

        // Only the maker answers, and only those who asked.
        answer(&server, &all[1], "POST", &table, &all[1]).problem(403, "not_maker");
        answer(&server, &all[1], "DELETE", &table, &all[2]).problem(403, "not_maker");
        answer(&server, &all[0], "POST", &table, &all[3]).problem(404, "unknown_seat_request");
        answer(&server, &all[0], "DELETE", &table, &all[3]).problem(404, "unknown_seat_request");

        let approved = answer(&server, &all[0], "POST", &table, &all[1]).ok();
        assert_eq!(
            (&approved["status"], &approved["seats"][1]["player"]["id"]),
            (&json!("waiting"), &json!(all[1].id))
        );
        assert_eq!(answer(&server, &all[0], "POST", &table, &all[1]).ok()["seats"], approved["seats"]);
        assert_eq!(answer(&server, &all[0], "DELETE", &table, &all[2]).status, 204);
        assert_eq!(answer(&server, &all[0], "DELETE", &table, &all[2]).status, 204, "once more");
        call(&server, &all[2], "POST", &format!("{}/seats/3", path_of(&table)), None).problem(403, "seat_refused");
        assert_eq!(asking(&server, &table), [] as [&str; 0]);

        // A removed player cannot come back, and others cannot remove anyone.
        call(&server, &all[1], "DELETE", &format!("{}/seats/1", path_of(&table)), None).problem(403, "not_seated");
        assert_eq!(call(&server, &all[0], "DELETE", &format!("{}/seats/2", path_of(&table)), None).status, 204);
        ask(&server, &all[1], &table).problem(403, "seat_refused");
        assert_eq!(show(&server, &all[1], &table).get("you"), None);
    });
}

#[test]
fn no_one_is_approved_or_removed_once_the_cards_are_dealt() {
    let server = Server::start();
    let all = players(&server, 3);
    let table = with_approval(&server, &all[0], &["you", "open"]);
    [1, 2].iter().for_each(|at| assert_eq!(ask(&server, &all[*at], &table).status, 200));
    // The last seat begins the game, whose players no longer see who asked.
    let begun = answer(&server, &all[0], "POST", &table, &all[1]).ok();
    assert_eq!((&begun["status"], begun.get("approval")), (&json!("playing"), None));
    answer(&server, &all[0], "POST", &table, &all[2]).problem(409, "table_begun");
    answer(&server, &all[0], "DELETE", &table, &all[2]).problem(409, "table_begun");
    answer(&server, &all[2], "DELETE", &table, &all[2]).problem(409, "table_begun");
    ask(&server, &all[2], &table).problem(409, "table_begun");
    for seat in [1, 2] {
        let path = format!("{}/seats/{seat}", path_of(&table));
        call(&server, &all[0], "DELETE", &path, None).problem(409, "table_begun");
    }
    let both = &all[..2];
    play_a_third(&server, &table, both);
    resign(&server, &all[1], &table);
    let rematch = call(&server, &all[0], "POST", &format!("{}/rematch", path_of(&table)), None).expect(201);
    assert_eq!(rematch.get("approval"), None, "those who played need no approval for a rematch");
    let both = call(&server, &all[1], "POST", &format!("{}/rematch", path_of(&table)), None).ok();
    assert_eq!(both["status"], "playing");
}

#[test]
fn address_with_many_accounts_makes_room_for_requests_of_others() {
    let server = Server::start_flagged(&["--no-limits", "--trusted-proxy", "127.0.0.0/8"]);
    let all = players(&server, 24);
    let table = with_approval(&server, &all[0], &["you", "open"]);
    let ask_from = |at: usize, address: &str| {
        let headers = [all[at].header(), ("x-forwarded-for", address)];
        server.send("POST", &format!("{}/seats/2", path_of(&table)), &headers, None)
    };
    (1..=20).for_each(|at| drop(ask_from(at, "192.0.2.1").ok()));
    ask_from(21, "192.0.2.1").problem(409, "too_many_seat_requests");
    (22..=23).for_each(|at| drop(ask_from(at, "192.0.2.2").ok()));
    let expected: Vec<&str> = (3..=20).chain(22..=23).map(|at| all[at].id.as_str()).collect();
    assert_eq!(asking(&server, &table), expected);
    ask_from(1, "192.0.2.1").problem(409, "too_many_seat_requests");
    answer(&server, &all[0], "POST", &table, &all[22]).ok();
}

#[test]
fn requests_are_withdrawn_and_bounded() {
    let server = Server::start();
    let all = players(&server, 22);
    let table = with_approval(&server, &all[0], &["you", "open"]);
    assert_eq!(answer(&server, &all[1], "DELETE", &table, &all[1]).status, 204, "nothing to withdraw");
    for who in &all[1..21] {
        ask(&server, who, &table).ok();
    }
    ask(&server, &all[21], &table).problem(409, "too_many_seat_requests");
    assert_eq!(answer(&server, &all[5], "DELETE", &table, &all[5]).status, 204);
    ask(&server, &all[21], &table).ok();
    assert_eq!(asking(&server, &table).last(), Some(&all[21].id));
    // The maker leaves, and still decides. Their own seat needs no approval.
    ask(&server, &all[0], &table).problem(409, "already_seated");
    let three = with_approval(&server, &all[0], &["you", "open", "open"]);
    ask(&server, &all[1], &three).ok();
    answer(&server, &all[0], "POST", &three, &all[1]).ok();
    assert_eq!(call(&server, &all[0], "DELETE", &format!("{}/seats/1", path_of(&three)), None).status, 204);
    let back = call(&server, &all[0], "POST", &format!("{}/seats/1", path_of(&three)), None).ok();
    assert_eq!(back["you"], 1);
}

#[test]
fn tables_without_approval_have_none_of_it() {
    let server = Server::start();
    let all = players(&server, 3);
    let table = make(&server, &all[0], &json!({ "game": "queensland", "seats": ["you", "open", "open"] }));
    assert_eq!(table.get("approval"), None);
    assert_eq!(ask(&server, &all[1], &table).ok()["you"], 2);
    answer(&server, &all[0], "POST", &table, &all[2]).problem(403, "not_maker");
    answer(&server, &all[0], "DELETE", &table, &all[2]).problem(403, "not_maker");
    call(&server, &all[0], "DELETE", &format!("{}/seats/2", path_of(&table)), None).problem(403, "not_seated");
    let solitaire = json!({ "game": "slide-jam", "approval": true });
    call(&server, &all[0], "POST", "/v1/tables", Some(&solitaire)).problem(400, "invalid_body");
}

#[test]
fn simultaneous_answers_seat_one_player() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 6);
        for _ in 0..5 {
            let table = with_approval(&server, &all[0], &["you", "open"]);
            all[1..].iter().for_each(|who| drop(ask(&server, who, &table).ok()));
            let bases = server.bases();
            // Each player is approved and refused at the same time, while one withdraws.
            let statuses: Vec<u16> = thread::scope(|scope| {
                let calls = all[1..]
                    .iter()
                    .flat_map(|who| [("POST", &all[0], who), ("DELETE", &all[0], who), ("DELETE", who, who)]);
                let running: Vec<_> = calls
                    .enumerate()
                    .map(|(n, (method, by, who))| {
                        let (base, path) = (bases[n % bases.len()], format!("{}/requests/{}", path_of(&table), who.id));
                        scope.spawn(move || send(base, method, &path, &[by.header()], None).status)
                    })
                    .collect();
                running.into_iter().map(|call| call.join().expect("an answer")).collect()
            });
            assert!(statuses.iter().all(|status| [200, 204, 404, 409].contains(status)), "{statuses:?}");
            let now = show(&server, &all[0], &table);
            let seated = now["seats"].as_array().expect("seats").iter().filter(|seat| seat["kind"] == "player").count();
            let approved = statuses.iter().filter(|status| **status == 200).count();
            assert_eq!((seated, now["status"] == "playing"), (1 + approved, approved == 1), "{statuses:?} {now}");
        }
    });
}

#[test]
fn banned_and_deleted_players_are_not_seated() {
    on_each_kind(|| {
        let server = Server::start();
        let all = players(&server, 3);
        let table = with_approval(&server, &all[0], &["you", "open"]);
        [1, 2].iter().for_each(|at| drop(ask(&server, &all[*at], &table).ok()));
        assert_eq!(call(&server, &all[1], "DELETE", "/v1/players/me", None).status, 204);
        assert_eq!(asking(&server, &table), [all[2].id.as_str()], "a deleted player is not shown");
        answer(&server, &all[0], "POST", &table, &all[1]).problem(409, "cannot_sit");
        let waiting = show(&server, &all[0], &table);
        assert_eq!((&waiting["status"], &waiting["seats"][1]["kind"]), (&json!("waiting"), &json!("open")));
        assert_eq!(answer(&server, &all[0], "POST", &table, &all[2]).ok()["status"], "playing");
    });
}
