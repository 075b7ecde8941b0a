//! Legal moves in responses to moves, to waiting requests and in streams: those of the seat, as the stateless call lists them.

use funhouse::engine;
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::harness::{Answer, Server};
use crate::support::tables::{
    Listening, at, call, load_table, make, min_seats, move_of, next_move, path_of, play_on, players, post, seated,
};

/// The moves that are made at a table of each game.
const MOVES: usize = 8;

/// The number of tables of a game that are played at most until a seat has legal moves after a move.
const MAX_TABLES: usize = 10;

/// Posts moves and asks for the legal moves after them.
fn post_and_list(server: &Server, who: &Account, table: &Json, after: usize, moves: &[Json]) -> Answer {
    let body = json!({ "game": table["game"], "after": after, "moves": moves, "with_legal_moves": true });
    call(server, who, "POST", &format!("{}/moves", path_of(table)), Some(&body))
}

/// The legal moves that a seat has now, by the stateless call.
fn listed(server: &Server, table: &Json, who: &Account) -> Json {
    let now = load_table(server, table);
    let state: Json = serde_json::from_str(&now.game.state()).expect("JSON");
    let mut body = json!({ "state": state });
    if now.ruleset.ranked().is_none() {
        body["seat"] = call(server, who, "GET", &path_of(table), None).ok()["you"].clone();
    }
    let path = format!("/v1/games/{}/moves", table["game"].as_str().expect("a game"));
    server.send("POST", &path, &[], Some(&body)).ok()
}

/// Makes moves at a table, and compares the legal moves in all responses after each. Returns how many of the compared lists had moves, and how
/// many were empty.
fn compare_lists(server: &Server, table: &Json, seats: &[Account]) -> (usize, usize) {
    let (mut own, mut none) = (0, 0);
    for count in 0..MOVES {
        let now = load_table(server, table);
        let Some((seat, mv)) = next_move(&now).filter(|_| !now.over()) else { break };
        let (who, game) = (at(&now, seat, seats), &table["game"]);
        let moved = post_and_list(server, who, table, count, &[mv]).ok();
        assert_eq!(moved["position"]["legal_moves"], listed(server, table, who), "{game}: a move");
        for who in seats {
            let expected = listed(server, table, who);
            let waiting = format!("{}?after={count}&wait=30&with_legal_moves=true", path_of(table));
            let waited = call(server, who, "GET", &waiting, None).ok();
            assert_eq!(waited["position"]["legal_moves"], expected, "{game}: waiting");
            let plain = Listening::to(server.base(), &path_of(table), Some(who), Some(count)).take(1);
            let (name, _, last) = plain.last().expect("a table");
            assert_eq!((name.as_str(), last["position"].get("legal_moves")), ("table", None), "{game}");
            // The second listener gets the response that was cached for the first.
            for _ in 0..2 {
                let heard = Listening::with_legal_moves(server, table, Some(who), Some(count)).take(1);
                assert_eq!(heard.last().expect("a table").2["position"], waited["position"], "{game}");
            }
            if expected == json!({ "moves": [] }) { none += 1 } else { own += 1 }
        }
        let heard = Listening::with_legal_moves(server, table, None, None).take(1);
        assert_eq!(heard[0].2["position"]["legal_moves"], json!({ "moves": [] }), "{game}: an onlooker");
    }
    (own, none)
}

#[test]
fn all_responses_list_the_legal_moves_of_the_seat() {
    let server = Server::start();
    let all = players(&server, 8);
    let mut empty = 0;
    for game in engine::games() {
        let seats = &all[..min_seats(game)];
        // A game can be over after its first move: then another is played.
        let found = (0..MAX_TABLES).any(|_| {
            let table = match game.newest().ranked() {
                Some(_) => make(&server, &all[0], &json!({ "game": game.id() })),
                None => seated(&server, game.id(), seats),
            };
            let (own, none) = compare_lists(&server, &table, seats);
            empty += none;
            own > 0
        });
        assert!(found, "{}: no seat had legal moves after a move", game.id());
    }
    assert!(empty > 50, "{empty} lists were empty");
}

#[test]
fn listeners_receive_their_legal_moves_with_the_news() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let second = {
        let now = load_table(&server, &table);
        let (seat, _) = next_move(&now).expect("a move");
        let first = at(&now, seat, &all);
        all.iter().find(|who| who.id != first.id).expect("another")
    };
    let get = |more: &str, headers: &[(&str, &str)]| {
        let path = format!("{}?with_legal_moves=true{more}", path_of(&table));
        let headers: Vec<_> = headers.iter().copied().chain([second.header()]).collect();
        server.send("GET", &path, &headers, None)
    };
    let mut listening = Listening::with_legal_moves(&server, &table, Some(second), None);
    assert_eq!(listening.take(1)[0].2["position"]["legal_moves"], json!({ "moves": [] }), "it is not their turn");
    let tag = get("", &[]).header("etag").to_owned();
    std::thread::scope(|scope| {
        let by_count = scope.spawn(|| get("&wait=30&after=0", &[]).ok());
        let by_tag = scope.spawn(|| get("&wait=30", &[("if-none-match", &tag)]).ok());
        play_on(&server, &table, &all, 1);
        let heard = listening.take(1).pop().expect("a table").2;
        let expected = listed(&server, &table, second);
        assert!(expected["moves"].as_array().is_some_and(|moves| moves.len() > 5), "it is their turn: {expected}");
        for shown in [heard, by_count.join().expect("it answers"), by_tag.join().expect("it answers")] {
            assert_eq!(shown["position"]["legal_moves"], expected);
        }
    });
}

#[test]
fn repeated_moves_return_the_same_bytes_with_legal_moves() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let table = make(&server, &ada, &json!({ "game": "slide-jam" }));
    let now = load_table(&server, &table);
    let (seat, mv) = next_move(&now).expect("a move");
    let mut after = now.game.clone();
    after.play(&move_of(&now, &mv)).expect("it is legal");
    let legal: Json = serde_json::from_str(&now.game.legal_moves(seat)).expect("JSON");
    let mut others = legal["moves"].as_array().expect("moves").iter();
    let illegal =
        others.find(|other| after.clone().play(&move_of(&now, other)).is_err()).expect("one that is now illegal");
    let batch = [mv, illegal.clone()];
    let first = post_and_list(&server, &ada, &table, 0, &batch);
    let shown: Json = serde_json::from_str(&first.body).expect("JSON");
    assert_eq!((first.status, &shown["moves"], &shown["bad_move"]["index"]), (200, &json!(1), &json!(1)));
    assert_eq!(shown["position"]["legal_moves"], listed(&server, &table, &ada), "those after the legal move");
    assert_eq!(post_and_list(&server, &ada, &table, 0, &batch).body, first.body);
    let without = post(&server, &ada, &table, 0, &batch).ok();
    assert_eq!((&without["moves"], without["position"].get("legal_moves")), (&json!(1), None), "the same request");
    // A refusal lists nothing.
    let refused = post_and_list(&server, &ada, &table, 1, std::slice::from_ref(illegal)).problem(422, "illegal_move");
    assert!(refused.get("position").is_none(), "{refused}");
}
