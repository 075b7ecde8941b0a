//! Tokens that are revoked or replaced while a request at a table depends on them.

use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::eventually::until;
use crate::support::harness::Server;
use crate::support::tables::{Listening, call, make, path_of, players, text};

/// A second token of a player, and its number.
fn second_token(server: &Server, player: &Account) -> (Account, String) {
    let created = call(server, player, "POST", "/v1/players/me/tokens", Some(&json!({ "label": "phone" }))).expect(201);
    let tokens = call(server, player, "GET", "/v1/players/me/tokens", None).ok();
    let is_phone = |token: &&Json| token["label"] == "phone";
    let phone = tokens["tokens"].as_array().expect("tokens").iter().find(is_phone).expect("it is listed");
    (Account::of(player.id.clone(), text(&created, "token").to_owned()), text(phone, "id").to_owned())
}

/// A way in which a player's phone loses its token, which has this number.
type TakeAway = fn(server: &Server, player: &Account, phone: &Account, id: &str);

fn revoke(server: &Server, player: &Account, _phone: &Account, id: &str) {
    assert_eq!(call(server, player, "DELETE", &format!("/v1/players/me/tokens/{id}"), None).status, 204);
}

fn replace(server: &Server, _player: &Account, phone: &Account, _id: &str) {
    call(server, phone, "POST", "/v1/players/me/token", None).ok();
}

/// A player takes a seat and leaves it again, which all listeners receive.
fn sit_and_leave(server: &Server, player: &Account, table: &Json) {
    let seat = format!("{}/seats/2", path_of(table));
    call(server, player, "POST", &seat, None).ok();
    assert_eq!(call(server, player, "DELETE", &seat, None).status, 204);
}

/// Fails unless a revoked token loses its event stream despite traffic.
fn assert_stream_ends(take_away: TakeAway) {
    let server = Server::start();
    let all = players(&server, 2);
    let (phone, id) = second_token(&server, &all[0]);
    let table = make(&server, &all[0], &json!({ "game": "queensland", "seats": ["you", "open", "open"] }));
    let mut stream = Listening::to(server.base(), &path_of(&table), Some(&phone), None);
    stream.take(1);
    take_away(&server, &all[0], &phone, &id);
    // Not scoped, so that the test fails where the stream goes on.
    let reading = std::thread::spawn(move || std::io::copy(&mut stream.0, &mut std::io::sink()));
    until("the end of the stream", || {
        sit_and_leave(&server, &all[1], &table);
        reading.is_finished()
    });
    reading.join().expect("it reads").expect("it ends well");
}

#[test]
fn revoked_token_loses_its_stream_despite_traffic() {
    assert_stream_ends(revoke);
}

#[test]
fn replaced_token_loses_its_stream_despite_traffic() {
    assert_stream_ends(replace);
}

#[test]
fn waiting_request_is_refused_after_token_is_revoked() {
    let server = Server::start_alone();
    let all = players(&server, 2);
    let table = make(&server, &all[0], &json!({ "game": "queensland", "seats": ["you", "open", "open"] }));
    let path = format!("{}?after=0&wait=30", path_of(&table));
    for take_away in [revoke as TakeAway, replace] {
        let (phone, id) = second_token(&server, &all[0]);
        std::thread::scope(|scope| {
            let waiting = scope.spawn(|| call(&server, &phone, "GET", &path, None));
            until("the request to wait", || server.shared.tables.listeners().reserved() == 1);
            take_away(&server, &all[0], &phone, &id);
            sit_and_leave(&server, &all[1], &table);
            waiting.join().expect("it is answered").problem(401, "unauthorized");
        });
    }
}
