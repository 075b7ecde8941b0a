//! Random choices of robots: secret at a table until its seed is published, reproducible afterwards.

use funhouse::rules::chance::{Draws, Seed};
use funhouse::rules::game::{Level, Log, Seat, SeatMove as _, Seated, Seats, State, Viewer};
use funhouse::rules::registry::{SeatedVisitor, visit_seated};
use serde_json::{Value as Json, json};

use crate::support::account::Account;
use crate::support::eventually::until;
use crate::support::harness::{Server, post};
use crate::support::tables::{call, json_of, load_table, make, path_of, post as post_moves};
use crate::support::walks;

/// Games with secret choices, with the types of these moves and a number of seats.
const SECRET: &[(&str, &[&str], usize)] = &[
    ("penniless-and-insane", &["bid"], 3),
    ("darwinian-poker", &["plant"], 4),
    ("caribbean-star", &["play", "stop", "let"], 2),
    ("seven-handed-poker", &["play", "place"], 2),
    ("shipwreck", &["key"], 8),
    ("dungeon-crawl", &["build"], 6),
];

/// Plays a game against robots at a table to its end, and returns its run and the seats of the robots.
fn run_against_robots(server: &Server, who: &Account, game: &str, seats: usize) -> (Json, Vec<Seat>) {
    let occupants: Vec<&str> = std::iter::once("you").chain(std::iter::repeat("robot")).take(seats).collect();
    let table = make(server, who, &json!({ "game": game, "seats": occupants }));
    let own = Seat::new(table["you"].as_u64().expect("a seat") as u8).expect("a seat");
    loop {
        until("the player's turn", || {
            let now = load_table(server, &table);
            now.over() || now.game.to_act().contains(own)
        });
        let now = load_table(server, &table);
        if now.over() {
            break;
        }
        let mv = json_of(&now.game.plan(own, Level::DEFAULT)[0]);
        // A robot that acts at the same time may be faster: then the player looks again.
        let answer = post_moves(server, who, &table, now.move_count(), &[mv]);
        assert!([200, 412].contains(&answer.status), "{}", answer.body);
    }
    let run = call(server, who, "GET", &format!("{}/run", path_of(&table)), None).ok()["run"].clone();
    let robots = Seats::new(seats as u8).expect("seats").iter().filter(|seat| *seat != own).collect();
    (run, robots)
}

/// The response of the stateless `plan` for a seat.
fn planned<G: Seated>(state: &State<G>, seat: Seat) -> Json {
    let plan = post(&format!("/v1/games/{}/plan", G::ID), &json!({ "state": state, "seat": seat })).ok();
    plan["moves"][0].clone()
}

/// The secret choices of robots in runs of tables: how many there were, and how many of them were predicted.
#[derive(Debug, Default)]
struct Choices {
    seen: u32,
    predicted: u32,
}

/// Counts the secret choices of robots in a run.
struct Count<'a> {
    run: &'a Json,
    robots: &'a [Seat],
    secret: &'a [&'a str],
    choices: &'a mut Choices,
}

impl SeatedVisitor for Count<'_> {
    fn visit<G: Seated>(&mut self) {
        if self.run["game"] != G::ID {
            return;
        }
        let seats = Seats::new(self.run["seats"].as_u64().expect("a number") as u8).expect("seats");
        let seed: Seed = self.run["seed"].as_str().expect("a seed").parse().expect("a seed");
        let mut state = State::<G>::deal_for(seats, seed, G::Options::default());
        let mut draws = walks::draws("guesses", 0);
        for json in self.run["moves"].as_array().expect("moves") {
            let mv: G::Move = funhouse::rules::wire::from_value(json.clone()).expect("a move");
            let is_secret = self.secret.contains(&json["type"].as_str().expect("a type"));
            if is_secret && self.robots.contains(&mv.seat()) {
                self.count(&state, &mv, &mut draws);
            }
            state.play(&mv, &mut Log::discard()).expect("it was legal");
        }
    }
}

impl Count<'_> {
    fn count<G: Seated>(&mut self, state: &State<G>, mv: &G::Move, draws: &mut Draws) {
        let (seat, json) = (mv.seat(), json!(mv));
        // The published seed draws again what the robot drew.
        assert_eq!(planned(state, seat), json, "{} seat {seat}", G::ID);
        if state.legal_moves_of(seat).moves.len() == 1 {
            return;
        }
        // An opponent who knows everything that the robot sees does not know the seed.
        let supposed = state.redealt(Viewer::Seat(seat), draws);
        assert_eq!(supposed.view(Viewer::Seat(seat)), state.view(Viewer::Seat(seat)));
        self.choices.seen += 1;
        self.choices.predicted += u32::from(planned(&supposed, seat) == json);
    }
}

#[test]
fn stateless_plans_do_not_predict_secret_choices() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    for (game, secret, seats) in SECRET {
        let mut choices = Choices::default();
        while choices.seen < 100 {
            let (run, robots) = run_against_robots(&server, &ada, game, *seats);
            visit_seated(&mut Count { run: &run, robots: &robots, secret, choices: &mut choices });
        }
        let Choices { seen, predicted } = choices;
        // Robots prefer good choices, so guesses are often right, but not always as they would be without a secret seed.
        assert!(predicted * 100 < seen * 95, "{game}: {predicted} of {seen} choices were predicted");
    }
}

#[test]
fn robot_plays_at_its_level_and_shows_it() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    let second = Level::new(2).expect("a level");
    let table = make(&server, &ada, &json!({ "game": "pontifuse", "seats": ["you", { "kind": "robot", "level": 2 }] }));
    let own = Seat::new(table["you"].as_u64().expect("a seat") as u8).expect("a seat");
    let robot = if own == Seat::FIRST { Seat::BOTH[1] } else { Seat::FIRST };
    assert_eq!(table["seats"][robot.index()]["level"], 2, "{table}");
    assert!(table["seats"][own.index()]["level"].is_null(), "{table}");
    let mut compared = 0;
    while compared < 3 {
        until("the player's turn", || load_table(&server, &table).game.to_act().contains(own));
        let now = load_table(&server, &table);
        for index in (0..now.move_count()).filter(|index| now.notes[*index].seat == robot) {
            let planned = now.game.after(index).plan(robot, second);
            assert_eq!(now.game.move_at(index).map(|mv| json_of(&mv)), Some(json_of(&planned[0])), "move {index}");
            compared += 1;
        }
        let mv = json_of(&now.game.plan(own, Level::DEFAULT)[0]);
        post_moves(&server, &ada, &table, now.move_count(), &[mv]).ok();
    }
}

#[test]
fn unknown_levels_are_rejected() {
    let server = Server::start();
    let ada = Account::new(&server, "Ada");
    for (game, level) in [("pontifuse", 0), ("pontifuse", 9), ("wild-bill", 2)] {
        let request = json!({ "game": game, "seats": ["you", { "kind": "robot", "level": level }] });
        let problem = call(&server, &ada, "POST", "/v1/tables", Some(&request)).problem(400, "invalid_body");
        assert_eq!(problem["errors"][0]["pointer"], "/seats/1/level", "{problem}");
        let state =
            post(&format!("/v1/games/{game}/deal"), &json!({ "seed": "one", "seats": 2 })).ok()["state"].clone();
        let request = json!({ "state": state, "level": level });
        let problem = post(&format!("/v1/games/{game}/plan"), &request).problem(400, "invalid_body");
        assert_eq!(problem["errors"][0]["pointer"], "/level", "{problem}");
    }
}

#[test]
fn levels_of_plan_are_listed_and_repeatable() {
    let state = post("/v1/games/pontifuse/deal", &json!({ "seed": "one", "seats": 2 })).ok()["state"].clone();
    let levels = crate::support::harness::get("/v1/games/pontifuse").ok()["levels"].clone();
    assert_eq!(levels[0], json!({ "level": 1, "nodes": 0 }), "level 1 does not search");
    for level in levels.as_array().expect("levels").iter().take(2) {
        let plan = |seed: &str| {
            let request = json!({ "state": state, "level": level["level"], "seed": seed });
            post("/v1/games/pontifuse/plan", &request).ok()["moves"].clone()
        };
        assert_eq!(plan("one"), plan("one"));
        assert!(level["level"] == 1 || plan("one") == plan("two"), "a search depends on view and level alone");
    }
}

#[test]
fn seed_decides_random_choices_of_plan() {
    let state = post("/v1/games/darwinian-poker/deal", &json!({ "seed": "funhouse-1", "seats": 2 })).ok();
    let plan = |seed: Option<&str>| {
        let mut request = json!({ "state": state["state"], "seat": 1 });
        if let Some(seed) = seed {
            request["seed"] = json!(seed);
        }
        let path = "/v1/games/darwinian-poker/plan";
        let first = post(path, &request).ok();
        assert_eq!(post(path, &request).ok(), first);
        first["moves"][0]["card"].as_str().expect("a card").to_owned()
    };
    assert_eq!(plan(None), plan(Some("funhouse-1")), "without a seed, that of the state");
    let of_seeds = ["robot-0", "robot-1", "robot-2", "robot-3"].map(|seed| plan(Some(seed)));
    assert_eq!(of_seeds, ["Td", "Qd", "Td", "Qd"]);
}

#[test]
fn plan_rejects_malformed_seed_and_moves_any() {
    let state = post("/v1/games/darwinian-poker/deal", &json!({ "seed": "one", "seats": 2 })).ok()["state"].clone();
    for seed in [json!("no spaces"), json!(1), json!(null), json!("")] {
        let problem = post("/v1/games/darwinian-poker/plan", &json!({ "state": state, "seed": seed }));
        let problem = problem.problem(400, "invalid_body");
        assert_eq!(problem["errors"][0]["pointer"], "/seed", "{problem}");
    }
    let request = json!({ "state": state, "seed": "one" });
    post("/v1/games/darwinian-poker/moves", &request).problem(400, "invalid_body");
}
