//! Several moves in one request at a table: which are played, and what the response reveals.

use funhouse::engine;
use funhouse::engine::table_game::TableGame;
use funhouse::rules::game::{Level, Seat, SeatSet};
use funhouse::rules::replay::MAX_MOVES;
use funhouse::tables::table::Table;
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::eventually::until;
use crate::support::harness::Server;
use crate::support::tables::{at, json_of, load_table, make, min_seats, move_of, next_move, players, post, seated};

/// A move of the current player that does not end the game, and one that the rules refuse after it.
fn legal_and_illegal(table: &Table) -> Option<(Seat, [Json; 2])> {
    let (seat, mv) = next_move(table)?;
    let mut later = table.game.clone();
    let played = move_of(table, &mv);
    later.play(&played).expect("it is legal");
    // Most moves cannot be made twice in a row; where this one can, the game has no such pair here.
    let refused = !later.to_act().is_empty() && later.clone().play(&played).is_err();
    refused.then(|| (seat, [mv.clone(), mv]))
}

#[test]
fn legal_prefix_of_batch_is_stored_before_error() {
    let server = Server::start();
    let all = players(&server, 8);
    let mut tried = 0;
    for game in engine::games() {
        let facts = game.newest().facts();
        let table = match game.newest().ranked() {
            Some(_) => make(&server, &all[0], &json!({ "game": facts.id })),
            None => seated(&server, facts.id, &all[..min_seats(game)]),
        };
        for _ in 0..12 {
            let now = load_table(&server, &table);
            if now.over() {
                break;
            }
            let (Some((seat, batch)), count) = (legal_and_illegal(&now), now.move_count()) else {
                let (seat, mv) = next_move(&now).expect("it is not over");
                post(&server, at(&now, seat, &all), &table, now.move_count(), &[mv]).ok();
                continue;
            };
            let who = at(&now, seat, &all);
            let first = post(&server, who, &table, count, &batch).ok();
            assert_eq!(first["moves"], count + 1, "{}: {first}", facts.id);
            assert_eq!(first["bad_move"]["index"], 1, "{}: {first}", facts.id);
            assert_eq!(load_table(&server, &table).move_count(), count + 1, "{}: the legal move is stored", facts.id);
            // The illegal move alone is refused for the same reason.
            let alone = post(&server, who, &table, count + 1, &batch[1..]).problem(422, "illegal_move");
            assert_eq!([&alone["rule"], &alone["detail"]], [&first["bad_move"]["rule"], &first["bad_move"]["detail"]]);
            let again = post(&server, who, &table, count, &batch).ok();
            assert_eq!(again, first, "{}: a lost response is sent again", facts.id);
            tried += 1;
            break;
        }
    }
    assert!(tried > 20, "{tried} games had such a batch");
}

#[test]
fn repeated_batch_plays_no_later_move() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let table = make(&server, &ada, &json!({ "game": "queensland", "seats": ["you", "robot"] }));
    let own = || {
        let now = load_table(&server, &table);
        let (seat, mv) = next_move(&now)?;
        (table["you"] == json!(seat)).then(|| (now.move_count(), mv))
    };
    until("the player's turn", || own().is_some());
    let (count, mv) = own().expect("it is their turn");
    let batch = [mv.clone(), mv.clone(), mv];
    let first = post(&server, &ada, &table, count, &batch).ok();
    let created = first["bad_move"]["index"].as_u64().expect("not all are legal") as usize;
    until("the robot to move", || load_table(&server, &table).move_count() > count + created);
    until("the player's turn", || own().is_some());
    let moves = load_table(&server, &table).move_count();
    for _ in 0..2 {
        let again = post(&server, &ada, &table, count, &batch).ok();
        assert_eq!((&again["bad_move"], &again["moves"]), (&first["bad_move"], &json!(moves)));
    }
    assert_eq!(load_table(&server, &table).move_count(), moves);
}

#[test]
fn batch_is_not_completed_by_later_turn() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let table = make(&server, &ada, &json!({ "game": "break-the-bank", "seats": ["you", "robot", "robot", "robot"] }));
    let own_turn = || {
        let now = load_table(&server, &table);
        let (seat, mv) = next_move(&now)?;
        (table["you"] == json!(seat) && !now.over()).then(|| (now.move_count(), mv))
    };
    let mut last: Option<(usize, Json)> = None;
    // The robot moved right after the last of the player's moves: the turn was over, so that nothing more was legal then.
    let (count, mv, later) = loop {
        until("the player's turn", || own_turn().is_some());
        let (count, mv) = own_turn().expect("it is their turn");
        post(&server, &ada, &table, count, std::slice::from_ref(&mv)).ok();
        match last.replace((count, mv.clone())) {
            Some((before, first)) if before + 1 < count => break (before, first, mv),
            _ => {}
        }
    };
    let batch = post(&server, &ada, &table, count, &[mv, later]).ok();
    assert_eq!(batch["bad_move"]["index"], 1, "{batch}");
}

#[test]
fn different_batch_after_stored_move_is_stale() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let table = make(&server, &ada, &json!({ "game": "slide-jam" }));
    let (_, first) = next_move(&load_table(&server, &table)).expect("a move");
    post(&server, &ada, &table, 0, std::slice::from_ref(&first)).ok();
    // It is legal after the first, so that this is not the request that was sent before.
    let (_, second) = next_move(&load_table(&server, &table)).expect("a move");
    post(&server, &ada, &table, 0, &[first, second]).problem(412, "stale");
    assert_eq!(load_table(&server, &table).move_count(), 1);
}

/// The most moves of a request.
const MAX_POSTED: usize = 100;

/// Two slides that can be made in turn any number of times: there and back.
fn there_and_back(table: &Table) -> [Json; 2] {
    let slides = |game: &TableGame| -> Vec<Json> {
        let legal: Json = serde_json::from_str(&game.legal_moves(Seat::FIRST)).expect("JSON");
        let moves = legal["moves"].as_array().expect("moves").clone();
        moves.into_iter().filter(|mv| mv["type"] == "slide").collect()
    };
    let there = slides(&table.game).swap_remove(0);
    let mut after = table.game.clone();
    after.play(&move_of(table, &there)).expect("it is legal");
    let is_back = |mv: &Json| {
        let mut game = after.clone();
        [mv, &there, mv].iter().all(|mv| game.play(&move_of(table, mv)).is_ok())
    };
    let back = slides(&after).into_iter().find(is_back).expect("a tile slides back");
    [there, back]
}

#[test]
fn batch_is_stored_up_to_maximum_moves() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let table = make(&server, &ada, &json!({ "game": "easy-slider" }));
    let slides = there_and_back(&load_table(&server, &table));
    let from =
        |count: usize, many: usize| slides.iter().cycle().skip(count % 2).take(many).cloned().collect::<Vec<_>>();
    let last = MAX_MOVES - 1;
    for count in (0..last).step_by(MAX_POSTED) {
        let moves = from(count, MAX_POSTED.min(last - count));
        assert_eq!(post(&server, &ada, &table, count, &moves).ok().get("bad_move"), None);
    }
    let batch = from(last, 3);
    let first = post(&server, &ada, &table, last, &batch).ok();
    let detail = format!("a game has at most {MAX_MOVES} moves");
    assert_eq!(first["bad_move"], json!({ "index": 1, "detail": detail }));
    assert_eq!(load_table(&server, &table).move_count(), MAX_MOVES);
    assert_eq!(post(&server, &ada, &table, last, &batch).ok(), first, "a lost response is sent again");
    post(&server, &ada, &table, MAX_MOVES, &batch[1..]).problem(422, "too_many_moves");
    assert_eq!(load_table(&server, &table).move_count(), MAX_MOVES);
}

#[test]
fn seats_are_checked_before_any_move_of_batch() {
    let server = Server::start();
    let all = players(&server, 2);
    let table = seated(&server, "queensland", &all);
    let now = load_table(&server, &table);
    let (seat, mv) = next_move(&now).expect("somebody acts");
    let mut others = mv.clone();
    others["seat"] = json!(3 - seat.number());
    let refused = post(&server, at(&now, seat, &all), &table, 0, &[mv.clone(), others]).problem(403, "not_seated");
    assert_eq!(refused["errors"][0]["pointer"], "/moves/1/seat");
    assert_eq!(load_table(&server, &table).move_count(), 0);
    post(&server, at(&now, seat, &all), &table, 0, &[mv]).ok();
}

/// The seats that choose at the same time now: more than one.
fn choosing(table: &Table) -> Option<SeatSet> {
    Some(table.game.to_act()).filter(|seats| seats.len() > 1 && !table.over())
}

#[test]
fn simultaneous_choices_are_accepted_in_any_order() {
    let server = Server::start();
    let all = players(&server, 8);
    let (mut accepted, mut simultaneous) = (0, 0);
    for game in engine::games().iter().filter(|game| game.newest().ranked().is_none()) {
        let facts = game.newest().facts();
        let table = seated(&server, facts.id, &all[..min_seats(game)]);
        for _ in 0..40 {
            let now = load_table(&server, &table);
            let count = now.move_count();
            if let Some(seats) = choosing(&now) {
                simultaneous += 1;
                // All know of the same moves, and answer from the last seat to the first.
                for seat in seats.iter().rev() {
                    let later = load_table(&server, &table);
                    let unchanged = later.game.legal_moves(seat) == now.game.legal_moves(seat);
                    let chosen = seats.iter().filter(|other| !later.game.to_act().contains(*other)).count();
                    if !unchanged || later.move_count() != count + chosen || !later.game.to_act().contains(seat) {
                        break;
                    }
                    let Some(mv) = now.game.plan(seat, Level::DEFAULT).into_iter().next() else { break };
                    let answer = post(&server, at(&now, seat, &all), &table, count, &[json_of(&mv)]);
                    assert_eq!(answer.status, 200, "{}, seat {seat}: {}", facts.id, answer.body);
                    accepted += usize::from(chosen > 0);
                }
            } else if let Some((seat, mv)) = next_move(&now).filter(|_| !now.over()) {
                post(&server, at(&now, seat, &all), &table, count, &[mv]).ok();
            }
        }
    }
    assert!(accepted > 20, "{accepted} late choices in {simultaneous} simultaneous steps");
}
