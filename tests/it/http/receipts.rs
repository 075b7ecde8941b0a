//! Receipts: the ranks of a submitted run on the boards that list it.

use funhouse::rules::robot::Robot;
use serde_json::{Value as Json, json};

use crate::support::account::{Account, drawn, run_of, slide_jam};
use crate::support::harness::{Answer, Server};
use crate::support::schema::assert_fits;
use crate::support::tables::{make, play_on};

/// The ranks of a receipt, each as text: `bests day: 1 of 2`.
fn ranks_of(receipt: &Json) -> Vec<String> {
    assert_fits("RunReceipt", receipt);
    let rank = |rank: &Json| {
        let text = |name: &str| rank[name].as_str().expect("a text");
        let room = rank.get("room").map_or("", |room| room.as_str().expect("a room"));
        let on = [text("show"), text("period"), room, if rank["same_seed"] == true { "seed" } else { "" }];
        let on: Vec<&str> = on.into_iter().filter(|part| !part.is_empty()).collect();
        format!("{}: {} of {}", on.join(" "), rank["rank"], rank["count"])
    };
    receipt["ranks"].as_array().expect("ranks").iter().map(rank).collect()
}

fn ranks(answer: &Answer) -> Vec<String> {
    ranks_of(&answer.expect(201))
}

const FIRST: [&str; 5] =
    ["bests day: 1 of 1", "bests week: 1 of 1", "bests month: 1 of 1", "bests all: 1 of 1", "runs all: 1 of 1"];

#[test]
fn first_run_ranks_on_every_board_of_class() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let with_seed = [&FIRST[..], &["bests all seed: 1 of 1"]].concat();
    let seed = drawn(&server, "slide-jam");
    assert_eq!(ranks(&ada.submit(&server, &slide_jam(&seed))), with_seed);
    assert_eq!(ranks(&ada.submit(&server, &slide_jam("chosen"))), with_seed);
    // In the daily classes the board of the seed is that of the day.
    let today = server.shared.clock.now().day();
    let seed = server.shared.seeds.day_key(today).seed("slide-jam");
    assert_eq!(ranks(&ada.submit(&server, &slide_jam(seed.as_str()))), FIRST);
    let rooms = ["slide-jam", "magic-mirror", "catwalk", "roll-out-the-barrels", "whack-a-dummy", "trampo-land"];
    let rooms = rooms.map(|room| format!("bests all {room}: 1 of 1"));
    let funhouse = run_of("epic-funhouse", "chosen", Robot::Greedy, json!({}));
    let expected: Vec<String> = with_seed.iter().map(|rank| (*rank).to_owned()).chain(rooms).collect();
    assert_eq!(ranks(&ada.submit(&server, &funhouse)), expected);
    // A table's own seed is played once.
    let table = make(&server, &ada, &json!({ "game": "slide-jam" }));
    let over = play_on(&server, &table, std::slice::from_ref(&ada), 100);
    assert_eq!(ranks_of(&over["receipt"]), FIRST);
}

/// A run of Trampo-Land that stops after a number of moves of the built-in player: the fewer, the worse.
fn stopped_after(server: &Server, moves: usize, seed: &str) -> Json {
    let mut run = run_of("trampo-land", seed, Robot::Greedy, json!({}));
    let created = run["moves"].as_array_mut().expect("moves");
    assert!(created.len() > moves, "{moves}");
    created.truncate(moves);
    created.push(json!({ "type": "stop" }));
    let verdict = server.send("POST", "/v1/games/trampo-land/replay", &[], Some(&run)).ok();
    run["score"] = verdict["position"]["score"]["total"].clone();
    run
}

#[test]
fn boards_with_better_run_of_player_are_omitted() {
    let server = Server::start();
    let (ada, ben) = (Account::new(&server, "Ada"), Account::new(&server, "Ben"));
    let [best, second, worst] = [(4, "a"), (2, "b"), (0, "a")].map(|(moves, seed)| stopped_after(&server, moves, seed));
    ranks(&ada.submit(&server, &best));
    // Worse than her best, but her only run of that seed.
    let other_seed = ranks(&ada.submit(&server, &second));
    assert_eq!(other_seed, ["runs all: 2 of 2", "bests all seed: 1 of 1"]);
    // Worse than her best of the same seed.
    assert_eq!(ranks(&ada.submit(&server, &worst)), [] as [&str; 0]);
    // Another player's run is ranked among those that are entries.
    let bens = ranks(&ben.submit(&server, &worst));
    let expected = ["bests day: 2 of 2", "bests week: 2 of 2", "bests month: 2 of 2", "bests all: 2 of 2"];
    assert_eq!(bens, [&expected[..], &["runs all: 3 of 3", "bests all seed: 2 of 2"]].concat());
    // A run that is submitted again gets the same ranks.
    let again = ben.submit(&server, &worst);
    assert_eq!(ranks_of(&again.expect(200)), bens);
}
