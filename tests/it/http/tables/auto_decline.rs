//! Auto-decline: the service answers windows for a player.

use std::collections::BTreeSet;

use funhouse::rules::game::Seat;
use funhouse::store::MovedBy;
use funhouse::tables::step::DECLINE_DELAY;
use funhouse::tables::table::Table;
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::eventually::eventually;
use crate::support::harness::{Answer, Server};
use crate::support::tables::{
    Listening, at, call, load_table, make, next_move, path_of, players, post, resign, seated, show,
};

fn switch(server: &Server, who: &Account, table: &Json, method: &str) -> Answer {
    call(server, who, method, &format!("{}/auto_decline", path_of(table)), None)
}

fn enable(server: &Server, who: &Account, table: &Json) -> Json {
    switch(server, who, table, "POST").ok()
}

/// The seats that the open window asks.
fn asked(table: &Table) -> Vec<Seat> {
    table.game.to_act().iter().filter(|seat| table.game.decline(*seat).is_some()).collect()
}

/// Plays until a window asks all seats. Returns false if the game ends first.
fn play_to_window(server: &Server, table: &Json, all: &[Account]) -> bool {
    loop {
        let now = load_table(server, table);
        if asked(&now).len() == all.len() {
            return true;
        }
        let Some((seat, mv)) = next_move(&now).filter(|_| !now.over()) else { return false };
        post(server, at(&now, seat, all), table, now.move_count(), &[mv]).ok();
    }
}

#[test]
fn service_declines_after_a_fixed_delay_whatever_the_hand() {
    let server = Server::start();
    let all = players(&server, 2);
    let mut hands_with_aces = BTreeSet::new();
    for _ in 0..4 {
        let table = seated(&server, "caribbean-star", &all);
        all.iter().for_each(|one| assert_eq!(enable(&server, one, &table)["auto_decline"], true));
        while play_to_window(&server, &table, &all) {
            let now = load_table(&server, &table);
            for seat in asked(&now) {
                let legal: Json = serde_json::from_str(&now.game.legal_moves(seat)).expect("JSON");
                hands_with_aces.insert(legal["moves"].as_array().expect("moves").len() > 1);
                let due = now.stored.state.seats[seat.index()].due.expect("a deadline");
                let opened = due.plus_seconds(-i64::from(now.stored.terms.pace));
                assert_eq!(now.stored.state.due, Some(opened.plus_millis(DECLINE_DELAY)), "{seat}");
            }
            let due = now.stored.state.due.expect("it is due");
            assert!(now.due(due.plus_millis(-1)).expect("it is played").is_none());
            let step = now.due(due).expect("it is played").expect("a step");
            let [mv] = &step.moves[..] else { panic!("one move: {:?}", step.moves) };
            let seat = asked(&now)[0];
            assert_eq!((mv.by, mv.seat), (MovedBy::Player, seat.number()));
            assert_eq!(serde_json::from_str::<Json>(&mv.json).expect("JSON"), json!({ "type": "let", "seat": seat }));
            assert!(step.state.seats.iter().all(|seat| seat.missed == 0 && seat.left.is_none()));
            for seat in asked(&now) {
                let mv = json!({ "type": "let", "seat": seat });
                post(&server, at(&now, seat, &all), &table, load_table(&server, &table).move_count(), &[mv]).ok();
            }
        }
    }
    assert_eq!(hands_with_aces.len(), 2, "hands with aces and without are asked");
}

#[test]
fn clock_declines_windows_until_switched_off() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = seated(&server, "caribbean-star", &all);
    assert!(play_to_window(&server, &table, &all));
    let before = load_table(&server, &table).move_count();
    all.iter().for_each(|one| drop(enable(&server, one, &table)));
    server.shared.clock.set_ahead(DECLINE_DELAY);
    let path = format!("{}?after={before}&wait=5", path_of(&table));
    let news = eventually("two answers", || {
        let shown = call(&server, &all[0], "GET", &path, None).ok();
        Some(shown["news"].clone()).filter(|news| news.as_array().is_some_and(|news| news.len() >= 2))
    });
    assert_eq!([&news[0]["by"], &news[1]["by"]], ["player"; 2], "{news}");
    assert!(show(&server, &all[0], &table)["seats"].as_array().expect("seats").iter().all(|seat| seat["missed"] == 0));

    let off = switch(&server, &all[0], &table, "DELETE").ok();
    assert_eq!(off["auto_decline"], false);
    assert!(load_table(&server, &table).stored.state.seats.iter().any(|seat| seat.auto_decline), "the other is on");
}

#[test]
fn auto_decline_is_visible_only_to_its_seat() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = seated(&server, "caribbean-star", &all);
    assert!(play_to_window(&server, &table, &all));
    // The service does not decline before all is compared, however slow the machine.
    server.shared.clock.set_ahead(-3_600_000);
    let seen_by = |who: Option<&Account>| {
        let headers: Vec<_> = who.map(Account::header).into_iter().collect();
        let answer = server.send("GET", &path_of(&table), &headers, None);
        (answer.header("etag").to_owned(), answer.body)
    };
    let before = [None, Some(&all[1])].map(seen_by);
    let mut listening = Listening::to(server.base(), &path_of(&table), Some(&all[1]), None);
    let known = listening.take(1)[0].2["moves"].clone();
    assert_eq!(enable(&server, &all[0], &table)["auto_decline"], true);
    assert_eq!([None, Some(&all[1])].map(seen_by), before);
    assert_eq!(show(&server, &all[0], &table)["auto_decline"], true);
    assert_eq!(show(&server, &all[1], &table)["auto_decline"], false);
    assert!(server.send("GET", &path_of(&table), &[], None).ok().get("auto_decline").is_none());

    // The next event of the other player is a move.
    let now = load_table(&server, &table);
    let seat = now.seat_of(all[0].id.parse().map(funhouse::store::PlayerId).expect("a number")).expect("a seat");
    post(&server, &all[0], &table, now.move_count(), &[json!({ "type": "let", "seat": seat })]).ok();
    let next = listening.take(1);
    assert_eq!((next[0].0.as_str(), next.len()), ("move", 2), "{next:?}");
    assert_ne!(next[1].2["moves"], known);
}

#[test]
fn auto_decline_is_refused_where_it_means_nothing() {
    let server = Server::start();
    let all = players(&server, 2);
    let open = make(&server, &all[0], &json!({ "game": "caribbean-star", "seats": ["you", "open"] }));
    switch(&server, &all[0], &open, "POST").problem(409, "table_not_begun");
    switch(&server, &all[1], &open, "POST").problem(403, "not_seated");
    let other = seated(&server, "queensland", &all);
    switch(&server, &all[0], &other, "POST").problem(409, "no_windows");
    assert!(show(&server, &all[0], &other).get("auto_decline").is_none());
    let solitaire = make(&server, &all[0], &json!({ "game": "slide-jam" }));
    switch(&server, &all[0], &solitaire, "POST").problem(409, "no_windows");

    let table = seated(&server, "caribbean-star", &all);
    let version = || load_table(&server, &table).stored.version;
    let begun = version();
    switch(&server, &all[0], &table, "DELETE").ok();
    assert_eq!(version(), begun, "switching off what is off changes nothing");
    enable(&server, &all[0], &table);
    let enabled = version();
    assert!(enabled > begun);
    enable(&server, &all[0], &table);
    assert_eq!(version(), enabled);
    resign(&server, &all[0], &table);
    switch(&server, &all[0], &table, "POST").problem(409, "table_over");
    assert!(show(&server, &all[0], &table).get("auto_decline").is_none());
}
